"""Where two powers meet in play: one sets off the other, both answer one thing, or one changes what the other does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from explorer.card import kebab
from explorer.goals import SILENT, Event
from explorer.lab.answering import answers_watched
from explorer.language import events as ev
from explorer.language.abilities import Answers, power_of
from explorer.state import State

# From the closest to the loosest way to meet.
SETS_OFF: Final = "sets off"  # what the second does has its cause in what the first did
CHANGES: Final = "changes"  # the first changes the answer to a question while the second acts
TOGETHER: Final = "together"  # both answer the same event, the first before the second
ONE_TURN: Final = "one turn"  # both act in one turn, and neither because of the other
KINDS: Final = (SETS_OFF, CHANGES, TOGETHER, ONE_TURN)
QUIET: Final = SILENT - {ev.PaymentFailed, ev.PowerFails}  # that a power tried and could not is an act


class Note(NamedTuple):
    """A power changed an answer: which, whose it is, after which event, and which powers were at work."""

    power: str
    owner: int
    event: int
    at_work: frozenset[str]


class Meeting(NamedTuple):
    """How two powers met: in which way, which one came first, whether they were one player's, and when."""

    kind: str
    first: str
    same_owner: bool
    event: int


class Act(NamedTuple):
    """Something that a power did: the event's number, its turn, the event that set it off, and if it won the game."""

    power: str
    event: int
    turn: int
    cause: int
    wins: bool = False


@contextmanager
def noting(powers: Sequence[str]) -> Iterator[list[Note]]:
    """Note whenever one of some powers changes the answer to a question, for as long as this lasts."""
    found: list[Note] = []

    def changed(ability: Answers, s: State, entry: Any) -> None:
        note = Note(ability.power, entry[1], s.events, frozenset(frame.by for frame in s.stack))
        if not found or found[-1] != note:
            found.append(note)

    with answers_watched(changed, powers):
        yield found


def meetings(
    events: Sequence[Event], notes: Sequence[Note], states: Sequence[State], pair: tuple[str, str]
) -> list[Meeting]:
    """Every way in which two powers met, the closest first; that they act in one turn only where there is no other.

    Args:
        events: what happened, the oldest first.
        notes: what ``noting`` found meanwhile.
        states: the states on the way, to see whose the powers are.
        pair: the two powers.
    """
    acts = list(_acts(events, pair, states[-1].cat.power))
    found = [*_of_events(events, acts, states, pair), *_of_notes(events, acts, notes, states, pair)]
    close = [one for one in found if one.kind != ONE_TURN]  # these say more than that there was one turn
    return sorted(dict.fromkeys(close or found), key=lambda meeting: (KINDS.index(meeting.kind), meeting.event))


def _acts(events: Sequence[Event], pair: tuple[str, str], powers: Sequence[str | None]) -> Iterator[Act]:
    known = {event[ev.NUMBER]: event for event in events}
    cited = {f"power {kebab(power)}": power for power in pair}
    turn = 0
    for event in events:
        turn += event[ev.CODE] == ev.TurnStarted
        power = event[ev.BY]
        if event[ev.CODE] == ev.PowerResolves:
            power = cited.get(event[ev.CLAUSE], power)
        wins = event[ev.CODE] == ev.GameWon and event[ev.FIELDS] >= 0
        if wins:
            power = powers[event[ev.FIELDS]]
        if power in pair and event[ev.CODE] not in QUIET:
            cause = known.get(event[ev.CAUSE])
            while cause is not None and (cause[ev.BY] == power or cause[ev.CODE] == ev.PowerResolves):
                cause = known.get(cause[ev.CAUSE])
            yield Act(power, event[ev.NUMBER], turn, cause[ev.NUMBER] if cause is not None else 0, wins)


def _of_events(
    events: Sequence[Event], acts: Sequence[Act], states: Sequence[State], pair: tuple[str, str]
) -> Iterator[Meeting]:
    """Meetings that the log shows: pairs of acts, the earlier one first."""
    known = {event[ev.NUMBER]: event for event in events}
    for at, later in enumerate(acts):
        for earlier in acts[:at]:
            if earlier.power == later.power:
                continue
            same = _same_owner(states, pair, later.event)
            if earlier.event in _causes(known, later.event):
                yield Meeting(SETS_OFF, earlier.power, same, later.event)
            elif earlier.cause and earlier.cause == later.cause and known[later.cause][ev.CODE] not in BROAD:
                yield Meeting(TOGETHER, earlier.power, same, later.event)
            elif earlier.turn == later.turn:
                yield Meeting(ONE_TURN, earlier.power, same, later.event)


# Events from which nearly everything follows; that two powers go back to one of them says little.
BROAD: Final = frozenset({ev.GameStarted, ev.TurnStarted, ev.Edited, ev.PerformanceStarted, ev.GameEnding})


def _causes(known: dict[int, Event], number: int) -> set[int]:
    found: set[int] = set()
    event = known.get(number)
    while event is not None and event[ev.CAUSE] not in found:
        found.add(event[ev.CAUSE])
        event = known.get(event[ev.CAUSE])
    return found


def _of_notes(
    events: Sequence[Event], acts: Sequence[Act], notes: Sequence[Note], states: Sequence[State], pair: tuple[str, str]
) -> Iterator[Meeting]:
    """Meetings in which one power changes a rule, closely while the other acts, loosely some time in its turn."""
    for note in notes:
        other = pair[note.power == pair[0]]
        same = _same_owner(states, pair, note.event)
        if other in note.at_work or any(n.power == other and n.event == note.event for n in notes):
            yield Meeting(CHANGES, note.power, same, note.event)
        else:
            near = next((act for act in acts if act.power == other and act.event > note.event), None)
            if near is not None and near.wins and not any(note.event < s.events < near.event for s in states):
                yield Meeting(CHANGES, note.power, same, near.event)
            elif near is not None and near.turn == _turn(events, note.event):
                yield Meeting(ONE_TURN, note.power, same, near.event)


def _turn(events: Sequence[Event], number: int) -> int:
    return sum(event[ev.CODE] == ev.TurnStarted for event in events if event[ev.NUMBER] <= number)


def _same_owner(states: Sequence[State], pair: tuple[str, str], event: int) -> bool:
    """Whether one player had both powers when something happened, by the last moment at which both had an owner."""
    same = False
    for s in states:
        first, second = (owners(s, power) for power in pair)
        if first and second:
            same = bool(first & second)
        if s.events >= event and first and second:
            break
    return same


def owners(s: State, power: str) -> set[int]:
    """The seats that have a power: fulfilled, under or aboard a ship of theirs, else in hand."""
    found = {
        seat for seat, player in enumerate(s.players) for card in player.fulfilled if power_of(s, card) == power
    }  # fmt: skip
    found |= {
        ship.owner for ship in s.ships for card in (*ship.contracts, *ship.under) if power_of(s, card) == power
    }  # fmt: skip
    return found or {
        seat
        for seat, player in enumerate(s.players)
        for card in (*player.hand, *player.crew, *player.goods)
        if power in (power_of(s, face) for face in s.cat.faces[card])
    }


__all__ = ["KINDS", "ONE_TURN", "Meeting", "Note", "meetings", "noting"]
