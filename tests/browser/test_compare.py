"""Two readings side by side in a browser: by mouse and keys, both themes and widths, nothing cut, no axe finding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from fakehost import FakeHost
from labdriver import Lab
from shots import FAULTS, played

import explorer as ex
from explorer.lab.comparing import Comparison

pytestmark = pytest.mark.browser

ORDER = "same-ship-immediates-order"
PAGE_RULES = ["page-has-heading-one", "region", "landmark-one-main"]  # a widget alone has no page around it
PANELS = ".ie-one-side, .ie-rulings, .ie-where, .ie-shared, .ie-keep"


def game(name: str = "bird-feed/before-or-after-the-coin") -> ex.Game:
    return ex.Scenario.load(f"tests/scenarios/{name}.yaml").play()


def odd_bid() -> ex.Game:
    played = ex.Game(ex.Position.load("notebooks/positions/three_rounds.yaml"))
    for key in ("lead/import/baskets/2", "follow/clogs/1", "draw", "declare/3", "ship/green 2"):
        played.choose(key)
    return played


@pytest.fixture
def desk(host: FakeHost) -> Desk:
    return Desk(host, ex.compare(game(), ORDER))


def test_both_sides_by_mouse(desk: Desk, tmp_path: Path) -> None:
    c = desk.owner
    desk.click('[data-do="choose-first"][data-value="first/bird-feed"]')
    assert c.at == 2 and not c.stopped and not c.differences
    desk.click('[data-do="choose-both"][data-value="buy"]')
    assert c.first.credits == c.second.credits == {**c.first.credits, "yellow": 0}
    desk.click('[data-id="sides.back"]')
    assert c.at == 2
    desk.page.locator('[data-id="path"]').fill(str(tmp_path / "placing.yaml"))
    desk.page.wait_for_timeout(120)
    desk.pump()
    desk.click('[data-id="sides.part"]')
    desk.click('[data-do="save"][data-value="second"]')
    assert "Saved as" in desk.page.locator(".ie-keep .ie-note").inner_text()
    ex.Scenario.load(tmp_path / "placing.yaml").play()
    desk.click('[data-do="save"][data-value="first"]')
    assert "is there already" in desk.page.get_by_role("alert").first.inner_text()
    assert ex.Scenario.load(tmp_path / "placing.yaml").play().rulings[ORDER] == "placing-order"
    desk.click('[data-do="save"][data-value="first"]')
    assert ex.Scenario.load(tmp_path / "placing.yaml").play().rulings[ORDER] == "owner-orders"


def test_both_sides_by_keys(desk: Desk) -> None:
    c = desk.owner
    desk.page.locator('[data-do="choose-first"]').first.focus()
    desk.press("Enter")
    assert c.at == 2
    desk.page.locator('[data-id="sides.on"], [data-id="sides.back"]').first.focus()
    desk.press("1")  # the first choice that both sides have
    assert c.at == 3 and c.first.credits == c.second.credits
    desk.press("u", "u")
    assert c.at == 1
    desk.press("r")
    assert c.at == 2
    desk.press("p")
    assert c.at == 1
    assert desk.page.evaluate("() => document.activeElement.dataset.id").startswith("sides.")


def test_a_ruling_is_flipped_by_a_click(host: FakeHost) -> None:
    desk = Desk(host, ex.compare(game("bird-feed/sold-on")))
    c = desk.owner
    assert c.readings == {} and c.relied[0].id == "arrival-without-fulfilment"
    assert "no other reading is built" in desk.page.locator(".ie-relied").inner_text()
    desk.click('[data-do="flip"][data-value="arrival-without-fulfilment=neither"]')
    assert c.readings["arrival-without-fulfilment"] == ("both", "neither")
    assert desk.page.locator(".ie-one-side .ie-new", has_text="elsewhere there").count() == 2
    assert desk.page.locator(".ie-one-side .ie-new", has_text="only here").count() == 1
    assert "at sea in B" in desk.page.locator(".ie-differences").inner_text()
    assert desk.page.locator('[data-do="flip-here"][data-value="arrival-without-fulfilment"]').count() == 0
    desk.click('[data-do="flip-here"][data-value="arrival-without-fulfilment=neither"]')
    assert len(c.moments) == 1 + c.at or c.moments[0].first.state.asking is not None


def test_the_ruling_by_which_the_sides_part_is_named(host: FakeHost) -> None:
    desk = Desk(host, ex.compare(odd_bid(), "bid-steps=any-whole-number"))
    row = desk.page.locator(".ie-relied li").first
    assert "bid-steps" in row.inner_text() and "the sides part by it, from moment 5 on" in row.inner_text()
    assert "None so far" not in desk.page.locator(".ie-rulings").inner_text()
    code = row.locator(".ie-code", has_text="AMB-28")
    assert (code.get_attribute("title") or "").startswith("Open question, settled by the ruling bid-steps")
    desk.page.locator(".ie-rulings summary", has_text="Another ruling").click()
    desk.page.locator(".ie-rulings summary", has_text="Where it belongs").click()
    assert "Open question, settled by" in desk.page.locator(".ie-rulings details details").inner_text()
    assert desk.page.locator(".ie-where .ie-code", has_text="ruling bid-steps").count()
    desk.page.locator(".ie-where summary").focus()
    desk.press("Enter")
    told = desk.page.locator(".ie-where details")
    assert "R-IMPORT-2" in told.inner_text() and "ruling bid-steps In which amounts" in told.inner_text()
    desk.click('[data-id="sides.back"]')
    assert desk.page.locator(".ie-where details[open]").count() == 1  # it stays open
    desk.click('[data-id="sides.on"]')
    assert desk.page.evaluate(FAULTS, PANELS) == [] and host.axe(ignore=PAGE_RULES) == []
    host.screenshot("compare-parted")


@pytest.mark.parametrize("dark", (False, True), ids=("light", "dark"))
@pytest.mark.parametrize("width", (1280, 760))
def test_a_flip_says_what_it_does_keeps_the_line_and_is_taken_back(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 900})
    desk = Desk(host, ex.compare(odd_bid(), "bid-steps=any-whole-number"), dark)
    c, page = desk.owner, desk.page
    assert page.locator('select[data-do="ruling"]').is_hidden()  # the boards come first
    told = page.locator(".ie-where").inner_text()
    assert told.count("Bid 3 credits") == 1 and "From this moment (5) on different choices." in told
    for key in ("bid/3", "bid/5"):
        desk.click(f'[data-do="choose-second"][data-value="{key}"]')
    line = [node.step for node in c.second.line]
    page.locator(".ie-rulings summary", has_text="Another ruling").click()
    page.locator('select[data-do="ruling"]').select_option("lone-bidder")
    desk.pump()
    flip = page.locator('[data-do="flip"][data-value="lone-bidder=bids-freely"]')
    assert flip.inner_text() == "Flip in B" and "played again" in (flip.get_attribute("title") or "")
    flip.click()
    desk.pump()
    assert set(c.readings) == {"bid-steps", "lone-bidder"} and [node.step for node in c.second.line] == line
    said = page.locator(".ie-rulings").get_by_role("status").inner_text()
    assert said.startswith("B now holds to lone-bidder: bids-freely. Compared as before: bid-steps.")
    assert page.evaluate(FAULTS, PANELS) == [] and host.axe(ignore=PAGE_RULES) == []
    host.screenshot(f"compare-flipped-{width}-{'dark' if dark else 'light'}")
    desk.click('[data-do="flip"][data-value="bid-steps=even-only"]')
    said = page.locator(".ie-rulings").get_by_role("status").inner_text()
    assert "Both sides now hold to bid-steps" in said and "up to moment 5, where B had to stop" in said
    desk.click('[data-do="unflip"]')
    desk.click('[data-do="unflip"]')
    assert set(c.readings) == {"bid-steps"} and [node.step for node in c.second.line] == line
    assert page.locator('[data-do="unflip"]').count() == 0


def test_any_ruling_can_be_looked_at_and_unbuilt_readings_say_so(desk: Desk) -> None:
    desk.page.locator(".ie-rulings summary", has_text="Another ruling").click()
    desk.page.locator('select[data-do="ruling"]').select_option("bird-feed-first")
    desk.page.wait_for_timeout(60)
    desk.pump()
    row = desk.page.locator(".ie-readings li", has_text="first-to-speak")
    assert row.is_visible()
    assert "not built yet" in row.inner_text() and row.locator("button").count() == 0


def test_errors_are_shown(desk: Desk) -> None:
    desk.owner.widget._handle_custom_msg({"kind": "choose-second", "value": "<b>nothing</b>"}, [])
    desk.pump()
    alert = desk.page.get_by_role("alert").first
    assert "<b>nothing</b>" in alert.inner_text()
    desk.owner.widget._handle_custom_msg({"kind": "flip", "value": "no-such=ruling"}, [])
    desk.pump()
    assert "no ruling 'no-such'" in alert.inner_text()
    assert desk.owner.at == 1


@pytest.mark.parametrize("dark", (False, True), ids=("light", "dark"))
@pytest.mark.parametrize("width", (1280, 840, 760))
def test_it_looks_right(host: FakeHost, dark: bool, width: int) -> None:
    host.page.set_viewport_size({"width": width, "height": 900})
    c = ex.compare(game("bird-feed/sold-on"), "arrival-without-fulfilment=neither")
    desk = Desk(host, c, dark)
    assert desk.page.evaluate(FAULTS, PANELS) == []
    assert desk.page.evaluate("() => document.documentElement.scrollWidth") <= width
    badge, asked = (desk.page.locator(f".ie-one-side .ie-ask > {one}").first for one in (".ie-badge", "h3"))
    assert abs(badge.bounding_box()["y"] - asked.bounding_box()["y"]) <= 2
    host.screenshot(f"compare-{width}-{'dark' if dark else 'light'}")
    assert host.axe(ignore=PAGE_RULES) == []
    host.unmount()


def test_the_picture_of_a_comparison_needs_no_script(page: object) -> None:
    html = ex.compare(game(), ORDER).picture()._repr_html_()
    assert html == Comparison(game(), ORDER)._repr_html_()
    assert "<script" not in html and "<button" not in html
    page.set_content(f"<!doctype html><html lang='en'><body>{html}</body></html>")  # type: ignore[attr-defined]
    assert page.locator(".ie-one-side").count() == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_boards_stand_side_by_side_and_can_be_read(page: Any, players: int, shots: Path) -> None:
    html = ex.compare(played(players, 60, players * 3), "bid-steps=any-whole-number").picture()._repr_html_()
    page.set_content(f"<!doctype html><html lang='en'><body style='margin:0'>{html}</body></html>")
    for width in (1240, 1180, 1000, 840, 760):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(FAULTS, PANELS) == [], width
        first, second = (one.bounding_box() for one in page.locator(".ie-one-side").all())
        assert first["y"] == second["y"] and first["x"] + first["width"] < second["x"]
        shots.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(shots / f"compare-{players}-{width}.png"), full_page=True)


def test_what_becomes_of_a_file_is_said_beside_its_button(desk: Desk, tmp_path: Path) -> None:
    path, save = desk.page.locator('[data-id="path"]'), '[data-do="save"][data-value="second"]'
    path.fill(str(tmp_path / "one.yaml"))
    desk.click(save)  # at once, before the pause after which typing is told
    assert "one.yaml" in desk.page.locator(".ie-keep .ie-note").inner_text() and (tmp_path / "one.yaml").exists()
    path.fill(str(tmp_path / "nowhere" / "two.yaml"))
    desk.click(save)
    alert = desk.page.get_by_role("alert")
    assert alert.count() == 1 and desk.page.locator(".ie-keep").get_by_role("alert").count() == 1
    assert "does not exist" in alert.inner_text() and "Errno" not in alert.inner_text()
    assert desk.page.locator(".ie-keep .ie-note").count() == 0
    box = alert.bounding_box()
    assert box["y"] + box["height"] <= 901
    desk.host.screenshot("compare-save-failed")
    path.fill(str(tmp_path / "one.yaml"))
    desk.click('[data-do="save"][data-value="first"]')
    assert "once more" in desk.page.locator(".ie-keep").get_by_role("alert").inner_text()


def test_what_is_typed_stays_over_a_picture_and_is_sent_before_a_click(desk: Desk) -> None:
    title, path = desk.page.locator('[data-id="title"]'), desk.page.locator('[data-id="path"]')
    title.fill("Who takes the coin")
    path.fill("")
    path.press_sequentially("xy.yaml")
    path.press("Home")
    desk.owner.note = "a picture from before"
    desk.owner.redraw()
    desk.host.set("view", desk.owner.widget.view)
    assert title.input_value() == "Who takes the coin" and path.input_value() == "xy.yaml"
    path.press_sequentially("z")
    assert path.input_value() == "zxy.yaml"
    desk.page.locator('[data-id="sides.back"]').click()
    sent = [it["kind"] for it in desk.pump()]
    assert sent[-1] == "go" and "title" in sent and "path" in sent
    assert desk.owner.path == "zxy.yaml" and desk.owner.title == "Who takes the coin"
    assert path.input_value() == "zxy.yaml" and title.input_value() == "Who takes the coin"


@pytest.mark.parametrize("dark", (False, True), ids=("light", "dark"))
@pytest.mark.parametrize("width", (1280, 760))
def test_a_line_of_the_log_leads_to_both_readings_of_its_ruling(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 900})
    played = game("bird-feed/sold-on")
    desk = Desk(host, ex.Table(played, autosave=False), dark)
    line = desk.page.locator("[data-event]", has_text="arrival-without-fulfilment").last
    line.click()
    desk.page.wait_for_timeout(200)
    desk.pump()
    button = desk.page.get_by_role("button", name="Compare both readings from here")
    host.screenshot(f"table-compare-{width}-{'dark' if dark else 'light'}")
    button.click()
    desk.pump()
    found = desk.owner.compare("arrival-without-fulfilment", int(line.get_attribute("data-event") or 0))
    below = desk.owner.widget.view["below"]
    assert below == found.widget.model_id and list(found.readings) == ["arrival-without-fulfilment"]
    assert found.partings and found.at == found.partings[0].moment and found.moments[0].first.state.log is not None
    assert desk.owner.game is played and "side by side below" in desk.owner.widget.view["say"]
    desk.click('[data-ie="compare"][data-id="compare"]')
    assert desk.owner.widget.view["below"] not in ("", below)
    assert desk.page.evaluate(FAULTS) == []


def test_the_comparison_opens_below_the_table_in_jupyterlab(lab: Lab) -> None:
    cell = "import explorer as ex\ntable = ex.Table(ex.new_game(players=2, seed=1), autosave=False)\ntable"
    page = lab.run_notebook("compare/below.ipynb", cell)
    page.locator('[data-ie="compare"]').click()
    page.locator(".ie-below .ie-one-side").nth(1).wait_for()
    page.locator('.ie-below [data-do^="choose-both"]').first.click()
    lab.wait_for_kernel_value("table._below.at", "1")
    page.locator(".ie-decide .ie-opt").first.click()
    lab.wait_for_kernel_value("len(table.game.line)", "2")
    page.wait_for_timeout(300)
    assert page.locator(".ie-below .ie-one-side").count() == 2, "a new picture of the table takes nothing of it away"
    page.locator('.ie-below [data-id="sides.back"]').focus()
    page.keyboard.press("b")  # a key of the table, but not from here
    page.wait_for_timeout(300)
    lab.wait_for_kernel_value("'Marked' in table.widget.view['say']", "False")
    assert page.locator(".ie-lost:visible").count() == 0
    lab.screenshot("compare-below")
