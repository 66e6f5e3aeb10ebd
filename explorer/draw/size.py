"""How high a picture of the table must be, told from the state alone: an SVG has to say so before it is drawn.

The measures are those of ``style.css``, the letters those of a wide font, and what may break is counted as broken:
rather a strip of empty ground below than a line that is cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from explorer.draw.parts import seat_title
from explorer.language.moves import goods_places
from explorer.language.questions import PORT_PRICES, crew_limit
from explorer.state import GONE, JOINED, SEA, State
from explorer.words import option_text, prompt_text, where

WIDTH: Final = 1240
SIDE: Final = 326
BOARD: Final = WIDTH - SIDE - 28
LETTER: Final = 7.5  # a letter of a card's name, at most, on average
GAP: Final = 8


def height(s: State, seat: int | None = None) -> int:
    """A height at which nothing of the table is cut.

    Args:
        s: the state to be drawn.
        seat: whose view it is; None leaves everything open.

    Example:
        >>> from explorer import new_game
        >>> 600 < height(new_game(players=4, seed=3).state) < 1300
        True
    """
    n = len(s.players)
    top = ceil(n / 2)
    board = sum(_row(s, seats, seat) for seats in (range(top), range(top, n))) + _sea(s) + 2 * GAP
    steps = where(s) if not s.over else ["the end"]
    waits = [26 + LETTER * 30 for _ in range(len(s.triggers) + len(s.limbo) + len(s.effects) + len(s.extra))]
    stack = 36 * _lines([*(40 + LETTER * len(step) for step in steps), *waits], WIDTH - 20)
    return 24 + stack + GAP + max(board + _scores(s), _side(s))


def _lines(widths: Iterable[float], room: float) -> int:
    """How many lines things of these widths fill that stand side by side as long as there is room."""
    lines, used = 1, 0.0
    for width in widths:
        wide = min(width, room)
        if used and used + 6 + wide > room:
            lines, used = lines + 1, wide
        else:
            used += 6 * bool(used) + wide
    return lines


def _row(s: State, seats: Iterable[int], seat: int | None) -> int:
    """A row of harbors is as high as the highest one; they share the width."""
    numbers = list(seats)
    wide = BOARD / (3 if len(s.players) > 4 else min(2, ceil(len(s.players) / 2))) - GAP
    return max(_harbor(s, number, wide - 20, seat) for number in numbers)


def _harbor(s: State, number: int, room: float, seat: int | None) -> int:
    player = s.players[number]
    played = [_chip(s, card, 30) for who, card in s.played if who == number]
    head = [30 + 10.0 * len(seat_title(s, number)), 60.0 * (s.leader == number), 70.0 * _decides(s, number)]
    head += [50.0, *played] if played else []
    contracts = _lines([_chip(s, card, 110) for card in player.fulfilled], room - 78)
    lines = 27 * _lines(head, room - 70) + 27 * contracts
    return lines + _middle(s, number, room) + _hand(s, number, room - 78, seat) + 3 * GAP + 24


def _hand(s: State, number: int, room: float, seat: int | None) -> int:
    """Cards with tier and load, or their backs, or small tiles where many sit round the table."""
    hand = s.players[number].hand
    weighed = seat == number or _decides(s, number)
    if seat not in (None, number) or (len(s.players) > 4 and seat is None and not weighed):
        return 28 * _lines([32.0] * len(hand), room)
    dots = [16.0 * (sum(s.cat.tier[card]) + sum(s.cat.load[card])) + 40 if weighed else 0.0 for card in hand]
    wide = [_chip(s, card, 40 + more) for card, more in zip(hand, dots, strict=True)]
    return 27 * _lines(wide, room) + 15 * sum(one > room for one in wide)


def _decides(s: State, number: int) -> bool:
    return s.asking is not None and s.asking[0] == number


def _chip(s: State, card: int, more: float) -> float:
    return 30 + LETTER * len(s.cat.name[card]) + more


def _middle(s: State, number: int, room: float) -> int:
    """Crew and goods beside the ships, or above them where there is little room."""
    crew = _places(len(s.players[number].crew), crew_limit(s, number))
    goods = _places(len(s.players[number].goods), goods_places(s, number))
    away = (SEA, JOINED, GONE)
    docks = [_ship(s, i) for i, ship in enumerate(s.ships) if ship.owner == number and ship.at not in away]
    ships = max([*docks, 24])
    if room < 390:
        return max(25 * ceil(crew / 4), 18 * ceil(goods / 4)) + 20 + 6 + ships
    return max(25 * ceil(crew / 2) + 20, 18 * ceil(goods / 3) + 20, ships)


def _places(held: int, most: int) -> int:
    """How many places an area shows: those of its limit, two free ones where there is none."""
    return max(held, min(24, most) if most < 1000 else held + 2)


def _ship(s: State, ship: int) -> int:
    """A ship in the harbor: places for containers above the hull, contracts below."""
    vessel = s.ships[ship]
    places = max(len(vessel.cargo), sum(sum(s.cat.load[card]) for card in vessel.contracts))
    aboard = sum(40 + 15 * (len(s.cat.name[card]) > 10) for card in vessel.contracts)
    return 17 * ceil(places / 3) + 24 + (aboard or 20) + 8 + (20 + 30 * len(vessel.under)) * bool(vessel.under)


def _sea(s: State) -> int:
    island = 70 + 29 * sum(1 + (_chip(s, card, 50) > 204) for card in s.island)
    if s.port:
        island += 31 * len(set(PORT_PRICES[s.rulings["port-columns"]]))
    ships = [ship for ship in s.ships if ship.at == SEA]
    each = [
        20 * ceil(len(ship.cargo) / 3) + 24 + 15 * _names(s, ship.cargo) + 14 + 45 * len(ship.under) for ship in ships
    ]
    rows = [max(each[i : i + 2]) for i in range(0, len(each), 2)]
    return max(island, sum(rows) + 28, 170 if s.lines else 240)


def _names(s: State, cargo: Iterable[int]) -> int:
    return max(1, ceil(sum(len(s.cat.name[card]) + 2 for card in cargo) / 16))


def _scores(s: State) -> int:
    rows = {(line, detail) for _seat, _amount, line, detail, _clause in s.lines}
    return 22 * len(rows) + 80 if rows else 0


def _side(s: State) -> int:
    lanes = 150
    if s.asking is None or s.over:
        return lanes + 120
    title = 20 * ceil(len(prompt_text(s)) * 9.5 / 210) + 30
    many = len(s.options or ()) > 9  # they stand closer then
    edge, line, letter = (9, 16, 7.6) if many else (16, 18, 8)
    options = sum(edge + line * ceil(len(option_text(s, choice)) * letter / 245) for choice in s.options or ())
    return lanes + GAP + title + options + 40
