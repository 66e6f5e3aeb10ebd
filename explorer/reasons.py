"""Reasons for what the checks of a decision do not speak of, and what the words of a key may mean.

What one might try on an axis of numbers ends a little above what is legal.  A
number beyond that is put to the same checks when somebody asks about it.  For
everything else that nobody would list there are general reasons: it is not what
is being decided, the card or ship lies elsewhere, nothing is called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from explorer.card import kebab, nearest
from explorer.language.abilities import POWERS, AnyTime, power_of
from explorer.language.checks import PROMPTS, Check, Ctx, Move, Objection, Prompt, Refusal, passes
from explorer.language.questions import actions_of, crew_counts
from explorer.refusals import Reason
from explorer.rules.at_will import AT_WILL
from explorer.rules.windows import interrupts
from explorer.state import PLACES, State, seat_name, ship_name
from explorer.terms import ACTIONS, BARTER, KINDS
from explorer.texts import shown
from explorer.words import (
    action_text,
    interrupt_key,
    ported,
    prompt_text,
    reason_text,
    refusal_key,
    say,
    seat_text,
    ship_text,
    where_is,
)

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue

NUMBERS: Final = frozenset({"count", "amount"})  # axes whose parts are whole numbers
LARGEST: Final = 100_000  # larger numbers are put to the checks as this one
NUMBER: Final = re.compile(r"(-?)([1-9][0-9]{0,4000}|0)")


UNKNOWN: Final = frozenset({"name-unknown", "choice-form"})  # reasons that only say that nothing is written so
BARTERED: Final = {"pair": ("pair-not-for-barter", "R-WILD-2"), "instead": ("barter-crew-needed", "R-CAPITAL-5")}
# Words of what may be done beside a decision.
BESIDE: Final = ("use", "drop", "scrap", "throw", "leftmost", "turn-over", "count-as")
OTHER_WORDS: Final = frozenset({"discard", "island", "crew", "goods", "hand", "deck", "fulfilled", "yes", "no"})
MEANINGS: Final = 64  # of a part that names several cards at once

Found = TypeVar("Found")


# What the words of a key mean


class Wanted(NamedTuple):
    """A key that somebody wrote: its parts as they are and in lower case, and what each may stand for."""

    written: tuple[str, ...]
    parts: tuple[str, ...]
    means: tuple[frozenset[str], ...]

    def closeness(self, key: str) -> int:
        """How many parts are written as in the key itself."""
        return sum(part == other for part, other in zip(self.parts, parts_of(key), strict=False))


def parts_of(key: str) -> list[str]:
    """The parts of a key, whatever its case and spaces."""
    return [" ".join(part.casefold().split()) for part in key.split("/")]


def wanted_by(s: State, key: str) -> Wanted:
    """Read a key in which cards may go by any of their names, also by either name of a Flag card."""
    names, slashed = _names(s.cat)
    for pattern, plain in slashed:
        key = pattern.sub(plain, key)
    parts = parts_of(key)
    ships = {kebab(ship_name(s, i)): ship_name(s, i) for i in range(len(s.ships))}
    return Wanted(tuple(key.split("/")), tuple(parts), tuple(_means(part, names, ships) for part in parts))


def _means(part: str, names: dict[str, frozenset[str]], ships: dict[str, str]) -> frozenset[str]:
    if "+" in part:
        each = [_means(one.strip(), names, ships) for one in part.split("+")]
        return frozenset({part, *islice(("+".join(found) for found in product(*each)), MEANINGS)})
    plain = kebab(part) if part[:1] != "-" else ""
    return frozenset({part, ships.get(plain, part)}) | names.get(plain, frozenset())


@lru_cache(maxsize=8)
def _names(cat: Catalogue) -> tuple[dict[str, frozenset[str]], list[tuple[re.Pattern[str], str]]]:
    """The keys of the cards by their names, and how to find names that hold a slash themselves."""
    found: dict[str, set[str]] = {}
    slashed: dict[str, str] = {}
    for number, (key, card) in enumerate(zip(cat.key, cat.cards, strict=True)):
        for name in (key, card.name, *(contract.name for contract in card.contracts)):
            found.setdefault(kebab(name), set()).add(key)
            if card.two_sided and name in (key, card.name):
                found[kebab(name)].update(cat.key[face] for face in cat.faces[number])
            if "/" in name:
                slashed[name] = kebab(name)
    patterns = [
        (re.compile(r"(?<![^/+])\s*" + r"\s*/\s*".join(map(_spaced, name.split("/"))) + r"\s*(?![^/+])", re.I), plain)
        for name, plain in sorted(slashed.items(), key=lambda pair: -len(pair[0]))
    ]
    return {name: frozenset(keys) for name, keys in found.items()}, patterns


def _spaced(words: str) -> str:
    return r"\s+".join(map(re.escape, words.split()))


def stands(wanted: Wanted, key: str) -> bool:
    """Whether a wanted key may stand for a real one."""
    parts = parts_of(key)
    return len(parts) == len(wanted.means) and _begins(wanted, parts)


def differs_in_cards(s: State, wanted: Wanted, key: str) -> bool:
    """Whether a wanted key is written as the real one but for the names of cards."""
    number = s.cat.number
    return all(
        one == other or all(card in number for card in other.split("+"))
        for one, other in zip(wanted.written, key.split("/"), strict=False)
    )


def _begins(wanted: Wanted, parts: Sequence[str]) -> bool:
    return all(part in means for part, means in zip(parts, wanted.means, strict=False))


# Reasons of the checks


def best_of(wanted: Wanted, refused: Sequence[tuple[str, Found]]) -> Found | None:
    """Of what is refused, by key, that which answers best for a wanted key: it names most of its parts."""
    best: tuple[tuple[int, int], Found | None] = ((0, 0), None)
    for key, refusal in refused:
        parts = parts_of(key)
        if _within(parts, wanted):
            rank = (len(parts), sum(part in wanted.parts for part in parts))
            if rank > best[0]:
                best = (rank, refusal)
    return best[1]


def _within(parts: Sequence[str], wanted: Wanted) -> bool:
    """Whether a refusal's key answers for the wanted one: each of its parts stands there, in order."""
    rest = iter(wanted.means)
    return all(any(part in means for means in rest) for part in parts)


