"""What is cited says its text."""

from __future__ import annotations

from explorer.draw.cited import cited_html, clause_words
from explorer.rulebook import citations


def test_everything_that_can_be_cited_has_words() -> None:
    assert [id for id in citations() if len(clause_words(id)) <= 10] == []


def test_an_open_question_says_the_rulings_it_has_led_to() -> None:
    assert clause_words("AMB-43").startswith("Open question, settled by the ruling ")
    assert clause_words("AMB-999") == clause_words("ruling no-such") == clause_words("R-NONE-1") == ""


def test_citations_in_a_sentence_say_their_text() -> None:
    found = cited_html("<b> is refused (R-PIRATE-1; ruling bid-steps), not AMB-999.")
    assert found.startswith("&lt;b&gt; is refused (") and found.count("<span") == 2 and 'title="' in found
    assert found.endswith("</span>), not AMB-999.")
