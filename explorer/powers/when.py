"""Lasting powers that answer an event or watch the table (R-POWER-4)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import OTHERS, SELF, YOU, When, Whenever, power
from explorer.language.events import relied
from explorer.language.ships import come_home
from explorer.language.verbs import ACTOR, Choose, Draw, EachDraws, Gain, Pay, Seq, Steps
from explorer.state import SEA, Frame, State
from explorer.terms import ILLEGAL, PIRATE


def _leads_it(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The player leads the action."""
    return (owner == s.leader and s.performing == owner) or bool(event[ev.CLAUSE] == "ruling solo-actions-lead")


power(
    "Dragon Fruit",
    When(
        ev.ActionLed,
        by=YOU,
        action=PIRATE,
        do=Choose(Draw(2), Gain(2)),
        under=("dragon-fruit-moment", "at-declaration"),
    ),
    When(
        ev.PerformanceStarted,
        by=YOU,
        action=PIRATE,
        given=_leads_it,
        do=Choose(Draw(2), Gain(2)),
        under=("dragon-fruit-moment", "when-performing"),
    ),
)

power("Pistols", When(ev.ContractFulfilled, by=OTHERS, color=ILLEGAL, do=Pay(2, payer=ACTOR, to=YOU)))


# Aeroponics: a ship of yours at sea with one container comes home with it


def _ship_with_one(s: State, owner: int, card: int) -> Any:
    for i, ship in enumerate(s.ships):
        if ship.owner == owner and ship.at == SEA and len(ship.cargo) == 1:
            return i
    return None


def _bring_home(s: State, f: Frame) -> None:
    come_home(s, f, f.x if isinstance(f.x, int) else f.x[ev.FIELDS + 1], "power aeroponics")


def _came_down_to_one(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """A ship of the card's owner has just one container left at sea."""
    ship = s.ships[event[ev.FIELDS + 1]]
    return ship.owner == owner and ship.at == SEA and len(ship.cargo) == 1


def _still_one(s: State, f: Frame) -> None:
    ship = f.x if isinstance(f.x, int) else f.x[ev.FIELDS + 1]
    if s.ships[ship].at == SEA and len(s.ships[ship].cargo) == 1:
        if isinstance(f.x, int) and not _has_become_one(s, ship, f.card):
            relied(s, f, "aeroponics-state")
        _bring_home(s, f)


def _has_become_one(s: State, ship: int, card: int) -> bool:
    """Whether a container has left the ship since this card lies where it does."""
    log = s.log
    while log is not None and (log[1][ev.CODE], log[1][ev.FIELDS]) != (ev.ContractTucked, card):
        if log[1][ev.CODE] == ev.ContainerRemoved and log[1][ev.FIELDS + 1] == ship:
            return True
        log = log[0]
    return False


_RETURN = {"touches": frozenset({"ships"}), "emits": (ev.ShipReturned,), "asks": False}
power(
    "Aeroponics",
    Whenever(
        _ship_with_one,
        do=Steps(_still_one, **_RETURN),  # type: ignore[arg-type]
        watches="ship at sea with one container",
        every_event=False,
        under=("aeroponics-state", "is-at-one-returns"),
    ),
    When(
        ev.ContainerRemoved,
        given=_came_down_to_one,
        at_once=True,
        do=Steps(_still_one, **_RETURN),  # type: ignore[arg-type]
        under=("aeroponics-state", "only-when-it-becomes-one"),
    ),
)


# Yogurt: works as a container; whoever loads or pirates it draws


def _once_each(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The container was not pirated, which counts by itself."""
    return event[ev.FIELDS + 2] != "pirate" or bool(s.rulings["yogurt-pirated-and-loaded"] == "twice")


power(
    "Yogurt",
    When(ev.ContainerPirated, card=SELF, at_once=True, do=Seq(Draw(4), EachDraws(2))),
    When(
        ev.ContainerLoaded,
        card=SELF,
        at_once=True,
        given=_once_each,
        do=Seq(Draw(4), EachDraws(2)),
    ),
)
