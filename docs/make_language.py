"""Write docs/language.md from the language of rules and powers itself: ``python docs/make_language.py``.

With ``--check`` nothing is written; the exit code says whether the file is up to date.
"""

import ast
import inspect
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from explorer import game as _game  # noqa: E402, F401  (declares the rules and the powers)
from explorer.card import kebab  # noqa: E402
from explorer.language import abilities, questions, verbs  # noqa: E402
from explorer.language import events as ev  # noqa: E402
from explorer.language.abilities import POWERS, Ability, Answers, When  # noqa: E402

TARGET = ROOT / "docs" / "language.md"
EVENT_TEXTS = tomllib.loads((ROOT / "explorer" / "texts" / "en.toml").read_text(encoding="utf-8"))["event"]

INTRODUCTION = """\
# The language of rules and powers

This page is made by `python docs/make_language.py` from `explorer/language/` and from the powers that are built; change
those, not this page.

Rules and powers say what happens in the same words:

- An [event](#events) has happened. It carries its clause, the player it concerns and the fields below, and it may be
  heard by powers.
- A [question](#questions) is asked by the rules wherever a power may change a figure or a permission. It is answered
  for one player by everything that is in force.
- A [head](#heads) says when a power acts.
- A [verb](#verbs) is a piece of what it then does.

{powers} powers are built.
"""

EVENTS = """\
## Events

*Told by* names the files that tell the event, then the powers that may set it off. *Heard by* names the
powers that answer it, and whose event it must be. The player concerned is `seat` in every event.

| event | the log then says | fields | told by | heard by |
|---|---|---|---|---|
"""

STIRS = """\

After these events the rules look at the whole table for what has become due, such as a limit exceeded, a Ship complete
or one emptied at sea: {names}.

What these powers set off can be any event, since they lead to whole actions or to other powers: {wide}.
"""

QUESTIONS = """\
## Questions

Each is a function of `explorer/language/questions.py`, asked for one player. The default holds unless a power answers.

| question | what is asked | asked about | default by | answered by |
|---|---|---|---|---|
"""

HEADS = """\
## Heads

| head | when it acts | built powers with one |
|---|---|---|
"""

VERBS = """\
## Verbs

*Touches* tells whether the order of two powers matters: it does where they touch the same.

| verb | what it does | touches | may set off |
|---|---|---|---|
"""


def render() -> str:
    """Return the whole page as Markdown."""
    wide = [name for name in POWERS if _set_off_by(name) >= set(range(len(ev.EVENTS)))]
    stirs = ", ".join(f"`{kind.name}`" for kind in ev.EVENTS if kind.code in ev.STIRS)
    return "\n".join(
        [
            INTRODUCTION.format(powers=len(POWERS)),
            EVENTS + "".join(_event(kind, wide) for kind in ev.EVENTS) + STIRS.format(names=stirs, wide=_list(wide)),
            QUESTIONS + "".join(_question(question) for question in questions.QUESTIONS.values()),
            HEADS + "".join(_head(head) for head in _subclasses(abilities, Ability)),
            VERBS + "".join(_verb(verb) for verb in _subclasses(verbs, verbs.Body)),
        ]
    )


# Events


def _event(kind: ev.EventKind, wide: list[str]) -> str:
    """Return the row of one event."""
    told = _told_by_rules().get(kind.name, [])
    cited = _told_by_powers()
    powers = [
        name
        for name in POWERS
        if (kind.code in _set_off_by(name) and name not in wide) or kind.name in cited.get(kebab(name), ())
    ]
    heard = [
        f"{name} ({ability.by})"
        for name, ability in _abilities()
        if isinstance(ability, When) and ability.event == kind.code
    ]
    fields = ", ".join(f"`{field}`" for field in kind.fields)
    if kind.code == ev.RulingApplied:
        told, powers = ["relied"], []
    teller = "; ".join(part for part in (_list(f"`{file}`" for file in told), _list(powers)) if part != "–")
    return _row(f"`{kind.name}`", _plain(EVENT_TEXTS[kind.name]), fields or "–", teller or "–", _list(heard))


def _plain(template: str) -> str:
    """Write a text's places in italics."""
    return template.replace("{", "*").replace("}", "*").replace("_", " ")


def _abilities() -> Iterator[tuple[str, Ability]]:
    for name, power in POWERS.items():
        for ability in (*power.abilities, *power.effects):
            yield name, ability


