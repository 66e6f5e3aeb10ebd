"""Settling: what has become due between two steps, and in which order it goes.

Powers that answer at once (AMB-49) · what a table state sets off (Aeroponics) ·
instant wins (R-END-3) · ships emptied at sea (R-IMPORT-6, R-PIRATE-4) · limits
(R-LIMIT-1, R-LIMIT-2) · complete ships (R-FULFIL-1) · all other answers to
events (AMB-71).  Whatever is found runs first; then the table is looked at again.
"""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import (
    ABILITIES,
    MOVES,
    POWERS,
    UNDER_SHIP,
    Instead,
    OnFulfill,
    When,
    Whenever,
    still_in_force,
)
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import (
    COLOR_OPEN,
    SIDE_OPEN,
    discard,
    follow_stores,
    remove_crew,
    remove_good,
    tokens_of,
    tuck,
    turn_up,
)
from explorer.language.questions import crew_limit, fills, goods_limit, goods_used
from explorer.language.ships import (
    SLOT_OPEN,
    come_home,
    complete,
    half_complete,
    open_kinds,
    slot_kinds,
    split,
    take_color,
)
from explorer.language.stepper import PROCS, ask, done, duty, go, midway, proc, push
from explorer.language.verbs import CARDS, OF_OTHERS, YOURS, May
from explorer.rules.ending import check_end, latch, winners_now
from explorer.state import HARBOR, SEA, Frame, State
from explorer.terms import FIVE_KINDS


def find(s: State) -> Frame | None:
    """Find what is due next, as the frame that does it."""
    if s.effects and s.stack:
        follow_stores(s, s.stack[-1])
    if s.triggers:
        waiting = tuple([t for t in s.triggers if at_once(t)])
        if waiting:
            s.triggers[:] = [t for t in s.triggers if not at_once(t)]
            if s.triggers and not _answers_wait(s):  # the other answers wait below these (AMB-49)
                s.stack.append(_other_answers(s))
            return Frame("answers", s.leader, x=waiting, cause=waiting[0][4][ev.NUMBER])
    for seat, mark in s.once:
        if mark.startswith(OPEN):
            return _to_be_said(s, seat, mark)
    if not s.dirty:  # only answers are due; what else has changed waits for powers at once that are under way (AMB-49)
        return _other_answers(s) if s.triggers and not _answers_wait(s) else None
    glance = s.dirty < 0  # nothing has happened that could concern a ship or a limit
    s.dirty = abs(s.dirty)
    index = s.index
    if index.watches:
        watched = _watched(s)
        if watched is not None:
            return watched
    if index.wins:
        won = winners_now(s)
        if won:
            return Frame("instant win", won[0][0], x=tuple(won), cause=s.dirty)
    if s.rulings["end-check"] == "after-every-change-latched" and s.stack:
        check_end(s, s.stack[-1])
    waiting_others = bool(s.triggers) and not _answers_wait(s)
    answers_first = waiting_others and s.rulings["load-trigger-order"] == "load-powers-first"
    found = None if glance else _ships_and_limits(s, not answers_first)
    if found is None:
        return _other_answers(s) if waiting_others else None
    if waiting_others and found.proc in ("fulfillments", "half", "shed"):  # the other answers wait below it (AMB-49)
        if found.proc != "shed":
            relied(s, s.stack[-1], "load-trigger-order")
        s.stack.append(_other_answers(s))
    return found


duty.append(find)

OPEN = (SIDE_OPEN, SLOT_OPEN, COLOR_OPEN)  # what somebody has yet to say before anything else


def _to_be_said(s: State, seat: int, mark: str) -> Frame:
    """The question that such a mark stands for."""
    cause = abs(s.dirty)
    by = s.stack[-1].by if s.stack else ""  # the power that is bringing the card
    if mark.startswith(SIDE_OPEN):
        return Frame("turn up", seat, n=int(mark[len(SIDE_OPEN) :]), x=mark, cause=cause, by=by)
    if mark.startswith(SLOT_OPEN):
        return Frame("load slot", seat, int(mark[len(SLOT_OPEN) :]), x=mark, cause=cause)
    card, _, how = mark[len(COLOR_OPEN) :].partition(" ")
    frame = Frame("container color", seat, int(card), x=mark, cause=cause)
    frame.y = how
    return frame


