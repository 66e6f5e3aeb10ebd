"""The table in a notebook: everything a click does is a method here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

from explorer.draw.decision import TURNS, card_html, decision_html, log_html, scores_html
from explorer.draw.lines import Line, Mark, time_html
from explorer.draw.parts import esc, icon, say, seat_title
from explorer.draw.table import board_html, find_seat, lanes_html, make_scene, stack_html
from explorer.game import Game, Node, Option, Refused, new_game
from explorer.log import Log
from explorer.state import seat_name
from explorer.texts import text
from explorer.widgets.shell import listen, widget_class
from explorer.words import event_text


class Table:
    """The table of a game, to be played by mouse, keyboard or Python.

    Args:
        game: a game; a Position; or None for a new game of three.
        seat: show only what this seat may know.

    Example:
        >>> table = Table(new_game(players=2, seed=1))
        >>> table.choose(1).undo().options[0].number
        1
    """

    def __init__(self, game: Any = None, *, seat: str | int | None = None) -> None:
        self._lock = RLock()
        self._game: Game = new_game() if game is None else game if isinstance(game, Game) else Game(game)
        self._seat = find_seat(self._game.state, seat)
        self._version = 0
        self._turns = TURNS
        self._card = -1
        self._drawn: Node | None = None
        self._note = self._error = ""
        self.widget = _shell()()
        listen(self.widget, self._heard)
        self.redraw()

    # What it shows

    @property
    def game(self) -> Game:
        """The game on the table; after changing it yourself call ``redraw``."""
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
        return [line for line, _leaf in _lines(self._game)]

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
        return self._do(lambda: self._game.choose(what))

    def interrupt(self, what: Option | str | int) -> Table:
        """Do one of ``interrupts``: itself, its key, or its number from 1."""
        return self._do(lambda: self._game.choose(self.interrupts[what - 1] if isinstance(what, int) else what))

    def undo(self, steps: int = 1) -> Table:
        """Go back by some decisions; stays at the start."""
        return self._do(lambda: self._game.undo(steps))

    def redo(self, steps: int = 1) -> Table:
        """Go forward again."""
        return self._do(lambda: self._game.redo(steps))

    def branch(self, name: str = "") -> Table:
        """Give this moment a name, so that the Lines below the table lead back to it whatever is chosen next."""

        def mark() -> None:
            node = self._game.node
            node.name = name or node.name or text("widget.branch-name", number=len(_marks(self._game)) + 1)
            self._note = text("widget.branched", name=node.name)

        return self._do(mark)

    def goto(self, at: int) -> Table:
        """Go to a decision of this line: 0 is the start, ``len`` of it the latest one."""

        def go() -> None:
            nodes = _whole_line(self._game)
            if not 0 <= at < len(nodes):
                raise ValueError(text("widget.no-moment", at=at, count=len(nodes) - 1))
            here = len(self._game.line) - 1
            self._game.undo(here - at) if at < here else self._game.redo(at - here)

        return self._do(go)

    def line(self, number: int) -> Table:
        """Go to the end of one of ``lines``, by its number from 1."""

        def go() -> None:
            found = _lines(self._game)
            if not 1 <= number <= len(found):
                raise ValueError(text("widget.no-line", number=number, count=len(found)))
            self._game.go_to(found[number - 1][1])

        return self._do(go)

    def mark(self, number: int) -> Table:
        """Go to a moment that ``branch`` gave a name, by its number from 1."""
        return self._do(lambda: self._game.go_to(_marks(self._game)[number - 1][1]))

    def look(self, card: str | int | None) -> Table:
        """Show everything about a card beside the table, by its name; None takes it away."""

        def show() -> None:
            self._card = (
                -1 if card in (None, "") else card if isinstance(card, int) else self._game.catalogue.find(str(card))
            )

        return self._do(show)

    def new(self, players: int = 3, seed: int = 0, **setup: Any) -> Table:
        """Deal a new game on this table; see ``new_game`` for what may be set."""

        def deal() -> None:
            self._put(new_game(players=players, seed=seed, **setup))
            self._note = text("widget.started", players=players)

        return self._do(deal)

    def save(self, path: str | Path) -> Table:
        """Write the game with all its lines to a file."""

        def write() -> None:
            self._game.save(path)
            self._note = text("widget.saved", path=path)

        return self._do(write)

    def load(self, path: str | Path) -> Table:
        """Put a saved game on this table."""

        def read() -> None:
            from explorer.save import load

            self._put(load(path))
            self._note = text("widget.loaded", path=path)

        return self._do(read)

    def redraw(self) -> Table:
        """Draw the table again, as after changing the game in Python."""
        with self._lock:
            self._version += 1
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
            self.widget.view = {**view, "version": self._version}
            self._drawn = self._game.node
        return self

    def _do(self, step: Callable[[], Any]) -> Table:
        with self._lock:
            self._note = self._error = ""
            step()
            return self.redraw()

    def _put(self, game: Game) -> None:
        self._game = game
        self._seat, self._card, self._turns = None, -1, TURNS

    # What the page sends

    def _heard(self, message: dict[str, Any]) -> None:
        """Carry out a message; whatever goes wrong is shown in the widget."""
        with self._lock:
            try:
                self._carry_out(message)
            except Exception as error:
                self._note, self._error = "", _words_of(error)
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
            "save": lambda m: self.save(str(m["path"])),
            "load": lambda m: self.load(str(m["path"])),
        }

    def _show_turns(self, turns: int) -> None:
        self._turns = turns
        self.redraw()

    # The view

    def _view(self) -> dict[str, Any]:
        game = self._game
        scene = make_scene(game.state, self._seat, live=True)
        own = self._seat is None or (game.state.asking is not None and game.state.asking[0] == self._seat)
        refused = game.refused if own else []
        at, count = len(game.line) - 1, len(_whole_line(game)) - 1
        marks = [mark for mark, _node in _marks(game)]
        parts = {
            "stack": stack_html(scene, self._tools()),
            "board": scores_html(game.state) + board_html(scene),
            "lanes": lanes_html(scene),
            "decide": decision_html(scene, refused, game.interrupts, self._error, self._note),
            "card": card_html(scene, self._card) if self._card >= 0 else "",
            "log": log_html(game.state, self._seat, self._turns),
            "time": time_html(at, count, self.lines, marks),
        }
        moment = f"{id(game.root)} {at} {count}"
        return {
            "frame": _frame(),
            "parts": parts,
            "say": self._spoken(),
            "label": text("draw.table"),
            "moment": moment,
            "error": self._error,
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


def _frame() -> str:
    """Where the parts of the view go."""
    side = "".join(f'<div class="ie-part" data-part="{name}"></div>' for name in ("lanes", "decide", "card", "log"))
    return (
        f'<p class="ie-lost" role="alert" hidden>{icon("icon-no", 14)}{say("lost")}</p>'
        f'<p class="ie-slow" role="status" hidden>{say("slow")}</p>'
        f'<div class="ie-table"><div class="ie-part ie-stack-place" data-part="stack"></div>'
        f'<div class="ie-part ie-board-place" data-part="board"></div><div class="ie-side">{side}</div>'
        f'<div class="ie-part ie-time-place" data-part="time"></div></div>'
    )


def _failed(error: Exception) -> str:
    return f'<p class="ie-alert" role="alert">{esc(_words_of(error))}</p>'


def _words_of(error: Exception) -> str:
    """An error in words: what the game says itself as it is, anything else with its kind."""
    words = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if isinstance(error, (ValueError, OSError, KeyError, LookupError)) and words:
        return words
    return text("widget.failed", error=f"{type(error).__name__}: {words}")


# Lines


def _whole_line(game: Game) -> list[Node]:
    """The moments of this line, with those that were undone."""
    nodes = game.line
    while nodes[-1].ahead is not None:
        nodes.append(nodes[-1].ahead)
    return nodes


def _walk(root: Node) -> Iterator[tuple[Node, int]]:
    """Every moment with its depth, parents first and older children first."""
    todo = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        yield node, depth
        todo += [(child, depth + 1) for child in reversed(node.children)]


def _lines(game: Game) -> list[tuple[Line, Node]]:
    """Every line with its last moment: it ends in a leaf and begins where it leaves an older line."""
    here = set(map(id, _whole_line(game)))
    line_of: dict[int, int] = {}
    found: list[tuple[Line, Node]] = []
    start: tuple[int, int, str] = (0, 0, "")
    for node, depth in _walk(game.root):
        parent = node.parent
        if parent is not None and parent.children[0] is not node:
            start = (line_of[id(parent)], depth - 1, _step_words(node))
        line_of[id(node)] = len(found) + 1
        if not node.children:
            number = len(found) + 1
            name = text("draw.line-main", number=number)
            found.append((Line(number, name, depth, *start, id(node) in here), node))
    return found


def _step_words(node: Node) -> str:
    return (
        str(node.step[1])
        if node.step is not None and isinstance(node.step[1], str)
        else node.step[0]
        if node.step
        else ""
    )


def _marks(game: Game) -> list[tuple[Mark, Node]]:
    """Every moment that has a name."""
    named = [(node, depth) for node, depth in _walk(game.root) if node.name]
    return [(Mark(node.name, depth, number), node) for number, (node, depth) in enumerate(named, 1)]
