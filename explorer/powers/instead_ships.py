"""Powers whose card lies under a ship from its fulfillment on, or is a ship itself (D6)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import UNDER_SHIP, Answers, Entry, Instead, When, Whenever, power, power_of
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import lift, start_effect, tuck
from explorer.language.questions import takes_any
from explorer.language.ships import build_ship, retire, slip_under
from explorer.language.stepper import ask
from explorer.language.verbs import Steps, prompt
from explorer.state import HARBOR, JOINED, SEA, Frame, State, ships_of
from explorer.terms import KINDS, RAINBOW


def _over(s: State, card: int) -> int:
    """The ship a card lies under, the whole super-ship where it is one's hull; -1 if there is none."""
    for i, ship in enumerate(s.ships):
        if card in ship.under:
            return ship.partner if ship.at == JOINED else i
    return -1


# Diesel Engine: a ship for a single voyage


def _become_ship(s: State, f: Frame) -> None:
    if lift(s, f, f.card, "power diesel-engine", keeps_copy=True):
        build_ship(s, f, f.who, f.card, "power diesel-engine")


def _this_one(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """This card is the ship that has sailed."""
    return bool(card in s.ships[event[ev.FIELDS]].under)


def _has_sailed(s: State, f: Frame) -> None:
    ship = f.x[ev.FIELDS]
    if f.card in s.ships[ship].under:
        start_effect(s, f, _SAILED.id, f.who, f.card, None, ("ship", ship))


def voyage_effects(s: State, ship: int) -> list[tuple[Any, ...]]:
    """What lasts on for a ship at sea that is a card: it has begun its only voyage."""
    hull = s.ships[ship]
    of = [card for card in hull.under if power_of(s, card) == "Diesel Engine"]
    return [(_SAILED.id, hull.owner, card, None, ("ship", ship)) for card in of]


def _spent(s: State, entry: Entry, value: int, p: int, ship: int) -> int:
    """Home once more, it takes nothing on (ruling diesel-engine-after-aeroponics)."""
    hull = s.ships[ship]
    if entry[2] in hull.under and hull.at == HARBOR and not hull.contracts:
        return 0 if s.rulings["diesel-engine-after-aeroponics"] == "use-is-spent" else value
    return value


def _emptied_at_home(s: State, owner: int, card: int) -> int | None:
    ship = _over(s, card)
    hull = s.ships[ship]
    if ship < 0 or hull.at != HARBOR or hull.cargo or hull.contracts or hull.partner >= 0:
        return None
    return ship if any(id == _SAILED.id and of == card for id, _owner, of, _parameter, _until in s.effects) else None


def _retire(s: State, f: Frame) -> None:
    relied(s, f, "diesel-engine-after-aeroponics")
    if _emptied_at_home(s, f.who, f.card) is not None:
        retire(s, f, f.x)


_SAILED = Answers("ship_capacity", by=_spent, narrows=True)
power(
    "Diesel Engine",
    Instead(Steps(_become_ship, touches=frozenset({"ships"}), emits=(ev.ContractUntucked, ev.ShipBuilt), asks=False)),
    When(
        ev.ShipSailed,
        given=_this_one,
        at_once=True,
        zone=UNDER_SHIP,
        do=Steps(_has_sailed, touches=frozenset({"ships"}), emits=(ev.EffectStarted,), asks=False),
    ),
    Whenever(
        _emptied_at_home,
        do=Steps(_retire, touches=frozenset({"ships"}), emits=(ev.ShipRetired, ev.CardDiscarded), asks=False),
        watches="this ship back in the harbor without a container",
        every_event=False,
        zone=UNDER_SHIP,
    ),
    effects=(_SAILED,),
)


# Yen: under a ship of yours for good; the first contract of each voyage asks for one container less


def _ask_hull(s: State, f: Frame) -> None:
    ask(s, f.who, "yen/ship")


def _not_tucked(s: State, p: int) -> frozenset[str]:
    """With a ship to lie under it is never among the fulfilled contracts."""
    found = any(ship.owner == p and ship.at in (HARBOR, SEA) for ship in s.ships)
    return frozenset({"fulfilled"}) if found else frozenset()


def _slip(s: State, f: Frame) -> None:
    if f.r is None:
        if f.card in s.limbo:
            s.limbo.remove(f.card)
            tuck(s, f, f.who, f.card, "fulfillment", "R-FULFIL-3")
    elif lift(s, f, f.card, "power yen", keeps_copy=True):
        slip_under(s, f, f.card, f.r[1], "power yen")


def _first_of_voyage(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """It is the first contract placed on the ship above this card for this voyage."""
    ship = event[ev.FIELDS + 1]
    if ship != _over(s, card) or s.ships[ship].contracts != [event[ev.FIELDS]]:
        return False
    return not any(id == _USED.id and of == card for id, _owner, of, _parameter, _until in s.effects)


def _ask_slot(s: State, f: Frame) -> None:
    if f.x[ev.FIELDS] in s.ships[f.x[ev.FIELDS + 1]].contracts:
        ask(s, f.who, "yen/slot")
    else:
        f.r = None


def _drop_slot(s: State, f: Frame) -> None:
    """Note which slot is dropped, and that the saving is spent, even where its contract is discarded later."""
    contract, ship = f.x[ev.FIELDS : ev.FIELDS + 2]
    if f.r is not None:
        relied(s, f, "yen-first-contract")
        emit(s, f, ev.Answered, "power yen", f.who, KINDS[f.r[1]])
        start_effect(s, f, _DROPPED.id, f.who, f.card, f.r[1], ("contract", contract))
    only = s.rulings["yen-first-contract"] == "only-the-very-first"
    start_effect(s, f, _USED.id, f.who, f.card, None, ("game end",) if only else ("voyage", ship))


def _one_less(s: State, entry: Entry, value: list[int], p: int, ship: int) -> list[int]:
    if ship == _over(s, entry[2]):
        contracts = s.ships[ship].contracts  # some of them only, where these are looked at alone
        for id, _owner, card, kind, until in s.effects:
            if id == _DROPPED.id and card == entry[2] and until[1] in contracts:
                kind = RAINBOW if until[1] in takes_any(s, p, ship) else kind
                value[kind] -= value[kind] > 0
    return value


def _slots(ctx: Ctx) -> list[int]:
    """The kinds that the contract asks for, without what another card of this power has dropped already."""
    s, contract = ctx.s, ctx.f.x[ev.FIELDS]
    left = list(s.cat.load[contract])
    for id, _owner, _card, kind, until in s.effects:
        if id == _DROPPED.id and until == ("contract", contract):
            left[kind] -= 1
    return [kind for kind, n in enumerate(left) if n > 0]


def _can_take(ctx: Ctx, ship: int) -> bool:
    return bool(ctx.s.ships[ship].at in (HARBOR, SEA))


prompt(
    "yen/ship",
    Move(
        "slip",
        (
            Axis(
                "ship",
                lambda ctx: ships_of(ctx.s, ctx.p),
                (Check("not-about-to-sail", "ruling sailing-ship-as-target", _can_take),),
            ),
        ),
    ),
)
prompt("yen/slot", Move("less", (Axis("kind", _slots),)))


def _as_it_is(s: State, entry: Entry, value: list[int], p: int, ship: int) -> list[int]:
    return value


_DROPPED = Answers("load_needs", by=_as_it_is)  # notes which slot is dropped
_USED = Answers("load_needs", by=_as_it_is)  # notes that the one saving is spent
power(
    "Yen",
    Instead(
        Steps(
            _ask_hull,
            _slip,
            touches=frozenset({"ships", "fulfilled"}),
            spares=_not_tucked,
            emits=(ev.CardSlipped, ev.ContractTucked, ev.ContractUntucked),
        )
    ),
    Answers("load_needs", by=_one_less, zone=UNDER_SHIP),
    When(
        ev.ContractPlaced,
        given=_first_of_voyage,
        at_once=True,
        zone=UNDER_SHIP,
        do=Steps(_ask_slot, _drop_slot, touches=frozenset({"ships"}), emits=(ev.Answered, ev.EffectStarted)),
    ),
    effects=(_DROPPED, _USED),
)
