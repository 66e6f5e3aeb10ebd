"""Random games, from new deals and from tables full of powers, with every invariant looked at on the way."""

from __future__ import annotations

from random import Random

import pytest

import explorer as ex
from explorer.lab.campaign import Job, Plan, one_game, play_chunk, roundtrip_game, strict_game
from explorer.lab.invariants import broken, fingerprint, strict_steps
from explorer.lab.playouts import bare, loaded, play
from explorer.language import events as ev
from explorer.language.events import listed
from explorer.language.stepper import PROCS, ask, choose
from explorer.powers import BUILT
from explorer.rules.ending import winners_now

BARE = Plan(loaded=0.0, rulings=0.0, often=0.15, dear=0.005)
LOADED = Plan(loaded=1.0, copies=2, rulings=0.5, interrupts=0.1, often=0.3, dear=0.015)


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_bare_games_keep_every_invariant(first: int) -> None:
    for number in range(first, first + 20):
        tally, found = one_game(number, BARE)
        assert found == [], f"game {number}"
        assert sum(count for (group, _), count in tally.items() if group == "games") == 1


@pytest.mark.parametrize("first", range(1000, 1100, 20))
def test_loaded_games_keep_every_invariant(first: int) -> None:
    for number in range(first, first + 20):
        _tally, found = one_game(number, LOADED)
        assert found == [], f"game {number}"


def test_loaded_games_reach_the_powers() -> None:
    tally, found = play_chunk([Job("play", number) for number in range(25)], LOADED)
    seen = {name for (group, name), count in tally.items() if group in ("powers", "answers") and count}
    assert found == []
    assert len(seen & BUILT) >= len(BUILT) * 2 // 3
    assert tally["decisions", "inside a power"] > 0.02 * tally["decisions", "outside"]


@pytest.mark.parametrize("number", range(4))
def test_every_decision_can_be_written_read_back_and_continued(number: int) -> None:
    _tally, found = roundtrip_game(number, LOADED._replace(loaded=number % 2))
    assert found == []


@pytest.mark.parametrize("number", range(4))
def test_every_step_either_asks_or_changes(number: int) -> None:
    strict_game(number, LOADED._replace(loaded=number % 2))


def test_a_step_that_does_both_is_found_out() -> None:
    state = bare(2, 1)
    lead = next(name for name, steps in PROCS.items() if name == "turn")
    kept = PROCS[lead]

    def both(s, f):  # type: ignore[no-untyped-def]
        s.leader ^= 1
        ask(s, f.who, "lead")

    PROCS[lead] = (kept[0], both, *kept[2:])
    try:
        with pytest.raises(AssertionError, match="leader"), strict_steps():
            for _ in range(50):
                choose(state, state.options[0])
    finally:
        PROCS[lead] = kept


@pytest.mark.parametrize("deal", [bare, loaded])
def test_same_seed_same_choices_same_game(deal) -> None:  # type: ignore[no-untyped-def]
    one, other = (play(deal(3, 8), Random(4)) for _ in range(2))
    assert fingerprint(one) == fingerprint(other)
    assert fingerprint(one) != fingerprint(play(deal(3, 8), Random(5)))


def test_a_playout_leaves_its_start_alone() -> None:
    start = loaded(4, 2)
    before = fingerprint(start)
    assert play(start, Random(1)).over
    assert fingerprint(start) == before


def test_loaded_tables_are_sound() -> None:
    for number in range(30):
        state = loaded(2 + number % 5, number)
        assert broken(state) == [], f"seed {number}"
        assert sum(len(player.fulfilled) for player in state.players) >= 8


def _two_copies(s) -> None:  # type: ignore[no-untyped-def]
    s.players[0].hand.append(s.deck[0])


def _lost_card(s) -> None:  # type: ignore[no-untyped-def]
    s.deck.pop()


def _forged_credits(s) -> None:  # type: ignore[no-untyped-def]
    s.players[1].credits += 2


