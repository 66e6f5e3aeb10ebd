"""The pending decision as HTML: its options, what is refused and why, what may be done besides, log and scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from explorer.card import Contract
from explorer.draw.card import card_html as face_html
from explorer.draw.card import origins, power_words
from explorer.draw.changes import NOTHING
from explorer.draw.cited import cited_html, clause_html
from explorer.draw.parts import (
    Scene,
    badge,
    chip,
    esc,
    fold,
    hidden,
    icon,
    say,
    seat_title,
    sign,
    timing_name,
)  # fmt: skip
from explorer.language import events as ev
from explorer.language.checks import PROMPTS, Refusal
from explorer.lapses import about_to_lapse
from explorer.powertext import entry_of
from explorer.rulebook import reading_text, ruling_question
from explorer.state import State, seat_name
from explorer.stepping import Only, shows
from explorer.terms import KINDS
from explorer.texts import has, places, text
from explorer.view import hidden_from
from explorer.words import (
    event_text,
    field_text,
    move_of,
    option_text,
    part_text,
    ported,
    question_text,
    refusal_key,
    zone_of,
)

if TYPE_CHECKING:
    from explorer.game import Option
    from explorer.lapses import Lapse, Stuck
    from explorer.refusals import Refused

EXAMPLES: Final = 3  # refused choices that are seen without opening anything
SHOWN: Final = 6  # refused choices listed for one reason; the rest is counted
LAPSES: Final = 3  # actions that came to nothing, with a line each; more are folded together
TURNS: Final = 2  # turns of the log that are shown at first
MATCHES: Final = 300  # events of a narrowed log that are shown


# The decision


def decision_html(
    scene: Scene,
    refused: Sequence[Refused] = (),
    besides: Sequence[Option] = (),
    error: str = "",
    note: str = "",
    lapsed: Sequence[Lapse] = (),
) -> str:
    """Draw the pending decision.

    Args:
        scene: what is drawn and for whom; a live scene gets buttons.
        refused: what one might have tried, from ``game.refused``.
        besides: what may be done at any time, from ``game.interrupts``.
        error: shown as an alert.
        note: shown as a plain line, such as where a file was saved.
        lapsed: actions that have come to nothing since the picture before, from ``lapses``.
    """
    s = scene.s
    alert = f'<p class="ie-alert" role="alert">{icon("icon-no", 14)}<span>{esc(error)}</span></p>' if error else ""
    said = f'<p class="ie-note">{esc(note)}</p>' if note else ""
    if s.over or s.asking is None:
        body = _over(s)
    elif scene.seat is not None and s.asking[0] not in (scene.seat, -1):
        body = _heading(scene) + f"<p>{say('others-turn', seat=seat_title(s, s.asking[0]))}</p>"
    else:
        stuck = about_to_lapse(s)
        if stuck is not None and not _is_secret(stuck, scene.seat):
            body = _heading(scene, question_text(s)) + _stuck(stuck) + _options(scene) + _besides(scene, besides)
            body += _refused(stuck.state, stuck.refused)
        else:
            body = _heading(scene, question_text(s)) + _options(scene) + _besides(scene, besides) + _refused(s, refused)
    gone = _lapsed(lapsed, scene.seat)
    return f'<section class="ie-decide" aria-label="{say("decision")}">{alert}{said}{gone}{body}</section>'


def lapse_html(lapse: Lapse, seat: int | None = None) -> str:
    """Draw an action that came to nothing, with what stood against each thing one might have tried.

    Args:
        lapse: the action.
        seat: what this seat may know.
    """
    s = lapse.state
    words = f'<p class="ie-note">{icon("icon-no", 14)}<span>{esc(event_text(s, lapse.event))}</span></p>'
    if _is_secret(lapse, seat):
        return f'<div class="ie-lapse">{words}</div>'
    why = (
        _refused(s, lapse.refused, "lapse-refused", f" {lapse.event[ev.NUMBER]}")
        or f'<p class="ie-small">{say("lapse-nothing")[:1].upper()}{say("lapse-nothing")[1:]}</p>'
    )
    return f'<div class="ie-lapse">{words}{why}</div>'


def _stuck(stuck: Stuck) -> str:
    """A line that says what comes to nothing if the window that asks is not used."""
    words = say("about-to-lapse", what=stuck.what)
    why = "" if stuck.refused else f" {say('lapse-nothing')[:1].upper()}{say('lapse-nothing')[1:]}"
    return f'<p class="ie-note ie-stuck">{icon("icon-no", 14)}<span>{words}{why}</span></p>'


def _is_secret(lapse: Lapse | Stuck, seat: int | None) -> bool:
    """Whether what was tried speaks of cards that a seat may not know."""
    return seat is not None and lapse.state.asking is not None and lapse.state.asking[0] != seat


def _lapsed(lapsed: Sequence[Lapse], seat: int | None) -> str:
    """What came to nothing, in so few lines that the options stay in view; each opens to its reasons."""
    if not lapsed:
        return ""
    rows = [_lapse_line(one, seat, alone=len(lapsed) == 1) for one in lapsed]
    inner = "".join(rows)
    if len(lapsed) > LAPSES:
        head = say("lapsed-count", count=len(lapsed))
        inner = fold("lapsed", head, "".join(f"<li>{row}</li>" for row in rows), " ie-gone")
    return f'<div class="ie-lapsed" role="group" aria-label="{say("lapsed")}">{inner}</div>'


def _lapse_line(lapse: Lapse, seat: int | None, alone: bool) -> str:
    """A line that says what came to nothing, alone with the first reason; it opens to everything that was tried."""
    words = esc(event_text(lapse.state, lapse.event))
    if _is_secret(lapse, seat) or not lapse.refused:
        why = "" if lapse.refused else f": {say('lapse-nothing')}"
        return f'<p class="ie-gone">{words}{why}</p>'
    said, groups = _attempts(lapse.state), _groups(_nearest_first(lapse.state, lapse.refused))
    ((first, clause), (_, keys)), *others = groups.items()
    more = f" {say('lapse-others')}" if others else ""
    tried = f"{esc(said[keys[0]][0])}: " if keys[0] in said else ""
    why = f": {tried}{cited_html(first)}{more} {clause_html(clause)}" if alone else ""
    rows = _by_reasons(lapse.state, lapse.refused)
    return fold(f"lapse-refused {lapse.event[ev.NUMBER]}", words + why, rows, " ie-gone")


def _over(s: State) -> str:
    winners = ", ".join(seat_title(s, seat) for seat in s.winners)
    line = f"<p>{say('winners', seats=winners)}</p>" if winners else ""
    return f'<h3 tabindex="-1" data-id="question">{say("over")}</h3>{line}'


def _heading(scene: Scene, question: str = "") -> str:
    """Who decides, the card whose power asks, and the question with its clause."""
    s = scene.s
    assert s.asking is not None
    seat, kind = s.asking
    who = badge(s, seat, 18) if seat >= 0 else ""
    words = say("question", seat=seat_title(s, seat)) if seat >= 0 else say("chance-question")
    card = s.stack[-1].card if s.stack else -1
    asks = chip(replace(scene, changes=NOTHING), card) if card >= 0 and question else ""
    clause = clause_html(PROMPTS[kind].clause)
    if not question:
        head = f'<h3 tabindex="-1" data-id="question">{words}</h3>'
        return f'<div class="ie-ask ie-who-asks">{who}{head}{clause}</div>'
    return (
        f'<div class="ie-ask ie-who-asks">{who}<b>{words}</b>{asks}</div>'
        f'<div class="ie-ask"><h3 tabindex="-1" data-id="question">{esc(question)} {clause}</h3></div>'
    )


def _options(scene: Scene) -> str:
    from explorer.game import Decision

    options = Decision(scene.s).options
    rows = "".join(f"<li>{_option(scene.s, o, scene.live)}</li>" for o in options)
    many = " is-many" if len(options) > 5 else ""
    return f'<ol class="ie-opts{many}" aria-label="{say("options")}" data-scroll="options">{rows}</ol>'


def _about(card: str) -> str:
    """The mark of what tells of a card: the page can show its details when it is pointed at."""
    return f' data-card="{esc(card)}"' if card else ""


def _card_of(s: State, choice: tuple[Any, ...]) -> int:
    """The first card of a choice, -1 if it is about none."""
    return next(iter(_cards_of(s, choice)), -1)


def _cards_of(s: State, choice: tuple[Any, ...]) -> list[int]:
    """The cards of a choice."""
    move = move_of(PROMPTS[s.asking[1]], choice[0])  # type: ignore[index]
    shown = zip(move.axes, choice[1:], strict=False) if move is not None else ()
    return [part for axis, part in shown if axis.show == "card" and part >= 0]


def _key_of(s: State, card: int) -> str:
    return s.cat.key[card] if card >= 0 else ""


def _option(s: State, option: Option, live: bool) -> str:
    card = _card_of(s, option.choice)
    inner = (
        f'<span class="ie-n">{option.number}</span>{_card_sign(s, card)}<span class="ie-t">{esc(option.text)}</span>'
    )
    inner += _from(s, card)
    if not live:
        return f'<span class="ie-opt">{inner}</span>'
    key, first = esc(option.key), 0 if option.number == 1 else -1
    return (
        f'<button type="button" class="ie-opt" data-ie="choose" data-id="choose {key}" data-key="{key}" '
        f'data-number="{option.number}"{_about(_key_of(s, card))} tabindex="{first}">{inner}'
        f"{_power_of(s, card)}</button>"
    )


def _card_sign(s: State, card: int) -> str:
    if card < 0:
        return ""
    kinds = [s.cat.color[face] for face in s.cat.faces[card]]
    return "".join(f'<i class="ie-edge-{KINDS[kind]}">{sign(kind, 13)}</i>' for kind in kinds)


def _from(s: State, card: int) -> str:
    """Whose card it is that somebody else may take."""
    area, owner, _cards = zone_of(s, card) if card >= 0 else ("none", "", ())
    seat = next((i for i in range(len(s.players)) if seat_name(s, i) == owner), -1)
    if area not in ("fulfilled", "crew", "goods") or seat < 0 or s.asking is None or seat == s.asking[0]:
        return ""
    words = f"{say('from')} {esc(seat_title(s, seat))}"
    return f'<span class="ie-from" title="{words}">{hidden(words)}{badge(s, seat, 16)}</span>'


def _power_of(s: State, card: int) -> str:
    """The power of the card, which the option unfolds when it has the focus."""
    contract = s.cat.contract(card) if card >= 0 else None
    if contract is None or not contract.power:
        return ""
    return f'<span class="ie-s">{esc(timing_name(contract.timing))}: {esc(power_words(contract))}</span>'


def _besides(scene: Scene, options: Sequence[Option]) -> str:
    mine = [o for o in options if scene.seat is None or o.choice[0] == scene.seat]
    if not mine:
        return ""
    rows = "".join(_beside(scene, o) for o in mine)
    head = f'{say("any-time")} <span class="ie-count">{len(mine)}</span>'
    return fold("any time", head, rows)


def _beside(scene: Scene, option: Option) -> str:
    key = esc(option.key)
    inner = f'{badge(scene.s, option.choice[0], 15)}<span class="ie-t">{esc(option.text)}</span>'
    return (
        f'<li><button type="button" class="ie-opt is-quiet" data-ie="interrupt" data-id="use {key}" data-key="{key}">'
        f"{inner}</button></li>"
    )


def _refused(s: State, refused: Sequence[Refused], name: str = "refused", number: str = "") -> str:
    """What is refused: a few things with their reasons, each another one, and all of it folded by reasons."""
    if not refused:
        return ""
    said, groups = _attempts(s), _groups(_nearest_first(s, refused))
    rows = _by_reasons(s, refused)
    first = "".join(
        _example(words, clause, said.get(keys[0], (keys[0], "")))
        for (words, clause), (_reason_, keys) in list(groups.items())[:EXAMPLES]
    )
    count = say("refused-count", count=len(refused))
    head = f'{say(name)} <span class="ie-count">{count}</span>'
    return f'<ul class="ie-examples" aria-label="{say(name)}">{first}</ul>{fold(name + number, head, rows)}'


def _nearest_first(s: State, refused: Sequence[Refused]) -> list[Refused]:
    """Sort what is nearest to being allowed first: real cards before blank ones, few reasons before many."""
    assert s.asking is not None
    found = PROMPTS[s.asking[1]].refusals(s, s.stack[-1], s.asking[0])
    choices = {refusal_key(s, one): one.choice for one in found}

    def distance(one: Refused) -> tuple[bool, int]:
        cards = _cards_of(s, choices[one.key]) if one.key in choices else []
        return any(_is_blank(s, card) for card in cards), len(one.reasons)

    return sorted(refused, key=distance)


def _is_blank(s: State, card: int) -> bool:
    """Whether it is a filler, or one of a kind without needs and power, such as any Luxury card."""
    return not s.cat.load_total[card] and not s.cat.power[card]


def _groups(refused: Sequence[Refused]) -> dict[tuple[str, str], list[Any]]:
    """What is refused, by the words and the clause of a reason: the reason, and the keys."""
    groups: dict[tuple[str, str], list[Any]] = {}
    for one in refused:
        for reason in one.reasons:
            groups.setdefault((reason.text, reason.clause), [reason, []])[1].append(one.key)
    return groups


def _by_reasons(s: State, refused: Sequence[Refused]) -> str:
    """Every reason with what it stands against."""
    said = _attempts(s)
    return "".join(
        _reason(words, clause, reason, [said.get(key, (key, "")) for key in keys])
        for (words, clause), (reason, keys) in _groups(_nearest_first(s, refused)).items()
    )


def _example(words: str, clause: str, tried: tuple[str, str]) -> str:
    sentence, card = tried
    return (
        f'<li class="ie-reason">{icon("icon-no", 13)}<span><b class="ie-key"{_about(card)}>{esc(sentence)}</b>: '
        f"{cited_html(words)} {clause_html(clause)}</span></li>"
    )


def _attempts(s: State) -> dict[str, tuple[str, str]]:
    """What is refused now, by its key: a sentence, and the key of its card ("" if it is about none)."""
    assert s.asking is not None
    found = PROMPTS[s.asking[1]].refusals(s, s.stack[-1], s.asking[0])
    return {refusal_key(s, one): (_attempt(s, one), _key_of(s, _card_of(s, one.choice))) for one in found}


def _attempt(s: State, refusal: Refusal) -> str:
    """Say what was tried, also when only a part of the choice was looked at."""
    word, parts = refusal.choice[0], refusal.choice[1:]
    move = move_of(PROMPTS[s.asking[1]], word)  # type: ignore[index]
    assert move is not None
    if len(parts) == len(move.axes):
        return option_text(s, refusal.choice)
    values: dict[str, str] = {}
    for axis, part in zip(move.axes, parts, strict=False):
        values[axis.show if axis.show not in values else axis.show + "2"] = part_text(s, axis.show, part)
    key = f"draw.attempt.{word}"
    if has(key) and set(places(key)) == set(values):
        return ported(s, text(key, **values))
    names = ported(s, ", ".join(values.values()))
    return (
        text("draw.attempt.other", move=word[:1].upper() + word[1:], parts=names)
        if names
        else word[:1].upper() + word[1:]
    )


def _reason(words: str, clause: str, reason: Any, tried: list[tuple[str, str]]) -> str:
    shown = "".join(
        f'<li class="ie-tried"><span class="ie-key"{_about(card)}>{esc(sentence)}</span></li>'
        for sentence, card in dict.fromkeys(tried[:SHOWN])
    )
    more = f'<li class="ie-tried">{say("refused-more", count=len(tried) - SHOWN)}</li>' if len(tried) > SHOWN else ""
    lifted = (
        f'<div class="ie-small">{say("lifted", names=", ".join(reason.lifted_by))}</div>' if reason.lifted_by else ""
    )
    return (
        f'<li class="ie-reason"><div class="ie-ask"><b class="ie-grow">{cited_html(words)}</b>'
        f"{clause_html(clause)}</div>"
        f'<ul class="ie-small">{shown}{more}</ul>{lifted}</li>'
    )


# The log


def log_html(
    s: State,
    seat: int | None = None,
    turns: int = TURNS,
    live: bool = True,
    only: Only | None = None,
    halts: frozenset[int] = frozenset(),
) -> str:
    """Draw what happened as a tree of causes: the last turns, each under its own heading.

    Args:
        s: the state.
        seat: what this seat may know.
        turns: how many turns are shown.
        live: whether earlier turns can be asked for.
        only: what it is narrowed to, in the whole game; what led to it is shown with it.
        halts: the events at which a stop was met.
    """
    events, more, found = *_latest(s, turns), frozenset[int]()
    if only:
        events, found = _narrowed(s, only, seat)
        more = False
    button = (
        f'<button type="button" class="ie-btn ie-earlier" data-ie="log" data-id="log" data-turns="{turns + 5}">'
        f"{say('log-earlier')}</button>"
        if more and live
        else ""
    )
    head = "" if live else f"<header>{say('log')}</header>"
    tree = _nest(events)
    rows = "".join(_branch(s, seat, node, found, halts) for node in tree)
    body = button + (f"<ul>{rows}</ul>" if tree else f"<p>{say('log-empty')}</p>")
    return (
        f'<section class="ie-log" aria-label="{say("log")}">{head}'
        f'<div class="ie-tree" tabindex="0" data-id="log text" data-scroll="log" data-end="1" role="group" '
        f'aria-label="{say("log")}">{body}</div></section>'
    )


def _latest(s: State, turns: int) -> tuple[list[tuple[Any, ...]], bool]:
    """The events of the last turns, oldest first, and whether there are earlier ones."""
    found: list[tuple[Any, ...]] = []
    log = s.log
    while log is not None and turns:
        log, event = log
        found.append(event)
        turns -= event[ev.CODE] == ev.TurnStarted
    return found[::-1], log is not None and log[1][ev.CODE] != ev.GameStarted


def _narrowed(s: State, only: Only, seat: int | None) -> tuple[list[tuple[Any, ...]], frozenset[int]]:
    """The latest events that a filter lets pass, with what led to them; and the numbers of those that pass."""
    every = ev.listed(s.log)
    by_number = {event[ev.NUMBER]: event for event in every}
    found = [event[ev.NUMBER] for event in every if shows(s, event, only, seat)][-MATCHES:]
    kept: set[int] = set()
    for number in found:
        while number in by_number and number not in kept:
            kept.add(number)
            number = by_number[number][ev.CAUSE]
    return [event for event in every if event[ev.NUMBER] in kept], frozenset(found)


def _nest(events: Iterable[tuple[Any, ...]]) -> list[tuple[Any, list[Any]]]:
    roots: list[tuple[Any, list[Any]]] = []
    children: dict[int, list[Any]] = {}
    for event in events:
        node: tuple[Any, list[Any]] = (event, [])
        children[event[0]] = node[1]
        top = event[ev.CODE] in (ev.TurnStarted, ev.GameStarted)
        (roots if top else children.get(event[ev.CAUSE], roots)).append(node)
    return roots


def _branch(
    s: State, seat: int | None, node: tuple[Any, list[Any]], found: frozenset[int], halts: frozenset[int]
) -> str:
    event, children = node
    kids = f"<ul>{''.join(_branch(s, seat, child, found, halts) for child in children)}</ul>" if children else ""
    halted = event[0] in halts
    mark = ' class="is-halt" data-halt="1"' if halted else ' class="is-match"' if event[0] in found else ""
    return f'<li><div data-event="{event[0]}"{mark}>{_line(s, seat, event, halted)}</div>{kids}</li>'


def _line(s: State, seat: int | None, event: tuple[Any, ...], halted: bool) -> str:
    words = esc(event_text(s, event))
    if seat is not None and hidden_from(event, seat):
        words = _hidden_line(s, event)
    if halted:
        words = f"{icon('icon-no', 12)}{hidden(say('halted-here'))} {words}"
    by = f'<span class="ie-by">{esc(ev.teller(event))}</span>' if ev.teller(event) else ""
    if event[ev.CODE] == ev.RulingApplied:  # its words name the ruling already
        name, reading = event[ev.FIELDS], event[ev.FIELDS + 1]
        title = esc(f"{ruling_question(name)} {reading_text(name, reading)}")
        return f'<span><span class="ie-rule" title="{title}">{icon("icon-scales", 13)}</span> {words} {by}</span>'
    return f"<span>{words} {by}</span> {clause_html(event[ev.CLAUSE])}"


def _hidden_line(s: State, event: tuple[Any, ...]) -> str:
    """What a seat reads of an event whose cards it may not see."""
    who = seat_title(s, event[ev.SEAT])
    if event[ev.CODE] == ev.CardGiven:
        return say("log-given", seat=who, giver=field_text(s, "giver", event[ev.FIELDS + 1]))
    return say("log-hidden", seat=who, count=event[ev.FIELDS])


# One card


def card_html(scene: Scene, card: int) -> str:
    """Draw all that is known about one card: its large face, and in words what is reconstructed."""
    cat = scene.s.cat
    close = (
        f'<button type="button" class="ie-btn" data-ie="look" data-id="close card" data-card="">{say("close")}</button>'
    )
    contracts = cat.cards[cat.base[card]].contracts
    notes = dict.fromkeys(note for contract in contracts for note in origins(contract))
    words = "".join(f"<p>{esc(note)}</p>" for note in notes)
    words += "".join(_entry_html(contract) for contract in contracts if contract.power)
    return (
        f'<section class="ie-cardview" aria-label="{say("card")}">{face_html(cat, card)}'
        f'<div class="ie-small">{close if scene.live else ""}{words}</div></section>'
    )


def _entry_html(contract: Contract) -> str:
    """What a power's heads and verbs say, from where it works, and where the rulebook has it."""
    found = entry_of(contract)
    made = "".join(f"<li>{esc(said)}</li>" for said in found.made)
    where = esc(text("draw.entry", active=found.active))
    line = esc(text("draw.entry-line", line=found.line)) if found.line is not None else ""
    head = f"<summary>{say('entry-made')}</summary>"
    return f'<details class="ie-entry">{head}<ul>{made}</ul><p>{where} {line}</p></details>'


