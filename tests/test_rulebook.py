"""The rulebook's clauses, the register of rulings, their texts, and whether the code cites what exists."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from explorer import rulebook

ROOT = Path(__file__).resolve().parent.parent

BRITISH = re.compile(
    r"""\b(?:
        (?:harb|col|fav|lab|neighb|hon|behavi|rum|flav|endeav|arm|vap)our\w*
      | grey\w* | fulfil(?!l)\w* | skilful\w* | wilful\w* | enrol(?!l)\w*
      | cent(?:re|red|res) | met(?:re|res) | theatre\w*
      | (?:organ|recogn|real|summar|util|maxim|minim|final|normal|initial|emphas)is(?:e|ed|es|ing|ation)
      | analys(?:e|ed|es|ing) | licence\w* | defence\w* | offence\w* | practis\w* | catalogue\w* | dialogue\w*
      | cancell(?:ed|ing) | travell\w* | labell\w* | modell(?:ed|ing) | signall\w* | totall(?:ed|ing)
      | towards | afterwards | whilst | amongst | judgement\w* | cheque\w* | programme\w* | learnt | spelt
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


def _texts() -> dict[str, str]:
    """Every text that belongs to the rulebook, by a name for messages."""
    texts = {id_: rulebook.clause_text(id_) for id_ in rulebook.CLAUSES}
    for id_, ruling in rulebook.RULINGS.items():
        texts[f"{id_}.question"] = rulebook.ruling_question(id_)
        texts[f"{id_}.why"] = rulebook.ruling_reason(id_)
        for reading in ruling.readings:
            texts[f"{id_}.{reading}"] = rulebook.reading_text(id_, reading)
    return texts


# ---- the data ---------------------------------------------------------------------------------------------------


def test_the_register_is_complete() -> None:
    assert len(rulebook.CLAUSES) == 126
    assert len(rulebook.RULINGS) == 224
    assert len(rulebook.POWERS) == 180


def test_clauses_are_numbered_without_gaps() -> None:
    numbers: dict[str, list[int]] = {}
    for id_, clause in rulebook.CLAUSES.items():
        assert clause.id == id_
        assert clause.section
        group, number = id_.rsplit("-", 1)
        numbers.setdefault(group, []).append(int(number))
        for lines in (clause.en, clause.ja):
            assert re.fullmatch(r"(\d+(-\d+)?(, \d+(-\d+)?)*)?", lines), f"{id_}: {lines!r}"
    for group, found in numbers.items():
        assert found == list(range(found[0], found[0] + len(found))), group
        assert found[0] == (0 if group == "R-VARIANT" else 1), group


def test_every_ruling_is_well_formed() -> None:
    names = set(rulebook.POWERS.values())
    for id_, ruling in rulebook.RULINGS.items():
        assert ruling.id == id_
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id_)
        assert len(ruling.readings) >= 2, id_
        assert len(set(ruling.readings)) == len(ruling.readings), id_
        assert not {"question", "why"} & set(ruling.readings), id_
        assert ruling.default == ruling.readings[0]
        assert ruling.default in ruling.built, id_
        assert ruling.built <= set(ruling.readings), id_
        assert ruling.belongs_to, id_
        assert [c for c in ruling.belongs_to if not rulebook.is_citation(c)] == [], id_
        assert [c for c in ruling.cards if c not in names] == [], id_


def test_built_names_only_further_readings_that_exist() -> None:
    for id_, readings in rulebook.BUILT.items():
        assert id_ in rulebook.RULINGS, f"BUILT names an unknown ruling {id_!r}"
        for reading in readings:
            assert reading in rulebook.RULINGS[id_].readings[1:], f"BUILT: {reading!r} of {id_!r}"


def test_power_ids_are_the_names_in_kebab_case() -> None:
    for id_, name in rulebook.POWERS.items():
        plain = name.lower().replace("ö", "o")
        assert re.sub(r"[^a-z0-9]+", "-", plain) == id_


def test_rulings_of_a_single_power_name_its_card() -> None:
    by_name = {name: f"power {id_}" for id_, name in rulebook.POWERS.items()}
    for id_, ruling in rulebook.RULINGS.items():
        powers = [c for c in ruling.belongs_to if c.startswith("power ")]
        if ruling.section == "Single powers":
            assert powers, id_
        cited = {by_name[card] for card in ruling.cards}
        assert set(powers) <= cited, id_


# ---- texts ------------------------------------------------------------------------------------------------------


def test_everything_has_a_text() -> None:
    for name, text in _texts().items():
        assert text.strip() == text and len(text) > 2, name
        assert text[-1] == ("?" if name.endswith(".question") else "."), f"{name}: {text}"
        assert text[0].isupper() or text[0].isdigit(), f"{name}: {text}"


def test_readings_of_a_ruling_differ_in_words() -> None:
    for id_, ruling in rulebook.RULINGS.items():
        texts = {rulebook.reading_text(id_, reading) for reading in ruling.readings}
        assert len(texts) == len(ruling.readings), id_


