"""The picker of the editor, with the card that is looked at, and the lines of its text with their problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from explorer.card import Card, Contract
from explorer.catalogue import Catalogue
from explorer.draw.card import card_html, power_words
from explorer.draw.editor import Sheet, button, mark_html, mends_html, say, select, zone_words
from explorer.draw.parts import esc, hidden, icon, kind_name, sign
from explorer.files.tableau import Found, SketchProblem
from explorer.terms import ACTIONS, KINDS, NO_ACTION, SETS
from explorer.texts import text

VALUES: Final = ("color", "action", "tier", "load")
PICKED_KINDS: Final = KINDS[:6]


def kinds_html(kind: str, set_: str) -> str:
    """Buttons that leave only the cards of one kind, and a list of the sets."""
    found = ""
    for number, name in enumerate(PICKED_KINDS):
        on = name == kind
        picture = f'<span class="ie-edge-{name}">{sign(number, 14)}</span>'
        made = button("kind", picture, kind_name(number), f"ie-ed-kind{' is-on' if on else ''}", kind=name)
        found += made.replace("<button", f'<button aria-pressed="{"true" if on else "false"}"', 1)
    rows = [("", text("editor.all-sets")), *((name, text(f"editor.set.{name}")) for name in SETS)]
    return f'{found}<span class="ie-grow"></span>{select("only", rows, set_, text("editor.which-set"))}'


def rows_html(sheet: Sheet, found: Sequence[Found], held: str) -> str:
    """One row for each card: kind, action, name, and where it lies now."""
    if not found:
        return f'<p class="ie-small">{say("none-found")}</p>'
    return f'<ul class="ie-ed-plain-list">{"".join(_row(sheet, row, held) for row in found)}</ul>'


def _row(sheet: Sheet, row: Found, held: str) -> str:
    kinds = dict.fromkeys(contract.color for contract in row.card.contracts)
    signs = "".join(
        f'<span class="ie-edge-{KINDS[one]}">{sign(one, 14)}{hidden(esc(kind_name(one)))}</span>' for one in kinds
    )
    action = ACTIONS.index(row.action) if row.action in ACTIONS else NO_ACTION
    find = f"{row.name} {row.kind} {row.action} {row.set} {row.text}".lower()
    picked = bool(held) and row.word == held
    bad = len(row.where) > 1
    where = say("picked-up") if picked else _where(sheet, row) if row.number >= 0 else say("any-such")
    known = row.number if row.number >= 0 else "form"
    act = "<i></i>"
    if action != NO_ACTION:
        act = icon(f"act-{ACTIONS[action]}", 14) + hidden(esc(text(f"draw.action.{ACTIONS[action]}")))
    return (
        f'<li data-find="{esc(find)}">'
        f'<button type="button" class="ie-ed-prow{" is-held" if picked else ""}" tabindex="-1" data-ie="row" '
        f'data-word="{esc(row.word)}" data-card="{row.number}" data-id="row {known}" '
        f'aria-pressed="{"true" if picked else "false"}">{icon("icon-drag", 13)}'
        f'<span class="ie-ed-signs">{signs}</span>{act}'
        f'<span class="ie-ed-pname">{esc(row.name)}</span>'
        f'<span class="ie-ed-where{" is-bad" if bad else ""}">{where}</span>'
        "</button></li>"
    )


def _where(sheet: Sheet, row: Found) -> str:
    if len(row.where) > 1:
        zones = list(dict.fromkeys(row.where))
        if len(zones) == 1:
            return say("times-there", count=len(row.where), zone=zone_words(sheet.table, zones[0]))
        return say("in-places", count=len(zones))
    return esc(zone_words(sheet.table, row.where[0])) if row.where else ""


def detail_html(cat: Catalogue, number: int) -> str:
    """The card that is looked at, where each of its values is from, and values of one's own."""
    if not 0 <= number < len(cat):
        return f'<p class="ie-small">{say("detail-hint")}</p>'
    contract = cat.contract(cat.base[number])
    face = card_html(cat, number, "small")
    words = esc(power_words(contract))  # in full where the small face had to cut them
    whole = f"<p>{words}</p>" if f">{words}<" not in face else ""
    return (
        f'<div class="ie-ed-about">{face}<div class="ie-ed-origins">'
        f"{whole}<b>{say('where-from')}</b>"
        f"<ul>{_origins(contract)}</ul>{_own_html(cat.cards[cat.base[number]])}</div></div>"
    )


