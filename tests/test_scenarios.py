"""Every file under tests/scenarios is played: a position, choices, and what must be true."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from explorer.scenario import Scenario

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(FOLDER).with_suffix("").as_posix() for path in FILES])
def test_scenario_holds(path: Path) -> None:
    Scenario.load(path).play()


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(FOLDER).with_suffix("").as_posix() for path in FILES])
def test_scenario_cites_something(path: Path) -> None:
    assert Scenario.load(path).clause


def test_every_case_is_shown() -> None:
    """cases.csv says which file shows each case; of a file of tests the note names those that do."""
    with (FOLDER / "cases.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["case", "file", "note"] and {len(row) for row in rows} == {3}
    lines = [(case, file) for case, file, _ in rows]
    assert len(set(lines)) == len(lines)
    for case, name, note in rows:
        path = (FOLDER / name).resolve()
        assert path.is_file(), f"{case}: there is no {name}"
        assert path in FILES or path.suffix == ".py", case
        if path.suffix == ".py":
            tests = re.findall(r"test_\w+", note)
            found = path.read_text(encoding="utf-8")
            assert tests and all(f"def {test}(" in found for test in tests), f"{case}: {note}"
        assert all((FOLDER / other).is_file() for other in re.findall(r"\S+/\S+\.yaml", note)), f"{case}: {note}"


def test_every_interaction_is_shown() -> None:
    """interactions.csv says which scenarios show each of the 124 interactions between powers, in order."""
    lines = (FOLDER / "interactions.csv").read_text(encoding="utf-8").splitlines()
    rows = [tuple(line.split(",")) for line in lines[1:]]
    numbers = [int(entry.removeprefix("INT-")) for entry, _ in rows]
    assert lines[0] == "entry,file"
    assert len(set(rows)) == len(rows) and numbers == sorted(numbers)
    assert set(numbers) == set(range(1, 125))
    named = {FOLDER.parents[1] / file for _, file in rows}
    assert not [path for path in named if path not in FILES]
    with (FOLDER / "cases.csv").open(encoding="utf-8", newline="") as file:
        named |= {FOLDER / row["file"] for row in csv.DictReader(file)}
    assert not [path for path in FILES if path.parent.name == "interactions" and path not in named]
