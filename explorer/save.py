"""Saved games: the start in full, the rulings, the whole tree of choices and edits, and where to halt, as JSON text.

Loading replays the tree.  Where a step no longer fits (a rule was mended since),
that branch stops there, ``game.notes`` says so, and everything up to it is kept.
Nothing of a file is ever evaluated.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from explorer.files.kinds import kind_of
from explorer.files.putting import put_text
from explorer.files.tree import TreeError, names_file, source_text
from explorer.language.stepper import EndlessChain
from explorer.position import Position, PositionError
from explorer.texts import shown, text
from explorer.version import __version__

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue
    from explorer.game import Game, Node
    from explorer.stepping import Stop

FORMAT: Final = "import-export-explorer game"
VERSION: Final = 1
SIZE_LIMIT: Final = 20_000_000
NODE_LIMIT: Final = 100_000
DEPTH_LIMIT: Final = 20
NOTE_LIMIT: Final = 20
STOP_LIMIT: Final = 200
WORD_LIMIT: Final = 2000
COMMENT_LIMIT: Final = 20_000


class SaveError(ValueError):
    """A saved game cannot be read or written; one message says what is wrong and how to mend it."""


# Writing


def write(game: Game, path: str | Path | None = None, overwrite: bool = False) -> str:
    """Write a game with its whole tree; returns the text.

    Args:
        game: the game.
        path: a file to write it to as well.
        overwrite: write it over any file, not only over one that this game was written to or read from.

    Raises:
        FileExistsError: another file is there, and it is not to be written over.
        SaveError: the file cannot be written.

    Example:
        >>> from explorer.game import new_game
        >>> game = new_game(players=2, seed=1).choose("draw")
        >>> load(write(game)).options == game.options
        True
    """
    state = game.root.state
    data = {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "catalogue": state.cat.fingerprint,
        "rulings": dict(sorted(state.rulings.items())),
        **_tree(game),
        **({"stops": [list(stop) for stop in game.stops]} if game.stops else {}),
        "start": Position.of(state).text().splitlines(),
    }
    found = _layout(data)
    if path is not None:
        _put(game, found, path, overwrite)
    return found


def _put(game: Game, written: str, path: object, overwrite: bool) -> None:
    if not isinstance(path, (str, PathLike)) or not str(path).strip():
        raise _fail("no-path", what=shown(path))
    try:
        place = Path(path).resolve()
        put_text(written, path, overwrite or place in game.files)
        game.files.add(place)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no usable name"
        raise _fail("unwritable", file=shown(str(path), 120), reason=reason) from None


def _tree(game: Game) -> dict[str, Any]:
    """Every node but the first as [parent, word, what, name, comment]; names only where there are any."""
    order: list[Node] = []
    numbers: dict[int, int] = {}
    todo = [game.root]
    while todo:
        node = todo.pop()
        numbers[id(node)] = len(order)
        order.append(node)
        todo += reversed(node.children)
    steps = []
    for node in order[1:]:
        assert node.step is not None and node.parent is not None
        word, what = node.step
        row: list[Any] = [numbers[id(node.parent)], word, [list(op) for op in what] if word == "edit" else what]
        steps.append(row)
    notes = {
        str(i): [_clean(node.name), _clean(node.comment)] for i, node in enumerate(order) if node.name or node.comment
    }
    ahead = {str(i): numbers[id(n.ahead)] for i, n in enumerate(order) if n.ahead is not None and len(n.children) > 1}
    return {"current": numbers[id(game.node)], "names": notes, "ahead": ahead, "steps": steps}


def _clean(words: object) -> str:
    """A name or comment as a file can hold it."""
    return str(words)[:COMMENT_LIMIT].encode("utf-8", "replace").decode("utf-8")


def _layout(data: dict[str, Any]) -> str:
    """Write JSON with one step and one line of the position a line, so that it can be read and compared."""
    parts = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            parts.append(f'"{key}": [\n{rows}\n ]')
        else:
            parts.append(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


# Reading


def load(source: str | bytes | Path, catalogue: Catalogue | None = None) -> Game:
    """Read a saved game and replay it.

    Args:
        source: a path, or the text itself.
        catalogue: the printed cards it was played with; those of ``load_catalogue()`` when None.

    Returns:
        the game, at the moment where it was saved; ``notes`` tells what could not be replayed.

    Raises:
        SaveError: the text is damaged, of another program or version, or made with other cards.
    """
    data = _checked(_parsed(source))
    game = _start(data, catalogue)
    nodes = _replay(game, data["steps"])
    _name(nodes, data["names"])
    _remember(game, nodes, data["ahead"])
    game.stops = _stops(game, data.get("stops", []))
    at: int = data["current"]
    while nodes[at] is None:
        at = data["steps"][at - 1][0]
    found = nodes[at]
    assert found is not None
    game.go_to(found)
    if names_file(source):
        game.files.add(Path(source).resolve())
    return game


def open_game(source: str | bytes | Path, catalogue: Catalogue | None = None) -> Game:
    """Open whatever a game can be made of: a saved game, a position, or a scenario with its steps played.

    Where a step of a scenario does not fit, the game stands before it.

    Returns:
        the game; ``notes`` tells what was opened, unless it is a saved game, and what could not be replayed.

    Raises:
        SaveError: it is nothing of the kind, or a saved game that is damaged.
        PositionError: the position or scenario cannot be used.
    """
    from explorer.game import Game
    from explorer.scenario import Scenario, ScenarioFailure

    try:
        written = source_text(source, SIZE_LIMIT)
    except TreeError as error:
        raise SaveError(str(error)) from None
    kind = kind_of(written)
    raw = written.encode()  # bytes are a text in any case, also those of a single word
    if kind == "scenario":
        scenario = Scenario.load(raw, catalogue)
        try:
            game = scenario.play()
            note = text("save.from-scenario", count=len(scenario.steps))
        except ScenarioFailure as failure:
            game, note = failure.game, text("save.scenario-halted", reason=" ".join(str(failure).split())[:300])
    elif kind == "position":
        game, note = Game(Position.load(raw, catalogue).state()), text("save.from-position")
    else:
        return load(source, catalogue)
    _note(game, note)
    return game


def _fail(key: str, **values: Any) -> SaveError:
    return SaveError(text(f"save.{key}", **values))


def _parsed(source: str | bytes | Path) -> Any:
    try:
        written = source_text(source, SIZE_LIMIT)
    except TreeError as error:
        raise SaveError(str(error)) from None
    if not written.strip():
        raise _fail("empty")
    kind = kind_of(written)
    if kind in ("position", "scenario"):
        raise _fail(f"is-{kind}")
    if _deep(written):
        raise _fail("too-deep", limit=DEPTH_LIMIT)
    try:
        return json.loads(written, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        cut = error.pos >= len(written.rstrip()) - 1 or error.msg.startswith("Unterminated")
        key = "truncated" if cut else "syntax"
        raise _fail(key, line=error.lineno, reason=error.msg) from None
    except (ValueError, RecursionError) as error:
        raise SaveError(str(error)[:300]) from None


def _deep(written: str) -> bool:
    """Whether brackets outside of strings are nested too deep; looks at each sign once."""
    depth, inside, skip = 0, False, False
    for sign in written:
        if inside:
            if skip:
                skip = False
            elif sign == "\\":
                skip = True
            elif sign == '"':
                inside = False
        elif sign == '"':
            inside = True
        elif sign in "[{":
            depth += 1
            if depth > DEPTH_LIMIT:
                return True
        elif sign in "]}":
            depth -= 1
    return False


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _fail("key-twice")
    return found


def _no_constant(word: str) -> Any:
    raise _fail("constant", word=word)


def _whole(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _words(value: Any, most: int = WORD_LIMIT) -> bool:
    return isinstance(value, str) and len(value) <= most


def _checked(data: Any) -> dict[str, Any]:
    """Check the form of everything before anything is used."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _fail("format")
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise _fail("version", found=repr(version)[:40], known=VERSION, program=repr(data.get("program"))[:40])
    steps = data.get("steps")
    if not isinstance(steps, list) or len(steps) > NODE_LIMIT:
        raise _fail("field", field="steps", limit=NODE_LIMIT)
    tests: dict[str, Callable[[Any], bool]] = {
        "start": lambda v: isinstance(v, list) and all(isinstance(line, str) for line in v),
        "rulings": lambda v: isinstance(v, dict) and all(isinstance(reading, str) for reading in v.values()),
        "catalogue": _words,
        "current": lambda v: _whole(v, len(steps)),
        "names": lambda v: isinstance(v, dict) and all(_named(k, pair, len(steps)) for k, pair in v.items()),
        "ahead": lambda v: isinstance(v, dict) and all(_fork(k, n, len(steps)) for k, n in v.items()),
    }
    for field, test in tests.items():
        if field not in data or not test(data[field]):
            raise _fail("field", field=field, limit=NODE_LIMIT)
    for number, row in enumerate(steps, 1):
        if not _is_step(row, number):
            raise _fail("step", number=number)
    if not _are_stops(data.get("stops", [])):  # files that were written before there were any have none
        raise _fail("stops", limit=STOP_LIMIT)
    return data


