"""The zones of a position that is being built: seats with their ships, island and piles, each with its problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from explorer.catalogue import Catalogue
from explorer.draw.card import card_text
from explorer.draw.parts import action_name, cap, esc, hidden, icon, kind_name, sign, tint
from explorer.files.tableau import Item, SeatSketch, ShipSketch, SketchProblem, TableSketch, Zone
from explorer.terms import ACTIONS, HARBORS, KINDS, NO_ACTION
from explorer.texts import text

FILLER: Final = "filler"
SHOWN: Final = 14  # cards of a pile; the others are counted
AREAS: Final = ("fulfilled", "crew", "goods", "hand")


@dataclass
class Sheet:
    """What is drawn: the table, the cards, and what the person has in hand.

    ``held`` is the path of the item that was picked up, ``aim`` the zone that the next card goes to, ``seat`` the one
    whose zones have number keys. ``told`` are the numbers, in ``problems``, of those whose boxes are drawn: each is
    told once.  ``under_way`` is what goes on in the moment, outermost first.
    """

    table: TableSketch
    catalogue: Catalogue
    problems: list[SketchProblem] = field(default_factory=list)
    held: str = ""
    aim: str = ""
    seat: int = 0
    told: set[int] = field(default_factory=set)
    under_way: tuple[str, ...] = ()


def say(key: str, **values: object) -> str:
    """Look up a text of the editor and make it safe."""
    return esc(text(f"editor.{key}", **values))


def button(
    name: str,
    inner: str,
    label: str = "",
    cls: str = "ie-btn",
    *,
    id: str = "",
    off: bool = False,
    about: str = "",
    **data: Any,
) -> str:
    """A button: the command it sends, its picture, its words for those who listen, and what the command is about.

    ``id`` is what it is known by from one picture to the next, so that the focus stays on it; ``about`` names the
    element that says more about it.
    """
    known = id or " ".join([name, *map(str, data.values())])
    words = f' aria-label="{esc(label)}" title="{esc(label)}"' if label else ""
    dead = ' aria-disabled="true"' if off else ""
    dead += f' aria-describedby="{esc(about)}"' if about else ""
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
    down = button(name, icon("icon-minus", 11), less, "ie-ed-less", id=f"{id_} less", **data, to=max(least, count - 1))
    up = button(name, icon("icon-plus", 11), more, "ie-ed-more-of", id=f"{id_} more", **data, to=min(most, count + 1))
    return f'<span class="ie-ed-stp">{down}{typed}{up}</span>'


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


def zone_words(table: TableSketch, path: str, into: bool = False) -> str:
    """The name of a zone as part of a sentence: Red's crew, the island; ``into``: as where a card now lies."""
    of, aboard, pile = ("into",) * 3 if into else ("of", "aboard", "pile")
    for seat in table.seats:
        for area in AREAS:
            if getattr(seat, area).path == path:
                return text(f"editor.{of}.{area}", seat=seat_words(seat))
        for ship in seat.ships:
            for area in ("contracts", "containers", "under"):
                if getattr(ship, area).path == path:
                    return text(f"editor.{aboard}.{area}", ship=ship_words(seat, ship))
    return text(f"editor.{pile}.{path}") if path in ("island", "deck", "discard") else path


# Cards


def _shape(item: Item, cat: Catalogue) -> tuple[list[int], int]:
    """The colors and the action of a card; those of a blank one where there is none."""
    if item.number < 0:
        return [KINDS.index("none")], NO_ACTION
    return list(dict.fromkeys(cat.color[face] for face in cat.faces[item.number])), cat.action[item.number]


def item_words(item: Item, cat: Catalogue) -> str:
    """A card as it is called."""
    return cat.name[item.number] if item.number >= 0 else item.word


def item_html(sheet: Sheet, item: Item, form: str) -> str:
    """One card as a button: a chip, a crew tile or a container, marked where something is wrong with it."""
    cat = sheet.catalogue
    kinds, action = _shape(item, cat)
    name = item_words(item, cat)
    draw = {"tile": _tile, "box": _box}.get(form, _chip)
    worst = min(item.problems, key=lambda one: (one.number == 0, one.number), default=None)
    tag = "" if worst is None else mark_html(worst)
    bad = " is-bad" if worst is not None and worst.severity == "error" else ""
    held = " is-held" if sheet.held == item.path else ""
    title = card_text(cat, item.number) if item.number >= 0 else item.word
    label = " · ".join([name, *(one.message for one in item.problems)])
    inner, cls = draw(kinds, action, name)
    return (
        f'<button type="button" class="{cls}{bad}{held}" tabindex="-1" data-ie="item" data-item="{esc(item.path)}" '
        f'data-card="{item.number}" '
        f'data-id="item {esc(item.path)}" aria-pressed="{"true" if held else "false"}" aria-label="{esc(label)}" '
        f'title="{esc(title)}">{inner}{tag}</button>'
    )


