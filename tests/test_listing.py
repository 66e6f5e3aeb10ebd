"""What a listing leaves out by a quick look, the checks refuse one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from explorer.lab.playouts import loaded, random_rulings, random_step
from explorer.language.checks import PROMPTS, Ctx, Move
from explorer.state import State


def unrefused(move: Move, ctx: Ctx) -> list[tuple[Any, ...]]:
    """Everything one might try with a move that no check objects to, looked through without any haste."""
    if not all(gate.ask(ctx, ()) for gate in move.gates):
        return []
    if move.prepare is not None:
        move.prepare(ctx)
    found: list[tuple[Any, ...]] = [()]
    for axis in move.axes:
        tried = [(*parts, item) for parts in found for item in axis.tries(ctx, parts)]
        for check in axis.checks:
            if axis.masked:
                tried = [parts for parts in tried if check.ask(ctx, parts[:-1]) >> parts[-1] & 1]
            else:
                tried = [parts for parts in tried if check.ask(ctx, parts)]
        found = tried
    return [(move.word, *parts) for parts in found]


def agrees(s: State) -> bool:
    """Whether the pending decision lists just what is not refused, and whether it knows that there is something."""
    assert s.asking is not None
    seat, kind = s.asking
    prompt, f = PROMPTS[kind], s.stack[-1]
    slowly = [option for move in prompt.moves for option in unrefused(move, prompt.context(s, f, seat))]
    return prompt.options(s, f, seat) == slowly and prompt.possible(s, f, seat) == bool(slowly)


@pytest.mark.parametrize("number", range(8))
def test_options_are_all_that_no_check_refuses(number: int) -> None:
    rng = Random(number)
    s = loaded(3, number, rulings=random_rulings(rng) if number % 2 else None)
    for _ in range(120):
        if s.over:
            break
        assert agrees(s), s.asking
        random_step(s, rng)
