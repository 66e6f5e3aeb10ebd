"""Cards arrive in an area by a power: several at once, or the power's own card.

Of several cards what fits is kept (ruling arrivals-over-limit, R-LIMIT-2).  They are placed one by one where the order
of goods counts (R-CAPITAL-7); x is the area, y the cards still to be placed, which wait in limbo.  A card that goes
elsewhere instead of the fulfilled area is placed by ``PlaceSelf`` (AMB-18, D6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.abilities import POWERS, Entry
from explorer.language.body import Body
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import (
    BANK,
    add_crew,
    add_good,
    as_drawn,
    crew_room,
    discard,
    goods_room,
    lift,
    pay,
    start_effect,
    to_hand,
    to_island,
    tuck,
)
from explorer.language.questions import ALL_COLORS, fills
from explorer.language.ships import load, open_kinds, place_contract, room_aboard
from explorer.language.stepper import Step, ask, done, go, proc, push
from explorer.language.verbs import prompt
from explorer.rules.load import FITS, HAS_CONTRACT, HAS_ROOM, IN_HARBOR, NOT_THERE
from explorer.state import SEA, Frame, State, ships_of
from explorer.terms import CAPITAL

LIMITS: Final = {"crew": "R-LIMIT-1", "goods": "R-LIMIT-2"}


# Several cards at once


def arrive(s: State, f: Frame, seat: int, area: str, cards: tuple[int, ...]) -> None:
    """Begin placing cards out of limbo in a seat's ``area``, so far always "goods"; as the last thing a step does."""
    if cards:
        push(s, f, "arrivals", seat, f.card, x=area).y = cards


def room(s: State, seat: int, area: str, card: int = -1) -> int:
    """How many cards an area may still take; above 0 with ``card`` if there is room for just this one."""
    return crew_room(s, seat) if area == "crew" else goods_room(s, seat, card)


def place(s: State, f: Frame, seat: int, area: str, card: int, clause: str) -> None:
    """Place a card that is nowhere else in an area; whoever calls has seen to the room."""
    (add_crew if area == "crew" else add_good)(s, f, seat, card, clause)


def _place_all(s: State, f: Frame) -> None:
    """Two readings ask for no new card: everything is placed at once, and what is too much goes."""
    reading = s.rulings["arrivals-over-limit"]
    if reading == "any-own-card":
        before = len(getattr(s.players[f.who], f.x))
        for card in f.y:
            _keep_one(s, f, card)
        if room(s, f.who, f.x) < 0:
            relied(s, f, "arrivals-over-limit")
            push(s, f, "shed", f.who, n=before, x=f.x)
    elif reading == "newly-arrived-in-fixed-order" or (_all_fit(s, f) and not _order_left(s, f)):
        for card in f.y:
            (_keep_one if room(s, f.who, f.x, card) > 0 else _drop_one)(s, f, card)


def _all_fit(s: State, f: Frame) -> bool:
    return len(f.y) <= room(s, f.who, f.x)


def _order_left(s: State, f: Frame) -> bool:
    return f.x == "goods" and order_counts(s, f.who, f.y)


def order_counts(s: State, seat: int, cards: Sequence[int]) -> bool:
    """Whether it matters which of new goods lies to the right: to Capital goods, of now or of later (R-CAPITAL-7)."""
    color = s.cat.color
    others = [card for card in cards if color[card] != CAPITAL]
    if len(others) < 2 or (len({color[card] for card in others}) == 1 and s.cat.two_sided.isdisjoint(others)):
        return False
    return any(color[card] == CAPITAL for zone in _sources_of_goods(s, seat) for card in zone)


def _sources_of_goods(s: State, seat: int) -> list[list[int]]:
    """Wherever cards lie that may become goods of a seat: when points are counted only its own areas."""
    player = s.players[seat]
    if s.phase == "scoring":
        return [player.crew, player.goods, player.fulfilled, s.limbo]
    zones = [s.deck, s.discard, s.island, s.limbo]
    zones += [zone for player in s.players for zone in (player.hand, player.crew, player.goods, player.fulfilled)]
    return zones + [zone for ship in s.ships for zone in (ship.contracts, ship.cargo, ship.under)]


def _keep_one(s: State, f: Frame, card: int) -> None:
    s.limbo.remove(card)
    f.y = tuple(other for other in f.y if other != card)
    place(s, f, f.who, f.x, card, "power " + kebab(f.by) if f.by else LIMITS[f.x])


def _drop_one(s: State, f: Frame, card: int) -> None:
    relied(s, f, "arrivals-over-limit")
    s.limbo.remove(card)
    f.y = tuple(other for other in f.y if other != card)
    discard(s, f, f.who, card, "given", LIMITS[f.x])


def _ask_keep(s: State, f: Frame) -> None:
    if f.y:
        ask(s, f.who, "order goods" if _all_fit(s, f) else "keep goods")
    else:
        done(f)


def _keep(s: State, f: Frame) -> None:
    (_keep_one if f.r[0] == "keep" else _drop_one)(s, f, f.r[1])
    go(f, _place_all)


