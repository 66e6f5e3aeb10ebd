"""Two readings side by side as HTML: readings, rulings relied on, where the sides part, choices, boards with tags."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from explorer.draw.changes import Changes, changes
from explorer.draw.cited import cited_html, cited_in, clause_html, clause_words
from explorer.draw.panel import button, choice, failed_html, frame, part
from explorer.draw.parts import badge, esc, icon, new_tag, say, seat_title
from explorer.draw.slim import slim
from explorer.draw.style import style_sheet
from explorer.draw.table import board_html, make_scene
from explorer.draw.turn import stack_html
from explorer.game import Game, Option
from explorer.lab.comparing import BOTH, FIRST, SECOND, SIDES, Comparison, Relied
from explorer.lab.differences import Difference, Parting, parting_words
from explorer.rulebook import RULINGS, reading_text, ruling_question, ruling_reason
from explorer.state import State
from explorer.texts import has, text

LETTERS = {FIRST: "A", SECOND: "B"}
HOTKEYS = 9  # choices that a number chooses


def say_side(key: str, **values: object) -> str:
    """A text of the comparison, made safe."""
    return esc(text(f"sides.{key}", **values))


def sides_frame() -> str:
    """What stays of the widget: the places of its parts."""
    boards = part(FIRST, "ie-side-place") + part(SECOND, "ie-side-place")
    return frame(part("ruling"), part("where"), part("choices"), f'<div class="ie-sides">{boards}</div>', part("keep"))


def letter(side: str) -> str:
    """The mark of a side."""
    return f'<b class="ie-letter-{LETTERS[side].lower()} ie-side-mark">{LETTERS[side]}</b>'


# Rulings


def ruling_html(c: Comparison, relied: Sequence[Relied], chosen: str, flipped: str = "", unfolded: bool = True) -> str:
    """Draw the readings compared, the rulings relied on, and one ruling in full with its readings to choose from.

    ``flipped`` says what the latest flip has done; ``unfolded`` whether the one ruling is shown at once.
    """
    known = {one.id: one for one in relied}
    used = {id: f" ({text('sides.times', times=one.times)})" if one.times else "" for id, one in known.items()}
    rows = [(id, id + more) for id, more in used.items()]
    rows += [(id, id) for id in RULINGS if id not in known]
    pick = choice("ruling", text("sides.ruling"), [("", text("sides.none")), *rows], chosen)
    about = _ruling(c, chosen, known.get(chosen)) if chosen in RULINGS else ""
    return (
        f'<section class="ie-rulings" aria-label="{say_side("ruling")}"><div class="ie-rulings-used">'
        f"{_relied(c, relied, chosen)}{_flipped(c, flipped)}</div>"
        f'<details data-id="rulings"{" open" if unfolded else ""}><summary>{say_side("choose-ruling")}</summary>'
        f"<div>{pick}{about}</div></details></section>"
    )


def _flipped(c: Comparison, words: str) -> str:
    """What the latest flip has done, and a button that takes it back."""
    if not words:
        return ""
    back = button("unflip", "", say_side("unflip")) if c.can_unflip else ""
    return f'<div class="ie-flipped" data-said><p class="ie-note" role="status">{esc(words)}</p>{back}</div>'


def _relied(c: Comparison, relied: Sequence[Relied], chosen: str) -> str:
    """The rulings compared, then those that the game has relied on: a row each, with buttons that flip it."""
    if not relied:
        return f"<h3>{say_side('relied')}</h3><p>{say_side('relied-none')}</p>"
    rows = "".join(_relied_row(c, one, chosen) for one in relied)
    alone = all(one.id in c.readings for one in relied)
    more = f'<p class="ie-small">{say_side("relied-else")}</p>' if alone else ""
    return f'<h3>{say_side("relied")}</h3><ul class="ie-relied" data-arrows="relied" data-list>{rows}</ul>{more}'


def _relied_row(c: Comparison, one: Relied, chosen: str) -> str:
    current = {"aria_current": "true"} if one.id == chosen else {}
    name = button("ruling", one.id, esc(one.id), "ie-relied-name", data_item="", **current)
    cards = f'<span class="ie-by">{esc(", ".join(one.powers))}</span>' if one.powers else ""
    clauses = "".join(clause_html(id) for id in one.clauses)
    flips = f'<span class="ie-small">{say_side("one-built")}</span>'
    if one.id in c.readings:
        flips = _flips(one.id, ("drop",), c.readings[one.id][0])
    elif len(RULINGS[one.id].built) > 1:
        flips = _flips(one.id, ("flip", "flip-here"))
    told = f"{_held(c, one)}{cards}{clauses}"
    return f'<li>{name}{told}<span class="ie-flips">{flips}</span></li>'


def _flips(id: str, which: Sequence[str], reading: str = "", named: str = "") -> str:
    """Buttons that let the second side hold to a reading, from the start or from here, or compare a ruling no more."""
    found = ""
    for key in which:
        do, value = "flip" if key == "drop" else key, f"{id}={reading}" if reading else id
        label, words = text(f"sides.{key}-of", id=named or id), text(f"sides.{key}-words")
        found += button(do, value, say_side(key), data_item="", aria_label=label, title=words)
    return found


def _held(c: Comparison, one: Relied) -> str:
    """Which reading is held to and how often it was relied on; of a ruling compared, whether the sides part by it."""
    if one.id not in c.readings:
        return f'<span>{esc(one.reading)}</span><span class="ie-small">{say_side("times", times=one.times)}</span>'
    sides = zip(SIDES, c.readings[one.id], strict=True)
    readings = "".join(f"<span>{letter(side)} {esc(reading)}</span>" for side, reading in sides)
    by = c.parted_by
    parted = say_side("parted", moment=by[one.id]) if one.id in by else say_side("not-parted")
    times = say_side("times-both", times=one.times, other=one.other)
    used = f'<span class="ie-small">{times}</span>' if one.times or one.other else ""
    return f"{readings}<b>{parted}</b>{used}"


def _ruling(c: Comparison, id: str, relied: Relied | None) -> str:
    """One ruling in full: question, where it belongs, and each reading."""
    ruling = RULINGS[id]
    clauses = "".join(f"<li>{clause_html(name)} {esc(clause_words(name))}</li>" for name in ruling.belongs_to)
    about = f'<details data-id="about {esc(id)}"><summary>{say_side("about")}</summary><ul>{clauses}</ul></details>'
    cards = f"<p>{say_side('cards', cards=', '.join(ruling.cards))}</p>" if ruling.cards else ""
    rows = "".join(_reading(c, id, reading) for reading in ruling.readings)
    return (
        f"<p><b>{esc(ruling_question(id))}</b></p>{cards}"
        f'<ul class="ie-readings" data-arrows="readings">{rows}</ul>'
        f'<p class="ie-small">{say_side("why", reading=ruling.default.replace("-", " "))} '
        f"{cited_html(ruling_reason(id))}</p>{about}"
    )


def _reading(c: Comparison, id: str, reading: str) -> str:
    """A reading, which side holds to it, and buttons to let the second side hold to it."""
    here = {side: game.rulings[id] == reading for side, game in ((FIRST, c.first), (SECOND, c.second))}
    marks = "".join(letter(side) for side, yes in here.items() if yes)
    if reading not in RULINGS[id].built:
        buttons = f'<span class="ie-small">{icon("icon-no", 13)}{say_side("not-built")}</span>'
    elif here[FIRST]:
        buttons = f'<span class="ie-small">{say_side("as-it-is")}</span>'
    else:
        buttons = _flips(id, ("flip-here",) if here[SECOND] else ("flip", "flip-here"), reading, reading)
    words = f"<span><b>{esc(reading)}</b> {esc(reading_text(id, reading))}</span>"
    return f'<li><span class="ie-marks">{marks}</span>{words}<span class="ie-flips">{buttons}</span></li>'


# Where the sides part, and what is different


def where_html(c: Comparison) -> str:
    """Draw the way through the moments, where the sides part, and what is different at this moment."""
    last, partings, now = len(c.moments) - 1, c.partings, c.differences
    lines = "".join(f"<li>{cited_html(_parting(one, c.at, now))}</li>" for one in partings)
    alike = f"<p>{esc(text('compare.alike'))} {say_side('alike')}</p>" if not partings else ""
    first = partings[0].moment if partings else -1
    steps = [
        ("go", "0", "sides.start", c.at > 0, ""),
        ("go", str(c.at - 1), "sides.back", c.at > 0, "u"),
        ("go", str(c.at + 1), "sides.on", c.at < last, "r"),
        ("go", str(last), "sides.end", c.at < last, ""),
        ("go", str(first), "sides.part", first >= 0 and first != c.at, "p"),
    ]
    buttons = "".join(_step(*step) for step in steps)
    place = f'<span class="ie-small">{say_side("moment", at=c.at, last=last)}</span>'
    stopped = f'<p class="ie-note">{cited_html(text("compare.stopped", reason=c.stopped))}</p>' if c.stopped else ""
    return (
        f'<section class="ie-where" aria-label="{say_side("where")}">'
        f'<div class="ie-bar-row" data-arrows="steps">{buttons}{place}</div>'
        f"<div><h3>{say_side('where')}</h3>{alike}<ul>{lines}</ul>{stopped}</div>"
        f"<div>{differences_html(now) if now or partings else ''}</div>{_cited(c)}</section>"
    )


def _parting(one: Parting, at: int, now: Sequence[Difference]) -> str:
    """Where the sides part; in what stands beside it where that is the moment looked at, and is not said twice."""
    told = " ".join(found.text for found in now)
    if one.moment == at and one.text in told:
        return text("sides.part-here", moment=at, what=text(f"sides.in-{one.what}"))
    return parting_words(one)


def _cited(c: Comparison) -> str:
    """Everything that is cited here with its words, for those who do not point with a mouse."""
    words = [*map(parting_words, c.partings), *(one.text for one in c.differences), c.stopped]
    asked = [game.decision.clause for game in (c.first, c.second) if game.decision is not None]
    ids = cited_in("; ".join([*words, *asked]))
    if not ids:
        return ""
    rows = "".join(f'<li><span class="ie-code">{esc(id)}</span> {esc(clause_words(id))}</li>' for id in ids)
    return f'<details data-id="cited"><summary>{say_side("cited")}</summary><ul>{rows}</ul></details>'


def _step(do: str, value: str, key: str, possible: bool, hotkey: str) -> str:
    more = {} if possible else {"aria_disabled": "true"}
    words = esc(text(key))
    if hotkey:
        words, more = f"{words} <kbd>{hotkey.upper()}</kbd>", {**more, "data_hotkey": hotkey}
    made = button(do, value, words, data_item="", **more)
    return made.replace(f'data-id="{do} {value}"', f'data-id="{key}"')  # the focus stays on the same button


def differences_html(found: Sequence[Difference]) -> str:
    """Draw what is not the same now: a row each, with a tag that says in what."""
    if not found:
        return f"<h3>{say_side('now')}</h3><p>{esc(text('compare.none-now'))}</p>"
    rows = "".join(f"<li>{new_tag(esc(_what(one)))} {cited_html(one.text)}</li>" for one in found)
    return f'<h3>{say_side("now")}</h3><ul class="ie-differences">{rows}</ul>'


def _what(one: Difference) -> str:
    return text(f"compare.what.{one.what}") if has(f"compare.what.{one.what}") else one.what


# Choices


def choices_html(c: Comparison) -> str:
    """Draw what can be chosen on both sides at once."""
    where = c.choices(FIRST)
    both = [option for option in c.first.options if where[option.key] == BOTH]
    if not both:
        return f'<section class="ie-shared"><h3>{say_side("both")}</h3><p>{say_side("both-none")}</p></section>'
    head = f"<h3>{letter(FIRST)}{letter(SECOND)} {say_side('both')} {_asked(c.first)}</h3>"
    return f'<section class="ie-shared" aria-label="{say_side("both")}">{head}{_options(both, BOTH)}</section>'


def _options(options: Sequence[Option], side: str, tag: str = "") -> str:
    rows = "".join(f"<li>{_option(option, number, side, tag)}</li>" for number, option in enumerate(options, 1))
    many = " is-many" if len(options) > 5 else ""
    return f'<ol class="ie-opts{many}" data-arrows="choices {side}" data-list>{rows}</ol>'


def _option(option: Option, number: int, side: str, tag: str) -> str:
    numbered = side == BOTH and number <= HOTKEYS
    sign = f'<span class="ie-n">{number}</span>' if numbered else ""
    more = {"data_hotkey": str(number)} if numbered else {}
    words = f'{sign}<span class="ie-t">{esc(option.text)}</span>{tag}'
    return button(f"choose-{side}", option.key, words, "ie-opt", data_item="", **more)


def _asked(game: Game) -> str:
    decision = game.decision
    return esc(decision.prompt) if decision is not None else esc(text("compare.over"))


# The two sides


def side_html(c: Comparison, side: str, live: bool = True) -> str:
    """Draw one side: its reading, its question, what only it may choose, and its board compared with the other's."""
    here, there = (c.first, c.second) if side == FIRST else (c.second, c.first)
    readings = "".join(
        f"<p>{clause_html('ruling ' + id)} <b>{esc(here.rulings[id])}</b> {esc(reading_text(id, here.rulings[id]))}</p>"
        for id in c.readings
    )
    head = f"<header>{letter(side)}<div>{readings or esc(text('sides.as-it-is'))}</div></header>"
    ask = _question(c, side, here, live)
    scene = make_scene(here.state, before=there.state)
    scene = replace(scene, cards={}, ships={}, changes=_compared(here.state, there.state))
    board = board_html(scene).replace(new_tag(say("arrived")), new_tag(say_side("only-here")))
    name = say_side("side", letter=LETTERS[side])
    drawn = re.sub(r'(<section [^>]*aria-label=")', rf"\g<1>{LETTERS[side]}: ", stack_html(scene) + board)
    return (
        f'<section class="ie-one-side" aria-label="{name}">{head}{ask}<div class="ie-one-board">{drawn}</div></section>'
    )


