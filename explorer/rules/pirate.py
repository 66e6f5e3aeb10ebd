"""Pirate: take a container from a ship at sea or a card from the island and load it (R-PIRATE-1 … R-PIRATE-4).

A *raid* takes a card from where nobody has seen it, so that its place is chosen afterwards (power mini-van).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from explorer.language import events as ev
from explorer.language.abilities import POWERS
from explorer.language.checks import PROMPTS, Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.listing import Fact, Table
from explorer.language.moves import (
    BANK,
    add_good,
    discard,
    faces,
    flag_fee,
    from_hand,
    from_island,
    goods_room,
    pay,
    take_top,
)
from explorer.language.questions import (
    HANDS,
    OTHER_HARBORS,
    TOP_OF_DECK,
    fills,
    pirate_places,
    pirates_to_goods,
    protected_ships,
)
from explorer.language.ships import load, unload
from explorer.language.stepper import ask, proc, push
from explorer.rules.load import FITS, HAS_CONTRACT, IN_HARBOR, ROOM_LEFT, prepare_ships
from explorer.rules.settling import at_once
from explorer.state import CHANCE, HARBOR, SEA, Frame, State, ship_name
from explorer.terms import CAPITAL

ISLAND: Final = -1  # as the source of a pirated card, or the target of one that is discarded: nowhere
DECK: Final = -2
HAND: Final = -3  # of the first seat, then downwards
DISCARD: Final = -1
GOODS: Final = -2
PIRATED: Final = "pirated"  # the mark of whoever has performed Pirate in this turn
GOODS_PRICE: Final = 2


def do_pirate(s: State, f: Frame) -> None:
    """Begin one Pirate action: taking the container and loading it are two steps (AMB-49)."""
    if (f.who, PIRATED) not in s.once:
        s.once.append((f.who, PIRATED))
    if f.r[0] in OTHER_PIRATING:
        OTHER_PIRATING[f.r[0]](s, f, f.r)
    elif f.r[0] == "raid":
        push(s, f, "raid one", f.who, x=(f.r[1],)).k = HAND - f.r[1]
    else:
        take_one(s, f, f.r)


# Further ways to pirate, by their word, added by powers.
OTHER_PIRATING: Final[dict[str, Any]] = {}


def take_one(s: State, f: Frame, choice: tuple[Any, ...], by: int = -1) -> None:
    """Begin that f.who pirates one container, (word, card, source, target); ``by`` is a card that allows one more."""
    push(s, f, "pirate one", f.who, by, n=choice[1], x=choice[2:])


def source_of(s: State, card: int) -> int:
    """The ship at sea a container lies on, or ISLAND."""
    for i, ship in enumerate(s.ships):
        if card in ship.cargo:
            return i
    return ISLAND


def as_taken(s: State, card: int, source: int) -> int:
    """The card as it lay there: a Flag card that was on no ship showed neither side (ruling flag-colour-unloaded)."""
    return card if source >= 0 else s.cat.base[card]


def taking_clause(s: State, f: Frame, source: int) -> str:
    """What allows it: for one more, or from elsewhere than a ship at sea or the island, a power."""
    if f.proc == "pirate one" and f.card >= 0:
        return POWERS[f.by].citation
    usual = source == ISLAND or (source >= 0 and s.ships[source].at == SEA)
    powers = () if usual else s.index.pirate_places[f.who]
    return POWERS[powers[0][0].power].citation if powers else "R-PIRATE-1"


def _take(s: State, f: Frame) -> None:
    source, target = f.x
    clause = taking_clause(s, f, source)
    if source == ISLAND:
        from_island(s, f, f.who, f.n, clause)
    else:
        unload(s, f, f.n, source, clause)
    s.limbo.append(f.n)
    _tell(s, f, source, target, clause)


def _tell(s: State, f: Frame, source: int, target: int, clause: str) -> None:
    """Tell of the pirated card; answers wait until it has found its place, but for those at once (AMB-49)."""
    number = emit(s, f, ev.ContainerPirated, clause, f.who, as_taken(s, f.n, source), source, target)
    f.y = tuple(t for t in s.triggers if t[4][ev.NUMBER] == number and not at_once(t))
    s.triggers[:] = [t for t in s.triggers if t not in f.y]


def _stow(s: State, f: Frame) -> None:
    source, target = f.x
    s.limbo.remove(f.n)
    if target == GOODS:
        _to_goods(s, f)
    elif target == DISCARD:
        discard(s, f, f.who, f.n, "pirate", "R-PIRATE-2")
    else:
        load(s, f, f.who, f.n, target, "pirate", "R-PIRATE-1", from_ship=source >= 0)
    s.triggers += f.y
    f.y = None


def _to_goods(s: State, f: Frame) -> None:
    clause = POWERS[s.index.pirates_to_goods[f.who][0][0].power].citation
    pay(s, f, f.who, GOODS_PRICE, BANK, clause)
    if goods_room(s, f.who, f.n) > 0:
        add_good(s, f, f.who, f.n, clause)
    else:
        relied(s, f, "stem-cells-full-goods")
        discard(s, f, f.who, f.n, "pirate", "R-LIMIT-2")


def _stow_there(s: State, f: Frame) -> None:
    """Put the card where it was to go; if what answered at once has ruled that out, its owner decides anew."""
    if f.x[1] == DISCARD or ("place", f.n, *f.x) in PROMPTS["raid"].options(s, f, f.who):
        return _stow(s, f)
    find_place(s, f, f.n, f.x[0], f.y)
    f.y = None


def find_place(s: State, f: Frame, card: int, source: int, later: tuple[Any, ...]) -> None:
    """Let f.who choose where a pirated card goes; it lies in limbo, and ``later`` answers when it has a place."""
    child = push(s, f, "pirate place", f.who, card, n=card, x=(source, DISCARD))
    child.y = later


proc("pirate one", _take, _stow_there)


# A raid: x is its source and then the target, k the seat whose hand it is


def _ask_unseen(s: State, f: Frame) -> None:
    if f.x[0] == DECK:
        f.r = None
    else:
        ask(s, CHANCE, "random card")


def _take_unseen(s: State, f: Frame) -> None:
    if f.r is None:
        f.n = take_top(s, f)
    else:
        f.n = f.r[1]
        from_hand(s, f.k, f.n)
    f.card = f.n
    if f.k == f.who:
        relied(s, f, "mini-van-own-hand")
    s.limbo.append(f.n)
    _tell(s, f, f.x[0], DISCARD, taking_clause(s, f, f.x[0]))


def _ask_target(s: State, f: Frame) -> None:
    ask(s, f.who, "raid")


def _stow_unseen(s: State, f: Frame) -> None:
    _word, face, source, target = f.r
    s.limbo[s.limbo.index(f.n)] = f.n = face
    f.x = (source, target)
    _stow(s, f)


proc("raid one", _ask_unseen, _take_unseen, _ask_target, _stow_unseen)
proc("pirate place", _ask_target, _stow_unseen)


def prepare_pirating(ctx: Ctx) -> None:
    """Look up what may be pirated from where, and where it may go."""
    _prepare_targets(ctx)
    s = ctx.s
    _prepare_sources(ctx, [*_reached(ctx), (ISLAND, faces(s, s.island))])
    ctx.protected = protected_ships(s, ctx.p)


def _prepare_sources(ctx: Ctx, places: list[tuple[int, Collection[int]]]) -> None:
    """Look up where each card would be taken from, which colors there are, and whether any is a side of a Flag card."""
    base, bits = ctx.s.cat.base, ctx.s.cat.colors
    ctx.source_of = source_of = {}
    ctx.sources = sources = {}
    colors = 0
    flags = False
    for source, cards in places:
        only = (source,)
        for card in cards:
            source_of[card] = source
            sources[card] = only
            colors |= bits[card]
            flags = flags or base[card] != card
    ctx.colors, ctx.flags = colors, flags


def _reached(ctx: Ctx) -> list[tuple[int, list[int]]]:
    """The ships whose containers may be pirated, with these: at sea, and by a power those in others' harbors."""
    harbors = pirate_places(ctx.s, ctx.p) & OTHER_HARBORS
    found = []
    for i, ship in enumerate(ctx.s.ships):
        if ship.at == SEA or (harbors and ship.at == HARBOR and ship.owner != ctx.p):
            found.append((i, ship.cargo))
    return found


