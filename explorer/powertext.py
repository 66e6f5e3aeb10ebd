"""What a power's heads and verbs say by themselves, in words, beside our summary of what is printed.

Nothing here is written for one power: the sentences are put together from the
heads, the verbs and their numbers, and change when these do.
"""

from __future__ import annotations

import inspect
import re
from typing import Any, Final, NamedTuple

from explorer import powers as _powers  # noqa: F401 - declares the powers
from explorer.card import Contract, kebab
from explorer.catalogue import Catalogue, load_catalogue
from explorer.graph import condition_of, further
from explorer.language import events as ev
from explorer.language import questions
from explorer.language.abilities import (
    POWERS,
    Ability,
    Answers,
    AnyTime,
    BeforeScoring,
    Instead,
    OnFulfill,
    When,
    Whenever,
    WinsWhen,
)
from explorer.language.body import Body
from explorer.language.verbs import RANDOM
from explorer.terms import ACTIONS
from explorer.texts import has, text

_CITATIONS: Final = re.compile(r"\s*\([A-Z][^()]*\)")


class Entry(NamedTuple):
    """A power's entry.

    ``summary`` is our own short wording of the card, ``made`` a sentence for each head and effect put together from
    its words, ``timing`` the marker on the card, ``active`` from where it works, ``line`` its line in the Japanese
    rulebook.
    """

    name: str
    summary: str
    made: tuple[str, ...]
    timing: str
    active: str
    line: int | None


def entry(name: str, catalogue: Catalogue | None = None) -> Entry:
    """The entry of a power.

    Args:
        name: the contract's name.
        catalogue: the cards to look in; the printed ones if left out.

    Raises:
        KeyError: no contract is called so.

    Example:
        >>> entry("Pistols").made
        ("When a Contract is fulfilled (others', illegal): 2 credits go from the player it concerns to you.",)
    """
    cat = catalogue if catalogue is not None else load_catalogue()
    return entry_of(next(c for c in cat.cards[cat.base[cat.find(name)]].contracts if kebab(c.name) == kebab(name)))


def entry_of(contract: Contract) -> Entry:
    """The entry of a contract of any catalogue."""
    key = f"power.{kebab(contract.name)}"
    power = POWERS.get(contract.power or "")
    abilities = power.abilities if power is not None else ()
    made = [sentence(ability) for ability in abilities]
    made += [text("made.effect", said=sentence(ability)) for ability in (power.effects if power is not None else ())]
    places = dict.fromkeys(_place(ability) for ability in abilities)
    rest = text("made.place.later" if made else "made.place.nowhere")
    return Entry(
        contract.name,
        text(key) if has(key) else "",
        tuple(made),
        contract.timing or "",
        ", ".join(places) or rest,
        contract.line,
    )


def _place(ability: Ability) -> str:
    """From where an ability works; what happens once works nowhere afterwards."""
    if isinstance(ability, When) and ability.on_self:
        return text("made.place.itself")
    return text("made.place.once" if isinstance(ability, (OnFulfill, Instead)) else f"made.place.{ability.zone}")


def sentence(ability: Ability) -> str:
    """What one head says, with what it then does."""
    said = text("made.head", when=_when(ability), does=_does(ability))
    if ability.under is not None:
        said = text("made.under", said=said, ruling=ability.under[0], reading=ability.under[1])
    return said[:1].upper() + said[1:]


def _when(ability: Ability) -> str:
    if isinstance(ability, When):
        event = ev.EVENTS[ability.event].name
        words = text(f"made.event.{event}") if has(f"made.event.{event}") else event
        condition = condition_of(ability)
        return text("made.when-so" if condition else "made.when", event=words, condition=condition)
    if isinstance(ability, (Whenever, WinsWhen)):
        return text("made.whenever", watches=ability.watches)
    if isinstance(ability, AnyTime):
        return text(f"made.any-time{_how_free(ability)}", move=ability.move.word)
    if isinstance(ability, BeforeScoring):
        return text(f"made.before-scoring.{ability.stage}")
    return text(f"made.{ability.kind.replace(' ', '-')}")


def _how_free(ability: AnyTime) -> str:
    """From where, or in which turns, a power may be used that is otherwise for any time."""
    if ability.zone == "hand":
        return "-hand"
    gates = [gate.id for gate in ability.move.gates if not gate.ruling]
    return ("-own-once" if "once-a-turn" in gates else "-own") if "own-turn" in gates else ""


def _does(ability: Ability) -> str:
    if isinstance(ability, Answers):
        whose = text(f"made.of.{ability.of}")
        return text("made.answer", question=_asked(ability.question), whose=whose)
    if isinstance(ability, WinsWhen):
        return text("made.win")
    if ability.body is None:
        points: Any = getattr(ability, "points", None)
        return _first_line(points) or text("made.points")
    return _verb(ability.body)


def _asked(question: str) -> str:
    """What a question asks, as the function that asks it says, with the player in place of its parameter."""
    words = _first_line(getattr(questions, question)).replace(", as bits", "")
    words = re.sub(r"\bp\b", text("made.player"), words)
    return words[:1].lower() + words[1:]


def _first_line(given: Any) -> str:
    """The first line of a description, without what it cites."""
    words = inspect.getdoc(given) or ""
    return _CITATIONS.sub("", words.splitlines()[0]).rstrip(".") if words else ""


# Verbs


def _verb(body: Body) -> str:
    """What a verb says, with its numbers and the verbs within it."""
    name = type(body).__name__
    inner = getattr(body, "verbs", None) or getattr(body, "bodies", None)
    if inner:
        return text(f"made.join.{name}").join(_verb(one) for one in inner)
    amount = getattr(body, "n", 0)
    values: dict[str, Any] = {"n": amount}
    for part in ("body", "heads", "tails"):
        if isinstance(getattr(body, part, None), Body):
            values[part] = _verb(getattr(body, part))
    if name == "If":
        values["condition"] = further(vars(body)["holds"])
    if name == "Pay":
        values["payer"] = text(f"made.payer.{vars(body)['payer']}")
        values["payee"] = text("made.payee.you" if vars(body)["to"] == "you" else "made.payee.bank")
    if name == "EachPays":
        values["payee"] = text("made.payee.you" if vars(body)["to"] == "you" else "made.payee.bank")
    if name == "PlaceSelf":
        values["places"] = ", ".join(move.word for move in vars(body)["places"])
        values["otherwise"] = vars(body)["otherwise"]
    if not has(f"made.verb.{name}"):
        return _first_line(type(body))
    return text(f"made.verb.{name}{_variant(body, name)}", **values, tells=_told(body))


def _variant(body: Body, name: str) -> str:
    """Which of the sentences of a verb fits."""
    if callable(getattr(body, "n", 0)):
        return ".counted"
    if name == "Steps":
        return "" if _told(body) else ".quiet"
    if name == "FreeLoad":
        return ".may" if vars(body)["may"] else ""
    return ".random" if vars(body).get("picks") == RANDOM else ""


def _told(body: Body) -> str:
    """The events that steps of a power's own may set off, and the actions that they perform."""
    if len(body.emits) > 12:
        return text("made.anything")
    names = [ev.EVENTS[code].name for code in body.emits]
    names += [text("made.performs", action=ACTIONS[action].title()) for action in body.performs]
    return ", ".join(names)


__all__ = ["Entry", "entry", "entry_of", "sentence"]
