"""The faces of printed cards, large and small: what stands on a card, and what its power does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from explorer import powers as _powers  # noqa: F401 - declares the powers
from explorer.card import TIMINGS, Contract, kebab
from explorer.catalogue import Catalogue, load_catalogue
from explorer.draw.parts import action_name, counted, esc, hidden, icon, kind_name, say, sign, timing_name, tint
from explorer.draw.slim import slim
from explorer.draw.style import style_sheet
from explorer.language.abilities import POWERS
from explorer.terms import ACTIONS, CAPITAL, NO_ACTION, NO_COLOR, RAINBOW
from explorer.texts import has, text

SIZES: Final = ("large", "small")
PAYS: Final = (0, 0, 6, 10, 10, 14)  # what a load of so many containers pays, from 5 on always the last (R-FULFIL-2)
PLACES: Final = 3  # circles of a tier that are always drawn, filled or not
TIMING_ICONS: Final = dict(zip(TIMINGS, ("once", "lasting", "anytime", "scoring", "win"), strict=True))
VALUES: Final = ("color", "action", "tier", "load")  # the printed values whose origin is shown

# Letters of the widest usual font, as parts of the font's size: enough to choose a size and a place to cut.
_NARROW: Final = frozenset("ilIjtf.,:;'!|() ")
_WIDE: Final = frozenset("mwMW@%")
_TEXT_WIDTH, _SMALL_WIDTH = 154, 106
_STEPS: Final = ((12.5, 17), (12, 16), (11.5, 15), (11, 14))  # sizes of a power's text and the lines they need
_ROOM: Final = 182  # between the name and the foot of a large card


class CardPicture(NamedTuple):
    """One card of a catalogue that shows itself in a notebook; ``side`` is the one that is up, -1 for none."""

    catalogue: Catalogue
    number: int
    side: int = -1

    def __repr__(self) -> str:
        return card_text(self.catalogue, self.number)

    def _repr_html_(self) -> str:
        face = card_html(self.catalogue, self.number, "large", self.side)
        return slim(
            f'<style>{style_sheet()}</style><pre class="ie-instead">{esc(repr(self))}</pre>'
            f'<div class="ie ie-picture ie-one-card" hidden="hidden">{face}</div>'
        )


def picture(name: str, catalogue: Catalogue | None = None) -> CardPicture:
    """Find a card by its name, or that of one of the contracts of a Flag card, whose side is then up."""
    cat = load_catalogue() if catalogue is None else catalogue
    return CardPicture(cat, *_side_up(cat, cat.find(name), -1))


def _side_up(cat: Catalogue, card: int, side: int) -> tuple[int, int]:
    """The whole card and the side that is up, for the number of a face of a Flag card."""
    whole = cat.base[card]
    return (card, side) if whole == card else (whole, cat.faces[whole].index(card))


def cards_html(catalogue: Catalogue, cards: Iterable[int] | None = None, size: str = "large") -> str:
    """Draw many cards as a grid, all of a catalogue if none are named; the style sheet is not included."""
    chosen = [card for card, base in enumerate(catalogue.base) if card == base] if cards is None else cards
    faces = "".join(card_html(catalogue, number, size) for number in chosen)
    return f'<div class="ie ie-cards">{faces}</div>'


def card_html(cat: Catalogue, card: int, size: str = "large", side: int = -1) -> str:
    """Draw the face of a card.

    Args:
        cat: the cards.
        card: the card's number.
        size: "large" (216 × 308) or "small" (124 × 148).
        side: the contract of a Flag card that counts, 0 or 1; -1 while that is open, or for a face's own number.

    Raises:
        ValueError: there is no such size.
    """
    if size not in SIZES:
        raise ValueError(text("draw.face.no-size", size=repr(size), sizes=", ".join(SIZES)))
    card, side = _side_up(cat, card, side)
    contracts = cat.cards[card].contracts
    draw = _small if size == "small" else _half if len(contracts) > 1 else _large
    halves = "".join(
        draw(one, cat.set[card] if i == len(contracts) - 1 else "", side == i) for i, one in enumerate(contracts)
    )
    cls = f"ie-face ie-face-{size}" + (" is-two" if len(contracts) > 1 else "")
    words = esc(card_text(cat, card))
    return f'<article class="{cls}" aria-label="{esc(cat.name[card])}" title="{words}">{halves}</article>'


def card_text(cat: Catalogue, card: int) -> str:
    """Say all that stands on a card, as plain text: one line for each contract."""
    return "\n".join(_words(contract) for contract in cat.cards[cat.base[card]].contracts)


def _words(c: Contract) -> str:
    parts = [c.name]
    if c.color != NO_COLOR:
        parts.append(kind_name(c.color))
    if c.action != NO_ACTION:
        parts.append(text("draw.card-action", action=action_name(c.action)))
    if sum(c.load):
        parts.append(text("draw.card-tier", tier=counted(c.tier)))
        parts.append(text("draw.card-load", load=counted(c.load)))
    if c.power:
        parts.append(f"{timing_name(c.timing)}: {power_words(c)}")
    if c.power and c.power not in POWERS:
        parts.append(text("draw.no-power-yet"))
    return " · ".join([*parts, *origins(c)])


def power_words(contract: Contract) -> str:
    """What the power of a contract does, in words."""
    if not contract.power:
        return text("draw.power-none")
    key = f"power.{kebab(contract.power)}"
    return text(key) if has(key) else text("draw.face.unknown-power")


def pays(count: int) -> int:
    """What a load of so many containers pays (R-FULFIL-2)."""
    return PAYS[min(count, len(PAYS) - 1)]


# Large


def _large(c: Contract, set_name: str, up: bool) -> str:
    size, _height = next((step for step in _STEPS if _fits(c, step)), _STEPS[-1])
    rail = (
        f'<div class="ie-rail {tint(c.color)}">{_big_sign(c.color)}<span class="ie-rail-line"></span>{_action(c, 22)}'
        f'<span class="ie-upright">{_action_words(c)}</span></div>'
    )
    top = f'<div class="ie-face-top"><span>{esc(kind_name(c.color))}</span>{_tier(c)}</div>'
    body = f'<p class="ie-power" style="font-size:{size}px">{esc(power_words(c))}</p>'
    return (
        f'{rail}<div class="ie-plate">{top}<b class="ie-face-name">{esc(c.name)}</b>{_timing(c)}{body}{_unbuilt(c)}'
        f'<span class="ie-grow"></span>{_load(c)}{_foot(c, set_name)}</div>'
    )


def _half(c: Contract, set_name: str, up: bool) -> str:
    """One of the two contracts of a Flag card."""
    mark = f'<span class="ie-up">{say("face.side-up")}</span>' if up else ""
    cls = "ie-half is-up" if up else "ie-half"
    size = 11 if _lines(power_words(c), 12, _TEXT_WIDTH) > 2 else 12
    rail = f'<div class="ie-rail {tint(c.color)}">{_big_sign(c.color)}{_action(c, 22)}{hidden(_action_words(c))}</div>'
    tier = _tier(c) if sum(c.tier) else ""
    return (
        f'<div class="{cls}">{rail}<div class="ie-plate"><div class="ie-face-top"><span>{esc(kind_name(c.color))}'
        f'</span>{tier}{mark}{_unbuilt(c)}</div><b class="ie-face-name">{esc(c.name)}</b>{_timing(c)}'
        f'<p class="ie-power" style="font-size:{size}px">{esc(power_words(c))}</p>'
        f'<span class="ie-grow"></span>{_load(c)}{_foot(c, set_name) if set_name else ""}</div></div>'
    )


def _big_sign(kind: int) -> str:
    return sign(kind, 22) + hidden(esc(kind_name(kind)))


def _action(c: Contract, size: int) -> str:
    return icon(f"act-{ACTIONS[c.action]}", size) if c.action != NO_ACTION else ""


def _action_words(c: Contract) -> str:
    return esc(action_name(c.action))


def _tier(c: Contract) -> str:
    """The tier as circles, each with the sign of its kind; the tier of a Capital contract is a number in a ring."""
    guess = " is-guess" if c.origin.get("tier") == "reconstructed" else ""
    words = esc(text("draw.card-tier", tier=counted(c.tier)))
    if not sum(c.tier):
        return f'<span class="ie-tier{guess}" title="{words}">{say("face.no-tier")}</span>'
    filled = [kind for kind, n in enumerate(c.tier) for _ in range(n)]
    if set(filled) == {CAPITAL}:
        rings = f'<span class="ie-ring {tint(CAPITAL)}">{len(filled)}</span>'
    else:
        rings = "".join(f'<span class="ie-pin {tint(kind)}">{sign(kind, 9)}</span>' for kind in filled)
        rings += '<span class="ie-pin"></span>' * (PLACES - len(filled))
    return f'<span class="ie-tier{guess}" title="{words}">{hidden(words)}{rings}</span>'


def _timing(c: Contract) -> str:
    if not c.power:
        return ""
    words = timing_name(c.timing)
    picture = icon(f"icon-{TIMING_ICONS[c.timing]}", 12) if c.timing in TIMING_ICONS else ""
    return f'<span class="ie-when">{picture}{esc(words[:1].upper() + words[1:])}</span>'


def _unbuilt(c: Contract) -> str:
    return f'<span class="ie-mark ie-mark-words">{say("no-power-yet")}</span>' if _is_unbuilt(c) else ""


def _is_unbuilt(c: Contract) -> bool:
    return c.power is not None and c.power not in POWERS


def _load(c: Contract) -> str:
    count = sum(c.load)
    if not count:
        return f'<div class="ie-label">{say("face.no-load")}</div>'
    words = esc(text("draw.card-load", load=counted(c.load)))
    guess = " is-guess" if c.origin.get("load") == "reconstructed" else ""
    return (
        f'<div class="ie-label">{say("face.load", count=count, credits=pays(count))}</div>'
        f'<div class="ie-load{guess}" title="{words}">{hidden(words)}{_boxes(c, 12)}</div>'
    )


def _boxes(c: Contract, size: int) -> str:
    return "".join(_box(kind, size) for kind, n in enumerate(c.load) for _ in range(n))


def _box(kind: int, size: int) -> str:
    """One container of a load; one of any kind is dashed and striped, with the word where there is room."""
    if kind == RAINBOW:
        word = f"<b>{say('face.any')}</b>" if size > 9 else ""
        return f'<span class="ie-box ie-any">{word}<i class="ie-stripes"></i></span>'
    return f'<span class="ie-box {tint(kind)}">{sign(kind, size)}<span class="ie-ribs"></span></span>'


def _foot(c: Contract, set_name: str) -> str:
    rows = origins(c)
    marks = "".join(f"<span>{_short(row)}</span>" for row in _marks(c))
    title = esc(". ".join(rows))
    return f'<div class="ie-foot" title="{title}"><span>{esc(set_name)}</span><span>{marks}</span></div>'


def _short(row: str) -> str:
    pencil = icon("icon-pencil", 11) if row in ("own", "given") else ""
    return pencil + say(f"face.{row}")


def _marks(c: Contract) -> list[str]:
    """From where the values are, as words of the catalogue: what is least certain comes first."""
    found = {c.origin.get(name, "position") for name in VALUES}
    names = {"reconstructed": "guess", "owner": "own", "position": "given"}
    return [mark for origin, mark in names.items() if origin in found] or ["printed"]


def origins(c: Contract) -> list[str]:
    """From where the values are, in words: which are reconstructed, which the owner's own."""
    rows = []
    for origin, key in (("reconstructed", "reconstructed"), ("owner", "face.own-values")):
        named = [text(f"draw.value.{name}") for name in VALUES if c.origin.get(name) == origin]
        if named:
            rows.append(text(f"draw.{key}", values=", ".join(named)))
    return rows


