"""What must hold at every decision of every game, whatever the cards.

``broken`` looks at one decision and at the way from an earlier one; it changes
nothing and returns sentences.  ``Watch`` does so all along a playout, the dear
checks only now and then.  ``strict_steps`` makes every step of every procedure
prove that it either asks or changes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from typing import Any, Final

from explorer.language import events as ev
from explorer.language.abilities import ABILITIES, POWERS, Answers, Whenever, reindex
from explorer.language.checks import PROMPTS
from explorer.language.events import listed
from explorer.language.moves import COLOR_OPEN, MARKET_END, SIDE_OPEN, is_token, stays_itself, tokens_of
from explorer.language.questions import crew_limit, goods_limit, goods_used, ship_capacity
from explorer.language.ships import complete, need_total, slots_used
from explorer.language.stepper import PROCS, choose
from explorer.log import events_of_turn, events_since
from explorer.rulebook import RULINGS, is_citation
from explorer.rules.settling import at_once, has_to_wait, taken_from
from explorer.rules.windows import interrupt, interrupts
from explorer.state import (
    HARBOR,
    JOINED,
    LISTS,
    PLACES,
    SAILING,
    SEA,
    VALUES,
    Frame,
    State,
    from_plain,
    plain,
    seat_name,
    ship_name,
)
from explorer.terms import CAPITAL, FIVE_KINDS
from explorer.words import (
    event_text,
    interrupt_key,
    interrupt_text,
    option_keys,
    option_text,
    prompt_text,
    refusal_key,
    where,
)

TEXT_GROUPS: Final = ("option", "interrupt", "event", "prompt", "frame")  # a missing text shows its key instead
PLAIN_TYPES: Final = (int, str, bool, type(None))


def broken(state: State, before: State | None = None, edited: bool = False) -> list[str]:
    """List what does not hold at this decision.

    Args:
        state: at a decision, or over.
        before: an earlier moment of the same game with no edit in between, to account for cards, credits and events.
        edited: whether somebody has edited the table, which may overload a ship.
    """
    found = [*_misplaced(state), *_containers(state, edited), *_limits(state), *_ships(state), *_frames(state)]
    if not edited:
        found += _overloaded(state)
    if state.over:
        found += ["the game is over but something is asked"] if state.asking is not None else []
    else:
        found += _decision(state)
    if before is not None:
        found += [*cards_kept(state, before), *_events(state, before), *_credits(state, before)]
    return found


# Cards


def card_places(s: State) -> list[tuple[int, str]]:
    """List every card with the zone it lies in."""
    zones = [("deck", s.deck), ("discard", s.discard), ("island", s.island), ("limbo", s.limbo)]
    zones.append(("tokens", s.tokens))
    zones.append(("played", [card for _seat, card in s.played]))
    for seat, player in enumerate(s.players):
        zones += [(f"{seat_name(s, seat)}/{a}", getattr(player, a)) for a in ("hand", "crew", "goods", "fulfilled")]
    for i, ship in enumerate(s.ships):
        zones += [(f"{ship_name(s, i)}/contracts", ship.contracts), (f"{ship_name(s, i)}/containers", ship.cargo)]
        zones.append((f"{ship_name(s, i)}/under", ship.under))
    return [(card, zone) for zone, cards in zones for card in cards]


def _misplaced(s: State) -> list[str]:
    places = card_places(s)
    twice = [card for card, count in Counter(s.cat.base[card] for card, _ in places).items() if count > 1]
    found = [f"{s.cat.name[c]} lies in {[zone for card, zone in places if s.cat.base[card] == c]}" for c in twice]
    found += _wrong_sides(s, places)
    if s.limbo and not s.over and not any(f.card in s.limbo or set(_flat(f)) & set(s.limbo) for f in s.stack):
        found.append(f"nothing under way will take {[s.cat.name[c] for c in s.limbo]} out of limbo")
    return found


SIDELESS: Final = ("deck", "discard", "island", "played")  # and hands: where a Flag card shows no side


def _wrong_sides(s: State, places: list[tuple[int, str]]) -> list[str]:
    """Flag cards with a side up where none counts, or with none where one must (R-FLAG-1, R-FLAG-2)."""
    asked = {int(mark[len(SIDE_OPEN) :]) for _seat, mark in s.once if mark.startswith(SIDE_OPEN)}
    asked |= {f.n for f in s.stack if f.proc == "turn up"}
    found = []
    for card, zone in places:
        sideless = zone in SIDELESS or zone.endswith("/hand")
        if sideless and s.cat.base[card] != card:
            found.append(f"R-FLAG-1: a side of {s.cat.name[card]} is up in {zone}")
        if not sideless and zone != "limbo" and len(s.cat.faces[card]) > 1 and card not in asked:
            found.append(f"R-FLAG-1: no side of {s.cat.name[card]} is up in {zone}")
    return found


def _flat(f: Frame) -> Iterator[int]:
    """The numbers a frame holds, as far down as tuples go."""
    todo: list[Any] = [f.n, f.k, f.x, f.y, f.r]
    while todo:
        value = todo.pop()
        if isinstance(value, tuple):
            todo += value
        elif isinstance(value, int):
            yield value


def cards_kept(s: State, before: State) -> list[str]:
    """List the cards that have come from nowhere or gone nowhere since an earlier moment."""
    now, then = ({s.cat.base[card] for card, _ in card_places(x)} for x in (s, before))
    return [f"{s.cat.name[card]} has {'appeared' if card in now else 'vanished'}" for card in sorted(now ^ then)]


# Physical containers

PLENTY: Final = 20  # with so many of a color in the supply it has hardly ever run out


def _containers(s: State, edited: bool) -> list[str]:
    """Containers where cards belong, and cards where the variant in play has containers (R-VARIANT-1, R-VARIANT-4).

    Whoever edits the table may lay a card where containers lie.
    """
    if not s.containers:
        return ["there are containers in a game without them"] if s.tokens else []
    found = []
    for card, zone in card_places(s):
        kind = zone.rpartition("/")[2]
        if is_token(s, card):
            if kind not in ("tokens", "containers", "crew", "goods", "limbo"):
                found.append(f"R-VARIANT-1: a container lies in {zone}")
            elif kind in ("crew", "goods") and s.containers == 1 and _never_kept(s):
                found.append(f"R-VARIANT-3: a container lies in {zone}")
        elif kind == "tokens":
            found.append(f"R-VARIANT-1: {s.cat.name[card]} lies among the containers")
        elif edited:
            continue
        elif kind == "containers" and _has_container(s, card) and not _may_stay(s, card):
            found.append(f"R-VARIANT-1: {s.cat.name[card]} lies in {zone}")
        elif kind in ("crew", "goods") and s.containers == 2 and _has_container(s, card):
            found.append(f"R-VARIANT-4: {s.cat.name[card]} lies in {zone}")
    return found


def _may_stay(s: State, card: int) -> bool:
    """Whether a power works aboard by this very card, or did so (power automation), maybe by a copied text."""
    named = POWERS.get(s.cat.power[card] or "")
    return stays_itself(s, card) or bool(named and named.effects) or _has_worked(s, card)


def _has_worked(s: State, card: int) -> bool:
    log = s.log
    while log is not None:
        log, event = log
        if event[ev.CODE] == ev.EffectEnded and event[ev.FIELDS] == card:
            return True
    return False


def _never_kept(s: State) -> bool:
    return s.rulings["variant-import-no-match"] == "nothing"


def _has_container(s: State, card: int) -> bool:
    """Whether there are containers of this card's color, so that none of them should be a card."""
    if any(mark == f"{COLOR_OPEN}{card} {mark.rpartition(' ')[2]}" for _seat, mark in s.once):
        return False
    if any(f.proc == "container color" and f.card == card for f in s.stack):
        return False
    color = s.cat.color[card]
    if min(len(tokens_of(s, one)) for one in (FIVE_KINDS if color == CAPITAL else (color,))) <= PLENTY:
        return False
    told = (event for event in listed(s.log) if event[ev.CODE] == ev.NoContainerLeft)
    return card not in {event[ev.FIELDS] for event in told}  # there was none when it came


