"""A game that people and programs drive decision by decision, with undo, branches and reasons.

Each decision keeps its own copy of the state, so going back needs no inverse
operations, also in the middle of a power.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakMethod

from explorer import powers as _powers  # noqa: F401 - declares the powers
from explorer import rules as _rules  # noqa: F401 - declares the rules
from explorer.card import nearest
from explorer.catalogue import Catalogue, load_catalogue
from explorer.language.abilities import declarations, reindex
from explorer.language.checks import PROMPTS
from explorer.language.stepper import again, choose
from explorer.lapses import lapsed_before, why_lapsed
from explorer.log import Entry, Log
from explorer.reasons import UNKNOWN, Wanted, best_of, beyond, differs_in_cards, general, stands, wanted_by
from explorer.refusals import Reason, Refused, Trials, refusals_of, refused_now
from explorer.rulebook import rulings as full_rulings
from explorer.rules.setup import deal, physical_containers
from explorer.rules.windows import interrupt, interrupts
from explorer.state import State, seat_name
from explorer.texts import shown, text
from explorer.why import Why, why_not_fired
from explorer.words import (
    interrupt_key,
    interrupt_text,
    option_key,
    option_text,
    prompt_text,
    refusal_key,
    refused_interrupts,
    where,
)  # fmt: skip

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from explorer.position import Position
    from explorer.scenario import Scenario
    from explorer.stepping import Stop


class IllegalChoice(ValueError):
    """A choice that is not offered; says why, and what is."""


class Option(NamedTuple):
    """Something that may be chosen now: a stable ``key``, a sentence, its number from 1, and the plain choice."""

    key: str
    text: str
    number: int
    choice: tuple[Any, ...]


class Decision:
    """The pending decision: whose it is, what is asked and why, and every legal choice."""

    def __init__(self, s: State) -> None:
        assert s.asking is not None
        self._state = s
        self.seat, self.kind = s.asking
        self.player = seat_name(s, self.seat)
        self.phase = s.phase
        self.clause = PROMPTS[self.kind].clause
        self.cause = s.stack[-1].cause
        self._options: list[Option] | None = None

    @property
    def prompt(self) -> str:
        """The question, as a sentence."""
        return prompt_text(self._state)

    @property
    def where(self) -> list[str]:
        """What is under way, outermost first."""
        return where(self._state)

    @property
    def options(self) -> list[Option]:
        """Every legal choice; keys are unique within the decision."""
        if self._options is None:
            s = self._state
            self._options = [
                Option(option_key(s, choice), option_text(s, choice), number, choice)
                for number, choice in enumerate(s.options or (), 1)
            ]
        return self._options

    def __repr__(self) -> str:
        return f"Decision({self.player}: {self.kind}, {len(self._state.options or ())} options)"


class Node:
    """One moment in the tree of a game: the state, what led to it from its parent, and what followed."""

    __slots__ = ("state", "parent", "step", "children", "name", "comment", "ahead")

    def __init__(self, state: State, parent: Node | None, step: tuple[str, Any] | None) -> None:
        self.state = state
        self.parent = parent
        self.step = step  # ("choose", key) · ("use", key) · ("edit", operations)
        self.children: list[Node] = []
        self.name = ""
        self.comment = ""
        self.ahead: Node | None = None  # where redo leads


class Game:
    """A game under way.

    Args:
        start: a Position, or a State at a decision.
        rulings: readings to use instead of those of the position.
        ask_chance: ask somebody for coin tosses instead of the seed.
        ask_forced: also stop at decisions with a single option.

    Raises:
        PositionError: the position cannot be used.
        RulingError: there is no such ruling or reading.
        ValueError: the start is neither a Position nor a State at a decision.

    Example:
        >>> game = new_game(players=3, seed=7)
        >>> game.decision.phase
        'declare'
    """

    def __init__(
        self,
        start: Position | State,
        *,
        rulings: Mapping[str, str] | None = None,
        ask_chance: bool = False,
        ask_forced: bool = False,
    ) -> None:
        from explorer.position import Position

        if isinstance(start, Position):
            state = start.state(rulings, ask_chance=ask_chance, ask_forced=ask_forced)
        elif isinstance(start, State) and (start.over or start.asking is not None):
            state = start.copy()
            state.ask_chance = bool(ask_chance) or state.ask_chance
            state.ask_forced = bool(ask_forced) or state.ask_forced
            if rulings is not None:
                _reread(state, rulings)
        else:
            raise ValueError(text("error.start", what=shown(start)))
        self.root = Node(state, None, None)
        self._watchers: list[WeakMethod[Callable[[Game], None]]] = []
        self._at = self.root
        self.notes: list[str] = []  # what could not be replayed when the game was loaded
        self.stops: list[Stop] = []  # where a table that shows the game halts; kept with it
        self.files: set[Path] = set()  # where it was written to or read from: it may be written there again

    # Where we are

    @property
    def _at(self) -> Node:
        return self._now

    @_at.setter
    def _at(self, node: Node) -> None:
        self._now = node
        for watcher in list(self._watchers):
            call = watcher()
            if call is None:
                self._watchers.remove(watcher)
            else:
                call(self)

    def watch(self, changed: Callable[[Game], None]) -> None:
        """Call a method with this game whenever it comes to another moment, for as long as the method's object lives.

        Parameters: ``changed``, a bound method; while it runs the game may be in the middle of several steps back.
        """
        self._watchers.append(WeakMethod(changed))

    @property
    def state(self) -> State:
        """The state at this moment; treat it as read-only and use ``edit`` to change it."""
        return self._at.state

    @property
    def node(self) -> Node:
        """This moment in the tree."""
        return self._at

    @property
    def catalogue(self) -> Catalogue:
        """The cards of this game."""
        return self.state.cat

    @property
    def rulings(self) -> dict[str, str]:
        """Every ruling's reading in this game."""
        return dict(self.state.rulings)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, once the game is over (R-SCORE-8)."""
        return tuple(seat_name(self.state, seat) for seat in self.state.winners) if self.over else ()

    @property
    def decision(self) -> Decision | None:
        """The pending decision, None when the game is over."""
        return None if self.state.asking is None or self.over else Decision(self.state)

    @property
    def options(self) -> list[Option]:
        """Every legal choice of the pending decision."""
        decision = self.decision
        return decision.options if decision else []

    @property
    def interrupts(self) -> list[Option]:
        """What any seat could do beside the pending decision: any-time powers, the leader's unwanted contracts."""
        s = self.state
        return [Option(interrupt_key(s, c), interrupt_text(s, c), n, c) for n, c in enumerate(interrupts(s), 1)]

    # Choosing

    def choose(self, what: Option | str | int) -> Game:
        """Make a choice: an option, its key, or its number from 1; an interrupt by its option or key.

        In a key a card may also go by its name, or either name of a Flag card, in
        any case; where that could mean several cards, only their keys will do.

        Raises:
            IllegalChoice: it is not offered; the message says why. Nothing changes.
        """
        if self.over:
            raise IllegalChoice(text("error.game-over"))
        step, choice = self._find(what)
        state = self._next()
        if step[0] == "use":
            interrupt(state, choice)
        else:
            choose(state, choice)
        return self._enter(state, step)

    def _find(self, what: Option | str | int) -> tuple[tuple[str, Any], tuple[Any, ...]]:
        options = self.options
        if isinstance(what, int) and not isinstance(what, bool):
            if not 1 <= what <= len(options):
                raise IllegalChoice(text("error.choice-number", number=shown(what), count=len(options)))
            return ("choose", options[what - 1].key), options[what - 1].choice
        key = _key(what)
        for option in options:
            if option.key == key:
                return ("choose", key), option.choice
        beside = self.interrupts
        for option in beside:
            if option.key == key:
                return ("use", key), option.choice
        wanted = wanted_by(self.state, key)
        meant = _meant(wanted, [one for one in (*options, *beside) if differs_in_cards(self.state, wanted, one.key)])
        if len(meant) == 1:
            return ("choose" if meant[0] in options else "use", meant[0].key), meant[0].choice
        if meant:
            raise IllegalChoice(text("error.choice-ambiguous", key=shown(key, 120), meant=_listed(meant)))
        raise IllegalChoice(self._explain(key))

    def _next(self) -> State:
        """A copy of the state to go on from; powers declared since it was made are heard from now on."""
        state = self.state.copy()
        if state.index.made_at != declarations():
            reindex(state)
        return state

    def _explain(self, key: str) -> str:
        reasons = self.why_not(key)
        key = key.encode("utf-8", "replace").decode("utf-8")
        if reasons and not any(reason.check in UNKNOWN for reason in reasons):
            said = "; ".join(f"{r.text} ({r.clause})" for r in reasons)
            return text("error.choice-refused", key=key[:120], reasons=said)
        offered = [*self.options, *self.interrupts]
        near = nearest(key[:120], [option.key for option in offered])
        near = near or "".join(f" {r.text[0].upper()}{r.text[1:]}" for r in reasons if r.check == "name-unknown")
        return text("error.choice-unknown", key=key[:120], near=near, options=_listed(offered))

    def _enter(self, state: State, step: tuple[str, Any]) -> Game:
        for child in self._at.children:
            if child.step == step:
                self._at.ahead = child
                self._at = child
                return self
        node = Node(state, self._at, step)
        self._at.children.append(node)
        self._at.ahead = node
        self._at = node
        return self

    # Reasons

    @property
    def refused(self) -> list[Refused]:
        """What one might have tried at this decision and may not, each with its reasons."""
        return refused_now(self.state)

    def why_not_fired(self, card: str, event: int | Entry) -> list[Why]:
        """Say why a card's power did not answer an event: which part of its trigger failed, or what stopped it.

        Args:
            card: the card by its name, wherever it lies.
            event: an entry of ``log``, or its number.

        Raises:
            KeyError: no card is called so.
            ValueError: the log has no such event.
        """
        return why_not_fired(self, card, event)

    def why_lapsed(self, event: int | Entry | None = None) -> list[Refused]:
        """Say why a declared action could not be carried out: everything that might have been tried, with reasons.

        Args:
            event: an ActionLapsed entry of ``log``, or its number; the latest one by itself.

        Returns:
            Nothing where there was nothing to try, where somebody gave the action up, or where
            the log was not told by this game.

        Raises:
            ValueError: the log has no such event, or it is none of an action that lapsed.
        """
        return why_lapsed(self, event)

    def why_not(self, what: Option | str) -> list[Reason]:
        """Say why a choice is not offered; empty when it is offered, and only then.

        A refusal of part of it (a card, a ship) answers for the whole.  Where the
        checks of the decision say nothing, the reason is a general one: it is not
        what is being decided, the card or ship lies elsewhere, only a part of a
        choice is named, or nothing is called so.  Cards may be named as in
        ``choose``, also by either name of a Flag card.

        Raises:
            IllegalChoice: it is neither an option nor a key.
        """
        s = self.state
        wanted = wanted_by(s, _key(what))
        offered = [*self.options, *self.interrupts]
        meant = _meant(wanted, offered)
        if len(meant) == 1:
            return []
        refused = [(refusal_key(s, r), r) for r in refusals_of(s)]
        refused += [*refused_interrupts(s), *beyond(s, wanted)] if s.asking else []
        found = best_of(wanted, refused) if not meant else None
        if found is not None:
            return list(Trials(s).reasons(found))
        said = general(s, wanted, [o.key for o in meant], [o.key for o in offered], refused)
        return (said[0].check == "not-decided-now" and lapsed_before(self, wanted)) or said

    # Going back and forth

    def undo(self, steps: int = 1) -> Game:
        """Go back by some decisions, also in the middle of a power; stays at the start.

        Raises:
            ValueError: ``steps`` is no whole number from 0.
        """
        for _ in range(_steps(steps)):
            if self._at.parent is None:
                break
            self._at.parent.ahead = self._at
            self._at = self._at.parent
        return self

    def redo(self, steps: int = 1) -> Game:
        """Go forward again along the line that was undone.

        Raises:
            ValueError: ``steps`` is no whole number from 0.
        """
        for _ in range(_steps(steps)):
            if self._at.ahead is None:
                break
            self._at = self._at.ahead
        return self

    def branch(self) -> Game:
        """Return another game that stands at this moment and goes its own way."""
        other = Game.__new__(Game)
        other._watchers = []
        other.root, other._at = _copied(self.root, self._at)
        other.notes, other.stops, other.files = list(self.notes), list(self.stops), set()
        return other

    def go_to(self, node: Node) -> Game:
        """Go to any moment of the tree (see ``line`` and ``node.children``).

        Raises:
            ValueError: it is no moment of this game.
        """
        if not isinstance(node, Node):
            raise ValueError(text("error.no-moment", what=shown(node)))
        line = _line(node)
        if line[0] is not self.root:
            raise ValueError(text("error.other-game"))
        for before, after in pairwise(line):
            before.ahead = after
        self._at = node
        return self

    @property
    def line(self) -> list[Node]:
        """The moments from the start to here."""
        return _line(self._at)

    # Editing

    def edit(self, *operations: tuple[Any, ...]) -> Game:
        """Change the table at this moment; the pending decision is asked anew.

        Args:
            operations: ("move", card, zone), ("credits", seat, amount) or ("market", good, level); zones are "deck",
                "discard", "island", "green/hand", "green/crew", "green/goods", "green/fulfilled",
                "green 1/contracts", "green 1/containers", "supply" of physical containers.

        Raises:
            EditError: names every fault at once; nothing changes.
        """
        from explorer.edits import apply

        state = self._next()
        made = apply(state, operations)
        again(state)
        return self._enter(state, ("edit", made))

    # What has happened

    @property
    def log(self) -> Log:
        """Everything that has happened, as a tree of causes."""
        return Log(self.state)

    @property
    def scores(self) -> list[dict[str, Any]]:
        """The score sheet, a line for every amount, with its clause; empty before scoring."""
        s = self.state
        return [
            {"seat": seat_name(s, seat), "credits": amount, "line": line, "detail": detail, "clause": clause}
            for seat, amount, line, detail, clause in s.lines
        ]

    @property
    def credits(self) -> dict[str, int]:
        """What each seat has now."""
        return {seat_name(self.state, i): p.credits for i, p in enumerate(self.state.players)}

    @property
    def position(self) -> Position:
        """This very moment as a Position."""
        from explorer.position import Position

        return Position.of(self.state)

    def view(self, seat: str | int) -> dict[str, Any]:
        """What a seat may know now: hidden hands, secret bids and the deck's order are left out."""
        from explorer.view import seen_by

        return seen_by(self.state, seat)

    def save(self, path: str | Path | None = None, *, overwrite: bool = False) -> str:
        """Write the whole tree of this game as text, and to a file if one is named; returns the text.

        Args:
            path: a file to write it to as well.
            overwrite: write it over any file, not only over one that this game was written to or read from.

        Raises:
            FileExistsError: another file is there, and it is not to be written over.
            SaveError: the file cannot be written.
        """
        from explorer.save import write

        return write(self, path, overwrite)

    def scenario(self, since: Node | None = None, title: str = "", clause: str = "") -> Scenario:
        """This line from a moment on as a scenario; see ``Scenario.of``."""
        from explorer.scenario import Scenario

        return Scenario.of(self, since, title, clause)

    def __repr__(self) -> str:
        s = self.state
        if self.over:
            return f"Game(over after {s.turn} turns, won by {', '.join(self.winners)})"
        decision = self.decision
        return f"Game(turn {s.turn}, {decision.player if decision else '-'} to {decision.kind if decision else '-'})"

    def page(self, path: str | PathLike[str] | None = None, seat: str | int | None = None, theme: str = "auto") -> str:
        """Write the table with its decision and the whole log as one HTML page, and to a file if one is named.

        The page holds no script and asks nothing of the network; it can be opened,
        sent and printed anywhere.

        Args:
            path: a file to write it to as well.
            seat: show what this seat may know; None leaves everything open.
            theme: "auto" (as the reader's system has it), "light" or "dark".

        Raises:
            PageError: there is no such theme, or the file cannot be written.
            ValueError: there is no such seat.
        """
        from explorer.draw.page import put, table_page

        return put(table_page(self.state, seat, theme), path)

    def svg(self, path: str | PathLike[str] | None = None, seat: str | int | None = None, theme: str = "auto") -> str:
        """Draw the table with its decision as an SVG document; arguments and errors as for ``page``."""
        from explorer.draw.page import put, table_svg

        return put(table_svg(self.state, seat, theme), path)

    def _repr_html_(self) -> str:
        from explorer.draw.page import picture

        return picture(self.state)

    def _repr_svg_(self) -> str | None:
        """The table for programs that ask for SVG; None within IPython, where the picture is the HTML (see ``svg``)."""
        from explorer.draw.page import asked_svg

        return asked_svg(self.state)

    def __str__(self) -> str:
        from explorer.draw.plain import table_text

        return table_text(self.state)


