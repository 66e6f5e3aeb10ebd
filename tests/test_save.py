"""Saved games: everything comes back, what no longer fits is said, and damage gives one clear message."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer.catalogue import generic, load_catalogue
from explorer.game import Game, Node
from explorer.position import Position
from explorer.save import SaveError, load, open_game, write
from explorer.sketch import Sketch
from explorer.state import plain
from explorer.stepping import Stop


def played(seed: int, choices: int, players: int = 3, **options: object) -> Game:
    game = ex.new_game(players=players, seed=seed, **options)  # type: ignore[arg-type]
    r = random.Random(seed)
    for _ in range(choices):
        if game.over:
            break
        game.choose(r.choice(game.options))
    return game


def shape(node: Node) -> list[object]:
    """The tree below a node, for comparing."""
    out: list[object] = []
    todo = [node]
    while todo:
        one = todo.pop()
        out.append((one.step, one.name, one.comment, plain(one.state), len(one.children)))
        todo += reversed(one.children)
    return out


@pytest.mark.parametrize("seed", range(3))
def test_a_game_comes_back_with_its_branches_names_and_edits(seed: int, tmp_path: Path) -> None:
    game = played(seed, 25)
    game.node.name, game.node.comment = "main line", "ends here\nfor now"
    game.undo(10)
    game.edit(("credits", game.decision.player, 30))
    for _ in range(5):
        game.choose(1)
    game.undo(2)
    written = game.save(tmp_path / "game.json")
    again = ex.load(tmp_path / "game.json")
    assert again.notes == []
    assert shape(again.root) == shape(game.root)
    assert plain(again.state) == plain(game.state)
    assert [o.key for o in again.options] == [o.key for o in game.options]
    assert again.redo().state.turn == game.redo().state.turn
    again.undo()
    assert write(again) == written


def test_a_whole_game_comes_back() -> None:
    game = played(7, 5000, players=2)
    assert game.over
    again = load(write(game))
    assert again.over and again.winners == game.winners and again.scores == game.scores


def test_a_game_from_the_middle_of_a_power_comes_back() -> None:
    file = Path(__file__).parent / "scenarios" / "examples" / "bird-feed-first.yaml"
    text = file.read_text(encoding="utf-8").partition("steps:")[0]
    game = Game(Position.load(text))
    assert game.decision.kind == "bird-feed"
    again = load(write(Game(game.state).choose("pass")))
    assert again.decision.player == "black"
    assert plain(again.undo().state) == plain(game.state)


def test_chance_that_was_forced_is_kept() -> None:
    game = Game(Position.load(FLAMETORCH), ask_chance=True)
    while game.decision.player != "chance":
        game.choose(1)
    for side in ("heads", "tails"):
        game.choose(side)
        assert load(write(game)).credits == game.credits
        game.undo()


FLAMETORCH = """
cards: {Flametorch: {color: technology, needs: [technology]}}
turn: {led: load, declared: {green: 1}, performing: green}
players:
- harbor: green
  hand: [technology, technology]
  ships: [{contracts: [Flametorch]}]