# Limits, ships


def _under_way(s: State, *procs: str) -> bool:
    return any(f.proc in procs for f in s.stack)


# What goes before limits and complete ships.
FIRST: Final = ("shed", "turn up", "container color", "load slot")


def _limits(s: State) -> list[str]:
    if s.rulings["falling-limits"] != "discard-at-once-owner-picks" or _under_way(s, *FIRST) or s.ending == "won":
        return []
    found = []
    for seat, player in enumerate(s.players):
        crew = ("crew", len(player.crew), crew_limit(s, seat))
        for area, count, limit in (crew, ("goods", goods_used(s, seat), goods_limit(s, seat))):
            if count > limit and not _all_due(s):
                found.append(f"{seat_name(s, seat)} has {count} {area}, limit {limit}")
    return found


def _ships(s: State) -> list[str]:
    if s.ending == "won":  # the game has stopped in the middle of something
        return []
    found = []
    for i, ship in enumerate(s.ships):
        fault = _ship_fault(s, i)
        if fault:
            found.append(f"{ship_name(s, i)} ({PLACES[ship.at]}) {fault}")
    for i in s.claimed if s.phase not in ("scoring", "over") else ():  # then one may be barred (power segways)
        if _stays_at_sea(s, i):
            continue
        if not any((f.proc == "fulfill" and f.n == i) or (f.proc == "fulfillments" and i in f.x) for f in s.stack):
            found.append(f"{ship_name(s, i)} is claimed though nothing fulfills it")
    return found


