"""Whether what one tells is what another hears: which fields of an event are known before it happens, and asked for.

An edge that tells an event has ``fixes``, the values that some of its fields can
have; one that hears it has ``wants``, the value that is asked for.  Besides the
event's own fields there are ``color``, that of its card, ``seat``, whose it is, and
``through``: "action" where a whole action tells it, "power" where a text does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from explorer.language import events as ev
from explorer.language.abilities import ANYONE, SELF, YOU, When
from explorer.terms import ACTIONS, CAPITAL, KINDS

Graph = Any  # a networkx MultiDiGraph[str]
Fixes = Mapping[str, tuple[Any, ...]]
Wants = Mapping[str, Any]

# What the code of rules and powers says of an event beyond its kind; SELF is the very card that tells it.
LOADED: Final = ev.EVENTS[ev.ContainerLoaded].name
IMPORTED: Final = ev.EVENTS[ev.ImportDone].name
CAME: Final = ev.EVENTS[ev.CardImported].name
PLACED: Final = ev.EVENTS[ev.ContractPlaced].name
FULFILLED: Final = ev.EVENTS[ev.ContractFulfilled].name
BOARDS: Final[Fixes] = {"card": (SELF,), "how": ("power",)}
KNOWN: Final[Mapping[tuple[str, str], Fixes]] = {
    ("Load action", LOADED): {"how": ("load",)},
    ("Pirate action", LOADED): {"how": ("pirate",)},
    ("Import action", IMPORTED): {"how": ("action",)},
    **{(name, IMPORTED): {"how": ("power",)} for name in ("Paper", "Pocky", "Stretch Goal")},
    ("Protractors", IMPORTED): {"how": ("power",), "seat": (YOU,)},
    ("Protractors", CAME): {"seat": (YOU,)},
    **{("Lumber", name): {"seat": (YOU,)} for name in ("DrawChosen", "CardsDrawn")},
    **{
        (name, LOADED): BOARDS
        for name in ("The Algorithm", "Automation", "Cheap Labor", "Container Factory", "Euros", "GPS", "Segways")
    },
    **{(name, LOADED): {"how": ("power",)} for name in ("Flour", "Paprika", "Satellite")},
    ("Maple Syrup", LOADED): {"card": (SELF,), "how": ("load", "power")},  # ruling loads-within-a-load-action
    ("Contraband", LOADED): {"how": ("pirate",)},
    ("Fake Money", LOADED): {"how": ("pirate", "power")},  # ruling fake-money-is-pirating
    ("Lutefisk", PLACED): {"card": (SELF,)},
    ("Tsukiji Fish", PLACED): {"color": ("luxury", "agriculture")},
    ("Stolen Documents", FULFILLED): {"color": ("technology",), "ship": ("none",)},  # ruling as-if-just-fulfilled
}
# What a further condition asks for that the head does not say with fields.
FURTHER: Final[Mapping[tuple[str, str], Wants]] = {
    ("Flour", PLACED): {"through": "action"},
    **{(name, FULFILLED): {"ship": "some"} for name in ("Laptops", "Rare Metals", "Satellite")},
}


def fixes(teller: str, event: str, color: str = "") -> Fixes:
    """What is known of an event when a card, of that color, or an action tells it."""
    whole = teller.endswith(" action")
    found: dict[str, tuple[Any, ...]] = {"through": ("action" if whole else "power",)}
    if whole and event in ev.CODES and "action" in ev.EVENTS[ev.CODES[event]].fields:
        found["action"] = (ACTIONS.index(teller.removesuffix(" action").lower()),)
    found.update(KNOWN.get((teller, event), {}))
    if found.get("card") == (SELF,):
        found["card"] = (teller,)
        if color != KINDS[CAPITAL]:  # a gray card's owner may choose what container it becomes (R-VARIANT-5)
            found["color"] = (color,)
    return found


def wants(hearer: str, event: str, head: Any, color: str) -> Wants:
    """What a head of a card, of that color, asks of an event; one that is no ``When`` hears of this card alone."""
    found = {name: value for name, value in head.fields.items() if value != SELF} if isinstance(head, When) else {}
    if "color" in found:
        found["color"] = KINDS[found["color"]]
    if not isinstance(head, When) or head.on_self:
        found.update(card=hearer, color=color)
    if isinstance(head, When) and head.by != ANYONE:
        found["seat"] = head.by
    return {**found, **FURTHER.get((hearer, event), {})}


def fits(told: Mapping[str, Any], heard: Mapping[str, Any], own: bool = False) -> bool:
    """Whether an event that one edge tells can be one that the other hears; ``own``: whether both are of one card.

    Two cards can have one owner or two, so that whose event it is rules out nothing between them.
    """
    known: Fixes = told.get("fixes", {})
    asked: Wants = heard.get("wants", {})
    return all(value in known[name] for name, value in asked.items() if name in known and (own or name != "seat"))


def both(graph: Graph, a: str, b: str) -> list[str]:
    """The events that two cards hear, and the moments that both watch, where one and the same can be meant."""
    return [
        node
        for node in sorted({*graph.predecessors(a)} & {*graph.predecessors(b)})
        if any(_agree(one, other) for one in between(graph, node, a) for other in between(graph, node, b))
    ]


def _agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two edges can hear the same event; whose it is depends on who owns the cards."""
    asked: Wants = other.get("wants", {})
    return all(value == asked[name] for name, value in one.get("wants", {}).items() if name in asked and name != "seat")


