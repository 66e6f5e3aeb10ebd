"""The table as HTML: a state goes in, a picture of everything that lies on the table comes out."""

from __future__ import annotations

from math import ceil

from explorer.draw.changes import changes
from explorer.draw.parts import (
    Scene,
    arrived,
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
    new_tag,
    number_tag,
    say,
    seat_title,
    ship_key,
    ship_title,
    sign,
    signed,
    slot,
    tint,
    wrap,
)  # fmt: skip
from explorer.draw.shapes import LETTERS
from explorer.draw.style import style_sheet
from explorer.draw.turn import lanes_html, stack_html, used_crew
from explorer.language.moves import goods_places, tokens_of
from explorer.language.questions import PORT_PRICES, column_price, crew_limit, deck_is_open, fills
from explorer.language.ships import matching, need
from explorer.state import GONE, HARBOR, JOINED, SAILING, SEA, State, seat_name
from explorer.terms import ACTIONS, AGRICULTURE, FIVE_KINDS, KINDS, NO_ACTION, RAINBOW, TECHNOLOGY
from explorer.texts import text
from explorer.view import seat_number
from explorer.words import move_asked, shown_parts


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


def make_scene(state: State, seat: str | int | None = None, live: bool = False, before: State | None = None) -> Scene:
    """Say what is drawn and for whom, and find the cards and ships that the options are about.

    Args:
        state: the moment that is drawn.
        seat: who looks; None leaves everything open.
        live: whether the picture can be clicked.
        before: the moment of the last choice, to say what it has changed.
    """
    who = find_seat(state, seat)
    cards: dict[int, list[int]] = {}
    ships: dict[int, list[int]] = {}
    if state.asking is not None and who in (None, state.asking[0]):
        for number, choice in enumerate(state.options or (), 1):
            for show, part in shown_parts(move_asked(state, choice), choice):
                if show == "card" and part >= 0:
                    for place in {part, state.cat.base[part]}:  # a whole Flag card shows the options of both sides
                        cards.setdefault(place, []).append(number)
                elif show in ("ship", "target") and isinstance(part, int) and part >= 0:
                    ships.setdefault(part, []).append(number)
    return Scene(state, who, live, cards, ships, changes(state, before), used_crew(state))


def find_seat(s: State, seat: str | int | None) -> int | None:
    """Find a seat by its number or its harbor's color.

    Raises: ValueError naming the seats there are.
    """
    return None if seat is None else seat_number(s, seat)


# The board


