"""What lies round the zones of a position that is being built: its bars, the island and the piles, rules and sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from explorer.draw.editor import (
    AREAS,
    Sheet,
    button,
    marks,
    problems_html,
    row_html,
    say,
    seat_words,
    select,
    ship_words,
    stepper,
    zone_html,
    zone_words,
)
from explorer.draw.parts import esc, icon, kind_name, sign, tint
from explorer.files.tableau import Note, SeatSketch
from explorer.rulebook import BUILT, RULINGS, reading_text, ruling_question
from explorer.terms import ACTIONS, FIVE_KINDS, HARBORS, KINDS, SETS
from explorer.texts import text

LEVELS: Final = 2  # how far a marker of the Market goes either way
SHORT: Final = 90  # letters of a problem that stand beside the button to play
PHASES: Final = ("declare", "perform", "clean-up", "scoring")


# The head


class Answer(NamedTuple):
    """What became of a file: the menu in which it was named ("start", "save"), the words, whether it failed."""

    menu: str = ""
    words: str = ""
    failed: bool = False


NO_ANSWER: Final = Answer()


def head_html(
    sheet: Sheet,
    undo: bool,
    redo: bool,
    playing: bool,
    examples: Mapping[str, str],
    name: str = "",
    answer: Answer = NO_ANSWER,
) -> str:
    """The name of the position, where to start from, undo and redo, what is wrong, Save and Play.

    ``name`` tells this editor from others on the same page. The ``answer`` about a file stands where it was named.
    """
    errors = [one.message for one in sheet.problems if one.severity == "error"]
    hints = len(sheet.problems) - len(errors)
    why = f"ie-why-{name}"
    title = (
        f'<input type="text" data-ie="title" data-id="title" maxlength="200" value="{esc(sheet.table.title)}" '
        f'aria-label="{say("title")}" placeholder="{say("title")}">'
    )
    steps = button("undo", icon("icon-undo", 14), text("draw.undo"), off=not undo)
    steps += button("redo", icon("icon-redo", 14), text("draw.redo"), off=not redo)
    back = button("back", say("back"), text("editor.back-words")) if playing else ""
    return (
        f'<h2 class="ie-ed-eh">{say("position")}</h2>{title}{_start_html(sheet, examples, answer)}'
        f'<span class="ie-pair">{steps}</span><span class="ie-grow"></span>{_hints_html(hints)}'
        f"{_save_html(answer)}{back}{_play_html(errors, why)}{_errors_html(errors, why)}"
    )


def _count(key: str, count: int, **values: str) -> str:
    """A text about several things, or about a single one."""
    return text(f"editor.{key}.one" if count == 1 else f"editor.{key}.other", count=count, **values)


def _hints_html(hints: int) -> str:
    return f'<span class="ie-label">{esc(_count("hints", hints))}</span>' if hints else ""


def clipped(words: str) -> str:
    """As much of some words as there is room for: all of them, a first sentence, or what fits."""
    if len(words) <= SHORT:
        return words
    sentence = words.partition(". ")[0] + "."
    return sentence if len(sentence) <= SHORT else words[:SHORT].rsplit(" ", 1)[0] + " …"


def _errors_html(errors: Sequence[str], why: str) -> str:
    """How much is wrong, with the first thing that is; a click leads there, and on to the next."""
    if not errors:
        return ""
    first = clipped(errors[0])
    words = f'{icon("icon-warn", 15)}<span id="{esc(why)}">{esc(_count("problems", len(errors), first=first))}</span>'
    title = f"{errors[0]} {text('editor.to-problem')}"
    made = button("problem", words, cls="ie-ed-count-bad").replace("<button", f'<button title="{esc(title)}"', 1)
    return f'<div class="ie-ed-wrong">{made}</div>'


def _play_html(errors: Sequence[str], why: str) -> str:
    """Play, or where something is wrong the way to it: a button that is only switched off explains nothing."""
    words = f"{icon('icon-play', 13)}{say('play')}"
    if not errors:
        return button("play", words, cls="ie-btn ie-ed-play")
    made = button("play", words, cls="ie-btn ie-ed-play", off=True, about=why)
    title = text("editor.not-yet", problem=_count("problems", len(errors), first=errors[0]))
    return made.replace("<button", f'<button title="{esc(title)}"', 1)


def _start_html(sheet: Sheet, examples: Mapping[str, str], answer: Answer) -> str:
    """What to start from: a dealt game, an empty table, an example, a file."""
    counts = [(str(n), text("editor.players", count=n)) for n in range(2, 7)]
    seated = [seat.color for seat in sheet.table.seats if seat.color in HARBORS]
    seated = list(dict.fromkeys(seated)) if 2 <= len(set(seated)) <= 6 else list(HARBORS[:3])
    players = select("players", counts, str(len(seated)), text("editor.how-many"))
    rows = [("", text("editor.choose-example")), *examples.items()]
    example = _labeled("example", select("example", rows, "", text("editor.example"))) if examples else ""
    deal = f'<div class="ie-row">{button("deal", say("deal"))}{button("empty", say("empty"))}</div>'
    who = f'<div class="ie-row">{players}</div>{_colors_html(seated)}'
    return _menu("start", say("start-from"), who + deal + example + _path("open", text("editor.open")), answer)


def _colors_html(seated: Sequence[str]) -> str:
    """Who will sit where: a list of harbors for each player; those of fewer players are hidden."""
    rows = [(color, text(f"draw.harbor.{color}")) for color in HARBORS]
    found = ""
    for i, color in enumerate((*seated, *(one for one in HARBORS if one not in seated))):
        chosen = select("seat-color", rows, color, text("editor.color-of", number=i + 1), number=i)
        found += f"<label{'' if i < len(seated) else ' hidden'}>{i + 1} {chosen}</label>"
    return f'<div class="ie-ed-colors" role="group" aria-label="{say("who-sits")}">{found}</div>'


def _save_html(answer: Answer) -> str:
    done = answer.menu == "save" and not answer.failed
    said = f'<span class="ie-ed-said" role="status">✓ {esc(answer.words)}</span>' if done else ""
    return said + _menu("save", esc(text("draw.save")), _path("save", text("draw.save")), answer)


def _menu(name: str, words: str, inner: str, answer: Answer) -> str:
    """A button that opens a small sheet. It says what failed, and is closed by what succeeded."""
    failed = f'<p class="ie-alert" role="alert">{esc(answer.words)}</p>' if answer.failed else ""
    here = answer.menu == name
    return (
        f'<details class="ie-ed-menu is-{name}" data-id="menu {name}"{" data-done" if here and not failed else ""}>'
        f'<summary class="ie-btn" data-id="to {name}">{words}</summary>'
        f'<div class="ie-ed-sheet">{inner}{failed if here else ""}</div></details>'
    )


def _labeled(name: str, control: str) -> str:
    return f"<label>{say(name)} {control}</label>"


def _path(name: str, words: str) -> str:
    return (
        f'<div class="ie-row"><label>{esc(text("draw.file"))} <input type="text" data-field="{name}" '
        f'data-id="file to {name}" value="position.yaml"></label>{button(name, esc(words))}</div>'
    )


# The moment


def moment_html(sheet: Sheet) -> str:
    """Whose turn it is, and how far it has got."""
    table, turn = sheet.table, sheet.table.turn
    seats = [(seat.path, seat_words(seat)) for seat in table.seats]
    leader = _labeled("leader", select("leader", seats, table.leader, text("editor.leader")))
    if turn.moment:
        return f"<b>{say('moment')}</b>{button('settle', say('settle'))}{leader}{_notes_html(sheet)}"
    between = _tab("between", say("between"), turn.between) + _tab("within", say("within"), not turn.between)
    inner = "" if turn.between else _turn_html(sheet, seats)
    problems = problems_html(sheet, turn.problems)
    tabs = f'<span class="ie-seg" role="group" aria-label="{say("moment")}">{between}</span>'
    return f"<b>{say('moment')}</b>{tabs}{leader}{inner}{_notes_html(sheet)}{problems}"


def _notes_html(sheet: Sheet) -> str:
    """What is under way, and what only the text says, each with the way to its key there."""
    steps = " › ".join(sheet.under_way)
    notes = {note.key: note for note in sheet.table.notes}
    moment = notes.pop("moment", None)
    found = ""
    if steps or moment:
        words = f"<span>{esc(steps) or say('moment-words')}</span>{_note(moment) if moment else ''}"
        found = f'<div class="ie-ed-notes"><b>{say("middle")}</b>{words}</div>'
    if notes:
        found += f'<div class="ie-ed-notes"><b>{say("in-text")}</b>{"".join(map(_note, notes.values()))}</div>'
    if notes.keys() & {"steps", "expect"}:
        found += f'<div class="ie-ed-notes"><span>{say("is-scenario")}</span></div>'
    return found


def _note(note: Note) -> str:
    """A key of the text with what it says; a click goes to its line."""
    key = note.key.replace("/", ": ")
    short = clipped(note.words)
    made = button(
        "line", f"<code>{esc(key)}</code> {esc(short)}", cls="ie-ed-note", id=f"note {note.key}", line=note.line
    )
    title = text("editor.to-line", key=key, line=note.line, words=note.words)
    return made.replace("<button", f'<button title="{esc(title)}"', 1)


def _tab(name: str, words: str, on: bool) -> str:
    made = button(name, words, cls=f"ie-btn{' is-on' if on else ''}")
    return made.replace("<button", f'<button aria-pressed="{"true" if on else "false"}"', 1)


def _turn_html(sheet: Sheet, seats: list[tuple[str, str]]) -> str:
    turn = sheet.table.turn
    actions = [("", text("editor.nothing-led")), *((name, text(f"draw.action.{name}")) for name in ACTIONS[:-1])]
    led = _labeled("led", select("led", actions, turn.led, text("editor.led")))
    declared = "".join(_declared(seat, turn.declared.get(seat.path, -1)) for seat in sheet.table.seats)
    who = [("", text("editor.next")), *seats]
    doing = _labeled("performing", select("performing", who, turn.performing, text("editor.performing")))
    rows = [("", text("editor.phase-by-itself")), *((name, text(f"draw.phase.{name}")) for name in PHASES)]
    chosen = turn.phase if turn.phase in PHASES else ""
    return f"{led}{declared}{doing}{_labeled('phase', select('phase', rows, chosen, text('editor.phase')))}"


def _declared(seat: SeatSketch, count: int) -> str:
    """How many actions a seat has declared; -1: none so far."""
    kind = HARBORS.index(seat.color) if seat.color in HARBORS else KINDS.index("none")
    badge = f'<span class="ie-badge {tint(kind)}" style="width:16px;height:16px">{sign(kind, 10)}</span>'
    label = text("editor.declared", seat=seat_words(seat))
    made = stepper("declared", max(count, 0), label, 0, 20, seat=seat.path)
    return f'<span class="ie-ed-declared{" is-open" if count < 0 else ""}">{badge}{made}</span>'


# Island, piles, rules


def rest_html(sheet: Sheet) -> str:
    """What belongs to no seat: island, deck and discards, Market, sets and rulings."""
    table = sheet.table
    island = text("editor.zone.port" if table.port else "editor.zone.island")
    body = f'<div class="ie-ed-shead"><h3 class="ie-who">{say("common")}</h3></div>'
    body += zone_html(sheet, table.island, island) + zone_html(sheet, table.deck, text("editor.zone.deck"))
    body += zone_html(sheet, table.discard, text("editor.zone.discard"))
    rows = {
        "market": _market_html(sheet), "variants": _variants_html(sheet), "sets": _sets_html(sheet),
        "seed": _seed_html(sheet), "rulings": _rulings_html(sheet), "seats": _add_seat_html(sheet),
    }  # fmt: skip
    body += "".join(row_html(name, f'<div class="ie-row">{inner}</div>') for name, inner in rows.items())
    cls, label = "ie-ed-seat is-common", say("common")
    return f'<section class="{cls}" style="--q:var(--ie-sand-2)" aria-label="{label}">{body}</section>'


def _check(command: str, words: str, on: bool, **data: str) -> str:
    id_ = esc(" ".join([command, *data.values()]))
    return (
        f'<label class="ie-ed-check"><input type="checkbox" data-ie="{command}" data-id="{id_}"{marks(data)}'
        f"{' checked' if on else ''}> {esc(words)}</label>"
    )


def _market_html(sheet: Sheet) -> str:
    market = sheet.table.market
    found = _check("variant", text("editor.on"), market is not None, name="market")
    return found + "".join(_level(kind, market) for kind in FIVE_KINDS if market is not None)


def _level(kind: int, market: dict[str, int] | None) -> str:
    name, label = KINDS[kind], text("editor.level", kind=kind_name(kind))
    made = stepper("market", (market or {}).get(name, 0), label, -LEVELS, LEVELS, good=name)
    return f'<span class="ie-ed-declared"><span class="ie-edge-{name}">{sign(kind, 13)}</span>{made}</span>'


def _variants_html(sheet: Sheet) -> str:
    rows = [(str(n), text(f"editor.containers-{n}")) for n in range(3)]
    boxes = select("containers", rows, str(sheet.table.containers), text("editor.containers"))
    return _check("variant", text("draw.port"), sheet.table.port, name="port") + boxes


def _sets_html(sheet: Sheet) -> str:
    return "".join(_check("set", text(f"editor.set.{name}"), name in sheet.table.sets, name=name) for name in SETS)


def _seed_html(sheet: Sheet) -> str:
    rows = [("filler", text("editor.rest-filler")), ("dealt", text("editor.rest-dealt"))]
    rest = select("rest", rows, sheet.table.rest, text("editor.rest"))
    return stepper("seed", sheet.table.seed, text("draw.seed"), 0, 10**9) + rest


def _rulings_html(sheet: Sheet) -> str:
    """The readings chosen besides the defaults, and a list to choose another one from."""
    chosen = sheet.table.rulings
    rows = "".join(_ruling_html(id_, reading) for id_, reading in chosen.items())
    more = [("", text("editor.add-ruling"))]
    more += [(f"{id_}={r}", f"{id_}: {r}") for id_, readings in BUILT.items() if id_ not in chosen for r in readings]
    none = "" if chosen else f"{icon('icon-scales', 15)}<span>{say('all-default')}</span>"
    return f"{none}{rows}{select('ruling', more, '', text('editor.add-ruling'))}"


def _ruling_html(id_: str, reading: str) -> str:
    known = id_ in RULINGS and reading in RULINGS[id_].readings
    title = f"{ruling_question(id_)} {reading_text(id_, reading)}" if known else id_
    gone = button("unrule", icon("icon-cross", 11), text("editor.unrule", ruling=id_), "ie-ed-x", ruling=id_)
    words = f"{icon('icon-scales', 13)}{esc(id_)}: {esc(reading)}"
    return f'<span class="ie-ed-ruled" title="{esc(title)}">{words} {gone}</span>'


def _add_seat_html(sheet: Sheet) -> str:
    taken = {seat.color for seat in sheet.table.seats}
    rows = [("", text("editor.add-seat"))]
    rows += [(color, text(f"draw.harbor.{color}")) for color in HARBORS if color not in taken]
    return select("seat", rows, "", text("editor.add-seat")) if len(rows) > 1 else ""


# The bar below


def keys_of(sheet: Sheet) -> list[tuple[str, str]]:
    """The keys that put a card down, with the zones they put it into."""
    found = []
    if sheet.table.seats:
        seat = sheet.table.seats[sheet.seat % len(sheet.table.seats)]
        zones = [getattr(seat, area) for area in AREAS]
        for ship in seat.ships:
            zones += [ship.containers] if ship.at == "sea" else [ship.contracts, ship.containers]
        found = [(str(i), zone.path) for i, zone in enumerate(zones[:9], 1)]
    return [*found, ("I", "island"), ("D", "deck"), ("X", "discard")]


def held_html(sheet: Sheet, name: str) -> str:
    """What was picked up, and the keys that put it down."""
    rows = "".join(
        button("drop", f"<kbd>{key}</kbd>{esc(_short(sheet, path))}", cls="ie-ed-key-to", zone=path, key=key)
        for key, path in keys_of(sheet)
    )
    if sheet.held.count("/") > 1 or sheet.held.split("/")[0] in ("island", "deck", "discard"):
        kbd = {"remove": ("Del", "Delete"), "duplicate": ("+", "+")}
        rows += "".join(
            button(name_, f"<kbd>{shown}</kbd>{say(name_)}", cls="ie-ed-key-to", item=sheet.held, key=key)
            for name_, (shown, key) in kbd.items()
        )
    turn = button("next", f"<kbd>Tab</kbd>{say('next-player')}", cls="ie-ed-key-to", key="Tab")
    back = button("release", f"<kbd>Esc</kbd>{say('put-back')}", cls="ie-ed-key-to", key="Escape")
    return f'{icon("icon-hand", 15)}<b>{esc(name)}</b> {rows}{turn}<span class="ie-grow"></span>{back}'


def _short(sheet: Sheet, path: str) -> str:
    """A zone's name, short where the seat is clear."""
    seat = sheet.table.seats[sheet.seat % len(sheet.table.seats)] if sheet.table.seats else None
    for i, area in enumerate(AREAS):
        if seat is not None and getattr(seat, area).path == path:
            return zone_words(sheet.table, path) if i == 0 else text(f"draw.{area}")
    for ship in seat.ships if seat is not None else ():
        for area in ("contracts", "containers"):
            if seat is not None and getattr(ship, area).path == path:
                return text(f"editor.short.{area}", ship=ship_words(seat, ship))
    return text(f"editor.pile.{path}")


__all__ = ["Answer", "head_html", "held_html", "keys_of", "moment_html", "rest_html"]
