"""The card list, the list of rules and the quiz in a browser: mouse, keyboard, themes, widths, hostile texts."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from fakehost import FakeHost

import explorer as ex
from explorer.catalogue import generic
from explorer.terms import AGRICULTURE, LOAD

pytestmark = pytest.mark.browser

LESSON = Path(__file__).parents[2] / "notebooks" / "positions" / "declare_load.yaml"
# On a page of its own a widget has no page around it.
PAGE_RULES = ["page-has-heading-one", "region", "landmark-one-main"]
FAULTS = """() => {
    const out = [];
    for (const e of document.querySelectorAll('.ie *')) {
        if (e.closest('.ie-vh, svg, select, .ie-rule')) continue;
        const cs = getComputedStyle(e), r = e.getBoundingClientRect();
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (own && r.width && parseFloat(cs.fontSize) < 11) out.push('small: ' + e.textContent.trim().slice(0, 30));
        if (r.width && r.right > innerWidth + 1 && !e.closest('.ie-scroll')) out.push('outside: ' + e.className);
        if (e.matches('.ie-scroll') && e.scrollWidth > e.clientWidth + 1) out.push('wide: ' + e.scrollWidth);
    }
    return [...new Set(out)];
}"""


def quiz() -> Any:
    game = ex.Game(ex.Position.load(LESSON))
    return ex.Quiz(game, {"lead/load/radios/3": "Load three times", "lead/load/radios/4": "Load four times"})


def focused(desk: Desk) -> str:
    found: str = desk.page.evaluate("document.activeElement.dataset.id || ''")
    return found


def typed(desk: Desk, words: str) -> None:
    desk.page.keyboard.type(words)
    desk.page.wait_for_timeout(150)
    desk.pump()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 760])
@pytest.mark.parametrize(
    "make",
    [lambda: ex.Cards().look("Pistols"), lambda: ex.Rules("R-PIRATE-1"), lambda: quiz().mark()],
    ids=["cards", "rules", "quiz"],
)
def test_looks_right(host: FakeHost, make: Callable[[], Any], width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    Desk(host, make(), dark)
    assert host.page.evaluate(FAULTS) == []
    assert host.axe(ignore=PAGE_RULES) == []


def test_cards_by_mouse(host: FakeHost) -> None:
    cards = ex.Cards()
    desk = Desk(host, cards)
    desk.click("th >> text=Load")
    assert desk.page.locator("th.ie-col-load[aria-sort=ascending]").count() == 1
    began = time.perf_counter()
    desk.click("tr:has-text('Pistols') td.ie-col-power")
    desk.page.locator(".ie-face-name:has-text('Pistols')").wait_for()
    print(f"click to card: {time.perf_counter() - began:.3f} s")
    assert repr(cards) == "Cards(180 of 180, by load, Pistols)"
    desk.page.select_option("select[data-do=filter-color]", "Illegal")
    desk.pump()
    assert 0 < desk.page.locator("tbody tr").count() < 60
    desk.click(".ie-boards button")
    assert cards.table is not None
    assert desk.page.locator(".ie-boards button[aria-pressed=true]").count() == 1


def test_cards_by_keyboard(host: FakeHost) -> None:
    cards = ex.Cards()
    desk = Desk(host, cards)
    desk.page.keyboard.press("Tab")
    assert focused(desk) == "search"
    typed(desk, "foxes")
    assert 0 < len(cards.rows) < 10
    assert focused(desk) == "search" and desk.page.input_value("input[type=search]") == "foxes"
    desk.press("ArrowDown", "Enter")
    assert desk.page.locator(".ie-face-name").inner_text() == cards.rows[0].contract.name
    assert focused(desk).startswith("look ")
    desk.press("/", "Escape")
    assert len(cards.rows) == 180
    desk.press("ArrowDown", "ArrowDown", "ArrowDown", "End", "Enter")
    assert desk.page.locator(".ie-face-name").inner_text() == cards.rows[-1].contract.name
    desk.page.keyboard.press("Shift+Tab")
    assert focused(desk).startswith("sort "), "the heads are one stop of the Tab key"
    desk.press("ArrowRight", "Enter")
    assert "by color" in repr(cards) and focused(desk) == "sort color"


def test_python_sets_the_fields_too(host: FakeHost) -> None:
    cards = ex.Cards()
    desk = Desk(host, cards)
    cards.search("foxes").filter(color="Illegal")
    desk.pump()
    assert desk.page.input_value("input[type=search]") == "foxes"
    assert desk.page.input_value("select[data-do=filter-color]") == "Illegal"


def test_rules_by_mouse_and_keyboard(host: FakeHost) -> None:
    rules = ex.Rules()
    desk = Desk(host, rules)
    desk.click(".ie-rule:has-text('R-PIRATE-1')")
    assert rules.rule is not None and rules.rule.id == "R-PIRATE-1"
    assert "R-PIRATE-1" in desk.page.locator(".ie-about h3").first.inner_text()
    first = rules.table
    desk.click(".ie-boards button >> nth=1")
    assert rules.table is not first
    desk.press("/")
    typed(desk, "bid-steps")
    desk.press("ArrowDown", "Enter")
    assert rules.rule.id == "bid-steps" and rules.boards


def test_quiz_by_mouse(host: FakeHost) -> None:
    asked = quiz()
    desk = Desk(host, asked)
    desk.click("label:has-text('three')")
    desk.click("[data-do=mark]")
    assert asked.score == (2, 2)
    assert desk.page.locator(".ie-marked.is-right").count() == 2
    assert "R-TURN-3" in desk.page.inner_text(".ie-quiz")
    desk.click("[data-do=again]")
    assert desk.page.locator(".ie-marked, :checked").count() == 0


def test_quiz_by_keyboard(host: FakeHost) -> None:
    asked = quiz()
    desk = Desk(host, asked)
    desk.press("Tab", "ArrowDown", " ")
    assert [answer.ticked for answer in asked.answers] == [False, True]
    desk.press("Tab", "Enter")
    assert asked.score == (0, 2)
    assert desk.page.locator(".ie-marked.is-wrong").count() == 2


def test_a_lost_kernel_is_told(host: FakeHost) -> None:
    desk = Desk(host, ex.Cards())
    host.break_kernel()
    desk.page.locator("tbody tr").first.click()
    assert desk.page.locator(".ie-lost").is_visible()
    host.unmount()


def test_hostile_texts_run_nothing(host: FakeHost) -> None:
    loud = '<img src=x onerror="document.title=\'bad\'"><script>document.title="bad"</script>'
    card = generic(AGRICULTURE, LOAD, "agriculture 1", "agriculture, agriculture", name=loud)
    card = replace(card, set=loud, contracts=(replace(card.contracts[0], implied_by=loud, timing=loud),))
    cards = ex.Cards(ex.catalogue().with_cards([card]))
    desk = Desk(host, cards)
    cards.look(loud)
    desk.pump()
    assert desk.page.locator(".ie-chosen >> text=<img").count() > 0
    for owner in (ex.Quiz(ex.Position.load(LESSON), {"draw": loud}, loud).mark(),):
        Desk(host, owner)
    desk.page.wait_for_timeout(100)
    assert desk.page.title() == "Widget" and desk.page.locator("#host img").count() == 0