def _reread(state: State, rulings: Mapping[str, str]) -> None:
    """Play on from here under other readings; the pending decision is asked anew."""
    full_rulings(rulings)
    state.rulings = full_rulings({**state.rulings, **rulings})
    state.cat = state.cat.read_by(state.rulings["flag-colour-unloaded"])
    state.index = None
    reindex(state)
    again(state)


def _key(what: object) -> str:
    key = what.key if isinstance(what, Option) else what
    if not isinstance(key, str):
        raise IllegalChoice(text("error.choice-type", what=shown(what)))
    return key


def _steps(steps: object) -> int:
    """How many steps of undoing or redoing."""
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise ValueError(text("error.steps", steps=shown(steps)))
    return min(steps, sys.maxsize)


def _line(node: Node) -> list[Node]:
    """The moments from the start to this one."""
    found = [node]
    while found[-1].parent is not None:
        found.append(found[-1].parent)
    return found[::-1]


def _meant(wanted: Wanted, offered: list[Option]) -> list[Option]:
    """The options that a key means: those closest to its letters where names stand for several cards."""
    found = [option for option in offered if stands(wanted, option.key)]
    if len(found) > 1:
        near = [wanted.closeness(option.key) for option in found]
        found = [option for option, close in zip(found, near, strict=True) if close == max(near)]
    return found


