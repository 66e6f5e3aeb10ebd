"""Editing the table at any moment: moving cards and setting credits (see ``Game.edit``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from explorer.card import nearest
from explorer.language import events as ev
from explorer.language.abilities import reindex
from explorer.language.events import emit
from explorer.state import JOINED, Frame, State, seat_name, ship_name
from explorer.texts import text

AREAS = ("hand", "crew", "goods", "fulfilled")


class EditError(ValueError):
    """An edit cannot be made; names every fault at once."""


def zones(s: State) -> dict[str, list[int]]:
    """Every zone an edit may move cards between, by name."""
    found = {"deck": s.deck, "discard": s.discard, "island": s.island}
    for seat, player in enumerate(s.players):
        for area in AREAS:
            found[f"{seat_name(s, seat)}/{area}"] = getattr(player, area)
    for i, ship in enumerate(s.ships):
        if ship.at == JOINED:  # the other hull of a super-ship bears the cards of both
            continue
        found[f"{ship_name(s, i)}/contracts"] = ship.contracts
        found[f"{ship_name(s, i)}/containers"] = ship.cargo
    return found


def apply(s: State, operations: Iterable[Any]) -> None:
    """Make the edits on this state and re-derive what is in force; raises EditError before anything changes."""
    known = zones(s)
    faults: list[str] = []
    moves = [_read(s, known, op, faults) for op in operations]
    if faults:
        raise EditError("\n".join(faults))
    for word, what, where in moves:
        if word == "credits":
            s.players[what].credits = where
            continue
        for zone in known.values():
            if what in zone:
                zone.remove(what)
        known[where].append(what)
    moved = {what for word, what, _where in moves if word == "move"}
    s.effects[:] = [e for e in s.effects if not (e[4][0] == "aboard" and e[4][1] in moved)]
    reindex(s)
    emit(s, s.stack[-1] if s.stack else Frame("game", 0), ev.Edited, "R-TERM-3", -1, str(len(moves)))


def _read(s: State, known: dict[str, list[int]], op: Any, faults: list[str]) -> tuple[str, Any, Any]:
    word = op[0] if isinstance(op, (tuple, list)) and len(op) == 3 else None
    if word == "credits":
        return _read_credits(s, op, faults)
    if word != "move":
        faults.append(text("error.edit-unknown", what=repr(op)[:80]))
        return ("move", -1, "deck")
    try:
        card = op[1] if isinstance(op[1], int) and 0 <= op[1] < len(s.cat) else s.cat.find(str(op[1]))
    except KeyError as error:
        faults.append(str(error.args[0]))
        card = -1
    if card >= 0 and not any(card in zone for zone in known.values()):
        faults.append(text("error.edit-card-busy", card=s.cat.name[card]))
    if op[2] not in known:
        faults.append(text("error.edit-zone", zone=str(op[2])[:60], near=nearest(str(op[2]), known)))
    return ("move", card, op[2])


def _read_credits(s: State, op: Any, faults: list[str]) -> tuple[str, Any, Any]:
    seats = [seat_name(s, seat) for seat in range(len(s.players))]
    if op[1] not in seats:
        faults.append(text("error.edit-seat", seat=str(op[1])[:40], near=nearest(str(op[1]), seats)))
    if not isinstance(op[2], int) or isinstance(op[2], bool) or op[2] < 0:
        faults.append(text("error.edit-credits", amount=str(op[2])[:40]))
    return ("credits", seats.index(op[1]) if op[1] in seats else 0, op[2])