def _act(action: int, size: int = 13) -> str:
    return "" if action == NO_ACTION else icon(f"act-{ACTIONS[action]}", size) + hidden(esc(action_name(action)))


def _chip(kinds: list[int], action: int, name: str) -> tuple[str, str]:
    inner = f'{"".join(map(cap, kinds))}{_act(action)}<span class="ie-name">{esc(name)}</span>'
    return inner, "ie-chip is-two" if len(kinds) > 1 else "ie-chip"


def _tile(kinds: list[int], action: int, name: str) -> tuple[str, str]:
    signs = "".join(f'<span class="ie-edge-{KINDS[kind]}">{sign(kind, 10)}</span>' for kind in kinds)
    return f"{_act(action, 14)}{signs}{hidden(esc(name))}", "ie-tile"


def _box(kinds: list[int], action: int, name: str) -> tuple[str, str]:
    signs = "".join(f"{sign(kind, 11)}{hidden(esc(kind_name(kind)))}" for kind in kinds)
    return f'{signs}<span class="ie-ribs"></span>', f"ie-box {tint(kinds[0])}"


# Problems


def mark_html(problem: SketchProblem) -> str:
    """The number of a problem, or the sign of a hint."""
    if problem.severity == "error":
        return f'<b class="ie-ed-no">{problem.number}</b>'
    return f'<span class="ie-ed-hint">{icon("icon-warn", 13)}</span>'


def problems_html(sheet: Sheet, problems: Iterable[SketchProblem]) -> str:
    """The boxes of problems that were not told yet: what is wrong, and buttons that mend it."""
    found = ""
    for problem in problems:
        at = sheet.problems.index(problem) if problem in sheet.problems else -1
        if at not in sheet.told:
            sheet.told.add(at)
            found += _problem(problem, at)
    return found


def mends_html(problem: SketchProblem, at: int, where: str = "") -> str:
    """The buttons that mend a problem; ``where`` tells them from those of the same problem elsewhere."""
    mends = "".join(
        button("mend", esc(mend.words), cls="ie-ed-mend", id=f"{where}mend {at} {i}", problem=at, mend=i)
        for i, mend in enumerate(problem.mends)
    )
    return f'<span class="ie-ed-fix">{mends}</span>' if mends else ""


def _problem(problem: SketchProblem, at: int) -> str:
    line = button("line", say("at-line", line=problem.line), cls="ie-ed-link", id=f"line of {at}", line=problem.line)
    cls = "ie-ed-bad" if problem.severity == "error" else "ie-ed-bad is-hint"
    return (
        f'<div class="{cls}" data-at="{at}" tabindex="-1">{mark_html(problem)}'
        f"<span>{esc(problem.message)} {line if problem.line else ''}</span>{mends_html(problem, at)}</div>"
    )


# Zones


def zone_html(sheet: Sheet, zone: Zone, label: str, form: str = "chip", *, before: str = "", count: int = 0) -> str:
    """A zone: its name, what lies in it, a place for more, and below it what is wrong.

    ``before`` is drawn before the cards, ``count`` is what the zone counts besides them.
    """
    bad = any(one.severity == "error" for one in zone.problems)
    much = f"{zone.used}/{zone.limit if zone.limit < 1000 else '∞'}" if zone.limit >= 0 else len(zone.items) + count
    cls = "ie-ed-zlabel ie-label" + (" is-bad" if bad else "")
    title = f' title="{esc(text("draw.contracts_title"))}"' if count else ""
    return (
        f'<div class="ie-ed-zrow"><span class="{cls}"{title}>{esc(label)} <b>{much}</b></span>'
        f"{drop_html(sheet, zone, form, before)}</div>"
        f"{problems_html(sheet, zone.problems)}"
    )