# Scores


def scores_html(s: State) -> str:
    """Draw the score sheet: a line for every amount, with its clause; "" before scoring."""
    if not s.lines:
        return ""
    seats = range(len(s.players))
    heads = "".join(f'<th scope="col">{badge(s, i, 15)} {esc(seat_title(s, i))}</th>' for i in seats)
    rows: dict[tuple[str, str], list[int]] = {}
    for seat, amount, line, detail, clause in s.lines:
        rows.setdefault((_score_line(line, str(detail)), clause), [0] * len(s.players))[seat] += amount
    before = [s.players[i].credits - sum(row[i] for row in rows.values()) for i in seats]
    body = _score_row(say("before-scoring"), [str(n) for n in before])
    for (words, clause), amounts in rows.items():
        body += _score_row(f"{esc(words)} {clause_html(clause)}", [_signed(n) for n in amounts])
    total = "".join(f"<td><b>{s.players[i].credits}</b></td>" for i in seats)
    return (
        f'<section class="ie-scores" aria-label="{say("scores")}"><table><thead><tr>'
        f'<th scope="col">{say("scores")}</th>{heads}</tr></thead>'
        f'<tbody>{body}<tr class="ie-total"><th scope="row">{say("total")}</th>{total}</tr></tbody></table></section>'
    )


def _signed(n: int) -> str:
    return f"{n:+d}".replace("-", "−") if n else "–"


def _score_row(head: str, cells: list[str]) -> str:
    return f'<tr><th scope="row">{head}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _score_line(line: str, detail: str) -> str:
    known = has(f"draw.score.{line}")
    name = text(f"draw.kind.{detail}") if has(f"draw.kind.{detail}") else detail
    return text(f"draw.score.{line}", detail=name) if known else f"{line} {name}".strip()
