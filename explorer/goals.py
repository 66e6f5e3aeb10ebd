"""Goals in words, as a search understands them.

==============================================  ====================================================================
``green fulfills two contracts``                who does what how often; also pirates, loads, imports, places, draws,
                                                sells, discards, stores, hires; ``somebody`` is any one player
``red pirates twice``                           so many times, whatever it was
``yellow loads 2 illegal containers``           only what has this color
``green imports Beer``                          this very card
``green gains 10 credits``, ``… loses …``       more, or fewer, than where the search begins
``black has at least 3 crew``                   credits, crew, goods, cards (in hand) or contracts (fulfilled);
                                                at most, exactly, more than, fewer than, no
``green has Beer in hand``                      this very card; among crew, among goods, fulfilled, or anywhere
``Pistols fires twice``                         the power does something so often
``ship green 1 returns``, ``… sails``           also so many times
``green wins``, ``somebody wins at once``       at the end of the game, or by what a card says
``the game ends``
==============================================  ====================================================================

Several goals joined by "and" must hold at one moment.  Numbers are digits, or words up to ten.

What a goal must remember of the way (how often something has happened) is a plain
tuple, so that positions with the same tuple can be folded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, NamedTuple

from explorer.card import kebab, nearest
from explorer.language import events as ev
from explorer.language.abilities import POWERS, When, power_of
from explorer.state import State, seat_name, ship_name
from explorer.terms import KINDS
from explorer.texts import shown, text

Event = tuple[Any, ...]
Memory = tuple[Hashable, ...]

NUMBERS: Final = {
    word: number
    for number, words in enumerate(
        (
            "no zero",
            "a an one once",
            "two twice",
            "three thrice",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
        )
    )
    for word in words.split()
}
SOMEBODY: Final = ("somebody", "someone", "anybody", "anyone")
COUNT: Final = rf"(?P<n>\d{{1,4}}|{'|'.join(NUMBERS)})"
AMOUNT: Final = rf"(?:(?P<how>at least|at most|exactly|more than|fewer than|less than)\s+)?{COUNT}"
NOUN: Final = r"(?P<noun>contracts?|containers?|cards?|goods?|crew|credits?|times)"


class Deed(NamedTuple):
    """Something that a player does: the event that tells it, and the field that says how much at a time."""

    code: int
    noun: str
    amount: int = -1  # counted once for each event


DEEDS: Final = {
    "fulfills": Deed(ev.ContractFulfilled, "contract"),
    "pirates": Deed(ev.ContainerPirated, "container"),
    "loads": Deed(ev.ContainerLoaded, "container"),
    "imports": Deed(ev.CardImported, "card"),
    "places": Deed(ev.ContractPlaced, "contract"),
    "draws": Deed(ev.CardsDrawn, "card", ev.FIELDS),
    "sells": Deed(ev.CardSold, "card"),
    "discards": Deed(ev.CardDiscarded, "card"),
    "stores": Deed(ev.GoodAdded, "good"),
    "hires": Deed(ev.CrewAdded, "crew"),
}
AREAS: Final = {"crew": "crew", "goods": "goods", "good": "goods", "cards": "hand", "card": "hand"}
AREAS_OF_CONTRACTS: Final = {"contract": "fulfilled", "contracts": "fulfilled"}
SHIP_EVENTS: Final = {"returns": ev.ShipReturned, "sails": ev.ShipSailed}


class GoalError(ValueError):
    """Words that are no goal; the message says which, and gives examples."""


class Part(NamedTuple):
    """One condition of a goal: what it remembers at first, how that goes on, and when it is met."""

    begin: Hashable
    go_on: Callable[[Any, State, Sequence[Event]], Hashable]
    met: Callable[[Any, State], bool]


class Goal:
    """A goal, read against a state."""

    def __init__(self, words: str, parts: Sequence[Part]) -> None:
        self.words = words
        self._parts = parts
        self.begin: Memory = tuple(part.begin for part in parts)

    def go_on(self, memory: Memory, s: State, events: Sequence[Event]) -> Memory:
        """What is to be remembered after these events, the oldest first."""
        return tuple(part.go_on(kept, s, events) for part, kept in zip(self._parts, memory, strict=True))

    def met(self, memory: Memory, s: State) -> bool:
        """Whether the goal is reached."""
        return all(part.met(kept, s) for part, kept in zip(self._parts, memory, strict=True))

    def __repr__(self) -> str:
        return f"Goal({self.words!r})"


def read_goal(words: str, s: State) -> Goal:
    """Read a goal.

    Args:
        words: such as "green fulfills two contracts"; several joined by "and" must hold at one moment.
        s: where the search begins: whose seats and cards are meant, and what "gains" counts from.

    Raises:
        GoalError: the words are no goal.

    Example:
        >>> from explorer.game import new_game
        >>> read_goal("somebody wins at once", new_game(players=3, seed=7).state)
        Goal('somebody wins at once')
    """
    if not isinstance(words, str) or not words.strip():
        raise GoalError(_with_examples(text("goal.empty", what=shown(words))))
    said = " ".join(words.split())[:300]
    return Goal(said, _parts(said.rstrip(".!"), s))


def _parts(said: str, s: State) -> list[Part]:
    """Read the whole; where that fails, what stands between every "and"."""
    pieces = re.split(r"\s+and\s+", said, flags=re.IGNORECASE)
    try:
        return [_part(said, s)]
    except GoalError:
        if len(pieces) == 1:
            raise
        return [_part(piece, s) for piece in pieces]


def _part(said: str, s: State) -> Part:
    for pattern, make in FORMS:
        match = re.fullmatch(pattern, said, re.IGNORECASE)
        if match is not None:
            return make(match, s)
    raise GoalError(_with_examples(text("goal.unknown", what=shown(said), near=_near(said, s))))


def _near(said: str, s: State) -> str:
    """What might have been meant by the word where reading stops."""
    first, _, rest = said.partition(" ")
    seats = [seat_name(s, seat) for seat in range(len(s.players))]
    if first.lower() in (*seats, *SOMEBODY):
        verb = rest.partition(" ")[0]
        return nearest(verb, [*DEEDS, "gains", "loses", "has", "wins"]) if verb else ""
    return nearest(first, [*seats, "somebody", "ship"])


def _with_examples(complaint: str) -> str:
    return complaint + "\n" + text("goal.examples")


# The words of a form


def _seats(word: str, s: State) -> list[int]:
    """The seats that a word means: one, or every one for somebody."""
    names = [seat_name(s, seat) for seat in range(len(s.players))]
    word = word.lower()
    if word in SOMEBODY:
        return list(range(len(names)))
    if word not in names:
        raise GoalError(_with_examples(text("goal.no-seat", seat=shown(word), seats=", ".join(names))))
    return [names.index(word)]


def _number(word: str | None) -> int:
    if word is None:
        return 1
    return int(word) if word.isdigit() else NUMBERS[word.lower()]


def _at_least(match: re.Match[str]) -> int:
    """How often something must happen: what has happened cannot be undone, so there is no "at most"."""
    how, n = (match["how"] or "at least").lower(), _number(match["n"])
    if how == "more than":
        n += 1
    elif how != "at least":
        raise GoalError(_with_examples(text("goal.only-at-least", how=how)))
    if n < 1:
        raise GoalError(_with_examples(text("goal.at-once", n=n)))
    return n


def _compare(match: re.Match[str]) -> Callable[[int], bool]:
    n, word = _number(match["n"]), (match["how"] or "").lower()
    if not word:
        return (lambda found: found == 0) if n == 0 else (lambda found: found >= n)
    return {
        "at least": lambda found: found >= n,
        "at most": lambda found: found <= n,
        "exactly": lambda found: found == n,
        "more than": lambda found: found > n,
        "fewer than": lambda found: found < n,
        "less than": lambda found: found < n,
    }[word]


def _kind(word: str | None) -> int:
    """The kind of good that a word means, -1 when there is no word."""
    return KINDS.index(word.lower()) if word else -1


def _card(name: str, s: State) -> int:
    try:
        return s.cat.find(name)
    except KeyError as error:
        raise GoalError(_with_examples(str(error.args[0]))) from None


def _power(name: str, s: State) -> str:
    """The power of a card by the card's name, or by its own."""
    for power in POWERS:
        if kebab(power) == kebab(name):
            return power
    card = _card(name, s)
    own = s.cat.power[card]
    if own not in POWERS:
        raise GoalError(_with_examples(text("goal.no-power", card=s.cat.name[card])))
    return own


