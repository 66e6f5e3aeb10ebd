"""Playing at the table widget: the keyboard map, mouse play, two views, busy and dead kernels, kept games.

Everything but the last test runs without Jupyter.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from fakehost import FakeHost
from labdriver import Lab

import explorer as ex
from explorer.state import SEA, ship_name

pytestmark = pytest.mark.browser

EXAMPLE = "notebooks/positions/example_turn.yaml"
TURN = [
    "lead/load/laptops/1", "draw", "follow/drones/2", "draw", "declare/1",
    "load/chairs/green 1", "load/coffee/black 1", "load/luxury-supply/black 1", "load/technology-import/blue 1",
]  # fmt: skip
PAGE_RULES = ["page-has-heading-one", "region", "landmark-one-main"]
# The stops of the Tab key, as the regions that hold them.
STOPS = """() => [...document.querySelectorAll('.ie-widget button, .ie-widget input, .ie-widget select,'
    + ' .ie-widget summary, .ie-widget [tabindex]')]
    .filter((it) => it.tabIndex >= 0 && !it.disabled && it.checkVisibility() && !it.closest('.ie-form'))
    .map((it) => it.closest('[data-region]')?.dataset.region)"""
# Sends one key and waits for nothing: what a page does with a key is done when the event has been handled.
KEY = """(key) => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}))"""


@pytest.fixture
def desk(host: FakeHost) -> Desk:
    return Desk(host, ex.Table(ex.Game(ex.Position.load(EXAMPLE))))


def region(desk: Desk) -> str:
    return str(desk.page.evaluate("() => document.activeElement?.closest('[data-region]')?.dataset.region ?? ''"))


def focused(desk: Desk) -> str:
    return str(desk.page.evaluate("() => document.activeElement?.dataset?.id ?? ''"))


def panel(desk: Desk) -> str:
    """What the panel for cards and rules shows, once Python has answered."""
    desk.page.wait_for_timeout(200)
    desk.pump()
    return str(desk.page.locator(".ie-info").inner_text())


def start(desk: Desk) -> None:
    desk.page.locator(".ie-opt").first.focus()


# Keyboard


def test_one_tab_stop_a_region(desk: Desk) -> None:
    wanted = ["stack", "board", "decide", "info", "tabs", "log", "time"]
    for key in ("2", "2", "2"):
        start(desk)
        desk.press(key)
        assert desk.page.evaluate(STOPS) == wanted
    desk.press("w", "ArrowDown", "ArrowUp", "Escape", "c", "/", "Escape")
    assert desk.page.evaluate(STOPS) == wanted
    desk.page.locator('[data-ie="seat"]').focus()
    seen = [region(desk)]
    for _ in wanted[1:]:
        desk.page.keyboard.press("Tab")
        seen.append(region(desk))
    assert seen == wanted
    desk.page.keyboard.press("Shift+Tab")
    assert region(desk) == "log"


SIGN = """() => {
    const [box, sign] = ['.ie-decide', '.ie-unseen'].map((it) => document.querySelector(it));
    const [end, at] = [sign, document.activeElement].map((it) => it.getBoundingClientRect());
    const below = [...box.querySelectorAll('.ie-opts .ie-opt')]
        .filter((it) => it.getBoundingClientRect().bottom > end.top + 4);
    return {words: sign.checkVisibility() ? sign.textContent : '', below: below.length, high: box.scrollHeight,
        covered: at.bottom > end.top};
}"""


def test_a_long_decision_says_how_much_lies_below(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 760, "height": 640})
    start(desk)
    seen = desk.page.evaluate(SIGN)
    assert seen["below"] and seen["words"] == f"▾ {seen['below']} more below"
    for _ in desk.owner.options[1:]:
        desk.press("ArrowDown")
        assert not desk.page.evaluate(SIGN)["words"] or not desk.page.evaluate(SIGN)["covered"]
    assert desk.page.evaluate(SIGN)["words"] in ("", "▾ More below")  # what may not be done stands below the options
    desk.page.evaluate("() => { document.querySelector('.ie-decide').scrollTop = 0; }")
    sign = desk.page.get_by_role("region", name="Decision").locator(".ie-unseen")  # what is looked at has one too
    sign.click()
    desk.page.wait_for_function("() => document.querySelector('.ie-decide').scrollTop > 0")
    desk.pump()
    assert len(desk.owner.game.line) == 1  # what lies under the sign is not chosen
    desk.page.evaluate("() => { document.querySelector('.ie-decide').scrollTop = 9999; }")
    sign.wait_for(state="hidden")
    assert desk.page.evaluate(SIGN)["high"] == seen["high"]


def test_arrows_reach_everything_in_a_region(desk: Desk) -> None:
    start(desk)
    desk.press("2", "2", "2")
    for name in ("board", "decide", "log", "time"):
        desk.page.locator(f'[data-region="{name}"] [tabindex="0"]').first.focus()
        before = region(desk)
        seen = {focused(desk)}
        for key in ("ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "ArrowDown"):
            desk.press(key)
            assert region(desk) == before == name
            seen.add(focused(desk))
        assert len(seen) > 2, name
    desk.page.locator('[data-region="board"] [tabindex="0"]').first.focus()
    board = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 4:
        desk.press(key)
        board.add(focused(desk))
    assert len(board) > 3 and len(desk.owner.game.line) == 4


def test_refused_choices_tell_their_reason(desk: Desk) -> None:
    start(desk)
    desk.press("w")
    one = desk.page.locator(".ie-reason .ie-key").first
    assert one.get_attribute("aria-disabled") == "true" and one.evaluate("it => it === document.activeElement")
    reason = desk.page.locator(".ie-reason b").first.inner_text()
    shown = panel(desk)
    assert reason in shown and "R-" in shown and len(shown) > len(reason) + 40
    desk.press("Enter", " ")
    one.click(force=True)
    assert len(desk.owner.game.line) == 1
    desk.press("ArrowDown")
    assert focused(desk).startswith("refused ")
    desk.press("Escape")
    assert focused(desk).startswith("choose ")
    desk.page.locator('[data-id="refused"] > summary').click()
    desk.page.locator(".ie-reason .ie-key").last.hover()
    assert desk.page.locator(".ie-reason b").last.inner_text() in panel(desk)


def test_cards_clauses_keys_and_back(desk: Desk) -> None:
    desk.page.locator('[data-region="board"] [data-card="can-openers"]').focus()
    assert "Can Openers" in panel(desk)
    desk.press("c")
    assert "Can Openers" in desk.page.locator('[data-part="card"]').inner_text()
    desk.press("?")
    assert region(desk) == "info" and "Shift ← →" in panel(desk)
    boxes = desk.page.evaluate(
        "() => ['.ie-board', '.ie-keys'].map((it) => document.querySelector(it).getBoundingClientRect().toJSON())"
    )
    assert boxes[1]["left"] >= boxes[0]["right"]
    desk.press("Escape")
    assert region(desk) == "decide" and "Shift" not in desk.page.locator(".ie-info").inner_text()
    desk.press("Escape", "Escape", "Escape")
    assert desk.page.locator('[data-part="card"] > *').count() == 0
    desk.press("l")
    assert "R-" in panel(desk)
    start(desk)
    desk.press("2")
    desk.page.locator("[data-event]").last.focus()
    desk.press("l")
    line, shown = desk.page.locator("[data-event]").last.inner_text(), panel(desk)
    assert line.split("R-")[0].strip()[:20] in shown and "R-" in shown


def test_more_than_nine_options(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(ex.new_game(players=2, seed=1)))
    assert len(desk.owner.options) > 9
    start(desk)
    desk.press("0")
    assert focused(desk) == f"choose {desk.owner.options[9].key}"
    desk.press("Enter")
    assert len(desk.owner.game.line) == 2


def test_timeline_keys(desk: Desk) -> None:
    start(desk)
    for _ in range(12):
        desk.owner.choose(len(desk.owner.options))
    desk.pump()
    line, turn = len(desk.owner.game.line), desk.owner.game.state.turn
    assert turn > 2
    desk.page.locator(".ie-track").focus()
    desk.press("ArrowLeft", "ArrowLeft", "ArrowRight")
    assert len(desk.owner.game.line) == line - 1
    assert desk.page.locator(".ie-turn").count() == turn
    desk.press("Shift+ArrowLeft", "Shift+ArrowLeft")
    assert desk.owner.game.state.turn < turn and region(desk) == "time"
    desk.press("Shift+ArrowRight", "b")
    assert "branch 1" in desk.page.locator(".ie-note").inner_text()
    desk.press("ArrowUp", "ArrowLeft")
    assert region(desk) == "time" and desk.owner.error == ""


def test_forward_by_decision_action_phase_and_turn(desk: Desk) -> None:
    for key in TURN:
        desk.owner.choose(key)
    other = next(option for option in desk.owner.undo(3).options if option.key != TURN[6])
    desk.owner.choose(other).line(1).goto(0)
    desk.pump()
    assert desk.page.locator(".ie-fork").count() >= 1
    places = []
    for to in ("decision", "phase", "action", "action", "turn"):
        desk.click(f'[data-id="forward {to}"]')
        places.append(len(desk.owner.game.line) - 1)
    assert places == [1, 5, 6, 7, 9] and desk.owner.game.state.turn == 2
    off = desk.page.locator('[data-ie="forward"][aria-disabled="true"]')
    assert off.count() == 5
    desk.click(".ie-fork")
    assert len(desk.owner.game.line) < 10


def test_dragging_the_timeline_shows_moments(desk: Desk) -> None:
    for key in TURN:
        desk.owner.choose(key)
    desk.pump()
    track = desk.page.locator(".ie-track")
    for at in (6, 4, 2):
        track.evaluate("(it, at) => { it.value = at; it.dispatchEvent(new Event('input', {bubbles: true})); }", at)
    assert [message["at"] for message in desk.pump()] == [6]
    assert [message["at"] for message in desk.pump()] == [2] and len(desk.owner.game.line) == 3


def test_search_in_the_log(desk: Desk) -> None:
    for _ in range(25):
        desk.owner.choose(len(desk.owner.options))
    desk.pump()
    start(desk)
    desk.press("/")
    assert focused(desk) == "find"
    desk.page.keyboard.type("turn 1")
    few = desk.page.locator("[data-event].is-found").count()
    desk.press("Enter")
    assert desk.page.locator("[data-event].is-found").count() > few
    desk.page.locator('[data-id="find"]').fill("zzz")
    assert desk.page.locator("[data-event]:visible").count() == 0
    assert desk.page.locator(".ie-find [role=status]").inner_text().startswith("0 found")
    desk.press("Escape")
    assert desk.page.locator("[data-event]:visible").count() > 20 and region(desk) == "decide"
    assert desk.page.locator('[data-id="find"]').input_value() == ""


def test_keys_never_reach_the_notebook(desk: Desk) -> None:
    desk.page.evaluate("() => { window.got = []; document.onkeydown = (e) => window.got.push(e.key); }")
    desk.page.locator('[data-region="board"] button').first.focus()
    for key in "bucwl?/":
        start(desk)
        desk.press(key)
    assert desk.page.evaluate("() => window.got") == []
    assert desk.page.evaluate("() => document.activeElement.dataset.lmSuppressShortcuts") == "true"


def test_a_whole_turn_with_keys_only(desk: Desk) -> None:
    desk.page.keyboard.press("Tab")
    while region(desk) != "decide":
        desk.page.keyboard.press("Tab")
    until = time.monotonic() + 30
    while desk.owner.game.state.turn == 1:
        assert time.monotonic() < until and region(desk) == "decide"
        desk.press("ArrowDown", "Enter") if len(desk.owner.game.line) % 2 else desk.press("1")
    assert len(desk.owner.game.line) > 4


def test_a_whole_game_with_keys_only(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(ex.new_game(players=2, seed=5)))
    start(desk)
    sizes, steps, times = [], 0, []
    while not desk.owner.game.over and steps < 600:
        count = len(desk.owner.options)
        began = time.perf_counter()
        desk.page.evaluate(KEY, str(min(9, steps * 5 % count + 1)))
        desk.pump()
        times.append(1000 * (time.perf_counter() - began))
        steps += 1
        assert len(desk.owner.game.line) == steps + 1
        sizes.append(len(json.dumps(desk.owner.widget.view)))
        assert region(desk) == "decide"
    assert desk.owner.game.over and "Won by" in desk.page.locator(".ie-decide").inner_text()
    times.sort()
    sizes.sort()
    print(
        f"\n{steps} decisions: key to picture without Jupyter median {times[steps // 2]:.0f} ms, "
        f"95th percentile {times[steps * 95 // 100]:.0f} ms; "
        f"view median {sizes[steps // 2] // 1000} kB, largest {sizes[-1] // 1000} kB"
    )
    assert times[steps * 95 // 100] < 1000


# Mouse


def test_pointing_with_the_mouse(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(ex.new_game(players=3, seed=2)))
    desk.click(".ie-opt")
    desk.click('[data-ie="undo"]')
    desk.click('[data-ie="redo"]')
    assert len(desk.owner.game.line) == 2
    desk.page.locator('[data-region="board"] .ie-chip').first.hover()
    name = desk.page.locator('[data-region="board"] .ie-chip .ie-name').first.inner_text()
    assert name in panel(desk)
    desk.page.mouse.move(3, 3)  # off the card, and the log is back
    desk.page.wait_for_timeout(100)
    line = desk.page.locator("[data-event]:has(.ie-code)").last
    line.click()
    assert line.locator(".ie-code").first.inner_text() in panel(desk)
    assert desk.page.locator(".ie-peek").get_attribute("data-kind") == "event"


# Where to click: a mark on the board of one option or of several, or the button of an option; [x, y, its numbers].
TARGET = """([board, step]) => {
    const found = [...document.querySelectorAll(board ? '.ie-board [data-numbers]' : '.ie-opts .ie-opt')];
    if (!found.length) return null;
    const it = found[step % found.length];
    it.scrollIntoView({block: 'nearest'});
    const r = it.getBoundingClientRect(), part = it.querySelector('.ie-n') ?? it, at = part.getBoundingClientRect();
    const [x, y] = board ? [at.left + at.width / 2, at.top + at.height / 2] : [r.left + 9, r.top + r.height / 2];
    return [x, y, (it.dataset.numbers ?? it.dataset.number).split(' ')];
}"""


def click_at(desk: Desk, board: bool, step: int) -> list[str]:
    """Click a mark or a button where it is to be seen; returns the numbers of its options."""
    found = desk.page.evaluate(TARGET, [board, step])
    if found is None:
        return []
    desk.page.mouse.click(found[0], found[1])
    desk.pump()
    return [str(number) for number in found[2]]


def test_a_whole_game_with_the_mouse_only(host: FakeHost) -> None:
    """Every other choice on the board where it has a mark; a mark of several options leads to them."""
    host.page.set_viewport_size({"width": 1280, "height": 1100})
    desk = Desk(host, ex.Table(ex.new_game(players=2, seed=5)))
    game, marks, several = desk.owner.game, 0, 0
    for step in range(600):
        if game.over:
            break
        before = len(game.line)
        numbers = click_at(desk, True, step * 5) if step % 2 else []
        if len(numbers) > 1:
            several += 1
            picked = desk.page.locator(".ie-opt.is-picked")
            assert [it.get_attribute("data-number") for it in picked.all()] == numbers and len(game.line) == before
            desk.page.locator(".ie-opt:focus").click()
            desk.pump()
        elif not numbers:
            click_at(desk, False, step * 5 % min(9, len(game.options)))
        marks += len(numbers) == 1
        assert len(game.line) == before + 1, (step, numbers)
    assert game.over and marks > 20 and several > 2, (marks, several)


# Motion

# What glides on the board at this moment, by its identity.
GLIDING = """() => document.getAnimations().map((it) => it.effect.target)
    .filter((it) => it.closest('.ie-board')).map((it) => it.dataset.card || it.dataset.ship || '').filter(Boolean)"""


def test_things_glide_to_their_new_place(desk: Desk) -> None:
    """Input never waits, going back and forth jumps, and nothing moves for those who want no motion."""
    desk.page.emulate_media(reduced_motion="no-preference")
    start(desk)
    desk.press("2")
    assert desk.page.evaluate(GLIDING) == ["laptops"]
    for key in ("u", "r", "u"):
        desk.press(key)
        assert desk.page.evaluate(GLIDING) == []
    for key in TURN[:-1]:
        desk.page.locator(f'[data-key="{key}"]').dispatch_event("click")
        desk.pump()
    assert desk.page.evaluate(GLIDING) == ["luxury-supply"]
    desk.page.wait_for_timeout(250)
    assert desk.page.evaluate(GLIDING) == []
    desk.page.emulate_media(reduced_motion="reduce")
    desk.press("u", "1")
    assert len(desk.owner.game.line) == len(TURN) and desk.page.evaluate(GLIDING) == []


def test_a_ship_glides_out(host: FakeHost) -> None:
    host.page.emulate_media(reduced_motion="no-preference")
    game = ex.new_game(players=2, seed=5)
    first = at_sea(game)
    while not at_sea(game) - first:
        game.choose(len(game.line) * 5 % min(9, len(game.options)) + 1)
    last = game.node.step[1]
    desk = Desk(host, ex.Table(game.undo()))
    desk.page.locator(f'[data-key="{last}"]').dispatch_event("click")
    desk.pump()
    gliding = set(desk.page.evaluate(GLIDING))
    assert at_sea(game) - first <= gliding


def at_sea(game: ex.Game) -> set[str]:
    return {ship_name(game.state, i) for i, ship in enumerate(game.state.ships) if ship.at == SEA}


# In step


def test_two_views_of_one_widget(desk: Desk) -> None:
    desk.host.show_again()
    first, second = desk.page.locator(".ie-widget").first, desk.page.locator(".ie-widget").last
    first.locator(".ie-opt").nth(1).click()
    desk.pump()
    assert first.locator("h3").inner_text() == second.locator("h3").inner_text()
    second.locator(".ie-opt").nth(1).click()
    desk.pump()
    assert len(desk.owner.game.line) == 3
    assert first.locator(".ie-board").inner_html() == second.locator(".ie-board").inner_html()
    desk.host.unmount()


def test_an_old_picture_chooses_nothing(desk: Desk) -> None:
    desk.owner.choose("lead/load/laptops/1")  # in Python; the page still shows the old picture
    desk.click('[data-key="draw"]')
    assert repr(desk.owner) == "Table(turn 1, yellow to follow, 2 options)"
    assert "moved on" in desk.page.locator(".ie-note").inner_text()


def test_a_busy_kernel(desk: Desk) -> None:
    desk.page.locator('[data-key="draw"]').click()
    slow = desk.page.locator(".ie-slow")
    assert not slow.is_visible()
    slow.wait_for(state="visible")
    assert slow.inner_text().strip() == "Working…"
    for _ in range(3):
        desk.page.locator('[data-key="draw"]').click()
        desk.page.keyboard.press("u")
    assert [message["kind"] for message in desk.host.sent if message["kind"] not in ("about", "ping")] == ["choose"]
    desk.pump()
    assert not slow.is_visible() and len(desk.owner.game.line) == 2
    desk.press("1")
    assert len(desk.owner.game.line) == 3


def test_a_picture_without_python(host: FakeHost) -> None:
    """As in a notebook that was opened without a kernel: what is sent gets lost."""
    table = ex.Table(ex.new_game(players=2, seed=1))
    host.mount(table.widget._esm, table.widget._css, {"view": table.widget.view})
    note = host.page.locator(".ie-alone")
    assert not note.is_visible()
    host.page.locator(".ie-opt").first.click()
    note.wait_for()
    assert "run the cells" in note.inner_text() and not host.page.locator(".ie-slow").is_visible()
    assert host.axe(ignore=PAGE_RULES) == []
    host.page.locator(".ie-opt").first.click()
    host.receive({"kind": "pong"})
    assert not note.is_visible()


def test_a_dead_kernel(desk: Desk) -> None:
    desk.host.break_kernel()
    desk.page.evaluate("() => window.fakeHost.listeners.find((it) => it.name === 'comm_live_update').callback()")
    lost = desk.page.locator(".ie-lost")
    assert lost.is_visible() and "run the cells again" in lost.inner_text()
    desk.page.locator('[data-region="board"] .ie-chip').first.hover()
    desk.page.locator('[data-key="draw"]').click()
    desk.page.keyboard.press("u")
    assert lost.is_visible() and len(desk.owner.game.line) == 1
    assert not desk.page.locator(".ie-slow").is_visible()


def test_an_error_leaves_the_game_as_it_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a <b>bug</b>")

    monkeypatch.setattr(desk.owner.game, "choose", fail)
    desk.click('[data-key="draw"]')
    alert = desk.page.locator(".ie-alert")
    assert "RuntimeError: a <b>bug</b>" in alert.inner_text() and len(desk.owner.game.line) == 1
    monkeypatch.undo()
    desk.click('[data-key="draw"]')
    assert alert.count() == 0 and len(desk.owner.game.line) == 2


def test_hostile_names(host: FakeHost) -> None:
    evil = '<img src=x onerror="window.hit=1">\'&"</script>'
    start_text = f"""
