"""The card file that comes with the package: sizes, origins, principles, figures."""

import csv
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from explorer.card import FIELDS, kebab
from explorer.catalogue import Catalogue, load_catalogue
from explorer.terms import (
    AGRICULTURE,
    BARTER,
    CAPITAL,
    CONSUMER,
    CONTRACT,
    FIVE_KINDS,
    ILLEGAL,
    IMPORT,
    LOAD,
    LUXURY,
    PIRATE,
    RAINBOW,
    SUPPLY,
    TECHNOLOGY,
)

CARDS = Path(__file__).resolve().parent.parent / "cards"
ACTION_OF = {
    TECHNOLOGY: LOAD,
    AGRICULTURE: CONTRACT,
    CONSUMER: IMPORT,
    LUXURY: SUPPLY,
    ILLEGAL: PIRATE,
    CAPITAL: BARTER,
}
FIRST_POWERS = """Dragon Fruit, Aeroponics, Can Openers, Foxes, Pistols, Wind Turbines, Yogurt, Lutefisk, Flametorch,
Rooibos Tea, Bird Feed, Platinum Rings, Hawaiian Salt, Apple Watch, Mother Load, Surströmming, Rice Cookers,
Big Cats, Pirates, Cannons, Stolen Documents"""


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue(CARDS / "cards.csv")


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    with (CARDS / "cards.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_set_sizes(catalogue: Catalogue) -> None:
    sizes = {"base": 100, "capital": 15, "tokyo": 10, "kickstarter": 15, "kickstarter2": 10, "j": 10, "flag": 10}
    assert Counter(card.set for card in catalogue.printed) == sizes
    assert len(catalogue.printed) == 170
    assert len(catalogue) == 190, "each face of a Flag card has a number of its own"
    assert sum(len(card.contracts) for card in catalogue.printed) == 180


def test_twenty_of_each_color_in_the_base_set(catalogue: Catalogue) -> None:
    colors = Counter(catalogue.color[number] for number in catalogue.of_sets(["base"]))
    assert colors == dict.fromkeys(FIVE_KINDS, 20)


def test_only_flag_cards_have_two_sides_and_these_differ(catalogue: Catalogue) -> None:
    for card in catalogue.printed:
        assert card.two_sided == (card.set == "flag")
        assert len({contract.action for contract in card.contracts}) == 1
    for number, card in enumerate(catalogue.cards):
        assert catalogue.colors[number].bit_count() == len(card.contracts)


def test_action_follows_color(catalogue: Catalogue) -> None:
    for card in catalogue.printed:
        assert card.contracts[0].action == ACTION_OF[card.contracts[0].color]


def test_capital_is_gray_and_nothing_else_is(catalogue: Catalogue) -> None:
    for number in range(len(catalogue)):
        assert (catalogue.set[number] == "capital") == (catalogue.color[number] == CAPITAL)
    levels = {catalogue.tier_total[number] for number in catalogue.of_sets(["capital"])}
    assert (min(levels), max(levels)) == (0, 9)


def test_tiers_and_loads_are_possible(catalogue: Catalogue) -> None:
    for card in catalogue.printed:
        for contract in card.contracts:
            assert 2 <= sum(contract.load) <= 6
            assert contract.load[CAPITAL] == 0, "gray containers cannot be loaded"
            if card.set != "capital":
                assert contract.load[RAINBOW] == 0
                assert 0 <= sum(contract.tier) <= 3
            if card.set == "flag":
                assert sum(contract.tier) == 0
            if card.set == "base":
                assert sum(contract.tier) == contract.tier[contract.color]


def test_rulebook_lines_and_markers(rows: list[dict[str, str]]) -> None:
    assert [int(row["rulebook_line"]) for row in rows] == [287 + 2 * number for number in range(1, 181)]
    assert Counter(row["marker"] for row in rows) == {"none": 115, "immediate": 59, "any time": 6}
    assert {row["marker_origin"] for row in rows} == {"rulebook"}


def test_what_the_rulebook_states(catalogue: Catalogue) -> None:
    for name, kind in (("Hawaiian Salt", AGRICULTURE), ("Rolls Royce", LUXURY)):
        number = catalogue.find(name)
        assert (catalogue.color[number], catalogue.tier[number][kind], catalogue.tier_total[number]) == (kind, 2, 2)
        assert catalogue.origin(number, "color") == catalogue.origin(number, "tier") == "rulebook"
    flour = catalogue.find("Flour")
    assert catalogue.load_total[flour] == 4
    assert catalogue.origin(flour, "load") == "implied"
    for name in ("Flour", "Lutefisk", "Tortillas"):
        assert catalogue.tier_total[catalogue.find(name)] >= 1
        assert catalogue.origin(catalogue.find(name), "tier") == "implied"


def test_origins_are_graded_as_documented(rows: list[dict[str, str]]) -> None:
    grades = {field: Counter(row[f"{field}_origin"] for row in rows) for field in FIELDS}
    assert grades["color"] == {"rulebook": 2, "implied": 46, "reconstructed": 132}
    assert grades["set"] == grades["action"] == {"reconstructed": 180}
    assert grades["tier"]["rulebook"] == 2
    assert "rulebook" not in grades["load"]


def test_everything_implied_says_by_what(rows: list[dict[str, str]]) -> None:
    for row in rows:
        implied = [field for field in FIELDS if row[f"{field}_origin"] == "implied"]
        assert bool(implied) == bool(row["implied_by"])
        for field in implied:
            assert f"{field}:" in row["implied_by"].lower()
        assert not row["implied_by"] or row["implied_by"].endswith(".")


def test_names_of_the_rulebook(catalogue: Catalogue) -> None:
    names = [contract.name for card in catalogue.printed for contract in card.contracts]
    assert len(names) == len({kebab(name) for name in names}) == 180
    for name in ("3D Printers", "Surströmming", "Pilllows", "Import/Export Definitive Edition", "Fake DVDs", "GPS"):
        assert name in names
    assert catalogue.key[catalogue.find("Import/Export Definitive Edition")] == "import-export-definitive-edition"
    assert all(contract.power == contract.name for card in catalogue.cards for contract in card.contracts)


def test_the_first_powers_are_in_the_base_set(catalogue: Catalogue) -> None:
    for name in FIRST_POWERS.replace("\n", " ").split(", "):
        assert catalogue.set[catalogue.find(name)] == "base", name
    for name in ("US Dollars", "Interest", "Automation", "Partnership"):
        assert catalogue.set[catalogue.find(name)] == "capital"


def test_reconstruction_is_what_its_principles_give(rows: list[dict[str, str]]) -> None:
    module: dict[str, Any] = runpy.run_path(str(CARDS / "reconstruct.py"))
    strength = {row["name"]: int(row["strength"]) for row in module["read"]("strengths.csv")}
    assert set(strength.values()) == {1, 2, 3, 4, 5}
    assert list(strength) == [row["name"] for row in rows]
    assert module["reconstruct"](rows, strength) == rows


def test_figures_are_up_to_date(catalogue: Catalogue) -> None:
    module: dict[str, Any] = runpy.run_path(str(CARDS / "figures.py"))
    assert module["DOCUMENT"].read_text(encoding="utf-8") == module["figures"](catalogue)
