"""The legend explains the signs that the board uses, as a picture and as text."""

from explorer.draw.legend import NOTES, Legend
from explorer.draw.parts import action_name, icon, kind_name
from explorer.terms import ACTIONS, FIVE_ACTIONS, FIVE_KINDS
from explorer.texts import text


def test_picture_and_text_name_every_kind_and_sign() -> None:
    picture, words = Legend()._repr_html_(), str(Legend())
    for kind in FIVE_KINDS:
        assert kind_name(kind) in picture
        assert kind_name(kind) in words
    for name in NOTES:
        assert text(f"draw.legend.{name}") in words
        assert text(f"draw.legend.{name}") in picture


def test_actions_have_the_icons_of_the_board() -> None:
    picture = Legend()._repr_html_()
    for action in FIVE_ACTIONS:
        assert action_name(action) in picture
        assert icon(f"act-{ACTIONS[action]}", 17) in picture
