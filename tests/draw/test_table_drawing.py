"""The table as HTML and as text: everything that lies on it is shown, nothing hidden gets out, all is escaped."""

from __future__ import annotations

import re

import pytest
from htmlreader import EVIL, Reader
from shots import played

import explorer as ex
from explorer.catalogue import load_catalogue
from explorer.draw.cited import clause_words
from explorer.draw.decision import decision_html, log_html, scores_html
from explorer.draw.plain import table_text
from explorer.draw.style import style_sheet
from explorer.draw.table import find_seat, make_scene, table_html
from explorer.draw.turn import turn_facts
from explorer.state import State


def shown_cards(s: State) -> list[int]:
    cards = [*s.island, *s.limbo, *s.discard[-1:], *(card for _seat, card in s.played)]
    for player in s.players:
        cards += [*player.hand, *player.crew, *player.goods, *player.fulfilled]
    for ship in s.ships:
        cards += [*ship.contracts, *ship.cargo]
    return cards


@pytest.mark.parametrize(("players", "steps", "seed"), [(2, 0, 1), (3, 40, 2), (4, 90, 3), (5, 150, 4), (6, 200, 5)])
def test_every_card_in_every_open_zone_is_shown(players: int, steps: int, seed: int) -> None:
    s = played(players, steps, seed).state
    html = table_html(s)
    reader = Reader(html)
    titles = " | ".join(attrs.get("title") or "" for _tag, attrs in reader.tags)
    text = table_text(s)
    for card in shown_cards(s):
        assert s.cat.name[card] in titles
        assert s.cat.name[card] in text
    for number in (len(s.deck), len(s.discard)):
        assert str(number) in reader.text
    for player in s.players:
        assert f"{player.credits} cr" in reader.text
        assert f"{player.credits} cr" in text


def test_the_count_of_contracts_is_that_of_the_signs_beside_it() -> None:
    seats = "players: [red, {harbor: blue, fulfilled: [Pistols, Foxes]}, yellow]"
    html = table_html(ex.Game(ex.Position.load(seats)).state)
    rows = [row for row in re.findall(r'<div class="ie-line">(.*?)</div></div>', html, re.S)]
    counts = [re.search(r"<b>(\d+)</b>", row)[1] for row in rows]  # type: ignore[index]
    assert sorted(counts) == ["1", "1", "3"]
    assert [str(row.count('class="ie-cap ')) for row in rows] == counts


def test_a_filler_is_drawn_without_an_action() -> None:
    crew = "players: [{harbor: red, crew: [filler]}, blue]"
    html = table_html(ex.Game(ex.Position.load(crew)).state)
    assert "ie-tile" in html and "act-none" not in html


@pytest.mark.parametrize("seed", range(4))
def test_nothing_of_the_state_is_changed(seed: int) -> None:
    from explorer.state import plain

    game = played(3, 60, seed)
    before = plain(game.state)
    table_html(game.state)
    table_text(game.state)
    assert plain(game.state) == before


def test_hostile_names_are_escaped() -> None:
    cat = load_catalogue()
    for name in ("Paper", "Rope", "Beer"):
        if name in cat.name:
            cat = cat.with_values(cat.find(name), name=EVIL)
    game = ex.new_game(players=3, seed=3, catalogue=cat.with_values(0, name=EVIL))
    s = game.state.copy()
    s.players[0].name = EVIL
    s.players[1].hand.append(0)
    s.players[1].fulfilled.append(0)
    s.ships[0].contracts.append(0)
    s.ships[1].cargo.append(0)
    s.island.append(0)
    pieces = [table_html(s), decision_html(make_scene(s, live=True), (), (), EVIL, EVIL), log_html(s)]
    for html in pieces:
        reader = Reader(html)
        assert "img" not in {tag for tag, _attrs in reader.tags}
        assert not any(name.startswith("on") for _tag, attrs in reader.tags for name in attrs)
    assert EVIL in " ".join(Reader(pieces[0]).words)
    assert EVIL in table_text(s)


