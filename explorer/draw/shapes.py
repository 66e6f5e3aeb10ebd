"""Shapes as plain path data: signs of the kinds of goods, icons of the actions and of the interface.

Signs are solid on a 24 grid, so that they still tell kinds apart at 9 pixels;
icons are strokes on a 16 grid.
"""

from __future__ import annotations

from typing import Final

LETTERS: Final = "TACLIK*·"  # one for each kind, as in ``explorer.terms.KINDS``

SIGNS: Final[dict[str, str]] = {
    "T": '<path d="M14.6 1 3.4 13.6h6.3L8 23 20.6 9.6h-6.8z"/>',
    "A": (
        '<path d="M21.6 2.4C11.8 1.6 3.4 6 2.6 14.6c-.1 1.6 0 3.1.4 4.3L1.4 22.6l2.6 0 1.3-2.3c1.3.5 '
        '2.7.7 4.1.6C18 20.1 22.4 12.2 21.6 2.4z"/>'
    ),
    "C": (
        '<path d="M7.2 7V5.8a4.8 4.8 0 0 1 9.6 0V7H21v14.6H3V7zm2.3 0h5V5.9a2.5 2.5 0 0 0-5 0z" fill-rule="evenodd"/>'
    ),
    "L": '<path d="M12 .8 22.4 12 12 23.2 1.6 12z"/>',
    "I": '<path d="M12 1.6 23.2 21.8H.8z"/>',
    "K": (
        '<path d="M12 1.2a10.8 10.8 0 1 0 0 21.6 10.8 10.8 0 0 0 0-21.6zm0 6.3a4.5 4.5 0 1 1 0 9 4.5 4.5 '
        '0 0 1 0-9z" fill-rule="evenodd"/>'
    ),
}

ACTIONS: Final[dict[str, str]] = {
    "supply": '<path d="M2 5.6h12v8H2zM2 5.6 4.2 2.2h7.6L14 5.6M8 2.2v3.4M6 8.4h4"/>',
    "import": '<path d="M8 1.6v7.6M4.8 6.2 8 9.4l3.2-3.2M2.2 10.2v3.6h11.6v-3.6"/>',
    "contract": '<path d="M3.6 1.6h6l3 3v9.8h-9zM9.4 1.8v3h3M5.9 8h4.4M5.9 11h2.8"/>',
    "load": '<path d="M5.4 1.2h5.2M8 1.2v4.6M8 5.8a4.1 4.1 0 1 1-4.1 4.1"/>',
    "pirate": (
        '<path d="M8 1.6c-3.4 0-5.8 2.2-5.8 5.3 0 1.9.9 3.3 2.4 4.1v3.2h6.8V11c1.5-.8 2.4-2.2 2.4-4.1 '
        '0-3.1-2.4-5.3-5.8-5.3zM8 11.6v2.6"/><circle cx="5.8" cy="7.3" r="1.25" fill="currentColor" '
        'stroke="none"/><circle cx="10.2" cy="7.3" r="1.25" fill="currentColor" stroke="none"/>'
    ),
    "barter": '<path d="M2 5.2h10.8M9.8 2.2l3 3-3 3M14 10.8H3.2M6.2 7.8l-3 3 3 3"/>',
}

ICONS: Final[dict[str, str]] = {
    "undo": '<path d="M5.6 3 2.4 6.2l3.2 3.2M2.6 6.2h7a3.9 3.9 0 0 1 0 7.8H6"/>',
    "redo": '<path d="M10.4 3l3.2 3.2-3.2 3.2M13.4 6.2h-7a3.9 3.9 0 0 0 0 7.8H10"/>',
    "branch": (
        '<circle cx="4" cy="3.2" r="1.7"/><circle cx="4" cy="12.8" r="1.7"/><circle cx="12" cy="5" '
        'r="1.7"/><path d="M4 4.9v6.2M12 6.7c0 2.8-3.6 2.4-6.4 4.8"/>'
    ),
    "scales": '<path d="M8 1.8v12M4.8 14h6.4M2.6 4.2 8 3l5.4 1.2M2.6 4.2.9 9h3.4zM13.4 4.2 11.7 9h3.4z"/>',
    "no": '<circle cx="8" cy="8" r="6"/><path d="M3.8 12.2l8.4-8.4"/>',
    "right": '<path d="M6 3.2 10.8 8 6 12.8"/>',
    "anchor": (
        '<circle cx="8" cy="3.2" r="1.6"/><path d="M8 4.8v9M4.8 7.2h6.4M2.4 9.4c.4 3 2.6 4.6 5.6 4.6s5.2-1.6 5.6-4.6"/>'
    ),
    "buoy": (
        '<path d="M6.6 4.4h2.8l1.8 6.8H4.8zM1.6 12.8c1.6-1.2 2.6-1.2 4.2 0s2.8 1.2 4.4 0 2.6-1.2 4.2 '
        '0M5.7 7.8h4.6"/><circle cx="8" cy="2.6" r="1.2" fill="currentColor"/>'
    ),
    "eye": (
        '<path d="M1.2 8C3 4.9 5.3 3.4 8 3.4s5 1.5 6.8 4.6c-1.8 3.1-4.1 4.6-6.8 4.6S3 11.1 1.2 '
        '8z"/><circle cx="8" cy="8" r="2"/>'
    ),
    "check": '<path d="M2.8 8.4l3.4 3.6 7-8"/>',
    "lasting": (
        '<path d="M8 8C6.6 6 5.6 5.2 4.3 5.2a2.8 2.8 0 0 0 0 5.6C5.6 10.8 6.6 10 8 8s2.4-2.8 3.7-2.8a2.8 '
        '2.8 0 0 1 0 5.6C10.4 10.8 9.4 10 8 8z"/>'
    ),
    "once": '<circle cx="8" cy="8" r="6"/><path d="M6.4 6.2 8.3 5v6"/>',
    "anytime": '<circle cx="8" cy="8" r="6"/><path d="M8 4.4V8l2.6 1.8"/>',
    "scoring": '<path d="M3.4 14.4V1.8h9l-2.2 3.1 2.2 3.1h-9"/>',
    "win": (
        '<path d="M4.8 1.8h6.4v4.4a3.2 3.2 0 0 1-6.4 0zM8 9.4v3.4M5 14.2h6M4.8 3H2.2c0 2.6 1 4 2.8 4.2M11.2 '
        '3h2.6c0 2.6-1 4-2.8 4.2"/>'
    ),
    "pencil": '<path d="M2.6 13.4l.7-3.1 7.7-7.7 2.4 2.4-7.7 7.7zM9.5 4.1l2.4 2.4"/>',
    "warn": '<path d="M8 2 14.8 13.8H1.2zM8 6.2v3.8M8 11.6v.6"/>',
    "search": '<circle cx="6.8" cy="6.8" r="4.6"/><path d="M10.2 10.2 14.2 14.2"/>',
    "play": '<path d="M5 2.8v10.4l8-5.2z"/>',
    "plus": '<path d="M8 2.8v10.4M2.8 8h10.4"/>',
    "minus": '<path d="M2.8 8h10.4"/>',
    "hand": '<path d="M2.6 5.2l6-2.6 4.6 9.4-6 2.6zM2.6 5.2 4.2 14M10 3.8l3 .6"/>',
    "drag": '<path d="M6 3v.1M10 3v.1M6 8v.1M10 8v.1M6 13v.1M10 13v.1"/>',
    "cross": '<path d="M3.6 3.6l8.8 8.8M12.4 3.6l-8.8 8.8"/>',
}
