"""The table as HTML: a state goes in, a picture of everything that lies on the table comes out."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Any

from explorer.draw.parts import (
    Scene,
    badge,
    cap,
    card_words,
    chip,
    container,
    counted,
    dots,
    esc,
    hidden,
    hull,
    icon,
    kind_name,
    number_tag,
    say,
    seat_title,
    ship_key,
    ship_title,
    sign,
    slot,
    wrap,
)  # fmt: skip
from explorer.draw.shapes import LETTERS
from explorer.draw.style import style_sheet
from explorer.language import events as ev
from explorer.language.checks import PROMPTS
from explorer.language.moves import matching
from explorer.language.questions import crew_limit, goods_limit
from explorer.state import HARBOR, JOINED, SAILING, SEA, State, seat_name
from explorer.terms import ACTIONS, KINDS, RAINBOW, TECHNOLOGY
from explorer.texts import text
from explorer.words import move_of, where


def table_html(state: State, seat: str | int | None = None) -> str:
    """Draw the whole table, with the pending decision beside it, as one piece of HTML that needs nothing else.

    Args:
        state: the state to draw; it is not changed.
        seat: draw what this seat may know; None leaves everything open.

    Example:
        >>> from explorer import new_game
        >>> "Supply Island" in table_html(new_game(players=3, seed=7).state)
        True
    """
    from explorer.draw.decision import decision_html, scores_html
    from explorer.draw.plain import table_text

    scene = make_scene(state, seat)
    board = f'<div class="ie-board-place">{scores_html(state)}{board_html(scene)}</div>'
    side = f'<div class="ie-side">{lanes_html(scene)}{decision_html(scene)}</div>'
    inner = f'<div class="ie-table ie-still">{stack_html(scene)}{board}{side}</div>'
    return (
        f'<style>{style_sheet()}</style><pre class="ie-instead">{esc(table_text(state, scene.seat))}</pre>'
        f'<div class="ie ie-fit ie-picture" hidden="hidden" role="group" aria-label="{say("table")}">{inner}</div>'
    )


def make_scene(state: State, seat: str | int | None = None, live: bool = False) -> Scene:
    """Say what is drawn and for whom, and find the cards and ships that the options are about."""
    who = find_seat(state, seat)
    cards: dict[int, list[int]] = {}
    ships: dict[int, list[int]] = {}
    if state.asking is not None and who in (None, state.asking[0]):
        for number, choice in enumerate(state.options or (), 1):
            for show, part in _parts(state, choice):
                if show == "card":
                    cards.setdefault(part, []).append(number)
                elif show in ("ship", "target") and isinstance(part, int) and part >= 0:
                    ships.setdefault(part, []).append(number)
    return Scene(state, who, live, cards, ships)


def find_seat(s: State, seat: str | int | None) -> int | None:
    """Find a seat by its number or its harbor's color.

    Raises: ValueError naming the seats there are.
    """
    names = [seat_name(s, i) for i in range(len(s.players))]
    if seat is None or (isinstance(seat, int) and 0 <= seat < len(names)):
        return seat
    if seat in names:
        return names.index(seat)
    raise ValueError(f"no seat {seat!r}; there are {', '.join(names)}")


def _parts(s: State, choice: tuple[Any, ...]) -> Iterable[tuple[str, Any]]:
    move = move_of(PROMPTS[s.asking[1]], choice[0])  # type: ignore[index]
    return zip((axis.show for axis in move.axes), choice[1:], strict=False) if move is not None else ()


# What is under way


def stack_html(scene: Scene, tools: str = "") -> str:
    """Draw the stack of what is under way, outermost first, then what waits."""
    s = scene.s
    steps = where(s) if not s.over else [text("draw.over")]
    plates = "".join(
        f'<li class="ie-step{" is-now" if i == len(steps) - 1 else ""}">{esc(step)}</li>'
        for i, step in enumerate(steps)
    )
    label = say("under-way")
    steps_html = f'<ol class="ie-steps" aria-label="{label}">{plates}</ol>'
    return f'<header class="ie-stack">{steps_html}{_waiting(scene)}{tools}</header>'


def _waiting(scene: Scene) -> str:
    s = scene.s
    names = s.cat.name
    found = [(say("waiting", card=names[t[2]], seat=seat_title(s, t[1])), t[2]) for t in s.triggers if t[2] >= 0]
    words = [_plate(s, f"{say('then')} {one}", card) for one, card in found]
    words += [_plate(s, say("limbo", card=names[card]), card) for card in s.limbo]
    in_force = {(owner, card): card for _ability, owner, card, *_rest in s.effects if card >= 0}
    for (owner, card), _card in in_force.items():
        one = say("effect", card=names[card], seat=seat_title(s, owner))
        words.append(_plate(s, f"{say('in-force')}: {one}", card))
    words += [f'<i class="ie-wait">{say("extra-turn", seat=seat_title(s, seat))}</i>' for seat in s.extra]
    return f'<div class="ie-waits">{"".join(words)}</div>' if words else ""


def _plate(s: State, words: str, card: int) -> str:
    return f'<i class="ie-wait" data-card="{esc(s.cat.key[card])}">{words}</i>'


# The board


def board_html(scene: Scene) -> str:
    """Draw harbors clockwise round the sea: the first half along the top, the rest back along the bottom."""
    n = len(scene.s.players)
    top = ceil(n / 2)
    north = "".join(harbor_html(scene, seat) for seat in range(top))
    south = "".join(harbor_html(scene, seat, south=True) for seat in range(n - 1, top - 1, -1))
    many = " is-many" if n > 4 else ""
    odd = " is-odd" if n % 2 else ""
    label = say("board")
    return (
        f'<div class="ie-board{many}{odd}" style="--half:{top}" role="group" aria-label="{label}">'
        f"{north}{sea_html(scene)}{south}</div>{legend_html()}"
    )


def harbor_html(scene: Scene, seat: int, south: bool = False) -> str:
    """Draw one seat: name, credits, played cards, fulfilled contracts, crew, ships, goods and hand."""
    s = scene.s
    acting = s.asking is not None and s.asking[0] == seat and not s.over
    cls = "ie-harbor" + (" is-south" if south else "") + (" is-acting" if acting else "")
    color = KINDS[s.players[seat].harbor]
    style = f"--q:var(--ie-{color});--qe:var(--ie-{color}-edge)"
    body = _head(scene, seat, acting) + _contracts(scene, seat) + _middle(scene, seat) + _hand(scene, seat)
    label = esc(seat_title(s, seat))
    return (
        f'<section class="{cls}" style="{style}" aria-label="{label}" data-seat="{seat_name(s, seat)}">{body}</section>'
    )


def _head(scene: Scene, seat: int, acting: bool) -> str:
    s = scene.s
    player = s.players[seat]
    buoy = f'<span class="ie-buoy">{icon("icon-buoy", 16)}{say("leads")}</span>' if s.leader == seat else ""
    now = f'<span class="ie-acting">{say("decides")}</span>' if acting else ""
    played = "".join(chip(scene, card, action=True) for who, card in s.played if who == seat)
    played = f'<span class="ie-label">{say("played")}</span>{played}' if played else ""
    harbor = text(f"draw.harbor.{seat_name(s, seat)}")
    color = f'<span class="ie-label">{esc(harbor)}</span>' if player.name and player.name != harbor else ""
    return (
        f'<div class="ie-top"><div class="ie-hd">{badge(s, seat, 20)}'
        f'<span class="ie-who">{esc(seat_title(s, seat))}</span>{color}{buoy}{now}{played}</div>'
        f'<span class="ie-cr">{player.credits} <small>{say("credits")}</small></span></div>'
    )


def _contracts(scene: Scene, seat: int) -> str:
    fulfilled = scene.s.players[seat].fulfilled
    chips = "".join(chip(scene, card, words=True) for card in fulfilled)
    label = (
        f'<span class="ie-label" title="{say("contracts_title")}">{say("contracts")} <b>{len(fulfilled) + 1}</b></span>'
    )
    return f'<div class="ie-line">{label} <div class="ie-chips">{chips}</div></div>'


def _middle(scene: Scene, seat: int) -> str:
    s = scene.s
    player = s.players[seat]
    most_crew, most_goods = crew_limit(s, seat), goods_limit(s, seat)
    crew = "".join(_tile(scene, card) for card in player.crew) + _free("ie-tile is-empty", most_crew - len(player.crew))
    goods = "".join(container(scene, card) for card in player.goods) + _free("ie-slot", most_goods - len(player.goods))
    docks = "".join(_dock(scene, i) for i, ship in enumerate(s.ships) if ship.owner == seat)
    return (
        f'<div class="ie-mid"><div><span class="ie-label">{_limit("crew", len(player.crew), most_crew)}</span> '
        f'<div class="ie-crew">{crew}</div></div><div class="ie-docks">{docks}</div>'
        f'<div><span class="ie-label">{_limit("goods", len(player.goods), most_goods)}</span> '
        f'<div class="ie-goods">{goods}</div></div></div>'
    )


def _limit(name: str, have: int, most: int) -> str:
    return f"{say(name)} <b>{have}</b>/{most if most < 1000 else '∞'}"


def _free(cls: str, count: int) -> str:
    return f'<span class="{cls}"></span>' * max(0, min(count, 24))


def _tile(scene: Scene, card: int) -> str:
    """A crew card: its action and the sign of its kind."""
    s = scene.s
    action, kind = s.cat.action[card], s.cat.color[card]
    inner = number_tag(scene.cards.get(card, ())) + icon(f"act-{ACTIONS[action]}", 14)
    inner += f'<span class="ie-edge-{KINDS[kind]}">{sign(kind, 10)}</span>{hidden(esc(s.cat.name[card]))}'
    return wrap(scene, "ie-tile", inner, card_words(s, card), card=card, numbers=scene.cards.get(card, ()))


def _hand(scene: Scene, seat: int) -> str:
    """The hand: chips with tier and load, or, where many sit round the table and another one decides, tiles."""
    s = scene.s
    hand = s.players[seat].hand
    acting = s.asking is not None and s.asking[0] == seat
    if scene.sees_hand(seat) and len(s.players) > 4 and not acting and scene.seat is None:
        chips = "".join(_tile(scene, card) for card in hand)
    elif scene.sees_hand(seat):
        chips = "".join(chip(scene, card, action=True, tail=_needs(scene.s, card)) for card in hand)
    else:
        chips = '<span class="ie-back"></span>' * len(hand)
    label = f'<span class="ie-label">{say("hand")} <b>{len(hand)}</b></span>'
    return f'<div class="ie-line">{label} <div class="ie-chips">{chips}</div></div>'


def _needs(s: State, card: int) -> str:
    """Tier and load of a card as dots, so that a hand can be weighed at a glance."""
    if not s.cat.load_total[card]:
        return ""
    tier = dots(s.cat.tier[card], text("draw.card-tier", tier=counted(s.cat.tier[card])))
    load = dots(s.cat.load[card], text("draw.card-load", load=counted(s.cat.load[card])))
    return f'<span class="ie-needs">{tier}<span class="ie-arrow">{icon("icon-right", 8)}</span>{load}</span>'


# Ships


def _dock(scene: Scene, ship: int) -> str:
    hulk = scene.s.ships[ship]
    if hulk.at == JOINED:
        return ""  # its hull is drawn with the other one
    if hulk.at in (HARBOR, SAILING):
        return ship_html(scene, ship)
    return f'<span class="ie-empty-dock" title="{esc(ship_title(scene.s, ship))}">{say("at-sea")}</span>'


def ship_html(scene: Scene, ship: int) -> str:
    """Draw one ship: containers and open needs above the hull, contracts or the cards' names below."""
    s = scene.s
    vessel = s.ships[ship]
    at_sea = vessel.at == SEA
    cargo = "".join(container(scene, card, action=at_sea) for card in vessel.cargo)
    if not at_sea and vessel.contracts:
        lacking, _held = matching(s, ship)
        cargo += "".join(slot(kind) for kind, n in enumerate(lacking) for _ in range(max(0, n)))
    double = vessel.partner >= 0
    width = 236 if double else 148 if at_sea else 112
    below = _names(scene, ship) if at_sea else _aboard(scene, ship)
    numbers = sorted({*scene.ships.get(ship, []), *(scene.ships.get(vessel.partner, []) if double else [])})
    hulls = hull(s, ship, width)
    if double:
        pair = "".join(f"<span>{hull(s, one, width // 2)}</span>" for one in (ship, vessel.partner))
        hulls = f'<span class="ie-hulls">{pair}</span>'
    above = f'<div class="ie-cargo">{cargo}</div>'
    body = f'{above}<div class="ie-hull-box">{hulls}{number_tag(numbers)}</div>{below}'
    offered = (" is-offered" if numbers else "") + (" is-super" if double else "")
    data = f' data-ship="{esc(ship_key(s, ship))}"' + (
        f' data-numbers="{" ".join(map(str, numbers))}"' if numbers else ""
    )
    return f'<div class="ie-ship{offered}" style="width:{width}px"{data}>{body}</div>'