def _watched(s: State) -> Frame | None:
    """Find a state of the table that a power acts on; of several owners the leader's first, clockwise (AMB-71)."""
    found = [(entry, seen) for entry in s.index.watches if (seen := entry[0].find(s, entry[1], entry[2])) is not None]
    if found and s.rulings["must-or-may"] == "all-optional":
        found = [(e, seen) for e, seen in found if _as_watched(s, e[1], e[0].id, e[2], seen) not in s.declined]
    if found:
        asked = _being_asked(s)
        found = [(e, seen) for e, seen in found if (e[0].id, e[1], e[2], None, seen) not in asked]
    if not found:
        return None
    if len({entry[1] for entry, _seen in found}) > 1:
        relied(s, s.stack[-1], "trigger-order")
    start = s.leader if s.rulings["trigger-order"] == "leader-first-clockwise" or s.performing < 0 else s.performing
    entry, seen = min(found, key=lambda pair: (pair[0][1] - start) % len(s.players))
    own = tuple((e[0].id, e[1], e[2], None, what) for e, what in found if e[1] == entry[1] and what == seen)
    if len(own) > 1 and order_matters(s, [ABILITIES[one[0]].body for one in own], entry[1]):
        frame = Frame("watched", entry[1], n=len(own), cause=s.dirty)
        frame.y = own
        return frame
    return begun(s, entry[0], Frame(entry[0].id, entry[1], entry[2], x=seen, cause=s.dirty, by=entry[0].power))


def _being_asked(s: State) -> list[tuple[Any, ...]]:
    """What questions under way are about already, beside which something else has been done."""
    orders = [one for f in s.stack if f.proc == "watched" and f.pc < len(PROCS[f.proc]) for one in f.y]
    return orders + [(f.y, f.who, f.card, None, f.x) for f in s.stack if f.proc == "may refuse" and not f.pc]


def _as_watched(s: State, who: int, id: str, card: int, seen: Any) -> tuple[Any, ...]:
    """What an owner let be: that power is asked about again when anything has changed, or in the next turn."""
    return (who, id, card, seen, tuple(s.ships[seen].cargo) if isinstance(seen, int) else ())


def _ask_watched(s: State, f: Frame) -> None:
    ask(s, f.who, "order answers")


def _run_watched(s: State, f: Frame) -> None:
    """Run the power that its owner puts first; what is then still so is found again."""
    id, owner, card, _parameter, seen = f.y[f.r[1] if f.r is not None else 0]
    begin_power(s, f, ABILITIES[id], owner, card, seen)


proc("watched", _ask_watched, _run_watched)


def taken_from(s: State, ship: int) -> bool:
    """Whether cards are still being taken from a ship, which goes home only afterwards (R-IMPORT-6)."""
    return any(f.proc == "take cards" and f.x[0] == ship and f.pc < len(PROCS[f.proc]) for f in s.stack)


def _answers_wait(s: State) -> bool:
    """Whether other powers answer later: when all players named have done it (AMB-71), or all cards are taken.

    For cards being taken see ruling import-trigger-moment.
    """
    if any(midway(f) for f in s.stack):
        return True
    if s.rulings["triggers-mid-effect"] == "after-the-whole-effect" and _within_effect(s):
        if s.triggers[-1][4][ev.NUMBER] == s.events:  # it has just been set off
            relied(s, s.stack[-1], "triggers-mid-effect")
        return True
    if not any(f.proc == "take cards" and f.pc < len(PROCS[f.proc]) for f in s.stack):
        return False
    if not _told_since(s, s.triggers[-1][4][ev.NUMBER], "import-trigger-moment"):
        relied(s, s.stack[-1], "import-trigger-moment")
    return s.rulings["import-trigger-moment"] == "after-the-steps"


