"""The scenarios and positions that come with the package: inside it where it was installed, else in the checkout."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from explorer.card import kebab, nearest
from explorer.scenario import Scenario
from explorer.texts import text

_HERE: Final = Path(__file__).parent
PLACES: Final = (_HERE / "_scenarios", _HERE.parent / "tests" / "scenarios")
POSITIONS: Final = (_HERE / "_positions", _HERE.parent / "notebooks" / "positions")
# Clauses that no scenario is about, and where one sees them all the same.
ELSEWHERE: Final = {
    "R-TOKYO-4": ("board/port-and-market",),
    "R-VARIANT-2": ("variant/a-card-becomes-a-container",),
    "R-POWER-9": ("ammunition/per-good",),
    "R-POWER-10": ("tablets/ten-containers",),
}
_NAME: Final = re.compile(r"[a-z0-9_-]{1,100}(/[a-z0-9_-]{1,100}){1,3}")  # leads nowhere else
_HEAD: Final = 600  # characters in which a file names its clause
_TITLE: Final = re.compile(r"^title: *(.+)$", re.MULTILINE)
_CLAUSE: Final = re.compile(r"^clause: *(.+)$", re.MULTILINE)


def folder() -> Path | None:
    """Where the scenarios lie, None where there are none."""
    return next((place for place in PLACES if place.is_dir()), None)


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Every scenario by its folder and name, such as ``pirate/where-both-ships-take-it``, in order."""
    place = folder()
    found = place.rglob("*.yaml") if place else ()
    return tuple(sorted(path.relative_to(place).with_suffix("").as_posix() for path in found if place))


def path_of(name: str) -> Path:
    """The file of a scenario.

    Raises:
        ValueError: no scenario is called so; names the nearest ones.
    """
    place = folder()
    if place is None or not _NAME.fullmatch(name) or not (place / f"{name}.yaml").is_file():
        raise ValueError(text("rulesview.no-scenario", name=repr(name[:80]), near=nearest(name[:80], names())))
    return place / f"{name}.yaml"


def load(name: str) -> Scenario:
    """Read a scenario by its name."""
    return Scenario.load(path_of(name))


@lru_cache(maxsize=1)
def by_clause() -> dict[str, tuple[str, ...]]:
    """The names of the scenarios by what they cite: a clause, ``power …``, ``ruling …``."""
    found: dict[str, list[str]] = {}
    for name in names():
        head = path_of(name).read_text(encoding="utf-8")[:_HEAD]
        match = _CLAUSE.search(head)
        for cited in match[1].strip("[]'\" ").split(", ") if match else ():
            found.setdefault(cited, []).append(name)
    return {cited: tuple(all_names) for cited, all_names in found.items()}


@lru_cache(maxsize=1)
def _by_folder() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name in names():
        found.setdefault(name.partition("/")[0], []).append(name)
    return {key: tuple(all_names) for key, all_names in found.items()}


def own(card: str) -> tuple[str, ...]:
    """The scenarios that were written for a contract: those in its folder, and those that cite its power."""
    key = kebab(card)
    return tuple(dict.fromkeys((*_by_folder().get(key, ()), *by_clause().get(f"power {key}", ()))))


def showing(cited: str) -> tuple[str, ...]:
    """The scenarios that show what is cited: those that cite it, else those known to show it by the way."""
    return by_clause().get(cited) or tuple(name for name in ELSEWHERE.get(cited, ()) if name in names())


@lru_cache(maxsize=1)
def positions() -> dict[str, str]:
    """The positions of the lessons by their names, such as ``loading``, with their titles."""
    place = next((place for place in POSITIONS if place.is_dir()), None)
    found = {}
    for path in sorted(place.glob("*.yaml")) if place else ():
        match = _TITLE.search(path.read_text(encoding="utf-8")[:_HEAD])
        found[path.stem] = match[1].strip("'\" ") if match else path.stem.replace("_", " ")
    return found


def position(name: str) -> Path:
    """The file of one of ``positions()``: the examples of the lessons.

    Args:
        name: such as ``"loading"``.

    Raises:
        ValueError: there is none of that name; names them all.

    Example:
        >>> from explorer import Position, example
        >>> Position.load(example("loading")).title
        'What may still be loaded'
    """
    known = positions()
    if name not in known:
        raise ValueError(text("editor.no-example", name=repr(name[:60]), known=", ".join(known)))
    return next(place for place in POSITIONS if place.is_dir()) / f"{name}.yaml"


__all__ = ["PLACES", "POSITIONS", "by_clause", "folder", "load", "names", "own", "path_of", "position", "positions"]
__all__ += ["showing"]
