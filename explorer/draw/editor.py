"""The zones of a position that is being built: seats with their ships, island and piles, each with its problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from explorer.catalogue import Catalogue
from explorer.draw.card import card_text
from explorer.draw.parts import action_name, cap, esc, hidden, icon, kind_name, sign, tint
from explorer.files.tableau import Item, SeatSketch, ShipSketch, SketchProblem, TableSketch, Zone
from explorer.terms import ACTIONS, HARBORS, KINDS, NO_ACTION
from explorer.texts import text

SHOWN: Final = 14  # cards of a pile; the others are counted
AREAS: Final = ("fulfilled", "crew", "goods", "hand")


@dataclass
class Sheet:
    """What is drawn: the table, the cards, and what the person has in hand.

    ``held`` is the path of the item that was picked up, ``aim`` the zone that the next card goes to, ``seat`` the one
    whose zones have number keys. ``told`` are the numbers, in ``problems``, of those whose boxes are drawn: each is
    told once.
    """

    table: TableSketch
    catalogue: Catalogue
    problems: list[SketchProblem] = field(default_factory=list)
    held: str = ""
    aim: str = ""
    seat: int = 0
    told: set[int] = field(default_factory=set)


def say(key: str, **values: object) -> str:
    """Look up a text of the editor and make it safe."""
    return esc(text(f"editor.{key}", **values))


def button(
    name: str, inner: str, label: str = "", cls: str = "ie-btn", *, id: str = "", off: bool = False, **data: Any
) -> str:
    """A button: the command it sends, its picture, its words for those who listen, and what the command is about.

    ``id`` is what it is known by from one picture to the next, so that the focus stays on it.
    """
    known = id or " ".join([name, *map(str, data.values())])
    words = f' aria-label="{esc(label)}" title="{esc(label)}"' if label else ""
    dead = ' aria-disabled="true"' if off else ""
    return (
        f'<button type="button" class="{cls}" data-ie="{name}" data-id="{esc(known)}"{marks(data)}{words}{dead}>'
        f"{inner}</button>"
    )


def marks(data: Mapping[str, object]) -> str:
    """Data of an element, as attributes."""
    return "".join(f' data-{key}="{esc(value)}"' for key, value in data.items())


def stepper(name: str, count: int, label: str, least: int = 0, most: int = 1000, **data: Any) -> str:
    """A number with a button on either side; the number itself can be typed."""
    id_ = " ".join([name, *map(str, data.values())])
    less, more = text("editor.less", what=label), text("editor.more", what=label)
    typed = (
        f'<input type="number" min="{least}" max="{most}" value="{count}" data-ie="{name}" data-id="{esc(id_)}"'
        f'{marks(data)} aria-label="{esc(label)}">'
    )
    down = button(name, icon("icon-minus", 11), less, "ie-less", id=f"{id_} less", **data, to=max(least, count - 1))
    up = button(name, icon("icon-plus", 11), more, "ie-more-of", id=f"{id_} more", **data, to=min(most, count + 1))
    return f'<span class="ie-stp">{down}{typed}{up}</span>'


def select(name: str, rows: Iterable[tuple[str, str]], chosen: str, label: str, **data: Any) -> str:
    """A list to choose from: values with their words."""
    options = "".join(
        f'<option value="{esc(value)}"{" selected" if value == chosen else ""}>{esc(words)}</option>'
        for value, words in rows
    )
    id_ = esc(" ".join([name, *map(str, data.values())]))
    return f'<select data-ie="{name}" data-id="{id_}"{marks(data)} aria-label="{esc(label)}">{options}</select>'


# Names


def seat_words(seat: SeatSketch) -> str:
    """A seat's own name, or its harbor's color."""
    if seat.name:
        return seat.name
    return text(f"draw.harbor.{seat.color}") if seat.color in HARBORS else seat.path


def ship_words(seat: SeatSketch, ship: ShipSketch) -> str:
    """A ship's name, such as Green 1."""
    return f"{text(f'draw.harbor.{seat.color}') if seat.color in HARBORS else seat.path} {ship.path.split()[-1]}"


def zone_words(table: TableSketch, path: str) -> str:
    """The name of a zone as part of a sentence: Red's crew, the island."""
    for seat in table.seats:
        for area in AREAS:
            if getattr(seat, area).path == path:
                return text(f"editor.of.{area}", seat=seat_words(seat))
        for ship in seat.ships:
            for area in ("contracts", "containers", "under"):
                if getattr(ship, area).path == path:
                    return text(f"editor.aboard.{area}", ship=ship_words(seat, ship))
    return text(f"editor.pile.{path}") if path in ("island", "deck", "discard") else path


# Cards


def _shape(item: Item, cat: Catalogue) -> tuple[int, int]:
    """Color and action of a card as numbers; those of a blank one where there is none."""
    return (cat.color[item.number], cat.action[item.number]) if item.number >= 0 else (KINDS.index("none"), NO_ACTION)


