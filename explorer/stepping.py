"""Stepping through a game: how far a step goes, where to halt, what a choice would lead to, which log lines to show."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.card import nearest
from explorer.language import events as ev
from explorer.language.questions import deck_is_open
from explorer.language.stepper import EndlessChain, choose
from explorer.log import events_since
from explorer.rulebook import CLAUSES, citations
from explorer.rules.windows import interrupt
from explorer.state import State, seat_name
from explorer.texts import shown, text
from explorer.view import hidden_from
from explorer.words import counted, event_name, event_text, prompt_text, seat_text, ship_text

if TYPE_CHECKING:
    from explorer.game import Game, Node, Option

STEPS: Final = ("decision", "action", "player", "phase", "turn")
WORLDS: Final = 5  # deals of the unseen cards that a preview plays out; it tells what they have in common

Event = tuple[Any, ...]


# How far a step goes


def begins(s: State, before: State, to: str) -> bool:
    """Whether a moment is the first one after a step of a kind: a decision, action, player, phase or turn."""
    if to == "action":
        return any(event[ev.CODE] == ev.ActionDone for event in events_since(s, before))
    if to == "player":
        return (s.asking or (None,))[0] != (before.asking or (None,))[0]
    if to == "phase":
        return (s.turn, s.phase) != (before.turn, before.phase)
    return to == "decision" or s.turn != before.turn


def back_to(line: Sequence[Node], to: str) -> int:
    """Where one step back from the end of a line leads: to where this stage, or else the one before it, began."""
    for at in range(len(line) - 2, 0, -1):
        if begins(line[at].state, line[at - 1].state, to):
            return at
    return 0


# Where to halt


class Stop(NamedTuple):
    """Where to halt: when a card's power acts, at an event, when a player decides; or what is named meets in one."""

    card: str = ""
    event: str = ""
    seat: str = ""

    @property
    def text(self) -> str:
        """The stop in words."""
        if self.event:
            what = text(
                f"stepping.{'event-with' if self.card else 'event'}", card=self.card, event=event_name(self.event)
            )
        elif self.card:
            what = text("stepping.acts", card=self.card)
        else:
            return text("stepping.decides", seat=text(f"draw.harbor.{self.seat}"))
        return text("stepping.of", what=what, seat=text(f"draw.harbor.{self.seat}")) if self.seat else what


def stop_at(s: State, card: str = "", event: str = "", seat: str | int = "") -> Stop:
    """Make a stop out of names.

    Raises:
        KeyError: no card is called so.
        ValueError: there is no such event or seat, or nothing is named.
    """
    if event and event not in ev.CODES:
        raise ValueError(text("stepping.no-event", event=shown(event), near=nearest(str(event), ev.CODES)))
    if card in ("", None) and not event and seat in ("", None):
        raise ValueError(text("stepping.no-stop"))
    return Stop(_card_name(s, card), event, _seat_name(s, seat))


def stops_for(s: State, stops: Sequence[Stop]) -> list[Stop]:
    """The stops that another game can meet: those that name no seat, or one that is taken there."""
    seats = {seat_name(s, i) for i in range(len(s.players))}
    return [stop for stop in stops if not stop.seat or stop.seat in seats]


def _card_name(s: State, card: str) -> str:
    return s.cat.name[s.cat.find(card)] if card else ""


def _seat_name(s: State, seat: str | int | None) -> str:
    if seat in ("", None):
        return ""
    names = [seat_name(s, i) for i in range(len(s.players))]
    if isinstance(seat, int) and 0 <= seat < len(names):
        return names[seat]
    if seat not in names:
        raise ValueError(text("view.no-seat", seat=shown(seat), near=nearest(str(seat), names)))
    return str(seat)


def halts(s: State, before: State, stops: Sequence[Stop], seat: int | None = None, passed: bool = False) -> str:
    """Say at which stop a step halts, and because of what; "" for none.

    Args:
        s: the state after the step.
        before: the state before it.
        stops: where to halt.
        seat: what this seat may know of it.
        passed: whether the game goes on, since somebody plays by hand.
    """
    word, new = "passed" if passed else "halted", events_since(s, before)
    for stop in stops:
        if not stop.card and not stop.event:
            if s.asking is not None and seat_name(s, s.asking[0]) == stop.seat and begins(s, before, "player"):
                return text(f"stepping.{word}", stop=stop.text)
            continue
        for event in new:
            if _meets(s, stop, event, seat):
                return text(f"stepping.{word}-by", stop=stop.text, said=said(s, event, seat))
    return ""


