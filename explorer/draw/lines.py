"""The bar below the table as HTML: undo and redo, a slider over the turns, and steps both ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from explorer.draw.parts import esc, hidden, icon, say, sign
from explorer.stepping import STEPS
from explorer.terms import KINDS
from explorer.texts import text

LABEL: Final = 0.1  # the part of the line that the number of a turn needs
SHORT: Final = 18  # letters of a name below the line


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
    """A moment with a name: the name, its decision on its line, its number, and whether we are on that line."""

    name: str
    at: int
    number: int
    on_line: bool = False


class Turn(NamedTuple):
    """Where a turn begins on the line we are on: its decision, its number, and the color of its leader."""

    at: int
    number: int
    kind: int


class Fork(NamedTuple):
    """Where another line leaves the line we are on: after which decision, and its number."""

    at: int
    number: int


class Timeline(NamedTuple):
    """All that the bar below the table shows.

    ``at`` decisions have been made on this line, which has ``length`` with those
    that were undone; ``ahead`` says whether there is a way forward without a
    choice by a person.
    """

    at: int
    length: int
    lines: Sequence[Line]
    marks: Sequence[Mark] = ()
    turns: Sequence[Turn] = ()
    forks: Sequence[Fork] = ()
    ahead: bool = False


def time_html(time: Timeline, tools: str = "", note: str = "", error: str = "") -> str:
    """Draw the bar below the table.

    Args:
        time: what it shows.
        tools: more buttons, as HTML.
        note: what has become of a file, beside the buttons for it.
        error: what went wrong with it.
    """
    undo = _button("undo", "icon-undo", "U", off=time.at == 0)
    redo = _button("redo", "icon-redo", "R", off=time.at == time.length)
    words = f"{hidden(say('time.decision'))}{say('time.moment', at=f'{time.at}', count=time.length)}"
    return (
        f'<footer class="ie-time"><span class="ie-pair">{undo}{redo}</span>{_track(time)}'
        f'<span class="ie-label ie-moment">{words}</span>{_steps(time)}'
        f"{_button('branch', 'icon-branch', 'B')}{_edit()}{tools}{_menu(note, error)}</footer>"
    )


def _track(time: Timeline) -> str:
    """The line of decisions: turns above it, and below it where other lines leave and what has a name."""
    words = say("moment", at=time.at, count=time.length)
    slider = (
        f'<input class="ie-track" type="range" min="0" max="{max(time.length, 1)}" value="{time.at}" data-ie="goto" '
        f'data-id="timeline" style="--at:{_share(time, time.at)}" '
        f'aria-label="{words}" aria-valuetext="{words}"{"" if time.length else " disabled"}>'
    )
    labels = _labels(time)
    turns = "".join(_turn(time, turn, turn.at in labels) for turn in time.turns)
    forks = "".join(_fork(time, fork) for fork in time.forks)
    named = "".join(_named(time, mark) for mark in time.marks if mark.on_line)
    return f'<div class="ie-line-box">{turns}{slider}{forks}{named}</div>'


def _share(time: Timeline, at: int) -> str:
    return f"{at / max(time.length, 1):.4f}".rstrip("0").rstrip(".")


def _labels(time: Timeline) -> set[int]:
    """Where turns are numbered: as many as find room."""
    found: list[int] = []
    for turn in time.turns:
        if not found or turn.at - found[-1] >= time.length * LABEL:
            found.append(turn.at)
    return set(found)


def _turn(time: Timeline, turn: Turn, label: bool) -> str:
    words = f"{sign(turn.kind, 9)}{turn.number}" if label else ""
    return (
        f'<span class="ie-turn ie-edge-{KINDS[turn.kind]}" style="--at:{_share(time, turn.at)}" '
        f'aria-hidden="true">{words}</span>'
    )


def _fork(time: Timeline, fork: Fork) -> str:
    words = say("time.fork", number=fork.number, at=fork.at)
    return (
        f'<button type="button" class="ie-fork" data-ie="line" data-id="fork {fork.number}" '
        f'data-number="{fork.number}" style="--at:{_share(time, fork.at)}" title="{words}" aria-label="{words}">'
        f"</button>"
    )


def _named(time: Timeline, mark: Mark) -> str:
    words = say("marked", name=mark.name, at=mark.at)
    left = " is-left" if mark.at * 3 > time.length * 2 else ""
    return (
        f'<button type="button" class="ie-fork is-named{left}" data-ie="mark" data-id="flag {mark.number}" '
        f'data-number="{mark.number}" style="--at:{_share(time, mark.at)}" title="{words}">'
        f"{esc(mark.name if len(mark.name) <= SHORT else mark.name[: SHORT - 1] + '…')}</button>"
    )


def _steps(time: Timeline) -> str:
    """Buttons that go back by one, or forward as far as the line or the bots lead."""
    buttons = "".join(_step(to, "back", time.at > 0) + _step(to, "forward", time.ahead) for to in STEPS)
    return f'<span class="ie-seg" role="group" aria-label="{say("time.steps")}">{buttons}</span>'


def _step(to: str, way: str, on: bool) -> str:
    words = say(f"time.{way}", to=text(f"draw.time.to.{to}"))
    off = "" if on else ' aria-disabled="true"'
    inner = icon("icon-right", 11) + (hidden(words) if way == "back" else say(f"time.to.{to}"))
    return (
        f'<button type="button" class="ie-btn is-{way}" data-ie="{way}" data-id="{way} {to}" data-to="{to}" '
        f'title="{words}"{off}>{inner}</button>'
    )


def _edit() -> str:
    """Buttons that open this moment elsewhere: in the editor, or under two readings."""
    compare = hidden(esc(text("panel.compare")))  # there is no room for another word in the row
    rows = (("edit", "icon-pencil", esc(text("panel.edit"))), ("compare", "icon-scales", compare))
    return "".join(
        f'<button type="button" class="ie-btn" data-ie="{name}" data-id="{name}" '
        f'title="{esc(text(f"panel.{name}-words"))}">{icon(picture, 14)}{words}</button>'
        for name, picture, words in rows
    )


def _button(name: str, picture: str, key: str, off: bool = False) -> str:
    disabled = ' aria-disabled="true"' if off else ""
    return (
        f'<button type="button" class="ie-btn" data-ie="{name}" data-id="{name}"{disabled}>'
        f"{icon(picture, 14)}{say(name)}"
        f' <span class="ie-keycap" aria-hidden="true">{key}</span></button>'
    )


def _menu(note: str, error: str) -> str:
    players = "".join(f'<option value="{n}"{" selected" if n == 3 else ""}>{n}</option>' for n in range(2, 7))
    said = "".join(
        f'<p class="{cls}">{esc(words)}</p>' for cls, words in (("ie-alert", error), ("ie-note", note)) if words
    )
    return (
        f'<details class="ie-more ie-menu" data-id="menu"><summary>{say("menu")}</summary><div class="ie-form">'
        f'<div class="ie-row"><label>{say("players")} '
        f'<select data-id="players" data-field="players">{players}</select></label>'
        f'<label>{say("seed")} <input type="number" value="1" data-id="seed" data-field="seed"></label>'
        f'<button type="button" class="ie-btn" data-ie="new" data-id="new">{say("new")}</button></div>'
        f'<div class="ie-row"><label>{say("file")} '
        f'<input type="text" value="game.yaml" data-id="path" data-field="path"></label>'
        f'<button type="button" class="ie-btn" data-ie="save" data-id="save">{say("save")}</button>'
        f'<button type="button" class="ie-btn" data-ie="load" data-id="load">{say("load")}</button></div>{said}'
        f'<p class="ie-small">{say("keys")}</p></div></details>'
    )