# General reasons


def general(
    s: State, wanted: Wanted, meant: Sequence[str], offered: Sequence[str], refused: Sequence[tuple[str, Refusal]]
) -> list[Reason]:
    """Say why a key is no choice although no check objects to it; never empty.

    Args:
        s: the state.
        wanted: the key.
        meant: the options that it could mean, if there are several.
        offered: the keys of everything that is offered.
        refused: what the checks refuse, by key.
    """
    if s.asking is None or s.over:
        return [Reason("game-is-over", say("check.game-is-over"), "R-END-4")]
    prompt = PROMPTS[s.asking[1]]
    if meant:
        return [Reason("name-ambiguous", say("check.name-ambiguous", meant=", ".join(meant[:12])), prompt.clause)]
    longer = next((key for key in offered if _begins_with(wanted, key)), None)
    if longer is not None:
        return [Reason("choice-incomplete", say("check.choice-incomplete", example=longer), prompt.clause)]
    tried = [*offered, *(key for key, _ in refused)]
    return (
        _in_common(s, [refusal for key, refusal in refused if _begins_with(wanted, key)])
        or _other_decision(s, prompt, wanted, tried)
        or _beside(s, prompt, wanted)
        or _parts(s, prompt, wanted, tried)
        or [Reason("choice-form", say("check.choice-form", example=next(iter(offered), "")), prompt.clause)]
    )


def _begins_with(wanted: Wanted, key: str) -> bool:
    parts = parts_of(key)
    return len(parts) > len(wanted.means) and _begins(wanted, parts)


def _in_common(s: State, refused: Sequence[Refusal]) -> list[Reason]:
    """What is said against everything that begins so: what stands against all of it, or the first few things."""
    said = [
        [Reason(o.check, ported(s, reason_text(o)), o.clause, ruling=o.ruling) for o in refusal.objections]
        for refusal in refused
    ]
    shared = [one for one in said[0] if all(one in others for others in said)] if said else []
    return shared or list(dict.fromkeys(one for found in said for one in found))[:3]


def _other_decision(s: State, prompt: Prompt, wanted: Wanted, tried: Sequence[str]) -> list[Reason]:
    """It is a move of another decision and none of this one, where only a power may allow a move of the same word."""
    word, axes = wanted.parts[0], len(wanted.parts) - 1
    here = [len(move.axes) for move in prompt.moves if move.word == word]
    if word in BESIDE or axes in here or (here and any(parts_of(key)[0] == word for key in tried)):
        return []
    others = [len(move.axes) for other in PROMPTS.values() for move in other.moves if move.word == word]
    if axes in others or (others and not here):
        said = say("check.not-decided-now", question=prompt_text(s))
        return [Reason("not-decided-now", said, prompt.clause)]
    return []


