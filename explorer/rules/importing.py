"""Import: bidding rounds, taking and placing cards, compensation (R-IMPORT-1 … R-IMPORT-10)."""

from __future__ import annotations

from typing import Any

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.abilities import POWERS
from explorer.language.body import Body
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.listing import Always
from explorer.language.moves import (
    BANK,
    add_crew,
    add_good,
    crew_room,
    discard,
    from_island,
    gain,
    goods_room,
    is_token,
    pay,
    redeemed,
)
from explorer.language.questions import (
    ISLAND_TOO,
    USUAL_PAY,
    allowed,
    bid_payee,
    import_takes,
    import_targets,
    owner_pay,
)
from explorer.language.ships import unload
from explorer.language.stepper import Step, ask, done, go, proc, push
from explorer.rules.ending import break_tie, check_end
from explorer.rules.pirate import ISLAND
from explorer.rules.windows import BIDS, pause
from explorer.state import JOINED, SEA, Frame, State
from explorer.terms import IMPORT

# Rounds (R-IMPORT-8): k counts them, x holds the bids so far, y the bidders, n the ship


def _next_round(s: State, f: Frame) -> None:
    check_end(s, f)
    f.k += 1
    seats = len(s.players)
    order = [(s.leader + i) % seats for i in range(seats)]
    bidding = [seat for seat in order if s.declared[seat] >= f.k and s.doing[seat] == IMPORT]
    f.y = tuple(seat for seat in bidding if _may_import(s, f, seat))
    f.x = ()
    if not f.y:
        done(f)


def _may_import(s: State, f: Frame, seat: int) -> bool:
    return bool(allowed(s, seat) >> IMPORT & 1)


# Under one reading those who bid may put up the island before the leader names a ship (ruling dark-flight-who): n is
# the one asked, x those asked before


def _seek_island(s: State, f: Frame) -> None:
    f.n = -1
    if s.index.import_targets and s.rulings["dark-flight-who"] == "every-bidding-owner":
        left = [seat for seat in f.y if seat != s.leader and seat not in f.x and _reaches_island(s, seat)]
        f.n = left[0] if left else -1
    f.x = f.x if f.n >= 0 else ()


def _reaches_island(s: State, seat: int) -> bool:
    return bool(import_targets(s, seat) & ISLAND_TOO and s.island)


def _ask_island(s: State, f: Frame) -> None:
    if f.n >= 0:
        ask(s, f.n, "put up island")
    else:
        go(f, _ask_ship)


def _put_up(s: State, f: Frame) -> None:
    if f.r is None or f.r[0] == "pass":
        f.x = (*f.x, f.n)
        return go(f, _seek_island)
    relied(s, f, "dark-flight-who")
    s.once.append((f.n, f"{NAMES}{f.k}"))
    f.x = ()
    go(f, _open_round)


NAMES = "names "  # the mark of who has put up the island, with the round


def _namer(s: State, f: Frame) -> int:
    """Who has named what is bid on in this round: the leader, or whoever has put up the island."""
    return next((seat for seat, mark in s.once if mark == f"{NAMES}{f.k}"), s.leader)


def _ask_ship(s: State, f: Frame) -> None:
    ask(s, s.leader, "import ship")


def _open_round(s: State, f: Frame) -> None:
    if f.r is None:
        relied(s, f, "declare-impossible")
        for seat in f.y:
            emit(s, f, ev.ActionLapsed, "R-IMPORT-1", seat, IMPORT, 1)
        return go(f, _next_round)
    f.n = f.r[1]
    if f.n == ISLAND and _namer(s, f) == s.leader:
        relied(s, f, "dark-flight-who")
    emit(s, f, ev.AuctionStarted, _named_by(s, _namer(s, f), f.n, "R-IMPORT-1"), _namer(s, f), f.n, f.y)
    if len(f.y) == 1:
        relied(s, f, "lone-bidder")


