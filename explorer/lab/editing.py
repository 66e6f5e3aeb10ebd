"""Random edits of the table, for games that are edited in the middle of things."""

from __future__ import annotations

from random import Random
from typing import Any

from explorer.edits import EditError, zones
from explorer.game import Game
from explorer.state import State, seat_name


def random_edit(s: State, rng: Random) -> tuple[Any, ...]:
    """Think up one edit: a card to another zone (often into or out of a fulfilled area), or other credits."""
    if rng.random() < 0.15:
        return ("credits", seat_name(s, rng.randrange(len(s.players))), rng.choice((0, 1, 5, 20, 49, 60)))
    places = zones(s)
    full = sorted(name for name, cards in places.items() if cards)
    fulfilled = [name for name in full if name.endswith("/fulfilled")]
    source = rng.choice(fulfilled) if fulfilled and rng.random() < 0.3 else rng.choice(full)
    targets = sorted(places)
    if rng.random() < 0.3:
        targets = [name for name in targets if name.endswith("/fulfilled")]
    card = rng.choice(places[source])
    sides = s.cat.faces[card]
    if len(sides) > 1 and rng.random() < 0.8:
        card = rng.choice(sides)
    return ("move", card, rng.choice(targets))


def edited(s: State, rng: Random, most: int = 3) -> tuple[State, tuple[tuple[Any, ...], ...]]:
    """Make up to ``most`` random edits at once; returns the new state and the edits, none if they are refused."""
    edits = tuple(random_edit(s, rng) for _ in range(rng.randint(1, most)))
    try:
        return Game(s).edit(*edits).state.copy(), edits
    except EditError:
        return s, ()


__all__ = ["edited", "random_edit"]
