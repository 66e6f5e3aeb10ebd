"""Lasting powers that change a rule of importing, or of how the game ends: they answer a question (R-POWER-1)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import ANYONE, Answers, Entry, power
from explorer.language.questions import ISLAND_TOO, NEVER
from explorer.rules.pirate import ISLAND
from explorer.state import State

power(
    "Dark Flight",
    Answers("import_targets", by=lambda s, entry, value, p: value | ISLAND_TOO, tells=(ev.AuctionStarted,)),
    Answers(
        "bid_payee",
        by=lambda s, entry, value, p, ship: entry[1] if ship == ISLAND else value,
        tells=(ev.CreditsPaid, ev.CreditsGained, ev.BidKept),
    ),
)


# MRI Machine: the end comes with 70 credits; Can Openers has its own answer


def _seventy(s: State, entry: Entry, value: int, p: int) -> int:
    exempt = value == NEVER and s.rulings["can-openers-and-seventy"] == "any-threshold"
    return value if exempt else 70


power(
    "MRI Machine",
    Answers("ends_at_credits", of=ANYONE, by=_seventy, under=("mri-machine-scope", "everybody")),
    Answers("ends_at_credits", by=_seventy, under=("mri-machine-scope", "owner-only")),
)


def _four(s: State, entry: Entry, value: int, p: int, ship: int, cause: str) -> int:
    if cause != "action":
        return value
    six = s.ships[ship].partner >= 0 and s.rulings["pants-and-super-ship"] == "six"
    return 6 if six else max(4, value)


power("Pants", Answers("owner_pay", by=_four, tells=(ev.CreditsGained,)))

power("Shampoo", Answers("import_takes", by=lambda s, entry, value, p: max(3, value), tells=(ev.CardImported,)))