# Parts


def _nothing(kept: Hashable, s: State, events: Sequence[Event]) -> Hashable:
    return kept


def _counted(seats: list[int], n: int, weigh: Callable[[State, Event], int]) -> Part:
    """Something that one of the seats must do so often; what goes beyond is not remembered."""

    def go_on(kept: tuple[int, ...], s: State, events: Sequence[Event]) -> Hashable:
        counts = list(kept)
        for event in events:
            if event[ev.SEAT] in seats:
                at = seats.index(event[ev.SEAT])
                counts[at] = min(n, counts[at] + weigh(s, event))
        return tuple(counts)

    return Part((0,) * len(seats), go_on, lambda kept, s: max(kept) >= n)


def _measured(seats: list[int], holds: Callable[[State, int], bool]) -> Part:
    """Something that must be true of one of the seats."""
    return Part((), _nothing, lambda kept, s: any(holds(s, seat) for seat in seats))


def _deed(match: re.Match[str], s: State) -> Part:
    """``green fulfills two contracts``, ``red pirates twice``, ``green loads 3 illegal containers``."""
    deed = DEEDS[match["verb"].lower()]
    noun = (match["noun"] or "times").lower()
    if noun != "times" and not noun.startswith(deed.noun):
        raise GoalError(_with_examples(text("goal.wrong-noun", verb=match["verb"], noun=deed.noun, found=noun)))
    kind = _kind(match["kind"])
    if kind >= 0 and deed.amount >= 0:
        raise GoalError(_with_examples(text("goal.no-kind", verb=match["verb"])))
    by_amount = deed.amount if noun != "times" else -1

    def weigh(s: State, event: Event) -> int:
        if event[ev.CODE] != deed.code or (kind >= 0 and not s.cat.colors[event[ev.FIELDS]] >> kind & 1):
            return 0
        return int(event[by_amount]) if by_amount >= 0 else 1

    return _counted(_seats(match["who"], s), _at_least(match) if match["n"] else 1, weigh)


