"""Crew and goods discarded at will, where a table plays so (ruling voluntary-discard)."""

from __future__ import annotations

from typing import Any

from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.moves import discard, remove_crew, remove_good
from explorer.language.stepper import proc
from explorer.state import Frame, State

RULING = "ruling voluntary-discard"


def _allowed(ctx: Ctx) -> bool:
    return ctx.s.rulings["voluntary-discard"] == "allowed"


THROW = Move(
    "throw",
    (Axis("card", lambda ctx: [*ctx.s.players[ctx.p].crew, *ctx.s.players[ctx.p].goods]),),
    gates=(Check("crew-and-goods-stay", RULING, _allowed),),
)


def throws(s: State) -> list[tuple[Any, ...]]:
    """The crew and goods that may be discarded at will, as chances (seat, "throw", card)."""
    if s.rulings["voluntary-discard"] != "allowed":
        return []
    return [(seat, "throw", card) for seat, player in enumerate(s.players) for card in (*player.crew, *player.goods)]


def _throw(s: State, f: Frame) -> None:
    area = "crew" if f.card in s.players[f.who].crew else "goods"
    (remove_crew if area == "crew" else remove_good)(s, f, f.who, f.card, RULING)
    discard(s, f, f.who, f.card, area, RULING)


proc("throw", _throw)
