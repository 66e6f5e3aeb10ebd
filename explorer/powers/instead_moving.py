"""Powers whose own card goes elsewhere when it is fulfilled: to crew, goods, hand or island, or onto a ship (D6)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import CONTAINER_ABOARD, FULFILLED, Answers, Entry, Instead, OnFulfill, Whenever, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import relied
from explorer.language.moves import discard, from_hand, gain
from explorer.language.questions import tier_have
from explorer.language.ships import come_home, place_contract, unload
from explorer.language.stepper import ask
from explorer.language.verbs import Steps, prompt
from explorer.rules.arrivals import (
    ABOARD,
    ABOARD_AS_ANY,
    ABOARD_AT_SEA,
    ABOARD_BARE,
    TO_CREW,
    TO_FULFILLED,
    TO_GOODS,
    TO_HAND,
    PlaceSelf,
    as_any_kind,
)
from explorer.rules.contract import IN_HARBOR, IS_CONTRACT, LOAD_FITS, load_fits, say_load, say_tiers, tiers_missing
from explorer.rules.load import hand_faces
from explorer.rules.supply import SALE_OPEN, note_sale
from explorer.state import SEA, Frame, State, ships_of
from explorer.terms import PIRATE

power("Avocado", Instead(PlaceSelf(TO_CREW, otherwise="discard")))


# Bamboo: under a harbor ship again, without an action, its tier met by goods and harbor alone


def _tier_met(ctx: Ctx) -> bool:
    s = ctx.s
    if s.rulings["free-contract-waives"] == "tier-too":
        return True
    return not tiers_missing(s, ctx.p, ctx.f.card, tier_have(s, ctx.p))


def _say_tier(ctx: Ctx) -> dict[str, Any]:
    ctx.counts, ctx.extra = tier_have(ctx.s, ctx.p), 0
    return say_tiers(ctx, ctx.f.card)


AGAIN = Move(
    "again",
    (
        Axis(
            "ship",
            lambda ctx: ships_of(ctx.s, ctx.p),
            (
                IN_HARBOR,
                Check(
                    "load-within-capacity",
                    "R-CONTRACT-2",
                    lambda ctx, ship: load_fits(ctx, ctx.f.card, ship),
                    "ship_capacity",
                    say=lambda ctx, ship: say_load(ctx, ctx.f.card, ship),
                ),
            ),
        ),
    ),
    gates=(Check("tier-met", "R-CONTRACT-3", _tier_met, "tier_have", say=_say_tier, ruling="free-contract-waives"),),
)


def _ask_any(s: State, f: Frame) -> None:
    ask(s, f.who, "bamboo/any")


def _place_any(s: State, f: Frame) -> None:
    relied(s, f, "bamboo-it")
    if f.r is not None and f.r[0] == "contract":
        from_hand(s, f.who, f.r[1])
        place_contract(s, f, f.who, f.r[1], f.r[2], 0, "power bamboo")


def _tiers_of_any(ctx: Ctx) -> None:
    ctx.counts, ctx.extra = tier_have(ctx.s, ctx.p), 0


def _tier_of_any_met(ctx: Ctx, card: int) -> bool:
    free = ctx.s.rulings["free-contract-waives"] == "tier-too"
    return free or not tiers_missing(ctx.s, ctx.p, card, ctx.counts)


ANY_CONTRACT = Move(
    "contract",
    (
        Axis(
            "card",
            hand_faces,
            (
                IS_CONTRACT,
                Check(
                    "tier-met",
                    "R-CONTRACT-3",
                    _tier_of_any_met,
                    "tier_have",
                    say=say_tiers,
                    ruling="free-contract-waives",
                ),
            ),
        ),
        Axis(
            "ship",
            lambda ctx, card: ships_of(ctx.s, ctx.p),
            (IN_HARBOR, LOAD_FITS),
        ),
    ),
    prepare=_tiers_of_any,
)
prompt("bamboo/any", ANY_CONTRACT, Move("pass"))
power(
    "Bamboo",
    Instead(PlaceSelf(AGAIN, TO_FULFILLED), under=("bamboo-it", "itself")),
    OnFulfill(
        Steps(_ask_any, _place_any, touches=frozenset({"hand", "ships"}), emits=(ev.ContractPlaced,)),
        under=("bamboo-it", "any-contract"),
    ),
)


# Beer: onto the island for six credits, or tucked


def _six(s: State, f: Frame) -> None:
    note_sale(s, f, f.who)
    gain(s, f, f.who, 6, "power beer")


TO_ISLAND = Move("island", gates=(SALE_OPEN,))
power("Beer", Instead(PlaceSelf(TO_ISLAND, TO_FULFILLED, and_then=_six, also=(ev.CreditsGained,))))

power("Cheap Labor", Instead(PlaceSelf(ABOARD_BARE)))

power(
    "Container Factory",
    Instead(PlaceSelf(TO_CREW, TO_GOODS, TO_FULFILLED, ABOARD_AS_ANY, TO_HAND, lasting=("board",))),
    effects=(Answers("fills", by=as_any_kind),),
)

power("Euros", Instead(PlaceSelf(ABOARD_AT_SEA)))


# GPS: a container of any kind; alone aboard at sea, it goes and the ship comes home


def _alone_at_sea(s: State, owner: int, card: int) -> int | None:
    return next((i for i, ship in enumerate(s.ships) if ship.at == SEA and ship.cargo == [card]), None)


def _bring_home(s: State, f: Frame) -> None:
    if s.ships[f.x].at != SEA or s.ships[f.x].cargo != [f.card]:
        return
    unload(s, f, f.card, f.x, "power gps")
    discard(s, f, f.who, f.card, "ship", "power gps")
    come_home(s, f, f.x, "power gps")


def _watch(reading: str, zone: str = FULFILLED) -> Whenever:
    do = Steps(
        _bring_home,
        touches=frozenset({"ships"}),
        emits=(ev.ContainerRemoved, ev.CardDiscarded, ev.ShipReturned),
        asks=False,
    )
    watches = "this card alone aboard a ship at sea"
    return Whenever(_alone_at_sea, do=do, watches=watches, every_event=False, under=("gps-ship", reading), zone=zone)


power(
    "GPS",
    Instead(PlaceSelf(ABOARD_AS_ANY, otherwise="discard", lasting=("board",))),
    _watch("any-ship", CONTAINER_ABOARD),
    effects=(Answers("fills", by=as_any_kind), _watch("the-ship-it-was-first-loaded-on")),
)

power("Small Poodles", Instead(PlaceSelf(TO_GOODS, otherwise="discard")))

power("Solar Panels", Instead(PlaceSelf(TO_GOODS, otherwise="discard", cost=2)))


# The Algorithm: crew or container; the fulfilled area only where neither is possible

_DECLINE = Check(
    "crew-or-ship-first", "ruling algorithm-decline", lambda ctx: ctx.s.rulings["algorithm-decline"] == "free-choice"
)
power("The Algorithm", Instead(PlaceSelf(TO_CREW, ABOARD, Move("tuck", gates=(_DECLINE,)))))


# Unpasteurized Cheese: Pirate crew, whatever action it bears


def _pirate(s: State, entry: Entry, value: int, p: int, card: int) -> int:
    return 1 << PIRATE if card == entry[2] else value


power(
    "Unpasteurized Cheese",
    Instead(PlaceSelf(TO_CREW, otherwise="discard", lasting=("crew",))),
    effects=(Answers("actions_of", by=_pirate),),
)
