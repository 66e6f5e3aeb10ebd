"""The log in brief: a ruling is named once a turn, in a few words, and nothing is left out for programs."""

from __future__ import annotations

import random
from collections import Counter

import explorer as ex
from explorer.game import Game
from explorer.position import Position


def test_a_ruling_is_named_once_a_turn() -> None:
    r = random.Random(3)
    game = ex.new_game(players=3, seed=3)
    while not game.over:
        game.choose(r.choice(game.options))
    entries, brief = list(game.log), game.log.brief()
    assert [e for e in entries if e.name != "RulingApplied"] == [e for e in brief if e.name != "RulingApplied"]
    assert len(brief) < len(entries) == len(game.log)
    assert {e.text for e in brief} == {e.text for e in entries}
    turn: Counter[str] = Counter()
    for entry in brief:
        if entry.name == "TurnStarted":
            turn.clear()
        if entry.name == "RulingApplied":
            turn[entry.text] += 1
            assert turn[entry.text] == 1
    assert str(game.log).count("\n") == len(brief) - 1


def test_a_ruling_is_named_in_a_few_words() -> None:
    game = ex.new_game(players=3, seed=7)
    while "declare-impossible" not in game.log.rulings():
        game.choose(game.options[-1])
    assert "Ruling declare-impossible: allowed then lapses" in str(game.log)
    assert all(len(entry.text) < 100 for entry in game.log if entry.name == "RulingApplied")


def test_majorities_at_zero_say_of_which_kind() -> None:
    """R-SCORE-4, R-SCORE-5: nobody has a good of four kinds, and each of them is named."""
    game = Game(Position.load("turn: {phase: scoring}\nplayers: [{harbor: green, goods: [luxury]}, yellow]\n"))
    said = [entry.text for entry in game.log.brief() if entry.fields.get("ruling") == "majority-at-zero"]
    kinds = ("Technology", "Agriculture", "Consumer", "Illegal")
    assert said == [f"Ruling majority-at-zero: needs one good ({kind})" for kind in kinds]
