"""The editor of positions in a notebook: everything a click does is a method here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path
from threading import RLock
from typing import Any, Final

from explorer import shipped
from explorer.card import nearest
from explorer.draw.editor import Sheet, problems_html, say, seats_html, zone_words
from explorer.draw.editor_bars import Answer, head_html, held_html, moment_html, rest_html
from explorer.draw.editor_frame import frame_html
from explorer.draw.editor_pick import below_html, detail_html, gutter_html, kinds_html, rows_html
from explorer.draw.panel import failed_html
from explorer.draw.parts import esc
from explorer.draw.turn import plates_of
from explorer.files.kinds import kind_of
from explorer.files.tableau import Found, Item, SketchProblem, Zone
from explorer.files.tree import source_text
from explorer.game import Game
from explorer.position import Position
from explorer.sketch import Sketch, SketchError, harbors
from explorer.texts import text
from explorer.widgets.editor_commands import commands
from explorer.widgets.shell import listen, widget_class
from explorer.widgets.table import Table

CHANGING: Final = ("remove", "duplicate", "mend")  # what is meant for the very picture that was clicked
MENUS: Final = {"open": "start", "example": "start", "deal": "start", "empty": "start", "save": "save"}


class Editor:
    """A position to build by mouse, keyboard, as text, or from Python.

    Args:
        position: a Position, a Game (its very moment), a path, a text, or None for the start of a game of three.

    Example:
        >>> editor = Editor("players: [red, blue]").put("Cannons", "red/fulfilled")
        >>> editor.position.state().players[0].fulfilled != []
        True
    """

    def __init__(self, position: Any = None) -> None:
        self._lock = RLock()
        self._sketch = Sketch(position)
        self._version = 0
        self._held: str | Item = ""  # a card of the picker, as it is put, or one that lies somewhere
        self._aim = self._words = self._kind = self._set = ""
        self._seat, self._looked = 0, -1
        self._note = self._error = self._focus = ""
        self._menu = ""  # the one that the message being carried out came from
        self._table: Table | None = None
        self._played = ""  # the text from which the game of that table began
        self._files: set[str] = set()  # opened, written, or named in a warning: writing over them is meant
        self.widget = _shell()()
        listen(self.widget, self._heard)
        self.redraw()

    # What it shows

    @property
    def sketch(self) -> Sketch:
        """The position as it is built; after changing it from elsewhere, call ``redraw``."""
        return self._sketch

    @property
    def position(self) -> Position:
        """The position, whether or not there are problems."""
        return self._sketch.position

    @property
    def text(self) -> str:
        """The position as YAML."""
        return self._sketch.text

    @property
    def problems(self) -> list[SketchProblem]:
        """Everything that is wrong."""
        return self._sketch.problems

    @property
    def held(self) -> str:
        """What is picked up: the card as it is put, or the path of where it lies; "" for nothing."""
        return self._held.path if isinstance(self._held, Item) else self._held

    @property
    def aimed(self) -> str:
        """The zone that the next card goes to, "" for none."""
        return self._aim

    @property
    def kind(self) -> str:
        """The color that the picker shows alone, "" for all."""
        return self._kind

    @property
    def table(self) -> Table | None:
        """The table of the game that ``play`` began, shown below; None before."""
        return self._table

    @property
    def error(self) -> str:
        """The error that the widget shows, "" if none."""
        return self._error

    def found(self) -> list[Found]:
        """The cards that the picker shows."""
        rows = self._sketch.find_cards(self._words, self._kind)
        return [row for row in rows if not self._set or row.set == self._set]

    def _rows(self, found: list[Found]) -> list[Found]:
        """The rows of the picker: any card of a kind comes first where that alone was asked for, else last."""
        form = None if self._kind or self._set else self._sketch.find_form(self._words)
        if form is None:
            return found
        only = self._words[:1].isdigit() or "/" in self._words or form.card.id in ("filler", "card")
        return [form, *found] if only else [*found, form]

    # The picker

    def search(self, words: str | None = None, kind: str | None = None, set: str | None = None) -> Editor:
        """Show the cards with these letters in name, color, action, set or power; what is left out stays."""

        def look() -> None:
            self._words = self._words if words is None else words[:200]
            self._kind = self._kind if kind is None else kind
            self._set = self._set if set is None else set

        return self._do(look)

    def look(self, number: int) -> Editor:
        """Show a card, by its number, with where its values are from; nothing else is drawn anew."""
        self._looked = number
        self.widget.send({"kind": "detail", "html": detail_html(self._sketch.catalogue, number)})
        return self

    # Picking up and putting down

    def pick_up(self, what: str) -> Editor:
        """Pick up a card of the picker, by its name, or one that lies somewhere, by its path such as "red/hand/0"."""

        def take() -> None:
            item = self._item(what)
            if self.held == what:
                return self._let_go()
            self._held = what if item is None else item
            self._looked = item.number if item else self._number(what)
            self._note = text("editor.picked", card=self._name())

        return self._do(take)

    def put_down(self, zone: str) -> Editor:
        """Put what is picked up into a zone."""

        def put() -> None:
            if not self._held:
                raise SketchError(text("editor.nothing-held"))
            self._put(self._held, zone)

        return self._do(put)

    def release(self) -> Editor:
        """Put what is picked up back where it was; aim at no zone any more."""
        return self._do(self._let_go)

    def aim(self, zone: str) -> Editor:
        """Say where the next card goes; with something picked up, put it there."""

        def choose() -> None:
            if self._held:
                return self._put(self._held, zone)
            self._aim = self._zone(zone).path
            self._focus = "search"

        return self._do(choose)

    def next_player(self) -> Editor:
        """Let the keys mean the zones of the next player."""
        return self._do(lambda: setattr(self, "_seat", (self._seat + 1) % max(1, len(self._sketch.zones.seats))))

    def put(self, card: str, zone: str) -> Editor:
        """Put a card, by its name, into a zone such as "red/crew"."""
        return self._do(lambda: self._put(card, zone))

    def move(self, item: str, zone: str, at: int | None = None) -> Editor:
        """Move a card, by its path such as "red/hand/0", to a zone."""
        found = self._item(item)
        if found is None or at is not None:
            return self.do("move", item, zone, at)
        return self._do(lambda: self._put(found, zone))

    def remove(self, item: str) -> Editor:
        """Take a card away."""
        return self._do(lambda: self._change(self._sketch.remove, item))

    def duplicate(self, item: str) -> Editor:
        """Lay another card like this one beside it."""
        return self._do(lambda: self._change(self._sketch.duplicate, item))

    def clear(self, zone: str) -> Editor:
        """Take everything out of a zone."""
        return self.do("clear", zone)

    def do(self, name: str, *values: Any, **named: Any) -> Editor:
        """Do any operation of a Sketch by its name, such as ``do("set_leader", "red")``."""

        def act() -> None:
            operation = getattr(self._sketch, name, None) if not name.startswith("_") else None
            if not callable(operation):
                raise SketchError(text("editor.unknown", what=repr(name)[:80]))
            operation(*values, **named)

        return self._do(act)

    # The text as a whole

    def set_text(self, words: str) -> Editor:
        """Replace the text."""
        return self.do("set_text", words)

    def undo(self) -> Editor:
        """Take the latest change back."""
        return self._do(self._sketch.undo, "undone")

    def redo(self) -> Editor:
        """Make the change again that was taken back."""
        return self._do(self._sketch.redo, "redone")

    def mend(self, problem: int, mend: int = 0) -> Editor:
        """Mend a problem, by its place in ``problems``, in one of the ways it offers."""

        def act() -> None:
            problems = self._sketch.problems
            if not 0 <= problem < len(problems) or not 0 <= mend < len(problems[problem].mends):
                raise SketchError(text("editor.no-mend"))
            chosen = problems[problem].mends[mend]
            self._sketch.mend(chosen)
            self._tell("mended", words=chosen.words)

        return self._do(act)

    def start(self, players: int | Sequence[str] = 3, dealt: bool = True, seed: int = 0) -> Editor:
        """Start from the beginning of a game, dealt from a seed or with nothing but fillers; can be undone.

        ``players`` is how many there are, or their harbors as they sit, such as ``["red", "blue", "green"]``.
        """

        def begin() -> None:
            colors = harbors(players)
            who = len(colors) if isinstance(players, int) else f"[{', '.join(colors)}]"
            self._sketch.set_text(f"players: {who}\n" + (f"seed: {seed}\nrest: dealt\n" if dealt else ""))
            self._tell("started", count=len(colors))
            self._focus = "search"

        return self._do(begin)

    def open(self, path: str | PathLike[str]) -> Editor:
        """Start from a file; can be undone."""

        def read() -> None:
            written = source_text(Path(path))
            if kind_of(written) == "game":
                raise SketchError(text("editor.is-game"))
            self._sketch.set_text(written)
            self._files.add(str(Path(path).resolve()))
            self._tell("opened", name=Path(path).name)
            self._focus = "search"

        return self._do(read)

    def example(self, name: str) -> Editor:
        """Start from one of the positions of the lessons, such as ``loading``; can be undone."""
        known = shipped.positions()
        if name not in known:
            return self._do(lambda: _refuse("no-example", name=name[:60], known=", ".join(known)))
        self.open(shipped.position(name))
        self._files.discard(str(Path(shipped.position(name)).resolve()))
        return self

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> Editor:
        """Write the text to a file; over one that this editor has not opened or written only if told so."""
        place = str(Path(path).resolve())
        self._do(lambda: self._sketch.save(path, overwrite=overwrite or place in self._files), "saved", path=path)
        self._files.add(place)
        return self

    def save_click(self, path: str) -> Editor:
        """Write the text to the file that somebody has named; over another file only when asked twice."""
        place = str(Path(path).resolve())
        if Path(path).exists() and place not in self._files:
            self._files.add(place)
            return self._do(lambda: _refuse("there", path=path))
        return self.save(path)

    # Playing

    def play(self) -> Table:
        """Begin a game from here, on the table below the editor; a game that was there before stays, with its stops.

        Raises:
            PositionError: there are errors; names them all.
        """
        with self._lock:
            game = self._sketch.game()
            table = self._table.put(game) if self._table is not None else Table(game, autosave=False)
            self._table, self._played = table, self.text
            self._do(lambda: self._tell("playing"))
            return table

    def game(self, choices: Sequence[str] = ()) -> Game:
        """The game that ``play`` began, as it stands below; where there is none of this position, one from here.

        Args:
            choices: keys of options to choose in a game from here, for as long as they are offered.

        Raises:
            PositionError: there are errors; names them all.
        """
        with self._lock:
            if self._table is not None and self._played == self.text:
                return self._table.game
            game = self._sketch.game()
        for key in choices:
            if key not in [option.key for option in (*game.options, *game.interrupts)]:
                break
            game.choose(key)
        return game

    def edit(self) -> Editor:
        """Take the moment of the game below back into the editor; can be undone."""

        def take() -> None:
            if self._table is None:
                raise SketchError(text("editor.no-game"))
            self._sketch.set_text(self._table.game.position.text())
            self._tell("edited")

        return self._do(take)

    # What happens inside

    def _do(self, step: Callable[[], Any], told: str = "", **values: object) -> Editor:
        """Take a step, say that it was taken, and draw."""
        with self._lock:
            self._note = self._error = self._focus = ""
            step()
            if told:
                self._tell(told, **values)
            return self.redraw()

    def _tell(self, key: str, **values: object) -> None:
        self._note = text(f"editor.{key}", **values)

    def _let_go(self) -> None:
        if self._held:
            self._note = text("editor.put-again", card=self._name())
            self._focus = f"item {self._held.path}" if isinstance(self._held, Item) else "search"
        self._held = self._aim = ""

    def _put(self, what: str | Item, zone: str) -> None:
        """Put a card of the picker or one that lies somewhere; what was picked up is then put down."""
        name = self._name(what)
        lying = self._lying(what) if isinstance(what, str) else what
        if lying is not None:
            self._sketch.move(lying.path, zone)
        elif isinstance(what, str):
            self._sketch.put(what, zone)
        self._held = ""
        there = self._zone(zone)
        self._note = text("editor.put-down", card=name, zone=zone_words(self._sketch.zones, zone, into=True))
        at = 0 if zone in ("deck", "discard") else -1
        self._focus = f"item {there.items[at].path}" if isinstance(what, Item) and there.items else "search"

    def _lying(self, word: str) -> Item | None:
        """Where a card lies in a written-out moment, in which every card must stay somewhere and none comes in."""
        number = self._number(word)
        if number < 0 or not self._sketch.zones.turn.moment:
            return None
        items = (item for zone in self._sketch.zones.zones for item in zone.items)
        return next((item for item in items if item.number == number), None)

    def _change(self, change: Callable[[str], Any], item: str) -> None:
        """Remove or double a card; it is then no longer picked up."""
        change(item)
        if self.held == item:
            self._held = ""

    def _let_go_of_what_is_gone(self) -> None:
        """After a change of the text, what was picked up may lie there no longer, and a seat may be gone."""
        self._seat %= max(1, len(self._sketch.zones.seats))
        if isinstance(self._held, Item):
            now = self._item(self._held.path)
            self._held = now if now is not None and now.word == self._held.word else ""
        if self._aim and all(zone.path != self._aim for zone in self._sketch.zones.zones):
            self._aim = ""

    def _zone(self, path: str) -> Zone:
        zones = {zone.path: zone for zone in self._sketch.zones.zones}
        if path not in zones:
            _refuse("no-zone", zone=path[:60], known=nearest(path, zones) or ", ".join(list(zones)[:4]))
        return zones[path]

    def _item(self, path: str) -> Item | None:
        return next((item for zone in self._sketch.zones.zones for item in zone.items if item.path == path), None)

    def _number(self, word: str) -> int:
        """The number of a card of the picker."""
        try:
            return self._sketch.catalogue.find(word)
        except KeyError:
            return -1

    def _name(self, what: str | Item | None = None) -> str:
        """What is picked up, in words."""
        what = self._held if what is None else what
        number = what.number if isinstance(what, Item) else self._number(what)
        return self._sketch.catalogue.name[number] if number >= 0 else what.word if isinstance(what, Item) else what

    # What the page sends

    def _heard(self, message: dict[str, Any]) -> None:
        """Carry out a message; whatever goes wrong is shown in the widget."""
        with self._lock:
            self._menu = MENUS.get(str(message.get("kind")), "")
            try:
                self._carry_out(message)
            except (Exception, KeyboardInterrupt) as error:
                self._note, self._error, self._focus = "", _words_of(error), ""
                self.redraw()
            finally:
                self._menu = ""

    def _carry_out(self, message: dict[str, Any]) -> None:
        kind = str(message.get("kind"))
        stale = message.get("version", self._version) != self._version
        if stale and (kind in CHANGING or "item" in message):
            self._do(lambda: self._tell("moved-on"))
            return
        command = commands(self).get(kind)
        if command is None:
            raise ValueError(text("editor.unknown", what=repr(kind)[:80]))
        command(message)

    # The view

    def redraw(self) -> Editor:
        """Draw the position anew."""
        with self._lock:
            self._let_go_of_what_is_gone()
            self._version += 1
            self.widget.view = self._view()
            return self

    def _view(self) -> dict[str, Any]:
        sketch = self._sketch
        rows = self.found()
        sheet = Sheet(sketch.zones, sketch.catalogue, sketch.problems, self.held, self._aim, self._seat)
        sheet.under_way = self._under_way()
        seats = seats_html(sheet) + rest_html(sheet)
        moment = moment_html(sheet)
        general = problems_html(sheet, sketch.problems)
        held = self._held if isinstance(self._held, str) else ""
        parts = {
            "alert": "" if self._menu else failed_html(self._error),
            "head": self._head(sheet),
            "kinds": kinds_html(self._kind, self._set),
            "count": say("found", count=len(rows), total=len(sketch.find_cards())),
            "rows": rows_html(sheet, self._rows(rows), held),
            "detail": detail_html(sketch.catalogue, self._looked),
            "moment": moment,
            "problems": general,
            "seats": seats,
            "gutter": gutter_html(sketch.text, sketch.problems),
            "below": below_html(sketch.problems),
            "bar": held_html(sheet, self._name()) if self._held else self._hint(),
        }
        return {
            "version": self._version,
            "frame": frame_html(),
            "parts": parts,
            "text": sketch.text,
            "words": self._words,
            "holding": bool(self._held),
            "below": "" if self._table is None else self._table.widget.model_id,
            "focus": self._focus or (f"to {self._menu}" if self._menu and not self._error else ""),
            "say": self._error or self._note,
            "label": text("editor.label"),
            "error": self._error,
        }

    def _under_way(self) -> tuple[str, ...]:
        """What goes on in the moment; nothing between turns, or while something is wrong."""
        state = None if self._sketch.zones.turn.between else self._sketch.state
        return () if state is None else tuple(plate.title for plate in plates_of(state))

    def _head(self, sheet: Sheet) -> str:
        sketch, playing = self._sketch, self._table is not None
        answer = Answer(self._menu, self._error or self._note, bool(self._error))
        examples, name = shipped.positions(), self.widget.model_id
        return head_html(sheet, sketch.can_undo, sketch.can_redo, playing, examples, name, answer)

    def _hint(self) -> str:
        """The bar below while nothing is picked up."""
        note = f"<b>{esc(self._note)}</b> " if self._note and self._menu != "save" else ""
        if self._aim:
            return f"{note}<span>{say('aimed', zone=zone_words(self._sketch.zones, self._aim))}</span>"
        return f"{note}<span>{say('idle')}</span>"

    def __repr__(self) -> str:
        table = self._sketch.zones
        errors = sum(problem.severity == "error" for problem in self._sketch.problems)
        return f"Editor({table.title!r}, {len(table.seats)} seats, {errors} errors)"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        found = self.widget._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found or {}, {})
        return {**data, "text/plain": repr(self)}, metadata


def _refuse(key: str, **values: object) -> None:
    raise SketchError(text(f"editor.{key}", **values))


def _words_of(error: BaseException) -> str:
    words = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if isinstance(error, (ValueError, OSError)) and words:
        return words
    return text("editor.failed", error=f"{type(error).__name__}: {words}"[:300])


@lru_cache(maxsize=1)
def _shell() -> Any:
    return widget_class("editor")
