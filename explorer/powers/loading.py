"""Powers that act within a Load action: more containers, and other ways to carry it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import Answers, AnyTime, Entry, When, power
from explorer.language.checks import PROMPTS, Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import (
    as_container,
    draw,
    end_effects,
    faces,
    flag_fee,
    from_hand,
    from_island,
    gain,
    nothing_to_draw,
    pay_flag_fee,
    start_effect,
    to_island,
)
from explorer.language.questions import NEVER, good_counts, load_ways, once_a_turn, pair_fills, ship_capacity
from explorer.language.ships import load, slots_used, unload
from explorer.language.stepper import ask, proc, push
from explorer.language.verbs import Steps, prompt
from explorer.rules.load import (
    BY_POWER_NOT_GRAY,
    FITS,
    FLAG_FEE,
    LOAD_PROMPT,
    MORE,
    NOT_GRAY,
    OTHER_LOADS,
    SHIP_AXIS,
    hand_faces,
    own_ships,
    prepare_ships,
    stow,
    within_load,
)
from explorer.rules.pirate import (
    OTHER_PIRATING,
    PIRATED_CARDS,
    as_taken,
    find_place,
    prepare_pirating,
    source_of,
    taking_clause,
)
from explorer.rules.settling import at_once
from explorer.rules.supply import OWN_TURNS_ONLY, SALE_OPEN, note_sale
from explorer.state import SEA, Frame, State
from explorer.terms import NO_COLOR, TECHNOLOGY

Way = tuple[tuple[str, int], ...]
Pairs = tuple[tuple[int, int], ...]
FromShip = tuple[bool, bool]


def _another_way(word: str, tells: tuple[int, ...] = ()) -> Answers:
    """A Load action may be carried out in another way, named by the word of its option."""

    def by(s: State, entry: Entry, value: Way, p: int) -> Way:
        return (*value, (word, entry[2]))

    return Answers("load_ways", by=by, tells=tells)


def _cards_for(word: str) -> Callable[[Ctx], list[int]]:
    """The cards that allow the deciding player a way to carry out a Load action."""

    def cards(ctx: Ctx) -> list[int]:
        if not ctx.s.index.load_ways:
            return []
        return [card for way, card in load_ways(ctx.s, ctx.p) if way == word]

    return cards


def _first_for(word: str, again: Callable[[Ctx, int], bool] = lambda ctx, card: True) -> Callable[[Ctx], list[int]]:
    """One of the cards that allow a way, since all do the same: the first that can be used (again), if any can."""

    def cards(ctx: Ctx) -> list[int]:
        found = _cards_for(word)(ctx)
        return ([card for card in found if again(ctx, card)] or found)[:1]

    return cards


power(
    "Batteries",
    Answers(
        "paid_loads",
        by=lambda s, entry, value, p: value + once_a_turn(s, p),
        tells=(ev.CreditsPaid, ev.ContainerLoaded),
    ),
)


# Cell Phones: draw a card instead; what fits must be loaded.  n is the card drawn, -1 for none


CARD_LEFT = Check("card-left-to-draw", "R-POWER-6", lambda ctx, _way: not nothing_to_draw(ctx.s))


def _begin_drawing(s: State, f: Frame, choice: tuple[object, ...]) -> None:
    child = push(s, f, "cell-phones/load", f.who, choice[1])  # type: ignore[arg-type]
    child.by = "Cell Phones"


def _draw_one(s: State, f: Frame) -> None:
    f.n = s.players[f.who].hand[-1] if draw(s, f, f.who, 1, "power cell-phones") else -1


def _ask_drawn(s: State, f: Frame) -> None:
    ask(s, f.who, "cell-phones")


def _load_drawn(s: State, f: Frame) -> None:
    if f.n >= 0 and len(s.cat.faces[f.n]) > 1:
        relied(s, f, "cell-phones-flag")
    if f.r is not None and f.r[0] == "load":
        stow(s, f, f.r[1], f.r[2], "load", "power cell-phones")


def _drawn(ctx: Ctx) -> list[int]:
    return faces(ctx.s, [card for card in (ctx.f.n,) if card in ctx.s.players[ctx.p].hand])


def _drawn_flag(ctx: Ctx) -> list[int]:
    """The card drawn, if it is one that its owner may refuse to pay for (ruling cell-phones-flag)."""
    sides = _drawn(ctx)
    return [ctx.f.n] if len(sides) > 1 and ctx.s.rulings["cell-phones-flag"] == "owner-may-refuse" else []


prompt(
    "cell-phones",
    Move("load", (Axis("card", _drawn, (BY_POWER_NOT_GRAY, FLAG_FEE)), SHIP_AXIS), prepare=prepare_ships),
    Move("keep", (Axis("card", _drawn_flag),)),
)
proc("cell-phones/load", _draw_one, _ask_drawn, _load_drawn)
LOAD_PROMPT.add(Move("draw", (Axis("card", _first_for("draw"), (CARD_LEFT,)),)))
OTHER_LOADS["draw"] = _begin_drawing
power("Cell Phones", _another_way("draw", (ev.CardsDrawn, ev.ContainerLoaded, ev.CreditsPaid)))


# Machine Arms: as many as wanted for the player who leads Load

power(
    "Machine Arms",
    Answers(
        "more_loads",
        by=lambda s, entry, value, p, leading: NEVER if leading else value,
        tells=(ev.ContainerLoaded, ev.CreditsPaid),
    ),
)


# Maple Syrup: loaded for nothing, also as a Flag card, beside the card of a Load action, while you hold 30 credits


def _own_ships(ctx: Ctx) -> list[int]:
    prepare_ships(ctx)
    return list(ctx.open)


def _fits_this(ctx: Ctx, ship: int) -> bool:
    return bool(FITS.fn(ctx, ctx.card, ship))


def _action_still_loads(ctx: Ctx, ship: int) -> bool:
    """Whether the Load action has been carried out, or still can be when this card is on the ship."""
    s, p = ctx.s, ctx.p
    f = next(frame for frame in reversed(s.stack) if frame.proc != "window")
    if f.proc == "load more":
        return True
    hand, cargo, base = s.players[p].hand, s.ships[ship].cargo, s.cat.base[ctx.card]
    place = hand.index(base)
    del hand[place]
    cargo.append(ctx.card)
    left = any(option[0] != "stop" for option in LOAD_PROMPT.options(s, f, p))
    cargo.pop()
    hand.insert(place, base)
    return left


def _how(s: State) -> str:
    return "load" if s.rulings["loads-within-a-load-action"] == "counted" else "power"


BESIDE = Move(
    "aboard",
    (
        Axis(
            "ship",
            _own_ships,
            (
                *SHIP_AXIS.checks[:-1],
                Check(FITS.id, FITS.clause, _fits_this, FITS.asks),
                Check("load-action-left", "power maple-syrup", _action_still_loads),
            ),
        ),
    ),
    gates=(
        Check("within-a-load-action", "power maple-syrup", lambda ctx: within_load(ctx.s, ctx.p)),
        Check("thirty-credits", "power maple-syrup", lambda ctx: ctx.s.players[ctx.p].credits >= 30),
    ),
)


def _load_this(s: State, f: Frame) -> None:
    relied(s, f, "loads-within-a-load-action")
    from_hand(s, f.who, f.card)
    load(s, f, f.who, f.card, f.x[1], _how(s), "power maple-syrup", free=True)


power(
    "Maple Syrup",
    AnyTime(
        "hand",
        BESIDE,
        do=Steps(_load_this, touches=frozenset({"hand", "ships"}), emits=(ev.ContainerLoaded,), asks=False),
        windows=frozenset({"action", "loading"}),
        moves_its_card=True,
    ),
)

# Playstations: one more container for two Technology goods


def _for_two_goods(s: State, entry: Entry, value: int, p: int, leading: bool) -> int:
    used = s.once.count((p, MORE))  # marked only where the number is for the whole turn (ruling playstations-unit)
    return value + max(0, good_counts(s, p)[TECHNOLOGY] // 2 - used)


power(
    "Playstations",
    Answers("more_loads", by=_for_two_goods, tells=(ev.ContainerLoaded, ev.CreditsPaid)),
)


# Robo-Cats: two containers of one type as one Technology container; the second is the parameter of the effect


def _one_of_two(s: State, entry: Entry, value: Pairs, p: int, ship: int) -> Pairs:
    hull = s.ships[ship]
    if hull.at == SEA or entry[2] not in hull.cargo or entry[3] not in hull.cargo:
        return value
    return (*value, (entry[2], entry[3]))


def _aboard(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The two containers are on the ship that has sailed."""
    return card in s.ships[event[ev.FIELDS]].cargo


