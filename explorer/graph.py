"""The power graph: which card hears which event, sets off which, and answers which question; read off the powers.

Nodes are contracts, events, questions, actions, clauses and moments; each has a
``kind``.  Edges have one too: ``hears`` (event to card), ``watches`` (moment to
card), ``emits`` (card to event), ``answers`` (card to question), ``performs``
(card to action), ``tells`` (action to event), ``brings`` (event to event) and ``asked by`` (question to clause).
Which of those that tell an event can be heard by whom is judged by ``graphlinks``.
"""

from __future__ import annotations

import ast
import csv
import inspect
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from explorer import powers as _powers  # noqa: F401 - declares the powers
from explorer import rules as _rules  # noqa: F401 - declares the rules
from explorer.card import kebab
from explorer.catalogue import Catalogue, load_catalogue
from explorer.graphlinks import fixes, wants
from explorer.language import events as ev
from explorer.language import moves, ships
from explorer.language.abilities import (
    ANYONE,
    OTHERS,
    POWERS,
    SELF,
    YOU,
    Ability,
    Answers,
    AnyTime,
    AtScoring,
    BeforeScoring,
    Instead,
    OnFulfill,
    When,
    Whenever,
    WinsWhen,
)
from explorer.language.checks import PROMPTS, checks_of
from explorer.language.questions import ALL_ACTIONS, QUESTIONS
from explorer.terms import ACTIONS, CAPITAL, KINDS
from explorer.texts import has, text

if TYPE_CHECKING:
    from networkx import MultiDiGraph

ACTION_MODULES: Final = {
    "supply": ("supply", "perform"),
    "import": ("importing",),
    "contract": ("contract", "perform"),
    "load": ("load", "perform"),
    "pirate": ("pirate", "perform"),
    "barter": ("barter", "perform"),
}
WITNESSES: Final = Path(__file__).parent / "witnesses.csv"  # made by docs/make_powers.py
WHOSE: Final = {YOU: "yours", OTHERS: "others'", ANYONE: "anyone's"}


def power_graph(catalogue: Catalogue | None = None) -> MultiDiGraph[str]:
    """Build the graph of all powers, as a networkx ``MultiDiGraph`` whose edges are keyed by the ability they are from.

    Parameters: ``catalogue``, the cards to show; the printed ones if left out.

    Raises:
        ImportError: networkx is not installed.

    Example:
        >>> graph = power_graph()
        >>> graph.has_edge("ContractFulfilled", "Pistols"), graph.nodes["Pistols"]["kind"]
        (True, 'card')
    """
    networkx = import_module("networkx")
    graph: MultiDiGraph[str] = networkx.MultiDiGraph()
    for kind in ev.EVENTS:
        graph.add_node(kind.name, kind="event", fields=kind.fields)
    for code, brought, clause in (*ev.BRINGS, *ev.LEADS):
        graph.add_edge(ev.EVENTS[code].name, ev.EVENTS[brought].name, key=clause, kind="brings", condition=clause)
    for name, question in QUESTIONS.items():
        graph.add_node(name, kind="question", clause=question.clause, about=question.about)
    for name in ACTIONS[: CAPITAL + 1]:
        graph.add_node(action_node(name), kind="action")
        for event in told_by(name):
            graph.add_edge(action_node(name), event, key="rules", kind="tells", fixes=fixes(action_node(name), event))
    _ask(graph)
    for contract, attributes in _contracts(catalogue or load_catalogue()):
        graph.add_node(contract, kind="card", **attributes)
        power = POWERS.get(contract)
        for ability in (*power.abilities, *power.effects) if power is not None else ():
            for source, target, attached in _edges(contract, ability, attributes["color"]):
                if source not in graph or target not in graph:
                    graph.add_node(source if source not in graph else target, kind="moment")
                graph.add_edge(source, target, key=ability.id, **attached, **_shared(attributes))
    for (start, end, what), (scenario, number) in witnesses().items():
        between: Any = graph.get_edge_data(start, end, default={})
        for edge in between.values():
            if edge["kind"] == what:
                edge.update(witness=scenario, event=number)
    return graph


@lru_cache(maxsize=1)
def witnesses() -> dict[tuple[str, str, str], tuple[str, int]]:
    """For each edge (from, to, kind) a scenario in which it happens, and the event's number there (0: an answer)."""
    with WITNESSES.open(encoding="utf-8", newline="") as file:
        return {(r["from"], r["to"], r["kind"]): (r["scenario"], int(r["event"])) for r in csv.DictReader(file)}


def action_node(action: str) -> str:
    """Name the node of an action."""
    return f"{action.capitalize()} action"


def _contracts(cat: Catalogue) -> Iterator[tuple[str, dict[str, Any]]]:
    seen: set[str] = set()
    for card in cat.cards:
        for contract in card.contracts:
            if contract.name in seen:
                continue
            seen.add(contract.name)
            key = f"power.{kebab(contract.name)}"
            yield (
                contract.name,
                {
                    "set": card.set,
                    "color": KINDS[contract.color],
                    "timing": contract.timing,
                    "summary": text(key) if has(key) else "",
                    "line": contract.line,
                    "built": contract.name in POWERS,
                },
            )


