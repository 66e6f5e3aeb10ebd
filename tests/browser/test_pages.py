"""Pages and SVG pictures in a real browser: nothing is cut, nothing is asked of the network, both themes are there."""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from shots import FAULTS, MOMENTS, played, stepped

import explorer as ex
from explorer.draw.page import picture
from explorer.draw.table import table_html

pytestmark = pytest.mark.browser

OVER = partial(stepped, "apple-watch/three-luxury-two-consumer")
# How far down anything reaches, and what is hidden by an edge.
BOTTOM = """() => Math.max(...[...document.querySelectorAll('.ie-table *')]
    .filter((e) => !e.closest('.ie-vh, details:not([open])')).map((e) => e.getBoundingClientRect().bottom))"""
# A column of colors of a picture shown by <img>.
COLORS = """async (data) => {
    const image = new Image();
    image.src = data;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {width: 1240, height: 400});
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const colors = new Set();
    for (let x = 0; x < 1240; x += 3) for (let y = 0; y < 400; y += 3)
        colors.add([...pen.getImageData(x, y, 1, 1).data].join());
    return {width: image.naturalWidth, height: image.naturalHeight, colors: [...colors],
        ground: [...pen.getImageData(2, 2, 1, 1).data]};
}"""


def games() -> list[ex.Game]:
    """Tables of two to six players, early, in the middle and at the end."""
    return [MOMENTS[name]() for name in ("start", "middle", "scoring", "super-ship")] + [
        played(players, steps, players * 7 + steps) for players in range(2, 7) for steps in (40, 250)
    ]


def test_an_svg_is_high_enough_and_not_much_higher(page: Any, tmp_path: Path) -> None:
    place = tmp_path / "table.svg"
    for game in games():
        game.svg(place)
        page.goto(place.as_uri())
        needed, given = page.evaluate(BOTTOM), page.evaluate("document.documentElement.height.baseVal.value")
        assert needed <= given <= needed * 1.6, f"{game!r} of {len(game.credits)}: {needed} of {given}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_svg_shows_as_an_image_in_both_themes(page: Any, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    data = "data:image/svg+xml;base64," + b64encode(ex.new_game(players=4, seed=3).svg().encode()).decode()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url[:60]))
    found = page.evaluate(COLORS, data)
    assert found["width"] == 1240 and found["height"] > 600
    assert found["ground"][:3] == ([255] * 3 if scheme == "light" else [33] * 3)
    assert "194,58,43,255" in found["colors"] and "87,197,150,255" in found["colors"]  # hulls, badges
    assert not [url for url in asked if not url.startswith("data:")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_cuts_nothing_and_loads_nothing(page: Any, tmp_path: Path, scheme: str, shots: Path) -> None:
    page.emulate_media(color_scheme=scheme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    place = tmp_path / "table.html"
    for name, game in (("middle", MOMENTS["middle"]()), ("six", played(6, 90, 5)), ("over", OVER())):
        game.page(place)
        for width in (1240, 760):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(place.as_uri())
            assert page.evaluate(FAULTS) == [], f"{name} at {width}"
            scrolled = "[...document.querySelectorAll('.ie *')].filter((e) => e.scrollHeight > e.clientHeight + 2 "
            scrolled += "&& ['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowY) "
            scrolled += "&& !e.closest('.ie-vh')).map((e) => e.className)"
            assert page.evaluate(scrolled) == [], f"{name} at {width}"
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(33, 33, 33)")
        if name == "middle":
            shots.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(shots / f"page-{scheme}.png"), full_page=True)
    assert set(asked) == {place.as_uri()} and said == []


def test_a_page_has_no_fault_that_axe_finds(page: Any, tmp_path: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    place = tmp_path / "table.html"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        MOMENTS["middle"]().page(place)
        page.goto(place.as_uri())
        found = Axe().run(page).response["violations"]
        assert not found, [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("light", ["true", "false"])
def test_stored_pictures_look_as_with_the_whole_style_sheet(page: Any, light: str) -> None:
    """Also when others stand in the same page, with other rules left out."""
    page.set_viewport_size({"width": 1240, "height": 900})
    states = [game.state for game in (played(6, 90, 5), MOMENTS["middle"](), OVER())]

    def shots_of(htmls: list[str]) -> list[bytes]:
        body = "".join(f"<div>{html}</div>" for html in htmls)
        page.set_content(f'<body data-jp-theme-light="{light}" style="margin:0">{body}</body>')
        return [one.screenshot() for one in page.locator(".ie-picture").all()]

    whole, stored = shots_of([table_html(s) for s in states]), shots_of([picture(s) for s in states])
    assert len(whole) == 3 and whole == stored
    page.set_viewport_size({"width": 700, "height": 900})
    assert shots_of([table_html(states[0])]) == shots_of([picture(states[0])])