def test_spelling_is_american() -> None:
    found = {name: match.group() for name, text in _texts().items() if (match := BRITISH.search(text))}
    assert found == {}


@pytest.mark.parametrize("word", ["harbour", "Colours", "grey", "fulfilment", "fulfils", "favour", "centre", "realise"])
def test_the_spelling_list_catches_british_words(word: str) -> None:
    assert BRITISH.search(f"a {word} b")


@pytest.mark.parametrize("word", ["harbor", "fulfilled", "fulfillment", "four", "hour", "your", "otherwise", "wise"])
def test_the_spelling_list_spares_american_words(word: str) -> None:
    assert not BRITISH.search(f"a {word} b")


def test_a_text_of_an_unknown_reading_names_the_known_ones() -> None:
    with pytest.raises(KeyError, match="even-only, any-whole-number"):
        rulebook.reading_text("bid-steps", "odd-only")


# ---- citations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "R-TERM-1",
        "R-VARIANT-0",
        "R-POWER-10",
        "power dragon-fruit",
        "power surstromming",
        "power import-export-definitive-edition",
        "power 3d-printers",
        "ruling fulfilment-trigger-moment",
        "AMB-1",
        "AMB-103",
        "D1",
        "D24",
        "INT-1",
        "INT-124",
    ],
)
def test_citations_that_exist(text: str) -> None:
    assert rulebook.is_citation(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "R-TERM-0",
        "R-TERM-6",
        "r-term-1",
        "power",
        "power ",
        "power Dragon Fruit",
        "power dragonfruit",
        "ruling nothing",
        "AMB-0",
        "AMB-104",
        "AMB-01",
        "AMB-",
        "AMB-²",
        "D0",
        "D25",
        "D",
        "INT-0",
        "INT-125",
        " R-TERM-1",
    ],
)
def test_citations_that_do_not_exist(text: str) -> None:
    assert not rulebook.is_citation(text)


def test_everything_that_can_be_cited_is_listed() -> None:
    found = rulebook.citations()
    assert len(set(found)) == len(found) and all(map(rulebook.is_citation, found))


# ---- choosing readings ------------------------------------------------------------------------------------------


def test_defaults_are_complete_and_shared() -> None:
    defaults = rulebook.default_rulings()
    assert defaults == {id_: ruling.default for id_, ruling in rulebook.RULINGS.items()}
    assert rulebook.default_rulings() is defaults


def test_a_choice_is_laid_over_the_defaults() -> None:
    assert rulebook.rulings({}) == rulebook.default_rulings()
    assert rulebook.rulings({}) is not rulebook.default_rulings()
    assert rulebook.rulings({"bid-steps": "even-only"})["bid-steps"] == "even-only"


def test_a_built_reading_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    ruling = rulebook.RULINGS["bid-steps"]
    monkeypatch.setitem(rulebook.RULINGS, "bid-steps", ruling._replace(built=frozenset(ruling.readings)))
    chosen = rulebook.rulings({"bid-steps": "any-whole-number"})
    assert chosen["bid-steps"] == "any-whole-number"
    assert rulebook.default_rulings()["bid-steps"] == "even-only"


def test_all_problems_of_a_choice_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ruling = rulebook.RULINGS["pair-worth"]
    monkeypatch.setitem(rulebook.RULINGS, "pair-worth", ruling._replace(built=frozenset({"one-action"})))
    with pytest.raises(rulebook.RulingError) as caught:
        rulebook.rulings({"bid-step": "even-only", "bid-steps": "evenly", "pair-worth": "two-actions", "qqqq": "x"})
    problems = caught.value.problems
    assert len(problems) == 4
    assert "'bid-step'" in problems[0] and "Did you mean 'bid-steps'?" in problems[0]
    assert "'evenly'" in problems[1] and "even-only, any-whole-number" in problems[1]
    assert "'two-actions' is a known reading of 'pair-worth' that is not built yet" in problems[2]
    assert "one-action" in problems[2]
    assert "'qqqq'" in problems[3] and "Did you mean" not in problems[3]
    assert str(caught.value) == "\n".join(problems)
    assert isinstance(caught.value, ValueError)


# ---- the page ---------------------------------------------------------------------------------------------------


