"""What a power does: the shape that all bodies share."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.card import kebab
from explorer.language.stepper import PROCS, Step, proc
from explorer.state import Frame, State


def all_do(bodies: Sequence[Body], how: str) -> frozenset[str]:
    """Among what bodies touch, what each of those that touch it only adds to ("adds") or looks at ("looks")."""
    touched = frozenset[str]().union(*(body.touches for body in bodies))
    return frozenset(
        thing for thing in touched if all(thing in getattr(body, how) for body in bodies if thing in body.touches)
    )


class Body:
    """What a power does: its steps, and what is known of them without running them."""

    touches: frozenset[str] = frozenset({"all"})
    adds: frozenset[str] = frozenset()  # among these, what it only adds to, whatever is there
    looks: frozenset[str] = frozenset()  # among these, what it only looks at
    emits: tuple[int, ...] = ()
    performs: tuple[int, ...] = ()  # whole actions, whose own events are not counted among these
    asks_something = False

    def steps(self) -> tuple[Step, ...]:
        """The steps, once the body is bound to its power."""
        raise NotImplementedError

    def bind(self, power: str, id: str) -> None:
        """Give the body its power and its procedure, named by the ability's id."""
        self.power = power
        self.id = id
        self.citation = "power " + kebab(power)
        PROCS.pop(id, None)
        proc(id, *self.steps())

    def touched(self, s: State, p: int) -> frozenset[str]:
        """What of all it can touch is within reach of p's power as the table stands."""
        return self.touches

    def alike(self) -> bool:
        """Whether it does the same whatever event it answers and through whichever card."""
        return False

    def void(self, s: State, f: Frame) -> bool:
        """Whether nothing at all would come of it now."""
        return False

    def word(self) -> str:
        """The word of an option that stands for this, e.g. "draw-2"."""
        amount = getattr(self, "n", None)
        return kebab(type(self).__name__) + (f"-{amount}" if amount is not None else "")
