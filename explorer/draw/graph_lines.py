"""The lines of the power graph: their looks, their ways round the boxes, and the marks of played examples on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from explorer.draw.graph_layout import Box, Layout
from explorer.draw.parts import esc
from explorer.graphcards import FORBIDS, SAME
from explorer.graphview import label
from explorer.texts import text

LOOKS: Final = {
    "hears": "thin",
    "watches": "thin",
    "answers": "dashed",
    SAME: "dashed",
    "asked by": "dotted",
    FORBIDS: "barred",
}
# How a line looks: its width, its dashes, and how far before the box it ends.
STROKES: Final = {
    "thin": (1.6, "", 1),
    "thick": (3.2, "", 8),
    "dashed": (1.8, "6 4", 12),
    "dotted": (1.8, ".1 5", 9),
    "barred": (1.8, "6 4", 12),
}
HEADS: Final = {
    "thin": '<path d="M-8-4.5 0 0-8 4.5" fill="none"/>',
    "thick": '<path d="M-11-6 0 0-11 6z" fill="{color}"/>',
    "dashed": '<path d="M-13 0-6.5-5 0 0-6.5 5z" fill="var(--ie-panel)"/>',
    "barred": '<circle cx="-6" r="5.2" fill="var(--ie-panel)"/><path d="M-9.4 3.4-2.6-3.4" fill="none"/>',
    "dotted": '<circle cx="-5" r="4.5" fill="var(--ie-panel)"/>',
}
PLACES: Final = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)  # where on a stretch its example may be marked
CLEAR: Final = 7  # how far from boxes a line goes by
Point = tuple[float, float]


class Edge(NamedTuple):
    """A line to be drawn: its ends as they lie, its kind, whether it is a step of the path, and what it says."""

    a: str
    b: str
    kind: str
    on: bool = False
    words: str = ""
    played: bool = False
    look: str = ""  # where it looks otherwise than its kind


class Curve(NamedTuple):
    """A way from one box to another, as cubic curves one after the other, and the direction in which it arrives."""

    parts: tuple[tuple[Point, Point, Point, Point], ...]
    angle: int

    def at(self, part: int, t: float) -> Point:
        """The point at a share of one of its parts."""
        (a, b), (c, d), (e, f), (g, h) = self.parts[part]
        u = 1 - t
        k = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return k[0] * a + k[1] * c + k[2] * e + k[3] * g, k[0] * b + k[1] * d + k[2] * f + k[3] * h


def curve(a: Box, b: Box, drawn: Layout) -> Curve:
    """A line between two boxes that leaves and arrives upright, through the gaps of the rows between."""
    if abs(a.y + a.h / 2 - b.y - b.h / 2) < 12 or abs(a.y - b.y) < 4:
        return _level(a, b)
    down = 1 if b.y > a.y else -1
    lift = 5 if b.sort == "stack" and down > 0 else 0
    x1 = a.x + max(-a.w * 0.3, min(a.w * 0.3, (b.x - a.x) * 0.5))
    x2 = b.x + max(-b.w * 0.3, min(b.w * 0.3, (a.x - b.x) * 0.4))
    start, end = (x1, a.y + down * a.h / 2), (x2, b.y - down * (b.h / 2 + lift))
    points = [start, *_between(start, end, down, drawn), end]
    return Curve(tuple(_upright(p, q) for p, q in pairwise(points)), 90 * down)


def _upright(p: Point, q: Point) -> tuple[Point, Point, Point, Point]:
    half = (q[1] - p[1]) * 0.5
    return p, (p[0], p[1] + half), (q[0], q[1] - half), q


def _between(start: Point, end: Point, down: int, drawn: Layout) -> Iterator[Point]:
    """Where a line goes through the rows that it crosses: straight on if nothing stands there, else the next gap."""
    low, high = sorted((start[1], end[1]))
    rows: dict[float, list[Box]] = {}
    for box in drawn.boxes.values():
        if low < box.y < high:
            rows.setdefault(box.y, []).append(box)
    x, at = start
    for y in sorted(rows, reverse=down < 0):
        goal = x + (end[0] - x) * (y - at) / ((end[1] - at) or 1)
        x = _gap(rows[y], goal)
        half = max(box.h for box in rows[y]) / 2 + 2
        yield x, y - down * half
        yield x, y + down * half
        at = y


def _gap(row: Iterable[Box], goal: float) -> float:
    """The place nearest to the goal at which no box of a row stands."""
    walls = sorted((box.x - box.w / 2 - CLEAR, box.x + box.w / 2 + CLEAR) for box in row)
    if all(not left < goal < right for left, right in walls):
        return goal
    sides = [side for wall in walls for side in wall]
    free = [x for x in sides if all(not left < x < right for left, right in walls)]
    return min(free, key=lambda x: abs(x - goal), default=goal)


def _level(a: Box, b: Box) -> Curve:
    """Within one row: straight across a gap, or below what stands between."""
    right = 1 if b.x >= a.x else -1
    x1, x2 = a.x + right * a.w / 2, b.x - right * b.w / 2
    if 0 < (x2 - x1) * right < 60:
        third = (x2 - x1) / 3
        return Curve((((x1, a.y), (x1 + third, a.y), (x2 - third, b.y), (x2, b.y)),), 0 if right > 0 else 180)
    y1, y2 = a.y + a.h / 2, b.y + b.h / 2
    start, end = (a.x, b.x) if a.id != b.id else (a.x - a.w * 0.2, a.x + a.w * 0.2)
    return Curve((((start, y1), (start, y1 + 30), (end, y2 + 30), (end, y2)),), -90)


def line_svg(edge: Edge, way: Curve) -> str:
    """Draw a line with its head; what it says shows when a pointer rests on it."""
    look = LOOKS.get(edge.look or edge.kind, "thick")
    width, dashes, short = STROKES[look]
    color = "var(--ie-act)" if edge.on else "var(--ie-ink-2)"
    parts, angle = way.parts, way.angle
    if look == "dotted":  # the rule asks: the sign stands at the question
        first = parts[0]
        parts = tuple((s, r, q, p) for p, q, r, s in reversed(parts))
        angle = (0 if first[0][0] > first[1][0] else 180) if first[0][1] == first[1][1] else -way.angle
        angle = 90 if first[0][1] > first[1][1] else -90 if first[0][1] < first[1][1] else angle
    x, y = parts[-1][3]
    back = {0: (-1, 0), 180: (1, 0), 90: (0, -1), 270: (0, 1)}[angle % 360]
    last = (x + back[0] * short, y + back[1] * short)
    path = f"M{n(parts[0][0][0])} {n(parts[0][0][1])}" + "".join(
        f"C{n(q[0])} {n(q[1])} {n(r[0])} {n(r[1])} {n(s[0])} {n(s[1])}"
        for _p, q, r, s in (*parts[:-1], (*parts[-1][:3], last))
    )
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    title = f"<title>{esc(edge.words)}</title>" if edge.words else ""
    return (
        f'<g class="ie-g-edge" data-a="{esc(edge.a)}" data-b="{esc(edge.b)}">{title}<path d="{path}" fill="none" '
        f'stroke="{color}" stroke-width="{width + 0.8 * edge.on:g}"{dash} stroke-linecap="round"/>'
        f"{_head(look, x, y, angle, color)}</g>"
    )


def _head(look: str, x: float, y: float, angle: int, color: str) -> str:
    return (
        f'<g transform="translate({n(x)} {n(y)}) rotate({angle})" stroke="{color}" stroke-width="1.7" '
        f'stroke-linejoin="round" stroke-linecap="round">{HEADS[look].replace("{color}", color)}</g>'
    )


def marks_svg(curves: Iterable[tuple[Edge, Curve]], drawn: Layout) -> Iterator[str]:
    """A triangle on each line with a played example, where it covers no box and no other one."""
    taken: list[Point] = []
    for edge, way in curves:
        if not edge.played:
            continue
        for x, y in (way.at(part, t) for part in reversed(range(len(way.parts))) for t in PLACES):
            free = all(abs(x - a) > 18 or abs(y - b) > 18 for a, b in taken)
            if free and not any(box.holds(x, y, 8) for box in drawn.boxes.values()):
                taken.append((x, y))
                yield _mark(edge, x, y)
                break


def _mark(edge: Edge, x: float, y: float) -> str:
    color = "var(--ie-act)" if edge.on else "var(--ie-ink-2)"
    words = esc(text("draw.graph.play-edge", start=label(edge.a), end=label(edge.b)))
    return (
        f'<g class="ie-g-mark" role="button" tabindex="-1" data-ie="play" data-id="play {esc(edge.a)} {esc(edge.b)} '
        f'{edge.kind}" data-a="{esc(edge.a)}" data-b="{esc(edge.b)}" data-kind="{edge.kind}" aria-label="{words}" '
        f'transform="translate({n(x)} {n(y)})"><title>{words}</title><circle r="12" fill="none" '
        f'pointer-events="all"/><circle r="7" fill="var(--ie-card)" stroke="{color}" stroke-width="1.4"/>'
        f'<path d="M-2-3.4 3.4 0-2 3.4z" fill="{color}"/></g>'
    )


def legend_svg(look: str) -> str:
    """A short line as the legend shows it."""
    width, dashes, short = STROKES[look]
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<svg width="50" height="16" viewBox="0 0 50 16" aria-hidden="true"><path d="M2 8H{47 - short}" '
        f'stroke="var(--ie-ink-2)" stroke-width="{width}"{dash} stroke-linecap="round" fill="none"/>'
        f"{_head(look, 47, 8, 0, 'var(--ie-ink-2)')}</svg>"
    )


def plain_svg(dashes: str) -> str:
    """A short line without a head, as they run between all cards."""
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        '<svg width="40" height="16" viewBox="0 0 40 16" aria-hidden="true"><path d="M2 8H38" '
        f'stroke="var(--ie-ink-2)" stroke-width="1.4"{dash}/></svg>'
    )


def mark_svg() -> str:
    """The sign of a played example."""
    return (
        '<svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true"><circle r="6.6" fill="var(--ie-card)" '
        'stroke="var(--ie-ink-2)" stroke-width="1.4"/><path d="M-2-3.4 3.4 0-2 3.4z" fill="var(--ie-ink-2)"/></svg>'
    )


def n(number: float) -> str:
    """A number as short as a tenth of a pixel needs."""
    return f"{number:.1f}".removesuffix(".0")


__all__ = ["Curve", "Edge", "curve", "legend_svg", "line_svg", "mark_svg", "marks_svg", "plain_svg"]
