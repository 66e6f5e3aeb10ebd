"""A position that is being built: what an editor does, without the editor.

The text is the truth.  Every operation changes the few characters that it must, so that comments, order and style of
what a person wrote stay; then the text is read again.  An operation that cannot be done changes nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from explorer.card import nearest
from explorer.files.amend import Draft
from explorer.files.editing import Editing, SketchError, refuse
from explorer.files.kinds import kind_of
from explorer.files.mends import in_words, mends
from explorer.files.operations import OPERATIONS, Operations
from explorer.files.picker import find, form
from explorer.files.putting import put_text
from explorer.files.survey import Survey
from explorer.files.tableau import Found, Mend, SketchProblem, TableSketch
from explorer.files.tree import Tree, TreeError, checked_text, read_tree, source_text
from explorer.files.watcher import Fault, Watcher
from explorer.game import Game
from explorer.position import Position, PositionError, Problem
from explorer.scenario import KEYS as SCENARIO_KEYS
from explorer.scenario import Scenario
from explorer.terms import HARBORS
from explorer.texts import shown, text

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue
    from explorer.state import State

UNDO_LIMIT: Final = 500
OF_TEXT: Final = ("set_text", "undo", "redo")


class Sketch(Operations):
    """A position being built.

    Args:
        source: a Position, a Game (its very moment), a Scenario, a path, a text, or None: the start of a game of three.
        catalogue: the printed cards to use; those of ``load_catalogue()`` when None.

    Raises:
        PositionError: there is no such file, or it is far too large.

    Example:
        >>> sketch = Sketch("players: [green, yellow]  # two")
        >>> sketch.put("Cannons", "green/fulfilled").text
        'players: [{harbor: green, fulfilled: [Cannons]}, yellow]  # two'
        >>> sketch.problems
        []
    """

    def __init__(
        self,
        source: Position | Game | Scenario | str | bytes | Path | None = None,
        catalogue: Catalogue | None = None,
    ) -> None:
        self._base = catalogue
        self._undo: list[str] = []
        self._redo: list[str] = []
        self._unread: Problem | None = None
        self._take(start_text())
        if source is not None:
            self._take(self._source(source))

    @classmethod
    def start(
        cls,
        players: int | Sequence[str] = 3,
        seed: int = 1,
        rest: str = "dealt",
        sets: Sequence[str] = ("base",),
    ) -> Sketch:
        """The start of a game, dealt from the seed, or with ``rest="filler"`` a table on which nothing lies.

        ``players`` is how many there are, or their harbors as they sit, such as ``["red", "blue", "green"]``.
        """
        sketch = cls(start_text(players))
        sketch.set_seed(seed).set_rest(rest).set_sets(*sets)
        sketch._undo.clear()
        return sketch

    def _source(self, source: Any) -> str:
        if isinstance(source, Scenario):
            source = source.position
        if isinstance(source, Game):
            source = source.position
        if isinstance(source, Position):
            self._base = self._base or source._catalogue
            return source.text()
        try:
            written = source_text(source)
            if kind_of(written) == "game":
                raise TreeError(0, text("editor.is-game"))
            return written
        except TreeError as error:
            raise PositionError([Problem(error.line, "text", str(error))]) from None

    def _take(self, written: str, tree: Tree | None = None) -> None:
        """Have another text; nothing else changes if it cannot be read."""
        self._text = written
        self._unread = None
        self._problems: list[SketchProblem] | None = None
        self._zones: TableSketch | None = None
        self._state: State | None = None
        try:
            self._tree = tree if tree is not None else read_tree(written)
        except TreeError as error:
            self._unread = Problem(error.line, "text", str(error))
            return
        self._readable_text = written
        self._survey_: Survey | None = None

    # What there is

    @property
    def text(self) -> str:
        """The YAML."""
        return self._text

    @property
    def readable(self) -> bool:
        """Whether the text is YAML at all; where not, ``zones`` are those of the last text that was."""
        return self._unread is None

    @property
    def position(self) -> Position:
        """The position, whether or not there are problems; of the last readable text."""
        found = Position(self._readable_text, self._tree, self._base)
        found._extra_keys = self._extra_keys
        return found

    @property
    def _extra_keys(self) -> tuple[str, ...]:
        """A scenario may be edited too: its steps stay as they are."""
        scenario = self._tree.get("steps") is not None or self._tree.get("expect") is not None
        return SCENARIO_KEYS if scenario else ()

    @property
    def _survey(self) -> Survey:
        if self._survey_ is None:
            watcher = Watcher(self._tree, self._base, self._extra_keys)
            watcher.read_all()
            self._survey_ = Survey(watcher)
        return self._survey_

    @property
    def catalogue(self) -> Catalogue:
        """The cards, those defined here and short forms included; ``Item.number`` counts in it."""
        return self._survey.catalogue

    @property
    def problems(self) -> list[SketchProblem]:
        """Everything that is wrong: errors, which are numbered from 1, and hints."""
        if self._problems is None:
            self._problems = self._found_problems()
        return list(self._problems)

    def _found_problems(self) -> list[SketchProblem]:
        if self._unread is not None:
            return [SketchProblem(1, self._unread.line, "text", "error", self._unread.text)]
        survey = self._survey
        found: list[SketchProblem] = []
        for fault in survey.w.faults or self._stumbles():
            path = survey.item_path(survey.path_of(fault.place), fault.path)
            number = 0 if fault.severity == "warning" else 1 + sum(one.number > 0 for one in found)
            ways, said = mends(survey, fault, path), in_words(survey, fault)
            found.append(SketchProblem(number, fault.line, path, fault.severity, said, ways))
        return found

    def _stumbles(self) -> list[Fault]:
        """What only shows when a moment is resumed."""
        if self._survey.w.moment is None:
            return []
        try:
            self._state = self.position.state()
        except PositionError as error:
            return [Fault(p.line, p.place, None, "", {}, p.text, p.severity) for p in error.problems]
        return []

    @property
    def errors(self) -> int:
        """How many errors hinder playing."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def zones(self) -> TableSketch:
        """What lies where."""
        if self._zones is None:
            self._zones = self._survey.table(self.problems)
        return self._zones

    @property
    def state(self) -> State | None:
        """The state from which a game would begin, to look at; None while there are errors."""
        if self._state is None and not self.errors:
            self._state = self.position.state()
        return self._state

    def game(self) -> Game:
        """A game from here; raises PositionError while there are errors."""
        if self._unread is not None:
            raise PositionError([self._unread])
        return Game(self.position.state())

    def find_cards(self, words: str = "", kind: str = "", sets: Sequence[str] = (), limit: int = 0) -> list[Found]:
        """The cards in which every word occurs: name, color, action, set or text of the power.

        Args:
            words: a few letters, such as "pirate lux".
            kind: only cards of this color, such as "luxury".
            sets: only cards of these sets.
            limit: how many at most, 0 for all.
        """
        return find(self._survey, words, kind, sets, limit)

    def find_form(self, words: str) -> Found | None:
        """Any card of a kind, where the words say no more than that: "2 pirate", "luxury/load"; None elsewhere."""
        return form(self._survey, words)

    def save(self, path: str | PathLike[str], *, overwrite: bool = False) -> None:
        """Write the text to a file; errors as for ``Position.save``."""
        put_text(self._text, path, overwrite)

    def __repr__(self) -> str:
        return f"Sketch({self._text.count(chr(10))} lines, {self.errors} errors)"

    # The text

    def set_text(self, written: str) -> Self:
        """Replace the text; what cannot be read is kept as text, with its problem.

        Raises:
            SketchError: it is no text, or far too large.
        """
        if not isinstance(written, str):
            raise refuse("no-text", what=shown(written))
        try:
            checked_text(written)
        except TreeError as error:
            raise SketchError(str(error)) from None
        if written != self._text:
            self._keep()
            self._take(written)
        return self

    def _keep(self) -> None:
        self._undo = [*self._undo[-UNDO_LIMIT + 1 :], self._text]
        self._redo.clear()

    def undo(self) -> Self:
        """Take the latest change back, an edit of the text too; nothing happens when there is none."""
        if self._undo:
            self._redo.append(self._text)
            self._take(self._undo.pop())
        return self

    def redo(self) -> Self:
        """Make the change again that was taken back last."""
        if self._redo:
            self._undo.append(self._text)
            self._take(self._redo.pop())
        return self

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to make again."""
        return bool(self._redo)

    def do(self, name: str, *args: Any) -> Self:
        """Do an operation by its name, such as ``do("put", "Beer", "green/hand")``: a mend, or a click.

        ``do("all", ("remove", …), ("put", …))`` does several as one.

        Raises:
            SketchError: there is no such operation, or it cannot be done; nothing was changed.
        """
        if name == "all":
            return self._all(args)
        if not isinstance(name, str) or name not in (*OPERATIONS, *OF_TEXT):
            raise refuse("no-operation", name=shown(name), near=nearest(str(name)[:60], OPERATIONS))
        act = getattr(self, name)
        try:
            inspect.signature(act).bind(*args)
        except TypeError as error:
            raise refuse("bad-arguments", name=name, reason=str(error)) from None
        act(*args)
        return self

    def _all(self, operations: Sequence[Any]) -> Self:
        before, undo, redo = self._text, self._undo[:], self._redo[:]
        try:
            for operation in operations:
                if not isinstance(operation, (list, tuple)) or not operation or operation[0] == "all":
                    raise refuse("no-operation", name=shown(operation), near="")
                self.do(*operation)
        except SketchError:
            self._undo, self._redo = undo, redo
            self._take(before)
            raise
        if self._text != before:
            self._undo, self._redo = [*undo, before], []
        return self

    def mend(self, mend: Mend) -> Self:
        """Do what the button of a problem says."""
        return self.do(*mend.operation)

    def _change(self, act: Callable[[Editing], None]) -> Self:
        """Do an operation as a whole or not at all."""
        if self._unread is not None:
            raise refuse("unreadable", problem=str(self._unread))
        if self._tree.kind != "map":
            raise refuse("no-map")
        editing = Editing(Draft(self._text, self._tree), self._survey)
        try:
            act(editing)
        except TreeError as error:
            raise SketchError(str(error)) from None
        if editing.draft.text != self._text:
            self._keep()
            self._take(editing.draft.text, editing.draft.tree)
        return self


def start_text(players: int | Sequence[str] = 3) -> str:
    """The text of the start of a game."""
    colors = harbors(players)
    seats = "".join(f"- harbor: {color}\n" for color in colors)
    return f"leader: {colors[0]}\nseed: 1\nrest: dealt\nplayers:\n{seats}"


def harbors(players: int | Sequence[str]) -> tuple[str, ...]:
    """The harbors of so many players, or those that are named, as they sit.

    Raises:
        SketchError: there are too few or too many, one is no harbor, or two are the same.
    """
    if isinstance(players, int):
        if type(players) is not int or not 2 <= players <= 6:
            raise refuse("players", count=shown(players))
        return HARBORS[:players]
    if isinstance(players, str) or not all(isinstance(color, str) for color in players):
        raise refuse("players", count=shown(players))
    for i, color in enumerate(players):
        if color not in HARBORS:
            raise refuse("no-color", color=shown(color), near=nearest(color[:60], HARBORS))
        if color in players[:i]:
            raise refuse("color-taken", color=color)
    if not 2 <= len(players) <= 6:
        raise refuse("players", count=len(players))
    return tuple(players)


__all__ = ["Found", "Mend", "Sketch", "SketchError", "SketchProblem", "TableSketch", "harbors"]