def _aboard(scene: Scene, ship: int) -> str:
    s = scene.s
    vessel = s.ships[ship]
    found = "".join(
        chip(
            scene,
            card,
            tail=dots(s.cat.load[card], text("draw.card-load", load=counted(s.cat.load[card]))),
            cls="ie-contract",
        )
        for card in vessel.contracts
    )
    note = ""
    if vessel.partner >= 0:
        found = f'<div class="ie-bears">{found}</div>'
        note = say("super-ship")
    if vessel.at == SAILING:
        note = say("sailing")
    elif not vessel.contracts:
        note = say("no-contract")
    return found + (f'<div class="ie-none">{note}</div>' if note else "")


def _names(scene: Scene, ship: int) -> str:
    names = ", ".join(scene.s.cat.name[card] for card in scene.s.ships[ship].cargo)
    double = f"{say('super-ship')}. " if scene.s.ships[ship].partner >= 0 else ""
    return f'<div class="ie-names">{double}{esc(names) or say("empty")}</div>'


# The sea


def sea_html(scene: Scene) -> str:
    """Draw the Supply Island, the ships at sea, the deck and the top of the discards."""
    s = scene.s
    ships = [i for i, ship in enumerate(s.ships) if ship.at == SEA]
    waters = "".join(ship_html(scene, i) for i in ships)
    many = " is-many" if len(ships) > 4 else ""
    label = say("sea-label")
    return (
        f'<section class="ie-sea" aria-label="{label}">{_island(scene)}'
        f'<div class="ie-waters{many}">{waters}</div>{_piles(scene)}</section>'
    )


