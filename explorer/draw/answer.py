"""The answers of a search and of a question about two cards, as HTML and Markdown for a notebook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from explorer.draw.cited import cited_html, clause_html
from explorer.draw.parts import esc

if TYPE_CHECKING:
    from explorer.asking import Answer
    from explorer.finding import Found, Step

_SIGNS: Final = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&-])")


def plain_markdown(words: object) -> str:
    """Make any text safe inside a paragraph of Markdown, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(str(words).split()))


def found_html(found: Found) -> str:
    """Draw what a search has found."""
    lines = "".join(f"<ol>{''.join(map(_step, line.steps))}</ol>" for line in found.lines)
    return f"<div><p><b>{esc(found.verdict)}</b></p>{lines}<p><small>{esc(found.effort)}</small></p></div>"


def _step(step: Step) -> str:
    return f"<li><b>{esc(step.seat)}</b> {esc(step.text)} <code>{esc(step.key)}</code> {clause_html(step.clause)}</li>"


def found_markdown(found: Found) -> str:
    """Write what a search has found as Markdown."""
    lines = [f"**{plain_markdown(found.verdict)}**", ""]
    for line in found.lines:
        lines += [
            f"{n}. **{plain_markdown(s.seat)}** {plain_markdown(s.text)} {s.clause}".rstrip()
            for n, s in enumerate(line.steps, 1)
        ]
        lines.append("")
    return "\n".join([*lines, plain_markdown(found.effort)])


def answer_html(answer: Answer) -> str:
    """Draw what is known about two cards."""
    parts = [f"<p><b>{esc(answer.verdict)}</b></p>"]
    for head, lines in answer.sections():
        parts.append(f"<p><b>{esc(head)}</b></p><ul>{''.join(f'<li>{cited_html(line)}</li>' for line in lines)}</ul>")
    return f"<div>{''.join(parts)}<p><small>{esc(answer.effort)}</small></p></div>"


def answer_markdown(answer: Answer) -> str:
    """Write what is known about two cards as Markdown."""
    said = [f"**{plain_markdown(answer.verdict)}**", ""]
    for head, lines in answer.sections():
        said += [f"**{plain_markdown(head)}**", "", *(f"- {plain_markdown(line)}" for line in lines), ""]
    return "\n".join([*said, plain_markdown(answer.effort)])


__all__ = ["answer_html", "answer_markdown", "found_html", "found_markdown", "plain_markdown"]
