"""Load: a card from hand becomes a container on a ship in one's harbor (R-LOAD-1 … R-LOAD-3)."""

from __future__ import annotations

from typing import Any, Final

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.body import Body
from explorer.language.checks import PROMPTS, Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.listing import Fact
from explorer.language.moves import BANK, faces, flag_fee, from_hand, pay
from explorer.language.questions import fills, load_ways, more_loads, paid_loads
from explorer.language.ships import load, open_kinds, room_aboard
from explorer.language.stepper import Step, ask, done, go, proc, push
from explorer.rules.settling import look_again
from explorer.state import HARBOR, JOINED, SAILING, Frame, State, ship_name, ships_of
from explorer.terms import CAPITAL, LOAD

AS_MANY_AS_WANTED: Final = 10_000  # containers of one action without a limit, and small enough for a written moment
FREE = "free"  # as y of a performance: an action through a power that cannot count as led


def do_load(s: State, f: Frame) -> None:
    """Carry out one Load action, and what powers allow within it."""
    choice = f.r
    if choice[0] == "stop":
        return _load_nothing(s, f)
    known = _extending(s, f.who)
    if known or s.index.hand_anytime:
        child = push(s, f, "load more", f.who, x=known)
        child.k = leads_load(s, f)
    if choice[0] == "load":
        stow(s, f, choice[1], choice[2], "load", "R-LOAD-1")
    else:
        OTHER_LOADS[choice[0]](s, f, choice)


def _load_nothing(s: State, f: Frame) -> None:
    """Give up this action and those left: only powers would let them be carried out."""
    emit(s, f, ev.ActionLapsed, "R-TURN-7", f.who, LOAD, f.n + 1)
    f.n = 0
    if not f.y:
        s.declared[f.who] = 0
    done(f)
    look_again(s, f)


# Further ways to carry out a Load action, by their word, added by powers.
OTHER_LOADS: Final[dict[str, Any]] = {}


def stow(s: State, f: Frame, card: int, ship: int, how: str, clause: str) -> None:
    """Load a card from the hand of whoever acts."""
    from_hand(s, f.who, card)
    load(s, f, f.who, card, ship, how, clause)


def leads_load(s: State, f: Frame) -> bool:
    """Whether a performance of Load is that of the player who leads it (ruling solo-actions-lead)."""
    if f.y:
        return f.y != FREE and s.rulings["solo-actions-lead"] == "leading"
    return f.who == s.leader and s.action == LOAD


def _extending(s: State, p: int) -> tuple[tuple[str, int], ...]:
    """The powers, and their cards, that let p load more within a Load action that begins now.

    A power does not see the fulfillment that brought it in (D1), so what comes through this action's own loads is none.
    """
    answers = (s.index.more_loads, s.index.paid_loads)
    return tuple((entry[0].id, entry[2]) for seats in answers if seats for entry in seats[p])


def within_load(s: State, p: int) -> bool:
    """Whether what is being decided belongs to a Load action of p."""
    f = next(frame for frame in reversed(s.stack) if frame.proc != "window")
    return f.who == p and (f.proc == "load more" or (f.proc == "perform" and f.x == LOAD))


def _loads_from_hand(s: State, p: int) -> bool:
    """Whether p holds a card that may be loaded beside the action's own."""
    held = s.index.hand_anytime
    return (
        any("loading" in held[card].windows for card in faces(s, s.players[p].hand) if card in held) if held else False
    )


# More containers within one Load action: n counts those still allowed for nothing, k says whether p leads, x are the
# powers that were there when the action began


def _count_more(s: State, f: Frame) -> None:
    f.n = min(more_loads(s, f.who, bool(f.k), f.x), AS_MANY_AS_WANTED)


def _ask_more(s: State, f: Frame) -> None:
    if f.x or _loads_from_hand(s, f.who):
        ask(s, f.who, "load more")
    else:
        done(f)


def _load_more(s: State, f: Frame) -> None:
    choice: tuple[Any, ...] = f.r or ("stop",)
    if choice[0] in ("stop", "next"):
        if choice[0] == "stop" and f.n >= AS_MANY_AS_WANTED // 2:  # as many as wanted: those declared are among them
            _end_performance(s)
        return done(f)
    by, f.by = f.by, _allowing(s, f, "paid_loads" if choice[0] == "pay" else "more_loads")
    clause = "power " + kebab(f.by)
    if choice[0] == "pay":
        pay(s, f, f.who, PRICE, BANK, clause)
        s.once.append((f.who, PAID))
    else:
        f.n -= 1
        if s.rulings["playstations-unit"] == "once-per-turn":
            s.once.append((f.who, MORE))
    counted = s.rulings["loads-within-a-load-action"] == "counted"
    relied(s, f, "loads-within-a-load-action")
    stow(s, f, choice[1], choice[2], "load" if counted else "power", clause)
    f.by = by
    go(f, _ask_more)


def _allowing(s: State, f: Frame, question: str) -> str:
    """The latest power that allows a further container in this action."""
    entries = getattr(s.index, question)[f.who]
    return str(next(e[0].power for e in reversed(entries) if (e[0].id, e[2]) in f.x))


