"""Windows: when powers that work at any time, and the leader's discarding of contracts, may be used (AMB-75).

At every open decision they are offered beside its options, to whoever holds
them; afterwards the same decision is asked again.  Where no decision would stand
a window asks, and only those whom it can matter to; what somebody let pass is
remembered until the turn ends or the possibilities change.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import ABILITIES, AnyTime
from explorer.language.checks import PROMPTS, Axis, Check, Ctx, Move, Prompt, Refusal
from explorer.language.events import emit, relied
from explorer.language.moves import discard
from explorer.language.stepper import advance, ask, done, go, proc, push, window
from explorer.state import HARBOR, Frame, State

Use = tuple[str, int, int, tuple[Any, ...]]  # ability id, owner, card, choice


def any_time(s: State, seat: int) -> list[Use]:
    """What a seat may use at any time now."""
    found: list[Use] = []
    for ability, card in _held(s, seat):
        ctx = ability.context(s, seat, card)
        found += [(ability.id, seat, card, choice) for choice in ability.move.options(ctx)]
    return found


def refused_uses(s: State) -> list[tuple[int, int, Move, Refusal]]:
    """Why any-time powers cannot be used (so) now: (seat, card, move, refusal)."""
    return [
        (seat, card, ability.move, refusal)
        for seat in range(len(s.players))
        for ability, card in _held(s, seat)
        for refusal in ability.move.refusals(ability.context(s, seat, card))
    ]


def _held(s: State, seat: int) -> list[tuple[AnyTime, int]]:
    """The any-time powers a seat has in its fulfilled area or hand."""
    found = [(entry[0], entry[2]) for entry in s.index.anytime if entry[1] == seat]
    hand_powers = s.index.hand_anytime
    if hand_powers:
        found += [(hand_powers[card], card) for card in s.players[seat].hand if card in hand_powers]
    return found


def useful(s: State, seat: int, kind: str) -> list[Use]:
    """Those of them that can matter in a window of this kind, with nobody's decision standing open."""
    return [use for use in any_time(s, seat) if kind in ABILITIES[use[0]].windows]  # type: ignore[attr-defined]


def open_window(s: State, f: Frame, about: int, kind: str) -> Frame | None:
    """Before a forced decision: the window that asks, or None when it can matter to nobody who has not declined."""
    seats = len(s.players)
    for i in range(seats) if kind not in ("declare", "action") else (about - s.leader,):
        seat = (s.leader + i) % seats
        if _holds_any(s, seat):
            uses = useful(s, seat, kind)
            if uses and (seat, tuple(uses)) not in s.declined:
                return Frame("window", seat, n=about, x=kind, cause=f.cause)
    return None


def _holds_any(s: State, seat: int) -> bool:
    for entry in s.index.anytime:
        if entry[1] == seat:
            return True
    return not s.index.hand_anytime.keys().isdisjoint(s.players[seat].hand)


window.append(open_window)


def pause(s: State, f: Frame, kind: str) -> None:
    """Open a window where no decision stands (between a fulfillment and its powers, at the end of a turn)."""
    if s.index.anytime or s.index.hand_anytime:
        asker = open_window(s, f, -1, kind)
        if asker is not None:
            s.stack.append(asker)


def _ask_window(s: State, f: Frame) -> None:
    if useful(s, f.who, f.x):
        ask(s, f.who, "window")
    else:
        done(f)


def _use_window(s: State, f: Frame) -> None:
    uses = useful(s, f.who, f.x)
    if f.r is None or f.r[0] == "pass":
        if uses:
            s.declined += ((f.who, tuple(uses)),)
    else:
        use_power(s, f, uses[f.r[1]])
        go(f, _ask_window)


proc("window", _ask_window, _use_window)


def use_power(s: State, f: Frame, use: Use) -> None:
    """Begin an any-time power."""
    id, seat, card, choice = use
    child = push(s, f, id, seat, card, x=choice)
    child.by = ABILITIES[id].power


def _uses(ctx: Ctx) -> range:
    return range(len(useful(ctx.s, ctx.p, ctx.f.x)))