def _question(c: Comparison, side: str, here: Game, live: bool) -> str:
    """What a side is asked, with the choices that it has alone."""
    decision = here.decision
    if decision is None:
        winners = ", ".join(seat_title(here.state, seat) for seat in here.state.winners)
        return f'<div class="ie-ask"><b>{esc(text("compare.over"))}</b></div><p>{say("winners", seats=winners)}</p>'
    who = badge(here.state, decision.seat, 18) if decision.seat >= 0 else ""
    question = f'<div class="ie-ask">{who}<h3>{esc(decision.prompt)} {clause_html(decision.clause)}</h3></div>'
    where = c.choices(side)
    alone = [option for option in here.options if where[option.key] == side]
    tag = new_tag(say_side("only-here")) if len(alone) < len(where) else ""
    shown = _options(alone, side, tag) if live else _listed(alone, tag)
    return question + (shown if alone else f'<p class="ie-small">{say_side("same-choices")}</p>')


def _listed(options: Sequence[Option], tag: str) -> str:
    return f"<ul>{''.join(f'<li>{esc(option.text)} {tag}</li>' for option in options)}</ul>"


def _compared(here: State, there: State) -> Changes:
    """What is different from the other side, to be told by tags."""
    found = changes(here, there)
    apart = {
        number: "elsewhere" for number, (a, b) in enumerate(zip(here.ships, there.ships, strict=False)) if a.at != b.at
    }
    return found._replace(ships=apart)


