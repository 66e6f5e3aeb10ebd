"""What of the power graph is in view: one card and its neighbors, one event, or what lies between two cards.

It starts small and grows: a node that is opened shows some of its neighbors, and the others wait in counted stacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.card import TIMINGS, kebab, nearest
from explorer.graph import power_graph
from explorer.graphcards import SAME, SETS_OFF, bearings, card_graph, forbidden, told
from explorer.graphlinks import between, causes, fitting, holds, names_of
from explorer.language import events as ev
from explorer.language.abilities import POWERS
from explorer.terms import KINDS
from explorer.texts import has, shown, text
from explorer.words import event_name

if TYPE_CHECKING:
    from networkx import MultiDiGraph
    from pandas import DataFrame


Graph = Any  # a networkx MultiDiGraph[str]; networkx itself is imported only where a graph is made
GROUPS: Final = {"events": ("event", "moment"), "questions": ("question",), "rules": ("clause", "action")}
FILTERS: Final = ("set", "color", "timing", "event", "question")
FEW: Final = 5  # neighbors of one sort that a node shows at first
MORE: Final = 8  # and that a stack gives at a time
ROW: Final = 7  # cards two steps away that fit beside each other
PATHS: Final = 3  # shortest ways between two cards that are shown together
LONGER: Final = 2  # and of the ways that are next in length
TRIED: Final = 60  # ways that are looked at for these


class Stack(NamedTuple):
    """Neighbors that are not shown: of which node, on which side ("in" or "out"), by which kind of edge, and who."""

    node: str
    side: str
    kind: str
    names: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.node} {self.side} {self.kind}"


class InView:
    """The part of a graph that is in view.

    Args:
        graph: the graph; that of the printed cards if left out.
        start: the node to begin with; a card that hears and tells much if left out.

    Example:
        >>> view = InView(start="Pistols")
        >>> sorted(view.shown.successors("Pistols"))
        ['CreditsGained', 'CreditsPaid', 'PaymentFailed']
    """

    def __init__(self, graph: MultiDiGraph[str] | None = None, start: str | None = None) -> None:
        self.graph: Graph = power_graph() if graph is None else graph
        self.filters: dict[str, frozenset[str]] = {}
        self.hidden: frozenset[str] = frozenset()
        self.nodes: dict[str, None] = {}
        self.opened: dict[str, frozenset[str]] = {}  # which sides of which nodes are open
        self.trail: tuple[str, ...] = ()  # the numbered path
        self.ways: tuple[tuple[str, ...], ...] = ()  # that path and other ways between its ends
        self.at = ""  # the node that is looked at
        self.whole = False
        self._source: Graph | None = None
        self._cards: Graph | None = None
        self._past: list[tuple[Any, ...]] = []
        self.focus(start if start is not None else first_of(self.graph))
        self._past.clear()

    # What is there

    @property
    def shown(self) -> MultiDiGraph[str]:
        """What is in view, as a networkx graph: the cards alone, by what they set off, when all are shown."""
        return (self.cards if self.whole else self.source.subgraph(self.nodes)).copy()  # type: ignore[no-any-return]

    @property
    def source(self) -> Graph:
        """All that the filters let pass."""
        if self._source is None:
            self._source = self._passing()
        return self._source

    @property
    def cards(self) -> Graph:
        """The cards that the filters let pass, with an edge wherever one sets off another or both answer a question."""
        if self._cards is None:
            self._cards = card_graph(self.graph.subgraph(self._wanted()))
        return self._cards

    @property
    def stacks(self) -> list[Stack]:
        """The neighbors of opened nodes that are not in view."""
        found = []
        for node, sides in self.opened.items():
            for (side, kind), names in neighbors(self.source, node).items():
                rest = tuple(name for name in names if name not in self.nodes)
                if rest and _is_open(sides, side, kind):
                    found.append(Stack(node, side, kind, rest))
        return found

    def matrix(self) -> DataFrame:
        """The cards in view, row by column: how the card of the row bears on that of the column, "" for not at all."""
        pandas: Any = import_module("pandas")
        cards, cells = self.cells()
        rows = [[", ".join(cells.get((a, b), {})) for b in cards] for a in cards]
        return pandas.DataFrame(rows, index=cards, columns=cards)  # type: ignore[no-any-return]

    def cells(self) -> tuple[list[str], dict[tuple[str, str], dict[str, list[str]]]]:
        """The cards in view, and for pairs of them how they bear on each other and by way of what."""
        graph = self.cards if self.whole else card_graph(self.shown)
        if not self.whole and self.at in graph:  # no line is drawn between these, so that they cannot come into view
            graph.add_nodes_from(self.forbidding(self.at) & self.source.nodes)
        return sorted(graph.nodes, key=kebab), bearings(graph, self.graph)

    def forbidding(self, card: str) -> set[str]:
        """The cards that may forbid what a card lives on, and those of which it may."""
        return {name for pair in forbidden(self.graph) if card in pair for name in pair} - {card}

    # Looking elsewhere

    def focus(self, name: str) -> InView:
        """Show one card, event or question with its neighbors, and for a card what hears the events it tells.

        Raises:
            ValueError: there is no such node; names the nearest ones.
        """
        name = self.find(name)
        self._remember()
        self.whole, self.at, self.trail, self.ways = False, name, (), ()
        self.nodes, self.opened = {name: None}, {}
        self._open(name, {"in", "out"}, FEW)
        if self.source.nodes[name]["kind"] == "card":
            self._second_row(name)
        return self

    def _second_row(self, name: str) -> None:
        """What hears the events of a card, a few of each; above it, who tells what it hears, folded up."""
        told = [n for n in self.source.successors(name) if n in self.nodes and self.source.out_degree(n)]
        each = max(1, ROW // max(1, len(told)) - 1)
        for node in told:
            self._open(node, {"heard"} if self.source.nodes[node]["kind"] != "question" else {"in", "out"}, each, name)
        for node in [n for n in self.source.predecessors(name) if n in self.nodes]:
            self._open(node, {"in"}, 0)

    def path(self, start: str, end: str) -> InView:
        """Show the shortest ways from one node to another along causes, and the next in length; the first is numbered.

        Where no causes lead there, the shortest connections in any direction.

        Raises:
            ValueError: there is no such node, or nothing connects the two.
        """
        start, end = self.find(start), self.find(end)
        ways = _ways(self.source, start, end)
        if not ways or start == end:
            raise ValueError(text("graph.no-path", start=label(start), end=label(end)))
        self._remember()
        self.whole, self.opened, self.at = False, {}, end
        self.nodes = dict.fromkeys(name for way in ways for name in way)
        self.ways = tuple(map(tuple, ways))
        self.trail = self.ways[0]
        return self

    def way(self, number: int) -> InView:
        """Number another of the ways between the ends of the path, counted from 1.

        Raises:
            ValueError: there are not so many ways.
        """
        if number not in range(1, len(self.ways) + 1):
            raise ValueError(text("graph.no-way", what=shown(number), count=len(self.ways)))
        self._remember()
        self.trail = self.ways[number - 1]
        self._add(self.trail)
        self.at = self.trail[-1]
        return self

    @property
    def is_causal(self) -> bool:
        """Whether the numbered path follows causes all the way."""
        return all(self.source.has_edge(a, b) for a, b in zip(self.trail, self.trail[1:], strict=False))

    def step(self, i: int) -> tuple[str, str, dict[str, Any]]:
        """The edge by which the numbered path goes on from its i-th node, under a reading that serves all of it."""
        a, b = self.trail[i], self.trail[i + 1]
        if not self.source.has_edge(a, b):
            a, b = b, a
        edges = fitting(self.source, self.trail, i) or between(self.source, a, b)
        readings = self.readings()
        fits = [e for e in edges if not e.get("under") or _reading(e)[1] in readings.get(_reading(e)[0], ())]
        return a, b, (fits or edges)[0]

    def readings(self) -> dict[str, frozenset[str]]:
        """The rulings on which the numbered path rests, each with the readings that serve all of it."""
        found: dict[str, frozenset[str]] = {}
        for i, (a, b) in enumerate(zip(self.trail, self.trail[1:], strict=False)):
            edges = fitting(self.source, self.trail, i) or between(self.source, b, a)
            if all(edge.get("under") for edge in edges):
                for ruling in {_reading(edge)[0] for edge in edges}:
                    allowed = frozenset(_reading(edge)[1] for edge in edges if _reading(edge)[0] == ruling)
                    found[ruling] = found.get(ruling, allowed) & allowed
        return found

    def steps_between(self, start: str, end: str) -> int:
        """How many edges the shortest way along causes has, 0 for none."""
        start, end = self.find(start), self.find(end)
        return len(next(_simple(causes(self.source, start, end), start, end), ())[1:])

    def grow(self, name: str) -> InView:
        """Show some neighbors of a node in view, or more from a stack."""
        stack = next((one for one in self.stacks if one.id == name), None)
        if stack is not None:
            self._remember()
            self._add(stack.names[:MORE])
            return self
        name = self.find(name)
        if self.whole or name not in self.nodes:
            return self.focus(name)
        self._remember()
        self.at = name
        self._open(name, {"in", "out"}, FEW if self.source.degree(name) <= 2 * FEW else FEW - 2)
        return self

    def look(self, name: str) -> InView:
        """Look at a node without changing what is in view."""
        self.at = self.find(name)
        return self

    def show_all(self) -> InView:
        """Show all cards that the filters let pass, each with what it sets off."""
        self._remember()
        self.whole, self.trail, self.ways = True, (), ()
        return self

    def back(self) -> InView:
        """Go back to what was in view before."""
        if self._past:
            self.whole, self.at, self.trail, self.ways, self.nodes, self.opened = self._past.pop()
            self._prune(fill=False)
        return self

    def filter(self, **wanted: str | Iterable[str] | None) -> InView:
        """Show only cards of some set, color or timing, or that have to do with an event or a question.

        Each is a word or several; None lifts that filter, and no filter at all lifts every one. Nodes of the path
        and the node that is looked at stay.

        Raises:
            ValueError: there is no such filter or value.
        """
        unknown = [name for name in wanted if name not in FILTERS]
        if unknown:
            raise ValueError(text("graph.no-filter", what=shown(unknown[0]), known=", ".join(FILTERS)))
        chosen = {name: self._values(name, value) for name, value in wanted.items()}
        self.filters = {k: v for k, v in {**self.filters, **chosen}.items() if v} if wanted else {}
        self._prune()
        return self

    def hide(self, *groups: str) -> InView:
        """Leave out events, questions or rules; without events cards are joined to what they set off.

        Raises:
            ValueError: there is no such group.
        """
        for group in groups:
            if group not in GROUPS:
                raise ValueError(text("graph.no-group", what=shown(group), known=", ".join(GROUPS)))
        self.hidden = frozenset(groups)
        self._prune()
        return self

    def values(self, name: str) -> list[str]:
        """What a filter may be set to."""
        kind = {"event": "event", "question": "question"}.get(name)
        nodes = self.graph.nodes(data=True)
        if kind is not None:
            return sorted(node for node, data in nodes if data["kind"] == kind and self.graph.degree(node))
        found = {data[name] for _node, data in nodes if data["kind"] == "card" and data.get(name)}
        order: list[str] = {"color": list(KINDS), "timing": list(TIMINGS)}.get(name, [])
        return sorted(found, key=lambda word: (order.index(word) if word in order else -1, word))

    def find(self, name: str) -> str:
        """The node of a name, in any case, also as it is written in the picture."""
        if isinstance(name, str) and name in self.graph:
            return name
        names = {kebab(word): node for node in self.graph for word in (node, label(node))}
        found: str | None = names.get(kebab(name)) if isinstance(name, str) else None
        if found is None:
            near = nearest(str(name)[:60], [label(node) for node in self.graph])
            raise ValueError(text("graph.no-node", what=shown(name)) + near)
        return found

    def edges(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Every edge in view, in a fixed order."""
        found = self.shown.edges(data=True)
        return sorted(found, key=lambda edge: (kebab(edge[0]), edge[2]["kind"], kebab(edge[1])))

    # Inside

    def _values(self, name: str, value: str | Iterable[str] | None) -> frozenset[str]:
        known = self.values(name)
        words = [] if value is None else [value] if isinstance(value, str) else list(value)
        for word in words:
            if word not in known:
                said = text("graph.no-value", what=shown(word), filter=name)
                raise ValueError(said + nearest(str(word), known))
        return frozenset(words)

    def _wanted(self) -> list[str]:
        """The nodes that the filters let pass, whatever sorts are hidden."""
        stay = {self.at, *self.trail} if not self.whole else set()
        near = self._near("event", lambda n: [*self.graph.predecessors(n), *self.graph.successors(n)])
        about = self._near("question", self.graph.predecessors)
        plain = {name: words for name, words in self.filters.items() if name not in ("event", "question")}
        return [
            node
            for node, data in self.graph.nodes(data=True)
            if node in stay
            or data["kind"] != "card"
            or (
                all(data.get(name) in words for name, words in plain.items())
                and (near is None or node in near)
                and (about is None or node in about)
            )
        ]

    def _near(self, name: str, around: Any) -> set[str] | None:
        words = self.filters.get(name)
        return None if words is None else {card for word in words for card in around(word)}

    def _passing(self) -> Graph:
        out = {kind for group in self.hidden for kind in GROUPS[group]}
        stay = {self.at, *self.trail}
        wanted = self._wanted()
        kept = [node for node in wanted if node in stay or self.graph.nodes[node]["kind"] not in out]
        found = self.graph.subgraph(kept).copy()
        if "events" in self.hidden:
            short = card_graph(self.graph.subgraph(wanted))
            found.add_edges_from((a, b, e) for a, b, e in short.edges(data=True) if e["kind"] == SETS_OFF)
        return found

    def _open(self, node: str, sides: Iterable[str], limit: int, teller: str = "") -> None:
        """Show some neighbors of a node: of who hears it, where ``teller`` tells it, those that hear it then."""
        sides = frozenset(sides)
        self.opened[node] = self.opened.get(node, frozenset()) | sides
        for (side, kind), names in neighbors(self.source, node).items():
            if _is_open(sides, side, kind):
                here = sum(name in self.nodes for name in names)
                rest = [name for name in names if name not in self.nodes]
                if teller:
                    rest = [name for name in rest if holds(self.source, (teller, node, name))]
                room = max(0, limit - here)
                self._add(rest if limit and len(rest) == room + 1 else rest[:room])  # a stack of one is no shorter

    def _add(self, names: Iterable[str]) -> None:
        self.nodes.update(dict.fromkeys(names))

    def _prune(self, fill: bool = True) -> None:
        """After a change of filters: what no longer passes goes, and opened nodes fill up again."""
        self._source = self._cards = None
        self.nodes = {node: None for node in self.nodes if node in self.source}
        self.opened = {node: sides for node, sides in self.opened.items() if node in self.nodes}
        for node, sides in self.opened.items() if fill else ():
            self._open(node, sides, 2)
        tied = self._tied()
        self.nodes = {node: None for node in self.nodes if node in tied}
        self.opened = {node: sides for node, sides in self.opened.items() if node in tied}

    def _tied(self) -> set[str]:
        """The nodes in view that hang together with the one that is looked at."""
        around = self.source.subgraph(self.nodes).to_undirected(as_view=True)
        found, todo = {self.at, *self.trail}, [self.at, *self.trail]
        while todo:
            node = todo.pop()
            new = [other for other in around.adj.get(node, ()) if other not in found]
            found.update(new)
            todo += new
        return found

    def _remember(self) -> None:
        if self.nodes:
            self._past.append((self.whole, self.at, self.trail, self.ways, dict(self.nodes), dict(self.opened)))
            del self._past[:-50]
        if self.filters or self.hidden or self.whole:
            self._source = self._cards = None


