"""Small changes in a YAML text: what is not touched stays letter for letter, with its comments, order and style.

A path leads to a value: keys of mappings and indexes of lists, such as ``("players", 0, "hand")``.  Every change is
read back and compared with what was meant.  Where the small change does not come out (odd ways to write YAML), the
whole text is written anew, which loses its comments but nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from explorer.files.tree import Tree, TreeError, checked_text, read_tree, written_word
from explorer.texts import text

Path = tuple[str | int, ...]

_COUNTED: Final = re.compile(r"[0-9]{1,3} [A-Za-z][A-Za-z0-9_./'()&+ -]*[A-Za-z0-9')]")


class Draft:
    """A text with its tree, and changes to it; raises TreeError where the text would become too large or too deep."""

    def __init__(self, written: str, tree: Tree | None = None) -> None:
        self.text = written
        self.tree = tree if tree is not None else read_tree(written)

    def at(self, path: Path) -> Tree | None:
        """The value at a path, None when there is none."""
        node: Tree | None = self.tree
        for step in path:
            if node is None:
                return None
            if isinstance(step, int):
                node = node.value[step] if node.kind == "list" and step < len(node.value) else None
            else:
                node = node.value.get(step) if node.kind == "map" else None
        return node

    def data(self, path: Path) -> Any:
        """The value at a path as data, None when there is none."""
        found = self.at(path)
        return None if found is None else found.data()

    def set(self, path: Path, value: Any, order: Sequence[str] = ()) -> None:
        """Write a value; mappings on the way are made where they are missing.

        Args:
            path: where to.
            value: words, numbers, truth values, lists and mappings of them.
            order: in which order the keys of its mapping come, for one that is new.
        """
        wanted = _with(self.tree.data(), path, value)
        node = self.at(path)
        if node is not None:
            above = self.at(path[:-1]) if path else None
            self._take(lambda: _unfolded(self.text, above, node, value) or _replaced(self.text, node, value), wanted)
            return
        known = len(path) - 1
        while self.at(path[:known]) is None:
            known -= 1
        parent = self.at(path[:known])
        assert parent is not None
        for step in reversed(path[known + 1 :]):
            value = {step: value}
        key = path[known]
        self._take(lambda: _added(self.text, parent, str(key), value, order), wanted)

    def insert(self, path: Path, index: int, value: Any) -> None:
        """Put a value into the list at a path."""
        node = self.at(path)
        assert node is not None and node.kind == "list"
        items = list(node.data())
        items.insert(index, value)
        wanted = _with(self.tree.data(), path, items)
        self._take(lambda: _inserted(self.text, node, index, value), wanted)

    def delete(self, path: Path) -> None:
        """Take out what stands at a path; nothing happens when there is nothing."""
        if not path or self.at(path) is None:
            return
        parent = self.at(path[:-1])
        assert parent is not None
        wanted = _without(self.tree.data(), path)
        self._take(lambda: _deleted(self.text, parent, path[-1]), wanted)

    def rename(self, path: Path, key: str) -> None:
        """Give a key of a mapping another name."""
        parent, old = self.at(path[:-1]), str(path[-1])
        if parent is None or parent.kind != "map" or old not in parent.keys or key in parent.keys:
            return
        start, end = parent.keys[old]
        before = self.at(path[:-1])
        assert before is not None
        renamed = {key if one == old else one: value for one, value in before.data().items()}
        wanted = _with(self.tree.data(), path[:-1], renamed)
        self._take(lambda: self.text[:start] + word(key) + self.text[end:], wanted)

    def drop_line(self, line: str) -> None:
        """Take a line out that is a comment."""
        if f"\n{line}\n" in self.text:
            self._try(self.text.replace(f"\n{line}\n", "\n", 1), self.tree.data())

    def _take(self, change: Any, wanted: Any) -> None:
        """Make a change if it says what was wanted, else write everything anew."""
        if self._try(change(), wanted):
            return
        anew = "".join(f"{word(key)}: {flow(value)}\n" for key, value in wanted.items()) or "{}\n"
        if not self._try(anew, wanted):
            read_tree(checked_text(anew))  # says what is too much
            raise TreeError(0, text("sketch.unwritable"))

    def _try(self, changed: str, wanted: Any) -> bool:
        try:
            tree = read_tree(checked_text(changed))
        except TreeError:
            return False
        if not same(tree.data(), wanted):
            return False
        self.text, self.tree = changed, tree
        return True


def same(a: Any, b: Any) -> bool:
    """Whether two data are equal in everything but the order of keys; 1 and true differ."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def word(value: Any) -> str:
    """Write one value, without quotation marks where it needs none."""
    if isinstance(value, str) and _COUNTED.fullmatch(value) and not value.lower().endswith(" e"):
        return value
    return written_word(value)


def flow(value: Any) -> str:
    """Write a value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{word(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return word(value)


def block(value: Any, indent: str) -> str:
    """Write the value of a key: a list of mappings on lines of its own, everything else behind the key."""
    if isinstance(value, list) and value and all(isinstance(item, Mapping) and item for item in value):
        return "".join("\n" + _item(item, indent) for item in value)
    return " " + flow(value)


def _item(value: Any, indent: str) -> str:
    """An item of a list that stands on lines of its own."""
    if not isinstance(value, Mapping) or not value:
        return f"{indent}- {flow(value)}"
    return f"{indent}- " + f"\n{indent}  ".join(f"{word(key)}: {flow(item)}" for key, item in value.items())


# Data


def _with(data: Any, path: Path, value: Any) -> Any:
    """A copy of data with another value at a path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return [_with(item, rest, value) if i == step else item for i, item in enumerate(data)]
    old = data if isinstance(data, dict) else {}
    if step in old:
        return {key: _with(item, rest, value) if key == step else item for key, item in old.items()}
    return {**old, step: _with({}, rest, value)}