def _deed_card(match: re.Match[str], s: State) -> Part:
    """``green fulfills Pistols``, ``red pirates Beer``."""
    deed, card = DEEDS[match["verb"].lower()], _card(match["card"], s)
    if deed.amount >= 0:
        raise GoalError(_with_examples(text("goal.no-kind", verb=match["verb"])))
    wanted = {card, *s.cat.faces[card]} if s.cat.base[card] == card else {card}

    def weigh(s: State, event: Event) -> int:
        return int(event[ev.CODE] == deed.code and event[ev.FIELDS] in wanted)

    return _counted(_seats(match["who"], s), 1, weigh)


def _credits(match: re.Match[str], s: State) -> Part:
    """``green gains 10 credits``: has so many more than where the search begins, or fewer with ``loses``."""
    sign = 1 if match["verb"].lower() == "gains" else -1
    base = [player.credits for player in s.players]
    enough = _compare(match)
    return _measured(_seats(match["who"], s), lambda s, seat: enough(sign * (s.players[seat].credits - base[seat])))


def _has(match: re.Match[str], s: State) -> Part:
    """``green has 3 crew``, ``somebody has at least two illegal goods``, ``green has no cards``."""
    noun, kind, enough = match["noun"].lower(), _kind(match["kind"]), _compare(match)
    seats = _seats(match["who"], s)
    if noun.startswith("credit") and kind < 0:
        return _measured(seats, lambda s, seat: enough(s.players[seat].credits))
    area = (AREAS | AREAS_OF_CONTRACTS).get(noun)
    if area is None:
        raise GoalError(_with_examples(text("goal.no-area", noun=noun)))

    def holds(s: State, seat: int) -> bool:
        cards = getattr(s.players[seat], area)
        return enough(sum(kind < 0 or bool(s.cat.colors[card] >> kind & 1) for card in cards))

    return _measured(seats, holds)


def _has_card(match: re.Match[str], s: State) -> Part:
    """``green has Beer``, ``green has Pistols fulfilled``, ``green has Beer in hand``."""
    card = _card(match["card"], s)
    place = (match["place"] or "").lower().split()
    areas = (place[-1],) if place else ("hand", "crew", "goods", "fulfilled")

    def holds(s: State, seat: int) -> bool:
        player = s.players[seat]
        return any(held in (card, s.cat.base[card]) for area in areas for held in getattr(player, area))

    return _measured(_seats(match["who"], s), holds)


def _wins(match: re.Match[str], s: State) -> Part:
    """``somebody wins``: when the game ends; ``green wins at once``: by what a card says."""
    seats = _seats(match["who"], s)
    if match["once"]:
        return _counted(seats, 1, lambda s, event: int(event[ev.CODE] == ev.GameWon))
    return Part((), _nothing, lambda kept, s: s.over and any(seat in s.winners for seat in seats))