def _stays_at_sea(s: State, i: int) -> bool:
    """Whether a ship has sailed without cargo and stays where it is (ruling ship-sails-empty)."""
    return s.rulings["ship-sails-empty"] == "stays-at-sea" and s.ships[i].at == SEA and not s.ships[i].cargo


def _ship_fault(s: State, i: int) -> str:
    ship = s.ships[i]
    if ship.at == SEA and not ship.cargo and not taken_from(s, i) and i not in s.claimed and not _return_due(s, i):
        return "is empty at sea"
    if ship.at == SAILING and not any(f.proc == "fulfill" and f.n == i for f in s.stack):
        return "sails though nothing fulfills it"
    if ship.at == JOINED and (ship.cargo or ship.contracts):
        return "is joined to another and yet carries cards"
    if ship.partner >= 0 and s.ships[ship.partner].partner != i:
        return "has a partner that does not know of it"
    if ship.at == JOINED and ship.partner < 0:
        return "is joined to no other"
    if ship.at == HARBOR and i not in s.claimed and not _waits(s) and not has_to_wait(s, i) and complete(s, i):
        return "is complete and not fulfilled"
    return ""


def _return_due(s: State, i: int) -> bool:
    """Whether a ship comes home after a power at once that is under way, as Yogurt with all who answer it (AMB-49).

    Exactly those do whose last container came off before that power was set off: the table is looked at again for them.
    """
    return 0 < _last_came_off(s, i) <= _due_until(s)


def _due_until(s: State) -> int:
    """The latest event of those whose ships wait for what goes first and is under way, 0 if there is none."""
    due = 0
    for below, f in pairwise(s.stack):
        if below.proc == "settle" and not below.pc and not below.n and _goes_first(f):
            due = max(due, below.cause)
    return due


def _goes_first(f: Frame) -> bool:
    """Whether this is a power at once, or one that acts on what the table shows and asks about that."""
    if f.proc == "answers":
        return any(map(at_once, f.y or f.x))
    return f.proc == "watched" or (f.proc == "may refuse" and isinstance(ABILITIES[f.y], Whenever))


def _all_due(s: State) -> bool:
    """Whether ships and limits wait for what goes first, and nothing has happened to them since that began."""
    due = _due_until(s)
    return due > 0 and _last(s, lambda event: event[ev.CODE] in ev.STIRS) <= due


def _last_came_off(s: State, i: int) -> int:
    """The event by which a ship lost a container last, 0 if there is none."""
    return _last(s, lambda event: event[ev.CODE] == ev.ContainerRemoved and event[ev.FIELDS + 1] == i)


def _last(s: State, such: Callable[[tuple[Any, ...]], bool]) -> int:
    """The number of the latest event of a kind, 0 if there is none."""
    log = s.log
    while log is not None:
        log, event = log
        if such(event):
            return int(event[ev.NUMBER])
    return 0


