"""What stands round the power graph: search and filters above it, the legend below, and beside it what is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from explorer import powers as _powers  # noqa: F401 - declares the powers
from explorer.card import kebab
from explorer.catalogue import Catalogue, load_catalogue
from explorer.draw.card import card_html
from explorer.draw.graph import edge_words, often_words
from explorer.draw.graph_lines import legend_svg, mark_svg, plain_svg
from explorer.draw.graph_tables import play_button
from explorer.draw.parts import esc, hidden, icon, kind_name, say, sign, timing_name, tint
from explorer.graph import witnesses
from explorer.graphcards import forbidden
from explorer.graphview import GROUPS, InView, label
from explorer.language import events as ev
from explorer.language.questions import QUESTIONS
from explorer.terms import KINDS
from explorer.texts import has, text

MODES: Final = ("graph", "matrix", "list")
FORMATS: Final = ("svg", "png", "graphml", "csv")
SELECTS: Final = ("set", "timing", "event", "question")
LOOKED: Final = ("thick", "thin", "dashed", "barred", "dotted")
PLAIN: Final = {"sets-off": "", "same-question": "5 4"}  # the lines between all cards
MOST: Final = 8  # edges of one sort that the side names
SORTS: Final = ("hears", "watches", "emits", "performs", "answers", "asked by", "tells", "brings")


def bar_html(view: InView, mode: str) -> str:
    """Search, the three views, what is shown, the filters, and export."""
    search = (
        f'<div class="ie-g-search" role="search">{SEARCH_ICON}<input type="search" role="combobox" autocomplete="off" '
        f'aria-expanded="false" aria-autocomplete="list" data-ie="search" data-id="search" '
        f'aria-label="{say("graph.search")}" placeholder="{say("graph.search-hint")}">'
        '<kbd aria-hidden="true">/</kbd></div>'
    )
    modes = "".join(_toggle("mode", name, say(f"graph.{name}"), name == mode) for name in MODES)
    whole = _toggle("whole", "", say("graph.whole"), view.whole)
    back = _button("back", say("graph.back"))
    groups = "".join(
        _toggle("hide", name, _check(name not in view.hidden) + say(f"graph.group.{name}"), name not in view.hidden)
        for name in GROUPS
    )
    selects = "".join(_select(view, name) for name in SELECTS)
    return (
        f'<div class="ie-g-row">{search}{_group("views", modes, "ie-g-modes")}{whole}{back}{_clear(view)}'
        f'<span class="ie-grow"></span>{_export()}</div>'
        f'<div class="ie-g-row">{_group("show", groups)}{_group("kinds", _kinds(view))}'
        f'<div class="ie-g-selects">{selects}</div></div>'
    )


SEARCH_ICON: Final = (
    '<svg width="15" height="15" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" '
    'stroke-linecap="round" aria-hidden="true"><circle cx="7" cy="7" r="4.6"/><path d="M10.6 10.6 14 14"/></svg>'
)


def _group(name: str, inner: str, cls: str = "") -> str:
    words = say(f"graph.groups.{name}")
    head = "" if cls else f'<span class="ie-label">{words}</span>'
    return f'<div class="ie-g-group {cls}" role="group" aria-label="{words}">{head}{inner}</div>'


def _button(name: str, words: str, more: str = "") -> str:
    return f'<button type="button" class="ie-btn" data-ie="{name}" data-id="{name}"{more}>{words}</button>'


def _toggle(name: str, value: str, words: str, on: bool, label: str = "") -> str:
    named = f' aria-label="{label}" title="{label}"' if label else ""
    return (
        f'<button type="button" class="ie-g-toggle" data-ie="{name}" data-value="{esc(value)}" '
        f'data-id="{name} {esc(value)}" aria-pressed="{str(on).lower()}"{named}>{words}</button>'
    )


def _check(on: bool) -> str:
    return icon("icon-check" if on else "icon-no", 11)


def _kinds(view: InView) -> str:
    chosen = view.filters.get("color", frozenset())
    found = [KINDS.index(name) for name in view.values("color")]
    return "".join(
        _toggle("kind", KINDS[kind], f'<span class="ie-g-cap {tint(kind)}">{sign(kind, 11)}</span>',
                KINDS[kind] in chosen, esc(kind_name(kind)))
        for kind in found
    )  # fmt: skip


def _select(view: InView, name: str) -> str:
    chosen = view.filters.get(name, frozenset())
    words = say(f"graph.filter.{name}")
    rows = f'<option value="">{words}: {say("graph.all")}</option>' + "".join(
        f'<option value="{esc(value)}"{" selected" if value in chosen else ""}>{esc(_value(name, value))}</option>'
        for value in sorted(view.values(name), key=lambda value: kebab(_value(name, value)))
    )
    on = " is-on" if chosen else ""
    return (
        f'<select class="ie-g-select{on}" aria-label="{words}" data-ie="filter" data-name="{name}" '
        f'data-id="filter {name}">{rows}</select>'
    )


def _value(name: str, value: str) -> str:
    return timing_name(value) if name == "timing" else label(value) if name in ("event", "question") else value


def _clear(view: InView) -> str:
    return _button("clear", say("graph.clear")) if view.filters else ""


def _export() -> str:
    buttons = "".join(
        f'<button type="button" class="ie-btn" data-ie="export" data-value="{name}" data-id="export {name}">'
        f"{say(f'graph.format.{name}')}</button>"
        for name in FORMATS
    )
    return (
        f'<details class="ie-g-menu" data-id="export"><summary class="ie-btn">{say("graph.export")}</summary>'
        f"<div>{buttons}</div></details>"
    )


def names_html(view: InView) -> str:
    """Every node as a suggestion of the search, cards first."""
    order = {"card": 0, "event": 1, "question": 2, "action": 3, "moment": 4, "clause": 5}
    nodes = sorted(view.graph.nodes(data=True), key=lambda n: (order.get(n[1]["kind"], 9), kebab(label(n[0]))))
    return "".join(_suggestion(node, data) for node, data in nodes)


def _suggestion(node: str, data: Mapping[str, Any]) -> str:
    if data["kind"] == "card":
        kind = KINDS.index(data["color"])
        before = f'<span class="ie-g-cap {tint(kind)}">{sign(kind, 11)}</span>'
        words = label(node)
    else:
        before, words = "", text(f"draw.graph.sort.{data['kind']}", name=label(node))
    return f'<li role="option" aria-selected="false" data-node="{esc(node)}">{before}<span>{esc(words)}</span></li>'


def legend_html(whole: bool, bars: bool, sized: bool = False) -> str:
    """What the lines and signs mean, and whether size says how often something happens."""
    if whole:
        rows = [f"<li>{plain_svg(dashes)}{say(f'graph.kind.{kind}')}</li>" for kind, dashes in PLAIN.items()]
    else:
        rows = [f"<li>{legend_svg(look)}{say(f'graph.legend.{look}')}</li>" for look in LOOKED]
        rows.append(f"<li>{mark_svg()}{say('graph.legend.played')}</li>")
    if bars:
        size = _toggle("sized", "", (_check(True) if sized else "") + say("graph.legend.size"), sized)
        bar = f'<span class="ie-g-often"><span></span></span>{say("graph.legend.often")}'
        rows.append(
            f'<li title="{say("graph.legend.scale")}">{bar}{hidden(say("graph.legend.scale"))}</li><li>{size}</li>'
        )
    return f'<ul class="ie-g-legend" aria-label="{say("graph.legend-label")}">{"".join(rows)}</ul>'


# Beside the picture


def side_html(
    view: InView, start: str = "", catalogue: Catalogue | None = None, played: Mapping[str, float] | None = None
) -> str:
    """What is looked at: the path with its steps, or a node with its card and its edges.

    Args:
        view: what is in view.
        start: where a path is to begin whose other end is still to be chosen.
        catalogue: where the cards are from.
        played: how often each card and event happens in a game.
    """
    trail = _trail(view) if view.trail and not view.whole else ""
    about = "" if trail and view.at == view.trail[-1] else _about(view, start, catalogue, played or {})
    return trail + about


def waiting(start: str) -> str:
    """That a path has begun, and what is to be chosen."""
    return text("draw.graph.path-to", name=label(start))


def wait_html(start: str) -> str:
    """Say above the picture that a path has begun, and let it be given up."""
    return f'<p class="ie-g-wait">{esc(waiting(start))} {_button("from", say("graph.leave"))}</p>'


def _trail(view: InView) -> str:
    first, last = view.trail[0], view.trail[-1]
    steps = "".join(_step(view, i) for i in range(len(view.trail)))
    back = view.steps_between(last, first)
    notes = [say("graph.way-back", start=label(last), end=label(first), count=back) if back else
             say("graph.no-way-back", start=label(last), end=label(first))]  # fmt: skip
    if not view.is_causal:
        notes.insert(0, say("graph.not-causal"))
    notes += [_ruling(ruling, readings) for ruling, readings in view.readings().items()]
    ways = text("draw.graph.path", count=len(view.trail) - 1)
    return (
        f'<p class="ie-label">{esc(ways)}</p><h3>{say("graph.from-to", start=label(first), end=label(last))}</h3>'
        f'<ol class="ie-g-steps">{steps}</ol>{_other_ways(view)}{"".join(f"<p>{note}</p>" for note in notes)}'
    )


def _other_ways(view: InView) -> str:
    """The other ways between the ends of the path; one that is chosen is numbered instead."""
    lines = "".join(
        f'<li><button type="button" class="ie-g-way" data-ie="way" data-value="{i}" data-id="way {i}">'
        f"<b>{say('graph.way', count=len(way) - 1)}</b> {esc(' → '.join(map(label, way)))}</button></li>"
        for i, way in enumerate(view.ways, 1)
        if way != view.trail
    )
    return f'<ul class="ie-g-ways">{lines}</ul>' if lines else ""


def _step(view: InView, i: int) -> str:
    node = view.trail[i]
    said = play = ""
    if i + 1 < len(view.trail):
        a, b, edge = view.step(i)
        said = f"<br>{esc(edge_words(a, b, edge))}"
        if (a, b, edge["kind"]) in witnesses():
            play = play_button(a, b, edge["kind"], f"step {i}", text("draw.graph.play"), 0)
    name = f'<button type="button" data-ie="look" data-node="{esc(node)}" data-id="step {i} name">'
    said = f"{name}<b>{esc(label(node))}</b></button>{said}{play}"
    return f'<li><span class="ie-g-no">{i + 1}</span><span>{said}</span></li>'


def _ruling(ruling: str, readings: Iterable[str]) -> str:
    words = "” / “".join(sorted(readings))
    if not words:
        return icon("icon-scales", 14) + " " + say("graph.never", ruling=ruling)
    return icon("icon-scales", 14) + " " + say("graph.rests", ruling=ruling, reading=words)


def _about(view: InView, start: str, catalogue: Catalogue | None, played: Mapping[str, float]) -> str:
    node = view.at
    data = view.graph.nodes[node]
    sort = data["kind"]
    head = f'<p class="ie-label">{say(f"graph.sorts.{sort}")}</p><h3>{esc(label(node))}</h3>'
    if sort == "card":
        cat = catalogue or load_catalogue()
        head = hidden(f"<h3>{esc(label(node))}</h3>") + f'<div class="ie-g-card">{_face(cat, node)}</div>'
    tools = _button("focus", say("graph.focus"), f' data-node="{esc(node)}"')
    if start != node:
        tools += _button("from", say("graph.path-from"), f' data-node="{esc(node)}"')
    said = often_words(node, sort, played).strip()
    often = f"<p>{esc(said)}</p>" if said else ""
    return f'{head}{_more(node, sort, data)}{often}<p class="ie-row">{tools}</p>{_bearings(view, node)}'


def _face(cat: Catalogue, node: str) -> str:
    try:
        return card_html(cat, cat.find(node))
    except KeyError:  # a card of another catalogue
        return f"<h3>{esc(node)}</h3>"


def _more(node: str, sort: str, data: Mapping[str, Any]) -> str:
    if sort == "event":
        code = ev.EVENTS[ev.CODES[node]] if node in ev.CODES else None
        fields = ", ".join(code.fields) if code is not None else ""
        return f'<p class="ie-small">{say("graph.fields", name=node, fields=fields or "–")}</p>'
    if sort == "question" and node in QUESTIONS:
        return _clause(QUESTIONS[node].clause)
    return _clause(node) if sort == "clause" else ""


def _clause(clause: str) -> str:
    words = text(f"clause.{clause}") if has(f"clause.{clause}") else ""
    return f'<p><span class="ie-code">{esc(clause)}</span> {esc(words)}</p>' if words else ""


def _bearings(view: InView, node: str) -> str:
    """Every edge of a node in words, a few of each sort, with its example."""
    found: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for a, b, edge in [*view.graph.in_edges(node, data=True), *view.graph.out_edges(node, data=True)]:
        found.setdefault(edge["kind"], []).append((a, b, edge))
    parts = []
    for sort in SORTS:
        edges = sorted(found.get(sort, ()), key=lambda e: kebab(label(e[1] if e[0] == node else e[0])))
        lines = "".join(_bearing(node, *edge, number=f"{sort} {i}") for i, edge in enumerate(edges[:MOST]))
        rest = len(edges) - MOST
        lines += f"<li><span>{say('graph.and-more', count=rest)}</span></li>" if rest > 0 else ""
        parts.append(lines)
    parts += [f"<li><span>{esc(line)}</span></li>" for line in _forbids(view, node)]
    lines = "".join(parts)
    return f'<ul class="ie-g-edges">{lines}</ul>' if lines else f"<p>{say('graph.alone')}</p>"


def _forbids(view: InView, node: str) -> Iterator[str]:
    """What a card may forbid others, or they it: a line for all by the same way."""
    lines: dict[tuple[str, str], list[str]] = {}
    for (a, b), via in forbidden(view.graph).items():
        if node in (a, b):
            lines.setdefault((a, ", ".join(map(label, via))), []).append(b)
    for (a, by), others in lines.items():
        yield text("draw.graph.edge.forbids", start=a, end=", ".join(others)) + text("draw.graph.via", names=by)


def _bearing(node: str, a: str, b: str, edge: Mapping[str, Any], number: str) -> str:
    seen = (a, b, edge["kind"]) in witnesses()
    play = play_button(a, b, edge["kind"], f"side {number}", tab=0) if seen else ""
    return f"<li>{play}<span>{esc(edge_words(a, b, edge))}</span></li>"


__all__ = ["FORMATS", "MODES", "bar_html", "legend_html", "names_html", "side_html", "wait_html", "waiting"]
