"""Reasons for whatever is no choice, cards by their names in keys, and options that can be told apart."""

# ruff: noqa: E501, RUF043 - a case reads best on a line of its own

from __future__ import annotations

import random

import pytest

import explorer as ex
from explorer.edits import EditError
from explorer.game import Game, IllegalChoice
from explorer.language.abilities import POWERS, AnyTime, power
from explorer.language.checks import PROMPTS, Move
from explorer.language.verbs import Gain
from explorer.position import Position
from explorer.refusals import lifters
from explorer.rulebook import is_citation

LOADING = """
turn: {led: load, declared: {green: 2}, performing: green}
players:
- harbor: green
  hand: [luxury, luxury, illegal, Beer, Foxes]
  ships: [{contracts: [luxury needs luxury 3, consumer needs consumer]}]
- {harbor: yellow, hand: [Honey], crew: [Rope], goods: [Coffee], fulfilled: [Rice], ships: [{containers: [Paper]}]}
island: [Diamonds]
discard: [Chairs]
"""


@pytest.fixture
def game() -> Game:
    """Green loads."""
    return Game(Position.load(LOADING))


@pytest.mark.parametrize(
    ("key", "check", "clause", "said"),
    [
        ("load/honey/green 1", "card-elsewhere", "R-TERM-3", "Honey is not among the cards this is about: it is in the hand of Yellow"),
        ("load/Rope/green 1", "card-elsewhere", "R-TERM-3", "in the Crew of Yellow"),
        ("load/coffee/green 1", "card-elsewhere", "R-TERM-3", "among the Goods of Yellow"),
        ("load/rice/green 1", "card-elsewhere", "R-TERM-3", "among the fulfilled Contracts of Yellow"),
        ("load/paper/green 1", "card-elsewhere", "R-TERM-3", "aboard Yellow 1"),
        ("load/diamonds/green 1", "card-elsewhere", "R-TERM-3", "on the Supply Island"),
        ("load/chairs/green 1", "card-elsewhere", "R-TERM-3", "in the discard pile"),
        ("load/avocado/green 1", "card-elsewhere", "R-TERM-3", "it is not in this game"),
        ("load/luxury/yellow 1", "ship-elsewhere", "R-TERM-5", "belongs to Yellow and is in the Harbor of Yellow"),
        ("load/luxury/yellow 2", "ship-elsewhere", "R-TERM-5", "at sea"),
        ("draw", "not-decided-now", "R-LOAD-1", "Green: load which card"),
        ("lead/load/luxury/1", "not-decided-now", "R-LOAD-1", "not what is being decided now"),
        ("bid/2", "not-decided-now", "R-LOAD-1", "not what is being decided now"),
        ("load", "choice-incomplete", "R-LOAD-1", "such as load/luxury/green 1"),
        ("load/luxury", "choice-incomplete", "R-LOAD-1", "such as load/luxury/green 1"),
        ("load/illegal", "requirement-open", "R-LOAD-3", "no Contract of the Ship still needs"),
        ("load/luxury/green 1/2", "choice-form", "R-LOAD-1", "one is load/luxury/green 1"),
        ("load/hony/green 1", "name-unknown", "R-LOAD-1", "nothing is called 'hony'. Did you mean Honey?"),
        ("laod/luxury/green 1", "name-unknown", "R-LOAD-1", "nothing is called 'laod'."),
        ("", "name-unknown", "R-LOAD-1", "nothing is called ''."),
        ("use/honey", "power-not-any-time", "R-POWER-2", "Honey has no power that works at any time"),
        ("use/lutefisk/green 1", "card-elsewhere", "R-TERM-3", "it is not in this game"),
        ("drop/yellow 1/honey", "ship-elsewhere", "R-TERM-5", "belongs to Yellow"),
    ],
)  # fmt: skip
def test_whatever_is_no_choice_has_a_reason(game: Game, key: str, check: str, clause: str, said: str) -> None:
    reasons = {reason.check: reason for reason in game.why_not(key)}
    assert check in reasons
    assert reasons[check].clause == clause and said in reasons[check].text
    with pytest.raises(IllegalChoice):
        game.choose(key)


