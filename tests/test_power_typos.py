"""Typos in a declared power are errors at once, each with a word on how to mend it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import explorer as ex
from explorer.language import events as ev
from explorer.language.abilities import OTHERS, POWERS, Answers, OnFulfill, PowerError, When
from explorer.language.verbs import Draw, EachDraws, EachPays, Gain, Lasting, May, Pay, PayEach, Seq

anything: Any = None  # for arguments of a wrong type
AMOUNTS: tuple[Any, ...] = (Draw, Gain, Pay, EachPays, PayEach, EachDraws)


@pytest.mark.parametrize(
    ("declare", "said"),
    [
        (lambda: When(*["CardSoldd"], do=Gain(1)), "ev.CardSold. Did you mean CardSold"),
        (lambda: When(999, do=Gain(1)), "999 is no event"),
        (lambda: When(ev.CardSold, by="other", do=Gain(1)), "YOU, OTHERS or ANYONE"),
        (lambda: When(ev.CardSold, colour=3, do=Gain(1)), "Did you mean color?"),
        (lambda: When(ev.CardSold, color="luxury", do=Gain(1)), "explorer.terms"),
        (lambda: Answers("crew_limt", with_=3), "Did you mean crew_limit"),
        (lambda: Answers("crew_limit", of="me", with_=3), "YOU, OTHERS or ANYONE"),
        (lambda: ex.power("Typos", *[anything or Gain(1)]), "Gain(…) is no head"),
        (lambda: ex.power("Typos", OnFulfill(anything or 3)), "3 is no body for 'Typos'"),
        (lambda: Answers("crew_limit"), "Answers(crew_limit) needs either by"),
        (lambda: Answers("crew_limit", by=lambda *_: 3, with_=3), "either by"),
        (lambda: Answers("crew_limit", by=anything or 3), "a function"),
        (lambda: May(anything or 3), "May is made of verbs"),
        (lambda: Seq(Gain(1), anything or "Draw"), "Seq is made of verbs, such as Gain(1), and 'Draw' is none"),
        (lambda: Lasting(-1, until=("turn end",)), "counted from 0"),
        *((lambda v=v, n=n: v(n), f"{v.__name__} needs an amount") for v in AMOUNTS for n in (0, -1, "2", 1.5, True)),
    ],
)
def test_typo(declare: Callable[[], object], said: str) -> None:
    with pytest.raises(PowerError) as error:
        declare()
    assert said in str(error.value)
    assert "Typos" not in POWERS


def test_event_that_does_not_exist() -> None:
    with pytest.raises(AttributeError, match=r"There is no event 'CardSol'\. Did you mean CardSold"):
        getattr(ev, "CardSol")  # noqa: B009 - as somebody would write it


POSITION = """
turn: {led: supply, declared: {green: 0, yellow: 1}, performing: yellow}
leader: yellow
cards: {Town Crier: {color: luxury, power: Crying}}
players:
- {harbor: green, name: Ann, fulfilled: [Town Crier]}
- {harbor: yellow, hand: [luxury, illegal], crew: [technology/load]}
"""


def test_power_of_a_card_that_a_position_defines() -> None:
    ex.power("Crying", When(ev.CardSold, by=OTHERS, do=Gain(1)))
    try:
        game = ex.Game(ex.Position.load(POSITION))
        assert game.choose("sell/luxury").credits == {"green": 11, "yellow": 14}
    finally:
        POWERS.pop("Crying")


def test_words_for_a_full_crew_a_named_seat_and_a_card_not_in_the_game() -> None:
    game = ex.Game(ex.Position.load(POSITION.replace(", power: Crying", "")))
    assert any(option.text.endswith("and discard it, since your Crew is full") for option in game.options)
    assert "GREEN (ANN)" in str(game)
    with pytest.raises(ValueError, match="not in this game"):
        game.edit(("move", "Coffee", "deck"))


LATER = POSITION.replace("{color: luxury, power: Crying}", "{color: luxury, power: Lauding}")


def test_a_running_game_hears_powers_declared_later() -> None:
    """As in a notebook: the game stands there, a cell declares a power, another one declares it anew."""
    ex.power("Lauding", When(ev.CardSold, by=OTHERS, do=Gain(1)))
    try:
        game = ex.Game(ex.Position.load(LATER))
        ex.power("Lauding", When(ev.CardSold, by=OTHERS, do=Gain(3)), replace=True)
        assert game.choose("sell/luxury").credits["green"] == 13
        ex.power("Lauding", When(ev.CardSold, by=OTHERS, do=Gain(5)), replace=True)
        assert game.undo().choose("sell/illegal").credits["green"] == 15
    finally:
        POWERS.pop("Lauding")
