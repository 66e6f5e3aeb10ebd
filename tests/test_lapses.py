"""Why a declared action came to nothing (R-TURN-7): what one might have tried, and what stood against it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import explorer as ex
from explorer.draw.decision import lapse_html
from explorer.draw.logline import event_html
from explorer.lapses import lapse, lapses
from explorer.widgets.table import Table

SCENARIOS = Path(__file__).parent / "scenarios"


def played(name: str) -> ex.Game:
    found = ex.Scenario.load(SCENARIOS / f"{name}.yaml")
    found.expect = None
    game = found.play()
    while not any(entry.name == "ActionLapsed" for entry in game.log):
        game.choose(game.options[0])
    return game


def lapsed(game: ex.Game) -> int:
    (number,) = [entry.number for entry in game.log if entry.name == "ActionLapsed"]
    return number


def test_each_card_and_ship_has_its_reasons() -> None:
    game = played("contract/no-ship-in-the-harbor")
    refused = {one.key: [reason.check for reason in one.reasons] for one in game.why_lapsed(lapsed(game))}
    assert refused == {
        "contract/radios/green 1": ["ship-in-harbor"],
        "contract/radios/green 2": ["ship-in-harbor"],
    }
    assert game.why_lapsed() == game.why_lapsed(lapsed(game))


def test_asking_for_the_choice_afterwards_gives_the_reason_of_that_moment() -> None:
    game = played("contract/no-ship-in-the-harbor")
    (reason,) = game.why_not("contract/radios/green 1")
    assert reason.check == "ship-in-harbor" and str(lapsed(game)) in reason.text


def test_other_choices_are_still_said_not_to_be_decided_now() -> None:
    game = played("contract/no-ship-in-the-harbor")
    assert [reason.check for reason in game.why_not("bid/2")] == ["not-decided-now"]


def test_the_state_is_left_alone() -> None:
    game = played("contract/no-ship-in-the-harbor")
    before = ex.Position.of(game.state).text()
    assert lapses(game) and ex.Position.of(game.state).text() == before


def test_a_tier_that_is_not_met() -> None:
    game = played("contract/two-tier-colors-in-one")
    (refused,) = game.why_lapsed()
    (reason,) = refused.reasons
    assert (refused.key, reason.check) == ("contract/x", "tier-met") and "1 tier missing" in reason.text


def test_a_ban_names_the_power() -> None:
    game = played("surstromming/pirate-actions-already-declared-lapse")
    (refused,) = game.why_lapsed()
    (reason,) = refused.reasons
    assert (reason.check, reason.clause) == ("action-not-banned", "R-POWER-1") and "Surströmming (Green)" in reason.text


def test_asking_afterwards_for_a_choice_that_was_banned_names_the_power_too() -> None:
    game = played("surstromming/pirate-actions-already-declared-lapse")
    (reason,) = game.why_not("pirate/technology-load/yellow 2")
    assert (reason.check, reason.clause) == ("action-not-banned", "R-POWER-1") and "Surströmming (Green)" in reason.text


def test_no_such_event() -> None:
    game = played("contract/no-ship-in-the-harbor")
    with pytest.raises(ValueError, match=f"no lapsed action with event 1; such events are: {lapsed(game)}"):
        game.why_lapsed(1)
    assert lapse(game, 1) is None and lapse(game, 10**9) is None


def test_nothing_has_lapsed() -> None:
    with pytest.raises(ValueError, match="such events are: -"):
        ex.new_game(players=2, seed=1).why_lapsed()


def test_a_game_begun_afterwards_cannot_tell() -> None:
    game = ex.Game(played("contract/no-ship-in-the-harbor").state)
    assert game.why_lapsed() == [] and lapses(game) == []


def test_the_table_tells_it_beside_the_next_decision() -> None:
    game = played("contract/no-ship-in-the-harbor")
    view = Table(game)._view()["parts"]["decide"]
    assert "could not perform" in view and "Radios" in view
    assert "ie-lapse" not in Table(game.undo())._view()["parts"]["decide"]


def test_an_opened_line_of_the_log_tells_it() -> None:
    game = played("contract/no-ship-in-the-harbor")
    number = lapsed(game)
    found = lapse(game, number)
    assert found is not None and lapse_html(found) in event_html(game.state, number, None, found)


def test_cards_of_another_hand_are_not_told() -> None:
    game = played("contract/no-ship-in-the-harbor")
    (found,) = lapses(game)
    assert "Radios" in lapse_html(found, 0) and "Radios" not in lapse_html(found, 1)


def test_with_nothing_to_try() -> None:
    game = played("turn/a-declared-action-without-a-target-lapses")
    found = lapse(game, [entry.number for entry in game.log if entry.name == "ActionLapsed"][-1])
    assert found is not None and not found.refused and "no card and no Ship" in lapse_html(found)


def test_what_lapsed_since_an_earlier_moment() -> None:
    game = played("contract/no-ship-in-the-harbor")
    game.choose(game.options[0])
    assert lapses(game) == [] and len(lapses(game, game.root)) == 1
    table = Table(game, autosave=False)
    table.undo().undo()
    table.goto(len(game.line) + 1)
    assert "could not perform" in table._view()["parts"]["decide"]


FILLER_FIRST = """
title: Fillers are not told first
players:
- harbor: green
  hand: [filler, luxury/contract, Rolls Royce, filler]
  ships: [{at: harbor, containers: [x]}, {at: sea}]