- harbor: yellow
"""


def test_where_a_step_no_longer_fits_the_branch_stops_there() -> None:
    game = played(3, 12)
    data = json.loads(write(game))
    data["steps"][5][2] = "lead/load/no-such-card/9"
    again = load(json.dumps(data))
    assert len(again.line) == 6
    assert len(again.notes) == 1 and "Step 6 (lead/load/no-such-card/9)" in again.notes[0]
    assert plain(again.state) == plain(game.undo(7).state)


def test_cards_of_ones_own_come_back() -> None:
    cat = load_catalogue().with_cards([generic(0, 3, name="Mine", load="technology")]).with_values(3, load="luxury")
    game = ex.new_game(players=2, seed=1, catalogue=cat).choose(1)
    again = load(write(game))
    assert again.catalogue == cat or again.catalogue.fingerprint == cat.fingerprint


def test_another_card_file_is_told() -> None:
    written = write(played(1, 3))
    with pytest.raises(SaveError, match="another card file"):
        load(written, load_catalogue().with_values(0, load="illegal, illegal"))


def edited(**values: object) -> str:
    return json.dumps(json.loads(write(played(1, 4))) | values)


BAD = {
    "truncated": (write(played(1, 4))[:-200], "ends in the middle"),
    "half a word": (write(played(1, 4))[:40], "ends in the middle"),
    "no json": ("{\nhello\n}", "no well-formed saved game"),
    "empty": ("\n", "text is empty"),
    "other program": ('{"format": "chess"}', "no saved game of Import/Export"),
    "a list": ("[\n]", "no saved game"),
    "later version": (edited(version=99), "version 99 of the format"),
    "too deep": ("\n" + "[" * 100_000, "nested more than 20"),
    "too large": ("\n" * 20_000_001, "More than 20000000 bytes"),
    "no steps": (edited(steps=None), "field steps"),
    "a step from the future": (edited(current=0, steps=[[5, "choose", "draw"]]), "Step 1 is no step"),
    "an unknown word": (edited(current=0, steps=[[0, "eval", "1"]]), "Step 1 is no step"),
    "an odd edit": (edited(current=0, steps=[[0, "edit", [["move", {}, []]]]]), "Step 1 is no step"),
    "current": (edited(current=10**9), "field current"),
    "not a number": ('{"format": NaN}', "NaN is no number"),
    "key twice": ('{"format": 1, "format": 2}', "stands twice"),
    "start": (edited(start=["players: 9"]), "9 players"),
    "ruling": (edited(rulings={"bid-step": "even-only"}), "no ruling 'bid-step'"),
    "catalogue": (edited(catalogue="0" * 12), "another card file"),
    "zero byte": ("{\0}", "zero byte"),
    "surrogate": ('{"format": "\ud800"}', "not UTF-8"),
}


@pytest.mark.parametrize("name", BAD)
def test_damage_gives_one_clear_message(name: str) -> None:
    text, said = BAD[name]
    with pytest.raises(SaveError) as caught:
        load(text)
    assert said in str(caught.value)


def test_a_missing_file_is_told() -> None:
    with pytest.raises(SaveError, match="There is no file"):
        load("nothing-here.json")


def test_nothing_is_evaluated(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    evil = f"__import__('pathlib').Path({str(mark)!r}).touch()"
    data = json.loads(write(played(1, 2)))
    data["steps"][0][2] = evil
    load(json.dumps(data))
    assert not mark.exists()


@pytest.mark.parametrize("path", ["nowhere/game.json", ".", "a\0b", "", 5])
def test_a_place_that_cannot_be_written_to(path: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = ex.new_game(players=2, seed=1)
    with pytest.raises(SaveError, match=r"cannot be written to|no file to write to"):
        game.save(path)
    assert list(tmp_path.iterdir()) == []


def test_only_a_file_of_its_own_is_written_over_without_a_word(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.json", tmp_path / "other.json"
    game = played(1, 5)
    game.save(mine)
    game.choose(1).save(str(mine))  # its own by now
    write(played(2, 5), other)
    with pytest.raises(FileExistsError, match=r"is there already.*overwrite=True"):
        game.save(other)
    with pytest.raises(FileExistsError):
        game.branch().choose(1).save(mine)
    again = load(mine)
    again.choose(1).save(mine)
    opened = open_game(mine)
    opened.choose(1).save(mine)
    assert load(mine).line[-1].step == opened.node.step
    game.save(other, overwrite=True)
    assert load(other).save() == game.save()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mine.json", "other.json"]


def test_positions_sketches_tables_and_editors_write_over_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "theirs.yaml"
    path.write_text("not mine", encoding="utf-8")
    position = ex.Position.load("players: [red, blue]")
    table = ex.Table(ex.Game(position), autosave=False)
    for one in (position, Sketch(position), ex.Editor(position), table):
        with pytest.raises(FileExistsError, match="is there already"):
            one.save(path)
        assert path.read_text(encoding="utf-8") == "not mine"
        one.save(path, overwrite=True)
        one.save(path)
        assert path.read_text(encoding="utf-8") != "not mine"
        path.write_text("not mine", encoding="utf-8")


def test_stops_are_kept_with_the_game(tmp_path: Path) -> None:
    game = played(1, 5)
    table = ex.Table(game, autosave=False)
    table.stop_when("Pistols").stop_when(event="ShipReturned", seat="green").stop_when(seat=0)
    table.save(tmp_path / "game.json")
    again = ex.Table(ex.new_game(players=2, seed=1), autosave=False).load(tmp_path / "game.json")
    assert again.stops == table.stops == game.branch().stops and len(again.stops) == 3
    assert write(again.game) == write(game)
    table.drop_stop()
    assert '"stops"' not in write(game) and len(again.stops) == 3


def test_a_file_without_stops_or_with_stops_of_another_program_is_read() -> None:
    game = played(1, 3)
    old = write(game)
    assert load(old).stops == []
    game.stops = [Stop("Pistols", "ShipReturned"), Stop("", "TurnStarted")]
    written = write(game)
    newer = written.replace("ShipReturned", "ShipSank")
    again = load(newer)
    assert again.stops == [Stop("", "TurnStarted")]
    assert again.notes[0].startswith("It no longer halts at 'Pistols, ShipSank': ") and "Did you mean" in again.notes[0]


@pytest.mark.parametrize("rows", ["7", '["Pistols"]', '[["Pistols", "", 3]]', '[["a", "b"]]', "{}"])
def test_damaged_stops_are_refused(rows: str) -> None:
    written = write(played(1, 3)).replace('\n "start":', f'\n "stops": {rows},\n "start":')
    with pytest.raises(SaveError, match="The field stops must hold"):
        load(written)


SCENARIO = """
title: Two draws
players: [{harbor: green, hand: 3}, {harbor: yellow, hand: 3}]
steps:
- choose: draw
- choose: draw
expect:
  green: {hand: 5}
