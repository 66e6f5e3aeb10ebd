"""Watching the answers to questions: who changed which one, while random games and scenarios are played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from explorer.language.abilities import ABILITIES, Answers
from explorer.state import State

Told = Callable[[Answers, State, Any], None]


@contextmanager
def answers_watched(changed: Told, powers: Collection[str] | None = None) -> Iterator[None]:
    """Tell whenever a power changes the answer to a question, for as long as this lasts.

    Args:
        changed: called with the ability, the state, and the entry in force.
        powers: only those of these powers; all if left out.
    """
    kept = {
        ability: ability.by
        for ability in ABILITIES.values()
        if isinstance(ability, Answers) and (powers is None or ability.power in powers)
    }
    for ability, by in kept.items():
        ability.by = _watched(ability, by, changed)
    try:
        yield
    finally:
        for ability, by in kept.items():
            ability.by = by


def _watched(ability: Answers, by: Callable[..., Any], changed: Told) -> Callable[..., Any]:
    def answer(s: State, entry: Any, value: Any, *about: Any) -> Any:
        before = copy(value)
        after = by(s, entry, value, *about)
        if after != before:
            changed(ability, s, entry)
        return after

    return answer
