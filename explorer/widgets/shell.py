"""What all widgets share: one trait with the whole view, commands as messages, and no error that gets lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from explorer.draw.style import style_sheet
from explorer.texts import text

HERE = Path(__file__).parent
# What a script takes from a file beside it. Editors follow such a line; the page never sees it.
TAKES = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
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


def script(name: str) -> str:
    """Read the module ``name.js`` with the files beside it that it imports from: one text that imports nothing.

    Example:
        >>> "import " in script("panel")
        False
    """
    own = (HERE / f"{name}.js").read_text(encoding="utf-8")
    # In one text everything sees everything else: the lines that say who needs what have nothing left to do.
    beside = [(HERE / f"{other}.js").read_text(encoding="utf-8") for other in TAKES.findall(own)]
    return "\n".join([*(re.sub(r"^export ", "", one, flags=re.MULTILINE) for one in beside), TAKES.sub("", own)])


def widget_class(name: str) -> type[anywidget.AnyWidget]:
    """Make the widget class of a module ``name.js`` with the style sheets of the drawings and of ``name.css``."""
    css = style_sheet() + OVER.format((HERE / f"{name}.css").read_text(encoding="utf-8"))
    members = {
        "_esm": script(name),
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