def _told_since(s: State, number: int, ruling: str) -> bool:
    """Whether the log tells of a ruling after an event."""
    log = s.log
    while log is not None and log[1][ev.NUMBER] > number:
        log, event = log
        if event[ev.CODE] == ev.RulingApplied and event[ev.FIELDS] == ruling:
            return True
    return False


def _within_effect(s: State) -> bool:
    """Whether what a power does is not over yet, with all that it has begun (ruling triggers-mid-effect)."""
    begun = next((at for at, f in enumerate(s.stack) if f.proc in ABILITIES), len(s.stack))
    return any(f.pc < len(PROCS[f.proc]) for f in s.stack[begun:])


def _look_again(s: State, f: Frame) -> None:
    """What was due is done: look whether anything else still is; n: not among ships and limits."""
    s.dirty = s.dirty or (-f.cause if f.n else f.cause) or 1


proc("settle", _look_again)


def at_once(trigger: tuple[Any, ...]) -> bool:
    """Whether a waiting answer goes before fulfillments that the same change completes (AMB-49)."""
    ability = ABILITIES[trigger[0]]
    return isinstance(ability, When) and ability.at_once


def _other_answers(s: State) -> Frame:
    waiting = tuple(s.triggers)
    s.triggers.clear()
    return Frame("answers", s.leader, x=waiting, cause=waiting[0][4][ev.NUMBER])


def _ships_and_limits(s: State, fulfilling: bool = True) -> Frame | None:
    """Ships to bring home, limits, and complete ships unless answers go first (ruling load-trigger-order)."""
    full = False
    needs = s.index.load_needs
    for i, ship in enumerate(s.ships):
        at = ship.at
        if at == SEA:
            if not ship.cargo and not taken_from(s, i) and i not in s.claimed:  # claimed: it stays there
                return Frame("home", ship.owner, n=i, x=_why_home(s, i), cause=s.dirty)
        elif at == HARBOR:
            if ship.contracts:
                if (ship.cargo or needs) and i not in s.claimed and complete(s, i):
                    full = True
            elif ship.partner >= 0 and not ship.cargo:
                return Frame("home", ship.owner, n=i, cause=s.dirty)
    if s.rulings["falling-limits"] == "discard-at-once-owner-picks":
        over = over_limit(s)
        if over is not None:
            return over
    if not fulfilling:
        return None
    ships = _complete_ships(s) if full else ()
    half = -1 if ships or not s.index.half_loads else _half_ship(s)
    s.loaded = ()
    if ships:
        s.claimed += ships
        return Frame("fulfillments", s.leader, x=ships, cause=s.dirty)
    if half >= 0:
        return Frame("half", s.ships[half].owner, n=half, cause=s.dirty)
    return None


def _pirating(s: State) -> bool:
    """Whether a container has just been pirated, or taken by a power itself; after the end nothing is under way."""
    under_way = next((f.proc for f in reversed(s.stack) if f.proc != "settle"), "")
    return under_way.endswith("pirate one") or under_way in ABILITIES


def _why_home(s: State, ship: int) -> str:
    """The clause by which a ship without a container comes home."""
    if s.stack and s.stack[-1].proc == "fulfill" and s.stack[-1].n == ship:  # no stack: an edit after the end
        return "ruling ship-sails-empty"
    return "R-PIRATE-4" if _pirating(s) else "R-IMPORT-6"


def over_limit(s: State) -> Frame | None:
    """Find somebody with more crew or goods than allowed (R-LIMIT-1, R-LIMIT-2, AMB-15)."""
    index = s.index
    for seat, player in enumerate(s.players):
        printed = 1 + len(player.fulfilled)  # a quick look first: powers seldom lower a limit
        crew, goods = len(player.crew), len(player.goods)
        if (crew > printed or index.crew_limit) and crew > crew_limit(s, seat):
            return _to_shed(s, seat, "crew")
        if (goods > 2 * printed or index.goods_limit) and goods_used(s, seat) > goods_limit(s, seat):
            return _to_shed(s, seat, "goods")
    return None


def _to_shed(s: State, seat: int, area: str) -> Frame:
    """What is due where an area holds too much; a power whose own text orders it and waits to do so has its say."""
    frame = Frame("shed", seat, x=area, cause=s.dirty)
    for f in s.stack:
        if f.proc == "shed" and f.y and (f.who, f.x) == (seat, area):
            frame.y, frame.by = f.y, f.by
    return frame


