"""Abilities: the heads of powers, as data, and the index of what is in force.

Kinds of ability: ``When`` an event happens · ``Whenever`` the table shows
something · ``Answers`` to a question · ``OnFulfill``, once · ``Instead`` of being
tucked · ``AnyTime``, from a zone · ``BeforeScoring`` · ``AtScoring`` · ``WinsWhen``.  A head says
whose event, which fields and what is watched; unknown events, fields and
questions are errors when the power is declared, with the nearest known name.

*In force* is one list of (ability, owner, card, parameter); fulfilled cards are
only its commonest source (R-POWER-4).  Lasting effects come from ``state.effects``,
copied texts from ``state.copied``; a few powers work while their card lies on a
ship, as a contract or as a container (R-POWER-8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from explorer.card import kebab, nearest
from explorer.language import events as ev
from explorer.language.body import Body
from explorer.language.checks import Ctx, Move
from explorer.language.questions import QUESTIONS
from explorer.state import Frame, Ship, State
from explorer.terms import KINDS
from explorer.texts import shown, text

Entry = tuple[Any, int, int, Any]  # ability, owner, this card, parameter

YOU: Final = "you"
OTHERS: Final = "others"
ANYONE: Final = "anyone"
SELF: Final = "self"  # as a field's value: this very card

# Where a card lies for its ability to be in force, besides a hand.
FULFILLED: Final = "fulfilled"
CONTRACT_ABOARD: Final = "contract"  # as an unfulfilled contract of a ship; it is then the ship's owner's
CONTAINER_ABOARD: Final = "container"
UNDER_SHIP: Final = "under"  # slipped under a ship, or itself a ship
ZONES: Final = (FULFILLED, CONTRACT_ABOARD, CONTAINER_ABOARD, UNDER_SHIP)


class PowerError(ValueError):
    """A power is declared wrongly; says what, where and how to mend it."""


class Ability:
    """What all heads share: the power it belongs to, its id, and the ruling reading under which it exists."""

    kind = ""
    body: Body | None = None
    moves_its_card = False  # whether the text moves or names this very card
    zone = FULFILLED

    def __init__(self, under: tuple[str, str] | None = None) -> None:
        self.under = under
        self.power = ""
        self.id = ""

    def bind(self, power: str, id: str) -> None:
        """Attach the ability to its power; bodies compile their steps here."""
        self.power = power
        self.id = id
        ABILITIES[id] = self
        if self.body is not None:
            self.body.bind(power, id)

    def file(self, index: Index, entry: Entry) -> None:
        """Put the ability, in force, into the index; those that resolve once are not looked for there."""

    def exists(self, s: State) -> bool:
        """Whether the ability exists under the rulings of this game."""
        return self.under is None or s.rulings[self.under[0]] == self.under[1]


ABILITIES: Final[dict[str, Ability]] = {}


def _whose(word: str) -> None:
    if word not in (YOU, OTHERS, ANYONE):
        raise PowerError(f"{word!r} says nobody; write YOU, OTHERS or ANYONE.")


def _zone(word: str) -> str:
    if word not in ZONES:
        raise PowerError(f"{word!r} is no place in which a power works; write one of {list(ZONES)}.")
    return word


class When(Ability):
    """When an event happens: by whom, and with which fields.

    Args:
        event: the event's name.
        by: YOU, OTHERS or ANYONE, compared with the event's seat.
        do: the body.
        at_once: resolve before fulfilments that the same change completes (AMB-49).
        given: a further condition ``(state, owner, card, event) -> bool``.
        includes_itself: the text counts the fulfilment that brought the card (AMB-51).
        zone: where the card must lie, one of ``ZONES``.
        fields: values of the event's fields; ``color=`` tests the color of its card.
    """

    kind = "when"

    def __init__(
        self,
        event: int,
        by: str = ANYONE,
        *,
        do: Body,
        at_once: bool = False,
        given: Callable[[State, int, int, tuple[Any, ...]], bool] | None = None,
        includes_itself: bool = False,
        under: tuple[str, str] | None = None,
        zone: str = FULFILLED,
        **fields: Any,
    ) -> None:
        super().__init__(under)
        self.zone = _zone(zone)
        if event not in ev.CODES.values():
            raise PowerError(f"{event!r} is no event; write it like ev.CardSold.{nearest(str(event), ev.CODES)}")
        _whose(by)
        self.event = event
        self.by = by
        self.body = do
        self.at_once = at_once
        self.given = given
        self.includes_itself = includes_itself
        self.fields = fields
        known = ev.EVENTS[event].fields
        for field in fields:
            if field not in known and not (field == "color" and "card" in known):
                options = [*known, "color"] if "card" in known else list(known)
                raise PowerError(
                    f"{ev.EVENTS[event].name} has no field {field!r}; it has {options}.{nearest(field, options)}"
                )
        self.on_self = fields.get("card") == SELF
        self.tests = tuple((known.index(k) + ev.FIELDS, v) for k, v in fields.items() if k != "color" and v != SELF)
        self.color = fields.get("color")
        if self.color is not None and self.color not in range(len(KINDS)):
            raise PowerError(f"{self.color!r} is no color; write it like ILLEGAL, from explorer.terms.")

    def hears(self, s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
        """Whether an event is of the kind that this head hears, and heard by it."""
        return self.event == event[ev.CODE] and self.matches(s, owner, card, event)

    def matches(self, s: State, owner: int, card: int, event: tuple[Any, ...]) -> bool:
        """Whether this head hears the event."""
        if self.by != ANYONE and (event[ev.SEAT] == owner) != (self.by == YOU):
            return False
        for at, value in self.tests:
            if event[at] != value:
                return False
        if self.color is not None and not s.cat.colors[event[ev.FIELDS]] >> self.color & 1:
            return False
        return self.given is None or self.given(s, owner, card, event)

    def hear(self, s: State, entry: Entry, event: tuple[Any, ...]) -> None:
        """Note a waiting trigger when the head matches (and the loop guard lets it)."""
        if self.event == ev.ContractFulfilled and event[ev.FIELDS] == entry[2] and not self._sees_itself(s):
            return
        if event[ev.CODE] == ev.GoodAdded and s.phase == "scoring" and s.rulings["end-moves-income"] == "no-income":
            return
        if self.matches(s, entry[1], entry[2], event):
            if any([f.by == self.power for f in s.stack]):
                ev.relied(s, s.stack[-1], "loop-guard")
                if in_own_chain(s, self.power):
                    return
            per_card = event[ev.CODE] == ev.CardsDrawn and s.rulings["draw-trigger-unit"] == "per-card"
            s.triggers += [(self.id, *entry[1:], event)] * (event[ev.FIELDS] if per_card else 1)

    def file(self, index: Index, entry: Entry) -> None:
        if not self.on_self:
            index.hears.setdefault(self.event, []).append(entry)

    def _sees_itself(self, s: State) -> bool:
        """Whether it answers the fulfillment of its own card (D1, ruling own-batch-seen)."""
        reading = s.rulings["own-batch-seen"]
        return reading == "always" or (self.includes_itself and reading != "never")


def in_own_chain(s: State, power: str) -> bool:
    """Whether a power may not answer because it set this event off itself (ruling loop-guard)."""
    reading = s.rulings["loop-guard"]
    if reading == "each-time":
        return False
    for f in reversed(s.stack):
        if f.proc == "fulfill" and reading == "afresh-after-a-fulfilment":
            return False
        if f.by == power:
            return True
    return False


class Whenever(Ability):
    """Whenever the table shows something: ``find(state, owner, card)`` gives what it shows, or None.

    It is looked for after every event, or, where ``every_event`` is False, only after
    those that touch ships, crew, goods or what is in force (``events.STIRS``).
    """

    kind = "whenever"

    def __init__(
        self,
        find: Callable[[State, int, int], Any],
        *,
        do: Body,
        watches: str,
        every_event: bool = True,
        under: tuple[str, str] | None = None,
        zone: str = FULFILLED,
    ) -> None:
        super().__init__(under)
        self.zone = _zone(zone)
        self.find = find
        self.body = do
        self.watches = watches
        self.every_event = every_event

    def file(self, index: Index, entry: Entry) -> None:
        index.watches.append(entry)
        index.eager = index.eager or self.every_event


class Answers(Ability):
    """Answers a question for its owner, for the others, or for everyone.

    ``by(state, entry, value so far, player, …)`` gives the new value; ``with_`` is a fixed one; ``tells``
    are the events that the rules tell in this power's name when they follow the answer; ``narrows`` says that
    it only forbids, and so lifts no check.
    """

    kind = "answers"

    def __init__(
        self,
        question: str,
        of: str = YOU,
        *,
        by: Callable[..., Any] | None = None,
        with_: Any = None,
        under: tuple[str, str] | None = None,
        zone: str = FULFILLED,
        tells: tuple[int, ...] = (),
        narrows: bool = False,
    ) -> None:
        super().__init__(under)
        self.zone = _zone(zone)
        self.tells = tells
        self.narrows = narrows
        if question not in QUESTIONS:
            raise PowerError(f"There is no question {question!r}.{nearest(question, QUESTIONS)}")
        _whose(of)
        if (by is None) == (with_ is None) or not (by is None or callable(by)):
            raise PowerError(text("error.power-answer", question=question))
        self.question = question
        self.of = of
        self.by: Callable[..., Any] = by if by is not None else _always(with_)

    def asked_of(self, owner: int, player: int) -> bool:
        """Whether the answer holds for this player."""
        return self.of == ANYONE or (owner == player) == (self.of == YOU)

    def file(self, index: Index, entry: Entry) -> None:
        answers = getattr(index, self.question)
        if not answers:
            answers = tuple([[] for _ in range(index.seats)])
            setattr(index, self.question, answers)
        owner = entry[1]
        for seat in (owner,) if self.of == YOU else range(index.seats):
            if self.asked_of(owner, seat):
                answers[seat].append(entry)


def _always(value: Any) -> Callable[..., Any]:
    return lambda s, entry, so_far, *about: value


class OnFulfill(Ability):
    """Once, when the contract is fulfilled and tucked (R-POWER-3)."""

    kind = "on fulfillment"

    def __init__(self, do: Body, under: tuple[str, str] | None = None, moves_its_card: bool = False) -> None:
        super().__init__(under)
        self.body = do
        self.moves_its_card = moves_its_card


class Instead(Ability):
    """Once, when the contract is fulfilled, in place of being tucked; the body must find the card a place.

    ``besides`` says that it does more than that, which happens also when another power has put the card elsewhere.
    """

    kind = "instead of tucking"
    moves_its_card = True

    def __init__(self, do: Body, under: tuple[str, str] | None = None, besides: bool = False) -> None:
        super().__init__(under)
        self.body = do
        self.besides = besides


class AnyTime(Ability):
    """At any time, from a zone (R-POWER-2).

    Args:
        zone: "hand" or "fulfilled".
        move: what may be chosen, with its checks; they find this card in ``ctx.card``.
        windows: the moments at which it can matter although nobody's decision stands open: "declare" and
            "action" (before an own forced decision), "bids" (of a round of one's own), "hand" (before an answer
            takes cards of it), "credits" and "power" (before an immediate power that touches nothing but credits, or
            more), "powers over", "fulfilled", "turn end", "scoring".
        do: the body; its frame's ``x`` holds the chosen tuple.
        urgent: ``(state, card, choice)``: a use that can matter at any such moment, also before others' decisions.
        pressing: ``(state, card)``: whether at such a moment every use can matter.
        moves_its_card: whether the text moves or names this very card.
    """

    kind = "any time"

    def __init__(
        self,
        zone: str,
        move: Move,
        *,
        do: Body,
        windows: frozenset[str],
        urgent: Callable[[State, int, tuple[Any, ...]], bool] | None = None,
        pressing: Callable[[State, int], bool] | None = None,
        moves_its_card: bool = False,
        under: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(under)
        self.zone = zone
        self.move = move
        self.windows = windows
        self.urgent = urgent
        self.pressing = pressing
        self.moves_its_card = moves_its_card
        self.body = do

    def file(self, index: Index, entry: Entry) -> None:
        if self.zone == "fulfilled":
            index.anytime.append(entry)

    def context(self, s: State, owner: int, card: int) -> Ctx:
        """What the move's checks look at."""
        ctx = Ctx(s, s.stack[-1], owner)
        ctx.card = card
        return ctx