def _part(s: State, f: Frame) -> None:
    end_effects(s, f, ("aboard", f.card))


_AS_ONE = Answers("pairs", by=_one_of_two)
_APART = When(
    ev.ShipSailed,
    given=_aboard,
    at_once=True,
    do=Steps(_part, touches=frozenset({"rules"}), emits=(ev.EffectEnded,), asks=False),
)


def _load_pair(s: State, f: Frame, pair: tuple[int, int], ship: int, how: tuple[str, str], ships: FromShip) -> None:
    """Load two cards that are nowhere else as one; ``ships`` says which of them come from another ship."""
    relied(s, f, "robo-cats-capacity")
    for card, word, from_ship in zip(pair, how, ships, strict=True):
        pay_flag_fee(s, f, f.who, card, word, from_ship)
    one, other = (as_container(s, f, f.who, card) for card in pair)  # what the effect is about lies aboard
    for effect in (_AS_ONE, _APART):
        start_effect(s, f, effect.id, f.who, one, other, ("aboard", one))
    for card, word in zip((one, other), how, strict=True):
        load(s, f, f.who, card, ship, word, "power robo-cats", free=True)


def _load_two(s: State, f: Frame, choice: tuple[Any, ...]) -> None:
    _word, _way, one, other, ship = choice
    from_hand(s, f.who, one)
    from_hand(s, f.who, other)
    _load_pair(s, f, (one, other), ship, ("load", "paired"), (False, False))


