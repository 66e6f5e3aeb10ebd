"""Games kept in files and bots at the table, from Python."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer.widgets.autosave import Autosave, data_folder, file_name, place_for
from explorer.widgets.editor import Editor


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EXPLORER_AUTOSAVE", str(tmp_path / "kept"))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    return tmp_path / "kept"


def new(**settings: Any) -> ex.Table:
    return ex.Table(ex.new_game(players=2, seed=1), **settings)


def only(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*")) if folder.exists() else []


def test_a_game_goes_on_after_a_restart(folder: Path) -> None:
    first = new(autosave="mine").choose(1).choose("draw").branch("here")
    second = new(autosave="mine")
    assert "Go on with the saved game of turn" in second.widget.view["parts"]["offer"]
    assert repr(second) == repr(new())
    second.resume()
    assert second.game.save() == first.game.save()
    assert second.widget.view["parts"]["offer"] == ""
    assert only(folder) == [file_name("mine")]


def test_nothing_is_offered_that_is_there_already() -> None:
    game = ex.new_game(players=2, seed=1)
    assert ex.Table(game, autosave="mine").widget.view["parts"]["offer"] == ""
    ex.Table(game, autosave="mine").choose("draw")
    assert ex.Table(game, autosave="mine").widget.view["parts"]["offer"] == ""
    with pytest.raises(ValueError, match="no saved game"):
        new(autosave="other").resume()


def test_a_click_does_not_lose_the_saved_game(folder: Path) -> None:
    new(autosave="mine").choose("draw").choose("draw")
    table = new(autosave="mine").choose(1)
    assert "saved game of turn" in table.widget.view["parts"]["offer"]
    assert [name for name in only(folder) if "before" in name]
    assert len(table.resume().game.line) == 3
    table = new(autosave="mine").dismiss()
    assert "saved game of turn" not in table.widget.view["parts"]["offer"]
    assert table.forget().widget.view["parts"]["offer"] == ""


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"format": 3}', b"\xff\xfe", b"[" * 100_000, b'{"format": "x"}'], ids=repr
)
def test_a_broken_file_is_told_and_put_aside(folder: Path, content: bytes) -> None:
    folder.mkdir(parents=True)
    (folder / file_name("mine")).write_bytes(content)
    table = new(autosave="mine")
    assert "cannot be read" in table.error and "broken" in table.error
    assert only(folder) == [file_name("mine").replace(".json", ".broken.json")]
    assert table.choose("draw").error == ""
    assert new(autosave="mine").resume()


def test_a_game_that_cannot_be_replayed_leaves_the_table_as_it_is(folder: Path) -> None:
    place = Autosave(folder / file_name("mine"))
    place.write(ex.new_game(players=2, seed=5).choose("draw"))
    place.path.write_text(place.path.read_text().replace("draw", "fly").replace('\\"version\\": 1', '\\"version\\": 9'))
    table = new(autosave="mine")
    with pytest.raises(ValueError, match="cannot be read"):
        table.resume()
    assert repr(table) == repr(new())
    table.widget._handle_custom_msg({"kind": "resume"}, [])
    assert "no saved game" in table.error


def test_a_disk_that_fails_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    table = new(autosave=tmp_path / "file" / "below.json").choose("draw")
    assert len(table.game.line) == 2 and "cannot be saved" in table.error
    assert table.choose(1).error == ""


def test_a_file_is_whole_or_not_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new(autosave="mine").choose("draw")
    before = (folder / file_name("mine")).read_text()

    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", fail)
    table.choose("draw")
    assert "no space left" in table.error
    assert (folder / file_name("mine")).read_text() == before and len(only(folder)) == 1


def test_where_games_are_kept(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ex.new_game(players=2, seed=1)
    assert place_for(True, game) is None  # outside of a notebook
    assert place_for(False, game) is None
    monkeypatch.setenv("JPY_SESSION_NAME", "/somewhere/notes/01.ipynb")
    one, other = place_for(True, game), place_for(True, ex.new_game(players=2, seed=2))
    assert one and other and one.path != other.path and one.path.parent == folder
    again = place_for(True, ex.new_game(players=2, seed=1))
    assert again and again.path == one.path
    own = place_for(tmp_path / "own.json", game)
    assert own and own.path == tmp_path / "own.json"
    for name in ("../../etc/passwd", "a/b", "<b>", "nul\0", "x" * 500, "é" * 90, "..", "C:\\x"):
        found = place_for(name, game)
        assert found and found.path.parent == folder and len(found.path.name) < 90
    assert file_name("a/b") != file_name("a-b")
    monkeypatch.setenv("EXPLORER_AUTOSAVE", "off")
    assert place_for("mine", game) is None
    monkeypatch.setenv("EXPLORER_AUTOSAVE", "")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    found = place_for("mine", game)
    assert found and found.path.parent == data_folder() == tmp_path / "data" / "import-export-explorer"


# Bots


def test_bots_choose_until_a_person_decides() -> None:
    _first, second, third = seats(3, 4)
    careful: Any = lambda game: [o.key for o in game.options][-1]  # noqa: E731
    table = ex.Table(ex.new_game(players=3, seed=4), bots={second: "random", third: careful})
    while not table.game.over and len(table.game.line) < 150:
        assert table.game.decision is None or table.game.decision.player not in (second, third)
        table.choose(1)
    line = len(table.game.line)
    table.undo()
    assert len(table.game.line) < line and table.game.decision.player not in (second, third)
    assert len(table.redo().game.line) == line


def test_bots_can_be_paused_and_let_on_one_by_one() -> None:
    table = ex.Table(ex.new_game(players=2, seed=1), bots={"black": "random"}).pause()
    table.choose("draw")
    while table.game.decision.player != "black":
        table.choose(1)
    line = len(table.game.line)
    assert "Let the bot choose once" in table.widget.view["parts"]["time"]
    table.widget._handle_custom_msg({"kind": "step"}, [])
    assert len(table.game.line) == line + 1
    table.widget._handle_custom_msg({"kind": "pause"}, [])
    assert table.game.decision.player != "black"


@pytest.mark.parametrize("bot", [lambda game: "nonsense", lambda game: 1 / 0, lambda game: None])
def test_a_bot_that_fails_leaves_the_game_as_it_was(bot: Any) -> None:
    table = ex.Table(ex.new_game(players=2, seed=1), bots={"black": bot, "green": bot})
    assert len(table.game.line) == 1
    assert "bot of" in table.error and "Let the bots go on" in table.widget.view["parts"]["time"]
    assert len(table.choose("draw").game.line) == 2


def test_a_game_of_bots_alone_stops_now_and_then() -> None:
    table = new(bots=dict.fromkeys(seats(2, 1), "random"))
    for _ in range(20):
        if table.game.over:
            break
        table.pause(False)
    assert table.game.over


def seats(players: int, seed: int) -> list[str]:
    from explorer.state import seat_name

    state = ex.new_game(players=players, seed=seed).state
    return [seat_name(state, seat) for seat in range(players)]


def test_unknown_bots_and_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="bot"):
        new(bots={"black": "genius"})
    with pytest.raises(ValueError, match="purple"):
        new(bots={"purple": "random"})


# In step


def test_two_tables_of_one_game_stay_in_step() -> None:
    game = ex.new_game(players=2, seed=1)
    one, other = ex.Table(game), ex.Table(game)
    one.choose("draw")
    assert other.widget.view["parts"]["board"] == one.widget.view["parts"]["board"]
    old = other.widget.view["version"]
    one.choose("draw")
    other.widget._handle_custom_msg({"kind": "choose", "key": "draw", "version": old}, [])
    assert len(game.line) == 3 and "moved on" in other.widget.view["parts"]["decide"]


def test_skip_turns() -> None:
    table = new()
    for _ in range(12):
        table.choose("draw" if "draw" in [option.key for option in table.options] else 1)
    turn, line = table.game.state.turn, len(table.game.line)
    table.skip_turns(-1)
    start = len(table.game.line)
    table.skip_turns(-1)
    assert table.game.state.turn == turn - 1 or start < line
    assert len(table.skip_turns(-50).game.line) == 1
    assert len(table.skip_turns(50).game.line) == line


def test_another_game_on_the_table_loses_neither_lines_nor_stops(tmp_path: Path) -> None:
    table = new(autosave=False).choose(1).undo().choose(2).stop_when("Pistols").note(comment="mine")
    before, stops = table.game.save(), table.stops
    assert table.new(2, 3).stops == stops and table.game.save() != before
    assert "Back to the former game" in table.widget.view["parts"]["offer"]
    table.choose("draw").former()
    assert table.game.save() == before and len(table.formers) == 1
    table.widget._handle_custom_msg({"kind": "forget"}, [])
    assert table.formers == [] and table.widget.view["parts"]["offer"] == ""
    with pytest.raises(ValueError, match="no former game 1"):
        table.former()
    table.save(tmp_path / "kept.json").new(2, 3).load(tmp_path / "kept.json").new(3)
    assert table.formers == [], "what lies in a file is not lost"


def test_a_former_game_comes_back_after_a_restart(folder: Path) -> None:
    first = new(autosave="mine").choose(1).choose("draw").note("here")
    before = first.game.save()
    first.new(2, 3).choose("draw")
    again = new(autosave="mine")
    assert len(again.formers) == 1 and again.former().game.save() == before
    assert "the saved game" in again.widget.view["parts"]["offer"]


def test_playing_from_the_editor_again_keeps_what_was_played() -> None:
    editor = Editor("players: [red, blue]\nleader: red")
    table = editor.play().stop_when("Pistols", seat="red")
    table.choose("draw")
    assert editor.play() is table and table.stops and len(table.formers) == 1
    assert len(table.former().game.line) == 2


def test_a_page_opened_anew_says_nothing_old_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "there.yaml").write_text("x")
    table = new(autosave=False)
    send = lambda kind, **more: table.widget._handle_custom_msg({"kind": kind, **more}, [])  # noqa: E731
    send("ping")
    send("save", path=str(tmp_path / "there.yaml"))
    assert "is there already" in table.widget.view["parts"]["time"]
    send("ping")
    assert "is there already" not in str(table.widget.view) and table.error == ""