# What to keep


def keep_html(path: str, title: str, said: str, failed: str = "") -> str:
    """Draw the form that writes a side as a scenario, with what was written or why not."""
    fields = _field("title", "name", title) + _field("path", "path", path)
    buttons = "".join(
        button("save", side, f"{letter(side)} {say_side('save', letter=LETTERS[side])}", data_item="") for side in SIDES
    )
    note = f'<p class="ie-note">{esc(said)}</p>' if said else ""
    said_so = f"<div data-said>{note}{failed_html(failed)}</div>" if said or failed else ""
    return (
        f'<section class="ie-keep" aria-label="{say_side("keep")}"><h3>{say_side("keep")}</h3>'
        f'<p class="ie-small">{say_side("keep-words")}</p>'
        f'<div class="ie-bar-row" data-arrows="keep">{fields}{buttons}</div>{said_so}</section>'
    )


def _field(do: str, key: str, value: str) -> str:
    return (
        f'<label class="ie-pick is-wide">{say_side(key)}<input type="text" data-do="{do}" data-id="{do}" '
        f'value="{esc(value)}" spellcheck="false"></label>'
    )


# A picture


class ComparisonPicture:
    """A comparison as it stands, for a cell of its own: no buttons, no script."""

    def __init__(self, comparison: Comparison) -> None:
        self._html, self._words = picture(comparison), str(comparison)

    def _repr_html_(self) -> str:
        return self._html

    def __repr__(self) -> str:
        return self._words


def picture(c: Comparison) -> str:
    """Draw the comparison as a notebook stores it."""
    boards = side_html(c, FIRST, live=False) + side_html(c, SECOND, live=False)
    now = c.differences
    lines = "".join(f"<li>{esc(_parting(one, c.at, now))}</li>" for one in c.partings)
    body = (
        f'<section class="ie-where"><div><h3>{say_side("where")}</h3><ul>{lines}</ul></div>'
        f"<div>{differences_html(now)}</div></section>"
        f'<div class="ie-sides">{boards}</div>'
    )
    return slim(
        f'<style>{style_sheet()}</style><pre class="ie-instead">{esc(str(c))}</pre>'
        f'<div class="ie ie-fit ie-picture" hidden="hidden" role="group" aria-label="{say_side("where")}">{body}</div>'
    )


__all__ = [
    "ComparisonPicture",
    "choices_html",
    "keep_html",
    "picture",
    "ruling_html",
    "side_html",
    "sides_frame",
    "where_html",
]
