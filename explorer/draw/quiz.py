"""A question about a moment of a game: which of these may be chosen? The engine marks the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from explorer.draw.panel import button, frame, part
from explorer.draw.parts import esc, icon
from explorer.refusals import Reason
from explorer.texts import text


class Answer(NamedTuple):
    """One thing that is asked about, whether it was ticked, and the reasons against it: none if it is legal."""

    key: str
    words: str
    ticked: bool
    reasons: tuple[Reason, ...]

    @property
    def right(self) -> bool:
        """Whether the tick agrees with the engine."""
        return self.ticked == (not self.reasons)


def quiz_frame() -> str:
    """What stays of a quiz."""
    return frame(part("quiz"))


def quiz_html(ask: str, answers: Sequence[Answer], marked: bool) -> str:
    """The question with its answers, marked or not yet."""
    rows = "".join(_row(answer, marked) for answer in answers)
    again = button("again", "", esc(_say("again"))) if marked else ""
    told = f"<b>{esc(result_words(answers))}</b>" if marked else ""
    return (
        f'<fieldset class="ie-quiz"><legend>{esc(ask)}</legend><ul data-arrows="answers">{rows}</ul>'
        f'<div class="ie-bar-row">{button("mark", "", esc(_say("mark")))}{again}{told}</div></fieldset>'
    )


def result_words(answers: Sequence[Answer]) -> str:
    """How many answers are right."""
    return text("quiz.result", right=sum(answer.right for answer in answers), count=len(answers))


def _row(answer: Answer, marked: bool) -> str:
    ticked = " checked" if answer.ticked else ""
    box = (
        f'<input type="checkbox" data-do="tick" data-value="{esc(answer.key)}" data-id="tick {esc(answer.key)}" '
        f"data-item{ticked}>"
    )
    return f"<li><label>{box}<span>{esc(answer.words)}</span></label>{_mark(answer) if marked else ''}</li>"


def _mark(answer: Answer) -> str:
    """Whether the tick was right, and the reasons against what is not legal."""
    sign = icon("icon-check" if answer.right else "icon-no", 13)
    words = f"{_say('right' if answer.right else 'wrong')} {_say('illegal' if answer.reasons else 'legal')}"
    reasons = "".join(f"<li>{esc(reason.text)} ({esc(reason.clause)})</li>" for reason in answer.reasons)
    cls = "is-right" if answer.right else "is-wrong"
    return (
        f'<div class="ie-marked {cls}">{sign}<span>{esc(words)}</span>{f"<ul>{reasons}</ul>" if reasons else ""}</div>'
    )


def _say(key: str) -> str:
    return text(f"quiz.{key}")


__all__ = ["Answer", "quiz_frame", "quiz_html", "result_words"]