@pytest.mark.parametrize(
    ("key", "check", "clause"),
    [
        ("lead/barter", "card-has-action", "R-TURN-3"),
        ("lead/barter/beer/1", "card-has-action", "R-TURN-3"),
        ("pair/barter/beer/rice/1", "pair-not-for-barter", "R-WILD-2"),
    ],
)
def test_barter_without_a_barter_card(key: str, check: str, clause: str) -> None:
    game = ex.new_game(players=2, seed=1)
    assert (check, clause) in [(reason.check, reason.clause) for reason in game.why_not(key)]


@pytest.mark.parametrize("key", ["instead/barter/luxury/1", "instead/luxury/barter/1"])
def test_barter_crew_is_not_asked_for_where_it_is(key: str) -> None:
    start = """
sets: [base, capital]
leader: gray
turn: {led: load, declared: {gray: 1}}
players:
- {harbor: green, hand: [2 luxury, capital], crew: [capital/barter, luxury/load], fulfilled: 1}
- {harbor: gray, hand: [2 capital/barter]}
"""
    reasons = Game(Position.load(start)).why_not(key)
    assert [(one.check, one.clause) for one in reasons] == [("barter-card-played", "R-CAPITAL-5")]


def test_nothing_can_be_used_during_bids() -> None:
    start = "turn: {led: import, declared: {green: 1, yellow: 1}, performing: green}\nplayers: 2\n"
    game = Game(Position.load(start)).choose("ship/green 2")
    assert [reason.check for reason in game.why_not("drop/green 1/beer")] == ["no-use-now"]


BIDS = """
sets: [base, capital]
turn: {led: import, declared: {green: 1, yellow: 1}, performing: green}
players:
- {harbor: green, hand: [luxury, capital], ships: [{contracts: [Wheat]}]}
- {harbor: yellow, ships: [harbor, {at: sea, containers: 3}], fulfilled: [Iceland Water], hand: [agriculture]}
"""


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("scrap/capital", "R-CAPITAL-11"),
        ("drop/green 1/wheat", "R-CONTRACT-8"),
        ("drop/green 1", "R-CONTRACT-8"),
        ("use/iceland-water/agriculture", "R-POWER-2"),
    ],
)
def test_what_any_moment_would_allow_names_that_ruling(key: str, clause: str) -> None:
    game = Game(Position.load(BIDS)).choose("ship/yellow 2").choose("pass")
    assert [(one.check, one.clause, one.ruling) for one in game.why_not(key)] == [
        ("no-use-now", clause, "any-time-windows")
    ]
    any_moment = Position.load(BIDS + "rulings: {any-time-windows: truly-any-moment}\n")
    game = Game(any_moment).choose("ship/yellow 2").choose("pass")
    assert all(one.check != "no-use-now" for one in game.why_not(key))


def test_no_ruling_is_named_where_it_would_change_nothing() -> None:
    game = Game(Position.load(BIDS)).choose("ship/yellow 2").choose("pass")
    assert [one.ruling for one in game.why_not("use/iceland-water/nothing")] == [""]


def test_an_unknown_name_is_met_with_suggestions(game: Game) -> None:
    with pytest.raises(IllegalChoice, match="There is no option load/luxury/gren 1. Did you mean load/luxury/green 1"):
        game.choose("load/luxury/gren 1")
    with pytest.raises(IllegalChoice, match="no option lead/lod/hony/1. Nothing is called 'lod'. Did you mean load"):
        ex.new_game(players=3, seed=7).choose("lead/lod/hony/1")


