"""Wind Turbines copies each built power: the copy resolves or stays in force, and the turn goes on to its end."""

import pytest

import explorer as ex
from explorer.language.abilities import FULFILLED, POWERS, Answers, AtScoring, WinsWhen, power_of
from explorer.language.questions import QUESTIONS
from explorer.powers import BUILT

OTHERS = sorted(BUILT - {"Wind Turbines"})
# texts that put their own card elsewhere at once
MOVING = {
    *("Automation", "Avocado", "Beer", "Bird Feed", "Container Factory", "Euros", "GPS"),
    *("Small Poodles", "Solar Panels", "Stolen Documents", "The Algorithm", "Unpasteurized Cheese"),
}
TABLE = """
cards:
  Wind Turbines: {{color: technology, action: load, tier: 0, needs: [technology, technology]}}
  {name}: {{color: luxury, action: supply, tier: 0, needs: [luxury, luxury]}}
turn: {{led: load, played: {{green: [x/load]}}, declared: {{green: 1}}, performing: green}}
players:
- harbor: green
  hand: [technology/load, illegal/pirate, luxury/supply]
  fulfilled: [{name}]
  crew: [x/load]
  goods: [luxury, consumer, illegal]
  ships:
  - {{at: harbor, contracts: [Wind Turbines], containers: [technology]}}
  - {{at: harbor, contracts: [x needs luxury 2], containers: [luxury]}}
- harbor: yellow
  hand: [agriculture/load, illegal/pirate, consumer/supply]
  fulfilled: [technology needs technology, card]
  goods: [agriculture]
  crew: [x/pirate]
- harbor: black
  fulfilled: [card]
  goods: [consumer]
"""


def copied(name: str) -> ex.Game:
    """A game right after Wind Turbines has copied a power."""
    game = ex.Game(ex.Position.load(TABLE.format(name=name)), ask_chance=True)
    game.choose(next(o for o in game.options if "technology-load" in o.key))
    while not _seen(game, "PowerCopied"):
        game.choose(next((o for o in game.options if o.key == "pass"), 1))
    return game


def _seen(game: ex.Game, event: str) -> bool:
    return any(entry.name == event for entry in game.log)


def finished(game: ex.Game, pick: int) -> ex.Game:
    """The same game at the end of the turn, always taking the first or the last option."""
    turn = game.state.turn
    for _ in range(500):
        if game.over or game.state.turn != turn:
            return game
        game.choose(game.options[pick])
    raise AssertionError("the turn does not end")


@pytest.mark.parametrize("name", OTHERS)
def test_the_copy_is_recorded_and_keeps_its_own_name(name: str) -> None:
    game = copied(name)
    card = game.catalogue.number["wind-turbines"]
    entry = next(e for e in game.log if e.name == "PowerCopied")
    assert entry.fields == {"card": card, "power": name}
    assert game.catalogue.name[card] == "Wind Turbines"
    if card in game.state.players[0].fulfilled:
        assert power_of(game.state, card) == name


@pytest.mark.parametrize("pick", [0, -1])
@pytest.mark.parametrize("name", OTHERS)
def test_the_turn_goes_on_to_its_end_with_every_card_in_one_place(name: str, pick: int) -> None:
    game = finished(copied(name), pick)
    s = game.state
    zones = [s.deck, s.discard, s.island, s.limbo, [card for _seat, card in s.played]]
    zones += [zone for p in s.players for zone in (p.hand, p.crew, p.goods, p.fulfilled)]
    zones += [zone for ship in s.ships for zone in (ship.contracts, ship.cargo, ship.under)]
    cards = [card for zone in zones for card in zone]
    assert len(cards) == len(set(cards))
    assert s.cat.number["wind-turbines"] in cards
    assert not s.limbo


@pytest.mark.parametrize("name", OTHERS)
def test_a_copy_outlives_being_written_and_read(name: str) -> None:
    game = copied(name)
    again = ex.Game(ex.Position.load(game.position.text()))
    assert again.state.copied == game.state.copied
    assert [o.key for o in again.options] == [o.key for o in game.options]
    assert [o.key for o in again.interrupts] == [o.key for o in game.interrupts]


def _lasting(name: str) -> bool:
    of = POWERS[name].abilities
    return any(isinstance(a, (Answers, AtScoring, WinsWhen)) and a.zone == FULFILLED for a in of)


@pytest.mark.parametrize("name", [name for name in OTHERS if _lasting(name)])
def test_a_copied_lasting_power_is_in_force_beside_the_original(name: str) -> None:
    game = copied(name)
    card, original = game.catalogue.number["wind-turbines"], game.catalogue.find(name)
    index = game.state.index
    answering = [entry for q in QUESTIONS for answers in getattr(index, q) for entry in answers]
    entries = answering + index.scoring + index.wins
    assert {entry[2] for entry in entries if entry[0].power == name and entry[1] == 0} == {card, original}


@pytest.mark.parametrize("name", sorted(MOVING))
def test_a_copied_text_that_moves_its_card_moves_wind_turbines(name: str) -> None:
    game = copied(name)
    card = game.catalogue.number["wind-turbines"]
    for _ in range(30):
        if card not in game.state.players[0].fulfilled:
            break
        game.choose(next((o for o in game.options if o.key in ("buy", "island", "board/green 2")), game.options[0]))
    assert card not in game.state.players[0].fulfilled
    assert game.state.copied == []  # elsewhere it is again what is printed on it
    assert game.catalogue.find(name) in game.state.players[0].fulfilled


def test_every_built_power_is_tried() -> None:
    assert len(OTHERS) >= 24
