"""Random playouts, from a new deal or from a table on which powers are already in force.

Random games from a new deal hardly ever reach a power; ``loaded`` deals tables
where finished powers lie in the fulfilled areas and others are about to be
fulfilled.  Every choice comes from the ``random.Random`` that is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from explorer.catalogue import Catalogue, load_catalogue
from explorer.language.abilities import POWERS, Instead, OnFulfill, reindex
from explorer.language.moves import is_token, tokens_of, tuck
from explorer.language.questions import crew_limit, goods_limit
from explorer.language.ships import harbor_ships
from explorer.language.stepper import again, choose
from explorer.powers import BUILT
from explorer.rulebook import RULINGS
from explorer.rulebook import rulings as full_rulings
from explorer.rules.setup import deal, physical_containers
from explorer.rules.windows import interrupt, interrupts
from explorer.state import HARBOR, SEA, Frame, Ship, State
from explorer.terms import CONTRACT, FIVE_KINDS, ILLEGAL, LOAD, RAINBOW, SETS

DO_NOTHING: Final = ("draw", "pass")  # what an eager random player seldom chooses
RARE: Final = ("join", "join-two")  # what is seldom possible, and an eager random player then does
# Powers that work from hand, when contracted or as containers.
FROM_HAND: Final = ("Flour", "Lutefisk", "Maple Syrup", "Partnership", "Yogurt")
MANY: Final = ("base", "capital", "kickstarter", "kickstarter2", "j")  # enough cards for five or six at a loaded table
LIMIT: Final = 20_000  # decisions in one game; no real one comes near it


class GameTooLong(RuntimeError):
    """A playout has not ended after very many decisions; ``state`` is where it was stopped."""

    def __init__(self, message: str, state: State) -> None:
        super().__init__(message)
        self.state = state


def play(
    state: State,
    rng: Random,
    on_decision: Callable[[State], None] | None = None,
    interrupts: float = 0.05,
    eager: float = 0.6,
    most: int = LIMIT,
) -> State:
    """Play a copy of the state to its end by random choices.

    Args:
        state: at a decision, or over.
        rng: makes every choice.
        on_decision: sees the state at each decision before the choice; must not change it.
        interrupts: how often, at a decision that allows it, something is done beside it.
        eager: how often doing nothing (draw, pass) is left out of account.
        most: decisions after which GameTooLong is raised.
    """
    s = state.copy()
    for _ in range(most):
        if s.over:
            return s
        if on_decision is not None:
            on_decision(s)
        random_step(s, rng, interrupts, eager)
    raise GameTooLong(f"no end after {most} decisions, in turn {s.turn}", s)


def random_step(s: State, rng: Random, often: float = 0.05, eager: float = 0.6) -> tuple[Any, ...]:
    """Make one random choice, or now and then do something beside it; returns what was done."""
    if often and rng.random() < often:
        beside = interrupts(s)
        if beside:
            done = rng.choice(beside)
            interrupt(s, done)
            return done
    option = pick(s, rng, eager)
    choose(s, option)
    return option


def pick(s: State, rng: Random, eager: float = 0.6) -> tuple[Any, ...]:
    """Pick an option of the pending decision at random."""
    options = s.options
    assert options
    if eager and rng.random() < eager:
        rare = [option for option in options if option[0] in RARE]
        busy = rare or [option for option in options if option[0] not in DO_NOTHING]
        if busy:
            options = tuple(busy)
    chosen: tuple[Any, ...] = rng.choice(options)
    return chosen


def random_rulings(
    rng: Random, changed: int = 6, readings: Mapping[str, Iterable[str]] | None = None
) -> dict[str, str]:
    """Choose up to ``changed`` readings among those that are built, or among those given; returns a full dict."""
    pool = readings if readings is not None else {id: sorted(ruling.built) for id, ruling in RULINGS.items()}
    open_ones = sorted(id for id, known in pool.items() if len(list(known)) > 1)
    picked = rng.sample(open_ones, min(changed, len(open_ones)))
    return {**full_rulings({}), **{id: rng.choice(sorted(pool[id])) for id in picked}}


def catalogue_of(copies: int = 1) -> Catalogue:
    """The printed cards, with so many copies of each card whose power is built."""
    cat = load_catalogue()
    twice = [card for card in cat.printed if not card.two_sided and card.contracts[0].power in BUILT]
    return cat.with_cards(twice * (copies - 1)) if copies > 1 else cat


class Mix(NamedTuple):
    """What a game is played with."""

    sets: tuple[str, ...]
    port: bool
    market: bool
    containers: int


def mix_of(seed: int) -> Mix:
    """The mix of a game: every other time some of the other sets; the port, the Market and containers by chance."""
    rng = Random(7_919 * seed + 17)
    more = tuple(name for name in SETS[1:] if rng.random() < 0.5) if rng.random() < 0.5 else ()
    port = rng.random() < (0.7 if "tokyo" in more else 0.2)
    return Mix(("base", *more), port, rng.random() < 0.3, rng.choice((0, 0, 0, 1, 2)))


@lru_cache(maxsize=16)
def _with_containers(cat: Catalogue, crew_action: str) -> Catalogue:
    return cat.with_cards(physical_containers({"variant-crew-action": crew_action}))


def _deal(cat: Catalogue, cards: Iterable[int], players: int, rulings: dict[str, str], seed: int, mix: Mix) -> State:
    if mix.containers:
        cat = _with_containers(cat, rulings["variant-crew-action"])
    return deal(cat, list(cards), players, rulings, seed, port=mix.port, market=mix.market, containers=mix.containers)


def bare(players: int, seed: int, rulings: dict[str, str] | None = None, cat: Catalogue | None = None) -> State:
    """Deal a new game with the mix of its seed."""
    cat = cat if cat is not None else load_catalogue()
    mix = mix_of(seed)
    return _deal(cat, cat.of_sets(mix.sets), players, rulings if rulings is not None else full_rulings({}), seed, mix)


def loaded(
    players: int,
    seed: int,
    powers: int = 15,
    *,
    rulings: dict[str, str] | None = None,
    cat: Catalogue | None = None,
) -> State:
    """Deal a table on which powers are in force, or soon will be, of all sets or of those in the mix of its seed.

    Args:
        players: number of seats.
        seed: decides the deal and what lies where.
        powers: how many lasting powers lie in fulfilled areas, as far as there are so many.
        rulings: a full dict of rulings.
        cat: another catalogue, see ``catalogue_of``.
    """
    cat = cat if cat is not None else load_catalogue()
    mix, rng = mix_of(seed), Random(seed)
    sets = mix.sets if len(mix.sets) > 2 and rng.random() < 0.5 else SETS
    built = [card for card, name in enumerate(cat.power) if name in BUILT and cat.set[card] in sets]
    many = [name for name in MANY if name in sets] if players >= 5 else ["base"]
    cards = sorted({*cat.of_sets(many), *(cat.base[card] for card in built)})
    readings = rulings if rulings is not None else full_rulings({})
    s = _deal(cat, cards, players, readings, seed, mix)
    rng.shuffle(built)
    _fill(s, rng, list({cat.base[card]: card for card in built}.values()), powers)  # one face of a Flag card
    reindex(s)
    s.dirty = s.dirty or 1
    again(s)
    return s


def _fill(s: State, rng: Random, built: list[int], powers: int) -> None:
    at_once = [card for card in built if _at_once(s.cat.power[card])]
    hands = [card for card in built if s.cat.power[card] in FROM_HAND]
    lasting = [card for card in built if card not in at_once and card not in hands]
    for card in lasting[:powers]:
        _pull(s, card)
        tuck(s, Frame("game", 0), rng.randrange(len(s.players)), card, "power", "R-FULFIL-3")
    for card in hands:
        _pull(s, card)
        rng.choice(s.players).hand.append(s.cat.base[card])
    for card in at_once:
        _pull(s, card)
        _under_a_ship(s, rng, card)
    for seat in range(len(s.players)):
        _furnish(s, rng, seat)
    for player in s.players:
        if any(_is(s, face, "Maple Syrup") for card in player.hand for face in s.cat.faces[card]):
            player.credits = rng.randint(30, 45)
    if rng.random() < 0.3:
        _stage_partnership(s, rng)
    if rng.random() < 0.2:
        _stage_illegal_goods(s)
    for ship in s.ships:
        if ship.at == SEA and rng.random() < 0.5:
            kept = rng.randint(1, max(1, len(ship.cargo)))  # its cards may have gone before seats already
            _throw(s, ship.cargo[kept:])
            del ship.cargo[kept:]
    if s.containers:
        _box_all(s, rng)


def _at_once(power: str | None) -> bool:
    return power in POWERS and any(isinstance(a, (OnFulfill, Instead)) for a in POWERS[power].abilities)


def _pull(s: State, card: int) -> None:
    """Take a card from wherever the deal has put it; one from the deck takes its place."""
    card = s.cat.base[card]
    for pile in (s.deck, s.discard):
        if card in pile:
            return pile.remove(card)
    zones = [s.island, *(p.hand for p in s.players)]
    holds = [ship.cargo for ship in s.ships]
    zone = next(zone for zone in zones + holds if any(s.cat.base[held] == card for held in zone))
    at = next(at for at, held in enumerate(zone) if s.cat.base[held] == card)
    if s.deck:
        other = s.deck.pop()
        zone[at] = _side(s, other) if zone in holds else other
    else:
        del zone[at]


def _throw(s: State, cards: list[int]) -> None:
    """Lay cards on the discard pile, and physical containers back into their supply."""
    for card in cards:
        (s.tokens if is_token(s, card) else s.discard).append(s.cat.base[card])


def _box_all(s: State, rng: Random) -> None:
    """Put physical containers in the place of cards, as the variant in play has it (R-VARIANT-1, R-VARIANT-4)."""
    zones = [ship.cargo for ship in s.ships]
    if s.containers == 2:
        zones += [zone for player in s.players for zone in (player.crew, player.goods)]
    for zone in zones:
        for at, card in enumerate(zone):
            color = s.cat.color[card] if s.cat.color[card] in FIVE_KINDS else rng.choice(FIVE_KINDS)
            left = tokens_of(s, color)
            if left and not is_token(s, card):
                zone[at] = left[0]
                s.tokens.remove(left[0])
                s.discard.insert(0, s.cat.base[card])


def _side(s: State, card: int, kind: int = RAINBOW) -> int:
    """A card as it lies among containers, crew or goods: of a Flag card the side of a kind, or the first."""
    sides = s.cat.faces[card]
    return next((side for side in sides if s.cat.color[side] == kind), sides[0])


def _under_a_ship(s: State, rng: Random, card: int) -> None:
    """Slide a contract under a harbor ship that bears none, loaded but for one container; else into a hand."""
    free = [i for seat in range(len(s.players)) for i in harbor_ships(s, seat) if not s.ships[i].contracts]
    if not free or s.cat.load_total[card] > 6:
        return rng.choice(s.players).hand.append(s.cat.base[card])
    nearly_load(s, rng, s.ships[rng.choice(free)], card)


def nearly_load(s: State, rng: Random, ship: Ship, card: int) -> None:
    """Slide a contract under a ship and load it but for one container, which goes to its owner's hand."""
    ship.contracts.append(card)
    wanted = [kind for kind, count in enumerate(s.cat.load[card]) for _ in range(count)]
    rng.shuffle(wanted)
    for number, kind in enumerate(wanted):
        found = _of_kind(s, kind)
        if found >= 0:
            s.deck.remove(found)
            if number:
                ship.cargo.append(_side(s, found, kind))
            else:
                s.players[ship.owner].hand.append(found)


