"""A position that is being built: what an editor does, without the editor.

The text is the truth.  Every operation changes the few characters that it must, so that comments, order and style of
what a person wrote stay; then the text is read again.  An operation that cannot be done changes nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from explorer import rulebook
from explorer.card import nearest
from explorer.edits import CREDIT_LIMIT
from explorer.files import table_keys
from explorer.files.amend import Draft
from explorer.files.editing import Editing, SketchError, refuse
from explorer.files.mends import in_words, mends
from explorer.files.picker import find
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

UNDO_LIMIT: Final = 500


class Sketch:
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
        self.landed = ""  # the path of the card that was laid last
        self._unread: Problem | None = None
        self._take(start_text())
        if source is not None:
            self._take(self._source(source))

    @classmethod
    def start(cls, players: int = 3, seed: int = 1, rest: str = "dealt", sets: Sequence[str] = ("base",)) -> Sketch:
        """The start of a game, dealt from the seed, or with ``rest="filler"`` a table on which nothing lies."""
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
            return source_text(source)
        except TreeError as error:
            raise PositionError([Problem(error.line, "text", str(error))]) from None

    def _take(self, written: str, tree: Tree | None = None) -> None:
        """Have another text; nothing else changes if it cannot be read."""
        self._text = written
        self._unread = None
        self._problems: list[SketchProblem] | None = None
        self._zones: TableSketch | None = None
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
            self.position.state()
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

    def save(self, path: str | PathLike[str]) -> None:
        """Write the text to a file."""
        Path(path).write_text(self._text, encoding="utf-8")

    def __repr__(self) -> str:
        return f"Sketch({self._text.count(chr(10))} lines, {self.errors} errors)"

    # The text

    def set_text(self, written: str) -> Sketch:
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

    def undo(self) -> Sketch:
        """Take the latest change back, an edit of the text too; nothing happens when there is none."""
        if self._undo:
            self._redo.append(self._text)
            self._take(self._undo.pop())
        return self

    def redo(self) -> Sketch:
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

    def do(self, name: str, *args: Any) -> Sketch:
        """Do an operation by its name, such as ``do("put", "Beer", "green/hand")``: a mend, or a click.

        ``do("all", ("remove", …), ("put", …))`` does several as one.

        Raises:
            SketchError: there is no such operation, or it cannot be done; nothing was changed.
        """
        if name == "all":
            return self._all(args)
        if not isinstance(name, str) or name not in OPERATIONS:
            raise refuse("no-operation", name=shown(name), near=nearest(str(name)[:60], OPERATIONS))
        act = getattr(self, name)
        try:
            inspect.signature(act).bind(*args)
        except TypeError as error:
            raise refuse("bad-arguments", name=name, reason=str(error)) from None
        act(*args)
        return self

    def _all(self, operations: Sequence[Any]) -> Sketch:
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

    def mend(self, mend: Mend) -> Sketch:
        """Do what the button of a problem says."""
        return self.do(*mend.operation)

    def _change(self, act: Callable[[Editing], None]) -> Sketch:
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

    # Cards

    def put(self, card: str | int, zone: str, at: int | None = None) -> Sketch:
        """Lay a card into a zone, at the end or at a place; on piles at the top.  ``landed`` says where it lies.

        A card that lies in the deck is taken from there.  Where nothing was said about a hand, a ship at sea or
        the island, one of the fillers (or of the cards dealt) gives way.

        Args:
            card: a name, a short form such as "luxury/load" or "3 luxury", or a number of ``catalogue``.
            zone: its path, such as "green/hand", "green 1/containers", "island".
            at: how many cards come before it.
        """

        def act(edit: Editing) -> None:
            words, number, many = edit.card(card)
            spot = edit.spot(zone)
            place = edit.place(spot, at)
            if number >= 0 and spot.area != "deck" and "deck" not in edit.survey.unsaid:
                base = edit.survey.catalogue.base
                lying = [
                    i for i, one in enumerate(edit.survey.lying["deck"]) if one[2] >= 0 and base[one[2]] == base[number]
                ]
                for i in lying[:1]:
                    edit.take(edit.spot("deck"), i)
            self.landed = f"{spot.path}/{edit.put(spot, words, place, many)}"

        return self._change(act)

    def move(self, item: str, zone: str, at: int | None = None) -> Sketch:
        """Move one card, named by its path such as "green/hand/2", to a zone; within a zone, to another place.

        ``at`` says how many cards come before it, once it has been taken from where it lay.
        """

        def act(edit: Editing) -> None:
            source, number = edit.item(item)
            target = edit.spot(zone)
            place = edit.place(target, at)
            _entry, written, card, _line = edit.survey.lying[source.path][number]
            if written == "?":
                raise refuse("no-word", item=item)
            word = edit.survey.word_there(edit.take(source, number), card, target)
            same = source.path == target.path
            self.landed = f"{target.path}/{edit.lay(target, word, place) if same else edit.put(target, word, place)}"

        return self._change(act)

    def replace(self, item: str, card: str | int) -> Sketch:
        """Lay another card in the place of one."""

        def act(edit: Editing) -> None:
            spot, number = edit.item(item)
            words, _number, _many = edit.card(card)
            edit.take(spot, number)
            self.landed = f"{spot.path}/{edit.lay(spot, words, number)}"

        return self._change(act)

    def remove(self, item: str) -> Sketch:
        """Take one card away."""

        def act(edit: Editing) -> None:
            edit.take(*edit.item(item))

        return self._change(act)

    def duplicate(self, item: str) -> Sketch:
        """Lay another card like this beside it; of a printed card, one of its color and action."""

        def act(edit: Editing) -> None:
            spot, number = edit.item(item)
            _entry, word, card, _line = edit.survey.lying[spot.path][number]
            if card >= 0:
                word = edit.survey.form(card)
            self.landed = f"{spot.path}/{edit.put(spot, edit.card(word)[0], number + 1)}"

        return self._change(act)

    def clear(self, zone: str) -> Sketch:
        """Take everything out of a zone."""
        return self._change(lambda edit: edit.set(edit.spot(zone).doc, []))

    def forget(self, zone: str) -> Sketch:
        """Say nothing about a zone any more: it is filled as usual."""
        return self._change(lambda edit: edit.draft.delete(edit.spot(zone).doc))

    def define(self, card: str, **values: Any) -> Sketch:
        """Define a card of one's own under ``cards:``, or give a printed one other values.

        Args:
            card: its name.
            values: any of color, action, needs, tier, power, set, timing, marker, as words; None takes one out.
        """
        return self._change(lambda edit: table_keys.define(edit, card, values))

    def undefine(self, card: str) -> Sketch:
        """Take a definition out."""
        return self._change(lambda edit: table_keys.undefine(edit, card))

    # Seats and ships

    def add_seat(self, color: str = "") -> Sketch:
        """Add a player, the first free color if none is named."""
        return self._change(lambda edit: table_keys.add_seat(edit, color))

    def remove_seat(self, seat: str) -> Sketch:
        """Take a player away, with all that lies there."""
        return self._change(lambda edit: table_keys.remove_seat(edit, seat))

    def set_color(self, seat: str, color: str) -> Sketch:
        """Give a player another harbor; what speaks of the player by color follows."""
        return self._change(lambda edit: table_keys.set_color(edit, seat, color))

    def set_name(self, seat: str, name: str) -> Sketch:
        """Give a player a name, "" for none."""
        return self._change(lambda edit: table_keys.word(edit, ("players", edit.seat(seat), "name"), name, 60))

    def set_credits(self, seat: str, count: int) -> Sketch:
        """Set a player's credits."""

        def act(edit: Editing) -> None:
            most = CREDIT_LIMIT
            if type(count) is not int or not 0 <= count <= most:
                raise SketchError(text("error.edit-credits", amount=shown(count), most=most))
            edit.set(("players", edit.seat(seat), "credits"), count)

        return self._change(act)

    def set_ship(self, ship: str, at: str = "", joined: bool | None = None) -> Sketch:
        """Say where a ship is ("harbor" or "sea"), and whether the first one is joined with the second."""
        return self._change(lambda edit: table_keys.set_ship(edit, ship, at, joined))

    def add_ship(self, seat: str, card: str = "Diesel Engine") -> Sketch:
        """Add a ship that is a card."""

        def act(edit: Editing) -> None:
            at = edit.seat(seat)
            number, words = edit.survey.ships(at), edit.card(card)[0]
            edit.set(("players", at, "ships", number, "under"), [words])
            edit.draft.delete(("players", at, "ships", number, "at"))

        return self._change(act)

    def remove_ship(self, ship: str) -> Sketch:
        """Take a ship that is a card away; the printed two stay."""

        def act(edit: Editing) -> None:
            seat, number = edit.ship(ship)
            if number < 2:
                raise refuse("two-ships")
            edit.draft.delete(("players", seat, "ships", number))

        return self._change(act)

    # The table

    def set_title(self, title: str) -> Sketch:
        """Call the position something, "" for nothing."""
        return self._change(lambda edit: table_keys.word(edit, ("title",), title, 200))

    def set_leader(self, seat: str) -> Sketch:
        """Say whose turn it is."""
        return self._change(lambda edit: edit.set(("leader",), edit.survey.seats[edit.seat(seat)]))

    def set_turn(self, values: Mapping[str, Any] | None = None, /, **more: Any) -> Sketch:
        """Say where in a turn this is; without values, between turns.

        Args:
            values: any of number, led, declared, doing, drew, performing, done, phase, as in a position; those not
                named stay, None takes one out; ``declared`` and ``doing`` are merged with what is there.
            more: the same as keywords.
        """
        return self._change(lambda edit: table_keys.set_turn(edit, values, more))

    def drop_moment(self) -> Sketch:
        """Forget what is under way: the table as it is, at the beginning of the leader's turn."""
        return self._change(table_keys.drop_moment)

    def set_limits(self, limits: str) -> Sketch:
        """Say whether crew and goods keep their limits: "kept", or "pending" where discarding down is due."""
        return self._change(lambda edit: table_keys.one_of(edit, ("limits",), limits, ("kept", "pending")))

    def set_sets(self, *sets: str) -> Sketch:
        """Say which sets of cards are in use."""
        return self._change(lambda edit: table_keys.set_sets(edit, sets))

    def set_variant(self, name: str, value: Any) -> Sketch:
        """Set ``port`` (True, False), ``market`` (True, False) or ``containers`` (0, 1, 2); None: as usual."""
        return self._change(lambda edit: table_keys.set_variant(edit, name, value))

    def set_market(self, good: str, level: int) -> Sketch:
        """Set one marker of the Market."""
        return self._change(lambda edit: table_keys.set_market(edit, good, level))

    def set_ruling(self, id: str, reading: str | None) -> Sketch:
        """Choose a reading of a ruling; None or the default takes it out."""

        def act(edit: Editing) -> None:
            default = rulebook.default_rulings()
            if reading is None or (isinstance(id, str) and default.get(id) == reading):
                return edit.prune(("rulings", str(id)))
            try:
                rulebook.rulings({id: reading})
            except rulebook.RulingError as error:
                raise SketchError(error.problems[0][:400]) from None
            edit.set(("rulings", id), reading)

        return self._change(act)

    def set_seed(self, seed: int) -> Sketch:
        """Set the seed."""

        def act(edit: Editing) -> None:
            if type(seed) is not int or not -(2**63) <= seed < 2**64:
                raise refuse("seed", seed=shown(seed))
            edit.set(("seed",), seed)

        return self._change(act)

    def set_rest(self, rest: str) -> Sketch:
        """Say how what is left out is filled: "filler" or "dealt"."""
        return self._change(lambda edit: table_keys.one_of(edit, ("rest",), rest, ("filler", "dealt")))

    # For mends

    def drop(self, path: Sequence[str | int]) -> Sketch:
        """Take out what stands at a path of keys and indexes, such as ``["rulings", "bid-steps"]``."""
        return self._change(lambda edit: edit.draft.delete(table_keys.doc_path(path)))

    def write(self, path: Sequence[str | int], value: Any) -> Sketch:
        """Write a word or number over the one that stands at a path of keys and indexes."""

        def act(edit: Editing) -> None:
            found = edit.draft.at(table_keys.doc_path(path))
            if found is None or found.kind != "word" or not isinstance(value, (str, int)) or len(str(value)) > 300:
                raise refuse("no-word", item=shown(path))
            edit.draft.set(table_keys.doc_path(path), value)

        return self._change(act)


def start_text(players: int = 3) -> str:
    """The text of the start of a game."""
    if type(players) is not int or not 2 <= players <= 6:
        raise refuse("players", count=shown(players))
    seats = "".join(f"- harbor: {color}\n" for color in HARBORS[:players])
    return f"leader: {HARBORS[0]}\nseed: 1\nrest: dealt\nplayers:\n{seats}"


OPERATIONS: Final = (
    "put", "move", "replace", "remove", "duplicate", "clear", "forget", "undefine", "add_seat", "remove_seat",
    "set_color", "set_name", "set_credits", "set_ship", "add_ship", "remove_ship", "set_title", "set_leader",
    "set_turn", "drop_moment", "set_limits", "set_sets", "set_variant", "set_market", "set_ruling", "set_seed",
    "set_rest", "set_text", "undo", "redo", "drop", "write",
)  # fmt: skip

__all__ = ["Found", "Mend", "Sketch", "SketchError", "SketchProblem", "TableSketch"]
