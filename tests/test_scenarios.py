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
