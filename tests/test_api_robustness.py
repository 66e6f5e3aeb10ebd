"""The public face: whatever is passed in, the answer is right or an error of our own, and nothing has changed."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer.edits import EditError
from explorer.game import Game, IllegalChoice, Option
from explorer.options import SetupError
from explorer.position import Position, PositionError, check
from explorer.powers.contracting import super_ship_effects
from explorer.rulebook import RULINGS, RulingError
from explorer.save import SaveError
from explorer.scenario import Scenario, ScenarioError
from explorer.state import State, plain

BIDDING = "turn: {led: import, declared: {green: 1, yellow: 1}, performing: green}\nplayers: 2\n"
FLAMETORCH = """
cards: {Flametorch: {color: technology, needs: technology}}
turn: {led: load, declared: {green: 1}, performing: green}
players: [{harbor: green, hand: [technology], ships: [{contracts: Flametorch}]}, yellow]
"""
HUGE = 10**5000


# Moments come back


def comes_back(game: Game) -> None:
    again = Position.load(game.position.text()).state()
    assert plain(again) == plain(game.state)
    assert again.options == game.state.options and again.rulings == game.state.rulings


@pytest.mark.parametrize("seed", range(8))
def test_moments_come_back_under_other_rulings(seed: int) -> None:
    r = random.Random(seed)
    rulings = {ruling.id: r.choice(list(ruling.built)) for ruling in RULINGS.values()}
    game = ex.new_game(players=2 + seed % 4, seed=seed, rulings=rulings, ask_forced=seed % 2 == 0)
    for number in range(60):
        if number % 6 == 0:
            comes_back(game)
        if game.over:
            break
        game.choose(r.choice(game.options))


def test_a_moment_before_the_first_turn_comes_back() -> None:
    """Cards above the limits are shed before the first turn begins, whose number is then 0."""
    start = "limits: pending\nplayers: [{harbor: green, goods: [luxury, illegal, consumer]}, yellow]\n"
    game = Game(Position.load(start))
    assert game.state.turn == 0
    comes_back(game)
    again = Game(game.position)
    while again.state.turn == 0:
        again.choose(1)
        game.choose(1)
    assert again.state.turn == 1 and plain(again.state) == plain(game.state)


def test_an_edit_before_the_first_turn_comes_back() -> None:
    start = (
        "limits: pending\nplayers: [{harbor: green, goods: [luxury, illegal, consumer]}, {harbor: yellow, crew: 1}]\n"
    )
    game = Game(Position.load(start)).edit(("credits", "green", 4), ("move", "luxury", "yellow/crew"))
    comes_back(game)


def test_what_is_missing_from_a_moment_is_as_in_a_fresh_state() -> None:
    text = ex.new_game(players=2, seed=1).position.text()
    fields = [line for line in text.splitlines() if line.startswith(("  turn: ", "  phase: ", "  declared: "))]
    assert len(fields) == 3
    s = Position.load("".join(line + "\n" for line in text.splitlines() if line not in fields)).state()
    assert (s.turn, s.phase, s.declared) == (0, "setup", [0, 0])


@pytest.mark.parametrize("line", ["turn: {led: load}", "extra: [green]", "rest: dealt", "ending: cards"])
def test_what_a_moment_says_is_not_said_beside_it(line: str) -> None:
    text = ex.new_game(players=2, seed=1, harbors=["green", "yellow"]).position.text()
    (problem,) = check(line + "\n" + text)
    assert problem.severity == "error" and "The moment says this itself" in problem.text


# Positions


def test_barter_can_be_led() -> None:
    """R-CAPITAL-3: a position in the middle of it is played on."""
    assert check("turn: {led: barter}\nplayers: 2") == []
    game = Game(
        Position.load(
            "turn: {led: barter, declared: {green: 1}, performing: green}\nisland: [luxury, illegal]\n"
            "players: [{harbor: green, hand: [consumer]}, yellow]"
        )
    )
    assert [option.key for option in game.options] == ["swap/consumer/luxury", "swap/consumer/illegal"]
    s = game.choose("swap/consumer/illegal").state
    assert [s.cat.key[card] for card in s.players[0].hand] == ["illegal"]
    assert [s.cat.key[card] for card in s.island] == ["luxury", "consumer"]


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("{power: US Dollars, owner: green}", "about an action"),
        ("{power: US Dollars, owner: green, about: 99}", "about an action"),
        ("{power: US Dollars, owner: green, about: green 1}", "about an action"),
        ("{power: Partnership, owner: green, about: load}", "about a ship"),
    ],
)
def test_an_effect_says_what_it_is_about(effect: str, words: str) -> None:
    (problem,) = check(f"effects: [{effect}]\nplayers: 2")
    assert problem.place == "effects/1" and words in problem.text


def test_an_unknown_mark_of_a_turn_is_told() -> None:
    (problem,) = check("once: {green: [sodl]}\nplayers: 2")
    assert "Did you mean sold" in problem.text


@pytest.mark.parametrize("reading", sorted(RULINGS["partnership-own-load"].built))
def test_a_super_ship_by_hand_has_the_effects_that_its_ruling_gives(reading: str) -> None:
    """power partnership: the same effects as when the ships are joined in play."""
    own = "technology 2" if reading == "met-within-the-six" else "technology 1"
    by_hand = f"""
