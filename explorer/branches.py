"""The tree of a game's moments: its lines, the moments worth naming, and taking a branch away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from explorer.texts import shown, text
from explorer.words import option_key, option_text

if TYPE_CHECKING:
    from explorer.game import Game, Node

NAME_LIMIT: Final = 80
COMMENT_LIMIT: Final = 2000


class Moment(NamedTuple):
    """A moment that the tree shows: the start, where a branch begins or ends, what is named or told about, and here.

    ``number`` counts all moments of the game, parents before children; ``at`` is
    how many decisions lead to it, ``level`` how many branchings, ``step`` the
    choice that led to it in words, and ``below`` how many moments hang on it.
    """

    number: int
    at: int
    level: int
    turn: int
    step: str
    name: str
    comment: str
    here: bool
    on_line: bool
    below: int


def came_from(node: Node, earlier: Node | None) -> Node | None:
    """The earlier moment if the line leads from it to the node, else the moment before the node."""
    above = node.parent
    while above is not None and above is not earlier:
        above = above.parent
    return above or node.parent


class Cut(NamedTuple):
    """A branch that was taken away, and where it hung."""

    parent: Node
    place: int
    node: Node


def walk(root: Node) -> Iterator[tuple[Node, int]]:
    """Every moment with its depth, parents first and older children first."""
    todo = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        yield node, depth
        todo += [(child, depth + 1) for child in reversed(node.children)]


def whole_line(game: Game) -> list[Node]:
    """The moments of this line, with those that were undone."""
    nodes = game.line
    while nodes[-1].ahead is not None:
        nodes.append(nodes[-1].ahead)
    return nodes


def moments(game: Game) -> list[Moment]:
    """The moments that the tree of a game shows, parents first.

    Example:
        >>> from explorer.game import new_game
        >>> [moment.at for moment in moments(new_game(players=2, seed=1).choose("draw").undo())]
        [0, 1]
    """
    line = set(map(id, whole_line(game)))
    order = list(walk(game.root))
    below = _below([node for node, _depth in order])
    levels: dict[int, int] = {}
    found = []
    for number, (node, depth) in enumerate(order):
        parent = node.parent
        first = parent is None or parent.children[0] is node
        level = levels[id(node)] = 0 if parent is None else levels[id(parent)] + (not first)
        here = node is game.node
        forked = parent is not None and len(parent.children) > 1
        if parent is None or forked or here or node.name or node.comment or not node.children:
            words = (step_words(node), node.name, node.comment)
            found.append(Moment(number, depth, level, node.state.turn, *words, here, id(node) in line, below[id(node)]))
    return found


def _below(order: list[Node]) -> dict[int, int]:
    """How many moments hang on each."""
    found: dict[int, int] = {}
    for node in reversed(order):
        found[id(node)] = sum(found[id(child)] + 1 for child in node.children)
    return found


def step_words(node: Node) -> str:
    """The choice that led to a moment as a sentence; "" for the start."""
    if node.step is None or node.parent is None:
        return ""
    word, what = node.step
    if word == "edit":
        return text("stepping.edited")
    before = node.parent.state
    for choice in before.options or () if word == "choose" else ():
        if option_key(before, choice) == what:
            return option_text(before, choice)
    return str(what)


def moment(game: Game, which: int | str | None = None) -> Node:
    """Find a moment by its number in ``moments``, or by its name; None is where the game stands.

    Raises:
        ValueError: there is none, or the name stands for several.
    """
    if which is None:
        return game.node
    order = [node for node, _depth in walk(game.root)]
    if isinstance(which, int) and not isinstance(which, bool):
        if not 0 <= which < len(order):
            raise ValueError(text("stepping.no-moment", number=shown(which), count=len(order) - 1))
        return order[which]
    named = [node for node in order if node.name and node.name == which]
    if len(named) != 1:
        known = ", ".join(dict.fromkeys(node.name for node in order if node.name)) or "–"
        key = "stepping.name-twice" if named else "stepping.no-name"
        raise ValueError(text(key, name=shown(which), known=known))
    return named[0]


def note(node: Node, name: str | None = None, comment: str | None = None) -> None:
    """Give a moment a name, a comment or both; both are kept in the save file.

    Raises:
        ValueError: they are too long.
    """
    if len(name or "") > NAME_LIMIT or len(comment or "") > COMMENT_LIMIT:
        raise ValueError(text("stepping.long", name=NAME_LIMIT, comment=COMMENT_LIMIT))
    if name is not None:
        node.name = " ".join(name.split())
    if comment is not None:
        node.comment = comment.strip()


def cut(game: Game, node: Node) -> Cut:
    """Take a moment away with all that hangs on it; the game goes to the moment before if it stood there.

    Raises:
        ValueError: it is the start.
    """
    parent = node.parent
    if parent is None:
        raise ValueError(text("stepping.no-cut"))
    inside = any(one is node for one in game.line)
    found = Cut(parent, next(i for i, one in enumerate(parent.children) if one is node), node)
    del parent.children[found.place]
    if parent.ahead is node:
        parent.ahead = parent.children[0] if parent.children else None
    if inside:
        game.go_to(parent)
    return found


def put_back(game: Game, branch: Cut) -> None:
    """Hang a branch where it was.

    Raises:
        ValueError: the moment it hung on is gone, or the same choice has been made again there.
    """
    root, last = branch.parent, branch.parent
    while root.parent is not None:
        root, last = root.parent, root
        if not any(one is last for one in root.children):
            raise ValueError(text("stepping.no-place"))
    if root is not game.root or any(one.step == branch.node.step for one in branch.parent.children):
        raise ValueError(text("stepping.no-place"))
    branch.parent.children.insert(branch.place, branch.node)
