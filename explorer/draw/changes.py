"""What the last choice changed: words and numbers that stay beside the things until the next decision."""

from __future__ import annotations

from typing import NamedTuple

from explorer.state import SEA, State


class Changes(NamedTuple):
    """Credits and cards in hand by seat, cards in a new place, what ships did (as keys of texts), and the Market."""

    credits: dict[int, int]
    hands: dict[int, int]
    cards: frozenset[int]
    ships: dict[int, str]
    market: tuple[int, ...] = ()  # by how much each marker has moved


NOTHING = Changes({}, {}, frozenset(), {})


def changes(now: State, before: State | None) -> Changes:
    """Compare two moments of one game.

    Args:
        now: the moment that is drawn.
        before: the moment of the last choice; None for the start, where nothing has changed.

    Example:
        >>> from explorer import new_game
        >>> game = new_game(players=2, seed=1)
        >>> before = game.state
        >>> changes(game.choose("draw").state, before).hands[before.leader]
        1
    """
    if before is None or len(before.players) != len(now.players):
        return NOTHING
    pairs = list(enumerate(zip(before.players, now.players, strict=True)))
    gains = {seat: new.credits - old.credits for seat, (old, new) in pairs if new.credits != old.credits}
    hands = {seat: len(new.hand) - len(old.hand) for seat, (old, new) in pairs if len(new.hand) != len(old.hand)}
    market = tuple(new - old for new, old in zip(now.market, before.market, strict=False))
    return Changes(gains, hands, _moved(now, before), _ships(now, before), market)


def _places(s: State) -> set[tuple[str, int, int]]:
    """Where each card lies that may be marked as new there: kind of place, whose, card."""
    found = {("island", 0, card) for card in s.island}
    for seat, player in enumerate(s.players):
        for area in ("crew", "goods", "fulfilled"):
            found |= {(area, seat, card) for card in getattr(player, area)}
    for number, ship in enumerate(s.ships):
        found |= {("contracts", number, card) for card in ship.contracts}
        found |= {("cargo", number, card) for card in ship.cargo}
        found |= {("under", number, card) for card in ship.under}
    return found


def _moved(now: State, before: State) -> frozenset[int]:
    return frozenset(card for _area, _owner, card in _places(now) - _places(before))


def _ships(now: State, before: State) -> dict[int, str]:
    found = {}
    for number, (old, new) in enumerate(zip(before.ships, now.ships, strict=False)):
        if (old.at == SEA) != (new.at == SEA):
            found[number] = "sailed" if new.at == SEA else "returned"
    return found
