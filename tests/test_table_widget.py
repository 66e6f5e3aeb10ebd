"""The table widget from Python: everything that a click does, errors that stay in the widget, lines and moments."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer.game import IllegalChoice
from explorer.widgets.shell import file_words

EXAMPLE = Path("notebooks/positions/example_turn.yaml")


@pytest.fixture
def table() -> ex.Table:
    return ex.Table(ex.Game(ex.Position.load("notebooks/positions/example_turn.yaml")))


def send(table: ex.Table, **message: Any) -> dict[str, Any]:
    """What the page sends, and the view that it gets back."""
    table.widget._handle_custom_msg({"version": table.widget.view["version"], **message}, [])
    view: dict[str, Any] = table.widget.view
    return view


def test_repr_is_stable(table: ex.Table) -> None:
    assert repr(table) == "Table(turn 1, green to lead, 8 options)"
    data, _metadata = table._repr_mimebundle_()
    assert data["text/plain"] == repr(table)
    assert "application/vnd.jupyter.widget-view+json" in data


def test_methods_do_what_clicks_do(table: ex.Table) -> None:
    send(table, kind="choose", key="lead/load/laptops/1")
    assert repr(table) == "Table(turn 1, yellow to follow, 2 options)"
    assert repr(table.choose("draw").undo().undo()) == "Table(turn 1, green to lead, 8 options)"
    assert repr(table.redo(2)) == "Table(turn 1, black to follow, 3 options)"
    assert [option.key for option in table.options] == ["follow/drones/1", "follow/drones/2", "draw"]
    assert table.refused and table.log[-1].name == "CardsDrawn"
    send(table, kind="undo")
    send(table, kind="redo")
    send(table, kind="goto", at=0)
    assert repr(table) == "Table(turn 1, green to lead, 8 options)"


def test_view_is_plain_json_and_whole(table: ex.Table) -> None:
    view = table.widget.view
    assert json.loads(json.dumps(view)) == view
    panels = {"log", "narrow", "lines", "stops", "bots"}
    assert set(view["parts"]) == {"offer", "stack", "board", "lanes", "decide", "card", "time"} | panels
    before = view["version"]
    assert table.choose(1).widget.view["version"] > before


def test_illegal_choice_raises_in_python_and_shows_in_the_widget(table: ex.Table) -> None:
    with pytest.raises(IllegalChoice):
        table.choose("lead/load/laptops/9")
    view = send(table, kind="choose", key="lead/load/laptops/2")
    assert "R-TURN-3" in view["error"] and 'role="alert"' in view["parts"]["decide"]
    assert repr(table) == "Table(turn 1, green to lead, 8 options)"
    assert send(table, kind="choose", key="draw")["error"] == ""


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"kind": "fly"},
        {"kind": "goto", "at": 99},
        {"kind": "goto"},
        {"kind": "line", "number": 7},
        {"kind": "look", "card": "<b>"},
        {"kind": "new", "players": 17, "seed": 1},
        {"kind": "load", "path": "no such file"},
        {"kind": "seat", "seat": "purple"},
    ],
)
def test_whatever_a_page_sends_is_answered(table: ex.Table, message: dict[str, Any]) -> None:
    view = send(table, **message)
    assert view["error"]
    assert repr(table) == "Table(turn 1, green to lead, 8 options)"


def test_a_click_on_an_old_picture_does_nothing(table: ex.Table) -> None:
    old = table.widget.view["version"]
    table.choose("lead/load/laptops/1")
    table.widget._handle_custom_msg({"kind": "choose", "key": "draw", "version": old}, [])
    assert repr(table) == "Table(turn 1, yellow to follow, 2 options)"
    seen = table.widget.view["version"]
    table.game.choose("draw")  # in a cell, while a click is on its way
    now = repr(table)
    table.widget._handle_custom_msg({"kind": "choose", "key": "draw", "version": seen}, [])
    assert repr(table) == now
    assert "moved on" in table.widget.view["parts"]["decide"]


def test_lines_and_marks(table: ex.Table) -> None:
    table.choose("lead/load/laptops/1").branch("before").choose("draw").choose("draw")
    table.undo(2).choose("pair/onions/agriculture-contract/1")
    first, second = table.lines
    assert (first.length, second.length) == (3, 2)
    assert (second.parent, second.at, second.step) == (1, 1, "pair/onions/agriculture-contract/1")
    assert second.here and not first.here
    assert repr(table.line(1)) == "Table(turn 1, black to declare, 2 options)"
    assert repr(table.mark(1)) == "Table(turn 1, yellow to follow, 2 options)"
    assert all("before" in table.widget.view["parts"][part] for part in ("time", "lines"))


def test_new_game(table: ex.Table) -> None:
    send(table, kind="new", players=2, seed=4)
    assert len(table.game.state.players) == 2
    assert table.lines == [table.lines[0]] and table.lines[0].length == 0


def test_whose_view(table: ex.Table) -> None:
    send(table, kind="seat", seat="yellow")
    assert table.seat == "yellow"
    parts = table.widget.view["parts"]
    assert "Chairs" not in parts["board"] and "lead/load" not in parts["decide"] and "Laptops" not in parts["decide"]
    send(table, kind="seat", seat="")
    assert table.seat is None


def test_threads_take_turns() -> None:
    table = ex.Table(ex.new_game(players=3, seed=2))
    faults: list[BaseException] = []

    def play() -> None:
        try:
            for _ in range(25):
                table.widget._handle_custom_msg({"kind": "redo"}, [])
                with table._lock:
                    if table.options:
                        table.choose(len(table.options))
                table.widget._handle_custom_msg({"kind": "undo"}, [])
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert table.error == ""


def test_the_table_follows_a_game_that_a_cell_changes(table: ex.Table) -> None:
    before = table.widget.view
    table.game.choose(2)
    assert table.widget.view["version"] > before["version"]
    assert table.widget.view["parts"]["decide"] != before["parts"]["decide"]
    table.game.undo()
    assert table.widget.view["parts"]["decide"] == before["parts"]["decide"]


def test_many_changes_in_one_cell_make_few_pictures(table: ex.Table) -> None:
    async def cell() -> int:
        first = table.widget.view["version"]
        for _ in range(5):
            table.game.choose(1)
        table.game.undo(2)
        return int(table.widget.view["version"] - first)

    async def run() -> int:
        drawn = await cell()
        await asyncio.sleep(0)
        return drawn

    assert asyncio.run(run()) < 7
    assert table._drawn is table.game.node  # the last of them is on the page


def test_who_is_gone_hears_nothing() -> None:
    class Ear:
        def hear(self, game: ex.Game) -> None:
            heard.append(game)

    heard: list[ex.Game] = []
    game = ex.new_game(players=2, seed=1)
    ear = Ear()
    game.watch(ear.hear)
    game.choose(1)
    del ear
    gc.collect()
    game.undo()
    assert heard == [game] and game._watchers == []


def test_save_asks_before_it_writes_over_a_file_of_somebody_else(table: ex.Table, tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.json", tmp_path / "other.yaml"
    other.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    for _ in range(2):
        assert "Saved as" in send(table, kind="save", path=str(mine))["parts"]["time"]
    for kind in ("save", "load"):  # a position that was opened is no saved game of this table
        send(table, kind=kind, path=str(other))
        assert other.read_text(encoding="utf-8") == EXAMPLE.read_text(encoding="utf-8")
    other.write_text("words of another", encoding="utf-8")
    again = ex.Table(table.game, autosave=False)
    assert "once more" in send(again, kind="save", path=str(other))["parts"]["time"]
    assert other.read_text(encoding="utf-8") == "words of another"
    assert "Saved as" in send(again, kind="save", path=str(other))["parts"]["time"]
    third = ex.Table(autosave=False).load(mine)
    assert "Saved as" in send(third, kind="save", path=str(mine))["parts"]["time"]
    send(third, kind="choose", key=third.options[0].key)
    assert "Saved as" not in third.widget.view["parts"]["time"]


def test_why_a_file_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "it").write_text("", encoding="utf-8")
    said = []
    for path in (tmp_path / "none" / "x.yaml", tmp_path / "x.yaml", tmp_path, tmp_path / "it" / "x"):
        try:
            path.read_text(encoding="utf-8")
        except OSError as error:
            said.append(file_words(error))
    assert "The folder" in said[0] and "There is no file" in said[1] and "is a folder" in said[2]
    assert not any("Errno" in words for words in said)
    assert file_words(FileExistsError("It is there.")) == "It is there."
