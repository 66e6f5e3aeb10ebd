"""Setting up a game: what lies where, and that chance treats colors and seats alike."""

from __future__ import annotations

from collections import Counter

import pytest

import explorer as ex
from explorer.catalogue import load_catalogue
from explorer.edits import EditError
from explorer.files.cardwords import short_card
from explorer.options import SetupError
from explorer.rulebook import rulings as full_rulings
from explorer.rules import setup
from explorer.state import HARBOR, SEA, State, plain
from explorer.terms import CAPITAL, HARBORS


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_card_is_dealt_where_it_belongs(players: int) -> None:
    """R-SETUP-3, R-SETUP-4, R-SETUP-5, R-SETUP-6, R-SETUP-7, R-SETUP-9."""
    game = ex.new_game(players=players, seed=3)
    s = game.state
    assert len(s.island) == players
    assert len(s.deck) == 100 - players - 4 * players - 5 * players
    assert s.discard == []
    assert [(ship.at, len(ship.cargo), ship.contracts) for ship in s.ships] == [(HARBOR, 0, []), (SEA, 4, [])] * players
    for player in s.players:
        assert (len(player.hand), player.crew, player.goods, player.fulfilled) == (5, [], [], [])
        assert player.credits == (14 if HARBORS[player.harbor] == "gray" else 10)
    cards = [*s.island, *s.deck, *(c for p in s.players for c in p.hand), *(c for ship in s.ships for c in ship.cargo)]
    assert sorted(cards) == sorted(load_catalogue().of_sets(("base",)))


def test_four_players() -> None:
    """R-SETUP-3, R-SETUP-4: four on the island, 60 in the deck, four colors, none of them gray, 10 credits each."""
    for seed in range(20):
        game = ex.new_game(players=4, seed=seed)
        assert (len(game.state.island), len(game.state.deck)) == (4, 60)
        assert len(game.credits) == 4 and "gray" not in game.credits
        assert set(game.credits.values()) == {10}
        assert (game.decision.kind, game.decision.phase) == ("lead", "declare")
        assert game.decision.player == list(game.credits)[game.state.leader]


def test_six_players_have_the_gray_harbor() -> None:
    """R-SETUP-4, R-SETUP-7: all six harbors, and 4 credits more for gray."""
    for seed in range(10):
        found = ex.new_game(players=6, seed=seed).credits
        assert sorted(found) == sorted(HARBORS)
        assert found == dict.fromkeys(found, 10) | {"gray": 14}


def test_harbors_and_starting_players_are_random() -> None:
    """R-SETUP-4, R-SETUP-10: over 400 games no color and no seat is left out, and a seed decides everything."""
    harbors: Counter[int] = Counter()
    leaders: Counter[int] = Counter()
    for seed in range(400):
        s = ex.new_game(players=3, seed=seed).state
        harbors[s.players[0].harbor] += 1
        leaders[s.leader] += 1
    assert sorted(harbors) == [0, 1, 2, 3, 4]
    assert min(harbors.values()) >= 40
    assert sorted(leaders) == [0, 1, 2]
    assert min(leaders.values()) >= 90
    for seed in (0, 7, 399, -1, 2**63):
        one, two = (ex.new_game(players=3, seed=seed).state for _ in range(2))
        assert plain(one) == plain(two)
    assert plain(ex.new_game(players=3, seed=1).state) != plain(ex.new_game(players=3, seed=2).state)


def test_every_card_can_come_first() -> None:
    """R-SETUP-2: over 400 games the first card on the island is nearly any of the hundred."""
    first = Counter(ex.new_game(players=3, seed=seed).state.island[0] for seed in range(400))
    assert len(first) > 90
    assert max(first.values()) < 20


def test_named_harbors_sit_clockwise_as_named() -> None:
    """Harbors may be named instead of drawn."""
    assert list(ex.new_game(players=3, seed=1, harbors=["red", "green", "blue"]).credits) == ["red", "green", "blue"]


def test_seeds_that_are_none_are_told_the_range() -> None:
    with pytest.raises(SetupError, match="from -9223372036854775808 to 18446744073709551615"):
        ex.new_game(seed=2**64)


# Capital


def stacked(monkeypatch: pytest.MonkeyPatch, top: list[str], rulings: dict[str, str] | None = None) -> State:
    """A two-player game with the capital set whose deck begins with these cards, short forms as in positions."""
    made = []
    for word in top:
        card = short_card(word)
        assert card is not None
        made.append(card)
    base = load_catalogue()
    cat = base.with_cards(made)
    rest = [card for card in base.of_sets(("base", "capital")) if base.color[card] != CAPITAL]
    order = [*rest, *reversed(range(len(base), len(cat)))]

    def stack(s: State, cards: list[int]) -> None:
        if len(cards) == len(order):
            cards[:] = order

    monkeypatch.setattr(setup, "shuffle", stack)
    return setup.deal(cat, order, 2, full_rulings(rulings or {}), 1, [0, 1])


def names(s: State, cards: list[int]) -> list[str]:
    return [s.cat.cards[card].id for card in cards]


