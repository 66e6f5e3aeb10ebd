"""Supply: sell a card to the Supply Island or take one into the crew (R-SUPPLY-1 … R-SUPPLY-4)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import add_crew, crew_room, discard, from_island, gain, to_island
from explorer.language.questions import sale_price
from explorer.state import Frame, State

SOLD = "sold"  # the mark of the one sale a turn


def do_supply(s: State, f: Frame) -> None:
    """Carry out one Supply action."""
    word, card = f.r
    p = f.who
    if word == "sell":
        s.players[p].hand.remove(card)
        s.once += [(p, SOLD), (p, f"{SOLD} {card}")]
        emit(s, f, ev.CardSold, "R-SUPPLY-2", p, card)
        to_island(s, f, p, card, "R-SUPPLY-2")
        gain(s, f, p, sale_price(s, p), "R-SUPPLY-2")
        return
    room = crew_room(s, p)
    from_island(s, f, p, card, "R-SUPPLY-3")
    if room > 0:
        add_crew(s, f, p, card, "R-SUPPLY-3")
    else:
        if (p, SOLD) not in s.once and s.players[p].hand:
            relied(s, f, "supply-at-crew-limit")
        discard(s, f, p, card, "island", "R-SUPPLY-4")


def _unsold(ctx: Ctx) -> bool:
    return (ctx.p, SOLD) not in ctx.s.once


SELL = Move(
    "sell",
    (Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),),
    gates=(
        Check("one-sale-a-turn", "R-SUPPLY-2", _unsold),
        Check("card-to-sell", "R-SUPPLY-2", lambda ctx: bool(ctx.s.players[ctx.p].hand)),
    ),
)


def _not_own_sale(ctx: Ctx, card: int) -> bool:
    return ctx.s.rulings["buy-back-own-sale"] == "allowed" or (ctx.p, f"{SOLD} {card}") not in ctx.s.once


def _take_allowed(ctx: Ctx) -> bool:
    """At the crew limit a sale still possible comes first, under one reading (ruling supply-at-crew-limit)."""
    s = ctx.s
    if s.rulings["supply-at-crew-limit"] == "free-choice" or crew_room(s, ctx.p) > 0:
        return True
    return not (_unsold(ctx) and s.players[ctx.p].hand)


TAKE = Move(
    "take",
    (
        Axis(
            "card",
            lambda ctx: ctx.s.island,
            (Check("own-sale-bought-back", "ruling buy-back-own-sale", _not_own_sale),),
        ),
    ),
    gates=(
        Check("card-on-island", "R-SUPPLY-3", lambda ctx: bool(ctx.s.island)),
        Check("sell-before-overfull-crew", "ruling supply-at-crew-limit", _take_allowed),
    ),
)

Prompt("supply", "R-SUPPLY-1", (SELL, TAKE), window="action")
