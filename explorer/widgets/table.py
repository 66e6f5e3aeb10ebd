"""The table in a notebook: everything a click does is a method here."""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import RLock, get_ident
from time import monotonic
from typing import Any, Final
from weakref import WeakSet

from explorer.branches import came_from
from explorer.draw.decision import TURNS, card_html, decision_html, scores_html
from explorer.draw.lines import Line, time_html
from explorer.draw.parts import esc, icon, say, seat_title
from explorer.draw.table import board_html, find_seat, make_scene
from explorer.draw.turn import alike, lanes_html, stack_html
from explorer.game import Game, Node, Option, new_game
from explorer.lapses import lapses
from explorer.log import Log
from explorer.refusals import Refused
from explorer.state import seat_name
from explorer.stepping import Only, stops_for
from explorer.texts import text
from explorer.widgets.autosave import Saved, place_for
from explorer.widgets.former import Former, content, formers_html
from explorer.widgets.shell import listen, widget_class
from explorer.widgets.stepper import Bot, Stepper, words_of
from explorer.widgets.timeline import lines, timeline
from explorer.words import event_text

KEYS: Final = (
    "tab", "arrows", "number", "more", "enter", "undo", "redo", "time", "turn", "branch", "note", "delete", "card",
    "flip", "why", "clause", "search", "keys", "escape",
)  # fmt: skip
PANELS: Final = ("log", "lines", "stops", "bots")

# Callbacks may come on any thread, and several tables may show one game: one at a time.
_LOCK = RLock()
_TABLES: WeakSet[Table] = WeakSet()
_acting = 0  # the thread in which a table is changing its game, 0 for none
PACE: Final = 0.1  # seconds between pictures while a cell changes a game


