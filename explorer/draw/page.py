"""The table as a document of its own: a page or a picture that needs no program, no notebook and no network."""

from __future__ import annotations

import os
import re
import sys
from html import escape
from typing import Final

from explorer.draw.decision import decision_html, log_html, scores_html
from explorer.draw.parts import esc, say, seat_title
from explorer.draw.plain import table_text
from explorer.draw.size import WIDTH, height
from explorer.draw.slim import slim, style_for
from explorer.draw.table import board_html, find_seat, make_scene, table_html
from explorer.draw.turn import lanes_html, stack_html
from explorer.files.putting import put_text
from explorer.game import Game
from explorer.state import State
from explorer.texts import shown, text
from explorer.version import __version__
from explorer.words import where

THEMES: Final = {"auto": "ie ie-auto", "light": "ie", "dark": "ie ie-dark"}
# What would scroll or be folded in a window is all there on paper, and colors carry a meaning.
PAGE_STYLE: Final = """
html { color-scheme: light; } body.ie { margin: 0 auto; max-width: 1500px; }
.ie-page h1 { font-size: 17px; margin: 10px 12px 0; }
.ie.ie .ie-page > p { margin: 4px 12px 0; font-size: 12px; color: var(--ie-ink-2); }
.ie-page :is(ol, ul, div, section):not(.ie-vh) { max-height: none !important; overflow-y: visible !important; }
.ie-page > .ie-log { margin: 0 10px 10px; } .ie-page .ie-log .ie-tree { flex: none; padding: 6px 10px; }
.ie-page .ie-tree > ul { columns: 330px; column-gap: 22px; } .ie-page .ie-tree li > div { break-inside: avoid; }
@page { size: A4 landscape; margin: 9mm; }
@media print { .ie-page { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.ie-page :is(.ie-harbor, .ie-sea, .ie-lanes, .ie-opt, .ie-scores) { break-inside: avoid; }
.ie-page h1 { margin-top: 0; } }
"""
DARK_GROUND: Final = {"auto": "@media screen and (prefers-color-scheme:dark){html{color-scheme:dark}}", "light": ""}
PICTURE_STYLE: Final = """.ie-instead, details { display: none !important; }
.ie-opts.ie-opts.ie-opts.ie-opts { max-height: none !important; overflow: visible !important; }
"""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


class PageError(ValueError):
    """A page or picture cannot be made or written; says why."""


