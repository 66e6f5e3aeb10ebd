"""Setting up a game (R-SETUP-1 … R-SETUP-10)."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.catalogue import Catalogue
from explorer.language import events as ev
from explorer.language.abilities import reindex
from explorer.language.events import emit
from explorer.language.moves import take_top
from explorer.language.stepper import advance
from explorer.state import HARBOR, SEA, Frame, Player, Ship, State, below, shuffle
from explorer.terms import CAPITAL


def deal(
    cat: Catalogue,
    cards: Sequence[int],
    players: int,
    rulings: dict[str, str],
    seed: int,
    harbors: Sequence[int] | None = None,
) -> State:
    """Deal a new game up to the first decision.

    Args:
        cat: the catalogue the card numbers belong to.
        cards: the cards in use, in any order.
        players: number of seats.
        rulings: a full dict of rulings.
        seed: decides every shuffle; the same seed gives the same game.
        harbors: colors of the seats clockwise, as kinds; drawn at random when None (R-SETUP-4).
    """
    s = State(cat, rulings, seed)
    s.deck = sorted(cards)
    shuffle(s, s.deck)
    _seats(s, players, harbors)
    reindex(s)
    f = Frame("game", 0)
    s.stack.append(f)
    f.cause = emit(s, f, ev.GameStarted, "R-SETUP-10", -1)
    _lay_out(s, f)
    s.leader = below(s, players)
    s.dirty = 0
    advance(s)
    return s


def _seats(s: State, players: int, harbors: Sequence[int] | None) -> None:
    """Give each seat a harbor and two ships, one of them at sea (R-SETUP-4, R-SETUP-5, R-SETUP-7)."""
    colors = list(range(6 if players == 6 else 5))
    shuffle(s, colors)
    for seat in range(players):
        player = Player(harbors[seat] if harbors is not None else colors[seat])
        player.credits = 14 if players == 6 and player.harbor == CAPITAL else 10
        s.players.append(player)
        s.ships += [Ship(seat, HARBOR), Ship(seat, SEA)]
    s.declared = [0] * players
    s.doing = [-1] * players


def _lay_out(s: State, f: Frame) -> None:
    """Turn up the island's and the ships' cards and deal the hands (R-SETUP-3, R-SETUP-6, R-SETUP-9)."""
    for _ in s.players:
        s.island.append(take_top(s, f))
    for ship in s.ships:
        if ship.at == SEA:
            for _ in range(4):
                ship.cargo.append(as_dealt(s, take_top(s, f)))
    for player in s.players:
        for _ in range(5):
            player.hand.append(take_top(s, f))
    s.revealed = 0


def as_dealt(s: State, card: int) -> int:
    """A card as a container of the setup: which side of a Flag card is up is chance (ruling flag-colour-unloaded)."""
    sides = s.cat.faces[card] if card >= 0 else (card,)
    return sides[below(s, 2)] if len(sides) > 1 else sides[0]