rulings: {{partnership-own-load: {reading}}}
cards: {{Partnership: {{needs: {own}, tier: 0}}}}
players:
- harbor: green
  ships: [{{contracts: [Partnership, luxury needs luxury 1, illegal needs illegal 1], joined: true}}]
- harbor: yellow
"""
    joined = f"""
rulings: {{partnership-own-load: {reading}}}
cards: {{Partnership: {{needs: {own}, tier: 0}}}}
turn: {{led: contract, declared: {{green: 1}}, performing: green}}
players:
- harbor: green
  hand: [Partnership]
  ships: [{{contracts: [luxury needs luxury 1]}}, {{at: harbor, contracts: [illegal needs illegal 1]}}]
- harbor: yellow
"""
    s = Position.load(by_hand).state()
    game = Game(Position.load(joined), ask_forced=True).choose("join/partnership")
    assert [effect[0] for effect in s.effects] == list(super_ship_effects(s))
    assert [effect[0] for effect in game.state.effects] == list(super_ship_effects(game.state))
    assert len(s.effects) == (3 if reading == "no-load" else 2)


# The first decision


def test_a_coin_right_at_the_start_is_asked() -> None:
    assert Game(Position.load(FLAMETORCH)).credits != {"green": 10, "yellow": 10}
    game = Game(Position.load(FLAMETORCH), ask_chance=True)
    assert game.decision is not None and (game.decision.player, game.credits["green"]) == ("chance", 10)
    assert game.choose("tails").credits["green"] == 8


def test_a_forced_decision_right_at_the_start_is_asked() -> None:
    game = Game(Position.load(FLAMETORCH), ask_forced=True, ask_chance=True)
    assert [option.key for option in game.options] == ["load/technology/green 1"]
    assert game.choose(1).decision.player == "chance"


# Readings for a state


def test_a_state_is_played_on_under_other_readings() -> None:
    game = Game(Position.load(BIDDING)).choose("ship/green 2")
    before = plain(game.state)
    assert [option.key for option in game.options] == ["bid/0", "bid/2", "bid/4", "bid/6", "bid/8", "bid/10"]
    other = Game(game.state, rulings={"bid-steps": "any-whole-number"})
    assert other.rulings == game.rulings | {"bid-steps": "any-whole-number"}
    assert [option.key for option in other.options] == [f"bid/{n}" for n in range(11)]
    assert plain(game.state) == before and game.rulings["bid-steps"] == "even-only"
    assert other.choose("bid/3").choose("bid/0").credits["green"] == 7


def test_readings_of_the_state_itself_are_kept() -> None:
    start = ex.new_game(players=2, seed=1, rulings={"bid-steps": "any-whole-number"}).state
    assert Game(start, rulings={"lone-bidder": "bids-freely"}).rulings["bid-steps"] == "any-whole-number"


@pytest.mark.parametrize("rulings", [5, ["bid-steps"], {"bid-step": "even-only"}, {"bid-steps": "odd"}, {1: []}])
def test_readings_that_are_none(rulings: Any) -> None:
    with pytest.raises(RulingError):
        Game(ex.new_game(players=2).state, rulings=rulings)
    with pytest.raises(RulingError):
        ex.new_game(players=2, rulings=rulings)
    with pytest.raises(PositionError):
        Game(Position.load("players: 2"), rulings=rulings)
    with pytest.raises(PositionError):
        Scenario.load("players: 2\n").play(rulings)


# Errors of our own


def unfinished() -> State:
    s = ex.new_game(players=2).state.copy()
    s.asking = None
    return s


ODD: list[tuple[str, type[ValueError], Callable[[], object]]] = [
    ("sets", SetupError, lambda: ex.new_game(sets=None)),  # type: ignore[arg-type]
    ("sets", SetupError, lambda: ex.new_game(sets=itertools.count())),  # type: ignore[arg-type]
    ("harbors", SetupError, lambda: ex.new_game(harbors=5)),  # type: ignore[arg-type]
    ("players", SetupError, lambda: ex.new_game(players=HUGE)),
    ("seed", SetupError, lambda: ex.new_game(seed=HUGE)),
    ("seed", SetupError, lambda: ex.new_game(seed=2**64)),
    ("catalogue", SetupError, lambda: ex.new_game(catalogue=5)),  # type: ignore[arg-type]
    ("start from", ValueError, lambda: Game(None)),  # type: ignore[arg-type]
    ("start from", ValueError, lambda: Game("players: 2")),  # type: ignore[arg-type]
    ("start from", ValueError, lambda: Game(unfinished())),
    ("neither a text nor a file", PositionError, lambda: Position.load(None)),  # type: ignore[arg-type]
    ("neither a text nor a file", PositionError, lambda: Position.load(5)),  # type: ignore[arg-type]
    ("neither a text nor a file", PositionError, lambda: Scenario.load(None)),  # type: ignore[arg-type]
    ("neither a text nor a file", SaveError, lambda: ex.load(None)),  # type: ignore[arg-type]
    ("text is empty", PositionError, lambda: Position.load("")),
    ("text is empty", PositionError, lambda: Position.load(" ")),
    ("text is empty", PositionError, lambda: Position.load(b"")),
    ("text is empty", SaveError, lambda: ex.load("")),
    ("text is empty", SaveError, lambda: ex.load(b" ")),
    ("catalogue", PositionError, lambda: Position.load("players: 2", 5)),  # type: ignore[arg-type]
    ("catalogue", SaveError, lambda: ex.load(ex.new_game().save(), 5)),  # type: ignore[arg-type]
    ("is no state", PositionError, lambda: Position.of(None)),  # type: ignore[arg-type]
    ("is no position", ScenarioError, lambda: Scenario("players: 2")),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("words", "error", "call"), ODD, ids=[f"{i}-{row[0]}" for i, row in enumerate(ODD)])
def test_odd_beginnings(words: str, error: type[ValueError], call: Callable[[], object]) -> None:
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error and words in str(caught.value)


def test_checking_nothing() -> None:
    for source in (None, 5, "", b"", [], Path("nothing.yaml")):
        (problem,) = check(source)  # type: ignore[arg-type]
        assert problem.severity == "error"


ON_GAME: list[tuple[str, type[ValueError], Callable[[Game], object]]] = [
    ("is no choice", IllegalChoice, lambda g: g.why_not(None)),  # type: ignore[arg-type]
    ("is no choice", IllegalChoice, lambda g: g.why_not(5)),  # type: ignore[arg-type]
    ("is no choice", IllegalChoice, lambda g: g.choose(Option(None, "", 1, ()))),  # type: ignore[arg-type]
    ("is no choice", IllegalChoice, lambda g: g.choose(Option([], "", 1, ()))),  # type: ignore[arg-type]
    ("There is no option", IllegalChoice, lambda g: g.choose(HUGE)),
    ("There is no option", IllegalChoice, lambda g: g.choose("\ud800")),
    ("steps", ValueError, lambda g: g.undo("a")),  # type: ignore[arg-type]
    ("steps", ValueError, lambda g: g.undo(-1)),
    ("steps", ValueError, lambda g: g.undo(True)),
    ("steps", ValueError, lambda g: g.redo(-1)),
    ("steps", ValueError, lambda g: g.redo(None)),  # type: ignore[arg-type]
    ("no moment", ValueError, lambda g: g.go_to(None)),  # type: ignore[arg-type]
    ("another game", ValueError, lambda g: g.go_to(g.branch().node)),
    ("no seat", ValueError, lambda g: g.view(None)),  # type: ignore[arg-type]
    ("no seat", ValueError, lambda g: g.view(HUGE)),
    ("no zone", EditError, lambda g: g.edit(("move", 0, ["x"]))),
    ("no zone", EditError, lambda g: g.edit(("move", 0, None))),
    ("no card", EditError, lambda g: g.edit(("move", True, "deck"))),
    ("no card", EditError, lambda g: g.edit(("move", 1.0, "deck"))),
    ("no card", EditError, lambda g: g.edit(("move", -1, "deck"))),
    ("no card", EditError, lambda g: g.edit(("move", HUGE, "deck"))),
    ("no card", EditError, lambda g: g.edit(("move", ["Foxes"], "deck"))),
    ("no card", EditError, lambda g: g.edit(("move", "x" * 5000, "deck"))),
    ("no player", EditError, lambda g: g.edit(("credits", ["green"], 4))),
    ("credits", EditError, lambda g: g.edit(("credits", "green", HUGE))),
    ("credits", EditError, lambda g: g.edit(("credits", "green", 1001))),
    ("no edit", EditError, lambda g: g.edit(5)),  # type: ignore[arg-type]
    ("no edit", EditError, lambda g: g.edit(([], "green", 4))),
    ("no edit", EditError, lambda g: g.edit("move Foxes deck")),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("words", "error", "call"), ON_GAME, ids=[f"{i}-{row[0]}" for i, row in enumerate(ON_GAME)])
def test_odd_requests_change_nothing(words: str, error: type[ValueError], call: Callable[[Game], object]) -> None:
    game = ex.new_game(players=2, seed=1, harbors=["green", "yellow"]).choose("draw")
    before, node, ahead = plain(game.state), game.node, game.root.ahead
    with pytest.raises(error) as caught:
        call(game)
    assert type(caught.value) is error and words in str(caught.value) and len(str(caught.value)) < 1500
    assert game.node is node and game.root.ahead is ahead and plain(game.state) == before


def test_far_undoing_and_redoing_end_at_the_ends() -> None:
    game = ex.new_game(players=2, seed=1).choose(1).choose(1)
    end = game.node
    assert game.undo(10**30).node is game.root
    assert game.redo(10**30).node is end
    assert game.undo(0).node is game.redo(0).node is end


def test_going_to_another_game_leaves_that_game_alone() -> None:
    one, other = ex.new_game(players=2, seed=1), ex.new_game(players=2, seed=2).choose(1).undo().choose(2)
    first = other.root.children[0]
    with pytest.raises(ValueError, match="another game"):
        one.go_to(first)
    assert other.undo().redo().node is not first


def test_edits_are_noted_in_one_way() -> None:
    game = ex.new_game(players=2, seed=1, harbors=["green", "yellow"])
    card = game.state.deck[0]
    for way in (card, game.catalogue.name[card], game.catalogue.key[card]):
        game.undo(5).edit(["move", way, "discard"], ("credits", "green", 8))  # type: ignore[arg-type]
    assert len(game.root.children) == 1
    assert game.node.step == ("edit", (("move", game.catalogue.key[card], "discard"), ("credits", "green", 8)))


@pytest.mark.parametrize("blocked", [False, True])
def test_everything_can_be_imported_with_and_without_widgets(blocked: bool) -> None:
    code = f"""
