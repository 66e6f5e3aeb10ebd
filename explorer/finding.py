"""Is there a line of play that reaches a goal, within this turn or the next few decisions?

The search takes every choice of every seat, and everything that may be done
beside a decision.  It goes on by depth, so what it finds first is as short as can
be; positions that differ in nothing are looked at once.  Now and then it plays a
line at random to the end of the turn: what lies too deep is often found so.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from hashlib import blake2b
from math import isfinite
from operator import attrgetter
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from explorer.game import Game
from explorer.goals import Event, Goal, GoalError, Memory, read_goal
from explorer.lab.playouts import pick
from explorer.language import events as ev
from explorer.language.abilities import declarations, reindex
from explorer.language.stepper import choose
from explorer.log import events_since
from explorer.position import Position
from explorer.rules.windows import interrupt, interrupts
from explorer.state import LISTS, VALUES, Frame, Player, Ship, State, seat_name
from explorer.texts import shown, text
from explorer.words import interrupt_key, interrupt_text, option_key, option_text, say

MOST_KEPT: Final = 60_000  # positions of one depth that are kept; some hundred megabytes
DIVE_EVERY: Final = 40  # positions looked at between two lines played at random
DIVE_DEPTH: Final = 120  # decisions of such a line
TELL_EVERY: Final = 0.2  # seconds between two calls of ``progress``

Move = tuple[str, tuple[Any, ...]]  # ("choose" or "use", the plain choice)


class Progress(NamedTuple):
    """How far a search has come: seconds gone and given, positions looked at, choices deep."""

    seconds: float
    limit: float
    positions: int
    depth: int


class Step(NamedTuple):
    """One choice of a line: whose decision it was, its key, the sentence, and the clause of the question."""

    seat: str
    key: str
    text: str
    clause: str = ""


class Line:
    """A way to the goal: its steps, and the game that it makes."""

    def __init__(self, start: State, moves: tuple[Move, ...]) -> None:
        self._start = start
        self._moves = moves
        self.steps: tuple[Step, ...] = tuple(_told(start, moves))

    @property
    def keys(self) -> list[str]:
        """The keys of the choices, in order."""
        return [step.key for step in self.steps]

    def game(self) -> Game:
        """A game with the line played, standing at its end; undo leads back to where the search began."""
        game = Game(self._start)
        for key in self.keys:
            game.choose(key)
        return game

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return "\n".join(
            text(
                "finding.step", number=number, seat=step.seat, text=step.text, key=step.key, clause=step.clause
            ).rstrip()
            for number, step in enumerate(self.steps, 1)
        )

    def __repr__(self) -> str:
        return f"Line({self.keys})"


class Found:
    """What a search has found; true when there is a line.

    ``complete`` says that every line within the limits was looked at, so that
    "none" is a proof; ``depth`` how many choices deep that holds, ``shortest``
    whether no shorter line can exist; ``positions`` and ``seconds`` what it took.
    """

    def __init__(self, goal: str, within: str, lines: tuple[Line, ...], **told: Any) -> None:
        self.goal = goal
        self.within = within
        self.lines = lines
        self.complete: bool = told["complete"]
        self.shortest: bool = told["shortest"]
        self.depth: int = told["depth"]
        self.positions: int = told["positions"]
        self.seconds: float = told["seconds"]
        self.stopped: str = told["stopped"]  # "", "time" or "room"

    def __bool__(self) -> bool:
        return bool(self.lines)

    def game(self) -> Game:
        """The game of the first line.

        Raises:
            ValueError: no line was found.
        """
        if not self.lines:
            raise ValueError(text("finding.no-line"))
        return self.lines[0].game()

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        if self.lines:
            return say("finding.found", count=len(self.lines[0]), goal=self.goal)
        return text("finding.proved" if self.complete else "finding.none", goal=self.goal, within=self.within)

    @property
    def effort(self) -> str:
        """How far the search went, in a sentence or two."""
        said = [say("finding.effort", count=self.positions, seconds=f"{self.seconds:.1f}", depth=self.depth)]
        if self.lines:
            said.append(text("finding.shortest" if self.shortest else "finding.maybe-shorter"))
        elif self.stopped:
            said.append(text(f"finding.stopped-{self.stopped}"))
        return " ".join([*said, text("finding.meaning")])

    def __str__(self) -> str:
        return "\n".join([self.verdict, *(str(line) for line in self.lines), self.effort])

    def __repr__(self) -> str:
        return f"Found({self.goal!r}, {len(self.lines)} lines, complete={self.complete})"

    def _repr_html_(self) -> str:
        from explorer.draw.answer import found_html

        return found_html(self)

    def _repr_markdown_(self) -> str:
        from explorer.draw.answer import found_markdown

        return found_markdown(self)


def find(
    start: Position | Game | State,
    goal: str | Callable[[Game], Any],
    within: str | int = "turn",
    seconds: float = 10,
    progress: Callable[[Progress], Any] | bool | None = None,
) -> Found:
    """Look for a line of play that reaches a goal, whoever chooses.

    The cards of the deck and tosses of a coin come as they would in this game; take
    ``ask_chance=True`` of the game to search every toss.

    Args:
        start: a Position, or a Game: from where it stands. It is not changed.
        goal: words such as "green fulfills two contracts" (see ``explorer.goals``), or a function of a Game. Positions
            are not folded for a function, since it may read the log.
        within: "turn", or so many choices.
        seconds: how long at most.
        progress: called now and then with a ``Progress``; True writes a line that counts up.

    Raises:
        GoalError: the words are no goal; the message has examples.
        PositionError: the position cannot be used.
        ValueError: another argument cannot be used.

    Example:
        >>> from explorer.game import new_game
        >>> found = find(new_game(players=2, seed=1), "somebody draws a card", within=1)
        >>> bool(found), found.lines[0].keys
        (True, ['draw'])
    """
    s = _state(start)
    most = _within(within)
    time = time_limit(seconds)
    begun = read_goal(goal, s) if isinstance(goal, str) else _by_function(goal)
    return _Search(s, begun, most, time, _teller(progress)).run(
        text("finding.turn") if most is None else _choices(most)
    )


def _choices(most: int) -> str:
    return say("finding.choices", count=most)


def _state(start: object) -> State:
    """The state to search from: a copy that hears the powers declared by now."""
    if isinstance(start, Position):
        return start.state()
    state = start.state if isinstance(start, Game) else start
    if not isinstance(state, State) or (state.asking is None and not state.over):
        raise ValueError(text("error.start", what=shown(start)))
    state = state.copy()
    if state.index.made_at != declarations():
        reindex(state)
    return state


def _within(within: object) -> int | None:
    """How many choices, None for the rest of the turn."""
    if within == "turn":
        return None
    if isinstance(within, int) and not isinstance(within, bool) and within > 0:
        return within
    raise ValueError(text("finding.within", what=shown(within)))


def time_limit(seconds: object) -> float:
    """The seconds that a search may take; raises ValueError unless they are a number above 0."""
    if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and isfinite(seconds) and seconds > 0:
        return float(seconds)
    raise ValueError(text("finding.seconds", what=shown(seconds)))


def _by_function(goal: object) -> Goal:
    if not callable(goal):
        raise GoalError(text("goal.empty", what=shown(goal)) + "\n" + text("goal.examples"))
    return _FunctionGoal(goal)


class _FunctionGoal(Goal):
    """A goal that a function tells."""

    def __init__(self, function: Callable[[Game], Any]) -> None:
        super().__init__(str(getattr(function, "__name__", text("finding.function"))), ())
        self._function = function

    def met(self, memory: Memory, s: State) -> bool:
        return bool(self._function(Game(s)))


def _teller(progress: Callable[[Progress], Any] | bool | None) -> Callable[[Progress], Any] | None:
    if progress is True:
        return _write_progress
    return progress if callable(progress) else None


def _write_progress(p: Progress) -> None:
    """Write one line that counts up, on standard error, where a notebook shows it too."""
    done = min(20, int(20 * p.seconds / p.limit))
    line = say("finding.progress", bar="█" * done + "░" * (20 - done), count=p.positions, depth=p.depth)
    sys.stderr.write(f"\r{line}" + ("\n" if p.seconds >= p.limit else ""))
    sys.stderr.flush()


# Positions


class Seen(NamedTuple):
    """A position on the way: the state, the place in the chain of moves, and what the goal remembers."""

    state: State
    chain: Any  # (chain before, move), None at the start
    memory: Memory


def moves_of(s: State) -> list[Move]:
    """Everything that may be done at a decision, by anybody."""
    if s.over or s.asking is None:
        return []
    return [("choose", option) for option in s.options or ()] + [("use", chance) for chance in interrupts(s)]


def after(s: State, move: Move) -> State:
    """The state after a move; the one given stays as it is."""
    new = s.copy()
    (choose if move[0] == "choose" else interrupt)(new, move[1])
    return new


_FIELDS: Final = attrgetter(*(name for name in VALUES if name not in ("log", "events")), *LISTS)
_PLAYER, _SHIP, _FRAME = (attrgetter(*kind.__slots__) for kind in (Player, Ship, Frame))


def fingerprint(s: State, memory: Memory = ()) -> bytes:
    """What two positions have in common that play on identically; the log is left out."""
    parts = (memory, *_FIELDS(s), *map(_PLAYER, s.players), *map(_SHIP, s.ships), *map(_FRAME, s.stack))
    return blake2b(repr(parts).encode("utf-8", "replace"), digest_size=16).digest()


def _moves_in(chain: Any) -> tuple[Move, ...]:
    found: list[Move] = []
    while chain is not None:
        chain, move = chain
        found.append(move)
    return tuple(found[::-1])


def _told(start: State, moves: tuple[Move, ...]) -> Iterator[Step]:
    """The moves in words, each at its own moment."""
    s = start
    for word, choice in moves:
        decision = Game(s).decision
        assert decision is not None
        if word == "choose":
            yield Step(decision.player, option_key(s, choice), option_text(s, choice), decision.clause)
        else:
            yield Step(seat_name(s, choice[0]), interrupt_key(s, choice), interrupt_text(s, choice))
        s = after(s, (word, choice))


# The search


class _Search:
    def __init__(
        self, s: State, goal: Goal, most: int | None, seconds: float, tell: Callable[[Progress], Any] | None
    ) -> None:
        self.start, self.goal, self.most, self.seconds, self.tell = s, goal, most, seconds, tell
        self.began = self.told = monotonic()
        self.known: set[bytes] = set()
        self.positions = self.depth = 0
        self.rng = Random(0)
        self.stopped = ""
        self.folds = not isinstance(goal, _FunctionGoal)
        self.dives = 0

    def run(self, within: str) -> Found:
        first = Seen(self.start, None, self.goal.begin)
        found: tuple[Move, ...] | None = () if self.goal.met(first.memory, first.state) else None
        shortest = True
        if found is None:
            found, shortest = self._by_depth(first)
        if self.tell is not None:
            self.tell(Progress(self.seconds, self.seconds, self.positions, self.depth))
        lines = (Line(self.start, found),) if found is not None else ()
        told = {"shortest": shortest, "depth": self.depth, "positions": self.positions, "stopped": self.stopped}
        complete = not self.stopped and found is None
        return Found(self.goal.words, within, lines, complete=complete, seconds=monotonic() - self.began, **told)

    def _by_depth(self, first: Seen) -> tuple[tuple[Move, ...] | None, bool]:
        """Every position of one depth, then of the next; the moves to the goal, and whether they are the shortest."""
        row = [first]
        while row and (self.most is None or self.depth < self.most):
            following: list[Seen] = []
            for seen in row:
                for found in self._following(seen):
                    if self.goal.met(found.memory, found.state):
                        return _moves_in(found.chain), True
                    if self._goes_on(found.state):
                        following.append(found)
                    if self._out_of(len(following)):
                        return None, False
                if self._out_of(0):
                    return None, False
                if self.positions // DIVE_EVERY > self.dives:
                    dived = self._dive(first)
                    if dived is not None:
                        return dived, False
            self.depth += 1
            row = following
        return None, False

    def _following(self, seen: Seen) -> Iterator[Seen]:
        """The positions after each move that were not met before."""
        for move in moves_of(seen.state):
            found = self._next(seen, move)
            if self.folds:
                key = fingerprint(found.state, found.memory)
                if key in self.known:
                    continue
                self.known.add(key)
            yield found

    def _next(self, seen: Seen, move: Move) -> Seen:
        state = after(seen.state, move)
        self.positions += 1
        events = list(self._within_turn(events_since(state, seen.state)))
        return Seen(state, (seen.chain, move), self.goal.go_on(seen.memory, state, events))

    def _within_turn(self, events: list[Event]) -> Iterator[Event]:
        """What still belongs to the turn, where the search ends with it."""
        for event in events:
            if self.most is None and event[ev.CODE] == ev.TurnStarted:
                return
            yield event

    def _goes_on(self, s: State) -> bool:
        return not s.over and (self.most is not None or s.turn == self.start.turn)

    def _dive(self, first: Seen) -> tuple[Move, ...] | None:
        """Play a line at random as far as the limits go; the moves to the goal if it comes by."""
        self.dives = self.positions // DIVE_EVERY + 1
        seen = first
        for _ in range(min(self.most or DIVE_DEPTH, DIVE_DEPTH)):
            beside = interrupts(seen.state) if self.rng.random() < 0.1 else []
            move: Move = ("use", self.rng.choice(beside)) if beside else ("choose", pick(seen.state, self.rng))
            seen = self._next(seen, move)
            if self.goal.met(seen.memory, seen.state):
                return _moves_in(seen.chain)
            if not self._goes_on(seen.state) or self._out_of(0):
                break
        return None

    def _out_of(self, kept: int) -> bool:
        """Whether time or room is used up; tells how far the search has come."""
        now = monotonic()
        if self.tell is not None and now - self.told >= TELL_EVERY:
            self.told = now
            self.tell(Progress(now - self.began, self.seconds, self.positions, self.depth))
        if now - self.began >= self.seconds:
            self.stopped = "time"
        elif kept >= MOST_KEPT:
            self.stopped = "room"
        return bool(self.stopped)


__all__ = ["Found", "Line", "Progress", "find"]