def _named_by(s: State, namer: int, target: int, clause: str) -> str:
    """What lets somebody name this target: the rule, or for the island a power."""
    return POWERS[s.index.import_targets[namer][0][0].power].citation if target == ISLAND else clause


def _before_bids(s: State, f: Frame) -> None:
    """Bids are made one after the other but shown together, so what raises credits is used before them (AMB-75)."""
    if len(f.y) > 1:
        pause(s, f, BIDS)


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
    tied = break_tie(s, tied, f, "bid")
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
    _pay_bid(s, f, winner, _namer(s, f), f.x)
    emit(s, f, ev.BidWon, "R-IMPORT-2", winner, f.n, f.x)
    push(s, f, "take cards", winner, n=import_takes(s, winner), x=(f.n, True, "action"))


def _pay_bid(s: State, f: Frame, winner: int, namer: int, amount: int) -> None:
    """Let the winner pay the bid: to the bank, or to whom a power of the one who named the target says."""
    payee = bid_payee(s, namer, f.n)
    clause = "R-IMPORT-2" if payee == BANK else f"power {kebab(s.index.bid_payee[namer][-1][0].power)}"
    if payee != BANK and amount:
        relied(s, f, "dark-flight-bid")
    if payee != winner:
        pay(s, f, winner, amount, payee, clause)
    elif amount:  # one's own bid comes straight back
        emit(s, f, ev.BidKept, clause, winner, amount)


def _round_done(s: State, f: Frame) -> None:
    emit(s, f, ev.ActionDone, "R-IMPORT-8", s.leader, IMPORT)
    go(f, _next_round)


proc(
    "import rounds",
    _next_round, _seek_island, _ask_island, _put_up, _ask_ship, _open_round,
    _before_bids, _ask_bid, _bid, _reveal, _ask_tie, _award, _round_done,
)  # fmt: skip


FREE = "free"  # as x of a lone Import: not even one's own bid is asked for


def do_lone_import(s: State, f: Frame) -> None:
    """Import alone through a power: nobody else bids, the cards are free (R-IMPORT-10, ruling lone-bidder)."""
    push(s, f, "lone import", f.who, n=f.r[1])


def _lone_start(s: State, f: Frame) -> None:
    emit(s, f, ev.AuctionStarted, _named_by(s, f.who, f.n, "R-IMPORT-10"), f.who, f.n, (f.who,))
    if f.x == FREE:
        done(f)
        push(s, f, "take cards", f.who, n=import_takes(s, f.who), x=(f.n, True, "action"))


def _lone_bid(s: State, f: Frame) -> None:
    ask(s, f.who, "bid")


def _lone_award(s: State, f: Frame) -> None:
    if f.r[0] == "withdraw":
        relied(s, f, "decline-to-win")
        return done(f)
    amount = f.r[1]
    relied(s, f, "lone-bidder")
    _pay_bid(s, f, f.who, f.who, amount)
    emit(s, f, ev.BidWon, "R-IMPORT-10", f.who, f.n, amount)
    push(s, f, "take cards", f.who, n=import_takes(s, f.who), x=(f.n, True, "action"))


proc("lone import", _lone_start, _lone_bid, _lone_award)


# Taking and placing, one card at a time (AMB-31, AMB-35).  x: ship or island, whether the owner is paid, cause, the
# cards taken, and what they have set off; n: cards still to take, k: cards taken, y: cards already placed as crew.


def aboard(s: State, place: int) -> list[int]:
    """What can be imported from a ship at sea, or from the island."""
    if place == ISLAND:
        return s.island
    return s.ships[place].cargo if s.ships[place].at == SEA else []