def _beside(s: State, prompt: Prompt, wanted: Wanted) -> list[Reason]:
    """It is to be used or discarded beside a decision, and that cannot be done."""
    word = wanted.parts[0]
    if word not in BESIDE or any(move.word == word for move in prompt.moves):
        return []
    if prompt.window == "power" and s.rulings["answer-before-power"] == "barred":
        ruling = "answer-before-power"
        return [Reason("no-use-now", say("check.no-use-now"), f"ruling {ruling}", ruling=ruling)]
    if not prompt.window and s.rulings["any-time-windows"] != ANY_MOMENT:
        clause, ruling = _right_to(word)
        ruling = "any-time-windows" if _at_any_moment(s, wanted) else ruling
        return [Reason("no-use-now", say("check.no-use-now"), clause, ruling=ruling)]
    card = _card(s, wanted, 1)
    if word == "use" and card is not None:
        power = POWERS.get(power_of(s, card) or "")
        if power is None or not any(isinstance(ability, AnyTime) for ability in power.abilities):
            said = say("check.power-not-any-time", card=s.cat.name[card])
            return [Reason("power-not-any-time", said, "R-POWER-2")]
    return []


ANY_MOMENT: Final = "truly-any-moment"


def _at_any_moment(s: State, wanted: Wanted) -> bool:
    """Whether it could be done now if any moment would do (ruling any-time-windows)."""
    other = s.copy()
    other.rulings = {**s.rulings, "any-time-windows": ANY_MOMENT}
    return any(
        stands(wanted, key) or _begins_with(wanted, key) for key in (interrupt_key(other, c) for c in interrupts(other))
    )


def _right_to(word: str) -> tuple[str, str]:
    """The clause by which something may be done beside decisions, and the ruling, if it is one."""
    if word in AT_WILL:
        return AT_WILL[word].gates[0].clause, AT_WILL[word].gates[0].ruling
    return {"drop": "R-CONTRACT-8", "scrap": "R-CAPITAL-11"}.get(word, "R-POWER-2"), ""


def _card(s: State, wanted: Wanted, place: int) -> int | None:
    """The card that a part names: by its key first."""
    if place >= len(wanted.parts):
        return None
    keys = [key for key in (wanted.parts[place], *sorted(wanted.means[place])) if key in s.cat.number]
    return s.cat.number[keys[0]] if keys else None


def _parts(s: State, prompt: Prompt, wanted: Wanted, tried: Sequence[str]) -> list[Reason]:
    """Parts that nothing here has: cards and ships that lie elsewhere, actions not built, names of nothing."""
    word = wanted.parts[0]
    if word not in _words() and _card(s, wanted, 0) is None:
        return [_nothing(s, prompt, word)]
    shows = {axis.show for move in prompt.moves if move.word == word for axis in move.axes}
    if word in BESIDE:
        shows |= {"drop": {"card", "ship"}, "count-as": {"kind"}}.get(word, {"card"})
    known = {part for key in tried if parts_of(key)[0] == word for part in parts_of(key)[1:]}
    ships = {ship_name(s, i): i for i in range(len(s.ships))}
    found: list[Reason] = []
    for place, means in enumerate(wanted.means):
        if means & known or wanted.parts[place] == word:
            continue
        card = _card(s, wanted, place)
        ship = next((ships[name] for name in means if name in ships), None)
        if card is not None and word == "instead" and "barter" in wanted.parts and _in_hand(s, card):
            if not actions_of(s, s.asking[0], card) >> BARTER & 1:  # type: ignore[index]
                said = say("check.barter-card-played", card=s.cat.name[card])
                found.append(Reason("barter-card-played", said, "R-CAPITAL-5"))
        elif card is not None and "card" in shows:
            said = say("check.card-elsewhere", card=s.cat.name[card], where=where_is(s, card))
            found.append(Reason("card-elsewhere", said, "R-TERM-3"))
        elif ship is not None and shows & {"ship", "source", "target"}:
            found.append(_ship_elsewhere(s, ship))
        elif wanted.parts[place] == "barter" and "action" in shows:
            crew = crew_counts(s, s.asking[0])[BARTER] or s.rulings["barter-follow"] == "card-alone"  # type: ignore[index]
            if word == "instead" and crew:
                continue
            check, clause = BARTERED.get(word, ("card-has-action", "R-TURN-3"))
            found.append(Reason(check, say(f"check.{check}", action=action_text(BARTER)), clause))
        elif card is None and ship is None and not _word(s, wanted.parts[place]):
            found.append(_nothing(s, prompt, wanted.parts[place]))
    return found


