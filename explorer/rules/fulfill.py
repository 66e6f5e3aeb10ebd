"""Fulfilling a ship: payout, tucking and powers, sailing, refilling the island (R-FULFIL-1 … R-FULFIL-6).

n is the ship, x its contracts (then those whose power still waits), y those fulfilled together,
those that a power put elsewhere, and after them the answers that wait for their moment.
"""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import POWERS, Instead, When, aboard, changed_by, power_of
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import (
    BANK,
    add_crew,
    add_good,
    discard,
    end_effects,
    gain,
    pay,
    shift_market,
    take_top,
    to_island,
    tuck,
)
from explorer.language.questions import ALL_COLORS, ANY, TUCKED, fills, fulfilled_to, payout, payout_row
from explorer.language.ships import assigned, containers, free_slots, need, need_total
from explorer.language.stepper import ask, go, proc, push
from explorer.language.verbs import OF_OTHERS, YOURS
from explorer.rules.arrivals import LIMITS, room_for_itself
from explorer.rules.settling import begin_power, fulfill_bodies, order_matters, outlives_its_card
from explorer.rules.windows import pause
from explorer.state import HARBOR, SAILING, SEA, Frame, State
from explorer.terms import FIVE_KINDS

NONE_YET = -2  # as k: no power of this fulfillment has resolved
ANSWERS = 2  # where in y the waiting answers begin


def _begin(s: State, f: Frame) -> None:
    """All requirements are met: say so for each contract, and set the answers aside until their moment (AMB-51)."""
    ship = s.ships[f.n]
    ship.at = SAILING
    f.x = tuple(ship.contracts)
    f.y = (f.x, ())
    f.k = NONE_YET
    first = 0
    for card in f.x:
        number = emit(s, f, ev.ContractFulfilled, "R-FULFIL-1", f.who, card, f.n)
        first = first or number
        f.cause = first
    f.y += _put_aside(s, f)
    if s.rulings["automation-moment"] == "before-payout":
        emit(s, f, ev.BeforeSail, "ruling automation-moment", f.who, f.n)  # not heard by those that act after payout


def _payout(s: State, f: Frame) -> None:
    """Step 1: pay for the containers aboard, as the Market values them (R-FULFIL-2, R-MARKET-3)."""
    ship = s.ships[f.n]
    count = len(ship.cargo)
    wanted = need_total(s, f.n)
    if containers(s, f.n) > wanted:
        relied(s, f, "surplus-containers")
        if s.rulings["surplus-containers"] == "ignored-for-payout":
            count = wanted
    if count == 1:
        relied(s, f, "payout-one-container")
    row = payout(s, f.who, f.n, count)
    markers = _markers(s, f) if s.market else []
    amount = row + market_part(s, f, row, markers) if s.market else row
    by = _paid_by(s, f, count)
    gain(s, f, f.who, amount, by[0])
    emit(s, f, ev.PayoutPaid, by[-1], f.who, max(0, amount), f.n, count)
    if amount < 0:
        pay(s, f, f.who, -amount, BANK, "ruling market-below-zero", part=True)
    if s.market:
        _sell_out(s, f, amount - row, markers)


def _paid_by(s: State, f: Frame, count: int) -> list[str]:
    """The powers that make the payout what it is, one after the other, or the rule where none does."""
    answers = s.index.payout[f.who] if s.index.payout else ()
    return changed_by(s, answers, payout_row(s, count), f.who, f.n, count) or ["R-FULFIL-2"]


def _markers(s: State, f: Frame) -> list[int]:
    """The kinds whose markers the containers aboard go by: as printed, or as said just now (market-wild-container)."""
    said = dict(f.r or ())
    if any(_wild(s, f.who, card) for card in s.ships[f.n].cargo):
        relied(s, f, "market-wild-container")
    return [said.get(card, s.cat.color[card]) for card in s.ships[f.n].cargo]