def test_capital_cards_on_ships_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-CAPITAL-2: discarded and replaced by the next card, again and again."""
    top = ["technology/load", "agriculture/load", "technology/import", "capital/barter", "capital/barter"]
    s = stacked(monkeypatch, [*top, "consumer/load", "agriculture/load", "luxury/load"])
    assert names(s, s.island) == ["technology-load", "agriculture-load"]
    assert names(s, s.ships[1].cargo) == ["technology-import", "consumer-load", "agriculture-load", "luxury-load"]
    assert names(s, s.discard) == ["capital-barter", "capital-barter"]
    assert all(len(player.hand) == 5 for player in s.players)


def test_capital_cards_stay_on_the_island_and_in_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-CAPITAL-2, AMB-88: only on ships they are replaced."""
    s = stacked(monkeypatch, ["capital/barter", "technology/load", *["luxury/load"] * 8, "capital/barter"])
    assert names(s, s.island) == ["capital-barter", "technology-load"]
    assert "capital-barter" in names(s, s.players[0].hand)
    assert s.discard == []


def test_capital_cards_replaced_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruling grey-in-setup: under the other reading none is dealt anywhere."""
    top = ["capital/barter", "technology/load", *["luxury/load"] * 9, "capital/barter"]
    s = stacked(monkeypatch, top, {"grey-in-setup": "everywhere"})
    assert names(s, s.island) == ["technology-load", "luxury-load"]
    assert names(s, s.discard) == ["capital-barter", "capital-barter"]
    assert all(s.cat.color[card] != CAPITAL for player in s.players for card in player.hand)


def test_gray_with_the_capital_set() -> None:
    """R-CAPITAL-1, AMB-82: gray takes part with any number of players and begins with 2 credits more."""
    seen = set()
    for seed in range(30):
        found = ex.new_game(players=3, seed=seed, sets=["base", "capital"]).credits
        seen |= set(found)
        assert found == dict.fromkeys(found, 10) | ({"gray": 12} if "gray" in found else {})
    assert seen == set(HARBORS)


@pytest.mark.parametrize(("reading", "credits"), [("two", 12), ("four", 14), ("six", 16)])
def test_gray_with_six_players_and_the_capital_set(reading: str, credits: int) -> None:
    """Ruling grey-extra-credits-six."""
    rulings = {"grey-extra-credits-six": reading}
    assert ex.new_game(players=6, sets=["base", "capital"], rulings=rulings).credits["gray"] == credits


def test_the_market_begins_at_zero() -> None:
    """R-MARKET-1: the goods on the ships move no marker."""
    game = ex.new_game(players=3, market=True)
    assert game.state.market == (0, 0, 0, 0, 0)
    assert game.view(0)["market"] == dict.fromkeys(("technology", "agriculture", "consumer", "luxury", "illegal"), 0)
    assert ex.new_game(players=3).state.market == ()


def test_the_port_comes_with_the_tokyo_set() -> None:
    """R-TOKYO-1: unless one says otherwise."""
    tokyo = ["base", "tokyo"]
    assert ex.new_game(players=2, sets=tokyo).state.port and ex.new_game(players=2, port=True).state.port
    assert not ex.new_game(players=2, sets=tokyo, port=False).state.port and not ex.new_game(players=2).state.port


@pytest.mark.parametrize("port", [False, True])
def test_port_and_market_are_kept_in_written_positions(port: bool) -> None:
    game = ex.new_game(players=2, sets=["base", "tokyo"], port=port, market=True)
    again = ex.Game(game.position)
    assert (again.state.port, again.state.market) == (port, (0, 0, 0, 0, 0))


@pytest.mark.parametrize("variant", [1, 2])
def test_physical_containers(variant: int) -> None:
    """R-VARIANT-1, R-VARIANT-4: the ships at sea begin with containers, their cards lie on the discard pile."""
    s = ex.new_game(players=3, containers=variant).state
    assert all(s.cat.name[card].endswith(" Container") for ship in s.ships for card in ship.cargo)
    assert len(s.discard) == 12 and len(s.tokens) == 138
    s = ex.new_game(players=3, sets=["base", "capital"], containers=variant).state
    assert all(s.cat.name[card].endswith(" Container") for ship in s.ships for card in ship.cargo)


def test_edits_of_containers_and_the_market_that_are_refused() -> None:
    """R-VARIANT-1, R-MARKET-1: containers lie where containers may; the Market has its five markers."""
    game = ex.new_game(players=2, harbors=["green", "blue"], containers=1, market=True)
    card = game.state.cat.name[game.state.deck[-1]]
    for edit, word in (
        (("move", "Luxury Container", "green/hand"), "physical Container"),
        (("move", card, "supply"), "supply"),
        (("market", "capital", 1), "marker"),
        (("market", "luxury", 3), "level"),
    ):
        with pytest.raises(EditError, match=word):
            game.edit(edit)
    with pytest.raises(EditError, match="without"):
        ex.new_game(players=2).edit(("market", "luxury", 1))
    assert game.edit(("market", "luxury", -2)).state.market[3] == -2