MOVES: Final = 1  # cards move, and limits hold
DECLARES: Final = 2  # what cards count as is declared
COUNTS: Final = 3  # goods are added that follow from all others


class BeforeScoring(Ability):
    """Once, when the game is over and before points are counted (AMB-68).

    ``stage`` is MOVES, DECLARES or COUNTS: one after the other, in each the leader first, clockwise.
    ``given(state, owner, card)`` says whether there is anything to do when the stage begins.
    """

    kind = "before scoring"

    def __init__(self, do: Body, stage: int, given: Callable[[State, int, int], bool] | None = None) -> None:
        super().__init__()
        self.body = do
        self.stage = stage
        self.given = given

    def file(self, index: Index, entry: Entry) -> None:
        index.preparing.append(entry)


class AtScoring(Ability):
    """At scoring: ``points(state, owner, card)`` gives credits (R-SCORE-6).

    ``about(state, owner)`` says what they are counted for, where that is found only then; ``tells(state, frame,
    owner)`` notes what they rest on.
    """

    kind = "at scoring"

    def __init__(
        self,
        points: Callable[[State, int, int], int],
        about: Callable[[State, int], str] | None = None,
        tells: Callable[[State, Frame, int], None] | None = None,
    ) -> None:
        super().__init__()
        self.points = points
        self.about = about
        self.tells = tells

    def file(self, index: Index, entry: Entry) -> None:
        index.scoring.append(entry)


