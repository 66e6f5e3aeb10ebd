"""Searches for a line of play: known lines, proofs that there is none, limits, and goals in words."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random
from time import monotonic

import pytest

import explorer as ex
from explorer.finding import Found, Progress, find
from explorer.game import Game
from explorer.goals import GoalError, read_goal
from explorer.lab.playouts import loaded
from explorer.state import plain

SCENARIOS = Path(__file__).parent / "scenarios"

# Red leads Pirate with one card. A crew member of the action makes it two; there are four containers at sea.
PIRATES = """
title: How often may Red pirate?
players:
- harbor: red
  hand: [illegal/pirate]
  crew: [x/pirate]
  ships: [{at: harbor}, {at: harbor}]
- harbor: green
  hand: []
  ships: [{at: sea, containers: [luxury, consumer]}, {at: sea, containers: [technology, agriculture]}]
island: []
"""


def position(words: str) -> Game:
    return Game(ex.Position.load(words))


def started(name: str) -> Game:
    return ex.Scenario.load(SCENARIOS / f"{name}.yaml").game()


# Lines


def test_the_example_of_the_front_page_finds_something_soon() -> None:
    readme = (SCENARIOS.parents[1] / "README.md").read_text(encoding="utf-8")
    goals = re.findall(r'ex\.find\(game, "(.+?)"\)', readme)
    assert goals
    game = ex.new_game(players=3, seed=7)
    game.choose(1)
    assert all(find(game, goal, seconds=5) for goal in goals)


def test_how_often_may_red_pirate() -> None:
    twice = find(ex.Position.load(PIRATES), "red pirates twice")
    assert twice and twice.shortest
    game = twice.game()
    assert [entry.name for entry in game.log].count("ContainerPirated") == 2
    assert game.line[0].state.asking == (0, "lead")
    three = find(ex.Position.load(PIRATES), "red pirates three times", seconds=20)
    assert not three and three.complete
    assert "No, not within this turn" in str(three)
    with pytest.raises(ValueError, match="no game to open"):
        three.game()


def test_a_line_opens_as_a_game_with_its_steps() -> None:
    found = find(started("pirate/completes-a-contract"), "green fulfills a contract", within=1)
    assert found.lines[0].keys == ["pirate/rubies/green 1"]
    assert found.game().credits["green"] == 16
    assert found.lines[0].steps[0].seat == "green"
    assert len(found.game().line) == 2


def test_what_holds_already_needs_no_choice() -> None:
    found = find(ex.new_game(players=2, seed=1), "the game ends", within=1)
    assert not found
    found = find(ex.new_game(players=2, seed=1), "somebody has at least 5 cards")
    assert found and found.lines[0].keys == []


def test_a_function_as_goal() -> None:
    def leader_has_drawn(game: Game) -> bool:
        return any(entry.name == "DrawChosen" for entry in game.log)

    found = find(ex.new_game(players=3, seed=2), leader_has_drawn, within=2)
    assert found.lines[0].keys == ["draw"]
    assert "leader_has_drawn" in str(found)


@pytest.mark.parametrize(("goal", "there_is"), [("Pistols fires twice", True), ("Pistols fires three times", False)])
def test_a_copy_fires_too(goal: str, there_is: bool) -> None:
    found = find(started("pistols/twice-with-a-copy"), goal, seconds=20)
    assert bool(found) is there_is
    assert found or found.complete


def test_two_owners_of_whom_one_gets_nothing() -> None:
    found = find(started("pistols/two-owners"), "Pistols fires", within=1)
    assert found
    assert not find(started("pistols/two-owners"), "Pistols fires twice", within=1)


@pytest.mark.parametrize(
    "goal",
    [
        "yellow loads an illegal container", "yellow fulfills 1 illegal contract", "ship yellow 1 sails",
        "green gains 2 credits and yellow fulfills a contract", "yellow has a contract", "yellow has no cards in hand",
        "green has exactly 14 credits", "somebody gains more than 3 credits", "green has Pistols fulfilled",
    ],
)  # fmt: skip
def test_goals_that_a_load_reaches(goal: str) -> None:
    found = find(started("pistols/twice-with-a-copy"), goal, within=2)
    assert found and len(found.lines[0]) <= 2


def test_wins_at_once() -> None:
    found = find(started("interactions/hentai-manga-good-wins-at-once"), "somebody wins at once", seconds=20)
    assert found
    assert found.game().over and found.game().winners


@pytest.mark.parametrize("seed", range(4))
def test_folding_loses_nothing(seed: int) -> None:
    game = played(seed)
    base = game.credits
    for amount in (1, 2, 4, 8):

        def gained(other: Game, amount: int = amount) -> bool:
            return any(credits >= base[seat] + amount for seat, credits in other.credits.items())

        folded = find(game, f"somebody gains {amount} credits", within=3, seconds=60)
        whole = find(game, gained, within=3, seconds=60)
        assert bool(folded) == bool(whole)
        assert folded or (folded.complete and whole.complete and folded.positions <= whole.positions)


def played(seed: int) -> Game:
    """A game of two in which some choices were made, where few are left."""
    rng = Random(seed)
    game = ex.new_game(players=2, seed=seed)
    while game.state.turn < 12 or len(game.options) > 6:
        game.choose(rng.choice(game.options))
    return game


# Limits


def test_the_time_is_kept_and_the_game_left_alone() -> None:
    game = Game(loaded(4, 3))
    before, node = plain(game.state), game.node
    seen: list[Progress] = []
    begun = monotonic()
    found = find(game, "somebody fulfills nine contracts", seconds=1.5, progress=seen.append)
    assert 1.4 < monotonic() - begun < 6  # how far it goes over depends on the machine
    assert not found and not found.complete and found.stopped == "time"
    assert "no proof" in str(found) and found.positions > 50
    assert plain(game.state) == before and game.node is node and not node.children
    assert seen and all(a.positions <= b.positions for a, b in pairwise(seen))


def test_a_hard_goal_is_answered_in_time_and_plainly() -> None:
    begun = monotonic()
    found = find(Game(loaded(4, 3)), "somebody wins at once", seconds=2)
    assert monotonic() - begun < 6
    assert (
        found.verdict
        == "Not found within this turn: somebody wins at once. The search did not get through, so this is no proof."
    )
    assert "The time was up: give it more seconds" in found.effort


def test_each_step_cites_the_clause_of_its_question() -> None:
    found = find(ex.new_game(players=2, seed=1), "somebody draws a card", within=1)
    assert found.lines[0].steps[0].clause == "R-TURN-1" and str(found.lines[0]).endswith("(draw) R-TURN-1")
    assert 'title="' in found._repr_html_() and "R-TURN-1" in found._repr_markdown_()


def test_so_many_choices() -> None:
    found = find(ex.new_game(players=2, seed=1), "somebody fulfills a contract", within=2)
    assert found.complete and found.depth == 2
    same = find(ex.new_game(players=2, seed=1), "somebody fulfills a contract", within=2)
    assert (same.positions, same.depth) == (found.positions, found.depth)


@pytest.mark.parametrize("within", [0, -1, "game", None, True, 1.5])
def test_wrong_limits(within: object) -> None:
    with pytest.raises(ValueError, match="within"):
        find(ex.new_game(players=2, seed=1), "the game ends", within=within)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "10", None])
def test_wrong_times(seconds: object) -> None:
    with pytest.raises(ValueError, match="seconds"):
        find(ex.new_game(players=2, seed=1), "the game ends", seconds=seconds)  # type: ignore[arg-type]


def test_progress_as_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    find(ex.new_game(players=2, seed=1), "the game ends", within=1, progress=True)
    assert "positions" in capsys.readouterr().err


# Goals in words


@pytest.mark.parametrize(
    ("goal", "says"),
    [
        ("grean draws a card", "Nobody called 'grean' sits"),
        ("red draws a card", "Nobody called 'red' sits"),
        ("green fulfils two contracts", "Did you mean fulfills"),
        ("green pirates Pistolz", "Did you mean Pistols"),
        ("ship green 9 returns", "There is no ship 'green 9'"),
        ("green fulfills two containers", "is a contract, not containers"),
        ("green loads at most 2 containers", "at least so often"),
        ("green loads 0 containers", "true from the start"),
        ("green draws 2 illegal cards", "by numbers alone"),
        ("green has 2 containers", "say credits, crew"),
        ("nonsense", "is not understood"),
        ("", "is no goal"),
        (None, "is no goal"),
        (7, "is no goal"),
        ("x" * 10_000, "is not understood"),
        ("<b>green</b> wins", "is not understood"),
        ("green draws a card and flies", "'flies' is not understood"),
    ],
)
def test_words_that_are_no_goal(goal: object, says: str) -> None:
    game = Game(ex.Position.load("players: [{harbor: green}, {harbor: yellow}]"))
    with pytest.raises(GoalError) as caught:
        find(game, goal)  # type: ignore[arg-type]
    assert says in str(caught.value)
    assert "Goals are such as these" in str(caught.value)


def test_every_example_is_a_goal() -> None:
    from explorer.texts import text

    s = Game(ex.Position.load("players: [{harbor: green}, {harbor: yellow}, {harbor: red}, {harbor: black}]")).state
    goals = [goal.strip() for line in text("goal.examples").splitlines()[1:] for goal in line.split("·")]
    assert len(goals) > 10
    assert [read_goal(goal, s).words for goal in goals] == goals


def test_answers_are_escaped() -> None:
    found = find(ex.new_game(players=2, seed=1), "the game ends", within=1)
    assert isinstance(found, Found)
    found.goal = "<img src=x onerror=alert(1)> *bold*"
    assert "<img" not in found._repr_html_() and "&lt;img" in found._repr_html_()
    assert "<img" not in found._repr_markdown_().replace("\\<", "") and "\\*bold\\*" in found._repr_markdown_()
