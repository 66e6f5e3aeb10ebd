"""Entering a game in the middle: the frames that the rules would have on the stack at that point.

Positions written by hand describe a moment by what was led, laid down and
declared; this is where that becomes procedures under way.
"""

from __future__ import annotations

from typing import Final

from explorer.language import events as ev
from explorer.language.events import emit
from explorer.language.stepper import PROCS, Step, advance, again
from explorer.rules import turn
from explorer.state import Frame, State
from explorer.terms import IMPORT

PHASES: Final = ("declare", "perform", "clean-up", "scoring")


def begin(s: State) -> None:
    """Let the leader's turn begin."""
    s.turn -= 1
    _note(s)
    s.stack.append(Frame("game", s.leader))


def enter_lead(s: State) -> None:
    """Enter after the start of the turn, where the leader is asked to lead or draw."""
    s.phase = "declare"
    _turn_frame(s, turn._ask_lead)


def enter_declaring(s: State, answered: int, drew: int = -1) -> None:
    """Enter where the others follow or draw.

    Args:
        answered: how many seats, clockwise from the leader, have answered already.
        drew: the offset from the leader of a seat that has drawn and must still say what it performs; -1: none.
    """
    s.phase = "declare"
    if drew > 0:
        _turn_frame(s, turn._ask_count).k = drew
    else:
        _turn_frame(s, turn._next_follower).k = answered


def enter_performing(s: State, seat: int, done: int) -> None:
    """Enter where a seat performs, after some of its actions; with Import, where a round begins."""
    s.phase = "perform"
    if s.action == IMPORT and s.doing[seat] == IMPORT:
        f = _turn_frame(s, turn._next_performer)
        rounds = Frame("import rounds", s.leader, cause=f.cause)
        rounds.k = done
        s.stack.append(rounds)
        return
    offset = (seat - s.leader) % len(s.players)
    for before in range(offset):
        s.declared[(s.leader + before) % len(s.players)] = 0
    early = s.action == IMPORT and turn.performs_early(s, seat)
    f = _turn_frame(s, turn._next_early if early else turn._next_performer)
    f.k = offset + (done > 0)
    if done:
        s.declared[seat] -= done
        s.performing = seat
        s.stack.append(Frame("perform", seat, n=s.declared[seat], x=s.doing[seat], cause=f.cause))


def enter_clean_up(s: State) -> None:
    """Enter where the cards on the harbors are discarded."""
    s.phase = "clean-up"
    s.declared = [0] * len(s.players)
    s.doing = [-1] * len(s.players)
    _turn_frame(s, turn._clean_up)


def enter_scoring(s: State) -> None:
    """Enter where the game is over and scoring begins."""
    _note(s)
    s.ending = s.ending or "credits"
    s.stack.append(Frame("scoring", s.leader))


def _note(s: State) -> int:
    return emit(s, Frame("game", s.leader), ev.Edited, "R-TERM-3", -1, "position")


def _turn_frame(s: State, step: Step) -> Frame:
    game = Frame("game", s.leader)
    game.pc = 1
    f = Frame("turn", s.leader, cause=_note(s))
    f.pc = PROCS["turn"].index(step)
    s.stack += [game, f]
    return f


def run(s: State) -> None:
    """Run a freshly built state up to its first decision."""
    advance(s)


def resume(s: State, changed: bool) -> None:
    """Ask the pending decision of a state that was written out; where the table was changed since, it settles first."""
    if s.over or not s.stack:
        return
    if changed:
        s.dirty = s.dirty or s.events or 1
    again(s)
