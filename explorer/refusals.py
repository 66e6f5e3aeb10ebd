"""What the checks of a decision refuse, for people: each with its reasons, and the powers that could lift them."""

from __future__ import annotations

from copy import copy
from typing import Any, Final, NamedTuple

from explorer.language.abilities import POWERS, Ability, Answers, AnyTime, Power, in_force
from explorer.language.checks import PROMPTS, Ctx, Move, Objection, Refusal
from explorer.state import State
from explorer.terms import BARTER
from explorer.words import ported, reason_text, refusal_key


class Reason(NamedTuple):
    """One reason why something may not be chosen: check, sentence, clause, who could lift it, ruling."""

    check: str
    text: str
    clause: str
    lifted_by: tuple[str, ...] = ()
    ruling: str = ""


class Refused(NamedTuple):
    """Something one might try and may not, with every reason."""

    key: str
    reasons: tuple[Reason, ...]


def refused_now(s: State) -> list[Refused]:
    """What one might try at the pending decision and may not."""
    trials = Trials(s)
    return [Refused(refusal_key(s, refusal), trials.reasons(refusal)) for refusal in refusals_of(s)]


def refusals_of(s: State) -> list[Refusal]:
    """What the checks of the pending decision refuse."""
    return PROMPTS[s.asking[1]].refusals(s, s.stack[-1], s.asking[0]) if s.asking is not None else []


def lifters(questions: str) -> tuple[str, ...]:
    """Name the powers that answer one of some questions, and so could lift a check that asks them."""
    asked = questions.split()
    return tuple(
        name
        for name, power in POWERS.items()
        if any(isinstance(a, Answers) and a.question in asked and not a.narrows for a in _all_of(power))
    )


def _all_of(power: Power) -> tuple[Ability, ...]:
    return (*power.abilities, *power.effects)


NO_CARD: Final = -2  # in place of the card that has the power, as it lies nowhere


class Trials:
    """Who could lift what is refused at a moment: each power is put in force on a copy, and the check asked again."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.states: dict[tuple[str, int], list[State]] = {}
        self.contexts: dict[tuple[str, Move, Ctx], list[Ctx]] = {}

    def reasons(self, refusal: Refusal) -> tuple[Reason, ...]:
        """The reasons of a refusal, each with the powers that would lift it."""
        s, power = self.s, self.s.cat.power  # a card that is still to be played lifts nothing itself
        own = {power[part] for show, part in zip(refusal.shows, refusal.choice[1:], strict=False) if show == "card"}
        return tuple(
            Reason(
                o.check,
                ported(s, reason_text(o)),
                o.clause,
                tuple(name for name in lifters(o.asks) if name not in own and self._lifts(name, refusal, o)),
                o.ruling,
            )
            for o in refusal.objections
        )

    def _lifts(self, name: str, refusal: Refusal, objection: Objection) -> bool:
        key = (name, refusal.move, refusal.ctx)
        if key not in self.contexts:
            self.contexts[key] = [_again(refusal, state) for state in self._with(name, refusal.ctx.p)]
        return any(not refusal.stands(objection, ctx) for ctx in self.contexts[key])

    def _with(self, name: str, p: int) -> list[State]:
        """The moment with one more power in force for p: as it stands there, or with what its use would begin."""
        if (name, p) not in self.states:
            power = POWERS[name]
            ways: list[list[tuple[Ability, Any]]] = [[(ability, None) for ability in power.abilities]]
            if any(isinstance(ability, AnyTime) for ability in power.abilities):
                ways += [[(effect, action)] for effect in power.effects for action in range(BARTER + 1)]
            self.states[name, p] = [_with(self.s, p, way) for way in ways if not _in_force(self.s, power, p)]
        return self.states[name, p]


def _in_force(s: State, power: Power, p: int) -> bool:
    return any(entry[1] == p and entry[0] in power.abilities for entry in in_force(s))


def _with(s: State, p: int, way: list[tuple[Ability, Any]]) -> State:
    """A copy in which p also has some abilities, each with its parameter."""
    other = s.copy()
    other.index = copy(s.index)
    for ability, parameter in way:
        if isinstance(ability, Answers) and ability.exists(s):
            held = getattr(s.index, ability.question)
            setattr(other.index, ability.question, tuple([list(entries) for entries in held]))
            ability.file(other.index, (ability, p, NO_CARD, parameter))
    return other


def _again(refusal: Refusal, s: State) -> Ctx:
    """What the checks look at if they are asked again in another state."""
    move, p = refusal.move, refusal.ctx.p
    prompt = PROMPTS[s.asking[1]]  # type: ignore[index]
    if move in prompt.moves:
        ctx = prompt.context(s, s.stack[-1], p)
    else:  # something done beside the decision, by a card
        ctx = Ctx(s, s.stack[-1], p)
        ctx.card = vars(refusal.ctx).get("card")
    if move.prepare is not None and refusal.shows:
        move.prepare(ctx)
    return ctx
