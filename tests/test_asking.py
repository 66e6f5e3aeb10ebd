"""Do two cards meet: texts, ways, rulings, games in which they did, limits, and the command line."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

import explorer as ex
from explorer.__main__ import main
from explorer.asking import Answer, ask, naming
from explorer.finding import Progress
from explorer.lab.meetings import CHANGES, ONE_TURN, SETS_OFF, TOGETHER, meetings, noting, owners
from explorer.lab.staging import staged
from explorer.language.abilities import ABILITIES, Answers
from explorer.language.events import listed
from explorer.state import State

SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.fixture(scope="module")
def tank() -> Answer:
    return ask("pistols", "A Small Tank", seconds=3)


def test_two_that_answer_one_event(tank: Answer) -> None:
    assert tank and tank.meet and (tank.a, tank.b) == ("Pistols", "A Small Tank")
    assert tank.verdict == "Yes, Pistols and A Small Tank meet."
    assert tank.witnesses[0].kind == TOGETHER
    assert "Both wait for ContractFulfilled" in tank.shared
    assert "fulfil-trigger-unit" in [ruling.id for ruling in tank.rulings]
    assert tank.rulings[0].cards == ("Pistols", "A Small Tank")


def test_a_witness_opens_where_they_met(tank: Answer) -> None:
    for witness in tank.witnesses:
        game = witness.game()
        names = {entry.power for entry in game.log}
        assert {"Pistols", "A Small Tank"} <= names
        assert game.state.events >= witness.event
        assert game.node.parent is not None and game.node.parent.state.events < witness.event
        assert witness.story


def test_a_witness_is_a_scenario_that_holds(tank: Answer) -> None:
    for witness in tank.witnesses:
        assert witness.scenario().title == witness.title
        witness.scenario().play()


def test_answers_say_what_is_lacking(tank: Answer) -> None:
    close = {witness.combination for witness in tank.witnesses if witness.kind != ONE_TURN}
    assert len(tank.lacking) == 4 - len(close)
    assert len(tank.combinations()) == 4


def test_texts_of_both_stand_in_the_answer(tank: Answer) -> None:
    said = str(tank)
    for words in ("Pistols: Another player", "(power pistols)", "(ruling fulfil-trigger-unit)", tank.effort):
        assert words in said
    assert 'title="' in tank._repr_html_()


def test_ways_lead_over_three_cards_at_most() -> None:
    answer = ask("Contraband", "Toyota", seconds=0.2)
    assert [str(way) for way in answer.ways] == ["Contraband – ShipReturned → Toyota"]
    assert all(way.cards[0] == "Toyota" and way.cards[-1] == "Contraband" for way in answer.ways_back)
    further = ask("Nanobots", "Lumber", seconds=0.2)
    assert [way.cards for way in further.ways] == [("Nanobots", "Oat Milk", "Lumber")]


def test_two_that_nothing_connects() -> None:
    begun = monotonic()
    answer = ask("Pistols", "Foxes", seconds=2)
    assert monotonic() - begun < 6
    assert not answer and not answer.ways and not answer.ways_back
    assert "seems not" in answer.verdict or "Hardly" in answer.verdict
    assert answer.scenarios > 0 and answer.tables > 0 and answer.decisions > 0
    assert len(answer.lacking) == 4
    assert 1.9 < answer.seconds < 6


def test_no_way_in_the_graph_does_not_contradict_a_meeting(tank: Answer) -> None:
    answer = Answer((tank.a, tank.b), tank.entries)
    assert "None over up to 3 cards." in str(answer)
    answer.witnesses = tank.witnesses
    assert "The graph draws none" in str(answer) and "None over" not in str(answer)


def test_scenarios_that_name_both() -> None:
    found = list(naming(("Pistols", "A Small Tank")))
    assert found[0] == "pistols/with-a-small-tank-on-two-contracts"
    assert next(naming(("Import Tax", "Fake DVDs"))) == "interactions/fake-dvds-and-import-tax"
    assert not [name for name in naming(("Pens", "Pants")) if "protractors" in name]


def test_progress_is_told() -> None:
    seen: list[Progress] = []
    ask("Pistols", "Foxes", seconds=0.5, progress=seen.append)
    assert seen and seen[-1].seconds == seen[-1].limit


@pytest.mark.parametrize(("a", "b", "says"), [("Pistolz", "Foxes", "Pistols"), ("Pistols", 7, "goes by its name")])
def test_unknown_cards(a: str, b: object, says: str) -> None:
    with pytest.raises(KeyError, match=says):
        ask(a, b)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "3", None, True])
def test_wrong_times(seconds: object) -> None:
    with pytest.raises(ValueError, match="seconds"):
        ask("Pistols", "Foxes", seconds=seconds)  # type: ignore[arg-type]


def test_one_card_is_not_two() -> None:
    with pytest.raises(ValueError, match="name two cards"):
        ask("Pistols", "pistols")


def test_answers_are_escaped(tank: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tank, "shared", ["<img src=x onerror=alert(1)> *bold*"])
    assert "<img" not in tank._repr_html_() and "&lt;img" in tank._repr_html_()
    assert "\\<img" in tank._repr_markdown_() and "\\*bold\\*" in tank._repr_markdown_()


# Meetings


def played(name: str, pair: tuple[str, str]) -> list[tuple[str, str, bool]]:
    with noting(pair) as notes:
        game = ex.Scenario.load(SCENARIOS / f"{name}.yaml").play()
    states = [node.state for node in game.line]
    return [found[:3] for found in meetings(listed(game.state.log), notes, states, pair)]


def test_one_sets_off_the_other() -> None:
    found = played("interactions/toyota-and-backpacks-hear-an-emptied-ship", ("Toyota", "Backpacks"))
    assert found and found[0][0] in (TOGETHER, SETS_OFF)
    found = played("interactions/backpacks-and-toyota-hear-aeroponics", ("Aeroponics", "Toyota"))
    assert (SETS_OFF, "Aeroponics", True) in found


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("interactions/graphics-cards-and-foxes", "Foxes", "Graphics Cards"),
        ("interactions/cheap-shirts-with-scotch", "Scotch", "Cheap Shirts"),
        ("champagne/foxes-win-the-tie", "Foxes", "Champagne"),
    ],
)
def test_one_changes_what_the_other_does(name: str, first: str, second: str) -> None:
    assert (CHANGES, first, True) in played(name, (second, first))


def test_the_order_counts() -> None:
    pair = ("Automation", "Flash Drives")
    assert played("interactions/automation-before-flash-drives", pair)[0] == (TOGETHER, "Automation", False)
    assert played("interactions/fake-dvds-and-bird-feed", ("Fake DVDs", "Bird Feed"))[0][:2] == (SETS_OFF, "Bird Feed")


def test_noting_leaves_the_answers_as_they_were() -> None:
    before = {id: ability.by for id, ability in ABILITIES.items() if isinstance(ability, Answers)}
    with noting(("Foxes", "Pistols")):
        assert any(ABILITIES[id].by is not by for id, by in before.items())  # type: ignore[attr-defined]
    assert all(ABILITIES[id].by is by for id, by in before.items())  # type: ignore[attr-defined]


# Tables


def cards_of(s: State) -> list[int]:
    zones = [s.deck, s.discard, s.island, *(zone for p in s.players for zone in (p.hand, p.crew, p.goods, p.fulfilled))]
    zones += [zone for ship in s.ships for zone in (ship.contracts, ship.cargo)]
    return sorted(s.cat.base[card] for zone in zones for card in zone)


@pytest.mark.parametrize("names", [("Pistols", "Foxes"), ("Apples", "Flour"), ("Contraband", "Toyota")])
@pytest.mark.parametrize("seed", range(6))
def test_a_staged_table_has_every_card_once(names: tuple[str, str], seed: int) -> None:
    cat = ex.catalogue()
    s = staged(cat, [(cat.find(names[0]), 0), (cat.find(names[1]), 1)], 3, seed)
    found = cards_of(s)
    assert len(found) == len(set(found))
    assert s.over or s.asking is not None


def test_whose_a_power_is() -> None:
    cat = ex.catalogue()
    s = staged(cat, [(cat.find("Pistols"), 1), (cat.find("Foxes"), 0)], 2, 3)
    assert (owners(s, "Pistols"), owners(s, "Foxes")) == ({1}, {0})


# The command line


def test_ask_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "met.yaml"
    assert main(["ask", "Pistols", "A Small Tank", "--seconds", "2", "--save", str(file)]) == 0
    assert "Yes, Pistols and A Small Tank meet." in capsys.readouterr().out
    assert main(["verify", str(file)]) == 0
    assert main(["ask", "Pistolz", "Foxes"]) == 1
    assert "Did you mean Pistols" in capsys.readouterr().out


def test_find_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = SCENARIOS / "pirate" / "completes-a-contract.yaml"
    saved = tmp_path / "line.json"
    assert main(["find", str(file), "green fulfills a contract", "--save", str(saved)]) == 0
    assert ex.load(saved).credits["green"] == 16
    assert main(["find", str(saved), "the game ends", "--within", "1"]) == 1
    assert main(["find", str(file), "green flies"]) == 1
    assert main(["find", str(tmp_path / "none.yaml"), "the game ends"]) == 1
    assert main(["find", str(file), "the game ends", "--within", "0"]) == 1
    said = capsys.readouterr().out
    assert "Goals are such as these" in said and "none.yaml" in said
