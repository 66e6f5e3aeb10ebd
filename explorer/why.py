"""Why a card's power did not answer an event: which part of its trigger failed, or what stopped it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.language import events as ev
from explorer.language.abilities import (
    ABILITIES,
    ANYONE,
    POWERS,
    SELF,
    YOU,
    Ability,
    Answers,
    AnyTime,
    AtScoring,
    BeforeScoring,
    Instead,
    OnFulfill,
    When,
    Whenever,
    WinsWhen,
    in_force,
    in_own_chain,
    power_of,
)
from explorer.language.stepper import choose
from explorer.rules.windows import interrupt, interrupts
from explorer.state import CACHED, LISTS, RECORDS, SHARED, VALUES, State
from explorer.terms import KINDS
from explorer.texts import text
from explorer.words import event_text, field_text, interrupt_key, kind_text, option_key, ported, seat_text, where_is

if TYPE_CHECKING:
    from explorer.game import Game, Node

LOG: Final[Any] = vars(State)["log"]  # the slot, behind the property that watches it


class Why(NamedTuple):
    """One thing that kept a power from answering, or ``fired``: that it did answer."""

    check: str
    text: str
    clause: str

    @property
    def fired(self) -> bool:
        """Whether the power answered."""
        return self.check == "fired"


class Stopped(Exception):
    """The event has been told: the state is as its listeners saw it."""


class Watched(State):
    """A state that is left as it was the moment a certain event was told."""

    __slots__ = ("until",)
    until: int

    @property
    def log(self) -> Any:
        """The log, whose growth is watched."""
        return LOG.__get__(self)

    @log.setter
    def log(self, value: Any) -> None:
        LOG.__set__(self, value)
        if value is not None and value[1][ev.NUMBER] == self.until:
            raise Stopped


def why_not_fired(game: Game, card: str, event: Any) -> list[Why]:
    """Say why a card's power did not answer an event of the log; see ``Game.why_not_fired``."""
    number = event if isinstance(event, int) and not isinstance(event, bool) else getattr(event, "number", None)
    found = next((one for one in game.log.events() if one[ev.NUMBER] == number), None)
    if found is None:
        raise ValueError(text("why.no-event", event=event, count=game.state.events))
    wanted = game.state.cat.find(card)
    s = as_it_was(game, found[ev.NUMBER])
    name = power_of(s, wanted)
    if name not in POWERS:
        return [Why("no-power", text("why.no-power", card=game.state.cat.name[wanted]), "R-POWER-1")]
    answered = list(_answers(game, name, wanted, found)) or list(_pending(game.state, name, wanted, found))
    heard = Why("came-to-nothing", text("why.came-to-nothing"), POWERS[name].citation)
    return answered or list(_reasons(s, name, wanted, found)) or [heard]


def as_it_was(game: Game, number: int) -> State:
    """The state at the moment the event was told, by playing the step in which it happened once more."""
    node = next(one for one in game.line if one.state.events >= number)
    before = node.parent
    if before is None or node.step is None or node.step[0] == "edit" or before.state.asking is None:
        return node.state
    s = Watched.__new__(Watched)
    s.until = -1
    copied = before.state.copy()
    for name in SHARED + VALUES + LISTS + RECORDS + CACHED:
        setattr(s, name, getattr(copied, name))
    s.until = number
    with suppress(Stopped):
        _again(s, node)
    return s


def _again(s: State, node: Node) -> None:
    word, key = node.step  # type: ignore[misc]
    if word == "choose":
        choose(s, next(option for option in s.options or () if option_key(s, option) == key))
    else:
        interrupt(s, next(chance for chance in interrupts(s) if interrupt_key(s, chance) == key))


def _answers(game: Game, name: str, card: int, event: tuple[Any, ...]) -> Iterator[Why]:
    """What this very power did because of this event."""
    for one in game.log.events():
        if one[ev.CAUSE] == event[ev.NUMBER] and ev.teller(one) == name and one[ev.CODE] != ev.RulingApplied:
            said = event_text(game.state, one)
            if one[ev.CODE] == ev.PowerLapsed:
                yield Why("lapsed", text("why.lapsed", said=said), one[ev.CLAUSE])
            else:
                yield Why("fired", text("why.fired", number=one[ev.NUMBER], said=said), one[ev.CLAUSE])
            return


def _pending(s: State, name: str, card: int, event: tuple[Any, ...]) -> Iterator[Why]:
    """That this very power still has to answer the event, or is doing so."""
    waiting = [*s.triggers, *(t for f in s.stack if f.proc == "answers" for t in f.x)]
    due = any((ABILITIES[t[0]].power, t[2], t[4]) == (name, card, event) for t in waiting)
    begun = any(f.proc in ABILITIES and (f.by, f.card, f.cause) == (name, card, event[ev.NUMBER]) for f in s.stack)
    if due or begun:
        yield Why("asked", text("why.asked"), POWERS[name].citation)