def _island(scene: Scene) -> str:
    cards = scene.s.island
    chips = "".join(chip(scene, card, action=True) for card in cards) or f'<span class="ie-label">{say("empty")}</span>'
    return (
        f'<div class="ie-island"><span class="ie-label"><b>{say("island")}</b> {_count(len(cards))}</span> '
        f'<div class="ie-chips">{chips}</div></div>'
    )


def _count(n: int) -> str:
    return say("one-card") if n == 1 else say("cards", count=n)


def _piles(scene: Scene) -> str:
    s = scene.s
    top = chip(scene, s.discard[-1]) if s.discard else ""
    words = f"<b>{len(s.discard)}</b> {say('discarded')}" if s.discard else say("no-discard")
    return (
        f'<div class="ie-piles"><div class="ie-pile"><span class="ie-back">{icon("icon-anchor", 15)}</span>'
        f'<span class="ie-label"><b>{len(s.deck)}</b> {say("deck")}</span></div>'
        f'<div class="ie-pile">{top}<span class="ie-label">{words}</span></div></div>'
    )


def legend_html() -> str:
    """What the signs of the board mean, folded."""
    kinds = "".join(
        f'<span class="ie-row">{cap(kind)}<b class="ie-letter">{LETTERS[kind]}</b>{esc(kind_name(kind))}</span>'
        for kind in range(RAINBOW)
    )
    actions = "".join(
        f'<span class="ie-row">{icon(f"act-{name}", 15)}{say(f"action.{name}")}</span>' for name in ACTIONS[:-1]
    )
    one = [1 if kind == TECHNOLOGY else 0 for kind in range(RAINBOW)]
    needs = f'{dots(one, "")}<span class="ie-arrow">{icon("icon-right", 8)}</span>{dots([2 * n for n in one], "")}'
    striped = '<span class="ie-box ie-any"><i class="ie-stripes"></i></span>'
    signs = {
        "needs": needs,
        "number": number_tag([2]),
        "reconstructed": f'<b class="ie-mark">{say("mark.reconstructed")}</b>',
        "no-power": f'<b class="ie-mark">{say("mark.no-power")}</b>',
        "printed": f'<span class="ie-label">{say("signs.printed")} <b>1</b></span>',
        "open": slot(TECHNOLOGY) + '<span class="ie-slot"></span>',
        "rainbow": striped,
    }
    rows = "".join(f"<dt>{sign}</dt><dd>{say(f'signs.{name}-words')}</dd>" for name, sign in signs.items())
    return (
        f'<details class="ie-more ie-legend" data-id="legend"><summary>{say("signs.title")} '
        f'<span class="ie-count">{say("signs.short")}</span></summary>'
        f'<dl><dt>{say("signs.kinds")}</dt><dd class="ie-row">{kinds}</dd>'
        f'<dt>{say("signs.actions")}</dt><dd class="ie-row">{actions}</dd>{rows}</dl></details>'
    )