def _origins(contract: Contract) -> str:
    """From where the values are, those from one place together."""
    places: dict[str, list[str]] = {}
    for name in VALUES:
        places.setdefault(contract.origin.get(name, "position"), []).append(text(f"draw.value.{name}"))
    marks = {"reconstructed": "≈ ", "owner": icon("icon-pencil", 11), "position": icon("icon-pencil", 11)}
    rows = (
        f"{marks.get(origin, '')}{esc(', '.join(names))}: {say(f'origin.{origin}')}" for origin, names in places.items()
    )
    return "".join(f"<li>{row}</li>" for row in rows)


def _own_html(card: Card) -> str:
    """A small form for values of one's own."""
    contract = card.contracts[0]
    if len(card.contracts) > 1:
        return ""
    colors = [(name, text(f"draw.kind.{name}")) for name in PICKED_KINDS]
    actions = [(name, text(f"draw.action.{name}")) for name in ACTIONS[:-1]]
    color = select("own-color", colors, KINDS[contract.color], text("draw.value.color"))
    action = select("own-action", actions, ACTIONS[contract.action], text("draw.value.action"))
    shape = f"<label>{esc(text('draw.value.color'))} {color}</label>"
    shape += f"<label>{esc(text('draw.value.action'))} {action}</label>"
    fields = "".join(
        f'<label>{esc(text(f"draw.value.{name}"))} <input type="text" data-field="own-{name}" data-id="own {name}" '
        f'placeholder="{say(f"own.{name}")}"></label>'
        for name in ("tier", "load")
    )
    return (
        f'<details class="ie-ed-own" data-id="own"><summary>{say("own-values")}</summary><div class="ie-form">'
        f"{shape}{fields}{button('define', say('use-own'), card=card.name)}</div></details>"
    )


def gutter_html(words: str, problems: Iterable[SketchProblem]) -> str:
    """The numbers of the lines, with the numbers of their problems; behind the text the lines that have one."""
    marked: dict[int, list[SketchProblem]] = {}
    for problem in problems:
        marked.setdefault(problem.line, []).append(problem)
    rows = ""
    for number in range(1, words.count("\n") + 2):
        here = sorted(marked.get(number, ()), key=lambda one: (one.number == 0, one.number))
        cls = f' class="{"is-bad" if here[0].severity == "error" else "is-mild"}"' if here else ""
        title = f' title="{esc(" ".join(one.message for one in here))}"' if here else ""
        rows += f"<div{cls}{title}>{mark_html(here[0]) if here else '<b></b>'}<i>{number}</i></div>"
    return rows


def below_html(problems: Sequence[SketchProblem]) -> str:
    """What is wrong, below the text, for those who write there: a click leads to the line."""
    rows = ""
    for at, problem in enumerate(problems):
        line = say("at-line", line=problem.line) if problem.line else ""
        words = f"{mark_html(problem)}<span>{line}{': ' if line else ''}{esc(problem.message)}</span>"
        told = button("line", words, cls="ie-ed-told", id=f"told {at}", line=problem.line) if line else words
        rows += f"<li>{told}{mends_html(problem, at, 'below ')}</li>"
    return f'<ul class="ie-ed-plain-list">{rows}</ul>' if rows else ""


__all__ = ["below_html", "detail_html", "gutter_html", "kinds_html", "rows_html"]