def met(s: State, before: State, stops: Sequence[Stop], seat: int | None = None) -> frozenset[int]:
    """The numbers of the events after an earlier moment of the same line at which a stop is met."""
    new = events_since(s, before) if stops else []
    named = [stop for stop in stops if stop.card or stop.event]
    return frozenset(event[ev.NUMBER] for event in new if any(_meets(s, stop, event, seat) for stop in named))


def _meets(s: State, stop: Stop, event: Event, seat: int | None) -> bool:
    if stop.seat and (event[ev.SEAT] < 0 or seat_name(s, event[ev.SEAT]) != stop.seat):
        return False
    if not stop.event:
        fires = event[ev.CODE] == ev.PowerResolves and s.cat.name[event[ev.FIELDS]] == stop.card
        return fires or ev.teller(event) == stop.card
    return event[ev.CODE] == ev.CODES[stop.event] and (not stop.card or stop.card in _cards(s, event, seat))


def _cards(s: State, event: Event, seat: int | None) -> set[str]:
    """The names of the cards that an event speaks of, as far as a seat may know."""
    found: set[str] = set()
    secret = hidden_from(event, seat) if seat is not None else ()
    for name, value in zip(ev.EVENTS[event[ev.CODE]].fields, event[ev.FIELDS :], strict=False):
        cards = (value,) if name == "card" else value if name == "cards" and value else ()
        if name not in secret:
            found |= {s.cat.name[card] for card in cards if isinstance(card, int) and card >= 0}
    return found


def said(s: State, event: Event, seat: int | None) -> str:
    """Say what happened, without what a seat may not see."""
    if seat is None or not hidden_from(event, seat):
        return event_text(s, event)
    return _unseen(s, event)


def _unseen(s: State, event: Event) -> str:
    """What is known of an event whose cards nobody may see beforehand."""
    who = seat_text(s, event[ev.SEAT])
    if event[ev.CODE] == ev.CardGiven:
        return text("stepping.given", seat=who)
    return text("stepping.draws", seat=who, cards=counted(event[ev.FIELDS], "cards"))


# Which lines of the log to show


class Only(NamedTuple):
    """What the log is narrowed to: a card, a player, a clause; "" for any."""

    card: str = ""
    seat: str = ""
    clause: str = ""


def narrowed(s: State, card: str = "", seat: str | int = "", clause: str = "") -> Only:
    """Make a filter for the log out of names; a clause may be the first part of several, such as R-LOAD.

    Raises:
        KeyError: no card is called so.
        ValueError: there is no such seat or clause.
    """
    clause = clause.strip() if isinstance(clause, str) else str(clause)
    if clause and not any(_cites(known, clause) for known in (*CLAUSES, *citations())):
        near = nearest(clause, [*CLAUSES, *citations()])
        raise ValueError(text("stepping.no-clause", clause=shown(clause), near=near))
    return Only(_card_name(s, card), _seat_name(s, seat), clause)


def _cites(found: str, clause: str) -> bool:
    return found == clause or found.startswith(f"{clause}-")


def shows(s: State, event: Event, only: Only, seat: int | None = None) -> bool:
    """Whether an event belongs to a narrowed log, for what a seat may know."""
    if only.seat and (event[ev.SEAT] < 0 or seat_name(s, event[ev.SEAT]) != only.seat):
        return False
    if only.clause and not _cites(event[ev.CLAUSE], only.clause):
        return False
    return not only.card or ev.teller(event) == only.card or only.card in _cards(s, event, seat)


# What a choice would lead to


class Preview(NamedTuple):
    """What would follow a choice for certain, whatever lies unseen.

    ``lines`` are the events up to the next decision with their clauses, ``changes`` what the zones
    gain and lose, ``then`` who decides next. ``open`` says that more follows,
    which depends on unseen cards or on chance.
    """

    lines: tuple[str, ...]
    changes: tuple[str, ...]
    then: str
    open: bool


