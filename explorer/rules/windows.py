"""Windows: when powers that work at any time, and the leader's discarding of contracts, may be used (AMB-75).

At every open decision they are offered beside its options, to whoever holds
them; afterwards the same decision is asked again.  Where no decision would stand
a window asks, and only those whom it can matter to, leader first, clockwise; what
somebody let pass there is not asked again until something else comes up.

A *chance* is one such thing: (seat, "use", ability id, card, choice) or
(seat, "drop", ship, contracts), or (seat, "scrap", card) for a Capital card in hand; (seat, "throw", card) for
crew and goods discarded at will, under one reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import ABILITIES, AnyTime, aboard
from explorer.language.checks import PROMPTS, Axis, Check, Ctx, Move, Prompt, Refusal
from explorer.language.events import emit, relied
from explorer.language.moves import discard, end_effects, faces
from explorer.language.ships import complete, harbor_ships
from explorer.language.stepper import PROCS, Step, advance, ask, done, go, proc, push, window
from explorer.rules.at_will import AT_WILL, at_will, turns
from explorer.rules.capital import scraps
from explorer.rules.ending import check_end
from explorer.rules.settling import look_again
from explorer.state import HARBOR, Frame, State, ships_of
from explorer.terms import CONTRACT

Chance = tuple[Any, ...]

BIDS = "bids"  # the moment before the bids of one round
HAND = "hand"  # the moment before a power that answers takes cards of a hand
OWN_MOMENTS = ("declare", "action", HAND)  # those that concern only the seat about to decide, or to lose cards


def any_time(s: State, seat: int) -> list[Chance]:
    """What a seat may use at any time now."""
    found: list[Chance] = []
    for ability, card in _held(s, seat):
        ctx = ability.context(s, seat, card)
        found += [(seat, "use", ability.id, card, choice) for choice in ability.move.options(ctx)]
    return _once_each(found)


def _once_each(uses: list[Chance]) -> list[Chance]:
    """The uses without those that do just what another card of the seat offers too (power wind-turbines)."""
    first: dict[Chance, Chance] = {}
    for use in uses:
        _seat, _word, id, card, choice = use
        first.setdefault((id, card if ABILITIES[id].moves_its_card else -1, choice), use)
    return list(first.values())


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
    index = s.index
    hand = s.players[seat].hand
    if not index.hand_cards.isdisjoint(hand):
        powers = index.hand_anytime
        found += [(powers[card], card) for card in faces(s, hand) if card in powers]
    return found


def fulfilling(s: State) -> bool:
    """Whether a fulfillment is under way (AMB-42)."""
    return any([frame.proc == "fulfill" for frame in s.stack])


def _own_turn(ctx: Ctx) -> bool:
    return ctx.p == ctx.s.leader and ctx.s.phase in ("declare", "perform", "clean-up")


OWN_TURN = Check("own-turn", "R-TERM-4", _own_turn)  # of powers that only the leader can use


def outermost(s: State) -> bool:
    """Whether nothing is under way but the turn itself: what happens now is an event of its own (AMB-60)."""
    return not any([frame.proc == "fulfill" or "/" in frame.proc for frame in s.stack])


# The leader's unwanted contracts (R-CONTRACT-8)


def _turn_goes_on(ctx: Ctx) -> bool:
    return ctx.s.phase in ("declare", "perform", "clean-up")


def _every_ship(ctx: Ctx) -> list[int]:
    return [i for i, ship in enumerate(ctx.s.ships) if ship.contracts]


def _own_ships(ctx: Ctx) -> list[int]:
    return [i for i in ships_of(ctx.s, ctx.p) if ctx.s.ships[i].contracts]


def _one_ship_a_turn(ctx: Ctx, ship: int) -> bool:
    s = ctx.s
    if s.rulings["discard-contracts-scope"] != "one-ship-a-turn":
        return True
    return all(mark in ("drop", f"drop {ship}") or mark[:4] != "drop" for seat, mark in s.once if seat == ctx.p)


MANY = 8  # contracts of one ship, of which any choice is offered at once; only a power allows more (power legos)


def _subsets(ctx: Ctx, ship: int) -> list[tuple[int, ...]]:
    cards = ctx.s.ships[ship].contracts
    count = len(cards)
    sizes = range(1, count + 1) if count <= MANY else (1, count - 1, count)  # what is left out here takes several steps
    return [chosen for size in sizes for chosen in combinations(cards, size)]


def _whole_ship(ctx: Ctx, ship: int, cards: tuple[int, ...]) -> bool:
    reading = ctx.s.rulings["discard-contracts-scope"]
    return reading != "all-of-one-ship" or len(cards) == len(ctx.s.ships[ship].contracts)


DROP = Move(
    "drop",
    (
        Axis(
            "ship",
            _every_ship,
            likely=_own_ships,
            checks=(
                Check("only-leader-discards", "R-CONTRACT-8", lambda ctx, ship: ctx.s.ships[ship].owner == ctx.p),
                Check("ship-in-harbor", "R-CONTRACT-8", lambda ctx, ship: ctx.s.ships[ship].at == HARBOR),
                Check("one-ship-a-turn", "ruling discard-contracts-scope", _one_ship_a_turn),
            ),
        ),
        Axis("contracts", _subsets, (Check("whole-ship-discarded", "ruling discard-contracts-scope", _whole_ship),)),
    ),
    gates=(
        Check("while-leading", "R-CONTRACT-8", _turn_goes_on),
        Check("not-within-fulfillment", "AMB-42", lambda ctx: not fulfilling(ctx.s)),
    ),
)


def _drop(s: State, f: Frame) -> None:
    ship = s.ships[f.n]
    others = any(mark[:4] == "drop" and mark != f"drop {f.n}" for seat, mark in s.once if seat == f.who)
    if others or len(f.x) < len(ship.contracts):
        relied(s, f, "discard-contracts-scope")
    for card in f.x:
        ship.contracts.remove(card)
        end_effects(s, f, ("contract", card))
        aboard(s, card)
        emit(s, f, ev.ContractRemoved, "R-CONTRACT-8", f.who, card, f.n)
        discard(s, f, f.who, card, "ship", "R-CONTRACT-8")
    if (f.who, f"drop {f.n}") not in s.once:
        s.once.append((f.who, f"drop {f.n}"))


proc("drop", _drop)


def _drops(s: State) -> list[Chance]:
    return [(s.leader, *choice) for choice in DROP.options(Ctx(s, s.stack[-1], s.leader))]


# Beside a decision that stands


def interrupts(s: State) -> list[Chance]:
    """What any seat may do now besides the pending decision."""
    if s.asking is None:
        return []
    if _closed(s) and s.rulings["any-time-windows"] != "truly-any-moment":
        return []
    if PROMPTS[s.asking[1]].window == "power" and s.rulings["answer-before-power"] == "barred":
        return []
    found: list[Chance] = []
    if s.index.anytime or s.index.hand_anytime:
        for seat in range(len(s.players)):
            found += any_time(s, seat)
    found += _drops(s)
    for seat in range(len(s.players)):
        found += scraps(s, seat)
    found += at_will(s)
    if s.asking[1] == "window":  # its own seat finds them among the options
        own = set(offered(s, s.stack[-1]))
        found = [chance for chance in found if chance not in own]
    return found


def _closed(s: State) -> bool:
    """Whether the pending decision is no window: no such prompt, or one between taking a card and placing it."""
    return not PROMPTS[s.asking[1]].window or _card_taken(s)  # type: ignore[index]


PIRATING = ("pirate one", "raid one", "pirate place")


def _card_taken(s: State) -> bool:
    return any([f.proc.endswith(PIRATING) and f.pc < len(PROCS[f.proc]) for f in s.stack])


def interrupt(s: State, chance: Chance) -> None:
    """Carry out one of ``interrupts``; the pending decision is asked again afterwards."""
    f = s.stack[-1]
    if s.asking is not None and _closed(s):
        relied(s, f, "any-time-windows")
    f.pc -= 1
    s.asking = None
    s.options = None
    s.stack.append(Frame("beside", chance[0], x=chance, cause=f.cause))
    advance(s)


def _beside(s: State, f: Frame) -> None:
    begin(s, f, f.x)


def _beside_done(s: State, f: Frame) -> None:
    look_again(s, f)
    if outermost(s):
        check_end(s, f)


proc("beside", _beside, _beside_done)


def begin(s: State, f: Frame, chance: Chance) -> None:
    """Begin an any-time power, or the discarding of contracts or of a Capital card."""
    if chance[1] == "count-as":
        push(s, f, chance[1], chance[0], n=chance[2])
        return
    if chance[1] == "scrap" or chance[1] in AT_WILL:
        push(s, f, chance[1], chance[0], chance[2])
        return
    if chance[1] == "drop":
        push(s, f, "drop", chance[0], n=chance[2], x=chance[3])
        return
    seat, _word, id, card, choice = chance
    child = push(s, f, id, seat, card, x=choice)
    child.by = ABILITIES[id].power


# Where no decision would stand.  A window frame: n is the seat about to decide (-1: nobody), x the kind of
# moment, y the moment itself, whether a Contract action is about to lapse, and whether the seat is about to draw.


def useful(s: State, seat: int, f: Frame) -> list[Chance]:
    """What can matter to a seat in a window, although nobody's decision stands open."""
    found: list[Chance] = []
    held = _held(s, seat)
    if held:
        concerned = _concerns(s, seat, f)
        for ability, card in held:
            found += _uses_that_matter(s, seat, ability, card, f.x, concerned)
        if len(held) > 1:
            found = _once_each(found)
    if seat == s.leader:
        stuck = f.y[1]
        if stuck or _could_pay(s):
            found += [chance for chance in _drops(s) if stuck or _pays_at_once(s, chance)]
    if f.y[2] and seat == f.n:
        found += scraps(s, seat)
    if f.x == "scoring":
        found += turns(s, seat)
    return found


