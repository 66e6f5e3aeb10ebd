"""Pirate: take a container from a ship at sea or a card from the island and load it (R-PIRATE-1 … R-PIRATE-4)."""

from __future__ import annotations

from typing import Any

from explorer.language import events as ev
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit
from explorer.language.moves import discard, faces, flag_fee, from_island, load, unload
from explorer.language.questions import fills
from explorer.language.stepper import proc, push
from explorer.rules.load import FITS, HAS_CONTRACT, HAS_ROOM, IN_HARBOR, prepare_ships
from explorer.state import SEA, Frame, State
from explorer.terms import CAPITAL

ISLAND = -1  # as the source of a pirated card, or the target of one that is discarded: nowhere
DISCARD = -1


def do_pirate(s: State, f: Frame) -> None:
    """Begin one Pirate action: taking the container and loading it are two steps (AMB-49)."""
    push(s, f, "pirate one", f.who, n=f.r[1], x=(f.r[2], f.r[3]))


def source_of(s: State, card: int) -> int:
    """The ship at sea a container lies on, or ISLAND."""
    for i, ship in enumerate(s.ships):
        if card in ship.cargo:
            return i
    return ISLAND


def _take(s: State, f: Frame) -> None:
    source, target = f.x
    if source == ISLAND:
        from_island(s, f, f.who, f.n, "R-PIRATE-1")
    else:
        unload(s, f, f.n, source, "R-PIRATE-1")
    s.limbo.append(f.n)
    emit(s, f, ev.ContainerPirated, "R-PIRATE-1", f.who, f.n, source, target)


def _stow(s: State, f: Frame) -> None:
    target = f.x[1]
    s.limbo.remove(f.n)
    if target == DISCARD:
        discard(s, f, f.who, f.n, "pirate", "R-PIRATE-2")
    else:
        load(s, f, f.who, f.n, target, "pirate", "R-PIRATE-1", from_ship=f.x[0] != ISLAND)


proc("pirate one", _take, _stow)


def _prepare(ctx: Ctx) -> None:
    prepare_ships(ctx)
    s = ctx.s
    ctx.targets = [DISCARD, *ctx.open]
    ctx.sources = [(card, i) for i, ship in enumerate(s.ships) if ship.at == SEA for card in ship.cargo]
    ctx.sources += [(card, ISLAND) for card in faces(s, s.island)]
    ctx.source_of = dict(ctx.sources)


def _not_gray(ctx: Ctx, card: int) -> bool:
    return bool(ctx.s.cat.color[card] != CAPITAL or ctx.s.rulings["grey-as-pirate-target"] != "never-a-target")


def _gray_discarded(ctx: Ctx, card: int, source: int, target: int) -> bool:
    return bool(target == DISCARD or ctx.s.cat.color[card] != CAPITAL)


def _own_ships_allowed(ctx: Ctx, card: int) -> bool:
    s = ctx.s
    if s.rulings["pirate-own-ships"] == "allowed":
        return True
    source = ctx.source_of[card]
    return bool(source == ISLAND or s.ships[source].owner != ctx.p)


def _fee_held(ctx: Ctx, card: int, source: int, target: int) -> bool:
    if target == DISCARD:
        return True
    return ctx.s.players[ctx.p].credits >= flag_fee(ctx.s, card, "pirate", source != ISLAND)


def _loadable(ctx: Ctx, card: int) -> bool:
    """Whether a card can be loaded; of a Flag card from the island, either side (R-PIRATE-2, AMB-93)."""
    s, source = ctx.s, ctx.source_of[card]
    if s.cat.color[card] == CAPITAL:
        return False
    sides = faces(s, (s.cat.base[card],)) if source == ISLAND else (card,)
    return any(fills(s, ctx.p, side) & ctx.any_open and _fee_held(ctx, side, source, 0) for side in sides)


def _discard_only_if_unloadable(ctx: Ctx, card: int, source: int, target: int) -> bool:
    if target != DISCARD or ctx.s.rulings["pirate-discard-by-choice"] == "free-choice":
        return True
    return not _loadable(ctx, card)


def _misfit_pirated(ctx: Ctx, card: int, source: int, target: int) -> bool:
    if target != DISCARD or ctx.s.rulings["pirate-known-misfit"] == "allowed-then-discarded":
        return True
    return _loadable(ctx, card)


def _on_ship(check: Check) -> Check:
    """The check of a ship as a target, passed when the card is to be discarded."""

    def passes(ctx: Ctx, target: int) -> bool:
        return bool(target == DISCARD or check.fn(ctx, target))

    return Check(check.id, check.clause, passes, check.asks)


def _fits_target(ctx: Ctx, card: int, source: int, target: int) -> bool:
    return bool(target == DISCARD or FITS.fn(ctx, card, target))


PIRATING = Move(
    "pirate",
    (
        Axis(
            "card",
            lambda ctx: list(ctx.source_of),
            (
                Check("gray-not-pirated", "R-CAPITAL-10", _not_gray),
                Check(
                    "own-ships-pirated",
                    "ruling pirate-own-ships",
                    _own_ships_allowed,
                    only=("pirate-own-ships", "barred"),
                ),
            ),
        ),
        Axis("source", lambda ctx, card: (ctx.source_of[card],)),
        Axis(
            "target",
            lambda ctx: ctx.targets,
            (
                _on_ship(IN_HARBOR),
                _on_ship(HAS_CONTRACT),
                _on_ship(HAS_ROOM),
                Check(FITS.id, FITS.clause, _fits_target, FITS.asks),
                Check("flag-fee", "R-FLAG-2", _fee_held, ruling="flag-fee"),
                Check(
                    "gray-not-loaded",
                    "R-CAPITAL-10",
                    _gray_discarded,
                    only=("grey-as-pirate-target", "may-be-taken-to-discard"),
                ),
                Check(
                    "discard-only-if-unloadable",
                    "R-PIRATE-2",
                    _discard_only_if_unloadable,
                    ruling="pirate-discard-by-choice",
                ),
                Check(
                    "misfit-pirated",
                    "ruling pirate-known-misfit",
                    _misfit_pirated,
                    only=("pirate-known-misfit", "barred"),
                ),
            ),
        ),
    ),
    prepare=_prepare,
    gates=(Check("something-to-pirate", "R-PIRATE-1", lambda ctx: bool(ctx.s.island) or any_at_sea(ctx)),),
)


def any_at_sea(ctx: Any) -> bool:
    """Whether any container is at sea."""
    return any(ship.at == SEA and ship.cargo for ship in ctx.s.ships)


Prompt("pirate", "R-PIRATE-1", (PIRATING,), window="action")
