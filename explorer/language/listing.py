"""How the options of a prompt are listed: its checks, written out as nested loops and compiled once.

Nothing here knows what is legal.  The loops call the functions of the checks and
axes as they are, each no oftener than what it looks at can change.  What has been
prepared as a fact or a table is looked up without a call.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from explorer.language.checks import Axis, Check, Ctx, Move

Listing = Callable[["Ctx"], list[tuple[Any, ...]]]
EVERYTHING: Final = -1  # what a check that has nothing to check says: yes, and as bits all of them
CO_VARARGS: Final = 0x04  # the flag of functions that take *parts


class _Bits(dict[int, tuple[int, ...]]):
    """The set bits of a mask, lowest first, for every mask asked for so far."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = self[mask] = tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
        return found


BITS: Final = _Bits()


class Fact:
    """A prepared fact as what an axis shows or a check says: ``Fact("crew")`` is ``lambda ctx: ctx.crew``."""

    __slots__ = ("find", "text")
    looks = 0

    def __init__(self, name: str) -> None:
        self.find = attrgetter(name)
        self.text = f"ctx.{name}"

    def __call__(self, ctx: Ctx, *_parts: Any) -> Any:
        return self.find(ctx)


class Table(Fact):
    """The same, looked up by the latest part: ``Table("stands")`` is ``lambda ctx, card: ctx.stands[card]``."""

    __slots__ = ()
    looks = 1

    def __call__(self, ctx: Ctx, *parts: Any) -> Any:
        return self.find(ctx)[parts[-1]]


class Always(Fact):
    """What never changes: ``Always(-2)`` is ``lambda ctx: -2``."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.text = repr(value)
        self.value = value

    def __call__(self, ctx: Ctx, *_parts: Any) -> Any:
        return self.value


def looks(fn: Callable[..., Any]) -> int:
    """How many parts of a choice a function looks at besides the context; -1: all of them.

    >>> looks(lambda ctx, *_: True), looks(lambda ctx, ship: True), looks(lambda ctx, *parts: True)
    (0, 1, -1)
    """
    if isinstance(fn, Fact):
        return fn.looks
    code = fn.__code__
    if code.co_flags & CO_VARARGS and code.co_varnames[code.co_argcount] != "_":
        return -1
    return code.co_argcount - 1


def latest(parts: Sequence[Any], count: int) -> Sequence[Any]:
    """The latest parts of a choice, or all of them."""
    return parts if count < 0 else parts[len(parts) - count :]


class _Source:
    """The text of a listing under construction, and what its names stand for."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"BITS": BITS}
        self.lines = ["def listing(ctx):", " out = []"]

    def name(self, value: Any) -> str:
        name = f"n{len(self.names)}"
        self.names[name] = value
        return name

    def call(self, fn: Callable[..., Any], parts: Sequence[str] = ()) -> str:
        """Write a call with as many of these parts as the function looks at; what is prepared needs none."""
        if isinstance(fn, Fact):
            return f"{fn.text}[{parts[-1]}]" if fn.looks else fn.text
        return f"{self.name(fn)}({', '.join(['ctx', *latest(parts, looks(fn))])})"

    def calls(self, checks: Sequence[Check], parts: Sequence[str], sign: str, given: dict[Any, str]) -> str:
        """Write the calls of several checks; ``given`` names what says whether there is anything to check."""
        calls = [(given.get(check.when, ""), self.call(check.fn, parts)) for check in checks]
        return sign.join(f"({call} if {when} else {EVERYTHING})" if when else call for when, call in calls)

    def given(self, checks: Sequence[Check], axis: int, ahead: list[str]) -> dict[Any, str]:
        """Ask ahead, once for each axis, whether there is anything to check."""
        found: dict[Any, str] = {}
        for check in checks:
            if check.when is not None and check.when not in found:
                found[check.when] = f"when{axis}_{len(found)}"
                ahead.append(f"{found[check.when]} = {self.call(check.when)}")
        return found

    def nest(self, lines: Sequence[str]) -> None:
        """Add lines, each one deeper after a colon; a line may be a block of its own."""
        depth = 1
        for line in lines:
            self.lines += [" " * depth + part for part in line.split("\n")]
            depth += line.endswith(":")


