"""Powers that resolve once, when their contract is fulfilled, and move credits (R-POWER-3)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import Instead, OnFulfill, power
from explorer.language.events import emit, relied
from explorer.language.moves import BANK, pay, rely_on_lent_crew
from explorer.language.questions import contracts_of, crew_size, good_counts
from explorer.language.verbs import (
    YOURS,
    Choose,
    DiscardThis,
    Draw,
    EachPays,
    EverybodyGains,
    Gain,
    If,
    Seq,
    Steps,
    gain_of,
)
from explorer.state import Frame, State
from explorer.terms import AGRICULTURE, CONSUMER, ILLEGAL, TECHNOLOGY

power("Almonds", OnFulfill(Gain(lambda s, f: 8 if s.players[f.who].credits <= 18 else 4)))


def _illegal_dues(s: State, f: Frame, q: int) -> int:
    """How often 2 credits are due from a player: once, or for each Illegal good (ruling ammunition-amount)."""
    count = good_counts(s, q)[ILLEGAL]
    if count > 1:
        relied(s, f, "ammunition-amount")
    return count if s.rulings["ammunition-amount"] == "per-good" else min(count, 1)


power("Ammunition", OnFulfill(EachPays(2, times=_illegal_dues)))

power("Danger Pets", OnFulfill(EachPays(2)))

power("Flowers", OnFulfill(EverybodyGains(4)))


def _goods_of_all(s: State, kind: int) -> int:
    return sum(good_counts(s, q)[kind] for q in range(len(s.players)))


power("Honey", OnFulfill(Gain(lambda s, f: 2 * _goods_of_all(s, AGRICULTURE), counts="goods")))

power("Import Tax", Instead(Seq(EachPays(4, to=BANK), DiscardThis()), besides=True))


def _contracts_of_this_ship(s: State, f: Frame) -> int:
    """How many contracts this ship was fulfilled with; without a ship of its own the card counts itself alone."""
    above = s.stack[-2]
    return len(above.y[0]) if above.proc == "fulfill" else 1


power("Muay Thai Shorts", OnFulfill(Gain(lambda s, f: 2 * _contracts_of_this_ship(s, f), counts="this ship")))

power("Pens", OnFulfill(Gain(lambda s, f: 2 * _goods_of_all(s, CONSUMER), counts="goods")))

power("Pilllows", OnFulfill(Gain(lambda s, f: 2 * len(s.players[f.who].fulfilled), counts="fulfilled")))

power("Potatoes", OnFulfill(Choose(Gain(2), Draw(5))))


def _agriculture_contracts(s: State, f: Frame) -> int:
    return contracts_of(s, f.who, AGRICULTURE)


power("Rice", OnFulfill(Gain(lambda s, f: 2 * _agriculture_contracts(s, f), counts="fulfilled")))


def _pay_difference(s: State, f: Frame, amount: int) -> None:
    if s.players[f.who].credits < amount:  # demanded of its user: without enough it is not resolved
        emit(s, f, ev.PowerFails, "R-POWER-6", f.who, f.card, "credits")
    else:
        pay(s, f, f.who, amount, BANK, "power tej")


def _crew_beyond_two(s: State, f: Frame) -> None:
    """One credit for each crew card beyond two, rounded up to an even sum (ruling tej-below-two)."""
    rely_on_lent_crew(s, f, f.who)
    beyond = crew_size(s, f.who) - 2
    amount = beyond + beyond % 2
    if beyond < 0:
        relied(s, f, "tej-below-two")
        if s.rulings["tej-below-two"] == "pays-the-difference":
            _pay_difference(s, f, -amount)
    gain_of(s, f, f.who, amount, f.by, "power tej")


def _beyond_two(adds: frozenset[str] = frozenset()) -> Steps:
    emits = (ev.CreditsGained, ev.CreditsPaid, ev.PowerFails)
    return Steps(_crew_beyond_two, touches=frozenset({YOURS, "crew"}), adds=adds, emits=emits, asks=False)


power(
    "Tej",
    OnFulfill(_beyond_two(frozenset({YOURS})), under=("tej-below-two", "nothing")),
    OnFulfill(_beyond_two(), under=("tej-below-two", "pays-the-difference")),
)


def _has_good(kind: int) -> If:
    """The half of Yakuza Art that asks for a good of this kind."""
    body = Draw(5) if kind == CONSUMER else Gain(4)
    return If(lambda s, f: good_counts(s, f.who)[kind] > 0, body, counts="goods")


power("Yakuza Art", OnFulfill(Seq(_has_good(CONSUMER), _has_good(TECHNOLOGY))))