def _wild(s: State, p: int, card: int) -> bool:
    """Whether a container may stand for another color than its own."""
    return bool(fills(s, p, card) & ~(1 << s.cat.color[card] | ANY) & ALL_COLORS)


def market_part(s: State, f: Frame, row: int, markers: list[int]) -> int:
    """What the Market adds to the payout of a row, or takes from it: the levels of the containers (R-MARKET-3)."""
    part = sum(s.market[kind] for kind in markers if kind in FIVE_KINDS)
    if s.ships[f.n].partner >= 0 and s.rulings["market-and-doubling"] == "all-doubled":
        part *= 2
    if row + part < 0:
        relied(s, f, "market-below-zero")
        if s.rulings["market-below-zero"] == "floor-at-zero":
            part = -row
    if (row + part) % 2:
        relied(s, f, "market-odd-payout")
        part += s.rulings["market-odd-payout"] == "rounded-up-to-even"
    return part


def _sell_out(s: State, f: Frame, part: int, markers: list[int]) -> None:
    """Say what the Market made of the payout; then each container lowers its marker (R-MARKET-3, R-MARKET-4)."""
    if part:
        if s.ships[f.n].partner >= 0:
            relied(s, f, "market-and-doubling")
        emit(s, f, ev.MarketPaid, "R-MARKET-3", f.who, part, f.n, "more" if part > 0 else "less")
    for kind in markers:
        shift_market(s, f, f.who, kind, -1, "R-MARKET-4")


# What color each wild container stands for, where the Market goes by that (ruling market-wild-container): x are the
# containers still to be decided, y those decided, each with the requirement it meets


def _ask_markers(s: State, f: Frame) -> None:
    """Let the owner say so before the payout; what was said comes back as the result."""
    f.r = None
    if s.market and s.rulings["market-wild-container"] == "colour-it-stands-for":
        wild = tuple(card for card in s.ships[f.n].cargo if _wild(s, f.who, card))
        if wild:
            push(s, f, "stands for", f.who, wild[0], f.n, wild).y = ()


def _stands_for(s: State, f: Frame) -> dict[int, int]:
    """The colors that the next wild container can stand for, each with the requirement it then meets."""
    wanted = need(s, f.n)
    for _card, kind in f.y:
        if kind >= 0:
            wanted[kind] -= 1
    known = {card for card, _kind in f.y}
    own = fills(s, f.who, f.card)
    others = [fills(s, f.who, card) for card in s.ships[f.n].cargo if card not in known and card != f.card]
    least = sum(assigned(wanted, [own, *others])[0])
    found: dict[int, int] = {}
    for kind, number in enumerate(wanted):
        without = [n - (kind == at) for at, n in enumerate(wanted)]
        if own >> kind & 1 and number > 0 and sum(assigned(without, others)[0]) == least:
            found.setdefault(kind if kind in FIVE_KINDS else s.cat.color[f.card], kind)
    return found or {s.cat.color[f.card]: -1}  # a surplus container stands for nothing but itself


def _ask_color(s: State, f: Frame) -> None:
    ask(s, f.who, "stands for")


def _note_color(s: State, f: Frame) -> None:
    f.y = (*f.y, (f.card, _stands_for(s, f)[f.r[1]]))
    f.x = f.x[1:]
    if f.x:
        f.card = f.x[0]
        return go(f, _ask_color)
    color = s.cat.color
    s.stack[-2].r = tuple((card, kind if kind in FIVE_KINDS else color[card]) for card, kind in f.y)


proc("stands for", _ask_color, _note_color)
Prompt(
    "stands for",
    "ruling market-wild-container",
    (Move("name", (Axis("kind", lambda ctx: list(_stands_for(ctx.s, ctx.f))),)),),
)


def fulfilled_together(s: State, ship: int) -> tuple[int, ...]:
    """The contracts that a ship fulfills just now (AMB-51)."""
    found = next((f.y[0] for f in reversed(s.stack) if f.proc == "fulfill" and f.n == ship and f.y), ())
    return tuple(found)


