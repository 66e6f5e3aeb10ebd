"""What a new game is set up with, checked as a whole (R-SETUP-4, AMB-102)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from explorer.card import nearest
from explorer.terms import HARBORS, SETS
from explorer.texts import shown, text

NAME_LENGTH = 60
NAME_LIMIT = 30  # names looked at in a list
SEEDS = range(-(2**63), 2**64)  # what a position can hold


class SetupError(ValueError):
    """A game cannot be set up so; names every fault at once."""


class Setup(NamedTuple):
    """A checked setup."""

    players: int
    sets: tuple[str, ...]
    harbors: list[int] | None
    seed: int
    port: bool
    market: bool
    containers: int


def read_setup(
    players: object,
    sets: Iterable[str],
    harbors: Iterable[str] | None,
    port: object,
    market: object,
    containers: object,
    seed: object,
) -> Setup:
    """Check a setup; raises SetupError with all faults at once."""
    faults: list[str] = []
    if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= 6:
        faults.append(text("error.players", players=shown(players)))
    chosen = tuple(dict.fromkeys(_names(sets, "sets", faults)))
    for name in chosen:
        if name not in SETS:
            faults.append(text("error.unknown-set", name=name, near=nearest(str(name), SETS)))
    for wanted, name in ((port, "port"), (market, "market")):
        if wanted is not None and not isinstance(wanted, bool):
            faults.append(text("error.yes-or-no", name=name, value=shown(wanted)))
    if containers not in (None, 0, 1, 2) or isinstance(containers, bool):
        faults.append(text("error.containers", value=shown(containers)))
    if "base" not in chosen:
        faults.append(text("error.base-set-needed"))
    colors = _harbors(harbors, players, chosen, faults)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed not in SEEDS:
        faults.append(text("error.seed", seed=shown(seed), least=SEEDS[0], most=SEEDS[-1]))
    if faults:
        raise SetupError("\n".join(faults))
    assert isinstance(players, int) and isinstance(seed, int)
    with_port = "tokyo" in chosen if port is None else bool(port)
    variant = containers if isinstance(containers, int) else 0
    return Setup(players, chosen, colors, seed, with_port, bool(market), variant)


def _names(found: object, name: str, faults: list[str]) -> list[str]:
    """A list of names; a single one stands for itself."""
    if isinstance(found, str):
        return [found[:NAME_LENGTH]]
    if isinstance(found, Iterable):
        return [item[:NAME_LENGTH] if isinstance(item, str) else shown(item) for item in islice(found, NAME_LIMIT)]
    faults.append(text("error.list-wanted", name=name, value=shown(found)))
    return ["base"] if name == "sets" else []


def _harbors(
    harbors: Iterable[str] | None, players: object, sets: tuple[str, ...], faults: list[str]
) -> list[int] | None:
    if harbors is None:
        return None
    colors = _names(harbors, "harbors", faults)
    for name in colors:
        if name not in HARBORS:
            faults.append(text("error.unknown-harbor", name=name, near=nearest(str(name), HARBORS)))
    if len(set(colors)) < len(colors):
        faults.append(text("error.harbor-twice"))
    if len(colors) != players:
        faults.append(text("error.harbor-count", count=len(colors), players=shown(players)))
    if "gray" in colors and players != 6 and "capital" not in sets:
        faults.append(text("error.gray-harbor"))
    return [HARBORS.index(name) for name in colors if name in HARBORS]
