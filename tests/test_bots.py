"""Bots for teaching: they end games, choose legally, look at nothing hidden, and the greedy one plays better."""

import random

import pytest

import explorer as ex
from explorer.lab.bots import autoplay, bot, greedy_bot, random_bot
from explorer.language.stepper import again


def played(seed: int, players: int, name: str, others: str = "random") -> tuple[ex.Game, str]:
    """A whole game of one bot against others, and the seat of the one."""
    game = ex.new_game(players=players, seed=seed)
    seats = list(game.credits)
    one = seats[seed % players]
    return autoplay(game, {seat: bot(name if seat == one else others, seed) for seat in seats}), one


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_whole_games_end(name: str, players: int) -> None:
    for seed in range(3):
        game, _one = played(seed, players, name, name)
        assert game.over
        assert game.winners


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_every_choice_is_an_option(name: str) -> None:
    game = ex.new_game(players=3, seed=5)
    chooses = bot(name)
    for _ in range(150):
        if game.over:
            break
        key = chooses(game)
        assert key in [option.key for option in game.options]
        game.choose(key)


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    games = 100
    won = sum(one in game.winners for game, one in (played(seed, 3, "greedy") for seed in range(games)))
    print(f"greedy won {won} of {games} against two random bots")
    assert won > 0.8 * games  # a third would be chance


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_seed_decides(name: str) -> None:
    once, _one = played(4, 2, name, name)
    again_, _one = played(4, 2, name, name)
    assert [node.step for node in once.line] == [node.step for node in again_.line]
    other = autoplay(ex.new_game(players=2, seed=4), {seat: bot(name, 99) for seat in once.credits})
    assert [node.step for node in once.line] != [node.step for node in other.line]


@pytest.mark.parametrize("make", [random_bot, greedy_bot])
def test_the_same_moment_gets_the_same_answer(make: object) -> None:
    game = ex.new_game(players=2, seed=8)
    chooses = make(1)  # type: ignore[operator]
    first = [chooses(game)]
    for _ in range(20):
        game.choose(first[-1])
        first.append(chooses(game))
    game.undo(20)
    second = [chooses(game)]
    for _ in range(20):
        game.redo()
        second.append(chooses(game))
    assert first == second


def test_greedy_sees_nothing_hidden() -> None:
    """Other hands, the order of the deck and bids handed in may be anything."""
    game = ex.new_game(players=3, seed=3)
    chooses = greedy_bot()
    shuffle = random.Random(1).shuffle
    looked = 0
    while not game.over:
        key = chooses(game)
        state = game.state.copy()
        assert state.asking is not None
        asked, kind = state.asking
        others = [player.hand for seat, player in enumerate(state.players) if seat != asked]
        hidden = [card for hand in others for card in hand] + state.deck
        shuffle(hidden)
        for hand in others:
            hand[:] = [hidden.pop() for _ in hand]
        state.deck[:] = hidden
        if kind == "antiquities":  # whoever searches the deck sees what lies there, but not in which order
            state = game.state.copy()
            shuffle(state.deck)
        if kind == "bid":
            rounds = next(f for f in reversed(state.stack) if isinstance(f.x, tuple) and f.proc == "import rounds")
            rounds.x = tuple(0 for _ in rounds.x)
        if state.dirty == 0:
            again(state)
            assert chooses(ex.Game(state)) == key
            looked += 1
        game.choose(key)
    assert looked > 50


def test_greedy_takes_what_pays() -> None:
    game = ex.Game(
        ex.Position.load(
            "players:\n"
            "- {harbor: green, hand: [luxury/load, luxury, x], ships: "
            "[{at: harbor, contracts: [luxury needs luxury 2], containers: [luxury]}, sea]}\n"
            "- yellow\n"
        )
    )
    chooses = greedy_bot()
    assert chooses(game) == "lead/load/luxury-load/1"
    autoplay(game, {"green": chooses, "yellow": chooses}, most=2)
    assert game.credits["green"] == 16


def test_autoplay_stops_where_nobody_plays_for_the_seat() -> None:
    game = ex.new_game(players=2, seed=1)
    mine, other = list(game.credits)
    autoplay(game, {other: random_bot()})
    assert game.decision is not None
    assert game.decision.player == mine
    assert autoplay(game, {}) is game


def test_unknown_bots_are_named() -> None:
    with pytest.raises(ValueError, match=r"no bot .gredy.*greedy"):
        bot("gredy")
    with pytest.raises(ValueError, match=r"greedy, random"):
        bot("xxxxxxxx")
    with pytest.raises(ValueError, match="no bot"):
        bot(3)  # type: ignore[arg-type]


def test_no_bot_answers_after_the_end() -> None:
    game, _one = played(1, 2, "greedy", "greedy")
    with pytest.raises(ValueError, match="over"):
        greedy_bot()(game)
