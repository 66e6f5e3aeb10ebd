"""Scenarios as a tool: what holds, what fails and how that is told, and the command that verifies files."""

# ruff: noqa: E501 - a case reads best on a line of its own

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from explorer.__main__ import main
from explorer.position import Position, PositionError
from explorer.scenario import Scenario, ScenarioError, ScenarioFailure

LOADING = """\
title: Loading
clause: R-LOAD-1
turn: {led: load, played: {green: technology/load}, declared: {green: 2}, performing: green}
players:
- harbor: green
  hand: [agriculture/load, luxury, agriculture]
  ships: [{contracts: [agriculture needs agriculture 3], containers: agriculture}]
- {harbor: yellow, crew: luxury/load}
- black
"""


def play(rest: str, start: str = LOADING) -> None:
    Scenario.load(start + rest).play()


def test_everything_that_can_be_said() -> None:
    play("""\
steps:
- asks: green
  exactly: [load/agriculture-load, load/agriculture/green 1]
  offers: [load/agriculture]
  refused: {load/luxury/green 1: R-LOAD-3, load/agriculture/green 2: R-LOAD-1, load/nothing: any}
- choose: load/Agriculture Load
- note: the last one is forced
  expect:
    green: {hand: [luxury], declared: 0, played: []}
    leader: yellow
    turn: 2
expect:
  green: {credits: 20, fulfilled: 1, crew limit: 2, goods limit: 4, ships: [sea, {at: sea, containers: 4}]}
  green 1: {at: sea, contracts: [], containers: [agriculture, agriculture/load, agriculture], capacity: 6}
  yellow: {hand: {count: 5, has: [filler], lacks: [luxury]}, crew counts: {load: 1, supply: 0}}
  island: {count: 4}
  deck: 39
  discard: [technology/load]
  over: false
  ending: none
  phase: declare
  asks: yellow
  offers: [draw]
  log: [ContainerLoaded, {event: PayoutPaid, seat: green, amount: 10}, ShipSailed]
  log-not: [GameOver, {event: CreditsGained, seat: black}]
""")


def test_a_choice_may_be_a_number_and_chance_may_be_forced() -> None:
    start = """\
title: Flametorch
cards: {Flametorch: {color: technology, needs: technology}}
turn: {led: load, declared: {green: 1}, performing: green}
players: [{harbor: green, hand: 2 technology, ships: [{contracts: Flametorch}]}, yellow]
"""
    play("steps:\n- choose: 1\n- chance: heads\nexpect: {green: {credits: 14}}\n", start)
    play("steps:\n- choose: 2\n- chance: tails\nexpect: {green: {credits: 8}}\n", start)


def test_edits_and_finishing_a_turn() -> None:
    play("""\
steps:
- edit: [[credits, yellow, 30], [move, luxury, discard]]
- finish: turn
expect:
  yellow: {credits: 30}
  discard: {has: [luxury]}
  leader: yellow
""")


def test_scoring() -> None:
    play(
        "expect: {over: true, winners: green, scores: {green: {goods luxury: 1, majority luxury: 8}}, green: {scored: 9, winner: true}}\n",
        "turn: {phase: scoring}\nplayers: [{harbor: green, goods: luxury}, yellow]\n",
    )


def test_ask_forced_leaves_every_decision_to_the_steps() -> None:
    start = "ask_forced: true\n" + LOADING
    play(
        "steps:\n- choose: load/agriculture\n- choose: load/agriculture-load\n- asks: yellow lead\n- choose: draw\n",
        start,
    )
    with pytest.raises(ScenarioFailure):
        play("steps:\n- choose: load/agriculture\n- asks: yellow lead\n", start)


FAILURES = [
    ("asks", "steps:\n- asks: yellow follow\n", 11, "yellow follow", "black (lead)"),
    ("offers", "steps:\n- offers: [load/beer]\n", 11, "load/beer", "green is asked (load)"),
    ("exactly too few", "steps:\n- exactly: [load/agriculture]\n", 11, "load/agriculture", "is not listed"),
    ("exactly too many", "steps:\n- exactly: [load, pirate]\n", 11, "load, pirate", "green is asked"),
    (
        "refused but offered",
        "steps:\n- refused: [load/agriculture]\n",
        11,
        "is not offered",
        "load/agriculture/green 1",
    ),
    ("refused otherwise", "steps:\n- refused: {load/luxury/green 1: R-LOAD-1}\n", 11, "R-LOAD-1", "R-LOAD-3"),
    ("choose", "steps:\n- choose: load/luxury/green 1\n", 11, "load/luxury/green 1", "no Contract of the Ship"),
    ("choose too short", "steps:\n- choose: load\n", 11, "load", "2 of them fit"),
    ("an edit", "steps:\n- edit: [move, Nonsense, deck]\n", 11, "Nonsense", "There is no card"),
    ("credits", "expect:\n  green: {credits: 11}\n", 11, "11", "10"),
    ("a zone", "expect:\n  green: {hand: [luxury]}\n", 11, "[luxury]", "[agriculture-load, luxury, agriculture]"),
    ("a ship", "expect:\n  green 1: {at: sea}\n", 11, "sea", "harbor"),
    ("the log", "expect:\n  log: [ShipSailed]\n", 11, "ShipSailed", "PerformanceStarted"),
    ("not the log", "expect:\n  log-not: [PerformanceStarted]\n", 11, "no PerformanceStarted", "PerformanceStarted"),
    ("an unknown event", "expect:\n  log: [ShipSaled]\n", 11, "ShipSaled", "Did you mean ShipSailed"),
    ("an unknown expectation", "expect:\n  grene: 1\n", 11, "grene", "Did you mean green"),
    ("an unknown number", "expect:\n  green: {credit: 1}\n", 11, "credit", "Did you mean"),
    ("a chance that is none", "steps:\n- chance: heads\n", 11, "heads", "green is asked"),
]


