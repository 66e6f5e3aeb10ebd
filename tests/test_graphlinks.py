"""No card of the power graph sets off another by an event that the other cannot hear; and what is played agrees."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer.asking import ask
from explorer.graph import action_node
from explorer.graphcards import at_two_removes, card_graph
from explorer.graphlinks import KNOWN, between, both, fits, holds
from explorer.graphview import InView
from explorer.language import events as ev
from explorer.language.abilities import POWERS, When
from explorer.scenario import Scenario
from explorer.terms import ACTIONS

FOLDER = Path(__file__).parent / "scenarios"
GRAPH: Any = ex.power_graph()
CARDS = card_graph(GRAPH)

# Powers that tell an event of which something is known, or hear one of which something is asked.
SAMPLE = (
    "automation", "cannabis", "contraband", "fake-money", "fixie-bikes", "flour", "glasses", "interactions", "nanobots",
    "paprika", "platinum-rings", "poison-bottles", "pocky", "protractors", "segways", "stolen-documents", "shotguns",
)  # fmt: skip


def links() -> set[tuple[str, str, str]]:
    """Every (card, event, card) by which one sets off the other."""
    edges = CARDS.edges(data=True)
    return {(a, event, b) for a, b, edge in edges if edge["kind"] == "sets off" for event in edge["via"]}


def heads(card: str, event: str) -> list[When]:
    own = (*POWERS[card].abilities, *POWERS[card].effects)
    return [one for one in own if isinstance(one, When) and ev.EVENTS[one.event].name == event]


def performed(card: str) -> set[int]:
    own = (*POWERS[card].abilities, *POWERS[card].effects)
    return {action for one in own if one.body is not None for action in one.body.performs}


@pytest.mark.parametrize(
    ("a", "event", "b"),
    [
        ("Nanobots", "ActionDone", "Contraband"),  # only loads
        ("Nanobots", "ActionStarting", "Poison Bottles"),
        ("Nanobots", "ActionStarting", "Shotguns"),
        ("Glasses", "ActionDone", "Contraband"),  # only imports
        ("Contraband", "ContainerLoaded", "Fixie Bikes"),  # pirates, where a Load action is heard
        ("Satellite", "ContainerLoaded", "Fixie Bikes"),  # loads by its power
        ("Pocky", "ImportDone", "Cannabis"),  # imports by its power
        ("Lutefisk", "ContractPlaced", "Helicopter"),  # agriculture, where luxury is heard
        ("Segways", "ContainerLoaded", "Oat Milk"),
        ("Stolen Documents", "ContractFulfilled", "Pistols"),  # technology, where illegal is heard
        ("Lumber", "CardsDrawn", "Lumber"),  # its owner's own, where others' are heard
    ],
)
def test_what_cannot_be_heard_is_no_link(a: str, event: str, b: str) -> None:
    assert (a, event, b) not in links()


def test_what_can_be_heard_stays() -> None:
    assert {
        ("Platinum Rings", "ActionDone", "Contraband"),
        ("AR Glasses", "ActionStarting", "Poison Bottles"),
        ("Nanobots", "ContainerLoaded", "Fixie Bikes"),
        ("Glasses", "ImportDone", "Cannabis"),
        ("Contraband", "ContainerLoaded", "Oat Milk"),  # under the reading that counts every loading
        ("Lutefisk", "ContractPlaced", "Sugar"),
        ("Stolen Documents", "ContractFulfilled", "A Small Tank"),
    } <= links()


def test_no_pair_of_all_cards_contradicts() -> None:
    """Judged by the powers themselves: the action that is heard is one that the card performs."""
    for a, event, b in links():
        asked = [head.fields.get("action") for head in heads(b, event)]
        if asked and None not in asked:
            assert performed(a) & set(asked), (a, event, b)
        tellers = [
            edge
            for node in (a, *GRAPH.successors(a), *GRAPH.predecessors(event))
            for edge in between(GRAPH, node, event)
        ]
        assert any(fits(one, other, own=a == b) for one in tellers for other in between(GRAPH, event, b)), (a, event, b)


def test_two_removes_rest_on_links() -> None:
    found = at_two_removes(CARDS)
    joined = {(a, b) for a, _event, b in links()}
    assert all({(a, b), (b, c)} <= joined for (a, c), between_ in found.items() for b in between_)
    assert "Nanobots" not in found.get(("Backpacks", "Contraband"), ())


def test_no_path_goes_by_what_cannot_be_heard() -> None:
    view = InView(GRAPH)
    wrong = [
        (action_node(ACTIONS[action]), event, card)
        for action, (event, card) in product(
            range(len(ACTIONS) - 1), (("ActionDone", "Contraband"), ("ActionStarting", "Shotguns"))
        )
        if action != 4 and GRAPH.has_edge(action_node(ACTIONS[action]), event)
    ]
    assert len(wrong) == 9 and not any(holds(GRAPH, way) for way in wrong)
    for a, b in (("Backpacks", "Contraband"), ("Nanobots", "Shotguns"), ("Glasses", "Contraband"), ("Bamboo", "Flour")):
        view.path(a, b)
        assert all(holds(GRAPH, way) for way in view.ways), (a, b)
        assert not view.is_causal, (a, b)


def test_a_path_rests_on_the_reading_under_which_it_is_heard() -> None:
    view = InView(GRAPH).path("Contraband", "Oat Milk")
    assert view.trail == ("Contraband", "ContainerLoaded", "Oat Milk")
    assert view.readings() == {"oat-milk-loads": frozenset({"every-loading"})}
    assert InView(GRAPH).steps_between("Nanobots", "Contraband") == 0


def test_around_a_card_only_those_are_shown_that_hear_what_it_tells() -> None:
    assert "Fixie Bikes" not in InView(GRAPH, "Contraband").shown


def test_asked_about_two_cards_no_way_is_named_that_does_not_exist() -> None:
    said = ask("Nanobots", "Contraband", seconds=0.1)
    assert not [
        way
        for way in (*said.ways, *said.ways_back)
        if ("Nanobots", "Contraband") in zip(way.cards, way.cards[1:], strict=False)
    ]


def test_cards_that_wait_for_different_contracts_do_not_wait_for_one_event() -> None:
    assert both(GRAPH, "Mouthwash", "Paper") == ["ContractFulfilled"]
    assert both(GRAPH, "A Small Tank", "Pistols") == ["ContractFulfilled"]
    assert both(GRAPH, "Mouthwash", "Pistols") == []  # consumer and illegal
    assert both(GRAPH, "Pocky", "Flametorch") == []  # each waits for itself alone
    assert not ask("Mouthwash", "Pistols", seconds=0.1).shared


def played(folder: Path) -> list[tuple[str, list[tuple[Any, ...]]]]:
    found = []
    for path in sorted(folder.rglob("*.yaml")):
        scenario = Scenario.load(path)
        scenario.expect = None
        found.append((path.name, scenario.play().log.events()))
    return found


@pytest.mark.parametrize("folder", SAMPLE)
def test_what_is_played_agrees(folder: str) -> None:
    """What powers tell in play is what is known of it, and what powers answer there is a link of the graph."""
    known = {(teller, event): told["how"] for (teller, event), told in KNOWN.items() if "how" in told}
    joined = links()
    for name, events in played(FOLDER / folder):
        numbered = {event[ev.NUMBER]: event for event in events}
        for event in events:
            kind, teller = ev.EVENTS[event[ev.CODE]], event[ev.BY]
            if (teller, kind.name) in known:
                assert event[ev.FIELDS + kind.fields.index("how")] in known[teller, kind.name], (name, event)
            cause = numbered.get(event[ev.CAUSE])
            if cause is None or teller not in POWERS or cause[ev.BY] not in POWERS or cause[ev.BY] == teller:
                continue
            event_name = ev.EVENTS[cause[ev.CODE]].name
            if heads(teller, event_name) and not any(head.on_self for head in heads(teller, event_name)):
                if (cause[ev.BY], event_name) in {(a, e) for a, e, _b in joined}:
                    assert (cause[ev.BY], event_name, teller) in joined, (name, cause, event)