def came_with(s: State, ship: int, owner: int, card: int) -> bool:
    """Whether a contract came to its owner through the fulfillment of a ship that is under way (D1)."""
    if card in fulfilled_together(s, ship):
        return True
    began = next((f.cause for f in reversed(s.stack) if f.proc == "fulfill" and f.n == ship and f.y), 0)
    since, log = {}, s.log
    while began and log is not None and log[1][ev.NUMBER] >= began:
        log, event = log
        since[event[ev.NUMBER]] = event
    return any(
        event[ev.CODE] == ev.ContractTucked
        and (event[ev.SEAT], event[ev.FIELDS]) == (owner, card)
        and _fulfillment_of(since, event) == began
        for event in since.values()
    )


def _fulfillment_of(since: dict[int, tuple[Any, ...]], event: tuple[Any, ...]) -> int:
    """The number of the fulfillment that an event comes from, 0 if it is none of these."""
    found: tuple[Any, ...] | None = event
    while found is not None and found[ev.CODE] != ev.ContractFulfilled:
        found = since.get(found[ev.CAUSE])
    return found[ev.NUMBER] if found is not None else 0


def _put_aside(s: State, f: Frame) -> tuple[Any, ...]:
    """Take the answers to this fulfillment out of the queue."""
    held = [
        t
        for t in s.triggers
        if (t[4][ev.CODE] == ev.ContractFulfilled and t[4][ev.CAUSE] == f.cause) or t[4][0] == f.cause
    ]
    s.triggers[:] = [t for t in s.triggers if t not in held]
    return _by_unit(s, f, held)