@pytest.mark.parametrize(("rest", "line", "expected", "found"), [f[1:] for f in FAILURES], ids=[f[0] for f in FAILURES])
def test_a_failure_names_line_expected_and_found(rest: str, line: int, expected: str, found: str) -> None:
    with pytest.raises(ScenarioFailure) as caught:
        play(rest)
    failure = caught.value
    assert failure.line == line
    assert expected in failure.expected
    if "asks" not in rest:  # where nobody fits, the last decision that was reached is shown
        assert found in failure.found
    assert f"line {line}" in str(failure) and "expected:" in str(failure)


@pytest.mark.parametrize(
    ("rest", "line", "words"),
    [
        ("steps:\n- chose: draw\n", 11, "Did you mean choose"),
        ("steps: {choose: draw}\n", 10, "A list is wanted"),
        ("steps:\n- draw\n", 11, "Keys and values are wanted"),
        ("steps:\n- finish: tern\n", 11, "Did you mean turn"),
        ("steps:\n- edit: move\n", 11, "A list is wanted"),
        ("expect: [1]\n", 10, "Keys and values are wanted"),
        ("ask_forced: perhaps\n", 10, "neither true nor false"),
        ("clause: [R-LOAD-1]\n", 2, "A word is wanted"),
        ("clause: R-LOAD-1, R-LAOD-3\n", 2, "'R-LAOD-3' cites nothing that exists. Did you mean R-LOAD-3"),
        ("clause: power yem\n", 2, "Did you mean power yen"),
        ("clause: ruling bid-step\n", 2, "Did you mean ruling bid-steps"),
        ("clause: INT-125\n", 2, "Did you mean INT-"),
        ("clause: R-LOAD-1,\n", 2, "'' cites nothing"),
    ],
)
def test_a_scenario_that_cannot_be_read_is_told(rest: str, line: int, words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        Scenario.load(LOADING.replace("clause: R-LOAD-1\n", rest) if rest.startswith("clause") else LOADING + rest)
    assert caught.value.problems[0].line == line and words in str(caught.value)


def test_a_position_cites_what_exists_too() -> None:
    (problem,) = Position.load("title: One\nclause: R-LAOD-1\nplayers: 2\n").check()
    assert (problem.line, problem.place) == (2, "clause") and "Did you mean R-LOAD-1" in problem.text


def test_a_faulty_position_is_told_when_played() -> None:
    scenario = Scenario.load("players: 9\nsteps: []\n")
    assert "9 players" in scenario.check()[0].text
    with pytest.raises(PositionError, match="9 players"):
        scenario.play()


def test_another_reading_may_be_played() -> None:
    scenario = Scenario.load("players: 2\nexpect: {over: false}\n")
    assert scenario.play({"bid-steps": "any-whole-number"}).rulings["bid-steps"] == "any-whole-number"


def test_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(LOADING + "expect: {green: {credits: 10}}\n", encoding="utf-8")
    assert main(["verify", str(good)]) == 0
    bad.write_text(LOADING + "expect: {green: {credits: 11}}\n", encoding="utf-8")
    assert main(["verify", "--log", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert (
        "good.yaml holds" in said
        and "bad.yaml FAILS" in said
        and "expected: 11" in said
        and "2 scenarios, 1 failed" in said
    )
    assert main(["verify", str(tmp_path / "nothing.yaml")]) == 1
    assert "There is no file" in capsys.readouterr().out


def test_the_command_line_teaches() -> None:
    run = [sys.executable, "-m", "explorer"]
    helped = subprocess.run([*run, "verify", "--help"], capture_output=True, text=True, timeout=60, check=True)
    assert "- choose: draw" in helped.stdout and "exit code" in helped.stdout
    assert "verify" in subprocess.run([*run, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout


DRAWING = (
    "title: Drawing\nplayers: [{harbor: green, hand: []}, {harbor: yellow, hand: []}]\ndeck: 6 filler\nisland: []\n"
)


@pytest.mark.parametrize("key", ["laod/beer", "load/beeer/green 1", "draww"])
def test_a_misspelled_key_is_told_where_it_stands(key: str) -> None:
    """Not after the forced draws have been taken to the very end."""
    with pytest.raises(ScenarioFailure) as caught:
        play(f"steps:\n- choose: {key}\n", DRAWING)
    assert caught.value.found.startswith("green is asked (lead)") and caught.value.game.state.turn == 1


def test_where_no_decision_fits_the_first_one_is_told_and_not_that_the_game_is_over() -> None:
    with pytest.raises(ScenarioFailure) as caught:
        play("steps:\n- choose: load/beer/green 1\n", DRAWING)
    assert caught.value.game.over and caught.value.found.startswith("green is asked (lead)")


def test_one_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.yaml").write_text("players: 2\nexpect: {over: false}\n", encoding="utf-8")
    assert main(["verify", str(tmp_path)]) == 0
    assert "1 scenario, 0 failed" in capsys.readouterr().out