def _end_performance(s: State) -> None:
    """Give up the Load actions that are left of those declared."""
    performance = s.stack[-2]
    performance.n = 0


proc("load more", _count_more, _ask_more, _load_more)

PRICE: Final = 2
MORE: Final = "more load"  # the mark of each further container loaded for nothing, where they count for the turn
PAID: Final = "paid load"  # the mark of each further container paid for


def prepare_ships(ctx: Ctx) -> None:
    """Look up, for each ship of the player, which kinds of container it still takes."""
    s, p = ctx.s, ctx.p
    ctx.open = kinds = {}
    ctx.taking = taking = []
    any_open = 0
    for i in ships_of(s, p):
        ship = s.ships[i]
        kinds[i] = mask = open_kinds(s, i) if ship.contracts and ship.at == HARBOR and room_aboard(s, i) else 0
        if mask:
            taking.append(i)
            any_open |= mask
    ctx.any_open = any_open


own_ships: Final = Fact("open")  # the ships of the deciding player, wherever they are
taking_ships: Final = Fact("taking")  # those of them that take a container at all


def _fits(ctx: Ctx, card: int, ship: int) -> bool:
    return bool(ctx.open[ship] & fills(ctx.s, ctx.p, card))


def in_harbor(ctx: Ctx, ship: int) -> bool:
    """Whether the ship is in the harbor (R-LOAD-1, AMB-52)."""
    return ctx.s.ships[ship].at == HARBOR


def has_contract(ctx: Ctx, ship: int) -> bool:
    """Whether the ship bears a contract (R-LOAD-1)."""
    return bool(ctx.s.ships[ship].contracts)


def has_room(ctx: Ctx, ship: int) -> bool:
    """Whether the ship has room for one more container (AMB-45)."""
    return room_aboard(ctx.s, ship)


def _room_left(ctx: Ctx, ship: int) -> bool:
    """Whether it has room; one that takes a kind of container has, as ``prepare_ships`` has seen."""
    return bool(ctx.open[ship]) or has_room(ctx, ship)


def hand_faces(ctx: Ctx) -> list[int]:
    """The hand as what may be put on a ship: each Flag card stands there with both sides (R-FLAG-1, R-FLAG-2)."""
    return faces(ctx.s, ctx.s.players[ctx.p].hand)


def _hand_if_taken(ctx: Ctx) -> list[int]:
    """Those in hand that some ship takes."""
    any_open = ctx.any_open
    if not any_open:
        return []
    s, p = ctx.s, ctx.p
    return [card for card in hand_faces(ctx) if fills(s, p, card) & any_open]


def _fee_held(ctx: Ctx, card: int) -> bool:
    return ctx.s.cat.base[card] == card or ctx.s.players[ctx.p].credits >= flag_fee(ctx.s, card, "load")


def _power_fee_held(ctx: Ctx, card: int) -> bool:
    return ctx.s.players[ctx.p].credits >= flag_fee(ctx.s, card, "power")


NOT_SAILING = Check("ship-not-sailing", "AMB-52", lambda ctx, ship: ctx.s.ships[ship].at != SAILING)
NOT_JOINED = Check(
    "ship-not-joined",
    "power partnership",
    lambda ctx, ship: ctx.s.ships[ship].at != JOINED,
    say=lambda ctx, ship: {"ship": ship_name(ctx.s, ship), "super_ship": ship_name(ctx.s, ctx.s.ships[ship].partner)},
)
NOT_THERE = (NOT_SAILING, NOT_JOINED)
IN_HARBOR = Check("ship-in-harbor", "R-LOAD-1", in_harbor, rather=NOT_THERE)
HAS_CONTRACT = Check("ship-has-contract", "R-LOAD-1", has_contract)
HAS_ROOM = Check("room-for-container", "ruling container-capacity", has_room, "ship_capacity")
ROOM_LEFT = Check(HAS_ROOM.id, HAS_ROOM.clause, _room_left, HAS_ROOM.asks)  # the same, where ships are prepared
FITS = Check("requirement-open", "R-LOAD-3", _fits, "fills takes_any")


def _not_gray(ctx: Ctx, card: int) -> bool:
    """Gray is loaded by no Load action, but for one that a power gives for nothing (ruling grey-loaded-by-powers)."""
    return ctx.s.cat.color[card] != CAPITAL or (
        ctx.f.proc == "perform" and ctx.f.y == FREE and _gray_by_power(ctx, card)
    )


def _gray_by_power(ctx: Ctx, card: int) -> bool:
    return ctx.s.cat.color[card] != CAPITAL or bool(ctx.s.rulings["grey-loaded-by-powers"] == "every-loading-power")


NOT_GRAY = Check("gray-not-loaded", "R-CAPITAL-10", _not_gray)
BY_POWER_NOT_GRAY = Check(
    "gray-not-loaded-so",
    "R-CAPITAL-10",
    _gray_by_power,
    ruling="grey-loaded-by-powers",
    only=("grey-loaded-by-powers", "only-a-card-loading-itself"),
)
FLAG_FEE = Check("flag-fee", "R-FLAG-2", _fee_held, ruling="flag-fee")
POWER_FLAG_FEE = Check("flag-fee", "R-FLAG-2", _power_fee_held, ruling="flag-fee")  # for what powers load

