"""Fulfilling a ship: payout, tucking and powers, sailing, refilling the island (R-FULFIL-1 … R-FULFIL-6).

n is the ship, x its contracts (then those whose power still waits), y the number
of contracts and after it the answers that wait for their moment.
"""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import POWERS, Instead, When, power_of
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import discard, gain, need_total, take_top, to_island, tuck
from explorer.language.questions import payout
from explorer.language.stepper import ask, go, proc, push
from explorer.rules.settling import fulfill_bodies, order_matters, outlives_its_card
from explorer.rules.windows import pause
from explorer.state import HARBOR, SAILING, SEA, Frame, State

NONE_YET = -2  # as k: no power of this fulfillment has resolved


def _begin(s: State, f: Frame) -> None:
    """All requirements are met: say so for each contract, and set the answers aside until their moment (AMB-51)."""
    ship = s.ships[f.n]
    ship.at = SAILING
    f.x = tuple(ship.contracts)
    f.k = NONE_YET
    first = 0
    for card in f.x:
        number = emit(s, f, ev.ContractFulfilled, "R-FULFIL-1", f.who, card, f.n)
        first = first or number
        f.cause = first
    f.y = (len(f.x), *_put_aside(s, f))
    if s.rulings["automation-moment"] == "before-payout":
        emit(s, f, ev.BeforeSail, "ruling automation-moment", f.who, f.n)


def _payout(s: State, f: Frame) -> None:
    """Step 1: pay for the containers aboard (R-FULFIL-2)."""
    ship = s.ships[f.n]
    count = len(ship.cargo)
    wanted = need_total(s, f.n)
    if count > wanted:
        relied(s, f, "surplus-containers")
        if s.rulings["surplus-containers"] == "ignored-for-payout":
            count = wanted
    if count == 1:
        relied(s, f, "payout-one-container")
    amount = payout(s, f.who, f.n, count)
    gain(s, f, f.who, amount, "R-FULFIL-2")
    emit(s, f, ev.PayoutPaid, "R-FULFIL-2", f.who, amount, f.n, count)


def _put_aside(s: State, f: Frame) -> tuple[Any, ...]:
    """Take the answers to this fulfillment out of the queue; one for each contract or for the ship (D7)."""
    held = [
        t
        for t in s.triggers
        if (t[4][ev.CODE] == ev.ContractFulfilled and t[4][ev.CAUSE] == f.cause) or t[4][0] == f.cause
    ]
    s.triggers[:] = [t for t in s.triggers if t not in held]
    if s.rulings["fulfil-trigger-unit"] == "per-ship":
        first = {t[:3]: t for t in reversed(held)}
        if len(first) < len(held):
            relied(s, f, "fulfil-trigger-unit")
        held = [t for t in held if first[t[:3]] is t]
    return tuple(held)


def _tuck(s: State, f: Frame) -> None:
    """Step 2: tuck all contracts together; cards that go elsewhere wait in limbo (R-FULFIL-3, D6)."""
    ship = s.ships[f.n]
    ship.contracts.clear()
    place = {"no-target": SAILING, "still-a-harbour-ship": HARBOR, "already-at-sea": SEA}
    ship.at = place[s.rulings["sailing-ship-as-target"]]
    if ship.at != SAILING:
        relied(s, f, "sailing-ship-as-target")
    if ship.at == SEA:
        _set_sail(s, f, "ruling sailing-ship-as-target")
    for card in f.x:
        if any(isinstance(a, Instead) for a in fulfill_bodies(s, power_of(s, card))):
            s.limbo.append(card)
        else:
            tuck(s, f, f.who, card, "fulfillment", "R-FULFIL-3")
    f.y += _own_batch(s, f, f.x)
    f.x = tuple(card for card in f.x if fulfill_bodies(s, power_of(s, card)))


def _own_batch(s: State, f: Frame, contracts: tuple[int, ...]) -> tuple[Any, ...]:
    """Answers of powers that came with this very fulfillment (D1, ruling own-batch-seen)."""
    reading = s.rulings["own-batch-seen"]
    if reading == "never":
        return ()
    out = []
    for card in contracts:
        name = power_of(s, card)
        for ability in POWERS[name].abilities if name in POWERS else ():
            if not isinstance(ability, When) or ability.event != ev.ContractFulfilled or ability.on_self:
                continue
            if reading == "always" or ability.includes_itself:
                events = [_fulfilled_event(f, i, other) for i, other in enumerate(contracts)]
                out += [(ability.id, f.who, card, None, e) for e in events if ability.matches(s, f.who, card, e)]
    return tuple(out)


def _fulfilled_event(f: Frame, place: int, card: int) -> tuple[Any, ...]:
    """The ContractFulfilled event of one contract of the batch, as ``_begin`` told it."""
    return (f.cause + place, ev.ContractFulfilled, f.cause, f.by, "R-FULFIL-1", f.who, card, f.n, None)


