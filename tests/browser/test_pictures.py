"""Still pictures in a real browser: cards at both sizes and the table at named moments, narrow and wide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shots import PAGE, WIDTHS, pages, played, shoot, style_sheet

import explorer as ex
from explorer.draw.card import cards_html
from explorer.draw.table import table_html

pytestmark = pytest.mark.browser

NAMES = ("cards", "cards-small", "middle", "six", "five", "super-ship", "scoring")
SIZES = """() => [...document.querySelectorAll('.ie-face')].map((e) =>
    [e.getAttribute('aria-label'), e.offsetWidth, e.offsetHeight])"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_cut_or_too_small(browser: Any, shots: Path, name: str, width: int) -> None:
    theme = "dark" if width < 1000 else "light"
    assert shoot(browser, pages()[name](), shots / f"{name}-{width}-{theme}.png", width, theme) == []


@pytest.mark.parametrize(("size", "width", "height"), [("large", 216, 308), ("small", 124, 148)])
def test_cards_have_one_size(browser: Any, size: str, width: int, height: int) -> None:
    """Only the long halves of a Flag card may need more height."""
    page = browser.new_page()
    body = cards_html(ex.catalogue(), size=size)
    page.set_content(PAGE.format(css=style_sheet(), ground="white", light="true", body=body))
    found = page.evaluate(SIZES)
    page.close()
    single = [one for one in found if " / " not in one[0]]
    assert [one for one in single if one[1:] != [width, height]] == []
    assert max(one[2] for one in found) <= height + 60


@pytest.mark.parametrize("players", range(2, 7))
def test_boards_of_all_sizes_in_narrow_places(browser: Any, shots: Path, players: int) -> None:
    body = table_html(played(players, 60, players * 3).state)
    for width in (400, 520, 560, 700):
        assert shoot(browser, body, shots / f"players-{players}-{width}.png", width, "light") == [], width
