"""Every sentence the engine shows: there is one for whatever can be shown, it can be filled, and none is left over."""

import ast
import csv
import random
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from explorer import game as _game  # noqa: F401 - declares the rules and the powers
from explorer import new_game, words
from explorer.card import kebab
from explorer.language import abilities
from explorer.language import events as ev
from explorer.language.abilities import ABILITIES, AnyTime
from explorer.language.checks import PROMPTS, Check, Move, Objection
from explorer.language.stepper import PROCS, choose
from explorer.log import Log
from explorer.rulebook import RULINGS
from explorer.rules.at_will import AT_WILL
from explorer.rules.capital import SCRAP
from explorer.rules.windows import DROP, interrupt, interrupts
from explorer.state import State
from explorer.terms import ACTIONS, KINDS
from explorer.texts import has, places, text

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "explorer").rglob("*.py"))
POWERS = {kebab(row["name"]) for row in csv.DictReader((ROOT / "cards" / "cards.csv").open(encoding="utf-8"))}

# Longest text of each table, and what the code supplies to each.
LIMITS = {
    "unit": 30, "action": 20, "kind": 20, "place": 30, "prompt": 110, "option": 90, "interrupt": 90,
    "check": 140, "event": 110, "frame": 60, "error": 160, "power": 180,
}  # fmt: skip
PROMPT_VALUES = {"seat", "owner", "action", "card", "ship", "left", "round", "amount", "area", "giver"}
FRAME_VALUES = {"seat", "turn", "action", "ship", "card", "round", "area"}

BRITISH = re.compile(
    r"colour|harbour|\bgrey|fulfil(?!l)|fulfilment|favour|honour|neighbour|behaviour|labour|centre\b|defence|licence|"
    r"travell|cancell|modell|label(l)ed|programme|whilst|amongst|towards\b|afterwards|organis|recognis|realis|"
    r"analys(e|ing)|judgement|catalogue\b.*dialogue|[a-z]{4,}is(e|ing|ed|ation)\b(?<!otherwise)(?<!raise)(?<!promise)"
    r"(?<!exercise)(?<!precise)(?<!surprise)(?<!advertise)(?<!likewise)(?<!clockwise)(?<!advise)(?<!revise)(?<!praised)"
    r"(?<!raised)(?<!arising)(?<!promised)(?<!compromise)(?<!raising)(?<!enterprise)(?<!concise)(?<!comprise)",
    re.IGNORECASE,
)


def _flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


TEXTS = dict(_flat(tomllib.loads((ROOT / "explorer" / "texts" / "en.toml").read_text(encoding="utf-8"))))


def _of(table: str) -> set[str]:
    """The keys of a table, without its name."""
    return {key.partition(".")[2] for key in TEXTS if key.partition(".")[0] == table}


def _fills(key: str, values: set[str]) -> list[str]:
    """The places of a text for which there is no value."""
    return [
        name
        for name in places(key)
        if name not in values and not (name.rpartition("_")[0] in values and has(f"unit.{name.rpartition('_')[2]}.one"))
    ]


def _ours(kind: str) -> bool:
    """Whether a prompt belongs to the rules or to a printed card (other tests may declare powers of their own)."""
    return not PROMPTS[kind].clause.startswith("power ") or PROMPTS[kind].clause[6:] in POWERS


KINDS_OF_PROMPT = sorted(kind for kind in PROMPTS if _ours(kind))


def _moves() -> Iterator[tuple[str, Move]]:
    for kind in KINDS_OF_PROMPT:
        for move in PROMPTS[kind].moves:
            yield kind, move


def _uses() -> Iterator[tuple[str, Move]]:
    """What may be done beside a decision: any-time powers, and discarding contracts."""
    yield "beside", DROP
    yield "beside", SCRAP
    yield from (("beside", move) for move in AT_WILL.values())
    for id, ability in ABILITIES.items():
        if isinstance(ability, AnyTime) and id.partition("/")[0] in POWERS:
            yield id, ability.move


def _checks() -> Iterator[tuple[str, Check]]:
    for kind, move in (*_moves(), *_uses()):
        for check in (*move.gates, *(check for axis in move.axes for check in axis.checks)):
            yield from ((f"{kind}: {move.word}", one) for one in (check, *check.rather))


