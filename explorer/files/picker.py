"""The card picker: the cards in which all the letters one has typed occur, and where each lies now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from explorer.card import Card, kebab
from explorer.catalogue import Catalogue
from explorer.files.cardwords import counted, short_card, short_form
from explorer.files.survey import Survey
from explorer.files.tableau import Found
from explorer.terms import ACTIONS, KINDS, NO_ACTION, NO_COLOR
from explorer.texts import has, language, text

FORMS: Final = 60  # of a kind at most, put at once


def find(survey: Survey, words: str, kind: str = "", sets: Sequence[str] = (), limit: int = 0) -> list[Found]:
    """The cards in which every word occurs: name, color, action, set or text of the power."""
    wanted = words.casefold().split()[:20]
    where = survey.where()
    found: list[tuple[int, Found]] = []
    for number, card, hay in _all(survey):
        if kind and kind not in _kinds(card):
            continue
        if (sets and card.set not in sets) or not all(word in hay for word in wanted):
            continue
        found.append((_rank(card.name.casefold(), wanted), _row(survey, number, card, where)))
    found.sort(key=lambda pair: pair[0])
    return [row for _rank, row in found[: limit or None]]


def form(survey: Survey, words: str) -> Found | None:
    """Any card of a kind, where the words say no more than that: "2 pirate", "luxury/load", "3 filler"."""
    many, word = counted(" ".join(words.casefold().split()))
    word = word[:-1] if word in ("fillers", "cards") else word
    if word in ACTIONS[:NO_ACTION]:
        word = f"{KINDS[_usual_color(survey.w.base, ACTIONS.index(word))]}/{word}"
    try:
        card = short_card(word.replace(" ", "/", 1) if word.count(" ") == 1 and "/" not in word else word)
    except ValueError:
        return None
    if card is None or not 1 <= many <= FORMS:
        return None
    name, word = card.name, short_form(card) or word
    if many > 1:
        name, word = f"{many} × {name}", f"{many} {word}"
    return _row(survey, -1, card, {})._replace(name=name, word=word)


def _usual_color(cat: Catalogue, action: int) -> int:
    """The color that most cards with an action have."""
    found = Counter(card.contracts[0].color for card in cat.printed if card.contracts[0].action == action)
    return found.most_common(1)[0][0] if found else NO_COLOR


def _rank(name: str, wanted: list[str]) -> int:
    """Names that begin with what was typed come first, then those in which it occurs."""
    if not wanted or name.startswith(wanted[0]):
        return 0
    return 1 if all(word in name for word in wanted) else 2


def _all(survey: Survey) -> Iterable[tuple[int, Card, str]]:
    yield from _printed(survey.w.base, language())
    if survey.w.moment is None:
        cat, first = survey.catalogue, len(survey.w.base)
        for number in sorted(n for n in set(survey.w.names.values()) if n >= first):
            yield number, cat.cards[number], _hay(cat.cards[number])


@lru_cache(maxsize=4)
def _printed(cat: Catalogue, _language: str) -> tuple[tuple[int, Card, str], ...]:
    return tuple((n, card, _hay(card)) for n, card in enumerate(cat.cards) if cat.base[n] == n)


def _hay(card: Card) -> str:
    """Everything one may search a card by."""
    parts = [card.name, kebab(card.name).replace("-", " "), card.set]
    for contract in card.contracts:
        parts += [
            contract.name,
            KINDS[contract.color],
            ACTIONS[contract.action],
            _power(contract.name),
            contract.timing,
        ]
    return " ".join(parts).casefold()


def _power(name: str) -> str:
    key = f"power.{kebab(name)}"
    return text(key) if has(key) else ""


def _kinds(card: Card) -> list[str]:
    return [KINDS[contract.color] for contract in card.contracts]


def _row(survey: Survey, number: int, card: Card, where: dict[int, list[str]]) -> Found:
    contract = card.contracts[0]
    return Found(
        number, card.name, "/".join(_kinds(card)), ACTIONS[contract.action], card.set,
        " ".join(filter(None, (_power(one.name) for one in card.contracts))), tuple(where.get(number, ())),
        dict(contract.origin), card, survey.word(number) if number >= 0 else "",
    )  # fmt: skip


__all__ = ["find", "form"]
