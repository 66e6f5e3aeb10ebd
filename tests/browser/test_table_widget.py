"""The table widget in a browser: clicks, keys, focus, themes; most tests without Jupyter, one in a real JupyterLab."""

from __future__ import annotations

import time

import pytest
from desk import Desk
from fakehost import FakeHost
from labdriver import Lab

import explorer as ex

pytestmark = pytest.mark.browser

EXAMPLE = "notebooks/positions/example_turn.yaml"
TURN = [
    "lead/load/laptops/1", "draw", "follow/drones/2", "draw", "declare/1",
    "load/chairs/green 1", "load/coffee/black 1", "load/luxury-supply/black 1", "load/technology-import/blue 1",
]  # fmt: skip
# On a page of its own a widget has no page around it.
PAGE_RULES = ["page-has-heading-one", "region", "landmark-one-main"]

# Text that is cut, panels that overlap or stick out, and letters that are too small.
FAULTS = """() => {
    const out = [], all = [...document.querySelectorAll('.ie *')].filter((e) => !e.closest('.ie-vh, svg, select'));
    for (const e of all) {
        const cs = getComputedStyle(e);
        const cut = (o) => ['hidden', 'clip'].includes(o);
        if (e.clientWidth && cut(cs.overflowX) && e.scrollWidth > e.clientWidth + 1) out.push('cut: ' + e.className);
        if (e.clientHeight && cut(cs.overflowY) && e.scrollHeight > e.clientHeight + 1) out.push('cut: ' + e.className);
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (own && parseFloat(cs.fontSize) < 11) out.push('small: ' + e.textContent.trim().slice(0, 30));
    }
    const panels = '.ie-harbor,.ie-sea,.ie-lanes,.ie-decide,.ie-log,.ie-time,.ie-stack,.ie-info,.ie-scores';
    const boxes = [...document.querySelectorAll(panels)].map((e) => [e.className, e.getBoundingClientRect()]);
    for (const [name, r] of boxes) if (r.right > innerWidth + 1) out.push('outside: ' + name);
    boxes.forEach(([name, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
        const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (w > 1 && h > 1) out.push(`overlap: ${name} / ${other}`);
    }));
    for (const p of document.querySelectorAll(panels)) {
        const r = p.getBoundingClientRect();
        for (const e of p.querySelectorAll('button, .ie-ship, .ie-label, .ie-chip, table')) {
            if (e.closest('.ie-tree, .ie-opts, .ie-plain, .ie-decide, .ie-info, details:not([open])')) continue;
            const k = e.getBoundingClientRect();
            if (k.width && (k.right > r.right + 1 || k.bottom > r.bottom + 1))
                out.push(`sticks out of ${p.className}: ${e.textContent.trim().slice(0, 30)}`);
        }
    }
    for (const e of document.querySelectorAll('.ie-chip :is(.ie-mark, .ie-dots, .ie-name)')) {
        const chip = e.closest('.ie-chip').getBoundingClientRect(), r = e.getBoundingClientRect();
        if (r.width && (r.right > chip.right + 1 || r.bottom > chip.bottom + 1))
            out.push('sticks out of a card: ' + e.textContent);
    }
    const names = [...document.querySelectorAll('.ie-chip .ie-name')];
    for (const e of names) if (e.offsetWidth && e.offsetWidth < 20 && e.textContent.length > 4)
        out.push('squeezed: ' + e.textContent);
    return out;
}"""


# From the click in the first table of a notebook to the frame after its new picture, in milliseconds.
STOPWATCH = """() => {
    const table = document.querySelector('.ie-widget');
    let started = 0;
    table.addEventListener('click', () => { started = performance.now(); }, {once: true, capture: true});
    const seen = new MutationObserver(() => {
        seen.disconnect();
        requestAnimationFrame(() => { window.clickToPicture = performance.now() - started; });
    });
    seen.observe(table.querySelector('.ie-moment'), {childList: true, characterData: true, subtree: true});
}"""


@pytest.fixture
def desk(host: FakeHost) -> Desk:
    return Desk(host, ex.Table(ex.Game(ex.Position.load(EXAMPLE))))


def played(players: int, steps: int, seed: int) -> ex.Game:
    game = ex.new_game(players=players, seed=seed)
    for step in range(steps):
        if game.decision is not None:
            game.choose((step * 7 + seed) % len(game.options) + 1)
    return game


def focused(desk: Desk) -> str:
    return str(desk.page.evaluate("() => document.activeElement?.dataset?.id ?? ''"))


def test_the_example_turn_by_mouse(desk: Desk) -> None:
    for key in TURN:
        desk.click(f'[data-ie="choose"][data-key="{key}"]')
    assert repr(desk.owner) == "Table(turn 2, yellow to lead, 12 options)"
    assert desk.owner.game.credits["green"] == 16
    assert "Draw cards" in desk.page.locator("h3").inner_text()


