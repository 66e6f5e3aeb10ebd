"""Powers that name the Port of Tokyo, or contract from it: without the port most of them have nothing to work on."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import Answers, Entry, Instead, OnFulfill, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import relied
from explorer.language.moves import faces, from_island, lift, rely_on_flag_colors, to_island, tuck
from explorer.language.questions import column_price, tier_have
from explorer.language.ships import place_contract
from explorer.language.stepper import ask
from explorer.language.verbs import Steps, prompt
from explorer.rules.arrivals import arrive
from explorer.rules.contract import IN_HARBOR, IS_CONTRACT, LOAD_FITS, rely_on_columns, say_tiers, tiers_missing
from explorer.rules.fulfill import resolve_power
from explorer.state import Frame, State, ships_of
from explorer.terms import AGRICULTURE

TWO = 2  # the column that Squid Jerky names, by its price


def _port(s: State) -> list[int]:
    """The cards that a text calls the port's (ruling port-cards-without-port)."""
    return s.island if s.port or s.rulings["port-cards-without-port"] == "use-the-supply-island" else []


# Ramen: all Agriculture cards of the port become goods


def _collect(s: State, f: Frame) -> None:
    if not s.port:
        relied(s, f, "port-cards-without-port")
    cards = tuple(card for card in _port(s) if s.cat.colors[card] >> AGRICULTURE & 1)
    rely_on_flag_colors(s, f, _port(s), AGRICULTURE)
    for card in cards:
        from_island(s, f, f.who, card, "power ramen")
        s.limbo.append(card)
    arrive(s, f, f.who, "goods", cards)


power(
    "Ramen",
    OnFulfill(
        Steps(
            _collect,
            touches=frozenset({"island", "goods"}),
            emits=(ev.IslandCardTaken, ev.GoodAdded, ev.CardDiscarded),
        )
    ),
)


# Spacecraft: a card of the island must be contracted if that is possible, without an action and free of a price


def _prepare(ctx: Ctx) -> None:
    ctx.counts, ctx.extra = tier_have(ctx.s, ctx.p), 0
    ctx.ships = ships_of(ctx.s, ctx.p)


def _tier_met(ctx: Ctx, card: int) -> bool:
    if ctx.s.rulings["free-contract-waives"] == "tier-too":
        return True
    return not tiers_missing(ctx.s, ctx.p, card, ctx.counts)


def _ask_launch(s: State, f: Frame) -> None:
    ask(s, f.who, "spacecraft")


def _launch(s: State, f: Frame) -> None:
    if f.r is not None:
        _word, card, ship = f.r
        if tiers_missing(s, f.who, card, tier_have(s, f.who)):
            relied(s, f, "free-contract-waives")
        from_island(s, f, f.who, card, "power spacecraft")
        place_contract(s, f, f.who, card, ship, 0, "power spacecraft")


TIER = Check("tier-met", "R-CONTRACT-3", _tier_met, "tier_have", say=say_tiers, ruling="free-contract-waives")
prompt(
    "spacecraft",
    Move(
        "contract-island",
        (
            Axis("card", lambda ctx: faces(ctx.s, ctx.s.island), (IS_CONTRACT, TIER)),
            Axis("ship", lambda ctx, card: ctx.ships, (IN_HARBOR, LOAD_FITS)),
        ),
        prepare=_prepare,
    ),
)
power(
    "Spacecraft",
    OnFulfill(
        Steps(
            _ask_launch,
            _launch,
            touches=frozenset({"island", "ships"}),
            emits=(ev.IslandCardTaken, ev.ContractPlaced),
        )
    ),
)


# Squid Jerky: lies down at the port and another card of the column for 2 is tucked in its place


def _ask_swap(s: State, f: Frame) -> None:
    ask(s, f.who, "squid-jerky")


def _swap(s: State, f: Frame) -> None:
    rely_on_columns(s, f, faces(s, _port(s)), TWO.__eq__)
    if f.r is None:
        if not s.port:
            relied(s, f, "port-cards-without-port")
        if f.card in s.limbo:  # a copy that has nothing to swap with lies fulfilled already and stays
            s.limbo.remove(f.card)
            tuck(s, f, f.who, f.card, "fulfillment", "R-FULFIL-3")
        return
    if not lift(s, f, f.card, "power squid-jerky"):
        return
    card = f.r[1]
    to_island(s, f, f.who, f.card, "power squid-jerky")
    from_island(s, f, f.who, card, "power squid-jerky")
    tuck(s, f, f.who, card, "arrival", "power squid-jerky")
    if s.rulings["arrival-without-fulfilment"] == "both":
        resolve_power(s, f, f.who, card)


def _costs_two(ctx: Ctx, card: int) -> bool:
    return column_price(ctx.s, card) == TWO


prompt(
    "squid-jerky",
    Move(
        "swap",
        (
            Axis(
                "card",
                lambda ctx: faces(ctx.s, _port(ctx.s)),
                (Check("column-for-two", "power squid-jerky", _costs_two, ruling="port-columns"),),
            ),
        ),
    ),
)
power(
    "Squid Jerky",
    Instead(
        Steps(
            _ask_swap,
            _swap,
            emits=(ev.ContractUntucked, ev.IslandCardAdded, ev.IslandCardTaken, ev.ContractTucked),
            asks=True,
        )
    ),
)


# Toto Toilets: contracting from the port costs nothing


def _free(s: State, entry: Entry, value: int, p: int, card: int) -> int:
    return 0


power("Toto Toilets", Answers("port_price", by=_free))
