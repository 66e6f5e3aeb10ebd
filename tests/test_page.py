"""Pages and pictures of the table: whole, harmless, and no more than whoever looks may know."""

from __future__ import annotations

import os
import re
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from htmlreader import EVIL, Reader

import explorer as ex
from explorer.draw.page import PageError, asked_svg
from explorer.draw.slim import slim, style_for
from explorer.draw.style import style_sheet
from explorer.draw.table import table_html
from explorer.lab.bots import autoplay, bot

SVG = "{http://www.w3.org/2000/svg}"


def evil_game() -> ex.Game:
    name = EVIL.replace('"', '\\"')
    return ex.Game(ex.Position.load(f'players: [{{harbor: green, name: "{name}", hand: [Foxes]}}, yellow]'))


def finished() -> ex.Game:
    start = ex.new_game(players=2, seed=3, harbors=["green", "yellow"])
    return autoplay(start, {"green": bot("greedy"), "yellow": bot("greedy")})


def test_a_page_is_whole_and_asks_nothing_of_anybody() -> None:
    game = evil_game()
    page = game.page()
    reader = Reader(re.sub(r"<!doctype html>|<meta[^>]*>", "", page))
    names = {tag for tag, _attributes in reader.tags}
    assert not names & {"script", "link", "iframe", "button", "input", "img"}
    assert not [a for _tag, attributes in reader.tags for a in attributes if a.startswith("on") or a in ("src", "href")]
    assert all(found.startswith('"data:') for found in re.findall(r"url\(([^)]*)", page))
    assert "@import" not in page and page.count("<style>") == 1
    assert EVIL in reader.text


def test_a_page_holds_decision_refusals_and_the_whole_log() -> None:
    game = ex.new_game(players=3, seed=7)
    while game.state.turn < 5:
        game.choose(1)
    page = Reader(re.sub(r"<!doctype html>|<meta[^>]*>", "", game.page())).text
    assert game.decision is not None and game.options[-1].text in page
    assert all(" ".join(event.text.split()) in page for event in game.log)
    assert all(reason.text in page for refused in game.refused[:3] for reason in refused.reasons)


def test_a_page_of_a_finished_game_has_its_score_sheet() -> None:
    game = finished()
    assert game.over
    for line in game.scores:
        assert line["clause"] in game.page() and line["clause"] in game.svg()


@pytest.mark.parametrize("form", ["page", "svg"])
def test_one_seat_s_picture_keeps_what_others_hold(form: str) -> None:
    game = ex.new_game(players=3, seed=7, harbors=["green", "yellow", "black"])
    game.choose("draw") if "draw" in [o.key for o in game.options] else game.choose(1)
    s = game.state
    open_picture, seen = getattr(game, form)(), getattr(game, form)(seat="green")
    others = [s.cat.name[card] for card in (*s.players[1].hand, *s.players[2].hand)]
    assert all(escape(name) in open_picture for name in others)
    assert not [name for name in others if re.search(rf"\b{re.escape(escape(name))}\b(?! [A-Z])", seen)]


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_an_svg_is_well_formed_with_text_for_programs_without_html(theme: str) -> None:
    game = evil_game()
    root = ElementTree.fromstring(game.svg(theme=theme))
    assert root.tag == f"{SVG}svg" and root.get("width") == "1240"
    assert root.get("viewBox") == f"0 0 1240 {root.get('height')}"
    switch = root.find(f"{SVG}switch")
    assert switch is not None and [child.tag for child in switch] == [f"{SVG}foreignObject", f"{SVG}text"]
    assert "Supply Island" in "".join(switch[1].itertext())
    hulls = [one for one in switch[0].iter(f"{SVG}svg")]
    assert len(hulls) >= 3  # a ship in each harbor, and those at sea
    assert "prefers-color-scheme" in game.svg(theme=theme) or theme != "auto"


def test_names_that_no_document_can_hold_are_mended() -> None:
    game = ex.new_game(players=2, seed=1)
    game.state.players[0].name = "A\x07\ud800B"
    ElementTree.fromstring(game.svg())
    game.page().encode()