def _reading(edge: Mapping[str, Any]) -> tuple[str, str]:
    """The ruling and the reading under which an edge is there."""
    ruling, _, reading = str(edge.get("under", "")).partition(" ")
    return ruling, reading


def _is_open(sides: Iterable[str], side: str, kind: str) -> bool:
    """Whether neighbors of a sort belong to a node whose sides are open; "heard" is no more than who hears it."""
    return side in sides or (kind == "hears" and side == "out" and "heard" in sides)


def first_of(graph: Graph) -> str:
    """A good card to begin with: Aeroponics, or what there is."""
    cards = [node for node, data in graph.nodes(data=True) if data["kind"] == "card"]
    return "Aeroponics" if "Aeroponics" in cards else next(iter(cards or graph.nodes), "")


def label(node: str) -> str:
    """A node's name as it is read: "ContractFulfilled" is "contract fulfilled", a question a question.

    Example:
        >>> label("ShipReturned"), label("pirate_places"), label("Toyota")
        ('ship returned', 'Where may one pirate from?', 'Toyota')
    """
    if node in ev.CODES:
        return event_name(node)
    if node.startswith("power ") and node[6:] in _powers():
        return text("graph.text-of", name=_powers()[node[6:]])
    key = f"graph.question.{node}"
    return str(text(key)) if has(key) else node