def _next_card(s: State, f: Frame) -> None:
    """Take on while there is something: compensation comes before the ship goes home (R-IMPORT-5, R-IMPORT-6)."""
    if len(f.x) == 3:
        f.x = (*f.x, ())
    place = f.x[0]
    f.y = f.y or 0
    if f.n and f.k and place != ISLAND and s.ships[place].at != SEA:
        relied(s, f, "cards-taken-one-by-one")  # the ship has gone between two cards
    if not f.n or not aboard(s, place):
        return go(f, _compensate)
    f.card = -1
    if s.rulings["import-placing"] == "ship-owner-picks" and f.x[2] == "action" and _whose(s, f) != f.who:
        go(f, _ask_on if _enough(f) else _ask_pick)


def _enough(f: Frame) -> bool:
    """Whether as many are taken as must be: a power only permits a third one, or a second in place of one."""
    return bool(f.k >= _compulsory(f))


def _compulsory(f: Frame) -> int:
    return 2 if f.x[2] == "action" else 1


def _whose(s: State, f: Frame) -> int:
    """Whose ship the cards come from; those of the island are the importer's own to pick."""
    return s.ships[f.x[0]].owner if f.x[0] != ISLAND else f.who


def _ask_on(s: State, f: Frame) -> None:
    """Whether a further one is taken is said before the ship's owner picks it."""
    ask(s, f.who, "import on")


def _on(s: State, f: Frame) -> None:
    if f.r is not None and f.r[0] == "next":
        go(f, _ask_pick)
    else:
        _stop(s, f)


def _ask_pick(s: State, f: Frame) -> None:
    """The ship's owner picks the card, whoever imports says where it goes (ruling import-placing)."""
    ask(s, _whose(s, f), "pick import")


def _pick(s: State, f: Frame) -> None:
    go(f, _ask_take)
    if f.r is not None:
        relied(s, f, "import-placing")
        f.card = f.r[1]


def _picked(ctx: Ctx) -> list[int]:
    """What may be taken: everything aboard, or the card that the ship's owner has picked."""
    there = aboard(ctx.s, ctx.f.x[0])
    return [ctx.f.card] if ctx.f.card in there else there


def _ask_take(s: State, f: Frame) -> None:
    kind = "take container" if _place_comes_later(s, f.x[0]) else "take"
    more = {"take": "take more", "take container": "take more containers"}
    ask(s, f.who, more[kind] if _enough(f) and f.card < 0 else kind)


def _place_comes_later(s: State, place: int) -> bool:
    """Whether what is taken is a container, for which a card is searched before it gets a place (R-VARIANT-3)."""
    return s.containers == 1 and place != ISLAND


def _take(s: State, f: Frame) -> None:
    if f.r is None or f.r[0] == "stop":  # an edit has emptied the ship, or two are enough
        return _stop(s, f)
    f.n -= 1
    if len(f.r) == 2:
        return _search(s, f, f.r[1])
    _word, card, place = f.r
    if place == "discard" and s.rulings["discarded-import-is-taken"] == "stays-aboard":
        return _leave_aboard(s, f)
    _leaves(s, f, card)
    _put(s, f, card, place)


def _stop(s: State, f: Frame) -> None:
    f.n = 0
    if len(f.x) > 4:
        _hold_back(s, f, False)
    go(f, _next_card)


def _leaves(s: State, f: Frame, card: int) -> None:
    """Take what is imported from where it lies."""
    f.k += 1
    f.x = (*f.x[:3], (*f.x[3], card), *f.x[4:])
    if f.x[0] == ISLAND:
        from_island(s, f, f.who, card, "R-IMPORT-4")
    else:
        unload(s, f, card, f.x[0], "R-IMPORT-4")


def _search(s: State, f: Frame, token: int) -> None:
    """Give a container back and turn up the card that it fetches; only then its place is chosen (R-VARIANT-3).

    Nothing comes between the two (AMB-75): what the first has set off waits.  A card kept aboard is itself what comes.
    """
    stays = s.rulings["discarded-import-is-taken"] == "stays-aboard"
    if stays and not (_has_room(s, f, token) or (crew_room(s, f.who) > 0 and not f.y)):
        return _leave_aboard(s, f)
    _leaves(s, f, token)
    f.card = redeemed(s, f, f.who, token) if is_token(s, token) else token
    if f.card < 0:
        _came(s, f, NOTHING)
    else:
        s.limbo.append(f.card)
        _hold_back(s, f, True)
        go(f, _ask_place)


