"""Every file under tests/scenarios is played: a position, choices, and what must be true."""

from __future__ import annotations

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
    assert not [path for path in FILES if path.parent.name == "interactions" and path not in named]
