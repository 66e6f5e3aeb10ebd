"""The signs of the board with their meanings, drawn with the very parts that the board is made of."""

from __future__ import annotations

from explorer.draw.parts import dots, esc, icon, kind_name, number_tag, say, sign, tint
from explorer.draw.shapes import LETTERS
from explorer.draw.slim import slim
from explorer.draw.style import style_sheet
from explorer.terms import ACTIONS, AGRICULTURE, FIVE_ACTIONS, FIVE_KINDS, HARBORS, KINDS
from explorer.texts import text

NOTES = ("tier-load", "places", "number", "printed", "leads", "guess", "no-power", "branch")


class Legend:
    """The legend: a picture in a notebook, lines of text elsewhere.

    Example:
        >>> "Agriculture" in str(Legend())
        True
    """

    def _repr_html_(self) -> str:
        rows = [(text("draw.legend.actions"), _actions()), (text("draw.legend.colors"), _colors())]
        body = "".join(
            f'<div style="{ROW}"><b>{esc(head)}</b><span style="{LIST}">{row}</span></div>' for head, row in rows
        )
        body += "".join(
            f'<div style="{ROW}"><span style="{ITEM}">{_picture(name)}</span><span>{say(f"legend.{name}")}</span></div>'
            for name in NOTES
        )
        return slim(
            f'<style>{style_sheet()}</style><pre class="ie-instead">{esc(self)}</pre>'
            f'<div class="ie ie-picture" hidden="hidden" role="group" aria-label="{say("legend.title")}">'
            f'<div style="display:grid;gap:7px;padding:12px 14px;font-size:13px">{body}</div></div>'
        )

    def __str__(self) -> str:
        colors = [_color_words(kind) for kind in FIVE_KINDS]
        lines = [f"{text('draw.legend.colors')}: {', '.join(colors)}"]
        lines += [f"{text(f'draw.legend.sign.{name}')}: {text(f'draw.legend.{name}')}" for name in NOTES]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return text("draw.legend.title")


ROW = "display:grid;grid-template-columns:100px 1fr;align-items:center;gap:16px"
LIST = "display:flex;flex-wrap:wrap;gap:4px 16px"
ITEM = "display:inline-flex;align-items:center;gap:5px"


def _actions() -> str:
    return "".join(
        f'<span style="{ITEM}">{icon(f"act-{ACTIONS[action]}", 17)}{say(f"action.{ACTIONS[action]}")}</span>'
        for action in FIVE_ACTIONS
    )


def _colors() -> str:
    return "".join(
        f'<span style="{ITEM}"><span class="ie-badge {tint(kind)}" style="width:19px;height:19px">{sign(kind, 12)}'
        f'</span><span class="ie-dot {tint(kind)}">{LETTERS[kind]}</span>{esc(_color_words(kind))}</span>'
        for kind in FIVE_KINDS
    )


def _color_words(kind: int) -> str:
    """A kind with its letter and its color, such as Technology (T, green)."""
    return text("draw.legend.kind", kind=kind_name(kind), letter=LETTERS[kind], color=HARBORS[kind])


def _picture(name: str) -> str:
    """The sign that a note is about."""
    one, two = [[n * (kind == AGRICULTURE) for kind in range(len(KINDS))] for n in (1, 2)]
    if name == "tier-load":
        return f'{dots(one, "")}<span class="ie-arrow">{icon("icon-right", 8)}</span>{dots(two, "")}'
    if name == "places":
        crate = f'<span class="ie-box {tint(AGRICULTURE)}">{sign(AGRICULTURE, 11)}<span class="ie-ribs"></span></span>'
        waits = f'<span class="ie-box ie-open {tint(AGRICULTURE)}">{sign(AGRICULTURE, 12, hollow=True)}</span>'
        return crate + waits
    if name == "number":
        return number_tag([1]) + number_tag([2, 3])
    if name in ("leads", "branch"):
        return icon("icon-buoy" if name == "leads" else "icon-branch", 16)
    return f"<b>{say(f'legend.sign.{name}')}</b>"