def item_words(item: Item, cat: Catalogue) -> str:
    """A card as it is called."""
    return cat.name[item.number] if item.number >= 0 else item.word


def item_html(sheet: Sheet, item: Item, form: str) -> str:
    """One card as a button: a chip, a crew tile or a container, marked where something is wrong with it."""
    cat = sheet.catalogue
    kind, action = _shape(item, cat)
    name = item_words(item, cat)
    draw = {"tile": _tile, "box": _box}.get(form, _chip)
    worst = min(item.problems, key=lambda one: (one.number == 0, one.number), default=None)
    tag = "" if worst is None else mark_html(worst)
    bad = " is-bad" if worst is not None and worst.severity == "error" else ""
    held = " is-held" if sheet.held == item.path else ""
    title = card_text(cat, item.number) if item.number >= 0 else item.word
    label = " · ".join([name, *(one.message for one in item.problems)])
    inner, cls = draw(kind, action, name)
    return (
        f'<button type="button" class="{cls}{bad}{held}" tabindex="-1" data-ie="item" data-item="{esc(item.path)}" '
        f'data-card="{item.number}" '
        f'data-id="item {esc(item.path)}" aria-pressed="{"true" if held else "false"}" aria-label="{esc(label)}" '
        f'title="{esc(title)}">{inner}{tag}</button>'
    )


def _act(action: int, size: int = 13) -> str:
    return "" if action == NO_ACTION else icon(f"act-{ACTIONS[action]}", size) + hidden(esc(action_name(action)))


def _chip(kind: int, action: int, name: str) -> tuple[str, str]:
    return f'{cap(kind)}{_act(action)}<span class="ie-name">{esc(name)}</span>', "ie-chip"


def _tile(kind: int, action: int, name: str) -> tuple[str, str]:
    inner = f'{_act(action, 14)}<span class="ie-edge-{KINDS[kind]}">{sign(kind, 10)}</span>{hidden(esc(name))}'
    return inner, "ie-tile"


def _box(kind: int, action: int, name: str) -> tuple[str, str]:
    return f'{sign(kind, 11)}{hidden(esc(kind_name(kind)))}<span class="ie-ribs"></span>', f"ie-box {tint(kind)}"


# Problems


def mark_html(problem: SketchProblem) -> str:
    """The number of a problem, or the sign of a hint."""
    if problem.severity == "error":
        return f'<b class="ie-no">{problem.number}</b>'
    return f'<span class="ie-hint">{icon("icon-warn", 13)}</span>'


def problems_html(sheet: Sheet, problems: Iterable[SketchProblem]) -> str:
    """The boxes of problems that were not told yet: what is wrong, and buttons that mend it."""
    found = ""
    for problem in problems:
        at = sheet.problems.index(problem) if problem in sheet.problems else -1
        if at not in sheet.told:
            sheet.told.add(at)
            found += _problem(problem, at)
    return found


def _problem(problem: SketchProblem, at: int) -> str:
    mends = "".join(
        button("mend", esc(mend.words), cls="ie-mend", problem=at, mend=i) for i, mend in enumerate(problem.mends)
    )
    line = button("line", say("at-line", line=problem.line), cls="ie-link", id=f"line of {at}", line=problem.line)
    cls = "ie-bad" if problem.severity == "error" else "ie-bad is-hint"
    fix = f'<span class="ie-fix">{mends}</span>' if mends else ""
    return (
        f'<div class="{cls}">{mark_html(problem)}<span>{esc(problem.message)} {line if problem.line else ""}</span>'
        f"{fix}</div>"
    )


# Zones


def zone_html(sheet: Sheet, zone: Zone, label: str, form: str = "chip") -> str:
    """A zone: its name, what lies in it, a place for more, and below it what is wrong."""
    bad = any(one.severity == "error" for one in zone.problems)
    count = f" <b>{zone.used}/{zone.limit}</b>" if zone.limit >= 0 else f" <b>{len(zone.items)}</b>"
    cls = "ie-zlabel ie-label" + (" is-bad" if bad else "")
    return (
        f'<div class="ie-zrow"><span class="{cls}">{esc(label)}{count}</span>{drop_html(sheet, zone, form)}</div>'
        f"{problems_html(sheet, zone.problems)}"
    )


def drop_html(sheet: Sheet, zone: Zone, form: str) -> str:
    """The part of a zone that cards are dropped on."""
    name = zone_words(sheet.table, zone.path)
    shown = zone.items if zone.said else ()
    items = "".join(item_html(sheet, item, form) for item in shown[:SHOWN])
    aimed = " is-aim" if sheet.aim == zone.path else ""
    add = button("aim", icon("icon-plus", 12), text("editor.add", zone=name), f"ie-add{aimed}", zone=zone.path)
    return (
        f'<div class="ie-z{aimed}" data-zone="{esc(zone.path)}" role="group" aria-label="{esc(name)}">{items}'
        f"{_rest(sheet, zone, len(shown) - SHOWN)}{add}</div>"
    )