def test_a_seat_sees_no_other_hand() -> None:
    game = ex.new_game(players=3, seed=5)
    decider = game.decision
    assert decider is not None
    s = game.state
    other = (decider.seat + 1) % 3
    for draw in (table_html, table_text):
        mine, others = draw(s, decider.seat), draw(s, other)
        for card in s.players[decider.seat].hand:
            assert s.cat.name[card] in mine
            assert s.cat.name[card] not in others
        for card in s.players[other].hand:
            assert s.cat.name[card] not in mine


def test_a_seat_does_not_read_what_others_drew() -> None:
    game = ex.new_game(players=3, seed=5).choose("draw")
    s = game.state
    drawer = (s.leader - 1) % 3
    drawn = game.log[-2].fields.get("cards") or next(e.fields["cards"] for e in game.log if e.name == "CardsDrawn")
    name = s.cat.name[drawn[0]]
    assert name in log_html(s, drawer)
    assert name not in log_html(s, (drawer + 1) % 3)


def test_unknown_seat() -> None:
    s = ex.new_game(players=2, seed=1, harbors=["green", "red"]).state
    assert find_seat(s, "red") == 1
    with pytest.raises(ValueError, match="green, red"):
        table_html(s, "purple")


def test_options_and_board_share_their_numbers() -> None:
    game = ex.Game(ex.Position.load("players: [{harbor: green, hand: [technology/load]}, {harbor: red}]"))
    scene = make_scene(game.state)
    option = next(o for o in game.options if o.key.startswith("lead/load"))
    assert scene.cards[game.state.players[0].hand[0]] == [option.number]
    html = table_html(game.state)
    assert html.count("is-offered") == style_sheet().count("is-offered") + 1


def test_declarations_are_read_off_the_log() -> None:
    game = ex.Game(ex.Position.load("notebooks/positions/example_turn.yaml"))
    for key in ("lead/load/laptops/1", "draw", "follow/drones/2"):
        game.choose(key)
    facts = turn_facts(game.state)
    assert [(f["declared"], f["how"]) for f in facts] == [
        (1, "with-cards"),
        (0, "drew"),
        (2, "with-cards"),
        (None, ""),
    ]
    game.choose("draw").choose("declare/1").choose("load/chairs/green 1")
    assert [(f["declared"], f["done"]) for f in turn_facts(game.state)] == [(1, 1), (0, 0), (2, 0), (1, 0)]


def test_clauses_show_their_text() -> None:
    assert "leader" in clause_words("R-TURN-1")
    assert clause_words("ruling loop-guard").endswith("?")
    assert clause_words("nothing of the kind") == ""


def test_scores_have_a_line_for_every_amount() -> None:
    game = played(3, 5000, 6)
    assert game.over
    reader = Reader(scores_html(game.state))
    for row in game.scores:
        assert f"{row['credits']:+d}".replace("-", "−") in reader.text or row["credits"] == 0
    for player in game.state.players:
        assert str(player.credits) in reader.text


def test_no_text_is_smaller_than_eleven_pixels_and_every_class_has_the_prefix() -> None:
    css = style_sheet()
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:[^;}]*?([\d.]+)px", css)]
    assert min(sizes) >= 11
    selectors = re.sub(r"\{[^{}]*\}", " ", re.sub(r"url\([^)]*\)", "", css))
    names = set(re.findall(r"\.([A-Za-z][\w-]*)", selectors)) - {"vscode-dark", "on", "now", "cur"}
    assert {name for name in names if not name.startswith(("ie-", "is-")) and name != "ie"} == set()
    assert "http://" not in css.replace("http://www.w3.org/2000/svg", "") and "https://" not in css


def test_a_game_shows_itself() -> None:
    game = ex.new_game(players=2, seed=1)
    assert game._repr_html_().startswith("<style>")
    assert "Supply Island" in str(game)
    widths = [len(line) for line in str(game).splitlines()]
    assert max(widths) <= 110