proc("arrivals", _place_all, _ask_keep, _keep)


def _fits(ctx: Ctx, card: int) -> bool:
    return room(ctx.s, ctx.p, ctx.f.x, card) > 0


def _nothing_fits(ctx: Ctx, card: int) -> bool:
    return not any(_fits(ctx, other) for other in ctx.f.y)


Prompt(
    "keep goods",
    LIMITS["goods"],
    (
        Move(
            "keep",
            (Axis("card", lambda ctx: ctx.f.y, (Check("goods-limit", LIMITS["goods"], _fits, "goods_limit"),)),),
        ),
        Move("discard", (Axis("card", lambda ctx: ctx.f.y, (Check("keep-what-fits", "AMB-16", _nothing_fits),)),)),
    ),
)


Prompt("order goods", "R-CAPITAL-7", (Move("keep", (Axis("card", lambda ctx: ctx.f.y),)),))


# Crew that is about to become goods, all of it: in the order in which it lies; y the cards not put in order yet


def _rest_of_crew(s: State, f: Frame) -> None:
    crew = s.players[f.who].crew
    f.y = tuple(card for card in (crew if f.y is None else f.y) if card in crew)
    if not order_counts(s, f.who, f.y):
        done(f)


def _ask_crew(s: State, f: Frame) -> None:
    ask(s, f.who, "order goods")


def _next_of_crew(s: State, f: Frame) -> None:
    crew = s.players[f.who].crew
    crew.remove(f.r[1])
    crew.insert(len(crew) + 1 - len(f.y), f.r[1])
    f.y = tuple(card for card in f.y if card != f.r[1])
    go(f, _rest_of_crew)


proc("order crew", _rest_of_crew, _ask_crew, _next_of_crew)


# A card that goes elsewhere instead of the fulfilled area


def room_for_itself(s: State, seat: int, card: int, area: str) -> bool:
    """Whether a fulfilled card finds room elsewhere: counted without it, or until it moves (AMB-18)."""
    return _fits_counted(s, seat, card, area, s.rulings["self-moving-card-limit"] != "counted-without-it")


def _fits_counted(s: State, seat: int, card: int, area: str, counted: bool) -> bool:
    """Whether there is room for a card when it counts as fulfilled, or does not; some limits go by what is there."""
    player = s.players[seat]
    fulfilled = player.fulfilled
    player.fulfilled = [other for other in fulfilled if other != card] + [card] * counted
    fits = room(s, seat, area, card) > 0
    player.fulfilled = fulfilled
    return fits


def _its_room(area: str) -> Check:
    def fits(ctx: Ctx) -> bool:
        return room_for_itself(ctx.s, ctx.p, ctx.f.card, area)

    return Check(f"{area}-limit", LIMITS[area], fits, f"{area}_limit", ruling="self-moving-card-limit")


def _own_ships(ctx: Ctx) -> list[int]:
    return ships_of(ctx.s, ctx.p)


def _has_room(ctx: Ctx, ship: int) -> bool:
    return room_aboard(ctx.s, ship)


def _slot_for_it(ctx: Ctx, ship: int) -> bool:
    return bool(open_kinds(ctx.s, ship) & fills(ctx.s, ctx.p, ctx.f.card))


def _any_slot(ctx: Ctx, ship: int) -> bool:
    return bool(open_kinds(ctx.s, ship))


def _slot_or_bare(ctx: Ctx, ship: int) -> bool:
    s = ctx.s
    return not s.ships[ship].contracts or s.rulings["cheap-labor-slot"] == "any-harbour-ship" or _slot_for_it(ctx, ship)


FITS_ITSELF = Check(FITS.id, FITS.clause, _slot_for_it, FITS.asks)
TO_CREW = Move("crew", gates=(_its_room("crew"),))
TO_GOODS = Move("goods", gates=(_its_room("goods"),))
TO_HAND = Move("hand")
TO_FULFILLED = Move("tuck")
ABOARD = Move("board", (Axis("ship", _own_ships, (IN_HARBOR, HAS_CONTRACT, HAS_ROOM, FITS_ITSELF)),))
ABOARD_AS_ANY = Move(
    "board",
    (Axis("ship", _own_ships, (IN_HARBOR, HAS_CONTRACT, HAS_ROOM, Check(FITS.id, FITS.clause, _any_slot, FITS.asks))),),
)
ABOARD_BARE = Move(
    "board",
    (
        Axis(
            "ship",
            _own_ships,
            (IN_HARBOR, HAS_ROOM, Check(FITS.id, FITS.clause, _slot_or_bare, FITS.asks, ruling="cheap-labor-slot")),
        ),
    ),
)
ABOARD_AT_SEA = Move(
    "board",
    (
        Axis(
            "ship",
            lambda ctx: range(len(ctx.s.ships)),
            (Check("ship-at-sea", "R-TERM-5", lambda ctx, ship: ctx.s.ships[ship].at == SEA, rather=NOT_THERE),),
        ),
    ),
)