def board_html(scene: Scene) -> str:
    """Draw harbors clockwise round the sea: the first half along the top, the rest back along the bottom."""
    n = len(scene.s.players)
    top = ceil(n / 2)
    north = "".join(harbor_html(scene, seat) for seat in range(top))
    south = "".join(harbor_html(scene, seat, south=True) for seat in range(n - 1, top - 1, -1))
    many = " is-many" if n > 4 else ""
    odd = (" is-odd" if n % 2 else "") + (" is-scored" if scene.s.lines else "")
    label = say("board")
    return (
        f'<div class="ie-board{many}{odd}" style="--half:{top}" role="group" aria-label="{label}">'
        f"{north}{sea_html(scene)}{south}</div>"
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
    gain = scene.changes.credits.get(seat)
    tag = f"{new_tag(signed(gain))} " if gain else ""
    if played and not acting:
        played = f'<span class="ie-label">{say("played")}</span>{played}'
    return (
        f'<div class="ie-top"><div class="ie-hd">{badge(s, seat, 20)}'
        f'<span class="ie-who">{esc(seat_title(s, seat))}</span>{buoy}{now}{played}</div>'
        f'<span class="ie-cr" title="{say("credits-words")}">{tag}{player.credits} '
        f"<small>{say('credits')}</small></span></div>"
    )


def _contracts(scene: Scene, seat: int) -> str:
    harbor, fulfilled = scene.s.players[seat].harbor, scene.s.players[seat].fulfilled
    # The count has the contract that is printed on the harbor too, so its sign stands before the others.
    printed = f'<span class="ie-printed" title="{say("signs.printed-words")}">{cap(harbor)}</span>'
    chips = printed + "".join(chip(scene, card, power=True) for card in fulfilled)
    label = (
        f'<span class="ie-label" title="{say("contracts_title")}">{say("contracts")} <b>{len(fulfilled) + 1}</b></span>'
    )
    return f'<div class="ie-line">{label} {_chips(chips)}</div>'


def _chips(chips: str) -> str:
    """A row of chips, with room for the numbers of those that are offered."""
    return f'<div class="ie-chips{" is-offering" if "is-offered" in chips else ""}">{chips}</div>'


def _middle(scene: Scene, seat: int) -> str:
    s = scene.s
    player = s.players[seat]
    most_crew, most_goods = crew_limit(s, seat), goods_places(s, seat)
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
    return f'<span class="{cls}"></span>' * max(0, min(count, 24) if count < 1000 else 2)  # 2: there is no limit


def _tile(scene: Scene, card: int) -> str:
    """A crew card: its action and the sign of its kind."""
    s = scene.s
    action, kind = s.cat.action[card], s.cat.color[card]
    inner = number_tag(scene.cards.get(card, ())) + (icon(f"act-{ACTIONS[action]}", 14) if action != NO_ACTION else "")
    inner += f'<span class="ie-edge-{KINDS[kind]}">{sign(kind, 10)}</span>{hidden(esc(s.cat.name[card]))}'
    title = card_words(s, card)
    cls = "ie-tile" + arrived(scene, card)
    if card in scene.used:
        cls, title = f"{cls} is-used", f"{title} · {text('draw.used')}"
    return wrap(scene, cls, inner, title, card=card, numbers=scene.cards.get(card, ()))


def _hand(scene: Scene, seat: int) -> str:
    """The hand: chips, with tier and load for whoever decides or looks; tiles where many sit round the table."""
    s = scene.s
    hand = s.players[seat].hand
    acting = s.asking is not None and s.asking[0] == seat
    if not scene.sees_hand(seat):
        chips = '<span class="ie-back"></span>' * len(hand)
    elif acting or scene.seat == seat:
        chips = "".join(chip(scene, card, action=True, power=True, tail=_needs(s, card)) for card in hand)
    elif len(s.players) > 4:
        chips = "".join(_tile(scene, card) for card in hand)
    else:
        chips = "".join(chip(scene, card, action=True) for card in hand)
    change = scene.changes.hands.get(seat)
    tag = f" {new_tag(signed(change))}" if change else ""
    label = f'<span class="ie-label">{say("hand")} <b>{len(hand)}</b>{tag}</span>'
    return f'<div class="ie-line ie-hand">{label} {_chips(chips)}</div>'


def _needs(s: State, card: int) -> str:
    """Tier and load of a card as pills, so that a hand can be weighed at a glance."""
    if not s.cat.load_total[card]:
        return ""
    tier = dots(s.cat.tier[card], text("draw.card-tier", tier=counted(s.cat.tier[card])), _is_guess(s, card, "tier"))
    return f'<span class="ie-needs">{tier}<span class="ie-arrow">{icon("icon-right", 8)}</span>{_load(s, card)}</span>'


def _load(s: State, card: int) -> str:
    words = text("draw.card-load", load=counted(s.cat.load[card]))
    return dots(s.cat.load[card], words, _is_guess(s, card, "load"))


def _is_guess(s: State, card: int, value: str) -> bool:
    return s.cat.origin(card, value) == "reconstructed"


# Ships


def _dock(scene: Scene, ship: int) -> str:
    hulk = scene.s.ships[ship]
    if hulk.at in (JOINED, GONE):
        return ""  # its hull is drawn with the other one, or not at all
    if hulk.at in (HARBOR, SAILING):
        return ship_html(scene, ship)
    return f'<span class="ie-empty-dock">{say("ship-at-sea", ship=ship_title(scene.s, ship))}</span>'


def ship_html(scene: Scene, ship: int) -> str:
    """Draw one ship: containers and open needs above the hull, contracts or the cards' names below."""
    s = scene.s
    vessel = s.ships[ship]
    at_sea = vessel.at == SEA
    meets = {} if at_sea else stands_for(s, ship)
    cargo = "".join(container(scene, card, at_sea, meets.get(card, -1)) for card in vessel.cargo)
    if not at_sea and vessel.contracts:
        lacking, _held = matching(s, ship)
        cargo += "".join(slot(kind) for kind, n in enumerate(lacking) for _ in range(max(0, n)))
    double = vessel.partner >= 0
    width = 236 if double else 142 if at_sea else 128 if len(s.players) > 4 else 112
    below = _names(scene, ship) if at_sea else _aboard(scene, ship)
    numbers = sorted({*scene.ships.get(ship, []), *(scene.ships.get(vessel.partner, []) if double else [])})
    hulls = hull(s, ship, width)
    if double:
        pair = "".join(f"<span>{hull(s, one, width // 2)}</span>" for one in (ship, vessel.partner))
        hulls = f'<span class="ie-hulls">{pair}</span>'
    above = f'<div class="ie-cargo">{cargo}</div>'
    body = f'{above}<div class="ie-hull-box">{hulls}{number_tag(numbers)}</div>{below}{_beneath(scene, ship)}'
    offered = (" is-offered" if numbers else "") + (" is-super" if double else "")
    data = f' data-ship="{esc(ship_key(s, ship))}"' + (
        f' data-numbers="{" ".join(map(str, numbers))}"' if numbers else ""
    )
    return f'<div class="ie-ship{offered}" style="width:{width}px"{data}>{body}</div>'


def _beneath(scene: Scene, ship: int) -> str:
    """What lies under the ship for good: a power that works there, or the card that is the ship."""
    s = scene.s
    vessel = s.ships[ship]
    cards = [*vessel.under, *(s.ships[vessel.partner].under if vessel.partner >= 0 else ())]
    chips = "".join(chip(scene, card, power=True, cls="ie-contract") for card in cards)
    return f'<div class="ie-none">{say("beneath")}</div>{chips}' if chips else ""


def _aboard(scene: Scene, ship: int) -> str:
    s = scene.s
    vessel = s.ships[ship]
    several = len(vessel.contracts) > 1  # a single one's load is what lies aboard and what is open
    found = "".join(
        chip(scene, card, power=True, tail=_load(s, card) if several else "", cls="ie-contract")
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
    tag = _ship_tag(scene, ship)
    return found + (f'<div class="ie-none">{tag}{note}</div>' if note or tag else "")


def _ship_tag(scene: Scene, ship: int) -> str:
    """What the ship did by the last choice."""
    did = scene.changes.ships.get(ship)
    return f"{new_tag(say(did))} " if did else ""


def stands_for(s: State, ship: int) -> dict[int, int]:
    """The containers aboard that meet a requirement of another kind than their own, with that kind."""
    found: dict[int, int] = {}
    vessel = s.ships[ship]
    if not vessel.contracts:
        return found
    free = need(s, ship)
    masks = {card: fills(s, vessel.owner, card) for card in vessel.cargo}
    for card in sorted(vessel.cargo, key=lambda card: masks[card].bit_count()):  # the choosiest first
        own = s.cat.color[card]
        kinds = [kind for kind in (own, *range(len(free))) if kind < len(free) and masks[card] >> kind & 1]
        kind = next((kind for kind in kinds if free[kind] > 0), -1)
        if kind >= 0:
            free[kind] -= 1
            if kind not in (own, RAINBOW):
                found[card] = kind
    return found


def _names(scene: Scene, ship: int) -> str:
    names = ", ".join(scene.s.cat.name[card] for card in scene.s.ships[ship].cargo)
    double = f"{say('super-ship')}. " if scene.s.ships[ship].partner >= 0 else ""
    return f'<div class="ie-names">{_ship_tag(scene, ship)}{double}{esc(names) or say("empty")}</div>'


# The sea


def sea_html(scene: Scene) -> str:
    """Draw the Supply Island, the ships at sea, the deck and the top of the discards."""
    s = scene.s
    ships = [i for i, ship in enumerate(s.ships) if ship.at == SEA]
    waters = "".join(ship_html(scene, i) for i in ships)
    many = " is-many" if len(ships) > 4 else " is-four" if len(ships) == 4 else ""
    label = say("sea-label")
    return (
        f'<section class="ie-sea" aria-label="{label}">{_island(scene)}'
        f'<div class="ie-waters{many}">{waters}</div>{_piles(scene)}{legend_html()}</section>'
    )


def _island(scene: Scene) -> str:
    cards = scene.s.island
    if scene.s.port:
        return _port(scene)
    chips = "".join(chip(scene, card, action=True) for card in cards) or f'<span class="ie-label">{say("empty")}</span>'
    return (
        f'<div class="ie-island"><span class="ie-label"><b>{say("island")}</b> {_count(len(cards))}</span> '
        f"{_chips(chips)}</div>"
    )


def _port(scene: Scene) -> str:
    """The Port of Tokyo: a row for each of its columns, under its price."""
    label = f'<span class="ie-label"><b>{say("port")}</b> {_count(len(scene.s.island))}</span> '
    rows = "".join(
        f'<div class="ie-column"><span class="ie-price" title="{say("column", price=price)}"><b>{price}</b> '
        f"{say('credits')}</span> {_chips(''.join(chip(scene, card, action=True) for card in cards))}</div>"
        for price, cards in columns(scene.s).items()
    )
    return f'<div class="ie-island is-port">{label}{rows}</div>'


def columns(s: State) -> dict[int, list[int]]:
    """The columns of the Port of Tokyo by their prices, with what lies in each."""
    found: dict[int, list[int]] = {price: [] for price in sorted(set(PORT_PRICES[s.rulings["port-columns"]]))}
    for card in s.island:
        found[column_price(s, card)].append(card)
    return found


def _market(scene: Scene) -> str:
    """The Commodities Market: what a container of each kind adds to a payout now."""
    if not scene.s.market:
        return ""
    levels = "".join(_level(scene, kind) for kind in FIVE_KINDS)
    label = f'<span class="ie-label"><b>{say("market")}</b> {say("market-unit")}</span>'
    return f'<div class="ie-trade">{label}<div class="ie-market">{levels}</div></div>'


def _supply(scene: Scene) -> str:
    """The supply of physical containers, with the variant that is played."""
    s = scene.s
    if not s.containers:
        return ""
    left = "".join(_left(kind, len(tokens_of(s, kind))) for kind in FIVE_KINDS)
    label = f'<span class="ie-label"><b>{say("supply")}</b> {say(f"variant-{s.containers}")}</span>'
    return f'<div class="ie-trade is-supply">{label}<div class="ie-market">{left}</div></div>'


def _left(kind: int, count: int) -> str:
    return f'<span title="{esc(kind_name(kind))}">{sign(kind, 13)}{hidden(kind_name(kind))}<b>{count}</b></span>'


def _level(scene: Scene, kind: int) -> str:
    level = scene.s.market[kind]
    moved = scene.changes.market[kind] if scene.changes.market else 0
    return (
        f'<span title="{esc(kind_name(kind))}">{sign(kind, 13)}{hidden(kind_name(kind))}<b>{signed(level)}</b>'
        f"{new_tag(signed(moved)) if moved else ''}</span>"
    )


def _count(n: int) -> str:
    return say("one-card") if n == 1 else say("cards", count=n)


def _piles(scene: Scene) -> str:
    s = scene.s
    top = chip(scene, s.discard[-1]) if s.discard else ""
    back = f'<span class="ie-back">{icon("icon-anchor", 15)}</span>'
    if s.deck and deck_is_open(s, s.leader):
        back = chip(scene, s.deck[-1], action=True)
    words = f"<b>{len(s.discard)}</b> {say('discarded')}" if s.discard else say("no-discard")
    return (
        f'<div class="ie-piles"><div class="ie-pile">{back}'
        f'<span class="ie-label"><b>{len(s.deck)}</b> {say("deck")}</span></div>'
        f'<div class="ie-pile">{top}<span class="ie-label">{words}</span></div>{_market(scene)}{_supply(scene)}</div>'
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
    arrow = f'<span class="ie-arrow">{icon("icon-right", 8)}</span>'
    needs = f"{dots(one, '', True)}{arrow}{dots([2 * n for n in one], '', True)}"
    crate = f'<span class="ie-box {tint(TECHNOLOGY)}">{sign(TECHNOLOGY, 11)}'
    wild = (
        f'{crate}<span class="ie-wild ie-edge-{KINDS[AGRICULTURE]}">{sign(AGRICULTURE, 10, hollow=True)}</span></span>'
    )
    striped = '<span class="ie-box ie-any"><i class="ie-stripes"></i></span>'
    signs = {
        "needs": needs,
        "number": number_tag([2]),
        "reconstructed": f'<span class="ie-chip is-guess">{cap(TECHNOLOGY)}</span>{dots(one, "", True)}',
        "no-power": f'<b class="ie-mark">{say("mark.no-power")}</b>',
        "printed": f'<span class="ie-label">{say("signs.printed")} <b>1</b></span>',
        "open": slot(TECHNOLOGY) + '<span class="ie-slot"></span>',
        "rainbow": striped,
        "wild": wild,
        "used": f'<span class="ie-tile is-used">{icon("act-load", 14)}</span>',
        "new": new_tag("+2") + f'<span class="ie-tile is-new">{icon("act-load", 14)}</span>',
    }
    rows = "".join(f"<dt>{sign}</dt><dd>{say(f'signs.{name}-words')}</dd>" for name, sign in signs.items())
    return (
        f'<details class="ie-more ie-legend" data-id="legend"><summary>{say("signs.title")}</summary>'
        f'<dl><dt>{say("signs.kinds")}</dt><dd class="ie-row">{kinds}</dd>'
        f'<dt>{say("signs.actions")}</dt><dd class="ie-row">{actions}</dd>{rows}</dl></details>'
    )
