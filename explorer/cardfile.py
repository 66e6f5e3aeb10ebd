"""Reading card files: every problem at once, nothing half applied, nothing evaluated."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explorer.card import (
    FIELDS,
    MARKERS,
    ORIGINS,
    TIER_LIMIT,
    TIMINGS,
    Card,
    Contract,
    action_number,
    color_number,
    kebab,
    nearest,
    parse_load,
    parse_tier,
    quoted,
    word_number,
)
from explorer.terms import SETS
from explorer.texts import text

__all__ = ["CardFileError", "Problem", "read_cards"]

SIZE_LIMIT: Final = 2_000_000
NAME_LIMIT: Final = 60
LOAD_LEAST: Final = 2
LOAD_MOST: Final = 6

ORIGIN_COLUMNS: Final = tuple(f"{name}_origin" for name in FIELDS)
REASON_COLUMNS: Final = (*ORIGIN_COLUMNS, "implied_by", "rulebook_line")
OWNER_COLUMNS: Final = ("name", "card", *FIELDS)
COLUMNS: Final = (*OWNER_COLUMNS, *REASON_COLUMNS)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a card file, and how to mend it; `line` is 0 for the file as a whole."""

    line: int
    column: str
    text: str


class CardFileError(ValueError):
    """A card file that cannot be used, with all its problems in `problems`."""

    def __init__(self, path: Path, problems: Iterable[Problem]) -> None:
        self.path = path
        self.problems = sorted(problems, key=lambda problem: problem.line)
        super().__init__(str(path), self.problems)

    def __reduce__(self) -> tuple[type["CardFileError"], tuple[Path, list[Problem]]]:
        return CardFileError, (self.path, self.problems)

    def __str__(self) -> str:
        key = "cards.headline_one" if len(self.problems) == 1 else "cards.headline_many"
        headline = text(key, file=self.path, count=len(self.problems))
        return "\n".join([headline, *map(_problem_line, self.problems)])


def _problem_line(problem: Problem) -> str:
    place = "at_file" if not problem.line else "at_cell" if problem.column else "at_line"
    return text(f"cards.{place}", line=problem.line, column=problem.column, text=problem.text)


@dataclass(slots=True)
class _Row:
    """One row while it is read: its cells, its line, and what could be made of them."""

    line: int
    cells: dict[str, str]
    values: dict[str, Any]
    origin: dict[str, str]


