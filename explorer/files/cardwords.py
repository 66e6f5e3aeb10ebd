"""Cards as a person writes them in a position: short forms, definitions, and back."""

from __future__ import annotations

import re
from typing import Any, Final

from explorer.card import Card, Contract, kebab, nearest, parse_load, parse_tier, write_load, write_tier
from explorer.catalogue import Catalogue, filler, generic
from explorer.terms import ACTIONS, CAPITAL, KINDS, NO_ACTION, NO_COLOR
from explorer.texts import text

COLORS: Final = (*KINDS[: CAPITAL + 1], "x")
_SHORT: Final = re.compile(
    r"(?P<color>[a-z]+)(?:/(?P<action>[a-z-]+))?(?: tier (?P<tier>.*?))?(?: needs (?P<needs>.*))?"
)
_TURNED: Final = re.compile(
    r"(?:x ?([0-9]+) |([0-9]+) ?x )?(?P<what>[a-z]+(?:/[a-z-]+)?)(?: (?:x ?)?([0-9]+)(?: ?x)?)?"
)
FIELDS: Final = ("color", "action", "needs", "load", "tier", "power", "set", "timing", "marker", "name", "id")


def short_card(word: str) -> Card | None:
    """Read a short form such as ``technology/load`` or ``agriculture/contract tier 2 needs agriculture 2``.

    Returns None for a word that is none, raises ValueError for one with a mistake in it.
    """
    word = " ".join(word.casefold().split())
    if word == "filler":
        return filler()
    if word == "card":
        return generic(NO_COLOR, NO_ACTION, name="Card")
    found = _SHORT.fullmatch(word)
    if found is None or found["color"] not in COLORS:
        return None
    color = NO_COLOR if found["color"] == "x" else KINDS.index(found["color"])
    action = action_of(found["action"] or "-")
    name = found["color"] + ("" if action == NO_ACTION else " " + ACTIONS[action])
    return generic(color, action, tier_of(found["tier"] or "", color), parse_load(found["needs"] or ""), name.title())


def action_of(word: str) -> int:
    """Read an action, ``-`` for none."""
    if word in ("-", "none"):
        return NO_ACTION
    if word not in ACTIONS[:NO_ACTION]:
        raise ValueError(text("position.no-action", word=repr(word)[:60], near=nearest(word, ACTIONS[:NO_ACTION])))
    return ACTIONS.index(word)


def color_of(word: str) -> int:
    """Read a color, ``x`` or ``none`` for one that fits nothing."""
    if word in ("x", "none"):
        return NO_COLOR
    if word not in COLORS:
        raise ValueError(text("position.no-color", word=repr(word)[:60], near=nearest(word, COLORS)))
    return KINDS.index(word)


def tier_of(written: str, color: int) -> tuple[int, ...]:
    """Read a tier: a bare number counts in the card's own color."""
    if re.fullmatch(r"[0-9]", written):
        if color == NO_COLOR and written != "0":
            raise ValueError(text("position.tier-of-no-color"))
        return parse_tier(f"{KINDS[color]} {written}" if written != "0" else "")
    return parse_tier(written)


def defined(name: str, old: Card | None, fields: dict[str, str]) -> Card:
    """Make a card of a definition: a new one, or a known one with other printed values.

    Raises ValueError for a value that cannot be read.
    """
    color = color_of(fields["color"]) if "color" in fields else old.contracts[0].color if old else NO_COLOR
    values: dict[str, Any] = {"color": color}
    if "action" in fields:
        values["action"] = action_of(fields["action"])
    for word in ("needs", "load"):
        if word in fields:
            values["load"] = parse_load(fields[word])
    if "tier" in fields:
        values["tier"] = tier_of(fields["tier"], color)
    if "power" in fields:
        values["power"] = None if fields["power"] in ("none", "") else fields["power"]
    values |= {word: fields[word] for word in ("set", "timing", "marker", "name") if word in fields}
    if old is None:
        old = Card(fields.get("id") or kebab(name), name, "", (Contract(name, NO_COLOR, NO_ACTION),))
    return Catalogue((old,)).with_values(0, **values).cards[0]


def counted(word: str) -> tuple[int, str]:
    """Split off how many: ``30 filler`` is thirty of them."""
    found = re.fullmatch(r"([0-9]{1,3}) (.+)", word.strip())
    return (int(found[1]), found[2]) if found else (1, word.strip())


def righted_card(word: str) -> str:
    """A short form whose parts stand the wrong way round, such as ``illegal/pirate 2``, put right; "" for others."""
    found = _TURNED.fullmatch(" ".join(word.casefold().split()))
    if found is None:
        return ""
    many = int("".join(filter(None, found.group(1, 2, 4)))[:3] or 1)
    color, slash, action = found["what"].partition("/")
    if color in ACTIONS[:NO_ACTION]:
        color, action = action, color
    what = color + slash + action
    try:
        known = short_card(what) is not None
    except ValueError:
        return ""
    return (what if many == 1 else f"{many} {what}") if known else ""


def essence(card: Card) -> list[Any]:
    """What of a card matters in play, for comparing."""
    sides = [[c.name, c.color, c.action, c.tier, c.load, c.timing, c.marker, c.power] for c in card.contracts]
    return [card.id, card.name, card.set, sides]


def short_form(card: Card) -> str | None:
    """Write a card without a power as a short form; None where that would lose something."""
    if card.two_sided:
        return None
    c = card.contracts[0]
    if card.id in ("filler", "card"):
        word = card.id
    else:
        word = "x" if c.color == NO_COLOR else KINDS[c.color]
        word += f"/{ACTIONS[c.action]}" if c.action != NO_ACTION else ""
        word += f" tier {write_tier(c.tier)}" if any(c.tier) else ""
        word += f" needs {write_load(c.load)}" if any(c.load) else ""
    try:
        again = short_card(word)
    except ValueError:
        return None
    return word if again is not None and essence(again) == essence(card) else None


def definition(card: Card, old: Card | None = None) -> dict[str, str]:
    """Write a card as a definition: everything, or what differs from an old one."""
    now = _fields(card)
    if old is None:
        return now
    before = _fields(old)
    return {word: value for word, value in now.items() if before[word] != value}


def _fields(card: Card) -> dict[str, str]:
    c = card.contracts[0]
    return {
        "name": card.name,
        "id": card.id,
        "color": "x" if c.color == NO_COLOR else KINDS[c.color],
        "action": "-" if c.action == NO_ACTION else ACTIONS[c.action],
        "tier": write_tier(c.tier),
        "needs": write_load(c.load),
        "power": c.power or "none",
        "set": card.set,
        "timing": c.timing,
        "marker": c.marker,
    }
