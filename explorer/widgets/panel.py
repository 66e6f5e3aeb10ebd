"""What the lists, tables and questions of the notebooks have in common: a view in parts, messages, errors shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import RLock
from typing import Any

from explorer.draw.panel import failed_html
from explorer.game import Game
from explorer.shipped import load
from explorer.texts import text
from explorer.widgets.shell import file_words, listen, widget_class

Command = Callable[[Any], Any]


class Panel:
    """A widget without a game of its own; what is made from it draws parts and knows commands."""

    frame = ""
    label = ""

    def __init__(self) -> None:
        self._lock = RLock()
        self._version = 0
        self.error = ""
        self.widget = _shell()()
        listen(self.widget, self._heard)

    def redraw(self) -> None:
        """Send the picture as it is now."""
        with self._lock:
            self._version += 1
            parts = {"error": failed_html(self.error), **self._parts()}
            view = {
                "frame": self.frame,
                "parts": parts,
                "say": self.error or self._spoken(),
                "label": self.label,
                "current": self._current(),
                "fields": self._fields(),
            }
            self.widget.view = {**view, "version": self._version}

    def _parts(self) -> dict[str, str]:
        raise NotImplementedError

    def _spoken(self) -> str:
        return ""

    def _current(self) -> str:
        """The data-id of the item that is chosen in a list; "" for none."""
        return ""

    def _fields(self) -> dict[str, str]:
        """What the search and the lists to choose from stand at, as Python may have set them."""
        return {}

    def _commands(self) -> dict[str, Command]:
        raise NotImplementedError

    def _heard(self, message: dict[str, Any]) -> None:
        """Carry out a message; whatever goes wrong is shown in the widget."""
        with self._lock:
            self.error = ""
            try:
                command = self._commands().get(str(message.get("kind")))
                if command is None:
                    raise ValueError(text("widget.unknown", what=repr(message.get("kind"))[:80]))
                command(message.get("value", ""))
            except (Exception, KeyboardInterrupt) as error:
                self.error = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
                if isinstance(error, OSError):
                    self.error = file_words(error)
                self.error = self.error or type(error).__name__
                self.redraw()

    def _shown(self) -> Any:
        """The Jupyter widget that stands for all of it."""
        return self.widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        found = self._shown()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found or {}, {})
        return {**data, "text/plain": repr(self)}, metadata


class BoardPanel(Panel):
    """A panel with a table below it, once a scenario was opened."""

    def __init__(self) -> None:
        super().__init__()
        from ipywidgets import VBox

        self.table: Any = None
        self._box = VBox([self.widget])

    def open(self, scenario: str) -> Any:
        """Put a scenario on the table below, at its start, with all its decisions ahead; returns the table.

        Args:
            scenario: its folder and name, such as ``pirate/where-both-ships-take-it``.

        Raises:
            ValueError: there is no such scenario.
        """
        from explorer.widgets.table import Table

        with self._lock:
            game = self._game(scenario)
            self.error = ""
            old, self.table = self.table, Table(game, autosave=False)
            self._box.children = (self.widget, self.table.widget)
            if old is not None:
                old.widget.close()
            self._opened(scenario)
            self.redraw()
        return self.table

    def _game(self, scenario: str) -> Game:
        """A scenario at its start, with all its decisions ahead."""
        game = load(scenario).play()
        return game.undo(len(game.line) - 1)

    def _opened(self, scenario: str) -> None:
        """Note what lies on the table now."""

    def _shown(self) -> Any:
        return self._box


@lru_cache(maxsize=1)
def _shell() -> Any:
    return widget_class("panel")


__all__ = ["BoardPanel", "Panel"]
