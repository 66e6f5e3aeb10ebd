"""Rulings that no printed power shows alone, shown by powers that only these tests declare."""

from collections.abc import Iterator
from textwrap import dedent

import pytest

from explorer import game as _game  # noqa: F401 - declares the rules and the powers
from explorer.game import Game
from explorer.language import events as ev
from explorer.language.abilities import ABILITIES, POWERS, YOU, When, power
from explorer.language.checks import PROMPTS
from explorer.language.ships import load
from explorer.language.stepper import PROCS
from explorer.language.verbs import Choose, Draw, Gain, Seq, Steps
from explorer.scenario import Scenario
from explorer.state import HARBOR, Frame, State


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Forget the powers of a test when it is over."""
    tables = (POWERS, ABILITIES, PROMPTS, PROCS)
    before = [set(table) for table in tables]
    yield
    for table, names in zip(tables, before, strict=True):
        for name in set(table) - names:
            del table[name]


def play(written: str, **rulings: str) -> Game:
    """Play a scenario with some rulings."""
    return Scenario.load(dedent(written)).play({name.replace("_", "-"): reading for name, reading in rulings.items()})


# own-batch-seen: a power that draws a card whenever its owner fulfills a contract

BATCH = """
    title: A lasting power arrives together with another contract
    clause: ruling own-batch-seen
    cards:
      Bells: {{color: luxury, needs: luxury 2, power: Bells}}
      Radios: {{color: technology, needs: technology 2}}
    turn: {{led: load, declared: {{green: 1, yellow: 0}}, performing: green}}
    players:
    - harbor: green
      hand: [luxury]
      ships: [{{at: harbor, contracts: [Bells, Radios], containers: [luxury, technology, technology]}}]
    - {{harbor: yellow}}
    steps:
    - choose: load/luxury/green 1
    expect:
      green: {{credits: 20, fulfilled: [Bells, Radios], hand: {drawn}}}
    """


@pytest.mark.parametrize(
    ("includes", "reading", "drawn"),
    [
        (False, "only-if-its-text-includes-itself", 0),
        (True, "only-if-its-text-includes-itself", 2),
        (False, "never", 0),
        (True, "never", 0),
        (False, "always", 2),
        (True, "always", 2),
    ],
)
def test_own_batch(includes: bool, reading: str, drawn: int) -> None:
    """The contracts of its own ship are seen where the text includes itself, never, or always (one card each)."""
    power("Bells", When(ev.ContractFulfilled, by=YOU, do=Draw(1), includes_itself=includes))
    play(BATCH.format(drawn=drawn), own_batch_seen=reading)


@pytest.mark.parametrize("reading", ["only-if-its-text-includes-itself", "never", "always"])
def test_own_batch_later(reading: str) -> None:
    """Whatever the reading, a power that was there before answers a later fulfillment."""
    power("Bells", When(ev.ContractFulfilled, by=YOU, do=Draw(1)))
    play(
        """
        title: A lasting power that was there before
        cards: {Bells: {power: Bells}}
        turn: {led: load, declared: {green: 1, yellow: 0}, performing: green}
        players:
        - harbor: green
          hand: [luxury]
          fulfilled: [Bells]
          ships: [{at: harbor, contracts: [luxury needs luxury 2], containers: [luxury]}]
        - {harbor: yellow}
        steps:
        - choose: load/luxury/green 1
        expect:
          green: {hand: 1}
        """,
        own_batch_seen=reading,
    )


# loop-guard: a power that draws another card whenever its owner draws

LOOP = """
    title: A power sets itself off
    clause: ruling loop-guard
    cards: {{Echoes: {{power: Echoes}}}}
    players:
    - {{harbor: green, hand: 4, fulfilled: [Echoes]}}
    - {{harbor: yellow}}
    deck: [6 x]
    steps:
    - choose: draw
    expect:
      green: {{hand: {hand}}}
    """


@pytest.mark.parametrize(
    ("reading", "hand"), [("each-time", 10), ("never-in-own-chain", 6), ("afresh-after-a-fulfilment", 6)]
)
def test_loop_guard(reading: str, hand: int) -> None:
    """Each time goes on while there are cards; the guards let it answer the draw action alone."""
    power("Echoes", When(ev.CardsDrawn, by=YOU, do=Draw(1)))
    play(LOOP.format(hand=hand), loop_guard=reading)


THROUGH_FULFILLMENT = """
    title: A power sets itself off through a fulfillment
    clause: ruling loop-guard
    cards:
      Echoes: {{power: Echoes}}
    turn: {{led: load, declared: {{green: 1, yellow: 0}}, performing: green}}
    players:
    - harbor: green
      hand: [luxury, consumer]
      fulfilled: [Echoes]
      ships:
      - {{at: harbor, contracts: [luxury needs luxury 2], containers: [luxury]}}
      - {{at: harbor, contracts: [consumer needs consumer 2], containers: [consumer]}}
    - {{harbor: yellow}}
    deck: [20 x]
    steps:
    - choose: load/luxury/green 1
    expect:
      green: {{hand: {drawn}, credits: 22}}
      green 2: sea
    """


def _load_the_other_ship(s: State, f: Frame) -> None:
    ship = 2 * f.who + 1
    if s.ships[ship].at == HARBOR:
        load(s, f, f.who, s.players[f.who].hand.pop(0), ship, "power", "power echoes")


@pytest.mark.parametrize(
    ("reading", "drawn"), [("each-time", 2), ("never-in-own-chain", 1), ("afresh-after-a-fulfilment", 2)]
)
def test_loop_guard_through_a_fulfillment(reading: str, drawn: int) -> None:
    """A fulfillment that the power itself brought about is answered but for the strictest guard."""
    power("Echoes", When(ev.ContractFulfilled, by=YOU, do=Seq(Draw(1), Steps(_load_the_other_ship, asks=False))))
    play(THROUGH_FULFILLMENT.format(drawn=drawn), loop_guard=reading)


# Two of one's own answers to order, while another player's waits


def test_answers_of_others_cannot_be_put_first() -> None:
    """A player orders the own answers only; another player's comes later."""
    power("Flutes", When(ev.TurnEnding, do=Choose(Draw(1), Gain(2))))
    power("Horns", When(ev.TurnEnding, do=Choose(Draw(2), Gain(4))))
    power("Bells", When(ev.TurnEnding, do=Gain(6)))
    play(
        """
        title: Answers of two players wait
        clause: AMB-71
        cards: {Flutes: {power: Flutes}, Horns: {power: Horns}, Bells: {power: Bells}}
        players:
        - {harbor: green, hand: 5, fulfilled: [Flutes, Horns]}
        - {harbor: yellow, fulfilled: [Bells]}
        steps:
        - choose: draw
        - asks: green order answers
          exactly: [first/flutes, first/horns]
          refused: {first/bells: AMB-71}
          choose: first/horns
        - {asks: green, expect: {yellow: {credits: 10}}, choose: gain-4}
        - {asks: green, choose: gain-2}
        - asks: yellow lead
        expect:
          green: {credits: 16}
          yellow: {credits: 16}
        """
    )
