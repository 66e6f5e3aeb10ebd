"""Every notebook in a real JupyterLab: runs to its end without an error, and its first widget answers a click."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from labdriver import Lab

pytestmark = pytest.mark.browser
NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))

SHOW = """(id) => {
    const book = window.jupyterapp.shell.currentWidget.content;
    const at = book.widgets.findIndex((cell) => cell.model.id === id);
    book.activeCellIndex = at;
    return book.scrollToItem(at, 'start');
}"""


# Whether the line of an event is in sight in the log of the table that has the focus.
IN_SIGHT = """(number) => {
    const table = document.activeElement.closest('.ie-widget');
    const line = table.querySelector(`[data-end] [data-event="${number}"]`);
    if (!line) return false;
    const [log, box] = [line.closest('[data-end]').getBoundingClientRect(), line.getBoundingClientRect()];
    return log.top <= box.top + 1 && box.bottom <= log.bottom + 1;
}"""


def show(lab: Lab, cell: str) -> Any:
    """Bring a cell into view; what it shows, once its widget is there."""
    lab.page.evaluate(SHOW, cell)
    widget = lab.page.locator(
        f".jp-Notebook-cell:has(.jp-OutputArea .ie)[data-windowed-list-index='{index(lab, cell)}']"
    )
    widget.locator(".ie").first.wait_for()
    return widget


def index(lab: Lab, cell: str) -> int:
    found: int = lab.page.evaluate(
        "(id) => window.jupyterapp.shell.currentWidget.content.widgets.findIndex((cell) => cell.model.id === id)", cell
    )
    return found


def learn(lab: Lab) -> None:
    table = show(lab, "table")
    table.locator(".ie-opt").first.click()
    lab.wait_for_kernel_value("len(table.game.line)", "2")
    quiz = show(lab, "declare-quiz")
    quiz.locator("label").first.click()
    quiz.locator("[data-do=mark]").click()
    quiz.locator(".ie-marked").first.wait_for()


def settle(lab: Lab) -> None:
    editor = show(lab, "editor")
    editor.locator("[data-ie=search]").fill("pistols")
    editor.get_by_text("Pistols").first.wait_for()
    lab.wait_for_kernel_value("editor.error == ''", "True")
    show(lab, "compare").locator("[data-do^=choose-]").first.click()
    lab.wait_for_kernel_value("dispute.at > 5", "True")


def graph(lab: Lab) -> None:
    view = show(lab, "graph")
    view.locator(".ie-g-node:not([data-node='Pistols'])").first.click()
    lab.wait_for_kernel_value("view.error == ''", "True")
    view.locator(".ie-g-mark").first.click()
    lab.page.wait_for_function("() => document.activeElement?.dataset.id === 'question'")
    assert lab.page.evaluate(IN_SIGHT, int(lab.kernel("print(view.widget.view['event'])")))
    lab.screenshot("example-of-the-graph")
    lab.kernel("before = view.table.game.node")
    lab.page.keyboard.press("1")
    lab.wait_for_kernel_value("view.table.game.node is before", "False")


def cards(lab: Lab) -> None:
    listed = show(lab, "cards")
    listed.locator("th.ie-col-load button").click()
    lab.wait_for_kernel_value("'by load' in repr(cards)", "True")
    row = listed.locator("tbody tr").nth(2)
    name = row.locator("th").inner_text().strip()
    row.locator("td").nth(2).click()
    listed.locator(f".ie-chosen .ie-face-name:has-text('{name}')").wait_for()


def rules(lab: Lab) -> None:
    listed = show(lab, "rules")
    listed.locator(".ie-rule:has-text('R-PIRATE-3')").click()
    listed.locator(".ie-about h3:has-text('R-PIRATE-3')").wait_for()
    listed.locator(".ie-widget .ie-board").wait_for()
    lab.wait_for_kernel_value("rules.rule.id, rules.table.game.over", "R-PIRATE-3 False")


CLICKS: dict[str, Callable[[Lab], None]] = {
    "01_learn_to_play.ipynb": learn,
    "02_settle_a_dispute.ipynb": settle,
    "03_power_graph.ipynb": graph,
    "04_all_cards.ipynb": cards,
    "05_every_rule.ipynb": rules,
}


@pytest.mark.parametrize("name", [path.name for path in NOTEBOOKS])
def test_runs_and_answers_in_jupyterlab(lab: Lab, name: str) -> None:
    began = time.perf_counter()
    lab.open_notebook(name)
    opened = time.perf_counter()
    assert lab.run_all() == []
    ran = time.perf_counter()
    CLICKS[name](lab)
    clicked = time.perf_counter()
    print(f"{name}: kernel {opened - began:.1f} s, all cells {ran - opened:.1f} s, clicks {clicked - ran:.1f} s")
    lab.screenshot(name.removesuffix(".ipynb"))