def test_files_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ex.new_game(players=2, seed=1)
    place = tmp_path / "table.html"
    assert game.page(place) == place.read_text(encoding="utf-8") == game.page()
    assert game.svg(str(tmp_path / "table.svg")) == (tmp_path / "table.svg").read_text(encoding="utf-8")
    before = place.read_text(encoding="utf-8")

    def broken(*_paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(PageError, match="No space left"):
        game.svg(place)
    assert place.read_text(encoding="utf-8") == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["table.html", "table.svg"]


@pytest.mark.parametrize("path", ["", "  ", "no/such/folder/x.html", "a\0b", 7])
def test_a_path_that_cannot_be_written_is_told(path: object) -> None:
    with pytest.raises(PageError, match=r"Choose another place|Give the path"):
        ex.new_game(players=2, seed=1).page(path)  # type: ignore[arg-type]


def test_a_wrong_theme_or_seat_is_told() -> None:
    game = ex.new_game(players=2, seed=1)
    with pytest.raises(PageError, match="auto, light, dark"):
        game.page(theme="pink")
    with pytest.raises(ValueError, match="no seat"):
        game.svg(seat="pink")


def test_positions_have_the_same_pictures() -> None:
    position = ex.Position.load("players: [green, yellow]")
    game = ex.Game(position)
    assert position.page() == game.page() and position.svg() == game.svg() == position._repr_svg_()
    assert position._repr_html_() == game._repr_html_()
    faulty = ex.Position.load("players: [grean, yellow]")
    assert faulty._repr_svg_() is None
    with pytest.raises(ex.position.PositionError):
        faulty.page()


def test_a_notebook_keeps_one_picture_not_two() -> None:
    """IPython asks for every form at once: only the HTML and the line of text may come."""
    formatter = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell
    game = ex.new_game(players=2, seed=1)
    assert asked_svg(game.state) == game.svg()
    shell = formatter.instance()
    try:
        data, _metadata = shell.display_formatter.format(game)
        assert set(data) == {"text/html", "text/plain"}
    finally:
        formatter.clear_instance()


# The style sheet that is stored with a picture


def test_a_slim_picture_shows_the_same_with_less() -> None:
    html = table_html(ex.new_game(players=4, seed=3).state)
    small = slim(html)
    assert len(html) - len(small) > 14_000
    assert Reader(small).text == Reader(html).text
    assert slim(small) == small and slim("<p>no picture</p>") == "<p>no picture</p>"


def test_a_slim_style_sheet_holds_for_its_own_picture_only() -> None:
    """Sheets of many pictures come together in one page: the rules of one may not overrule those of another."""
    small = slim(table_html(ex.new_game(players=4, seed=3).state))
    name = re.search(r'class="ie (ie-[0-9a-f]{4}) ', small)
    assert name is not None
    sheet = small.partition("<style>")[2].partition("</style>")[0]
    heads = re.findall(r"(?:^|[{}])([^{}@]+)\{", sheet)
    assert len(heads) > 150
    assert [head for head in heads if name[1] not in head] == [".ie-instead"]


def test_selectors_with_nested_parentheses_and_commas_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = ".ie-a:has(> .ie-b:is(.ie-c, [x]):not([hidden])) > .ie-d, .ie-e:not(.ie-f, :is(p, q)) { top: 0 }"
    monkeypatch.setattr("explorer.draw.slim.style_sheet", lambda: odd)
    assert style_for('<p class="ie-a ie-d">') == ".ie-a:has(> .ie-b:is(.ie-c, [x]):not([hidden])) > .ie-d{top:0}"
    assert style_for('<p class="ie-e">') == ".ie-e:not(.ie-f, :is(p, q)){top:0}"
    picture = slim(f'<style>{odd}</style><p class="ie ie-a ie-d">')
    assert re.search(r"<style>:where\(\.ie-....\)\.ie-a:has\(", picture)


def test_every_rule_of_the_style_sheet_is_understood() -> None:
    classes = " ".join(sorted(set(re.findall(r"\.([a-z][\w-]*)", style_sheet()))))
    whole = style_for(f'<p class="{classes}">')
    assert whole.count("{") == style_sheet().count("{") - style_sheet().count("@container") + whole.count("@container")
    assert whole.count("{") == whole.count("}")