def _ends(match: re.Match[str], s: State) -> Part:
    """``the game ends``."""
    return Part((), _nothing, lambda kept, s: s.over)


def _ship(match: re.Match[str], s: State) -> Part:
    """``ship green 1 returns``, ``green 1 sails twice``."""
    name = " ".join(match["ship"].lower().split())
    names = [ship_name(s, ship) for ship in range(len(s.ships))]
    if name not in names:
        raise GoalError(_with_examples(text("goal.no-ship", ship=shown(name), ships=", ".join(names))))
    code, n = SHIP_EVENTS[match["verb"].lower()], _number(match["n"])

    def go_on(kept: int, s: State, events: Sequence[Event]) -> int:
        now: int = sum(e[ev.CODE] == code and ship_name(s, e[ev.FIELDS]) == name for e in events)
        return min(n, kept + now)

    return Part(0, go_on, lambda kept, s: kept >= n)


# Firing. One holder of a power fires it once for each cause; several holders may do so for the same one.


def _fires(match: re.Match[str], s: State) -> Part:
    """``Pistols fires``, ``Pistols fires twice``."""
    power, n = _power(match["card"], s), _number(match["n"])
    heard = frozenset(a.event for a in POWERS[power].abilities if isinstance(a, When))

    def go_on(kept: tuple[int, Any], s: State, events: Sequence[Event]) -> Hashable:
        count, known = kept
        for cause, times in firings(s, events, power, heard).items():
            if cause not in known:
                count += times
            known |= {cause}
        # What the power goes on to do after a choice follows from what it told before: that is no other firing.
        own = {e[ev.NUMBER] for e in events if e[ev.BY] == power and e[ev.CODE] not in heard}
        return min(n, count), known | own

    return Part((0, frozenset()), go_on, lambda kept, s: kept[0] >= n)


SILENT: Final = frozenset({ev.RulingApplied, ev.PaymentFailed, ev.PowerFails, ev.PowerLapsed, ev.PowerMissing})


def firings(s: State, events: Sequence[Event], power: str, heard: frozenset[int]) -> dict[int, int]:
    """How often a power has done something, by the number of the event that set it off."""
    byes = {event[ev.NUMBER]: event for event in events}
    runs: dict[int, dict[int, int]] = {}
    for event in events:
        if event[ev.BY] == power and event[ev.CODE] not in SILENT:
            codes = runs.setdefault(_set_off_by(event, byes, power, heard), {})
            codes[event[ev.CODE]] = codes.get(event[ev.CODE], 0) + 1
    holders = sum(power_of(s, card) == power for player in s.players for card in player.fulfilled)
    return {cause: max(1, min(holders, max(codes.values()))) for cause, codes in runs.items()}


def _set_off_by(event: Event, known: dict[int, Event], power: str, heard: frozenset[int]) -> int:
    cause: int = event[ev.CAUSE]
    while cause in known and known[cause][ev.BY] == power and known[cause][ev.CODE] not in heard:
        cause = known[cause][ev.CAUSE]
    return cause


WHO: Final = r"(?P<who>[a-z]+)"
KIND: Final = rf"(?:(?P<kind>{'|'.join(KINDS[:6])})\s+)?"
VERB: Final = rf"(?P<verb>{'|'.join(DEEDS)})"
FORMS: Final[tuple[tuple[str, Callable[[re.Match[str], State], Part]], ...]] = (
    (r"the game ends", _ends),
    (rf"{WHO} wins(?P<once> at once)?", _wins),
    (rf"{WHO} (?P<verb>gains|loses) {AMOUNT} credits?", _credits),
    (rf"{WHO} has {AMOUNT} {KIND}{NOUN}(?: in hand| fulfilled)?", _has),
    (rf"(?:ship )?(?P<ship>[a-z]+ \d+) (?P<verb>returns|sails)(?: {COUNT}(?: times)?)?", _ship),
    (rf"{WHO} {VERB}(?: {AMOUNT})?(?: {KIND}{NOUN})?", _deed),
    (rf"{WHO} {VERB} (?P<card>.+)", _deed_card),
    (rf"(?P<card>.+?) fires(?: {COUNT}(?: times)?)?", _fires),
    (rf"{WHO} has (?P<card>.+?)(?: (?P<place>in hand|among crew|among goods|fulfilled))?", _has_card),
)

__all__ = ["Goal", "GoalError", "Memory", "firings", "read_goal"]
