"""A position that is being built: what an editor does, without the editor.

The text is the truth.  Every operation changes the few characters that it must, so that comments, order and style of
what a person wrote stay; then the text is read again.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.files.tableau import Found, Mend, SketchProblem, TableSketch
from explorer.position import Position

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue
    from explorer.game import Game


class SketchError(ValueError):
    """An operation cannot be done; nothing was changed."""


class Sketch:
    """A position being built.

    Args:
        source: a Position, a Game (its very moment), a path, a text, or None: the start of a game of three.
        catalogue: the printed cards to use; those of ``load_catalogue()`` when None.
    """

    def __init__(
        self, source: Position | Game | str | bytes | Path | None = None, catalogue: Catalogue | None = None
    ) -> None:
        raise NotImplementedError

    # What there is

    @property
    def text(self) -> str:
        """The YAML."""
        raise NotImplementedError

    @property
    def readable(self) -> bool:
        """Whether the text is YAML at all; where not, ``zones`` are those of the last text that was."""
        raise NotImplementedError

    @property
    def position(self) -> Position:
        """The position, whether or not there are problems; of the last readable text."""
        raise NotImplementedError

    @property
    def catalogue(self) -> Catalogue:
        """The cards, those defined here and short forms included; ``Item.number`` counts in it."""
        raise NotImplementedError

    @property
    def problems(self) -> list[SketchProblem]:
        """Everything that is wrong: errors, which are numbered from 1, and hints."""
        raise NotImplementedError

    @property
    def zones(self) -> TableSketch:
        """What lies where."""
        raise NotImplementedError

    def game(self) -> Game:
        """A game from here; raises PositionError while there are errors."""
        raise NotImplementedError

    def find_cards(self, words: str = "", kind: str = "", limit: int = 0) -> list[Found]:
        """The cards in which every word occurs: name, color, action, set or text of the power.

        Args:
            words: a few letters, such as "pirate lux".
            kind: only cards of this color, such as "luxury".
            limit: how many at most, 0 for all.
        """
        raise NotImplementedError

    def save(self, path: str | PathLike[str]) -> None:
        """Write the text to a file."""
        raise NotImplementedError

    # The text

    def set_text(self, text: str) -> Sketch:
        """Replace the text; what cannot be read is kept as text, with its problem."""
        raise NotImplementedError

    def undo(self) -> Sketch:
        """Take the latest change back, an edit of the text too; nothing happens when there is none."""
        raise NotImplementedError

    def redo(self) -> Sketch:
        """Make the change again that was taken back last."""
        raise NotImplementedError

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        raise NotImplementedError

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to make again."""
        raise NotImplementedError

    def do(self, name: str, *args: Any) -> Sketch:
        """Do an operation by its name, such as ``do("put", "Beer", "green/hand")``: a mend, or a click.

        Raises:
            SketchError: there is no such operation, or it cannot be done; nothing was changed.
        """
        raise NotImplementedError

    def mend(self, mend: Mend) -> Sketch:
        """Do what the button of a problem says."""
        return self.do(*mend.operation)

    # Cards

    def put(self, card: str | int, zone: str, at: int | None = None) -> Sketch:
        """Lay a card into a zone, at the end or at a place; on piles at the top.

        A card that lies in the deck is taken from there.  Where nothing was said about a hand, a ship at sea or
        the island, one of the fillers (or of the cards dealt) gives way.

        Args:
            card: a name, a short form such as "luxury/load", or a number of ``catalogue``.
            zone: its path, such as "green/hand", "green 1/containers", "island".
        """
        raise NotImplementedError

    def move(self, item: str, zone: str, at: int | None = None) -> Sketch:
        """Move one card, named by its path such as "green/hand/2", to a zone; within a zone, to another place."""
        raise NotImplementedError

    def remove(self, item: str) -> Sketch:
        """Take one card away."""
        raise NotImplementedError

    def duplicate(self, item: str) -> Sketch:
        """Lay another card like this beside it; of a printed card, one of its color and action."""
        raise NotImplementedError

    def clear(self, zone: str) -> Sketch:
        """Take everything out of a zone."""
        raise NotImplementedError

    def forget(self, zone: str) -> Sketch:
        """Say nothing about a zone any more: it is filled as usual."""
        raise NotImplementedError

    def define(self, card: str, **values: Any) -> Sketch:
        """Define a card of one's own under ``cards:``, or give a printed one other values.

        Args:
            card: its name.
            values: any of color, action, needs, tier, power, set, timing, marker; None takes one out.
        """
        raise NotImplementedError

    # Seats and ships

    def add_seat(self, color: str = "") -> Sketch:
        """Add a player, the first free color if none is named."""
        raise NotImplementedError

    def remove_seat(self, seat: str) -> Sketch:
        """Take a player away, with all that lies there."""
        raise NotImplementedError

    def set_name(self, seat: str, name: str) -> Sketch:
        """Give a player a name, "" for none."""
        raise NotImplementedError

    def set_color(self, seat: str, color: str) -> Sketch:
        """Give a player another harbor."""
        raise NotImplementedError

    def set_credits(self, seat: str, count: int) -> Sketch:
        """Set a player's credits."""
        raise NotImplementedError

    def set_ship(self, ship: str, at: str = "", joined: bool | None = None) -> Sketch:
        """Say where a ship is ("harbor" or "sea"), and whether the first one is joined with the second."""
        raise NotImplementedError

    def add_ship(self, seat: str, card: str = "Diesel Engine") -> Sketch:
        """Add a ship that is a card."""
        raise NotImplementedError

    def remove_ship(self, ship: str) -> Sketch:
        """Take a ship that is a card away; the printed two stay."""
        raise NotImplementedError

    # The table

    def set_title(self, title: str) -> Sketch:
        """Call the position something, "" for nothing."""
        raise NotImplementedError

    def set_leader(self, seat: str) -> Sketch:
        """Say whose turn it is."""
        raise NotImplementedError

    def set_turn(self, **values: Any) -> Sketch:
        """Say where in a turn this is; without values, between turns.

        Args:
            values: any of number, led, declared, doing, drew, performing, done, phase, as in a position; those not
                named stay, None takes one out; ``declared`` and ``doing`` are merged with what is there.
        """
        raise NotImplementedError

    def drop_moment(self) -> Sketch:
        """Forget what is under way: the table as it is, at the beginning of the leader's turn."""
        raise NotImplementedError

    def set_sets(self, *sets: str) -> Sketch:
        """Say which sets of cards are in use."""
        raise NotImplementedError

    def set_variant(self, name: str, value: Any) -> Sketch:
        """Set ``port`` (True, False), ``market`` (True, False) or ``containers`` (0, 1, 2); None: as usual."""
        raise NotImplementedError

    def set_market(self, good: str, level: int) -> Sketch:
        """Set one marker of the Market."""
        raise NotImplementedError

    def set_ruling(self, id: str, reading: str | None) -> Sketch:
        """Choose a reading of a ruling; None or the default takes it out."""
        raise NotImplementedError

    def set_seed(self, seed: int) -> Sketch:
        """Set the seed."""
        raise NotImplementedError

    def set_rest(self, rest: str) -> Sketch:
        """Say how what is left out is filled: "filler" or "dealt"."""
        raise NotImplementedError


__all__ = ["Found", "Mend", "Sketch", "SketchError", "SketchProblem", "TableSketch"]