"""
POSITION = "players: [{harbor: green, hand: 3}, {harbor: yellow}]\n"


def test_every_reader_knows_the_files_of_the_others() -> None:
    saved = write(played(1, 3))
    with pytest.raises(SaveError, match=r"This is a scenario, no saved game.*Game › Load.*ex\.Scenario\.load"):
        load(SCENARIO)
    with pytest.raises(SaveError, match=r"This is a position, no saved game.*Game › Load.*ex\.Position\.load"):
        load(POSITION)
    for reader in (Position.load, ex.Scenario.load, ex.Editor):
        with pytest.raises(ValueError, match=r"This is a saved game, no position.*Game › Load"):
            reader(saved)
    (problem,) = Position.load(SCENARIO).check()
    assert "steps" in problem.text and "ex.Scenario.load(path).play()" in problem.text
    assert ex.Scenario.load(SCENARIO).check() == []


def test_a_table_opens_all_three(tmp_path: Path) -> None:
    table = ex.Table(played(2, 2))
    for name, written in (("game.json", write(played(1, 3))), ("scenario.yaml", SCENARIO), ("position.yaml", POSITION)):
        (tmp_path / name).write_text(written, encoding="utf-8")
    table.load(tmp_path / "game.json")
    assert len(table.game.line) == 4 and table.game.notes == []
    table.load(tmp_path / "scenario.yaml")
    assert [node.step for node in table.game.line[1:]] == [("choose", "draw")] * 2
    assert "scenario, and its steps are played (2)" in table.widget.view["parts"]["decide"]
    assert table.undo().undo().game.decision.player == "green"  # type: ignore[union-attr]
    table.load(tmp_path / "position.yaml")
    assert len(table.game.line) == 1 and "a position: this game begins there" in table.widget.view["parts"]["decide"]


def test_a_scenario_is_played_as_far_as_it_goes() -> None:
    game = open_game(SCENARIO.replace("- choose: draw\nexpect", "- choose: fly\nexpect"))
    assert len(game.line) == 2 and "as far as they go: Two draws: line 6" in game.notes[0]


def test_the_editor_says_what_a_scenario_is_good_for(tmp_path: Path) -> None:
    editor = ex.Editor(ex.Scenario.load(SCENARIO))
    assert "Play begins at its start, without its steps" in editor.widget.view["parts"]["moment"]
    (tmp_path / "game.json").write_text(write(played(1, 3)), encoding="utf-8")
    before = editor.text
    with pytest.raises(ValueError, match="This is a saved game"):
        editor.open(tmp_path / "game.json")
    assert editor.text == before
    assert "Play begins at its start" not in ex.Editor(POSITION).widget.view["parts"]["moment"]