def _too_many_goods(s) -> None:  # type: ignore[no-untyped-def]
    s.players[0].goods += [s.deck.pop() for _ in range(9)]


def _empty_at_sea(s) -> None:  # type: ignore[no-untyped-def]
    ship = next(ship for ship in s.ships if ship.at == 1)
    s.discard += ship.cargo
    ship.cargo.clear()


def _mutable_frame(s) -> None:  # type: ignore[no-untyped-def]
    s.stack[-1].x = [1]


def _no_options(s) -> None:  # type: ignore[no-untyped-def]
    s.options = ()


def _lost_in_limbo(s) -> None:  # type: ignore[no-untyped-def]
    s.limbo.append(s.deck.pop())


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_two_copies, "lies in"),
        (_lost_card, "vanished"),
        (_forged_credits, "events account for"),
        (_too_many_goods, "goods, limit"),
        (_empty_at_sea, "empty at sea"),
        (_mutable_frame, "frame turn holds"),
        (_no_options, "no options"),
        (_lost_in_limbo, "out of limbo"),
    ],
)
def test_every_fault_is_found(spoil, said: str) -> None:  # type: ignore[no-untyped-def]
    state = bare(3, 3)
    spoiled = state.copy()
    assert broken(spoiled, state) == []
    spoil(spoiled)
    assert any(said in line for line in broken(spoiled, state)), broken(spoiled, state)


YOGURT = """
turn: {led: pirate, declared: {green: 1}, performing: green}
players:
- {harbor: green, ships: [{contracts: ["luxury needs agriculture 1"]}, harbor]}
- {harbor: yellow, fulfilled: [Lumber], ships: [{at: sea, containers: [Yogurt]}, {at: sea, containers: [technology]}]}
- black
"""


def test_only_the_ship_a_power_at_once_came_from_may_lie_empty_meanwhile() -> None:
    game = ex.Scenario.load(YOGURT).play()
    game.choose("pirate/yogurt/green 1")
    state = game.state.copy()
    assert state.asking is not None and state.asking[1].startswith("lumber")
    assert not state.ships[2].cargo and broken(state) == []
    state.discard.append(state.ships[3].cargo.pop())
    assert broken(state) == ["yellow 2 (sea) is empty at sea"]
    state.stack = [f for f in state.stack if f.proc != "settle"]
    assert broken(state) == ["yellow 1 (sea) is empty at sea", "yellow 2 (sea) is empty at sea"]


def test_looking_whether_somebody_wins_tells_nothing() -> None:
    text = (
        "players:\n- {harbor: green, fulfilled: [Exotic Fish, Foxes], goods: [luxury], credits: 9}\n"
        "- {harbor: yellow, fulfilled: [agriculture], goods: [luxury/load], credits: 8}\n"
    )
    state = ex.Position.load(text).state()
    assert not winners_now(state)
    said = [event[ev.CODE] for event in listed(state.log)]
    assert ev.TieBroken not in said
    rich = ex.Position.load(text.replace("credits: 8", "credits: 4")).state()
    said = [event[ev.CODE] for event in listed(rich.log)]
    assert said.count(ev.TieBroken) == 1 and said.index(ev.TieBroken) == said.index(ev.GameWon) - 1


def test_what_happens_while_the_table_settles_has_its_cause_before_it() -> None:
    game = ex.Scenario.load(YOGURT.replace("green, ships", "green, fulfilled: [Exotic Fish], ships")).play()
    game.choose("pirate/yogurt/green 1")
    state = game.state.copy()
    assert [f.n for f in state.stack if f.proc == "settle"] == [0, 1]  # the second one need not look at ships
    assert all(0 < f.cause <= state.events for f in state.stack[1:]) and broken(state) == []
    state.stack[-1].cause = -state.events
    assert broken(state) == [f"the cause of frame {state.stack[-1].proc} is {-state.events}"]