def _rest(sheet: Sheet, zone: Zone, more: int) -> str:
    """What lies in a zone besides the cards that are drawn."""
    if more > 0:
        return f'<span class="ie-label">{say("and-more", count=more)}</span>'
    if zone.said or not zone.items:
        return ""
    key = "dealt" if zone.filling == "dealt" else "filled"
    return f'<span class="ie-label">{say(key, count=len(zone.items), seed=sheet.table.seed)}</span>'


def row_html(name: str, inner: str) -> str:
    """A row with its name before it."""
    return f'<div class="ie-zrow"><span class="ie-zlabel ie-label">{say(f"zone.{name}")}</span>{inner}</div>'


# Seats


def seats_html(sheet: Sheet) -> str:
    """Every seat, then what belongs to nobody."""
    return "".join(seat_html(sheet, seat, i) for i, seat in enumerate(sheet.table.seats))


def seat_html(sheet: Sheet, seat: SeatSketch, number: int) -> str:
    """One seat with its zones and ships."""
    color = KINDS[HARBORS.index(seat.color)] if seat.color in HARBORS else "none"
    body = _seat_head(sheet, seat) + problems_html(sheet, seat.problems)
    body += zone_html(sheet, seat.fulfilled, text("editor.zone.fulfilled"))
    body += zone_html(sheet, seat.crew, text("editor.zone.crew"), "tile")
    body += zone_html(sheet, seat.goods, text("editor.zone.goods"), "box")
    body += zone_html(sheet, seat.hand, text("editor.zone.hand"))
    ships = "".join(_ship(sheet, seat, ship) for ship in seat.ships)
    more = "".join(problems_html(sheet, problems) for problems in map(_ship_problems, seat.ships))
    body += row_html("ships", f'<div class="ie-ships">{ships}</div>') + more
    keyed = " is-keyed" if sheet.seat == number else ""
    return (
        f'<section class="ie-seat{keyed}" style="--q:var(--ie-{color}, var(--ie-line-2))" data-seat="{esc(seat.path)}" '
        f'aria-label="{esc(seat_words(seat))}">{body}</section>'
    )


def _seat_head(sheet: Sheet, seat: SeatSketch) -> str:
    name = seat_words(seat)
    kind = HARBORS.index(seat.color) if seat.color in HARBORS else KINDS.index("none")
    badge = f'<span class="ie-badge {tint(kind)}" style="width:20px;height:20px">{sign(kind, 13)}</span>'
    buoy = f'<span class="ie-buoy">{icon("icon-buoy", 16)}{esc(text("draw.leads"))}</span>' if seat.leads else ""
    credits = stepper("credits", seat.credits, text("editor.credits-of", seat=name), seat=seat.path)
    gone = ""
    if len(sheet.table.seats) > 2:
        gone = button("unseat", icon("icon-cross", 11), text("editor.unseat", seat=name), "ie-x", seat=seat.path)
    return (
        f'<div class="ie-shead">{badge}<h3 class="ie-who">{esc(name)}</h3>{buoy}<span class="ie-grow"></span>{credits}'
        f'<span class="ie-label">{esc(text("draw.credits"))}</span>{gone}</div>'
    )


def _ship(sheet: Sheet, seat: SeatSketch, ship: ShipSketch) -> str:
    """A ship: containers above the hull, contracts below; where it is can be switched."""
    name = ship_words(seat, ship)
    kind = HARBORS.index(seat.color) if seat.color in HARBORS else KINDS.index("none")
    there = "harbor" if ship.at == "sea" else "sea"
    sail = text("editor.sail", ship=name, to=text(f"editor.at.{there}"))
    place = say("at.sea" if ship.at == "sea" else "at.harbor")
    at = button("ship", place, sail, "ie-at", id=f"sail {ship.path}", ship=ship.path, to=there)
    below = "" if ship.at == "sea" else drop_html(sheet, ship.contracts, "chip")
    if ship.under.items:
        below += f'<span class="ie-label">{esc(text("draw.beneath"))}</span>{drop_html(sheet, ship.under, "chip")}'
    joined = f'<span class="ie-label">{esc(text("draw.super-ship"))}</span>' if ship.joined else ""
    return (
        f'<div class="ie-vessel">{drop_html(sheet, ship.containers, "box")}'
        f'<div class="ie-hullbar {tint(kind)}">{sign(kind, 11)}<b>{esc(name)}</b></div>{at}{joined}{below}</div>'
    )


def _ship_problems(ship: ShipSketch) -> tuple[SketchProblem, ...]:
    return ship.problems + ship.contracts.problems + ship.containers.problems + ship.under.problems
