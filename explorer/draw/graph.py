"""The power graph as SVG: what is in view, or all cards.

Colors are attributes, so that a file of its own can hold their values and other programs show it too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from explorer.draw.graph_layout import EDGE, FONT, SMALL, Box, Layout, flow, layout
from explorer.draw.graph_lines import Edge, curve, line_svg, marks_svg, n
from explorer.draw.parts import esc, kind_name, say
from explorer.draw.shapes import ACTIONS, SIGNS
from explorer.graph import witnesses
from explorer.graphcards import FORBIDS, SAME, SETS_OFF
from explorer.graphview import InView, Stack, label
from explorer.terms import ACTIONS as ACTION_NAMES
from explorer.terms import KINDS
from explorer.texts import text

LETTER_OF: Final = dict(zip(KINDS, "TACLIK", strict=False))
PLUS: Final = '<path d="M-5 0H5M0-5V5" fill="none" stroke="var(--ie-ink-2)" stroke-width="1.8"/>'
BEND: Final = 0.12  # of its length, how far a line between all cards goes aside
LARGEST: Final = 1.6  # what happens most, where size says how often
SVG_FONT: Final = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"


def stack_words(stack: Stack) -> str:
    """What a stack of hidden neighbors says, such as "3 more hear"."""
    key = stack.kind.replace(" ", "-")
    return text(f"draw.graph.more.{stack.side}.{key}", count=len(stack.names))


def often_words(node: str, sort: str, played: Mapping[str, float]) -> str:
    """How often a card acts or an event happens in a game, in words; "" where that was not counted."""
    number = played.get(node, 0)
    if number <= 0:
        return text("draw.graph.never-played") if played and sort == "card" else ""
    if number < 0.1:
        return text("draw.graph.seldom", number=f"{round(1 / number)}")
    return text("draw.graph.often", number=f"{number:.0f}" if number >= 10 else f"{number:.1f}")


def share(number: float) -> float:
    """How long a bar is, from 0 to 1, for something that happens so often in a game: a quarter more for ten times."""
    return min(1.0, max(0.04, (math.log10(number) + 2) / 4)) if number > 0 else 0.0


def graph_svg(view: InView, width: float = 880, played: Mapping[str, float] | None = None, sized: bool = False) -> str:
    """Draw what is in view.

    Args:
        view: what is in view; all cards when it shows the whole graph.
        width: about how wide the picture shall be.
        played: how often each node happens in a game; no bars where that is not known.
        sized: whether what happens more often is larger.
    """
    often = played or {}
    scales = {node: 1 + (LARGEST - 1) * share(number) for node, number in often.items()} if sized else {}
    if view.whole:
        return whole_svg(view, width, often, scales)
    stacks = {stack.id: stack for stack in view.stacks}
    drawn = layout(view, {id: stack_words(stack) for id, stack in stacks.items()}, width, scales)
    found = list(_edges(view, stacks))
    steps = dict(zip(view.trail, range(1, len(view.trail) + 1), strict=True))
    found.sort(key=lambda edge: edge.on)
    curves = [(edge, curve(drawn.boxes[edge.a], drawn.boxes[edge.b], drawn)) for edge in found]
    lines = "".join(line_svg(edge, way) for edge, way in curves)
    marks = "".join(marks_svg(curves, drawn))
    nodes = "".join(_node(view, box, stacks, steps, often) for box in drawn.boxes.values())
    return _svg(drawn, lines + nodes + marks, say("graph.picture", count=len(view.nodes)))


def _edges(view: InView, stacks: Mapping[str, Stack]) -> Iterator[Edge]:
    trail = set(zip(view.trail, view.trail[1:], strict=False))
    told: dict[tuple[str, str, str], list[str]] = {}
    only_narrow: set[tuple[str, str, str]] = set()
    for a, b, edge in view.edges():
        told.setdefault((a, b, edge["kind"]), []).append(edge_words(a, b, edge))
        if edge.get("narrows"):
            only_narrow.add((a, b, edge["kind"]))
    for (a, b, kind), words in told.items():
        look = FORBIDS if (a, b, kind) in only_narrow else ""
        on = (a, b) in trail or (b, a) in trail
        yield Edge(a, b, kind, on, "\n".join(dict.fromkeys(words)), (a, b, kind) in witnesses(), look)
    for stack in stacks.values():
        ends = (stack.node, stack.id) if stack.side == "out" else (stack.id, stack.node)
        yield Edge(*ends, stack.kind)


def edge_words(a: str, b: str, edge: Mapping[str, Any]) -> str:
    """An edge as a sentence: what it joins, how, under which condition and reading."""
    said = text(f"draw.graph.edge.{edge['kind'].replace(' ', '-')}", start=label(a), end=label(b))
    if edge.get("via"):
        said += text("draw.graph.via", names=", ".join(map(label, edge["via"])))
    if edge.get("condition") and edge["kind"] != "brings":
        said += text("draw.graph.given", condition=edge["condition"])
    if edge.get("narrows"):
        said += text("draw.graph.narrows")
    if edge.get("under"):
        ruling, _, reading = str(edge["under"]).partition(" ")
        said += text("draw.graph.under", ruling=ruling, reading=reading)
    return said


# Nodes


def _node(
    view: InView, box: Box, stacks: Mapping[str, Stack], steps: Mapping[str, int], played: Mapping[str, float]
) -> str:
    if box.sort == "stack":
        stack = stacks[box.id]
        names = ", ".join(map(label, stack.names[:12])) + (" …" if len(stack.names) > 12 else "")
        return _button(box, _stack(box), text("draw.graph.stack", words=box.words[0], names=names), "grow")
    step = steps.get(box.id, 0)
    looked = box.id == view.at
    data = view.graph.nodes[box.id]
    shapes = _shapes(box, data, bool(step), looked, played) + (_number(box, step) if step else "")
    return _button(box, shapes, node_words(view, box.id, step, played), "grow", looked)


def _shapes(box: Box, data: Mapping[str, Any], on: bool, looked: bool, played: Mapping[str, float]) -> str:
    """A node with its bar, larger where it has a scale."""
    plain = box._replace(w=box.w / box.scale, h=box.h / box.scale)
    shapes = SHAPES.get(box.sort, _rule)(plain, data, on, looked) + _bar(plain, share(played.get(box.id, 0)))
    if box.scale == 1:
        return shapes
    x, y, k = n(box.x * (1 - box.scale)), n(box.y * (1 - box.scale)), f"{box.scale:.3f}"
    return f'<g transform="matrix({k} 0 0 {k} {x} {y})">{shapes}</g>'


def node_words(view: InView, node: str, step: int = 0, played: Mapping[str, float] | None = None) -> str:
    """A node in words, for those who listen and for a pointer that rests on it."""
    data = view.graph.nodes[node]
    said = text(f"draw.graph.sort.{data['kind']}", name=label(node))
    if data["kind"] == "card":
        said += f" ({kind_name(KINDS.index(data['color']))}). {data['summary']}"
    rest = 0 if view.whole else len({*view.source.predecessors(node), *view.source.successors(node)} - {*view.nodes})
    often = often_words(node, data["kind"], played or {})
    said += ("." if often and not said.endswith(".") else "") + often
    if rest:
        said += text("draw.graph.hidden-one" if rest == 1 else "draw.graph.hidden", count=rest)
    return (text("draw.graph.step", number=step) if step else "") + said


def _button(box: Box, shapes: str, words: str, does: str, looked: bool = False) -> str:
    current = ' aria-current="true"' if looked else ""
    return (
        f'<g class="ie-g-node" role="button" tabindex="-1" data-ie="{does}" data-node="{esc(box.id)}" '
        f'data-id="node {esc(box.id)}" aria-label="{esc(words)}"{current}><title>{esc(words)}</title>{shapes}</g>'
    )


def _stroke(on: bool, looked: bool, color: str = "var(--ie-line-2)") -> str:
    if on:
        return 'stroke="var(--ie-act)" stroke-width="2.4"'
    return 'stroke="var(--ie-ink)" stroke-width="2.2"' if looked else f'stroke="{color}" stroke-width="1.2"'


def _text(box: Box, dx: float, words: str, bold: bool = False) -> str:
    return (
        f'<text x="{n(box.x - box.w / 2 + dx)}" y="{n(box.y + 4.3)}" font-size="{FONT}" '
        f'font-weight="{700 if bold else 500}" fill="var(--ie-ink)">{esc(words)}</text>'
    )


def _rect(box: Box, radius: float, fill: str, stroke: str, dx: float = 0, dy: float = 0) -> str:
    x, y = box.x - box.w / 2 + dx, box.y - box.h / 2 + dy
    return (
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(box.w)}" height="{n(box.h)}" rx="{radius:g}" fill="{fill}" {stroke}/>'
    )


def _sign(kind: str, x: float, y: float, size: float) -> str:
    ink = f"var(--ie-{kind}-ink)"
    shape = SIGNS[LETTER_OF[kind]]
    return f'<g transform="translate({n(x)} {n(y)}) scale({size / 24:.3f})" fill="{ink}">{shape}</g>'


def _card(box: Box, data: Mapping[str, Any], on: bool, looked: bool) -> str:
    x, y, kind = box.x - box.w / 2, box.y - box.h / 2, data["color"]
    cap = (
        f'<path d="M{n(x + 4)} {n(y)}h20v28h-20a4 4 0 0 1-4-4v-20a4 4 0 0 1 4-4z" fill="var(--ie-{kind})" '
        f'stroke="var(--ie-{kind}-edge)"/>{_sign(kind, x + 5, y + 7, 14)}'
    )
    plate = _rect(box, 4, "var(--ie-card)", "")
    return f"{plate}{cap}{_rect(box, 4, 'none', _stroke(on, looked))}{_text(box, 31, box.words[0], on or looked)}"


def _root(box: Box, data: Mapping[str, Any], on: bool, looked: bool) -> str:
    x, y, kind = box.x - box.w / 2, box.y - box.h / 2, data["color"]
    rail = (
        f'<path d="M{n(x + 6)} {n(y)}h28v{n(box.h)}h-28a6 6 0 0 1-6-6v-{n(box.h - 12)}a6 6 0 0 1 6-6z" '
        f'fill="var(--ie-{kind})" stroke="var(--ie-{kind}-edge)"/>{_sign(kind, x + 8, y + 10, 18)}'
    )
    name, *said = box.words
    head = (
        f'<text x="{n(x + 44)}" y="{n(y + 22)}" font-size="16" font-weight="700" fill="var(--ie-ink)">'
        f"{esc(name)}</text>"
    )
    small = f'font-size="{SMALL}" fill="var(--ie-ink-2)"'
    rest = "".join(
        f'<text x="{n(x + 44)}" y="{n(y + 42 + 15 * i)}" {small}>{esc(line)}</text>' for i, line in enumerate(said)
    )
    return f"{_rect(box, 6, 'var(--ie-card)', '')}{rail}{_rect(box, 6, 'none', _stroke(on, True))}{head}{rest}"


def _event(box: Box, data: Mapping[str, Any], on: bool, looked: bool) -> str:
    waves = (
        f'<g transform="translate({n(box.x - box.w / 2 + 16)} {n(box.y)})" fill="none" stroke="var(--ie-sea-ink)" '
        'stroke-width="1.6" stroke-linecap="round"><circle r="1.6" fill="var(--ie-sea-ink)"/>'
        '<path d="M3.4-4.6a6 6 0 0 1 0 9.2M-3.4-4.6a6 6 0 0 0 0 9.2"/></g>'
    )
    dashes = ' stroke-dasharray="4 3"' if box.sort == "moment" else ""  # a moment is watched for, not told
    stroke = _stroke(on, looked) + dashes
    return f"{_rect(box, 14, 'var(--ie-sea)', stroke)}{waves}{_text(box, 29, box.words[0], on or looked)}"


def _question(box: Box, data: Mapping[str, Any], on: bool, looked: bool) -> str:
    x = box.x - box.w / 2
    shape = (
        f'<path d="M{n(x)} {n(box.y)}l12-14h{n(box.w - 24)}l12 14-12 14h-{n(box.w - 24)}z" fill="var(--ie-sand)" '
        f"{_stroke(on, looked)}/>"
    )
    sign = (
        f'<text x="{n(x + 16)}" y="{n(box.y + 5)}" font-size="15" font-weight="700" fill="var(--ie-ink)" '
        f'aria-hidden="true">?</text>'
    )
    return f"{shape}{sign}{_text(box, 30, box.words[0], on or looked)}"


def _rule(box: Box, data: Mapping[str, Any], on: bool, looked: bool) -> str:
    x, action = box.x - box.w / 2, box.id.removesuffix(" action").lower()
    if data["kind"] == "action" and action in ACTION_NAMES:
        sign = (
            f'<g transform="translate({n(x + 8)} {n(box.y - 8)})" fill="none" stroke="var(--ie-ink-2)" '
            f'color="var(--ie-ink-2)" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">'
            f"{ACTIONS.get(action, '')}</g>"
        )
        return f"{_rect(box, 0, 'var(--ie-plate)', _stroke(on, looked))}{sign}{_text(box, 30, box.words[0], on)}"
    sign = (
        f'<text x="{n(x + 9)}" y="{n(box.y + 5)}" font-size="14" font-weight="700" fill="var(--ie-ink-2)" '
        f'aria-hidden="true">§</text>'
    )
    return f"{_rect(box, 0, 'var(--ie-plate)', _stroke(on, looked))}{sign}{_text(box, 24, box.words[0], on or looked)}"


SHAPES: Final = {"card": _card, "root": _root, "event": _event, "moment": _event, "question": _question}


def _stack(box: Box) -> str:
    stroke = 'stroke="var(--ie-line-2)"'
    plates = "".join(_rect(box, 4, "var(--ie-panel)", stroke, d, -d) for d in (4, 2))
    plus = f'<g transform="translate({n(box.x - box.w / 2 + 14)} {n(box.y)})">{PLUS}</g>'
    return f"{plates}{_rect(box, 4, 'var(--ie-card)', stroke)}{plus}{_text(box, 26, box.words[0])}"


def _bar(box: Box, part: float) -> str:
    """How often it happens in play, as a bar below."""
    if part <= 0:
        return ""
    x, y, wide = box.x - box.w / 2 + 16, box.y + box.h / 2 + 3, box.w - 32
    return "".join(
        f'<rect class="ie-g-bar" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="3" rx="1.5" fill="var(--ie-{fill})"/>'
        for w, fill in ((wide, "line-2"), (wide * part, "ink"))
    )


def _number(box: Box, step: int) -> str:
    return (
        f'<g transform="translate({n(box.x + box.w / 2 - 2)} {n(box.y - box.h / 2)})"><circle r="9.5" '
        f'fill="var(--ie-act)" stroke="var(--ie-panel)" stroke-width="2"/><text y="4" text-anchor="middle" '
        f'font-size="{SMALL}" font-weight="700" fill="var(--ie-act-ink)">{step}</text></g>'
    )


# All cards


def whole_svg(
    view: InView,
    width: float = 880,
    played: Mapping[str, float] | None = None,
    scales: Mapping[str, float] | None = None,
) -> str:
    """Draw all cards that the filters let pass, by kind, with what each sets off and what answers with it."""
    often = played or {}
    graph = view.cards
    groups = [
        (kind_name(i), sorted(name for name, data in graph.nodes(data=True) if data["color"] == kind))
        for i, kind in enumerate(KINDS)
    ]
    drawn, heads = flow([(head, names) for head, names in groups if names], width, scales)
    lines = "".join(_bow(drawn, a, b, edge) for a, b, edge in graph.edges(data=True) if a != b)
    titles = "".join(
        f'<text x="{EDGE}" y="{n(y + 5)}" font-size="13" font-weight="700" fill="var(--ie-ink)" '
        f'stroke="var(--ie-panel)" stroke-width="6" stroke-linejoin="round" paint-order="stroke">{esc(head)}</text>'
        for head, y in heads
    )
    nodes = "".join(
        _button(
            box, _shapes(box, graph.nodes[box.id], False, box.id == view.at, often),
            node_words(view, box.id, played=often) + _bears(graph, box.id), "look", box.id == view.at,
        )
        for box in drawn.boxes.values()
    )  # fmt: skip
    return _svg(drawn, f'<g class="ie-g-faint">{lines}</g>{titles}{nodes}', say("graph.all-cards", count=len(graph)))


def _bears(graph: Any, card: str) -> str:
    """How many cards one sets off, and how many set it off."""
    out = {b for _a, b, edge in graph.out_edges(card, data=True) if edge["kind"] == SETS_OFF}
    by = {a for a, _b, edge in graph.in_edges(card, data=True) if edge["kind"] == SETS_OFF}
    return text("draw.graph.bears", out=len(out), by=len(by))


def _bow(drawn: Layout, start: str, end: str, edge: Mapping[str, Any]) -> str:
    """A line that bends to its left, so that those within a column do not fall into one."""
    a, b = drawn.boxes[start], drawn.boxes[end]
    x, y = (a.x + b.x) / 2 + (b.y - a.y) * BEND, (a.y + b.y) / 2 - (b.x - a.x) * BEND
    dash = ' stroke-dasharray="5 4"' if edge["kind"] == SAME else ""
    return (
        f'<path class="ie-g-edge" data-a="{esc(start)}" data-b="{esc(end)}" d="M{n(a.x)} {n(a.y)}Q{n(x)} {n(y)} '
        f'{n(b.x)} {n(b.y)}" fill="none" stroke="var(--ie-ink-3)" stroke-width="1.2" stroke-opacity=".22"{dash}/>'
    )


# The document


def _svg(drawn: Layout, inside: str, words: str) -> str:
    wide, high = round(drawn.width), round(drawn.height)
    return (
        f'<svg class="ie-g-svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="group" '
        f'aria-label="{words}" font-family="var(--ie-font)">{inside}</svg>'
    )


def document(svg: str, dark: bool = False) -> str:
    """A drawing as a file of its own: colors by value, for programs that know no style sheet, on its ground."""
    colors = _colors(dark)
    made = re.sub(r"var\((--ie-[\w-]+)\)", lambda found: colors[found[1]], svg)
    made = re.sub(r' (role="button"|tabindex="-1"|aria-current="true"|class="[^"]*"|data-[\w-]+="[^"]*")', "", made)
    ground = f'<rect width="100%" height="100%" fill="{colors["--ie-panel"]}"/>'
    head, _, rest = made.partition(">")
    return f"{head.replace('<svg', '<svg xmlns=' + chr(34) + 'http://www.w3.org/2000/svg' + chr(34))}>{ground}{rest}\n"


@lru_cache(maxsize=2)
def _colors(dark: bool) -> dict[str, str]:
    """The colors of the style sheet by name."""
    sheet = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    light, night = re.findall(r"--ie-bg.*?\n}", sheet, flags=re.DOTALL)[:2]
    pairs = re.findall(r"(--ie-[\w-]+):\s*(#[0-9a-f]+)", light + (night if dark else ""))
    return {**dict(pairs), "--ie-font": SVG_FONT.replace('"', "'")}


__all__ = ["document", "edge_words", "graph_svg", "node_words", "stack_words", "whole_svg"]
