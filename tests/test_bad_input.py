"""What is no position, no setup, no choice and no saved game is refused, by name, and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

import explorer as ex
from explorer.catalogue import load_catalogue
from explorer.game import Game, IllegalChoice, Option
from explorer.options import SetupError
from explorer.position import Position, PositionError
from explorer.rulebook import RulingError
from explorer.save import SaveError
from explorer.state import plain


def refused(written: str) -> str:
    """The message with which a position is refused."""
    with pytest.raises(PositionError) as error:
        Position.load(written).state()
    return str(error.value)


# Positions


def test_a_card_in_two_places() -> None:
    message = refused("players: [{harbor: green, hand: [Almonds]}, {harbor: yellow, fulfilled: [Almonds]}]")
    assert all(word in message for word in ("Almonds", "players/1/hand", "players/2/fulfilled"))


def test_negative_credits() -> None:
    message = refused("players: [{harbor: green, credits: -2}, yellow]")
    assert "players/1/credits" in message and "-2" in message


SEVEN = """
players:
- harbor: green
  fulfilled: [{fulfilled}]
  ships: [{{at: harbor, contracts: [technology needs technology 4, agriculture needs agriculture 3]}}]
- harbor: yellow
"""


def test_contracts_that_ask_for_seven_containers() -> None:
    """R-CONTRACT-2: six are the most."""
    message = refused(SEVEN.format(fulfilled=""))
    assert all(word in message for word in ("players/1/ships/1", "7", "6"))


def test_contracts_that_ask_for_seven_containers_with_tablets() -> None:
    """With Tablets among the fulfilled contracts ten are the most."""
    assert Position.load(SEVEN.format(fulfilled="Tablets")).check() == []


def test_goods_above_the_limit() -> None:
    """R-LIMIT-2."""
    message = refused("players: [{harbor: green, goods: [technology, agriculture, consumer]}, yellow]")
    assert all(word in message for word in ("players/1/goods", "3 goods", "2"))


def test_gray_with_fewer_than_six() -> None:
    """R-SETUP-4."""
    assert "gray" in refused("players: [green, gray, yellow]")
    with pytest.raises(SetupError, match="gray"):
        ex.new_game(players=3, harbors=["green", "gray", "yellow"])
    found = ex.new_game(players=3, harbors=["green", "gray", "yellow"], sets=["base", "capital"]).credits
    assert found == {"green": 10, "gray": 12, "yellow": 10}
    assert not [problem for problem in ex.check("{sets: [base, capital], players: [green, gray, yellow]}")]


def test_a_contract_on_a_ship_at_sea() -> None:
    """R-FULFIL-3, R-FULFIL-4: contracts are tucked before the ship sails."""
    message = refused(
        """
        players:
        - harbor: green
          ships:
          - {at: harbor}
          - {at: sea, contracts: [technology needs technology 2], containers: [technology]}
        - harbor: yellow
        """
    )
    assert "players/1/ships/2" in message


def test_a_market_marker_out_of_range() -> None:
    """R-MARKET-2, R-MARKET-4: from -2 to +2."""
    message = refused("{market: {technology: 3}, players: 2}")
    assert "market/technology" in message and "-2" in message and "2" in message


# Setups


FLAG = """
sets: [base, flag]
players: [{harbor: green, ships: [{contracts: [luxury needs luxury 2], containers: [%s]}]}, yellow]
"""


def test_a_flag_container_of_a_color_it_does_not_have() -> None:
    message = refused(FLAG % "Lumber as luxury")
    assert all(word in message for word in ("Lumber / Maple Syrup", "'luxury'", "technology or agriculture"))
    assert "one side only" in refused(FLAG % "Foxes as illegal")
    assert Position.load(FLAG % "Lumber as agriculture").state().ships[0].cargo == [
        load_catalogue().find("Maple Syrup")
    ]


def test_a_flag_container_without_a_side() -> None:
    message = refused(FLAG % "flag-6")
    assert "Write Lumber or Maple Syrup" in message


def test_both_sides_of_a_flag_card_are_one_card() -> None:
    message = refused(FLAG.replace("yellow]", "{harbor: yellow, hand: [Lumber]}]") % "Maple Syrup")
    assert "already lies" in message


def test_a_whole_flag_card_is_not_defined() -> None:
    assert "Define Lumber or Maple Syrup" in refused("cards: {flag-6: {needs: luxury 2}}\n" + FLAG % "luxury")


@pytest.mark.parametrize("players", [8, 7, 1, 0, -3, "three", 2.5, None, True, "3"])
def test_a_number_of_players_that_is_none(players: Any) -> None:
    with pytest.raises(SetupError, match="2 to 6"):
        ex.new_game(players=players)


def test_an_unknown_set_lists_those_known() -> None:
    with pytest.raises(SetupError) as error:
        ex.new_game(sets=["base", "osaka"])
    assert "osaka" in str(error.value)
    assert all(name in str(error.value) for name in ("base", "capital", "tokyo", "flag", "kickstarter", "j"))


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        ({"sets": None}, "sets"),
        ({"sets": 5}, "sets"),
        ({"sets": [["base"]]}, "set"),
        ({"sets": []}, "base"),
        ({"sets": ["kickstarter"]}, "base"),
        ({"harbors": 5}, "harbors"),
        ({"harbors": ["green", "green", "yellow"]}, "twice"),
        ({"harbors": ["green", "yellow"]}, "3 players"),
        ({"harbors": ["green", "yellow", "pink"]}, "pink"),
        ({"harbors": [None, 1, 2]}, "None"),
        ({"seed": "x"}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": None}, "seed"),
        ({"port": "yes"}, "port"),
        ({"market": 2}, "market"),
        ({"containers": 3}, "containers"),
    ],
)
def test_setups_that_are_none(wanted: dict[str, Any], word: str) -> None:
    with pytest.raises(SetupError, match=word):
        ex.new_game(**wanted)


def test_all_faults_of_a_setup_are_told_at_once() -> None:
    with pytest.raises(SetupError) as error:
        ex.new_game(players=9, sets=["base", "osaka"], harbors=["pink"], seed="x")  # type: ignore[arg-type]
    assert all(word in str(error.value) for word in ("9", "osaka", "pink", "seed"))


@pytest.mark.parametrize("rulings", [{"bid-steps": "odd"}, {"bid-step": "even-only"}, 3, ["bid-steps"]])
def test_rulings_that_are_none(rulings: Any) -> None:
    with pytest.raises(RulingError):
        ex.new_game(rulings=rulings)


# Choices


def bidding() -> Game:
    """Green, with 6 credits, is to bid for a ship of black's; yellow bids next."""
    game = Game(
        Position.load(
            """
            turn: {led: import, declared: {green: 1, yellow: 1, black: 0}, performing: green}
            players: [{harbor: green, credits: 6}, {harbor: yellow}, {harbor: black}]
            """
        )
    )
    return game.choose("ship/black 2")


