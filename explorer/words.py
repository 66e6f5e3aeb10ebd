"""Words for people: keys and sentences of options, refusals, events and of what is under way.

Everything is made when somebody looks, from the message catalogue; the engine
itself handles numbers only.
"""

from __future__ import annotations

from typing import Any, Final

from explorer.language import events as ev
from explorer.language.checks import PROMPTS, Move, Objection, Prompt, Refusal
from explorer.state import Frame, State, seat_name, ship_name
from explorer.terms import ACTIONS, KINDS
from explorer.texts import has, text

HIDDEN: Final = frozenset({"source"})  # axes that follow from the others and stay out of keys


def say(key: str, **values: Any) -> str:
    """Look up a sentence; one that is missing from a catalogue shows its key and values instead of nothing."""
    if has(key):
        return text(key, **values)
    return key + "".join(f" {name}={value}" for name, value in values.items())


# Options and their keys


def move_of(prompt: Prompt, word: str) -> Move | None:
    """Find the move of a prompt by its word."""
    return next((move for move in prompt.moves if move.word == word), None)


def option_key(s: State, choice: tuple[Any, ...]) -> str:
    """Name a choice of the pending decision by words joined with slashes, e.g. "load/wheat/green 1"."""
    move = move_of(PROMPTS[s.asking[1]], choice[0])  # type: ignore[index]
    assert move is not None
    return _key(s, move, choice)


def _key(s: State, move: Move, choice: tuple[Any, ...]) -> str:
    parts = choice[1:]
    shown = [(move.axes[i].show, parts[i]) for i in move.order if i < len(parts)]
    return "/".join([move.word, *(key_part(s, show, part) for show, part in shown if show not in HIDDEN)])


def key_part(s: State, show: str, part: Any) -> str:
    """Write one part of a choice as in a key."""
    if show == "card":
        return str(s.cat.key[part])
    if show == "ship":
        return ship_name(s, part)
    if show == "action":
        return ACTIONS[part]
    if show == "seat":
        return seat_name(s, part)
    if show == "target":
        return "discard" if part < 0 else ship_name(s, part)
    if show == "source":
        return "island" if part < 0 else ship_name(s, part)
    if show == "waiting":
        return _waiting_key(s, part)
    if show == "use":
        return use_key(s, _window_uses(s)[part])
    return str(part)


def _waiting_key(s: State, number: int) -> str:
    waiting = s.stack[-1].y
    key = str(s.cat.key[waiting[number][2]])
    before = sum(1 for t in waiting[:number] if t[2] == waiting[number][2])
    return f"{key} {before + 1}" if before else key


def _window_uses(s: State) -> list[tuple[str, int, int, tuple[Any, ...]]]:
    from explorer.rules.windows import useful

    f = s.stack[-1]
    return useful(s, f.who, f.x)


def use_key(s: State, use: tuple[str, int, int, tuple[Any, ...]]) -> str:
    """Name a use of an any-time power, e.g. "us-dollars/crew/load"."""
    _id, _seat, card, choice = use
    shows = {"place": "ship", "crew": "action"}
    parts = [key_part(s, shows.get(choice[0], "text"), part) for part in choice[1:]]
    return "/".join([str(s.cat.key[card]), *parts])


def interrupt_key(s: State, choice: tuple[Any, ...]) -> str:
    """Name one of ``interrupts``, e.g. "use/lutefisk/green 1" or "drop/green 1/wheat+beer"."""
    if choice[1] == "drop":
        return f"drop/{ship_name(s, choice[2])}/" + "+".join(s.cat.key[c] for c in choice[3])
    seat, _word, id, card, use = choice
    return "use/" + use_key(s, (id, seat, card, use))


def interrupt_text(s: State, choice: tuple[Any, ...]) -> str:
    """Say what one of ``interrupts`` does."""
    seat = seat_name(s, choice[0])
    if choice[1] == "drop":
        return say("interrupt.drop", seat=seat, ship=ship_name(s, choice[2]), cards=_names(s, choice[3]))
    _seat, _word, _id, card, use = choice
    about = key_part(s, {"place": "ship", "crew": "action"}.get(use[0], "text"), use[1]) if len(use) > 1 else ""
    return say(f"interrupt.{use[0]}", seat=seat, card=s.cat.name[card], about=about)