class WinsWhen(Ability):
    """Wins the game at once when ``holds(state, owner)`` (R-END-3, D20); looked for as in ``Whenever``.

    To look changes nothing; ``tells(state, owner)`` notes what the win rests on, once it is one.
    """

    kind = "instant win"

    def __init__(
        self,
        holds: Callable[[State, int], bool],
        watches: str,
        every_event: bool = True,
        tells: Callable[[State, int], Any] | None = None,
    ) -> None:
        super().__init__()
        self.holds = holds
        self.tells = tells
        self.watches = watches
        self.every_event = every_event

    def file(self, index: Index, entry: Entry) -> None:
        index.wins.append(entry)
        index.eager = index.eager or self.every_event


class Power:
    """A power by the name of its contract: its abilities, and those that start later (effects)."""

    def __init__(self, name: str, abilities: tuple[Ability, ...], effects: tuple[Ability, ...]) -> None:
        self.name = name
        self.abilities = abilities
        self.effects = effects
        self.citation = "power " + kebab(name)

    def __repr__(self) -> str:
        return f"Power({self.name!r}, {', '.join(a.kind for a in self.abilities)})"


POWERS: Final[dict[str, Power]] = {}
_declared: list[str] = []  # every declaration so far, by name


def declarations() -> int:
    """How many powers have been declared so far: an index made before the latest one is out of date."""
    return len(_declared)


