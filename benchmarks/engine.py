"""Measure the engine in this process.  Usage: engine.py play PLAYERS POWERS SETS SECONDS SEED, or: engine.py costs SEED

Random games as anybody would play them, events and their causes recorded.  A choice is a decision with two or more
options.  POWERS is how many fulfilled contracts with powers lie on the table from the start, SETS base or all.
"""

from __future__ import annotations

import random
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any

from clock import per_call, play_for, report

from explorer.catalogue import load_catalogue
from explorer.game import Game
from explorer.language.abilities import POWERS, Instead, OnFulfill
from explorer.language.checks import PROMPTS
from explorer.language.moves import tuck
from explorer.language.stepper import again, choose
from explorer.rulebook import rulings
from explorer.rules.setup import deal
from explorer.state import State
from explorer.terms import SETS

CATALOGUE = load_catalogue()
DECKS = {"base": CATALOGUE.of_sets(["base"]), "all": CATALOGUE.of_sets(list(SETS))}
RULINGS = rulings({})


def lasts(name: str | None) -> bool:
    """Whether a power is built and goes on working in the fulfilled area."""
    return name in POWERS and any(not isinstance(a, (OnFulfill, Instead)) for a in POWERS[name].abilities)


def start(players: int, powers: int, seed: int, sets: str = "base") -> State:
    """Deal a game; `powers` cards of the deck lie fulfilled before the seats in turn, lasting ones if possible."""
    cards = DECKS[sets]
    s = deal(CATALOGUE, cards, players, RULINGS, seed)
    if powers:
        rng = random.Random(seed)
        lasting = [card for card in cards if lasts(CATALOGUE.power[card])]
        others = [card for card in cards if CATALOGUE.power[card] in POWERS and card not in lasting]
        free = [card for kind in (lasting, others) for card in rng.sample(kind, len(kind)) if card in s.deck]
        for at, card in enumerate(free[:powers]):
            s.deck.remove(card)
            tuck(s, s.stack[0], at % players, card, "power", "benchmark")
        again(s)
    return s


def play(s: State, rng: random.Random, most: int = 10**9) -> int:
    """Play at random to the end, or for some choices; returns how many there were."""
    choices = 0
    draw = rng.random
    while not s.over and choices < most:
        options = s.options or ()
        choices += len(options) > 1
        choose(s, options[int(draw() * len(options))])
    return choices


def measure_play(players: int, powers: int, sets: str, seconds: float, seed: int) -> None:
    rng = random.Random(seed)

    def game() -> int:
        return play(start(players, powers, rng.randrange(2**32), sets), rng)

    report(play_for(seconds, game))


def samples(powers: int, rng: random.Random, count: int = 150) -> list[State]:
    """Positions from all parts of random games of three players."""
    found: list[State] = []
    while len(found) < count:
        s = start(3, powers, rng.randrange(2**32))
        while not s.over:
            if rng.random() < 0.03:
                found.append(s.copy())
            play(s, rng, 1)
    return found[:count]


def each(states: list[State], work: Callable[[State], Any]) -> float:
    """Microseconds that some work takes on one position, averaged over many."""
    return per_call(lambda: [work(s) for s in states]) / len(states)


def ask(s: State, method: str) -> Any:
    """Call a method of the pending prompt."""
    assert s.asking is not None
    return getattr(PROMPTS[s.asking[1]], method)(s, s.stack[-1], s.asking[0])


def kibibytes(s: State) -> float:
    """What one more copy of a position takes, its log apart, which copies share."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [s.copy() for _ in range(50)]
    size = (tracemalloc.get_traced_memory()[0] - before) / len(kept) / 1024
    tracemalloc.stop()
    return size


def game_after(choices: int, rng: random.Random) -> Game:
    """A game that is driven choice by choice, with its history kept."""
    while True:
        game = Game(start(3, 0, rng.randrange(2**32)))
        for _ in range(choices):
            if game.over:
                break
            game.choose(rng.choice(game.options))
        else:
            return game


def measure_costs(seed: int) -> None:
    rng = random.Random(seed)
    costs: dict[str, float] = {}
    for kind, powers in (("base game", 0), ("15 powers", 15)):
        states = samples(powers, rng)
        costs[f"copying the state, {kind}"] = each(states, State.copy)
        costs[f"listing the options, {kind}"] = each(states, lambda s: ask(s, "options"))
        costs[f"listing the refusals, {kind}"] = each(states, lambda s: ask(s, "refusals"))
    for depth in (10, 100, 250):
        game = game_after(depth, rng)
        costs[f"undo, {depth} choices deep (with redo)"] = per_call(lambda game=game: game.undo().redo())  # type: ignore[misc]
    game = game_after(100, rng)
    costs["one choice through `Game`, history kept"] = through_game(game, rng)
    costs |= round_trip(game)
    report({"costs": costs, "kib": kibibytes(game.state)})


def through_game(game: Game, rng: random.Random) -> float:
    """A choice by option with all options worded, then undone."""

    def work() -> None:
        game.choose(rng.choice(game.options)).undo()

    return per_call(work)


def round_trip(game: Game) -> dict[str, float]:
    """Writing a position as text and reading it again."""
    try:
        from explorer.position import Position
    except ImportError:  # not built yet
        return {}
    text = game.position.text()
    return {
        "writing a position as text": per_call(lambda: game.position.text()),
        "reading a position from text": per_call(lambda: Position.load(text).state()),
    }


if __name__ == "__main__":
    if sys.argv[1] == "play":
        measure_play(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], float(sys.argv[5]), int(sys.argv[6]))
    else:
        measure_costs(int(sys.argv[2]))