- {harbor: yellow}
steps:
- choose: lead/contract/luxury-contract/1
- {asks: yellow follow, choose: draw}
expect: {leader: yellow}
"""


def plain_words(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", re.sub("<svg.*?</svg>", "", html)).split())


def test_the_reason_of_a_real_card_is_told_before_that_of_a_filler() -> None:
    game = ex.Scenario.load(FILLER_FIRST).play()
    said = plain_words(Table(game, autosave=False)._view()["parts"]["decide"])
    assert "lost 1 action: Contract Rolls Royce: asks for Luxury 2: 2 tiers missing" in said
    assert said.index("Contract Rolls Royce") < said.index("Contract Filler")


def test_examples_of_what_is_refused_are_of_real_cards() -> None:
    game = ex.Scenario.load(FILLER_FIRST).game()
    html = Table(game, autosave=False)._view()["parts"]["decide"]
    examples = plain_words(html.partition('class="ie-examples"')[2].partition("</ul>")[0])
    assert "Rolls Royce" in examples and "Filler" not in examples


def test_fillers_are_not_said_to_have_colors() -> None:
    game = ex.Scenario.load(FILLER_FIRST).play()
    said = plain_words(Table(game, autosave=False)._view()["parts"]["decide"])
    assert "have no color in common" in said and "differ in color" not in said


ABOUT_TO_LAPSE = """
players:
- harbor: green
  hand: [agriculture/contract, Rolls Royce, Radios]
  ships: [{at: harbor, contracts: [Big]}, {at: harbor, contracts: [Bigger]}]
- yellow
leader: green
cards:
  Big: {color: technology, tier: 0, needs: [technology, technology, technology]}
  Bigger: {color: technology, tier: 0, needs: [technology, technology, technology, technology]}
  Rolls Royce: {color: luxury, action: supply, tier: luxury 2, needs: [luxury, luxury]}
  Radios: {color: technology, action: load, needs: technology 4}
"""


def test_a_window_before_an_action_that_is_about_to_lapse_says_so_with_its_reasons() -> None:
    game = ex.Game(ex.Position.load(ABOUT_TO_LAPSE))
    game.choose("lead/contract/agriculture-contract/1")
    assert [option.key for option in game.options][:2] == ["pass", "use/drop/green 1/big"]
    assert [reason.check for reason in game.why_not("contract/radios/green 1")] == ["load-within-capacity"]
    assert [reason.check for reason in game.why_not("bid/2")] == ["not-decided-now"]
    view = Table(game, autosave=False)._view()["parts"]["decide"]
    words = plain_words(view)
    assert "the Contract action comes to nothing" in words and "Why not something else? 3 refused" in words
    assert "6 is the most R-CONTRACT-2" in words and 'data-card="radios"' in view
    game.choose("use/drop/green 2/bigger")
    assert "comes to nothing" not in plain_words(Table(game, autosave=False)._view()["parts"]["decide"])
