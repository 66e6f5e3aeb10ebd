"""Reading YAML as a plain tree that knows its lines: mappings, lists and words, and nothing that could run.

Nothing is constructed from tags, and whatever could make a small text large or
deep is refused: anchors, aliases, tags, duplicate keys, deep nesting, large files.
"""

from __future__ import annotations

import json
import re
from os import PathLike
from pathlib import Path
from typing import Any, Final, TypeGuard

from explorer.texts import shown, text

SIZE_LIMIT: Final = 1_000_000  # bytes
DEPTH_LIMIT: Final = 20
ITEM_LIMIT: Final = 50_000


class TreeError(ValueError):
    """A text cannot be read as a tree; ``line`` says where (0: as a whole)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Tree:
    """A word, a list or a mapping, with the line it begins on; ``plain`` words stand without quotation marks.

    ``start`` and ``end`` are its place in the text, ``flow`` says that it stands in brackets or braces, and ``keys``
    holds the places of a mapping's keys.
    """

    __slots__ = ("kind", "line", "value", "plain", "lines", "start", "end", "flow", "keys")

    def __init__(self, kind: str, line: int, value: Any, plain: bool = False) -> None:
        self.kind = kind  # "word", "list" or "map"
        self.line = line
        self.value = value
        self.plain = plain
        self.lines: dict[str, int] = {}  # of a mapping's keys
        self.start = self.end = 0
        self.flow = False
        self.keys: dict[str, tuple[int, int]] = {}

    def get(self, name: str) -> Tree | None:
        """The value of a key of a mapping; None when it is missing or empty."""
        found = self.value.get(name) if self.kind == "map" else None
        return None if found is None or found.empty else found

    @property
    def empty(self) -> bool:
        """Whether nothing is written here."""
        return self.kind == "word" and self.plain and self.value in ("", "~", "null")

    @property
    def number(self) -> int | None:
        """The whole number written here, if it is one."""
        if self.kind != "word" or not re.fullmatch(r"[+-]?[0-9]{1,20}", self.value):
            return None
        return int(self.value)

    def data(self) -> Any:
        """Numbers, strings, True, False, None, lists and dicts."""
        if self.kind == "list":
            return [item.data() for item in self.value]
        if self.kind == "map":
            return {key: item.data() for key, item in self.value.items()}
        if not self.plain:
            return self.value
        if self.empty:
            return None
        if self.value in ("true", "false"):
            return bool(self.value == "true")
        number = self.number
        return self.value if number is None else number


def source_text(source: str | bytes | Path, limit: int = SIZE_LIMIT) -> str:
    """Return the text of a file, or the text itself when it is one.

    A string is taken for a text when it has several lines, a brace or a colon
    followed by a space, or nothing but spaces, for the name of a file otherwise.
    """
    if names_file(source):
        return _decoded(_read(source, limit), limit)
    if isinstance(source, str):
        return checked_text(source, limit)
    if not isinstance(source, bytes):
        raise TreeError(0, text("position.no-source", what=shown(source)))
    return _decoded(source, limit)


def names_file(source: object) -> TypeGuard[str | PathLike[str]]:
    """Whether a source of a text is the name of a file."""
    if isinstance(source, str):
        return bool(source.strip()) and not ("\n" in source or "{" in source or ": " in source or source.endswith(":"))
    return isinstance(source, PathLike)


def _read(source: str | PathLike[str], limit: int) -> bytes:
    try:
        with Path(source).open("rb") as file:
            return file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no usable name"
        raise TreeError(0, text("position.no-file", file=repr(str(source))[:120], reason=reason)) from None


def _decoded(raw: bytes, limit: int) -> str:
    if len(raw) > limit:
        raise TreeError(0, text("position.too-large", limit=limit))
    try:
        return checked_text(raw.decode("utf-8-sig"), limit)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TreeError(line, text("position.not-utf8")) from None


def checked_text(written: str, limit: int = SIZE_LIMIT) -> str:
    """Return a text that may be read; raises TreeError for one that is too large or no text."""
    if len(written) > limit or len(written.encode("utf-8", "surrogatepass")) > limit:
        raise TreeError(0, text("position.too-large", limit=limit))
    for at, sign in ((written.find("\0"), "position.nul"), (_lone_surrogate(written), "position.not-utf8")):
        if at >= 0:
            raise TreeError(written.count("\n", 0, at) + 1, text(sign))
    return written


def _lone_surrogate(written: str) -> int:
    found = re.search("[\ud800-\udfff]", written)
    return found.start() if found else -1


def read_tree(written: str) -> Tree:
    """Read a YAML text; raises TreeError with a line and how to mend it."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder()
    try:
        for event in yaml.parse(written, Loader=loader):
            builder.add(event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        raise TreeError(mark.line + 1 if mark else 0, text("position.syntax", reason=str(reason)[:200])) from None
    if builder.root is None:
        raise TreeError(0, text("position.empty"))
    return builder.root


class _Builder:
    """Builds the tree event by event, so that nothing grows before it is looked at."""

    def __init__(self) -> None:
        self.root: Tree | None = None
        self.open: list[Tree] = []
        self.keys: list[str | None] = []  # the pending key of each open mapping
        self.count = 0

    def add(self, event: Any) -> None:
        """Take one event of the parser."""
        name = type(event).__name__
        line = event.start_mark.line + 1 if event.start_mark else 0
        if name == "AliasEvent" or getattr(event, "anchor", None):
            raise TreeError(line, text("position.anchor"))
        if name in ("SequenceStartEvent", "MappingStartEvent", "ScalarEvent"):
            if event.tag is not None and not (name == "ScalarEvent" and event.tag == "!"):
                raise TreeError(line, text("position.tag", tag=str(event.tag)[:60]))
            self._value(name, event, line)
        elif name in ("SequenceEndEvent", "MappingEndEvent"):
            self.keys.pop()
            _close(self.open.pop(), event)

    def _value(self, name: str, event: Any, line: int) -> None:
        self.count += 1
        if self.count > ITEM_LIMIT:
            raise TreeError(line, text("position.too-many", limit=ITEM_LIMIT))
        if name == "ScalarEvent":
            new = Tree("word", line, event.value, event.style in (None, ""))
            if self._is_key():
                return self._key(event, line)
            new.end = event.end_mark.index
        else:
            new = Tree("list", line, []) if name == "SequenceStartEvent" else Tree("map", line, {})
            if self._is_key():
                raise TreeError(line, text("position.key-no-word"))
            new.flow = bool(event.flow_style)
        new.start = event.start_mark.index
        self._place(new)
        if new.kind != "word":
            if len(self.open) >= DEPTH_LIMIT:
                raise TreeError(line, text("position.too-deep", limit=DEPTH_LIMIT))
            self.open.append(new)
            self.keys.append(None)

    def _is_key(self) -> bool:
        return bool(self.open) and self.open[-1].kind == "map" and self.keys[-1] is None

    def _key(self, event: Any, line: int) -> None:
        word, parent = event.value, self.open[-1]
        if word in parent.value:
            raise TreeError(line, text("position.key-twice", key=repr(word)[:80], first=parent.lines[word]))
        parent.lines[word] = line
        parent.keys[word] = (event.start_mark.index, event.end_mark.index)
        self.keys[-1] = word

    def _place(self, new: Tree) -> None:
        if not self.open:
            if self.root is not None:
                raise TreeError(new.line, text("position.two-documents"))
            self.root = new
        elif self.open[-1].kind == "list":
            self.open[-1].value.append(new)
        else:
            self.open[-1].value[self.keys[-1]] = new
            self.keys[-1] = None


def _close(tree: Tree, event: Any) -> None:
    """Note where a list or mapping ends: at its bracket, or with the last thing in it (comments follow later)."""
    tree.end = event.end_mark.index
    if not tree.flow:
        children = tree.value if tree.kind == "list" else tree.value.values()
        tree.end = max((one.end for one in children), default=tree.start)


_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_./'()&+-]*( [A-Za-z0-9_./'()&+-]+)*")
_WORDS_OF_YAML: Final = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


def written_word(value: Any) -> str:
    """Write a number, string, truth value or None as YAML (and, where quoted, as JSON)."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS_OF_YAML:
        return value
    return json.dumps(value, ensure_ascii=False)


def flow(value: Any) -> str:
    """Write lists and dicts on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written_word(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return written_word(value)