def _has_room(s: State, f: Frame, card: int) -> bool:
    return (goods_room(s, f.who, card) if s.index.goods_used else goods_room(s, f.who)) > 0


def _ask_place(s: State, f: Frame) -> None:
    ask(s, f.who, "place import")


def _place(s: State, f: Frame) -> None:
    card, f.card = f.card, -1
    s.limbo.remove(card)
    _put(s, f, card, f.r[1] if f.r is not None else "discard")
    s.dirty = s.dirty or s.events  # what has left the ship may concern it, whatever became of the card


NOTHING = "nothing"  # where a card came that was not found (ruling variant-import-no-match)


def _put(s: State, f: Frame, card: int, place: str) -> None:
    """Put a card that is nowhere else where its importer says."""
    if place == "crew":
        place = place if add_crew(s, f, f.who, card, "R-IMPORT-4") else NOTHING
    elif place == "goods":
        place = place if add_good(s, f, f.who, card, "R-IMPORT-4") else NOTHING
    else:
        relied(s, f, "discarded-import-is-taken")
        discard(s, f, f.who, card, "import", "R-IMPORT-7")
    f.y += place == "crew"
    _came(s, f, place)


def _came(s: State, f: Frame, place: str) -> None:
    """Tell where what was taken latest has come, and go on to the next."""
    clause = _taken_by(s, f) if place != NOTHING else "ruling variant-import-no-match"
    emit(s, f, ev.CardImported, clause, f.who, f.x[3][-1], f.x[0], place)
    as_a_set = s.rulings["cards-taken-one-by-one"] == "as-a-set"
    if as_a_set or len(f.x) > 4:
        _hold_back(s, f, as_a_set and bool(f.n and aboard(s, f.x[0])))
    go(f, _next_card)


def _taken_by(s: State, f: Frame) -> str:
    """What allows the card just taken: the rule, or for one beyond those that must be taken a power."""
    more = s.index.import_takes
    return POWERS[more[f.who][0][0].power].citation if f.k > _compulsory(f) and more else "R-IMPORT-4"


def _leave_aboard(s: State, f: Frame) -> None:
    """A card without room stays on the ship, and nothing follows from it (ruling discarded-import-is-taken)."""
    relied(s, f, "discarded-import-is-taken")
    if len(f.x) > 4:
        _hold_back(s, f, bool(f.n))
    go(f, _next_card)


def _hold_back(s: State, f: Frame, more: bool) -> None:
    """Let nothing interrupt between the cards of a set: what they set off waits in ``x`` for the last one."""
    waiting = (*(f.x[4] if len(f.x) > 4 else ()), *s.triggers)
    s.triggers[:] = () if more else waiting
    f.x = (*f.x[:4], waiting if more else ())
    if more:
        s.dirty = 0


def _compensate(s: State, f: Frame) -> None:
    source, paid, cause = f.x[:3]
    owner = s.ships[source].owner if source != ISLAND else f.who
    if f.k and f.who != owner and paid:
        if cause != "action":
            relied(s, f, "power-import-compensation")
        if cause == "action" or s.rulings["power-import-compensation"] == "paid-unless-denied":
            gain(s, f, owner, owner_pay(s, owner, source, cause), _paid_by(s, f, owner))
    if f.k or s.rulings["discarded-import-is-taken"] == "taken":
        emit(s, f, ev.ImportDone, "R-IMPORT-4", f.who, source, f.x[3], cause)
    done(f)


