"""Setting up a game (R-SETUP-1 … R-SETUP-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.card import Card
from explorer.catalogue import Catalogue, generic
from explorer.language import events as ev
from explorer.language.abilities import reindex
from explorer.language.events import emit
from explorer.language.moves import TOKEN_NAMES, boxed, discard, is_token, take_top
from explorer.language.stepper import advance
from explorer.state import HARBOR, SEA, Frame, Player, Ship, State, below, shuffle
from explorer.terms import CAPITAL, CONTRACT, FIVE_KINDS, IMPORT, LOAD, NO_ACTION, PIRATE, SUPPLY

# Physical containers of each color. The number is invented: the box holds 110 tokens in all, which serve as credits too
# (R-COMP-2), and nothing says how many of them have which color.
CONTAINERS_OF_A_KIND = 30
ACTION_OF = (LOAD, CONTRACT, IMPORT, SUPPLY, PIRATE)  # by kind, as on all printed cards (AMB-101)


def physical_containers(rulings: Mapping[str, str]) -> list[Card]:
    """The physical containers of the variants, as cards without a contract (R-VARIANT-1)."""
    bare = rulings.get("variant-crew-action") == "none"
    actions = [NO_ACTION if bare else ACTION_OF[kind] for kind in FIVE_KINDS]
    return [
        generic(kind, actions[kind], name=TOKEN_NAMES[kind]) for kind in FIVE_KINDS for _ in range(CONTAINERS_OF_A_KIND)
    ]


def deal(
    cat: Catalogue,
    cards: Sequence[int],
    players: int,
    rulings: dict[str, str],
    seed: int,
    harbors: Sequence[int] | None = None,
    port: bool = False,
    market: bool = False,
    containers: int = 0,
) -> State:
    """Deal a new game up to the first decision.

    Args:
        cat: the catalogue the card numbers belong to.
        cards: the cards in use, in any order.
        players: number of seats.
        rulings: a full dict of rulings.
        seed: decides every shuffle; the same seed gives the same game.
        harbors: colors of the seats clockwise, as kinds; drawn at random when None (R-SETUP-4).
        port: whether the Port of Tokyo takes the island's place (R-TOKYO-1).
        market: whether the Commodities Market is in play, with all its markers at 0 (R-MARKET-1).
        containers: the variant with physical containers, which the catalogue must hold (R-VARIANT-1, R-VARIANT-4).
    """
    s = State(cat, rulings, seed)
    s.port = port
    s.containers = containers
    s.sets = tuple(dict.fromkeys(cat.set[card] for card in sorted(cards)))
    s.tokens = [card for card in range(len(cat)) if is_token(s, card)]
    s.market = (0,) * len(FIVE_KINDS) if market else ()
    s.deck = sorted(cards)
    shuffle(s, s.deck)
    _seats(s, players, harbors, any(cat.set[card] == "capital" for card in cards))
    reindex(s)
    f = Frame("game", 0)
    s.stack.append(f)
    f.cause = emit(s, f, ev.GameStarted, "R-SETUP-10", -1)
    _lay_out(s, f, containers)
    s.leader = below(s, players)
    s.dirty = 0
    advance(s)
    return s


def _seats(s: State, players: int, harbors: Sequence[int] | None, capital: bool) -> None:
    """Give each seat a harbor and two ships, one at sea (R-SETUP-4, R-SETUP-5, R-SETUP-7, R-CAPITAL-1)."""
    colors = list(range(6 if players == 6 or capital else 5))
    shuffle(s, colors)
    for seat in range(players):
        player = Player(harbors[seat] if harbors is not None else colors[seat])
        player.credits = 10 + (player.harbor == CAPITAL) * gray_extra(s, players, capital)
        s.players.append(player)
        s.ships += [Ship(seat, HARBOR), Ship(seat, SEA)]
    s.declared = [0] * players
    s.doing = [-1] * players


def gray_extra(s: State, players: int, capital: bool) -> int:
    """What gray begins with besides (R-SETUP-7, R-CAPITAL-1, ruling grey-extra-credits-six)."""
    if players < 6 or not capital:
        return 4 if players == 6 else 2
    return {"two": 2, "four": 4, "six": 6}[s.rulings["grey-extra-credits-six"]]


def _lay_out(s: State, f: Frame, containers: int) -> None:
    """Turn up the island's and the ships' cards and deal the hands (R-SETUP-3, R-SETUP-6, R-SETUP-9)."""
    ships_only = s.rulings["grey-in-setup"] == "ships-only"
    for _ in s.players:
        s.island.append(take_top(s, f) if ships_only else _not_capital(s, f, -1, "island"))
    for ship in s.ships:
        if ship.at == SEA:
            for _ in range(4):
                card = as_dealt(s, _not_capital(s, f, ship.owner, "ship"))
                ship.cargo.append(boxed(s, f, ship.owner, card, "R-VARIANT-1") if containers else card)
    for seat, player in enumerate(s.players):
        for _ in range(5):
            player.hand.append(take_top(s, f) if ships_only else _not_capital(s, f, seat, "hand"))
    s.revealed = 0


def _not_capital(s: State, f: Frame, seat: int, place: str) -> int:
    """Take the top card; a Capital card is discarded and replaced, again and again (R-CAPITAL-2, AMB-88)."""
    color = s.cat.color
    card = take_top(s, f)
    while color[card] == CAPITAL and any(color[other] != CAPITAL for other in s.deck):
        discard(s, f, seat, card, place, "R-CAPITAL-2")
        card = take_top(s, f)
    return card


def as_dealt(s: State, card: int) -> int:
    """A card as a container of the setup: which side of a Flag card is up is chance (ruling flag-colour-unloaded)."""
    sides = s.cat.faces[card] if card >= 0 else (card,)
    return sides[below(s, 2)] if len(sides) > 1 else sides[0]
