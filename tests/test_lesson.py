"""The example turn of the first notebook can be played by its own words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import explorer as ex

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def test_the_lesson_names_the_options_that_there_are() -> None:
    cells = json.loads((NOTEBOOKS / "01_learn_to_play.ipynb").read_text(encoding="utf-8"))["cells"]
    lesson = next(source for c in cells if (source := "".join(c["source"])).startswith("## The example turn"))
    steps = lesson[lesson.index("\n1. ") : lesson.index("\n\nWhen Yellow")].replace("\n   ", " ")
    named = re.findall(r"\*([^*]+)\*", steps.replace("**", ""))
    assert len(named) == 9
    game = ex.Game(ex.Position.load(NOTEBOOKS / "positions/example_turn.yaml"))
    for words in named:
        found = [option for option in game.options if words in option.text]
        assert found, f"{words!r} is none of {[option.text for option in game.options]}"
        game.choose(found[0])
    assert game.decision is not None and (game.decision.player, game.decision.kind) == ("yellow", "lead")
    assert game.credits["green"] == 16
