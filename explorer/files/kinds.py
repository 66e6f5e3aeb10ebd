"""Which kind of file a text is, by its keys alone, so that whoever reads another kind can say so."""

from __future__ import annotations

import re
from typing import Final

_GAME: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"import-export-explorer game"')
_KEY: Final = re.compile(r"^[\"']?(\w+)[\"']?:", re.MULTILINE)
_FLOW_KEY: Final = re.compile(r"[{,]\s*[\"']?(\w+)[\"']?:")
OF_SCENARIO: Final = ("steps", "expect")


def kind_of(written: str) -> str:
    """Tell "game" (a saved one), "scenario" or "position"; "" for anything else."""
    if _GAME.match(written):
        return "game"
    keys = set((_FLOW_KEY if written.lstrip()[:1] == "{" else _KEY).findall(written))
    if keys.intersection(OF_SCENARIO):
        return "scenario"
    return "position" if "players" in keys else ""
