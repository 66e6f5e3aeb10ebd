"""The catalogue as a table: a row for each contract, with where each of its values is from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from explorer.card import FIELDS, Contract
from explorer.catalogue import Catalogue
from explorer.draw.card import card_html, pays, power_words
from explorer.draw.panel import button, choice, frame, part, search
from explorer.draw.parts import action_name, counted, dots, esc, icon, kind_name, sign, timing_name, tint
from explorer.powertext import entry_of
from explorer.shipped import own
from explorer.terms import ACTIONS, NO_ACTION, NO_COLOR
from explorer.texts import text

COLUMNS: Final = ("name", "color", "action", "tier", "load", "set", "timing", "power", "scenarios")
ORIGINS: Final = {"rulebook": "", "implied": "∴", "reconstructed": "≈", "owner": "✎", "position": "✎"}
FILTERS: Final = ("color", "action", "set", "timing", "origin")
SHOWN: Final = 80  # scenarios that are named beside a card


class Row(NamedTuple):
    """One contract: the number of its card, itself, the set, what its verbs say, and its scenarios."""

    card: int
    contract: Contract
    set: str
    summary: str
    made: tuple[str, ...]
    active: str
    scenarios: tuple[str, ...]
    letters: str  # all that a search looks at


def rows_of(cat: Catalogue) -> list[Row]:
    """A row for each contract of a catalogue, in its order."""
    found = []
    for number, base in enumerate(cat.base):
        if number == base:
            for face, contract in zip(cat.faces[number], cat.cards[number].contracts, strict=True):
                found.append(_row(face, contract, cat.set[number]))
    return found


def _row(card: int, c: Contract, set_name: str) -> Row:
    entry = entry_of(c)
    summary = power_words(c)
    words = (c.name, kind_name(c.color), action_name(c.action), set_name, c.timing, summary, *entry.made)
    return Row(card, c, set_name, summary, entry.made, entry.active, own(c.name), " ".join(words).casefold())


def value_of(row: Row, column: str) -> str | int:
    """What a column sorts by."""
    c = row.contract
    numbers = {"tier": sum(c.tier), "load": sum(c.load), "color": c.color, "action": c.action}
    words = {"name": c.name.casefold(), "set": row.set, "timing": c.timing, "power": row.summary.casefold()}
    return len(row.scenarios) if column == "scenarios" else numbers[column] if column in numbers else words[column]


def fits(row: Row, chosen: dict[str, str]) -> bool:
    """Whether a row is one of those that filters let through."""
    c = row.contract
    own = {"color": kind_name(c.color), "action": action_name(c.action), "set": row.set, "timing": c.timing}
    for name, wanted in chosen.items():
        if name == "origin" and wanted and wanted not in c.origin.values():
            return False
        if name != "origin" and wanted and own[name] != wanted:
            return False
    return True


def cards_frame(rows: Sequence[Row]) -> str:
    """What stays while one searches: the search, the filters, and the places for the table and the card."""
    picks = "".join(_filter(name, rows) for name in FILTERS)
    bar = f'<div class="ie-bar-row">{search("search", _say("search"))}{picks}</div>'
    return frame(bar, f'<div class="ie-two-parts">{part("table", "ie-list-part")}{part("card", "ie-card-part")}</div>')


def _filter(name: str, rows: Sequence[Row]) -> str:
    if name == "origin":
        known = {origin for row in rows for origin in row.contract.origin.values()}
        options = [(one, _say(f"origin.{one}")) for one in ORIGINS if one in known]
    else:
        values = {(value_of(row, name), _shown_value(row, name)) for row in rows}
        options = [(words, words) for _, words in sorted(values)]
    return choice(f"filter-{name}", _say(f"column.{name}"), [("", _say("all")), *options], "")


def _shown_value(row: Row, column: str) -> str:
    c = row.contract
    words = {"color": kind_name(c.color), "action": action_name(c.action), "set": row.set, "timing": c.timing}
    return words[column]


def table_html(rows: Iterable[Row], count: int, sort: str, down: bool) -> str:
    """The table with the rows that are shown, sorted by a column."""
    heads = "".join(_head(column, sort, down) for column in COLUMNS)
    body = "".join(map(_row_html, rows))
    found = esc(text("cardlist.found", count=count))
    return (
        f'<p class="ie-small ie-list-note">{found} · {_legend()}</p><div class="ie-scroll" data-scroll="cards">'
        f'<table class="ie-cardlist"><thead><tr data-arrows="heads">{heads}</tr></thead>'
        f'<tbody data-arrows="rows" data-list="cards">{body}</tbody></table></div>'
    )


def _legend() -> str:
    marks = [f"{sign} {_say(f'origin.{name}')}" for name, sign in ORIGINS.items() if sign and name != "position"]
    return esc(", ".join([_say("unmarked"), *marks]))


def _head(column: str, sort: str, down: bool) -> str:
    order = ("descending" if down else "ascending") if column == sort else ""
    arrow = (" ▼" if down else " ▲") if order else ""
    aria = f' aria-sort="{order}"' if order else ""
    words = f'{esc(_say(f"column.{column}"))}<span aria-hidden="true">{arrow}</span>'
    inner = button("sort", column, words, "ie-sort", data_item="1")
    return f'<th scope="col" class="ie-col-{column}"{aria}>{inner}</th>'


@lru_cache(maxsize=1024)
def _row_html(row: Row) -> str:
    c = row.contract
    name = button("look", str(row.card), f"<b>{esc(c.name)}</b>", "ie-look", data_item="1")
    color = f'<span class="ie-printed"><span class="ie-cap {tint(c.color)}">{sign(c.color, 12)}</span></span>'
    does = f"<span>{esc(row.summary)}</span>" + "".join(f'<span class="ie-made">{esc(one)}</span>' for one in row.made)
    cells = {
        "color": f'<span class="ie-pair-cell">{color if c.color != NO_COLOR else ""}{esc(kind_name(c.color))}</span>',
        "action": f'<span class="ie-pair-cell">{_action(c)}{esc(action_name(c.action))}</span>',
        "tier": dots(c.tier, counted(c.tier)) or "–",
        "load": f"{dots(c.load, counted(c.load))} {esc(text('cardlist.pays', n=pays(sum(c.load))))}",
        "set": esc(row.set),
        "timing": esc(timing_name(c.timing)),
    }
    marked = "".join(f'<td class="ie-col-{key}">{words}{_origin(c, key)}</td>' for key, words in cells.items())
    return (
        f'<tr data-do="look" data-value="{row.card}"><th scope="row" class="ie-col-name">{name}</th>{marked}'
        f'<td class="ie-col-power">{does}</td><td class="ie-col-scenarios">{len(row.scenarios)}</td></tr>'
    )


def _action(c: Contract) -> str:
    return icon(f"act-{ACTIONS[c.action]}", 14) if c.action != NO_ACTION else ""


def _origin(c: Contract, name: str) -> str:
    origin = c.origin.get(name, "position")
    words = esc(_say(f"origin.{origin}"))
    mark = ORIGINS[origin]
    return f'<abbr class="ie-origin" title="{words}">{mark}<span class="ie-vh"> {words}</span></abbr>' if mark else ""


def chosen_html(cat: Catalogue, row: Row | None, opened: str = "") -> str:
    """All about one card: its face, where its values are from, what its verbs say, its scenarios."""
    if row is None:
        return f'<p class="ie-small">{esc(_say("choose"))}</p>'
    made = "".join(f"<li>{esc(one)}</li>" for one in row.made) or f"<li>{esc(_say('no-verbs'))}</li>"
    return (
        f'<div class="ie-chosen">{card_html(cat, row.card)}<div class="ie-about">'
        f"<h3>{esc(_say('made'))}</h3><ul>{made}</ul><p>{esc(text('cardlist.active', where=row.active))}</p>"
        f"<h3>{esc(_say('origins'))}</h3>{_origins(row.contract)}"
        f"<h3>{esc(text('cardlist.scenarios', count=len(row.scenarios)))}</h3>{scenarios_html(row.scenarios, opened)}"
        "</div></div>"
    )


def _origins(c: Contract) -> str:
    rows = "".join(
        f"<dt>{esc(_say(f'column.{name}'))}</dt><dd>{esc(_say(f'origin.{origin}'))}</dd>"
        for name in FIELDS
        for origin in (c.origin.get(name, "position"),)
    )
    why = f'<p class="ie-small">{esc(c.implied_by)}</p>' if c.implied_by else ""
    line = f'<p class="ie-small">{esc(text("cardlist.line", line=c.line))}</p>' if c.line else ""
    return f'<dl class="ie-values">{rows}</dl>{why}{line}'


def scenarios_html(names: Sequence[str], opened: str = "") -> str:
    """Scenarios as buttons that put them on a table; a long list ends with how many more there are."""
    shown = "".join(
        button("open", name, esc(_title(name)), "ie-btn", data_item="1", aria_pressed=str(name == opened).lower())
        for name in names[:SHOWN]
    )
    rest = len(names) - SHOWN
    more = f'<span class="ie-small">{esc(text("cardlist.more", count=rest))}</span>' if rest > 0 else ""
    return f'<div class="ie-boards" data-arrows="boards">{shown}{more}</div>' if names else ""


def _title(name: str) -> str:
    words = name.rpartition("/")[2].replace("-", " ")
    return words[:1].upper() + words[1:]


def _say(key: str) -> str:
    return text(f"cardlist.{key}")


__all__ = ["COLUMNS", "FILTERS", "Row", "cards_frame", "chosen_html", "fits", "rows_of", "scenarios_html"]
__all__ += ["table_html", "value_of"]
