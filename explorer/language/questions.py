"""Questions: what the rules ask and a power may answer.  One function each.

A question is answered with a set (as bits), a table or a number, never with a
yes or no for each candidate.  Each has a default from its clause; the abilities
in force that answer it change the value one after the other.  ``who_answers``
names them, for explanations and for the graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import add
from typing import Any, Final, NamedTuple

from explorer.language.listing import BITS
from explorer.state import State, seat_name
from explorer.terms import BARTER, CAPITAL, CONTRACT, FIVE_KINDS, ILLEGAL, LOAD, NO_COLOR, TECHNOLOGY

NEVER: Final = 10**9
ALL_ACTIONS: Final = 0b111111
ALL_COLORS: Final = 0b1111111
OTHER_HARBORS: Final = 1  # places from which one may pirate besides
TOP_OF_DECK: Final = 2
HANDS: Final = 4
TUCKED: Final = "fulfilled"
CHOSEN: Final = "chosen"
USUAL_PAY: Final = 2  # what the owner of a ship gets when another player has imported from it (R-IMPORT-5)
ISLAND_TOO: Final = 1  # as a bit of what may be imported from besides ships at sea
NO_CARD: Final = -1  # asked about where several cards stand for one
COUNTS_AS: Final = "Capital as "  # the mark of the kind that Capital goods alone count as, with its number
SKIPPED: Final = "tier "  # the mark of a tier that an action has stood in for this turn, with its kind
Known = tuple[tuple[str, int], ...]  # abilities and their cards, as they were in force at some moment
ANY: Final = 1 << 6  # every container meets a rainbow requirement


class Question(NamedTuple):
    """A question's name, the clause of its default, and what it is asked about after the player."""

    name: str
    clause: str
    about: tuple[str, ...]


QUESTIONS: Final[dict[str, Question]] = {
    name: Question(name, clause, about)
    for name, clause, about in (
        ("actions_of", "R-TURN-5", ("card",)),
        ("allowed", "R-ACTION-1", ()),
        ("crew_counts", "R-TURN-3", ()),
        ("fills", "R-LOAD-1", ("card",)),
        ("load_needs", "R-FULFIL-1", ("ship",)),
        ("takes_any", "R-LOAD-3", ("ship",)),
        ("crew_cards", "R-TURN-3", ()),
        ("crew_size", "R-TURN-3", ()),
        ("crew_limit", "R-LIMIT-1", ()),
        ("goods_limit", "R-LIMIT-2", ()),
        ("goods_used", "R-LIMIT-2", ("card",)),
        ("draws_up_to", "R-TURN-2", ()),
        ("ship_capacity", "R-CONTRACT-2", ("ship",)),
        ("import_takes", "R-IMPORT-4", ()),
        ("owner_pay", "R-IMPORT-5", ("ship", "cause")),
        ("import_targets", "R-IMPORT-1", ()),
        ("bid_payee", "R-IMPORT-2", ("ship",)),
        ("wins_ties", "R-IMPORT-3", ()),
        ("payout", "R-FULFIL-2", ("ship", "count")),
        ("half_loads", "R-FULFIL-1", ()),
        ("load_ways", "R-LOAD-1", ()),
        ("more_loads", "R-LOAD-1", ("leading",)),
        ("paid_loads", "R-LOAD-1", ()),
        ("pairs", "R-LOAD-3", ("ship",)),
        ("ends_at_credits", "R-END-1", ()),
        ("good_counts", "R-SCORE-2", ()),
        ("good_value", "R-SCORE-2", ()),
        ("majority_times", "R-SCORE-4", ()),
        ("penalty_times", "R-SCORE-5", ()),
        ("tier_have", "R-CONTRACT-3", ()),
        ("sale_price", "R-SUPPLY-2", ()),
        ("deck_is_open", "R-TURN-2", ()),
        ("fulfilled_to", "R-FULFIL-3", ("card",)),
        ("pirate_places", "R-PIRATE-1", ()),
        ("pirates_to_goods", "R-PIRATE-1", ()),
        ("protected_ships", "R-PIRATE-1", ()),
        ("follow_actions", "R-TURN-5", ("card",)),
        ("follows_instead", "R-CAPITAL-5", ("card",)),
        ("performs_as", "R-TURN-7", ("action",)),
        ("contracts_per_action", "R-CONTRACT-1", ()),
        ("instead_of_drawing", "R-TURN-2", ()),
        ("port_price", "R-TOKYO-3", ("card",)),
    )
}