class _Reader:
    """One file and the problems found in it so far."""

    def __init__(self, path: Path, owner: bool) -> None:
        self.path = path
        self.owner = owner
        self.problems: list[Problem] = []

    def complain(self, line: int, column: str, key: str, /, **values: object) -> None:
        self.problems.append(Problem(line, column, text(f"cards.{key}", **values)))

    def finish(self) -> None:
        if self.problems:
            raise CardFileError(self.path, self.problems)

    def rows(self) -> list[_Row]:
        """Read the file into rows of checked values."""
        content = self._content()
        self.finish()
        table = self._table(content)
        self.finish()
        header = self._header(table)
        self.finish()
        rows = [self._row(line, header, cells) for line, cells in table[1:]]
        if not rows:
            self.complain(0, "", "no_rows")
        self._unique_names(rows)
        return rows

    def _content(self) -> str:
        try:
            with self.path.open("rb") as file:
                data = file.read(SIZE_LIMIT + 1)
        except (OSError, ValueError) as error:
            self.complain(0, "", "unreadable", reason=getattr(error, "strerror", None) or type(error).__name__)
            return ""
        if len(data) > SIZE_LIMIT:
            self.complain(0, "", "too_large", size=f"more than {SIZE_LIMIT}", limit=SIZE_LIMIT)
            return ""
        return self._decoded(data)

    def _decoded(self, data: bytes) -> str:
        if not data.startswith((b"\xff\xfe", b"\xfe\xff")) and b"\0" in data:
            self.complain(data.count(b"\n", 0, data.index(b"\0")) + 1, "", "nul_byte")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.complain(data.count(b"\n", 0, error.start) + 1, "", "not_utf8")
            return ""

    def _table(self, content: str) -> list[tuple[int, list[str]]]:
        table: list[tuple[int, list[str]]] = []
        reader = csv.reader(io.StringIO(content, newline=""), strict=True)
        line = 1
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    table.append((line, [cell.strip() for cell in cells]))
                line = reader.line_num + 1
        except csv.Error as error:
            self.complain(line, "", "malformed", reason=error)
        if not table and not self.problems:
            self.complain(0, "", "empty_file")
        return table

    def _header(self, table: Sequence[tuple[int, list[str]]]) -> list[str]:
        line, cells = table[0]
        header = [cell.casefold() for cell in cells]
        if len(header) == 1 and any(mark in header[0] for mark in ";\t"):
            self.complain(line, "", "semicolons")
            return header
        allowed = OWNER_COLUMNS if self.owner else COLUMNS
        for place, column in enumerate(header):
            self._check_column(line, column, allowed, seen=column in header[:place])
        for column in ("name",) if self.owner else COLUMNS:
            if column not in header:
                self.complain(line, "", "missing_column", column=column)
        return header

    def _check_column(self, line: int, column: str, allowed: Sequence[str], seen: bool) -> None:
        shown = repr(column[:60])
        if seen:
            self.complain(line, "", "duplicate_column", column=shown)
        elif column in allowed:
            return
        elif column in COLUMNS:
            self.complain(line, "", "origin_column", column=column)
        else:
            self.complain(line, "", "unknown_column", column=shown, near=nearest(column, allowed))

    def _row(self, line: int, header: list[str], cells: list[str]) -> _Row:
        row = _Row(line, {}, {}, {})
        if len(cells) != len(header):
            self.complain(line, "", "row_length", found=len(cells), wanted=len(header))
            return row
        row.cells = dict(zip(header, cells, strict=True))
        self._read_name(row)
        self._read_card_id(row)
        for name, read in _READERS.items():
            if name in row.cells and (row.cells[name] or not self.owner):
                self._read(row, name, read)
        self._check_counts(row)
        if not self.owner:
            self._read_reasons(row)
        return row

    def _read(self, row: _Row, name: str, read: Callable[[str], Any]) -> None:
        try:
            row.values[name] = read(row.cells[name])
        except ValueError as error:
            self.problems.append(Problem(row.line, name, str(error)))

    def _read_name(self, row: _Row) -> None:
        name = row.cells["name"]
        if not name:
            self.complain(row.line, "name", "empty_name")
        elif len(name) > NAME_LIMIT or not name.isprintable() or not kebab(name):
            self.complain(row.line, "name", "bad_name", value=quoted(name), limit=NAME_LIMIT)
        else:
            row.values["name"] = name

    def _read_card_id(self, row: _Row) -> None:
        card = row.cells.get("card", "")
        if card and kebab(card) == card and len(card) <= NAME_LIMIT:
            row.values["card"] = card
        elif card or not self.owner:
            self.complain(row.line, "card", "bad_card_id", value=quoted(card))

    def _check_counts(self, row: _Row) -> None:
        tier = sum(row.values.get("tier", ()))
        if tier > TIER_LIMIT:
            self.complain(row.line, "tier", "tier_range", total=tier, limit=TIER_LIMIT)
        if "load" in row.values and not LOAD_LEAST <= (load := sum(row.values["load"])) <= LOAD_MOST:
            self.complain(row.line, "load", "load_range", total=load, least=LOAD_LEAST, most=LOAD_MOST)

    def _read_reasons(self, row: _Row) -> None:
        for name, column in zip(FIELDS, ORIGIN_COLUMNS, strict=True):
            self._read(row, column, lambda cell: ORIGINS[word_number(cell, ORIGINS, "origin")])
            row.origin[name] = row.values.pop(column, "")
        implied = "implied" in row.origin.values()
        if implied and not row.cells["implied_by"]:
            self.complain(row.line, "implied_by", "implied_alone")
        if not implied and row.cells["implied_by"]:
            self.complain(row.line, "implied_by", "implied_idle")
        line = row.cells["rulebook_line"]
        if line and not (line.isascii() and line.isdigit() and len(line) <= 6):
            self.complain(row.line, "rulebook_line", "bad_line", value=quoted(line))
        row.values["implied_by"] = row.cells["implied_by"]
        row.values["line"] = int(line) if line.isascii() and line.isdigit() and len(line) <= 6 else 0

    def _unique_names(self, rows: Iterable[_Row]) -> None:
        first: dict[str, int] = {}
        for row in rows:
            name = kebab(row.values.get("name", ""))
            if name and first.setdefault(name, row.line) != row.line:
                self.complain(row.line, "name", "duplicate_name", value=quoted(row.values["name"]), first=first[name])


