"""What a position that is being built looks like: which card lies where, and what is wrong with each thing.

Paths name things as edits do: ``green/hand`` is a zone, ``green/hand/2`` the third card in it, ``green 1`` a ship,
``green 1/containers`` a zone of it, ``green`` a seat.  Where a color names no seat or two of them, the seat's number
stands for it: ``2/hand``, ``#2 1/containers`` becomes ``2 1/containers``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from explorer.card import Card


class Mend(NamedTuple):
    """One way to mend a problem with a click: what the button says, and the operation for ``Sketch.do``."""

    words: str
    operation: tuple[Any, ...]


class SketchProblem(NamedTuple):
    """One thing that is wrong: its number (0: a hint), its line, the path of what it concerns, its mends."""

    number: int
    line: int
    path: str
    severity: str  # "error" or "warning"
    message: str
    mends: tuple[Mend, ...] = ()

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class Item(NamedTuple):
    """One card where it lies; ``card`` is None where the word names none."""

    path: str  # "green/hand/2"
    word: str  # as written, such as "Beer", "luxury/load", "coffee as luxury"
    card: Card | None
    number: int  # in ``Sketch.catalogue``, -1 when there is no such card
    line: int
    problems: tuple[SketchProblem, ...] = ()


class Zone(NamedTuple):
    """The cards of one zone in their order; piles begin at the top."""

    path: str  # "green/hand"
    line: int  # 0 where it is not written
    said: bool  # whether the text says what lies here
    filling: str  # "" when said; "filler", "dealt" (from the seed) or "empty" otherwise
    items: tuple[Item, ...]
    limit: int = -1  # of crew and goods, by what is in force; -1: none, or not known
    used: int = 0  # how much of the limit is used
    problems: tuple[SketchProblem, ...] = ()  # of the zone itself and of its items


class ShipSketch(NamedTuple):
    """One ship."""

    path: str  # "green 1"
    line: int
    at: str
    joined: bool
    contracts: Zone
    containers: Zone
    under: Zone
    problems: tuple[SketchProblem, ...] = ()  # of the ship itself


class SeatSketch(NamedTuple):
    """One seat."""

    path: str  # "green"
    line: int
    color: str
    name: str
    credits: int
    leads: bool
    hand: Zone
    crew: Zone
    goods: Zone
    fulfilled: Zone
    ships: tuple[ShipSketch, ...]
    problems: tuple[SketchProblem, ...] = ()  # of the seat itself, such as its credits

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones of the seat and of its ships."""
        own = (self.hand, self.crew, self.goods, self.fulfilled)
        return own + tuple(zone for ship in self.ships for zone in (ship.contracts, ship.containers, ship.under))


class TurnSketch(NamedTuple):
    """Where in the game this is: between turns, in one, or (``moment``) in the middle of whatever is under way."""

    between: bool
    moment: bool
    number: int
    led: str  # "" when nothing was led
    declared: dict[str, int]
    doing: dict[str, str]
    performing: str
    done: int
    phase: str
    problems: tuple[SketchProblem, ...] = ()


class Note(NamedTuple):
    """Something that is said in the text and nowhere else: its key, its line, and what is said, as it is written."""

    key: str  # "turn/played", "effects"
    line: int
    words: str


class TableSketch(NamedTuple):
    """The whole table."""

    title: str
    seats: tuple[SeatSketch, ...]
    leader: str
    turn: TurnSketch
    island: Zone
    deck: Zone
    discard: Zone
    sets: tuple[str, ...]
    port: bool
    market: dict[str, int] | None  # None: no Market
    containers: int  # 0: cards, 1 or 2: physical containers
    rulings: dict[str, str]  # those that are not the default
    seed: int
    rest: str  # "filler" or "dealt"
    cards: dict[str, Card]  # defined in the position
    problems: tuple[SketchProblem, ...] = ()  # of what has no place of its own, such as the text as a whole
    notes: tuple[Note, ...] = ()

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Every zone there is."""
        return tuple(zone for seat in self.seats for zone in seat.zones) + (self.island, self.deck, self.discard)


class Found(NamedTuple):
    """One row of the card picker."""

    number: int
    name: str
    kind: str
    action: str
    set: str
    text: str  # what its power does
    where: tuple[str, ...]  # the paths of the zones where it lies, usually one; () when it lies nowhere
    origin: dict[
        str, str
    ]  # where each printed value is from: "rulebook", "implied", "reconstructed", "owner", "position"
    card: Card
    word: str  # to be put: ``sketch.put(row.word, "green/hand")``


__all__ = ["Found", "Item", "Mend", "Note", "SeatSketch", "ShipSketch", "SketchProblem", "TableSketch", "TurnSketch"]
__all__ += ["Zone"]