def _paid_by(s: State, f: Frame, owner: int) -> str:
    """The rule by which the owner is paid, or the power that pays another amount."""
    ship, _paid, cause = f.x[:3]
    entries = s.index.owner_pay[owner] if s.index.owner_pay else ()
    paying = [e[0].power for e in entries if e[0].by(s, e, USUAL_PAY, owner, ship, cause) != USUAL_PAY]
    if len(set(paying)) > 1:
        relied(s, f, "pants-and-super-ship")
    return POWERS[paying[0]].citation if paying else "R-IMPORT-5"


proc("take cards", _next_card, _ask_take, _take, _compensate, _ask_pick, _pick, _ask_place, _place, _ask_on, _on)


# One container by a power, not in an Import action (AMB-37, D21).  x: where it may go, whether the owner is paid,
# whether one may decline, the only ship (-1: any at sea)


def _ask_one(s: State, f: Frame) -> None:
    kind = "import container" if s.containers == 1 else "import one"
    ask(s, f.who, "may " + kind.removesuffix(" one") if f.x[2] else kind)


def _take_one(s: State, f: Frame) -> None:
    if f.r is None or f.r[0] == "pass":
        return
    _word, ship, *taken = f.r
    takes = 1
    if s.index.import_takes and s.index.import_takes[f.who]:
        relied(s, f, "shampoo-scope")
        takes = import_takes(s, f.who) if s.rulings["shampoo-scope"] == "every-import" else 1
    child = push(s, f, "take cards", f.who, n=takes, x=(ship, f.x[1], "power", ()))
    child.y = int("crew" not in f.x[0])  # as many crew as may come have come
    child.r = ("take", *taken)
    go(child, _take)


proc("import one", _ask_one, _take_one)


# What importing one container tells, wherever it goes and whether or not its owner is paid
ONE_TELLS = (ev.ContainerRemoved, ev.GoodAdded, ev.CardDiscarded, ev.CardImported, ev.ImportDone)


class ImportOne(Body):
    """You import one container from a ship at sea by a power, which is no Import action (D21).

    ``paid``: whether the ship's owner gets what is usual; ``may``: whether you may decline; ``same``: only from the
    ship of the event that is answered, its field number ``field``.
    """

    emits: tuple[int, ...] = (*ONE_TELLS, ev.CrewAdded, ev.CreditsGained)
    asks_something = True

    def __init__(self, paid: bool = True, may: bool = False, same: bool = False, field: int = 0) -> None:
        if not paid:
            self.emits = (*ONE_TELLS, ev.CrewAdded)
        self.paid = paid
        self.may = may
        self.same = same
        self.field = field

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            ship = f.x[ev.FIELDS + self.field] if self.same else -1
            push(s, f, "import one", f.who, f.card, x=(("crew", "goods"), self.paid, self.may, ship))

        return (run,)


# Prompts


def _at_sea(ctx: Ctx, ship: int) -> bool:
    return ctx.s.ships[ship].at == SEA


def _nameable(ctx: Ctx, ship: int) -> bool:
    return ctx.s.rulings["ship-with-one-card"] == "nameable-take-one" or len(ctx.s.ships[ship].cargo) != 1


def _not_part_of_another(ctx: Ctx) -> list[int]:
    return [i for i, ship in enumerate(ctx.s.ships) if ship.at != JOINED]


SHIP_AXIS = Axis(
    "ship",
    _not_part_of_another,
    (
        Check("ship-at-sea", "R-IMPORT-1", _at_sea),
        Check("ship-nameable", "ruling ship-with-one-card", _nameable),
        Check(
            "ship-with-cargo",
            "ruling ship-sails-empty",
            lambda ctx, ship: bool(ctx.s.ships[ship].cargo),
            only=("ship-sails-empty", "stays-at-sea"),
        ),
    ),
)


def _island(ctx: Ctx) -> tuple[int, ...]:
    """The island, where a power of anybody's lets it be imported from."""
    return (ISLAND,) if ctx.s.index.import_targets else ()


def _island_allowed(ctx: Ctx, source: int) -> bool:
    return bool(import_targets(ctx.s, ctx.p) & ISLAND_TOO)


