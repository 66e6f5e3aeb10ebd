"""Only the cards of the power graph: who sets off whom, directly or by a third, and who forbids another what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, Final

from explorer.graph import WHOSE, action_node
from explorer.graphlinks import fits
from explorer.language.abilities import YOU
from explorer.texts import text

Graph = Any  # a networkx MultiDiGraph[str]
Pairs = dict[tuple[str, str], list[str]]  # of cards, with what lies between
SETS_OFF: Final = "sets off"
AT_TWO: Final = "at two removes"
SAME: Final = "same question"
FORBIDS: Final = "forbids"


def card_graph(graph: Graph) -> Graph:
    """Only the cards of a graph: who sets off whom by an event, and who answers the same question, by way of what."""
    networkx: Any = import_module("networkx")
    found = networkx.MultiDiGraph()
    cards = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "card"]
    found.add_nodes_from(cards)
    own = text("graph.this-card")
    hearers: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for event, card, edge in graph.edges(data=True):
        if edge["kind"] == "hears" and not edge["condition"].startswith(own):
            hearers.setdefault(event, []).append((card, edge))
    for card, _data in cards:
        tells = _tells(graph, card)
        _joined(found, card, SETS_OFF, (
            (event, other)
            for event, told_by in tells.items()
            for other, heard in hearers.get(event, ())
            if any(fits(edge, heard, own=card == other) for edge in told_by)
        ))  # fmt: skip
        asked = [q for _c, q, edge in graph.out_edges(card, data=True) if edge["kind"] == "answers"]
        _joined(found, card, SAME, ((q, o) for q in dict.fromkeys(asked) for o in _answerers(graph, q)))
        for _card, other, edge in graph.out_edges(card, data=True):
            if edge["kind"] == SETS_OFF and not found.has_edge(card, other):
                found.add_edge(card, other, key=SETS_OFF, **edge)
    return found


def _joined(found: Graph, card: str, kind: str, pairs: Iterable[tuple[str, str]]) -> None:
    via: dict[str, dict[str, None]] = {}
    for way, other in pairs:
        if kind != SAME or other != card:
            via.setdefault(other, {})[way] = None
    for other, ways in via.items():
        found.add_edge(card, other, key=kind, kind=kind, via=list(ways), condition="", under="")


def _answerers(graph: Graph, question: str) -> Iterator[str]:
    return (card for card, _q, edge in graph.in_edges(question, data=True) if edge["kind"] == "answers")


def told(graph: Graph, card: str) -> list[str]:
    """The events that a card tells, itself, by whole actions, or because one event brings another."""
    return list(_tells(graph, card))


def _tells(graph: Graph, card: str) -> dict[str, list[dict[str, Any]]]:
    """The events that a card tells, each with the edges by which it does."""
    found: dict[str, list[dict[str, Any]]] = {}
    todo = [(to, edge) for _c, to, edge in graph.out_edges(card, data=True) if edge["kind"] in ("emits", "performs")]
    while todo:
        node, edge = todo.pop(0)
        if node not in found:
            todo += [(to, e) for _n, to, e in graph.out_edges(node, data=True) if e["kind"] in ("tells", "brings")]
        found.setdefault(node, []).append(edge)
    return {node: edges for node, edges in found.items() if graph.nodes[node]["kind"] == "event"}


def bearings(graph: Graph, all_of_it: Graph) -> dict[tuple[str, str], dict[str, list[str]]]:
    """For pairs of cards how they bear on each other, and by way of what.

    Parameters: ``graph``, the cards, such as ``card_graph`` gives them; ``all_of_it``, the graph that they are from.
    """
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for a, b, edge in graph.edges(data=True):
        found.setdefault((a, b), {})[edge["kind"]] = edge["via"]
    for kind, pairs in ((AT_TWO, at_two_removes(graph)), (FORBIDS, forbidden(all_of_it))):
        for (a, b), via in pairs.items():
            if a in graph and b in graph:
                found.setdefault((a, b), {})[kind] = via
    return found


def at_two_removes(graph: Graph) -> Pairs:
    """Cards that set off another by way of a third, and not without it."""
    next_to: dict[str, dict[str, None]] = {card: {} for card in graph}
    for a, b, edge in graph.edges(data=True):
        if edge["kind"] == SETS_OFF and a != b:
            next_to[a][b] = None
    found: Pairs = {}
    for a, between in next_to.items():
        for b in between:
            for c in next_to[b]:
                if c != a and c not in between:
                    found.setdefault((a, c), []).append(b)
    return found


def forbidden(graph: Graph) -> Pairs:
    """Cards whose answer can take away what another lives on, by way of the question and the action it is asked for.

    These are the cards that answer the same question otherwise; and, where the answer holds for other players too,
    those that bear on the action: they perform it, answer what its rules ask, or hear or tell what it alone tells.
    """
    found: Pairs = {}
    for card, question, edge in graph.edges(data=True):
        if not edge.get("narrows"):
            continue
        victims = {other: [question] for other in _answerers(graph, question)}
        if edge["condition"] != WHOSE[YOU]:
            for action in (*edge.get("bars", ()), *_asked_for(graph, question)):
                for other in sorted(_living_on(graph, action)):
                    victims.setdefault(other, [question, action])
        found.update({(card, other): via for other, via in victims.items() if other != card})
    return found


def _asked_for(graph: Graph, question: str) -> Iterator[str]:
    """The actions whose rules ask a question: a clause names its action, as R-PIRATE-1 does."""
    for clause in graph.successors(question):
        action = action_node(clause.split("-")[1]) if clause.startswith("R-") else ""
        if action in graph:
            yield action


def _living_on(graph: Graph, action: str) -> set[str]:
    told_alone = [event for event in graph.successors(action) if _tellers(graph, event) == {action}]
    questions = [node for node, data in graph.nodes(data=True) if data["kind"] == "question"]
    asked = [node for node in questions if action in _asked_for(graph, node)]
    around = {card for event in told_alone for card in (*graph.predecessors(event), *graph.successors(event))}
    around |= set(graph.predecessors(action))
    for question in asked:
        around |= {card for card, _q, edge in graph.in_edges(question, data=True) if not edge.get("narrows")}
    return {node for node in around if graph.nodes[node]["kind"] == "card"}


def _tellers(graph: Graph, event: str) -> set[str]:
    return {node for node in graph.predecessors(event) if graph.nodes[node]["kind"] == "action"}


__all__ = ["AT_TWO", "FORBIDS", "SAME", "SETS_OFF", "at_two_removes", "bearings", "card_graph", "forbidden", "told"]