def _uses_that_matter(s: State, seat: int, ability: AnyTime, card: int, kind: str, concerned: bool) -> list[Chance]:
    timely = _timely(s, ability, card, kind, concerned)
    urgent = ability.urgent
    if not timely and (urgent is None or kind == BIDS):
        return []
    choices = ability.move.options(ability.context(s, seat, card))
    return [(seat, "use", ability.id, card, c) for c in choices if timely or (urgent and urgent(s, card, c))]


def _timely(s: State, ability: AnyTime, card: int, kind: str, concerned: bool) -> bool:
    """Whether every use of a power can matter at a moment of this kind."""
    if concerned and kind in ability.windows:
        return True
    return ability.pressing is not None and kind != BIDS and ability.pressing(s, card)


def _concerns(s: State, seat: int, f: Frame) -> bool:
    """Whether a moment is a seat's own: its forced decision, or a round in which it bids; others are everybody's."""
    if f.x == BIDS:
        return any(frame.proc == "import rounds" and seat in frame.y for frame in s.stack)
    return f.x not in OWN_MOMENTS or seat == f.n


def _pays_at_once(s: State, chance: Chance) -> bool:
    """Whether the ship would be complete without these contracts, and fulfilled so (AMB-43)."""
    if s.rulings["fulfilled-without-loading"] == "only-by-loading":
        return False
    ship = s.ships[chance[2]]
    contracts = ship.contracts
    if len(chance[3]) == len(contracts):
        return False
    ship.contracts = [card for card in contracts if card not in chance[3]]
    would = complete(s, chance[2])
    ship.contracts = contracts
    return would


