"""What happens in scenarios is what the power graph shows; ``python -m explorer.lab.witness`` looks at all of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from explorer import graph
from explorer.card import kebab
from explorer.lab.playouts import loaded, random_step
from explorer.lab.witness import Edge, all_edges, seen_in, witnesses
from explorer.language.events import listed

FOLDER = Path(__file__).parent / "scenarios"

# Powers of every kind: actions performed alone, payments, copies, pairs, the Market, an instant win, an answer.
SAMPLE = (
    "AR Glasses", "Container Factory", "GPS", "Import Tax", "Interest", "Pistols", "Pocky", "Robo-Cats", "Rolls Royce",
    "Squid Jerky",
)  # fmt: skip


@pytest.fixture(scope="module")
def edges() -> set[Edge]:
    return set(all_edges())


@pytest.mark.parametrize("power", SAMPLE)
def test_nothing_happens_that_the_graph_lacks(power: str, edges: set[Edge]) -> None:
    found, lacking = witnesses(FOLDER / kebab(power))
    assert not lacking
    own = {edge for edge in found if power in edge}
    assert own and own <= edges


@pytest.mark.parametrize("seed", range(6))
def test_nothing_happens_at_random_that_the_graph_lacks(seed: int) -> None:
    state, rng = loaded(2 + seed % 4, seed), Random(seed)
    for _ in range(300):
        if not state.over:
            random_step(state, rng)
    _, lacking = seen_in(listed(state.log), state.cat.power)
    assert not lacking


def test_an_instant_win_is_told_by_the_power_that_brings_it() -> None:
    found, _ = witnesses(FOLDER / "rolls-royce")
    assert ("Rolls Royce", "GameWon", "emits") in found


def test_payments_to_the_bank_are_no_gain(edges: set[Edge]) -> None:
    assert ("Import Tax", "CreditsPaid", "emits") in edges
    assert ("Import Tax", "CreditsGained", "emits") not in edges


def test_witnesses_are_scenarios_that_exist() -> None:
    missing = [name for name, _ in graph.witnesses().values() if not (FOLDER / f"{name}.yaml").is_file()]
    assert not missing