def _waits(s: State) -> bool:
    """Whether complete ships may wait.

    Limits go first, what a card lies there as, and powers that answer at once, such as Yen, whose owner says what a
    contract asks for; some readings let other answers go first too, or only a loading fulfill.
    """
    first = s.rulings["load-trigger-order"] == "load-powers-first"
    answered_first = any(f.proc == "answers" and (first or any(map(at_once, f.y or ()))) for f in s.stack)
    only_loadings = s.rulings["fulfilled-without-loading"] != "checked-after-every-change"
    return answered_first or only_loadings or _under_way(s, *FIRST) or _all_due(s)


def _capacity_may_fall(s: State) -> bool:
    """Whether a power may have let a ship be asked for more than it carries by now (INT-40)."""
    widening = {
        ability.power
        for ability in ABILITIES.values()
        if isinstance(ability, Answers) and ability.question == "ship_capacity"
    }
    return not widening.isdisjoint(name for name in s.cat.power if name)


def _overloaded(s: State) -> list[str]:
    found: list[str] = []
    if _capacity_may_fall(s):
        return found
    for i, ship in enumerate(s.ships):
        most = ship_capacity(s, ship.owner, i)
        if ship.partner < 0 and need_total(s, i) > most:
            found.append(f"the contracts of {ship_name(s, i)} ask for {need_total(s, i)}, capacity {most}")
        if slots_used(s, i) > most > 0 and s.rulings["container-capacity"] != "contracts-only" and ship.partner < 0:
            found.append(f"{ship_name(s, i)} carries {len(ship.cargo)}, capacity {most}")
    return found


# What is under way, and the decision


def _frames(s: State) -> list[str]:
    found = []
    for f in s.stack:
        for slot in ("n", "k", "x", "y", "r"):
            if not _is_plain(getattr(f, slot)):
                found.append(f"frame {f.proc} holds {getattr(f, slot)!r} in {slot}")
        if not 0 <= f.cause <= max(1, s.events):
            found.append(f"the cause of frame {f.proc} is {f.cause}")
        if f.proc not in PROCS:
            found.append(f"frame {f.proc} has no procedure")
    return found


def _is_plain(value: Any) -> bool:
    return all(map(_is_plain, value)) if isinstance(value, tuple) else isinstance(value, PLAIN_TYPES)


def _decision(s: State) -> list[str]:
    if s.asking is None:
        return ["nothing is asked and the game is not over"]
    seat, kind = s.asking
    found = []
    if not s.options:
        found.append(f"{kind}: no options")
    if len(set(s.options or ())) != len(s.options or ()):
        found.append(f"{kind}: an option twice")
    if PROMPTS[kind].options(s, s.stack[-1], seat) != list(s.options or ()):
        found.append(f"{kind}: the options differ when they are listed again")
    if not is_citation(PROMPTS[kind].clause):
        found.append(f"{kind}: its clause {PROMPTS[kind].clause!r} is no citation")
    return found


def keys(s: State) -> list[str]:
    """List what is wrong with the keys and refusals of a decision: keys that repeat, refusals that are options."""
    if s.asking is None:
        return []
    seat, kind = s.asking
    offered = option_keys(s)
    offered += [interrupt_key(s, choice) for choice in interrupts(s)]
    refusals = PROMPTS[kind].refusals(s, s.stack[-1], seat)
    refused = {refusal_key(s, refusal) for refusal in refusals}
    found = [f"{kind}: key {key!r} {count} times" for key, count in Counter(offered).items() if count > 1]
    found += [f"{kind}: {key!r} is offered and refused" for key in sorted(refused & set(offered))]
    cited = sorted({o.clause for refusal in refusals for o in refusal.objections})
    return found + [f"{kind}: {clause!r} of a refusal is no citation" for clause in cited if not is_citation(clause)]


def words(s: State) -> list[str]:
    """List the sentences of a decision and of the latest event that cannot be said."""
    ways: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [(event_text, s.log[1])] if s.log else []
    if s.asking is not None:
        ways += [(option_text, option) for option in s.options or ()]
        ways += [(interrupt_text, choice) for choice in interrupts(s)]
    found = []
    for say, what in ways:
        fault = _unsaid(say, s, what)
        if fault:
            found.append(f"no text: {fault}")
    for ask in (prompt_text, where) if s.asking is not None else ():
        fault = _unsaid(ask, s)
        if fault:
            found.append(f"no text: {fault}")
    return found


