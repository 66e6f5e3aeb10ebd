"""One printed card: what stands on it, how its cells are written, and how names become ids."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from explorer.terms import ACTIONS, CAPITAL, KINDS, RAINBOW
from explorer.texts import text

__all__ = [
    "FIELDS",
    "MARKERS",
    "ORIGINS",
    "TIMINGS",
    "Card",
    "Contract",
    "kebab",
    "nearest",
    "parse_load",
    "parse_tier",
    "righted",
    "write_load",
    "write_tier",
]

TIMINGS: Final = ("on fulfillment", "lasting", "any time", "at scoring", "instant win")
MARKERS: Final = ("immediate", "any time", "none")
ORIGINS: Final = ("rulebook", "implied", "reconstructed")  # in the card file; also "owner" and "position" later
FIELDS: Final = ("set", "color", "action", "tier", "load", "timing", "marker")  # the values that have an origin

TIER_LIMIT: Final = 9
NO_TIER: Final = (0,) * (CAPITAL + 1)
NO_LOAD: Final = (0,) * (RAINBOW + 1)
_TURNED: Final = re.compile(r"(?:x ?)?([0-9]{1,2})(?: ?x)? ([a-z]+)|([a-z]+) (?:x ?([0-9]{1,2})|([0-9]{1,2}) ?x)")


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract as printed.

    `tier` counts the filled circles of each of the six kinds, `load` the containers asked for of each kind and,
    last, of any kind.  `power` names the power, None for a card without one; `origin` tells of each value where
    it is from; `line` is the power's line in the Japanese rulebook, 0 if there is none.
    """

    name: str
    color: int
    action: int
    tier: tuple[int, ...] = NO_TIER
    load: tuple[int, ...] = NO_LOAD
    timing: str = "lasting"
    marker: str = "none"
    power: str | None = None
    origin: Mapping[str, str] = field(default_factory=dict, hash=False)
    implied_by: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card, with its one contract or, in the Flag set, its two."""

    id: str
    name: str
    set: str
    contracts: tuple[Contract, ...]

    @property
    def two_sided(self) -> bool:
        """Tell whether the card bears two contracts."""
        return len(self.contracts) > 1


def kebab(name: str) -> str:
    """Turn a name into an id of lower-case letters, digits and hyphens.

    Parameters: `name`, any text.
    Example: ``kebab("Import/Export Definitive Edition")`` is ``"import-export-definitive-edition"``
    """
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def nearest(word: str, known: Iterable[str], limit: int = 3) -> str:
    """Say which known words come closest, ready to be put behind a complaint; nothing when none is close.

    Parameters: `word`, what was written; `known`, what might have been meant; `limit`, how many to name.
    Example: ``nearest("luxary", ["luxury", "illegal"])`` is ``" Did you mean luxury?"``
    """
    by_id: dict[str, str] = {}
    for name in known:
        by_id.setdefault(kebab(name), name)
    close = get_close_matches(kebab(word[:100]), by_id, n=limit, cutoff=0.6)
    if close:
        return text("cards.near", names=", ".join(by_id[name] for name in close))
    return text("cards.known", names=", ".join(by_id.values())) if len(by_id) <= 8 else ""


def parse_tier(cell: str) -> tuple[int, ...]:
    """Read a tier such as ``agriculture 2``, ``technology 1, luxury 1`` or, for none, an empty cell or ``0``.

    Parameters: `cell`, the text.
    Raises: ValueError saying what is wrong and how to mend it.
    Example: ``parse_tier("agriculture 2")`` is ``(0, 2, 0, 0, 0, 0)``
    """
    counts = list(NO_TIER)
    for part in _parts(cell):
        word, _, level = _upright(part).rpartition(" ")
        if not word and level.lstrip("+-").isdigit():
            raise ValueError(text("cards.bad_level", value=quoted(part), limit=TIER_LIMIT))
        kind = _kind(word or part)
        if kind == RAINBOW:
            raise ValueError(text("cards.rainbow_tier"))
        if not (word and _is_count(level) and 1 <= int(level) <= TIER_LIMIT):
            raise ValueError(text("cards.bad_level", value=quoted(part), limit=TIER_LIMIT))
        if counts[kind]:
            raise ValueError(text("cards.kind_twice", value=KINDS[kind]))
        counts[kind] = int(level)
    return tuple(counts)


def parse_load(cell: str) -> tuple[int, ...]:
    """Read a load such as ``agriculture, agriculture, illegal`` or, shorter, ``agriculture 2, illegal``.

    Parameters: `cell`, the text; ``rainbow`` asks for a container of any kind.
    Raises: ValueError saying what is wrong and how to mend it.
    Example: ``parse_load("agriculture 2, rainbow")`` is ``(0, 2, 0, 0, 0, 0, 1)``
    """
    counts = list(NO_LOAD)
    for part in _parts(cell):
        word, _, number = _upright(part).rpartition(" ")
        if word and _is_count(number):
            counts[_kind(word)] += int(number)
        else:
            counts[_kind(part)] += 1
    return tuple(counts)


def righted(cell: str) -> str:
    """Write a tier or load again whose numbers stand before the kinds; "" where that is not what is wrong.

    Example: ``righted("2 luxury, rainbow")`` is ``"luxury 2, rainbow"``
    """
    parts = _parts(cell)
    turned = [_turned(part) for part in parts]
    return ", ".join(right or part for right, part in zip(turned, parts, strict=True)) if any(turned) else ""


def _turned(part: str) -> str:
    found = _TURNED.fullmatch(part)
    if found is None:
        return ""
    before, kind, first, *after = found.groups()
    kind, count = kind or first, before or "".join(filter(None, after))
    return f"{kind} {count}" if kind in KINDS[: RAINBOW + 1] else ""


def write_tier(tier: Sequence[int]) -> str:
    """Write a tier as the card file does, the opposite of `parse_tier`."""
    return ", ".join(f"{KINDS[kind]} {level}" for kind, level in enumerate(tier) if level)


def write_load(load: Sequence[int]) -> str:
    """Write a load as the card file does, the opposite of `parse_load`."""
    return ", ".join(KINDS[kind] for kind, count in enumerate(load) for _ in range(count))


def word_number(cell: str, words: Sequence[str], field_name: str) -> int:
    """Find a word among the allowed ones, whatever its case.

    Parameters: `cell`, the text; `words`, the allowed ones; `field_name`, what they are, for the complaint.
    Raises: ValueError naming the nearest.
    """
    word = cell.strip().casefold()
    if word not in words:
        raise ValueError(text("cards.unknown_word", value=quoted(cell), field=field_name, near=nearest(cell, words)))
    return words.index(word)


def color_number(cell: str) -> int:
    """Read the color of a card by the name of its kind."""
    return word_number(cell, KINDS[: CAPITAL + 1], "color")


def action_number(cell: str) -> int:
    """Read the action of a card."""
    return word_number(cell, ACTIONS[:-1], "action")


def quoted(value: str) -> str:
    """Show a value from a file: short, in quotes, and without characters that play tricks in a terminal."""
    return repr(value if len(value) <= 60 else value[:57] + "...")


def _parts(cell: str) -> list[str]:
    parts = [" ".join(part.casefold().split()) for part in cell.split(",")]
    return [] if parts in ([""], ["0"], ["none"]) else parts


def _upright(part: str) -> str:
    """A kind with its number after it; raises ValueError where the number stands first."""
    if right := _turned(part):
        raise ValueError(text("cards.turned", value=quoted(part), right=right))
    return part


def _kind(word: str) -> int:
    kinds = KINDS[: RAINBOW + 1]
    if word not in kinds:
        raise ValueError(text("cards.unknown_kind", value=quoted(word), near=nearest(word, kinds)))
    return kinds.index(word)


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 2