def _in_hand(s: State, card: int) -> bool:
    """Whether a card is in the hand of whoever decides."""
    return s.asking is not None and s.cat.base[card] in s.players[s.asking[0]].hand


def _ship_elsewhere(s: State, ship: int) -> Reason:
    hull = s.ships[ship]
    owner = seat_text(s, hull.owner)
    place = say(f"lies.{PLACES[hull.at]}", owner=owner)
    said = say("check.ship-elsewhere", ship=ship_text(s, ship), seat=owner, where=place)
    return Reason("ship-elsewhere", said, "R-TERM-5")


def _nothing(s: State, prompt: Prompt, part: str) -> Reason:
    names = [name for card in s.cat.cards for name in (card.name, *(c.name for c in card.contracts))]
    names += [*s.cat.key, *(ship_name(s, i) for i in range(len(s.ships))), *ACTIONS[:-1], *sorted(_words())]
    return Reason("name-unknown", say("check.name-unknown", name=shown(part), near=nearest(part, names)), prompt.clause)


def _words() -> set[str]:
    return {*BESIDE, *(move.word for prompt in PROMPTS.values() for move in prompt.moves)}


def _word(s: State, part: str) -> bool:
    """Whether a part is a word of keys at all: an action, a kind, a seat, a number, a place."""
    seats = [seat_name(s, seat) for seat in range(-1, len(s.players))]
    return part in (*ACTIONS, *KINDS, *seats) or part in OTHER_WORDS or part in _words() or bool(NUMBER.fullmatch(part))


def unknown_in(s: State, key: str) -> bool:
    """Whether a key cannot be a choice of any decision of this game, since something in it is called nothing."""
    wanted = wanted_by(s, key)
    if wanted.parts[0] not in _words():
        return True
    ships = {ship_name(s, i) for i in range(len(s.ships))}
    for place, part in enumerate(wanted.parts[1:], 1):
        one = part.rpartition(" ")[0] if part.rpartition(" ")[2].isdigit() else part  # the second use of a power
        named = _names(s.cat)[0]
        cards = all(kebab(each) in named for each in part.split("+")) or kebab(one) in named
        if not (cards or wanted.means[place] & ships or _word(s, part)):
            return True
    return False


# Numbers


def beyond(s: State, wanted: Wanted) -> list[tuple[str, Refusal]]:
    """Why a choice with this number in it is refused, by its key; nothing when it ends in no number.

    Args:
        s: the state, at a decision.
        wanted: the key.
    """
    number = NUMBER.fullmatch(wanted.parts[-1])
    if s.asking is None or number is None:
        return []
    f, p = s.stack[-1], s.asking[0]
    prompt = PROMPTS[s.asking[1]]
    found = []
    for move in prompt.moves:
        if move.word == wanted.parts[0] and move.axes and move.axes[-1].show in NUMBERS:
            size = min(int(number[2]), LARGEST)
            refusal = _refusal(s, move, prompt.context(s, f, p), wanted, -size if number[1] else size)
            if refusal is not None:
                found.append(("/".join(wanted.parts), refusal))
    return found


def _refusal(s: State, move: Move, ctx: Ctx, wanted: Wanted, number: int) -> Refusal | None:
    if not all(gate.ask(ctx, ()) for gate in move.gates):
        return None
    if move.prepare is not None:
        move.prepare(ctx)
    axis = move.axes[-1]
    shows = tuple(one.show for one in move.axes)
    for chosen in _legal(move, ctx):
        tried = Refusal((move.word, *chosen, number), shows, (), move, ctx)
        parts = parts_of(refusal_key(s, tried))
        if len(parts) == len(wanted.parts) and _begins(wanted, parts[:-1]):
            against = [check for check in axis.checks if not passes(check, axis, ctx, chosen, number)]
            return tried._replace(objections=tuple(_objection(check, ctx, (*chosen, number)) for check in against))
    return None


def _legal(move: Move, ctx: Ctx) -> Iterator[tuple[Any, ...]]:
    """Every legal beginning of a choice, up to its last axis."""
    found: list[tuple[Any, ...]] = [()]
    for axis in move.axes[:-1]:
        found = [
            (*chosen, item)
            for chosen in found
            for item in axis.tries(ctx, chosen)
            if all(passes(check, axis, ctx, chosen, item) for check in axis.checks)
        ]
    yield from found


def _objection(check: Check, ctx: Ctx, parts: tuple[Any, ...]) -> Objection:
    return Objection(check.id, check.clause, check.asks, check.values(ctx, parts), check.ruling)