SHIP_AXIS = Axis("ship", own_ships, (IN_HARBOR, HAS_CONTRACT, ROOM_LEFT, FITS), likely=taking_ships)
LOADED_CARD = Axis("card", hand_faces, (NOT_GRAY, FLAG_FEE), likely=_hand_if_taken)
LOADING = Move("load", (LOADED_CARD, SHIP_AXIS), prepare=prepare_ships)


def _has_ways(ctx: Ctx) -> tuple[int, ...]:
    return (0,) if ctx.s.index.load_ways and load_ways(ctx.s, ctx.p) else ()


def can_load(s: State, p: int) -> bool:
    """Whether p could load anything from hand with a Load action."""
    return bool(LOADING.options(Ctx(s, s.stack[-1], p)))


def takes_more(s: State, p: int) -> bool:
    """Whether a requirement is open on any ship in p's harbor."""
    ctx = Ctx(s, s.stack[-1], p)
    prepare_ships(ctx)
    return bool(ctx.any_open)


NOTHING_TO_LOAD = Check("nothing-to-load", "AMB-6", lambda ctx, _way: not can_load(ctx.s, ctx.p))
LOAD_PROMPT = Prompt(
    "load",
    "R-LOAD-1",
    (LOADING, Move("stop", (Axis("source", _has_ways, (NOTHING_TO_LOAD,)),))),
    window="action",
)


def _more_left(ctx: Ctx) -> bool:
    return bool(ctx.f.n > 0)


def _payments_left(ctx: Ctx) -> int:
    return paid_loads(ctx.s, ctx.p, ctx.f.x) - ctx.s.once.count((ctx.p, PAID))


def _both_held(ctx: Ctx, card: int) -> bool:
    return ctx.s.players[ctx.p].credits >= PRICE + flag_fee(ctx.s, card, "load")


def _action_waits(ctx: Ctx) -> bool:
    """Whether a declared action is left that would be given up with the rest, and that something can come of."""
    if ctx.f.n < AS_MANY_AS_WANTED // 2 or not ctx.s.stack[-2].n:
        return False
    return any(option[0] != "stop" for option in LOAD_PROMPT.options(ctx.s, ctx.f, ctx.p))


LOAD_MORE = Prompt(
    "load more",
    "R-LOAD-1",
    (
        Move(
            "load",
            LOADING.axes,
            gates=(Check("more-loads-left", "R-LOAD-1", _more_left, "more_loads"),),
            prepare=prepare_ships,
        ),
        Move(
            "pay",
            (Axis("card", hand_faces, (NOT_GRAY, Check("price-and-fee", "R-POWER-6", _both_held))), SHIP_AXIS),
            gates=(
                Check("paid-load-left", "R-LOAD-1", lambda ctx: _payments_left(ctx) > 0, "paid_loads"),
                Check("two-credits", "R-POWER-6", lambda ctx: ctx.s.players[ctx.p].credits >= PRICE),
            ),
            prepare=prepare_ships,
        ),
        Move("next", gates=(Check("action-waits", "R-TURN-7", _action_waits),)),
        Move("stop"),
    ),
    window="action",
)


class FreeLoad(Body):
    """You load a card from your hand without an action (D12); ``may`` says whether you may let it be.

    Args:
        may: a permission, not a duty.
        there: only onto the ship that the answered event names in its second field.
    """

    touches = frozenset({"hand", "ships", "credits"})
    emits = (ev.ContainerLoaded, ev.CreditsPaid)
    asks_something = True

    def __init__(self, may: bool = True, there: bool = False) -> None:
        self.may = may
        self.there = there

    def bind(self, power: str, id: str) -> None:
        """Declare the prompt: any card and ship that a power may load."""
        checks = (*SHIP_AXIS.checks, *((_that_ship(power),) if self.there else ()))
        axes = (
            Axis("card", hand_faces, (BY_POWER_NOT_GRAY, POWER_FLAG_FEE), likely=_hand_if_taken),
            Axis("ship", own_ships, checks, likely=taking_ships),
        )
        loading = Move("load", axes, prepare=prepare_ships)
        PROMPTS.pop(id, None)
        Prompt(id, "power " + kebab(power), (loading, Move("pass")) if self.may else (loading,))
        super().bind(power, id)

    def alike(self) -> bool:
        return not self.there

    def void(self, s: State, f: Frame) -> bool:
        return all(option[0] == "pass" for option in PROMPTS[self.id].options(s, f, f.who))

    def steps(self) -> tuple[Step, ...]:
        def question(s: State, f: Frame) -> None:
            ask(s, f.who, self.id)

        def act(s: State, f: Frame) -> None:
            if f.r is not None and f.r[0] == "load":
                stow(s, f, f.r[1], f.r[2], "power", self.citation)

        return (question, act)


def _that_ship(power: str) -> Check:
    return Check("ship-of-the-event", "power " + kebab(power), lambda ctx, ship: ctx.f.x[ev.FIELDS + 1] == ship)