def test_the_example_turn_by_keyboard(desk: Desk) -> None:
    desk.page.locator(".ie-opt").first.focus()
    desk.press("2", "2", "2", "4", "2")
    assert repr(desk.owner) == "Table(turn 1, green to load, 2 options)"
    desk.press("ArrowDown", "ArrowUp", "Enter")
    assert desk.owner.log[-1].name != "DeclarationsClosed" and desk.owner.game.credits["green"] == 16
    desk.press("u")
    assert desk.owner.game.credits["green"] == 10
    desk.press("r", "ArrowDown", "Enter")
    assert repr(desk.owner) == "Table(turn 1, black to load, 2 options)"


def test_focus_stays_in_the_widget(desk: Desk) -> None:
    desk.page.locator(".ie-opt").first.focus()
    desk.press("ArrowDown", "Enter")
    assert focused(desk).startswith("choose ")
    desk.page.locator('[data-id="undo"]').focus()
    desk.press("Enter")
    assert focused(desk) == "undo"
    assert desk.page.locator('[tabindex="0"].ie-opt').count() == 1


def test_opened_things_stay_open_and_fields_keep_their_text(desk: Desk) -> None:
    desk.page.locator('[data-id="menu"] > summary').click()
    desk.page.locator('[data-field="seed"]').fill("7")
    desk.click('[data-key="draw"]')
    assert desk.page.locator('[data-id="menu"]').get_attribute("open") is not None
    assert desk.page.locator('[data-field="seed"]').input_value() == "7"
    desk.click('[data-ie="new"]')
    assert desk.owner.game.state.seed == 7


def test_keys_in_a_field_are_not_commands(desk: Desk) -> None:
    desk.page.locator('[data-id="menu"] > summary').click()
    desk.page.locator('[data-field="path"]').fill("")
    desk.page.keyboard.type("bur1.yaml")
    assert desk.pump() == []
    assert desk.page.locator('[data-field="path"]').input_value() == "bur1.yaml"


def test_reasons_are_shown_with_their_clauses(desk: Desk) -> None:
    desk.page.locator('[data-id="refused"] > summary').click()
    reason = desk.page.locator(".ie-reason").filter(has_text="R-TURN-3").first
    assert "lead" in reason.inner_text().lower()
    assert len(reason.locator(".ie-code").first.get_attribute("title") or "") > 40


def test_a_card_on_the_board_can_be_clicked(desk: Desk) -> None:
    desk.click('[data-card="laptops"]')
    assert desk.owner.game.log[-1].name == "ActionLed"
    desk.click('[data-card="can-openers"]')
    assert "Can Openers" in desk.page.locator(".ie-cardview").inner_text()
    desk.click('[data-id="close card"]')
    assert desk.page.locator(".ie-cardview").count() == 0


def test_timeline_and_lines(desk: Desk) -> None:
    desk.page.locator(".ie-opt").first.focus()
    desk.press("2", "2", "2")
    slider = desk.page.locator(".ie-track")
    slider.focus()
    desk.press("ArrowLeft")
    assert repr(desk.owner) == "Table(turn 1, black to follow, 3 options)"
    desk.press("ArrowLeft")
    assert focused(desk) == "timeline"
    desk.click('[data-key="pair/onions/agriculture-contract/1"]')
    desk.click('[data-ie="line"][data-number="1"]')
    assert repr(desk.owner) == "Table(turn 1, blue to follow, 4 options)"
    desk.click('[data-ie="branch"]')
    assert desk.page.locator(".ie-note").inner_text().startswith("Marked as branch 1")


def test_a_seat_sees_its_own_hand_only(desk: Desk) -> None:
    desk.page.locator('[data-ie="seat"]').select_option("yellow")
    desk.pump()
    assert "Onions" in desk.page.locator(".ie-board").inner_text()
    assert "Laptops" not in desk.page.locator(".ie-widget").inner_text()


def test_error_and_lost_kernel_are_shown(desk: Desk) -> None:
    desk.owner.widget._handle_custom_msg({"kind": "choose", "key": "lead/load/laptops/2"}, [])
    desk.pump()
    assert "R-TURN-3" in desk.page.get_by_role("alert").first.inner_text()
    desk.host.break_kernel()
    desk.page.locator(".ie-opt").first.click()
    lost = desk.page.locator(".ie-lost")
    assert lost.is_visible() and "run the cells again" in lost.inner_text()


def test_a_double_click_chooses_once(desk: Desk) -> None:
    desk.page.locator('[data-key="draw"]').dblclick()
    desk.pump()
    assert repr(desk.owner) == "Table(turn 2, yellow to lead, 12 options)" or desk.owner.game.state.turn == 2
    assert len(desk.owner.game.line) == 2


def test_what_is_said_aloud(desk: Desk) -> None:
    live = desk.page.locator('[aria-live="polite"]')
    assert "draw cards" in live.inner_text()
    desk.click('[data-key="lead/load/laptops/1"]')
    assert "Green led Load" in live.inner_text() and "follow Load" in live.inner_text()
    root = desk.page.locator(".ie-widget")
    assert root.get_attribute("data-lm-suppress-shortcuts") == "true"
    assert root.get_attribute("role") == "group"