def power(name: str, *abilities: Ability, effects: tuple[Ability, ...] = (), replace: bool = False) -> Power:
    """Declare a power.

    Args:
        name: the contract's name as in the catalogue, or the ``power`` of a card that a position defines.
        abilities: what it does, in the order of its text.
        effects: abilities that its bodies put in force later (see the verb Lasting).
        replace: declare an existing power anew (for notebooks).

    Raises:
        PowerError: the name is taken, an ability belongs to another power, or something is no head or no body.
    """
    if name in POWERS and not replace:
        raise PowerError(f"The power {name!r} exists already; pass replace=True to declare it anew.")
    for ability in (*abilities, *effects):
        if not isinstance(ability, Ability):
            raise PowerError(f"{_called(ability)} is no head of a power; put it into one, such as OnFulfill(…).")
        if ability.body is not None and not isinstance(ability.body, Body):
            raise PowerError(f"{_called(ability.body)} is no body for {name!r}; write a verb, such as Gain(1).")
    made = Power(name, abilities, effects)
    for number, ability in enumerate((*abilities, *effects), 1):
        if ability.power and ability.power != name:
            raise PowerError(f"An ability of {ability.power!r} cannot also belong to {name!r}.")
        ability.bind(name, f"{kebab(name)}/{number}")
    POWERS[name] = made
    ev.POWER_OF[made.citation] = name
    _declared.append(name)
    return made


