"""The power graph as tables: cards by cards, and every edge as a row; the same edges as in the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from explorer.card import kebab
from explorer.draw.graph_lines import mark_svg
from explorer.draw.parts import esc, say, sign, tint
from explorer.graph import witnesses
from explorer.graphcards import AT_TWO, FORBIDS, SAME, SETS_OFF
from explorer.graphfiles import COLUMNS, rows
from explorer.graphview import InView, label
from explorer.terms import KINDS
from explorer.texts import text

MOST: Final = 60  # rows of a matrix at a time
SHAPES: Final = {
    SETS_OFF: '<path d="M3 2 11 7 3 12z" fill="currentColor"/>',
    AT_TWO: '<path d="M4 2.6 10.6 7 4 11.4z" fill="none" stroke="currentColor" stroke-width="1.5"/>',
    SAME: '<path d="M7 1.5 12.5 7 7 12.5 1.5 7z" fill="none" stroke="currentColor" stroke-width="1.6"/>',
    FORBIDS: '<circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" stroke-width="1.6"/>'
    '<path d="M3.4 10.6 10.6 3.4" stroke="currentColor" stroke-width="1.6"/>',
}
SPOKEN: Final = ("from", "to", "by way of")  # columns that hold names of nodes


def cell_sign(kind: str) -> str:
    """The sign of what the card of a row does to that of a column."""
    return f'<svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">{SHAPES[kind]}</svg>'


def matrix_html(view: InView, page: int = 0) -> str:
    """Draw the cards in view as a matrix; a row sets off, a column is set off.

    Of many cards a page of rows is shown, and as columns the cards on which these bear, so that every pair has a place.
    """
    names, cells = view.cells()
    if not names:
        return f'<p class="ie-g-none">{say("graph.no-cards")}</p>'
    pages = [names[i : i + MOST] for i in range(0, len(names), MOST)]
    page = max(0, min(page, len(pages) - 1))
    shown, columns, note = names, names, ""
    if len(pages) > 1:
        shown = pages[page]
        met = {b for a, b in cells if a in shown}
        columns = [name for name in names if name in met]
        note = _pages(pages, page)
    signs = {name: _cap(view, name) for name in (*shown, *columns)}
    top = "".join(f'<th scope="col">{_name(name, signs[name], "ie-g-up")}</th>' for name in columns)
    lines = ""
    for a in shown:
        row = "".join(_cell(a, b, cells.get((a, b), {})) for b in columns)
        lines += f'<tr><th scope="row">{_name(a, signs[a])}</th>{row}</tr>'
    key = "".join(f"<span>{cell_sign(kind)} {say('graph.kind.' + _key(kind))}</span>" for kind in SHAPES)
    return (
        f'{note}<div class="ie-g-scroll" tabindex="0" role="region" aria-label="{say("graph.matrix")}">'
        f'<table class="ie-g-matrix"><thead><tr><td></td>{top}</tr></thead><tbody>{lines}</tbody></table></div>'
        f'<p class="ie-g-key ie-small">{key}</p>'
    )


def _pages(pages: Sequence[Sequence[str]], page: int) -> str:
    """Which rows are shown, and the way to the others."""
    buttons = ""
    for i, names in enumerate(pages):
        first, last = label(names[0]), label(names[-1])
        begun = MOST * i + 1
        words = say(
            "graph.page", first=begun, last=begun + len(names) - 1, all=sum(map(len, pages)), start=first, end=last
        )
        buttons += (
            f'<button type="button" class="ie-g-toggle" tabindex="-1" data-ie="page" data-value="{i}" '
            f'data-id="page {i}" aria-pressed="{str(i == page).lower()}" aria-label="{words}" title="{words}">'
            f"{esc(first)} – {esc(last)}</button>"
        )
    said = say("graph.cut", all=sum(map(len, pages)))
    return (
        f'<div class="ie-g-pages"><span class="ie-small">{said}</span>'
        f'<div class="ie-g-group" role="group" aria-label="{say("graph.pages")}">{buttons}</div></div>'
    )


def _cap(view: InView, name: str) -> str:
    kind = KINDS.index(view.graph.nodes[name]["color"])
    return f'<span class="ie-g-cap {tint(kind)}">{sign(kind, 10)}</span>'


def _name(name: str, before: str = "", cls: str = "") -> str:
    return (
        f'<button type="button" class="ie-g-name {cls}" tabindex="-1" data-ie="look" data-node="{esc(name)}" '
        f'data-id="{cls} {esc(name)}">{before}<span>{esc(label(name))}</span></button>'
    )


def _cell(a: str, b: str, found: Mapping[str, Sequence[str]]) -> str:
    own = ' class="is-own"' if a == b else ""
    if not found:
        return f"<td{own}></td>"
    words = "; ".join(
        text(f"draw.graph.edge.{_key(kind)}", start=label(a), end=label(b))
        + text("draw.graph.via", names=", ".join(map(label, via)))
        for kind, via in found.items()
    )
    signs = "".join(map(cell_sign, found))
    return (
        f'<td{own}><button type="button" tabindex="-1" data-ie="pair" data-a="{esc(a)}" data-b="{esc(b)}" '
        f'data-id="cell {esc(a)} {esc(b)}" aria-label="{esc(words)}" title="{esc(words)}">{signs}</button></td>'
    )


def _key(kind: str) -> str:
    return kind.replace(" ", "-")


# The list


def list_html(view: InView, by: str = "from", down: bool = False) -> str:
    """Draw every edge in view as a row, sorted by a column."""
    found = sorted(rows(view), key=lambda row: (not row[by], kebab(label(row[by]))), reverse=down)
    heads = "".join(_head(column, by, down) for column in COLUMNS)
    lines = "".join(_row(row, i) for i, row in enumerate(found))
    return (
        f'<div class="ie-g-scroll" tabindex="0" role="region" aria-label="{say("graph.list", count=len(found))}">'
        f'<table class="ie-g-list"><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>'
    )


def _head(column: str, by: str, down: bool) -> str:
    order = "none" if column != by else "descending" if down else "ascending"
    arrow = "" if column != by else f' <span aria-hidden="true">{"▾" if down else "▴"}</span>'
    return (
        f'<th scope="col" aria-sort="{order}"><button type="button" tabindex="-1" data-ie="sort" '
        f'data-column="{column}" data-id="sort {column}">{say("graph.column." + _key(column))}{arrow}</button></th>'
    )


def _row(row: Mapping[str, str], number: int) -> str:
    cells = []
    for column in COLUMNS:
        value = row[column]
        if column in ("from", "to"):
            cells.append(_cell_name(value, f"{number} {column}"))
        elif column == "how":
            cells.append(say(f"graph.kind.{_key(value)}"))
        elif column == "by way of":
            cells.append(esc(", ".join(map(label, value.split(", "))) if value else ""))
        elif column == "example":
            cells.append(_play(row, number) if (row["from"], row["to"], row["how"]) in witnesses() else "")
        else:
            cells.append(esc(value))
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _cell_name(name: str, id: str) -> str:
    return (
        f'<button type="button" class="ie-g-name" tabindex="-1" data-ie="look" data-node="{esc(name)}" '
        f'data-id="row {id}">{esc(label(name))}</button>'
    )


def _play(row: Mapping[str, str], number: int) -> str:
    return play_button(row["from"], row["to"], row["how"], f"row {number} play")


def play_button(a: str, b: str, kind: str, id: str, words: str = "", tab: int = -1) -> str:
    """A button that plays the example of an edge; the sign alone where there are no words."""
    said = esc(text("draw.graph.play-edge", start=label(a), end=label(b)))
    return (
        f'<button type="button" class="{"ie-btn ie-g-play" if words else "ie-g-sign"}" '
        f'tabindex="{tab}" data-ie="play" data-id="{esc(id)}" data-a="{esc(a)}" data-b="{esc(b)}" '
        f'data-kind="{kind}" aria-label="{said}" title="{said}">{mark_svg()}{esc(words)}</button>'
    )


__all__ = ["cell_sign", "list_html", "matrix_html", "play_button"]