class Table(Stepper):
    """The table of a game, to be played by mouse, keyboard or Python.

    Args:
        game: a game; a Position; or None for a new game of three.
        seat: show only what this seat may know.
        autosave: keep the game in a file after every change, and offer it again after a restart: a name, or a
            pathlib.Path for a file of your own; True finds a name inside a notebook and keeps nothing elsewhere.
        bots: who plays a seat by itself, such as ``{"yellow": "random"}``: the name of a bot, or a function from
            the game to the key of an option.

    Example:
        >>> table = Table(new_game(players=2, seed=1))
        >>> table.choose(1).undo().options[0].number
        1
    """

    def __init__(
        self,
        game: Any = None,
        *,
        seat: str | int | None = None,
        autosave: bool | str | Path = True,
        bots: Mapping[str, Bot | str] | None = None,
    ) -> None:
        self._lock = _LOCK
        self._game: Game = new_game() if game is None else game if isinstance(game, Game) else Game(game)
        self._seat = find_seat(self._game.state, seat)
        self._version = 0
        self._turns = TURNS
        self._card = -1
        self._drawn: Node | None = None
        self._since: Node | None = None  # the moment of the picture before, from which on it is told what lapsed
        self._note = self._error = ""
        self._greeted = False  # whether a page has shown this table before
        self._filed = False  # whether note and error speak of a file, and so stand beside its buttons too
        self._begin(dict(bots or {}))
        self._below: Any = None  # what was opened from here: an editor or a comparison
        self._offer: Saved | None = None
        self._formers: list[Former] = []  # what lay here before, the latest last
        self._known = content(self._game)  # as it was put here or saved: nothing of it is lost with the table
        self._fresh = True
        self._store = place_for(autosave, self._game)
        self._look_for_saved()
        self.widget = _shell()()
        listen(self.widget, self._heard)
        _TABLES.add(self)
        self._drawn_at = 0.0
        self._late = False  # whether a picture is still to come, once the running cell has ended
        self._let_bots()
        self._game.watch(self._moved)
        self.redraw()

    # What it shows

    @property
    def game(self) -> Game:
        """The game on the table; it may be changed from elsewhere, the table follows."""
        return self._game

    @property
    def options(self) -> list[Option]:
        """Every legal choice of the pending decision."""
        return self._game.options

    @property
    def refused(self) -> list[Refused]:
        """What one might try now and may not, each with its reasons."""
        return self._game.refused

    @property
    def interrupts(self) -> list[Option]:
        """What may be done besides the pending decision."""
        return self._game.interrupts

    @property
    def log(self) -> Log:
        """Everything that has happened, as a tree of causes."""
        return self._game.log

    @property
    def error(self) -> str:
        """The error that the widget shows, "" if none."""
        return self._error

    @property
    def lines(self) -> list[Line]:
        """Every line of play that was tried; the first one is the longest way without a turning."""
        return [line for line, _leaf in lines(self._game)]

    @property
    def seat(self) -> str | None:
        """Whose view is shown; None when all hands are open."""
        return None if self._seat is None else seat_name(self._game.state, self._seat)

    @seat.setter
    def seat(self, seat: str | int | None) -> None:
        with self._lock:
            self._seat = find_seat(self._game.state, seat)
            self.redraw()

    # What a click does

    def choose(self, what: Option | str | int) -> Table:
        """Choose an option: itself, its key, or its number from 1.

        Raises:
            IllegalChoice: it is not offered; says why.
        """

        def step() -> None:
            before = self._game.state
            self._game.choose(what)
            if not self._halted(before, by_hand=True):
                self._let_bots()

        return self._do(step, moves=True)

    def interrupt(self, what: Option | str | int) -> Table:
        """Do one of ``interrupts``: itself, its key, or its number from 1."""
        return self.choose(self.interrupts[what - 1] if isinstance(what, int) else what)

    def undo(self, steps: int = 1) -> Table:
        """Go back by some decisions, over those of bots; stays at the start."""

        def back() -> None:
            if not self._bots:
                self._game.undo(steps)
            for _ in range(steps if self._bots else 0):
                self._game.undo()
                while self._bot_decides() and self._game.node.parent is not None:
                    self._game.undo()

        return self._do(back)

    def redo(self, steps: int = 1) -> Table:
        """Go forward again, over the decisions of bots."""

        def forth() -> None:
            start = self._game.node
            if not self._bots:
                self._game.redo(steps)
            for _ in range(steps if self._bots else 0):
                self._game.redo()
                while self._bot_decides() and self._game.node.ahead is not None:
                    self._game.redo()
            self._tell_passed(start)

        return self._do(forth)

    def look(self, card: str | int | None) -> Table:
        """Show everything about a card beside the table, by its name; None takes it away."""

        def show() -> None:
            self._card = (
                -1 if card in (None, "") else card if isinstance(card, int) else self._game.catalogue.find(str(card))
            )

        return self._do(show, keep=False)

    def new(self, players: int = 3, seed: int = 0, **setup: Any) -> Table:
        """Deal a new game on this table; see ``new_game`` for what may be set."""

        def deal() -> None:
            self._put(new_game(players=players, seed=seed, **setup), stops=True)
            self._note = text("widget.started", players=players)

        return self._do(deal)

    def put(self, game: Game) -> Table:
        """Play another game on this table, with the stops of the one before; see ``former``."""
        return self._do(lambda: self._put(game, stops=True))

    @property
    def formers(self) -> list[str]:
        """The games that lay here before and have something that was not saved, the latest first."""
        return [text("widget.former", turn=one.turn, decisions=one.decisions) for one in reversed(self._formers)]

    def former(self, number: int = 1) -> Table:
        """Go back to a game that another one took the place of: one of ``formers``, by its number from 1.

        Raises:
            ValueError: there is no such game, or it cannot be read.
        """

        def swap() -> None:
            if not 1 <= number <= len(self._formers):
                raise ValueError(text("widget.no-former", number=number, count=len(self._formers)))
            game = self._formers[-number].open()
            del self._formers[-number]
            self._put(game)
            self._known = []  # still nowhere but here
            self._note = text("widget.went-back")

        return self._do(swap)

    def forget(self) -> Table:
        """Do without the games that lay here before."""

        def drop() -> None:
            self._formers.clear()
            if self._store is not None:
                self._store.aside("former").unlink(missing_ok=True)

        return self._do(drop, keep=False)

    def save(self, path: str | Path, *, overwrite: bool = False) -> Table:
        """Write the game with all its lines to a file; see ``Game.save``."""

        def write() -> None:
            self._filed = True
            self._game.save(path, overwrite=overwrite)
            self._known = content(self._game)
            self._note = text("widget.saved", path=path)

        return self._do(write)

    def save_click(self, path: str) -> Table:
        """Write the game to the file that somebody has named; over another file only when asked twice.

        Raises:
            FileExistsError: another file is there: a second click writes over it.
        """

        def warn() -> None:
            self._filed = True
            self._game.files.add(place)
            raise FileExistsError(text("widget.there", path=path))

        place = Path(path).resolve()
        return self._do(warn) if place.is_file() and place not in self._game.files else self.save(path)

    def load(self, path: str | Path) -> Table:
        """Put a saved game on this table, a game that begins at a position, or a scenario with its steps played."""

        def read() -> None:
            from explorer.save import open_game

            self._filed = True
            self._put(open_game(path))
            self._note = " ".join([text("widget.loaded", path=path), *self._game.notes])

        return self._do(read)

    def resume(self) -> Table:
        """Go on with the game that was saved under this table's name before.

        Raises:
            ValueError: there is none, or it cannot be read; the game on the table stays.
        """

        def take() -> None:
            from explorer.save import load

            if self._offer is None:
                raise ValueError(text("widget.nothing-saved"))
            saved, self._offer = self._offer, None
            try:
                game = load(saved.game)
            except Exception as error:
                raise ValueError(self._broken(error)) from error
            self._put(game)
            self._fresh = False
            self._note = " ".join([text("widget.resumed", turn=saved.turn), *self._game.notes])

        return self._do(take)

    def dismiss(self) -> Table:
        """Do without the saved game: it is offered no more, and the next change takes its place."""

        def drop() -> None:
            self._offer, self._fresh = None, False

        return self._do(drop, keep=False)

    def edit(self) -> Any:
        """Open this moment in the position editor; returns the ``Editor``, None while there is none."""
        with suppress(ImportError):
            from explorer.widgets.editor import Editor

            return Editor(self._game.position)
        self._do(lambda: setattr(self, "_note", text("panel.no-editor")), keep=False)

    def _edit_here(self) -> None:
        """Show the editor below the table."""
        editor = self.edit()
        if editor is not None:
            self._below = editor
            self._do(lambda: setattr(self, "_note", text("panel.editing")), keep=False)

    def compare(self, ruling: str = "", event: int | None = None) -> Any:
        """Show two readings side by side below the table; returns the ``Compare``.

        Args:
            ruling: the ruling to compare, by its id, with a reading or without; none to choose it there.
            event: the number of an event of the log: both sides begin just before it, not at the start of the game.

        Raises:
            RulingError: there is no such ruling or reading, or it cannot be played.
        """
        from explorer.widgets.compare import Compare

        def show() -> None:
            line = self._game.line
            before = [node for node in line if event is None or node.state.events <= event]
            since = before[-1] if event is not None and before else line[0]
            self._below = found = Compare(self._game, ruling or None, since)
            if found.partings:
                found.go(found.partings[0].moment)
            self._note = text("panel.comparing")

        self._do(show, keep=False)
        return self._below

    def redraw(self) -> Table:
        """Draw the table again, as after changing the game in Python."""
        return self._redraw(moves=False)

    def _redraw(self, moves: bool) -> Table:
        """Draw the table; the page shows how things move if it is told so."""
        with self._lock:
            self._version += 1
            if self._game.node is not self._drawn:
                self._since = came_from(self._game.node, self._drawn)
            try:
                view = self._view()
            except Exception as error:  # a picture that fails must not take the game with it
                view = {
                    "frame": _frame(),
                    "parts": {"decide": _failed(error)},
                    "say": "",
                    "label": "",
                    "moment": "",
                    "error": str(error),
                }
            self.widget.view = {**view, "version": self._version, "moves": moves}
            self._drawn, self._drawn_at = self._game.node, monotonic()
        return self

    def _moved(self, game: Game) -> None:
        """Follow a change that was made elsewhere, such as in a cell: at once, or when many come, after the last."""
        if _acting == get_ident() or game is not self._game or self._late:
            return
        try:
            loop = get_running_loop() if monotonic() - self._drawn_at < PACE else None
        except RuntimeError:
            loop = None
        if loop is None:
            return self._follow()
        self._late = True
        loop.call_soon(self._follow)

    def _follow(self) -> None:
        with self._lock:
            self._late = False
            if self._game.node is not self._drawn:
                self._note = self._error = ""
                self._redraw(moves=False)
                self._keep()

    def _do(self, step: Callable[[], Any], keep: bool = True, moves: bool = False) -> Table:
        global _acting
        with self._lock:
            self._note, self._error, self._filed = "", "", False
            _acting, before = get_ident(), _acting
            try:
                step()
            finally:
                _acting = before
            self._redraw(moves)
            for other in list(_TABLES):
                if other is not self and other._game is self._game:
                    other._note = other._error = ""
                    other._redraw(moves)
            # Whoever waits for the picture does not wait for the disk.
            if keep and not self._keep():
                self.redraw()
            return self

    def _put(self, game: Game, stops: bool = False) -> None:
        """Put a game on the table; of the one before nothing is lost, and its stops stay if asked."""
        before = self._game
        if content(before) != self._known:
            self._formers.append(Former.of(before))
            self._set_aside()
        if stops:
            game.stops = list(dict.fromkeys((*game.stops, *stops_for(game.state, before.stops))))
        seats = {seat_name(game.state, i) for i in range(len(game.state.players))}
        for seat in self._bots.keys() - seats:
            del self._bots[seat], self._bot_names[seat]
        self._game, self._known = game, content(game)
        game.watch(self._moved)
        self._seat, self._card, self._turns = None, -1, TURNS
        self._cut, self._only = None, Only()

    # A game under way is kept

    def _look_for_saved(self) -> None:
        """Find what was saved before; whatever is wrong with it is told and put aside."""
        if self._store is None:
            return
        try:
            saved = self._store.read()
            if saved is not None and saved.decisions and saved.game != self._game.save():
                self._offer = saved
            former = self._store.former()
            if former is not None and former.game not in (self._game.save(), saved and saved.game):
                self._formers = [Former.of(former)]
        except Exception as error:
            self._error = self._broken(error)

    def _set_aside(self) -> None:
        """Keep the file of the game that another one takes the place of, to be offered again after a restart."""
        if self._store is not None and self._store.path.exists():
            with suppress(OSError):
                self._store.put_aside("former")

    def _broken(self, error: Exception) -> str:
        """Put a saved game aside that cannot be read, and say so."""
        assert self._store is not None
        place = self._store.path
        with suppress(OSError):
            place = self._store.put_aside("broken")
        return text("widget.autosave-broken", reason=words_of(error), path=place)

    def _keep(self) -> bool:
        """Save the game; a full disk must not stop it. Returns whether the picture still says how things are."""
        if self._store is None:
            return True
        try:
            if self._offer is not None and self._fresh and self._store.path.exists():
                self._store.put_aside("before")
            self._fresh = False
            self._store.write(self._game)
        except Exception as error:
            self._store = None
            self._error = self._error or text("widget.autosave-failed", reason=words_of(error))
            return False
        return True

    # What the page sends

    def _heard(self, message: dict[str, Any]) -> None:
        """Carry out a message; whatever goes wrong is shown in the widget."""
        with self._lock:
            try:
                self._carry_out(message)
            except (Exception, KeyboardInterrupt) as error:
                self._note, self._error = "", words_of(error)
                self.redraw()

    def _carry_out(self, message: dict[str, Any]) -> None:
        kind = message.get("kind")
        stale = self._game.node is not self._drawn or message.get("version", self._version) != self._version
        if stale and kind in ("choose", "interrupt"):
            self._note, self._error = text("widget.moved-on"), ""
            self.redraw()
            return
        command = self._commands().get(str(kind))
        if command is None:
            raise ValueError(text("widget.unknown", what=repr(kind)[:80]))
        command(message)

    def _commands(self) -> dict[str, Callable[[dict[str, Any]], Any]]:
        return {
            "choose": lambda m: self.choose(str(m["key"])),
            "interrupt": lambda m: self.interrupt(str(m["key"])),
            "undo": lambda m: self.undo(),
            "redo": lambda m: self.redo(),
            "branch": lambda m: self.branch(),
            "goto": lambda m: self.goto(int(m["at"])),
            "line": lambda m: self.line(int(m["number"])),
            "mark": lambda m: self.mark(int(m["number"])),
            "look": lambda m: self.look(str(m.get("card") or "")),
            "seat": lambda m: setattr(self, "seat", str(m["seat"]) or None),
            "log": lambda m: self._show_turns(int(m["turns"])),
            "new": lambda m: self.new(int(m["players"]), int(m["seed"])),
            "save": lambda m: self.save_click(str(m["path"])),
            "load": lambda m: self.load(str(m["path"])),
            "forward": lambda m: self.forward(str(m["to"])),
            "back": lambda m: self.back(str(m["to"])),
            "begin": lambda m: self.begin(int(m["number"]) + 1),
            "turn": lambda m: self.skip_turns(int(m["by"])),
            "about": lambda m: self._about(str(m["card"])),
            "resume": lambda m: self.resume(),
            "dismiss": lambda m: self.dismiss(),
            "former": lambda m: self.former(int(m["number"])),
            "forget": lambda m: self.forget(),
            "pause": lambda m: self.pause(not self._paused),
            "step": lambda m: self.step(),
            "ping": lambda m: self._greet(),
            **self._panel_commands(),
        }

    def _greet(self) -> None:
        """Answer a page that asks whether Python is there; one opened anew says nothing old of a file."""
        if self._greeted and self._filed:
            self._note, self._error, self._filed = "", "", False
            self.redraw()
        self._greeted = True
        self.widget.send({"kind": "pong"})

    def _panel_commands(self) -> dict[str, Callable[[dict[str, Any]], Any]]:
        return {
            "visit": lambda m: self.visit(int(m["number"])),
            "note": lambda m: self.note(str(m["name"]), str(m["comment"])),
            "cut": lambda m: self.delete(None if m.get("number") is None else int(m["number"])),
            "restore": lambda m: self.restore(),
            "stop": lambda m: self.stop_when(str(m["card"]), event=str(m["event"]), seat=str(m["seat"])),
            "unstop": lambda m: self.drop_stop(int(m["number"]) + 1),
            "bot": lambda m: self.set_bot(str(m["seat"]), str(m["bot"]) or None),
            "run": lambda m: self.run(),
            "wait": lambda m: self.pause(),
            "filter": lambda m: self.filter_log(str(m["card"]), str(m["seat"]), str(m["clause"])),
            "edit": lambda m: self._edit_here(),
            "compare": lambda m: self.compare(str(m["ruling"]), None if m["event"] is None else int(m["event"])),
            "event": lambda m: self._tell(m, lambda: self._event_html(int(m["number"]))),
            "preview": lambda m: self._tell(m, lambda: self._preview_html(str(m["key"]))),
        }

    def _about(self, card: str) -> None:
        """Send all about a card that is pointed at, without a new picture of the table."""
        scene = make_scene(self._game.state, self._seat)
        html = card_html(scene, self._game.catalogue.find(card))
        self.widget.send({"kind": "about", "card": card, "html": html})

    def _tell(self, message: dict[str, Any], draw: Callable[[], str]) -> None:
        """Send what was asked for about the picture that is shown; about an older one nothing."""
        if message.get("version", self._version) == self._version and self._game.node is self._drawn:
            self.widget.send({"kind": "about", "card": str(message["about"]), "html": draw()})

    def _show_turns(self, turns: int) -> None:
        self._turns = turns
        self.redraw()

    # The view

    def _view(self) -> dict[str, Any]:
        game = self._game
        parent = game.node.parent
        scene = make_scene(game.state, self._seat, live=True, before=parent.state if parent else None)
        own = self._seat is None or (game.state.asking is not None and game.state.asking[0] == self._seat)
        refused = game.refused if own else []
        time, gone = timeline(game, self._bot_decides()), lapses(game, self._since)
        parts = {
            "offer": _offer_html(self._offer) + formers_html(self._formers),
            "stack": stack_html(scene, self._tools(), alike(game.state, parent.state) if parent else 0),
            "board": scores_html(game.state) + board_html(scene),
            "lanes": lanes_html(scene),
            "decide": decision_html(scene, refused, game.interrupts, self._error, self._note, gone),
            "card": card_html(scene, self._card) if self._card >= 0 else "",
            "time": time_html(time, self._bot_tools(), *((self._note, self._error) if self._filed else ())),
            **self._panels(),
        }
        moment = f"{id(game.root)} {time.at} {time.length}"
        return {
            "frame": _frame(),
            "parts": parts,
            "say": self._spoken(),
            "label": text("draw.table"),
            "moment": moment,
            "error": self._error,
            "below": "" if self._below is None else self._below.widget.model_id,
        }

    def _tools(self) -> str:
        s = self._game.state
        choices = [("", text("draw.open-hands"))]
        choices += [(seat_name(s, i), text("draw.hand-of", seat=seat_title(s, i))) for i in range(len(s.players))]
        rows = "".join(
            f'<option value="{value}"{" selected" if value == (self.seat or "") else ""}>{esc(words)}</option>'
            for value, words in choices
        )
        label = say("view")
        select = f'<select data-ie="seat" data-id="seat" aria-label="{label}">{rows}</select>'
        return f'<label class="ie-tools">{icon("icon-eye", 14)}{select}</label>'

    def _bot_tools(self) -> str:
        """Buttons for the bots, if there are any."""
        if not self._bots or self._game.over:
            return ""
        word = "on" if self._paused else "pause"
        step = _button("step", text("panel.bar.step"), text("widget.bot-step")) if self._bot_decides() else ""
        return _button("pause", text(f"panel.bar.{word}"), text(f"widget.bots-{word}")) + step

    def _spoken(self) -> str:
        """A short line for those who listen: what happened last, and what is asked."""
        s = self._game.state
        last = event_text(s, s.log[1]) if s.log is not None and self._seat is None else ""
        decision = self._game.decision
        asked = decision.prompt if decision else text("draw.over")
        return " ".join(part for part in (self._note, last, asked) if part)

    def __repr__(self) -> str:
        game, s = self._game, self._game.state
        if game.over:
            return f"Table(over after {s.turn} turns, won by {', '.join(game.winners)})"
        decision = game.decision
        assert decision is not None
        return f"Table(turn {s.turn}, {decision.player} to {decision.kind}, {len(decision.options)} options)"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        found = self.widget._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found or {}, {})
        return {**data, "text/plain": repr(self)}, metadata


