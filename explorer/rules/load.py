"""Load: a card from hand becomes a container on a ship in one's harbor (R-LOAD-1 … R-LOAD-3)."""

from __future__ import annotations

from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.moves import faces, flag_fee, from_hand, load, open_kinds, room_aboard
from explorer.language.questions import fills
from explorer.state import HARBOR, Frame, State
from explorer.terms import CAPITAL


def do_load(s: State, f: Frame) -> None:
    """Carry out one Load action."""
    _word, card, ship = f.r
    from_hand(s, f.who, card)
    load(s, f, f.who, card, ship, "load", "R-LOAD-1")


def prepare_ships(ctx: Ctx) -> None:
    """Look up, for each ship of the player, which kinds of container it still takes."""
    s = ctx.s
    ctx.open = {
        i: open_kinds(s, i) if ship.contracts and ship.at == HARBOR and room_aboard(s, i) else 0
        for i, ship in enumerate(s.ships)
        if ship.owner == ctx.p
    }
    ctx.any_open = 0
    for mask in ctx.open.values():
        ctx.any_open |= mask


def own_ships(ctx: Ctx) -> list[int]:
    """The ships of the deciding player, wherever they are."""
    return list(ctx.open)


def _fits(ctx: Ctx, card: int, ship: int) -> bool:
    return bool(ctx.open[ship] & fills(ctx.s, ctx.p, card))


def in_harbor(ctx: Ctx, ship: int) -> bool:
    """Whether the ship is in the harbor (R-LOAD-1, AMB-52)."""
    return bool(ctx.s.ships[ship].at == HARBOR)


def has_contract(ctx: Ctx, ship: int) -> bool:
    """Whether the ship bears a contract (R-LOAD-1)."""
    return bool(ctx.s.ships[ship].contracts)


def has_room(ctx: Ctx, ship: int) -> bool:
    """Whether the ship has room for one more container (AMB-45)."""
    return room_aboard(ctx.s, ship)


def hand_faces(ctx: Ctx) -> list[int]:
    """The hand as what may be put on a ship: each Flag card stands there with both sides (R-FLAG-1, R-FLAG-2)."""
    return faces(ctx.s, ctx.s.players[ctx.p].hand)


def _fee_held(ctx: Ctx, card: int) -> bool:
    return ctx.s.players[ctx.p].credits >= flag_fee(ctx.s, card, "load")


def _power_fee_held(ctx: Ctx, card: int) -> bool:
    return ctx.s.players[ctx.p].credits >= flag_fee(ctx.s, card, "power")


IN_HARBOR = Check("ship-in-harbor", "R-LOAD-1", in_harbor)
HAS_CONTRACT = Check("ship-has-contract", "R-LOAD-1", has_contract)
HAS_ROOM = Check("room-for-container", "ruling container-capacity", has_room, "ship_capacity")
FITS = Check("requirement-open", "R-LOAD-3", _fits, "fills")
NOT_GRAY = Check("gray-not-loaded", "R-CAPITAL-10", lambda ctx, card: ctx.s.cat.color[card] != CAPITAL)
FLAG_FEE = Check("flag-fee", "R-FLAG-2", _fee_held, ruling="flag-fee")
POWER_FLAG_FEE = Check("flag-fee", "R-FLAG-2", _power_fee_held, ruling="flag-fee")  # for what powers load

LOADING = Move(
    "load",
    (
        Axis("card", hand_faces, (NOT_GRAY, FLAG_FEE)),
        Axis("ship", own_ships, (IN_HARBOR, HAS_CONTRACT, HAS_ROOM, FITS)),
    ),
    prepare=prepare_ships,
)

Prompt("load", "R-LOAD-1", (LOADING,), window="action")