def _may_fulfill(s: State, ship: int) -> bool:
    """Whether a complete ship is fulfilled now: always, or only when just loaded (ruling fulfilled-without-loading)."""
    if s.rulings["fulfilled-without-loading"] != "checked-after-every-change" and ship not in s.loaded:
        return False
    return not has_to_wait(s, ship)


DOINGS = ("perform", "fulfill", "take cards")


def has_to_wait(s: State, ship: int) -> bool:
    """Whether a complete ship waits for doings under way (rulings fulfilment-mid-actions, fulfilment-out-of-turn)."""
    owner = s.ships[ship].owner
    if s.rulings["fulfilment-mid-actions"] == "after-all-actions":
        if any(f.proc == "perform" and f.who == owner and f.pc < len(PROCS[f.proc]) for f in s.stack):
            return True
    if s.rulings["fulfilment-out-of-turn"] == "waits":
        for f in s.stack:
            if f.who != owner and (f.by or f.proc in DOINGS) and f.pc < len(PROCS[f.proc]):
                return True
    return False


def look_again(s: State, f: Frame) -> None:
    """Something under way is over: ships that have waited for that are due now."""
    if s.rulings["fulfilment-mid-actions"] != "at-once" or s.rulings["fulfilment-out-of-turn"] != "at-once-nested":
        s.dirty = abs(s.dirty) or f.cause or 1


def _complete_ships(s: State) -> tuple[int, ...]:
    """All complete ships, the leader's first, then clockwise (AMB-50)."""
    seats = len(s.players)
    found = [
        i
        for i, ship in enumerate(s.ships)
        if ship.at == HARBOR and i not in s.claimed and _may_fulfill(s, i) and complete(s, i)
    ]
    return tuple(sorted(found, key=lambda i: ((s.ships[i].owner - s.leader) % seats, i)))


# Ships that may be fulfilled with half the load of some contracts, once their owner wishes (power prefab-home)

HALF = "half"  # the question whether to, and the mark of the answer that it shall wait


def _half_ship(s: State) -> int:
    """The first ship that may be fulfilled so and whose owner has not said to wait, -1 when there is none."""
    seats = len(s.players)
    carrying = [i for i, ship in enumerate(s.ships) if ship.cargo and ship.contracts and ship.at == HARBOR]
    for i in sorted(carrying, key=lambda i: ((s.ships[i].owner - s.leader) % seats, i)):
        if at_half(s, i) and _as_it_is(s, i) not in s.declined:
            return i
    return -1


def at_half(s: State, ship: int) -> bool:
    """Whether a ship may be fulfilled now with half the load of some contracts."""
    here = s.ships[ship].at == HARBOR and ship not in s.claimed
    return here and _may_fulfill(s, ship) and half_complete(s, ship)


def _as_it_is(s: State, ship: int) -> tuple[Any, ...]:
    """What was decided about: the owner is asked again when anything aboard has changed, in whatever turn."""
    hull = s.ships[ship]
    return (hull.owner, HALF, ship, tuple(hull.contracts), tuple(hull.cargo))


def forget_declined(s: State) -> None:
    """With a new turn, questions that were passed over may come up again; a ship at half is still as it was."""
    s.declined = tuple(answer for answer in s.declined if answer[1] == HALF)


def _ask_half(s: State, f: Frame) -> None:
    if s.rulings["prefab-home-at-half"] == "automatic":
        f.r = ("fulfill",)
    else:
        ask(s, f.who, HALF)


def _half(s: State, f: Frame) -> None:
    relied(s, f, "prefab-home-at-half")
    if f.r[0] == "wait":
        s.declined += (_as_it_is(s, f.n),)
    else:
        fulfill_at_half(s, f, f.n)


def fulfill_at_half(s: State, f: Frame, ship: int) -> None:
    """Begin fulfilling a ship with half the load of some contracts; as the last thing a step does."""
    s.claimed += (ship,)
    push(s, f, "fulfillments", s.leader, n=1, x=(ship,))


