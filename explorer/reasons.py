"""Reasons for numbers that nobody would list: a bid of a thousand, a hundred actions declared.

What one might try on an axis of numbers ends a little above what is legal.  A
number beyond that is put to the same checks when somebody asks about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from explorer.language.checks import PROMPTS, Axis, Check, Ctx, Move, Objection, Refusal
from explorer.state import State
from explorer.words import refusal_key

NUMBERS: Final = frozenset({"count", "amount"})  # axes whose parts are whole numbers
LARGEST: Final = 100_000  # larger numbers are put to the checks as this one
NUMBER: Final = re.compile(r"(-?)([1-9][0-9]{0,4000}|0)")


def beyond(s: State, wanted: Sequence[str]) -> list[tuple[str, Refusal]]:
    """Why a choice with this number in it is refused, by its key; nothing when it ends in no number.

    Args:
        s: the state, at a decision.
        wanted: the parts of the key in lower case.
    """
    number = NUMBER.fullmatch(wanted[-1])
    if s.asking is None or number is None:
        return []
    f, p = s.stack[-1], s.asking[0]
    prompt = PROMPTS[s.asking[1]]
    found = []
    for move in prompt.moves:
        if move.word == wanted[0] and move.axes and move.axes[-1].show in NUMBERS:
            size = min(int(number[2]), LARGEST)
            refusal = _refusal(s, move, prompt.context(s, f, p), wanted, -size if number[1] else size)
            if refusal is not None:
                found.append(("/".join(wanted), refusal))
    return found


def _refusal(s: State, move: Move, ctx: Ctx, wanted: Sequence[str], number: int) -> Refusal | None:
    if not all(gate.ask(ctx, ()) for gate in move.gates):
        return None
    if move.prepare is not None:
        move.prepare(ctx)
    axis = move.axes[-1]
    shows = tuple(one.show for one in move.axes)
    for chosen in _legal(move, ctx):
        tried = Refusal((move.word, *chosen, number), shows, ())
        if refusal_key(s, tried).casefold().split("/")[:-1] == list(wanted[:-1]):
            against = [check for check in axis.checks if not _passes(check, axis, ctx, chosen, number)]
            return tried._replace(objections=tuple(_objection(check, ctx, (*chosen, number)) for check in against))
    return None


def _legal(move: Move, ctx: Ctx) -> Iterator[tuple[Any, ...]]:
    """Every legal beginning of a choice, up to its last axis."""
    found: list[tuple[Any, ...]] = [()]
    for axis in move.axes[:-1]:
        found = [
            (*chosen, item)
            for chosen in found
            for item in axis.tries(ctx, chosen)
            if all(_passes(check, axis, ctx, chosen, item) for check in axis.checks)
        ]
    yield from found


def _passes(check: Check, axis: Axis, ctx: Ctx, chosen: tuple[Any, ...], item: Any) -> bool:
    if axis.masked:  # below zero nothing more is allowed than at zero
        return bool(check.ask(ctx, chosen) >> max(item, 0) & 1)
    return bool(check.ask(ctx, (*chosen, item)))


def _objection(check: Check, ctx: Ctx, parts: tuple[Any, ...]) -> Objection:
    return Objection(check.id, check.clause, check.asks, check.say(ctx, *parts) if check.say else {}, check.ruling)
