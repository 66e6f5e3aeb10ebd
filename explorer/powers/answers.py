"""Lasting powers that change a rule: they answer a question (R-POWER-1, R-POWER-4), or score at the end."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import Answers, AtScoring, Entry, power
from explorer.language.questions import LOAD_OR_CONTRACT, NEVER, actions_of, good_counts, virtual_counts
from explorer.powers.answers_loading import wild_containers
from explorer.state import State
from explorer.terms import CONSUMER, ILLEGAL, LUXURY, PIRATE


def _never_ends(s: State, entry: Entry, value: int, p: int) -> int:
    return NEVER if value == 50 or s.rulings["can-openers-and-seventy"] == "any-threshold" else value


power("Can Openers", Answers("ends_at_credits", by=_never_ends))

power("Foxes", Answers("wins_ties", with_=True, tells=(ev.TieBroken,)))

power(
    "Rice Cookers",
    Answers(
        "actions_of",
        by=lambda s, entry, value, p, card: value | LOAD_OR_CONTRACT if value & LOAD_OR_CONTRACT else value,
    ),
)

power("Big Cats", wild_containers(ILLEGAL))


def _pirates_elsewhere(s: State, p: int) -> int:
    """How many Pirate cards lie in the other players' crews, as far as they count here."""
    if not virtual_counts(s):
        return 0
    return sum(_as_pirate(s, q, card) for q, player in enumerate(s.players) if q != p for card in player.crew)


def _as_pirate(s: State, q: int, card: int) -> bool:
    """Whether a card of another crew is a Pirate card; one placed as such may not be (ruling cannons-and-cheese)."""
    if s.rulings["cannons-and-cheese"] == "printed-action-only" and any(
        id.startswith("unpasteurized-cheese/") and placed == card
        for id, _owner, placed, _parameter, _until in s.effects
    ):
        return bool(s.cat.action[card] == PIRATE)
    return bool(actions_of(s, q, card) >> PIRATE & 1)


def said_first(entry: Entry, entries: list[Entry]) -> bool:
    """Whether this is the first of several entries that say the same for one player."""
    return next(e for e in entries if e[0] is entry[0] and e[1] == entry[1]) is entry


def _borrowed(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    """Every Pirate card in other crews counts as yours too, once however often said; none is lent on (INT-22)."""
    if said_first(entry, s.index.crew_counts[p]):
        value[PIRATE] += _pirates_elsewhere(s, p)
    return value


def _borrowed_cards(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    if said_first(entry, s.index.crew_cards[p]):
        value[PIRATE] += _pirates_elsewhere(s, p)
    return value


def _borrowed_size(s: State, entry: Entry, value: int, p: int) -> int:
    return value + _pirates_elsewhere(s, p) if said_first(entry, s.index.crew_size[p]) else value


power(
    "Cannons",
    Answers("crew_counts", by=_borrowed),
    Answers("crew_cards", by=_borrowed_cards, under=("cannons-crew-in-counts", "counts")),
    Answers("crew_size", by=_borrowed_size, under=("cannons-crew-in-counts", "counts")),
)


def _pairs(s: State, owner: int, card: int) -> int:
    counts: Any = good_counts(s, owner)
    return 6 * min(int(counts[LUXURY]), int(counts[CONSUMER]))


power("Apple Watch", AtScoring(_pairs))
