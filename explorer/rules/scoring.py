"""Scoring, line by line (R-SCORE-1 … R-SCORE-9), in fixed steps (AMB-68)."""

from __future__ import annotations

from typing import Any

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.abilities import COUNTS, MOVES, changed_by
from explorer.language.checks import Axis, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.questions import good_counts, good_value, kind_of_good, majority_times, penalty_times
from explorer.language.ships import harbor_ships, matching
from explorer.language.stepper import ask, go, proc, push
from explorer.rules.ending import break_tie, decide_winner
from explorer.rules.windows import pause
from explorer.state import HARBOR, Frame, State
from explorer.terms import AGRICULTURE, CAPITAL, CONSUMER, FIVE_KINDS, ILLEGAL, KINDS, LUXURY, TECHNOLOGY

MAJORITIES = ((TECHNOLOGY, 6), (AGRICULTURE, 6), (CONSUMER, 6), (LUXURY, 8))


def _begin(s: State, f: Frame) -> None:
    s.phase = "scoring"
    if s.index.wins:
        s.dirty = s.dirty or -s.events  # some win only now (ruling exotic-fish-timing)


def _last_uses(s: State, f: Frame) -> None:
    pause(s, f, "scoring")


def _prepare(s: State, f: Frame) -> None:
    """What powers still move, declare and add, stage by stage (AMB-68); k is the stage."""
    if s.rulings["end-power-order"] == "owners-best-order":
        return go(f, _next_owner)
    stage = f.k = f.k + 1
    if stage > COUNTS:
        return
    if stage > MOVES:
        f.n = 1  # from now on points are counted (see ending.counting)
    cause = (s.events, ev.PowerResolves, f.cause, "", "AMB-68", s.leader, -1, None, None)
    due = [entry for entry in s.index.preparing if entry[0].stage == stage]
    due = [e for e in due if e[0].given is None or e[0].given(s, e[1], e[2])]
    go(f, _prepare)
    if due:
        relied(s, f, "end-power-order")
        push(s, f, "answers", s.leader, x=tuple((e[0].id, *e[1:], cause) for e in due))


# Each owner in the order that suits it, contracts that score among them (ruling end-power-order).  x are the powers
# that have had their turn, y those of the seat k that may come next.


def _waiting(s: State, f: Frame, seat: int) -> tuple[Any, ...]:
    """The powers of a seat that still act at the end, those that score last; nothing where no other is among them."""
    acting = [e for e in s.index.preparing if e[1] == seat and (e[0].given is None or e[0].given(s, seat, e[2]))]
    left = [(e[0].id, *e[1:]) for e in acting if (e[0].id, *e[1:]) not in f.x]
    scoring = [(e[0].id, *e[1:]) for e in s.index.scoring if e[1] == seat and (e[0].id, *e[1:]) not in f.x]
    return (*left, *scoring) if left else ()


def _next_owner(s: State, f: Frame) -> None:
    f.x = f.x or ()
    f.r = None
    seats = len(s.players)
    for seat in ((s.leader + i) % seats for i in range(seats)):
        f.k, f.y = seat, _waiting(s, f, seat)
        if f.y:
            return
    f.n = 1
    go(f, _containers)


def _ask_best(s: State, f: Frame) -> None:
    if len(f.y) > 1:
        ask(s, f.k, "end order")


def _act_next(s: State, f: Frame) -> None:
    """Let the power chosen act or score."""
    first = f.y[f.r[1] if f.r is not None else 0]
    f.x = (*f.x, first)
    relied(s, f, "end-power-order")
    go(f, _next_owner)
    entry = next((e for e in s.index.scoring if (e[0].id, *e[1:]) == first), None)
    if entry is not None:
        return _score_contract(s, f, entry)
    cause = (s.events, ev.PowerResolves, f.cause, "", "AMB-68", s.leader, -1, None, None)
    push(s, f, "answers", s.leader, x=((*first, cause),))


Prompt(
    "end order",
    "ruling end-power-order",
    (Move("first", (Axis("waiting", lambda ctx: range(len(ctx.f.y))),)),),
    window="scoring",
)


