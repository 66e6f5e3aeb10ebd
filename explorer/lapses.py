"""Why a declared action could not be carried out: the checks that stood against everything one might have tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.language import events as ev
from explorer.language.checks import PROMPTS
from explorer.language.questions import say_forbidden
from explorer.language.stepper import PROCS
from explorer.reasons import Wanted, best_of
from explorer.refusals import Reason, Refused, refused_now
from explorer.rules.perform import PROMPT_OF
from explorer.terms import ACTIONS, IMPORT
from explorer.texts import text
from explorer.why import as_it_was
from explorer.words import action_text, frame_text

if TYPE_CHECKING:
    from explorer.game import Game, Node
    from explorer.state import Frame, State

LATEST: Final = 6  # lapses that are looked at again


class Lapse(NamedTuple):
    """A lapsed action: its event, the state as it was then with its decision, and everything that was refused."""

    event: tuple[Any, ...]
    state: State
    refused: tuple[Refused, ...]


def lapse(game: Game, number: int) -> Lapse | None:
    """Look again at the moment in which an action lapsed.

    Args:
        game: the game, at that moment or later in the same line.
        number: the number of the event.

    Returns:
        None where that is no such event, where somebody gave the action up, or where the game
        was begun later.
    """
    event = next((one for one in game.log.events() if one[ev.NUMBER] == number), None)
    return _again(game, event) if event is not None and event[ev.CODE] == ev.ActionLapsed else None


def why_lapsed(game: Game, event: Any = None) -> list[Refused]:
    """Say why a declared action could not be carried out; see ``Game.why_lapsed``."""
    number = getattr(event, "number", event)
    found = [one for one in game.log.events() if one[ev.CODE] == ev.ActionLapsed]
    meant = [one for one in found if number in (None, one[ev.NUMBER])]
    if not meant:
        numbers = ", ".join(str(one[ev.NUMBER]) for one in found[-12:]) or "-"
        raise ValueError(text("why.no-lapse", event=number, numbers=numbers))
    again = _again(game, meant[-1])
    return list(again.refused) if again is not None else []


def _again(game: Game, event: tuple[Any, ...]) -> Lapse | None:
    state = as_it_was(game, event[ev.NUMBER])
    asked = _asked(state, event) if state.events == event[ev.NUMBER] else None
    if asked is None:
        return None
    state = state.copy()
    state.asking, state.options = asked, ()
    banned = event[ev.CLAUSE].startswith("power ")
    return Lapse(event, state, _ban(state, event) if banned else tuple(refused_now(state)))


def _ban(s: State, event: tuple[Any, ...]) -> tuple[Refused, ...]:
    seat, number = event[ev.SEAT], event[ev.FIELDS]
    values = say_forbidden(s, seat, number)
    said = text("check.action-not-banned", powers=values["powers"], action=action_text(number))
    return (Refused(ACTIONS[number], (Reason("action-not-banned", said, "R-POWER-1"),)),)


def _asked(s: State, event: tuple[Any, ...]) -> tuple[int, str] | None:
    """Who would have decided what, had anything been possible."""
    f = s.stack[-1]
    if f.r is not None:  # somebody has chosen to do nothing
        return None
    if f.proc == "perform":
        return f.who, PROMPT_OF[f.x]
    if f.proc == "import rounds":
        return s.leader, "import ship"
    return (f.who, "import alone") if event[ev.FIELDS] == IMPORT else None


def lapses(game: Game, since: Node | None = None) -> list[Lapse]:
    """The actions that lapsed since a moment, as far as anything can be said about them; of many the latest ones.

    Args:
        game: the game, where it stands.
        since: an earlier moment of its line; the one before the latest choice if left out.
    """
    before = since or game.node.parent
    if before is None:
        return []
    began, log = before.state.events, game.state.log
    found: list[Lapse] = []
    while log is not None and log[1][ev.NUMBER] > began and len(found) < LATEST:
        log, event = log
        again = _again(game, event) if event[ev.CODE] == ev.ActionLapsed else None
        found += [again] if again is not None else []
    return found[::-1]


class Stuck(NamedTuple):
    """What comes to nothing unless the window that asks is used: in words, as it would be asked, what is refused."""

    what: str
    state: State
    refused: tuple[Refused, ...]


def about_to_lapse(s: State) -> Stuck | None:
    """The decision without options that a window stands before; None when there is an option, or no decision."""
    if s.asking is None or s.asking[1] != "window" or len(s.stack) < 2:
        return None
    state = s.copy()
    state.stack.pop()
    asked, f = _asked_next(state)
    if asked is None or PROMPTS[asked[1]].options(state, f, asked[0]):
        return None
    what = text("draw.action-of", action=action_text(f.x)) if f.proc == "perform" else frame_text(state, f)
    return Stuck(what, state, tuple(refused_now(state)))


def _asked_next(state: State) -> tuple[tuple[int, str] | None, Frame]:
    """Ask what will be asked after the window, on a copy of the table: who is asked what, and by which frame."""
    state.asking, state.options = None, ()
    f = state.stack[-1]
    steps = PROCS[f.proc]
    if f.pc < len(steps):
        steps[f.pc](state, f)
    return state.asking, f


def lapsed_before(game: Game, wanted: Wanted) -> list[Reason]:
    """Why something cannot be done in an action about to lapse, or could not in one that has lapsed just now."""
    stuck = about_to_lapse(game.state)
    found = best_of(wanted, stuck.refused) if stuck is not None else None
    if found:
        return list(found)
    for one in reversed(lapses(game)):
        reasons = best_of(wanted, one.refused) or ()
        if reasons:
            number = one.event[ev.NUMBER]
            return [r._replace(text=text("check.lapsed-before", number=number, reason=r.text)) for r in reasons]
    return []
