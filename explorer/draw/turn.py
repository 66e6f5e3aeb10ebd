"""The turn as HTML: what is under way and what waits, and who has declared, performed and cleaned up what."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from explorer.draw.card import text_width
from explorer.draw.parts import (
    Scene,
    badge,
    esc,
    hidden,
    icon,
    say,
    seat_title,
    ship_title,
)  # fmt: skip
from explorer.language import events as ev
from explorer.language.moves import stored
from explorer.language.stepper import PROCS
from explorer.log import events_of_turn
from explorer.state import SAILING, Frame, State
from explorer.terms import ACTIONS
from explorer.texts import text
from explorer.words import SILENT, frame_text

ROOM: Final = 1010  # pixels beside the tools at the usual width: what waits folds when the row would get longer
NAME: Final = 14  # letters of a name that fit above a column
_SMALL: Final = 12.5


# What is under way


class Plate(NamedTuple):
    """One step of what is under way: a seat's badge (-1: none), an icon, words, and the same in full."""

    seat: int
    icon: str
    words: str
    title: str


def stack_html(scene: Scene, tools: str = "", begun: int = 0) -> str:
    """Draw the stack of what is under way, outermost first, then what waits, as far as it fits into one row.

    Args:
        scene: what is drawn.
        tools: what stands at the end of the row.
        begun: how many of the outermost steps began before this moment, from ``alike``: a live scene leads back there.
    """
    s = scene.s
    plates = plates_of(s)
    row = "".join(
        _plate(s, plate, i == len(plates) - 1, i if scene.live and i < begun else -1) for i, plate in enumerate(plates)
    )
    steps = f'<ol class="ie-steps" aria-label="{say("under-way")}">{row}</ol>'
    taken = sum(text_width(one.words, _SMALL) + 36 + 22 * (bool(one.icon) + (one.seat >= 0)) for one in plates)
    return f'<header class="ie-stack">{steps}{_waits_html(s, ROOM - taken)}{tools}</header>'


def alike(s: State, before: State) -> int:
    """How many of the outermost steps under way are the same at two moments of one line."""
    count = 0
    for plate, other in zip(plates_of(s), plates_of(before), strict=False):
        if plate.words != other.words or plate.seat != other.seat:
            break
        count += 1
    return count


def _plate(s: State, plate: Plate, now: bool, begun: int) -> str:
    mark = badge(s, plate.seat, 16) if plate.seat >= 0 else ""
    picture = icon(plate.icon, 15) if plate.icon else ""
    cls = "ie-step is-now" if now else "ie-step"
    words = f"<span>{esc(plate.words)}</span>"
    title = esc(plate.title)
    if begun >= 0:
        title = say("begin", what=plate.title)
        words = (
            f'<button type="button" class="ie-begin" data-ie="begin" data-id="begin {begun}" data-number="{begun}" '
            f'title="{title}">{icon("icon-undo", 11)}{esc(plate.words)}</button>'
        )
    return f'<li class="{cls}" title="{title}">{mark}{picture}{words}</li>'


def plates_of(s: State) -> list[Plate]:
    """What is under way, outermost first; finished procedures are left out."""
    if s.over:
        return [Plate(-1, "", text("draw.over"), text("draw.over"))]
    live = [f for f in s.stack if (f.pc < len(PROCS[f.proc]) or f is s.stack[-1]) and f.proc not in SILENT]
    found: list[Plate] = []
    for f in live:
        for plate in _plates(s, f):
            if not found or plate.title != found[-1].title:  # parts of a power are one and the same
                found.append(plate)
    return found or [Plate(-1, "", text("draw.turn", turn=s.turn), text("draw.turn", turn=s.turn))]


def _plates(s: State, f: Frame) -> list[Plate]:
    full = frame_text(s, f)
    if f.proc == "turn":
        return [Plate(-1, "", text("draw.turn", turn=s.turn), full), *_turn_plates(s)]
    if f.proc == "perform":
        return [Plate(f.who, f"act-{ACTIONS[f.x]}", _performing(s, f), full)]
    if f.proc == "fulfill":
        return [Plate(-1, "", text("draw.fulfilled", ship=ship_title(s, f.n)), full)]
    if f.card >= 0 and "/" in f.proc:
        return [Plate(f.who, "", s.cat.name[f.card], full)]
    return [Plate(f.who if f.proc != "scoring" else -1, "", full, full)]


def _turn_plates(s: State) -> list[Plate]:
    """Who leads what, and the phase."""
    leader = seat_title(s, s.leader)
    leads = text("draw.leads")
    phase = text(f"draw.phase.{s.phase}")
    if s.action < 0:
        return [Plate(s.leader, "", leads, f"{leader} {leads}")]
    action = text(f"draw.action.{ACTIONS[s.action]}")
    led = Plate(s.leader, f"act-{ACTIONS[s.action]}", f"{leads} {action}", f"{leader} {leads} {action}")
    return [led, Plate(-1, "", phase, phase)]