def _set_off_by(power: str) -> set[int]:
    """The events that the verbs of a power may set off."""
    return {code for name, ability in _abilities() if name == power and ability.body for code in ability.body.emits}


_told: dict[str, list[str]] = {}


def _told_by_rules() -> dict[str, list[str]]:
    """For each event, the files of the rules that tell it, themselves or through one of the moves."""
    if not _told:
        moves = _moves()
        for path in [*sorted((ROOT / "explorer" / "rules").glob("*.py")), ROOT / "explorer" / "edits.py"]:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = _events_in(tree)
            for function in _called(tree):
                names |= moves.get(function, set())
            for name in names:
                _told.setdefault(name, []).append(path.stem)
    return _told


def _told_by_powers() -> dict[str, set[str]]:
    """For each power by its id, the events that its file tells in its name, which is the clause they cite."""
    if not _cited:
        moves = _moves()
        for path in sorted((ROOT / "explorer" / "powers").glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    told = _events_in(node) if node.func.id == "emit" else moves.get(node.func.id, set())
                    for argument in node.args:
                        if isinstance(argument, ast.Constant) and str(argument.value).startswith("power "):
                            _cited.setdefault(str(argument.value)[6:], set()).update(told)
    return _cited


_cited: dict[str, set[str]] = {}


def _moves() -> dict[str, set[str]]:
    """For each function of the moves, the events that it tells, itself or through others."""
    tree = ast.parse((ROOT / "explorer" / "language" / "moves.py").read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    found = {name: _events_in(node) for name, node in functions.items()}
    for _ in functions:
        for name, node in functions.items():
            for other in _called(node):
                found[name] |= found.get(other, set())
    return found


def _events_in(tree: ast.AST) -> set[str]:
    """The events handed to some function, as emit or a helper of it, and those chosen by an expression."""
    found = set()
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call):
            values = node.args
        elif isinstance(node, ast.Assign):
            values = [part for part in ast.walk(node.value) if isinstance(part, ast.Attribute)]
        found |= {v.attr for v in values if isinstance(v, ast.Attribute) and v.attr in ev.CODES}
    return found


def _called(tree: ast.AST) -> set[str]:
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


# Questions, heads and verbs


def _question(question: questions.Question) -> str:
    """Return the row of one question."""
    answered = [
        name if ability.of == abilities.YOU else f"{name} ({ability.of})"
        for name, ability in _abilities()
        if isinstance(ability, Answers) and ability.question == question.name
    ]
    about = ", ".join(f"`{name}`" for name in question.about) or "–"
    summary = _summary(getattr(questions, question.name)).partition(" (R-")[0].rstrip(".")
    return _row(f"`{question.name}`", summary, about, question.clause, _list(dict.fromkeys(answered)))


def _head(head: type[Ability]) -> str:
    """Return the row of one head."""
    count = len({name for name, ability in _abilities() if type(ability) is head})
    return _row(f"`{_signature(head)}`", _summary(head), str(count))


def _verb(verb: type[verbs.Body]) -> str:
    """Return the row of one verb."""
    given = "touches" in inspect.signature(verb).parameters
    touches = (
        _list(sorted(verb.touches)) if "touches" in vars(verb) else "what it names" if given else "what its parts do"
    )
    emits = _list(f"`{ev.EVENTS[code].name}`" for code in verb.emits) if "emits" in vars(verb) else touches
    return _row(f"`{_signature(verb)}`", _summary(verb), touches, emits)


def _subclasses(module: Any, base: type) -> list[Any]:
    """The classes of a module below a base, in the order of the file."""
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, base)
        and value is not base
        and value.__module__ == module.__name__
    ]


def _signature(kind: type) -> str:
    """Write a class as it is called, without types."""
    parts = []
    for p in inspect.signature(kind).parameters.values():
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        parts.append(f"{star}{p.name}" + ("" if p.default is p.empty else " = …"))
    return f"{kind.__name__}({', '.join(parts)})"


def _summary(documented: Any) -> str:
    """The first paragraph of a doc comment, in one line and with Markdown's single quotes for code."""
    first = (inspect.getdoc(documented) or "").split("\n\n")[0]
    return " ".join(first.split()).replace("``", "`")


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "–"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def main(arguments: list[str]) -> int:
    """Write the page, or with ``--check`` only compare it."""
    page = render()
    if "--check" in arguments:
        current = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
        if current == page:
            return 0
        print("docs/language.md is out of date: run python docs/make_language.py")
        return 1
    TARGET.write_text(page, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