players:
- {{harbor: green, name: {json.dumps(evil)}, hand: [Evil, luxury]}}
- {{harbor: black, name: {json.dumps("x" * 60 + chr(0x202E))}}}
cards:
  Evil: {{color: luxury, action: load, tier: luxury 1, load: luxury 1, name: {json.dumps(evil)}}}
"""
    table = ex.Table(ex.Game(ex.Position.load(start_text)))
    desk = Desk(host, table)
    start(desk)
    desk.press("1", "1", "b")
    table.branch(evil)
    desk.pump()
    desk.page.locator("[data-event]").last.focus()
    desk.press("l")
    desk.page.locator('[data-id="find"]').fill(evil)
    assert desk.page.evaluate("() => window.hit") is None and desk.page.locator("img").count() == 0
    assert "<img" in desk.page.locator(".ie-board").inner_text()


# Kept games


def test_a_saved_game_is_offered(host: FakeHost, tmp_path: Path) -> None:
    place = tmp_path / "mine.json"
    ex.Table(ex.new_game(players=2, seed=1), autosave=place).choose("draw").choose(1)
    desk = Desk(host, ex.Table(ex.new_game(players=2, seed=1), autosave=place), dark=True)
    button = desk.page.get_by_role("button", name="Go on with the saved game of turn")
    assert host.axe(ignore=PAGE_RULES) == []
    button.focus()
    desk.press("Enter")
    assert len(desk.owner.game.line) == 3 and button.count() == 0
    assert region(desk) == "decide"


def test_bots_at_the_table(host: FakeHost) -> None:
    desk = Desk(host, ex.Table(ex.new_game(players=2, seed=1), bots={"black": "random"}))
    start(desk)
    desk.press("1")
    assert desk.owner.game.decision is None or desk.owner.game.decision.player == "green"
    desk.click('[data-ie="pause"]')
    for _ in range(20):
        if desk.page.locator('[data-id="step"]').count():
            break
        desk.click(".ie-opts .ie-opt")
    line = len(desk.owner.game.line)
    desk.click('[data-id="step"]')
    assert len(desk.owner.game.line) == line + 1


def test_jupyterlab_takes_no_key_of_the_table(lab: Lab) -> None:
    """JupyterLab's own keys delete, cut and insert cells: none of them may work while the table has the focus."""
    cell = "import explorer as ex\ntable = ex.Table(ex.new_game(players=2, seed=1), autosave=False)\ntable"
    page = lab.run_notebook("play/keys.ipynb", "1", cell, "2")
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.map((it) => it.model.type).join()"
    before = page.evaluate(cells)
    page.locator(".ie-opts .ie-opt").first.click()
    page.locator(".ie-moment").filter(has_text="1 of 1").wait_for()
    for place in (".ie-opts .ie-opt", "[data-ie=undo]", "[data-ie=seat]", ".ie-more summary", ".ie-sea", ".ie-lanes"):
        page.locator(place).first.click(position={"x": 6, "y": 4})
        if place == "[data-ie=seat]":
            page.locator(place).first.focus()
        for key in "ddxammvyii":
            page.keyboard.press(key)
        assert page.evaluate(cells) == before, place
    page.locator(".jp-InputPrompt").nth(2).click()
    page.keyboard.press("b")
    assert page.evaluate(cells) != before  # beside the table the keys are the notebook's