Prompt("window", "R-POWER-2", (Move("pass"), Move("use", (Axis("use", _uses),))))


# What may be done beside the pending decision


def interrupts(s: State) -> list[tuple[Any, ...]]:
    """What any seat may do now besides the pending decision, as (seat, word, …) tuples.

    ("use", ability id, card, choice) for powers and ("drop", ship, contracts) for
    the leader's unfulfilled contracts (R-CONTRACT-8).
    """
    if s.asking is None or not PROMPTS[s.asking[1]].window:
        return []
    if PROMPTS[s.asking[1]].window == "power" and s.rulings["answer-before-power"] == "barred":
        return []
    found: list[tuple[Any, ...]] = []
    if s.index.anytime or s.index.hand_anytime:
        for seat in range(len(s.players)):
            found += [(seat, "use", id, card, choice) for id, _owner, card, choice in any_time(s, seat)]
    found += [(s.leader, *choice) for choice in DROP.options(Ctx(s, s.stack[-1], s.leader))]
    return found


def _turn_goes_on(ctx: Ctx) -> bool:
    return ctx.s.phase in ("declare", "perform", "clean-up")


def _every_ship(ctx: Ctx) -> list[int]:
    return [i for i, ship in enumerate(ctx.s.ships) if ship.contracts]


def _one_ship_a_turn(ctx: Ctx, ship: int) -> bool:
    s = ctx.s
    if s.rulings["discard-contracts-scope"] != "one-ship-a-turn":
        return True
    return all(mark in ("drop", f"drop {ship}") or mark[:4] != "drop" for seat, mark in s.once if seat == ctx.p)


def _subsets(ctx: Ctx, ship: int) -> list[tuple[int, ...]]:
    cards = ctx.s.ships[ship].contracts
    return [chosen for size in range(1, len(cards) + 1) for chosen in combinations(cards, size)]


def _whole_ship(ctx: Ctx, ship: int, cards: tuple[int, ...]) -> bool:
    reading = ctx.s.rulings["discard-contracts-scope"]
    return reading != "all-of-one-ship" or len(cards) == len(ctx.s.ships[ship].contracts)


DROP = Move(
    "drop",
    (
        Axis(
            "ship",
            _every_ship,
            (
                Check("only-leader-discards", "R-CONTRACT-8", lambda ctx, ship: ctx.s.ships[ship].owner == ctx.p),
                Check("ship-in-harbor", "R-CONTRACT-8", lambda ctx, ship: ctx.s.ships[ship].at == HARBOR),
                Check("one-ship-a-turn", "ruling discard-contracts-scope", _one_ship_a_turn),
            ),
        ),
        Axis("contracts", _subsets, (Check("whole-ship-discarded", "ruling discard-contracts-scope", _whole_ship),)),
    ),
    gates=(Check("while-leading", "R-CONTRACT-8", _turn_goes_on),),
)


def interrupt(s: State, choice: tuple[Any, ...]) -> None:
    """Carry out one of ``interrupts``; the pending decision is asked again afterwards."""
    f = s.stack[-1]
    f.pc -= 1
    s.asking = None
    s.options = None
    if choice[1] == "drop":
        frame = Frame("drop", choice[0], n=choice[2], x=choice[3], cause=f.cause)
        s.stack.append(frame)
    else:
        seat, _word, id, card, use = choice
        frame = Frame(id, seat, card, x=use, cause=f.cause, by=ABILITIES[id].power)
        s.stack.append(frame)
    advance(s)


def _drop(s: State, f: Frame) -> None:
    relied(s, f, "discard-contracts-scope")
    for card in f.x:
        s.ships[f.n].contracts.remove(card)
        emit(s, f, ev.ContractRemoved, "R-CONTRACT-8", f.who, card, f.n)
        discard(s, f, f.who, card, "ship", "R-CONTRACT-8")
    if (f.who, f"drop {f.n}") not in s.once:
        s.once.append((f.who, f"drop {f.n}"))


proc("drop", _drop)
