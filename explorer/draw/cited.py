"""Clauses, rulings and powers that are cited: the words of each, and a sign that says them when it is pointed at."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from explorer.draw.parts import esc
from explorer.rulebook import CLAUSES, RULINGS, clause_text, is_citation, ruling_question
from explorer.texts import has, text

_CITED: Final = re.compile(r"\b(?:R-[A-Z]+-[0-9]+[A-Z]?|(?:AMB|INT)-[0-9]+|D[0-9]{1,2}|(?:ruling|power) [a-z0-9-]+)\b")


def clause_html(id: str) -> str:
    """A clause, ruling or power by its id; its text shows when it is pointed at."""
    return f'<span class="ie-code" title="{esc(clause_words(id))}">{esc(id)}</span>' if id else ""


def cited_html(words: str) -> str:
    """A sentence made safe, in which each id that it cites says its text when it is pointed at."""
    parts, at = [], 0
    for found in _CITED.finditer(words):
        if is_citation(found[0]):
            parts += [esc(words[at : found.start()]), clause_html(found[0])]
            at = found.end()
    return "".join([*parts, esc(words[at:])])


def cited_in(words: str) -> list[str]:
    """The ids that a text cites, each once.

    Example:
        >>> cited_in("refused (R-LOAD-1; ruling bid-steps), not D99; R-LOAD-1")
        ['R-LOAD-1', 'ruling bid-steps']
    """
    return list(dict.fromkeys(found for found in _CITED.findall(words) if is_citation(found)))


def clause_words(id: str) -> str:
    """The words of whatever can be cited; "" for something unknown.

    Of a clause these are its text, of a ruling its question, of a power its summary, and of an open question ("AMB-43")
    or a common default ("D6") the questions of the rulings that it has led to.

    Example:
        >>> clause_words("AMB-28")
        'Open question, settled by the ruling bid-steps: In which amounts can players bid?'
    """
    kind, _, name = id.partition(" ")
    if id in CLAUSES:
        return clause_text(id)
    if kind == "ruling" and name in RULINGS:
        return ruling_question(name)
    if kind == "power" and has(f"power.{name}"):
        return text(f"power.{name}")
    return _numbered(id) if not name and is_citation(id) else ""


def _numbered(id: str) -> str:
    """An open question, a common default or an interaction: these have no text of their own."""
    kind = id.rstrip("0123456789").rstrip("-")
    found = _led_to().get(id, ())
    if not found:
        return text(f"cited.{kind}-alone")
    told = " ".join(text("cited.ruling", id=name, question=ruling_question(name)) for name in found)
    return text(f"cited.{kind}", rulings=told)


@lru_cache(maxsize=1)
def _led_to() -> dict[str, list[str]]:
    """The rulings by what they are about."""
    found: dict[str, list[str]] = {}
    for ruling in RULINGS.values():
        for id in ruling.belongs_to:
            found.setdefault(id, []).append(ruling.id)
    return found


__all__ = ["cited_html", "cited_in", "clause_html", "clause_words"]
