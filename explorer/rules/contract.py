"""Contract: slide a card under a ship in one's harbor, meeting its tier (R-CONTRACT-1 … R-CONTRACT-7).

In a Contract action a card of the Port of Tokyo may be used in place of one in hand (R-TOKYO-3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from explorer.card import kebab
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import relied
from explorer.language.listing import Fact, Table
from explorer.language.moves import BANK, faces, from_hand, from_island, pay
from explorer.language.questions import SKIPPED, column_price, port_price, ship_capacity, tier_have
from explorer.language.ships import need_total, place_contract
from explorer.rulebook import RULINGS
from explorer.rules.load import NOT_THERE, hand_faces, in_harbor
from explorer.state import HARBOR, Frame, State, ships_of
from explorer.terms import KINDS


def tiers_missing(s: State, p: int, card: int, counts: list[int]) -> int:
    """How many tiers p lacks: every circle in its own color, the harbor counts one (R-CONTRACT-3, R-CONTRACT-5).

    ``counts`` is ``tier_have``.
    """
    if not s.cat.tier_total[card]:
        return 0
    harbor = s.players[p].harbor
    missing = kinds = 0
    for kind, wanted in enumerate(s.cat.tier[card]):
        if wanted:
            kinds += 1
            lacking = wanted - counts[kind] - (harbor == kind)
            if lacking > 0:
                missing += lacking
    if kinds > 1 and s.rulings["several-tier-colours"] == "any-one-colour":
        return _in_one_color(s, p, card, counts)[1]
    return missing


def _in_one_color(s: State, p: int, card: int, counts: list[int]) -> tuple[int, int]:
    """The color shown in which p lacks fewest of all the tiers, and how many (ruling several-tier-colours)."""
    tier = s.cat.tier[card]
    harbor = s.players[p].harbor
    lacking = [(max(0, sum(tier) - counts[kind] - (harbor == kind)), kind) for kind, n in enumerate(tier) if n]
    missing, kind = min(lacking)
    return kind, missing


def port_open(s: State, p: int) -> bool:
    """Whether p may contract from the island: the port, or what a text that names the port makes of the island."""
    if s.port or not s.index.port_price:
        return s.port
    return bool(s.index.port_price[p]) and s.rulings["port-cards-without-port"] == "use-the-supply-island"


def at_port(s: State, p: int, card: int) -> bool:
    """Whether p would contract this card from the port and not from hand (R-TOKYO-3)."""
    return port_open(s, p) and s.cat.base[card] in s.island


def contract_faces(ctx: Ctx) -> list[int]:
    """What may be contracted in a Contract action: cards in hand and, with the port, those lying there (R-TOKYO-3)."""
    cards = hand_faces(ctx)
    return cards + faces(ctx.s, ctx.s.island) if ctx.port else cards


def tiers_due(s: State, p: int, card: int, counts: list[int]) -> int:
    """How many tiers p lacks in a Contract action; paying the port can do instead (ruling port-price-and-tier)."""
    if s.rulings["port-price-and-tier"] == "price-replaces-tier" and at_port(s, p, card):
        return 0
    return tiers_missing(s, p, card, counts)


def prepare_tiers(ctx: Ctx) -> None:
    """Look up the player's ships and spare actions, and how large a load there is room for."""
    s, p = ctx.s, ctx.p
    ctx.counts = None
    ctx.port = port_open(s, p)
    ctx.cards = contract_faces(ctx)
    ctx.ships = ships_of(s, p)
    most = 0
    for i in ctx.ships:
        if s.ships[i].at == HARBOR:
            most = max(most, room_for_load(s, i))
    ctx.most = most
    alone = ctx.f.y == "alone" or (s.rulings["skip-tier-who"] == "leader-only" and p != s.leader)
    ctx.extra = 0 if alone else ctx.f.n - (ctx.f.k == 0)  # a card after the first costs no action of its own