FROM_ISLAND = Move(
    "island",
    (
        Axis(
            "source",
            _island,
            (
                Check("island-imported-from", "R-IMPORT-1", _island_allowed, "import_targets"),
                Check("card-on-island", "R-IMPORT-1", lambda ctx, source: bool(ctx.s.island)),
            ),
        ),
    ),
)
Prompt("import ship", "R-IMPORT-1", (Move("ship", (SHIP_AXIS,)), FROM_ISLAND), window="action")
Prompt("put up island", "ruling dark-flight-who", (FROM_ISLAND, Move("pass")), window="action")
Prompt("import alone", "R-IMPORT-1", (Move("ship", (SHIP_AXIS,)), FROM_ISLAND), window="action")


def _amounts(ctx: Ctx) -> range:
    return range(ctx.s.players[ctx.p].credits + 3)


def _even(ctx: Ctx, amount: int) -> bool:
    return amount % 2 == 0 or ctx.s.rulings["bid-steps"] == "any-whole-number"


def _not_alone(ctx: Ctx, amount: int) -> bool:
    """The only bidder takes the cards for nothing (R-IMPORT-10)."""
    if not amount:
        return True
    f = ctx.f
    alone = f.proc == "lone import" or len(f.y) == 1
    return not (alone and ctx.s.rulings["lone-bidder"] == "takes-for-nothing")


def _may_withdraw(ctx: Ctx) -> bool:
    """Whether a bidder may stay out: by the one ruling, or by giving up the announced action."""
    rulings = ctx.s.rulings
    if rulings["decline-to-win"] == "may-withdraw":
        return True
    return bool(rulings["able-but-unwilling"] == "may-decline" and ctx.f.proc == "import rounds")


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
            gates=(Check("bidding-compulsory", "R-TURN-7", _may_withdraw, ruling="decline-to-win"),),
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
    ctx.crew_taken = ctx.f.y


def _one_as_crew(ctx: Ctx, place: str) -> bool:
    return place != "crew" or not ctx.crew_taken


def _crew_fits(ctx: Ctx, place: str) -> bool:
    return place != "crew" or bool(ctx.crew_room > 0)


def _good_fits(ctx: Ctx, card: int) -> bool:
    if not ctx.s.index.goods_used:
        return bool(ctx.goods_room > 0)
    return goods_room(ctx.s, ctx.p, card) > 0


def _goods_fit(ctx: Ctx, card: int, place: str) -> bool:
    return place != "goods" or _good_fits(ctx, card)


def _kept_if_possible(ctx: Ctx, card: int, place: str) -> bool:
    return place != "discard" or bool(not _good_fits(ctx, card) and (ctx.crew_room <= 0 or ctx.crew_taken))


PLACES: Any = ("crew", "goods", "discard")
CREW_FITS = Check("crew-limit", "R-LIMIT-1", _crew_fits, "crew_limit")
GOODS_FIT = Check("goods-limit", "R-LIMIT-2", _goods_fit, "goods_limit")
KEPT = Check("imports-are-kept", "R-IMPORT-7", _kept_if_possible)
TAKE = Move(
    "take",
    (
        Axis("card", _picked),
        Axis(
            "place",
            Always(PLACES),
            (Check("one-imported-as-crew", "R-IMPORT-4", _one_as_crew), CREW_FITS, GOODS_FIT, KEPT),
        ),
    ),
    prepare=_prepare_take,
)
CONTAINER = Move("take", (Axis("card", _picked),))


def _found_named(ctx: Ctx, place: str) -> bool:
    """Whether a power names the place, where it is a power that imports."""
    begun = next((f for f in reversed(ctx.s.stack[:-1]) if f.proc == "import one"), None)
    return place == "discard" or ctx.f.x[2] == "action" or begun is None or place in begun.x[0]


