"""The faces of cards: every contract at every size, Flag, rainbow and Capital; hostile names; super-ships; refusals."""

from __future__ import annotations

import re

import pytest
from htmlreader import EVIL, Reader
from shots import played, stepped

import explorer as ex
from explorer.catalogue import Catalogue, generic, load_catalogue
from explorer.draw.card import SIZES, card_html, card_text, cards_html, cut, pays, power_words
from explorer.draw.decision import card_html as card_panel
from explorer.draw.decision import decision_html
from explorer.draw.table import board_html, make_scene, table_html
from explorer.draw.turn import lanes_html, stack_html
from explorer.language.abilities import POWERS
from explorer.language.questions import payout
from explorer.terms import LOAD, TECHNOLOGY

CAT = load_catalogue()


def read(card: str, size: str = "large", side: int = -1) -> Reader:
    return Reader(card_html(CAT, CAT.find(card), size, side))


@pytest.mark.parametrize("size", SIZES)
def test_every_contract_has_a_face(size: str) -> None:
    count = 0
    for number, card in enumerate(CAT.cards):
        if CAT.base[number] != number:
            continue
        reader = Reader(card_html(CAT, number, size))
        for contract in card.contracts:
            count += 1
            assert contract.name in reader.text
            assert reader.text.count("no power yet") >= (size == "large" and contract.power not in POWERS)
            boxes = sum(re.search(r"\bie-box\b", attrs.get("class") or "") is not None for _tag, attrs in reader.tags)
        assert boxes == sum(sum(contract.load) for contract in card.contracts)
    assert count == 180


def test_a_large_face_says_what_the_power_does() -> None:
    for number, card in enumerate(CAT.cards):
        text = Reader(card_html(CAT, number)).text
        assert all(power_words(contract) in text for contract in card.contracts)
        assert all("not written down" not in power_words(contract) for contract in card.contracts)


def test_printed_values_of_a_card() -> None:
    text = read("Pistols").text
    for words in ("Illegal", "Pirate", "Lasting", "Load 2, pays 6 cr", "base", "≈ reconstructed"):
        assert words in text
    assert "no power yet" not in text
    unheard = CAT.with_values(CAT.find("Pistols"), power="Unheard Of")
    assert "no power yet" in Reader(card_html(unheard, CAT.find("Pistols"))).text


def test_what_a_load_pays_is_what_the_rules_pay() -> None:
    s = ex.new_game(players=2, seed=1).state
    assert [pays(n) for n in range(2, 9)] == [payout(s, 0, 0, n) for n in range(2, 9)]


def test_capital_rainbow_and_tiers() -> None:
    automation = card_html(CAT, CAT.find("Automation"))
    assert re.search(r'class="ie-ring ie-k-capital">5<', automation)
    assert automation.count("ie-any") == 5 and "any" in Reader(automation).text
    mixed = card_html(CAT, CAT.find("Artifacts"), "small")
    assert "ie-sign-L" in mixed and "ie-sign-I" in mixed
    assert "no tier" in read("Ammunition").text


def test_a_flag_card_shows_both_halves_and_which_side_is_up() -> None:
    picture = ex.card("Yerba Mate")
    assert picture.side == 1 and "Avocado" in repr(picture)
    html = picture._repr_html_()
    assert html.count("ie-half is-up") - html.partition("</style>")[0].count("ie-half is-up") == 1
    assert html.index('<div class="ie-half">') < html.index('<div class="ie-half is-up">')
    assert "side up" in Reader(html).text
    neither = read("Avocado / Yerba Mate")
    assert "Avocado" in neither.text and "Yerba Mate" in neither.text and "side up" not in neither.text
    assert read("Yerba Mate").text == picture_text("Yerba Mate"), "a face is drawn as the whole card, with its side up"
    caps = [attrs for _tag, attrs in Reader(table_with("flag-1")).tags if "is-two" in (attrs.get("class") or "")]
    assert len(caps) == 1


def picture_text(card: str) -> str:
    whole = CAT.base[CAT.find(card)]
    return Reader(card_html(CAT, whole, side=CAT.faces[whole].index(CAT.find(card)))).text


def table_with(card: str) -> str:
    s = ex.new_game(players=2, seed=1).state.copy()
    s.players[0].hand.append(s.cat.find(card))
    return table_html(s)