def _unsaid(say: Callable[..., Any], *about: Any) -> str:
    try:
        said = say(*about)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        return f"{say.__name__}: {type(error).__name__} {error}"
    lines = [said] if isinstance(said, str) else said
    bad = [line for line in lines if not line or line.split(".")[0] in TEXT_GROUPS]
    return f"{say.__name__}: {bad[0].split(' ')[0]}" if bad else ""


# What the clauses say, tested from outside


def by_the_clauses(s: State) -> list[str]:
    """Test some clauses against what has happened this turn and what lies on the table, without asking the rules."""
    found = []
    events = events_of_turn(s)
    if s.asking is not None and s.asking[1] == "lead" and (s.played or s.limbo or s.triggers):
        found.append("R-TURN-8: something is left over when a turn begins")
    sold = Counter(
        event[ev.SEAT] for event in events if event[ev.CODE] == ev.CardSold and event[ev.CLAUSE] == "R-SUPPLY-2"
    )
    once = s.rulings["turn-in-once-per-turn"] == "each-leaders-turn-per-player"
    if once and any(count > 1 for count in sold.values()):
        found.append("R-SUPPLY-2: somebody has sold twice this turn")
    for event in events:
        if not s.market:
            found += _payout_fault(s, event)
    if s.market and (len(s.market) != 5 or any(abs(level) > MARKET_END for level in s.market)):
        found.append(f"R-MARKET-2: the markers stand at {s.market}")
    if s.asking is not None and s.stack[-1].proc == "fulfill" and any(c[1] == "drop" for c in interrupts(s)):
        found.append("AMB-42: contracts may be discarded between the steps of a fulfillment")
    return found


def _payout_fault(s: State, event: tuple[Any, ...]) -> list[str]:
    if event[ev.CODE] != ev.PayoutPaid:
        return []
    amount, _ship, count = event[ev.FIELDS :]
    row = 14 if count >= 5 else 10 if count >= 3 else 6 if count == 2 else 0
    if amount in (row, 2 * row) or count < 2:
        return []
    return [f"R-FULFIL-2: {count} containers paid {amount}"]


# Events and credits


def _events(s: State, before: State) -> list[str]:
    found = []
    number = before.events
    for event in events_since(s, before):
        number += 1
        fault = _event_fault(s, event, number)
        if fault:
            found.append(f"event {event}: {fault}")
    if number != s.events:
        found.append(f"{s.events} events are counted, {number} are in the log")
    return found


def _event_fault(s: State, event: tuple[Any, ...], number: int) -> str:
    if event[ev.NUMBER] != number:
        return f"its number should be {number}"
    if not 0 <= event[ev.CAUSE] < number:
        return "its cause is not before it"
    if not is_citation(event[ev.CLAUSE]):
        return "its clause is no citation"
    if event[ev.BY] and event[ev.BY] not in POWERS:
        return "its power is unknown"
    if not -1 <= event[ev.SEAT] < len(s.players):
        return "its seat is unknown"
    if event[ev.CODE] == ev.RulingApplied and s.rulings.get(event[ev.FIELDS]) != event[ev.FIELDS + 1]:
        return "it relies on a reading that is not in force"
    return ""


SIGN: Final = {ev.CreditsGained: 1, ev.CreditsPaid: -1, ev.Scored: 1}


def _credits(s: State, before: State) -> list[str]:
    owed = [player.credits for player in before.players]
    for event in events_since(s, before):
        sign = SIGN.get(event[ev.CODE])
        if sign:
            owed[event[ev.SEAT]] += sign * event[ev.FIELDS]
    if s.over and s.rulings["negative-total"] == "floor-at-zero":
        owed = [max(0, amount) for amount in owed]
    found = []
    for seat, player in enumerate(s.players):
        if player.credits != owed[seat]:
            found.append(f"{seat_name(s, seat)} has {player.credits} credits, events account for {owed[seat]}")
        if player.credits < 0 and not s.lines:
            found.append(f"{seat_name(s, seat)} has {player.credits} credits")
    return found


# Copies, texts and futures