def unchanged(game: Game, what: Any) -> str:
    """Make a choice that must be refused and change nothing; returns the message."""
    before, node, options = plain(game.state), game.node, [option.key for option in game.options]
    with pytest.raises(IllegalChoice) as error:
        game.choose(what)
    assert game.node is node and plain(game.state) == before
    assert [option.key for option in game.options] == options
    return str(error.value)


def test_a_bid_above_the_credits_held() -> None:
    """R-IMPORT-2: the bid is still to be made, and may be all one has."""
    game = bidding()
    assert "R-IMPORT-2" in unchanged(game, "bid/8")
    assert (game.decision.player, game.decision.kind) == ("green", "bid")
    assert game.choose("bid/6").decision.player == "yellow"


@pytest.mark.parametrize(
    "what",
    ["bid/-2", "bid/2.5", "bid/all", "bid/nan", "bid/NaN", "bid/", "bid", "", "bid/2 ", " bid/2", "bid/02", "bid/+2"]
    + ["BID/2", "bid/2/2", "2", "bid/²", "bid/٢", "x" * 5000, "bid/3", "withdraw", "draw", "bid/8"],
)
def test_a_bid_that_is_no_bid(what: str) -> None:
    unchanged(bidding(), what)


@pytest.mark.parametrize(
    "what", [None, 2.5, float("nan"), 1.0, True, False, [], ["bid/2"], ("bid", 2), {}, b"bid/2", object()]
)
def test_a_choice_of_the_wrong_type(what: Any) -> None:
    assert "no choice" in unchanged(bidding(), what)


@pytest.mark.parametrize("number", [0, -1, 5, 99, 10**30, -(10**30)])
def test_a_number_out_of_range(number: int) -> None:
    """Four amounts are offered: 0, 2, 4 and 6."""
    assert "from 1 to 4" in unchanged(bidding(), number)


def test_an_option_of_another_decision() -> None:
    game = bidding()
    old = game.options[3]
    game.choose("bid/0").choose("bid/2")
    unchanged(game, old)
    unchanged(game, Option("bid/2", "", 1, ("bid", 2)))


