"""Powers that act when the game is over: before points are counted, or as points (R-SCORE-6, AMB-68)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from explorer.language import events as ev
from explorer.language.abilities import COUNTS, DECLARES, MOVES, Answers, AtScoring, BeforeScoring, Entry, power
from explorer.language.checks import PROMPTS, Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import (
    add_good,
    forget_copy,
    goods_room,
    rely_on_lent_crew,
    remove_crew,
    start_effect,
    untuck,
)
from explorer.language.questions import (
    actions_of,
    contracts_of,
    crew_cards,
    good_counts,
    goods_limit,
    goods_used,
)
from explorer.language.stepper import ask, done, go
from explorer.language.verbs import Lasting, Steps, prompt
from explorer.rules.arrivals import order_counts
from explorer.rules.ending import sharers
from explorer.rules.scoring import share
from explorer.state import Frame, State
from explorer.terms import ACTIONS, CONSUMER, FIVE_KINDS, KINDS, LUXURY, SUPPLY

END = ("turn end",)  # no turn ends any more: until the game is over

power("Artifacts", AtScoring(lambda s, owner, card: 20 * (min(good_counts(s, owner)[:5]) >= 2)))


# Ceramics: a Luxury good for every two Consumer goods, after all that adds Consumer goods


def _more_luxury(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    value[LUXURY] += value[CONSUMER] // 2
    return value


power("Ceramics", BeforeScoring(Lasting(0, END), COUNTS), effects=(Answers("good_counts", by=_more_luxury),))


# Powers that pay whoever has the most


def for_the_most(amount: int, counts: Callable[[State, int], int]) -> AtScoring:
    """Credits for having the most of what ``counts`` finds for a seat (D14, ruling tie-for-most)."""

    def points(s: State, owner: int, card: int) -> int:
        have = [counts(s, seat) for seat in range(len(s.players))]
        if have[owner] and have[owner] == max(have) and have.count(have[owner]) > 1:
            relied(s, s.stack[-1], "tie-for-most")
        seats = sharers(s, owner, have)
        if not seats:
            return 0
        return share(amount, seats) if s.rulings["tie-for-most"] == "shared" else amount

    return AtScoring(points)


power("Champagne", for_the_most(8, lambda s, seat: len(s.players[seat].fulfilled)))


# Cheap Shirts: as many crew as fit become goods


def _note_income(s: State, f: Frame) -> None:
    if ev.GoodAdded in s.index.hears:
        relied(s, f, "end-moves-income")


def _some_fit(s: State, owner: int, card: int) -> bool:
    return any(goods_room(s, owner, other) > 0 for other in s.players[owner].crew)


def _shirts_fit(s: State, f: Frame) -> None:
    """Move all crew if all fit and their order is of no account; else some is left to choose from."""
    crew = s.players[f.who].crew
    if not _some_fit(s, f.who, f.card):
        return done(f)
    if (len(crew) <= goods_room(s, f.who) or _all_fit(s, f.who)) and not order_counts(s, f.who, crew):
        for card in crew[:]:
            _wear(s, f, card)
        done(f)


def _all_fit(s: State, seat: int) -> bool:
    """Whether all fit although each alone would take a place."""
    crew = s.players[seat].crew
    return bool(s.index.goods_used) and _most(s, seat, crew, {}) == len(crew)


def _most(s: State, seat: int, crew: list[int], known: dict[tuple[int, ...], int]) -> int:
    """How many of these cards can become goods one after the other (power scotch).

    Of the goods their kinds matter and which lies leftmost, not the order of the others (R-CAPITAL-7).
    """
    color, goods = s.cat.color, s.players[seat].goods
    leftmost = color[goods[0]] if goods else -1
    state = (leftmost, *sorted(color[card] for card in crew), -1, *sorted(color[card] for card in goods))
    if state not in known:
        most = 0
        for card in {color[card]: card for card in crew}.values():
            if goods_room(s, seat, card) > 0:
                goods.append(card)
                most = max(most, 1 + _most(s, seat, [other for other in crew if other != card], known))
                goods.pop()
        known[state] = most
    return known[state]


def _find_best(ctx: Ctx) -> None:
    """Find the cards after which as many can still follow as at all possible."""
    s, player = ctx.s, ctx.s.players[ctx.p]
    ctx.best = set(player.crew)
    if s.index.goods_used:
        known: dict[tuple[int, ...], int] = {}
        most = _most(s, ctx.p, player.crew, known)
        for card in player.crew:
            player.goods.append(card)
            if 1 + _most(s, ctx.p, [other for other in player.crew if other != card], known) < most:
                ctx.best.discard(card)
            player.goods.pop()


def _wear(s: State, f: Frame, card: int) -> None:
    _note_income(s, f)
    remove_crew(s, f, f.who, card, "power cheap-shirts")
    add_good(s, f, f.who, card, "power cheap-shirts")


def _ask_shirt(s: State, f: Frame) -> None:
    ask(s, f.who, "cheap-shirts")


def _one_shirt(s: State, f: Frame) -> None:
    if f.r is not None:
        _wear(s, f, f.r[1])
    go(f, _shirts_fit)


prompt(
    "cheap-shirts",
    Move(
        "move",
        (
            Axis(
                "card",
                lambda ctx: ctx.s.players[ctx.p].crew,
                (
                    Check(
                        "goods-limit", "R-LIMIT-2", lambda ctx, card: goods_room(ctx.s, ctx.p, card) > 0, "goods_limit"
                    ),
                    Check("as-many-as-possible", "power cheap-shirts", lambda ctx, card: card in ctx.best),
                ),
            ),
        ),
        prepare=_find_best,
    ),
)
power(
    "Cheap Shirts",
    BeforeScoring(
        Steps(
            _shirts_fit,
            _ask_shirt,
            _one_shirt,
            touches=frozenset({"crew", "goods"}),
            emits=(ev.CrewRemoved, ev.GoodAdded),
        ),
        MOVES,
        given=_some_fit,
    ),
)


# Cologne: the action of which one has the most crew is always the best to name


def _best_action(s: State, owner: int) -> str:
    counts = crew_cards(s, owner)[:6]
    return ACTIONS[counts.index(max(counts))].title()


power(
    "Cologne",
    AtScoring(lambda s, owner, card: 4 * max(crew_cards(s, owner)[:6]), about=_best_action, tells=rely_on_lent_crew),
)


# Diamonds: up to two fulfilled contracts become goods


def _ask_diamonds(s: State, f: Frame) -> None:
    ask(s, f.who, "diamonds")


def _set_diamonds(s: State, f: Frame) -> None:
    if f.r is None or f.r[0] == "pass":
        return
    relied(s, f, "diamonds-number")
    relied(s, f, "move-that-lowers-its-limit")
    _note_income(s, f)
    for card in f.r[1]:
        untuck(s, f, f.who, card, "power diamonds")
        forget_copy(s, card)
        add_good(s, f, f.who, card, "power diamonds")


def _room_now(ctx: Ctx, cards: tuple[int, ...]) -> bool:
    """Whether they have room under the limit as it is before they leave: no good makes way for them (AMB-16)."""
    goods = ctx.s.players[ctx.p].goods
    goods += cards
    fits = goods_used(ctx.s, ctx.p) <= goods_limit(ctx.s, ctx.p)
    del goods[-len(cards) :]
    return fits


def _room_afterward(ctx: Ctx, cards: tuple[int, ...]) -> bool:
    return goods_room(ctx.s, ctx.p) >= 3 * len(cards)  # each takes a place, and two off the limit


def _some_movable(s: State, owner: int, card: int) -> bool:
    return len(PROMPTS["diamonds"].options(s, Frame("diamonds", owner, card), owner)) > 1


def _one_or_two(ctx: Ctx) -> list[tuple[int, ...]]:
    """One contract or two; these in either order where that counts (AMB-84)."""
    fulfilled = ctx.s.players[ctx.p].fulfilled
    found: list[tuple[int, ...]] = [(card,) for card in fulfilled]
    for pair in combinations(fulfilled, 2):
        found += [pair, pair[::-1]] if order_counts(ctx.s, ctx.p, pair) else [pair]
    return found


prompt(
    "diamonds",
    Move("pass"),
    Move(
        "move",
        (
            Axis(
                "contracts",
                _one_or_two,
                (
                    Check(
                        "two-contracts-moved",
                        "ruling diamonds-number",
                        lambda ctx, cards: len(cards) == 2 or ctx.s.rulings["diamonds-number"] == "up-to-two",
                        only=("diamonds-number", "exactly-two"),
                    ),
                    Check("goods-limit", "R-LIMIT-2", _room_now, "goods_limit"),
                    Check(
                        "room-after-the-move",
                        "ruling move-that-lowers-its-limit",
                        _room_afterward,
                        "goods_limit",
                        only=("move-that-lowers-its-limit", "needs-room-first"),
                    ),
                ),
            ),
        ),
    ),
)
power(
    "Diamonds",
    BeforeScoring(
        Steps(
            _ask_diamonds,
            _set_diamonds,
            touches=frozenset({"fulfilled", "goods", "crew"}),
            emits=(ev.ContractUntucked, ev.GoodAdded),
        ),
        MOVES,
        given=_some_movable,
    ),
)


def _luxury_contracts(s: State, owner: int, card: int) -> int:
    return 6 * contracts_of(s, owner, LUXURY)


power("Gold Stuff", AtScoring(_luxury_contracts))

power("Import/Export Definitive Edition", AtScoring(_luxury_contracts))


# Ivory: the penalty becomes a gain


def _gained(s: State, entry: Entry, value: int, p: int) -> int:
    return abs(value) if s.rulings["sauna-with-ivory"] == "doubled" else 1


power("Ivory", Answers("penalty_times", by=_gained))


def _three_each(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    value[LUXURY] = 3
    return value


power("Long Coats", Answers("good_value", by=_three_each))


def _aboard(s: State, seat: int) -> int:
    return sum(len(ship.cargo) for ship in s.ships if ship.owner == seat)


power("Nice Suits", for_the_most(16, _aboard))


# Sauna: bonuses and the penalty twice


def _twice(s: State, entry: Entry, value: int, p: int) -> int:
    return value if value > 0 and s.rulings["sauna-with-ivory"] == "not-doubled" else 2 * value


power(
    "Sauna",
    Answers("majority_times", by=lambda s, entry, value, p: 2 * value),
    Answers("penalty_times", by=_twice),
)


# Teslas: each Supply card of the crew counts as a good of a kind that is declared; y are the cards, n how many are left


def _teslas_crew(s: State, f: Frame) -> None:
    """Look which cards there are; a copy of the text finds them declared already."""
    if any(id == _AS_GOOD.id and owner == f.who for id, owner, *_rest in s.effects):
        return
    f.n = sum(actions_of(s, f.who, card) >> SUPPLY & 1 for card in s.players[f.who].crew)


def _ask_tesla(s: State, f: Frame) -> None:
    if f.n:
        ask(s, f.who, "teslas")
    else:
        done(f)


def _declare_tesla(s: State, f: Frame) -> None:
    if f.n > 1:
        relied(s, f, "teslas-types")
    same = f.n if s.rulings["teslas-types"] == "one-kind-for-all" else 1
    f.n -= same
    emit(s, f, ev.Answered, "power teslas", f.who, KINDS[f.r[1]])
    for _ in range(same):
        start_effect(s, f, _AS_GOOD.id, f.who, f.card, f.r[1], END)
    go(f, _ask_tesla)


def _as_good(s: State, entry: Entry, value: list[int], p: int) -> list[int]:
    value[entry[3]] += 1
    return value


_AS_GOOD = Answers("good_counts", by=_as_good)
prompt("teslas", Move("declare", (Axis("kind", lambda ctx: FIVE_KINDS),)))
power(
    "Teslas",
    BeforeScoring(
        Steps(
            _teslas_crew,
            _ask_tesla,
            _declare_tesla,
            touches=frozenset({"crew", "counts"}),
            emits=(ev.Answered, ev.EffectStarted),
        ),
        DECLARES,
    ),
    effects=(_AS_GOOD,),
)

power("Velvet Robes", AtScoring(lambda s, owner, card: len(s.players[owner].hand)))
