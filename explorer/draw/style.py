"""The style sheet: ``style.css`` together with signs and icons as masks, made from their paths."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from explorer.draw.shapes import ACTIONS, ICONS, SIGNS

_SOLID: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
_HOLLOW: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 26 26" fill="none" stroke="#000" stroke-width="2.6" '
    'stroke-linejoin="round">{}</svg>'
)
_STROKE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#000" stroke-width="1.6" '
    'stroke-linecap="round" stroke-linejoin="round">{}</svg>'
)


@lru_cache(maxsize=1)
def style_sheet() -> str:
    """Return the whole style sheet; every class begins with ``ie-``."""
    text = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rules = [_mask(f"ie-sign-{letter}", _SOLID.format(path)) for letter, path in SIGNS.items()]
    rules += [_mask(f"ie-open-{letter}", _HOLLOW.format(path)) for letter, path in SIGNS.items()]
    rules += [_mask(f"ie-act-{name}", _STROKE.format(path)) for name, path in ACTIONS.items()]
    rules += [_mask(f"ie-icon-{name}", _STROKE.format(path)) for name, path in ICONS.items()]
    return "\n".join(lines + rules) + "\n"


def _mask(name: str, svg: str) -> str:
    data = quote(svg, safe=" ='/:;,()+*!@&$-._~")
    return f'.{name}{{--m:url("data:image/svg+xml,{data}")}}'