import sys
if {blocked}: sys.modules["anywidget"] = None
import explorer
from explorer import *
assert len(catalogue().printed) == 170 and new_game().save and Scenario and power and explorer.catalogue is catalogue
try: explorer.Table
except ImportError as error: assert "anywidget" in str(error) and "lab" in str(error)
else: assert not {blocked} and Table
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# Reasons for any number


@pytest.mark.parametrize("amount", [12, 13, 14, 16, 100, 10**6, 10**40])
def test_why_a_bid_is_too_high(amount: int) -> None:
    """R-IMPORT-2, ruling bid-steps: for every number the checks themselves answer."""
    game = Game(Position.load(BIDDING)).choose("ship/green 2")
    checks = [reason.check for reason in game.why_not(f"bid/{amount}")]
    assert checks == (["bid-in-steps-of-two"] if amount % 2 else []) + ["bid-held"]
    with pytest.raises(IllegalChoice, match="R-IMPORT-2"):
        game.choose(f"BID/{amount}".lower())


LEADING = "players: [{harbor: green, hand: [technology/load, luxury, luxury/supply], crew: [x/load]}, yellow]"
FOLLOWING = """
turn: {led: load, declared: {green: 1}}
players: [green, {harbor: yellow, hand: [x/load, 2 luxury], crew: [luxury/load]}]
"""
DRAWN = "turn: {led: load, declared: {green: 1}, drew: yellow}\nplayers: [green, {harbor: yellow, crew: [luxury/load]}]"


