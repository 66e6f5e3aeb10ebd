"""Powers to be used again and again while their card is fulfilled: in one's own turn, or in anybody's (R-POWER-2)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import AnyTime, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import (
    as_drawn,
    discard,
    from_hand,
    from_island,
    gain,
    lift,
    remove_good,
    to_hand,
    to_island,
)
from explorer.language.questions import ends_at_credits, kind_of_good, tier_have
from explorer.language.ships import complete, place_contract
from explorer.language.verbs import Steps
from explorer.rules.contract import IN_HARBOR, IS_CONTRACT, LOAD_FITS, say_tiers, tiers_missing
from explorer.rules.load import hand_faces
from explorer.rules.supply import SALE_OPEN, note_sale
from explorer.rules.turn import spend_turn
from explorer.rules.windows import HAND, OWN_TURN, outermost
from explorer.state import Frame, State, ships_of
from explorer.terms import AGRICULTURE, LUXURY, TECHNOLOGY

USED = "used "  # the mark of a card whose power was used this turn

# A forced decision of one's own, and the end of the turn: what one may still want to do before it.
OWN_MOMENTS = frozenset({"declare", "action", "turn end"})
# For what brings credits: a forced decision of one's own may rest on them, and a power may take the cards for it.
CREDIT_MOMENTS = frozenset({"declare", "action", "bids", "credits", "power", "powers over", "scoring"})


def _hand(ctx: Ctx) -> list[int]:
    return ctx.s.players[ctx.p].hand


def _of_color(ctx: Ctx, card: int, kinds: int) -> bool:
    """Whether a card has one of some colors, given as bits."""
    return bool(ctx.s.cat.colors[card] & kinds)


BETWEEN_EVENTS = Check("not-within-power", "AMB-75", lambda ctx: outermost(ctx.s))
ON_ISLAND = Check("card-on-island", "R-POWER-6", lambda ctx: bool(ctx.s.island))
IN_HAND = Check("card-to-sell", "R-POWER-6", lambda ctx: bool(_hand(ctx)))


def _ends_the_game(s: State, card: int, credits: int) -> bool:
    """Whether the credits would end the game with this turn: at its end that is not to be passed over (INT-103)."""
    if s.ending or s.phase != "clean-up":
        return False
    seat = next(q for q, player in enumerate(s.players) if card in player.fulfilled)
    have = s.players[seat].credits
    return have < ends_at_credits(s, seat) <= have + credits


# Iceland Water: Agriculture cards of the hand are sold for 2, whosever turn it is


def _sell(s: State, f: Frame) -> None:
    note_sale(s, f, f.who)
    from_hand(s, f.who, f.x[1])
    emit(s, f, ev.CardSold, "power iceland-water", f.who, f.x[1])
    to_island(s, f, f.who, f.x[1], "power iceland-water")
    gain(s, f, f.who, 2, "power iceland-water")


power(
    "Iceland Water",
    AnyTime(
        "fulfilled",
        Move(
            "sell",
            (
                Axis(
                    "card",
                    _hand,
                    (
                        Check(
                            "card-is-agriculture",
                            "power iceland-water",
                            lambda ctx, card: _of_color(ctx, card, 1 << AGRICULTURE),
                        ),
                    ),
                ),
            ),
            gates=(SALE_OPEN,),
        ),
        do=Steps(
            _sell,
            touches=frozenset({"hand", "island", "credits"}),
            emits=(ev.CardSold, ev.IslandCardAdded, ev.CreditsGained),
            asks=False,
        ),
        windows=CREDIT_MOMENTS | {HAND},
        pressing=lambda s, card: _ends_the_game(s, card, 2),
    ),
)


# LED Lights and Rope: cards of the hand for one of the island


def _unused(ctx: Ctx) -> bool:
    return (ctx.p, f"{USED}{ctx.card}") not in ctx.s.once


def _once_only(ctx: Ctx) -> bool:
    return ctx.s.rulings["led-lights-number"] == "once"


def _swap(s: State, f: Frame) -> None:
    if len(f.x) > 3 and (f.who, f"{USED}{f.card}") in s.once:
        relied(s, f, "led-lights-number")
    s.once.append((f.who, f"{USED}{f.card}"))
    clause = "power " + ("rope" if len(f.x) == 3 else "led-lights")
    *given, taken = f.x[1:]
    from_island(s, f, f.who, taken, clause)
    for card in given:
        from_hand(s, f.who, card)
        to_island(s, f, f.who, card, clause)
    to_hand(s, f, f.who, taken, clause)
    as_drawn(s, f, f.who, (taken,), deck=False)


_SWAPPED = {
    "touches": frozenset({"hand", "island"}),
    "emits": (ev.IslandCardTaken, ev.IslandCardAdded, ev.CardMoved, ev.CardsDrawn),
    "asks": False,
}


def _later_cards(ctx: Ctx, card: int) -> list[int]:
    hand = _hand(ctx)
    return hand[hand.index(card) + 1 :]


power(
    "LED Lights",
    AnyTime(
        "fulfilled",
        Move(
            "swap",
            (Axis("card", _hand), Axis("card", _later_cards), Axis("card", lambda ctx, a, b: ctx.s.island)),
            gates=(
                OWN_TURN,
                BETWEEN_EVENTS,
                ON_ISLAND,
                Check("two-cards-in-hand", "R-POWER-6", lambda ctx: len(_hand(ctx)) > 1),
                Check("once-a-turn", "ruling led-lights-number", lambda ctx: not _once_only(ctx) or _unused(ctx)),
            ),
        ),
        do=Steps(_swap, **_SWAPPED),  # type: ignore[arg-type]
        windows=OWN_MOMENTS,
    ),
)


# Olive Oil: discard it for 2 credits


def _pour(s: State, f: Frame) -> None:
    if lift(s, f, f.card, "power olive-oil"):
        discard(s, f, f.who, f.card, "fulfilled", "power olive-oil")
        gain(s, f, f.who, 2, "power olive-oil")


def _last_chance(s: State, card: int) -> bool:
    return s.phase == "clean-up" and (bool(s.ending) or _ends_the_game(s, card, 2))


power(
    "Olive Oil",
    AnyTime(
        "fulfilled",
        Move("discard", gates=(OWN_TURN,)),
        do=Steps(_pour, emits=(ev.ContractUntucked, ev.CardDiscarded, ev.CreditsGained), asks=False),
        windows=CREDIT_MOMENTS - {"declare", "scoring"},
        pressing=_last_chance,
        moves_its_card=True,
    ),
)


power(
    "Rope",
    AnyTime(
        "fulfilled",
        Move(
            "swap",
            (Axis("card", _hand), Axis("card", lambda ctx, card: ctx.s.island)),
            gates=(
                OWN_TURN,
                BETWEEN_EVENTS,
                ON_ISLAND,
                IN_HAND,
                Check("once-a-turn", "D8", _unused),
            ),
        ),
        do=Steps(_swap, **_SWAPPED),  # type: ignore[arg-type]
        windows=OWN_MOMENTS,
    ),
)


# Sushi Knives: four Luxury cards of the hand for 2 credits


def _luxury_in_hand(ctx: Ctx) -> list[int]:
    colors = ctx.s.cat.colors
    return [card for card in _hand(ctx) if colors[card] >> LUXURY & 1]


def _slice(s: State, f: Frame) -> None:
    relied(s, f, "sushi-knives-number")
    for card in f.x[1]:
        from_hand(s, f.who, card)
        discard(s, f, f.who, card, "hand", "power sushi-knives")
    gain(s, f, f.who, _sushi(s), "power sushi-knives")


def _sushi(s: State) -> int:
    return 4 if s.rulings["sushi-knives-number"] == "four" else 2


power(
    "Sushi Knives",
    AnyTime(
        "fulfilled",
        Move(
            "trade-cards",
            (Axis("contracts", lambda ctx: list(combinations(_luxury_in_hand(ctx), 4))),),
            gates=(Check("four-luxury-cards", "R-POWER-6", lambda ctx: len(_luxury_in_hand(ctx)) >= 4),),
        ),
        do=Steps(
            _slice, touches=frozenset({"hand", "credits"}), emits=(ev.CardDiscarded, ev.CreditsGained), asks=False
        ),
        windows=CREDIT_MOMENTS | {HAND},
        pressing=lambda s, card: _ends_the_game(s, card, _sushi(s)),
    ),
)


# Telescopes: Technology goods for 4 credits each


def _trade(s: State, f: Frame) -> None:
    remove_good(s, f, f.who, f.x[1], "power telescopes")
    discard(s, f, f.who, f.x[1], "goods", "power telescopes")
    gain(s, f, f.who, 4, "power telescopes")


power(
    "Telescopes",
    AnyTime(
        "fulfilled",
        Move(
            "trade",
            (
                Axis(
                    "card",
                    lambda ctx: ctx.s.players[ctx.p].goods,
                    (
                        Check(
                            "good-is-technology",
                            "power telescopes",
                            lambda ctx, card: kind_of_good(ctx.s, ctx.p, card) == TECHNOLOGY,
                            ruling="capital-good-kind",
                        ),
                    ),
                ),
            ),
        ),
        do=Steps(
            _trade,
            touches=frozenset({"goods", "credits"}),
            emits=(ev.GoodRemoved, ev.CardDiscarded, ev.CreditsGained),
            asks=False,
        ),
        windows=CREDIT_MOMENTS,
        pressing=lambda s, card: _ends_the_game(s, card, 4),
    ),
)


# Tsukiji Fish: Luxury and Agriculture cards are contracted without an action


def _prepare_tiers(ctx: Ctx) -> None:
    ctx.counts, ctx.extra = None, 0  # the counts are looked up for the first card that comes so far


def _tier_met(ctx: Ctx, card: int) -> bool:
    if ctx.s.rulings["free-contract-waives"] == "tier-too":
        return True
    if ctx.counts is None:
        ctx.counts = tier_have(ctx.s, ctx.p)
    return not tiers_missing(ctx.s, ctx.p, card, ctx.counts)


def _completes(s: State, card: int, choice: tuple[Any, ...]) -> bool:
    """Whether the ship would be fulfilled at once."""
    contracts = s.ships[choice[2]].contracts
    contracts.append(choice[1])
    would = complete(s, choice[2])
    contracts.pop()
    return would


def _before_the_lead(ctx: Ctx) -> bool:
    beside = ctx.s.rulings["tsukiji-fish-timing"] == "beside-the-turn"
    return beside or bool(ctx.s.asking == (ctx.p, "lead"))


def _contract_fish(s: State, f: Frame) -> None:
    relied(s, f, "tsukiji-fish-timing")
    if s.rulings["tsukiji-fish-timing"] == "instead-of-the-turn":
        spend_turn(s)
    _word, card, ship = f.x
    from_hand(s, f.who, card)
    place_contract(s, f, f.who, card, ship, 0, "power tsukiji-fish")


power(
    "Tsukiji Fish",
    AnyTime(
        "fulfilled",
        Move(
            "contract",
            (
                Axis(
                    "card",
                    hand_faces,
                    (
                        IS_CONTRACT,
                        Check(
                            "card-is-luxury-or-agriculture",
                            "power tsukiji-fish",
                            lambda ctx, card: _of_color(ctx, card, 1 << LUXURY | 1 << AGRICULTURE),
                        ),
                        Check(
                            "tier-met",
                            "R-CONTRACT-3",
                            _tier_met,
                            "tier_have",
                            say=say_tiers,
                            ruling="free-contract-waives",
                        ),
                    ),
                ),
                Axis(
                    "ship",
                    lambda ctx, card: ships_of(ctx.s, ctx.p),
                    (IN_HARBOR, LOAD_FITS),
                ),
            ),
            gates=(
                OWN_TURN,
                BETWEEN_EVENTS,
                Check("before-the-lead", "ruling tsukiji-fish-timing", _before_the_lead),
            ),
            prepare=_prepare_tiers,
        ),
        do=Steps(_contract_fish, touches=frozenset({"hand", "ships"}), emits=(ev.ContractPlaced,), asks=False),
        windows=OWN_MOMENTS,
        urgent=_completes,
    ),
)
