"""Every kind of prompt can be seen and answered at the table with the keys alone: one page, a game for each kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from fakehost import FakeHost

import explorer as ex
import explorer.game  # declares the prompts
from explorer.language.checks import PROMPTS

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parents[1] / "scenarios"
# The question, the options as their buttons say them, and whether the keys reach them.
SHOWN = """() => ({
    question: document.querySelector('[data-id="question"]').textContent,
    options: [...document.querySelectorAll('.ie-opts .ie-opt')].map((it) => it.dataset.key),
    here: document.activeElement.dataset.key ?? document.activeElement.dataset.id,
})"""


def in_good_order() -> list[Path]:
    """A scenario of each folder in turn, and eight where the folder bears the name of a kind: soon all are found."""
    named = {kind.partition("/")[0] for kind in PROMPTS}
    numbers: dict[Path, int] = {}
    order = []
    for path in sorted(FOLDER.rglob("*.yaml")):
        number = numbers[path.parent] = numbers.get(path.parent, -1) + 1
        order.append((number // 8 if path.parent.name in named else number, path))
    return [path for _, path in sorted(order)]


@pytest.fixture(scope="module")
def moments() -> dict[str, ex.Game]:
    """A game for each kind of prompt that stands where such a prompt is pending."""
    found: dict[str, ex.Game] = {}
    for path in in_good_order():
        if len(found) == len(PROMPTS):
            break
        game = ex.Scenario.load(path).play()
        for node in reversed(game.line):
            if node.state.asking is not None and not node.state.over and node.state.asking[1] not in found:
                found[node.state.asking[1]] = standing(game, node)
    return found


def standing(game: ex.Game, node: Any) -> ex.Game:
    """Another game like this one, at an earlier moment."""
    other = game.branch()
    return other.undo(len(game.line) - game.line.index(node) - 1)


@pytest.fixture(scope="module")
def desk(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    host = FakeHost(page, tmp_path_factory.mktemp("pictures"))
    yield Desk(host, ex.Table(ex.new_game(players=2, seed=1)))
    host.assert_clean()
    page.close()


@pytest.mark.parametrize("kind", sorted(PROMPTS))
def test_answered_by_keys(kind: str, moments: dict[str, ex.Game], desk: Desk) -> None:
    assert kind in moments, f"no scenario ever asks {kind!r}: write one"
    table = desk.owner
    table._put(moments[kind])
    table.redraw()
    desk.pump()
    desk.page.locator(".ie-opts .ie-opt").first.focus()
    shown, options, line = desk.page.evaluate(SHOWN), table.options, len(table.game.line)
    assert shown["question"] and shown["options"] == [option.key for option in options]
    assert table.game.decision.kind == kind and shown["here"] == options[0].key
    last = min(len(options), 9)
    desk.press(str(last))
    assert len(table.game.line) == line + 1 and table.game.node.step == ("choose", options[last - 1].key)
    desk.press("u")
    assert desk.page.evaluate(SHOWN)["options"] == shown["options"]
    desk.page.locator(".ie-opts .ie-opt").first.focus()
    desk.press(*["ArrowDown"] * (last - 1), "Enter")
    assert len(table.game.line) == line + 1 and table.game.node.step == ("choose", options[last - 1].key)
