"""What all widgets share: one trait with the whole view, commands as messages, and no error that gets lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from explorer.draw.style import style_sheet
from explorer.texts import text

HERE = Path(__file__).parent
# Another widget or picture puts the style sheet of the drawings into the page again, after this widget's own. Nested
# like this every own rule outweighs one of the drawings with as many classes, whichever comes later in the page.
OVER = ":is(html, i i i i i i) {{\n{}\n}}\n"


def file_words(error: OSError) -> str:
    """Say in a sentence why a file cannot be read or written; a sentence of our own stays as it is."""
    if error.errno is None or error.filename is None:
        return str(error)
    path = Path(str(error.filename))
    if isinstance(error, FileNotFoundError):
        there = path.parent.is_dir()
        return text("widget.no-such-file", path=path) if there else text("widget.no-folder", path=path.parent)
    if isinstance(error, IsADirectoryError):
        return text("widget.is-folder", path=path)
    if isinstance(error, PermissionError):
        return text("widget.not-allowed", path=path)
    return text("widget.not-possible", path=path, reason=error.strerror)


def widget_class(name: str) -> type[anywidget.AnyWidget]:
    """Make the widget class of a module ``name.js`` with the style sheets of the drawings and of ``name.css``."""
    css = style_sheet() + OVER.format((HERE / f"{name}.css").read_text(encoding="utf-8"))
    members = {
        "_esm": (HERE / f"{name}.js").read_text(encoding="utf-8"),
        "_css": css,
        "view": traitlets.Dict().tag(sync=True),
    }
    return type(f"{name.title()}Shell", (anywidget.AnyWidget,), members)


def listen(widget: anywidget.AnyWidget, heard: Callable[[dict[str, Any]], None]) -> None:
    """Call a function with every message that the widget's page sends; others than dicts are dropped."""

    def receive(_widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, dict):
            heard(content)

    widget.on_msg(receive)