@lru_cache(maxsize=1)
def _shell() -> Any:
    return widget_class("table")


@lru_cache(maxsize=1)
def _frame() -> str:
    """Where the parts of the view go. A region is one stop of the Tab key; arrows move inside it."""

    def part(name: str, cls: str = "", region: bool = True) -> str:
        mark = f' data-region="{name}"' if region else ""
        return f'<div class="ie-part {cls}" data-part="{name}"{mark}></div>'

    info = (
        f'<section class="ie-info" data-region="info" data-id="info" tabindex="0" aria-label="{_say("info")}">'
        f'{part("card", region=False)}<div class="ie-peek" hidden></div><p class="ie-small">{_say("info-hint")}</p>'
        f"<template>{_keys_html()}</template></section>"
    )
    find = (
        f'<div class="ie-find" role="search">'
        f'<input type="search" data-ie="find" data-id="find" tabindex="-1" '
        f'aria-label="{_say("find")}" placeholder="{_say("find-hint")}">'
        f'<span class="ie-small" role="status" data-some="{_say("found", count="#")}"></span></div>'
    )
    tabs = "".join(_tab(name, i == 0) for i, name in enumerate(PANELS))
    inner = {name: part(name, region=False) for name in PANELS}
    inner["log"] = f'<div class="ie-log-tools">{find}{part("narrow", region=False)}</div>{inner["log"]}'
    panels = "".join(_panel(name, inner[name], i == 0) for i, name in enumerate(PANELS))
    label = esc(text("panel.tabs"))
    bar = f'<div class="ie-tabs" role="tablist" data-region="tabs" aria-label="{label}">{tabs}</div>'
    low = f'<div class="ie-low">{info}<div class="ie-panels">{bar}{panels}</div></div>'
    side = f"{part('lanes', region=False)}{part('decide')}{low}"
    return (
        f'<p class="ie-lost" role="alert" hidden>{icon("icon-no", 14)}{_say("lost")}</p>'
        f'<p class="ie-alone" role="status" hidden>{icon("icon-eye", 14)}<span>{_say("alone")}</span></p>'
        f'<p class="ie-slow" role="status" hidden><span>{_say("working")}</span> '
        f"<span>{_say('working-long')}</span></p>"
        f'{part("offer")}<div class="ie-table">{part("stack", "ie-stack-place")}{part("board", "ie-board-place")}'
        f'<div class="ie-side" data-more="{_say("more-below", count="#")}" data-rest="{_say("rest-below")}">{side}'
        f"</div>{part('time', 'ie-time-place')}</div>"
    )


