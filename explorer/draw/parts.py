"""The small pieces that pictures are made of: signs, badges, chips for cards, containers and hulls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape

from explorer.card import TIMINGS
from explorer.draw.changes import NOTHING, Changes
from explorer.draw.shapes import LETTERS
from explorer.language.abilities import POWERS
from explorer.state import State, seat_name, ship_name, ship_number
from explorer.terms import ACTIONS, HARBORS, KINDS, NO_ACTION, NO_COLOR, RAINBOW
from explorer.texts import text


@dataclass(frozen=True)
class Scene:
    """What is drawn and for whom.

    ``seat`` is the seat that looks (None: everything is open), ``live`` whether
    the picture can be clicked, ``cards`` and ``ships`` the numbers of the options
    that each card or ship belongs to. ``changes`` is what the last choice changed,
    ``used`` the crew that counted for this turn's declarations.
    """

    s: State
    seat: int | None = None
    live: bool = False
    cards: dict[int, list[int]] = field(default_factory=dict)
    ships: dict[int, list[int]] = field(default_factory=dict)
    changes: Changes = NOTHING
    used: frozenset[int] = frozenset()

    def sees_hand(self, seat: int) -> bool:
        """Whether the hand of a seat is open to whoever looks."""
        return self.seat is None or self.seat == seat


def esc(value: object) -> str:
    """Make any text safe inside HTML, in attributes too."""
    return escape(str(value), quote=True)


def say(key: str, **values: object) -> str:
    """Look up a text of the drawings and make it safe."""
    return esc(text(f"draw.{key}", **values))


def hidden(words: str) -> str:
    """Words for those who listen, and for places where no style sheet is kept."""
    return f'<span class="ie-vh">{words} </span>'


def kind_name(kind: int) -> str:
    """The name of a kind of good."""
    return text(f"draw.kind.{KINDS[kind]}")


def action_name(action: int) -> str:
    """The name of an action."""
    return text(f"draw.action.{ACTIONS[action]}")


def seat_title(s: State, seat: int) -> str:
    """A seat as a heading: its harbor's color, as sentences have it, with its own name if it has one."""
    if seat < 0:
        return text("draw.chance")
    color, name = text(f"draw.harbor.{seat_name(s, seat)}"), s.players[seat].name
    return text("draw.seat-named", color=color, name=name) if name and name != color else color


def ship_title(s: State, ship: int) -> str:
    """The name of a ship as a label, such as Green 1."""
    return f"{text(f'draw.harbor.{HARBORS[s.players[s.ships[ship].owner].harbor]}')} {ship_number(s, ship)}"


def icon(name: str, size: int = 14) -> str:
    """An icon of the interface or of an action (``act-load``), in the color of the text around it."""
    return f'<i class="ie-i ie-{name}" style="width:{size}px;height:{size}px" aria-hidden="true"></i>'


def sign(kind: int, size: int = 11, hollow: bool = False) -> str:
    """The sign of a kind, in the color of the text around it; a letter where there is no sign."""
    if kind in (RAINBOW, NO_COLOR):
        return f'<b class="ie-letter" aria-hidden="true">{LETTERS[kind]}</b>'
    return icon(f"{'open' if hollow else 'sign'}-{LETTERS[kind]}", size)


def tint(kind: int) -> str:
    """The class that paints something in the color of a kind."""
    return f"ie-k-{KINDS[kind]}"


def badge(s: State, seat: int, size: int = 18) -> str:
    """A seat's badge: the color of its harbor with the sign of the kind that bears it."""
    harbor = s.players[seat].harbor
    return (
        f'<span class="ie-badge {tint(harbor)}" style="width:{size}px;height:{size}px">{sign(harbor, size - 7)}</span>'
    )


def dots(counts: Sequence[int], words: str, guess: bool = False) -> str:
    """Needs as colored pills, one a kind: its letter and how many; a dotted line beneath what is reconstructed."""
    pills = "".join(
        f'<span class="ie-dot {tint(kind)}">{LETTERS[kind]}{n if n > 1 else ""}</span>'
        for kind, n in enumerate(counts)
        if n
    )
    return f'<span class="ie-dots{" is-guess" if guess else ""}" title="{esc(words)}">{pills}</span>' if pills else ""