# The two passes round the table


def lanes_html(scene: Scene) -> str:
    """Draw the turn as a small table: seats are columns, declaring and performing are rows."""
    s = scene.s
    facts = turn_facts(s)
    heads = "".join(_lane_head(s, seat) for seat in range(len(s.players)))
    led = (
        f'<span class="ie-led">{icon(f"act-{ACTIONS[s.action]}", 15)} {say(f"action.{ACTIONS[s.action]}")}</span>'
        if s.action >= 0
        else ""
    )
    declared = "".join(f"<td{_lane_class(s, i, 'declare')}>{_declared_cell(fact)}</td>" for i, fact in enumerate(facts))
    done = "".join(f"<td{_lane_class(s, i, 'perform')}>{_done_cell(fact, s.over)}</td>" for i, fact in enumerate(facts))
    many, turn = " is-many" if len(facts) > 4 else "", say("turn", turn=s.turn)
    return (
        f'<section class="ie-lanes{many}" aria-label="{turn}"><table><thead><tr>'
        f'<th scope="col">{turn}</th>{heads}</tr></thead><tbody><tr{_row_class(s, "declare")}>'
        f'<th scope="row">{say("declare")}{led}</th>{declared}</tr>'
        f'<tr{_row_class(s, "perform")}><th scope="row">{say("perform")}</th>{done}</tr></tbody></table></section>'
    )


