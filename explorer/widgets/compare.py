"""Two readings side by side in a notebook: a comparison that shows itself, with a method for every click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.draw.compare import choices_html, keep_html, ruling_html, side_html, sides_frame, where_html
from explorer.game import Game, Node
from explorer.lab.comparing import BOTH, FIRST, SECOND, SIDES, Comparison, merged, play_on
from explorer.rulebook import RULINGS, RulingError
from explorer.scenario import Scenario
from explorer.texts import shown, text
from explorer.widgets.panel import Command, Panel

if TYPE_CHECKING:
    from explorer.lab.bots import Bot
    from explorer.position import Position

FILE = "dispute.yaml"


class Compare(Comparison):
    """Two readings side by side, to click through; see ``compare`` for what may be given.

    Example:
        >>> from explorer.game import new_game
        >>> Compare(new_game(players=2, seed=1), "bid-steps").choose("draw").at
        1
    """

    def __init__(
        self, game: Game | Position, rulings: Mapping[str, str] | str | None = None, since: Node | None = None
    ) -> None:
        self._page: _Page | None = None
        super().__init__(game, rulings, since)
        self.path, self.title, self.note = FILE, "", ""
        self.flipped = ""  # what the latest flip has done, in words
        self._looked = False  # whether somebody has chosen a ruling to see
        self._wrote: dict[str, str] = {}  # the side that was written last, by file
        self._warned = ("", "")  # the file and side that another click writes over
        relied = self.relied
        self.ruling = next(iter(self.readings), relied[0].id if relied else "")
        self._page = _Page(self)
        self.redraw()

    @property
    def widget(self) -> Any:
        """The Jupyter widget."""
        assert self._page is not None
        return self._page.widget

    @property
    def error(self) -> str:
        """The error that the widget shows, "" if none."""
        return self._page.error if self._page is not None else ""

    def redraw(self) -> Compare:
        """Draw it again, as after changing something in Python."""
        if self._page is not None:
            self._page.redraw()
        return self

    # What a click does

    def choose(self, key: str, side: str = BOTH) -> Compare:
        """Choose on both sides, or on one; see ``Comparison.choose``."""
        super().choose(key, side)
        self.flipped = ""
        return self.redraw()

    def bots(self, bots: Mapping[str, Bot | str] | str, decisions: int = 100, seed: int = 0) -> Compare:
        """Let bots choose; see ``Comparison.bots``."""
        page, self._page = self._page, None  # one picture at the end
        try:
            super().bots(bots, decisions, seed)
        finally:
            self._page = page
        return self.redraw()

    def go(self, at: int) -> Compare:
        """Look at another moment, by its number from 0."""
        super().go(at)
        return self.redraw()

    def flip(self, ruling: str, reading: str = "", here: bool = False) -> Compare:
        """Let the second side hold to another reading of a ruling; see ``Comparison.flip``."""
        page, self._page = self._page, None
        kept = [id for id in self._readings if id != ruling]
        try:
            super().flip(ruling, reading, here)
        finally:
            self._page = page
        self.ruling, self.note = ruling, ""
        self.flipped = flipped_words(self, ruling, kept, here)
        return self.redraw()

    def unflip(self) -> Compare:
        """Take the latest flip back; see ``Comparison.unflip``."""
        page, self._page = self._page, None
        try:
            super().unflip()
        finally:
            self._page = page
        self.flipped, self.note = text("sides.unflipped"), ""
        return self.redraw()

    def look(self, ruling: str) -> Compare:
        """Show a ruling with all its readings, by its id; "" for none.

        Raises:
            RulingError: there is no such ruling.
        """
        if ruling and ruling not in RULINGS:
            raise RulingError((text("sides.no-ruling", id=shown(ruling)),))
        self.ruling, self._looked = ruling, bool(ruling)
        return self.redraw()

    def save(
        self, path: str | Path, side: str = SECOND, title: str = "", clause: str = "", *, overwrite: bool = False
    ) -> Scenario:
        """Write one side as a scenario file, and return the scenario; see ``Comparison.save``."""
        found = super().save(path, side, title, clause, overwrite=overwrite)
        self.note = text("widget.saved", path=path)
        self.redraw()
        return found

    def save_click(self, side: str) -> Scenario:
        """Write one side to the file that the widget names.

        Raises:
            FileExistsError: another file is there: a second click writes over it.
        """
        self.note = ""
        path = str(Path(self.path).resolve())
        known = self._wrote.get(path) == side or self._warned == (path, side)
        if not known and Path(path).is_file():
            self._warned = (path, side)
            raise FileExistsError(text("sides.there", path=self.path))
        found = self.save(self.path, side, self.title, overwrite=True)
        self._wrote[path], self._warned = side, ("", "")
        return found

    _repr_html_ = None  # type: ignore[assignment]  # the widget is shown, not a picture beside it

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        assert self._page is not None
        return self._page._repr_mimebundle_(**kwargs)


class _Page(Panel):
    """The widget of a comparison."""

    def __init__(self, owner: Compare) -> None:
        super().__init__()
        self.frame, self.label = sides_frame(), text("sides.title")
        self._owner, self._saving = owner, False

    def _parts(self) -> dict[str, str]:
        c = self._owner
        return {
            "ruling": ruling_html(c, c.relied, c.ruling, c.flipped, c._looked or not c.readings),
            "where": where_html(c),
            "choices": choices_html(c),
            **{side: side_html(c, side) for side in SIDES},
            **self._kept(),
        }

    def _kept(self) -> dict[str, str]:
        """The form that writes a side, and beside it why that failed; at the top, far away, it would not be seen."""
        c = self._owner
        if self._saving and self.error:
            return {"error": "", "keep": keep_html(c.path, c.title, c.note, self.error)}
        return {"keep": keep_html(c.path, c.title, c.note)}

    def _heard(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._saving = message.get("kind") == "save"
            super()._heard(message)

    def _spoken(self) -> str:
        c = self._owner
        count = len(c.differences)
        said = text("sides.spoken", at=c.at, last=len(c.moments) - 1, count=count)
        return " ".join(filter(None, (c.flipped, c.note, said)))

    def _commands(self) -> dict[str, Command]:
        c = self._owner
        return {
            "ruling": lambda value: c.look(str(value)),
            "flip": lambda value: c.flip(*_pair(value)),
            "flip-here": lambda value: c.flip(*_pair(value), here=True),
            "unflip": lambda value: c.unflip(),
            "go": lambda value: c.go(int(value)),
            f"choose-{BOTH}": lambda value: c.choose(str(value)),
            f"choose-{FIRST}": lambda value: c.choose(str(value), FIRST),
            f"choose-{SECOND}": lambda value: c.choose(str(value), SECOND),
            "path": lambda value: setattr(c, "path", str(value)),
            "title": lambda value: setattr(c, "title", str(value)),
            "save": lambda value: c.save_click(str(value)),
        }

    def __repr__(self) -> str:
        return repr(self._owner)


def flipped_words(c: Comparison, ruling: str, kept: Sequence[str], here: bool) -> str:
    """What a flip has done: what the second side holds to, and what of its line could be played again."""
    readings = c.readings
    key = "flipped" if ruling in readings else "compared-no-more"
    words = [text(f"sides.{key}", id=ruling, reading=c.second.rulings[ruling])]
    words += [text("sides.besides", ids=", ".join(kept))] if kept else []
    words += [text("sides.anew-here")] if here else []
    words += [text("sides.replayed-to", moment=c.at) if c.stopped else text("sides.replayed")]
    return " ".join(words)


def _pair(value: Any) -> tuple[str, str]:
    id, _, reading = str(value).partition("=")
    return id, reading


def compare(
    game: Game | Position,
    rulings: Mapping[str, str] | str | None = None,
    *,
    since: Node | None = None,
    choices: Sequence[str] = (),
    bots: Mapping[str, Bot | str] | str | None = None,
    decisions: int = 100,
    seed: int = 0,
    **readings: str,
) -> Compare:
    """Play the same choices under two readings of a ruling, and show both sides with what is different.

    Parameters, errors and what can be done with it are those of ``explorer.lab.comparing.compare``, which needs no
    Jupyter; this one also shows itself in a notebook.

    Example:
        >>> from explorer.game import new_game
        >>> compare(new_game(players=2, seed=1).choose("draw"), "bid-steps").differences
        []
    """
    found = Compare(game, merged(rulings, readings), since)
    play_on(found, choices, bots, decisions, seed)
    return found


__all__ = ["Compare", "compare"]
