"""Several cards arrive in a goods or crew area at once: what fits is kept (ruling arrivals-over-limit, R-LIMIT-2).

Goods are placed one by one, as their order counts (R-CAPITAL-7).

x is the area, y the cards still to be placed, which wait in limbo.
"""

from __future__ import annotations

from typing import Any, Final

from explorer.card import kebab
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import relied
from explorer.language.moves import add_crew, add_good, crew_room, discard, goods_room
from explorer.language.stepper import ask, done, go, proc, push
from explorer.state import Frame, State

LIMITS: Final = {"crew": "R-LIMIT-1", "goods": "R-LIMIT-2"}


def arrive(s: State, f: Frame, seat: int, area: str, cards: tuple[int, ...]) -> None:
    """Begin placing cards out of limbo in an area of a seat, "goods" or "crew"; as the last thing a step does."""
    if cards:
        push(s, f, "arrivals", seat, f.card, x=area).y = cards


def room(s: State, seat: int, area: str) -> int:
    """How many cards an area may still take."""
    return crew_room(s, seat) if area == "crew" else goods_room(s, seat)


def place(s: State, f: Frame, seat: int, area: str, card: int) -> None:
    """Place a card that is nowhere else in an area, by the power at work."""
    (add_crew if area == "crew" else add_good)(s, f, seat, card, _clause(f))


def _clause(f: Frame) -> str:
    return "power " + kebab(f.by) if f.by else LIMITS[str(f.x)]


def _place_all(s: State, f: Frame) -> None:
    """Two readings ask for no new card: everything is placed at once, and what is too much goes."""
    reading = s.rulings["arrivals-over-limit"]
    free = room(s, f.who, f.x)
    if reading == "any-own-card":
        before = len(getattr(s.players[f.who], f.x))
        _keep_these(s, f, f.y)
        if room(s, f.who, f.x) < 0:
            relied(s, f, "arrivals-over-limit")
            push(s, f, "shed", f.who, n=before, x=f.x)
    elif reading == "newly-arrived-in-fixed-order" or (f.x == "crew" and len(f.y) <= free):
        _keep_these(s, f, f.y[: max(0, free)])
        _drop(s, f, f.y)


def _keep_these(s: State, f: Frame, cards: tuple[int, ...]) -> None:
    for card in cards:
        s.limbo.remove(card)
        place(s, f, f.who, f.x, card)
    f.y = tuple(card for card in f.y if card not in cards)


def _drop(s: State, f: Frame, cards: tuple[int, ...]) -> None:
    if cards:
        relied(s, f, "arrivals-over-limit")
    for card in cards:
        s.limbo.remove(card)
        discard(s, f, f.who, card, "given", LIMITS[f.x])
    f.y = tuple(card for card in f.y if card not in cards)


def _ask_keep(s: State, f: Frame) -> None:
    if f.y:
        ask(s, f.who, f"keep {f.x}")
    else:
        done(f)


def _keep(s: State, f: Frame) -> None:
    (_keep_these if f.r[0] == "keep" else _drop)(s, f, f.r[1:])
    go(f, _ask_keep)


proc("arrivals", _place_all, _ask_keep, _keep)


def _fits(ctx: Ctx, *_: Any) -> bool:
    return room(ctx.s, ctx.p, ctx.f.x) > 0


for _area in ("crew", "goods"):
    _limit = Check(f"{_area}-limit", LIMITS[_area], lambda ctx, card: _fits(ctx), f"{_area}_limit")
    _kept = Check("keep-what-fits", "AMB-16", lambda ctx, card: not _fits(ctx))
    Prompt(
        f"keep {_area}",
        LIMITS[_area],
        (
            Move("keep", (Axis("card", lambda ctx: ctx.f.y, (_limit,)),)),
            Move("discard", (Axis("card", lambda ctx: ctx.f.y, (_kept,)),)),
        ),
    )