def drop_html(sheet: Sheet, zone: Zone, form: str, before: str = "") -> str:
    """The part of a zone that cards are dropped on."""
    name = zone_words(sheet.table, zone.path)
    shown = zone.items if zone.said else ()
    items, drawn = _items(sheet, shown, form)
    aimed = " is-aim" if sheet.aim == zone.path else ""
    add = button("aim", icon("icon-plus", 12), text("editor.add", zone=name), f"ie-ed-add{aimed}", zone=zone.path)
    return (
        f'<div class="ie-ed-z{aimed}" data-zone="{esc(zone.path)}" role="group" aria-label="{esc(name)}">'
        f"{before}{items}{_rest(sheet, zone, len(shown) - drawn)}{add}{_emptying(zone, name)}</div>"
    )


def _items(sheet: Sheet, items: Sequence[Item], form: str) -> tuple[str, int]:
    """The first cards of a zone, fillers that lie together as their number; and how many these are."""
    found, drawn, boxes = "", 0, 0
    for same, run in groupby(items, lambda item: item.word.lower().startswith(FILLER) and not item.problems):
        cards = list(run)
        if same and len(cards) > 2:
            found += _fillers(len(cards))
            drawn += len(cards)
            continue
        for item in cards[: SHOWN - boxes]:
            found += item_html(sheet, item, form)
            drawn, boxes = drawn + 1, boxes + 1
        if boxes >= SHOWN:
            break
    return found, drawn


def _emptying(zone: Zone, name: str) -> str:
    """A button that takes everything out of a zone, or lets an empty one be filled as usual again."""
    if not zone.said:
        return ""
    if zone.items:
        words = text("editor.clear", zone=name)
        return button("clear", icon("icon-cross", 11), words, "ie-ed-x", zone=zone.path) if len(zone.items) > 1 else ""
    if zone.path not in ("island", "deck") and not zone.path.endswith("/hand"):
        return ""
    return button("forget", say("as-usual"), text("editor.forget", zone=name), "ie-ed-link", zone=zone.path)


def _rest(sheet: Sheet, zone: Zone, more: int) -> str:
    """What lies in a zone besides the cards that are drawn."""
    if more > 0:
        return f'<span class="ie-label">{say("and-more", count=more)}</span>'
    if zone.said or not zone.items:
        return ""
    if zone.filling != "dealt":
        return _fillers(len(zone.items))
    return f'<span class="ie-label">{say("dealt", count=len(zone.items), seed=sheet.table.seed)}</span>'


def _fillers(count: int) -> str:
    return f'<span class="ie-label" title="{say("filled-words")}">{say("filled", count=count)}</span>'


def row_html(name: str, inner: str) -> str:
    """A row with its name before it."""
    return f'<div class="ie-ed-zrow"><span class="ie-ed-zlabel ie-label">{say(f"zone.{name}")}</span>{inner}</div>'


# Seats


def seats_html(sheet: Sheet) -> str:
    """Every seat, then what belongs to nobody."""
    return "".join(seat_html(sheet, seat, i) for i, seat in enumerate(sheet.table.seats))


def seat_html(sheet: Sheet, seat: SeatSketch, number: int) -> str:
    """One seat with its zones and ships."""
    color = KINDS[HARBORS.index(seat.color)] if seat.color in HARBORS else "none"
    body = _seat_head(sheet, seat) + problems_html(sheet, seat.problems)
    body += _contracts(sheet, seat)
    body += zone_html(sheet, seat.crew, text("editor.zone.crew"), "tile")
    body += zone_html(sheet, seat.goods, text("editor.zone.goods"), "box")
    body += zone_html(sheet, seat.hand, text("editor.zone.hand"))
    ships = "".join(_ship(sheet, seat, ship) for ship in seat.ships)
    more = "".join(problems_html(sheet, problems) for problems in map(_ship_problems, seat.ships))
    body += row_html("ships", f'<div class="ie-ed-ships">{ships}</div>') + more
    keyed = " is-keyed" if sheet.seat == number else ""
    return (
        f'<section class="ie-ed-seat{keyed}" style="--q:var(--ie-{color}, var(--ie-line-2))" '
        f'data-seat="{esc(seat.path)}" '
        f'aria-label="{esc(seat_words(seat))}">{body}</section>'
    )


def _contracts(sheet: Sheet, seat: SeatSketch) -> str:
    """The fulfilled contracts, counted as on the table: the one that is printed on the harbor is one of them."""
    printed = ""
    if seat.color in HARBORS:
        words = esc(text("draw.signs.printed-words"))
        printed = f'<span class="ie-printed" title="{words}">{cap(HARBORS.index(seat.color))}</span>'
    return zone_html(sheet, seat.fulfilled, text("draw.contracts"), before=printed, count=1)


