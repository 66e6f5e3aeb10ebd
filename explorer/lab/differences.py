"""What is not the same on two sides: options with their reasons, events, what lies where; as data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.files.record import facts
from explorer.game import Game, Option
from explorer.language import events as ev
from explorer.log import events_since
from explorer.rulebook import reading_text, ruling_question
from explorer.state import State
from explorer.texts import has, text
from explorer.words import event_text, kind_text, option_keys, say

if TYPE_CHECKING:
    from explorer.lab.comparing import Comparison, Moment

OPTIONS_TOLD: Final = 6  # options with the same reasons that are named; the rest is counted
REASONS_SOUGHT: Final = 20
NOTHING: Final = "-"


class Difference(NamedTuple):
    """One thing that is not the same: what, whose ("" for the table), its value on each side, and a sentence."""

    what: str
    whose: str
    first: Any
    second: Any
    text: str


class Parting(NamedTuple):
    """Where the sides differ for the first time: the number of the moment, in "options", "events" or "table", words."""

    moment: int
    what: str
    text: str


# What differs now


def differences(first: Game, second: Game) -> list[Difference]:
    """Everything that is not the same in two games: who may do what first, then players, ships and the table."""
    here, there = facts(first), facts(second)
    found = _decisions(first, second)
    for whose, what in [*here, *(key for key in there if key not in here)]:
        a, b = here.get((whose, what)), there.get((whose, what))
        if a != b and what != "asks":
            found.append(_difference(first, what, whose, a, b))
    return found


def _difference(game: Game, what: str, whose: str, a: Any, b: Any) -> Difference:
    label = _label(what, whose)
    lists = isinstance(a, list) and isinstance(b, list) and what != "winners"
    if what == "at":
        owner = whose.rpartition(" ")[0].capitalize()
        places = [say(f"lies.{place}", owner=owner) if place else NOTHING for place in (a, b)]
        words = text("compare.values", label=whose.capitalize(), first=places[0], second=places[1])
    elif not lists:
        words = text("compare.values", label=label, first=_value(a), second=_value(b))
    elif sorted(a) == sorted(b):
        words = text("compare.order", label=label)
    else:
        only = {"first": _names(game, _without(a, b)), "second": _names(game, _without(b, a))}
        sides = "-".join(side for side, names in only.items() if names)
        words = text(f"compare.lies-{sides}", label=label, **only)
    return Difference(what, whose, a, b, words)


def _label(what: str, whose: str) -> str:
    name = text(f"compare.what.{what}") if has(f"compare.what.{what}") else kind_text(what)
    owner = text("compare.market") if whose == "market" else whose.capitalize()
    return text("compare.label", what=name, whose=owner) if whose else name


def _without(some: list[str], others: list[str]) -> list[str]:
    left = list(others)
    return [one for one in some if one not in left or left.remove(one)]  # type: ignore[func-returns-value]


def _names(game: Game, keys: list[str]) -> str:
    """The names of cards, equal ones counted."""
    cat = game.catalogue
    names = [cat.name[cat.number[key]] for key in keys]
    counts = {name: names.count(name) for name in names}
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or NOTHING
    return NOTHING if value is None else str(value)


# Decisions


def _decisions(first: Game, second: Game) -> list[Difference]:
    """Who is asked what, and where that is the same, the options of one side alone with the other one's reasons."""
    here, there = first.decision, second.decision
    asked = [(d.player, d.kind) if d is not None else None for d in (here, there)]
    if asked[0] != asked[1] or here is None or there is None:
        words = [d.prompt if d is not None else text("compare.over") for d in (here, there)]
        said = text("compare.asks", first=words[0], second=words[1])
        return [Difference("asks", "", words[0], words[1], said)] if asked[0] != asked[1] else []
    found = []
    for side, mine, other in (("first", first, second), ("second", second, first)):
        for reasons, options in _by_reasons(other, only_here(mine, other)).items():
            keys = [option.key for option in options]
            said = text(f"compare.only-{side}", options=_some(options), reasons=reasons)
            found.append(Difference("offers", here.player, *((keys, []) if side == "first" else ([], keys)), said))
    return found


def _by_reasons(game: Game, options: list[Option]) -> dict[str, list[Option]]:
    """Options by why the other side does not offer them; of many only the first ones are looked into."""
    found: dict[str, list[Option]] = {}
    reasons = ""
    for number, option in enumerate(options):
        reasons = _reasons(game, option) if number < REASONS_SOUGHT else reasons
        found.setdefault(reasons, []).append(option)
    return found