@pytest.mark.parametrize("seed", range(3))
def test_only_what_is_offered_has_no_reason_against_it(seed: int) -> None:
    """R-TURN-1: keys of other decisions, put to each decision of a game, are offered or answered with citations."""
    r = random.Random(seed)
    game = ex.new_game(players=3, seed=seed)
    keys: list[str] = []
    while not game.over and len(keys) < 400:
        offered = [option.key for option in (*game.options, *game.interrupts)]
        for key in r.sample(keys, min(5, len(keys))):
            reasons = game.why_not(key)
            assert bool(reasons) != (key in offered), key
            assert all(reason.text and is_citation(reason.clause) for reason in reasons)
        keys.append(r.choice(offered))
        game.choose(r.choice(game.options))


def test_after_the_end_there_is_a_reason_too() -> None:
    game = Game(Position.load("turn: {phase: scoring}\nplayers: 2\n"))
    assert game.over and [(r.check, r.clause) for r in game.why_not("draw")] == [("game-is-over", "R-END-4")]


# Cards by their names


@pytest.mark.parametrize(
    "name",
    ["beer", "Beer", "VOLKSWAGEN", "Volkswagen", " beer", "Beer / Volkswagen", "beer/volkswagen", "flag-3", "Flag 3"],
)
def test_a_flag_card_goes_by_either_name(name: str) -> None:
    text = "turn: {led: supply, declared: {green: 1}, performing: green}\nplayers: [{harbor: green, hand: [flag-3, luxury]}, yellow]\nisland: [Honey]\n"
    game = Game(Position.load(text))
    assert game.why_not(f"sell/{name}") == []
    assert game.choose(f"sell/{name}").node.step == ("choose", "sell/flag-3")
    assert "flag-3" in [game.catalogue.key[card] for card in game.undo().edit(("move", name, "island")).state.island]
    assert [r.check for r in game.why_not(f"sell/{name}")] == ["card-elsewhere"]


def test_names_with_spaces_and_slashes() -> None:
    hand = "[Dragon Fruit, Import/Export Definitive Edition]"
    start = f"turn: {{led: supply, declared: {{green: 1}}, performing: green}}\nplayers: [{{harbor: green, hand: {hand}}}, yellow]\n"
    game = Game(Position.load(start))
    assert game.choose("sell/Dragon Fruit").node.step == ("choose", "sell/dragon-fruit")
    again = game.undo().choose("sell/Import / Export definitive edition")
    assert again.node.step == ("choose", "sell/import-export-definitive-edition")


def test_what_is_no_card_is_written_as_it_is(game: Game) -> None:
    for key in ("LOAD/luxury/green 1", "load/luxury/GREEN 1", "load/luxury/green-1"):
        with pytest.raises(IllegalChoice):
            game.choose(key)


def test_a_name_of_several_cards_means_none_of_them() -> None:
    """The exact key goes first; a name that fits two cards and is the key of neither is asked about."""
    text = """
cards: {one: {name: Twin, color: luxury}, two: {name: Twin, color: luxury}}
turn: {led: supply, declared: {green: 1}, performing: green}
players: [{harbor: green, hand: [one, two]}, yellow]
"""
    game = Game(Position.load(text))
    assert [o.key for o in game.options][:2] == ["sell/one", "sell/two"]
    with pytest.raises(IllegalChoice, match="may mean sell/one, sell/two"):
        game.choose("sell/Twin")
    assert [reason.check for reason in game.why_not("sell/twin")] == ["name-ambiguous"]
    with pytest.raises(EditError, match="no card"):
        game.edit(("move", "Twn", "deck"))


# Options that can be told apart


def test_cards_of_one_name_are_told_apart(game: Game) -> None:
    texts = [option.text for option in game.options]
    assert texts[:2] == ["Load Luxury (1) onto Green 1", "Load Luxury (2) onto Green 1"]
    assert len(set(texts)) == len(texts)


def test_cards_of_one_name_and_two_colors() -> None:
    text = """
cards: {one: {name: Twin, color: luxury}, two: {name: Twin, color: illegal}}
turn: {led: supply, declared: {green: 1}, performing: green}
players: [{harbor: green, hand: [one, two]}, yellow]
"""
    texts = [option.text for option in Game(Position.load(text)).options]
    assert texts[:2] == ["Sell Twin (Luxury) to the Supply Island", "Sell Twin (Illegal) to the Supply Island"]