def _are_stops(value: Any) -> bool:
    """Whether it is a list of stops: card, event and seat of each, "" for what it does not name."""
    return (
        isinstance(value, list)
        and len(value) <= STOP_LIMIT
        and all(isinstance(row, list) and len(row) == 3 and all(map(_words, row)) for row in value)
    )


def _is_note(value: Any) -> bool:
    return _words(value, COMMENT_LIMIT)


def _index(key: str, most: int) -> bool:
    return key.isascii() and key.isdigit() and len(key) < 8 and int(key) <= most


def _fork(key: str, child: Any, most: int) -> bool:
    return _index(key, most) and _whole(child, most)


def _named(key: str, pair: Any, most: int) -> bool:
    return _index(key, most) and isinstance(pair, list) and len(pair) == 2 and all(_is_note(w) for w in pair)


def _is_step(row: Any, number: int) -> bool:
    if not isinstance(row, list) or len(row) != 3 or not _whole(row[0], number - 1):
        return False
    if row[1] in ("choose", "use"):
        return _words(row[2])
    return row[1] == "edit" and isinstance(row[2], list) and all(_is_operation(op) for op in row[2])


def _is_operation(op: Any) -> bool:
    return isinstance(op, list) and 0 < len(op) <= 10 and all(_words(part) or _amount(part) for part in op)