def _reasons(s: State, name: str, card: int, event: tuple[Any, ...]) -> Iterator[Why]:
    """Everything about the power's heads that keeps it silent."""
    kind = ev.EVENTS[event[ev.CODE]].name
    citation = POWERS[name].citation
    abilities = (*POWERS[name].abilities, *POWERS[name].effects)
    heads = [one for one in abilities if isinstance(one, When) and one.event == event[ev.CODE]]
    live = [one for one in heads if one.exists(s)]
    watching = any(isinstance(one, Whenever) and one.exists(s) for one in abilities)
    if not heads and ev.teller(event) == name and event[ev.CODE] != ev.RulingApplied:
        yield Why("fired", text("why.own", card=s.cat.name[card]), event[ev.CLAUSE])
        return
    if not heads or (watching and not live):
        acting = [one for one in abilities if one.exists(s)] or abilities
        acts = "; ".join(dict.fromkeys(_acts(one) for one in acting)) or text("why.acts.never")
        yield Why("other-event", text("why.other-event", card=s.cat.name[card], event=kind, acts=acts), citation)
        return
    if not live:
        ruling, reading = heads[0].under  # type: ignore[misc]
        now = s.rulings[ruling].replace("-", " ")
        said = text("why.reading", ruling=ruling, reading=reading.replace("-", " "), now=now)
        yield Why("reading", said, f"ruling {ruling}")
        return
    for head in live:
        yield from _against(s, name, head, card, event)


def _against(s: State, name: str, head: When, card: int, event: tuple[Any, ...]) -> Iterator[Why]:
    citation = POWERS[name].citation
    owners = [entry[1] for entry in in_force(s) if entry[0] is head and entry[2] == card]
    if not head.on_self and not owners:
        said = text("why.not-in-force", card=s.cat.name[card], place=where_is(s, card))
        yield Why("not-in-force", said, "R-POWER-4")
        yield from _fields(s, head, card, event, citation)
        return
    for owner in owners or [event[ev.SEAT]]:
        if head.by != ANYONE and (event[ev.SEAT] == owner) != (head.by == YOU):
            key = "why.not-yours" if head.by == YOU else "why.your-own"
            yield Why("whose", text(key, owner=seat_text(s, owner), seat=_seat(s, event)), citation)
        yield from _fields(s, head, card, event, citation)
        if head.given is not None and not _holds(head.given, s, owner, card, event):
            yield Why("condition", text("why.condition", condition=_condition(head)), citation)
        elif in_own_chain(s, head.power):
            yield Why("loop-guard", text("why.loop-guard"), "ruling loop-guard")


def _holds(given: Callable[..., bool], s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
    with suppress(Exception):  # a condition may look at what another kind of event would carry
        return bool(given(s, owner, card, event))
    return False


def _fields(s: State, head: When, card: int, event: tuple[Any, ...], citation: str) -> Iterator[Why]:
    known = ev.EVENTS[head.event].fields
    for field, wanted in head.fields.items():
        have = event[ev.FIELDS + known.index("card" if field == "color" else field)]
        if field == "color":
            if not s.cat.colors[have] >> wanted & 1:
                said = text("why.color", card=s.cat.name[have], color=kind_text(KINDS[wanted]))
                yield Why("color", said, citation)
        elif wanted == SELF:
            if have != card:
                yield Why("other-card", text("why.other-card", card=s.cat.name[have]), citation)
        elif have != wanted:
            said = text("why.field", field=field, wanted=_field(s, field, wanted), have=_field(s, field, have))
            yield Why("field", said, citation)


def _field(s: State, field: str, value: Any) -> str:
    with suppress(Exception):
        return ported(s, field_text(s, field, value))
    return str(value)


def _seat(s: State, event: tuple[Any, ...]) -> str:
    return seat_text(s, event[ev.SEAT]) if event[ev.SEAT] >= 0 else "-"


def _condition(head: When) -> str:
    words = (head.given.__doc__ or "").strip().splitlines() if head.given is not None else []
    return words[0][0].lower() + words[0][1:].rstrip(".") if words else text("graph.further")


def _acts(ability: Ability) -> str:
    """Say when an ability acts."""
    if isinstance(ability, When):
        return text("why.acts.when", event=ev.EVENTS[ability.event].name)
    if isinstance(ability, (OnFulfill, Instead)):
        return text("why.acts.once")
    if isinstance(ability, (Whenever, WinsWhen)):
        return text("why.acts.watches", watches=ability.watches)
    if isinstance(ability, Answers):
        return text("why.acts.answers", question=ability.question.replace("_", " "))
    if isinstance(ability, AnyTime):
        return text("why.acts.any-time", zone=ability.zone)
    assert isinstance(ability, (AtScoring, BeforeScoring))
    return text("why.acts.scoring" if isinstance(ability, AtScoring) else "why.acts.before")