def _score(s: State, f: Frame, seat: int, amount: int, line: str, detail: str, clause: str) -> None:
    """Write down one line of the score sheet; every amount moves the credits at once."""
    if amount:
        s.players[seat].credits += amount
        s.lines += ((seat, amount, line, detail, clause),)
        emit(s, f, ev.Scored, clause, seat, amount, line, detail)


def _cited(s: State, seat: int, question: str, changed: bool, clause: str) -> str:
    """What a line rests on: the latest power that answers the question, where its value is not the usual one."""
    answers = getattr(s.index, question)
    return f"power {kebab(answers[seat][-1][0].power)}" if changed and answers and answers[seat] else clause


LEFTOVERS = ("ships-with-a-contract-all-aboard", "matching-ones-only", "every-harbour-container")


def _containers(s: State, f: Frame) -> None:
    """2 for each container loaded for a contract not yet fulfilled (R-SCORE-1, AMB-67)."""
    reading = s.rulings["leftover-containers-score"]
    harbor = [i for i, ship in enumerate(s.ships) if ship.at == HARBOR]
    if any(len({_counted(s, i, other) for other in LEFTOVERS}) > 1 for i in harbor):
        relied(s, f, "leftover-containers-score")
    for seat in range(len(s.players)):
        count = sum(_counted(s, i, reading) for i in harbor_ships(s, seat))
        _score(s, f, seat, 2 * count, "containers", str(count), "R-SCORE-1")


def _counted(s: State, ship: int, reading: str) -> int:
    hull = s.ships[ship]
    if reading == "every-harbour-container":
        return len(hull.cargo)
    if not hull.contracts:
        return 0
    if reading == "matching-ones-only":
        return sum(len(held) for held in matching(s, ship)[1])
    return len(hull.cargo)


def _goods(s: State, f: Frame) -> None:
    """1 for each legal good, 2 for each Illegal one (R-SCORE-2)."""
    for seat in range(len(s.players)):
        counts, value = good_counts(s, seat), good_value(s, seat)
        for kind in FIVE_KINDS:
            usual = 2 if kind == ILLEGAL else 1
            clause = _cited(s, seat, "good_value", value[kind] != usual, "R-SCORE-2")
            _score(s, f, seat, counts[kind] * value[kind], "goods", KINDS[kind], clause)
        _capital_alone(s, f, seat)


def _capital_alone(s: State, f: Frame, seat: int) -> None:
    """Capital goods without another good beside them (AMB-83, ruling capital-goods-alone)."""
    alone = [card for card in s.players[seat].goods if kind_of_good(s, seat, card) == CAPITAL]
    if alone:
        relied(s, f, "capital-goods-alone")
        if s.rulings["capital-goods-alone"] == "one-credit-each":
            _score(s, f, seat, len(alone), "goods", KINDS[CAPITAL], "ruling capital-goods-alone")


def _sets(s: State, f: Frame) -> None:
    """10 for at least one good of every kind (R-SCORE-3)."""
    kinds = FIVE_KINDS if s.rulings["set-bonus-kinds"] == "all-five" else FIVE_KINDS[:4]
    for seat in range(len(s.players)):
        counts = good_counts(s, seat)
        if all(counts[kind] for kind in kinds):
            _score(s, f, seat, 10, "set", "", "R-SCORE-3")


def _most(s: State, f: Frame, kind: int) -> tuple[list[int], bool]:
    """The seats with the most goods of a kind, and whether somebody's power broke a tie (R-SCORE-7)."""
    counts = [good_counts(s, seat)[kind] for seat in range(len(s.players))]
    best = max(counts)
    if not best:
        relied(s, f, "majority-at-zero", KINDS[kind])
        if s.rulings["majority-at-zero"] == "needs-one-good":
            return [], False
    tied = [seat for seat, count in enumerate(counts) if count == best]
    kept = break_tie(s, tied, f, "majority", KINDS[kind]) if best else tied
    return kept, len(kept) < len(tied)


