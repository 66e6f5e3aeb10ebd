"""Powers that work while their card is being contracted or lies on a ship (R-POWER-8)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import Answers, Entry, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import start_effect
from explorer.language.questions import asked_wild, ship_capacity, takes_any
from explorer.language.ships import need_total, place_contract
from explorer.rules.contract import (
    CONTRACT_PROMPT,
    MORE_PROMPT,
    OTHER_WAYS,
    PRICE_HELD,
    TIER_MET,
    pay_tiers,
    prepare_tiers,
    take_contract,
)
from explorer.state import HARBOR, JOINED, Frame, State

# Partnership: joins two harbor ships with contracts into a super-ship that bears it


def _double(s: State, entry: Entry, value: int, p: int, ship: int, count: int) -> int:
    return 2 * value if ship == entry[3] else value


def _four(s: State, entry: Entry, value: int, p: int, ship: int, cause: str) -> int:
    return max(4, value) if ship == entry[3] else value


_PAID = (ev.CreditsGained, ev.PayoutPaid)
_DOUBLE = Answers("payout", by=_double, tells=_PAID)


def _waived(s: State, entry: Entry, value: list[int], p: int, ship: int) -> list[int]:
    """Its own load does not count, under one reading (ruling partnership-own-load)."""
    if s.rulings["partnership-own-load"] != "no-load":  # a position puts the effect in force under either reading
        return value
    card = entry[2]
    if ship == entry[3] and card in s.ships[ship].contracts:
        waived = asked_wild(s, card) if card in takes_any(s, p, ship) else s.cat.load[card]
        return [total - own for total, own in zip(value, waived, strict=True)]
    return value


_FOUR = Answers("owner_pay", by=_four, tells=(ev.CreditsGained,))
_WAIVED = Answers("load_needs", by=_waived)
power("Partnership", effects=(_DOUBLE, _FOUR, _WAIVED))


def super_ship_effects(s: State) -> tuple[str, ...]:
    """The lasting effects of a super-ship, those that hold under the readings of this game."""
    waived = (_WAIVED,) if s.rulings["partnership-own-load"] == "no-load" else ()
    return tuple(ability.id for ability in (_DOUBLE, _FOUR, *waived))


def two_ships(s: State, p: int) -> list[int]:
    """The harbor ships of p that bear contracts and are no super-ship."""
    return [
        i
        for i, ship in enumerate(s.ships)
        if ship.owner == p and ship.at == HARBOR and ship.contracts and ship.partner < 0
    ]


def _joining(ctx: Ctx) -> list[int]:
    """The cards that join two ships, where there are no more than two to pick from."""
    power, cards = ctx.s.cat.power, []
    for card in ctx.cards:
        if power[card] == "Partnership":
            cards.append(card)
    return cards if cards and len(two_ships(ctx.s, ctx.p)) <= 2 else []


def _joining_some(ctx: Ctx) -> list[int]:
    """The cards that join two ships, where there are more than two."""
    if len(ctx.ships) <= 2 or len(two_ships(ctx.s, ctx.p)) <= 2:
        return []
    return [card for card in ctx.cards if ctx.s.cat.power[card] == "Partnership"]


def _two(ctx: Ctx, card: int) -> bool:
    return len(two_ships(ctx.s, ctx.p)) == 2


def _at_most_four(ctx: Ctx, card: int, *pair: int) -> bool:
    needs = [need_total(ctx.s, ship) for ship in pair or two_ships(ctx.s, ctx.p)]
    if ctx.s.rulings["partnership-total"] == "each-ship":
        return max(needs, default=0) <= 4
    return sum(needs) <= 4


def _own_load(s: State, card: int) -> int:
    return int(s.cat.load_total[card]) if s.rulings["partnership-own-load"] == "met-within-the-six" else 0


def _within_capacity(ctx: Ctx, card: int, *pair: int) -> bool:
    s = ctx.s
    ships = pair or two_ships(s, ctx.p)
    if len(ships) < 2:
        return True
    hull, contracts = s.ships[ships[0]], s.ships[ships[0]].contracts
    hull.partner = ships[1]  # as the super-ship that it would become (ruling partnership-with-tablets)
    hull.contracts = contracts + s.ships[ships[1]].contracts  # whichever of them lifts its limit
    capacity = ship_capacity(s, ctx.p, ships[0])
    hull.partner, hull.contracts = -1, contracts
    return sum(need_total(s, ship) for ship in ships) + _own_load(s, card) <= capacity


JOIN = Move(
    "join",
    (
        Axis(
            "card",
            _joining,
            (
                TIER_MET,
                PRICE_HELD,
                Check("two-harbor-ships-with-contracts", "power partnership", _two),
                Check("needs-at-most-four", "power partnership", lambda ctx, card: _at_most_four(ctx, card)),
                Check(
                    "super-ship-within-capacity",
                    "power partnership",
                    lambda ctx, card: _within_capacity(ctx, card),
                    "ship_capacity",
                ),
            ),
        ),
    ),
    prepare=prepare_tiers,
)
JOIN_TWO = Move(  # of more than two, which only a ship that is a card makes possible
    "join-two",
    (
        Axis(
            "card",
            _joining_some,
            (TIER_MET, PRICE_HELD),
        ),
        Axis("ship", lambda ctx: two_ships(ctx.s, ctx.p)),
        Axis(
            "ship",
            lambda ctx, ship: [other for other in two_ships(ctx.s, ctx.p) if other > ship],
            (
                Check(
                    "needs-at-most-four",
                    "power partnership",
                    lambda ctx, card, one, other: _at_most_four(ctx, card, one, other),
                ),
                Check(
                    "super-ship-within-capacity",
                    "power partnership",
                    lambda ctx, card, one, other: _within_capacity(ctx, card, one, other),
                    "ship_capacity",
                ),
            ),
        ),
    ),
    prepare=prepare_tiers,
)
CONTRACT_PROMPT.add(JOIN)
CONTRACT_PROMPT.add(JOIN_TWO)
MORE_PROMPT.add(JOIN_TWO)
MORE_PROMPT.add(JOIN)


def _join(s: State, f: Frame) -> None:
    card = f.r[1]
    first, second = f.r[2:] or two_ships(s, f.who)
    skipped = pay_tiers(s, f, card)
    if need_total(s, first) + need_total(s, second) > 4:
        relied(s, f, "partnership-total")
    one, other = s.ships[first], s.ships[second]
    one.contracts += other.contracts
    one.cargo += other.cargo
    other.contracts.clear()
    other.cargo.clear()
    other.at = JOINED
    one.partner = second
    other.partner = first
    take_contract(s, f, card)
    for effect in super_ship_effects(s):
        start_effect(s, f, effect, f.who, card, first, ("split", first))
    emit(s, f, ev.ShipsJoined, "power partnership", f.who, first, second)
    relied(s, f, "partnership-own-load")
    place_contract(s, f, f.who, card, first, skipped, "power partnership")


OTHER_WAYS["join"] = OTHER_WAYS["join-two"] = _join
