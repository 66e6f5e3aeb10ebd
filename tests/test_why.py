"""Why a power did not answer: every part of a trigger, and what may stop it (R-POWER-4)."""

from __future__ import annotations

from pathlib import Path

import pytest

import explorer as ex
from explorer.language.abilities import POWERS, When
from explorer.refusals import lifters

SCENARIOS = Path(__file__).parent / "scenarios"


def played(name: str) -> ex.Game:
    found = ex.Scenario.load(SCENARIOS / f"{name}.yaml")
    found.expect = None
    return found.play()


def event(game: ex.Game, name: str, at: int = 0) -> int:
    return [entry.number for entry in game.log if entry.name == name][at]


FULFILL = """
cards:
  Pistols: {color: illegal, needs: [illegal, illegal]}
leader: yellow
turn: {led: load, played: {yellow: [x/load]}, declared: {yellow: 1}, performing: yellow}
players:
- harbor: green
  %s: [Pistols]
- harbor: yellow
  %s: [x]
  hand: [%s/load]
  ships:
  - {at: harbor, contracts: ["%s needs %s 2"], containers: [%s]}
"""


def ship_fulfilled(where: str = "fulfilled", color: str = "illegal") -> ex.Game:
    text = FULFILL % (where, "fulfilled", color, color, color, color)
    return ex.Game(ex.Position.load(text))


def checks(game: ex.Game, card: str, number: int) -> list[str]:
    return [why.check for why in game.why_not_fired(card, number)]


def test_it_fired() -> None:
    game = played("pistols/a-player-pays-for-an-illegal-contract")
    (why,) = game.why_not_fired("Pistols", event(game, "ContractFulfilled"))
    assert why.fired and "2 credits" in why.text


def test_it_listens_to_something_else() -> None:
    game = played("pistols/a-player-pays-for-an-illegal-contract")
    (why,) = game.why_not_fired("pistols", event(game, "ContainerLoaded"))
    assert why.check == "other-event" and "ContractFulfilled" in why.text


def test_another_color() -> None:
    game = ship_fulfilled(color="luxury")
    game.choose(1)
    assert checks(game, "Pistols", event(game, "ContractFulfilled")) == ["color"]


def test_not_in_force_in_a_hand() -> None:
    game = ship_fulfilled(where="hand")
    game.choose(1)
    (why,) = game.why_not_fired("Pistols", event(game, "ContractFulfilled"))
    assert why.check == "not-in-force" and "hand of Green" in why.text


def test_its_owners_own_fulfillment() -> None:
    text = FULFILL.replace("  %s: [Pistols]\n", "").replace("  %s: [x]\n", "  fulfilled: [Pistols]\n")
    game = ex.Game(ex.Position.load(text % (("illegal",) * 4)))
    game.choose(1)
    assert checks(game, "Pistols", event(game, "ContractFulfilled")) == ["whose"]


def test_an_event_that_is_none() -> None:
    game = ex.new_game(players=2, seed=1)
    with pytest.raises(ValueError, match="no event 999"):
        game.why_not_fired("Pistols", 999)


def test_a_card_that_is_none() -> None:
    game = ex.new_game(players=2, seed=1)
    with pytest.raises(KeyError, match="Pistols"):
        game.why_not_fired("Pistolz", 1)


def test_asking_changes_nothing() -> None:
    game = played("pistols/a-player-pays-for-an-illegal-contract")
    before = len(game.log), game.state.events
    for entry in game.log:
        game.why_not_fired("Pistols", entry)
    assert (len(game.log), game.state.events) == before


def test_conditions_are_said_plainly() -> None:
    """Every further condition of a power is one sentence for players."""
    conditions = {a.given for power in POWERS.values() for a in power.abilities if isinstance(a, When) and a.given}
    assert len(conditions) > 20
    for condition in conditions:
        said = condition.__doc__ or ""
        assert said.endswith(".") and "\n" not in said and not said.startswith("Whether") and "ruling" not in said, said


def test_a_card_still_to_be_played_lifts_no_limit_itself() -> None:
    game = ex.Scenario.load(
        "title: Legos must fit within the usual limits\n"
        "clause: power legos\n"
        "sets: [base, flag]\n"
        "cards: {Legos: {color: consumer, needs: consumer 4}}\n"
        "turn: {led: contract, declared: {green: 1}, performing: green}\n"
        "players:\n"
        "- {harbor: green, hand: [Legos], ships: [{at: harbor, contracts: [luxury needs luxury 4]}, sea]}\n"
        "- yellow\n"
    ).play()
    (reason,) = game.why_not("contract/legos/green 1")
    assert "Tablets" in reason.lifted_by and "Legos" not in reason.lifted_by


def test_what_only_forbids_lifts_nothing() -> None:
    assert lifters("ship_capacity") == ("Legos", "Tablets")
    assert not lifters("allowed") and not lifters("protected_ships")
    assert "3D Printers" in lifters("actions_of follow_actions")


def test_only_what_the_readings_let_act_is_named() -> None:
    game = played("lumber/within-yogurt")
    (why,) = game.why_not_fired("Lumber", event(game, "ContainerLoaded"))
    assert "CardsDrawn" in why.text and "DrawChosen" not in why.text


def test_its_owner_is_being_asked() -> None:
    game = ex.Game(
        ex.Position.load("sets: [base, flag]\nplayers: [{harbor: green}, {harbor: yellow, fulfilled: [Lumber]}]")
    )
    game.choose("draw")
    drawn = event(game, "CardsDrawn")
    assert [why.check for why in game.why_not_fired("Lumber", drawn)] == ["asked"]
    game.choose("pass")
    assert [why.check for why in game.why_not_fired("Lumber", drawn)] == ["came-to-nothing"]


def test_what_a_power_watches_for_is_said_rather_than_another_reading() -> None:
    game = ex.Game(
        ex.Position.load(
            "turn: {led: import, declared: {green: 1}, performing: green}\n"
            "players:\n"
            "- {harbor: green}\n"
            "- {harbor: yellow, fulfilled: [Aeroponics], ships: [harbor, {at: sea, containers: 4 luxury}]}\n"
        )
    )
    game.choose("ship/yellow 2").choose(game.options[0]).choose(game.options[0])
    (why,) = game.why_not_fired("Aeroponics", event(game, "ContainerRemoved", 1))
    assert why.check == "other-event" and "ship at sea with one container" in why.text


def test_it_heard_it_and_changed_nothing() -> None:
    game = played("dragon-fruit/no-cards-at-all")
    (why,) = game.why_not_fired("Dragon Fruit", event(game, "ActionLed"))
    assert (why.check, why.clause) == ("came-to-nothing", "power dragon-fruit")


def test_the_event_is_its_own_doing() -> None:
    game = played("pants/four-for-an-import-action")
    (why,) = game.why_not_fired("Pants", event(game, "CreditsGained"))
    assert why.fired and "Pants itself" in why.text
