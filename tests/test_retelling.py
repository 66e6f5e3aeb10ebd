"""A line of any game can be written as a scenario that the test suite plays: nothing of it gets lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import explorer as ex
from explorer.__main__ import main
from explorer.lab.bots import bot
from explorer.state import plain, seat_name

SETS = (("base",), ("base", "capital", "tokyo", "flag"))


def played(seed: int) -> ex.Game:
    """A game of random choices, with some edits and things done besides."""
    dice = Random(seed)
    game = ex.new_game(
        2 + seed % 4, SETS[seed % 2], seed, market=seed % 3 == 0, containers=(None, None, 1, 2)[seed % 4]
    )
    choose = bot("random", seed)
    for _ in range(dice.randrange(5, 200)):
        if game.over:
            break
        if dice.random() < 0.05:
            game.edit(("credits", seat_name(game.state, game.state.leader), dice.randrange(30)))
        elif game.interrupts and dice.random() < 0.2:
            game.choose(dice.choice(game.interrupts))
        else:
            game.choose(choose(game))
    return game


@pytest.mark.parametrize("seed", range(8))
def test_any_line_is_a_scenario(seed: int) -> None:
    game = played(seed)
    since = game.line[max(0, len(game.line) - 1 - Random(seed).randrange(1, 25))]
    again = ex.Scenario.of(game, since).play()
    ours, theirs = plain(again.state), plain(game.state)
    assert {**ours, "ask_forced": None} == {**theirs, "ask_forced": None}


def test_a_scenario_is_saved_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = ex.new_game(players=3, seed=7).choose("draw")
    scenario = game.scenario(title="The leader draws", clause="R-TURN-2")
    assert (scenario.title, scenario.clause) == ("The leader draws", "R-TURN-2")
    scenario.save(tmp_path / "draws.yaml")
    assert main(["verify", str(tmp_path / "draws.yaml")]) == 0
    assert "draws.yaml holds" in capsys.readouterr().out


def test_a_changed_expectation_fails() -> None:
    game = ex.new_game(players=2, seed=1).choose("draw")
    written = ex.Scenario.of(game).text()
    assert "credits: 10" in written
    wrong = "credits: 11".join(written.rsplit("credits: 10", 1))
    with pytest.raises(AssertionError, match="credits"):
        ex.Scenario.load(wrong).play()


def test_only_a_moment_of_this_line_will_do() -> None:
    game = ex.new_game(players=2, seed=1)
    with pytest.raises(ValueError, match="moment"):
        ex.Scenario.of(game, ex.new_game(players=2, seed=2).node)
