"""The part of the style sheet that one picture uses: notebooks store it with every picture, and it is most of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from explorer.draw.style import style_sheet

ALWAYS: Final = frozenset({"ie", "ie-dark", "ie-auto", "vscode-dark"})  # what is set from outside, such as a theme

EVERYWHERE: Final = "ie-instead"  # the text that a picture hides stands beside it
ROOT: Final = re.compile(r"\.ie(?![\w-])")
Used = tuple[str, list[str], str]  # block, selectors, what is set


class Rule(NamedTuple):
    """A rule: the block it stands in ("" for none), its selectors with the classes each asks for, what it sets."""

    block: str
    selectors: tuple[tuple[str, frozenset[str]], ...]
    body: str


def slim(html: str) -> str:
    """Take out of a picture's style sheet what it does not use; HTML without that sheet stays as it is.

    What is left holds for this picture only: a notebook puts the sheets of all pictures into one page, and a later
    sheet without some of the rules would undo rules of an earlier one.

    Example:
        >>> from explorer import new_game
        >>> from explorer.draw.table import table_html
        >>> html = table_html(new_game(players=2, seed=1).state)
        >>> len(slim(html)) < len(html)
        True
    """
    before, sheet, after = html.partition(f"<style>{style_sheet()}</style>")
    if not sheet:
        return html
    rules = _used(after)
    name = "ie-" + sha256(_written(rules).encode()).hexdigest()[:4]
    roots = frozenset(" ".join(re.findall(r'class="ie ([^"]*)"', after)).split())
    own = [(block, [_within(one, name, roots) for one in found], body) for block, found, body in rules]
    return f"{before}<style>{_written(own)}</style>" + re.sub(r'class="ie(?=[ "])', f'class="ie {name}', after)


def _within(selector: str, name: str, roots: frozenset[str]) -> str:
    """Let a selector find nothing outside of the elements with this class, at the same strength as before."""
    if EVERYWHERE in selector:
        return selector
    if ROOT.search(selector):
        return ROOT.sub(f".{name}", selector, count=1)
    first = re.split(r"[\s>+~]", _plain(selector))[0]
    return f":where(.{name})" + " " * roots.isdisjoint(_classes(first)) + selector


def style_for(html: str, dark: bool = False) -> str:
    """Write the rules that a piece of HTML uses, without what only people read.

    Args:
        html: what is to be shown.
        dark: add the rules by which ``ie-auto`` follows the theme of the page's reader.
    """
    rules = _used(html)
    return _written(rules) + (_by_theme(rules) if dark else "")


def _used(html: str) -> list[Used]:
    found = ALWAYS.union(*(names.split() for names in re.findall(r'class="([^"]*)"', html)))
    return [
        (rule.block, one, rule.body)
        for rule in _rules(style_sheet())
        if (one := [selector for selector, asks in rule.selectors if asks <= found])
    ]


def _written(rules: list[Used]) -> str:
    parts, within = [], ""
    for block, selectors, body in rules:
        if block != within:
            parts.append("}" * bool(within) + f"{block}{{" * bool(block))
            within = block
        parts.append(f"{','.join(selectors)}{{{body}}}")
    return "".join(parts) + "}" * bool(within)


def _by_theme(rules: list[Used]) -> str:
    """The dark rules once more, for whoever asks for dark pages; paper is white."""
    dark = [
        ("@media screen and (prefers-color-scheme:dark)", [one.replace("ie-dark", "ie-auto") for one in found], body)
        for _block, selectors, body in rules
        if (found := [one for one in selectors if ".ie-dark" in one])
    ]
    return _written(dark)


@lru_cache(maxsize=2)
def _rules(sheet: str) -> tuple[Rule, ...]:
    return tuple(_read(sheet, ""))


def _read(sheet: str, block: str) -> Iterator[Rule]:
    """Read rules, and the blocks such as ``@container`` that they stand in; no string in the sheet has a brace."""
    at = 0
    while (opened := sheet.find("{", at)) >= 0:
        head = " ".join(sheet[at:opened].split())
        closed = _end(sheet, opened)
        inside = sheet[opened + 1 : closed]
        if "{" in inside:
            yield from _read(inside, head)
        else:
            yield Rule(block, tuple((one, _classes(one)) for one in _selectors(head)), _short(inside))
        at = closed + 1


def _end(sheet: str, opened: int) -> int:
    """Where the brace that is opened here is closed."""
    depth = 0
    for found in re.compile(r"[{}]").finditer(sheet, opened):
        depth += 1 if found[0] == "{" else -1
        if not depth:
            return found.start()
    raise ValueError("a brace of the style sheet is not closed")


def _selectors(head: str) -> list[str]:
    """Split at the commas that stand in no parentheses."""
    found, depth = [""], 0
    for letter in head:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [one.strip() for one in found]


def _plain(selector: str) -> str:
    """A selector without what stands in parentheses: an alternative, a not, or something else than the element."""
    found, depth = "", 0
    for letter in selector:
        depth += letter == "("
        found += letter * (not depth)
        depth -= letter == ")"
    return found


def _classes(selector: str) -> frozenset[str]:
    """The classes that must be there for a selector to fit."""
    return frozenset(re.findall(r"\.([a-z][\w-]*)", _plain(selector)))


def _short(body: str) -> str:
    """What a rule sets, without needless spaces; pictures in it stay as they are."""
    body = " ".join(body.split())
    body = body.replace("%22", "'") if "url(" in body else re.sub(r"([:;,]) ", r"\1", body)
    return body.strip().rstrip(";").replace("; ", ";")