def _by_unit(s: State, f: Frame, held: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Answers to a fulfillment, one for each contract or for the ship (D7)."""
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
    for card in f.x:
        end_effects(s, f, ("contract", card))
    for hull in (f.n, ship.partner):
        end_effects(s, f, ("voyage", hull))
    place = {"no-target": SAILING, "still-a-harbour-ship": HARBOR, "already-at-sea": SEA}
    ship.at = place[s.rulings["sailing-ship-as-target"]]
    if ship.at != SAILING:
        relied(s, f, "sailing-ship-as-target")
    if ship.at == SEA:
        _set_sail(s, f, "ruling sailing-ship-as-target")
    asked = tuple(card for card in f.x if fulfilled_to(s, f.who, card) != TUCKED)
    for card in f.x:
        if card in asked or any(isinstance(a, Instead) for a in fulfill_bodies(s, power_of(s, card))):
            s.limbo.append(card)
        else:
            tuck(s, f, f.who, card, "fulfillment", "R-FULFIL-3")
        aboard(s, card)
    if asked:
        push(s, f, "place fulfilled", f.who, asked[0], x=asked)


def _heed_batch(s: State, f: Frame) -> None:
    """All contracts have found their place: note which of their powers resolve, and which lasting ones answer."""
    player = s.players[f.who]
    elsewhere = tuple(card for card in f.x if card in player.crew or card in player.goods)
    f.y = (f.y[0], elsewhere, *f.y[ANSWERS:])
    f.y += _by_unit(s, f, _own_batch(s, f, f.x))
    f.x = tuple(card for card in f.x if _resolves(s, f, card))


def _resolves(s: State, f: Frame, card: int) -> bool:
    """Whether a contract has a power that resolves now; one put elsewhere no longer moves itself."""
    bodies = fulfill_bodies(s, power_of(s, card))
    if card not in f.y[1]:
        return bool(bodies)
    bodies = [body for body in bodies if not isinstance(body, Instead) or body.besides]
    if bodies:
        relied(s, f, "hentai-manga-immediate")
    return bool(bodies) and s.rulings["hentai-manga-immediate"] == "resolves"


def _own_batch(s: State, f: Frame, contracts: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """Answers of powers that came with this very fulfillment (D1, ruling own-batch-seen)."""
    reading = s.rulings["own-batch-seen"]
    if reading == "never":
        return []
    out: list[tuple[Any, ...]] = []
    for card in contracts:
        name = power_of(s, card) if card not in f.y[1] else None
        for ability in POWERS[name].abilities if name in POWERS else ():
            if not isinstance(ability, When) or ability.event != ev.ContractFulfilled or ability.on_self:
                continue
            if not ability.exists(s):
                continue
            if reading == "always" or ability.includes_itself:
                events = [_fulfilled_event(f, i, other) for i, other in enumerate(contracts)]
                out += [(ability.id, f.who, card, None, e) for e in events if ability.matches(s, f.who, card, e)]
    return out


def heed_copy(s: State, card: int) -> None:
    """A text copied within its card's fulfillment answers that where it includes itself, as the original would (D1)."""
    for f in reversed(s.stack):
        if f.proc == "as just fulfilled" and f.card == card:
            return  # its witnesses are looked for after its power
        if f.proc == "fulfill" and f.y and card in f.y[0]:
            f.y += _by_unit(s, f, [t for t in _own_batch(s, f, f.y[0]) if t[2] == card])
            return


def _fulfilled_event(f: Frame, place: int, card: int) -> tuple[Any, ...]:
    """The ContractFulfilled event of one contract of the batch, as ``_begin`` told it."""
    return (f.cause + place, ev.ContractFulfilled, f.cause, f.by, "R-FULFIL-1", f.who, card, f.n, None)


def _order(s: State, f: Frame) -> None:
    """Look whether the owner must say which of several powers goes first (AMB-51)."""
    tell_nothing(s, f, f.k)
    if not f.x:
        return go(f, _late_answers if f.k == NONE_YET else _after_powers)
    bodies = [fulfill_bodies(s, power_of(s, card))[0].body for card in f.x]
    free = s.rulings["same-ship-immediates-order"] == "owner-orders"
    f.k = int(len(f.x) > 1 and order_matters(s, bodies, f.who) and free)


def _ask_order(s: State, f: Frame) -> None:
    if f.k:
        ask(s, f.who, "order powers")
    else:
        f.r = None


def _choose_power(s: State, f: Frame) -> None:
    f.k = f.r[1] if f.r is not None else f.x[0]


FAR = frozenset({YOURS, OF_OTHERS, "this ship", "turns", "deck"})  # what no card lying in an area bears on


def _before_power(s: State, f: Frame) -> None:
    if s.rulings["answer-before-power"] == "allowed":
        bodies = [ability.body for ability in fulfill_bodies(s, power_of(s, f.k))]
        pause(s, f, "credits" if all(body.touches <= FAR for body in bodies) else "power")


def _resolve(s: State, f: Frame) -> None:
    """Resolve one immediate power, if its card is still there (R-POWER-3)."""
    card = f.k
    f.x = tuple(c for c in f.x if c != card)
    if card in (*s.limbo, *s.players[f.who].fulfilled, *f.y[1]) or outlives_its_card(s, f, f.who, card):
        run_power(s, f, f.who, card)
    go(f, _order)


def run_power(s: State, f: Frame, who: int, card: int) -> None:
    """Begin what a card's power does on fulfillment."""
    name = power_of(s, card)
    for ability in reversed(fulfill_bodies(s, name)):
        child = begin_power(s, f, ability, who, card)
        if child.proc == ability.id:  # otherwise its owner is asked first
            child.cause = emit(s, f, ev.PowerResolves, "power " + ability.id.partition("/")[0], who, card)


def tell_nothing(s: State, f: Frame, card: int) -> None:
    """Say that the power just resolved has changed nothing at all."""
    log = s.log
    while log is not None and log[1][ev.CODE] == ev.RulingApplied:
        log = log[0]
    last = log[1] if log is not None else None
    if last is not None and last[ev.CODE] == ev.PowerResolves and last[ev.FIELDS] == card:
        emit(s, f, ev.PowerFails, last[ev.CLAUSE], f.who, card, "nothing")


# The power of a card that has no step two of its own: copied, taken over, or tucked by another power


def resolve_power(s: State, f: Frame, who: int, card: int) -> None:
    """Begin resolving what a card's power does on fulfillment, with the moment to answer before it (AMB-75)."""
    if fulfill_bodies(s, power_of(s, card)):
        push(s, f, "resolve", who, card).k = card


def _resolve_alone(s: State, f: Frame) -> None:
    if f.card in (*s.limbo, *s.players[f.who].fulfilled) or outlives_its_card(s, f, f.who, f.card):
        run_power(s, f, f.who, f.card)


def _resolved_alone(s: State, f: Frame) -> None:
    tell_nothing(s, f, f.card)


proc("resolve", _before_power, _resolve_alone, _resolved_alone)


def _after_powers(s: State, f: Frame) -> None:
    if s.rulings["answer-before-power"] == "allowed":
        pause(s, f, "powers over")


def _late_answers(s: State, f: Frame) -> None:
    """Powers that answer the fulfillment, before the ship sails (ruling fulfilment-trigger-moment)."""
    if f.y[ANSWERS:] and s.rulings["fulfilment-trigger-moment"] == "step-two-before-sailing":
        _answer(s, f)


def _answer(s: State, f: Frame) -> None:
    child = push(s, f, "answers", s.leader, x=f.y[ANSWERS:])
    child.by = ""
    f.y = f.y[:ANSWERS]


def _before_sailing(s: State, f: Frame) -> None:
    at_home = s.ships[f.n].at == HARBOR and s.rulings["sailing-ship-as-target"] != "still-a-harbour-ship"
    if not at_home:
        emit(s, f, ev.BeforeSail, "R-FULFIL-4", f.who, f.n)


def _sail(s: State, f: Frame) -> None:
    """Step 3: the ship goes to sea with its containers (R-FULFIL-4); an empty one returns at once (AMB-55)."""
    if s.rulings["sailing-ship-as-target"] == "already-at-sea":
        return
    _leave_contracts(s, f)
    if not s.ships[f.n].cargo:
        relied(s, f, "ship-sails-empty")
        if s.rulings["ship-sails-empty"] == "stays-in-harbour":
            s.claimed = tuple(i for i in s.claimed if i != f.n)
            s.ships[f.n].at = HARBOR
            return
    _set_sail(s, f, "R-FULFIL-4")
    if not s.ships[f.n].cargo and s.rulings["ship-sails-empty"] == "stays-at-sea":
        s.claimed += (f.n,)  # so that nothing brings it home


def _leave_contracts(s: State, f: Frame) -> None:
    """Contracts placed on the ship meanwhile cannot go to sea: they are discarded (reading still-a-harbour-ship)."""
    for card in s.ships[f.n].contracts[:]:
        s.ships[f.n].contracts.remove(card)
        end_effects(s, f, ("contract", card))
        aboard(s, card)
        emit(s, f, ev.ContractRemoved, "ruling sailing-ship-as-target", f.who, card, f.n)
        discard(s, f, f.who, card, "ship", "ruling sailing-ship-as-target")


def _set_sail(s: State, f: Frame, clause: str) -> None:
    s.claimed = tuple(i for i in s.claimed if i != f.n)
    s.ships[f.n].at = SEA
    free_slots(s, s.ships[f.n].cargo)
    emit(s, f, ev.ShipSailed, clause, f.who, f.n)


def _refill(s: State, f: Frame) -> None:
    """Step 4: one card from the deck onto the island (R-FULFIL-5, AMB-53)."""
    cards = 1
    if s.rulings["island-refill"] == "one-per-contract":
        relied(s, f, "island-refill")
        cards = len(f.y[0])
    for _ in range(cards):
        card = take_top(s, f)
        if card >= 0:
            to_island(s, f, f.who, card, "R-FULFIL-5")


def _afterwards(s: State, f: Frame) -> None:
    if f.y[ANSWERS:]:
        relied(s, f, "fulfilment-trigger-moment")
        _answer(s, f)


def _window(s: State, f: Frame) -> None:
    pause(s, f, "fulfilled")


proc(
    "fulfill",
    _begin, _ask_markers, _payout, _tuck, _heed_batch, _order, _ask_order, _choose_power, _before_power, _resolve,
    _after_powers, _late_answers, _before_sailing, _sail, _refill, _afterwards, _window,
)  # fmt: skip


# Contracts that a power lets their owner put elsewhere (power hentai-manga)


def _ask_place(s: State, f: Frame) -> None:
    """Of several contracts, which are fulfilled together, any one may be placed first (AMB-51)."""
    ask(s, f.who, "place fulfilled" if len(f.x) == 1 else "place one of several")


def _place(s: State, f: Frame) -> None:
    card, to = (f.x[0], f.r[1]) if len(f.x) == 1 else f.r[1:]
    f.x = tuple(other for other in f.x if other != card)
    if to == "fulfilled":
        if not any(isinstance(a, Instead) for a in fulfill_bodies(s, power_of(s, card))):
            s.limbo.remove(card)
            tuck(s, f, f.who, card, "fulfillment", "R-FULFIL-3")
    else:
        s.limbo.remove(card)
        put = add_crew if to == "crew" else add_good
        put(s, f, f.who, card, POWERS[s.index.fulfilled_to[f.who][0][0].power].citation)
    if f.x:
        f.card = f.x[0]
        go(f, _ask_place)


proc("place fulfilled", _ask_place, _place)

PLACES = ("fulfilled", "crew", "goods")


def _fits(area: str) -> Check:
    def fits(ctx: Ctx, *choice: Any) -> bool:
        *cards, to = choice
        return to != area or room_for_itself(ctx.s, ctx.p, cards[0] if cards else ctx.f.card, area)

    return Check(f"{area}-limit", LIMITS[area], fits, f"{area}_limit", ruling="self-moving-card-limit")


_WHERE = Axis("to", lambda ctx: PLACES, (_fits("crew"), _fits("goods")))
Prompt("place fulfilled", "R-FULFIL-3", (Move("place", (_WHERE,)),))
Prompt("place one of several", "R-FULFIL-3", (Move("place", (Axis("card", lambda ctx: ctx.f.x), _WHERE)),))


# A contract that a power tucks as though it had just been fulfilled (D19, ruling as-if-just-fulfilled)


def as_just_fulfilled(s: State, f: Frame, who: int, card: int) -> None:
    """Begin what happens when a contract has been tucked as though it had just been fulfilled."""
    push(s, f, "as just fulfilled", who, card)


def _its_power(s: State, f: Frame) -> None:
    resolve_power(s, f, f.who, f.card)


def _its_witnesses(s: State, f: Frame) -> None:
    """Its own lasting power sees it where its text includes itself; others do under one reading."""
    if ev.ContractFulfilled in s.index.hears:
        relied(s, f, "as-if-just-fulfilled")
    if s.rulings["as-if-just-fulfilled"] == "all-fulfilment-powers":
        emit(s, f, ev.ContractFulfilled, "ruling as-if-just-fulfilled", f.who, f.card, -1)
        return
    if f.card in s.players[f.who].fulfilled:
        f.n, f.y = -1, ((f.card,), ())
        waiting = tuple(_own_batch(s, f, (f.card,)))
        if waiting:
            push(s, f, "answers", s.leader, x=waiting)


proc("as just fulfilled", _its_power, _its_witnesses)


def _waiting(ctx: Ctx) -> list[int]:
    """The contracts of this ship whose powers wait, then the owner's others."""
    return [*ctx.f.x, *(card for card in ctx.s.players[ctx.p].fulfilled if card not in ctx.f.x)]


WAITS = Check("power-waits", "R-FULFIL-3", lambda ctx, card: card in ctx.f.x)
Prompt("order powers", "R-FULFIL-3", (Move("first", (Axis("card", _waiting, (WAITS,)),)),), window="power")