def new_tag(words: str) -> str:
    """A tag for what the last choice changed: a word or a number."""
    return f'<span class="ie-new">{words}</span>'


def signed(n: int) -> str:
    """A number with its sign."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def unbuilt(s: State, card: int) -> bool:
    """Whether the card has a power that the engine does not play yet."""
    return any(c.power is not None and c.power not in POWERS for c in s.cat.cards[card].contracts)


def reconstructed(s: State, card: int) -> list[str]:
    """Which printed values of a card are reconstructed."""
    fields = ("color", "action", "tier", "load")
    return [name for name in fields if s.cat.origin(card, name) == "reconstructed"]


def counted(counts: Sequence[int]) -> str:
    """Write a tier or a load in words."""
    found = [f"{n} {kind_name(kind)}" for kind, n in enumerate(counts) if n]
    return ", ".join(found) or text("draw.nothing")


def card_words(s: State, card: int) -> str:
    """Say all that stands on a card, as plain text."""
    cat = s.cat
    parts = [cat.name[card]]
    kinds = [kind_name(cat.color[face]) for face in cat.faces[card] if cat.color[face] != NO_COLOR]
    if kinds:
        parts.append(text("draw.either").join(kinds))
    if cat.action[card] != NO_ACTION:
        parts.append(text("draw.card-action", action=action_name(cat.action[card])))
    if cat.load_total[card]:
        parts.append(text("draw.card-tier", tier=counted(cat.tier[card])))
        parts.append(text("draw.card-load", load=counted(cat.load[card])))
    if cat.power[card]:
        parts.append(timing_name(cat.contract(card).timing))
    if unbuilt(s, card):
        parts.append(text("draw.no-power-yet"))
    marked = reconstructed(s, card)
    if marked:
        names = ", ".join(text(f"draw.value.{name}") for name in marked)
        parts.append(text("draw.reconstructed", values=names))
    return " · ".join(parts)


def timing_name(timing: str) -> str:
    """When a power acts, in words."""
    return text(f"draw.timing.{timing.replace(' ', '-')}") if timing in TIMINGS else timing


def number_tag(numbers: Sequence[int]) -> str:
    """The numbers of the options that a thing belongs to, as a small tag."""
    if not numbers:
        return ""
    words = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}…"
    return f'<span class="ie-n" aria-hidden="true">{words}</span>'


def wrap(scene: Scene, cls: str, inner: str, title: str, *, card: int = -1, numbers: Sequence[int] = ()) -> str:
    """Put something into a box: a button in a live picture, a plain box in a still one."""
    offered = " is-offered" if numbers else ""
    if not scene.live or card < 0:
        return f'<span class="{cls}{offered}" title="{esc(title)}">{inner}</span>'
    key = esc(scene.s.cat.key[card])
    marks = f' data-numbers="{" ".join(map(str, numbers))}"' if numbers else ""
    return (
        f'<button type="button" class="{cls}{offered}" tabindex="-1" title="{esc(title)}" data-ie="card" '
        f'data-id="card {key}" data-card="{key}"{marks}>{inner}</button>'
    )


def cap(kind: int, hollow: bool = False) -> str:
    """The colored end of a chip, with its sign."""
    return f'<span class="ie-cap {tint(kind)}">{sign(kind, 11, hollow)}{hidden(esc(kind_name(kind)))}</span>'


def chip(scene: Scene, card: int, *, action: bool = False, power: bool = False, tail: str = "", cls: str = "") -> str:
    """A card as a chip: color, sign and name.

    Args:
        scene: what is drawn.
        card: the card.
        action: whether its action matters here.
        power: whether its power matters here; one that is not built is then marked.
        tail: more HTML behind the name.
        cls: more classes.
    """
    s = scene.s
    act = s.cat.action[card]
    kind, *others = [s.cat.color[face] for face in s.cat.faces[card]]  # a Flag card with no side up has two
    second = cap(others[0]) if others and others[0] != kind else ""
    shown = ("color", "action") if action else ("color",)
    cls += (" is-two" if second else "") + (" is-guess" if any(map(_guess(s, card), shown)) else "")
    inner = number_tag(scene.cards.get(card, ())) + cap(kind) + second
    if action and act != NO_ACTION:
        inner += icon(f"act-{ACTIONS[act]}", 13) + hidden(esc(action_name(act)))
    inner += f'<span class="ie-name">{esc(s.cat.name[card])}</span>'
    if power and unbuilt(s, card):
        inner += f'<span class="ie-mark" title="{say("no-power-yet")}">{say("mark.no-power")}</span>'
    inner += tail + (new_tag(say("arrived")) if card in scene.changes.cards else "")
    numbers = scene.cards.get(card, ())
    return wrap(scene, f"ie-chip {cls.strip()}".strip(), inner, card_words(s, card), card=card, numbers=numbers)


def _guess(s: State, card: int) -> Callable[[str], bool]:
    """Whether a printed value of a card, by its name, is reconstructed."""
    return lambda name: s.cat.origin(card, name) == "reconstructed"


def container(scene: Scene, card: int, action: bool = False, meets: int = -1) -> str:
    """A container: sign of its kind and, at sea, the action it would bring as crew.

    One that stands for another kind than its own ends in white, with the hollow sign of the kind it ``meets``.
    """
    s = scene.s
    kind, act = s.cat.color[card], s.cat.action[card]
    title = card_words(s, card)
    inner = number_tag(scene.cards.get(card, ())) + sign(kind, 11) + hidden(esc(kind_name(kind)))
    if meets >= 0:
        words = text("draw.stands-for", kind=kind_name(meets))
        title += f" · {words}"
        inner += (
            f'<span class="ie-wild ie-edge-{KINDS[meets]}">{sign(meets, 10, hollow=True)}{hidden(esc(words))}</span>'
        )
    elif action and act != NO_ACTION:
        inner += f'<span class="ie-bar"></span>{icon(f"act-{ACTIONS[act]}", 13)}{hidden(esc(action_name(act)))}'
    else:
        inner += '<span class="ie-ribs"></span>'
    cls = f"ie-box {tint(kind)}" + (" ie-box-sea" if action else "") + arrived(scene, card)
    return wrap(scene, cls, inner, title, card=card, numbers=scene.cards.get(card, ()))


def arrived(scene: Scene, card: int) -> str:
    """The class of a small thing that the last choice has put where it lies."""
    return " is-new" if card in scene.changes.cards else ""


def slot(kind: int) -> str:
    """A place of a ship that still waits for a container of a kind."""
    words = say("open-slot", kind=kind_name(kind))
    return (
        f'<span class="ie-box ie-open {tint(kind)}" title="{words}">{sign(kind, 12, hollow=True)}{hidden(words)}</span>'
    )


def hull(s: State, ship: int, width: int = 114) -> str:
    """The hull of a ship in the color of its harbor, with its name."""
    harbor = s.players[s.ships[ship].owner].harbor
    color = f"ie-{KINDS[harbor]}"
    return (
        f'<svg class="ie-hull" width="{width}" height="31" viewBox="0 -12 {width} 31" aria-hidden="true">'
        f'<path d="M2.4.6V-11.2h6.4V.6z" fill="var(--ie-card)" stroke="var(--{color}-edge)" stroke-width="1.3"/>'
        f'<path d="M.8.6H{width - 0.8}L{width - 11} 18.2H7.5z" fill="var(--{color})" stroke="var(--{color}-edge)" '
        f'stroke-width="1.2" stroke-linejoin="round"/></svg>'
        f'<span class="ie-hull-name {tint(harbor)}">{sign(harbor, 11)}{esc(ship_title(s, ship))}</span>'
    )


def fold(id: str, head: str, rows: str, cls: str = "") -> str:
    """Something that can be opened: a heading and a list."""
    return (
        f'<details class="ie-more{cls}" data-id="{id}"><summary>{head}</summary>'
        f'<ul class="ie-plain" tabindex="0">{rows}</ul></details>'
    )


def ship_key(s: State, ship: int) -> str:
    """A ship's name as in keys."""
    return ship_name(s, ship)
