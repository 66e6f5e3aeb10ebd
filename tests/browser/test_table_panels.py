"""The table's tabs and steps in a browser: lines, stops, bots, what would follow, the narrowed log; mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk
from fakehost import FakeHost
from labdriver import Lab
from shots import FAULTS, played

import explorer as ex

pytestmark = pytest.mark.browser

EXAMPLE = "notebooks/positions/example_turn.yaml"
PAGE_RULES = ["page-has-heading-one", "region", "landmark-one-main"]
TABS = ("lines", "stops", "bots")
SIZE = "() => { const it = document.querySelector('.ie-table'); return [it.scrollWidth, it.offsetHeight]; }"


@pytest.fixture
def desk(host: FakeHost) -> Desk:
    return Desk(host, ex.Table(ex.Game(ex.Position.load(EXAMPLE)), autosave=False))


def focused(desk: Desk) -> str:
    return str(desk.page.evaluate("() => document.activeElement?.dataset?.id ?? ''"))


def start(desk: Desk, *keys: str) -> None:
    desk.page.locator(".ie-opt").first.focus()
    desk.press(*keys)


def fill(desk: Desk, field: str, words: str, key: str = "") -> None:
    desk.page.locator(f'[data-field="{field}"]').fill(words)
    if key:
        desk.page.locator(f'[data-field="{field}"]').press(key)
        desk.pump()


def panel(desk: Desk) -> str:
    """What the panel for cards, rules and previews shows, once Python has answered."""
    desk.page.wait_for_timeout(250)
    desk.pump()
    return str(desk.page.locator(".ie-info").inner_text())


def test_tabs_by_mouse_and_keys(desk: Desk) -> None:
    desk.click('[data-id="tab stops"]')
    assert desk.page.locator('[data-region="stops"]').is_visible()
    assert not desk.page.locator('[data-region="log"]').is_visible()
    desk.press("ArrowLeft")
    assert focused(desk) == "tab lines" and desk.page.locator('[data-region="lines"]').is_visible()
    desk.press("ArrowLeft", "ArrowLeft")
    assert focused(desk) == "tab bots"
    assert desk.page.get_by_role("tab", selected=True).inner_text() == "Bots"
    desk.press("/")
    assert focused(desk) == "find" and desk.page.locator('[data-region="log"]').is_visible()


def test_the_row_at_the_top_leads_back_to_where_something_began(desk: Desk) -> None:
    for _ in range(3):
        desk.owner.choose(2)
    desk.pump()
    row = desk.page.locator(".ie-steps")
    assert row.locator("button").count() == row.locator("li").count() == 3
    title = row.locator("button").nth(1).get_attribute("title") or ""
    assert title.startswith("Back to where this began: Green leads")
    desk.click('[data-id="begin 1"]')
    assert len(desk.owner.game.line) == 2  # the moment after the lead
    desk.page.locator('[data-id="begin 0"]').focus()
    desk.press("Enter")
    assert len(desk.owner.game.line) == 1
    assert row.locator("button").count() == 0  # nothing here began any earlier
    desk.press("r")
    assert len(desk.owner.game.line) == 2


LAPSED = """players:
- {harbor: green, hand: [luxury/contract, Pistols], ships: [{at: sea, containers: [x]}, {at: sea, containers: [x]}]}
- {harbor: yellow, hand: [luxury/contract, Soap], ships: [{at: sea, containers: [x]}, {at: sea, containers: [x]}]}
- {harbor: black, hand: [luxury/contract, Foxes], ships: [{at: sea, containers: [x]}, {at: sea, containers: [x]}]}
"""


@pytest.mark.parametrize("dark", (False, True), ids=("light", "dark"))
@pytest.mark.parametrize("width", (1280, 840, 760))
def test_three_lapses_leave_the_options_in_view(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 600 if width < 1000 else 800})
    host.page.evaluate("() => { document.body.style.margin = 0; }")
    desk = Desk(host, ex.Table(ex.Game(ex.Position.load(LAPSED)), autosave=False), dark)
    for key in ("lead/contract/luxury-contract/1", "follow/luxury-contract/1", "follow/luxury-contract/1"):
        desk.owner.choose(key)
    desk.pump()
    lines = desk.page.locator(".ie-lapsed summary")
    assert lines.count() == 3
    assert all(line.bounding_box()["height"] < 40 for line in lines.all())
    last = desk.page.locator(".ie-opt").last.bounding_box()
    assert last["y"] + last["height"] < (600 if width < 1000 else 800)
    assert desk.page.evaluate(FAULTS) == []
    host.screenshot(f"lapsed-{width}-{'dark' if dark else 'light'}")
    lines.first.focus()
    desk.press("Enter")
    assert "1 tier missing" in desk.page.locator(".ie-lapsed").inner_text()
    assert desk.page.evaluate(FAULTS) == []
    assert host.axe(ignore=PAGE_RULES) == []


def test_the_focus_stays_on_the_options_when_lapses_come_and_go(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(ex.Game(ex.Position.load(LAPSED)), autosave=False))
    for key in ("lead/contract/luxury-contract/1", "follow/luxury-contract/1"):
        desk.owner.choose(key)
    desk.pump()
    desk.page.locator(".ie-opt").first.focus()
    desk.press("1")  # all three come to nothing
    assert desk.page.locator(".ie-lapsed summary").count() == 3 and focused(desk).startswith("choose ")
    desk.press("1")
    assert desk.page.locator(".ie-lapsed").count() == 0 and focused(desk).startswith("choose ")


def test_a_step_of_a_turn_tells_all_that_lapsed_in_it(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(ex.Game(ex.Position.load(LAPSED)), autosave=False))
    for key in ("lead/contract/luxury-contract/1", "follow/luxury-contract/1", "follow/luxury-contract/1", "draw"):
        desk.owner.choose(key)
    desk.owner.goto(0)
    desk.owner.forward("turn")
    desk.pump()
    assert desk.owner.game.state.turn == 2 and desk.page.locator(".ie-lapsed summary").count() == 3
    desk.owner.goto(0)
    desk.pump()
    assert desk.page.locator(".ie-lapsed").count() == 0
    desk.owner.goto(4)
    desk.pump()
    assert desk.page.locator(".ie-lapsed summary").count() == 3


def test_a_step_back_and_forward(desk: Desk) -> None:
    start(desk, "2", "2", "2")
    desk.click('[data-id="back player"]')
    assert len(desk.owner.game.line) == 3 and focused(desk) == "back player"
    desk.click('[data-id="back turn"]')
    assert len(desk.owner.game.line) == 1
    assert desk.page.locator('[data-id="back turn"]').get_attribute("aria-disabled") == "true"
    desk.page.locator('[data-id="forward player"]').focus()
    desk.press("Enter")
    assert len(desk.owner.game.line) == 2


def test_naming_deleting_and_going_by_mouse(desk: Desk) -> None:
    start(desk, "2", "2", "2", "u", "u", "1")
    desk.click('[data-id="tab lines"]')
    fill(desk, "name", "the <other> way")
    fill(desk, "comment", "first line\nsecond line")
    desk.click('[data-ie="note"]')
    node = desk.owner.game.node
    assert (node.name, node.comment) == ("the <other> way", "first line\nsecond line")
    assert "the <other> way" in desk.page.locator(".ie-moments").inner_text()
    desk.page.locator(".ie-moment-row").first.click()
    desk.pump()
    assert desk.owner.game.node is desk.owner.game.root
    assert desk.page.locator('[data-field="name"]').input_value() == ""
    desk.page.get_by_role("button", name="the <other> way").first.click()
    desk.pump()
    assert desk.owner.game.node is node
    assert desk.page.locator('[data-field="comment"]').input_value() == "first line\nsecond line"
    desk.click('[data-ie="cut"]')
    assert desk.owner.game.node is node.parent and "the <other> way" not in desk.page.locator(".ie-table").inner_text()
    desk.click('[data-ie="restore"]')
    assert any(child is node for child in desk.owner.game.node.children)


def test_naming_deleting_and_going_by_keys(desk: Desk) -> None:
    start(desk, "2", "2", "2", "u", "u", "1", "n")
    assert desk.page.evaluate("() => document.activeElement.dataset.field") == "name"
    desk.page.keyboard.type("aside 1")
    desk.press("Enter")
    assert desk.owner.game.node.name == "aside 1"
    desk.press("Escape")
    desk.page.locator('[data-region="lines"] [tabindex="0"]').first.focus()
    desk.press("Home", "Enter")
    assert desk.owner.game.node is desk.owner.game.root and focused(desk) == "moment 0"
    desk.press("Delete")
    assert desk.owner.error == ""
    desk.press("End", "Delete")
    assert not any(moment.name for moment in desk.owner.moments)


def test_stops_by_mouse_and_keys(desk: Desk, tmp_path: Path) -> None:
    start(desk, "2", "2", "2", "4", "2", "1")
    desk.owner.goto(0)
    desk.pump()
    desk.click('[data-id="tab stops"]')
    desk.page.locator('[data-field="stop-event"]').select_option("ContainerLoaded")
    desk.click('[data-ie="stop"]')
    assert "container loaded" in desk.page.locator(".ie-stops").inner_text()
    desk.click('[data-id="forward turn"]')
    assert "Halted: container loaded" in desk.page.locator(".ie-note").inner_text()
    fill(desk, "stop-card", "Nonsens", "Enter")
    assert desk.page.locator(".ie-decide").get_by_role("alert").count() == 1
    fill(desk, "stop-card", "can openers", "Enter")
    assert len(desk.owner.stops) == 2
    desk.page.locator('[data-ie="unstop"]').first.focus()
    desk.press("Enter")
    assert [stop.card for stop in desk.owner.stops] == ["Can Openers"]
    desk.owner.save(tmp_path / "game.json").drop_stop()
    desk.pump()
    assert desk.page.locator(".ie-stops").count() == 0
    desk.owner.load(tmp_path / "game.json")
    desk.pump()
    assert "Can Openers" in desk.page.locator(".ie-stops").inner_text()


def test_bots_are_chosen_run_and_paused(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(ex.new_game(players=2, seed=1), autosave=False))
    desk.click('[data-id="tab bots"]')
    for seat in ("black", "green"):
        desk.page.locator(f'[data-id="bot {seat}"]').select_option("random")
        desk.pump()
    assert desk.owner.bots == {"black": "random", "green": "random"} and len(desk.owner.game.line) == 1
    desk.click('[data-id="step once"]')
    assert len(desk.owner.game.line) == 2
    desk.owner.stop_when(event="TurnEnded")
    desk.pump()
    desk.click('[data-ie="run"]')
    assert desk.owner.game.state.turn == 2 and "Halted: turn ended" in desk.page.locator(".ie-note").inner_text()
    desk.page.locator('[data-id="bot black"]').select_option("")
    desk.pump()
    assert desk.owner.bots == {"green": "random"}


def test_what_would_follow_by_pointer_and_focus(desk: Desk) -> None:
    start(desk, "2", "2", "2", "4", "2")
    line = len(desk.owner.game.line)
    desk.page.locator('.ie-opt[data-key^="load/chairs"]').hover()
    assert "Green: +6 cr" in panel(desk) and "fulfilled Can Openers" in panel(desk)
    desk.page.mouse.move(5, 5)
    start(desk, "ArrowDown")
    assert "loaded Soap onto Green 1" in panel(desk)
    assert len(desk.owner.game.line) == line
    desk.press("Enter")
    assert len(desk.owner.game.line) == line + 1


def test_a_log_line_opens_and_narrows_the_log(desk: Desk) -> None:
    start(desk, "2", "2", "2", "4", "2", "1")
    line = desk.page.locator('[data-event]:has-text("loaded Chairs")').first
    line.click()
    shown = panel(desk)
    assert "R-LOAD-1" in shown and "rulebook" in shown
    desk.click('.ie-only [data-what="clause"]')
    assert desk.owner._only.clause == "R-LOAD-1" and desk.page.locator(".is-match").count() == 1
    fill(desk, "only-clause", "R-TURN", "Enter")
    assert desk.page.locator(".is-match").count() > 1
    desk.page.locator('[data-field="only-seat"]').select_option("green")
    desk.pump()
    assert desk.owner._only == ("", "green", "R-TURN")
    desk.click('[data-ie="clear"]')
    assert desk.page.locator(".is-match").count() == 0


def test_a_ruling_shows_its_readings(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(played(4, 200, 3), autosave=False))
    desk.page.locator("[data-event]:has(.ie-rule)").last.click()
    assert "in force" in panel(desk)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 760])
def test_panels_are_sound(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    desk = Desk(host, ex.Table(played(4, 200, 3), autosave=False), dark)
    desk.owner.stop_when("Pistols").stop_when(event="ShipReturned", seat="green").set_bot("green", "greedy")
    desk.owner.choose(1).note("A good idea", "Said about it.").undo().choose(2)
    desk.pump()
    before = desk.page.evaluate(SIZE)
    for name in TABS:
        desk.click(f'[data-id="tab {name}"]')
        assert desk.page.evaluate(FAULTS) == [] and host.axe(ignore=PAGE_RULES) == [], name
        if width > 1000:
            assert desk.page.evaluate(SIZE) == before and before[1] <= 800
        host.screenshot(f"panel-{name}-{width}-{'dark' if dark else 'light'}")
    desk.click('[data-id="tab log"]')
    desk.page.locator("[data-event]").last.click()
    panel(desk)
    assert desk.page.evaluate(FAULTS) == [] and host.axe(ignore=PAGE_RULES) == []


def test_the_editor_opens_below_the_table_in_jupyterlab(lab: Lab) -> None:
    cell = "import explorer as ex\ntable = ex.Table(ex.new_game(players=2, seed=1), autosave=False)\ntable"
    page = lab.run_notebook("panels/edit.ipynb", cell)
    page.locator('[data-ie="edit"]').click()
    page.locator(".ie-below > *").first.wait_for()
    assert page.locator(".ie-lost:visible").count() == 0
    lab.screenshot("editor-below")


def test_the_log_stays_while_one_plays(desk: Desk) -> None:
    log = desk.page.locator('[data-shown="log"] .ie-tree')

    def covered() -> bool:
        desk.page.wait_for_timeout(250)
        desk.pump()
        return desk.page.locator(".ie-next").count() > 0 or (log.bounding_box() or {"height": 0})["height"] < 60

    desk.click('.ie-opt[data-number="2"]')  # another question now lies under the pointer, which has not moved
    assert not covered()
    desk.press("2", "2")
    assert focused(desk).startswith("choose ") and not covered()
    desk.press("ArrowDown")
    assert covered()
    desk.press("Escape")
    assert focused(desk).startswith("choose ") and not covered()
    desk.press("ArrowDown", "u")
    assert not covered()
    desk.page.locator(".ie-opt").nth(1).hover()
    assert covered()
    desk.page.mouse.move(5, 5)
    assert not covered()
    desk.click('[data-id="tab stops"]')
    desk.press("Escape")
    assert focused(desk).startswith("choose ") and not desk.page.locator(".ie-next").count()
    assert desk.page.locator('[data-field="stop-card"]').bounding_box()["height"] > 10
    desk.host.screenshot("log-stays")
    desk.host.unmount()


@pytest.mark.parametrize("width", (1280, 760))
def test_what_becomes_of_a_file_is_said_beside_its_buttons(
    host: FakeHost, width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    desk = Desk(host, ex.Table(ex.Game(ex.Position.load(EXAMPLE)), autosave=False))
    monkeypatch.chdir(tmp_path)
    there = Path("there.txt")
    there.write_text("of another", encoding="utf-8")
    menu = desk.page.locator(".ie-menu")
    menu.locator("summary").click()
    for kind, path, cls, words in (
        ("load", "no.yaml", "alert", "no file"),
        ("save", "none/no.yaml", "alert", "cannot be written"),
        ("save", there, "alert", "once more"),
        ("save", there, "note", "Saved as"),
    ):
        menu.locator('[data-field="path"]').fill(str(path))
        desk.click(f'[data-ie="{kind}"]')
        said = menu.locator(f".ie-{cls}")
        assert words in said.inner_text() and menu.locator(".ie-alert, .ie-note").count() == 1
        box = said.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 801 and box["height"] > 24
        assert desk.page.evaluate(FAULTS) == []
    host.screenshot(f"menu-saved-{width}")
    assert there.read_text(encoding="utf-8") != "of another"
    assert host.axe(ignore=PAGE_RULES) == []


@pytest.mark.parametrize("dark", (False, True), ids=("light", "dark"))
@pytest.mark.parametrize("width", (1280, 760))
def test_the_log_shows_the_line_it_halted_at(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    desk = Desk(host, ex.Table(ex.Game(ex.Position.load(LAPSED)), autosave=False), dark)
    for key in ("lead/contract/luxury-contract/1", "follow/luxury-contract/1", "follow/luxury-contract/1"):
        desk.owner.choose(key)
    desk.owner.goto(0)
    desk.owner.stop_when(event="TurnStarted").forward("turn")
    desk.pump()
    assert "Turn 2 began" in desk.page.locator(".ie-tree .is-halt").inner_text()
    desk.owner.drop_stop().goto(0)
    desk.pump()
    desk.owner.stop_when(event="ActionLapsed").forward("turn")
    desk.pump()
    log, line = desk.page.locator(".ie-tree"), desk.page.locator(".ie-tree .is-halt").first
    assert "a stop was met here" in line.inner_text() and "could not perform" in line.inner_text()
    host.screenshot(f"halted-{width}-{'dark' if dark else 'light'}")
    box, at = log.bounding_box(), line.bounding_box()
    assert box["y"] <= at["y"] and at["y"] + at["height"] <= box["y"] + box["height"]
    assert width > 1000 or box["height"] > 400, "as high as the decision and the turn together"
    ruling = desk.page.locator(".ie-tree [data-event]:has(.ie-rule)").first
    assert ruling.bounding_box()["height"] < 25 and desk.page.evaluate(FAULTS) == []


def test_what_would_follow_says_when_more_lies_below(host: FakeHost) -> None:
    host.page.set_viewport_size({"width": 1280, "height": 800})
    desk = Desk(host, ex.Table(ex.Game(ex.Position.load("notebooks/positions/fulfilling.yaml")), autosave=False))
    start(desk, "2", "1", "1")
    desk.page.locator(".ie-opts .ie-opt").first.hover()
    assert "What would follow" in panel(desk)
    sign = desk.page.locator(".ie-next > .ie-unseen")
    host.screenshot("next")
    assert sign.is_visible() and sign.inner_text() == "▾ More below"
    desk.page.evaluate("() => { document.querySelector('.ie-info').scrollTop = 9999; }")
    desk.page.wait_for_timeout(100)
    assert not sign.is_visible()


def test_what_is_opened_at_the_lower_edge_of_a_decision_comes_into_sight(host: FakeHost) -> None:
    for width in (1280, 760):
        host.page.set_viewport_size({"width": width, "height": 700})
        desk = Desk(host, ex.Table(ex.new_game(players=3, seed=7), autosave=False))
        fold = desk.page.locator('.ie-decide [data-id="refused"]')
        fold.locator("summary").focus()
        desk.press("Enter")
        desk.page.wait_for_timeout(100)
        first, box = fold.locator("li").first.bounding_box(), desk.page.locator(".ie-decide").bounding_box()
        host.screenshot(f"opened-{width}")
        assert first["y"] + 30 < min(box["y"] + box["height"], 700)


def test_a_new_game_leads_back_to_the_former_one(desk: Desk) -> None:
    start(desk, "2", "u", "1")
    before = desk.owner.game.save()
    desk.click('[data-id="menu"] summary')
    desk.click('[data-ie="new"]')
    assert desk.owner.game.save() != before
    desk.click('[data-id="former 1"]')
    assert desk.owner.game.save() == before and desk.page.locator(".ie-offer").count() == 0
