"""What the drawing says beside the cards: what has just changed, what waits, which crew counted."""

from __future__ import annotations

import pytest
from htmlreader import Reader
from shots import MOMENTS, stepped

import explorer as ex
from explorer.draw.changes import NOTHING, changes
from explorer.draw.decision import decision_html
from explorer.draw.parts import seat_title
from explorer.draw.plain import table_text
from explorer.draw.table import board_html, make_scene, stands_for
from explorer.draw.turn import lanes_html, next_leader, plates_of, stack_html, used_crew, waits_of
from explorer.state import SEA, seat_name


def key(game: ex.Game, cards: object) -> list[str]:
    return sorted(game.catalogue.cards[card].id for card in cards)  # type: ignore[attr-defined]


def test_changes_of_a_fulfilled_contract() -> None:
    game = MOMENTS["middle"]()
    parent = game.node.parent
    assert parent is not None
    found = changes(game.state, parent.state)
    assert found.credits == {2: 10}
    assert found.hands == {2: -1}
    assert key(game, found.cards) == ["stolen-documents", "tortillas"]
    assert changes(game.state, None) == NOTHING
    scene = make_scene(game.state, live=True, before=parent.state)
    html = board_html(scene)
    assert "+10" in html and html.count("is-new") == 2  # one is in the legend
    assert ">new<" in html
    assert "ie-new" not in board_html(make_scene(game.state)).partition("ie-legend")[0]


def test_a_ship_that_sails_or_returns_says_so() -> None:
    game = ex.Game(ex.Position.load("turn: {led: load}\nplayers: [green, yellow]"))
    before, after = game.state, game.state.copy()
    after.ships[0].at = SEA
    assert changes(after, before).ships == {0: "sailed"}
    assert changes(before, after).ships == {0: "returned"}


def test_what_is_under_way_and_what_waits() -> None:
    s = MOMENTS["middle"]().state
    assert [plate.words for plate in plates_of(s)][:3] == ["Turn 14", "leads Load", "Perform"]
    assert plates_of(s)[-1].words == "Stolen Documents"
    waits = [words for words, _card in waits_of(s)]
    assert waits == ["Green 1 sails", "Blue to perform"]
    html = stack_html(make_scene(s))
    assert all(words in html for words in waits)  # what does not fit is in the tooltip


def test_lanes_tell_what_is_cleaned_up_and_who_leads_next() -> None:
    s = MOMENTS["middle"]().state
    assert next_leader(s) == 1
    reader = Reader(lanes_html(make_scene(s)))
    assert "Clean up" in reader.text and reader.text.count("−1") == 2 and "leads next" in reader.text


def test_long_names_are_cut_with_a_tooltip() -> None:
    s = MOMENTS["middle"]().state.copy()
    s.players[0].name = "A name that is much too long for a column"
    html = lanes_html(make_scene(s))
    assert html.count(s.players[0].name) == 1 and "(A name" in html and "…" in html


def test_crew_that_counted_has_a_heavy_foot() -> None:
    text = """
    players:
    - harbor: green
      hand: [luxury/load, 2 luxury]
      crew: [2 technology/load, luxury/pirate]
      fulfilled: 2
      ships: [{contracts: [luxury needs luxury 3]}]
    - yellow
    """
    game = ex.Game(ex.Position.load(text))
    assert used_crew(game.state) == frozenset()
    option = next(o for o in game.options if o.key.startswith("lead/load") and o.key.endswith("/2"))
    s = game.choose(option.key).state
    assert list(used_crew(s)) == [s.players[0].crew[0]]
    assert board_html(make_scene(s)).partition("ie-legend")[0].count("is-used") == 1


@pytest.mark.parametrize(("aboard", "found"), [("capital", {"luxury"}), ("luxury", set())])
def test_a_container_that_stands_for_another_kind(aboard: str, found: set[str]) -> None:
    text = (
        "players: [{harbor: green, ships: [{contracts: [luxury needs luxury 3], containers: "
        f"[luxury, {aboard}/-]}}]}}, yellow]"
    )
    s = ex.Game(ex.Position.load(text)).state
    from explorer.terms import KINDS

    assert {KINDS[kind] for kind in stands_for(s, 0).values()} == found
    assert ("ie-wild" in board_html(make_scene(s)).partition("ie-sea")[0]) == bool(found)


def test_the_decision_names_the_card_that_asks_and_unfolds_powers() -> None:
    game = MOMENTS["middle"]()
    html = decision_html(make_scene(game.state, live=True), game.refused)
    reader = Reader(html)
    assert "Green decides" in reader.text and "Swap Stolen Documents for which" in reader.text
    assert "from Blue" in reader.text and "ie-s" in html
    assert html.index("ie-examples") < html.index("<details")


def test_hands_of_others_are_plain() -> None:
    game = stepped("board/in-the-middle-of-a-power", 1)
    html = board_html(make_scene(game.state))
    green = html.index('data-seat="green"')
    assert "ie-needs" in html[green:] and "ie-needs" not in html[:green].partition("ie-legend")[0]
    own = board_html(make_scene(game.state, seat="red"))
    assert "ie-needs" in own[: own.index("ie-sea")]


def test_a_seat_goes_by_its_color_with_the_name_where_it_has_one() -> None:
    s = MOMENTS["middle"]().state.copy()
    s.players[0].name, s.players[1].name = "Ann", seat_title(s, 1)
    colors = [seat_name(s, seat).capitalize() for seat in (0, 1)]
    assert [seat_title(s, seat) for seat in (0, 1)] == [f"{colors[0]} (Ann)", colors[1]]
    assert f'<span class="ie-who">{colors[0]} (Ann)</span>' in board_html(make_scene(s))
    assert f"{colors[0].upper()} (ANN)" in table_text(s)