def _counts(ctx: Ctx) -> list[int]:
    """The player's tiers, counted when the first card asks for them."""
    if ctx.counts is None:
        ctx.counts = tier_have(ctx.s, ctx.p)
    return ctx.counts  # type: ignore[no-any-return]


def _tier_met(ctx: Ctx, card: int) -> bool:
    if not ctx.s.cat.tier_total[card]:
        return True
    return bool(tiers_due(ctx.s, ctx.p, card, _counts(ctx)) <= ctx.extra)


def _price_held(ctx: Ctx, card: int) -> bool:
    s, p = ctx.s, ctx.p
    return not at_port(s, p, card) or s.players[p].credits >= port_price(s, p, card)


def _say_price(ctx: Ctx, card: int) -> dict[str, Any]:
    return {"price": port_price(ctx.s, ctx.p, card)}


def say_tiers(ctx: Ctx, card: int) -> dict[str, Any]:
    """What the card asks for, how much of it is missing, and how many spare actions there are."""
    asked = ", ".join(f"{KINDS[k]} {n}" for k, n in enumerate(ctx.s.cat.tier[card]) if n)
    return {"tier": asked, "missing": tiers_missing(ctx.s, ctx.p, card, _counts(ctx)), "extra": ctx.extra}


def room_for_load(s: State, ship: int) -> int:
    """How much the total load requirement of a ship may still grow (R-CONTRACT-2)."""
    return ship_capacity(s, s.ships[ship].owner, ship) - need_total(s, ship)


def _likely_cards(ctx: Ctx) -> list[int]:
    """The cards whose load some ship in the harbor has room for."""
    load, most = ctx.s.cat.load_total, ctx.most
    found = []
    for card in ctx.cards:
        if 0 < load[card] <= most:
            found.append(card)
    return found


def load_fits(ctx: Ctx, card: int, ship: int) -> bool:
    """Whether the total load requirement stays within the ship's capacity (R-CONTRACT-2)."""
    s = ctx.s
    return need_total(s, ship) + int(s.cat.load_total[card]) <= ship_capacity(s, ctx.p, ship)


def say_load(ctx: Ctx, card: int, ship: int) -> dict[str, Any]:
    """The load already asked for and the card's own."""
    s = ctx.s
    return {"aboard": need_total(s, ship), "load": s.cat.load_total[card], "most": ship_capacity(s, ctx.p, ship)}


IN_HARBOR = Check("ship-in-harbor", "R-CONTRACT-1", in_harbor, rather=NOT_THERE)
IS_CONTRACT = Check("card-is-contract", "R-TERM-3", Table("s.cat.load_total"))
TIER_MET = Check("tier-met", "R-CONTRACT-3", _tier_met, "tier_have", say=say_tiers)
PRICE_HELD = Check(
    "port-price",
    "R-TOKYO-3",
    _price_held,
    "port_price",
    say=_say_price,
    ruling="port-columns",
    when=Fact("port"),
)
LOAD_FITS = Check("load-within-capacity", "R-CONTRACT-2", load_fits, "ship_capacity", say=say_load)

CONTRACTING = Move(
    "contract",
    (
        Axis("card", Fact("cards"), (IS_CONTRACT, TIER_MET, PRICE_HELD), likely=_likely_cards),
        Axis("ship", Fact("ships"), (IN_HARBOR, LOAD_FITS)),
    ),
    prepare=prepare_tiers,
)

CONTRACT_PROMPT = Prompt("contract", "R-CONTRACT-1", (CONTRACTING,), window="action")
MORE_PROMPT = Prompt("contract more", "R-CONTRACT-1", (CONTRACTING, Move("stop")), window="action")


def do_contract(s: State, f: Frame) -> None:
    """Carry out one Contract action; further actions pay for missing tiers (R-CONTRACT-6, R-CONTRACT-7)."""
    if f.r[0] != "contract":
        OTHER_WAYS[f.r[0]](s, f)
        return
    _word, card, ship = f.r
    if at_port(s, f.who, card) and _port_alone(s, f):
        relied(s, f, "able-but-unwilling")
    skipped = pay_tiers(s, f, card)
    take_contract(s, f, card)
    place_contract(s, f, f.who, card, ship, skipped, "R-CONTRACT-6" if skipped else _placed_by(s, f))


