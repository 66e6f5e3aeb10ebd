"""The panels beside the log as HTML: the tree of moments, where to halt, who plays a seat, and what would follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from explorer.branches import COMMENT_LIMIT, NAME_LIMIT, Moment
from explorer.draw.cited import cited_html
from explorer.draw.parts import badge, esc, icon, seat_title
from explorer.language.events import CODES
from explorer.state import State, seat_name
from explorer.stepping import Preview, Stop
from explorer.texts import text
from explorer.words import event_name

SHOWN: Final = 200  # moments in the tree; with more of them those around here are shown
INDENT: Final = 12
DEEP: Final = 6  # levels that are set in; deeper ones would leave no room for words
LINES: Final = 7  # lines of a preview


def say(key: str, **values: object) -> str:
    """Look up a text of the panels and make it safe."""
    return esc(text(f"panel.{key}", **values))


def button(name: str, words: str, picture: str = "", id: str = "", off: bool = False, data: str = "") -> str:
    """A button that sends a message; ``words`` is HTML."""
    disabled = ' aria-disabled="true"' if off else ""
    image = icon(picture, 13) if picture else ""
    return (
        f'<button type="button" class="ie-btn" data-ie="{name}" data-id="{id or name}"{data}{disabled}>'
        f"{image}{words}</button>"
    )


# The tree of moments


def tree_html(moments: Sequence[Moment], gone: int = 0) -> str:
    """Draw the tree of a game: a row for each moment worth showing, and a form for the one we are at.

    Args:
        moments: what it shows, from ``branches.moments``.
        gone: how many moments were deleted last and can be brought back.
    """
    at = next(i for i, moment in enumerate(moments) if moment.here)
    first = max(0, min(at - SHOWN // 2, len(moments) - SHOWN))
    rows = "".join(_moment(moment) for moment in moments[first : first + SHOWN])
    more = f'<p class="ie-small">{say("tree-more", count=len(moments) - SHOWN)}</p>' if len(moments) > SHOWN else ""
    return f'<ul class="ie-moments" aria-label="{say("tree")}">{rows}</ul>{more}{_note_form(moments[at], gone)}'


def _moment(moment: Moment) -> str:
    words = esc(moment.name or moment.step or text("panel.start"))
    name = f"<b>{words}</b>" if moment.name else f"<span>{words}</span>"
    step = f'<span class="ie-small">{esc(moment.step)}</span>' if moment.name and moment.step else ""
    comment = f'<q class="ie-small">{esc(moment.comment)}</q>' if moment.comment else ""
    here = f'<b class="ie-here">{say("here")}</b>' if moment.here else ""
    place = f'<span class="ie-small">{say("at", at=moment.at, turn=moment.turn)}</span>'
    cls = "ie-moment-row" + (" is-here" if moment.here else "") + (" is-on" if moment.on_line else "")
    current = ' aria-current="step"' if moment.here else ""
    branch = icon("icon-branch", 12) if moment.level else ""
    return (
        f'<li style="margin-left:{min(moment.level, DEEP) * INDENT}px"><button type="button" class="{cls}" '
        f'data-ie="visit" data-id="moment {moment.number}" data-number="{moment.number}"{current}>'
        f"{branch}{name}{here}{place}{step}{comment}</button></li>"
    )


def _note_form(here: Moment, gone: int) -> str:
    """Name, comment and deleting of the moment we are at."""
    number = here.number
    name = (
        f'<label>{say("name")} <input type="text" maxlength="{NAME_LIMIT}" data-id="name {number}" data-field="name" '
        f'data-ie="name" value="{esc(here.name)}" placeholder="{say("name-hint")}"></label>'
    )
    comment = (
        f'<label>{say("comment")} <textarea rows="2" maxlength="{COMMENT_LIMIT}" data-id="comment {number}" '
        f'data-field="comment" data-ie="comment">\n{esc(here.comment)}</textarea></label>'
    )
    keep = button("note", say("keep"), "icon-check")
    delete = button("cut", say("delete", count=here.below + 1), "icon-cross", off=number == 0)
    back = button("restore", say("restore", count=gone), "icon-undo") if gone else ""
    return f'<div class="ie-form ie-note-form">{name}{comment}<div class="ie-row">{keep}{delete}{back}</div></div>'


# Where to halt


def stops_html(s: State, stops: Sequence[Stop]) -> str:
    """Draw where stepping and bots halt, and a form for one more."""
    rows = "".join(
        f'<li class="ie-row"><span class="ie-grow">{icon("icon-no", 13)} {esc(stop.text)}</span>'
        f"{button('unstop', say('remove'), 'icon-cross', f'unstop {i}', data=_number(i))}</li>"
        for i, stop in enumerate(stops)
    )
    shown = f'<ul class="ie-stops">{rows}</ul>' if stops else f'<p class="ie-small">{say("no-stops")}</p>'
    events = "".join(f'<option value="{name}">{event_name(name)}</option>' for name in sorted(CODES))
    card = (
        f'<label>{say("card")} <input type="text" data-ie="stop-card" data-id="stop card" data-field="stop-card" '
        f'placeholder="{say("card-hint")}"></label>'
    )
    event = (
        f'<label>{say("event")} <select data-ie="stop-event" data-id="stop event" data-field="stop-event">'
        f'<option value="">{say("any-event")}</option>{events}</select></label>'
    )
    who = f"<label>{say('player')} {seat_select(s, 'stop-seat')}</label>"
    add = button("stop", say("add-stop"), "icon-plus")
    return f'{shown}<div class="ie-form ie-stop-form">{card}{event}{who}<div class="ie-row">{add}</div></div>'


def _number(n: int) -> str:
    return f' data-number="{n}"'


def seat_select(s: State, field: str, chosen: str = "") -> str:
    """A choice of a seat, or of any."""
    seats = [("", text("panel.any-player"))]
    seats += [(seat_name(s, i), seat_title(s, i)) for i in range(len(s.players))]
    rows = "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{esc(words)}</option>'
        for value, words in seats
    )
    return f'<select data-ie="{field}" data-id="{field}" data-field="{field}">{rows}</select>'


# Who plays a seat


def bots_html(s: State, bots: Mapping[str, str], known: Sequence[str], paused: bool, turn: bool) -> str:
    """Draw who plays each seat.

    Args:
        s: the state.
        bots: the name of each seat's bot, where there is one; "own" for a function.
        known: the names of bots that can be chosen.
        paused: whether bots wait.
        turn: whether it is a bot's turn.
    """
    rows = "".join(_player(s, i, bots.get(seat_name(s, i), ""), known) for i in range(len(s.players)))
    run = button("run", say("run"), "icon-play", off=not bots or not paused or s.over)
    wait = button("wait", say("wait"), "icon-minus", off=not bots or paused or s.over)
    once = button("step", say("once"), "icon-right", "step once", off=not turn or s.over)
    state = say("bots-none" if not bots else "bots-wait" if paused else "bots-run")
    return (
        f'<div class="ie-form ie-bots">{rows}<div class="ie-row">{run}{wait}{once}</div>'
        f'<p class="ie-small" role="status">{state}</p></div>'
    )


def _player(s: State, seat: int, now: str, known: Sequence[str]) -> str:
    name = seat_name(s, seat)
    choices = [("", text("panel.person")), *((one, text(f"panel.bot.{one}")) for one in known)]
    if now == "own":
        choices.append(("own", text("panel.bot.own")))
    rows = "".join(
        f'<option value="{value}"{" selected" if value == now else ""}>{esc(words)}</option>'
        for value, words in choices
    )
    return (
        f"<label><span>{badge(s, seat, 16)} {esc(seat_title(s, seat))}</span>"
        f'<select data-ie="bot" data-id="bot {name}" data-seat="{name}">{rows}</select></label>'
    )


# What would follow


def preview_html(found: Preview) -> str:
    """Draw what would follow an option."""
    shown = "".join(f"<li>{cited_html(line)}</li>" for line in found.lines[:LINES])
    if len(found.lines) > LINES:
        shown += f"<li>{say('preview-more', count=len(found.lines) - LINES)}</li>"
    events = f"<ol>{shown}</ol>" if shown else ""
    changes = "".join(f"<li>{esc(change)}</li>" for change in found.changes)
    zones = f'<ul class="ie-changes">{changes}</ul>' if changes else ""
    then = f"<p>{esc(found.then)}</p>" if found.then else ""
    unknown = f"<p><i>{say('preview-open')}</i></p>" if found.open else ""
    return f'<div class="ie-next"><b>{say("preview")}</b>{zones}{events}{unknown}{then}</div>'