def test_nothing_is_left_after_unmounting(desk: Desk) -> None:
    desk.host.unmount()


LOOKS = [
    *((4, 40, width, theme) for width in (1240, 760, 480) for theme in ("light", "dark")),
    (2, 0, 760, "light"),
    (6, 150, 1240, "light"),
    (6, 150, 760, "dark"),
    (3, 5000, 1240, "dark"),
    (3, 5000, 900, "light"),
]


@pytest.mark.parametrize(("players", "steps", "width", "theme"), LOOKS)
def test_looks(host: FakeHost, players: int, steps: int, width: int, theme: str) -> None:
    """No text is cut, nothing overlaps, and axe finds nothing; pictures for people to look at."""
    host.page.set_viewport_size({"width": width, "height": 800})
    host.page.evaluate("() => { document.body.style.margin = 0; }")
    desk = Desk(host, ex.Table(played(players, steps, 3)), dark=theme == "dark")
    desk.owner.look(0)
    desk.pump()
    for name in ("any time", "refused", "menu"):
        if (found := desk.page.locator(f'[data-id="{name}"] > summary')).count():
            found.click()
    path = picture(host, f"table-{players}-{steps}-{width}-{theme}")
    host.page.screenshot(path=path, full_page=True)
    assert host.page.evaluate(FAULTS) == []
    if (width, theme) in ((480, "light"), (760, "dark"), (1240, "dark")):
        assert host.axe(ignore=PAGE_RULES) == []


def picture(host: FakeHost, name: str) -> str:
    host.shots.mkdir(parents=True, exist_ok=True)
    return str(host.shots / f"{name}.png")


@pytest.mark.parametrize(
    ("moment", "width", "dark"),
    [("start", 1240, False), ("power", 1240, True), ("power", 760, False), ("over", 760, False), ("error", 1240, False),
     ("error", 760, True), ("refused", 1240, True), ("card", 1240, False)],
)  # fmt: skip
def test_axe_finds_nothing(host: FakeHost, moment: str, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    game = ex.new_game(players=3, seed=1)
    if moment == "power":
        game = ex.Scenario.load("tests/scenarios/stolen-documents/only-technology-of-others.yaml").play()
        while game.decision is None or game.decision.kind != "stolen-documents":
            game.undo()
    if moment == "over":
        game = played(2, 5000, 1)
    desk = Desk(host, ex.Table(game), dark=dark)
    if moment == "error":
        desk.owner.widget._handle_custom_msg({"kind": "goto", "at": 99}, [])
        desk.pump()
        assert desk.page.locator(".ie-alert").is_visible()
    if moment == "refused":
        desk.page.locator('[data-id="refused"] > summary').click()
    if moment == "card":
        desk.page.locator('[data-region="board"] [data-card]').first.focus()
        desk.page.wait_for_timeout(150)
        desk.pump()
    assert game.over == (moment == "over")
    assert host.axe(ignore=PAGE_RULES) == []


def test_in_jupyterlab(lab: Lab) -> None:
    """Notebook 01: the example turn by mouse and by keyboard, back and forth, and Python follows."""
    lab.open_notebook("01_learn_to_play.ipynb")
    assert lab.run_all() == []
    page = lab.page
    first = page.locator(".ie-widget").first
    first.scroll_into_view_if_needed()
    times = []
    for key in TURN:
        version = lab.kernel("print(table.widget.view['version'])")
        button = first.locator(f'[data-ie="choose"][data-key="{key}"]')
        page.evaluate(STOPWATCH)
        button.click()
        first.locator(".ie-moment").filter(has_text=f"Decision {len(times) + 1} of").wait_for()
        times.append(page.evaluate("() => window.clickToPicture"))
        assert lab.kernel("print(table.widget.view['version'])") == str(int(version) + 1)
    lab.wait_for_kernel_value("table", "Table(turn 2, yellow to lead, 12 options)")
    assert lab.kernel("print(table.game.credits['green'])") == "16"
    cells = page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets.length")
    first.locator(".ie-opt").first.focus()
    for _ in TURN:
        before = lab.kernel("print(repr(table), len(table.game.line))")
        page.keyboard.press("u")
        wait_for_change(lab, before)
    lab.wait_for_kernel_value("table", "Table(turn 1, green to lead, 8 options)")
    for key in ("2", "2", "2", "4", "2", "ArrowDown", "Enter"):
        before = lab.kernel("print(repr(table), len(table.game.line))")
        page.keyboard.press(key)
        if key != "ArrowDown":
            wait_for_change(lab, before)
    assert lab.kernel("print(table.log[-1].text)")
    assert page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets.length") == cells
    lab.screenshot("lab-light")
    median = sorted(times)[len(times) // 2]
    print(f"click to picture: median {median:.0f} ms, longest {max(times):.0f} ms")
    assert median < 1000


def wait_for_change(lab: Lab, before: str) -> None:
    until = time.monotonic() + 10
    while lab.kernel("print(repr(table), len(table.game.line))") == before:
        assert time.monotonic() < until, f"nothing changed from {before}"
        lab.page.wait_for_timeout(30)