def _called(what: object) -> str:
    return f"{type(what).__name__}(…)" if isinstance(what, Body) else shown(what)


def _set_unanswered() -> Callable[[Index], None]:
    """Write out how every question of an index is set to (), where nothing answers; a loop would take as long as all
    the rest of a new index.
    """
    names: dict[str, Any] = {}
    exec("\n ".join(["def unanswered(index):", *[f"index.{name} = ()" for name in QUESTIONS]]), names)
    found: Callable[[Index], None] = names["unanswered"]
    return found


_unanswered: Final = _set_unanswered()


class Index:
    """Who listens to which event and answers which question: derived from what is in force, never saved."""

    __slots__ = (
        "hears", "self_hears", "watches", "wins", "anytime", "hand_anytime", "hand_cards", "aboard", "at_work",
        "preparing", "scoring", "eager", "heeded", "seats", "made_at",
        *QUESTIONS,  # for each seat the abilities that answer about it; () where nothing answers
    )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.made_at = declarations()
        self.hears: dict[int, list[Entry]] = {}
        self.self_hears: dict[int, dict[int, Ability]] = {}
        self.watches: list[Entry] = []
        self.wins: list[Entry] = []
        self.anytime: list[Entry] = []
        self.hand_anytime: dict[int, Ability] = {}
        self.hand_cards: frozenset[int] = frozenset()  # the whole cards in a hand that such powers stand on
        # The abilities of powers by the zone their card lies in, as far as any has been looked for.
        self.at_work: dict[str, dict[str | None, tuple[Ability, ...]]] = {}
        self.aboard: frozenset[int] = frozenset()  # cards with a power that works on a ship
        self.preparing: list[Entry] = []
        self.scoring: list[Entry] = []
        self.eager = False  # whether every event must be followed by a look at the table
        self.heeded: frozenset[int] = ev.STIRS  # the events that matter to anything at all
        _unanswered(self)


def power_of(s: State, card: int) -> str | None:
    """Name the power a card has now: a copied one, or its own."""
    for held, name in s.copied:
        if held == card:
            return name
    return s.cat.power[card]


def changed_by(s: State, answers: Iterable[Entry], value: Any, *about: Any) -> list[str]:
    """Cite the powers that, one after the other, make the answer to a question what it is."""
    found = []
    for entry in answers:
        before, value = value, entry[0].by(s, entry, value, *about)
        if value != before:
            found.append(POWERS[entry[0].power].citation)
    return found


def in_force(s: State) -> list[Entry]:
    """List every ability in force (R-POWER-4): under ships, fulfilled seat by seat, aboard ships, lasting effects.

    What lies under a ship changes what its contracts ask for before anything else does.
    """
    found: list[Entry] = []
    for ship in s.ships:
        for card in ship.under:
            found += _of_card(s, ship.owner, card, UNDER_SHIP)
    for seat, player in enumerate(s.players):
        for card in player.fulfilled:
            found += _of_card(s, seat, card, FULFILLED)
    aboard = s.index.aboard
    if aboard:
        apart = aboard.isdisjoint
        for ship in s.ships:
            if not (apart(ship.contracts) and apart(ship.cargo)):
                found += _aboard(s, ship)
    for id, owner, card, parameter, _until in s.effects:
        found.append((ABILITIES[id], owner, card, parameter))
    return found


