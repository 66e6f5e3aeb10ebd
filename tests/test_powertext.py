"""What a power's heads and verbs say by themselves."""

import pytest

from explorer.language import events as ev
from explorer.language.abilities import POWERS, When
from explorer.language.verbs import OTHERS, YOU, Draw, Gain, May, Pay, Seq
from explorer.powertext import entry, sentence
from explorer.texts import has


@pytest.mark.parametrize("name", sorted(POWERS))
def test_every_power_has_an_entry(name: str) -> None:
    found = entry(name)
    assert found.summary and found.active and found.timing
    assert found.made or name == "Souvenirs"
    assert found.line is not None and 289 <= found.line <= 647
    heads = (*POWERS[name].abilities, *POWERS[name].effects)
    assert len(found.made) == len(heads)
    for said in found.made:
        assert said.endswith((".", ")")) and "{" not in said and " p " not in said, said


def test_every_event_that_a_power_hears_has_words() -> None:
    heard = {
        ev.EVENTS[a.event].name for p in POWERS.values() for a in (*p.abilities, *p.effects) if isinstance(a, When)
    }
    assert [name for name in sorted(heard) if not has(f"made.event.{name}")] == []


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Sugar", ("When a Contract is placed (yours, agriculture): you gain 2 credits.",)),
        ("Flowers", ("Once, when it is fulfilled: every player gains 4 credits, you first.",)),
        ("Potatoes", ("Once, when it is fulfilled: you gain 2 credits, or you draw 5.",)),
        ("Improbability", ("As soon as there is: colors in three areas: you win the game.",)),
    ],
)
def test_entries_of_some_powers(name: str, made: tuple[str, ...]) -> None:
    assert entry(name).made == made


def test_a_power_just_written_has_a_sentence_from_its_numbers() -> None:
    head = When(ev.CardSold, OTHERS, do=May(Seq(Draw(2), Gain(4), Pay(2))))
    assert sentence(head) == (
        "When CardSold (others'): you may do this: you draw 2; then you gain 4 credits; then 2 credits go from you to "
        "the bank."
    )
    assert "others" not in sentence(When(ev.CardSold, YOU, do=Draw(1)))


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError, match="Pistols"):
        entry("Pistolz")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Paprika", "you may load a card"),
        ("Rope", "Once in each turn you lead"),
        ("Olive Oil", "At any time in turns you lead"),
        ("LED Lights", "At any time in turns you lead"),
        ("Muji Pens", "3 random cards of the hand, or all there are"),
    ],
)
def test_a_head_says_when_and_whether_as_the_text_does(name: str, said: str) -> None:
    assert said in entry(name).made[0]
