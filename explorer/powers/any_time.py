"""Powers for any time, from the hand or the fulfilled area (R-POWER-2)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import Answers, AnyTime, Entry, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import discard, from_hand, lift, start_effect
from explorer.language.questions import tier_have
from explorer.language.ships import complete, place_contract
from explorer.language.verbs import Steps
from explorer.rules.contract import IN_HARBOR, load_fits, say_load, say_tiers, tiers_missing
from explorer.rules.windows import HAND
from explorer.state import Frame, State, ships_of
from explorer.terms import BARTER, FIVE_ACTIONS

# Lutefisk: from your hand onto a harbor ship, without an action, its tier met by goods and harbor alone


def _tier_met(ctx: Ctx) -> bool:
    s = ctx.s
    if s.rulings["free-contract-waives"] == "tier-too":
        return True
    return not tiers_missing(s, ctx.p, ctx.card, tier_have(s, ctx.p))


def _say_tier(ctx: Ctx) -> dict[str, Any]:
    ctx.counts, ctx.extra = tier_have(ctx.s, ctx.p), 0
    return say_tiers(ctx, ctx.card)


def _own_ships(ctx: Ctx) -> list[int]:
    return ships_of(ctx.s, ctx.p)


PLACE = Move(
    "place",
    (
        Axis(
            "ship",
            _own_ships,
            (
                IN_HARBOR,
                Check(
                    "load-within-capacity",
                    "R-CONTRACT-2",
                    lambda ctx, ship: load_fits(ctx, ctx.card, ship),
                    "ship_capacity",
                    say=lambda ctx, ship: say_load(ctx, ctx.card, ship),
                ),
            ),
        ),
    ),
    gates=(Check("tier-met", "R-CONTRACT-3", _tier_met, "tier_have", say=_say_tier, ruling="free-contract-waives"),),
)


def _completes(s: State, card: int, choice: tuple[Any, ...]) -> bool:
    """Whether the ship would be fulfilled at once."""
    contracts = s.ships[choice[1]].contracts
    contracts.append(card)
    would = complete(s, choice[1])
    contracts.pop()
    return would


def _place_this(s: State, f: Frame) -> None:
    from_hand(s, f.who, f.card)
    place_contract(s, f, f.who, f.card, f.x[1], 0, "power lutefisk")


power(
    "Lutefisk",
    AnyTime(
        "hand",
        PLACE,
        do=Steps(_place_this, touches=frozenset({"ships"}), emits=(ev.ContractPlaced,), asks=False),
        windows=frozenset(
            {"declare", "action", "credits", "power", "powers over", HAND, "fulfilled", "turn end", "scoring"}
        ),
        urgent=_completes,
        moves_its_card=True,
    ),
)


# US Dollars: discard it for one temporary crew of any action this turn


def _kinds_of_action(ctx: Ctx) -> tuple[int, ...]:
    """Every action there is in this game; Barter comes with cards that bear it (R-CAPITAL-3)."""
    s, action = ctx.s, ctx.s.cat.action
    piles = [s.deck, s.discard, s.island, s.limbo, [card for _seat, card in s.played]]
    piles += [zone for ship in s.ships for zone in (ship.contracts, ship.cargo, ship.under)]
    piles += [zone for player in s.players for zone in (player.hand, player.crew, player.goods, player.fulfilled)]
    barter = any(action[card] == BARTER for pile in piles for card in pile)
    return (*FIVE_ACTIONS, BARTER) if barter else FIVE_ACTIONS


CREW = Move(
    "crew",
    (Axis("action", _kinds_of_action),),
    gates=(Check("actions-still-come", "power us-dollars", lambda ctx: ctx.s.phase != "scoring"),),
)


def _spend(s: State, f: Frame) -> None:
    if not lift(s, f, f.card, "power us-dollars"):
        return
    discard(s, f, f.who, f.card, "fulfilled", "power us-dollars")
    if s.phase != "declare" or s.declared[f.who]:
        relied(s, f, "us-dollars-moment")
    start_effect(s, f, _TEMPORARY.id, f.who, f.card, f.x[1], ("turn end",))
    emit(s, f, ev.Answered, "power us-dollars", f.who, f.x[1])
    if (
        s.rulings["us-dollars-moment"] == "any-time-adds-one-action"
        and s.phase == "perform"
        and f.x[1] == (s.doing[f.who] if s.doing[f.who] >= 0 else s.action)
    ):
        _one_more(s, f.who)


def _one_more(s: State, seat: int) -> None:
    """Add one action to a seat that is performing or still will; too late it helps nobody."""
    for frame in s.stack:
        if frame.proc == "perform" and frame.who == seat and not frame.y:
            frame.n += 1
            s.declared[seat] += 1
            return
    seats = len(s.players)
    if s.declared[seat] and s.rulings["declared-number-fixed"] == "recomputed":
        return  # the crew counts when acting
    if s.performing < 0 or (seat - s.leader) % seats > (s.performing - s.leader) % seats:
        s.declared[seat] += 1
        s.doing[seat] = s.action if s.doing[seat] < 0 else s.doing[seat]


def _one_crew(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    value[entry[3]] += 1
    return value


_TEMPORARY = Answers("crew_counts", by=_one_crew)
power(
    "US Dollars",
    AnyTime(
        "fulfilled",
        CREW,
        do=Steps(_spend, emits=(ev.ContractUntucked, ev.CardDiscarded, ev.EffectStarted, ev.Answered), asks=False),
        windows=frozenset({"declare", "power"}),
        moves_its_card=True,
    ),
    effects=(_TEMPORARY,),
)