def share(amount: int, seats: int) -> int:
    """Divide an amount among tied seats, each share rounded up (R-SCORE-7, R-SCORE-9).

    >>> [share(6, n) for n in (2, 3, 4, 5, 6)], [share(8, n) for n in (2, 3, 4, 5, 6)]
    ([3, 2, 2, 2, 1], [4, 3, 2, 2, 2])
    """
    return -(-amount // seats)


def _times(s: State, f: Frame, times: int, amount: int, seats: int) -> int:
    """An amount divided among tied seats as many times as a power says (ruling sauna-tie)."""
    if abs(times) > 1 and seats > 1:
        relied(s, f, "sauna-tie")
        if s.rulings["sauna-tie"] == "double-then-share":
            return share(abs(times) * amount, seats) * (1 if times > 0 else -1)
    return times * share(amount, seats)


def _majorities(s: State, f: Frame) -> None:
    """Majorities of the four legal kinds, and the penalty for the most Illegal goods (R-SCORE-4, R-SCORE-5)."""
    for kind, amount in MAJORITIES:
        seats, _broken = _most(s, f, kind)
        for seat in seats:
            times = majority_times(s, seat)
            clause = _cited(s, seat, "majority_times", times != 1, "R-SCORE-4")
            _score(s, f, seat, _times(s, f, times, amount, len(seats)), "majority", KINDS[kind], clause)
    seats, broken = _most(s, f, ILLEGAL)
    if broken:
        relied(s, f, "foxes-illegal-tie")
        if s.rulings["foxes-illegal-tie"] == "outside-the-penalty":
            counts = [good_counts(s, seat)[ILLEGAL] for seat in range(len(s.players))]
            seats = [seat for seat, count in enumerate(counts) if count == max(counts) and seat not in seats]
    for seat in seats:
        times = penalty_times(s, seat)
        lone = times > 0 and len(seats) > 1 and s.rulings["ivory-tie"] == "gains-six"
        amount = _times(s, f, times, 6, 1 if lone else len(seats))
        _rely_on_gain(s, f, seat, times, len(seats))
        clause = _cited_of_penalty(s, seat)
        _score(s, f, seat, amount, "penalty" if amount < 0 else "majority", KINDS[ILLEGAL], clause)


def _rely_on_gain(s: State, f: Frame, seat: int, times: int, seats: int) -> None:
    """Tell which rulings a penalty that has become a gain rests on."""
    if times > 0 and seats > 1:
        relied(s, f, "ivory-tie")
    if times > 0 and len({entry[0].power for entry in s.index.penalty_times[seat]}) > 1:
        relied(s, f, "sauna-with-ivory")


def _cited_of_penalty(s: State, seat: int) -> str:
    """What the penalty rests on: the latest power that has changed how many times it counts."""
    answers = s.index.penalty_times[seat] if s.index.penalty_times else ()
    return (changed_by(s, answers, -1, seat) or ["R-SCORE-5"])[-1]


def _contracts(s: State, f: Frame) -> None:
    """Contracts that score at the end (R-SCORE-6), leader first, clockwise (AMB-68)."""
    seats = len(s.players)
    for entry in sorted(s.index.scoring, key=lambda e: (e[1] - s.leader) % seats):
        if (entry[0].id, *entry[1:]) not in (f.x or ()):
            _score_contract(s, f, entry)


def _score_contract(s: State, f: Frame, entry: Any) -> None:
    ability, owner, card, _parameter = entry
    f.by = ability.power
    name = s.cat.name[card] + (f" ({ability.about(s, owner)})" if ability.about is not None else "")
    if ability.tells is not None:
        ability.tells(s, f, owner)
    _score(s, f, owner, ability.points(s, owner, card), "contract", name, "R-SCORE-6")
    f.by = ""


def _winner(s: State, f: Frame) -> None:
    for seat, player in enumerate(s.players):
        if player.credits < 0:
            relied(s, f, "negative-total")
            if s.rulings["negative-total"] == "floor-at-zero":
                _score(s, f, seat, -player.credits, "floor", "", "ruling negative-total")
    decide_winner(s, f)


proc(
    "scoring",
    _begin,
    _last_uses,
    _prepare,
    _containers,
    _goods,
    _sets,
    _majorities,
    _contracts,
    _winner,
    _next_owner,
    _ask_best,
    _act_next,
)