def _tab(name: str, first: bool) -> str:
    words = esc(text(f"panel.{name}"))
    return (
        f'<button type="button" role="tab" class="ie-tab" data-ie="tab" data-id="tab {name}" data-panel="{name}" '
        f'aria-selected="{"true" if first else "false"}">{words}</button>'
    )


def _panel(name: str, inner: str, first: bool) -> str:
    cls = "ie-log-place" if name == "log" else "ie-panel-place"
    return (
        f'<div class="{cls}" role="tabpanel" data-region="{name}" data-shown="{name}" '
        f'aria-label="{esc(text(f"panel.{name}"))}"{"" if first else " hidden"}>{inner}</div>'
    )


def _say(key: str, **values: object) -> str:
    return esc(text(f"widget.{key}", **values))


def _keys_html() -> str:
    """All keys and what they do."""
    rows = "".join(f"<dt><kbd>{_say(f'key.{key}')}</kbd></dt><dd>{_say(f'does.{key}')}</dd>" for key in KEYS)
    return f'<div class="ie-keys"><b>{_say("keys")}</b><dl>{rows}</dl></div>'


def _offer_html(saved: Saved | None) -> str:
    """A game that was saved before, to go on with."""
    if saved is None:
        return ""
    words = text("widget.saved-before", turn=saved.turn, decisions=saved.decisions)
    return f'<div class="ie-offer">{_button("resume", words)}{_button("dismiss", text("widget.dismiss"))}</div>'


def _button(name: str, words: str, title: str = "") -> str:
    more = f' title="{esc(title)}"' if title else ""
    return f'<button type="button" class="ie-btn" data-ie="{name}" data-id="{name}"{more}>{esc(words)}</button>'


def _failed(error: BaseException) -> str:
    return f'<p class="ie-alert" role="alert">{esc(words_of(error))}</p>'