def _without(data: Any, path: Path) -> Any:
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        if not rest:
            return [item for i, item in enumerate(data) if i != step]
        return [_without(item, rest) if i == step else item for i, item in enumerate(data)]
    if not rest:
        return {key: item for key, item in data.items() if key != step}
    return {key: _without(item, rest) if key == step else item for key, item in data.items()}


# Text


def _line_start(written: str, at: int) -> int:
    return written.rfind("\n", 0, at) + 1


def _line_end(written: str, at: int) -> int:
    found = written.find("\n", at)
    return len(written) if found < 0 else found


def _content_end(written: str, node: Tree) -> int:
    """Where a value ends, without the line breaks behind a text of several lines."""
    end = node.end
    while end > node.start and written[end - 1] in "\r\n ":
        end -= 1
    return end


def _unfolded(written: str, above: Tree | None, node: Tree, value: Any) -> str:
    """A word between lines becomes lines of its own: a number of players, or a seat that was only a color."""
    if above is None or above.flow or node.kind != "word" or not node.value:
        return ""
    if above.kind == "list" and isinstance(value, Mapping) and value:
        indent = " " * (node.start - _line_start(written, node.start))
        lines = f"\n{indent}".join(f"{word(key)}: {flow(item)}" for key, item in value.items())
        return written[: node.start] + lines + written[_content_end(written, node) :]
    lines = block(value, " " * (above.start - _line_start(written, above.start)))
    if above.kind == "list" or not lines.startswith("\n"):
        return ""
    end = _content_end(written, node)
    rest = _line_end(written, end)
    return written[: node.start].rstrip(" ") + written[end:rest] + lines + written[rest:]


def _replaced(written: str, node: Tree, value: Any) -> str:
    start, end = node.start, _content_end(written, node)
    new = flow(value)
    if node.kind != "word" and not node.flow:  # on lines of its own: go back behind the key
        back = len(written[:start].rstrip(" \n"))
        if written[back - 1 : back] == ":":
            start = back
    before = written[start - 1 : start]
    return written[:start] + (" " if before == ":" else "") + new + written[end:]


def _added(written: str, parent: Tree, key: str, value: Any, order: Sequence[str]) -> str:
    if parent.kind != "map":
        return ""
    previous = _previous(parent, key, order)
    if parent.flow:
        entry = f"{word(key)}: {flow(value)}"
        if not parent.value:
            return written[: parent.start + 1] + entry + written[parent.start + 1 :]
        if previous is None:
            first = next(iter(parent.keys.values()))[0]
            return f"{written[:first]}{entry}, {written[first:]}"
        at = _content_end(written, parent.value[previous])
        return f"{written[:at]}, {entry}{written[at:]}"
    first = next(iter(parent.keys.values()))[0]
    indent = " " * (first - _line_start(written, first))
    entry = f"{word(key)}:{block(value, indent)}"
    if previous is None:
        return f"{written[:first]}{entry}\n{indent}{written[first:]}"
    at = _line_end(written, _content_end(written, parent.value[previous]))
    return f"{written[:at]}\n{indent}{entry}{written[at:]}"


def _previous(parent: Tree, key: str, order: Sequence[str]) -> str | None:
    """Behind which key a new one comes: the last of those before it; where its place is not known, the last one."""
    keys = list(parent.value)
    if key not in order:
        return keys[-1] if keys else None
    before = set(order[: order.index(key)])
    found = [one for one in keys if one in before or one not in order]
    return found[-1] if found else None


def _inserted(written: str, node: Tree, index: int, value: Any) -> str:
    items: list[Tree] = node.value
    if node.flow or not items:
        if not items:
            return written[: node.start + 1] + flow(value) + written[node.start + 1 :]
        if index < len(items):
            at = items[index].start
            return f"{written[:at]}{flow(value)}, {written[at:]}"
        at = _content_end(written, items[-1])
        return f"{written[:at]}, {flow(value)}{written[at:]}"
    indent = " " * (node.start - _line_start(written, node.start))
    new = _item(value, indent)
    if index < len(items):
        at = _line_start(written, items[index].start)
        return f"{written[:at]}{new}\n{written[at:]}"
    at = _line_end(written, _content_end(written, items[-1]))
    return f"{written[:at]}\n{new}{written[at:]}"


def _deleted(written: str, parent: Tree, step: str | int) -> str:
    entries = _entries(written, parent)
    at = step if isinstance(step, int) else list(parent.value).index(step)
    if len(entries) == 1:
        return _replaced(written, parent, [] if parent.kind == "list" else {})
    start, end = entries[at]
    if parent.flow:
        if at:
            return written[: entries[at - 1][1]] + written[end:]
        return written[:start] + written[entries[1][0] :]
    if at == 0 and parent.kind == "map" and written[_line_start(written, start) : start].strip():  # behind a dash
        return written[:start] + written[entries[1][0] :]
    line = _line_start(written, start)
    after = min(_line_end(written, end) + 1, len(written))
    return written[:line] + written[after:]


def _entries(written: str, parent: Tree) -> list[tuple[int, int]]:
    """Where each entry of a list or mapping begins and ends."""
    if parent.kind == "list":
        return [(item.start, _content_end(written, item)) for item in parent.value]
    ends = [max(parent.keys[key][1], _content_end(written, item)) for key, item in parent.value.items()]
    return [(parent.keys[key][0], end) for key, end in zip(parent.value, ends, strict=True)]


__all__ = ["Draft", "Path", "block", "flow", "same", "word"]