def reloaded(s: State) -> State:
    """Write a state as JSON and read it back, with everything derived made anew.

    As in a written position, the events of this turn go with it: some readings look back to them.
    """
    new = from_plain(json.loads(json.dumps(plain(s))), s.cat, s.rulings)
    new.events = s.events
    for event in json.loads(json.dumps(events_of_turn(s))):
        new.log = (new.log, _tuples(event))
    reindex(new)
    if new.asking is not None:
        new.options = tuple(PROMPTS[new.asking[1]].options(new, new.stack[-1], new.asking[0]))
    return new


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def copies(s: State) -> list[str]:
    """List how a copy or a reloaded state differs from this one."""
    now = plain(s)
    twin = s.copy()
    found = [] if plain(twin) == now else ["a copy differs"]
    found += [f"a copy shares its {name}" for name in LISTS if getattr(twin, name) is getattr(s, name)]
    again = reloaded(s)
    if plain(again) != now:
        found.append("it differs when it is written and read back")
    if again.options != s.options:
        found.append("other options when it is written and read back")
    if (s.asking and interrupts(again)) != (s.asking and interrupts(s)):
        found.append("other interrupts when it is written and read back")
    return found


def futures(s: State, most: int = 40, rng: Random | None = None) -> list[str]:
    """Try options and interrupts, each on a copy; list what raises, and what a reloaded twin does otherwise."""
    if s.asking is None:
        return []
    ways: list[tuple[Callable[..., None], tuple[Any, ...]]] = [(choose, o) for o in s.options or ()]
    ways += [(interrupt, choice) for choice in interrupts(s)]
    if len(ways) > most:
        ways = (rng or Random(s.turn)).sample(ways, most)
    found = []
    for do, what in ways:
        found += _future(s, do, what)
    return found


def _future(s: State, do: Callable[..., None], what: tuple[Any, ...]) -> list[str]:
    one, other = s.copy(), reloaded(s)
    try:
        do(one, what)
        do(other, what)
    except Exception as error:
        return [f"{s.asking}: {what} raises {type(error).__name__}: {error}"]
    if plain(one) != plain(other) or one.options != other.options:
        return [f"{s.asking}: {what} comes out differently after writing and reading back: {differences(one, other)}"]
    return [f"after {what}: {line}" for line in broken(one, s, edited=True)]


def differences(one: State, other: State) -> str:
    """Name where two states differ, with both values."""
    return "; ".join(_differences("", plain(one), plain(other)))


def _differences(at: str, one: Any, other: Any) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            yield from _differences(f"{at}.{key}", one[key], other[key])
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _differences(f"{at}[{number}]", *pair)
    elif one != other:
        yield f"{at.lstrip('.')} {one!r:.60} / {other!r:.60}"


# All along a game


class Ledger:
    """What a few quick sums must come to at every decision: cards, credits, events."""

    def __init__(self, s: State) -> None:
        sided, sideless = _all_cards(s)
        bases = [s.cat.base[card] for card in sided + sideless]
        self.count = len(bases)
        self.sum = sum(bases)
        self.faces = frozenset(card for card, base in enumerate(s.cat.base) if card != base)
        self.containers = frozenset(card for card in range(len(s.cat)) if is_token(s, card))
        self.note(s)

    def note(self, s: State) -> None:
        """Count events and credits from this moment on."""
        self.log = s.log
        self.credits = [player.credits for player in s.players]

    def holds(self, s: State) -> bool:
        """Whether all is well as far as can be seen in a few microseconds; ``broken`` then says what is not."""
        sided, sideless = _all_cards(s)
        base = s.cat.base
        bases = [base[card] for card in sided]
        if len(sided) + len(sideless) != self.count or sum(bases) + sum(sideless) != self.sum:
            return False
        if len({*bases, *sideless}) != self.count or not self.faces.isdisjoint(sideless):
            return False
        if self.containers and not self.containers.isdisjoint(sideless):
            return False
        if not s.over and not (s.options and s.asking):
            return False
        return self._paid(s) and not _limits(s) and not _ships(s)

    def _paid(self, s: State) -> bool:
        owed, log = self.credits, s.log
        while log is not None and log is not self.log:
            log, event = log
            code = event[ev.CODE]
            if code in SIGN:
                owed[event[ev.SEAT]] += SIGN[code] * event[ev.FIELDS]
        self.note(s)
        return s.over or owed == self.credits


