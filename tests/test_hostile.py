"""Names, texts and files that mean harm: shown as text or refused in one message, whichever widget they come to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import explorer as ex
from explorer.catalogue import CardFileError, load_catalogue

ROOT = Path(__file__).parents[1]
LOUD = '<img src=x onerror=alert(1)><script>alert(1)</script>'  # fmt: skip
POSITION = f"""title: '{LOUD}'
cards: {{'{LOUD}': {{color: luxury, action: load}}}}
players:
- {{harbor: green, name: '{LOUD}', hand: ['{LOUD}'], ships: [{{at: harbor}}, {{at: harbor}}]}}
- {{harbor: yellow, name: "'\\"><u>x</u>"}}
"""
BAD_TEXTS = {
    "huge": "title: " + "x" * 1_200_000,
    "deep": "players: " + "[" * 3000,
    "bomb": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]",
    "python": "title: !!python/object/apply:os.system ['touch /tmp/harm']",
    "control": "title: a\0b",
    "unknown": f"{LOUD}: 1\nplayers: [{{harbor: '{LOUD}'}}]",
}


def drawn(owner: Any) -> str:
    """All HTML that a widget's page is given; what else is in the view, it puts in place as text."""
    view = owner.widget.view
    return str(view["frame"]) + "".join(str(part) for part in view["parts"].values())


def assert_harmless(html: str) -> None:
    for tag in ("<img", "<script", "<u>"):
        assert tag not in html, html[max(0, html.index(tag) - 200) :][:300]


MAKERS: dict[str, Callable[[ex.Position], Any]] = {
    "table": lambda position: ex.Table(ex.Game(position), autosave=False),
    "editor": lambda position: ex.Editor(position),
    "compare": lambda position: ex.compare(ex.Game(position), "bid-steps=any-whole-number"),
    "cards": lambda position: ex.Cards(ex.Game(position).catalogue).look(LOUD),
}


@pytest.mark.parametrize("name", MAKERS)
def test_loud_names_are_shown_as_text(name: str) -> None:
    html = drawn(MAKERS[name](ex.Position.load(POSITION)))
    assert_harmless(html)
    assert "&lt;img" in html or name == "compare"


def test_loud_pictures_are_text() -> None:
    game = ex.Game(ex.Position.load(POSITION))
    for html in (game._repr_html_(), game.page(), ex.Position.load(POSITION)._repr_html_()):
        assert_harmless(html)


@pytest.mark.parametrize("words", BAD_TEXTS.values(), ids=BAD_TEXTS.keys())
def test_a_bad_text_in_the_editor_is_one_message(words: str) -> None:
    editor = ex.Editor()
    editor._heard({"kind": "text", "text": words})
    html = drawn(editor)
    assert_harmless(html)
    assert editor.problems or editor.error
    assert len(html) < 2_000_000
    assert not Path("/tmp/harm").exists()


@pytest.mark.parametrize("kind", ["", LOUD, "__init__", "play", None, 7, {}])
@pytest.mark.parametrize("make", [ex.Editor, ex.GraphView, ex.Cards, ex.Rules], ids=lambda make: str(make.__name__))
def test_no_message_of_a_page_breaks_a_widget(make: Callable[[], Any], kind: Any) -> None:
    owner = make()
    for more in ({}, {"value": LOUD}, {"value": {"a": [1]}}, {"name": LOUD, "path": "../../etc/passwd"}):
        owner._heard({"kind": kind, **more})
    assert_harmless(drawn(owner))


def test_a_loud_card_file_is_refused_or_shown_as_text(tmp_path: Path) -> None:
    whole = (ROOT / "cards" / "cards.csv").read_text(encoding="utf-8")
    loud = tmp_path / "cards.csv"
    loud.write_text(whole.replace("\nPistols,pistols,", f"\n{LOUD},pistols,"), encoding="utf-8")
    try:
        cat = load_catalogue(loud)
    except CardFileError as error:
        assert len(str(error)) < 5_000
        return
    assert_harmless(drawn(ex.Cards(cat).search("img")))


@pytest.mark.parametrize(
    "words", ["name,color\n" + "x" * 3_000_000, f"name,color\n{LOUD},luxury\n", "\0\0", f"{LOUD}\n"]
)
def test_an_owners_file_that_means_harm_is_refused_as_a_whole(tmp_path: Path, words: str) -> None:
    owner = tmp_path / "mine.csv"
    owner.write_text(words, encoding="utf-8")
    with pytest.raises(CardFileError) as failure:
        load_catalogue(owner=owner)
    assert len(str(failure.value)) < 5_000


def anchors(book: Path) -> set[str]:
    """The headings of a notebook as JupyterLab names them."""
    cells = json.loads(book.read_text(encoding="utf-8"))["cells"]
    words = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return {heading.strip().replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", words, re.MULTILINE)}


@pytest.mark.parametrize("book", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda book: book.name)
def test_links_of_a_notebook_stay_in_its_folder_and_lead_somewhere(book: Path) -> None:
    cells = json.loads(book.read_text(encoding="utf-8"))["cells"]
    words = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    for link in re.findall(r"\]\(([^)]+)\)", words):
        path, _, anchor = link.partition("#")
        assert not re.match(r"[a-z]+:|/|\.\.", path), f"{link} leads out of the folder"
        goal = book.parent / unquote(path) if path else book
        assert goal.exists(), f"{link} leads nowhere"
        if anchor:
            assert unquote(anchor) in anchors(goal), f"{link}: there is no such heading"
