"""Powers that answer loading, or load when something else happens."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import CONTAINER_ABOARD, SELF, YOU, When, power
from explorer.language.events import relied
from explorer.language.moves import faces, flag_fee
from explorer.language.questions import crew_counts, fills, ship_capacity
from explorer.language.ships import assigned, complete, half_needs, need
from explorer.language.stepper import ask, done, go, push
from explorer.language.verbs import Axis, Check, Choose, Ctx, Draw, Gain, May, Move, Seq, Steps, prompt
from explorer.rules.load import BY_POWER_NOT_GRAY, FREE, LOAD_PROMPT, FreeLoad, stow, takes_more
from explorer.state import Frame, State
from explorer.terms import AGRICULTURE, LOAD

# Bok Choy: as a container that a contract other than Agriculture can use, it brings that contract's owner 2


def _serves_another(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """This card was a container of the ship, and a contract other than Agriculture could use it."""
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
    contracts = hull.contracts
    hull.contracts = [contract for contract in contracts if contract not in others]
    rest = need(s, ship)
    hull.contracts = contracts
    own = fills(s, hull.owner, card)
    masks = [fills(s, hull.owner, other) for other in hull.cargo if other != card]
    for everything in [need(s, ship)] if complete(s, ship) else half_needs(s, ship):
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
    """The contract was placed by a Contract action."""
    if not event[ev.CLAUSE].startswith("R-CONTRACT"):
        return False
    return not event[ev.FIELDS + 2] or s.rulings["flour-tier-skip"] == "allowed"


def _fours(s: State, f: Frame) -> Iterator[tuple[int, ...]]:
    """Any four cards in hand, with those chosen, that meet open requirements of the ship and the whole contract.

    Of a Flag card only one side can be among them.
    """
    ship, chosen, base = f.x[ev.FIELDS + 1], f.y or (), s.cat.base
    hull = s.ships[ship]
    wanted = need(s, ship)
    contracts, hull.contracts = hull.contracts, [f.card]
    own = need(s, ship)
    hull.contracts = contracts
    aboard = [fills(s, f.who, card) for card in hull.cargo]
    met = sum(wanted) - sum(assigned(wanted, aboard)[0])
    asked = sum(1 << kind for kind, number in enumerate(own) if number)
    masks = {card: fills(s, f.who, card) for card in _not_gray(s, f.who)}
    fit: dict[tuple[int, ...], bool] = {}  # by what the four can meet: of most cards that is the same
    left = [card for card, mask in masks.items() if mask & asked and base[card] not in {base[c] for c in chosen}]
    for more in combinations(left, FOUR - len(chosen)):
        four = (*chosen, *more)
        if len({base[card] for card in four}) < FOUR:
            continue
        can = tuple(sorted(masks.get(card, 0) for card in four))
        if can not in fit:
            together = sum(wanted) - sum(assigned(wanted, [*aboard, *can])[0])
            fit[can] = together == met + FOUR and not sum(assigned(own, [*can])[0])
        if fit[can]:
            yield four


def _not_gray(s: State, seat: int) -> list[int]:
    ctx = Ctx(s, s.stack[-1], seat)
    return [card for card in faces(s, s.players[seat].hand) if BY_POWER_NOT_GRAY.fn(ctx, card)]


def _paid_for(s: State, f: Frame) -> Iterator[tuple[int, ...]]:
    """Those of them whose fees can be paid."""
    credits = s.players[f.who].credits
    return (four for four in _fours(s, f) if sum(flag_fee(s, card, "power") for card in four) <= credits)


def _room_for_four(ctx: Ctx) -> bool:
    s, ship = ctx.s, ctx.f.x[ev.FIELDS + 1]
    if s.rulings["container-capacity"] == "contracts-only":
        return True
    return len(s.ships[ship].cargo) + FOUR <= ship_capacity(s, ctx.p, ship)


def _find_fours(ctx: Ctx) -> None:
    ctx.fitting = {card for four in _fours(ctx.s, ctx.f) for card in four}
    ctx.paid = {card for four in _paid_for(ctx.s, ctx.f) for card in four}


def _left(ctx: Ctx) -> list[int]:
    hand = ctx.s.players[ctx.p].hand
    base = ctx.s.cat.base
    chosen = {base[card] for card in ctx.f.y}
    return [card for card in faces(ctx.s, hand) if base[card] not in chosen]


def _ask_four(s: State, f: Frame) -> None:
    if f.card in s.ships[f.x[ev.FIELDS + 1]].contracts:
        ask(s, f.who, "flour")
    else:
        done(f)


def _begin_four(s: State, f: Frame) -> None:
    f.y, f.n = (), FOUR
    if f.r is None or f.r[0] == "pass":
        done(f)


def _ask_card(s: State, f: Frame) -> None:
    """Ask for one of the four after the other, until no choice is left; nothing is loaded before."""
    fours = list(islice(_paid_for(s, f), 2))
    if len(fours) < 2:
        f.r, f.y = None, fours[0] if fours else ()
    else:
        ask(s, f.who, "flour/card")


def _choose_card(s: State, f: Frame) -> None:
    if f.r is not None:
        f.y, f.n = (*f.y, f.r[1]), f.n - 1
        go(f, _ask_card)


def _load_four(s: State, f: Frame) -> None:
    if f.y and f.x[ev.FIELDS + 2]:
        relied(s, f, "flour-tier-skip")
    for card in f.y:
        stow(s, f, card, f.x[ev.FIELDS + 1], "power", "power flour")


def _any_fit(ctx: Ctx) -> bool:
    return any(True for _ in _fours(ctx.s, ctx.f))


def _any_paid(ctx: Ctx) -> bool:
    return not _any_fit(ctx) or any(True for _ in _paid_for(ctx.s, ctx.f))


prompt(
    "flour",
    Move(
        "load",
        gates=(
            Check("four-fit-this-contract", "power flour", _any_fit, "fills"),
            Check("room-for-container", "ruling container-capacity", _room_for_four, "ship_capacity"),
            Check("flag-fee", "R-FLAG-2", _any_paid, ruling="flag-fee"),
        ),
    ),
    Move("pass"),
)
prompt(
    "flour/card",
    Move(
        "load",
        (
            Axis(
                "card",
                _left,
                (
                    Check("four-fit-this-contract", "power flour", lambda ctx, card: card in ctx.fitting, "fills"),
                    Check(
                        "flag-fee",
                        "R-FLAG-2",
                        lambda ctx, card: card in ctx.paid or card not in ctx.fitting,
                        ruling="flag-fee",
                    ),
                ),
            ),
        ),
        prepare=_find_fours,
    ),
)
power(
    "Flour",
    When(
        ev.ContractPlaced,
        card=SELF,
        given=_contracted,
        at_once=True,
        do=Steps(
            _ask_four,
            _begin_four,
            _ask_card,
            _choose_card,
            _load_four,
            emits=(ev.ContainerLoaded, ev.CreditsPaid),
        ),
    ),
)


# Nanobots: each time you draw, one Load action for nothing


def _ask_load(s: State, f: Frame) -> None:
    """Without an open requirement there is no such action, in whatever way it might be carried out (AMB-77)."""
    action = Frame("perform", f.who, x=LOAD)
    action.y = FREE
    if takes_more(s, f.who) and any(option[0] != "stop" for option in LOAD_PROMPT.options(s, action, f.who)):
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
        do=Steps(_ask_load, _free_load, performs=(LOAD,), alike=True),
    ),
)


# Oat Milk: whenever anybody loads an Agriculture container onto a ship of their own


def _own_ship(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The ship belongs to the player who loads it."""
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
    """It is the first contract of a ship of the card's owner."""
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