def _order(s: State, f: Frame) -> None:
    """Look whether the owner must say which of several powers goes first (AMB-51)."""
    if not f.x:
        return go(f, _late_answers if f.k == NONE_YET else _after_powers)
    bodies = [fulfill_bodies(s, power_of(s, card))[0].body for card in f.x]
    f.k = int(len(f.x) > 1 and order_matters(bodies) and s.rulings["same-ship-immediates-order"] == "owner-orders")


def _ask_order(s: State, f: Frame) -> None:
    if f.k:
        ask(s, f.who, "order powers")
    else:
        f.r = None


def _choose_power(s: State, f: Frame) -> None:
    f.k = f.r[1] if f.r is not None else f.x[0]


def _before_power(s: State, f: Frame) -> None:
    if s.rulings["answer-before-power"] == "allowed":
        pause(s, f, "power")


def _resolve(s: State, f: Frame) -> None:
    """Resolve one immediate power, if its card is still there (R-POWER-3)."""
    card = f.k
    f.x = tuple(c for c in f.x if c != card)
    if card in s.limbo or card in s.players[f.who].fulfilled or outlives_its_card(s, f, f.who, card):
        run_power(s, f, f.who, card)
    go(f, _order)


def run_power(s: State, f: Frame, who: int, card: int) -> None:
    """Begin what a card's power does on fulfillment."""
    name = power_of(s, card)
    for ability in reversed(fulfill_bodies(s, name)):
        child = push(s, f, ability.id, who, card)
        child.by = ability.power
        child.cause = emit(s, f, ev.PowerResolves, "power " + ability.id.partition("/")[0], who, card)


def _after_powers(s: State, f: Frame) -> None:
    if s.rulings["answer-before-power"] == "allowed":
        pause(s, f, "power")


def _late_answers(s: State, f: Frame) -> None:
    """Powers that answer the fulfillment, before the ship sails (ruling fulfilment-trigger-moment)."""
    if f.y[1:] and s.rulings["fulfilment-trigger-moment"] == "step-two-before-sailing":
        _answer(s, f)


def _answer(s: State, f: Frame) -> None:
    child = push(s, f, "answers", s.leader, x=f.y[1:])
    child.by = ""
    f.y = f.y[:1]


def _before_sailing(s: State, f: Frame) -> None:
    at_home = s.ships[f.n].at == HARBOR and s.rulings["sailing-ship-as-target"] != "still-a-harbour-ship"
    if s.rulings["automation-moment"] == "after-payout-before-sailing" and not at_home:
        emit(s, f, ev.BeforeSail, "R-FULFIL-4", f.who, f.n)


def _sail(s: State, f: Frame) -> None:
    """Step 3: the ship goes to sea with its containers (R-FULFIL-4)."""
    if s.rulings["sailing-ship-as-target"] != "already-at-sea":
        _leave_contracts(s, f)
        _set_sail(s, f, "R-FULFIL-4")


def _leave_contracts(s: State, f: Frame) -> None:
    """Contracts placed on the ship meanwhile cannot go to sea: they are discarded (reading still-a-harbour-ship)."""
    for card in s.ships[f.n].contracts[:]:
        s.ships[f.n].contracts.remove(card)
        emit(s, f, ev.ContractRemoved, "ruling sailing-ship-as-target", f.who, card, f.n)
        discard(s, f, f.who, card, "ship", "ruling sailing-ship-as-target")


def _set_sail(s: State, f: Frame, clause: str) -> None:
    s.claimed = tuple(i for i in s.claimed if i != f.n)
    s.ships[f.n].at = SEA
    emit(s, f, ev.ShipSailed, clause, f.who, f.n)


def _refill(s: State, f: Frame) -> None:
    """Step 4: one card from the deck onto the island (R-FULFIL-5, AMB-53)."""
    cards = 1
    if s.rulings["island-refill"] == "one-per-contract":
        relied(s, f, "island-refill")
        cards = f.y[0]
    for _ in range(cards):
        card = take_top(s, f)
        if card >= 0:
            to_island(s, f, f.who, card, "R-FULFIL-5")


def _afterwards(s: State, f: Frame) -> None:
    if f.y[1:]:
        relied(s, f, "fulfilment-trigger-moment")
        _answer(s, f)


def _window(s: State, f: Frame) -> None:
    pause(s, f, "fulfilled")


proc(
    "fulfill",
    _begin, _payout, _tuck, _order, _ask_order, _choose_power, _before_power, _resolve,
    _after_powers, _late_answers, _before_sailing, _sail, _refill, _afterwards, _window,
)  # fmt: skip


def _waiting(ctx: Ctx) -> list[int]:
    """The contracts of this ship whose powers wait, then the owner's others."""
    return [*ctx.f.x, *(card for card in ctx.s.players[ctx.p].fulfilled if card not in ctx.f.x)]


WAITS = Check("power-waits", "R-FULFIL-3", lambda ctx, card: card in ctx.f.x)
Prompt("order powers", "R-FULFIL-3", (Move("first", (Axis("card", _waiting, (WAITS,)),)),), window="power")
