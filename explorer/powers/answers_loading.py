"""Lasting powers that change what ships carry: which containers meet which requirement, how many, and what that pays.

Two of them work while their own card is an unfulfilled contract of a ship (R-POWER-8).
"""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import CONTRACT_ABOARD, Answers, AnyTime, Entry, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import relied
from explorer.language.questions import ALL_COLORS, NEVER
from explorer.language.verbs import Steps
from explorer.rules.settling import HALF, at_half, fulfill_at_half
from explorer.state import Frame, State
from explorer.terms import AGRICULTURE, CONSUMER, ILLEGAL, LUXURY, TECHNOLOGY


def wild_containers(kind: int) -> Answers:
    """Containers of one kind meet every requirement."""

    def wild(s: State, entry: Entry, value: int, p: int, card: int) -> int:
        return value | ALL_COLORS if value >> kind & 1 else value

    return Answers("fills", by=wild)


def wild_contracts(kind: int) -> Answers:
    """Contracts of one color take any container."""

    def wild(s: State, entry: Entry, value: frozenset[int], p: int, ship: int) -> frozenset[int]:
        return value | {card for card in s.ships[ship].contracts if s.cat.color[card] == kind}

    return Answers("takes_any", by=wild)


power("Candy", wild_contracts(CONSUMER))
power("Coffee", wild_contracts(AGRICULTURE))
power("Generators", wild_contracts(TECHNOLOGY))
power("Impalas", wild_containers(LUXURY))


# Legos: the ship that bears it as a contract has no limits; the payout stays within its table


def aboard_of(s: State, entry: Entry, ship: int) -> bool:
    """Whether the card that answers is an unfulfilled contract of this ship."""
    return entry[2] in s.ships[ship].contracts


def _no_limit(s: State, entry: Entry, value: int, p: int, ship: int) -> int:
    return NEVER if aboard_of(s, entry, ship) else value


power("Legos", Answers("ship_capacity", by=_no_limit, zone=CONTRACT_ABOARD))

# Prefab Home: half the load is enough; asked for at every change of a ship, and to be had later by whoever has waited


def _waiting_ships(ctx: Ctx) -> list[int]:
    s = ctx.s
    asked = s.stack[-1].n if s.asking is not None and s.asking[1] == HALF else -1
    return [i for i, ship in enumerate(s.ships) if ship.owner == ctx.p and ship.contracts and i != asked]


def _at_half(ctx: Ctx, ship: int) -> bool:
    return at_half(ctx.s, ship)


def _fulfill(s: State, f: Frame) -> None:
    relied(s, f, "prefab-home-at-half")
    f.by = ""  # a fulfillment like any other
    fulfill_at_half(s, f, f.x[1])


power(
    "Prefab Home",
    Answers("half_loads", by=lambda s, entry, value, p: value | 1 << LUXURY),
    AnyTime(
        "fulfilled",
        Move("fulfill", (Axis("ship", _waiting_ships, (Check("half-aboard", "power prefab-home", _at_half),)),)),
        do=Steps(_fulfill, asks=False),
        windows=frozenset({"action"}),  # the action it has waited for may be about to lapse
        pressing=lambda s, card: bool(s.ending) and s.phase == "clean-up",
    ),
)

power("Seeds", wild_contracts(ILLEGAL))
power("Soap", wild_containers(CONSUMER))


# Tablets: up to ten containers, with rows of their own in the payout table


def _ten(s: State, entry: Entry, value: int, p: int, ship: int) -> int:
    if s.ships[ship].partner >= 0 and s.rulings["partnership-with-tablets"] == "stays-six":
        return value
    return max(value, 10)


def _rows(s: State, entry: Entry, value: int, p: int, ship: int, count: int) -> int:
    if count >= 10:
        return max(value, 20)
    eight = 7 if s.rulings["payout-between-rows"] == "next-row-up" else 8
    return max(value, 18) if count >= eight else value


power(
    "Tablets", Answers("ship_capacity", by=_ten), Answers("payout", by=_rows, tells=(ev.CreditsGained, ev.PayoutPaid))
)

power("Televisions", wild_containers(TECHNOLOGY))


# Tortillas: takes any container while it lies on a ship


def _this_one(s: State, entry: Entry, value: frozenset[int], p: int, ship: int) -> frozenset[int]:
    return value | {entry[2]} if aboard_of(s, entry, ship) else value


power("Tortillas", Answers("takes_any", by=_this_one, zone=CONTRACT_ABOARD))

power("Wheat", wild_containers(AGRICULTURE))