def _some(options: list[Option]) -> str:
    words = ", ".join(option.text for option in options[:OPTIONS_TOLD])
    more = len(options) - OPTIONS_TOLD
    return text("compare.and-more", options=words, count=more) if more > 0 else words


def only_here(game: Game, other: Game) -> list[Option]:
    """The options of one side that the other does not have."""
    keys = {option.key for option in other.options}
    return [option for option in game.options if option.key not in keys]


def _reasons(game: Game, option: Option) -> str:
    found = "; ".join(f"{reason.text} ({reason.clause})" for reason in game.why_not(option.key))
    return found or text("compare.no-reason")


# Where they part


def partings(moments: Sequence[Moment]) -> list[Parting]:
    """Where the options, the events and the table are not the same for the first time, earliest first."""
    found = [_options_part(moments), _events_part(moments), _table_parts(moments)]
    return sorted((one for one in found if one is not None), key=lambda one: one.moment)


def _options_part(moments: Sequence[Moment]) -> Parting | None:
    for at, moment in enumerate(moments):
        a, b = moment.first.state, moment.second.state
        if a.asking != b.asking or option_keys(a) != option_keys(b):
            words = " ".join(one.text for one in _decisions(Game(a), Game(b)))
            return Parting(at, "options", words or text("compare.order-options"))
    return None


def _table_parts(moments: Sequence[Moment]) -> Parting | None:
    for at, moment in enumerate(moments):
        games = Game(moment.first.state), Game(moment.second.state)
        if facts(games[0]) != facts(games[1]):
            words = " ".join(one.text for one in differences(*games) if one.what not in ("asks", "offers"))
            if words:
                return Parting(at, "table", words)
    return None


def _events_part(moments: Sequence[Moment]) -> Parting | None:
    start, last = moments[0], moments[-1]
    here, there = _events(last.first.state, start.first.state), _events(last.second.state, start.second.state)
    pairs = zip(here, there, strict=False)
    same = next((i for i, (a, b) in enumerate(pairs) if _essence(a) != _essence(b)), min(len(here), len(there)))
    a, b = here[same : same + 1], there[same : same + 1]
    if not a and not b:
        return None
    numbers = [one[0][ev.NUMBER] if one else last.first.state.events + last.second.state.events for one in (a, b)]
    happened = ((m.first.state.events >= numbers[0]) or (m.second.state.events >= numbers[1]) for m in moments)
    at = next((i for i, yes in enumerate(happened) if yes), len(moments) - 1)
    sides = ((a, last.first.state), (b, last.second.state))
    words = [event_text(s, one[0]) if one else text("compare.nothing-more") for one, s in sides]
    return Parting(at, "events", text("compare.events", first=words[0], second=words[1]))


def _events(s: State, start: State) -> list[tuple[Any, ...]]:
    """What happened since the start; that a ruling was relied on is no event of the game."""
    return [event for event in events_since(s, start) if event[ev.CODE] != ev.RulingApplied]


def _essence(event: tuple[Any, ...]) -> tuple[Any, ...]:
    return (event[ev.CODE], *event[ev.BY :])


# In words


def told_in_words(c: Comparison) -> str:
    """The readings, where the two sides part, and what is different now, as text."""
    lines = []
    for id, (a, b) in c.readings.items():
        lines += [text("compare.ruling", id=id, question=ruling_question(id))]
        lines += [text("compare.reading", side="AB"[i], id=r, words=reading_text(id, r)) for i, r in enumerate((a, b))]
    count, by = len(c.moments) - 1, c.parted_by
    lines += [
        text("compare.parted-by" if id in by else "compare.not-by", id=id, moment=by.get(id, 0)) for id in c.readings
    ]
    lines += ["", text("compare.looked", at=c.at, count=count)]
    lines += [f"  {parting_words(one)}" for one in c.partings] or [f"  {text('compare.alike')}"]
    lines += [text("compare.stopped", reason=c.stopped)] if c.stopped else []
    now = c.differences
    lines += ["", text("compare.now" if now else "compare.none-now")]
    return "\n".join([*lines, *(f"  {one.text}" for one in now)])


def parting_words(one: Parting) -> str:
    """Where and in what two sides part, as a sentence."""
    return text(f"compare.part-{one.what}", moment=one.moment, words=one.text)


__all__ = ["Difference", "Parting", "differences", "only_here", "parting_words", "partings", "told_in_words"]