def _seat_head(sheet: Sheet, seat: SeatSketch) -> str:
    name = seat_words(seat)
    kind = HARBORS.index(seat.color) if seat.color in HARBORS else KINDS.index("none")
    badge = f'<span class="ie-badge {tint(kind)}" style="width:20px;height:20px">{sign(kind, 13)}</span>'
    buoy = f'<span class="ie-buoy">{icon("icon-buoy", 16)}{esc(text("draw.leads"))}</span>' if seat.leads else ""
    credits = stepper("credits", seat.credits, text("editor.credits-of", seat=name), seat=seat.path)
    menu = _seat_menu(sheet, seat)
    return (
        f'<div class="ie-ed-shead">{badge}<h3 class="ie-who">{esc(name)}</h3>{buoy}'
        f'<span class="ie-grow"></span>{credits}'
        f'<span class="ie-label">{esc(text("draw.credits"))}</span>{menu}</div>'
    )


def _seat_menu(sheet: Sheet, seat: SeatSketch) -> str:
    """What is rarely changed: the name, the harbor, more ships; and taking the seat away."""
    name, path = seat_words(seat), esc(seat.path)
    label = text("editor.name-of", seat=name)
    inner = (
        f'<label>{say("name")} <input type="text" data-ie="name" data-id="name {path}" data-seat="{path}" '
        f'maxlength="60" value="{esc(seat.name)}" aria-label="{esc(label)}"></label>'
    )
    taken = {one.color for one in sheet.table.seats} - {seat.color}
    harbors = {color: text(f"draw.harbor.{color}") for color in HARBORS}
    colors = [(color, text("editor.swap", harbor=said) if color in taken else said) for color, said in harbors.items()]
    harbor = select("color", colors, seat.color, text("editor.harbor-of", seat=name), seat=seat.path)
    inner += f"<label>{say('harbor')} {harbor}</label>"
    if seat.ships:
        joined = " checked" if seat.ships[0].joined else ""
        inner += (
            f'<label class="ie-ed-check"><input type="checkbox" data-ie="joined" data-id="joined {path}" '
            f'data-ship="{esc(seat.ships[0].path)}"{joined}> {say("joined")}</label>'
        )
    inner += button("launch", say("launch"), seat=seat.path)
    inner += "".join(
        button("sink", say("sink", ship=ship_words(seat, ship)), ship=ship.path) for ship in seat.ships[2:]
    )
    if len(sheet.table.seats) > 2:
        inner += button("unseat", say("unseat", seat=name), seat=seat.path)
    more = esc(text("editor.more-of", seat=name))
    return (
        f'<details class="ie-ed-menu is-save" data-id="menu {path}"><summary class="ie-ed-x" aria-label="{more}" '
        f'title="{more}"></summary><div class="ie-ed-sheet">{inner}</div></details>'
    )


def _ship(sheet: Sheet, seat: SeatSketch, ship: ShipSketch) -> str:
    """A ship: containers above the hull, contracts below; where it is can be switched."""
    name = ship_words(seat, ship)
    kind = HARBORS.index(seat.color) if seat.color in HARBORS else KINDS.index("none")
    there = "harbor" if ship.at == "sea" else "sea"
    sail = text("editor.sail", ship=name, to=text(f"editor.at.{there}"))
    place = say("at.sea" if ship.at == "sea" else "at.harbor")
    at = button("ship", place, sail, "ie-ed-at", id=f"sail {ship.path}", ship=ship.path, to=there)
    below = "" if ship.at == "sea" else drop_html(sheet, ship.contracts, "chip")
    if ship.under.items:
        below += f'<span class="ie-label">{esc(text("draw.beneath"))}</span>{drop_html(sheet, ship.under, "chip")}'
    joined = f'<span class="ie-label">{esc(text("draw.super-ship"))}</span>' if ship.joined else ""
    return (
        f'<div class="ie-ed-vessel">{drop_html(sheet, ship.containers, "box")}'
        f'<div class="ie-ed-hullbar {tint(kind)}">{sign(kind, 11)}<b>{esc(name)}</b></div>{at}{joined}{below}</div>'
    )


def _ship_problems(ship: ShipSketch) -> tuple[SketchProblem, ...]:
    return ship.problems + ship.contracts.problems + ship.containers.problems + ship.under.problems