@pytest.mark.parametrize(
    ("start", "key", "reason"),
    [
        (LEADING, "lead/load/technology-load/{}", "declare-within-crew"),
        (LEADING, "pair/pirate/luxury/luxury-supply/{}", "declare-within-crew"),
        (LEADING, "lead/pirate/technology-load/{}", "card-has-action"),
        (FOLLOWING, "follow/x-load/{}", "follow-within-crew"),
        (FOLLOWING, "follow/luxury/{}", "card-of-led-action"),
        (FOLLOWING, "pair/luxury/luxury-2/{}", "follow-pair-only-without-match"),
        (DRAWN, "declare/{}", "crew-only-within-crew"),
    ],
)
@pytest.mark.parametrize("count", [3, 4, 9, 1000, 10**40])
def test_why_so_many_cannot_be_declared(start: str, key: str, reason: str, count: int) -> None:
    """R-TURN-3, R-TURN-5, R-TURN-6."""
    game = Game(Position.load(start))
    assert reason in [found.check for found in game.why_not(key.format(count))]
    with pytest.raises(IllegalChoice, match="R-"):
        game.choose(key.format(count))


def test_why_a_negative_number_cannot_be_declared() -> None:
    assert [r.check for r in Game(Position.load(LEADING)).why_not("lead/load/technology-load/-1")] == [
        "declare-at-least-one"
    ]