def test_reload_and_restart_in_jupyterlab(lab: Lab, tmp_path: Path) -> None:
    """The widget outlives a reload of the page, and its game a restart of the kernel."""
    cell = (
        f"import os\nos.environ['EXPLORER_AUTOSAVE'] = {str(tmp_path)!r}\nimport explorer as ex\n"
        "table = ex.Table(ex.new_game(players=2, seed=1), autosave='lab')\ntable"
    )
    page = lab.run_notebook("play/kept.ipynb", cell)
    times = []
    for number in range(1, 11):
        began = time.perf_counter()
        page.locator(".ie-opts .ie-opt").first.click()
        page.locator(".ie-moment").filter(has_text=f"Decision {number} of {number}").wait_for()
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    print(f"\nclick to picture in JupyterLab: median {times[5]:.0f} ms, longest of ten {times[-1]:.0f} ms")
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_timeout(500)
    page.reload()
    lab.wait_for_kernel()
    page.locator(".ie-moment").filter(has_text="Decision 10 of 10").wait_for()
    page.locator(".ie-opts .ie-opt").first.click()
    page.locator(".ie-moment").filter(has_text="Decision 11 of 11").wait_for()
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    lab.wait_for_kernel()
    page.locator(".ie-opts .ie-opt").first.click()
    page.locator(".ie-lost").filter(has_text="run the cells again").wait_for()
    assert lab.run_all() == []
    page.get_by_role("button", name="Go on with the saved game").click()
    page.locator(".ie-moment").filter(has_text="Decision 11 of 11").wait_for()
    lab.wait_for_kernel_value("len(table.game.line)", "12")


def test_a_refused_choice_says_everything_once(desk: Desk) -> None:
    start(desk)
    desk.press("w")
    one = desk.page.locator(".ie-examples .ie-reason").first
    tried, clause = one.locator(".ie-key").inner_text(), one.locator(".ie-code").last.inner_text()
    shown = panel(desk)
    assert shown.count(tried) == 1 and shown.count(clause) == 1, shown