Prompt(HALF, "power prefab-home", (Move("fulfill"), Move("wait")), window="action")


# Flag cards that have come as crew or goods from where neither side was up


def _note_side(s: State, f: Frame) -> None:
    s.once.remove((f.who, f.x))


def _ask_side(s: State, f: Frame) -> None:
    if _area_of(s, f):
        ask(s, f.who, "turn up")
    else:
        done(f)


def _area_of(s: State, f: Frame) -> str:
    player = s.players[f.who]
    return "goods" if f.n in player.goods else "crew" if f.n in player.crew else ""


def _turn_up(s: State, f: Frame) -> None:
    relied(s, f, "flag-good-colour")
    turn_up(s, f, f.who, f.n, f.r[1], _area_of(s, f), "ruling flag-good-colour")


proc("turn up", _note_side, _ask_side, _turn_up)


def _side_fits(ctx: Ctx, face: int) -> bool:
    """Whether the goods are within their limit with this side up, where that depends on it (power scotch)."""
    s, card = ctx.s, ctx.f.n
    if not s.index.goods_used or card not in s.players[ctx.p].goods:
        return True
    used = {side: _used_with(s, ctx.p, card, side) for side in s.cat.faces[card]}
    return used[face] <= max(goods_limit(s, ctx.p), min(used.values()))


def _used_with(s: State, seat: int, card: int, face: int) -> int:
    """How many goods a seat's goods count as with a side of one of them up."""
    goods = s.players[seat].goods
    at = goods.index(card)
    goods[at] = face
    used = goods_used(s, seat)
    goods[at] = card
    return used


_SIDE_FITS = Check("goods-limit", "R-LIMIT-2", _side_fits, "goods_limit")
Prompt("turn up", "R-FLAG-1", (Move("side", (Axis("card", lambda ctx: ctx.s.cat.faces[ctx.f.n], (_SIDE_FITS,)),)),))


# Capital cards that become physical containers: whoever uses one says of which color


def _where(s: State, f: Frame) -> list[int]:
    """The cards that this one lies among; none when somebody has taken it away."""
    if f.y in ("crew", "goods"):
        zone: list[int] = getattr(s.players[f.who], f.y)
        return zone if f.card in zone else []
    return next((ship.cargo for ship in s.ships if f.card in ship.cargo), [])


def _ask_color(s: State, f: Frame) -> None:
    if _where(s, f):
        ask(s, f.who, "container color")
    else:
        done(f)


def _take_color(s: State, f: Frame) -> None:
    take_color(s, f, f.who, f.card, f.r[1] if f.r is not None else -1, f.y)


def _fitting_kinds(ctx: Ctx) -> None:
    """What a contract under the ship still asks for, without this card; where that is nothing, any color will do."""
    s, f = ctx.s, ctx.f
    ctx.open = 0
    ship = next((i for i, ship in enumerate(s.ships) if f.card in ship.cargo), -1)
    if f.y not in ("crew", "goods") and ship >= 0 and s.ships[ship].at == HARBOR:
        cargo = s.ships[ship].cargo
        s.ships[ship].cargo = [card for card in cargo if card != f.card]
        ctx.open = open_kinds(s, ship)
        s.ships[ship].cargo = cargo


def _meets_something(ctx: Ctx, kind: int) -> bool:
    return not ctx.open or any(ctx.open & fills(ctx.s, ctx.p, token) for token in tokens_of(ctx.s, kind)[:1])


proc("container color", _note_side, _ask_color, _take_color)
Prompt(
    "container color",
    "R-VARIANT-5",
    (
        Move(
            "become",
            (
                Axis(
                    "kind",
                    lambda ctx: FIVE_KINDS,
                    (
                        Check("container-in-supply", "R-VARIANT-5", lambda ctx, kind: bool(tokens_of(ctx.s, kind))),
                        Check("requirement-open", "R-LOAD-3", _meets_something, "fills takes_any"),
                    ),
                ),
            ),
            prepare=_fitting_kinds,
        ),
    ),
)


# Wild containers whose loader says what they cover (ruling wild-container-assignment)