# Small


def _small(c: Contract, set_name: str, up: bool) -> str:
    name_lines = _lines(c.name, 13, _SMALL_WIDTH)
    words = cut(power_words(c), 11, _SMALL_WIDTH, max(1, (3 if sum(c.load) > 4 else 4) - (name_lines - 1)))
    marks = "".join(
        icon("icon-pencil", 11) if mark in ("own", "given") else "≈" for mark in _marks(c) if mark != "printed"
    )
    none = f'<span title="{say("no-power-yet")}">{say("mark.no-power")}</span>' if _is_unbuilt(c) else ""
    band = (
        f'<div class="ie-band {tint(c.color)}">{sign(c.color, 14)}{hidden(esc(kind_name(c.color)))}{_action(c, 16)}'
        f'{hidden(_action_words(c))}<span class="ie-grow"></span>{_ink_tier(c)}</div>'
    )
    small = " is-tight" if sum(c.load) == 4 else ""
    return (
        f'<div class="ie-one">{band}<b class="ie-face-name">{esc(c.name)}</b><p class="ie-power">{esc(words)}</p>'
        f'<span class="ie-grow"></span><div class="ie-foot"><div class="ie-load{small}">{_boxes(c, 9)}</div>'
        f"<span>{none}{marks}</span></div></div>"
    )


