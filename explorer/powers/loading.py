"""Powers that act within a Load action: more containers, and other ways to carry it out."""

from __future__ import annotations

from collections.abc import Callable

from explorer.language import events as ev
from explorer.language.abilities import Answers, AnyTime, Entry, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import relied
from explorer.language.moves import draw, faces, from_hand, gain, load, to_island
from explorer.language.questions import NEVER, good_counts, load_ways
from explorer.language.stepper import ask, proc, push
from explorer.language.verbs import Steps, prompt
from explorer.rules.load import (
    FITS,
    FLAG_FEE,
    LOAD_PROMPT,
    NOT_GRAY,
    OTHER_LOADS,
    SHIP_AXIS,
    prepare_ships,
    stow,
    within_load,
)
from explorer.state import Frame, State
from explorer.terms import TECHNOLOGY

Way = tuple[tuple[str, int], ...]


def _another_way(word: str) -> Answers:
    """A Load action may be carried out in another way, named by the word of its option."""

    def by(s: State, entry: Entry, value: Way, p: int) -> Way:
        return (*value, (word, entry[2]))

    return Answers("load_ways", by=by)


def _cards_for(word: str) -> Callable[[Ctx], list[int]]:
    """The cards that allow the deciding player a way to carry out a Load action."""

    def cards(ctx: Ctx) -> list[int]:
        if not ctx.s.index.load_ways:
            return []
        return [card for way, card in load_ways(ctx.s, ctx.p) if way == word]

    return cards


power("Batteries", Answers("paid_loads", by=lambda s, entry, value, p: value + 1))


# Cell Phones: draw a card instead; what fits must be loaded.  n is the card drawn, -1 for none


def _begin_drawing(s: State, f: Frame, choice: tuple[object, ...]) -> None:
    child = push(s, f, "cell-phones/load", f.who, choice[1])  # type: ignore[arg-type]
    child.by = "Cell Phones"


def _draw_one(s: State, f: Frame) -> None:
    f.n = s.players[f.who].hand[-1] if draw(s, f, f.who, 1, "power cell-phones") else -1


def _ask_drawn(s: State, f: Frame) -> None:
    ask(s, f.who, "cell-phones")


def _load_drawn(s: State, f: Frame) -> None:
    if f.n >= 0 and len(s.cat.faces[f.n]) > 1:
        relied(s, f, "cell-phones-flag")
    if f.r is not None and f.r[0] == "load":
        stow(s, f, f.r[1], f.r[2], "load", "power cell-phones")


def _drawn(ctx: Ctx) -> list[int]:
    return faces(ctx.s, [card for card in (ctx.f.n,) if card in ctx.s.players[ctx.p].hand])


def _drawn_flag(ctx: Ctx) -> list[int]:
    """The card drawn, if it is one that its owner may refuse to pay for (ruling cell-phones-flag)."""
    sides = _drawn(ctx)
    return [ctx.f.n] if len(sides) > 1 and ctx.s.rulings["cell-phones-flag"] == "owner-may-refuse" else []


prompt(
    "cell-phones",
    Move("load", (Axis("card", _drawn, (NOT_GRAY, FLAG_FEE)), SHIP_AXIS), prepare=prepare_ships),
    Move("keep", (Axis("card", _drawn_flag),)),
)
proc("cell-phones/load", _draw_one, _ask_drawn, _load_drawn)
LOAD_PROMPT.add(Move("draw", (Axis("card", _cards_for("draw")),)))
OTHER_LOADS["draw"] = _begin_drawing
power("Cell Phones", _another_way("draw"))


# Machine Arms: as many as wanted for the player who leads Load

power("Machine Arms", Answers("more_loads", by=lambda s, entry, value, p, leading: NEVER if leading else value))


# Maple Syrup: loaded for nothing, also as a Flag card, beside the card of a Load action, while you hold 30 credits


def _own_ships(ctx: Ctx) -> list[int]:
    prepare_ships(ctx)
    return list(ctx.open)


def _fits_this(ctx: Ctx, ship: int) -> bool:
    return bool(FITS.fn(ctx, ctx.card, ship))


def _how(s: State) -> str:
    return "load" if s.rulings["loads-within-a-load-action"] == "counted" else "power"


BESIDE = Move(
    "aboard",
    (Axis("ship", _own_ships, (*SHIP_AXIS.checks[:-1], Check(FITS.id, FITS.clause, _fits_this, FITS.asks))),),
    gates=(
        Check("within-a-load-action", "power maple-syrup", lambda ctx: within_load(ctx.s, ctx.p)),
        Check("thirty-credits", "power maple-syrup", lambda ctx: ctx.s.players[ctx.p].credits >= 30),
    ),
)


def _load_this(s: State, f: Frame) -> None:
    relied(s, f, "loads-within-a-load-action")
    from_hand(s, f.who, f.card)
    load(s, f, f.who, f.card, f.x[1], _how(s), "power maple-syrup", free=True)


power(
    "Maple Syrup",
    AnyTime(
        "hand",
        BESIDE,
        do=Steps(_load_this, touches=frozenset({"hand", "ships"}), emits=(ev.ContainerLoaded,), asks=False),
        windows=frozenset({"action", "loading"}),
    ),
)

power(
    "Playstations",
    Answers("more_loads", by=lambda s, entry, value, p, leading: value + good_counts(s, p)[TECHNOLOGY] // 2),
)


# Smart Cars: a card of your hand onto the island instead, for 2 credits, once a turn


def _turned_in(card: int) -> str:
    return f"turned in {card}"


def _turn_in(s: State, f: Frame, choice: tuple[object, ...]) -> None:
    this, card = int(choice[1]), int(choice[2])  # type: ignore[call-overload]
    s.once.append((f.who, _turned_in(this)))
    from_hand(s, f.who, card)
    to_island(s, f, f.who, card, "power smart-cars")
    gain(s, f, f.who, 2, "power smart-cars")


LOAD_PROMPT.add(
    Move(
        "island",
        (
            Axis(
                "card",
                _cards_for("island"),
                (
                    Check(
                        "once-a-turn",
                        "power smart-cars",
                        lambda ctx, card: (ctx.p, _turned_in(card)) not in ctx.s.once,
                        ruling="turn-in-once-per-turn",
                    ),
                ),
            ),
            Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),
        ),
    )
)
OTHER_LOADS["island"] = _turn_in
power("Smart Cars", _another_way("island"))