def _performing(s: State, f: Frame) -> str:
    action = text(f"draw.action.{ACTIONS[f.x]}")
    fact = turn_facts(s)[f.who]
    count = fact["declared"] or 0
    if f.y == "alone" or not count:
        return action
    return text("draw.performs", action=action, number=min(fact["done"] + 1, count), count=count)


def _waits_html(s: State, room: float) -> str:
    words = waits_of(s)
    if not words:
        return ""
    shown = 0
    for one, _card in words:
        room -= text_width(one, 12) + 24
        shown += room > 60
    shown = max(1, shown)
    pills = "".join(_pill(s, one, card) for one, card in words[:shown])
    rest = [one for one, _card in words[shown:]]
    more = f'<i class="ie-wait" title="{esc("; ".join(rest))}">+{len(rest)}</i>' if rest else ""
    every = esc("; ".join(one for one, _card in words))
    return f'<div class="ie-waits" title="{every}"><span class="ie-label">{say("then")}</span>{pills}{more}</div>'


def _pill(s: State, words: str, card: int) -> str:
    data = f' data-card="{esc(s.cat.key[card])}"' if card >= 0 else ""
    return f'<i class="ie-wait"{data}>{esc(words)}</i>'


def waits_of(s: State) -> list[tuple[str, int]]:
    """What waits until this is done, soonest first: words, and the card that they are about (-1: none)."""
    names = s.cat.name
    found = [(text("draw.waiting", card=names[t[2]], seat=seat_title(s, t[1])), t[2]) for t in s.triggers if t[2] >= 0]
    found += [(text("draw.sails", ship=ship_title(s, i)), -1) for i, ship in enumerate(s.ships) if ship.at == SAILING]
    found += [(text("draw.limbo", card=names[card]), card) for card in s.limbo]
    found += _phase_waits(s)
    for owner, card in dict.fromkeys((owner, card) for _ability, owner, card, *_rest in s.effects if card >= 0):
        laid = stored(s, card)
        words = text("draw.effect", card=names[card], seat=seat_title(s, owner))
        said = f"{text('draw.in-force')}: {words}"
        found.append((text("draw.stored", card=names[card], amount=laid) if laid else said, card))
    turns = dict.fromkeys(seat if seat >= 0 else -1 - seat for seat in s.extra)
    return found + [(text("draw.extra-turn", seat=seat_title(s, seat)), -1) for seat in turns]


def _phase_waits(s: State) -> list[tuple[str, int]]:
    """Who still declares or performs after the one whose turn it is."""
    turn = next((f for f in s.stack if f.proc == "turn"), None)
    if turn is None or s.action < 0 or s.asking is None or s.phase not in ("declare", "perform"):
        return []
    n = len(s.players)
    if s.phase == "declare":
        rest = [(turn.who + step) % n for step in range(turn.k, n)]
        left = [seat for seat in rest if seat != s.asking[0] and s.declared[seat] == 0 and not _passed(s, seat)]
    else:
        now = s.performing if s.performing >= 0 else turn.who
        after = [(turn.who + step) % n for step in range((now - turn.who) % n + 1, n)]
        left = [seat for seat in after if s.declared[seat]]
    if not left:
        return []
    names = ", ".join(seat_title(s, seat) for seat in left)
    return [(text(f"draw.still-{s.phase}", seats=names), -1)]


# The passes round the table


def lanes_html(scene: Scene) -> str:
    """Draw the turn as a small table: seats are columns; declaring, performing and cleaning up are rows."""
    s = scene.s
    facts = turn_facts(s)
    seats = range(len(s.players))
    many, turn = " is-many" if len(facts) > 4 else "", say("turn", turn=s.turn)
    heads = "".join(_lane_head(s, seat) for seat in seats)
    led = ""
    if s.action >= 0:
        led = f'<span class="ie-led">{icon(f"act-{ACTIONS[s.action]}", 15)} {say(f"action.{ACTIONS[s.action]}")}</span>'
    rows = _row(s, "declare", [_declared_cell(s, seat, fact) for seat, fact in enumerate(facts)], led)
    rows += _row(s, "perform", [_done_cell(fact, s.over) for fact in facts])
    rows += _row(s, "clean-up", [_clean_cell(s, seat, facts[seat]) for seat in seats])
    return (
        f'<section class="ie-lanes{many}" aria-label="{turn}"><table><thead><tr><th scope="col">{turn}</th>{heads}</tr>'
        f"</thead><tbody>{rows}</tbody></table></section>"
    )


def _lane_head(s: State, seat: int) -> str:
    buoy = icon("icon-buoy", 14) if seat == s.leader else ""
    name = seat_title(s, seat)
    short = name if len(name) <= NAME else f"{name[: NAME - 1].rstrip()}…"
    flag = f'<span class="ie-flag">{badge(s, seat, 16)}{buoy}</span>'
    return f'<th scope="col" title="{esc(name)}">{flag} {esc(short)}</th>'


def _row(s: State, phase: str, cells: list[str], led: str = "") -> str:
    now = ' class="now"' if s.phase == phase and not s.over else ""
    tds = "".join(f"<td{_lane_class(s, seat, phase)}>{cell}</td>" for seat, cell in enumerate(cells))
    return f'<tr{now}><th scope="row">{say(f"phase.{phase}")}{led}</th>{tds}</tr>'