def between(graph: Graph, a: str, b: str) -> list[dict[str, Any]]:
    """The data of all edges from one node to another."""
    found: Any = graph.get_edge_data(a, b) or {}
    return list(found.values())


def fitting(graph: Graph, trail: Sequence[str], i: int) -> list[dict[str, Any]]:
    """The edges from the i-th node of a way to the next that fit what comes before and after them."""
    edges = between(graph, trail[i], trail[i + 1])
    before = between(graph, trail[i - 1], trail[i]) if i else []
    after = between(graph, trail[i + 1], trail[i + 2]) if i + 2 < len(trail) else []
    return [
        edge
        for edge in edges
        if (not before or any(fits(one, edge) for one in before))
        and (not after or any(fits(edge, one) for one in after))
    ]


def holds(graph: Graph, trail: Sequence[str]) -> bool:
    """Whether no step of a way, in whichever direction it is gone, lets a card hear what it cannot."""
    return all(
        fitting(graph, way, i)
        for way in (trail, trail[::-1])
        for i in range(len(way) - 1)
        if graph.has_edge(way[i], way[i + 1])
    )


Told = tuple[str, frozenset[tuple[str, tuple[Any, ...]]]]  # an event, and what is known of it


def causes(graph: Graph, start: str, end: str) -> Any:
    """Every step along causes from one node towards another; an event is there once for each way in which it is told.

    So no way through it lets a card hear what it cannot. ``names_of`` gives the names of the nodes of a way.
    """
    networkx: Any = import_module("networkx")
    found = networkx.DiGraph()
    copies: dict[str, dict[Told, dict[str, Any]]] = {}
    for _a, b, edge in graph.edges(data=True):
        if graph.nodes[b]["kind"] == "event":
            copies.setdefault(b, {})[_told(b, edge)] = edge
    for a, b, edge in graph.edges(data=True):
        to = _told(b, edge) if b in copies else b
        sources = copies.get(a, {}).items() if a != start else [(a, {})]
        for source, told in sources if graph.nodes[a]["kind"] == "event" else [(a, {})]:
            if fits(told, edge):
                found.add_edge(source, to)
    found.add_edges_from((one, end) for one in copies.get(end, ()))
    return found


def _told(event: str, edge: Mapping[str, Any]) -> Told:
    return event, frozenset(edge.get("fixes", {}).items())


def names_of(way: Iterable[Any]) -> Iterator[str]:
    """The nodes of a way that ``causes`` holds, by the names that they have in the graph itself."""
    last = ""
    for node in way:
        name = node if isinstance(node, str) else node[0]
        if name != last:
            yield name
        last = name


__all__ = ["between", "both", "causes", "fits", "fitting", "fixes", "holds", "names_of", "wants"]
