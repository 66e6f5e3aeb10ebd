"""The position editor without a browser: its methods, its messages, and what its drawings must not let through."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer import shipped
from explorer.draw.card import card_html, power_words
from explorer.draw.editor import Sheet, seats_html
from explorer.draw.editor_bars import clipped
from explorer.draw.editor_pick import detail_html
from explorer.position import PositionError
from explorer.sketch import Sketch, SketchError
from explorer.texts import text
from explorer.widgets.editor import Editor

EMPTY = "players: [{harbor: red}, {harbor: blue}]\n"


@pytest.fixture
def editor() -> Editor:
    return Editor(EMPTY)


def words(editor: Editor, path: str) -> list[str]:
    return [item.word for zone in editor.sketch.zones.zones if zone.path == path for item in zone.items]


def test_what_a_click_does_is_a_method(editor: Editor) -> None:
    editor.search("cannons").pick_up("Cannons").put_down("red/fulfilled")
    assert words(editor, "red/fulfilled") == ["Cannons"] and editor.held == ""
    editor.pick_up("red/fulfilled/0").put_down("blue/goods")
    assert words(editor, "blue/goods") == ["Cannons"]
    editor.undo()
    assert words(editor, "red/fulfilled") == ["Cannons"]
    editor.redo().do("set_credits", "blue", 30).do("set_leader", "blue")
    assert editor.play().game.state.players[1].credits == 30
    assert editor.table is not None and editor.widget.view["below"] == editor.table.widget.model_id


def test_the_next_card_goes_to_the_zone_that_waits(editor: Editor) -> None:
    editor.aim("blue/crew")
    for word in ("Contraband", "Pistols"):
        editor._heard({"kind": "row", "word": word})
    assert words(editor, "blue/crew") == ["Contraband", "Pistols"] and editor.aimed == "blue/crew"
    assert editor.release().aimed == ""


def test_a_moment_of_a_game_comes_back_and_plays_on() -> None:
    game = ex.new_game(players=3, seed=7)
    game.choose(1)
    editor = Editor(game)
    assert editor.sketch.zones.turn.moment and editor.problems == []
    item = editor.sketch.zones.seats[0].hand.items[0]
    editor.put(item.word, "island")
    assert editor.problems == [], "a card that lies somewhere is moved, since none may come in"
    table = editor.play()
    table.choose(1)
    assert editor.edit().text == table.game.position.text()


def test_there_is_no_play_while_something_is_wrong(editor: Editor) -> None:
    editor.put("Pistols", "red/hand").put("Pistols", "blue/hand")
    before = editor.text
    with pytest.raises(PositionError):
        editor.play()
    editor._heard({"kind": "play"})
    assert editor.error and editor.text == before and editor.table is None
    number = next(i for i, problem in enumerate(editor.problems) if problem.mends)
    editor.mend(number)
    assert editor.play().game.options


def test_what_was_held_is_let_go_when_it_is_gone(editor: Editor) -> None:
    editor.put("Pistols", "red/crew").pick_up("red/crew/0")
    assert editor.held == "red/crew/0"
    assert editor.set_text(EMPTY).held == ""
    assert editor.put("Pistols", "red/crew").pick_up("red/crew/0").remove("red/crew/0").held == ""


def test_a_message_of_an_old_picture_changes_nothing(editor: Editor) -> None:
    editor.put("Pistols", "red/crew")
    before = editor.text
    editor._heard({"kind": "remove", "item": "red/crew/0", "version": 1})
    assert editor.text == before and "changed in Python" in editor.widget.view["say"]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"kind": "nonsense"},
        {"kind": "drop", "zone": "red/nowhere", "word": "Pistols"},
        {"kind": "drop", "zone": "red/crew"},
        {"kind": "row", "word": None},
        {"kind": "credits", "seat": "red", "to": "many"},
        {"kind": "mend", "problem": 9, "mend": 9},
        {"kind": "open", "path": "/nowhere/at/all.yaml"},
        {"kind": "example", "value": "../x"},
        {"kind": "seat", "value": "pink"},
        {"kind": "define", "card": "Pistols", "values": {"tier": "many"}},
        {"kind": "ruling", "value": "x"},
        {"kind": "back"},
    ],
)
def test_bad_messages_are_told_and_change_nothing(editor: Editor, message: dict[str, Any]) -> None:
    editor._heard(message)
    if not (message.get("kind") == "row" and editor.held):
        assert editor.error or editor.problems
    if editor.error:
        assert editor.text == EMPTY


def test_unreadable_and_huge_texts(editor: Editor) -> None:
    editor.set_text("players: [")
    assert editor.text == "players: [" and editor.problems and len(editor.sketch.zones.seats) == 2
    editor.undo()
    assert editor.text == EMPTY
    editor._heard({"kind": "text", "text": "a: " + "[" * 500_000})
    assert editor.problems or editor.error


def test_starting_from_something_else(editor: Editor, tmp_path: Path) -> None:
    for players in range(2, 7):
        assert len(editor.start(players).sketch.zones.seats) == players
        assert editor.play().game.options
    editor.start(2, dealt=False).save(tmp_path / "mine.yaml")
    assert editor.undo().open(tmp_path / "mine.yaml").text == (tmp_path / "mine.yaml").read_text(encoding="utf-8")
    assert editor.example("loading").problems == []


def test_values_of_ones_own(editor: Editor) -> None:
    editor._heard({"kind": "define", "card": "Pistols", "values": {"color": "luxury", "load": "luxury 2", "tier": ""}})
    assert editor.error == "" and editor.problems == [] and "Pistols" in editor.text
    assert any(row.name == "Pistols" for row in editor.search("pistols").found())


def test_drawings_escape_every_word() -> None:
    bad = '<b onclick="x">'
    sketch = Sketch(f"title: '{bad}'\nplayers: [{{harbor: red, name: '{bad}', hand: ['{bad}']}}, blue]\n")
    html = seats_html(Sheet(sketch.zones, sketch.catalogue, sketch.problems))
    assert "<b onclick" not in html and "&lt;b onclick" in html
    view = Editor(sketch.text).widget.view
    assert all("<b onclick" not in part for part in view["parts"].values())


def test_errors_in_python_are_raised(editor: Editor) -> None:
    for act in (
        lambda: editor.put_down("red/hand"),
        lambda: editor.put("Pistols", "red/nowhere"),
        lambda: editor.do("_private"),
        lambda: editor.mend(3),
        editor.edit,
    ):
        with pytest.raises(SketchError):
            act()
    assert repr(editor) == "Editor('', 2 seats, 0 errors)"


def test_contracts_and_limits_are_counted_as_on_the_table(editor: Editor) -> None:
    editor.put("Cannons", "red/fulfilled").put("Soap", "red/goods")
    seats, table = editor.widget.view["parts"]["seats"], editor.play().widget.view["parts"]
    for words in ("Contracts <b>2</b>", "Contracts <b>1</b>"):
        assert words in seats and any(words in part for part in table.values()), words
    assert "Goods <b>1/4</b>" in seats and any("Goods <b>1</b>/4" in part for part in table.values())
    printed = text("draw.signs.printed-words")
    assert seats.count(printed) == 2, "of Blue, and of Red beside the card that was put there"


def test_it_says_where_a_card_now_lies(editor: Editor) -> None:
    for zone, words in (
        ("red/fulfilled", "now among Red’s contracts."),
        ("red/crew", "now in Red’s crew."),
        ("deck", "now in the deck."),
    ):
        assert f"Cannons: {words}" in editor.put("Cannons", zone).widget.view["say"]


def test_a_text_that_the_small_face_cuts_is_told_in_full() -> None:
    cat = ex.catalogue()
    html = detail_html(cat, cat.find("Cannons"))
    assert "count as Crew of …" in html and f"<p>{power_words(cat.contract(cat.find('Cannons')))}</p>" in unescape(html)
    short = next(n for n in range(len(cat)) if "…" not in card_html(cat, n, "small"))
    assert "<p>" not in detail_html(cat, short).partition("ie-ed-origins")[2]


def test_fillers_have_one_name(editor: Editor) -> None:
    view = editor.put("Soap", "red/hand").widget.view
    assert "4 fillers" in view["parts"]["seats"] and "filler" in editor.text
    assert "inert" not in str(view)


def test_the_picker_counts_what_it_shows(editor: Editor) -> None:
    cards = "cards: {Snow Globes: {color: luxury, action: load}, Music Boxes: {color: luxury, action: supply}}\n"
    editor.set_text(EMPTY + cards)
    assert editor.widget.view["parts"]["count"] == f"{len(editor.found())} of 172"
    editor.search("snow globes")
    assert editor.widget.view["parts"]["count"] == "1 of 172"


def test_a_card_that_lies_twice_in_one_zone(editor: Editor) -> None:
    editor.set_text("players: [{harbor: red, crew: [Pistols, Pistols], fulfilled: 2}, {harbor: blue}]\n")
    assert [problem.message for problem in editor.problems] == ["Pistols lies twice in the crew of Red."]
    editor.search("pistols")
    assert "2 times: Red’s crew" in editor.widget.view["parts"]["rows"]
    assert words(editor.mend(0), "red/crew") == ["Pistols"] and editor.problems == []


def test_examples_come_with_the_package_and_are_called_by_their_titles(editor: Editor) -> None:
    assert "The example turn" in editor.widget.view["parts"]["head"]
    for name in shipped.positions():
        assert editor.example(name).play().game.options, name
    with pytest.raises(SketchError, match="loading"):
        editor.example("nowhere")
    with pytest.raises(ValueError, match="loading"):
        shipped.position("../loading")


def test_a_start_with_chosen_harbors(editor: Editor) -> None:
    editor._heard({"kind": "empty", "players": 3, "colors": ["red", "blue", "green"]})
    assert [seat.path for seat in editor.sketch.zones.seats] == ["red", "blue", "green"] and editor.problems == []
    editor._heard({"kind": "color", "seat": "red", "value": "green"})
    assert [seat.path for seat in editor.sketch.zones.seats] == ["green", "blue", "red"]
    before = editor.text
    editor._heard({"kind": "deal", "players": 2, "colors": ["red", "red"]})
    assert "red harbor already" in editor.error and editor.text == before
    assert editor.start(["black", "yellow"]).play().game.options


def test_what_only_the_text_says_is_shown() -> None:
    from shots import LASTING

    editor = Editor(LASTING)
    assert editor.problems == []
    bar = editor.widget.view["parts"]["moment"]
    assert "Turn 9, led by Green › Green leads Load › Perform › Yellow performs Barter" in bar
    lines = LASTING.splitlines()
    said = {
        "once": "green: [sold, drop green 1]", "extra": "green", "effects": "Surströmming", "copied": "Foxes",
        "cards": "Snow Globes", "turn: number": "9", "turn: played": "Snow Globes", "turn: doing": "barter",
        "turn: done": "1",
    }  # fmt: skip
    for key, word in said.items():
        button = bar.partition(f"<code>{key}</code>")
        line = int(button[0].rpartition('data-line="')[2].partition('"')[0])
        assert lines[line - 1].strip().startswith(key.rpartition(" ")[2] + ":"), key
        assert word in button[2].partition("</button>")[0], key
    for path in ("once", "extra", "effects", "copied", "turn"):
        editor.do("drop", [path])
    assert "Surströmming" not in editor.widget.view["parts"]["moment"]


def test_what_a_moment_is_in_the_middle_of() -> None:
    game = ex.new_game(players=3, seed=7)
    game.choose(1)
    bar = Editor(game).widget.view["parts"]["moment"]
    assert "In the middle of:" in bar and "Turn 2, led by Green › Green leads" in bar and "<code>moment</code>" in bar


def test_any_card_of_a_kind_is_a_row_of_the_picker(editor: Editor) -> None:
    rows = editor.search("2 pirate").widget.view["parts"]["rows"]
    assert rows.index("2 × Illegal Pirate") < rows.index("any such card")
    assert rows.count("<li") == 1 + len(editor.found())
    assert editor.widget.view["parts"]["count"] == f"{len(editor.found())} of 170"
    editor._heard({"kind": "row", "word": "2 illegal/pirate"})
    assert editor.put_down("blue/crew").sketch.zones.seats[1].crew.used == 2
    rows = editor.search("luxury").widget.view["parts"]["rows"]
    assert rows.rindex("<li") < rows.index("any such card"), "the named ones come first"
    assert "any such card" not in editor.search("luxury", kind="luxury").widget.view["parts"]["rows"]


def test_the_bar_says_what_was_done_and_what_can_be_done(editor: Editor) -> None:
    idle = text("editor.idle")
    assert idle in editor.widget.view["parts"]["bar"]
    bar = editor.start(["red", "blue"]).widget.view["parts"]["bar"]
    assert "A position with 2 players." in bar and idle in bar
    bar = editor.aim("red/crew").put("Pistols", "red/crew").widget.view["parts"]["bar"]
    assert "Pistols: now" in bar and "The next card goes to Red’s crew" in bar


def test_the_first_problem_is_told_in_short(editor: Editor) -> None:
    head = editor.set_text(EMPTY + "island: [Bear]\n").widget.view["parts"]["head"]
    assert ">1 problem: There is no card &#x27;Bear&#x27;.<" in head and "Did you mean" in head
    assert clipped("short") == "short" and clipped("word " * 40) == "word " * 18 + "…"


def test_another_file_is_written_over_only_when_asked_twice(editor: Editor, tmp_path: Path) -> None:
    file = tmp_path / "theirs.yaml"
    file.write_text("not mine", encoding="utf-8")
    editor._heard({"kind": "save", "path": str(file)})
    assert "is there already" in editor.error and file.read_text(encoding="utf-8") == "not mine"
    editor._heard({"kind": "save", "path": str(file)})
    assert editor.error == "" and file.read_text(encoding="utf-8") == editor.text
    editor.start(2)
    editor._heard({"kind": "save", "path": str(file)})  # one's own by now
    assert editor.error == "" and file.read_text(encoding="utf-8") == editor.text
    other = tmp_path / "opened.yaml"
    other.write_text("players: 2\n", encoding="utf-8")
    editor.open(other)._heard({"kind": "save", "path": str(other)})
    assert editor.error == ""
    editor.example("loading")._heard({"kind": "save", "path": str(tmp_path / "new.yaml")})
    assert (tmp_path / "new.yaml").exists()


def test_the_game_below_is_the_one_that_goes_on(editor: Editor) -> None:
    assert [node.step for node in editor.game(("draw", "no such choice", "draw")).line[1:]] == [("choose", "draw")]
    table = editor.play()
    table.choose("draw")
    assert editor.game(("draw",)) is table.game
    editor.put("Pistols", "red/hand")  # another position: what was played below is not of this one
    assert editor.game() is not table.game and len(editor.game().line) == 1


@pytest.mark.parametrize("played", [False, True], ids=["example", "own"])
def test_the_notebook_of_disputes_takes_any_table(played: bool, capsys: pytest.CaptureFixture[str]) -> None:
    book = json.loads(Path("notebooks/02_settle_a_dispute.ipynb").read_text(encoding="utf-8"))
    cells = {cell["id"]: "".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"}
    names: dict[str, Any] = {}
    exec(cells.pop("editor"), names)
    if played:
        names["editor"].example("skip_a_tier").play().choose("draw")
    for cell in cells.values():
        exec(cell, names)
    said = capsys.readouterr().out
    assert ("So far nothing differs" if played else "bids are even amounts") in said
    assert names["game"] is names["editor"].table.game if played else names["replayed"].credits["green"] == 7