def _ask_slot(s: State, f: Frame) -> None:
    if slot_kinds(s, f.card):
        ask(s, f.who, "load slot")
    else:
        done(f)


def _set_slot(s: State, f: Frame) -> None:
    if f.r is not None:
        s.slots += ((f.card, f.r[1]),)


proc("load slot", _note_side, _ask_slot, _set_slot)
Prompt(
    "load slot",
    "ruling wild-container-assignment",
    (Move("cover", (Axis("kind", lambda ctx: slot_kinds(ctx.s, ctx.f.card)),)),),
)


# Ships that come home


def _come_home(s: State, f: Frame) -> None:
    if s.ships[f.n].at == SEA:
        come_home(s, f, f.n, f.x)
    else:
        split(s, f, f.n)


proc("home", _come_home)


# Limits


def _shed_ask(s: State, f: Frame) -> None:
    room = max(f.n, crew_limit(s, f.who) if f.x == "crew" else goods_limit(s, f.who))  # n: a surplus that may stay
    if (len(s.players[f.who].crew) if f.x == "crew" else goods_used(s, f.who)) > room:
        ask(s, f.who, "shed crew" if f.x == "crew" else "shed goods")
    else:
        done(f)


def _shed(s: State, f: Frame) -> None:
    if f.r is None:
        return
    if not f.y:
        relied(s, f, "falling-limits")
    card = f.r[1]
    remove, limit = (remove_crew, "R-LIMIT-1") if f.x == "crew" else (remove_good, "R-LIMIT-2")
    clause = f.y or limit  # y: the power whose own text discards, where no limit does
    remove(s, f, f.who, card, clause)
    discard(s, f, f.who, card, f.x, clause)
    go(f, _shed_ask)


proc("shed", _shed_ask, _shed)


def _own_cards(ctx: Ctx) -> list[int]:
    player = ctx.s.players[ctx.p]
    return [*player.crew, *player.goods]


def _in_full_area(ctx: Ctx, card: int) -> bool:
    return card in getattr(ctx.s.players[ctx.p], ctx.f.x)


for _kind, _clause in (("shed crew", "R-LIMIT-1"), ("shed goods", "R-LIMIT-2")):
    _over = Check("area-over-limit", _clause, _in_full_area, ruling="falling-limits")
    Prompt(_kind, _clause, (Move("discard", (Axis("card", _own_cards, (_over,)),)),))


# Fulfillments that came due together


def _next_fulfillment(s: State, f: Frame) -> None:
    while f.x:
        ship, f.x = f.x[0], f.x[1:]
        if s.ships[ship].at == HARBOR and (complete(s, ship) or (f.n and half_complete(s, ship))):
            go(f, _next_fulfillment)
            if s.ships[ship].owner not in (s.leader, s.performing):
                relied(s, f, "fulfilment-out-of-turn")
            push(s, f, "fulfill", s.ships[ship].owner, n=ship)
            return
        s.claimed = tuple(i for i in s.claimed if i != ship)  # no longer complete: the duty has gone
    look_again(s, f)


proc("fulfillments", _next_fulfillment)
proc("half", _ask_half, _half)


# Answers to events: leader first, clockwise; each resolved fully (AMB-71)


def _pick_owner(s: State, f: Frame) -> None:
    """Bring the next owner's triggers to the front; let the owner order them where it matters."""
    f.x = tuple([t for t in f.x if _alive(s, f, t)])
    if not f.x:
        return done(f)
    first = s.rulings["trigger-order"]
    if len(f.x) == 1:  # there is nothing to put in order
        f.y, f.n, f.k = f.x, 1, 0
        _id, owner, _card, _parameter, event = f.x[0]
        f.who = event[ev.SEAT] if first == "event-owner-decides" and event[ev.SEAT] >= 0 else owner
        return
    seats = len(s.players)
    if len({trigger[1] for trigger in f.x}) > 1:
        relied(s, f, "trigger-order")
    start = s.leader if first == "leader-first-clockwise" else f.x[0][4][ev.SEAT]
    f.who = min(f.x, key=lambda t: (t[1] - start) % seats)[1]
    own = tuple(t for t in f.x if t[1] == f.who)
    if first == "event-owner-decides" and start >= 0:
        f.who, own = start, tuple(t for t in f.x if t[4][ev.SEAT] == start)
    f.y = (*own, *(t for t in f.x if t not in own))
    f.n = len(own)
    several = len({t[1] for t in own}) > 1
    different = {_occasion(t): ABILITIES[t[0]].body for t in own}
    f.k = int(several or (len(different) > 1 and order_matters(s, [*different.values()], f.who)))