def test_own_and_made_values_have_a_pencil() -> None:
    cat = Catalogue([generic(TECHNOLOGY, LOAD, "technology 1", "technology, rainbow")])
    html = card_html(cat, 0)
    assert "ie-icon-pencil" in html and "made here" in html and "No power" in html
    assert "≈" not in html
    changed = CAT.with_values(CAT.find("Pistols"), tier="illegal 2")
    assert "ie-icon-pencil" in card_html(changed, CAT.find("Pistols"), "small")


@pytest.mark.parametrize("size", [*SIZES, "chip"])
def test_hostile_names_are_escaped(size: str) -> None:
    cat = CAT.with_values(CAT.find("Pistols"), name=EVIL)
    cat = cat.with_values(CAT.find("Avocado"), side=1, name=EVIL)
    for number in (CAT.find("Pistols"), CAT.find("Avocado")):
        if size == "chip":
            s = ex.new_game(players=2, seed=1, catalogue=cat).state.copy()
            s.players[0].hand = [number]
            reader = Reader(table_html(s) + stack_html(make_scene(s, live=True)) + card_panel(make_scene(s), number))
        else:
            reader = Reader(card_html(cat, number, size))
        assert "img" not in {tag for tag, _attrs in reader.tags}
        assert not any(name.startswith("on") for _tag, attrs in reader.tags for name in attrs)
        assert EVIL in " ".join(reader.words)


def test_unknown_cards_and_sizes() -> None:
    with pytest.raises(KeyError, match="Pistols"):
        ex.card("Pistolz")
    with pytest.raises(ValueError, match="large, small"):
        card_html(CAT, 0, "huge")


def test_a_card_shows_itself_and_nothing_else_is_needed() -> None:
    html = ex.card("Pistols")._repr_html_()
    assert html.startswith("<style>") and "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert repr(ex.card("Pistols")) == card_text(CAT, CAT.find("Pistols"))
    assert Reader(cards_html(CAT)).text.count(", pays ") == 180


def test_a_long_text_is_cut_at_a_word() -> None:
    words = "one two three four five six seven eight nine ten"
    said = cut(words, 11, 60, 3)
    assert said.endswith(" …") and words.startswith(said[:-2])
    assert cut("short", 11, 60, 1) == "short"


def test_a_super_ship_is_one_double_hull() -> None:
    game = stepped("partnership/joins-two-ships")
    html = board_html(make_scene(game.state))
    pair = html.partition('<span class="ie-hulls">')[2].partition("</div>")[0]
    assert "Green 1" in pair and "Green 2" in pair and html.count("Green 2") == 1 and html.count("is-super") == 1
    assert "super-ship" in Reader(html).text and "Partnership" in Reader(html).text
    assert html.count('class="ie-box ie-open') == 5  # one of them in the legend


def test_refused_choices_are_sentences_and_show_their_cards() -> None:
    game = ex.Game(ex.Position.load("notebooks/positions/example_turn.yaml"))
    scene = make_scene(game.state, live=True)
    html = decision_html(scene, game.refused)
    text = Reader(html).text
    assert "Lead Supply with Laptops" in text and "lead/" not in text and "lead · " not in text
    assert '<span class="ie-key" data-card="laptops">' in html
    assert re.search(r'data-ie="choose"[^>]* data-card="laptops"', html)


@pytest.mark.parametrize("seed", range(3))
def test_every_refusal_can_be_said(seed: int) -> None:
    game = ex.new_game(players=3, seed=seed)
    for step in range(120):
        if game.decision is None:
            break
        html = decision_html(make_scene(game.state), game.refused)
        assert "{" not in html and "draw.attempt" not in html
        game.choose((step * 7 + seed) % len(game.options) + 1)


def test_the_end_says_what_was_performed() -> None:
    game = played(3, 5000, 6)
    assert game.over
    assert re.search(r"\d of \d", Reader(lanes_html(make_scene(game.state))).text)


def test_hands_fold_to_tiles_where_many_play() -> None:
    s = ex.new_game(players=6, seed=2).state
    assert s.asking is not None
    html = board_html(make_scene(s, live=True))
    for seat, player in enumerate(s.players):
        for card in player.hand:
            assert f'data-card="{s.cat.key[card]}"' in html
            assert (f'<span class="ie-name">{s.cat.name[card]}<' in html) == (seat == s.asking[0])


def test_the_legend_explains_the_signs() -> None:
    text = Reader(board_html(make_scene(ex.new_game(players=2, seed=1).state))).text
    for words in ("What the signs mean", "Supply", "Barter", "Technology", "≈", "∅", "printed on the harbor"):
        assert words in text
