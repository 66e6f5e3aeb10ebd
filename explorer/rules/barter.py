"""Barter: swap a card of one's hand for one of the Supply Island (R-CAPITAL-3)."""

from __future__ import annotations

from explorer.language.checks import Axis, Check, Move, Prompt
from explorer.language.moves import as_drawn, from_hand, from_island, to_hand, to_island
from explorer.state import Frame, State


def do_barter(s: State, f: Frame) -> None:
    """Carry out one Barter action."""
    _word, given, taken = f.r
    from_hand(s, f.who, given)
    from_island(s, f, f.who, taken, "R-CAPITAL-3")
    to_island(s, f, f.who, given, "R-CAPITAL-3")
    to_hand(s, f, f.who, taken, "R-CAPITAL-3")
    as_drawn(s, f, f.who, (taken,), deck=False)


SWAP = Move(
    "swap",
    (Axis("card", lambda ctx: ctx.s.players[ctx.p].hand), Axis("card", lambda ctx: ctx.s.island)),
    gates=(
        Check("card-to-swap", "R-CAPITAL-3", lambda ctx: bool(ctx.s.players[ctx.p].hand)),
        Check("card-on-island", "R-CAPITAL-3", lambda ctx: bool(ctx.s.island)),
    ),
)

Prompt("barter", "R-CAPITAL-3", (SWAP,), window="action")
