"""The simplest forms of a position's values, and the list of everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from explorer import rulebook
from explorer.card import Card, kebab, nearest
from explorer.catalogue import Catalogue, load_catalogue
from explorer.files.kinds import OF_SCENARIO
from explorer.files.tree import Tree
from explorer.language.abilities import POWERS
from explorer.state import State
from explorer.texts import text

PROBLEM_LIMIT: Final = 50


class Problem(NamedTuple):
    """One thing that is wrong: its line (0: none in particular), where, what and how to mend it, and how bad it is."""

    line: int
    place: str
    text: str
    severity: str = "error"

    def __str__(self) -> str:
        key = "position.at-line" if self.line else "position.at-place"
        return text(key, line=self.line, place=self.place, text=self.text)


class TooMany(Exception):
    """So many problems that reading on is no use."""


class Forms:
    """Words, numbers and lists of a position; every fault is noted, and reading goes on."""

    def __init__(
        self, tree: Tree, base: Catalogue | None, rulings: Mapping[str, str] | None, extra_keys: Iterable[str] = ()
    ) -> None:
        self.tree = tree
        self.base = base if base is not None else load_catalogue()
        self.overrides = {} if rulings is None else rulings
        self.extra_keys = tuple(extra_keys)
        self.problems: list[Problem] = []
        self.new: list[Card] = []  # cards beyond the printed ones, in the order of their numbers
        self.names: dict[str, int] = {}  # cards defined here, by id
        self.sets = ["base"]
        self.where: dict[int, tuple[str, int]] = {}  # where each card lies
        self.moment: Tree | None = None
        self.turn: dict[str, Any] = {}
        self.state: State | None = None

    # Problems

    def fault(self, at: Tree | int, place: str, key: str, /, severity: str = "error", **values: Any) -> None:
        """Note a problem; ``key`` names its text in the table of positions."""
        self.note(at, place, text(f"position.{key}", **values), severity)

    def note(self, at: Tree | int, place: str, message: str, severity: str = "error") -> None:
        """Note a problem in words of its own."""
        line = at if isinstance(at, int) else at.line
        if len(self.problems) >= PROBLEM_LIMIT:
            self.problems.append(Problem(0, "position", text("position.more", count=PROBLEM_LIMIT)))
            raise TooMany
        self.problems.append(Problem(line, place or "position", message, severity))

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(problem.severity == "error" for problem in self.problems)

    # Forms

    def keys(self, tree: Tree, place: str, known: Iterable[str], example: str) -> bool:
        """Check that a tree is a mapping with known keys only."""
        if tree.kind != "map":
            self.fault(tree, place, "want-map", example=example)
            return False
        known = tuple(known)
        for key in tree.value:
            if key not in known:
                if place or key not in OF_SCENARIO:
                    self.fault(tree.lines[key], place, "unknown-key", key=repr(key)[:60], near=near(key, known))
                elif not any("Scenario.load" in problem.text for problem in self.problems):  # said once
                    self.fault(tree.lines[key], place, "of-scenario", key=key)
            elif self.moment is not None and tree.value[key].empty:
                self.fault(tree.lines[key], f"{place}/{key}".strip("/"), "empty-value")
        return True

    def items(self, tree: Tree | None, place: str, example: str) -> list[Tree]:
        """The items of a list; a single word counts as a list of one."""
        if tree is None:
            return []
        if tree.kind == "word":
            return [tree]
        if tree.kind != "list":
            self.fault(tree, place, "want-list", example=example)
            return []
        return list(tree.value)

    def word(self, tree: Tree | None, place: str, example: str) -> str | None:
        """A word, None when there is none."""
        if tree is None:
            return None
        if tree.kind != "word":
            self.fault(tree, place, "want-word", example=example)
            return None
        return str(tree.value).strip()

    def cites(self, tree: Tree | None, place: str) -> None:
        """Check that everything cited in a word, parted by commas, exists."""
        for citation in (self.word(tree, place, "R-LOAD-1, power yen") or "").split(","):
            word = citation.strip()
            own = word.startswith("power ") and word[6:] in map(kebab, POWERS)  # declared beside the printed ones
            if tree is not None and not (own or rulebook.is_citation(word)):
                known = [*rulebook.citations(), *(f"power {kebab(name)}" for name in POWERS)]
                self.fault(tree, place, "unknown-citation", word=repr(word)[:60], near=near(word, known))

    def number(self, tree: Tree | None, place: str, least: int, most: int, default: int) -> int:
        """A whole number within bounds."""
        if tree is None:
            return default
        found = tree.number
        if found is None or not least <= found <= most:
            shown = repr(tree.value)[:40] if tree.kind == "word" else "-"
            self.fault(tree, place, "want-number", word=shown, least=least, most=most)
            return default
        return found

    def yes(self, tree: Tree | None, place: str) -> bool:
        """True or false; false when there is nothing."""
        if tree is None:
            return False
        if tree.kind != "word" or tree.value not in ("true", "false"):
            self.fault(tree, place, "want-yes", word=repr(tree.value)[:40] if tree.kind == "word" else "-")
        return bool(tree.value == "true")

    def one_of(self, tree: Tree | None, place: str, known: Iterable[str]) -> str | None:
        """A word out of a few."""
        known = tuple(known)
        word = self.word(tree, place, known[0])
        if word is not None and word not in known:
            assert tree is not None
            self.fault(tree, place, "unknown-word", word=repr(word)[:60], near=near(word, known))
            return None
        return word


def near(word: str, known: Iterable[str]) -> str:
    """Say which known words come closest."""
    return nearest(str(word), known)


__all__ = ["PROBLEM_LIMIT", "Forms", "Problem", "TooMany", "near"]