def _amount(part: Any) -> bool:
    """Whether it is a number that an edit may name: credits, or the level of a marker of the Market."""
    return isinstance(part, int) and not isinstance(part, bool) and abs(part) <= 10**6


def _start(data: dict[str, Any], catalogue: Catalogue | None) -> Game:
    from explorer.game import Game
    from explorer.rulebook import RulingError, rulings

    try:
        rulings(data["rulings"])
        position = Position.load("\n".join(data["start"]) + "\n", catalogue)
        state = position.state(data["rulings"])
    except (PositionError, RulingError) as error:
        raise _fail("start", reason=str(error)) from None
    if state.cat.fingerprint != data["catalogue"]:
        raise _fail("catalogue", found=state.cat.fingerprint, wanted=data["catalogue"][:20])
    return Game(state)


def _replay(game: Game, steps: list[Any]) -> list[Node | None]:
    """Play every step from its parent; a step that no longer fits ends its branch."""
    nodes: list[Node | None] = [game.root]
    for number, (parent, word, what) in enumerate(steps, 1):
        before = nodes[parent]
        if before is None:
            nodes.append(None)
            continue
        game.go_to(before)
        try:
            nodes.append(_step(game, word, what))
        except (ValueError, EndlessChain) as error:
            _note(game, text("save.stopped", number=number, step=str(what)[:120], reason=str(error)[:300]))
            nodes.append(None)
    return nodes


def _step(game: Game, word: str, what: Any) -> Node:
    if word == "edit":
        return game.edit(*(tuple(op) for op in what)).node
    return game.choose(what).node


def _stops(game: Game, rows: list[list[str]]) -> list[Stop]:
    """Where to halt; what no longer exists, such as an event of an earlier program, is told and left out."""
    from explorer.stepping import stop_at

    found: dict[Stop, None] = {}
    for row in rows:
        try:
            found[stop_at(game.root.state, *row)] = None
        except (KeyError, ValueError) as error:
            what = ", ".join(word for word in row if word)
            _note(game, text("save.stop-gone", what=shown(what), reason=str(error.args[0])[:300]))
    return list(found)


def _note(game: Game, note: str) -> None:
    if len(game.notes) < NOTE_LIMIT:
        game.notes.append(note)


def _name(nodes: list[Node | None], names: dict[str, list[str]]) -> None:
    for key, (name, comment) in names.items():
        node = nodes[int(key)]
        if node is not None:
            node.name, node.comment = name, comment


def _remember(game: Game, nodes: list[Node | None], ahead: dict[str, int]) -> None:
    """Where redo leads at a fork."""
    for key, number in ahead.items():
        node, child = nodes[int(key)], nodes[number]
        if node is not None and child in node.children:
            node.ahead = child