def _lane_head(s: State, seat: int) -> str:
    buoy = icon("icon-buoy", 14) if seat == s.leader else ""
    return f'<th scope="col"><span class="ie-flag">{badge(s, seat, 16)}{buoy}</span> {esc(seat_title(s, seat))}</th>'


def _row_class(s: State, phase: str) -> str:
    return ' class="now"' if s.phase == phase and not s.over else ""


def _lane_class(s: State, seat: int, phase: str) -> str:
    now = s.asking is not None and s.asking[0] == seat and s.phase == phase
    return ' class="cur"' if now else ""


def _declared_cell(fact: dict[str, Any]) -> str:
    how = f"<small>{say(fact['how'])}</small>" if fact["how"] else ""
    number = "…" if fact["declared"] is None else str(fact["declared"])
    return f"<b>{number}</b>{how}"


def _done_cell(fact: dict[str, Any], over: bool) -> str:
    count = fact["declared"] or 0
    if not count:
        return "–"
    done = min(fact["done"], count)
    pips = '<i class="ie-pip on"></i>' * done + '<i class="ie-pip"></i>' * (count - done)
    words = f"<small>{say('done-of', done=done, count=count)}</small>" if over else ""
    words = words or hidden(say("done", done=done, count=count))
    return f'<span class="ie-pips" aria-hidden="true">{pips}</span>{words}'


def turn_facts(s: State) -> list[dict[str, Any]]:
    """Read this turn's declarations off the state and its log: number (None: not yet), how, and how many are done."""
    found: list[dict[str, Any]] = [{"declared": None, "how": "", "done": 0} for _ in s.players]
    for event in _events_of_turn(s):
        seat, code = event[ev.SEAT], event[ev.CODE]
        if code in (ev.ActionLed, ev.ActionFollowed):
            cards, count = event[ev.FIELDS + 1], event[ev.FIELDS + 2]
            fact = found[seat]
            how = ("crew-only", "with-cards", "with-pair")[min(len(cards), 2)]
            fact["how"] = fact["how"] or how
            fact["declared"] = count
        elif code == ev.DrawChosen:
            found[seat]["how"] = "drew"
        elif code == ev.ActionDone:
            found[seat]["done"] += 1
    for seat, fact in enumerate(found):
        if fact["declared"] is None and (s.declared[seat] or s.phase != "declare" or _passed(s, seat)):
            fact["declared"] = s.declared[seat]
    return found


def _events_of_turn(s: State) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    log = s.log
    while log is not None:
        log, event = log
        found.append(event)
        if event[ev.CODE] == ev.TurnStarted:
            break
    return found[::-1]


def _passed(s: State, seat: int) -> bool:
    """Whether a seat's declaration of this turn is over although it declared nothing."""
    turn = next((f for f in s.stack if f.proc == "turn"), None)
    asked = s.asking[0] if s.asking is not None else -1
    if turn is None or s.action < 0 or seat == asked:
        return False
    return (seat - turn.who) % len(s.players) < turn.k
