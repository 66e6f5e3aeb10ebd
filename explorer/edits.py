"""Editing the table at any moment: moving cards, setting credits and the Market's markers (see ``Game.edit``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from explorer.card import nearest
from explorer.language import events as ev
from explorer.language.abilities import reindex
from explorer.language.events import emit
from explorer.language.moves import MARKET_END, is_token
from explorer.state import GONE, JOINED, Frame, State, seat_name, ship_name
from explorer.terms import FIVE_KINDS, KINDS
from explorer.texts import shown, text

CREDIT_LIMIT = 1000  # as in positions
AREAS = ("hand", "crew", "goods", "fulfilled")
SUPPLY = "supply"  # of physical containers, in a game that is played with them


class EditError(ValueError):
    """An edit cannot be made; names every fault at once."""


def zones(s: State) -> dict[str, list[int]]:
    """Every zone an edit may move cards between, by name."""
    found = {"deck": s.deck, "discard": s.discard, "island": s.island}
    if s.containers:
        found[SUPPLY] = s.tokens
    for seat, player in enumerate(s.players):
        for area in AREAS:
            found[f"{seat_name(s, seat)}/{area}"] = getattr(player, area)
    for i, ship in enumerate(s.ships):
        if ship.at in (JOINED, GONE):  # the other hull of a super-ship bears the cards of both
            continue
        found[f"{ship_name(s, i)}/contracts"] = ship.contracts
        found[f"{ship_name(s, i)}/containers"] = ship.cargo
        found[f"{ship_name(s, i)}/under"] = ship.under
    return found


def apply(s: State, operations: Iterable[Any]) -> tuple[tuple[str, Any, Any], ...]:
    """Make the edits on this state and re-derive what is in force; raises EditError before anything changes.

    Returns the edits as they are noted: cards by their keys, players by their colors.
    """
    known = zones(s)
    faults: list[str] = []
    moves = [_read(s, known, op, faults) for op in operations]
    if faults:
        raise EditError("\n".join(faults))
    for word, what, where in moves:
        if word == "credits":
            s.players[what].credits = where
            continue
        if word == "market":
            s.market = (*s.market[:what], where, *s.market[what + 1 :])
            continue
        for zone in known.values():
            zone[:] = [card for card in zone if s.cat.base[card] != s.cat.base[what]]
        known[where].append(what if _sided(where) else s.cat.base[what])
    moved = {card for word, what, _where in moves if word == "move" for card in _numbers(s, what)}
    s.effects[:] = [e for e in s.effects if not (e[4][0] in ("aboard", "contract", "crew") and e[4][1] in moved)]
    tucked = {card for player in s.players for card in player.fulfilled}
    s.copied[:] = [pair for pair in s.copied if pair[0] in tucked or pair[0] not in moved]
    reindex(s)
    emit(s, s.stack[-1] if s.stack else Frame("game", 0), ev.Edited, "R-TERM-3", -1, str(len(moves)))
    return tuple((word, _noted(s, word, what), to) for word, what, to in moves)


def _numbers(s: State, card: int) -> tuple[int, ...]:
    """All numbers under which a card may lie."""
    whole = s.cat.base[card]
    return (whole, *s.cat.faces[whole])


def _sided(zone: str) -> bool:
    """Whether of a Flag card one side is up in a zone (R-FLAG-1, R-FLAG-2)."""
    return zone.endswith(("/crew", "/goods", "/fulfilled", "/contracts", "/containers", "/under"))


def _noted(s: State, word: str, what: int) -> str | int:
    """What an edit is about, as it names it; a card by its number where its key would find another one."""
    if word == "credits":
        return seat_name(s, what)
    if word == "market":
        return KINDS[what]
    key = str(s.cat.key[what])
    return key if s.cat.find(key) == what else what


def _read(s: State, known: dict[str, list[int]], op: Any, faults: list[str]) -> tuple[str, Any, Any]:
    word = op[0] if isinstance(op, (tuple, list)) and len(op) == 3 and isinstance(op[0], str) else None
    if word == "credits":
        return _read_credits(s, op, faults)
    if word == "market":
        return _read_market(s, op, faults)
    if word != "move":
        faults.append(text("error.edit-unknown", what=shown(op, 80)))
        return ("move", -1, "deck")
    card = _read_card(s, op[1], faults)
    if card >= 0 and not any(one in zone for zone in known.values() for one in _numbers(s, card)):
        faults.append(text("error.edit-card-busy", card=s.cat.name[card]))
    if not isinstance(op[2], str) or op[2] not in known:
        zone = op[2][:60] if isinstance(op[2], str) else shown(op[2])
        faults.append(text("error.edit-zone", zone=zone, near=nearest(zone, known)))
    elif card >= 0 and not _belongs(s, card, op[2]):
        name = s.cat.name[card]
        faults.append(
            text("error.edit-container", card=name) if is_token(s, card) else text("error.edit-supply", card=name)
        )
    elif card >= 0 and len(s.cat.faces[card]) > 1 and _sided(op[2]):
        sides = " or ".join(s.cat.name[face] for face in s.cat.faces[card])
        faults.append(text("position.which-side", card=s.cat.name[card], sides=sides))
    return ("move", card, op[2])


def _read_card(s: State, what: Any, faults: list[str]) -> int:
    """A card by its name, its key or its number; -1 when there is none."""
    if isinstance(what, int) and not isinstance(what, bool) and 0 <= what < len(s.cat):
        return what
    try:
        if isinstance(what, str):
            return s.cat.find(what)
        faults.append(text("error.edit-card", card=shown(what), most=len(s.cat) - 1))
    except KeyError as error:
        faults.append(str(error.args[0]))
    return -1


def _belongs(s: State, card: int, zone: str) -> bool:
    """Whether a card may lie in a zone: containers aboard, among crew and goods and in their supply alone."""
    if is_token(s, card):
        return zone == SUPPLY or zone.endswith(("/containers", "/crew", "/goods"))
    return zone != SUPPLY


def _read_market(s: State, op: Any, faults: list[str]) -> tuple[str, Any, Any]:
    _word, good, level = op
    goods = [KINDS[kind] for kind in FIVE_KINDS]
    if not s.market:
        faults.append(text("error.edit-no-market"))
    elif good not in goods:
        faults.append(text("error.edit-good", good=shown(good), near=nearest(shown(good), goods)))
    if not isinstance(level, int) or isinstance(level, bool) or abs(level) > MARKET_END:
        faults.append(text("error.edit-level", level=shown(level), most=MARKET_END))
    return ("market", goods.index(good) if good in goods else 0, level)


def _read_credits(s: State, op: Any, faults: list[str]) -> tuple[str, Any, Any]:
    seats = [seat_name(s, seat) for seat in range(len(s.players))]
    _word, seat, amount = op
    if seat not in seats:
        seat = seat[:40] if isinstance(seat, str) else shown(seat)
        faults.append(text("error.edit-seat", seat=seat, near=nearest(seat, seats)))
    if not isinstance(amount, int) or isinstance(amount, bool) or not 0 <= amount <= CREDIT_LIMIT:
        faults.append(text("error.edit-credits", amount=shown(amount), most=CREDIT_LIMIT))
    return ("credits", seats.index(seat) if seat in seats else 0, amount)