def preview(game: Game, option: Option, seat: int | None = None) -> Preview:
    """Play an option on copies of the table in which the unseen cards lie otherwise, and tell what these share.

    The game does not change, and how the unseen cards really lie makes no difference to what is told.

    Args:
        game: the game.
        option: one of its options or interrupts.
        seat: who looks; None sees every hand, but not into the deck.
    """
    before = game.state
    if seat is not None and before.asking is not None and before.asking[1] == "bid":
        return Preview((), (), "", True)  # what the others have bid is in no pile that could be dealt anew
    beside = option not in game.options
    try:
        worlds = [_played(before, option, beside, seat, number) for number in range(WORLDS)]
    except (Exception, EndlessChain):  # such as a power that looks for the very card that lies elsewhere now
        return Preview((), (), "", True)
    told = [[_told(s, event, seat) for event in events_since(s, before) if _worth(event)] for s in worlds]
    lines = _shared_start(told)
    changed = [_changes(s, before) for s in worlds]
    changes = tuple(one for one in changed[0] if all(one in other for other in changed))
    nexts = {_next(s, seat) for s in worlds}
    more = len(nexts) > 1 or any(len(one) > len(lines) for one in told)
    return Preview(tuple(lines), changes, nexts.pop() if len(nexts) == 1 else "", more)


def _played(before: State, option: Option, beside: bool, seat: int | None, number: int) -> State:
    s = before.copy()
    _deal_unseen(s, seat, Random(1000 * before.events + number))
    (interrupt if beside else choose)(s, option.choice)
    return s


def _deal_unseen(s: State, seat: int | None, dice: Random) -> None:
    """Shuffle what nobody who looks can see: the deck, and for a seat the hands of the others too."""
    s.seed = dice.getrandbits(32)
    open_top = [s.deck.pop()] if s.deck and deck_is_open(s, s.leader if seat is None else seat) else []
    others = [player for i, player in enumerate(s.players) if seat is not None and i != seat]
    pool = sorted(s.deck + [card for player in others for card in player.hand])  # the true order leaves no trace
    dice.shuffle(pool)
    for player in others:
        size = len(player.hand)
        player.hand, pool = pool[:size], pool[size:]
    s.deck = pool + open_top


def _worth(event: Event) -> bool:
    return event[ev.CODE] not in (ev.RulingApplied, ev.TurnEnding)  # the turn's end is told once


def _told(s: State, event: Event, seat: int | None) -> str:
    drawn = event[ev.CODE] == ev.CardsDrawn
    words = _unseen(s, event) if drawn else said(s, event, seat)
    return f"{words} {event[ev.CLAUSE]}".rstrip()


def _shared_start(told: list[list[str]]) -> list[str]:
    found: list[str] = []
    for row in zip(*told, strict=False):
        if len(set(row)) > 1:
            break
        found.append(row[0])
    return found


def _next(s: State, seat: int | None) -> str:
    """Who decides next, and what, as far as a seat may know."""
    if s.over or s.asking is None:
        return text("stepping.then-over")
    if seat is None or s.asking[0] == seat:
        return text("stepping.then", asked=prompt_text(s))
    if s.asking[1] == "window":  # asks only somebody who holds something for it
        return text("stepping.then-somebody")
    return text("stepping.then-other", seat=seat_text(s, s.asking[0]))


def _changes(s: State, before: State) -> list[str]:
    """What the zones have gained and lost, a line for each owner that anything has changed for."""
    now, then = _zones(s), _zones(before)
    found = []
    for owner, counts in now.items():
        old = then.get(owner, {})
        moved = [(zone, count - old.get(zone, 0)) for zone, count in counts.items() if count != old.get(zone, 0)]
        by = ", ".join(text(f"stepping.zone.{zone}", by=f"{n:+d}".replace("-", "−")) for zone, n in moved)
        if by:
            found.append(text("stepping.change", owner=owner, changes=by))
    return found


def _zones(s: State) -> dict[str, dict[str, int]]:
    """How much lies where, by owner."""
    found: dict[str, dict[str, int]] = {}
    for i, player in enumerate(s.players):
        sizes = {zone: len(getattr(player, zone)) for zone in ("hand", "crew", "goods", "fulfilled")}
        found[seat_text(s, i)] = {"credits": player.credits, **sizes}
    for i, ship in enumerate(s.ships):
        name = ship_text(s, i)
        found[name[:1].upper() + name[1:]] = {"containers": len(ship.cargo), "contracts": len(ship.contracts)}
    found[text("stepping.table")] = {"island": len(s.island), "deck": len(s.deck), "discard": len(s.discard)}
    return found