def _partners(cards: Callable[[Ctx], list[int]]) -> Callable[..., list[int]]:
    """The cards after the first one, without its other side."""

    def later(ctx: Ctx, first: int) -> list[int]:
        found = cards(ctx)
        base = ctx.s.cat.base
        return [card for card in found[found.index(first) + 1 :] if base[card] != base[first]]

    return later


def _one_type(ctx: Ctx, one: int, other: int) -> bool:
    """Whether two containers are of one type, as printed (D10)."""
    color = ctx.s.cat.color
    return bool(color[one] == color[other] != NO_COLOR)


def _room_for_two(ctx: Ctx, ship: int) -> bool:
    s = ctx.s
    if s.rulings["container-capacity"] == "contracts-only":
        return True
    used = 1 if s.rulings["robo-cats-capacity"] == "one-slot" else 2
    return slots_used(s, ship) + used <= ship_capacity(s, ctx.p, ship)


def _fits_as_one(ctx: Ctx, ship: int) -> bool:
    return bool(ctx.open[ship] & pair_fills(ctx.s, ctx.p))


def _fees(ctx: Ctx, one: int, other: int, how: str) -> bool:
    """Whether the fees of both can be paid."""
    fees = sum(flag_fee(ctx.s, card, how, source_of(ctx.s, card) >= 0) for card in (one, other))
    return ctx.s.players[ctx.p].credits >= fees


ONE_TYPE = Check("pair-of-one-type", "power robo-cats", _one_type)
PAIR_SHIP = Axis(
    "ship",
    own_ships,
    (
        *SHIP_AXIS.checks[:2],
        Check(
            "room-for-pair", "ruling container-capacity", _room_for_two, "ship_capacity", ruling="robo-cats-capacity"
        ),
        Check("requirement-open-for-pair", "R-LOAD-3", _fits_as_one, "fills takes_any"),
    ),
)


def _allowed_pair(ctx: Ctx) -> tuple[int, ...]:
    """A part of the choice that nobody sees: there is one if anybody may carry out Load in another way."""
    return (0,) if ctx.s.index.load_ways else ()


PAIRS_LOADED = Check("pairs-loaded", "power robo-cats", lambda ctx, _way: bool(_cards_for("pair")(ctx)), "load_ways")


LOAD_PROMPT.add(
    Move(
        "pair",
        (
            Axis("source", _allowed_pair, (PAIRS_LOADED,)),
            Axis("card", hand_faces, (NOT_GRAY,)),
            Axis(
                "card",
                _partners(hand_faces),
                (
                    ONE_TYPE,
                    Check("flag-fee", "R-FLAG-2", lambda ctx, a, b: _fees(ctx, a, b, "load"), ruling="flag-fee"),
                ),
            ),
            PAIR_SHIP,
        ),
        prepare=prepare_ships,
    )
)
OTHER_LOADS["pair"] = _load_two


# With Pirate it takes two actions: x is the two cards and the ship, n counts those taken, y what answers later


def _pirate_two(s: State, f: Frame, choice: tuple[Any, ...]) -> None:
    f.n -= 1
    if not f.y:
        s.declared[f.who] = f.n
    child = push(s, f, "robo-cats/pirate one", f.who, choice[1], x=choice[2:])
    child.y = ((), ())
    child.by = "Robo-Cats"


def _seize(s: State, f: Frame) -> None:
    card, target = f.x[f.n], f.x[2]
    source = source_of(s, card)
    clause = taking_clause(s, f, source)
    if source >= 0:
        unload(s, f, card, source, clause)
    else:
        from_island(s, f, f.who, card, clause)
    s.limbo.append(card)
    number = emit(s, f, ev.ContainerPirated, clause, f.who, as_taken(s, card, source), source, target)
    later = tuple(t for t in s.triggers if t[4][ev.NUMBER] == number and not at_once(t))
    s.triggers[:] = [t for t in s.triggers if t not in later]
    f.y = ((*f.y[0], source), (*f.y[1], *later))
    f.n += 1