def _prepare_targets(ctx: Ctx) -> None:
    prepare_ships(ctx)
    ctx.to_goods = pirates_to_goods(ctx.s, ctx.p)
    besides = (GOODS,) if ctx.to_goods else ()
    ctx.targets = (DISCARD, *ctx.open, *besides)
    ctx.likely_targets = (DISCARD, *ctx.taking, *besides)


def _prepare_raided(ctx: Ctx) -> None:
    """Look up where a pirated card may go; a Flag card that was on no ship may show either side."""
    _prepare_targets(ctx)
    s, card, source = ctx.s, ctx.f.n, ctx.f.x[0]
    _prepare_sources(ctx, [(source, (card,) if source >= 0 else faces(s, (s.cat.base[card],)))])


def _gray_there(ctx: Ctx) -> bool:
    return bool(ctx.colors >> CAPITAL & 1)


def _any_loadable(ctx: Ctx) -> bool:
    """Whether some container could be loaded, where that keeps it from being discarded."""
    return bool(ctx.any_open and ctx.s.rulings["pirate-discard-by-choice"] != "free-choice")


def _not_gray(ctx: Ctx, card: int) -> bool:
    return bool(ctx.s.cat.color[card] != CAPITAL or ctx.s.rulings["grey-as-pirate-target"] != "never-a-target")


