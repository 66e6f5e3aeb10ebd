"""Lasting powers that answer the drawing of others (R-POWER-4)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import OTHERS, When, power
from explorer.language.events import relied
from explorer.language.moves import discard, nothing_to_draw
from explorer.language.stepper import ask
from explorer.language.verbs import Axis, May, Move, Steps, prompt
from explorer.rules.turn import draw_action
from explorer.state import Frame, State

# Chairs: when another player uses the draw action, you may discard a card


def _ask_chairs(s: State, f: Frame) -> None:
    ask(s, f.who, "chairs")


def _throw_away(s: State, f: Frame) -> None:
    if f.r[0] == "discard":
        s.players[f.who].hand.remove(f.r[1])
        discard(s, f, f.who, f.r[1], "hand", "power chairs")


prompt("chairs", Move("discard", (Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),)), Move("pass"))
_DISCARDS = {"touches": frozenset({"hand"}), "emits": (ev.CardDiscarded,)}
power(
    "Chairs",
    When(
        ev.DrawChosen,
        by=OTHERS,
        do=Steps(_ask_chairs, _throw_away, **_DISCARDS),  # type: ignore[arg-type]
        under=("chairs-moment", "after"),
    ),
    When(
        ev.DrawChosen,
        by=OTHERS,
        at_once=True,
        do=Steps(_ask_chairs, _throw_away, **_DISCARDS),  # type: ignore[arg-type]
        under=("chairs-moment", "before"),
    ),
)


# Lumber: when another player draws, you may use the draw action


def _draw_too(s: State, f: Frame) -> None:
    if f.x[ev.CODE] == ev.CardsDrawn and f.x[ev.FIELDS] > 1:
        relied(s, f, "draw-trigger-unit")
    draw_action(s, f, f.who, "power lumber")


_DRAWS = {
    "touches": frozenset({"deck", "hand"}), "emits": (ev.DrawChosen, ev.CardsDrawn), "asks": False, "alike": True,
    "idle": nothing_to_draw,
}  # fmt: skip
power(
    "Lumber",
    When(
        ev.CardsDrawn,
        by=OTHERS,
        do=May(Steps(_draw_too, **_DRAWS)),  # type: ignore[arg-type]
        under=("lumber-draws", "every-drawing"),
    ),
    When(
        ev.DrawChosen,
        by=OTHERS,
        do=May(Steps(_draw_too, **_DRAWS)),  # type: ignore[arg-type]
        under=("lumber-draws", "draw-actions-only"),
    ),
)