def _of_kind(s: State, kind: int) -> int:
    """A card of the deck that meets a requirement of this kind, -1 when there is none."""
    colors = s.cat.colors
    return next((c for c in s.deck if (kind == RAINBOW and colors[c] & 31) or colors[c] >> kind & 1), -1)


def _furnish(s: State, rng: Random, seat: int) -> None:
    """Give a seat credits, crew and goods within its limits."""
    player = s.players[seat]
    player.credits = rng.randint(0, 30)
    for area, room in ((player.crew, crew_limit(s, seat)), (player.goods, goods_limit(s, seat))):
        for _ in range(min(rng.randint(0, max(0, room)), len(s.deck) // 4)):
            area.append(_side(s, s.deck.pop()))


def _stage_partnership(s: State, rng: Random) -> None:
    """Ready somebody for a super-ship: two harbor ships with small contracts, many goods, cards to contract with."""
    seat = next((p for p in range(len(s.players)) if any(_is(s, c, "Partnership") for c in s.players[p].hand)), -1)
    if seat < 0:
        return
    player = s.players[seat]
    small = [card for card in s.deck if s.cat.load_total[card] in (1, 2)]
    for i, ship in enumerate(s.ships):
        if ship.owner == seat and small and len(ship.contracts) < 2:
            _throw(s, ship.cargo + ship.contracts)
            s.ships[i].at, s.ships[i].cargo, s.ships[i].contracts = HARBOR, [], [small.pop()]
            s.deck.remove(s.ships[i].contracts[0])
    for action in (CONTRACT, CONTRACT, LOAD, LOAD):
        player.hand += [card for card in s.deck if s.cat.action[card] == action][:1]
        s.deck[:] = [card for card in s.deck if card not in player.hand]
    _add_goods(s, seat, lambda card: rng.random() < 0.8)


def _stage_illegal_goods(s: State) -> None:
    """Bring the owner of Mother Load close to its eight Illegal goods."""
    for seat, player in enumerate(s.players):
        if any(_is(s, card, "Mother Load") for card in player.fulfilled):
            _throw(s, player.goods)
            player.goods = []
            _add_goods(s, seat, lambda card: bool(s.cat.colors[card] >> ILLEGAL & 1), 7)


def _is(s: State, card: int, power: str) -> bool:
    return s.cat.power[card] == power


def _add_goods(s: State, seat: int, wanted: Callable[[int], bool], most: int = 99) -> None:
    """Fill a goods area from the deck within its limit, leaving cards to draw."""
    room = min(most, goods_limit(s, seat) - len(s.players[seat].goods), len(s.deck) - 5)
    picked = [card for card in s.deck if wanted(card)][: max(0, room)]
    s.players[seat].goods += [_side(s, card, ILLEGAL) for card in picked]
    s.deck[:] = [card for card in s.deck if card not in picked]


__all__ = [
    "GameTooLong", "bare", "catalogue_of", "loaded", "pick", "play", "random_rulings", "random_step",
]  # fmt: skip
