"""The message catalogue: keys, places, languages, and what a text may not do."""

import re

import pytest

from explorer import texts


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A small catalogue in place of the real one."""
    small: dict[str, str] = {"a.b": "{name} has {count}", "a.plain": "{{braces}}"}
    monkeypatch.setattr(texts, "_loaded", {"en": small})
    return small


def test_fills_places_by_name(table: dict[str, str]) -> None:
    assert texts.text("a.b", name="green", count=3) == "green has 3"
    assert texts.text("a.plain") == "{braces}"


def test_values_are_not_filled_again(table: dict[str, str]) -> None:
    assert texts.text("a.b", name="{count}", count="{0.__class__}") == "{count} has {0.__class__}"


def test_a_value_may_be_called_key(table: dict[str, str]) -> None:
    table["a.key"] = "{key}"
    assert texts.text("a.key", key=1) == "1"


def test_unknown_key_is_named(table: dict[str, str]) -> None:
    assert not texts.has("a.c")
    with pytest.raises(KeyError, match=r"a\.c"):
        texts.text("a.c")


def test_missing_value_is_named(table: dict[str, str]) -> None:
    with pytest.raises(KeyError, match="count"):
        texts.text("a.b", name="green")


@pytest.mark.parametrize("place", ["{x.__class__}", "{x[0]}", "{x!r}", "{x:>9999999}", "{}", "{0}", "{x:{x}}"])
def test_a_text_reaches_into_nothing(table: dict[str, str], place: str) -> None:
    table["a.bad"] = place
    with pytest.raises(ValueError, match="a text may"):
        texts.text("a.bad", x="value")


def test_language() -> None:
    assert texts.language() == "en"
    assert "en" in texts.languages()
    texts.use("en")
    for wrong in ("xx", "../texts/en", ""):
        with pytest.raises(ValueError, match="no texts"):
            texts.use(wrong)
    assert texts.language() == "en"


def test_the_real_file_has_texts() -> None:
    assert texts.has("cards.empty_file")
    assert texts.text("cards.unknown_word", value="x", field="set", near="") == "x is no set."


def test_no_article_stands_before_what_may_begin_with_a_vowel() -> None:
    """Agriculture and Illegal, and whatever a card is called, would need another one."""
    told = [
        key for key in texts._table() if re.search(r"\b[Aa]n? \{(kind|color|card|good|action)\}", texts._table()[key])
    ]
    assert told == []