def _make_rulings() -> ModuleType:
    """Load docs/make_rulings.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("make_rulings", ROOT / "docs" / "make_rulings.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_rulings_is_up_to_date() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert page == _make_rulings().render(), "run python docs/make_rulings.py"


def test_the_page_names_every_ruling_reading_and_clause() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    for id_, ruling in rulebook.RULINGS.items():
        assert f"### `{id_}`\n" in page
        assert f"**`{ruling.default}`**" in page
        assert all(f"`{reading}`" in page for reading in ruling.readings)
    assert all(f"| {id_} |" in page for id_ in rulebook.CLAUSES)


# ---- what the code cites ----------------------------------------------------------------------------------------

CLAUSE_ID = re.compile(r"\bR-[A-Z]+-\d+")
AMBIGUITY = re.compile(r"\bAMB-\d+")
PREFIXED = re.compile(r"(?:power|ruling) [a-z0-9]+(?:-[a-z0-9]+)*")
READERS = {"reading", "ruling", "relied"}  # calls that name a ruling: reading(s, "bid-steps")


def _text_of(node: ast.expr | None) -> str | None:
    """The value of a string literal, else None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _name_of(node: ast.expr) -> str:
    """The last name of ``a`` or ``x.a``, else nothing."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _ruling_read(node: ast.expr) -> str | None:
    """The ruling that ``reading(s, "x")`` or ``s.rulings["x"]`` looks at, if the node is one of these."""
    if isinstance(node, ast.Subscript) and _name_of(node.value) == "rulings":
        return _text_of(node.slice)
    if isinstance(node, ast.Call) and _name_of(node.func) in READERS:
        return next((text for argument in node.args if (text := _text_of(argument)) is not None), None)
    return None


def _reading_problem(ruling: str, *readings: str) -> Iterator[str]:
    if ruling not in rulebook.RULINGS:
        yield f"unknown ruling {ruling!r}"
        return
    for reading in readings:
        if reading not in rulebook.RULINGS[ruling].readings:
            yield f"{reading!r} is no reading of {ruling!r}"


def _literals(node: ast.expr) -> list[str]:
    """The string literals of a value that may be a tuple, list or set of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return [text for element in node.elts for text in _literals(element)]
    text = _text_of(node)
    return [] if text is None else [text]


def problems_of(source: str) -> list[str]:
    """What a Python source cites and does not exist, as ``line: problem``."""
    found = [
        f"{number}: unknown {match.group()}"
        for number, line in enumerate(source.splitlines(), 1)
        for pattern in (CLAUSE_ID, AMBIGUITY)
        for match in pattern.finditer(line)
        if not rulebook.is_citation(match.group())
    ]
    for node in ast.walk(ast.parse(source)):
        problems: list[str] = []
        text = _text_of(node) if isinstance(node, ast.expr) else None
        if text is not None and all(PREFIXED.fullmatch(p) or rulebook.is_citation(p) for p in text.split(", ")):
            problems += [f"unknown {part!r}" for part in text.split(", ") if not rulebook.is_citation(part)]
        if isinstance(node, ast.expr) and (ruling := _ruling_read(node)) is not None:
            problems += _reading_problem(ruling)
        if isinstance(node, ast.Compare) and (ruling := _ruling_read(node.left)) is not None:
            problems += _reading_problem(ruling, *(r for c in node.comparators for r in _literals(c)))
        if isinstance(node, ast.Match) and (ruling := _ruling_read(node.subject)) is not None:
            values = [p.value for case in node.cases for p in ast.walk(case.pattern) if isinstance(p, ast.MatchValue)]
            problems += _reading_problem(ruling, *(r for value in values for r in _literals(value)))
        if isinstance(node, ast.keyword):
            if node.arg == "clause":
                cited = [part for literal in _literals(node.value) if literal for part in literal.split(", ")]
                problems += [f"unknown clause {part!r}" for part in cited if not rulebook.is_citation(part)]
            if node.arg == "under" and len(pair := _literals(node.value)) == 2:
                problems += _reading_problem(*pair)
        line = getattr(node, "lineno", 0)
        found += [f"{line}: {problem}" for problem in problems]
    return sorted(set(found))


@pytest.mark.parametrize(
    "source",
    [
        'emit(s, f, X, "R-LOAD-9", p)',
        'emit(s, f, X, "power dragonfruit", p)',
        'Check("a", clause="R-LOAD")',
        'Check("a", clause="power foxes, ruling nope")',
        'x = reading(s, "no-such-ruling")',
        'x = reading(s, "bid-steps") == "even"',
        'x = s.rulings["bid-step"]',
        'x = s.rulings["bid-steps"] in ("even-only", "odd-only")',
        'When(X, under=("bid-steps", "odd-only"))',
        'match reading(s, "bid-steps"):\n    case "odd-only":\n        pass',
        "# see R-NOPE-1",
        "# see AMB-104",
    ],
)
def test_the_search_finds_wrong_citations(source: str) -> None:
    assert problems_of(source)


def test_the_search_accepts_right_citations() -> None:
    source = """
emit(s, f, X, "R-LOAD-3", p)  # AMB-47
Check("a", clause="power foxes, ruling ivory-tie")
x = reading(s, "bid-steps") == "even-only" or s.rulings["bid-steps"] != "any-whole-number"
When(X, under=("bid-steps", "even-only"))
say = "the power of words"
"""
    assert problems_of(source) == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "explorer").rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_the_code_cites_only_what_exists(path: Path) -> None:
    assert problems_of(path.read_text(encoding="utf-8")) == []