def as_any_kind(s: State, entry: Entry, value: int, p: int, card: int) -> int:
    """The answer to ``fills`` of a card aboard as a container of any kind; at sea it has its printed color."""
    if card != entry[2] or any(ship.at == SEA and card in ship.cargo for ship in s.ships):
        return value
    return ALL_COLORS


TELLS: Final = {
    "crew": ev.CrewAdded, "goods": ev.GoodAdded, "hand": ev.CardMoved, "island": ev.IslandCardAdded,
    "board": ev.ContainerLoaded, "again": ev.ContractPlaced, "tuck": ev.ContractTucked, "discard": ev.CardDiscarded,
}  # fmt: skip


class PlaceSelf(Body):
    """You put this card into one of several places; with no place open it goes ``otherwise``: "tuck" or "discard".

    The power's effects begin when it goes to one of the places ``lasting`` names, until it leaves there.  ``and_then``
    is called after it has been placed and tells ``also``; whoever cannot pay the ``cost`` tucks it (R-POWER-6).
    """

    touches = frozenset({"all"})
    looks = frozenset({"fulfilled"})  # the limits go by them
    asks_something = True

    def __init__(
        self,
        *places: Move,
        otherwise: str = "tuck",
        lasting: tuple[str, ...] = (),
        and_then: Callable[[State, Frame], None] | None = None,
        cost: int = 0,
        also: tuple[int, ...] = (),
    ) -> None:
        self.places = places
        words = {otherwise, *(move.word for move in places)} | ({"tuck"} if cost else set())
        paid = (ev.CreditsPaid,) if cost else ()
        lasts = (ev.EffectStarted,) if lasting else ()
        told = tuple(code for word, code in TELLS.items() if word in words)
        told += (ev.CardsDrawn,) if "hand" in words else ()
        self.emits = (*told, ev.ContractUntucked, *paid, *lasts, *also)  # untucked where it is a copy that moves
        self.otherwise = otherwise
        self.lasting = lasting
        self.and_then = and_then
        self.cost = cost

    def touched(self, s: State, p: int) -> frozenset[str]:
        words = {self.otherwise, *(move.word for move in self.places)}
        if words <= {"crew", "goods", "discard"} and not self.cost and not any(e in s.index.hears for e in self.emits):
            return frozenset({"fulfilled", "deck", *words})
        return self.touches

    def bind(self, power: str, id: str) -> None:
        prompt(id, *self.places)
        super().bind(power, id)

    def steps(self) -> tuple[Step, ...]:
        def question(s: State, f: Frame) -> None:
            ask(s, f.who, self.id)

        def act(s: State, f: Frame) -> None:
            self.go_to(s, f, *(f.r or (self.otherwise,)))

        return (question, act)

    def go_to(self, s: State, f: Frame, to: str, ship: int = -1) -> None:
        """Put the card there; where it stays fulfilled, nothing happens to a card that lies there already."""
        if to != "tuck" and s.players[f.who].credits < self.cost:
            emit(s, f, ev.PowerFails, "R-POWER-6", f.who, f.card, "credits")
            to = "tuck"
        if to == "tuck":
            if f.card in s.limbo:
                s.limbo.remove(f.card)
                tuck(s, f, f.who, f.card, "fulfillment", "R-FULFIL-3")
            return
        self._tell_ruling(s, f)
        source = "ship" if f.card in s.limbo else "fulfilled"
        if not lift(s, f, f.card, self.citation):
            return
        if self.cost:
            pay(s, f, f.who, self.cost, BANK, self.citation)
        if to in self.lasting:
            until = ("aboard", f.card) if to == "board" else ("crew", f.card)
            for effect in POWERS[self.power].effects:
                if not effect.exists(s):
                    continue
                start_effect(s, f, effect.id, f.who, f.card, None, until)
        move_to(s, f, to, ship, self.citation, source)
        if self.and_then is not None:
            self.and_then(s, f)

    def _tell_ruling(self, s: State, f: Frame) -> None:
        """Note where the room for the card depends on whether it counts as fulfilled (AMB-18)."""
        for place_, area in ((TO_CREW, "crew"), (TO_GOODS, "goods")):
            if place_ in self.places:
                one, other = (_fits_counted(s, f.who, f.card, area, counted) for counted in (False, True))
                if one != other:
                    relied(s, f, "self-moving-card-limit")


def move_to(s: State, f: Frame, to: str, ship: int, clause: str, source: str = "fulfilled") -> None:
    """Put the card at work, which is nowhere else, into a place of its owner; ``source`` says where it was."""
    if to in LIMITS:
        place(s, f, f.who, to, f.card, clause)
    elif to == "hand":
        to_hand(s, f, f.who, f.card, clause)
        as_drawn(s, f, f.who, (s.cat.base[f.card],), deck=False)
    elif to == "island":
        to_island(s, f, f.who, f.card, clause)
    elif to == "board":
        load(s, f, f.who, f.card, ship, "power", clause, from_ship=True)
    elif to == "again":
        place_contract(s, f, f.who, f.card, ship, 0, clause)
    else:
        discard(s, f, f.who, f.card, source, clause)
