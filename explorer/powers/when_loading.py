"""Powers that answer loading, or load when something else happens."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import CONTAINER_ABOARD, SELF, YOU, When, power
from explorer.language.events import relied
from explorer.language.moves import assigned, faces, flag_fee, need
from explorer.language.questions import crew_counts, fills, ship_capacity
from explorer.language.stepper import ask, done, push
from explorer.language.verbs import Axis, Check, Choose, Ctx, Draw, Gain, May, Move, Seq, Steps, prompt
from explorer.rules.load import FREE, LOAD_PROMPT, NOT_GRAY, FreeLoad, stow, takes_more
from explorer.state import Frame, State
from explorer.terms import AGRICULTURE, LOAD

# Bok Choy: as a container that a contract other than Agriculture can use, it brings that contract's owner 2


def _serves_another(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    ship = event[ev.FIELDS + 1]
    hull = s.ships[ship]
    if card not in hull.cargo:
        return False
    others = [other for other in hull.contracts if s.cat.color[other] != AGRICULTURE]
    if not others or s.rulings["bok-choy-mixed-ship"] == "if-another-contract-is-aboard":
        return bool(others)
    return len(others) == len(hull.contracts) or _can_be_spared(s, ship, card, others)


def _can_be_spared(s: State, ship: int, card: int, others: list[int]) -> bool:
    """Whether as much is met as at all possible with this container in one of the other contracts."""
    hull = s.ships[ship]
    everything = need(s, ship)
    contracts = hull.contracts
    hull.contracts = [contract for contract in contracts if contract not in others]
    rest = need(s, ship)
    hull.contracts = contracts
    own = fills(s, hull.owner, card)
    masks = [fills(s, hull.owner, other) for other in hull.cargo if other != card]
    unmet = sum(assigned(everything, [*masks, own])[0])
    for kind in range(7):
        if own >> kind & 1 and everything[kind] > rest[kind]:
            wanted = everything[:]
            wanted[kind] -= 1
            if sum(assigned(wanted, masks)[0]) == unmet:
                return True
    return False


power(
    "Bok Choy",
    When(ev.PayoutPaid, by=YOU, given=_serves_another, zone=CONTAINER_ABOARD, do=Gain(2)),
)

power("Fixie Bikes", When(ev.ContainerLoaded, how="load", do=Gain(2)))


# Flour: placed with a Contract action, it may be loaded at once with all four containers from your hand

FOUR = 4


def _contracted(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """Whether it was placed by a Contract action, under one reading without skipping tiers (ruling flour-tier-skip)."""
    if not event[ev.CLAUSE].startswith("R-CONTRACT"):
        return False
    return not event[ev.FIELDS + 2] or s.rulings["flour-tier-skip"] == "allowed"


def _fours(ctx: Ctx) -> list[tuple[int, ...]]:
    """Any four cards in hand that the ship has a use for, each Flag card with one side."""
    s = ctx.s
    asked = sum(1 << kind for kind, number in enumerate(need(s, ctx.f.x[ev.FIELDS + 1])) if number)
    hand = [card for card in faces(s, s.players[ctx.p].hand) if NOT_GRAY.fn(ctx, card)]
    cards = [card for card in hand if fills(s, ctx.p, card) & asked]
    base = s.cat.base
    return [four for four in combinations(cards, FOUR) if len({base[card] for card in four}) == FOUR]


def _all_fit(ctx: Ctx, four: tuple[int, ...]) -> bool:
    """Whether all four meet requirements of the ship that are still open, and of this very contract."""
    s, ship = ctx.s, ctx.f.x[ev.FIELDS + 1]
    hull = s.ships[ship]
    masks = [fills(s, ctx.p, card) for card in four]
    aboard = [fills(s, ctx.p, card) for card in hull.cargo]
    wanted = need(s, ship)
    contracts, hull.contracts = hull.contracts, [ctx.f.card]
    own = need(s, ship)
    hull.contracts = contracts
    met = sum(wanted) - sum(assigned(wanted, aboard)[0])
    together = sum(wanted) - sum(assigned(wanted, [*aboard, *masks])[0])
    return together == met + FOUR and not sum(assigned(own, masks)[0])


def _room_for_four(ctx: Ctx, four: tuple[int, ...]) -> bool:
    s, ship = ctx.s, ctx.f.x[ev.FIELDS + 1]
    if s.rulings["container-capacity"] == "contracts-only":
        return True
    return len(s.ships[ship].cargo) + FOUR <= ship_capacity(s, ctx.p, ship)


def _fees_held(ctx: Ctx, four: tuple[int, ...]) -> bool:
    return ctx.s.players[ctx.p].credits >= sum(flag_fee(ctx.s, card, "power") for card in four)


def _ask_four(s: State, f: Frame) -> None:
    if f.card in s.ships[f.x[ev.FIELDS + 1]].contracts:
        ask(s, f.who, "flour")
    else:
        done(f)


def _load_four(s: State, f: Frame) -> None:
    if f.r is None or f.r[0] == "pass":
        return
    if f.x[ev.FIELDS + 2]:
        relied(s, f, "flour-tier-skip")
    for card in f.r[1]:
        stow(s, f, card, f.x[ev.FIELDS + 1], "power", "power flour")


prompt(
    "flour",
    Move(
        "load",
        (
            Axis(
                "contracts",
                _fours,
                (
                    Check("four-fit-this-contract", "power flour", _all_fit, "fills"),
                    Check("room-for-container", "ruling container-capacity", _room_for_four, "ship_capacity"),
                    Check("flag-fee", "R-FLAG-2", _fees_held, ruling="flag-fee"),
                ),
            ),
        ),
    ),
    Move("pass"),
)
power(
    "Flour",
    When(
        ev.ContractPlaced,
        card=SELF,
        given=_contracted,
        at_once=True,
        do=Steps(_ask_four, _load_four, emits=(ev.ContainerLoaded, ev.CreditsPaid)),
    ),
)


# Nanobots: each time you draw, one Load action for nothing


def _ask_load(s: State, f: Frame) -> None:
    ways = {option[0] for option in LOAD_PROMPT.options(s, f, f.who)} - {"stop"}
    if not takes_more(s, f.who):
        ways -= {"draw"}  # what is drawn could not be loaded (power cell-phones)
    if ways:
        ask(s, f.who, "nanobots")
    else:
        done(f)


def _free_load(s: State, f: Frame) -> None:
    if f.x[ev.FIELDS] > 1:
        relied(s, f, "draw-trigger-unit")
    if f.r is None or f.r[0] == "pass":
        return
    crew = crew_counts(s, f.who)[LOAD] if s.rulings["nanobots-crew"] == "crew-adds" else 0
    child = push(s, f, "perform", f.who, n=1 + crew, x=LOAD)
    child.y = FREE


prompt("nanobots", Move("use"), Move("pass"), window="action")
power(
    "Nanobots",
    When(
        ev.CardsDrawn,
        by=YOU,
        do=Steps(_ask_load, _free_load, performs=(LOAD,)),
    ),
)


# Oat Milk: whenever anybody loads an Agriculture container onto a ship of their own


def _own_ship(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    return bool(s.ships[event[ev.FIELDS + 1]].owner == event[ev.SEAT])


def _milk(reading: str, **fields: Any) -> When:
    return When(
        ev.ContainerLoaded,
        color=AGRICULTURE,
        given=_own_ship,
        do=Choose(Gain(2), Draw(2)),
        under=("oat-milk-loads", reading),
        **fields,
    )


power("Oat Milk", _milk("every-loading"), _milk("load-actions-only", how="load"))

power(
    "Paprika",
    When(ev.ContractPlaced, by=YOU, do=FreeLoad(), under=("paprika-ship", "any-own-harbour-ship")),
    When(ev.ContractPlaced, by=YOU, do=FreeLoad(there=True), under=("paprika-ship", "the-ship-contracted")),
)


# Satellite: once for each ship of yours that is fulfilled, draw a card and load one


def _once_a_ship(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """Whether this is the first contract of its ship; as one of the same batch its event began the fulfillment."""
    contracts = s.ships[event[ev.FIELDS + 1]].contracts
    first = contracts[0] == event[ev.FIELDS] if contracts else event[ev.NUMBER] == event[ev.CAUSE]
    return bool(first and (event[ev.SEAT] == owner or s.rulings["shoes-satellite-scope"] == "anyones"))


power(
    "Satellite",
    When(
        ev.ContractFulfilled,
        given=_once_a_ship,
        do=Seq(May(Draw(1)), FreeLoad()),
        under=("satellite-parts", "separately"),
    ),
    When(
        ev.ContractFulfilled,
        given=_once_a_ship,
        do=May(Seq(Draw(1), FreeLoad(may=False))),
        under=("satellite-parts", "both-or-none"),
    ),
)
