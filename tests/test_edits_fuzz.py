"""Random edits in the middle of games and of powers: the table stays sound and the game goes on to its end."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from explorer.lab.campaign import Plan, edit_game
from explorer.lab.editing import edited
from explorer.lab.invariants import card_places, fingerprint
from explorer.lab.playouts import loaded

PLAN = Plan(copies=2, interrupts=0.1)


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_games_that_are_edited_all_the_time_stay_sound(first: int) -> None:
    total: Counter[tuple[str, str]] = Counter()
    for number in range(first, first + 5):
        tally, found = edit_game(number, PLAN)
        assert found == [], f"game {number}"
        total.update(tally)
    assert total["edits", "inside a power"] + total["edits", "outside"] >= 50


def test_an_edit_keeps_every_card_and_leaves_the_moment_before_alone() -> None:
    rng = Random(11)
    made = 0
    for number in range(40):
        state = loaded(2 + number % 5, number)
        before = fingerprint(state)
        new, edits = edited(state, rng)
        made += len(edits)
        assert fingerprint(state) == before
        base = state.cat.base  # a Flag card may have been turned
        places = [sorted(base[card] for card, _ in card_places(s)) for s in (new, state)]
        assert places[0] == places[1]
    assert made >= 40


def test_the_same_seed_makes_the_same_edits() -> None:
    state = loaded(3, 5)
    assert edited(state, Random(3))[1] == edited(state, Random(3))[1]