def _axis_names(move: Move) -> set[str]:
    names: set[str] = set()
    for axis in move.axes:
        names.add(axis.show if axis.show not in names else axis.show + "2")
    return names


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _calls(*functions: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a function by its name, with the file and line it stands in."""
    for path in SOURCES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def _texts_in_code() -> Iterator[tuple[str, ast.Call]]:
    """Calls of `texts.text` and `words.say`; other modules may have functions of these names."""
    for function, home in (("text", "explorer.texts"), ("say", "explorer.words")):
        for where, call in _calls(function):
            tree = _tree(ROOT / where.partition(":")[0])
            imported = any(
                isinstance(node, ast.ImportFrom) and node.module == home and function in {n.name for n in node.names}
                for node in ast.walk(tree)
            )
            if imported or where.startswith("explorer/words.py"):
                yield where, call


def _literal(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


# What can be shown has a text


def test_every_question_has_a_sentence() -> None:
    for kind in KINDS_OF_PROMPT:
        key = words.prompt_text_key(kind)
        assert has(key), f"the prompt {kind!r} needs a text {key}"
        assert not _fills(key, PROMPT_VALUES), key


@pytest.mark.parametrize(("kind", "ruling"), words.ASKED_OTHERWISE.items())
def test_a_question_is_put_as_a_reading_means_it(kind: str, ruling: str) -> None:
    keys = {words.prompt_text_key(kind, {ruling: reading}) for reading in RULINGS[ruling].built}
    assert len(keys) > 1 and all(has(key) and not _fills(key, PROMPT_VALUES) for key in keys)


def test_every_move_has_a_sentence() -> None:
    for kind, move in _moves():
        spellings = [move.word]
        if any(axis.show in words.AWAY for axis in move.axes):
            spellings.append(move.word + "-away")
        for word in spellings:
            key = words.option_text_key(kind, word)
            assert has(key), f"the move {move.word!r} of the prompt {kind!r} needs a text {key}"
            assert not _fills(key, _axis_names(move) | {"this", "action", "amount"}), (kind, key)


def test_every_use_has_a_sentence() -> None:
    for _id, move in _uses():
        own = f"interrupt.{move.word}"
        for key in (own,) if has(own) else ("interrupt.use", "interrupt.use-on"):
            supplied = (
                {"seat", "card", "kind", "about", "given", "taken"} if move is not DROP else {"seat", "ship", "cards"}
            )
            assert not _fills(key, supplied), key


def test_every_check_has_a_reason() -> None:
    for where, check in _checks():
        key = f"check.{check.id}"
        assert has(key), f"{where} needs a text {key}"
        supplied = _said(check.say) if check.say else set()
        assert not _fills(key, supplied), f"{where}: {key} asks for values that the check does not say"


def _said(function: Any, deep: int = 2) -> set[str]:
    """All strings in a function and in those it calls: the keys of the dict it returns are among them."""
    found = _strings(function.__code__.co_consts)
    for name in function.__code__.co_names if deep else ():
        other = function.__globals__.get(name)
        if isinstance(other, FunctionType):
            found |= _said(other, deep - 1)
    return found


def _strings(values: tuple[Any, ...]) -> set[str]:
    found: set[str] = set()
    for value in values:
        found |= {value} if isinstance(value, str) else _strings(value) if isinstance(value, tuple) else set()
    return found


def test_every_procedure_has_a_name() -> None:
    for name in PROCS:
        if "/" not in name and name not in words.SILENT:
            key = f"frame.{name.replace(' ', '-')}"
            assert has(key), f"the procedure {name!r} needs a text {key}"
            assert not _fills(key, FRAME_VALUES), key
    assert not _fills("frame.power", FRAME_VALUES)


def test_every_power_has_a_summary() -> None:
    assert len(POWERS) == 180
    assert _of("power") == POWERS
    assert not [key for key in _of("power") if places(f"power.{key}")]


def test_actions_and_kinds_have_names() -> None:
    assert _of("action") == set(ACTIONS)
    assert _of("kind") == set(KINDS)


# Texts that are named in the code


def test_every_text_named_in_the_code_exists() -> None:
    for where, call in _texts_in_code():
        key = _literal(call.args[0]) if call.args else None
        if key is not None:
            assert has(key), f"{where} asks for the text {key}"
            given = {keyword.arg for keyword in call.keywords}
            if None not in given and not key.startswith("unit."):
                assert not _fills(key, {str(name) for name in given}), f"{where}: {key}"
        elif call.args and isinstance(call.args[0], ast.JoinedStr):
            start = _literal(call.args[0].values[0])
            assert start is None or any(key.startswith(start) for key in TEXTS), f"{where} asks for texts {start}…"


def test_every_word_in_an_event_has_a_text() -> None:
    for where, call in _calls("emit"):
        code = call.args[2] if len(call.args) > 2 else None
        name = code.attr if isinstance(code, ast.Attribute) else ""
        if name in ev.CODES:
            for field, arg in zip(ev.EVENTS[ev.CODES[name]].fields, call.args[5:], strict=False):
                _known_word(where, name, field, _literal(arg))
    for where, call in _calls("discard"):
        if len(call.args) == 6:
            _known_word(where, "CardDiscarded", "place", _literal(call.args[4]))
    for where, call in _calls("_score"):
        _known_word(where, "Scored", "line", _literal(call.args[4]))


def _known_word(where: str, event: str, field: str, word: str | None) -> None:
    if word is None or field not in ("place", "why", "reason", "line"):
        return
    key = f"place.{word}" if field == "place" else f"event.{event}.{word}"
    assert has(key), f"{where} needs a text {key}"


# Texts can be filled


@pytest.fixture(scope="module")
def state() -> State:
    """A table at its first decision."""
    return new_game(players=3, seed=1).state


SAMPLES: dict[str, tuple[Any, ...]] = {
    "action": (0, 5), "amount": (-1, 1, 4), "bids": (((0, 2), (1, 0)),), "card": (0,), "cards": ((), (0,), (1, 2)),
    "effect": ("gps/3", "none/1"),
    "count": (0, 1, 3), "detail": ("", "luxury", "2", "Honey"), "how": ("fulfillment", "load", "power"),
    "giver": (-1, 1), "good": ("luxury",), "level": (-2, 0, 1),
    "line": ("containers", "goods", "set", "majority", "penalty", "contract", "other"), "payee": (-1, 1),
    "place": ("crew", "goods", "discard", "hand"), "power": ("Honey",), "reading": ("pays",),
    "reason": ("credits", "cards", "condition", "other"), "reply": ("yes", 3), "ruling": ("stolen-rice-discarded",),
    "seats": ((), (0, 1)), "ship": (-1, 0), "ship2": (1,), "side": ("heads",), "source": (-1, 2),
    "what": ("1", "2", "position"), "why": ("credits", "no target", "other"),
}  # fmt: skip

# A text that is missing shows its key.
MISSING = re.compile(r"\b(prompt|option|check|event|frame|place|unit|action|kind|interrupt|ruling)\.\w|[{}]|\bNone\b")


def test_every_lasting_effect_is_named() -> None:
    every = [effect for power in abilities.POWERS.values() for effect in power.effects]
    effects = [effect.id.replace("/", "-") for effect in every]
    assert effects and {name for name in effects if not has(f"effect.{name}")} == set()


@pytest.mark.parametrize("kind", ev.EVENTS, ids=lambda kind: kind.name)
def test_every_event_can_be_said(kind: ev.EventKind, state: State) -> None:
    unknown = [name for name in kind.fields if name not in SAMPLES]
    assert not unknown, f"give SAMPLES a value for {unknown}"
    for seat, *values in product((-1, 1), *(SAMPLES[name] for name in kind.fields)):
        if dict(zip(kind.fields, values, strict=True)).get("line") == "containers" and "2" not in values:
            continue
        padded = (*values, None, None, None)[:3]
        said = words.event_text(state, (1, kind.code, 0, "", "R-TURN-1", seat, *padded))
        assert not MISSING.search(said), said
        assert said[0].isupper() or said[0] in "-3", said


def test_cases_of_events_are_real() -> None:
    """A text such as event.Scored.goods belongs to an event."""
    assert {key.partition(".")[0] for key in _of("event")} == set(ev.CODES)


def test_one_and_many() -> None:
    assert words.counted(1, "cards") == "1 card"
    assert words.counted(0, "cards") == words.counted("0", "cards") == "0 cards"
    assert words.say("event.CreditsPaid", seat="green", amount=1, payee="blue") == "Green paid 1 credit to blue"


def test_a_missing_text_shows_its_key() -> None:
    assert words.say("option.no-such-word", card="Honey") == "option.no-such-word card=Honey"


def test_moves_of_verbs_share_texts() -> None:
    assert words.option_text_key("dragon-fruit/1", "draw-2") == "option.draw-n"
    assert words.option_text_key("some/1", "take-away") == "option.take-away"


def test_a_missing_tier_is_explained() -> None:
    values = {"tier": "technology 2, luxury 1", "missing": 1, "extra": 0}
    objection = Objection("tier-met", "R-CONTRACT-3", "", values, "")
    assert words.reason_text(objection) == "asks for Technology 2, Luxury 1: 1 tier missing, and 0 actions to spare"


@pytest.mark.parametrize("seed", range(8))
def test_play_needs_no_text_that_is_missing(seed: int) -> None:
    """Random games: all questions, options, reasons, procedures and events are said in full."""
    s = new_game(players=2 + seed % 4, seed=seed, sets=("base", "kickstarter", "kickstarter2", "j")).state.copy()
    rnd = random.Random(seed)
    for step in range(400):
        if s.over:
            break
        said = [words.prompt_text(s), *words.where(s), *(words.option_text(s, option) for option in s.options or ())]
        beside = interrupts(s)
        said += [words.interrupt_text(s, choice) for choice in beside]
        if step % 5 == 0:
            seat, kind = s.asking  # type: ignore[misc]
            refused = PROMPTS[kind].refusals(s, s.stack[-1], seat)
            said += [words.reason_text(o) for refusal in refused for o in refusal.objections]
        faults = [line for line in said if MISSING.search(line) or not line]
        assert not faults, (kind, faults[:3])
        if beside and rnd.random() < 0.1:
            interrupt(s, rnd.choice(beside))
        else:
            choose(s, rnd.choice(s.options or ()))
    faults = [entry.text for entry in Log(s) if MISSING.search(entry.text)]
    assert not faults, faults[:3]


# Texts are fit to print


def test_no_text_is_too_long() -> None:
    for key, value in TEXTS.items():
        limit = LIMITS.get(key.partition(".")[0], 400)
        assert len(value) <= limit, f"{key} has {len(value)} characters; at most {limit} are sensible"


def test_spelling_is_american() -> None:
    for key, value in TEXTS.items():
        found = BRITISH.search(value)
        assert not found, f"{key}: {found.group() if found else ''}"


def test_the_search_for_british_spelling_finds_some() -> None:
    for word in ("colour", "Harbour", "fulfilment", "fulfils", "grey", "summarised", "organise", "afterwards"):
        assert BRITISH.search(word), word
    for word in ("color", "fulfilled", "fulfillment", "otherwise", "raised", "clockwise", "twice", "promise"):
        assert not BRITISH.search(word), word


def test_texts_hold_plain_places_only() -> None:
    for key in TEXTS:
        for name in places(key):
            assert name.isidentifier(), f"{key}: {name}"


def test_texts_are_neat() -> None:
    for key, value in TEXTS.items():
        table = key.partition(".")[0]
        assert "  " not in value.strip(), f"{key}: two spaces"
        if table in ("power", "error"):
            assert value[-1] in ".}", f"{key}: a sentence ends with a full stop"
        elif table in ("option", "check", "frame", "interrupt", "place", "action", "kind", "unit"):
            assert value[-1] not in ".!", f"{key}: no full stop here"
        elif table == "prompt":
            assert "?" in value, f"{key}: a question has a question mark"


# No text is left over


def test_no_text_is_left_over() -> None:
    literal = {_literal(call.args[0]) for _, call in _texts_in_code() if call.args}
    used = {key for key in literal if key}
    used |= {words.prompt_text_key(kind) for kind in KINDS_OF_PROMPT}
    used |= {"prompt.power", "prompt.power-may", "prompt.power-coin"}
    for kind, ruling in words.ASKED_OTHERWISE.items():
        used |= {words.prompt_text_key(kind, {ruling: reading}) for reading in RULINGS[ruling].readings}
    for kind, move in _moves():
        used |= {words.option_text_key(kind, move.word + case) for case in ("", "-away", "-goods")}
    used |= {f"{key}-fee" for key in words.FOR_A_FEE} | {f"{key}-port" for key in words.FROM_PORT}
    used |= {"frame.power"}
    used |= {"option.draw-n", "option.gain-n", "option.use"}  # words of verbs, for any power
    used |= {f"check.{check.id}" for _, check in _checks()}
    used |= {f"frame.{name.replace(' ', '-')}" for name in PROCS}
    units = {name.rpartition("_")[2] for key in TEXTS for name in places(key) if "_" in name}
    used |= {f"unit.{unit}.{number}" for unit in units for number in ("one", "other")}
    left = [
        key
        for key in TEXTS
        if key.partition(".")[0] in ("prompt", "option", "check", "frame", "error", "unit") and key not in used
    ]
    assert not left, f"no code uses these texts: {left}"


def test_text_refuses_a_missing_value() -> None:
    with pytest.raises(KeyError, match="count"):
        text("error.choice-number", number=1)
