"""What a seat may know: never another hand, the deck's order or a secret bid."""

from __future__ import annotations

import json
import random

import pytest

import explorer as ex
from explorer.game import Game
from explorer.position import Position
from explorer.view import seen_by

BIDDING = """
turn: {led: import, declared: {green: 1, yellow: 1, black: 0}, performing: green}
players:
- {harbor: green, hand: [agriculture/load, luxury/pirate]}
- {harbor: yellow, hand: [technology/load]}
- {harbor: black}
"""


def bidding() -> Game:
    return Game(Position.load(BIDDING)).choose("ship/black 2")


def test_a_secret_bid_changes_neither_view_nor_options_of_the_next_bidder() -> None:
    seen, options = [], []
    for bid in range(0, 11, 2):
        game = bidding().choose(f"bid/{bid}")
        assert game.decision.player == "yellow"
        seen.append(game.view("yellow"))
        options.append([option.key for option in game.options])
        assert game.view("black") == seen_by(game.state, 2)
        assert "own" in game.view("black")["bids"] and game.view("black")["bids"]["own"] is None
    assert all(view == seen[0] for view in seen)
    assert all(keys == options[0] for keys in options)
    assert seen[0]["bids"] == {"ship": "black 2", "bidders": ["green", "yellow"], "handed in": ["green"], "own": None}


def test_ones_own_bid_is_known_and_all_are_once_shown() -> None:
    game = bidding().choose("bid/6")
    assert game.view("green")["bids"]["own"] == 6
    game.choose("bid/2")
    assert game.view("black")["bids"] is None
    assert any(event["event"] == "BidsRevealed" for event in game.view("black")["log"])


@pytest.mark.parametrize("seed", range(4))
def test_other_hands_and_the_deck_change_nothing_that_is_seen(seed: int) -> None:
    game = ex.new_game(players=3, seed=seed)
    r = random.Random(seed)
    for _ in range(60):
        if game.over:
            return
        seat = r.randrange(3)
        state = game.state.copy()
        hidden = [card for i, player in enumerate(state.players) if i != seat for card in player.hand] + state.deck
        r.shuffle(hidden)
        for i, player in enumerate(state.players):
            if i != seat:
                player.hand = [hidden.pop() for _ in player.hand]
        state.deck = hidden
        mine, other = seen_by(game.state, seat), seen_by(state, seat)
        if game.state.asking and game.state.asking[0] == seat:
            mine["decision"] = other["decision"] = None  # options of powers may rest on what is seen only later
        assert mine == other
        game.choose(r.choice(game.options))


def test_options_are_shown_to_the_one_who_decides_only() -> None:
    game = bidding()
    assert game.view("green")["decision"]["options"][0]["key"] == "bid/0"
    assert game.view("yellow")["decision"] == {"player": "green", "kind": "bid"}


def test_drawn_cards_of_others_are_left_out_of_the_log() -> None:
    game = ex.new_game(players=2, seed=3, ask_forced=True)
    while game.decision.kind != "lead":
        game.choose(1)
    leader = game.decision.player
    other = next(name for name in game.credits if name != leader)
    game.choose("draw")
    own = [e for e in game.view(leader)["log"] if e["event"] == "CardsDrawn"]
    theirs = [e for e in game.view(other)["log"] if e["event"] == "CardsDrawn"]
    assert own and own[0]["cards"] and "cards" not in theirs[0] and theirs[0]["count"] == own[0]["count"]


def test_a_view_is_plain_data_and_knows_its_seats() -> None:
    game = bidding()
    json.dumps(game.view("green"))
    with pytest.raises(ValueError, match="Did you mean green"):
        game.view("gren")


GIVING = """
cards: {Market Data: {color: illegal, needs: [illegal, illegal]}}
turn: {led: load, declared: {green: 1}, performing: green}
players:
- {harbor: green, hand: [illegal], ships: [{contracts: Market Data, containers: [illegal]}]}
- {harbor: yellow, hand: [technology, luxury, consumer]}
- {harbor: black, hand: []}
"""


def test_a_card_given_is_known_to_giver_and_receiver_only() -> None:
    game = Game(Position.load(GIVING)).choose("give/luxury")
    assert game.view("green")["decision"] == {"player": "yellow", "kind": "give card"}
    seats = ("green", "yellow", "black")
    seen = {name: [e for e in game.view(name)["log"] if e["event"] == "CardGiven"] for name in seats}
    assert seen["green"] == seen["yellow"] and seen["green"][0]["card"] == "luxury"
    assert len(seen["black"]) == 1 and "card" not in seen["black"][0]


OPEN_DECK = """
deck: [technology/load, 10 filler]
effects: [{power: Yerba Mate, owner: yellow, until: game end}]
players: [green, yellow]
"""


def test_the_top_card_of_an_open_deck_is_known_to_all_and_no_other_is() -> None:
    game = Game(Position.load(OPEN_DECK))
    assert game.view("green")["deck top"] == game.view("yellow")["deck top"] == "technology-load"
    assert Game(Position.load(OPEN_DECK.replace("effects", "title: x #"))).view("green")["deck top"] is None
    again = Game(game.position)
    assert again.view("green")["deck top"] == "technology-load"


def test_a_card_picked_in_secret_is_not_seen_before_all_have_picked() -> None:
    start = GIVING.replace("Market Data", "Opposition Leaflets").replace("hand: [illegal]", "hand: [illegal, 2 luxury]")
    views = []
    for key in ("discard/luxury", "discard/luxury-2"):
        views.append(Game(Position.load(start)).choose(key).view("yellow"))
    assert views[0] == views[1]


def test_the_supply_of_physical_containers_is_seen() -> None:
    """R-VARIANT-1: which variant is played, and how many containers of each color are left."""
    view = ex.new_game(players=2, containers=1, seed=1).view(0)
    assert view["physical containers"] == 1 and sum(view["supply"].values()) == 142
    assert ex.new_game(players=2, seed=1).view(0)["supply"] == {}


def test_under_the_port_texts_name_the_column() -> None:
    """R-TOKYO-1: the port takes the place of the island, and a card lies in the column of its tier."""
    start = "{port: true, turn: {led: supply, declared: {green: 1}, performing: green}, island: [Beer], players: 2}"
    game = Game(Position.load(start))
    said = [option.text for option in game.options]
    assert said and not any("Supply Island" in one for one in said)
    assert any("column 2 of the Port" in one for one in said)