# Powers declared later


def test_a_power_from_the_hand_declared_later_is_offered() -> None:
    game = Game(Position.load(LOADING))
    assert not [o for o in game.interrupts if o.key.startswith("use/")]
    power("Foxes", AnyTime("hand", Move("use"), do=Gain(2), windows=frozenset({"action"})), replace=True)
    try:
        game.choose("load/luxury/green 1")
        assert "use/foxes" in [option.key for option in game.interrupts]
        assert game.choose("use/Foxes").credits["green"] == 12
    finally:
        from explorer.language import events
        from explorer.language.abilities import Answers

        power("Foxes", Answers("wins_ties", with_=True, tells=(events.TieBroken,)), replace=True)
    assert "Foxes" in POWERS


def test_a_full_ship_names_the_powers_of_both_kinds_that_would_help() -> None:
    named = lifters("fills takes_any")
    assert {"Big Cats", "Soap", "Candy", "Coffee", "Generators", "Seeds", "Tortillas"} <= set(named)
    assert "Fixie Bikes" not in named
    assert lifters("") == ()


def test_only_powers_that_would_help_here_are_named() -> None:
    text = """
        turn: {led: load, declared: {green: 1}, performing: green}
        players:
        - harbor: green
          hand: [technology, luxury, luxury/-]
          ships: [{contracts: [agriculture needs luxury 2]}]
        - yellow
        """
    game = Game(Position.load(text))
    named = {
        r.key: reason.lifted_by for r in game.refused for reason in r.reasons if reason.check == "requirement-open"
    }
    assert set(named["load/technology/green 1"]) == {"Coffee", "Televisions"}


def test_what_a_sentence_looks_at_is_there_wherever_its_check_stands() -> None:
    """Only gates look at nothing; on the second part of a choice two parts are known (checks shared by moves)."""
    for prompt in PROMPTS.values():
        for move in prompt.moves:
            for depth, checks in enumerate([move.gates, *(axis.checks for axis in move.axes)]):
                for check in checks:
                    assert max(check.says, check.looks) <= depth, (prompt.kind, move.word, check.id)


@pytest.mark.parametrize(
    ("card", "goods", "lifted_by"),
    [
        ("{color: technology, tier: 3, needs: [luxury]}", "2 technology", ("Volkswagen",)),
        ("{color: technology, tier: 1, needs: [luxury]}", "2 consumer", ()),
        ("{color: luxury, tier: 3, needs: [luxury]}", "2 technology", ()),
        ("{color: capital, tier: 3, needs: [luxury]}", "technology, luxury", ("Volkswagen",)),
        ("{color: capital, tier: 4, needs: [luxury]}", "technology, luxury", ()),
        ("{color: capital, tier: 3, needs: [luxury]}", "2 luxury", ()),
    ],
)
def test_volkswagen_is_named_where_it_would_give_a_tier(card: str, goods: str, lifted_by: tuple[str, ...]) -> None:
    start = f"""
sets: [base, capital]
turn: {{led: contract, declared: {{yellow: 1, black: 0}}, performing: yellow}}
players:
- {{harbor: yellow, hand: [Dear, Cheap, Cheaper], goods: [{goods}], ships: [harbor, sea]}}
- black
cards:
  Dear: {card}
  Cheap: {{color: luxury, tier: 0, needs: [luxury]}}
  Cheaper: {{color: luxury, tier: 0, needs: [luxury]}}
"""
    game = Game(Position.load(start))
    assert [(r.check, r.lifted_by) for r in game.why_not("contract/dear/yellow 1")] == [("tier-met", lifted_by)]


