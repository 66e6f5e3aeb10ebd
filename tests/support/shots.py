"""Pictures of the board and of cards for people to look at: named moments, two widths, two themes.

    python tests/support/shots.py [folder] [name …]

Writes PNG files with headless Chromium and says what is cut, too small, or sticks out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

import explorer as ex  # noqa: E402
from explorer.draw.card import cards_html  # noqa: E402
from explorer.draw.style import style_sheet  # noqa: E402

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Picture</title><style>{css}
body {{ margin: 0; background: {ground}; }}</style></head><body data-jp-theme-light="{light}">{body}</body></html>"""
WIDTHS = (1240, 760)
THEMES = {"light": ("true", "#ffffff"), "dark": ("false", "#212121")}

# Text that is cut, letters that are too small, things that reach beyond the page or their panel. The argument says
# which panels: a selector; those of the table and of cards if left out.
FAULTS = """(panels) => {
    panels ??= '.ie-face, .ie-harbor, .ie-sea, .ie-decide, .ie-lanes, .ie-cardview';
    const out = [], skip = '.ie-vh, svg, select, details:not([open])';
    const all = [...document.querySelectorAll('.ie *')].filter((e) => !e.closest(skip));
    for (const e of all) {
        const cs = getComputedStyle(e), r = e.getBoundingClientRect();
        const cut = (o) => ['hidden', 'clip'].includes(o);
        if (e.clientWidth && cut(cs.overflowX) && e.scrollWidth > e.clientWidth + 1) out.push('cut: ' + e.className);
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (own && parseFloat(cs.fontSize) < 11) out.push('small: ' + e.textContent.trim().slice(0, 30));
        if (r.width && r.right > innerWidth + 1) out.push('outside: ' + e.className);
        if (own && r.width && r.width < 2.5 * parseFloat(cs.fontSize) && r.height > 3 * parseFloat(cs.fontSize) &&
            cs.writingMode === 'horizontal-tb' && /\\w{4}/.test(e.textContent)) out.push('in letters: ' + e.className);
        if (e.matches('.ie-harbor') && r.width < 200) out.push(`narrow: ${e.className} ${r.width}`);
    }
    for (const p of document.querySelectorAll(panels)) {
        const r = p.getBoundingClientRect();
        for (const e of p.querySelectorAll('*')) {
            const k = e.getBoundingClientRect();
            if (k.width > 1 && !e.closest('.ie-tree, .ie-opts, .ie-plain, .ie-vh, details:not([open])')
                && (k.right > r.right + 1 || (k.bottom > r.bottom + 1 && p.scrollHeight <= p.clientHeight + 1)))
                out.push(`sticks out of ${p.className}: ${e.className} ${e.textContent.trim().slice(0, 30)}`);
        }
    }
    return [...new Set(out)];
}"""


def stepped(scenario: str, count: int | None = None) -> ex.Game:
    """A scenario's game after some of its steps, all of them if not said."""
    found = ex.Scenario.load(ROOT / "tests/scenarios" / f"{scenario}.yaml")
    found.steps = found.steps[:count]
    found.expect = None
    return found.play()


def onwards(scenario: str, event: str) -> ex.Game:
    """A scenario's game, played on with the first options until something happens."""
    game = stepped(scenario)
    while not any(entry.name == event for entry in game.log):
        game.choose(1)
    return game


def played(players: int, steps: int, seed: int) -> ex.Game:
    """A game in which some options were taken, the same ones each time."""
    game = ex.new_game(players=players, seed=seed)
    for step in range(steps):
        if game.decision is not None:
            game.choose((step * 7 + seed) % len(game.options) + 1)
    return game


MOMENTS: dict[str, Callable[[], ex.Game]] = {
    "start": lambda: ex.new_game(players=4, seed=3),
    "middle": lambda: stepped("board/in-the-middle-of-a-power", 1),
    "four": lambda: played(4, 200, 3),
    "six": lambda: stepped("board/six-near-the-end", 0),
    "six-follow": lambda: played(6, 330, 5),
    "five": lambda: played(5, 150, 4),
    "scoring": lambda: stepped("board/points-are-counted"),
    "over": lambda: played(3, 5000, 6),
    "barter": lambda: stepped("capital/barter-follows-with-card-and-crew", 3),
    "flag": lambda: stepped("board/flag-cards", 0),
    "port": lambda: stepped("board/port-and-market"),
    "capital": lambda: stepped("capital/discarded-before-drawing", 1),
    "containers": lambda: ex.new_game(players=3, seed=4, containers=2, market=True),
    "lapsed": lambda: onwards("contract/no-ship-in-the-harbor", "ActionLapsed"),
    "super-ship": lambda: stepped("partnership/joins-two-ships"),
}


