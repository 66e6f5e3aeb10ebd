"""The page about positions and scenarios: its examples are played, and it leaves no key out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from explorer import scenario
from explorer.files import cardwords, expectations, read_lasting, read_seats, read_turn, reading
from explorer.files.tree import Tree, read_tree
from explorer.position import Position, check
from explorer.scenario import Scenario

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
SEAT_NUMBERS = {"credits", "crew limit", "goods limit", "declared", "winner", "scored", "played", "crew counts"}
KEYS = {
    *reading.KEYS, *read_seats.SEAT_KEYS, *read_seats.SHIP_KEYS, *read_turn.TURN_KEYS,
    *read_lasting.EFFECT_KEYS, *cardwords.FIELDS, *scenario.KEYS, *scenario.STEP_KEYS, *expectations.TABLE,
    *SEAT_NUMBERS, "capacity", "has", "lacks", "count", "top",
}  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_examples(example: str) -> None:
    if read_tree(example).get("steps") is not None:
        Scenario.load(example).play()
    assert [p for p in check_of(example) if p.severity == "error"] == []
    Scenario.load(example).game()


def check_of(example: str) -> list[reading.Problem]:
    return Scenario.load(example).check() if "steps:" in example else check(example)


def keys_of(tree: Tree) -> set[str]:
    if tree.kind == "list":
        return {key for item in tree.value for key in keys_of(item)}
    if tree.kind == "map":
        return {*tree.value, *(key for item in tree.value.values() for key in keys_of(item))}
    return set()


@pytest.mark.parametrize("key", sorted(KEYS))
def test_every_key_is_told_and_shown(key: str) -> None:
    assert f"`{key}`" in PAGE
    if key != "moment":  # which the program writes
        assert any(key in keys_of(read_tree(example)) for example in EXAMPLES)


def test_zones_and_defaults_are_as_told() -> None:
    s = Position.load("players: 3\n").state()
    assert len(s.deck) == 40 and len(s.island) == 3
    assert list(s.players[0].hand) and s.players[0].credits == 10


def test_it_is_linked() -> None:
    assert "(docs/positions.md)" in (ROOT / "README.md").read_text(encoding="utf-8").partition("## Start")[0]


def test_the_command_line_tells_of_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "explorer", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "docs/positions.md" in done.stdout