@pytest.mark.parametrize(
    ("turn", "green", "key", "lifted_by"),
    [
        (
            "{led: pirate}",
            "hand: [luxury/pirate], fulfilled: [Cannons]",
            "follow/luxury-pirate/3",
            {"US Dollars"},
        ),
        ("{led: pirate}", "hand: [luxury/pirate]", "follow/luxury-pirate/2", {"US Dollars", "Cannons"}),
        (
            "{led: load}",
            "hand: [luxury/load], goods: [2 technology]",
            "follow/luxury-load/2",
            {"US Dollars", "Fridges"},
        ),
        ("{led: load}", "hand: [luxury/load]", "follow/luxury-load/2", {"US Dollars"}),
        ("{led: supply}", "hand: [luxury/load, luxury/supply]", "follow/luxury-load", {"3D Printers"}),
        (
            "{led: contract}",
            "hand: [luxury/load, luxury/contract]",
            "follow/luxury-load",
            {"3D Printers", "Rice Cookers"},
        ),
        ("{led: supply}", "hand: [luxury/barter]", "instead/barter/luxury-barter", set()),
        ("{led: supply}", "hand: [2 luxury/supply]", "pair-instead", set()),
        (
            "{led: load, declared: {green: 1}, performing: green}",
            "hand: [2 luxury], fulfilled: [Cell Phones]",
            "pair",
            {"Robo-Cats"},
        ),
        (
            "{led: pirate, declared: {green: 1}, performing: green}",
            "hand: 1, ships: [{contracts: [technology needs luxury 2]}, sea]",
            "pirate/illegal/green 1",
            {"Generators", "Big Cats"},
        ),
        (
            "{led: load, declared: {green: 1}, performing: green}",
            "hand: [luxury], fulfilled: [Segways], ships: [{contracts: [agriculture needs luxury 2]}, sea]",
            "use/segways/green 1",
            {"Coffee", "Televisions"},
        ),
    ],
)
def test_what_is_said_to_lift_an_objection_would_do_so(turn: str, green: str, key: str, lifted_by: set[str]) -> None:
    start = f"""
sets: [base, flag, kickstarter, kickstarter2, j, tokyo, capital]
leader: {"green" if "performing" in turn else "yellow"}
turn: {turn}
cards: {{Segways: {{color: technology, needs: [luxury]}}}}
players:
- {{harbor: green, {green}}}
- {{harbor: yellow, hand: 2, crew: [luxury/pirate], ships: [{{at: sea, containers: [illegal]}}, harbor]}}
"""
    assert {name for reason in Game(Position.load(start)).why_not(key) for name in reason.lifted_by} == lifted_by


def test_a_ship_in_the_harbor_is_no_ship_without_cargo() -> None:
    """A check that belongs to one reading objects under no other."""
    start = """
turn: {led: import, declared: {green: 1}, performing: green}
players:
- {harbor: green, credits: 4, ships: [harbor, {at: sea, containers: [luxury]}]}
- {harbor: yellow, hand: 1, ships: [{at: sea, containers: [luxury]}, sea]}
"""
    assert [r.check for r in Game(Position.load(start)).why_not("ship/green 1")] == ["ship-at-sea"]


@pytest.mark.parametrize(
    ("reading", "key", "check", "ruling"),
    [
        ("never-a-target", "pirate/capital/discard", "gray-not-pirated", "grey-as-pirate-target"),
        ("may-be-taken-to-discard", "pirate/capital/green 1", "gray-only-discarded", ""),
    ],
)
def test_why_gray_is_not_pirated(reading: str, key: str, check: str, ruling: str) -> None:
    start = f"""
sets: [base, capital]
rulings: {{grey-as-pirate-target: {reading}}}
turn: {{led: pirate, declared: {{green: 1, yellow: 0}}, performing: green}}
players:
- {{harbor: green, ships: [{{contracts: [technology needs rainbow 2]}}, {{at: sea, containers: [technology]}}]}}
- {{harbor: yellow, ships: [harbor, {{at: sea, containers: [capital, luxury]}}]}}
"""
    (reason,) = Game(Position.load(start)).why_not(key)
    assert (reason.check, reason.clause, reason.ruling) == (check, "R-CAPITAL-10", ruling)
    assert "Load" not in reason.text