def _shared(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name: attributes[name] for name in ("set", "color", "timing")}


def _edges(card: str, ability: Ability, color: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What one ability adds: where it listens, what it may set off, what it answers."""
    under = {"under": " ".join(ability.under) if ability.under else ""}
    for source, condition in listens(ability):
        asked = {"wants": wants(card, source, ability, color)} if source in ev.CODES else {}
        yield source, card, {"kind": "hears" if asked else "watches", "condition": condition, **asked, **under}
    if isinstance(ability, Answers):
        narrow = {"narrows": True, "bars": barred(ability)} if ability.narrows else {}
        yield card, ability.question, {"kind": "answers", "condition": WHOSE[ability.of], **narrow, **under}
    body = ability.body
    for code in ability.tells if isinstance(ability, Answers) else body.emits if body is not None else ():
        name = ev.EVENTS[code].name
        yield card, name, {"kind": "emits", "condition": "", "fixes": fixes(card, name, color), **under}
    if body is not None:
        for action in body.performs:
            yield card, action_node(ACTIONS[action]), {"kind": "performs", "condition": "", **under}


def barred(ability: Answers) -> list[str]:
    """The actions that an answer takes away from those that are allowed, found by asking it."""
    if ability.question != "allowed":
        return []
    left = ability.by(None, None, ALL_ACTIONS, None)
    return [action_node(name) for bit, name in enumerate(ACTIONS) if (ALL_ACTIONS & ~left) >> bit & 1]


def listens(ability: Ability) -> Iterator[tuple[str, str]]:
    """Name where an ability listens, each with its condition in words."""
    if isinstance(ability, When):
        yield ev.EVENTS[ability.event].name, condition_of(ability)
    elif isinstance(ability, (OnFulfill, Instead)):
        yield "ContractFulfilled", text("graph.this-card")
    elif isinstance(ability, (Whenever, WinsWhen)):
        yield ability.watches, ""
    elif isinstance(ability, AnyTime):
        yield text("graph.any-time", zone=ability.zone), ""
    elif isinstance(ability, (AtScoring, BeforeScoring)):
        yield text("graph.scoring"), ""


def condition_of(head: When) -> str:
    """Say in a few words whose event a head hears, and with which fields."""
    parts = [WHOSE[head.by]] if head.by != ANYONE else []
    for field, value in head.fields.items():
        if value == SELF:
            parts.append(text("graph.this-card"))
        elif field == "color":
            parts.append(KINDS[value])
        elif field == "action":
            parts.append(ACTIONS[value])
        else:
            parts.append(f"{field} {value}")
    if head.given is not None:
        parts.append(further(head.given))
    return ", ".join(parts)


def further(given: Any) -> str:
    """Say what a further condition looks for: the first line of its description, if it has one."""
    words = inspect.getdoc(given)
    return words.splitlines()[0].rstrip(".") if words else text("graph.further")


def _ask(graph: MultiDiGraph[str]) -> None:
    """Draw what each question is asked for: its own clause, and those of the checks that a power may lift so."""
    asked = {(name, question.clause) for name, question in QUESTIONS.items()}
    for prompt in PROMPTS.values():
        asked |= {(name, check.clause) for check in checks_of(prompt.moves) for name in check.asks.split()}
    for question, clause in sorted(asked):
        graph.add_node(clause, kind="clause")
        graph.add_edge(question, clause, key="rules", kind="asked by")


# What an action tells, read off the code of its rules


@lru_cache(maxsize=8)
def told_by(action: str) -> tuple[str, ...]:
    """Name the events that an action itself tells; what these set off in turn is not its own."""
    found: dict[str, None] = {}
    for name in ACTION_MODULES[action]:
        try:
            module = import_module(f"explorer.rules.{name}")
        except ModuleNotFoundError:
            continue
        found.update(dict.fromkeys(_events_in(module)))
    return tuple(sorted(found))


def _events_in(module: ModuleType) -> Iterable[str]:
    tree = ast.parse(inspect.getsource(module))
    of_moves = _events_of_moves()
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        assert isinstance(call.func, ast.Name)
        if call.func.id == "emit":
            yield from _named(call)
        else:
            yield from of_moves.get(call.func.id, ())


@lru_cache(maxsize=1)
def _events_of_moves() -> dict[str, tuple[str, ...]]:
    """Which events each move tells, itself or through other moves."""
    calls = {
        function.name: [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        for module in (moves, ships)
        for function in ast.parse(inspect.getsource(module)).body
        if isinstance(function, ast.FunctionDef)
    }
    found = {move: {name: None for call in made for name in _named(call)} for move, made in calls.items()}
    steps = {move: [call.func.id for call in made if isinstance(call.func, ast.Name)] for move, made in calls.items()}
    grown = True
    while grown:
        before = sum(map(len, found.values()))
        for move, called in steps.items():
            for other in called:
                found[move].update(found.get(other, {}))
        grown = sum(map(len, found.values())) > before
    return {move: tuple(names) for move, names in found.items()}


def _named(call: ast.Call) -> Iterator[str]:
    """The event that a call of ``emit`` names."""
    if isinstance(call.func, ast.Name) and call.func.id == "emit":
        for part in call.args:
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "ev":
                yield part.attr
