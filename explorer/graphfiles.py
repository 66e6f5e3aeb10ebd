"""What the power graph leads to: played examples of its edges, its edges as files, how often powers act in play."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from explorer.graph import witnesses
from explorer.graphview import InView, label
from explorer.language import events as ev
from explorer.texts import text

if TYPE_CHECKING:
    from explorer.game import Game

COLUMNS: Final = ("from", "how", "to", "condition", "by way of", "rests on", "example")
SORTS: Final = {"powers": "card", "answers": "card", "events": "event"}  # counts of games, and of what they are
OFTEN: Final = Path(__file__).parent / "often.csv"  # made by docs/make_powers.py from docs/played.csv


# Played examples


def example_of(start: str, end: str, kind: str | None = None) -> tuple[str, str, str]:
    """The edge between two nodes that has a played example, with its kind.

    Raises:
        ValueError: no example of it has been played.
    """
    for edge in witnesses():
        if edge[:2] == (start, end) and kind in (None, edge[2]):
            return edge
    raise ValueError(text("graph.no-example", start=label(start), end=label(end)))


def example(start: str, end: str, kind: str | None = None) -> Game:
    """Play the example of an edge; the game stands where it has just happened and can go on, or back.

    Raises:
        ValueError: no example of it has been played.
    """
    from explorer.shipped import load

    edge = example_of(start, end, kind)
    name, number = witnesses()[edge]
    scenario = load(name)
    game = scenario.play()
    game.root.name = game.root.name or scenario.title
    game.go_to(_event_moment(game, number) if number else _answer_moment(game, edge))
    return game


def event_of(start: str, end: str, kind: str | None = None) -> int:
    """The number of the event in which the example of an edge happens; 0 where it is an answer, which is none."""
    return witnesses()[example_of(start, end, kind)][1]


def _event_moment(game: Game, number: int) -> Any:
    """The first moment of a game's line at which the log holds the event."""
    for node in game.line:
        if node.state.log is not None and node.state.log[1][ev.NUMBER] >= number:
            return node
    return game.node


def _answer_moment(game: Game, edge: tuple[str, str, str]) -> Any:
    """The first moment of a game's line to which the choice leads that makes a power change the answer."""
    from explorer.game import Game
    from explorer.lab.witness import answers_noted

    found: set[tuple[str, str, str]] = set()
    with answers_noted(found):
        for node in game.line[1:]:
            assert node.parent is not None
            if node.step is None or node.step[0] == "edit":
                continue
            again = Game(node.parent.state)
            again.choose(node.step[1])
            if edge in found:
                return node
    return game.node


# Files


def graphml(view: InView) -> str:
    """What is in view as GraphML, for other programs that draw graphs."""
    networkx: Any = import_module("networkx")
    graph = view.shown
    for _name, data in graph.nodes(data=True):
        _flat(data)
    for *_ends, data in graph.edges(data=True):
        _flat(data)
    return "\n".join(networkx.generate_graphml(graph)) + "\n"


def _flat(data: dict[str, Any]) -> None:
    """GraphML knows words and numbers only."""
    for name, value in list(data.items()):
        if value is None:
            del data[name]
        elif isinstance(value, (list, tuple)):
            data[name] = ", ".join(map(str, value))
        elif isinstance(value, Mapping):  # the fields that graphlinks compares
            data[name] = "; ".join(f"{field}: {_plain(one)}" for field, one in value.items())


def _plain(value: Any) -> str:
    return " or ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def rows(view: InView) -> list[dict[str, str]]:
    """Every edge in view as a row of words, by ``COLUMNS``, and how the cards in view bear on each other."""
    edges = view.edges()
    known = {(a, b, edge["kind"]) for a, b, edge in edges}
    _names, cells = view.cells()
    between = [(a, b, {"kind": k, "via": via}) for (a, b), found in cells.items() for k, via in found.items()]
    return [
        dict(
            zip(
                COLUMNS,
                (
                    a,
                    edge["kind"],
                    b,
                    str(edge.get("condition", "")),
                    ", ".join(edge.get("via", ())),
                    str(edge.get("under", "")),
                    str(edge.get("witness", "")),
                ),
                strict=True,
            )
        )
        for a, b, edge in (*edges, *(one for one in between if (one[0], one[1], one[2]["kind"]) not in known))
    ]


def edges_csv(view: InView) -> str:
    """Every edge in view as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(view))
    return out.getvalue()


def per_game(played: Any) -> dict[str, tuple[str, float]]:
    """For each card and event that was counted, which of both it is and how often it happens in a game.

    A card's number says how often its power acted or changed an answer.

    Parameters: ``played``, a table with the columns what, which and count, as a frame or as a .csv file.  Where events
    were counted in some of the games only, a row "events counted in" says in how many.
    """
    counts: dict[str, tuple[str, int]] = {}
    games = with_events = 0
    for what, which, count in _counted(played):
        games += count if what == "games" else 0
        with_events += count if what == "events counted in" else 0
        if what in SORTS:
            counts[which] = (SORTS[what], counts.get(which, ("", 0))[1] + count)
    of = {sort: max(1, with_events if sort == "event" and with_events else games) for sort in SORTS.values()}
    return {name: (sort, count / of[sort]) for name, (sort, count) in sorted(counts.items())}


def frequencies(played: Any = None) -> dict[str, float]:
    """How often cards act and events happen in a game, by name; those of the shipped table if left out.

    Parameters: ``played``, a table with the columns what, which and count, as a frame or as a .csv file.

    Example:
        >>> frequencies()["ShipReturned"] > frequencies()["Toyota"]
        True
    """
    return dict(_shipped()) if played is None else {name: often for name, (_, often) in per_game(played).items()}


@lru_cache(maxsize=1)
def _shipped() -> dict[str, float]:
    with OFTEN.open(encoding="utf-8", newline="") as file:
        return {row["which"]: float(row["per game"]) for row in csv.DictReader(file)}


def _counted(played: Any) -> Iterator[tuple[str, str, int]]:
    if isinstance(played, (str, Path)):
        with Path(played).open(encoding="utf-8", newline="") as file:
            read: Iterable[Mapping[str, Any]] = list(csv.DictReader(file))
    else:
        read = played.to_dict("records") if hasattr(played, "to_dict") else list(played)
    for row in read:
        yield str(row["what"]), str(row["which"]), int(row["count"])


__all__ = ["edges_csv", "example", "frequencies", "graphml", "per_game", "rows"]