def test_an_option_that_was_tampered_with() -> None:
    """The key decides, whatever an option made by hand says beside it."""
    game = bidding().choose(Option("bid/2", "mine", 1, ("bid", 1000)))
    game.choose("bid/0")
    assert game.credits["green"] == 4


def test_the_declared_number() -> None:
    """R-TURN-3: with one Load crew exactly 1 and 2; nothing is cut off silently."""
    game = Game(
        Position.load(
            "players: [{harbor: green, hand: [technology/load], fulfilled: 1, crew: [x/load]}, {harbor: yellow}]"
        )
    )
    assert [o.key for o in game.options] == ["draw", "lead/load/technology-load/1", "lead/load/technology-load/2"]
    for count in ("0", "3"):
        assert "R-TURN-3" in unchanged(game, f"lead/load/technology-load/{count}")
    for count in ("1.5", "2 ", "-1", "", "two"):
        unchanged(game, f"lead/load/technology-load/{count}")
    game.choose("lead/load/technology-load/2")
    assert any(event["event"] == "ActionLed" and event["count"] == 2 for event in game.view("green")["log"])


def test_a_choice_after_the_end() -> None:
    """R-END-4: the game is over, and scores stay as they are."""
    game = Game(
        Position.load(
            """
            turn: {led: supply, declared: {green: 1, yellow: 0}, performing: green}
            players: [{harbor: green, credits: 46, hand: [x]}, {harbor: yellow}]
            """
        )
    ).choose("sell/x")
    assert game.over and game.winners == ("green",)
    scores, credits = game.scores, game.credits
    for what in ("draw", 1, "sell/x", Option("draw", "", 1, ("draw",))):
        assert "over" in unchanged(game, what)
    assert (game.decision, game.options, game.interrupts) == (None, [], [])
    assert (game.scores, game.credits) == (scores, credits)
    assert game.undo().over is False


# Saved games


def saved() -> dict[str, Any]:
    """A saved game of a hundred cards, some choices in."""
    game = ex.new_game(players=2, seed=11)
    for _ in range(12):
        game.choose(1)
    found: dict[str, Any] = json.loads(game.save())
    return found


def load_refused(data: dict[str, Any]) -> str:
    with pytest.raises(SaveError) as error:
        ex.load(json.dumps(data))
    return str(error.value)


def line_of(data: dict[str, Any], word: str) -> int:
    return next(i for i, line in enumerate(data["start"]) if line.strip().startswith(word))


def test_a_save_that_lacks_a_card() -> None:
    """R-SETUP-2: every card is somewhere; the one that is missing is named."""
    data = saved()
    at = line_of(data, "deck:")
    first, _, rest = data["start"][at].removeprefix("deck: [").partition(", ")
    data["start"][at] = f"deck: [{rest}"
    message = load_refused(data)
    assert "99" in message and "100" in message
    assert first.strip('"').casefold().replace("-", " ") in message.casefold().replace("-", " ")


def test_a_save_with_a_card_too_many() -> None:
    data = saved()
    at = line_of(data, "deck:")
    data["start"][at] = data["start"][at].replace("deck: [", "deck: [technology/load, ")
    assert "101" in load_refused(data)


@pytest.mark.parametrize(
    ("word", "bad", "named"),
    [
        ("credits:", "  credits: ten", "players/1/credits"),
        ("hand:", "  hand: null", "players/1/hand"),
        ("leader:", "leader: 1.5", "leader"),
        ("crew:", "  crew:", "players/1/crew"),
        ("deck:", "deck: {}", "deck"),
        ("seed:", "seed: []", "seed"),
    ],
)
def test_a_save_with_a_field_of_another_type(word: str, bad: str, named: str) -> None:
    data = saved()
    data["start"][line_of(data, word)] = bad
    assert named in load_refused(data)


def test_a_replay_that_diverges_stops_there() -> None:
    """The choice is named by its number, what came before is kept, and an unaltered list comes out the same twice."""
    data = saved()
    one, two = (ex.load(json.dumps(data)) for _ in range(2))
    assert plain(one.state) == plain(two.state) and one.notes == two.notes == []
    intact = plain(one.undo(len(one.line) - 7).state)
    data["steps"][6][2] = "bid/1000"
    game = ex.load(json.dumps(data))
    assert len(game.notes) == 1 and "7" in game.notes[0] and "bid/1000" in game.notes[0]
    assert len(game.line) == 7
    assert plain(game.state) == intact
    assert game.choose(1).decision is not None
