"""Positions: a table written by a person, or a moment of a game written out, as YAML text.

A person writes what matters; the rest is filled with inert cards (or dealt from
the seed).  ``Position.of`` writes any state between two decisions, also in the
middle of a power, so that reading it back continues identically.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.catalogue import Catalogue
from explorer.files.kinds import kind_of
from explorer.files.moment import MomentError, zones_sum
from explorer.files.putting import put_text
from explorer.files.reading import Problem, Reader, start
from explorer.files.tree import Tree, TreeError, read_tree, source_text
from explorer.files.writing import written
from explorer.language.stepper import EndlessChain
from explorer.rules import resume
from explorer.state import State
from explorer.texts import shown, text

if TYPE_CHECKING:
    from os import PathLike


def _headline(count: int) -> str:
    return text("position.headline-one") if count == 1 else text("position.headline", count=count)


class PositionError(ValueError):
    """A position cannot be used; ``problems`` holds everything that is wrong, and the message lists it."""

    def __init__(self, problems: list[Problem]) -> None:
        errors = [problem for problem in problems if problem.severity == "error"]
        super().__init__("\n".join([_headline(len(errors)), *(f"  {p}" for p in errors)]))
        self.problems = problems


class Position:
    """A table as text: written by hand, or a moment of a game.

    Example:
        >>> position = Position.load("players: [{harbor: green, hand: [technology/load]}, {harbor: yellow}]")
        >>> position.check()
        []
        >>> position.state().asking
        (0, 'lead')
    """

    def __init__(self, written_text: str, tree: Tree, catalogue: Catalogue | None = None) -> None:
        self._text = written_text
        self._tree = tree
        self._catalogue = catalogue
        self._extra_keys: tuple[str, ...] = ()

    @classmethod
    def load(cls, source: str | bytes | Path, catalogue: Catalogue | None = None) -> Position:
        """Read a position from a file or a text.

        Args:
            source: a path, or the text itself.
            catalogue: the printed cards to use; those of ``load_catalogue()`` when None.

        Raises:
            PositionError: the text is no well-formed, harmless YAML. Other problems are told by ``check`` and by
                ``state``.
        """
        if catalogue is not None and not isinstance(catalogue, Catalogue):
            raise PositionError([Problem(0, "catalogue", text("error.catalogue", what=shown(catalogue)))])
        try:
            found = source_text(source)
            if kind_of(found) == "game":
                raise TreeError(0, text("position.is-game"))
            return cls(found, read_tree(found), catalogue)
        except TreeError as error:
            raise PositionError([Problem(error.line, "text", str(error))]) from None

    @classmethod
    def of(cls, state: State, title: str = "") -> Position:
        """Write this very moment out, with everything under way.

        Raises:
            PositionError: it is no state, or it holds cards that a text cannot carry.
        """
        if not isinstance(state, State):
            raise PositionError([Problem(0, "position", text("position.no-state", what=shown(state)))])
        try:
            found = written(state, title)
        except MomentError as error:
            raise PositionError([Problem(0, "cards", str(error))]) from None
        return cls(found, read_tree(found))

    @property
    def title(self) -> str:
        """What the position is called, "" if it is not."""
        found = self._tree.get("title")
        return str(found.value) if found is not None and found.kind == "word" else ""

    def text(self) -> str:
        """The YAML text."""
        return self._text

    __str__ = text

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write the text to a file.

        Raises:
            FileExistsError: another text is there, and it is not to be written over.
            OSError: it cannot be written.
        """
        put_text(self._text, path, overwrite)

    def check(self) -> list[Problem]:
        """Every problem at once, warnings included; empty when all is well."""
        return self._read(None)[1]

    def state(
        self, rulings: Mapping[str, str] | None = None, *, ask_chance: bool = False, ask_forced: bool = False
    ) -> State:
        """Build the state and run it up to its first decision.

        Args:
            rulings: readings to use instead of those of the position.
            ask_chance: ask somebody for coin tosses instead of the seed.
            ask_forced: also stop at decisions with a single option.

        Raises:
            PositionError: names everything that is wrong at once.
        """
        reader, problems = self._read(rulings)
        s = reader.state
        if s is None or any(problem.severity == "error" for problem in problems):
            raise PositionError(problems)
        s.ask_chance = s.ask_chance or ask_chance
        s.ask_forced = s.ask_forced or ask_forced
        return _started(reader, s)

    def _read(self, rulings: Mapping[str, str] | None) -> tuple[Reader, list[Problem]]:
        reader = Reader(self._tree, self._catalogue, rulings, self._extra_keys)
        reader.read()
        return reader, reader.problems

    def __repr__(self) -> str:
        return f"Position({self.title!r}, {len(self._text.splitlines())} lines)"

    def page(self, path: str | PathLike[str] | None = None, seat: str | int | None = None, theme: str = "auto") -> str:
        """Write the table as one HTML page, as ``Game.page`` does.

        Raises:
            PositionError: names everything that is wrong at once.
            PageError: there is no such theme, or the file cannot be written.
            ValueError: there is no such seat.
        """
        from explorer.draw.page import put, table_page

        return put(table_page(self.state(), seat, theme), path)

    def svg(self, path: str | PathLike[str] | None = None, seat: str | int | None = None, theme: str = "auto") -> str:
        """Draw the table as an SVG document, as ``Game.svg`` does; errors as for ``page``."""
        from explorer.draw.page import put, table_svg

        return put(table_svg(self.state(), seat, theme), path)

    def _repr_html_(self) -> str:
        from html import escape

        from explorer.draw.page import picture

        try:
            return picture(self.state())
        except PositionError as error:  # a notebook shows what is wrong in place of the table
            return f"<pre>{escape(str(error))}</pre>"

    def _repr_svg_(self) -> str | None:
        """The table for programs that ask for SVG; None within IPython, and where the position cannot be used."""
        from explorer.draw.page import asked_svg

        try:
            return asked_svg(self.state())
        except PositionError:
            return None


def _started(reader: Reader, s: State) -> State:
    if reader.moment is None:
        try:
            return start(reader, s)
        except EndlessChain as error:
            raise PositionError([Problem(0, "position", str(error))]) from None
    try:
        saved = reader.moment.get("zones")
        resume.resume(s, saved is not None and saved.value != zones_sum(s))
        _look(s)
    except Exception as error:  # a moment is data that only the rules can judge: what they stumble over is its fault
        broken = text("position.moment-broken", reason=f"{type(error).__name__}: {error}"[:200])
        raise PositionError([Problem(reader.moment.line, "moment", broken)]) from None
    return s


def _look(s: State) -> None:
    """Make everything once that people will look at."""
    from explorer.words import option_key, prompt_text, where

    if s.asking is not None and not s.over:
        for choice in s.options or ():
            option_key(s, choice)
        prompt_text(s)
        where(s)


def check(position: Position | str | bytes | Path) -> list[Problem]:
    """Every problem of a position at once, warnings included.

    Args:
        position: a Position, a path or a text.

    Example:
        >>> [problem.line for problem in check("players: [{harbor: green}, {harbor: grean}]")]
        [1]
    """
    if isinstance(position, Position):
        return position.check()
    try:
        return Position.load(position).check()
    except PositionError as error:
        return error.problems


__all__ = ["Position", "PositionError", "Problem", "check"]