def _listed(options: list[Option]) -> str:
    return ", ".join(option.key for option in options[:12]) + (", …" if len(options) > 12 else "")


def _copied(root: Node, at: Node) -> tuple[Node, Node]:
    """Copy a tree of moments; states are shared, since nobody changes them."""
    new: dict[int, Node] = {}
    todo = [root]
    while todo:
        old = todo.pop()
        made = Node(old.state, new[id(old.parent)] if old.parent is not None else None, old.step)
        made.name, made.comment = old.name, old.comment
        new[id(old)] = made
        if made.parent is not None:
            made.parent.children.append(made)
        todo += reversed(old.children)
    return new[id(root)], new[id(at)]


def new_game(
    players: int = 3,
    sets: Iterable[str] = ("base",),
    seed: int = 0,
    *,
    rulings: Mapping[str, str] | None = None,
    harbors: Iterable[str] | None = None,
    catalogue: Catalogue | None = None,
    port: bool | None = None,
    market: bool = False,
    containers: int | None = None,
    ask_chance: bool = False,
    ask_forced: bool = False,
) -> Game:
    """Deal a new game (R-SETUP-1 … R-SETUP-10).

    Args:
        players: 2 to 6.
        sets: card sets in use, among them "base".
        seed: decides every shuffle; same seed, same choices, same game.
        rulings: readings to use instead of the defaults, by ruling id.
        harbors: the seats' colors clockwise; drawn by the seed when None.
        catalogue: other cards than the printed ones.
        port: whether the Port of Tokyo is used in place of the Supply Island; None: with the set "tokyo" (R-TOKYO-1).
        market: whether the Commodities Market is in play (R-MARKET-1).
        containers: 1 for physical containers on ships, 2 for goods and crew too (R-VARIANT-1, R-VARIANT-4).
        ask_chance: ask for coin tosses instead of letting the seed decide.
        ask_forced: also stop at decisions with a single option.

    Raises:
        SetupError: names everything that is wrong at once.
        RulingError: there is no such ruling or reading.

    Example:
        >>> new_game(players=2, seed=1).decision.player in ("green", "yellow", "black", "blue", "red")
        True
    """
    from explorer.options import SetupError, read_setup

    if catalogue is not None and not isinstance(catalogue, Catalogue):
        raise SetupError(text("error.catalogue", what=shown(catalogue)))
    cat = catalogue if catalogue is not None else load_catalogue()
    setup = read_setup(players, sets, harbors, port, market, containers, seed)
    readings = full_rulings({} if rulings is None else rulings)
    cards = cat.of_sets(setup.sets)
    if setup.containers:
        cat = cat.with_cards(physical_containers(readings))
    options = (setup.port, setup.market, setup.containers)
    state = deal(cat, cards, setup.players, readings, setup.seed, setup.harbors, *options)
    return Game(state, ask_chance=ask_chance, ask_forced=ask_forced)
