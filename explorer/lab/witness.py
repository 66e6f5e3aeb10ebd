"""What really happens against what the power graph shows: edges seen in play, edges never seen, and anything else.

    python -m explorer.lab.witness tests/scenarios       which file shows which edge, and what the graph lacks

An edge is seen when a power tells an event, tells something because of an event,
or changes the answer to a question.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from explorer.graph import action_node, listens, power_graph, told_by
from explorer.lab.answering import answers_watched
from explorer.language import events as ev
from explorer.language.abilities import (
    POWERS,
    Answers,
    AnyTime,
    AtScoring,
    BeforeScoring,
    Whenever,
    WinsWhen,
)
from explorer.scenario import Scenario, ScenarioFailure
from explorer.terms import ACTIONS

Edge = tuple[str, str, str]  # where it begins, where it ends, its kind

# Events that any power may tell in passing: that it could not act, or what its acting rests on.
ALWAYS: Final = frozenset(
    {
        ev.RulingApplied, ev.PowerResolves, ev.PowerFails, ev.PowerLapsed, ev.PowerMissing, ev.PaymentFailed,
        ev.DeckReshuffled, ev.ActionLapsed, ev.Edited, ev.EffectEnded, ev.Scored, ev.GameOver, ev.GameWon,
        ev.GameEnding,
    }
)  # fmt: skip


def declared(power: str) -> dict[str, set[str]]:
    """What a power may tell, and what its whole actions may tell besides."""
    abilities = (*POWERS[power].abilities, *POWERS[power].effects)
    bodies = [one.body for one in abilities if one.body is not None]
    told = {code for one in abilities if isinstance(one, Answers) for code in one.tells}
    return {
        "emits": {ev.EVENTS[code].name for code in told.union(*(body.emits for body in bodies))},
        "performs": {name for body in bodies for action in body.performs for name in told_by(ACTIONS[action])},
    }


def _brought(event: tuple[Any, ...], told: set[str]) -> bool:
    """Whether the rules tell it along with an event that the power may tell."""
    return any(
        event[ev.CODE] == other and event[ev.CLAUSE] == clause and ev.EVENTS[first].name in told
        for first, other, clause in ev.BRINGS
    )


def seen_in(events: list[tuple[Any, ...]], power_names: Sequence[str | None]) -> tuple[dict[Edge, int], set[Edge]]:
    """The edges that a log shows, each with the number of the event that shows it, and what the graph lacks."""
    found: dict[Edge, int] = {}
    lacking: set[Edge] = set()
    codes = {event[ev.NUMBER]: event for event in events}
    cited = {one.citation: name for name, one in POWERS.items()}
    for event in events:
        power = event[ev.BY]
        if event[ev.CODE] == ev.GameWon and event[ev.FIELDS] >= 0:
            power = power_names[event[ev.FIELDS]]
            found.update({edge: event[ev.NUMBER] for edge in _heard(power, None)} if power in POWERS else {})
            if power != event[ev.BY]:  # won by what the table shows; no power is at work
                continue
        name = ev.EVENTS[event[ev.CODE]].name
        teller = cited.get(event[ev.CLAUSE], power)  # within one power another may have its say, such as Yerba Mate
        may = declared(teller) if teller in POWERS else {"emits": set(), "performs": set()}
        if name in may["emits"]:
            found.setdefault((str(teller), name, "emits"), event[ev.NUMBER])
        if power not in POWERS:
            continue
        if (
            name not in may["emits"] | may["performs"]
            and event[ev.CODE] not in ALWAYS
            and event[ev.CLAUSE][:7] != "ruling "
            and not _brought(event, may["emits"] | may["performs"])
        ):
            lacking.add((str(teller), name, "emits"))
        if event[ev.CODE] in (ev.ActionPlayed, ev.ActionDone):
            for action in (one for body in _bodies(power) for one in body.performs):
                if action == event[ev.FIELDS]:
                    found.setdefault((power, action_node(ACTIONS[action]), "performs"), event[ev.NUMBER])
        cause = codes.get(event[ev.CAUSE])
        while cause is not None and cause[ev.CODE] == ev.PowerResolves:
            cause = codes.get(cause[ev.CAUSE])
        for edge in _heard(power, cause):
            if event[ev.CODE] != ev.RulingApplied or edge[2] == "watches":  # all that Prefab Home says in its own name
                found.setdefault(edge, event[ev.NUMBER])
    return found, lacking


def _bodies(power: str) -> list[Any]:
    return [one.body for one in (*POWERS[power].abilities, *POWERS[power].effects) if one.body is not None]


def _heard(power: str, cause: tuple[Any, ...] | None) -> Iterator[Edge]:
    for ability in (*POWERS[power].abilities, *POWERS[power].effects):
        for source, _condition in listens(ability):
            if isinstance(ability, (Whenever, WinsWhen, AnyTime, AtScoring, BeforeScoring)):
                yield source, power, "watches"
            elif cause is not None and ev.EVENTS[cause[ev.CODE]].name == source:
                yield source, power, "hears"


def answers_noted(found: set[Edge]) -> AbstractContextManager[None]:
    """Note every power that changes the answer to a question, for as long as this lasts."""
    return answers_watched(lambda ability, _s, _entry: found.add((ability.power, ability.question, "answers")))


def all_edges() -> dict[Edge, str]:
    """Every edge of the graph that concerns a power, with the id of the ability it is from."""
    graph = power_graph()
    kinds = {"hears", "watches", "emits", "answers", "performs"}
    return {(a, b, data["kind"]): key for a, b, key, data in graph.edges(keys=True, data=True) if data["kind"] in kinds}


def witnesses(folder: Path) -> tuple[dict[Edge, tuple[str, int]], set[tuple[str, Edge]]]:
    """For each edge the first scenario that shows it and the event's number; and what the graph lacks, by file."""
    found: dict[Edge, tuple[str, int]] = {}
    lacking: set[tuple[str, Edge]] = set()
    for path in sorted(folder.rglob("*.yaml")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        answered: set[Edge] = set()
        try:
            with answers_noted(answered):
                game = Scenario.load(path).play()
        except (ScenarioFailure, ValueError):  # one that does not hold shows nothing
            continue
        seen, missing = seen_in(game.log.events(), game.catalogue.power)
        for edge, number in seen.items():
            found.setdefault(edge, (name, number))
        for edge in answered:
            found.setdefault(edge, (name, 0))
        lacking |= {(name, edge) for edge in missing}
    return found, lacking


def main(arguments: list[str]) -> int:
    """Print which edges the scenarios of a folder show, which they do not, and what the graph lacks."""
    reader = argparse.ArgumentParser(prog="python -m explorer.lab.witness")
    reader.add_argument("folder", type=Path)
    folder = reader.parse_args(arguments).folder
    found, lacking = witnesses(folder)
    edges = all_edges()
    for edge in sorted(edges.keys() - found.keys()):
        print("no witness:", *edge)
    for name, edge in sorted(lacking):
        print("the graph lacks:", *edge, "in", name)
    print(f"{len(edges.keys() & found.keys())} of {len(edges)} edges have a witness")
    return int(bool(lacking))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))


__all__ = ["all_edges", "answers_noted", "seen_in", "witnesses"]