def open_window(s: State, f: Frame, about: int, kind: str, options: Sequence[Chance] | None = None) -> Frame | None:
    """Before a forced decision: the window that asks, or None when it can matter to nobody who has not declined.

    ``options`` are those of the decision, where one is pending.
    """
    leader = s.leader
    stuck = about == leader and f.proc == "perform" and f.x == CONTRACT and _stuck(s, f, about, options)
    drawing = s.asking == (about, "follow") and bool(scraps(s, about))  # the fewer in hand, the more are drawn
    holders = _holders(s, about, kind)
    if kind == HAND:
        holders = [about] if about in holders else []
    elif leader not in holders and (stuck or _could_pay(s)):
        holders.append(leader)
    if drawing and about not in holders:
        holders.append(about)
    if kind == "scoring":
        holders += [seat for seat in range(len(s.players)) if seat not in holders and turns(s, seat)]
    if not holders or _card_taken(s):
        return None
    moment = (f.proc, f.pc, f.cause, f.n, f.k)
    if len(holders) > 1:
        seats = len(s.players)
        holders.sort(key=lambda seat: (seat - leader) % seats)
    for seat in holders:
        asker = Frame("window", seat, n=about, x=kind, cause=f.cause)
        asker.y = (moment, stuck and seat == about, drawing and seat == about)
        uses = tuple(useful(s, seat, asker))
        if uses and (seat, moment, uses) not in s.declined:
            s.offers = (asker, s.events, uses)
            return asker
    return None


