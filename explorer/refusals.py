"""What the checks of a decision refuse, for people: each with its reasons, and the powers that could lift them."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import NamedTuple

from explorer.language.abilities import POWERS, Answers
from explorer.language.checks import PROMPTS, Refusal
from explorer.language.questions import NO_CARD, fills, pair_fills, takes_any, tier_have
from explorer.state import State
from explorer.terms import KINDS
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
    return [Refused(refusal_key(s, refusal), reasons_of(s, refusal)) for refusal in refusals_of(s)]


def refusals_of(s: State) -> list[Refusal]:
    """What the checks of the pending decision refuse."""
    return PROMPTS[s.asking[1]].refusals(s, s.stack[-1], s.asking[0]) if s.asking is not None else []


def reasons_of(s: State, refusal: Refusal) -> tuple[Reason, ...]:
    """The reasons of a refusal."""
    power = s.cat.power  # a card that is still to be played lifts nothing itself
    own = {power[part] for show, part in zip(refusal.shows, refusal.choice[1:], strict=False) if show == "card"}

    def lifted_by(questions: str) -> tuple[str, ...]:
        return tuple(name for name in lifters(questions, lambda answer: _helps(s, refusal, answer)) if name not in own)

    return tuple(
        Reason(o.check, ported(s, reason_text(o)), o.clause, lifted_by(o.asks), o.ruling) for o in refusal.objections
    )


def lifters(questions: str, helps: Callable[[Answers], bool] = lambda answer: True) -> tuple[str, ...]:
    """Name the powers that answer one of some questions, and so could lift a check that asks them."""
    asked = questions.split()
    if not asked:
        return ()
    return tuple(
        name
        for name, power in POWERS.items()
        if any(
            isinstance(a, Answers) and a.question in asked and not a.narrows and helps(a)
            for a in (*power.abilities, *power.effects)
        )
    )


def _helps(s: State, refusal: Refusal, ability: Answers) -> bool:
    """Whether an answer about containers or tiers says anything new of those asked for; others are taken to help."""
    if ability.question == "tier_have" and s.asking is not None:
        return _gives_tiers(s, s.asking[0], refusal, ability)
    if ability.question not in ("fills", "takes_any") or s.asking is None:
        return True
    p = s.asking[0]
    entry = (ability, p, -2, None)  # no card at all
    chosen = list(zip(refusal.shows, refusal.choice[1:], strict=False))
    if ability.question == "takes_any":
        ships = [part for show, part in chosen if show == "ship"]
        known = {ship: takes_any(s, p, ship) for ship in ships}
        return not ships or any(ability.by(s, entry, any_, p, ship) != any_ for ship, any_ in known.items())
    kinds = {part: fills(s, p, part) for show, part in chosen if show == "card"}
    if len(kinds) > 1:  # two that count as one
        kinds = {NO_CARD: pair_fills(s, p)}
    return not kinds or any(ability.by(s, entry, kind, p, card) != kind for card, kind in kinds.items())


def _gives_tiers(s: State, p: int, refusal: Refusal, ability: Answers) -> bool:
    """Whether a further answer would give p some of the tiers that are missing."""
    other = s.copy()
    other.index = copy(s.index)
    entries = [list(held) for held in s.index.tier_have] or [[] for _ in s.players]
    entries[p].append((ability, p, -2, None))  # no card at all
    other.index.tier_have = entries
    before, after = tier_have(s, p), tier_have(other, p)
    harbor = s.players[p].harbor
    for objection in refusal.objections:
        for word, n in [part.split() for part in objection.values.get("tier", "").split(", ") if part]:
            kind = KINDS.index(word)
            if before[kind] + (harbor == kind) < int(n) and after[kind] > before[kind]:
                return True
    return False