def _occasion(trigger: tuple[Any, ...]) -> tuple[Any, ...]:
    """What tells answers apart: through two cards, or for several contracts of one ship, a power does the same."""
    id, owner, _card, parameter, event = trigger
    ability = ABILITIES[id]
    if not isinstance(event, tuple) or ability.moves_its_card or ability not in POWERS[ability.power].abilities:
        return trigger  # what is done to this very card, or to where it lies
    if event[ev.CODE] == ev.ContractFulfilled:
        return (id, owner, parameter, event[ev.SEAT], event[ev.FIELDS + 1])
    return (id, owner, parameter, event)


def _alive(s: State, f: Frame, trigger: tuple[Any, ...]) -> bool:
    """Whether a waiting answer still resolves although its card may have gone (ruling trigger-outlives-card)."""
    in_force = still_in_force(s, trigger[0], trigger[1], trigger[2])
    return in_force or outlives_its_card(s, f, trigger[1], trigger[2])


def outlives_its_card(s: State, f: Frame, owner: int, card: int) -> bool:
    """Whether a power still resolves after its card has gone; tells that it lapses otherwise."""
    relied(s, f, "trigger-outlives-card")
    if s.rulings["trigger-outlives-card"] == "still-resolves":
        return True
    emit(s, f, ev.PowerLapsed, "ruling trigger-outlives-card", owner, card)
    return False


def order_matters(s: State, bodies: list[Any], p: int) -> bool:
    """Whether bodies of p's powers may come out differently in another order: they differ and touch the same things.

    What both only add to, or only look at, is the same in the end, but where somebody could change it between them.
    """
    if all(body is bodies[0] for body in bodies):
        return bool(bodies[0].asks_something and not bodies[0].alike())
    for i, one in enumerate(bodies):
        for other in bodies[i + 1 :]:
            if one.looks and other.looks and s.index.anytime:
                return True
            both = one.touched(s, p), other.touched(s, p)
            harmless = _only_added(s, one, other) | (one.looks & other.looks)
            if (both[0] & both[1]) - harmless or "all" in both[0] | both[1]:
                return True
    return False


def _only_added(s: State, one: Any, other: Any) -> frozenset[str]:
    """What two bodies only add to, and nobody could do otherwise for what he sees added in between."""
    added: frozenset[str] = one.adds & other.adds
    if s.rulings["unnamed-payer"] != "bank":  # what one gains others may lose
        added -= {YOURS, OF_OTHERS}
    return added - CARDS if one.asks_something or other.asks_something or s.index.anytime else added


def _ask_order(s: State, f: Frame) -> None:
    if f.k:
        ask(s, f.who, "order all answers" if _of_several(s, f) else "order answers")
    else:
        f.r = None


def _run_answer(s: State, f: Frame) -> None:
    trigger = f.y[f.r[1]] if f.r is not None else f.y[0]
    rest = list(f.x)
    rest.remove(trigger)
    f.x = tuple(rest)
    if _alive(s, f, trigger):  # something done beside the question may have taken the card away
        id, owner, card, _parameter, event = trigger
        child = begin_power(s, f, ABILITIES[id], owner, card, event)
        child.cause = event[ev.NUMBER]
        _rely_on_head(s, child, ABILITIES[id], event)
    if f.x:
        go(f, _pick_owner)


