"""Lasting powers that answer imports, and what comes with them: goods, payments, contracts, returns (R-POWER-4)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import ANYONE, OTHERS, YOU, AtScoring, When, power
from explorer.language.events import relied
from explorer.language.moves import pay, store, stored
from explorer.language.questions import kind_of_good
from explorer.language.verbs import OF_OTHERS, YOURS, Draw, Gain, May, Seq, Steps
from explorer.rules.importing import ImportOne
from explorer.state import SEA, Frame, State
from explorer.terms import CONSUMER, ILLEGAL, IMPORT, LUXURY

power("Backpacks", When(ev.ShipReturned, by=ANYONE, do=May(Draw(1))))


# Books: you lead Import and somebody follows; declarations close once a turn


def _followed(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """Another player has followed with Import."""
    if s.rulings["crew-only-is-following"] == "counts-not":
        return any(seat != owner and s.doing[seat] == IMPORT for seat, _card in s.played)
    if any(count and seat != owner and s.doing[seat] == IMPORT for seat, count in enumerate(s.declared)):
        return True
    log = s.log
    while log is not None and log[1][ev.CODE] != ev.TurnStarted:
        log, past = log
        if past[ev.CODE] == ev.ActionFollowed and past[ev.SEAT] != owner and past[ev.FIELDS] == IMPORT:
            return True
    return False


power("Books", When(ev.DeclarationsClosed, by=YOU, action=IMPORT, given=_followed, do=Gain(2)))


# Bubblegum and Chapstick: a Consumer good has been added, whoever's it is; not by moves at the end (D18)


def _consumer_added(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """The good added counts as a Consumer good."""
    if s.phase == "scoring" and s.rulings["end-moves-income"] == "no-income":
        return False
    return kind_of_good(s, event[ev.SEAT], event[ev.FIELDS], added=True) == CONSUMER


power("Bubblegum", When(ev.GoodAdded, by=ANYONE, given=_consumer_added, do=Gain(4)))


# Cannabis: whoever takes red containers in an Import action pays once, or under one reading for each


def _reds(s: State, event: tuple[Any, ...]) -> int:
    return sum(s.cat.colors[card] >> ILLEGAL & 1 for card in event[ev.FIELDS + 1])


def _took_reds(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """An Illegal container was among the cards taken."""
    return _reds(s, event) > 0


def _charge(s: State, f: Frame) -> None:
    times = _reds(s, f.x) if s.rulings["cannabis-unit"] == "per-red-card" else 1
    for _ in range(times):
        pay(s, f, f.x[ev.SEAT], 2, f.who, "power cannabis")


power(
    "Cannabis",
    When(
        ev.ImportDone,
        by=OTHERS,
        how="action",
        given=_took_reds,
        do=Steps(
            _charge,
            touches=frozenset({YOURS, OF_OTHERS}),
            adds=frozenset({YOURS}),
            emits=(ev.CreditsPaid, ev.CreditsGained, ev.PaymentFailed),
            asks=False,
        ),
    ),
)

power("Chapstick", When(ev.GoodAdded, by=ANYONE, given=_consumer_added, do=Gain(2)))


def _four_or_more(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """At least 4 credits were paid, and not at the end of the game."""
    paid = event[ev.FIELDS]
    before = _paid_before(s, event) if s.rulings["fake-dvds-unit"] == "turn-total" else 0
    return bool(before < 4 <= before + paid and s.phase != "scoring")


def _paid_before(s: State, event: tuple[Any, ...]) -> int:
    """What the player who pays has paid in this turn before."""
    total, log = 0, s.log
    while log is not None and log[1][ev.CODE] != ev.TurnStarted:
        log, past = log
        if past[ev.CODE] == ev.CreditsPaid and past[ev.SEAT] == event[ev.SEAT] and past[ev.NUMBER] < event[ev.NUMBER]:
            total += past[ev.FIELDS]
    return total


def _tell_unit(s: State, f: Frame) -> None:
    if f.x[ev.FIELDS] < 4:
        relied(s, f, "fake-dvds-unit")


power(
    "Fake DVDs",
    When(
        ev.CreditsPaid,
        by=OTHERS,
        given=_four_or_more,
        do=Seq(Steps(_tell_unit, touches=frozenset(), asks=False), Gain(2)),
    ),
)


# Helicopter: credits are stored on it until the game ends


def _store_four(s: State, f: Frame) -> None:
    store(s, f, _STORE.id, f.who, f.card, 4, "power helicopter")


_STORE = AtScoring(lambda s, owner, card: stored(s, card))
power(
    "Helicopter",
    When(
        ev.ContractPlaced,
        by=ANYONE,
        color=LUXURY,
        do=Steps(
            _store_four,
            touches=frozenset({"store"}),
            emits=(ev.CreditsStored, ev.CreditsGained),  # collected when the card goes
            asks=False,
        ),
    ),
    effects=(_STORE,),
)


power(
    "Paper",
    When(ev.ContractFulfilled, by=YOU, color=CONSUMER, includes_itself=True, do=ImportOne(paid=False, may=True)),
)


# Protractors: a container of a ship that another player has imported from, while one is left


def _some_left(s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    """A container is left on the ship, which is still at sea."""
    ship = event[ev.FIELDS + (event[ev.CODE] == ev.CardImported)]
    return ship >= 0 and s.ships[ship].at == SEA and bool(s.ships[ship].cargo) and _counts(s, event)


def _counts(s: State, event: tuple[Any, ...]) -> bool:
    """Whether it answers such an import at all (ruling protractors-imports)."""
    if s.rulings["protractors-imports"] == "every-import":
        return True
    how = event[ev.FIELDS + 2] if event[ev.CODE] == ev.ImportDone else s.stack[-1].x[2]
    return bool(how == "action")


power(
    "Protractors",
    When(
        ev.ImportDone,
        by=OTHERS,
        given=_some_left,
        do=ImportOne(paid=False, may=True, same=True),
        under=("protractors-unit", "once-per-taking"),
    ),
    When(
        ev.CardImported,
        by=OTHERS,
        given=_some_left,
        do=ImportOne(paid=False, may=True, same=True, field=1),
        under=("protractors-unit", "per-card"),
    ),
)

power("Toyota", When(ev.ShipReturned, by=YOU, do=Draw(3)))
