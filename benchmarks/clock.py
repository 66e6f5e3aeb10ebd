"""How time is taken here: CPU seconds of this process, and a fixed loop to compare machines by."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

# Not wall time: what else runs on the machine then costs a program cache and clock speed, but not its turn.
clock = time.process_time


def spin() -> float:
    """Run a fixed loop of plain Python; returns microseconds."""
    start = clock()
    x, d = 0, {}
    for i in range(300_000):
        x = (x * 3 + i) & 1023
        d[x] = i
    return (clock() - start) * 1e6


def best_spin() -> float:
    """The least of three runs of the loop."""
    return min(spin() for _ in range(3))


def per_call(work: Callable[[], Any], budget: float = 0.3) -> float:
    """Microseconds a call takes: the median of five runs that share a budget of seconds."""
    start = clock()
    work()
    times = max(3, min(20_000, int(budget / 5 / max(clock() - start, 1e-6))))
    runs = []
    for _ in range(5):
        start = clock()
        for _ in range(times):
            work()
        runs.append((clock() - start) / times * 1e6)
    return sorted(runs)[2]


def play_for(seconds: float, game: Callable[[], int]) -> dict[str, float]:
    """Play whole games, each returning its number of choices, for some seconds after a short warm-up."""
    start = clock()
    while clock() - start < seconds / 4:
        game()
    spins = [best_spin()]
    choices = games = 0
    start = clock()
    while clock() - start < seconds:
        choices += game()
        games += 1
    took = clock() - start
    spins.append(best_spin())
    return {
        "choices_s": choices / took,
        "us_choice": took / choices * 1e6,
        "games_s": games / took,
        "choices_game": choices / games,
        "choices_spin": choices / took * min(spins) / 1e6,
    }


def report(values: dict[str, Any]) -> None:
    """Hand the figures to run.py, as the last line printed."""
    print("RESULT " + json.dumps(values), flush=True)