PUT = Move(
    "put",
    (
        Axis(
            "place",
            Always(PLACES),
            (
                Check("place-named", "R-POWER-1", _found_named),
                Check(
                    "one-imported-as-crew",
                    "R-IMPORT-4",
                    lambda ctx, place: _one_as_crew(ctx, place) or not _found_named(ctx, place),
                ),
                CREW_FITS,
                Check("goods-limit", "R-LIMIT-2", lambda ctx, place: _goods_fit(ctx, ctx.f.card, place), "goods_limit"),
                Check("imports-are-kept", "R-IMPORT-7", lambda ctx, place: _kept_if_possible(ctx, ctx.f.card, place)),
            ),
        ),
    ),
    prepare=_prepare_take,
)
Prompt("take", "R-IMPORT-4", (TAKE,))
Prompt("take container", "R-VARIANT-3", (CONTAINER,))
Prompt("take more containers", "R-VARIANT-3", (CONTAINER, Move("stop")))
Prompt("place import", "R-VARIANT-3", (PUT,))
Prompt("pick import", "ruling import-placing", (Move("pick", (Axis("card", lambda ctx: aboard(ctx.s, ctx.f.x[0])),)),))
Prompt("take more", "R-IMPORT-4", (TAKE, Move("stop")))
Prompt("import on", "R-IMPORT-4", (Move("next"), Move("stop")))


def _prepare_one(ctx: Ctx) -> None:
    ctx.crew_room = crew_room(ctx.s, ctx.p) if "crew" in ctx.f.x[0] else 0
    ctx.goods_room = goods_room(ctx.s, ctx.p)
    ctx.crew_taken = 0


def _ships_of_one(ctx: Ctx) -> list[int]:
    return [ctx.f.x[3]] if ctx.f.x[3] >= 0 else _not_part_of_another(ctx)


def _place_named(ctx: Ctx, place: str) -> bool:
    return place == "discard" or place in ctx.f.x[0]


def _taken_though_full(ctx: Ctx, place: str) -> bool:
    return place != "discard" or len(ctx.f.x[0]) > 1 or ctx.s.rulings["stretch-goal-full-goods"] != "not-taken"


IMPORT_ONE = Move(
    "import",
    (
        Axis("ship", _ships_of_one, (Check("ship-at-sea", "R-IMPORT-1", _at_sea),)),
        Axis("card", lambda ctx, ship: ctx.s.ships[ship].cargo),
        Axis(
            "place",
            Always(PLACES),
            (
                Check("place-named", "R-POWER-1", _place_named),
                CREW_FITS,
                GOODS_FIT,
                KEPT,
                Check(
                    "no-room-not-taken",
                    "ruling stretch-goal-full-goods",
                    _taken_though_full,
                    only=("stretch-goal-full-goods", "not-taken"),
                ),
            ),
        ),
    ),
    prepare=_prepare_one,
    order=(1, 2, 0),
)
Prompt("import one", "R-IMPORT-4", (IMPORT_ONE,))
Prompt("may import", "R-IMPORT-4", (IMPORT_ONE, Move("pass")))


def _container_taken_though_full(ctx: Ctx, card: int) -> bool:
    return _taken_though_full(ctx, "discard") or _good_fits(ctx, card)


IMPORT_CONTAINER = Move(
    "import",
    (
        Axis("ship", _ships_of_one, (Check("ship-at-sea", "R-IMPORT-1", _at_sea),)),
        Axis(
            "card",
            lambda ctx, ship: ctx.s.ships[ship].cargo,
            (
                Check(
                    "no-room-not-taken",
                    "ruling stretch-goal-full-goods",
                    _container_taken_though_full,
                    only=("stretch-goal-full-goods", "not-taken"),
                ),
            ),
        ),
    ),
    prepare=_prepare_one,
    order=(1, 0),
)
Prompt("import container", "R-VARIANT-3", (IMPORT_CONTAINER,))
Prompt("may import container", "R-VARIANT-3", (IMPORT_CONTAINER, Move("pass")))
