"""Flag cards in games: dealt, saved, edited, undone, and under keys of either name."""

from __future__ import annotations

from random import Random

import pytest

import explorer as ex
from explorer.edits import EditError
from explorer.game import Game
from explorer.lab.invariants import broken, card_places
from explorer.lab.playouts import pick
from explorer.language.stepper import choose
from explorer.position import Position
from explorer.state import plain


def game(hand: str = "Lumber", cargo: str = "") -> Game:
    """Green is to load, with a contract for technology and agriculture."""
    return Game(
        Position.load(
            "sets: [base, flag]\nturn: {led: load, declared: {green: 1, yellow: 0}, performing: green}\n"
            f"players: [{{harbor: green, hand: [{hand}], ships: [{{contracts: ['x needs technology 2, agriculture 2'], "
            f"containers: [{cargo}]}}]}}, yellow]"
        )
    )


def test_a_dealt_ship_shows_one_side_of_a_flag_card_and_nothing_else_does() -> None:
    shown = set()
    for seed in range(12):
        s = ex.new_game(players=4, sets=["base", "flag"], seed=seed).state
        assert not broken(s)
        shown |= {card - s.cat.base[card] for ship in s.ships for card in ship.cargo if s.cat.set[card] == "flag"}
        assert len(card_places(s)) == 110
    assert shown == {1, 2}, "each side comes up at times"


def test_the_same_seed_turns_up_the_same_sides() -> None:
    one, other = (ex.new_game(players=4, sets=["base", "flag"], seed=5).state for _ in range(2))
    assert plain(one) == plain(other)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_keep_what_must_hold_and_positions_go_on_identically(seed: int) -> None:
    rng = Random(seed)
    s = ex.new_game(players=2 + seed, sets=["base", "flag"], seed=seed).state
    while not s.over:
        before = s.copy()
        choose(s, pick(s, rng))
        assert not broken(s, before)
        if s.events % 40 == 0 and not s.over:
            again = Position.load(Position.of(s).text()).state()
            assert plain(again) == plain(s)


def test_a_key_may_name_either_side_of_a_whole_card() -> None:
    g = Game(Position.load("sets: [base, flag]\nplayers: [{harbor: green, hand: [Lumber]}, yellow]"))
    assert [option.key for option in g.options] == ["draw", "lead/load/flag-6/1"]
    for name in ("lead/load/maple syrup/1", "lead/load/Lumber/1", "lead/load/Lumber / Maple Syrup/1"):
        g.choose(name)
        g.undo()


def test_a_key_with_the_whole_card_is_refused_where_both_sides_can_be_meant() -> None:
    g = game()
    with pytest.raises(ValueError, match="lumber"):
        g.choose("load/flag-6/green 1")
    g.choose("load/maple syrup/green 1")
    assert g.state.cat.name[g.state.ships[0].cargo[0]] == "Maple Syrup"


def test_undo_and_saving_with_a_side_up() -> None:
    g = game("Lumber, technology")
    before = plain(g.state)
    g.choose("load/maple syrup/green 1")
    again = ex.load(g.save())
    assert plain(again.state) == plain(g.state)
    assert plain(g.undo().state) == before


def test_editing_turns_a_flag_card_as_its_place_needs() -> None:
    g = game("technology, technology", "Maple Syrup")
    cat, find = g.state.cat, g.state.cat.find
    g.edit(("move", "Lumber", "green/hand"))
    assert find("flag-6") in g.state.players[0].hand and not g.state.ships[0].cargo
    g.edit(("move", "maple-syrup", "green/crew"))
    assert g.state.players[0].crew == [find("Maple Syrup")]
    with pytest.raises(EditError, match="Lumber or Maple Syrup"):
        g.edit(("move", "flag-6", "green 1/containers"))
    assert cat.base[g.state.players[0].crew[0]] == find("flag-6")