def _gray_discarded(ctx: Ctx, card: int, source: int, target: int) -> bool:
    return bool(target == DISCARD or ctx.s.cat.color[card] != CAPITAL)


def _own_ships_allowed(ctx: Ctx, card: int) -> bool:
    s = ctx.s
    if s.rulings["pirate-own-ships"] == "allowed":
        return True
    source = ctx.source_of[card]
    return bool(source == ISLAND or s.ships[source].owner != ctx.p)


def _fee_held(ctx: Ctx, card: int, source: int, target: int) -> bool:
    if target < 0 or ctx.s.cat.base[card] == card:
        return True
    return ctx.s.players[ctx.p].credits >= flag_fee(ctx.s, card, "pirate", source >= 0)


def _loadable(ctx: Ctx, card: int) -> bool:
    """Whether a card can be loaded; of a Flag card from the island, either side (R-PIRATE-2, AMB-93)."""
    s, source = ctx.s, ctx.source_of[card]
    if s.cat.color[card] == CAPITAL or not ctx.any_open:
        return False
    if s.cat.base[card] not in s.cat.two_sided:
        return bool(fills(s, ctx.p, card) & ctx.any_open)
    sides = faces(s, (s.cat.base[card],)) if source < 0 else (card,)
    return any(fills(s, ctx.p, side) & ctx.any_open and _fee_held(ctx, side, source, 0) for side in sides)


def _discard_only_if_unloadable(ctx: Ctx, card: int, source: int, target: int) -> bool:
    return target != DISCARD or not _loadable(ctx, card)


def _misfit_pirated(ctx: Ctx, card: int, source: int, target: int) -> bool:
    if target != DISCARD or ctx.s.rulings["pirate-known-misfit"] == "allowed-then-discarded":
        return True
    return _loadable(ctx, card)


def _discarded_once(ctx: Ctx, card: int, source: int, target: int) -> bool:
    """A Flag card need not say with which side up it is discarded."""
    return target != DISCARD or source >= 0 or bool(card == ctx.s.cat.faces[ctx.s.cat.base[card]][0])


def _on_ship(check: Check) -> Check:
    """The check of a ship as a target, passed when the card goes to none."""

    def passes(ctx: Ctx, target: int) -> bool:
        return target < 0 or bool(check.fn(ctx, target))

    return Check(check.id, check.clause, passes, check.asks)


def _fits_target(ctx: Ctx, card: int, source: int, target: int) -> bool:
    return target < 0 or bool(FITS.fn(ctx, card, target))


def _unprotected(ctx: Ctx, card: int) -> bool:
    source = ctx.source_of[card]
    return bool(source < 0 or not ctx.protected >> source & 1)


def _say_protected(ctx: Ctx, card: int) -> dict[str, object]:
    """Which ship it is, and by which power of whose."""
    s, source = ctx.s, ctx.source_of[card]
    entries = s.index.protected_ships[ctx.p] if s.index.protected_ships else ()
    by = [entry[2] for entry in entries if entry[0].by(s, entry, 0, ctx.p) >> source & 1]
    return {"ship": ship_name(s, source), "cards": ", ".join(str(s.cat.name[card]) for card in by)}


def _price_held(ctx: Ctx, target: int) -> bool:
    return bool(target != GOODS or ctx.s.players[ctx.p].credits >= GOODS_PRICE)