def _lane_class(s: State, seat: int, phase: str) -> str:
    now = s.asking is not None and s.asking[0] == seat and s.phase == phase
    return ' class="cur"' if now else ""


def _declared_cell(s: State, seat: int, fact: dict[str, Any]) -> str:
    how = f"<small>{say(fact['how'])}</small>" if fact["how"] else ""
    number = "…" if fact["declared"] is None else str(fact["declared"])
    own = s.doing[seat] if seat < len(s.doing) else -1
    if own < 0 or own == s.action or not fact["declared"]:
        return f"<b>{number}</b>{how}"
    act = f'<span class="ie-led">{icon(f"act-{ACTIONS[own]}", 15)} {say(f"action.{ACTIONS[own]}")}</span>'
    return f"<b>{number}</b> {act}{how}"


def _done_cell(fact: dict[str, Any], over: bool) -> str:
    count = fact["declared"] or 0
    if not count:
        return "–"
    done = min(fact["done"], count)
    pips = '<i class="ie-pip on"></i>' * done + '<i class="ie-pip"></i>' * (count - done)
    words = f"<small>{say('done-of', done=done, count=count)}</small>" if over else ""
    words = words or hidden(say("done", done=done, count=count))
    title = say("done", done=done, count=count)
    return f'<span class="ie-pips" title="{title}" aria-hidden="true">{pips}</span>{words}'


def _clean_cell(s: State, seat: int, fact: dict[str, Any]) -> str:
    """How many cards the seat lays from its harbor onto the discards, and the buoy where it goes next."""
    count = fact["cleaned"] or sum(owner == seat for owner, _card in s.played)
    cards = f'<span title="{say("cleans", count=count)}">−{count}</span>' if count else ""
    buoy = ""
    if next_leader(s) == seat:
        buoy = f'<span title="{say("leads-next")}">{icon("icon-buoy", 14)}{hidden(say("leads-next"))}</span>'
    return f"{cards} {buoy}".strip() or "–"


def next_leader(s: State) -> int:
    """Who leads the next turn as things stand, -1 when there is none (R-TURN-9)."""
    game = next((f for f in s.stack if f.proc == "game"), None)
    if s.over or s.ending or game is None or s.action < 0:
        return -1
    at_once = [entry for entry in s.extra if entry < 0]
    if at_once:
        return -1 - at_once[0]
    leader = game.n - 1 if game.n and s.leader not in s.extra else s.leader
    return leader if leader in s.extra else (leader + 1) % len(s.players)


# What the log tells of the turn


def turn_facts(s: State) -> list[dict[str, Any]]:
    """Read this turn off the state and its log, for each seat.

    ``declared`` is a number (None: not yet) and ``how`` says by what means; ``done`` are the actions performed,
    ``action`` is what was declared, ``crew`` is how many crew counted, ``cleaned`` how many cards have been laid onto
    the discards.
    """
    found: list[dict[str, Any]] = [
        {"declared": None, "how": "", "done": 0, "crew": 0, "cleaned": 0, "action": s.action} for _ in s.players
    ]
    for event in events_of_turn(s):
        if event[ev.SEAT] >= 0:
            _note(found[event[ev.SEAT]], event)
    for seat, fact in enumerate(found):
        if fact["declared"] is None and (s.declared[seat] or s.phase != "declare" or _passed(s, seat)):
            fact["declared"] = s.declared[seat]
    return found


def _note(fact: dict[str, Any], event: tuple[Any, ...]) -> None:
    code = event[ev.CODE]
    if code in (ev.ActionLed, ev.ActionFollowed):
        cards, count = event[ev.FIELDS + 1], event[ev.FIELDS + 2]
        fact["how"] = fact["how"] or ("crew-only", "with-cards", "with-pair")[min(len(cards), 2)]
        fact["declared"], fact["action"] = count, event[ev.FIELDS]
        fact["crew"] = max(0, count - bool(cards))
    elif code == ev.DrawChosen:
        fact["how"] = "drew"
    elif code == ev.ActionDone:
        fact["done"] += 1
    elif code == ev.CardDiscarded and event[ev.FIELDS + 1] == "harbor":
        fact["cleaned"] += 1


def used_crew(s: State) -> frozenset[int]:
    """The crew that counted for this turn's declarations: of the led action, those that were there first."""
    if s.action < 0 or s.over:
        return frozenset()
    found: list[int] = []
    for player, fact in zip(s.players, turn_facts(s), strict=True):
        found += [card for card in player.crew if s.cat.action[card] == fact["action"]][: fact["crew"]]
    return frozenset(found)


def _passed(s: State, seat: int) -> bool:
    """Whether a seat's declaration of this turn is over although it declared nothing."""
    turn = next((f for f in s.stack if f.proc == "turn"), None)
    asked = s.asking[0] if s.asking is not None else -1
    if turn is None or s.action < 0 or seat == asked:
        return False
    return (seat - turn.who) % len(s.players) < turn.k