@lru_cache(maxsize=1)
def _powers() -> dict[str, str]:
    """The names of all powers by how citations write them."""
    return {kebab(name): name for name in POWERS}


def neighbors(graph: Graph, node: str) -> dict[tuple[str, str], list[str]]:
    """A node's neighbors by side and kind of edge, in the order in which they are worth showing."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    if node not in graph:
        return {}
    for other, _me, edge in graph.in_edges(node, data=True):
        found.setdefault(("in", edge["kind"]), {})[other] = None
    for _me, other, edge in graph.out_edges(node, data=True):
        found.setdefault(("out", edge["kind"]), {})[other] = None
    return {at: sorted(names, key=lambda name: _worth(graph, name)) for at, names in found.items()}


def _worth(graph: Graph, name: str) -> tuple[int, str]:
    """Events that many hear come first, then by name."""
    kind = graph.nodes[name]["kind"]
    return (-graph.out_degree(name) if kind in ("event", "action") else 0, kebab(name))


def _simple(graph: Graph, start: str, end: str) -> Iterator[list[str]]:
    """The ways between two nodes that pass no node twice, by length."""
    networkx: Any = import_module("networkx")
    if start in graph and end in graph and networkx.has_path(graph, start, end):
        for way in networkx.shortest_simple_paths(graph, start, end):
            names = list(names_of(way))
            if len(set(names)) == len(names):
                yield names


def _ways(graph: Graph, start: str, end: str) -> list[list[str]]:
    """Ways along the edges, else those in any direction: some of the shortest, then some of the next in length.

    Of these, ways through other cards come first: what a power does in between is what one wants to know.
    """
    networkx: Any = import_module("networkx")
    for plain in (causes(graph, start, end), networkx.Graph(graph)):
        ways = [way for way in islice(_simple(plain, start, end), TRIED) if holds(graph, way)]
        tried = [list(way) for way in dict.fromkeys(map(tuple, ways))]
        if tried:
            least = len(tried[0])
            longer = sorted(way for way in tried if len(way) > least)
            longer.sort(key=lambda way: (len(way), -sum(graph.nodes[n]["kind"] == "card" for n in way)))
            return [way for way in tried if len(way) == least][:PATHS] + longer[:LONGER]
    return []


__all__ = ["SAME", "SETS_OFF", "InView", "Stack", "card_graph", "label", "neighbors", "told"]