def test_what_is_offered_has_no_reason_against_it() -> None:
    for start in (LEADING, FOLLOWING, DRAWN):
        game = Game(Position.load(start))
        assert all(game.why_not(option) == [] and game.why_not(option.key) == [] for option in game.options)


# Saved games


def test_a_game_with_an_edit_a_forced_coin_and_three_branches_comes_back(tmp_path: Path) -> None:
    game = Game(Position.load(FLAMETORCH), ask_chance=True)
    game.node.name, game.node.comment = "the coin", "x" * 5000 + "\ud800"
    game.choose("heads").choose(1)
    game.undo(2).choose("tails").choose("draw")
    game.undo().edit(("credits", "green", 30), ("move", "technology", "discard")).choose(1)
    game.undo(2).edit(("credits", "yellow", 50))
    written = game.save(tmp_path / "game.json")
    again = ex.load(tmp_path / "game.json")
    assert again.notes == []
    assert shape(again) == shape(game)
    assert [node.step for node in again.line] == [node.step for node in game.line]
    assert again.save() == written
    for one in (game, again):
        one.go_to(one.root).redo().redo()
    assert plain(again.state) == plain(game.state)
    assert json.loads(written)["names"]["0"][0] == again.root.name == "the coin"


def shape(game: Game) -> list[Any]:
    found, todo = [], [game.root]
    while todo:
        node = todo.pop()
        found.append((node.step, plain(node.state), node.state.options, len(node.children)))
        todo += node.children
    return found


def test_a_game_that_began_under_other_readings_comes_back() -> None:
    state = ex.new_game(players=2, seed=3).state
    game = Game(state, rulings={"bid-steps": "any-whole-number"}, ask_forced=True).choose(1)
    again = ex.load(game.save())
    assert again.rulings == game.rulings and shape(again) == shape(game)
