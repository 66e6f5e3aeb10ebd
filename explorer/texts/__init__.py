"""Every sentence that a person reads, kept apart from the code: one TOML file for each language.

A text is found by a dotted key (``cards.empty_file``) and may hold places such as ``{name}``, which are filled
by name and by nothing else: a text can neither reach into a value nor run anything.
"""

import string
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["has", "language", "languages", "places", "shown", "text", "use"]

_FOLDER = Path(__file__).parent
_language = "en"
_loaded: dict[str, dict[str, str]] = {}


_pieces: dict[str, tuple[tuple[str, str | None], ...]] = {}  # texts by what they consist of, as far as used


def _parsed(words: str) -> tuple[tuple[str, str | None], ...]:
    """Split a text into plain words and the names of its places; refuse everything else a format string can say."""
    found = []
    for words_before, name, spec, conversion in string.Formatter().parse(words):
        if name is not None and not name.isidentifier():
            raise ValueError(f"a text may only hold plain names in braces, not {{{name}}}")
        if conversion is not None:
            raise ValueError(f"a text may not convert a value with !{conversion}")
        if spec:
            raise ValueError(f"a text may not format a value with :{spec}")
        found.append((words_before, name))
    return tuple(found)


def languages() -> list[str]:
    """Name the languages that have a file, such as ``["en"]``."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def language() -> str:
    """Name the language in use, ``en`` unless `use` was called."""
    return _language


def use(language: str) -> None:
    """Speak another language from now on.

    Parameters: `language`, one of `languages()`.
    Raises: ValueError when there is no file of that language.
    Example: ``texts.use("en")``
    """
    global _language
    if language not in languages():
        raise ValueError(f"no texts in {language!r}; there are {', '.join(languages())}")
    _language = language


def has(key: str) -> bool:
    """Tell whether the language in use has a text of that key."""
    return key in _table()


def text(key: str, /, **values: object) -> str:
    """Return the text of a dotted key with its places filled.

    Parameters: `key`, such as ``cards.empty_file``; `values`, one for each ``{name}`` in the text.
    Raises: KeyError for an unknown key or a place without a value; ValueError for a text that asks for more
    than plain names.
    Example: ``text("cards.too_large", size=3, limit=2)``
    """
    table = _table()
    if key not in table:
        raise KeyError(f"no text {key!r} in {_language}.toml")
    words = table[key]
    if "{" not in words and "}" not in words:
        return words
    pieces = _pieces.get(words)
    if pieces is None:
        pieces = _pieces[words] = _parsed(words)
    try:
        return "".join([before if name is None else f"{before}{values[name]}" for before, name in pieces])
    except KeyError as error:
        raise KeyError(f"text {key!r} needs a value for {error.args[0]!r}") from None


def shown(value: object, limit: int = 60) -> str:
    """Write any value as it may stand in a message: short, and whatever it is.

    Example: ``shown("Beer")`` is ``"'Beer'"``.
    """
    try:
        found = repr(value)
    except Exception:  # a number of thousands of digits, or an object that cannot say what it is
        found = f"this {type(value).__name__}"
    found = found.encode("utf-8", "replace").decode("utf-8")
    return found if len(found) <= limit else found[:limit] + "…"


def places(key: str) -> tuple[str, ...]:
    """Name the places of a text, in order, such as ``("file",)``; nothing for a key that has no text.

    Example: ``places("cards.too_large")`` is ``("size", "limit")``.
    """
    return tuple(name for _, name, _, _ in string.Formatter().parse(_table().get(key, "")) if name is not None)


def _table() -> dict[str, str]:
    found = _loaded.get(_language)
    if found is None:
        with (_FOLDER / f"{_language}.toml").open("rb") as file:
            found = _flatten(tomllib.load(file), "")
        _loaded[_language] = found
    return found


def _flatten(table: Mapping[str, Any], prefix: str) -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat.update(_flatten(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = str(value)
    return flat