def _rely_on_head(s: State, f: Frame, ability: Any, event: tuple[Any, ...]) -> None:
    """Tell that a power answers under one reading only, where its head under another would not hear this too."""
    if ability.under is None:
        return
    others = [a for a in POWERS[ability.power].abilities if isinstance(a, When) and a.under and a is not ability]
    told = (event, ev.before(s, event))  # drawing is chosen, then cards are drawn
    if not any(a.at_once == ability.at_once and a.hears(s, f.who, f.card, one) for a in others for one in told):
        relied(s, f, ability.under[0])


proc("answers", _pick_owner, _ask_order, _run_answer)


def _waiting(ctx: Ctx) -> list[int]:
    """The answers that wait, one of those that do the same."""
    s = ctx.s
    outlive = s.rulings["trigger-outlives-card"] == "still-resolves"
    found: dict[tuple[Any, ...], int] = {}
    for number, t in enumerate(ctx.f.y):
        if outlive or still_in_force(s, t[0], t[1], t[2]):
            found.setdefault(_occasion(t), number)
    return [*found.values()]


OWN_ANSWER = Check("own-answer", "AMB-71", lambda ctx, number: number < ctx.f.n)
for _whose in ("order answers", "order all answers"):
    Prompt(_whose, "AMB-71", (Move("first", (Axis("waiting", _waiting, (OWN_ANSWER,)),)),), window="power")


def _of_several(s: State, f: Frame) -> bool:
    """Whether the powers that one player puts in order are not only that player's own (ruling trigger-order)."""
    return any(trigger[1] != f.who for trigger in f.y[: f.n])


# What a power does may be refused by its owner, whatever its text says (ruling must-or-may).  y: the ability


def begin_power(s: State, f: Frame, ability: Any, who: int, card: int, x: Any = None) -> Frame:
    """Begin what a power does, or ask its owner first whether it shall."""
    child = push(s, f, ability.id, who, card, x=x)
    child.by = ability.power
    return begun(s, ability, child)


def begun(s: State, ability: Any, child: Frame) -> Frame:
    """The frame of what a power does, or in its place the question whether it shall."""
    if s.rulings["must-or-may"] == "all-optional" and _refusable(ability):
        child.proc, child.y = "may refuse", ability.id
    return child


def _refusable(ability: Any) -> bool:
    """Whether an ability is an effect of its own: no sequel of an earlier one, nothing at once, no count at the end."""
    if (
        ability not in POWERS[ability.power].abilities
        or ability.zone == UNDER_SHIP
        or getattr(ability, "at_once", False)
    ):
        return False
    return not isinstance(ability.body, May) and getattr(ability, "stage", MOVES) == MOVES


def _ask_refusal(s: State, f: Frame) -> None:
    if ABILITIES[f.y].body.void(s, f):  # type: ignore[union-attr]
        f.r = ("use",)
    else:
        ask(s, f.who, "may refuse")


def _refuse(s: State, f: Frame) -> None:
    """Go on with the power in place of this frame; a card that is then put nowhere else is tucked."""
    relied(s, f, "must-or-may")
    ability = ABILITIES[f.y]
    at_fulfillment = isinstance(ability, (OnFulfill, Instead))
    if f.r[0] == "use":
        cause = emit(s, f, ev.PowerResolves, POWERS[f.by].citation, f.who, f.card) if at_fulfillment else f.cause
        s.stack[-1] = Frame(f.y, f.who, f.card, x=f.x, cause=cause, by=f.by)
    elif isinstance(ability, Whenever):
        s.declined += (_as_watched(s, f.who, f.y, f.card, f.x),)
    elif isinstance(ability, Instead) and f.card in s.limbo:
        s.limbo.remove(f.card)
        tuck(s, f, f.who, f.card, "fulfillment", "R-FULFIL-3")


proc("may refuse", _ask_refusal, _refuse)
Prompt("may refuse", "ruling must-or-may", (Move("use"), Move("pass")), window="power")


def fulfill_bodies(s: State, name: str | None) -> list[Any]:
    """The abilities of a power that resolve once on fulfillment."""
    if name not in POWERS:
        return []
    return [a for a in POWERS[name].abilities if isinstance(a, (OnFulfill, Instead)) and a.exists(s)]


# Instant wins


def _instant_win(s: State, f: Frame) -> None:
    latch(s, f)


proc("instant win", _instant_win)
