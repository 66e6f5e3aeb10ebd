"""The lines of a game as HTML: undo and redo, a slider over the decisions, and the tree of what was tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from explorer.draw.parts import esc, fold, icon, say


class Line(NamedTuple):
    """One line of play: number, name, length, where it leaves another one and by which step, and if we are on it."""

    number: int
    name: str
    length: int
    parent: int
    at: int
    step: str
    here: bool


class Mark(NamedTuple):
    """A moment with a name: the name, its decision on its line, and its number for going there."""

    name: str
    at: int
    number: int


def time_html(at: int, count: int, lines: Sequence[Line], marks: Sequence[Mark] = (), tools: str = "") -> str:
    """Draw the bar below the table.

    Args:
        at: decisions made on this line up to now.
        count: decisions of this line, with those that were undone.
        lines: every line of the game.
        marks: moments that have a name.
        tools: more buttons, as HTML.
    """
    undo = _button("undo", "icon-undo", "U", off=at == 0)
    redo = _button("redo", "icon-redo", "R", off=at == count)
    words = say("moment", at=at, count=count)
    slider = (
        f'<input class="ie-track" type="range" min="0" max="{max(count, 1)}" value="{at}" data-ie="goto" '
        f'data-id="timeline" '
        f'aria-label="{words}" aria-valuetext="{words}"{" disabled" if not count else ""}>'
    )
    branch = _button("branch", "icon-branch", "B")
    return (
        f'<footer class="ie-time"><span class="ie-pair">{undo}{redo}</span>{slider}'
        f'<span class="ie-label ie-moment">{words}</span>'
        f"{branch}{tools}{_tree(lines, marks)}{_menu()}</footer>"
    )


def _button(name: str, picture: str, key: str, off: bool = False) -> str:
    disabled = ' aria-disabled="true"' if off else ""
    return (
        f'<button type="button" class="ie-btn" data-ie="{name}" data-id="{name}"{disabled}>'
        f"{icon(picture, 14)}{say(name)}"
        f' <span class="ie-keycap" aria-hidden="true">{key}</span></button>'
    )


def _tree(lines: Sequence[Line], marks: Sequence[Mark]) -> str:
    if len(lines) < 2 and not marks:
        return ""
    rows = "".join(_row(line, lines) for line in lines)
    rows += "".join(
        f'<li><button type="button" class="ie-btn" data-ie="mark" data-id="mark {mark.number}" '
        f'data-number="{mark.number}">'
        f"{icon('icon-branch', 12)}{say('marked', name=mark.name, at=mark.at)}</button></li>"
        for mark in marks
    )
    head = f'{say("lines")} <span class="ie-count">{len(lines)}</span>'
    return fold("lines", head, rows, " ie-lines")


def _row(line: Line, lines: Sequence[Line]) -> str:
    depth, parent = 0, line.parent
    while parent:
        depth, parent = depth + 1, lines[parent - 1].parent
    here = f' <b class="ie-here">{say("line-here")}</b>' if line.here else ""
    source = (
        f'<span class="ie-small">{say("line-from", number=line.parent, at=line.at, step=line.step)}</span>'
        if line.parent
        else ""
    )
    return (
        f'<li style="margin-left:{min(depth, 8) * 14}px"><button type="button" class="ie-btn" data-ie="line" '
        f'data-id="line {line.number}" data-number="{line.number}">{esc(line.name)}</button> '
        f'<span class="ie-small">{say("line-length", count=line.length)}</span>'
        f"{here} {source}</li>"
    )


def _menu() -> str:
    players = "".join(f'<option value="{n}"{" selected" if n == 3 else ""}>{n}</option>' for n in range(2, 7))
    return (
        f'<details class="ie-more ie-menu" data-id="menu"><summary>{say("menu")}</summary><div class="ie-form">'
        f'<div class="ie-row"><label>{say("players")} '
        f'<select data-id="players" data-field="players">{players}</select></label>'
        f'<label>{say("seed")} <input type="number" value="1" data-id="seed" data-field="seed"></label>'
        f'<button type="button" class="ie-btn" data-ie="new" data-id="new">{say("new")}</button></div>'
        f'<div class="ie-row"><label>{say("file")} '
        f'<input type="text" value="game.yaml" data-id="path" data-field="path"></label>'
        f'<button type="button" class="ie-btn" data-ie="save" data-id="save">{say("save")}</button>'
        f'<button type="button" class="ie-btn" data-ie="load" data-id="load">{say("load")}</button></div>'
        f'<p class="ie-small">{say("keys")}</p></div></details>'
    )
