"""The frame of the editor: what stays while its parts are drawn anew."""

from __future__ import annotations

from functools import lru_cache

from explorer.draw.editor import say
from explorer.draw.parts import icon


@lru_cache(maxsize=1)
def frame_html() -> str:
    """Where the parts of the view go; the search field and the text stay while parts come and go."""

    def part(name: str, cls: str = "", more: str = "") -> str:
        return f'<div class="ie-part {cls}" data-part="{name}"{more}></div>'

    search = (
        f'<div class="ie-ed-search" role="search">{icon("icon-search", 15)}<input type="search" data-ie="search" '
        f'data-id="search" aria-label="{say("search")}" placeholder="{say("search-hint")}" autocomplete="off" '
        f'spellcheck="false">{part("count", "ie-label", " role=status")}</div>'
    )
    picker = (
        f'<section class="ie-ed-pick" aria-label="{say("picker")}">{search}{part("kinds", "ie-ed-kinds")}'
        f"{part('rows', 'ie-ed-rows', ' data-region=rows')}{part('detail', 'ie-ed-detail')}</section>"
    )
    words = (
        f'<section class="ie-ed-yaml" aria-label="{say("text")}"><header><b>{say("text")}</b>'
        f'<span class="ie-grow"></span><span class="ie-label">{say("in-step")}</span></header>'
        f'<div class="ie-ed-scroll">{part("gutter", "ie-ed-gutter")}'
        f'<textarea data-ie="text" data-id="text" spellcheck="false" autocapitalize="off" wrap="off" '
        f'aria-label="{say("text-label")}"></textarea></div>{part("below", "ie-ed-below")}</section>'
    )
    group = f' data-region="zones" role="group" aria-label="{say("zones")}"'
    zones = (
        f'<div class="ie-ed-zones">{part("moment", "ie-ed-emoment")}{part("problems", "ie-ed-general")}'
        f"{part('seats', 'ie-ed-seats', group)}</div>"
    )
    body = f"{part('head', 'ie-ed-head')}{part('alert')}{picker}{zones}{words}{part('bar', 'ie-ed-ebar')}"
    return (
        f'<p class="ie-lost" role="alert" hidden>{icon("icon-no", 14)}{say("lost")}</p><div class="ie-ed">{body}</div>'
    )
