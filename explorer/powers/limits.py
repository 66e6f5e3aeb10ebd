"""Lasting powers that change a limit, or what goods and contracts count as (R-LIMIT-1, R-LIMIT-2, D11)."""

from __future__ import annotations

from explorer.language.abilities import Answers, Entry, power
from explorer.language.questions import NEVER, capital_counts, good_counts, said_kind, virtual_counts
from explorer.powers.answers import said_first
from explorer.state import State
from explorer.terms import AGRICULTURE, CAPITAL, CONSUMER, FIVE_KINDS, ILLEGAL, LOAD, LUXURY, TECHNOLOGY

ALL_FIVE = 0b11111


def _without_bound(s: State, entry: Entry, value: int, p: int) -> int:
    player = s.players[p]
    everywhere = s.rulings["printed-contract-counts"] == "everywhere"
    found = 1 << player.harbor if everywhere or s.rulings["board-games-harbour"] == "harbour-too" else 0
    for card in player.fulfilled:
        found |= s.cat.colors[card]
    return NEVER if found & ALL_FIVE == ALL_FIVE else value


power("Board Games", Answers("crew_limit", by=_without_bound))


def _cold_loads(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    """Every two Technology goods count as one Load action, once however often said; it is no card."""
    if said_first(entry, s.index.crew_counts[p]):
        value[LOAD] += _cold(s, p)
    return value


def _cold(s: State, p: int) -> int:
    return good_counts(s, p)[TECHNOLOGY] // 2 if virtual_counts(s) else 0


def _cold_cards(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    if said_first(entry, s.index.crew_cards[p]):
        value[LOAD] += _cold(s, p)
    return value


def _cold_size(s: State, entry: Entry, value: int, p: int) -> int:
    return value + _cold(s, p) if said_first(entry, s.index.crew_size[p]) else value


power(
    "Fridges",
    Answers("crew_counts", by=_cold_loads),
    Answers("crew_cards", by=_cold_cards, under=("fridges-not-a-card", "crew-cards")),
    Answers("crew_size", by=_cold_size, under=("fridges-not-a-card", "crew-cards")),
)


def _four_goods(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    if not virtual_counts(s):
        return value
    for kind in (TECHNOLOGY, AGRICULTURE, ILLEGAL, CONSUMER):
        value[kind] += 1
    return value


power("Joe Wiggins", Answers("good_counts", by=_four_goods))


def _lent_kind(s: State, p: int, goods: list[int]) -> int:
    """The kind that Capital goods count as among these goods, CAPITAL if none (R-CAPITAL-7)."""
    return next((s.cat.color[card] for card in goods if s.cat.color[card] in FIVE_KINDS), said_kind(s, p))


def _two_as_one(s: State, entry: Entry, value: int, p: int, card: int) -> int:
    """Of a Flag card that comes with no side up, its owner turns up what fits best (R-IMPORT-7, AMB-92)."""
    if card >= 0 and len(s.cat.faces[card]) > 1:
        return min(_counted(s, value, [*s.players[p].goods, face], p) for face in s.cat.faces[card])
    return _counted(s, value, s.players[p].goods + [card] * (card >= 0), p)


def _counted(s: State, value: int, goods: list[int], p: int) -> int:
    luxury = {LUXURY, CAPITAL} if _lent_kind(s, p, goods) == LUXURY and capital_counts(s) else {LUXURY}
    count = sum(s.cat.color[good] in luxury for good in goods)
    spared = count // 2 if s.rulings["scotch-odd"] == "as-one" else -(-count // 2)
    return min(value, len(goods) - spared)


power("Scotch", Answers("goods_used", by=_two_as_one))

power("Souvenirs")  # does nothing


def _double_tiers(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    """Technology cards among the goods count twice, for a copy of the text not four times (D11)."""
    if not said_first(entry, s.index.tier_have[p]):
        return value
    reading = s.rulings["volkswagen-and-grey"]
    goods = s.players[p].goods
    gray = reading != "capital-contracts-only" and _lent_kind(s, p, goods) == TECHNOLOGY
    more = sum(s.cat.color[card] in ((TECHNOLOGY, CAPITAL) if gray else (TECHNOLOGY,)) for card in goods)
    value[TECHNOLOGY] += more
    if reading != "capital-goods-only":
        value[CAPITAL] += more
    return value


power("Volkswagen", Answers("tier_have", by=_double_tiers))