def _all_cards(s: State) -> tuple[list[int], list[int]]:
    """All cards: those where a side of a Flag card may be up, and the others."""
    sided, sideless = s.limbo + s.tokens, s.deck + s.discard + s.island
    sideless += [card for _seat, card in s.played]
    for player in s.players:
        sideless += player.hand
        sided += player.crew
        sided += player.goods
        sided += player.fulfilled
    for ship in s.ships:
        sided += ship.contracts
        sided += ship.cargo
        sided += ship.under
    return sided, sideless


class Watch:
    """Looks at every decision of a playout: quick sums at each, the rest now and then.

    Args:
        start: where the playout starts.
        rng: decides when the other checks run.
        often: how often all checks of a single decision run.
        dear: how often, among these, those do that write, read back and try options.
        edited: whether the table has been edited.

    ``found`` collects what does not hold, ``unsaid`` the sentences that are missing, ``decisions`` counts.
    """

    def __init__(self, start: State, rng: Random, often: float = 1.0, dear: float = 0.02, edited: bool = False) -> None:
        self.before = start
        self.rng = rng
        self.often = often
        self.dear = dear
        self.edited = edited
        self.found: list[str] = []
        self.unsaid: Counter[str] = Counter()
        self.decisions = 0
        self._kept: list[tuple[State, int, State]] = []
        self._ledger = Ledger(start)

    def __call__(self, s: State) -> None:
        self.decisions += 1
        holds = self.edited or self._ledger.holds(s)
        if holds and self.rng.random() >= self.often:
            return
        lines = broken(s, self.before, self.edited)
        self._note(s, lines if holds or lines else ["the quick sums do not come out"])
        self.before = s.copy()
        if self.rng.random() < self.dear:
            self._note(s, [*copies(s), *keys(s), *by_the_clauses(s), *futures(s, 12, self.rng)])
            self.unsaid.update(words(s))
            self._kept.append((self.before, fingerprint(self.before), self.before.copy()))

    def _note(self, s: State, lines: list[str]) -> None:
        self.found += [f"decision {self.decisions}, turn {s.turn}, {s.asking}: {line}" for line in lines]

    def end(self, s: State) -> list[str]:
        """Look at the end of the game, and whether the snapshots that were kept are still what they were."""
        self._note(s, broken(s, self.before, self.edited))
        if any(fingerprint(state) != number for state, number, _twin in self._kept):
            self._note(s, ["a later choice has changed an earlier snapshot"])
        return self.found


def fingerprint(s: State) -> int:
    """A number that changes when anything of the state does."""
    return hash(json.dumps(plain(s)))


class NotStrict(AssertionError):
    """A step has both changed something and asked."""


class _Strict(tuple[Any, ...]):
    """The steps of a procedure, each of which proves itself when it is taken out to be run."""

    def __getitem__(self, at: Any) -> Any:
        step = super().__getitem__(at)

        def guarded(s: State, f: Frame) -> None:
            before, events = s.copy(), s.events
            step(s, f)
            if s.asking is not None and (s.events != events or _changed(s, before)):
                raise NotStrict(f"{step.__qualname__} of {f.proc} asks {s.asking} and changes {_changed(s, before)}")

        return guarded


def _changed(s: State, before: State) -> str:
    now, then = plain(s), plain(before)
    names = [name for name in VALUES if name in now and name not in ("asking", "dirty")]
    changed = [name for name in (*names, *LISTS, "players", "ships") if now[name] != then[name]]
    if len(s.stack) != len(before.stack):
        changed.append("stack")
    return ", ".join(changed)


@contextmanager
def strict_steps() -> Iterator[None]:
    """Within this block every step must either ask or change; NotStrict otherwise."""
    kept = dict(PROCS)
    PROCS.update({name: _Strict(steps) for name, steps in kept.items()})
    try:
        yield
    finally:
        PROCS.update(kept)


__all__ = [
    "RULINGS", "NotStrict", "Watch", "broken", "by_the_clauses", "card_places", "cards_kept", "copies", "differences",
    "fingerprint", "futures", "keys", "reloaded", "strict_steps", "words",
]  # fmt: skip