def table_page(state: State, seat: str | int | None = None, theme: str = "auto") -> str:
    """Write the table, its decision and the whole log as one HTML page without scripts.

    Args:
        state: the state to draw; it is not changed.
        seat: draw what this seat may know; None leaves everything open.
        theme: "auto" (as the reader's system has it), "light" or "dark".

    Raises:
        PageError: there is no such theme.
        ValueError: there is no such seat.

    Example:
        >>> from explorer import new_game
        >>> table_page(new_game(players=3, seed=7).state).startswith("<!doctype html>")
        True
    """
    root = _root(theme)
    scene = make_scene(state, seat)
    board = f'<div class="ie-board-place">{scores_html(state)}{board_html(scene)}</div>'
    side = f'<div class="ie-side">{lanes_html(scene)}{decision_html(scene, Game(state).refused)}</div>'
    title = text("page.title", where=_where(state))
    body = (
        f'<h1>{esc(title)}</h1><p>{_whose(state, scene.seat)}</p><h2 class="ie-vh">{say("table")}</h2>'
        f'<div class="ie-fit"><div class="ie-table ie-still">{stack_html(scene)}{board}{side}</div></div>'
        f"{log_html(state, scene.seat, sys.maxsize, live=False)}<p>{say_page('made', version=__version__)}</p>"
    )
    body = f'<body class="{root}"><main class="ie-page">{body}</main></body>'
    style = style_for(body, dark=True) + PAGE_STYLE + DARK_GROUND.get(theme, "html{color-scheme:dark}")
    return _clean(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{esc(title)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="viewport" content="width=device-width"><style>{style}</style></head>\n{body}</html>\n'
    )


def table_svg(state: State, seat: str | int | None = None, theme: str = "auto") -> str:
    """Draw the table with its decision as an SVG document, 1240 wide; programs that cannot show HTML in it show text.

    Args:
        state: the state to draw; it is not changed.
        seat: draw what this seat may know; None leaves everything open.
        theme: "auto" (as the reader's system has it), "light" or "dark".

    Raises:
        PageError: there is no such theme.
        ValueError: there is no such seat.
    """
    root = _root(theme)
    words = table_text(state, find_seat(state, seat))
    drawn = table_html(state, seat).partition("</style>")[2]
    body = f'<div xmlns="http://www.w3.org/1999/xhtml" class="{root}" style="min-height:100%">{drawn}</div>'
    body = body.replace('<div class="ie ie-fit', '<div class="ie-fit')  # the theme of the root holds for all
    body = re.sub(r"<svg(?= )", '<svg xmlns="http://www.w3.org/2000/svg"', body)  # XML does not know it by its name
    style = escape(style_for(body, dark=True) + PICTURE_STYLE, quote=False)
    tall = height(state, find_seat(state, seat))
    return _clean(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{tall}" viewBox="0 0 {WIDTH} {tall}" '
        f'role="img" aria-label="{say("table")}"><title>{esc(_where(state))}</title><style>{style}</style><switch>'
        '<foreignObject width="100%" height="100%" '
        f'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility">{body}</foreignObject>'
        f"{_lines(words, tall)}</switch></svg>\n"
    )


def _lines(words: str, tall: int) -> str:
    """The table as text, one line below the other, as large as the height lets them be."""
    lines = words.split("\n")
    down = min(14, round((tall - 10) / len(lines), 1))
    rows = "".join(f'<tspan x="12" dy="{down}">{esc(line) or " "}</tspan>' for line in lines)
    return f'<text font-family="monospace" font-size="{round(down * 0.8, 1)}" xml:space="preserve">{rows}</text>'


def picture(state: State) -> str:
    """The table as a notebook stores it: HTML with no more of the style sheet than it uses."""
    return slim(table_html(state))


def asked_svg(state: State) -> str | None:
    """The picture for whoever asks for SVG; none for IPython, which asks for every form at once.

    A notebook would keep the SVG beside the HTML, twice the size, and show only the HTML.
    """
    shell = sys.modules.get("IPython")
    return None if shell is not None and shell.get_ipython() is not None else table_svg(state)


def put(written: str, path: str | os.PathLike[str] | None) -> str:
    """Return a text, and write it to a file if one is named: all of it or nothing.

    Raises:
        PageError: the file cannot be written; what was there before is unchanged.
    """
    if path is None:
        return written
    if not isinstance(path, (str, os.PathLike)) or not str(path).strip():
        raise PageError(text("page.no-path", what=shown(path)))
    try:
        put_text(written, path, overwrite=True)  # a picture can be made again
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or text("page.no-name")
        raise PageError(text("page.unwritable", file=shown(str(path), 120), reason=reason)) from None
    return written


def _root(theme: str) -> str:
    if theme not in THEMES:
        raise PageError(text("page.theme", what=shown(theme), themes=", ".join(THEMES)))
    return THEMES[theme]


def say_page(key: str, **values: object) -> str:
    """A text of pages, made safe."""
    return esc(text(f"page.{key}", **values))


def _where(state: State) -> str:
    return text("draw.over") if state.over else where(state)[0]


def _whose(state: State, seat: int | None) -> str:
    return say_page("open") if seat is None else say_page("seen", seat=seat_title(state, seat))


def _clean(written: str) -> str:
    """Without what XML and UTF-8 do not know, such as half a surrogate in a name."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", written)