def table_page(game: ex.Game, card: str = "") -> str:
    """The widget's table as a still page: its frame with all its parts, one card looked at."""
    table = ex.Table(game)
    if card:
        table.look(card)
    view = table.widget.view

    def part(found: re.Match[str]) -> str:
        return found[0] + str(view["parts"].get(found[1], ""))

    body = re.sub(r'<div[^>]*data-part="([^"]*)"[^>]*>', part, view["frame"])
    return f'<div class="ie ie-fit ie-widget">{body}</div>'


EDITED = """title: Two crew too many
turn: {led: pirate, declared: {red: 2, blue: 1}}
players:
- harbor: red
  credits: 13
  fulfilled: [Pistols]
  hand: [Big Cats, Soap, luxury/load]
  ships: [{contracts: [Mother Load], containers: [Ivory, illegal]}, {containers: [illegal, consumer, technology]}]
- harbor: blue
  crew: [Contraband, Fake DVDs]
- harbor: green
  fulfilled: [Water Notepad]
island: [Cups, Pistols, Beer]
deck: [Coffee, 30 filler]
"""


LASTING = """once: {green: [sold, drop green 1]}
extra: [green]
effects:
- {power: Surströmming, owner: yellow, until: turn of yellow}
copied:
- {card: Wind Turbines, power: Foxes}
cards: {Snow Globes: {color: luxury, action: load}}
turn:
  number: 9
  led: load
  played: {green: [Snow Globes]}
  declared: {green: 2, yellow: 1, black: 0}
  doing: {yellow: barter}
  performing: green
  done: 1
players:
- {harbor: green, fulfilled: [Wind Turbines]}
- yellow
- black
"""


def editor_page(source: object, *steps: tuple[str, str]) -> str:
    """The position editor as a still page, after some of its methods were called."""
    editor = ex.Editor(source)
    for name, value in steps:
        getattr(editor, name)(value)
    view = editor.widget.view
    editor_text = escape(view["text"])

    def part(found: re.Match[str]) -> str:
        return found[0] + str(view["parts"].get(found[1], ""))

    body = re.sub(r'<div[^>]*data-part="([^"]*)"[^>]*>', part, view["frame"])
    size = f"height:{19 * len(view['text'].splitlines()) + 31}px;width:calc(100% - 50px);overflow:auto"
    body = body.replace("</textarea>", f"{editor_text}</textarea>").replace("<textarea", f'<textarea style="{size}"')
    return f'<div class="ie ie-fit ie-widget ie-editing{" is-holding" if view["holding"] else ""}">{body}</div>'


def pages() -> dict[str, Callable[[], str]]:
    """Every page by its name."""
    found: dict[str, Callable[[], str]] = {
        name: lambda make=make: table_page(make())
        for name, make in MOMENTS.items()  # type: ignore[misc]
    }
    found["looked-at"] = lambda: table_page(played(4, 200, 3), "Hawaiian Salt")
    found["editor-start"] = lambda: editor_page(None, ("search", "pirate"))
    found["editor-problems"] = lambda: editor_page(EDITED, ("search", "pirate"), ("pick_up", "Cannons"))
    found["editor-moment"] = lambda: editor_page(stepped("board/in-the-middle-of-a-power", 1), ("search", "fire"))
    found["editor-kind"] = lambda: editor_page("players: [red, blue, green]", ("search", "2 pirate"))
    found["editor-lasting"] = lambda: editor_page(LASTING)
    found["editor-six"] = lambda: editor_page(stepped("board/six-near-the-end", 0), ("search", "tech load"))
    found["cards"] = lambda: cards_html(ex.catalogue())
    found["cards-small"] = lambda: cards_html(ex.catalogue(), size="small")
    return found


def main(arguments: list[str]) -> None:
    """Write the pictures that are asked for."""
    from labdriver import FLAGS
    from playwright.sync_api import sync_playwright

    import run

    folder = Path(arguments[0]) if arguments else ROOT / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {name: make for name, make in pages().items() if not arguments[1:] or name in arguments[1:]}
    with sync_playwright() as playwright:
        path = run.find_browser() or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for name, make in wanted.items():
            body = make()
            for width in WIDTHS:
                for theme in THEMES:
                    shoot(browser, body, folder / f"{name}-{width}-{theme}.png", width, theme)
        browser.close()


def shoot(browser: Any, body: str, path: Path, width: int, theme: str) -> list[str]:
    """Write one picture, print what is wrong with it, and return that."""
    light, ground = THEMES[theme]
    css = style_sheet()
    css += "".join((ROOT / f"explorer/widgets/{one}.css").read_text(encoding="utf-8") for one in ("table", "editor"))
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(PAGE.format(css=css, ground=ground, light=light, body=body))
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(path), full_page=True)
    faults: list[str] = page.evaluate(FAULTS)
    for fault in faults[:20]:
        print(f"{path.name}: {fault}")
    page.close()
    return faults


if __name__ == "__main__":
    main(sys.argv[1:])
