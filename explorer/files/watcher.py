"""Reads a position as always and remembers more: which word gave which card, and what each problem was about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from explorer.card import kebab
from explorer.catalogue import Catalogue
from explorer.files.amend import Path
from explorer.files.cardwords import counted
from explorer.files.forms import PROBLEM_LIMIT, TooMany
from explorer.files.reading import Reader
from explorer.files.tree import Tree
from explorer.language.abilities import reindex
from explorer.terms import HARBORS

AREAS = ("hand", "crew", "goods", "fulfilled")
ABOARD = ("contracts", "containers", "under")
PILES = ("island", "deck", "discard")


class Fault(NamedTuple):
    """A problem with what it was about; ``key`` and ``values`` are those of its text, "" where it is in other words."""

    line: int
    place: str  # as the reader says it, such as "players/1/ships/2/contracts"
    path: Path | None  # to the words at fault, None where only the line is known
    key: str
    values: dict[str, Any]
    text: str
    severity: str


class Watcher(Reader):
    """A reader that remembers; ``faults`` stand beside ``problems``, one for one."""

    def __init__(self, tree: Tree, base: Catalogue | None, extra_keys: Iterable[str] = ()) -> None:
        super().__init__(tree, base, None, extra_keys)
        self.faults: list[Fault] = []
        self.made: dict[int, list[int]] = {}  # the cards that the words of a tree gave, -1 for none
        self.twice: dict[int, int] = {}  # words that name a card which lies elsewhere already
        self.filled: dict[str, list[int]] = {}  # zones written as a bare number
        self.whole = False  # whether all of it could be read, so that limits are known
        self._cached: tuple[Catalogue, int, Catalogue] | None = None
        self._latest: tuple[str, dict[str, Any]] | None = None
        self._paths = _paths(tree)

    def fault(self, at: Tree | int, place: str, key: str, /, severity: str = "error", **values: Any) -> None:
        self._latest = (key, values)
        super().fault(at, place, key, severity, **values)

    def note(self, at: Tree | int, place: str, message: str, severity: str = "error") -> None:
        key, values = self._latest or ("", {})
        self._latest = None
        try:
            super().note(at, place, message, severity)
        finally:
            problem = self.problems[-1]
            full = len(self.problems) > PROBLEM_LIMIT
            path = None if full or isinstance(at, int) else self._paths.get(id(at))
            found = Fault(
                problem.line, problem.place, path, "" if full else key, values, problem.text, problem.severity
            )
            self.faults.append(found)

    def cards(self, tree: Tree | None, place: str, kind: str = "filler", sided: bool = False) -> list[int] | None:
        found = super().cards(tree, place, kind, sided)
        if tree is not None and tree.number is not None:
            self.filled[place] = list(found or ())
        return found

    def _card(self, word: str, tree: Tree, place: str, sided: bool) -> int | None:
        found = super()._card(word, tree, place, sided)
        self.made.setdefault(id(tree), []).append(-1 if found is None else found)
        return found

    def _lay(self, number: int, tree: Tree, place: str) -> bool:
        laid = super()._lay(number, tree, place)
        if not laid:
            self.twice[id(tree)] = self.base.base[number] if number < len(self.base) else number
        return laid

    def read_all(self) -> None:
        """Read, and look at the limits too where something else is wrong."""
        try:
            self._read()
            if self.failed and self.moment is None and self.state is not None:
                reindex(self.state)
                self._limits(self.tree)
            self.whole = self.state is not None and (self.moment is None or not self.failed)
        except TooMany:
            pass
        except Exception:  # limits of a table that is no table yet: its errors are told already
            if not self.failed:
                raise

    def _catalogue(self) -> Catalogue:
        if self._cached is None or self._cached[0] is not self.base or self._cached[1] != len(self.new):
            self._cached = (self.base, len(self.new), super()._catalogue())
        return self._cached[2]

    @property
    def known(self) -> Catalogue:
        """All cards, new ones included."""
        return self._catalogue()

    @property
    def colors(self) -> list[str]:
        """The seats' colors, "" where a seat has none of its own."""
        said = self.said
        return [color if color in HARBORS and said.count(color) == 1 else "" for color in said]

    @property
    def said(self) -> list[str]:
        """The words that stand for the seats' colors."""
        return [self._said_color(seat) for seat in range(len(self.state.players) if self.state is not None else 0)]

    def _said_color(self, seat: int) -> str:
        tree = self.tree.get("players")
        if tree is None or tree.kind != "list":
            return HARBORS[self.state.players[seat].harbor] if self.state is not None else ""
        item = tree.value[seat]
        word = item.get("harbor") if item.kind == "map" else item
        return str(word.value).strip() if word is not None and word.kind == "word" else ""

    def number_of(self, word: str) -> int:
        """The number of a card by its name, -1 when none is called so."""
        number = self.names.get(kebab(word), -1)
        return number if number >= 0 else self._known(word)

    def words(self, tree: Tree, place: str) -> list[tuple[int, str, int, int]]:
        """The cards of a written zone, one by one: which entry of the list, its word, the card (-1: none), its line."""
        if tree.number is not None:
            word = "card" if place.endswith("/fulfilled") else "filler"
            return [(0, word, number, tree.line) for number in self.filled.get(place, ())]
        found = []
        for entry, item in enumerate([tree] if tree.kind == "word" else tree.value if tree.kind == "list" else ()):
            if item.kind != "word":
                found.append((entry, "?", -1, item.line))
            elif item.value.strip():
                many, word = counted(item.value)
                made = self.made.get(id(item), [])
                found += [(entry, word, made[i] if i < len(made) else -1, item.line) for i in range(many)]
        return found[:1000]


def _paths(tree: Tree) -> dict[int, Path]:
    found: dict[int, Path] = {}
    waiting: list[tuple[Path, Tree]] = [((), tree)]
    while waiting:
        path, node = waiting.pop()
        found[id(node)] = path
        if node.kind == "list":
            waiting += [((*path, i), item) for i, item in enumerate(node.value)]
        elif node.kind == "map":
            waiting += [((*path, key), item) for key, item in node.value.items() if path != ("moment",)]
    return found


__all__ = ["ABOARD", "AREAS", "PILES", "Fault", "Watcher"]