def _stuck(s: State, f: Frame, about: int, options: Sequence[Chance] | None) -> bool:
    """Whether a Contract action is about to lapse although there are contracts that could be discarded first."""
    if not any([s.ships[i].contracts for i in harbor_ships(s, about)]):
        return False
    if options is None or s.asking != (about, "contract"):
        options = PROMPTS["contract"].options(s, f, about)
    return not options


def _holders(s: State, about: int, kind: str) -> list[int]:
    """Who holds a power that can matter at such a moment: a quick look, before anybody's choices are listed."""
    index = s.index
    own = kind in OWN_MOMENTS
    found: list[int] = []
    for ability, seat, card, _ in index.anytime:
        if seat in found or (seat != s.leader and OWN_TURN in ability.move.gates):
            continue
        if (ability.urgent is not None and kind != BIDS) or _timely(s, ability, card, kind, not own or seat == about):
            found.append(seat)
    apart = index.hand_cards.isdisjoint
    for seat, player in enumerate(s.players):
        if seat not in found and not apart(player.hand):
            found.append(seat)
    return found


def _could_pay(s: State) -> bool:
    """Whether a ship of the leader would be complete, and fulfilled, without some of its contracts (AMB-43)."""
    for number in ships_of(s, s.leader):
        ship = s.ships[number]
        if len(ship.contracts) > 1 and ship.at == HARBOR and _one_complete(s, number):
            return True
    return False


def _one_complete(s: State, number: int) -> bool:
    """Whether one of a ship's contracts would be complete without the others; several, where no surplus may remain."""
    ship, total = s.ships[number], s.cat.load_total
    contracts, held = ship.contracts, len(ship.cargo)
    lowered = bool(s.index.load_needs)  # a power may ask for fewer containers than are printed
    small = [card for card in contracts if lowered or total[card] <= held]
    if not small or s.rulings["fulfilled-without-loading"] == "only-by-loading":
        return False
    groups: list[tuple[int, ...]] = [(card,) for card in small]
    if s.rulings["surplus-containers"] == "block-fulfilment":
        sizes = range(2, min(len(contracts), MANY))
        groups += [kept for size in sizes for kept in combinations(small, size) if lowered or _load(s, kept) <= held]
    for kept in groups:
        ship.contracts = list(kept)
        found = complete(s, number)
        ship.contracts = contracts
        if found:
            return True
    return False


def _load(s: State, contracts: tuple[int, ...]) -> int:
    return sum([s.cat.load_total[card] for card in contracts])


window.append(open_window)


def pause(s: State, f: Frame, kind: str) -> None:
    """Let everybody whom it can matter to use what they have (between a fulfillment and its powers, at a turn's end).

    To be called as the only thing in a step: the step comes back until nobody wants to.
    """
    _pause_for(s, f, -1, kind)


def _pause_for(s: State, f: Frame, about: int, kind: str) -> None:
    asker = open_window(s, f, about, kind)
    if asker is not None:
        f.pc -= 1
        s.stack.append(asker)


def before_taking(giver: Callable[[State, Frame], int]) -> Step:
    """A step of a power that answers: whoever is to give cards of the hand may use some of them first (AMB-75)."""

    def let_use(s: State, f: Frame) -> None:
        if s.rulings["answer-before-power"] == "allowed":
            _pause_for(s, f, giver(s, f), HAND)

    return let_use


def offered(s: State, f: Frame) -> tuple[Chance, ...]:
    """What a window offers: as last found, and anew when anything has happened since."""
    offers = s.offers
    if offers is not None and offers[0] is f and offers[1] == s.events:
        return offers[2]
    found = tuple(useful(s, f.who, f))
    s.offers = (f, s.events, found)
    return found


def _ask_window(s: State, f: Frame) -> None:
    if offered(s, f):
        ask(s, f.who, "window")
    else:
        done(f)


def _use_window(s: State, f: Frame) -> None:
    uses = offered(s, f)
    if f.r is None or f.r[0] == "pass":
        s.declined += ((f.who, f.y[0], uses),)
        return done(f)
    begin(s, f, uses[f.r[1]])


def _window_used(s: State, f: Frame) -> None:
    look_again(s, f)
    if outermost(s):
        check_end(s, f)
    go(f, _ask_window)


proc("window", _ask_window, _use_window, _window_used)


def _uses(ctx: Ctx) -> range:
    return range(len(offered(ctx.s, ctx.f)))


Prompt("window", "R-POWER-2", (Move("pass"), Move("use", (Axis("use", _uses),))), window="window")
