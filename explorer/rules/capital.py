"""What is Capital's own: its cards may be discarded from hand at any time (R-CAPITAL-11)."""

from __future__ import annotations

from typing import Any

from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.moves import discard, from_hand
from explorer.language.stepper import proc
from explorer.state import Frame, State
from explorer.terms import CAPITAL


def _is_capital(ctx: Ctx, card: int) -> bool:
    return bool(ctx.s.cat.color[card] == CAPITAL)


SCRAP = Move(
    "scrap",
    (
        Axis(
            "card",
            lambda ctx: ctx.s.players[ctx.p].hand,
            (Check("only-capital-discarded", "R-CAPITAL-11", _is_capital),),
        ),
    ),
)


def scraps(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The Capital cards that a seat may discard from hand, as chances (seat, "scrap", card)."""
    color = s.cat.color
    return [(seat, "scrap", card) for card in s.players[seat].hand if color[card] == CAPITAL]


def _scrap(s: State, f: Frame) -> None:
    from_hand(s, f.who, f.card)
    discard(s, f, f.who, f.card, "hand", "R-CAPITAL-11")


proc("scrap", _scrap)
