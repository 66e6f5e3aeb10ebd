"""A quiz in a notebook: which of these may be chosen? Marked by the engine; a method for every click."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.draw.quiz import Answer, quiz_frame, quiz_html, result_words
from explorer.game import Game
from explorer.refusals import Reason
from explorer.texts import text
from explorer.widgets.panel import Command, Panel


class Quiz(Panel):
    """Ask which of some choices are legal at a moment.

    Args:
        game: a game at a decision, or a position; what happens in the game later does not matter.
        choices: the words to show for each key, such as ``{"lead/load/radios/2": "Load twice with Radios"}``.
        ask: the question; "Which of these are legal?" if left out.

    Raises:
        IllegalChoice: a key is none.

    Example:
        >>> from explorer.game import new_game
        >>> Quiz(new_game(players=2, seed=1), {"draw": "Draw"}).tick("draw").mark().score
        (1, 1)
    """

    def __init__(self, game: Any, choices: Mapping[str, str], ask: str = "") -> None:
        super().__init__()
        moment = game if isinstance(game, Game) else Game(game)
        legal = {option.key for option in (*moment.options, *moment.interrupts)}
        self._reasons: dict[str, tuple[Reason, ...]] = {
            str(key): () if key in legal else tuple(moment.why_not(key)) for key in choices
        }
        self._words = {str(key): str(words) for key, words in choices.items()}
        self._ask = ask or text("quiz.ask")
        self._ticked: set[str] = set()
        self._marked = False
        self.frame, self.label = quiz_frame(), self._ask
        self.redraw()

    @property
    def answers(self) -> list[Answer]:
        """What was asked, with what was ticked and why it is not legal, where it is not."""
        return [Answer(key, words, key in self._ticked, self._reasons[key]) for key, words in self._words.items()]

    @property
    def score(self) -> tuple[int, int]:
        """How many answers are right, of how many."""
        return sum(answer.right for answer in self.answers), len(self._words)

    def tick(self, key: str, on: bool = True) -> Quiz:
        """Say that a choice is legal, or take that back.

        Raises:
            ValueError: it is not asked about.
        """
        if key not in self._words:
            raise ValueError(text("quiz.not-asked", key=repr(key)[:80]))
        self._ticked = self._ticked | {key} if on else self._ticked - {key}
        self._marked = False
        self.redraw()
        return self

    def mark(self) -> Quiz:
        """Let the engine mark the answers."""
        self._marked = True
        self.redraw()
        return self

    def again(self) -> Quiz:
        """Take all ticks and marks away."""
        self._ticked, self._marked = set(), False
        self.redraw()
        return self

    def _parts(self) -> dict[str, str]:
        return {"quiz": quiz_html(self._ask, self.answers, self._marked)}

    def _spoken(self) -> str:
        return result_words(self.answers) if self._marked else ""

    def _commands(self) -> dict[str, Command]:
        return {
            "tick": lambda value: self.tick(str(value[0]), bool(value[1])),
            "mark": lambda value: self.mark(),
            "again": lambda value: self.again(),
        }

    def __repr__(self) -> str:
        right, count = self.score
        return f"Quiz({right} of {count} right)" if self._marked else f"Quiz({count} choices)"


__all__ = ["Quiz"]
