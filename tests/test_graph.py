"""The power graph: what it shows is what the powers declare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import explorer as ex
from explorer.graph import action_node, told_by
from explorer.graphview import told
from explorer.language import events as ev
from explorer.language.abilities import POWERS

SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.fixture(scope="module")
def graph() -> nx.MultiDiGraph[str]:
    return ex.power_graph()


def kinds(graph: nx.MultiDiGraph[str], a: str, b: str) -> set[str]:
    found: Any = graph.get_edge_data(a, b, default={})
    return {edge["kind"] for edge in found.values()}


def test_every_contract_is_a_node(graph: nx.MultiDiGraph[str]) -> None:
    cards = {name: data for name, data in graph.nodes(data=True) if data["kind"] == "card"}
    assert len(cards) == 180
    assert {name for name, data in cards.items() if data["built"]} == POWERS.keys() & cards.keys()
    assert all(data["summary"] and data["line"] for data in cards.values())


def test_pistols(graph: nx.MultiDiGraph[str]) -> None:
    edges: Any = graph.get_edge_data("ContractFulfilled", "Pistols")
    (edge,) = edges.values()
    assert edge["kind"] == "hears" and edge["condition"] == "others', illegal"
    assert kinds(graph, "Pistols", "CreditsPaid") == {"emits"}


def test_a_question_and_who_answers_it(graph: nx.MultiDiGraph[str]) -> None:
    assert kinds(graph, "Big Cats", "fills") == {"answers"}
    assert "R-LOAD-3" in graph["fills"]


def test_whole_actions_stand_for_what_they_set_off(graph: nx.MultiDiGraph[str]) -> None:
    assert kinds(graph, "Platinum Rings", action_node("pirate")) == {"performs"}
    assert not kinds(graph, "Platinum Rings", "ContainerPirated")
    assert kinds(graph, action_node("pirate"), "ContainerPirated") == {"tells"}
    assert {"ContainerLoaded", "ActionDone"} <= set(told_by("load"))


def test_every_edge_has_a_kind_and_ends_that_are_known(graph: nx.MultiDiGraph[str]) -> None:
    ends = {
        "hears": ("event", "card"), "watches": ("moment", "card"), "emits": ("card", "event"),
        "answers": ("card", "question"), "performs": ("card", "action"), "tells": ("action", "event"),
        "asked by": ("question", "clause"), "brings": ("event", "event"),
    }  # fmt: skip
    for a, b, edge in graph.edges(data=True):
        assert (graph.nodes[a]["kind"], graph.nodes[b]["kind"]) == ends[edge["kind"]], (a, b, edge)


@pytest.mark.parametrize(
    "name", ["flag/every-loading-costs", "backpacks/two-copies-need-no-order"], ids=["pirated bare", "imported"]
)
def test_what_the_rules_do_at_once_is_seen_in_play(name: str) -> None:
    found = ex.Scenario.load(SCENARIOS / f"{name}.yaml")
    found.expect = None
    events = found.play().log.events()
    known = {event[ev.NUMBER]: event for event in events}
    pairs = {(known[e[ev.CAUSE]][ev.CODE], e[ev.CODE], e[ev.CLAUSE]) for e in events if e[ev.CAUSE] in known}
    assert pairs & set(ev.LEADS)


def test_a_card_that_takes_containers_may_bring_ships_home(graph: nx.MultiDiGraph[str]) -> None:
    assert "ShipReturned" in told(graph, "Contraband")