_READERS: Final[dict[str, Callable[[str], Any]]] = {
    "set": lambda cell: SETS[word_number(cell, SETS, "set")],
    "color": color_number,
    "action": action_number,
    "tier": parse_tier,
    "load": parse_load,
    "timing": lambda cell: TIMINGS[word_number(cell, TIMINGS, "timing")],
    "marker": lambda cell: MARKERS[word_number(cell, MARKERS, "marker")],
}


def read_cards(path: Path, owner: Path | None) -> tuple[Card, ...]:
    """Read a card file and, over it, an owner's file.

    Parameters: `path`, a file with all columns; `owner`, a file with a column `name` and any columns of values.
    Raises: CardFileError with every problem of the first file that has any.
    """
    reader = _Reader(path, owner=False)
    rows = reader.rows()
    reader.finish()
    reader.problems = _card_problems(rows, {})
    reader.finish()
    return _cards(rows) if owner is None else _cards(_with_owner(rows, owner))


def _with_owner(rows: list[_Row], path: Path) -> list[_Row]:
    reader = _Reader(path, owner=True)
    own = reader.rows()
    by_name = {kebab(row.values["name"]): row for row in rows}
    lines: dict[str, int] = {}
    for row in own:
        name = row.values.get("name")
        if name is None:
            continue
        target = by_name.get(kebab(name))
        if target is None:
            near = nearest(name, [known.values["name"] for known in rows])
            reader.complain(row.line, "name", "unknown_name", value=quoted(name), near=near)
        else:
            lines[target.values["name"]] = row.line
            _override(target, row)
    reader.finish()
    reader.problems = _card_problems(rows, lines)
    reader.finish()
    return rows


def _override(target: _Row, own: _Row) -> None:
    for name, value in own.values.items():
        if name != "name":
            target.values[name] = value
        if name in FIELDS:
            target.origin[name] = "owner"
    if "implied" not in target.origin.values():
        target.values["implied_by"] = ""


def _groups(rows: Iterable[_Row]) -> dict[str, list[_Row]]:
    groups: dict[str, list[_Row]] = {}
    for row in rows:
        groups.setdefault(row.values["card"], []).append(row)
    return groups


def _card_problems(rows: list[_Row], own: dict[str, int]) -> list[Problem]:
    """Check what only shows when the rows of one card lie side by side; `own` are the lines of an owner's file."""
    problems: list[Problem] = []
    for card, sides in _groups(rows).items():
        line = max(own.get(row.values["name"], 0) for row in sides) if own else sides[-1].line
        problems += [Problem(line, column, message) for column, message in _sides_problems(card, sides)]
    return problems


def _sides_problems(card: str, sides: list[_Row]) -> list[tuple[str, str]]:
    first, found = sides[0].values, []
    if len(sides) > 2:
        found.append(("card", text("cards.too_many_contracts", value=card, count=len(sides))))
    for name in ("set", "action"):
        if any(row.values[name] != first[name] for row in sides):
            found.append((name, text("cards.unequal_sides", value=card, field=name)))
    if first["set"] == "flag" and len(sides) == 1:
        found.append(("card", text("cards.one_sided_flag", value=card)))
    if first["set"] != "flag" and len(sides) == 2:
        found.append(("card", text("cards.two_sided_other", value=card, set=first["set"])))
    if any(row.values["set"] == "flag" and sum(row.values["tier"]) for row in sides):
        found.append(("tier", text("cards.flag_tier")))
    return found


def _cards(rows: list[_Row]) -> tuple[Card, ...]:
    cards = []
    for card, sides in _groups(rows).items():
        contracts = tuple(_contract(row) for row in sides)
        name = " / ".join(contract.name for contract in contracts)
        cards.append(Card(card, name, sides[0].values["set"], contracts))
    return tuple(cards)


def _contract(row: _Row) -> Contract:
    values = {key: value for key, value in row.values.items() if key not in ("card", "set")}
    return Contract(**values, power=row.values["name"], origin=dict(row.origin))
