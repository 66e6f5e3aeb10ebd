"""Checks, moves and prompts: one and the same test filters the options and explains the refusals.

A *check* is a named condition with its clause.  A *move* is one way to answer a
decision: a word and some axes (a card, a ship, a number …), each axis with the
checks that narrow it.  A *prompt* is a kind of decision with its moves.  The
options are what no check objects to; the refusals are the rest, each with every
check that objects.  ``prepare`` looks up what the checks need once a prompt, so
that a check costs next to nothing for each candidate.

The parameters of a check's function say what it looks at: ``fn(ctx)`` at the
prompt alone, ``fn(ctx, ship)`` also at the latest part of the choice, ``fn(ctx,
card, ship)`` at the two latest, ``fn(ctx, *parts)`` at all.  Checks that look at
little are called seldom; where all that a function would do is to look up what was prepared, a
``Fact`` or a ``Table`` stands in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.language.listing import EVERYTHING, Listing, compiled, latest, looks
from explorer.state import Frame, State


class Ctx:
    """What the checks of one move look at: the state, the frame, the deciding seat, and prepared facts."""

    def __init__(self, s: State, f: Frame, p: int) -> None:
        self.s = s
        self.f = f
        self.p = p

    if TYPE_CHECKING:  # prepared facts are set by the prompt and its moves

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...


class Check:
    """A named condition: ``fn(ctx, …, candidate) -> bool``, or for a masked axis ``fn(ctx, …) -> bits``.

    ``id`` names its sentence in the message catalogue, ``clause`` what it rests on,
    ``asks`` the questions (a space between them) a power may answer to lift it, ``say``
    gives the sentence its values and is called like ``fn``, ``ruling`` is the ruling it
    depends on, if any; ``only``, a ruling and one of its readings, says that under all
    other readings it never objects, so that listing options can leave it out.  ``rather``
    are narrower checks: the one that objects too is named instead, and says all there is to
    say.  ``when(ctx)``, for the check of an axis, says whether there is anything to check at
    all; it is asked once for all candidates, and where it says no, the check passes.
    """

    __slots__ = ("id", "clause", "fn", "asks", "say", "ruling", "only", "rather", "when", "looks", "says")

    def __init__(
        self,
        id: str,
        clause: str,
        fn: Callable[..., Any],
        asks: str = "",
        say: Callable[..., dict[str, Any]] | None = None,
        ruling: str = "",
        only: tuple[str, str] | None = None,
        rather: tuple[Check, ...] = (),
        when: Callable[[Any], Any] | None = None,
    ) -> None:
        self.id = id
        self.clause = clause
        self.fn = fn
        self.asks = asks
        self.say = say
        self.ruling = ruling or (clause.removeprefix("ruling ") if clause.startswith("ruling ") else "")
        self.only = only
        self.rather = rather
        self.when = when
        self.looks = looks(fn)
        self.says = looks(say) if say is not None else 0

    def ask(self, ctx: Ctx, parts: tuple[Any, ...]) -> Any:
        """Call the function with the parts it looks at, where there is anything to check."""
        if self.only is not None and ctx.s.rulings[self.only[0]] != self.only[1]:
            return EVERYTHING
        if self.when is not None and not self.when(ctx):
            return EVERYTHING
        return self.fn(ctx, *latest(parts, self.looks))

    def values(self, ctx: Ctx, parts: tuple[Any, ...]) -> dict[str, Any]:
        """The values of its sentence, from the parts that are looked at for it."""
        return self.say(ctx, *latest(parts, self.says)) if self.say is not None else {}


class Axis:
    """One part of a choice: what it shows, everything one might try, and the checks that narrow it.

    On a ``masked`` axis candidates are small numbers and each check gives all it
    allows at once, as bits.  ``likely`` is a quick look for listing: those of the
    items, in their order, that the checks may pass at all.
    """

    __slots__ = ("show", "items", "checks", "masked", "likely", "looks")

    def __init__(
        self,
        show: str,
        items: Callable[..., Collection[Any]],
        checks: tuple[Check, ...] = (),
        masked: bool = False,
        likely: Callable[..., Collection[Any]] | None = None,
    ) -> None:
        self.show = show
        self.items = items
        self.checks = checks
        self.masked = masked
        self.likely = likely or items
        self.looks = looks(items)

    def tries(self, ctx: Ctx, parts: tuple[Any, ...]) -> Collection[Any]:
        """Everything one might try after these parts of a choice."""
        return self.items(ctx, *latest(parts, self.looks))


class Objection(NamedTuple):
    """One check that objects to a candidate; ``values`` fill its sentence."""

    check: str
    clause: str
    asks: str
    values: dict[str, Any]
    ruling: str


class Refusal(NamedTuple):
    """Something one might try and may not: the (partial) choice, every objection to it, and what was asked about it."""

    choice: tuple[Any, ...]
    shows: tuple[str, ...]
    objections: tuple[Objection, ...]
    move: Move
    ctx: Ctx

    def stands(self, objection: Objection, ctx: Ctx) -> bool:
        """Whether one of the objections would be raised in another context too."""
        same = (objection.check, objection.asks)
        if not self.shows:
            return not all(gate.ask(ctx, ()) for gate in self.move.gates if (gate.id, gate.asks) == same)
        axis, (*chosen, item) = self.move.axes[len(self.shows) - 1], self.choice[1:]
        args = tuple(chosen)
        checks = [check for check in axis.checks if (check.id, check.asks) == same]
        return item not in axis.tries(ctx, args) or not all(passes(check, axis, ctx, args, item) for check in checks)


class Move:
    """One way to answer: its word, its gate checks (for the move as a whole) and its axes."""

    __slots__ = ("word", "prepare", "gates", "axes", "order", "listing")

    def __init__(
        self,
        word: str,
        axes: tuple[Axis, ...] = (),
        gates: tuple[Check, ...] = (),
        prepare: Callable[[Ctx], None] | None = None,
        order: tuple[int, ...] = (),
    ) -> None:
        self.word = word
        self.axes = axes
        self.gates = gates
        self.prepare = prepare
        self.order = order or tuple(range(len(axes)))  # in which order a key names the axes
        self.listing: Listing | None = None

    def options(self, ctx: Ctx) -> list[tuple[Any, ...]]:
        """List what no check objects to."""
        if self.listing is None:
            self.listing = compiled((self,))
        return self.listing(ctx)

    def refusals(self, ctx: Ctx) -> list[Refusal]:
        """List what one might try and may not, each at the first axis where something objects."""
        stopped = tuple(_objection(gate, ctx) for gate in self.gates if not gate.ask(ctx, ()))
        if stopped:
            return [Refusal((self.word,), (), stopped, self, ctx)]
        if self.prepare is not None:
            self.prepare(ctx)
        found: list[tuple[Any, ...]] = [(self.word,)]
        out: list[Refusal] = []
        shows: tuple[str, ...] = ()
        for axis in self.axes:
            shows += (axis.show,)
            found, refused = _split(axis, ctx, found)
            out += [Refusal(choice, shows, objections, self, ctx) for choice, objections in refused]
        return out


def _split(
    axis: Axis, ctx: Ctx, found: list[tuple[Any, ...]]
) -> tuple[list[tuple[Any, ...]], list[tuple[tuple[Any, ...], tuple[Objection, ...]]]]:
    legal, refused = [], []
    for chosen in found:
        args = chosen[1:]
        for item in axis.tries(ctx, args):
            against = [check for check in axis.checks if not passes(check, axis, ctx, args, item)]
            if against:
                narrower = [one for check in against for one in check.rather if not one.ask(ctx, (*args, item))]
                told = narrower[:1] or against
                refused.append(((*chosen, item), tuple(_objection(check, ctx, *args, item) for check in told)))
            else:
                legal.append((*chosen, item))
    return legal, refused


def passes(check: Check, axis: Axis, ctx: Ctx, args: tuple[Any, ...], item: Any) -> bool:
    """Whether a check of an axis lets a candidate pass that follows these parts of a choice."""
    if axis.masked:  # below zero nothing more is allowed than at zero
        return bool(check.ask(ctx, args) >> max(item, 0) & 1)
    return bool(check.ask(ctx, (*args, item)))


def _objection(check: Check, ctx: Ctx, *args: Any) -> Objection:
    return Objection(check.id, check.clause, check.asks, check.values(ctx, args), check.ruling)


class Prompt:
    """A kind of decision: its clause and its moves.

    ``window`` says which moment for any-time powers it is ("" = none may be used);
    ``always`` that it is asked even with a single option.
    """

    __slots__ = (
        "kind",
        "clause",
        "moves",
        "window",
        "always",
        "prepare",
        "listings",
        "firsts",
        "conditions",
        "latest",
        "latest_first",
    )

    def __init__(
        self,
        kind: str,
        clause: str,
        moves: tuple[Move, ...],
        window: str = "",
        prepare: Callable[[Ctx], None] | None = None,
        always: bool = False,
    ) -> None:
        self.kind = kind
        self.clause = clause
        self.moves = moves
        self.window = window
        self.always = always
        self.prepare = prepare
        self.listings: dict[tuple[bool, ...], Listing] = {}  # by which conditional checks are in force
        self.firsts: dict[tuple[bool, ...], Listing] = {}  # the same, ending at the first legal choice
        self.conditions: tuple[tuple[str, str], ...] | None = None
        self.latest: tuple[Any, Listing | None] = (None, None)  # the rulings asked under last, and the listing
        self.latest_first: tuple[Any, Listing | None] = (None, None)
        if kind in PROMPTS:
            raise ValueError(f"prompt {kind!r} is declared twice")
        PROMPTS[kind] = self

    def add(self, move: Move) -> None:
        """Add another way to answer."""
        self.moves += (move,)
        self.listings.clear()
        self.firsts.clear()
        self.conditions = None
        self.latest = self.latest_first = (None, None)

    def context(self, s: State, f: Frame, p: int) -> Ctx:
        """Look up what the checks of all moves share."""
        ctx = Ctx(s, f, p)
        if self.prepare is not None:
            self.prepare(ctx)
        return ctx

    def options(self, s: State, f: Frame, p: int) -> list[tuple[Any, ...]]:
        """List every legal choice."""
        rulings, listing = self.latest
        if listing is None or rulings is not s.rulings:
            listing = self._compiled(s, self.listings, False)
            self.latest = (s.rulings, listing)
        ctx = _bare(Ctx)  # in place of Ctx(s, f, p), as this is the busiest place of all
        ctx.s, ctx.f, ctx.p = s, f, p
        if self.prepare is not None:
            self.prepare(ctx)
        return listing(ctx)

    def possible(self, s: State, f: Frame, p: int) -> bool:
        """Whether there is any legal choice: lists them no further than to the first."""
        rulings, listing = self.latest_first
        if listing is None or rulings is not s.rulings:
            listing = self._compiled(s, self.firsts, True)
            self.latest_first = (s.rulings, listing)
        return bool(listing(self.context(s, f, p)))

    def _in_force(self, s: State) -> tuple[bool, ...]:
        if self.conditions is None:
            self.conditions = tuple(dict.fromkeys(check.only for check in checks_of(self.moves) if check.only))
        rulings = s.rulings
        return tuple([rulings[ruling] == reading for ruling, reading in self.conditions])

    def _compiled(self, s: State, known: dict[tuple[bool, ...], Listing], first_only: bool) -> Listing:
        key = self._in_force(s)
        if key not in known:
            idle = {only for only, holds in zip(self.conditions or (), key, strict=True) if not holds}
            known[key] = compiled(self.moves, idle, first_only)
        return known[key]

    def refusals(self, s: State, f: Frame, p: int) -> list[Refusal]:
        """List everything one might try and may not."""
        ctx = self.context(s, f, p)
        return [refusal for move in self.moves for refusal in move.refusals(ctx)]


def checks_of(moves: tuple[Move, ...]) -> list[Check]:
    """All checks of some moves."""
    return [check for move in moves for check in (*move.gates, *(c for axis in move.axes for c in axis.checks))]


_bare: Final = object.__new__
PROMPTS: Final[dict[str, Prompt]] = {}
