"""Where things of the power graph lie: rows downward by causes, boxes as wide as their words, no two on each other."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from explorer.draw.card import text_width, wrapped
from explorer.graphview import InView, label

HIGH: Final = 28
GAP: Final = 18  # between boxes of a row
DOWN: Final = 46  # between rows, for the lines
TIGHT: Final = 30  # between the lines of one row that is too wide
EDGE: Final = 18  # round the picture
ROOT: Final = 224  # the card in the middle, with its text
TILE: Final = 39  # what a card has beside its name there
COLUMN: Final = 128  # the least width of a column, where all cards are shown
BETWEEN: Final = 14  # between its columns
BELOW: Final = 13  # below each line
ROUNDS: Final = 6
FONT: Final = 12.5
SMALL: Final = 11.5
BOLD: Final = 1.06  # how much wider bold letters are: any box may come to be looked at
BESIDE: Final = {"card": 40, "event": 42, "moment": 42, "question": 50, "clause": 34, "action": 44, "stack": 38}


class Box(NamedTuple):
    """Something drawn: its id, what sort it is, its middle, its size, and its words."""

    id: str
    sort: str
    x: float
    y: float
    w: float
    h: float
    words: tuple[str, ...]
    scale: float = 1

    def holds(self, x: float, y: float, margin: float = 0) -> bool:
        """Whether a point lies in it, or nearer to it than a margin."""
        return abs(x - self.x) < self.w / 2 + margin and abs(y - self.y) < self.h / 2 + margin


class Layout(NamedTuple):
    """All boxes by id, and how large the picture is."""

    boxes: dict[str, Box]
    width: float
    height: float


def layout(
    view: InView, stack_words: Mapping[str, str], width: float, scales: Mapping[str, float] | None = None
) -> Layout:
    """Lay out what is in view, no wider than asked if that is possible.

    Args:
        view: what is in view.
        stack_words: for each stack of hidden neighbors its words.
        width: how wide the picture may be.
        scales: how much larger than usual some nodes shall be.
    """
    graph = view.shown
    root = view.trail[0] if view.trail else next(iter(view.nodes), "")
    links = _links(view, graph)
    ranks = _ranks(root, view, graph)
    boxes = {node: _box(node, graph.nodes[node], node == root and not view.trail) for node in view.nodes}
    boxes = {node: _scaled(box, (scales or {}).get(node, 1)) for node, box in boxes.items()}
    for stack in view.stacks:
        ranks[stack.id] = ranks[stack.node] + (1 if stack.side == "out" else -1)
        words = (stack_words[stack.id],)
        boxes[stack.id] = Box(stack.id, "stack", 0, 0, text_width(words[0], FONT) + BESIDE["stack"], HIGH, words)
    room = max(width - 2 * EDGE, max((box.w for box in boxes.values()), default=0))
    rows = [[node for node in boxes if ranks[node] == rank] for rank in sorted(set(ranks[node] for node in boxes))]
    lines = _arranged(rows, boxes, links, room)
    return _placed(lines, boxes, links, room)


def _links(view: InView, graph: Any) -> dict[str, list[str]]:
    links: dict[str, list[str]] = {node: [] for node in view.nodes}
    for a, b in dict.fromkeys(graph.edges()):
        if a != b:
            links[a].append(b)
            links[b].append(a)
    for stack in view.stacks:
        links[stack.id] = [stack.node]
        links[stack.node].append(stack.id)
    return links


def _ranks(root: str, view: InView, graph: Any) -> dict[str, int]:
    """How far below the root each node lies: one further along an edge, one higher against it."""
    ranks = {node: i for i, node in enumerate(view.trail)} or {root: 0}
    todo = deque(ranks)
    while todo:
        node = todo.popleft()
        for others, by in ((graph.successors(node), 1), (graph.predecessors(node), -1)):
            for other in sorted(set(others) - ranks.keys()):
                ranks[other] = ranks[node] + by
                todo.append(other)
    low = max(ranks.values(), default=0) + 1
    return {node: ranks.get(node, low) for node in view.nodes}


def _box(node: str, data: Mapping[str, Any], large: bool) -> Box:
    words = label(node)
    if large and data["kind"] == "card":
        said = tuple(wrapped(str(data.get("summary", "")), SMALL, ROOT - 56))
        wide = max(ROOT, text_width(words, 16) + 62)
        return Box(node, "root", 0, 0, wide, max(66, 38 + 15 * len(said)), (words, *said))
    sort = data["kind"]
    return Box(node, sort, 0, 0, BOLD * text_width(words, FONT) + BESIDE.get(sort, 40), HIGH, (words,))


def _scaled(box: Box, by: float) -> Box:
    return box._replace(w=box.w * by, h=box.h * by, scale=by)


# Order and place


def _arranged(
    rows: Sequence[Sequence[str]], boxes: Mapping[str, Box], links: Mapping[str, Sequence[str]], room: float
) -> list[list[list[str]]]:
    """Each row as one or more lines, its boxes in an order that lets few edges cross."""
    at: dict[str, float] = {}
    for row in rows:
        for i, node in enumerate(row):
            at[node] = (i + 0.5) * room / len(row)
    order = [list(row) for row in rows]
    for turn in range(ROUNDS):
        for row in order if turn % 2 == 0 else order[::-1]:
            row.sort(key=lambda node: (_mean(at, links[node], at[node]), at[node]))
            total = sum(boxes[node].w + GAP for node in row)
            left = (room - min(total, room)) / 2
            scale = min(1.0, room / total) if total else 1.0
            for node in row:
                wide = (boxes[node].w + GAP) * scale
                at[node] = left + wide / 2
                left += wide
    return [_folded(row, boxes, room) for row in order]


def _folded(row: list[str], boxes: Mapping[str, Box], room: float) -> list[list[str]]:
    """A row that is too wide as several lines, dealt out in turn so that lines to the lower ones find gaps."""
    for count in range(1, len(row) + 1):
        lines = [row[i::count] for i in range(count)]
        if all(sum(boxes[node].w + GAP for node in line) - GAP <= room for line in lines):
            return lines
    return [[node] for node in row]


def _mean(at: Mapping[str, float], nodes: Iterable[str], otherwise: float) -> float:
    found = [at[node] for node in nodes]
    return sum(found) / len(found) if found else otherwise


def _placed(
    rows: Sequence[Sequence[Sequence[str]]], boxes: dict[str, Box], links: Mapping[str, Sequence[str]], room: float
) -> Layout:
    lines = [line for row in rows for line in row]
    x = {node: room * (i + 0.5) / len(line) for line in lines for i, node in enumerate(line)}
    for turn in range(2 * ROUNDS):
        for line in lines if turn % 2 == 0 else lines[::-1]:
            goals = [_mean(x, links[node], x[node]) for node in line]
            x.update(zip(line, _spread(goals, [boxes[node].w for node in line], room), strict=True))
    y = float(EDGE)
    found: dict[str, Box] = {}
    for row in rows:
        for line in row:
            high = max(boxes[node].h for node in line)
            for node in line:
                found[node] = boxes[node]._replace(x=round(x[node] + EDGE, 1), y=round(y + high / 2, 1))
            y += high + TIGHT
        y += DOWN - TIGHT
    left = min((box.x - box.w / 2 for box in found.values()), default=EDGE) - EDGE
    found = {node: box._replace(x=round(box.x - left, 1)) for node, box in found.items()}
    right = max((box.x + box.w / 2 for box in found.values()), default=0)
    return Layout(found, right + EDGE, y - DOWN + EDGE)


def _spread(goals: Sequence[float], widths: Sequence[float], room: float) -> list[float]:
    """Middles as near to their goals as boxes side by side can be, in their order and within the room."""
    groups: list[list[float]] = []  # (sum of wanted left edges, boxes, width) of boxes that touch
    members: list[list[int]] = []
    for i, (goal, wide) in enumerate(zip(goals, widths, strict=True)):
        groups.append([goal - wide / 2, 1, wide + GAP])
        members.append([i])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] + groups[-2][2] > groups[-1][0] / groups[-1][1]:
            want, count, total = groups.pop()
            groups[-1][0] += want - count * groups[-1][2]
            groups[-1][1] += count
            groups[-1][2] += total
            last = members.pop()
            members[-1] += last
    found = [0.0] * len(goals)
    at = 0.0
    tails = [sum(group[2] for group in groups[i:]) - GAP for i in range(len(groups))]
    for group, inside, tail in zip(groups, members, tails, strict=True):
        left = max(at, min(group[0] / group[1], room - tail))
        for i in inside:
            found[i] = left + widths[i] / 2
            left += widths[i] + GAP
        at = left
    return found


# All cards


def flow(
    groups: Sequence[tuple[str, Sequence[str]]], width: float, scales: Mapping[str, float] | None = None
) -> tuple[Layout, list[tuple[str, float]]]:
    """All cards line by line under headings; returns the headings with where they stand as well.

    They stand in columns, long names over two of them; where their sizes differ, as close as they can.
    """
    boxes: dict[str, Box] = {}
    heads: list[tuple[str, float]] = []
    room = width - 2 * EDGE + BETWEEN
    column = 0 if scales else room / max(1, room // (COLUMN + BETWEEN))
    y = float(EDGE)
    for head, names in groups:
        heads.append((head, y + 8))
        y += 24
        for line in _lines([_tile(name, (scales or {}).get(name, 1), column) for name in names], room):
            high = max(box.h for box in line)
            x = float(EDGE)
            for box in line:
                boxes[box.id] = box._replace(x=round(x + box.w / 2, 1), y=round(y + high / 2, 1))
                x += box.w + BETWEEN
            y += high + BELOW
        y += 12
    return Layout(boxes, width, y), heads


def _tile(name: str, scale: float, column: float) -> Box:
    """A card as wide as its columns, or as its name where there are none."""
    least = (text_width(name, FONT) + TILE) * scale
    wide = max(least, math.ceil((least + BETWEEN) / column) * column - BETWEEN) if column else least
    return Box(name, "card", 0, 0, wide, HIGH * scale, (name,), scale)


def _lines(tiles: Iterable[Box], room: float) -> list[list[Box]]:
    """Tiles line by line."""
    lines: list[list[Box]] = []
    left = 0.0
    for box in tiles:
        if not lines or box.w + BETWEEN > left + 0.5:
            lines.append([])
            left = room
        lines[-1].append(box)
        left -= box.w + BETWEEN
    return lines


__all__ = ["Box", "Layout", "flow", "layout"]
