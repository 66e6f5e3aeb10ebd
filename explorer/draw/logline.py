"""One line of the log opened, and the form that narrows the log, as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from explorer.draw.cited import cited_html, clause_words
from explorer.draw.decision import lapse_html
from explorer.draw.panels import button, say, seat_select
from explorer.draw.parts import esc, icon, seat_title
from explorer.language import events as ev
from explorer.rulebook import CLAUSES, RULINGS, reading_text, ruling_question, ruling_reason
from explorer.state import State, seat_name
from explorer.stepping import Only, said
from explorer.texts import text

if TYPE_CHECKING:
    from explorer.lapses import Lapse

Event = tuple[Any, ...]


def event_html(s: State, number: int, seat: int | None = None, lapsed: Lapse | None = None) -> str:
    """Draw one event opened: its clause in full, the rulings it rests on with all their readings, and its cards.

    Args:
        s: the state.
        number: the number of the event.
        seat: what this seat may know.
        lapsed: the action that the event says has lapsed, as it was.

    Raises:
        ValueError: there is no such event.
    """
    events = ev.listed(s.log)
    at = next((i for i, event in enumerate(events) if event[ev.NUMBER] == number), -1)
    if at < 0:
        raise ValueError(text("panel.no-event", number=number))
    event = events[at]
    head = f'<p class="ie-said">{esc(said(s, event, seat))}</p>' if lapsed is None else lapse_html(lapsed, seat)
    parts = f"{head}{_clause(event[ev.CLAUSE])}"
    parts += "".join(_ruling(s, name, number) for name in _rulings(events, at))
    return f'<div class="ie-rule-text">{parts}{_narrow(s, event)}</div>'


def _clause(id: str) -> str:
    """A clause or power with its words; of a ruling everything is told below."""
    if not id or id.startswith("ruling "):
        return ""
    line = ""
    if id in CLAUSES and CLAUSES[id].en:
        line = f' <span class="ie-small">{say("rulebook-line", line=CLAUSES[id].en)}</span>'
    return f'<div><b class="ie-code">{esc(id)}</b>{line}<p>{cited_html(clause_words(id))}</p></div>'


def _rulings(events: list[Event], at: int) -> list[str]:
    """The rulings that an event is or rests on: those told just before it, from the same cause."""
    event = events[at]
    if event[ev.CODE] == ev.RulingApplied:
        return [event[ev.FIELDS]]
    found = []
    for before in reversed(events[:at]):
        if before[ev.CODE] != ev.RulingApplied or before[ev.CAUSE] != event[ev.CAUSE]:
            break
        found.append(before[ev.FIELDS])
    return list(dict.fromkeys(reversed(found)))


def _ruling(s: State, name: str, number: int) -> str:
    """A ruling: its question, the reading in force, the others, and why the default is the default."""
    ruling, now = RULINGS[name], s.rulings[name]
    rows = "".join(_reading(name, reading, now, ruling.default) for reading in dict.fromkeys((now, *ruling.readings)))
    return (
        f'<div>{icon("icon-scales", 13)} <b class="ie-code">{esc(f"ruling {name}")}</b> {_compared(name, number)}'
        f"<p>{esc(ruling_question(name))}</p><ul>{rows}</ul>"
        f'<p class="ie-small">{esc(ruling_reason(name))}</p></div>'
    )


def _compared(name: str, number: int) -> str:
    """A button that shows both readings side by side, from the moment of an event on."""
    if len(RULINGS[name].built) < 2:
        return ""
    return button(
        "compare", say("compare-here"), id=f"compare {name}", data=f' data-ruling="{name}" data-number="{number}"'
    )


def _reading(name: str, reading: str, now: str, default: str) -> str:
    marks = [text("panel.in-force")] if reading == now else []
    marks += [text("panel.default")] if reading == default else []
    marks += [text("panel.not-built")] if reading not in RULINGS[name].built and reading != default else []
    tags = f" <b>({esc(', '.join(marks))})</b>" if marks else ""
    sign = icon("icon-check", 12) if reading == now else ""
    return f"<li>{sign}<i>{esc(reading.replace('-', ' '))}</i>{tags}: {esc(reading_text(name, reading))}</li>"


def _narrow(s: State, event: Event) -> str:
    """Buttons that narrow the log to what this event is about."""
    found = []
    if event[ev.CLAUSE]:
        found.append(("clause", event[ev.CLAUSE], event[ev.CLAUSE]))
    if event[ev.SEAT] >= 0:
        found.append(("seat", seat_name(s, event[ev.SEAT]), seat_title(s, event[ev.SEAT])))
    by = ev.teller(event)
    if by:
        found.append(("card", by, by))
    rows = "".join(
        button("only", esc(words), id=f"only {kind}", data=f' data-what="{kind}" data-value="{esc(value)}"')
        for kind, value, words in found
    )
    return f'<div class="ie-row ie-form ie-only">{say("only")} {rows}</div>' if rows else ""


def narrow_html(s: State, only: Only, count: int | None) -> str:
    """Draw the form that narrows the log.

    Args:
        s: the state.
        only: what it is narrowed to.
        count: how many events that are; None when it is not narrowed.
    """
    who = f"<label>{say('player')} {seat_select(s, 'only-seat', only.seat)}</label>"
    fields = "".join(
        f'<label>{say(name)} <input type="text" data-ie="only-{name}" data-id="only {name} field" '
        f'data-field="only-{name}" value="{esc(value)}" placeholder="{say(f"{name}-hint")}"></label>'
        for name, value in (("card", only.card), ("clause", only.clause))
    )
    told = f'<span class="ie-small" role="status">{say("narrowed", count=count)}</span>' if count is not None else ""
    clear = button("clear", say("clear"), "icon-cross") if count is not None else ""
    is_open = " open" if count is not None else ""
    return (
        f'<details class="ie-more ie-narrow" data-id="narrow"{is_open}><summary>{say("narrow")}</summary>'
        f'<div class="ie-form">{who}{fields}<div class="ie-row">{told}{clear}</div></div></details>'
    )