def compiled(moves: tuple[Move, ...], idle: Collection[Any] = (), first_only: bool = False) -> Listing:
    """Compile the listing of some moves, without the checks that never object under an ``idle`` condition.

    With ``first_only`` it ends at the first choice, for those who ask whether there is any.

    What looks at no earlier part of a choice is done once, ahead of the loops, and
    so is what several moves share: a gate, or what they prepare.  For the action Load the text reads, with
    the names of its functions put in::

        def listing(ctx):
            out = []
            prepare_ships(ctx)
            try0 = [p0 for p0 in hand(ctx) if not_gray(ctx, p0)]
            if try0:
                try1 = [p1 for p1 in own_ships(ctx) if in_harbor(ctx, p1) and has_contract(ctx, p1) and …]
                if try1:
                    for p0 in try0:
                        for p1 in try1:
                            if fits(ctx, p0, p1):
                                out.append(("load", p0, p1))
            return out
    """
    source = _Source()
    gates = [gate for move in moves for gate in move.gates if gate.only not in idle]
    shared: dict[Check, str] = {}
    for gate in gates:
        if gates.count(gate) > 1 and gate not in shared:
            shared[gate] = f"gate{len(shared)}"
            source.lines.append(f" {shared[gate]} = {source.call(gate.fn)}")
    prepares = [move.prepare for move in moves]
    prepared: set[Any] = {None}
    for prepare in prepares:
        if prepare not in prepared and prepares.count(prepare) > 1:
            prepared.add(prepare)
            source.lines.append(f" {source.call(prepare)}")  # type: ignore[arg-type]
    for move in moves:
        lines = [f"if {shared.get(gate) or source.call(gate.fn)}:" for gate in move.gates if gate.only not in idle]
        if move.prepare not in prepared:
            lines.append(source.call(move.prepare))  # type: ignore[arg-type]
        loops: list[str] = []
        parts: list[str] = []
        for axis in move.axes:
            checks = tuple(check for check in axis.checks if check.only not in idle)
            (_mask if axis.masked else _items)(source, axis, checks, parts, lines, loops)
        choice = f"({', '.join([source.name(move.word), *parts])})" if parts else source.name((move.word,))
        source.nest([*lines, *loops, f"return [{choice}]" if first_only else f"out.append({choice})"])
    exec("\n".join([*source.lines, " return out"]), source.names)
    listing: Listing = source.names["listing"]
    return listing


def _items(
    source: _Source, axis: Axis, checks: tuple[Check, ...], parts: list[str], ahead: list[str], loops: list[str]
) -> None:
    """The loop of an axis: its items are looked through ahead if they are the same after any earlier parts."""
    part, items = f"p{len(parts)}", source.call(axis.likely, parts)
    tries, at = f"try{part}", len(parts)
    parts.append(part)
    late = checks
    if looks(axis.likely) == 0:
        early = [check for check in checks if 0 <= check.looks <= 1]
        late = tuple(check for check in checks if check not in early)
        if any(check.when for check in early):
            ahead += [f"{tries} = {items}", f"if {tries}:"]
            items = tries
            tries += "x"
        given = source.given(early, at, ahead)
        if early:  # written out as loops: for a few items that takes less than a comprehension
            passing = f"if {source.calls(early, parts, ' and ', given)}: {tries}.append({part})"
            ahead += [f"{tries} = []", f"for {part} in {items}:\n {passing}", f"if {tries}:"]
        else:
            ahead += [f"{tries} = {items}", f"if {tries}:"]
        items = tries
    loops.append(f"for {part} in {items}:")
    if late:
        given = source.given(late, at, ahead)
        loops.append(f"if {source.calls(late, parts, ' and ', given)}:")


def _mask(
    source: _Source, axis: Axis, checks: tuple[Check, ...], parts: list[str], ahead: list[str], loops: list[str]
) -> None:
    """The loop of a masked axis, over the bits that all checks allow."""
    early = [check for check in checks if check.looks == 0]
    late = [check for check in checks if check.looks != 0]
    part = f"p{len(parts)}"
    given = source.given(checks, len(parts), ahead)
    masks = []
    if early:
        masks.append(f"mask{part}")
        ahead += [f"mask{part} = {source.calls(early, parts, ' & ', given)}", f"if mask{part}:"]
    if late:
        masks.append(source.calls(late, parts, " & ", given))
    parts.append(part)
    loops.append(f"for {part} in BITS[{' & '.join(masks)}]:")
