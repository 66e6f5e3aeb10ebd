"""Supply: sell a card to the Supply Island or take one into the crew (R-SUPPLY-1 … R-SUPPLY-4)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import add_crew, crew_room, discard, from_island, gain, to_island
from explorer.language.questions import once_a_turn, sale_price
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


def sale_open(s: State, p: int) -> bool:
    """Whether p may still sell by a power this turn (ruling one-sale-scope)."""
    return s.rulings["one-sale-scope"] == "supply-option-only" or (p, SOLD) not in s.once


def note_sale(s: State, f: Frame, p: int) -> None:
    """Count a sale by a power as the one of this turn, where every sale counts (ruling one-sale-scope)."""
    relied(s, f, "one-sale-scope")
    if s.rulings["one-sale-scope"] == "every-sale-to-the-island":
        s.once.append((p, SOLD))


SALE_OPEN = Check("one-sale-a-turn", "ruling one-sale-scope", lambda ctx, *_: sale_open(ctx.s, ctx.p))


def _unsold(ctx: Ctx) -> bool:
    return (ctx.p, SOLD) not in ctx.s.once


def _may_sell(ctx: Ctx) -> bool:
    return _unsold(ctx) and bool(ctx.s.players[ctx.p].hand) and once_a_turn(ctx.s, ctx.p)


OWN_TURNS_ONLY = Check(
    "once-in-own-turns",
    "ruling turn-in-once-per-turn",
    lambda ctx, *_: once_a_turn(ctx.s, ctx.p),
)

SELL = Move(
    "sell",
    (Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),),
    gates=(
        Check("one-sale-a-turn", "R-SUPPLY-2", _unsold),
        Check("card-to-sell", "R-SUPPLY-2", lambda ctx: bool(ctx.s.players[ctx.p].hand)),
        OWN_TURNS_ONLY,
    ),
)


def _not_own_sale(ctx: Ctx, card: int) -> bool:
    return ctx.s.rulings["buy-back-own-sale"] == "allowed" or (ctx.p, f"{SOLD} {card}") not in ctx.s.once


def _take_allowed(ctx: Ctx) -> bool:
    """At the crew limit a sale still possible comes first, under one reading (ruling supply-at-crew-limit)."""
    s = ctx.s
    if s.rulings["supply-at-crew-limit"] == "free-choice" or crew_room(s, ctx.p) > 0:
        return True
    return not _may_sell(ctx)


def _sale_optional(ctx: Ctx) -> bool:
    return ctx.s.rulings["supply-empty-island"] == "may-lapse"


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

# Only where nothing but a sale is left (ruling supply-empty-island); without a sale the action lapses by itself
GIVE_UP = Move(
    "give-up",
    gates=(
        Check("selling-compulsory", "AMB-22", _sale_optional, ruling="supply-empty-island"),
        Check("island-not-empty", "ruling supply-empty-island", lambda ctx: not ctx.s.island),
        Check("nothing-to-give-up", "ruling supply-empty-island", _may_sell),
    ),
)

Prompt("supply", "R-SUPPLY-1", (SELL, TAKE, GIVE_UP), window="action")