def actions_of(s: State, p: int, card: int) -> int:
    """Which actions a card in p's hand or crew stands for, as bits (R-TURN-5)."""
    value = 1 << s.cat.action[card]
    if s.index.actions_of:
        for entry in s.index.actions_of[p]:
            value = entry[0].by(s, entry, value, p, card)
    return value


def allowed(s: State, p: int) -> int:
    """Which actions p may declare and perform at all, as bits (R-ACTION-1)."""
    value = ALL_ACTIONS
    if s.index.allowed:
        for entry in s.index.allowed[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def forbidding(s: State, p: int, action: int) -> list[tuple[Any, ...]]:
    """The abilities in force that keep p from an action, as ``in_force`` lists them."""
    bans = s.index.allowed[p] if s.index.allowed else ()
    return [entry for entry in bans if not entry[0].by(s, entry, ALL_ACTIONS, p) >> action & 1]


def say_forbidden(s: State, p: int, action: int) -> dict[str, Any]:
    """For a sentence: the action, and what keeps p from it, each power with its owner."""
    bans = [f"{entry[0].power} ({seat_name(s, entry[1]).capitalize()})" for entry in forbidding(s, p, action)]
    return {"action": action, "powers": " + ".join(dict.fromkeys(bans))}


def own_crew_counts(s: State, p: int) -> list[int]:
    """How many of p's own crew cards stand for each action, without what powers add (R-TURN-3)."""
    counts = [0] * 7
    if s.index.actions_of and s.index.actions_of[p]:
        for card in s.players[p].crew:
            for action in BITS[actions_of(s, p, card)]:
                counts[action] += 1
    else:
        action_of = s.cat.action
        for card in s.players[p].crew:
            counts[action_of[card]] += 1
    return counts


def crew_counts(s: State, p: int) -> list[int]:
    """How many crew p may use for each action (R-TURN-3)."""
    value = own_crew_counts(s, p)
    if s.index.crew_counts:
        for entry in s.index.crew_counts[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def contracts_of(s: State, p: int, kind: int) -> int:
    """How many fulfilled contracts of a kind p has; the harbor is one by the ruling printed-contract-counts."""
    count = sum(s.cat.colors[card] >> kind & 1 for card in s.players[p].fulfilled)
    return count + (s.players[p].harbor == kind and s.rulings["printed-contract-counts"] == "everywhere")


def once_a_turn(s: State, p: int) -> bool:
    """Whether p has what there is once a turn: in every turn, or only leading (ruling turn-in-once-per-turn)."""
    return p == s.leader or s.rulings["turn-in-once-per-turn"] == "each-leaders-turn-per-player"


def by_crew_only(s: State, seat: int) -> bool:
    """Whether a seat acts through crew alone, where that is no following (ruling crew-only-is-following)."""
    if seat == s.leader or s.rulings["crew-only-is-following"] == "counts":
        return False
    return s.doing[seat] >= 0 and all(other != seat for other, _card in s.played)


def crew_cards(s: State, p: int) -> list[int]:
    """How many crew cards p is counted to have for each action, where a power counts cards (D11)."""
    if s.rulings["rice-cookers-cologne"] == "printed-action":
        value = [0] * 7
        for card in s.players[p].crew:
            value[s.cat.action[card]] += 1
    else:
        value = own_crew_counts(s, p)
    if s.index.crew_cards:
        for entry in s.index.crew_cards[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def crew_size(s: State, p: int) -> int:
    """How many crew cards p is counted to have, whatever their actions (R-TURN-3, D11)."""
    value = len(s.players[p].crew)
    if s.index.crew_size:
        for entry in s.index.crew_size[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def fills(s: State, p: int, card: int) -> int:
    """Which requirements a container meets on p's ships, as bits of kinds (R-LOAD-1, R-CAPITAL-10)."""
    color = s.cat.color[card]
    value = ALL_COLORS if color == CAPITAL else 0 if color == NO_COLOR else s.cat.colors[card] | ANY
    if s.index.fills:
        for entry in s.index.fills[p]:
            value = entry[0].by(s, entry, value, p, card)
    if s.slots:
        for held, kind in s.slots:
            if held == card:
                return _with_slot(s, value, kind)
    return value


def _with_slot(s: State, value: int, kind: int) -> int:
    """What a container meets that was loaded for a kind (rulings wild-container-assignment, wild-power-lost)."""
    if s.rulings["wild-power-lost"] == "keep-their-slot":
        value |= 1 << kind
    fixed = s.rulings["wild-container-assignment"] == "fixed-when-loaded"
    return 1 << kind if fixed and value >> kind & 1 else value


def pairs(s: State, p: int, ship: int) -> tuple[tuple[int, int], ...]:
    """Which containers aboard p's ship count two as one (R-LOAD-3)."""
    value: tuple[tuple[int, int], ...] = ()
    if s.index.pairs:
        for entry in s.index.pairs[p]:
            value = entry[0].by(s, entry, value, p, ship)
    return value


def pair_fills(s: State, p: int) -> int:
    """Which requirements two containers that count as one Technology container meet, as bits of kinds (R-LOAD-1)."""
    value = 1 << TECHNOLOGY | ANY
    if s.index.fills:
        for entry in s.index.fills[p]:
            value = entry[0].by(s, entry, value, p, NO_CARD)
    return value


def takes_any(s: State, p: int, ship: int) -> frozenset[int]:
    """Which contracts of p's ship take any container for each of their requirements (R-LOAD-3)."""
    value: frozenset[int] = frozenset()
    if s.index.takes_any:
        for entry in s.index.takes_any[p]:
            value = entry[0].by(s, entry, value, p, ship)
    return value


def load_needs(s: State, p: int, ship: int) -> list[int]:
    """How many containers of each kind the contracts of p's ship ask for together; the last is rainbow (R-FULFIL-1)."""
    contracts = s.ships[ship].contracts
    index = s.index
    load: Any = s.cat.load
    if index.takes_any and index.takes_any[p]:
        wild = takes_any(s, p, ship)
        load = {card: asked_wild(s, card) if card in wild else load[card] for card in contracts}
    value = list(load[contracts[0]]) if contracts else [0] * 7
    for card in contracts[1:]:
        value = list(map(add, value, load[card]))
    if index.load_needs and index.load_needs[p]:
        for entry in index.load_needs[p]:
            value = entry[0].by(s, entry, value, p, ship)
    return value


def asked_wild(s: State, card: int) -> tuple[int, ...]:
    """What a contract asks for while it takes any container."""
    return (0, 0, 0, 0, 0, 0, s.cat.load_total[card])


def crew_limit(s: State, p: int) -> int:
    """How many crew p may have: one for each fulfilled contract and the printed one (R-LIMIT-1, R-LIMIT-3)."""
    value = 1 + len(s.players[p].fulfilled)
    if s.index.crew_limit:
        for entry in s.index.crew_limit[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def goods_limit(s: State, p: int) -> int:
    """How many goods p may have: two for each fulfilled contract and the printed one (R-LIMIT-2, R-LIMIT-3)."""
    value = 2 + 2 * len(s.players[p].fulfilled)
    if s.index.goods_limit:
        for entry in s.index.goods_limit[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def goods_used(s: State, p: int, card: int = -1) -> int:
    """How many goods p's goods count as toward the limit, with ``card`` beside them (R-LIMIT-2)."""
    value = len(s.players[p].goods) + (card >= 0)
    if s.index.goods_used:
        for entry in s.index.goods_used[p]:
            value = entry[0].by(s, entry, value, p, card)
    return value


def draws_up_to(s: State, p: int) -> int:
    """Up to how many cards the draw action fills p's hand (R-TURN-2)."""
    value = 5
    if s.index.draws_up_to:
        for entry in s.index.draws_up_to[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def ship_capacity(s: State, p: int, ship: int) -> int:
    """How large the total load requirement of a ship may be, and how many containers it holds (R-CONTRACT-2)."""
    value = 6
    if s.index.ship_capacity:
        for entry in s.index.ship_capacity[p]:
            value = entry[0].by(s, entry, value, p, ship)
    return value


def import_takes(s: State, p: int) -> int:
    """How many cards the winner of a bid takes (R-IMPORT-4)."""
    value = 2
    if s.index.import_takes:
        for entry in s.index.import_takes[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def owner_pay(s: State, p: int, ship: int, cause: str) -> int:
    """What p, the owner of a ship, gets when somebody else imports from it by "action" or "power" (R-IMPORT-5)."""
    value = USUAL_PAY
    if s.index.owner_pay:
        for entry in s.index.owner_pay[p]:
            value = entry[0].by(s, entry, value, p, ship, cause)
    return value


def import_targets(s: State, p: int) -> int:
    """From where p may import besides ships at sea: the island or nowhere, as bits (R-IMPORT-1)."""
    value = 0
    if s.index.import_targets:
        for entry in s.index.import_targets[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def bid_payee(s: State, p: int, ship: int) -> int:
    """Who gets the winning bid on what p has named, a ship or -1 for the island; -1 is the bank (R-IMPORT-2)."""
    value = -1
    if s.index.bid_payee:
        for entry in s.index.bid_payee[p]:
            value = entry[0].by(s, entry, value, p, ship)
    return value


def wins_ties(s: State, p: int) -> bool:
    """Whether p wins ties (R-IMPORT-3, R-SCORE-7)."""
    value = False
    if s.index.wins_ties:
        for entry in s.index.wins_ties[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def payout(s: State, p: int, ship: int, count: int) -> int:
    """What fulfilling a ship with this many counted containers pays p (R-FULFIL-2)."""
    value = payout_row(s, count)
    if s.index.payout:
        for entry in s.index.payout[p]:
            value = entry[0].by(s, entry, value, p, ship, count)
    return value


def payout_row(s: State, count: int) -> int:
    """What the table pays for this many containers."""
    if count == 1 and s.rulings["payout-one-container"] == "lowest-row":
        return 6
    return 14 if count >= 5 else 10 if count >= 3 else 6 if count == 2 else 0


def half_loads(s: State, p: int) -> int:
    """The contracts of which colors p may fulfill with half their containers, as bits (R-FULFIL-1)."""
    value = 0
    if s.index.half_loads:
        for entry in s.index.half_loads[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def load_ways(s: State, p: int) -> tuple[tuple[str, int], ...]:
    """In which other ways p may carry out a Load action, each with the card that allows it (R-LOAD-1)."""
    value: tuple[tuple[str, int], ...] = ()
    if s.index.load_ways:
        for entry in s.index.load_ways[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def more_loads(s: State, p: int, leading: bool, known: Known) -> int:
    """How many more containers p may load within one Load action, through the powers known when it began (R-LOAD-1)."""
    value = 0
    if s.index.more_loads:
        for entry in s.index.more_loads[p]:
            if (entry[0].id, entry[2]) in known:
                value = entry[0].by(s, entry, value, p, leading)
    return value


def paid_loads(s: State, p: int, known: Known) -> int:
    """How many more containers p may pay for in a turn, through the powers known when a Load began (R-LOAD-1)."""
    value = 0
    if s.index.paid_loads:
        for entry in s.index.paid_loads[p]:
            if (entry[0].id, entry[2]) in known:
                value = entry[0].by(s, entry, value, p)
    return value


def ends_at_credits(s: State, p: int) -> int:
    """With how many credits p ends the game (R-END-1)."""
    value = 50
    if s.index.ends_at_credits:
        for entry in s.index.ends_at_credits[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def capital_counts(s: State) -> bool:
    """Whether Capital goods count as another kind now, tiers aside (ruling capital-good-kind)."""
    return s.rulings["capital-good-kind"] != "scoring-and-tiers-only" or s.phase == "scoring"


def virtual_counts(s: State) -> bool:
    """Whether what only counts as goods or crew does so now (ruling virtual-cards-count)."""
    return s.rulings["virtual-cards-count"] != "end-scoring-only" or s.phase == "scoring"


def said_kind(s: State, p: int) -> int:
    """The kind that p has said Capital goods alone count as, CAPITAL if none (ruling capital-goods-alone)."""
    if s.rulings["capital-goods-alone"] == "owner-chooses":
        for seat, mark in s.once:
            if seat == p and mark.startswith(COUNTS_AS):
                return int(mark.removeprefix(COUNTS_AS))
    return CAPITAL


def good_counts(s: State, p: int, for_tiers: bool = False) -> list[int]:
    """How many goods of each of the five kinds p is counted to have (R-SCORE-2, R-CAPITAL-7)."""
    color = s.cat.color
    value = [0] * 8
    goods = s.players[p].goods
    for card in goods:
        value[color[card]] += 1
    if value[CAPITAL] and (for_tiers or capital_counts(s)):
        first = next((color[card] for card in goods if color[card] in FIVE_KINDS), -1)
        first = first if first >= 0 else said_kind(s, p)
        if first != CAPITAL:
            value[first] += value[CAPITAL]
    if s.index.good_counts:
        for entry in s.index.good_counts[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def kind_of_good(s: State, p: int, card: int, added: bool = False) -> int:
    """Which kind a card in p's goods area counts as; CAPITAL for a Capital good without another (R-CAPITAL-7, AMB-83).

    ``added``: for the event of its arrival, where the ruling capital-good-kind may count the printed kind (AMB-89).
    """
    color = s.cat.color
    kind = color[card]
    if kind != CAPITAL or not capital_counts(s) or (added and s.rulings["capital-good-kind"] == "not-for-being-added"):
        return kind
    first = next((color[good] for good in s.players[p].goods if color[good] in FIVE_KINDS), CAPITAL)
    return first if first != CAPITAL else said_kind(s, p)


def goods_total(s: State, p: int) -> int:
    """How many goods p is counted to have in all, whatever their kind (R-CAPITAL-8, D11)."""
    return _goods_in_all(s, p, good_counts(s, p))


def _goods_in_all(s: State, p: int, counts: list[int]) -> int:
    """What ``good_counts`` comes to in all."""
    held = sum(counts[:CAPITAL]) + counts[NO_COLOR]
    if not counts[CAPITAL]:
        return held
    some = said_kind(s, p) != CAPITAL or any(s.cat.color[card] in FIVE_KINDS for card in s.players[p].goods)
    lent = some and capital_counts(s)  # Capital goods are among a kind's then
    return held if lent else held + counts[CAPITAL]


def good_value(s: State, p: int) -> list[int]:
    """What a good of each of the five kinds is worth to p at the end (R-SCORE-2)."""
    value = [2 if kind == ILLEGAL else 1 for kind in FIVE_KINDS]
    if s.index.good_value:
        for entry in s.index.good_value[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def majority_times(s: State, p: int) -> int:
    """How many times p gets a bonus for the most goods of a kind (R-SCORE-4)."""
    value = 1
    if s.index.majority_times:
        for entry in s.index.majority_times[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def penalty_times(s: State, p: int) -> int:
    """How many times p gets the 6 for the most Illegal goods; below 0 they are paid (R-SCORE-5)."""
    value = -1
    if s.index.penalty_times:
        for entry in s.index.penalty_times[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def tier_have(s: State, p: int) -> list[int]:
    """How many tiers of each kind p's goods provide, the harbor aside; any good is one for Capital (R-CAPITAL-8)."""
    value = good_counts(s, p, for_tiers=True)
    same = not value[CAPITAL] or capital_counts(s)  # no Capital goods, or counted the same way for tiers
    value[CAPITAL] = _goods_in_all(s, p, value if same else good_counts(s, p))
    if s.index.tier_have:
        for entry in s.index.tier_have[p]:
            value = entry[0].by(s, entry, value, p)
    if s.rulings["skip-tier-duration"] == "rest-of-the-turn":
        for seat, mark in s.once:
            if seat == p and mark.startswith(SKIPPED):
                value[int(mark.removeprefix(SKIPPED))] += 1
    return value


def sale_price(s: State, p: int) -> int:
    """What p gets for a card sold to the Supply Island (R-SUPPLY-2)."""
    value = 4
    if s.index.sale_price:
        for entry in s.index.sale_price[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def follow_actions(s: State, p: int, card: int) -> int:
    """Which led actions a card in p's hand follows, as bits (R-TURN-5)."""
    value = actions_of(s, p, card)
    if s.index.follow_actions:
        for entry in s.index.follow_actions[p]:
            value = entry[0].by(s, entry, value, p, card)
    return value


def follows_instead(s: State, p: int, card: int, crew: list[int]) -> int:
    """With which actions other than the led one p may follow by playing this card, as bits (R-CAPITAL-5).

    ``crew`` is ``crew_counts``.
    """
    value = actions_of(s, p, card) & 1 << BARTER
    reading = s.rulings["barter-follow"]
    if value and reading != "card-alone" and (reading == "crew-only" or not crew[BARTER]):
        value = 0
    if s.index.follows_instead:
        for entry in s.index.follows_instead[p]:
            value = entry[0].by(s, entry, value, p, card)
    return value


def performs_as(s: State, p: int, action: int) -> int:
    """Which actions p may perform having declared this one, as bits (R-TURN-7)."""
    value = 1 << action
    if s.index.performs_as:
        for entry in s.index.performs_as[p]:
            value = entry[0].by(s, entry, value, p, action)
    return value


def contracts_per_action(s: State, p: int) -> int:
    """How many cards p may place in one Contract action (R-CONTRACT-1)."""
    value = 1
    if s.index.contracts_per_action:
        for entry in s.index.contracts_per_action[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def instead_of_drawing(s: State, p: int) -> int:
    """How many credits p, leading, may take instead of drawing with the draw action; 0 is no choice (R-TURN-2)."""
    value = 0
    if s.index.instead_of_drawing:
        for entry in s.index.instead_of_drawing[p]:
            value = entry[0].by(s, entry, value, p)
    return value


# The prices of the Port of Tokyo's columns by tier, from 0 on; the last is for all higher tiers too (AMB-90).
PORT_PRICES: Final = {"one-per-tier-2-4-6-8": (2, 4, 6, 8), "three-columns-2-4-6": (2, 2, 4, 6)}


def column_price(s: State, card: int, rulings: Mapping[str, str] | None = None) -> int:
    """The price of the column of the Port of Tokyo in which a card lies there (R-TOKYO-1, AMB-90)."""
    rulings = s.rulings if rulings is None else rulings
    prices = PORT_PRICES[rulings["port-columns"]]
    reading = rulings["port-flag-and-capital"]
    flag = len(s.cat.faces[s.cat.base[card]]) > 1
    if (flag or s.cat.color[card] == CAPITAL) and reading == "both-highest":
        return prices[-1]
    if flag or (s.cat.color[card] == CAPITAL and reading == "both-lowest"):
        return prices[0]
    return prices[min(s.cat.tier_total[card], len(prices) - 1)]


def port_price(s: State, p: int, card: int) -> int:
    """What it costs p to contract a card of the Port of Tokyo in a Contract action (R-TOKYO-3)."""
    value = column_price(s, card)
    if s.index.port_price:
        for entry in s.index.port_price[p]:
            value = entry[0].by(s, entry, value, p, card)
    return value


def fulfilled_to(s: State, p: int, card: int) -> str:
    """Where a contract that p fulfills is put: tucked, or wherever p chooses (R-FULFIL-3)."""
    value = TUCKED
    if s.index.fulfilled_to:
        for entry in s.index.fulfilled_to[p]:
            value = entry[0].by(s, entry, value, p, card)
    return value


def deck_is_open(s: State, p: int) -> bool:
    """Whether p sees the top card of the deck (R-TURN-2)."""
    value = False
    if s.index.deck_is_open:
        for entry in s.index.deck_is_open[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def pirate_places(s: State, p: int) -> int:
    """From where p may pirate besides ships at sea and the island, as bits (R-PIRATE-1)."""
    value = 0
    if s.index.pirate_places:
        for entry in s.index.pirate_places[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def pirates_to_goods(s: State, p: int) -> bool:
    """Whether p may pay to put a pirated container into the goods area (R-PIRATE-1)."""
    value = False
    if s.index.pirates_to_goods:
        for entry in s.index.pirates_to_goods[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def protected_ships(s: State, p: int) -> int:
    """Which ships p may not pirate from, as bits (R-PIRATE-1)."""
    value = 0
    if s.index.protected_ships:
        for entry in s.index.protected_ships[p]:
            value = entry[0].by(s, entry, value, p)
    return value


def who_answers(s: State, question: str, p: int) -> list[tuple[int, int]]:
    """Name the abilities in force that answer a question about p, as (owner, card) pairs."""
    answers = getattr(s.index, question)
    return [(entry[1], entry[2]) for entry in answers[p]] if answers else []


LOAD_OR_CONTRACT: Final = 1 << LOAD | 1 << CONTRACT