def option_text(s: State, choice: tuple[Any, ...]) -> str:
    """Say what a choice of the pending decision means."""
    kind = s.asking[1]  # type: ignore[index]
    move = move_of(PROMPTS[kind], choice[0])
    assert move is not None
    values = {"word": choice[0]}
    for axis, part in zip(move.axes, choice[1:], strict=False):
        name = axis.show if axis.show not in values else axis.show + "2"
        values[name] = part_text(s, axis.show, part)
    for key in (f"option.{_slug(kind)}.{choice[0]}", f"option.{choice[0]}"):
        if has(key):
            return text(key, **values)
    return say(f"option.{choice[0]}", **values)


def _slug(kind: str) -> str:
    return kind.replace(" ", "-").replace("/", "-")


def part_text(s: State, show: str, part: Any) -> str:
    """Write one part of a choice for people."""
    if show == "card":
        return str(s.cat.name[part])
    if show == "waiting":
        return str(s.cat.name[s.stack[-1].y[part][2]])
    if show == "place":
        return say(f"place.{part}")
    if show == "target" and part < 0:
        return say("place.discard")
    return key_part(s, show, part)


def _names(s: State, cards: Any) -> str:
    return ", ".join(s.cat.name[c] for c in cards) or "-"


# Decisions


def prompt_text(s: State) -> str:
    """Put the pending decision as a question."""
    seat, kind = s.asking  # type: ignore[misc]
    f = s.stack[-1]
    action = ACTIONS[s.action] if s.action >= 0 else ""
    card = s.cat.name[f.card] if f.card >= 0 else ""
    return say(f"prompt.{_slug(kind)}", seat=seat_name(s, seat), action=action, card=card, left=f.n, area=f.x if isinstance(f.x, str) else "")


def refusal_key(s: State, refusal: Refusal) -> str:
    """Name what was refused as its key would be."""
    move = move_of(PROMPTS[s.asking[1]], refusal.choice[0])  # type: ignore[index]
    assert move is not None
    return _key(s, move, refusal.choice)


def reason_text(objection: Objection) -> str:
    """Say why a check objects."""
    values = {k: (ACTIONS[v] if k == "action" and isinstance(v, int) else v) for k, v in objection.values.items()}
    return say(f"check.{objection.check}", **values)


# Events


def event_text(s: State, event: tuple[Any, ...]) -> str:
    """Say what happened."""
    kind = ev.EVENTS[event[ev.CODE]]
    values: dict[str, Any] = {"seat": seat_name(s, event[ev.SEAT]) if event[ev.SEAT] >= 0 else "-"}
    for name, value in zip(kind.fields, event[ev.FIELDS :], strict=False):
        values[name] = field_text(s, name, value)
    return say(f"event.{kind.name}", **values)


def field_text(s: State, name: str, value: Any) -> str:
    """Write one field of an event for people."""
    if value is None:
        return ""
    if name == "card":
        return str(s.cat.name[value])
    if name == "cards":
        return _names(s, value)
    if name in ("ship", "ship2"):
        return ship_name(s, value) if value >= 0 else "-"
    if name == "source":
        return say("place.island") if value < 0 else ship_name(s, value)
    if name == "action":
        return ACTIONS[value]
    if name == "payee":
        return say("place.bank") if value < 0 else seat_name(s, value)
    if name == "seats":
        return ", ".join(seat_name(s, seat) for seat in value)
    if name == "bids":
        return ", ".join(f"{seat_name(s, seat)} {amount}" for seat, amount in value)
    if name == "place":
        return say(f"place.{value}")
    if name == "reply" and isinstance(value, int):
        return ACTIONS[value]
    if name == "detail" and value in KINDS:
        return str(value)
    return str(value)


def where(s: State) -> list[str]:
    """Say what is under way, outermost first; finished frames are left out."""
    from explorer.language.stepper import PROCS

    return [frame_text(s, f) for f in s.stack if f.pc < len(PROCS[f.proc]) or f is s.stack[-1] if f.proc not in _SILENT]


_SILENT: Final = frozenset({"game", "settle", "fulfillments"})


def frame_text(s: State, f: Frame) -> str:
    """Name one procedure under way."""
    if f.card >= 0 and "/" in f.proc:
        return say("frame.power", seat=seat_name(s, f.who), card=s.cat.name[f.card])
    action = ACTIONS[f.x] if f.proc == "perform" else ""
    ship = ship_name(s, f.n) if f.proc in ("fulfill", "import rounds") and 0 <= f.n < len(s.ships) else ""
    return say(f"frame.{_slug(f.proc)}", seat=seat_name(s, f.who), turn=s.turn, action=action, left=f.n, ship=ship, round=f.k)