def _placed_by(s: State, f: Frame) -> str:
    """What allows this card to be placed: the rule, or for a further one in the same action a power."""
    if f.k <= 1:
        return "R-CONTRACT-1"
    more = [e[0].power for e in s.index.contracts_per_action[f.who] if e[0].by(s, e, 1, f.who) > 1]
    return "power " + kebab(more[0])


def _port_alone(s: State, f: Frame) -> bool:
    """Whether a declared action is performed from the port since nothing else could be done (R-TURN-7, R-TOKYO-3).

    That one may contract from there gives another place to choose from; it does not free from the action.
    """
    if f.y or f.k > 1 or s.rulings["able-but-unwilling"] != "compulsory":
        return False
    return all(at_port(s, f.who, option[1]) for option in CONTRACT_PROMPT.options(s, f, f.who))


def take_contract(s: State, f: Frame, card: int) -> None:
    """Take a card to be contracted out of hand, or off the port for the price of its column (R-TOKYO-3)."""
    if not at_port(s, f.who, card):
        return from_hand(s, f.who, card)
    price = port_price(s, f.who, card)
    relied(s, f, "port-columns" if s.port else "port-cards-without-port")
    rely_on_columns(s, f, (card,), rulings=("port-flag-and-capital",))
    from_island(s, f, f.who, card, "R-TOKYO-3")
    pay(s, f, f.who, price, BANK, "R-TOKYO-3")


COLUMNS = ("port-columns", "port-flag-and-capital")


def rely_on_columns(
    s: State,
    f: Frame,
    cards: Iterable[int],
    counts: Callable[[int], Any] = int,
    rulings: tuple[str, ...] = COLUMNS,
) -> None:
    """Note each ruling by which cards cost what they cost at the port, or what ``counts`` of their price."""
    cards = tuple(cards)
    now = [counts(column_price(s, card)) for card in cards]
    for ruling in rulings:
        others = [{**s.rulings, ruling: reading} for reading in RULINGS[ruling].readings]
        if any([counts(column_price(s, card, other)) for card in cards] != now for other in others):
            relied(s, f, ruling)


def pay_tiers(s: State, f: Frame, card: int) -> int:
    """Use up one action for each missing tier; returns how many (R-CONTRACT-6)."""
    have = tier_have(s, f.who)
    missing = tiers_due(s, f.who, card, have)
    if missing != tiers_missing(s, f.who, card, have):
        relied(s, f, "port-price-and-tier")
    if len([n for n in s.cat.tier[card] if n]) > 1:
        relied(s, f, "several-tier-colours")
    if missing:
        if f.who != s.leader:
            relied(s, f, "skip-tier-who")
        if s.rulings["skip-tier-duration"] == "rest-of-the-turn":
            _keep_tiers(s, f, card)
        f.n -= missing
        if not f.y:
            s.declared[f.who] = f.n
    return missing


def _keep_tiers(s: State, f: Frame, card: int) -> None:
    """Note the tiers skipped, which then last for the rest of the turn."""
    relied(s, f, "skip-tier-duration")
    have = tier_have(s, f.who)
    if s.rulings["several-tier-colours"] == "any-one-colour":
        kind, lacking = _in_one_color(s, f.who, card, have)
        s.once += [(f.who, f"{SKIPPED}{kind}")] * lacking
        return
    for kind, wanted in enumerate(s.cat.tier[card]):
        lacking = wanted - have[kind] - (s.players[f.who].harbor == kind)
        s.once += [(f.who, f"{SKIPPED}{kind}")] * lacking


# Further ways to contract, by their word, added by powers (power partnership).
OTHER_WAYS: dict[str, Any] = {}