def _seize_other(s: State, f: Frame) -> None:
    """Take the second card too, unless what answered the first at once has put it out of reach."""
    ctx = Ctx(s, f, f.who)
    prepare_pirating(ctx)
    if f.x[1] in ctx.source_of and all(check.fn(ctx, f.x[1]) for check in PIRATED_CARDS[1:]):
        _seize(s, f)


def _ask_other_ship(s: State, f: Frame) -> None:
    f.r = None
    if f.n == 2 and f.x[2] not in _ships_left(s, f):
        ask(s, f.who, "robo-cats")


def _ships_left(s: State, f: Frame) -> list[int]:
    return [choice[1] for choice in PROMPTS["robo-cats"].options(s, f, f.who)]


def _give_back(s: State, f: Frame) -> None:
    """The second action has taken nothing: it is still to be performed."""
    acting = next(frame for frame in reversed(s.stack) if frame.proc == "perform" and frame.who == f.who)
    acting.n += 1
    if not acting.y:
        s.declared[f.who] = acting.n


def _stow_two(s: State, f: Frame) -> None:
    """Load both as one; if no ship takes them so any more, or only one could be had, each goes its own way."""
    (one, other, ship), (sources, later) = f.x, f.y
    if f.n < 2:
        _give_back(s, f)
        return find_place(s, f, one, sources[0], later)
    ship = ship if f.r is None else f.r[1]
    if ship not in _ships_left(s, f):
        find_place(s, f, other, sources[1], later)
        return find_place(s, f, one, sources[0], ())
    s.limbo.remove(one)
    s.limbo.remove(other)
    _load_pair(s, f, (one, other), ship, ("pirate", "pirate"), (sources[0] >= 0, sources[1] >= 0))
    s.triggers += later


proc("robo-cats/pirate one", _seize, _seize_other, _ask_other_ship, _stow_two)


def _fees_of_taken(ctx: Ctx) -> bool:
    f = ctx.f
    fees = sum(flag_fee(ctx.s, card, "pirate", source >= 0) for card, source in zip(f.x, f.y[0], strict=False))
    return ctx.s.players[ctx.p].credits >= fees


prompt(
    "robo-cats",
    Move(
        "aboard",
        (PAIR_SHIP,),
        gates=(Check("flag-fee", "R-FLAG-2", _fees_of_taken, ruling="flag-fee"),),
        prepare=prepare_ships,
    ),
)


def _sources(ctx: Ctx) -> list[int]:
    return list(ctx.source_of)


PROMPTS["pirate"].add(
    Move(
        "pair",
        (
            Axis(
                "source",
                _allowed_pair,
                (PAIRS_LOADED, Check("two-pirate-actions", "power robo-cats", lambda ctx, _way: ctx.f.n >= 2)),
            ),
            Axis("card", _sources, (NOT_GRAY, *PIRATED_CARDS[1:])),
            Axis(
                "card",
                _partners(_sources),
                (
                    *PIRATED_CARDS[1:],
                    NOT_GRAY,
                    ONE_TYPE,
                    Check("flag-fee", "R-FLAG-2", lambda ctx, a, b: _fees(ctx, a, b, "pirate"), ruling="flag-fee"),
                ),
            ),
            PAIR_SHIP,
        ),
        prepare=prepare_pirating,
    )
)
OTHER_PIRATING["pair"] = _pirate_two
_SEIZED = (
    ev.ContainerRemoved, ev.IslandCardTaken, ev.ContainerPirated, ev.ContainerLoaded, ev.CardDiscarded,
    ev.EffectStarted,
)  # fmt: skip
power("Robo-Cats", _another_way("pair", _SEIZED), effects=(_AS_ONE, _APART))


# Smart Cars: a card of your hand onto the island instead, for 2 credits, once a turn


def _turned_in(card: int) -> str:
    return f"turned in {card}"


def _turn_in(s: State, f: Frame, choice: tuple[object, ...]) -> None:
    this, card = int(choice[1]), int(choice[2])  # type: ignore[call-overload]
    s.once.append((f.who, _turned_in(this)))
    note_sale(s, f, f.who)
    from_hand(s, f.who, card)
    to_island(s, f, f.who, card, "power smart-cars")
    gain(s, f, f.who, 2, "power smart-cars")


def _not_turned_in(ctx: Ctx, card: int) -> bool:
    return (ctx.p, _turned_in(card)) not in ctx.s.once


LOAD_PROMPT.add(
    Move(
        "island",
        (
            Axis(
                "card",
                _first_for("island", _not_turned_in),
                (
                    Check(
                        "once-a-turn",
                        "power smart-cars",
                        _not_turned_in,
                        ruling="turn-in-once-per-turn",
                    ),
                    OWN_TURNS_ONLY,
                    SALE_OPEN,
                ),
            ),
            Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),
        ),
    )
)
OTHER_LOADS["island"] = _turn_in
power("Smart Cars", _another_way("island", (ev.IslandCardAdded, ev.CreditsGained)))