def _aboard(s: State, ship: Ship) -> list[Entry]:
    """The abilities of a ship's contracts and containers that work on it."""
    found: list[Entry] = []
    for zone, cards in ((CONTRACT_ABOARD, ship.contracts), (CONTAINER_ABOARD, ship.cargo)):
        for card in cards:
            if card in s.index.aboard:
                found += _of_card(s, ship.owner, card, zone)
    return found


def _of_card(s: State, owner: int, card: int, zone: str) -> list[Entry]:
    """The abilities of one card that work where it lies."""
    name = power_of(s, card) if s.copied else s.cat.power[card]
    at_work = s.index.at_work[zone]
    if name not in at_work:
        if name not in POWERS:
            return []
        at_work[name] = tuple(a for a in POWERS[name].abilities if _lies_right(a, zone) and a.exists(s))
    return [(ability, owner, card, None) for ability in at_work[name]]


def _lies_right(ability: Ability, zone: str) -> bool:
    """Whether an ability may be in force from a zone; one for the hand is listed with the fulfilled, and not filed."""
    return ability.zone == zone or (zone == FULFILLED and ability.zone not in ZONES)


def reindex(s: State) -> None:
    """Derive the index anew; call it whenever an ability comes or goes."""
    before, index = s.index, Index(len(s.players))
    s.index = index
    if before is None or before.made_at != index.made_at:
        _from_elsewhere(s, index)
    else:  # neither the catalogue nor the rulings of a game change, and no power has been declared
        for name in FROM_ELSEWHERE:
            setattr(index, name, getattr(before, name))
    for entry in in_force(s):
        entry[0].file(index, entry)
    index.eager = index.eager or s.rulings["end-check"] == "after-every-change-latched"
    index.heeded = ev.STIRS.union(index.hears, index.self_hears, range(len(ev.EVENTS)) if index.eager else ())


def aboard(s: State, card: int) -> None:
    """Derive the index anew if the card that has come onto a ship, or left it, has a power that works there."""
    if card in s.index.aboard:
        reindex(s)


ELSEWHERE: Final = ("hand", CONTRACT_ABOARD, CONTAINER_ABOARD)
FROM_ELSEWHERE: Final = ("self_hears", "hand_anytime", "hand_cards", "aboard", "at_work")  # what lasts a whole game


def _from_elsewhere(s: State, index: Index) -> None:
    """Powers that work from a hand or on a ship (R-POWER-8), by card."""
    ship: set[int] = set()
    for card, name in enumerate(s.cat.power):
        if name not in POWERS:
            continue
        for ability in POWERS[name].abilities:
            on_self = isinstance(ability, When) and ability.on_self
            if not (on_self or ability.zone in ELSEWHERE) or not ability.exists(s):
                continue
            if on_self:
                index.self_hears.setdefault(ability.event, {})[card] = ability  # type: ignore[attr-defined]
            elif ability.zone in (CONTRACT_ABOARD, CONTAINER_ABOARD):
                ship.add(card)
            elif isinstance(ability, AnyTime):
                index.hand_anytime[card] = ability
    index.at_work = {zone: {} for zone in ZONES}
    index.aboard = frozenset(ship)
    index.hand_cards = frozenset(s.cat.base[card] for card in index.hand_anytime)


def still_in_force(s: State, id: str, owner: int, card: int) -> bool:
    """Whether an ability is (still) in force for this owner through this card."""
    ability = ABILITIES[id]
    if not isinstance(ability, When):
        entries = in_force(s)
    elif ability.on_self:
        return True
    else:
        entries = s.index.hears.get(ability.event, [])
    return any([entry[0] is ability and entry[1] == owner and entry[2] == card for entry in entries])
