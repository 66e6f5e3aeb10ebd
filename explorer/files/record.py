"""A line of play as data: every choice with whose it was, and what is on the table, as a scenario says it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.files.tree import flow, written_word
from explorer.language.stepper import again
from explorer.state import JOINED, PLACES, State, plain, seat_name, ship_name
from explorer.terms import FIVE_KINDS, KINDS

if TYPE_CHECKING:
    from explorer.game import Game, Node

RUN_LIMIT: Final = 2000  # forced decisions in a row
AREAS: Final = ("hand", "crew", "goods", "fulfilled")


class Step(NamedTuple):
    """One step of a line: its word as in a game's tree, what, and of a choice who was asked what kind of thing.

    ``forced`` marks the only option of a decision that a game does not stop at.
    """

    word: str
    what: Any
    seat: str = ""
    kind: str = ""
    forced: bool = False


# A line of play


def stops(s: State) -> bool:
    """Whether a game that takes single options by itself would stop at this decision."""
    if s.over or len(s.options or ()) != 1:
        return True
    usual = s.copy()
    usual.ask_forced = False
    again(usual)
    return not usual.over and (usual.asking, usual.options) == (s.asking, s.options) and _stack(usual) == _stack(s)


def _stack(s: State) -> Any:
    return plain(s)["stack"]


def settle(game: Game) -> list[Step]:
    """Take what a game that does not ask everything would take by itself; returns it."""
    taken: list[Step] = []
    while len(taken) < RUN_LIMIT and not stops(game.state):
        taken.append(asked(game, "choose", game.options[0].key)._replace(forced=True))
        game.choose(1)
    return taken


def asked(game: Game, word: str, what: Any) -> Step:
    """A step at this decision of a game."""
    decision = game.decision
    return Step(word, what, decision.player, decision.kind) if decision is not None else Step(word, what)


def take(game: Game, step: Step) -> None:
    """Make a step; raises ValueError when it does not fit."""
    if step.word == "edit":
        game.edit(*step.what)
    else:
        game.choose(step.what)


def line_of(game: Game, since: Node | None = None) -> list[Node]:
    """The moments from one to where the game stands; from the start where none is named.

    Raises:
        ValueError: the moment does not lie on this line.
    """
    from explorer.texts import shown, text

    nodes = game.line
    if since is None:
        return nodes
    if since not in nodes:
        raise ValueError(text("error.no-moment", what=shown(since)))
    return nodes[nodes.index(since) :]


def told(nodes: list[Node]) -> tuple[Game, list[Step]]:
    """Play a line again with every decision asked; returns that game, and each step."""
    from explorer.game import Game

    game = Game(nodes[0].state, ask_forced=True)
    steps: list[Step] = []
    for before, node in pairwise(nodes):
        assert node.step is not None
        step = asked(game, *node.step)
        if step.word == "choose":
            step = step._replace(forced=not stops(game.state))
        take(game, step)
        steps.append(step)
        if not before.state.ask_forced:
            steps += settle(game)
    return game, steps


def step_lines(steps: list[Step]) -> Iterator[str]:
    """Write steps as a scenario has them. What is forced is left out where the next step cannot be taken for it."""
    for at, step in enumerate(steps):
        if step.forced and not _needed(step, steps[at + 1 :]):
            continue
        if step.word == "edit":
            yield f"- edit: {flow([list(op) for op in step.what])}"
            continue
        word = "chance" if step.seat == "chance" and step.word == "choose" else step.word
        yield f"- asks: {step.seat} {step.kind}"
        yield f"  {word}: {written_word(step.what)}"


def _needed(step: Step, later: list[Step]) -> bool:
    """Whether a forced step must be said: nothing follows that could wait for it, or what follows fits here too."""
    following = next((one for one in later if not one.forced), None)
    if following is None or following.word == "edit":
        return True
    return (following.seat, following.kind) == (step.seat, step.kind)


# What is on the table


def facts(game: Game) -> dict[tuple[str, str], Any]:
    """What lies where and how things stand, by whose it is ("" for the table) and what: numbers, words, lists."""
    s = game.state
    found: dict[tuple[str, str], Any] = {}
    for seat, player in enumerate(s.players):
        name = seat_name(s, seat)
        found[name, "credits"] = player.credits
        for area in AREAS:
            found[name, area] = _cards(s, getattr(player, area))
        if s.lines:
            found[name, "scored"] = sum(line[1] for line in s.lines if line[0] == seat)
    for number, ship in enumerate(s.ships):
        name = ship_name(s, number)
        found[name, "at"] = PLACES[ship.at]
        if ship.at != JOINED:
            found[name, "contracts"], found[name, "containers"] = _cards(s, ship.contracts), _cards(s, ship.cargo)
    found["", "island"] = _cards(s, s.island)
    found["", "deck"] = len(s.deck)
    found["", "discard"] = [s.cat.key[card] for card in reversed(s.discard)]
    for kind in FIVE_KINDS if s.market else ():
        found["market", KINDS[kind]] = s.market[kind]
    found["", "leader"], found["", "turn"] = seat_name(s, s.leader), s.turn
    if s.over:
        found["", "over"], found["", "winners"] = True, list(game.winners)
    else:
        decision = game.decision
        found["", "asks"] = f"{decision.player} {decision.kind}" if decision is not None else "nobody"
    return found


def _cards(s: State, cards: list[int]) -> list[str]:
    return sorted(s.cat.key[card] for card in cards)


def expect_lines(wanted: dict[tuple[str, str], Any]) -> Iterator[str]:
    """Write what must be true as a scenario has it."""
    owners: dict[str, dict[str, Any]] = {}
    for (owner, what), value in wanted.items():
        owners.setdefault(owner, {})[what] = value
    for what, value in owners.pop("", {}).items():
        yield f"  {what}: {flow(value)}"
    for owner, values in owners.items():
        yield f"  {owner}: {flow(values)}"
