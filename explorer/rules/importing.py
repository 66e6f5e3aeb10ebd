"""Import: bidding rounds, taking and placing cards, compensation (R-IMPORT-1 … R-IMPORT-10)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import add_crew, add_good, crew_room, discard, gain, goods_room, pay, unload
from explorer.language.questions import allowed, import_takes, owner_pay
from explorer.language.stepper import ask, done, go, proc, push
from explorer.rules.ending import break_tie, check_end
from explorer.state import JOINED, SEA, Frame, State
from explorer.terms import IMPORT

# Rounds (R-IMPORT-8): k counts them, x holds the bids so far, y the bidders, n the ship


def _next_round(s: State, f: Frame) -> None:
    check_end(s, f)
    f.k += 1
    seats = len(s.players)
    order = [(s.leader + i) % seats for i in range(seats)]
    f.y = tuple(seat for seat in order if s.declared[seat] >= f.k and _may_import(s, f, seat))
    f.x = ()
    if not f.y:
        done(f)


def _may_import(s: State, f: Frame, seat: int) -> bool:
    return bool(allowed(s, seat) >> IMPORT & 1)


def _ask_ship(s: State, f: Frame) -> None:
    ask(s, s.leader, "import ship")


def _open_round(s: State, f: Frame) -> None:
    if f.r is None:
        relied(s, f, "declare-impossible")
        for seat in f.y:
            emit(s, f, ev.ActionLapsed, "R-IMPORT-1", seat, IMPORT, 1)
        return go(f, _next_round)
    f.n = f.r[1]
    emit(s, f, ev.AuctionStarted, "R-IMPORT-1", s.leader, f.n, f.y)
    if len(f.y) == 1:
        relied(s, f, "lone-bidder")


def _ask_bid(s: State, f: Frame) -> None:
    ask(s, f.y[len(f.x)], "bid")


def _bid(s: State, f: Frame) -> None:
    f.x = (*f.x, f.r[1] if f.r[0] == "bid" else -1)
    if len(f.x) < len(f.y):
        go(f, _ask_bid)


def _reveal(s: State, f: Frame) -> None:
    """Show all bids together and narrow the winners down to the highest (R-IMPORT-2, R-IMPORT-3)."""
    emit(s, f, ev.BidsRevealed, "R-IMPORT-2", s.leader, tuple(zip(f.y, f.x, strict=True)))
    if len(f.x) > 1 and max(f.x) > 0 and s.rulings["bid-steps"] != "even-only":
        relied(s, f, "bid-steps")
    best = max(f.x)
    if best < 0:
        relied(s, f, "decline-to-win")
        return go(f, _next_round)
    tied = [seat for seat, amount in zip(f.y, f.x, strict=True) if amount == best]
    tied = break_tie(s, tied)
    bidding = [seat for seat, amount in zip(f.y, f.x, strict=True) if amount >= 0]
    if len(tied) > 1 and s.leader not in bidding:
        relied(s, f, "tie-by-leader-outside")
        if s.rulings["tie-by-leader-outside"] == "only-a-bidding-leader":
            tied = tied[:1]
    f.y = tuple(tied)
    f.x = best


def _ask_tie(s: State, f: Frame) -> None:
    ask(s, s.leader, "tie")


def _award(s: State, f: Frame) -> None:
    """The winner pays the bank and takes the cards (R-IMPORT-2, R-IMPORT-4)."""
    winner = f.r[1] if f.r is not None else f.y[0]
    pay(s, f, winner, f.x, -1, "R-IMPORT-2")
    emit(s, f, ev.BidWon, "R-IMPORT-2", winner, f.n, f.x)
    push(s, f, "take cards", winner, n=import_takes(s, winner), x=(f.n, True, "action"))


def _round_done(s: State, f: Frame) -> None:
    emit(s, f, ev.ActionDone, "R-IMPORT-8", s.leader, IMPORT)
    go(f, _next_round)


proc(
    "import rounds",
    _next_round, _ask_ship, _open_round, _ask_bid, _bid, _reveal, _ask_tie, _award, _round_done,
)  # fmt: skip


def do_lone_import(s: State, f: Frame) -> None:
    """Import alone through a power: nobody bids, the cards are free (R-IMPORT-10, ruling lone-bidder)."""
    push(s, f, "lone import", f.who, n=f.r[1])


def _lone_start(s: State, f: Frame) -> None:
    emit(s, f, ev.AuctionStarted, "R-IMPORT-10", f.who, f.n, (f.who,))


def _lone_bid(s: State, f: Frame) -> None:
    ask(s, f.who, "bid")


def _lone_award(s: State, f: Frame) -> None:
    if f.r[0] == "withdraw":
        relied(s, f, "decline-to-win")
        return done(f)
    amount = f.r[1]
    relied(s, f, "lone-bidder")
    pay(s, f, f.who, amount, -1, "R-IMPORT-2")
    emit(s, f, ev.BidWon, "R-IMPORT-10", f.who, f.n, amount)
    push(s, f, "take cards", f.who, n=import_takes(s, f.who), x=(f.n, True, "action"))


proc("lone import", _lone_start, _lone_bid, _lone_award)


# Taking and placing, one card at a time (AMB-31, AMB-35).  x: ship, whether the owner is paid, cause;
# n: cards still to take, k: cards taken, y: cards already placed as crew.


def _next_card(s: State, f: Frame) -> None:
    """Hold the ship while its cards are taken: compensation comes before it goes home (R-IMPORT-5, R-IMPORT-6)."""
    if len(f.x) == 3:  # remember the ship of an import that this one interrupts
        f.x = (*f.x, s.held)
    s.held = f.x[0]
    f.y = f.y or 0
    if f.n and f.k and s.ships[f.x[0]].at != SEA:
        relied(s, f, "cards-taken-one-by-one")  # the ship has gone between two cards
    if not f.n or s.ships[f.x[0]].at != SEA or not s.ships[f.x[0]].cargo:
        go(f, _compensate)


def _ask_take(s: State, f: Frame) -> None:
    ask(s, f.who, "take")


def _take(s: State, f: Frame) -> None:
    if f.r is None:  # an edit has emptied the ship
        f.n = 0
        if len(f.x) > 4:
            _hold_back(s, f, False)
        return go(f, _next_card)
    _word, card, place = f.r
    ship = f.x[0]
    f.n -= 1
    f.k += 1
    unload(s, f, card, ship, "R-IMPORT-4")
    if place == "crew":
        f.y += 1
        add_crew(s, f, f.who, card, "R-IMPORT-4")
    elif place == "goods":
        add_good(s, f, f.who, card, "R-IMPORT-4")
    else:
        relied(s, f, "discarded-import-is-taken")
        discard(s, f, f.who, card, "import", "R-IMPORT-7")
    emit(s, f, ev.CardImported, "R-IMPORT-4", f.who, card, ship, place)
    if s.rulings["cards-taken-one-by-one"] == "as-a-set":
        _hold_back(s, f, bool(f.n and s.ships[ship].cargo))
    go(f, _next_card)


def _hold_back(s: State, f: Frame, more: bool) -> None:
    """Let nothing interrupt between the cards of a set: what they set off waits in ``x`` for the last one."""
    waiting = (*(f.x[4] if len(f.x) > 4 else ()), *s.triggers)
    s.triggers[:] = () if more else waiting
    f.x = (*f.x[:4], waiting if more else ())
    if more:
        s.dirty = 0


def _compensate(s: State, f: Frame) -> None:
    ship = f.x[0]
    s.held = f.x[3]
    owner = s.ships[ship].owner
    if f.k and f.who != owner and f.x[1]:
        if f.x[2] != "action":
            relied(s, f, "power-import-compensation")
        gain(s, f, owner, owner_pay(s, owner, ship), "R-IMPORT-5")
    emit(s, f, ev.ImportDone, "R-IMPORT-4", f.who, ship, f.k)


proc("take cards", _next_card, _ask_take, _take, _compensate)


# Prompts


def _at_sea(ctx: Ctx, ship: int) -> bool:
    return bool(ctx.s.ships[ship].at == SEA)


def _nameable(ctx: Ctx, ship: int) -> bool:
    return ctx.s.rulings["ship-with-one-card"] == "nameable-take-one" or len(ctx.s.ships[ship].cargo) != 1


def _not_part_of_another(ctx: Ctx) -> list[int]:
    return [i for i, ship in enumerate(ctx.s.ships) if ship.at != JOINED]


SHIP_AXIS = Axis(
    "ship",
    _not_part_of_another,
    (Check("ship-at-sea", "R-IMPORT-1", _at_sea), Check("ship-nameable", "ruling ship-with-one-card", _nameable)),
)
Prompt("import ship", "R-IMPORT-1", (Move("ship", (SHIP_AXIS,)),), window="action")
Prompt("import alone", "R-IMPORT-1", (Move("ship", (SHIP_AXIS,)),), window="action")


def _amounts(ctx: Ctx) -> range:
    return range(ctx.s.players[ctx.p].credits + 3)


def _even(ctx: Ctx, amount: int) -> bool:
    return ctx.s.rulings["bid-steps"] == "any-whole-number" or amount % 2 == 0


def _not_alone(ctx: Ctx, amount: int) -> bool:
    """The only bidder takes the cards for nothing (R-IMPORT-10)."""
    f = ctx.f
    alone = f.proc == "lone import" or len(f.y) == 1
    return not (alone and amount and ctx.s.rulings["lone-bidder"] == "takes-for-nothing")


def _held(ctx: Ctx, amount: int) -> bool:
    return bool(amount <= ctx.s.players[ctx.p].credits)


Prompt(
    "bid",
    "R-IMPORT-2",
    (
        Move(
            "bid",
            (
                Axis(
                    "amount",
                    _amounts,
                    (
                        Check("bid-in-steps-of-two", "ruling bid-steps", _even),
                        Check("lone-bidder-pays-nothing", "R-IMPORT-10", _not_alone, ruling="lone-bidder"),
                        Check(
                            "bid-held", "R-IMPORT-2", _held, say=lambda ctx, n: {"held": ctx.s.players[ctx.p].credits}
                        ),
                    ),
                ),
            ),
        ),
        Move(
            "withdraw",
            gates=(
                Check("bidding-compulsory", "R-TURN-7", lambda ctx: ctx.s.rulings["decline-to-win"] == "may-withdraw"),
            ),
        ),
    ),
)


def _bid_highest(ctx: Ctx, seat: int) -> bool:
    return seat in ctx.f.y


Prompt(
    "tie",
    "R-IMPORT-3",
    (
        Move(
            "winner",
            (Axis("seat", lambda ctx: range(len(ctx.s.players)), (Check("seat-tied", "R-IMPORT-3", _bid_highest),)),),
        ),
    ),
)


def _prepare_take(ctx: Ctx) -> None:
    ctx.crew_room = crew_room(ctx.s, ctx.p)
    ctx.goods_room = goods_room(ctx.s, ctx.p)


def _one_as_crew(ctx: Ctx, card: int, place: str) -> bool:
    return place != "crew" or not ctx.f.y


def _crew_fits(ctx: Ctx, card: int, place: str) -> bool:
    return bool(place != "crew" or ctx.crew_room > 0)


def _good_fits(ctx: Ctx, card: int) -> bool:
    if not ctx.s.index.goods_used:
        return bool(ctx.goods_room > 0)
    return goods_room(ctx.s, ctx.p, card) > 0


def _goods_fit(ctx: Ctx, card: int, place: str) -> bool:
    return bool(place != "goods" or _good_fits(ctx, card))


def _kept_if_possible(ctx: Ctx, card: int, place: str) -> bool:
    return bool(place != "discard" or (not _good_fits(ctx, card) and (ctx.crew_room <= 0 or ctx.f.y)))


PLACES: Any = ("crew", "goods", "discard")
Prompt(
    "take",
    "R-IMPORT-4",
    (
        Move(
            "take",
            (
                Axis("card", lambda ctx: ctx.s.ships[ctx.f.x[0]].cargo),
                Axis(
                    "place",
                    lambda ctx, card: PLACES,
                    (
                        Check("one-imported-as-crew", "R-IMPORT-4", _one_as_crew),
                        Check("crew-limit", "R-LIMIT-1", _crew_fits, "crew_limit"),
                        Check("goods-limit", "R-LIMIT-2", _goods_fit, "goods_limit"),
                        Check("imports-are-kept", "R-IMPORT-7", _kept_if_possible),
                    ),
                ),
            ),
            prepare=_prepare_take,
        ),
    ),
)
