"""Powers for any time that take their own card out of the fulfilled area (R-POWER-2)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.abilities import AnyTime, power
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import relied
from explorer.language.moves import as_drawn, lift, to_hand
from explorer.language.questions import fills
from explorer.language.ships import complete, open_kinds, room_aboard
from explorer.language.verbs import Steps
from explorer.rules.arrivals import move_to, room
from explorer.state import HARBOR, Frame, State, ships_of

# Bionic Ears: back into the hand


def _retrieve(s: State, f: Frame) -> None:
    if lift(s, f, f.card, "power bionic-ears"):
        to_hand(s, f, f.who, f.card, "power bionic-ears")
        as_drawn(s, f, f.who, (s.cat.base[f.card],), deck=False)


power(
    "Bionic Ears",
    AnyTime(
        "fulfilled",
        Move("retrieve"),
        do=Steps(_retrieve, emits=(ev.ContractUntucked, ev.CardMoved, ev.CardsDrawn), asks=False),
        windows=frozenset({"declare", "action", "power", "powers over", "scoring"}),
        moves_its_card=True,
    ),
)


# Segways: to crew, to goods or aboard


def _places(ctx: Ctx) -> list[Any]:
    return ["crew", "goods", *ships_of(ctx.s, ctx.p)]


def _roomy(area: str) -> Any:
    """Room under the limit as it is before the card leaves: nothing makes way for it (AMB-16)."""
    return lambda ctx, to: to != area or room(ctx.s, ctx.p, area, ctx.card) > 0


def _roomy_afterward(ctx: Ctx, to: Any) -> bool:
    if ctx.s.rulings["move-that-lowers-its-limit"] == "finish-then-check":
        return True
    return not isinstance(to, str) or room(ctx.s, ctx.p, to, ctx.card) > (1 if to == "crew" else 2)


def _in_harbor(ctx: Ctx, to: Any) -> bool:
    return isinstance(to, str) or bool(ctx.s.ships[to].at == HARBOR)


def _has_contract(ctx: Ctx, to: Any) -> bool:
    return isinstance(to, str) or bool(ctx.s.ships[to].contracts)


def _has_room(ctx: Ctx, to: Any) -> bool:
    return isinstance(to, str) or room_aboard(ctx.s, to)


def _fits(ctx: Ctx, to: Any) -> bool:
    return isinstance(to, str) or bool(open_kinds(ctx.s, to) & fills(ctx.s, ctx.p, ctx.card))


MOVE = Move(
    "move",
    (
        Axis(
            "to",
            _places,
            (
                Check("crew-limit", "R-LIMIT-1", _roomy("crew"), "crew_limit"),
                Check("goods-limit", "R-LIMIT-2", _roomy("goods"), "goods_limit"),
                Check(
                    "room-after-the-move",
                    "ruling move-that-lowers-its-limit",
                    _roomy_afterward,
                    "crew_limit goods_limit",
                ),
                Check("ship-in-harbor", "R-LOAD-1", _in_harbor),
                Check("ship-has-contract", "R-LOAD-1", _has_contract),
                Check("room-for-container", "ruling container-capacity", _has_room, "ship_capacity"),
                Check("requirement-open", "R-LOAD-3", _fits, "fills takes_any"),
            ),
        ),
    ),
)


def _completes(s: State, card: int, choice: tuple[Any, ...]) -> bool:
    """Whether the ship would be fulfilled at once."""
    to = choice[1]
    if isinstance(to, str) or s.phase == "scoring":
        return False
    cargo = s.ships[to].cargo
    cargo.append(card)
    would = complete(s, to)
    cargo.pop()
    return would


def _ride(s: State, f: Frame) -> None:
    to = f.x[1]
    if not lift(s, f, f.card, "power segways"):
        return
    if isinstance(to, str):
        relied(s, f, "move-that-lowers-its-limit")
        move_to(s, f, to, -1, "power segways")
        return
    if s.phase == "scoring":
        relied(s, f, "segways-loaded-at-end")
        if s.rulings["segways-loaded-at-end"] == "scores-but-fulfils-nothing":
            s.claimed += (to,)  # as if it were being fulfilled already, so that it is not
    move_to(s, f, "board", to, "power segways")


power(
    "Segways",
    AnyTime(
        "fulfilled",
        MOVE,
        do=Steps(_ride, emits=(ev.ContractUntucked, ev.CrewAdded, ev.GoodAdded, ev.ContainerLoaded), asks=False),
        windows=frozenset({"declare", "action", "power", "powers over", "scoring"}),
        moves_its_card=True,
        urgent=_completes,
    ),
)
