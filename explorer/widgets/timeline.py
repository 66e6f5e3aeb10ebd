"""What the bar below a table shows of the tree of its game."""

from __future__ import annotations

from explorer.branches import walk, whole_line
from explorer.draw.lines import Fork, Line, Mark, Timeline, Turn
from explorer.game import Game, Node
from explorer.state import State
from explorer.texts import text


def timeline(game: Game, ahead: bool) -> Timeline:
    """All that the bar shows.

    Args:
        game: the game.
        ahead: whether a bot could choose now.
    """
    nodes = whole_line(game)
    at, count = len(game.line) - 1, len(nodes) - 1
    found = lines(game)
    ends = {id(end): line.number for line, end in found}
    forks = [
        Fork(i, ends[id(_first_end(child))])
        for i, node in enumerate(nodes)
        for child in node.children
        if child not in nodes[i + 1 : i + 2]
    ]
    here = set(map(id, nodes))
    named = [mark._replace(on_line=id(node) in here) for mark, node in marks(game)]
    turns = [Turn(i, nodes[i].state.turn, _leader_kind(nodes[i].state)) for i in turn_starts(nodes)]
    return Timeline(at, count, [line for line, _end in found], named, turns, forks, at < count or ahead)


def turn_starts(nodes: list[Node]) -> list[int]:
    """Which moments of a line are the first of their turn."""
    turns = [node.state.turn for node in nodes]
    return [i for i, turn in enumerate(turns) if i == 0 or turn != turns[i - 1]]


def _leader_kind(s: State) -> int:
    return s.players[s.leader].harbor


def _first_end(node: Node) -> Node:
    """Where the line ends that goes on through the first choices."""
    while node.children:
        node = node.children[0]
    return node


def lines(game: Game) -> list[tuple[Line, Node]]:
    """Every line with its last moment: it ends in a leaf and begins where it leaves an older line."""
    here = set(map(id, whole_line(game)))
    line_of: dict[int, int] = {}
    found: list[tuple[Line, Node]] = []
    start: tuple[int, int, str] = (0, 0, "")
    for node, depth in walk(game.root):
        parent = node.parent
        if parent is not None and parent.children[0] is not node:
            start = (line_of[id(parent)], depth - 1, _key(node))
        line_of[id(node)] = len(found) + 1
        if not node.children:
            number = len(found) + 1
            name = text("draw.line-main", number=number)
            found.append((Line(number, name, depth, *start, id(node) in here), node))
    return found


def _key(node: Node) -> str:
    """The key of the choice that led to a moment; for an edit, the word."""
    word, what = node.step or ("", "")
    return what if isinstance(what, str) else word


def marks(game: Game) -> list[tuple[Mark, Node]]:
    """Every moment that has a name."""
    named = [(node, depth) for node, depth in walk(game.root) if node.name]
    return [(Mark(node.name, depth, number), node) for number, (node, depth) in enumerate(named, 1)]
