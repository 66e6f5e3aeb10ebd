"""Damaged files: whatever happens to a text, reading it ends soon, with success or with a clean error."""

# ruff: noqa: E501 - a case reads best on a line of its own

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import explorer as ex
from explorer.game import Game
from explorer.position import Position, PositionError, check
from explorer.save import SaveError, load, write
from explorer.scenario import Scenario, ScenarioFailure

EXAMPLES = sorted((Path(__file__).parent / "scenarios" / "examples").rglob("*.yaml"))
ROUNDS = 150
SECONDS = 10.0

HAND_WRITTEN = """\
title: Everything
sets: [base]
seed: 3
cards: {Bird Feed: {color: luxury, action: load, needs: [luxury 2], tier: 1}, Own: {power: Foxes}}
rulings: {bid-steps: any-whole-number}
powers: [Foxes]
leader: yellow
turn: {number: 2, led: supply, played: {yellow: [technology/supply]}, declared: {yellow: 2, black: 0, green: 1}, performing: yellow, done: 1}
once: {yellow: [sold]}
extra: [green]
effects: [{power: Surströmming, owner: green, until: turn of green}]
copied: [{card: Wind Turbines, power: Foxes}]
players:
- {harbor: green, credits: 4, hand: [Bird Feed, 2 filler], goods: [luxury], fulfilled: [Wind Turbines, card]}
- {harbor: yellow, name: Ann, crew: [illegal/supply], ships: [{at: harbor, contracts: [luxury needs luxury 2]}, {at: sea, containers: [luxury, x/-]}]}
- {harbor: black, fulfilled: 2}
island: [consumer/load, technology]
deck: [Dragon Fruit, 30 filler]
discard: [x/load]
"""

WORDS = [
    "green", "blue", "sea", "harbor", "-1", "0", "1", "2", "7", "99", "100000", "99999999999999999999999999", "true", "null", "~",
    "''", "[]", "{}", "[[]]", "{a: b}", "*a", "&a x", "!!int 1", "?", "-", "- ", ": ", "\n", "  ", "\t", "#", '"', "'", "|", ">", "%",
    "@", "`", "\0", "\x07", "\ufeff", "\ud800", "é", "🚢", "Foxes", "card", "filler", "300 filler", "technology/load tier 9 needs luxury 9",
    "joined: true", "at: sailing", "moment: {}", "phase: scoring", "scoring", "import", "barter", "1e9", "0x10", ".nan", "<<",
]  # fmt: skip


def mutated(text: str, r: random.Random) -> str:
    """A text with a few things done to it."""
    for _ in range(r.choice((1, 1, 1, 2, 4))):
        at = r.randrange(len(text) + 1)
        kind = r.randrange(8)
        if kind == 0:
            text = text[:at] + r.choice(WORDS) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + r.randrange(1, 12) :]
        elif kind == 2:
            text = text[:at]
        elif kind == 3:
            text = _lines(text, r)
        else:
            text = _word(text, r)
        text = text or " "
    return text


def _lines(text: str, r: random.Random) -> str:
    lines = text.split("\n")
    a, b = r.randrange(len(lines)), r.randrange(len(lines))
    kind = r.randrange(3)
    if kind == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif kind == 1:
        lines.insert(a, lines[b])
    else:
        del lines[a]
    return "\n".join(lines)


def _word(text: str, r: random.Random) -> str:
    """Replace one word or number by another: the text stays well-formed and means something else."""
    import re

    spans = [found.span() for found in re.finditer(r"-?[A-Za-z0-9]+", text)]
    if not spans:
        return text
    start, end = r.choice(spans)
    other_start, other_end = r.choice(spans)
    new = r.choice(WORDS) if r.random() < 0.5 else text[other_start:other_end]
    return text[:start] + new + text[end:]


def moments() -> list[str]:
    """Written-out moments of a game."""
    game = ex.new_game(players=3, seed=11)
    r = random.Random(11)
    found = []
    for _ in range(4):
        for _ in range(r.randrange(5, 25)):
            game.choose(r.choice(game.options))
        found.append(game.position.text())
    return found


def run(seed: int, texts: list[str], read: Callable[[str], object], clean: tuple[type[Exception], ...]) -> None:
    r = random.Random(seed)
    for number in range(ROUNDS):
        text = mutated(r.choice(texts), r)
        begun = time.perf_counter()
        try:
            read(text)
        except clean as error:
            assert str(error)
        except Exception as error:  # the text is what one wants to see
            raise AssertionError(f"{type(error).__name__} in round {number}: {text!r}") from error
        assert time.perf_counter() - begun < SECONDS, text


def read_position(text: str) -> None:
    problems = check(text)
    assert all(problem.text and problem.place for problem in problems)
    state = Position.load(text).state()
    assert not [problem for problem in problems if problem.severity == "error"]
    Position.load(Position.of(state).text()).state()


def read_scenario(text: str) -> None:
    Scenario.load(text).play()


@pytest.mark.parametrize("seed", range(2))
def test_hand_written_positions(seed: int) -> None:
    assert check(HAND_WRITTEN) == []
    run(seed, [HAND_WRITTEN], read_position, (PositionError,))


@pytest.mark.parametrize("seed", range(2))
def test_moments(seed: int) -> None:
    run(seed, moments(), read_position, (PositionError,))


def test_scenarios() -> None:
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES]
    run(5, texts, read_scenario, (PositionError, ScenarioFailure))


def test_saves() -> None:
    game = ex.new_game(players=2, seed=2)
    r = random.Random(2)
    for _ in range(6):
        game.choose(r.choice(game.options))
    game.undo(2).edit(("credits", game.decision.player, 20))
    run(6, [write(game), write(Game(Position.load(HAND_WRITTEN)))], load, (SaveError,))
