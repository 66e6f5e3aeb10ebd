"""The card list, the list of rules and the quiz without a browser: a method for each click, errors, safe texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer import shipped
from explorer.catalogue import generic
from explorer.draw.cards_table import COLUMNS
from explorer.draw.rules_view import START, all_rules, boards_of
from explorer.terms import AGRICULTURE, LOAD

HOSTILE = '<img src=x onerror="document.title=1">\'"&<script>1</script>'
LESSON = Path(__file__).parents[1] / "notebooks" / "positions" / "declare_load.yaml"


def names(cards: Any) -> list[str]:
    return [row.contract.name for row in cards.rows]


def view(owner: Any) -> str:
    return "".join(owner.widget.view["parts"].values())


# Cards


def test_every_contract_has_a_row() -> None:
    cards = ex.Cards()
    assert len(cards.rows) == 180
    assert repr(cards) == "Cards(180 of 180, by name)"


def test_several_words_must_all_be_found() -> None:
    found = ex.Cards().search("ILLEGAL contract pays").rows
    assert "Pistols" in [row.contract.name for row in found]
    assert all("illegal" in row.letters and "pays" in row.letters for row in found)
    assert ex.Cards().search("xyzzy").rows == []


def test_filters_add_up_and_are_taken_away() -> None:
    cards = ex.Cards().filter(color="Illegal", timing="lasting")
    assert 0 < len(cards.rows) < 60
    assert {row.contract.timing for row in cards.rows} == {"lasting"}
    assert len(cards.filter(color="", timing="").rows) == 180
    few = cards.filter(origin="implied").rows
    assert few and all("implied" in row.contract.origin.values() for row in few)


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_sorts_both_ways(column: str) -> None:
    cards = ex.Cards().sort(column, down=False)
    up = names(cards)
    down = names(cards.sort(column))
    assert sorted(up) == sorted(down) and up != down


def test_a_card_is_shown_with_its_origins_its_verbs_and_its_scenarios() -> None:
    html = view(ex.Cards().look("Pistols"))
    for words in (
        "2 credits go from the player it concerns to you",
        "reconstructed",
        "implied",
        "Scenarios that play it",
    ):
        assert words in html
    assert all(row.scenarios for row in ex.Cards().rows), "every power is played somewhere"


def test_a_scenario_of_a_card_comes_to_a_table_at_its_start() -> None:
    cards = ex.Cards().look("Pistols")
    table = cards.open(shipped.own("Pistols")[0])
    assert table is cards.table and len(table.game.line) == 1
    assert table.redo().game.line[1:], "its decisions lie ahead"


def test_what_cannot_be_done_is_said_in_the_widget() -> None:
    cards = ex.Cards()
    messages: list[Any] = [{"kind": "open", "value": "../../pyproject"}, {"kind": "look", "value": "9999"}]
    messages += [{"kind": "sort", "value": HOSTILE}, {"kind": HOSTILE}, {"kind": "look", "value": {}}, {}]
    for message in messages:
        cards._heard(message)
        assert cards.error and 'role="alert"' in view(cards)
        assert "<img" not in view(cards)
    cards._heard({"kind": "look", "value": str(cards.rows[0].card)})
    assert cards.error == "" and 'role="alert"' not in view(cards)
    with pytest.raises(KeyError, match="Pistols"):
        cards.look("Pistls")
    with pytest.raises(ValueError, match="filter"):
        cards.filter(price="2")


def test_hostile_cards_are_shown_as_text() -> None:
    card = generic(AGRICULTURE, LOAD, "agriculture 1", "agriculture, agriculture", name=HOSTILE)
    loud = replace(card.contracts[0], implied_by=HOSTILE, timing=HOSTILE, power=HOSTILE)
    cat = ex.catalogue().with_cards([replace(card, contracts=(loud,), set=HOSTILE)])
    cards = ex.Cards(cat).look(HOSTILE)
    html = view(cards) + cards.frame
    assert "<img" not in html and "<script" not in html and "&lt;img" in html


# Rules


def test_every_clause_and_ruling_is_listed_and_has_a_board() -> None:
    rules = ex.Rules()
    assert len(rules.rules) == len(all_rules()) == 350
    without = [rule for rule in all_rules() if not boards_of(rule)]
    assert all(rule.startswith(("R-TERM", "R-COMP", "R-SETUP", "R-DISCARD", "R-ACTION", "R-CAPITAL-2"))
               for rule in without if rule.startswith("R-"))  # fmt: skip
    assert len(without) <= 24, "those show the start of a game"
    assert ex.Rules("R-SETUP-3").table.game.state.turn == 1


def test_a_clause_is_shown_with_its_source_and_its_board() -> None:
    rules = ex.Rules("R-PIRATE-1")
    html = view(rules)
    assert "Japanese rulebook, lines 191" in html and 'aria-pressed="true"' in html
    assert rules.table.game.decision is not None
    assert rules.pick("bid-steps").boards and "default" in view(rules)
    assert rules.open(START) is rules.table


def test_the_list_of_rules_is_searched() -> None:
    rules = ex.Rules().search("seize container").filter(kind="clause")
    assert [rule.id for rule in rules.rules] == ["R-PIRATE-1"]
    assert {rule.section for rule in ex.Rules().filter(section="Load").rules} == {"Load"}
    with pytest.raises(ValueError, match="R-PIRATE-1"):
        rules.pick("R-PIRAT-1")
    with pytest.raises(ValueError, match="clause, ruling"):
        rules.filter(kind=HOSTILE)
    for message in ({"kind": "pick", "value": HOSTILE}, {"kind": "open", "value": HOSTILE}):
        rules._heard(message)
        assert rules.error and "<img" not in view(rules)


# Scenario files


@pytest.mark.parametrize(
    "name", ["../pyproject", "/etc/passwd", "pirate/..", "pirate/nothing", "", "a" * 9000, "pirate\n"]
)
def test_a_scenario_is_found_by_a_plain_name_only(name: str) -> None:
    with pytest.raises(ValueError, match="There is no scenario") as failure:
        shipped.path_of(name)
    assert len(str(failure.value)) < 400


# Quiz


def quiz() -> Any:
    choices = {"lead/load/radios/3": "three", "lead/load/radios/4": HOSTILE}
    return ex.Quiz(ex.Position.load(LESSON), choices, HOSTILE)


def test_the_engine_marks_the_answers() -> None:
    asked = quiz().tick("lead/load/radios/3")
    assert "legal" not in view(asked), "nothing is given away before"
    assert asked.mark().score == (2, 2)
    assert "R-TURN-3" in view(asked)
    assert asked.tick("lead/load/radios/4").mark().score == (1, 2)
    assert asked.again().score == (1, 2) and repr(asked) == "Quiz(2 choices)"


def test_a_quiz_refuses_what_it_does_not_ask() -> None:
    asked = quiz()
    for value in (["other", True], HOSTILE, None, []):
        asked._heard({"kind": "tick", "value": value})
        assert asked.error
    assert "<img" not in view(asked)
    with pytest.raises(ValueError):
        ex.Quiz(ex.Position.load(LESSON), {3: "a number is no key"})  # type: ignore[dict-item]
