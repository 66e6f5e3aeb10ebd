"""The pieces that lists, tables and questions in a notebook are made of; data-do names what a click asks for."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.draw.parts import esc, icon
from explorer.texts import text


def failed_html(error: str) -> str:
    """An error where everybody sees it, nothing when there is none."""
    return f'<p class="ie-alert" role="alert">{esc(error)}</p>' if error else ""


def part(name: str, cls: str = "") -> str:
    """The place of a part of the view."""
    return f'<div class="{cls}" data-part="{name}"></div>'


def frame(*inner: str) -> str:
    """What stays: the word that nobody answers any more, the error, and the parts."""
    lost = f'<p class="ie-alert ie-lost" role="alert" hidden>{icon("icon-no", 14)}{esc(text("widget.lost"))}</p>'
    return lost + part("error") + "".join(inner)


def button(do: str, value: str, words: str, cls: str = "ie-btn", **more: str) -> str:
    """A button; ``words`` is HTML already, ``more`` are attributes with ``_`` for ``-``."""
    extra = "".join(f' {name.replace("_", "-")}="{esc(given)}"' for name, given in more.items())
    same = f'data-do="{esc(do)}" data-value="{esc(value)}" data-id="{esc(do)} {esc(value)}"'
    return f'<button type="button" class="{cls}" {same}{extra}>{words}</button>'


def choice(do: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> str:
    """A list to choose from, with its label."""
    rows = "".join(
        f'<option value="{esc(value)}"{" selected" if value == chosen else ""}>{esc(words)}</option>'
        for value, words in options
    )
    return f'<label class="ie-pick">{esc(label)}<select data-do="{esc(do)}" data-id="{esc(do)}">{rows}</select></label>'


def search(do: str, label: str, value: str = "") -> str:
    """A field for a few letters."""
    return (
        f'<label class="ie-pick is-wide">{esc(label)}<input type="search" data-do="{esc(do)}" data-id="{esc(do)}" '
        f'value="{esc(value)}" autocomplete="off" spellcheck="false"></label>'
    )


__all__ = ["button", "choice", "failed_html", "frame", "part", "search"]