def _good_fits(ctx: Ctx, card: int, source: int, target: int) -> bool:
    if target != GOODS or ctx.s.rulings["stem-cells-full-goods"] != "barred":
        return True
    return goods_room(ctx.s, ctx.p, card) > 0


_WHERE = (
    _on_ship(IN_HARBOR),
    _on_ship(HAS_CONTRACT),
    _on_ship(ROOM_LEFT),
    Check(FITS.id, FITS.clause, _fits_target, FITS.asks),
    Check("flag-fee", "R-FLAG-2", _fee_held, ruling="flag-fee", when=Fact("flags")),
    Check("two-credits", "R-POWER-6", _price_held, when=Fact("to_goods")),
    Check("goods-limit", "R-LIMIT-2", _good_fits, "goods_limit", ruling="stem-cells-full-goods", when=Fact("to_goods")),
    Check(
        "discard-only-if-unloadable",
        "R-PIRATE-2",
        _discard_only_if_unloadable,
        ruling="pirate-discard-by-choice",
        when=_any_loadable,
    ),
    Check("discarded-without-a-side", "R-FLAG-1", _discarded_once, when=Fact("flags")),
)
TARGETS = (
    *_WHERE,
    Check(
        "gray-only-discarded",
        "R-CAPITAL-10",
        _gray_discarded,
        only=("grey-as-pirate-target", "may-be-taken-to-discard"),
    ),
    Check("misfit-pirated", "ruling pirate-known-misfit", _misfit_pirated, only=("pirate-known-misfit", "barred")),
)
PIRATED_CARDS = (
    Check("gray-not-pirated", "R-CAPITAL-10", _not_gray, ruling="grey-as-pirate-target", when=_gray_there),
    Check(
        "ship-protected",
        "R-POWER-1",
        _unprotected,
        "protected_ships",
        say=_say_protected,
        when=Fact("protected"),
    ),
    Check("own-ships-pirated", "ruling pirate-own-ships", _own_ships_allowed, only=("pirate-own-ships", "barred")),
)


def pirating(*checks: Check) -> tuple[Axis, ...]:
    """The axes of a container that is pirated where everybody sees it, with further checks of the card."""
    return (
        Axis("card", Fact("source_of"), (*PIRATED_CARDS, *checks)),
        Axis("source", Table("sources")),
        Axis("target", Fact("targets"), TARGETS, likely=Fact("likely_targets")),
    )


PIRATING = Move(
    "pirate",
    pirating(),
    prepare=prepare_pirating,
    gates=(
        Check(
            "something-to-pirate",
            "R-PIRATE-1",
            lambda ctx: bool(ctx.s.island) or any(cargo for _ship, cargo in _reached(ctx)),
        ),
    ),
)


def _unseen(ctx: Ctx) -> list[int]:
    """Where a raid may go: the deck and every hand, where a power allows it."""
    places = pirate_places(ctx.s, ctx.p)
    if not places:
        return []
    seats = len(ctx.s.players)
    deck = [DECK] if places & TOP_OF_DECK else []
    return deck + [HAND - (ctx.p + i) % seats for i in range(seats) if places & HANDS]


def _card_there(ctx: Ctx, source: int) -> bool:
    if source == DECK:
        return bool(ctx.s.deck or ctx.s.discard)
    return bool(ctx.s.players[HAND - source].hand)


def _own_hand_allowed(ctx: Ctx, source: int) -> bool:
    return bool(ctx.s.rulings["mini-van-own-hand"] == "allowed" or HAND - source != ctx.p)


RAID = Move(
    "raid",
    (
        Axis(
            "unseen",
            _unseen,
            (
                Check("card-to-raid", "power mini-van", _card_there),
                Check(
                    "own-hand-raided",
                    "ruling mini-van-own-hand",
                    _own_hand_allowed,
                    only=("mini-van-own-hand", "barred"),
                ),
            ),
        ),
    ),
)


Prompt(
    "raid",
    "R-PIRATE-2",
    (
        Move(
            "place",
            (
                Axis("card", Fact("source_of")),
                Axis("source", Table("sources")),
                Axis(
                    "target",
                    Fact("targets"),
                    (*_WHERE, Check("gray-only-discarded", "R-CAPITAL-10", _gray_discarded)),
                    likely=Fact("likely_targets"),
                ),
            ),
            prepare=_prepare_raided,
        ),
    ),
)
Prompt("pirate", "R-PIRATE-1", (PIRATING, RAID), window="action")