def _ink_tier(c: Contract) -> str:
    """The tier in the ink of the band: circles, or signs where another kind than the card's own is asked for."""
    filled = [kind for kind, n in enumerate(c.tier) for _ in range(n)]
    if not filled:
        return ""
    words = esc(text("draw.card-tier", tier=counted(c.tier)))
    if set(filled) == {CAPITAL}:
        return f'<b class="ie-ink-tier" title="{words}">{len(filled)}</b>'
    own = set(filled) == {c.color}
    pins = "".join('<i class="ie-pip on"></i>' if own else sign(kind, 10) for kind in filled)
    pins += '<i class="ie-pip"></i>' * (PLACES - len(filled))
    return f'<span class="ie-ink-tier" title="{words}">{hidden(words)}{pins}</span>'


# Measuring


def _fits(c: Contract, step: tuple[float, int]) -> bool:
    size, height = step
    rows = -(-sum(c.load) // PLACES)
    taken = (_lines(c.name, 17, _TEXT_WIDTH) - 1) * 20 + rows * 20 + (24 if _is_unbuilt(c) else 0)
    return _lines(power_words(c), size, _TEXT_WIDTH) * height <= _ROOM - taken


def text_width(words: str, size: float) -> float:
    """About how wide a text is in the widest usual font."""
    return size * sum(0.36 if c in _NARROW else 0.95 if c in _WIDE else 0.72 if c.isupper() else 0.62 for c in words)


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Break words into lines that fit a width."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _lines(words: str, size: float, width: float) -> int:
    return sum(max(1, -(-int(text_width(line, size)) // int(width))) for line in wrapped(words, size, width))


def cut(words: str, size: float, width: float, lines: int) -> str:
    """Cut a text after the last whole word that fits into some lines; "…" says that it goes on."""
    found = wrapped(words, size, width)
    if len(found) <= lines:
        return words
    last = found[lines - 1]
    while " " in last and text_width(last + " …", size) > width:
        last = last.rpartition(" ")[0]
    return " ".join([*found[: lines - 1], last.rstrip(" ,;.")]) + " …"


__all__ = ["CardPicture", "card_html", "card_text", "cards_html", "cut", "origins", "pays", "picture", "power_words"]
