"""What a table does besides choosing: steps, stops, bots, branches, a preview, a narrowed log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Self

from explorer import branches
from explorer.draw.decision import log_html
from explorer.draw.logline import event_html, narrow_html
from explorer.draw.panels import bots_html, preview_html, stops_html, tree_html
from explorer.draw.table import find_seat
from explorer.draw.turn import alike, plates_of
from explorer.game import Game, Node, Option
from explorer.lapses import lapse
from explorer.state import seat_name
from explorer.stepping import STEPS, Only, Preview, Stop, back_to, begins, halts, met, narrowed, preview, shows, stop_at
from explorer.texts import shown, text
from explorer.widgets.shell import file_words
from explorer.widgets.timeline import lines, marks, turn_starts

BOT_RUN: Final = 400  # decisions that bots make in one go; a game of bots alone stops there and waits to be let on

Bot = Callable[[Game], str]


class Stepper:
    """The part of a ``Table`` that steps through its game; it sends nothing itself."""

    _game: Game
    _seat: int | None
    _note: str
    _error: str
    _turns: int
    _since: Node | None

    def _do(self, step: Callable[[], Any], keep: bool = True, moves: bool = False) -> Self:
        raise NotImplementedError

    def _begin(self, bots: dict[str, Bot | str]) -> None:
        """What a new table has of all this."""
        self._only = Only()
        self._cut: branches.Cut | None = None
        self._paused = False
        self._bots = {_seat_of(self._game, seat): _bot(one) for seat, one in bots.items()}
        self._bot_names = {_seat_of(self._game, seat): _bot_name(one) for seat, one in bots.items()}

    # Steps

    def forward(self, to: str = "decision") -> Self:
        """Go on over what was undone, or let the bots choose, by one decision, action, player, phase or turn.

        Args:
            to: "decision"; "action": until one more action has been done; "player": until another one decides;
                "phase"; "turn".
        """

        def go() -> None:
            start = before = self._game.state
            while self._go_on():
                if self._halted(before) or begins(self._game.state, before, to):
                    return
                before = self._game.state
            if self._game.state is start:
                self._note = self._note or text("widget.forward-end")

        return self._do(_checked(go, to))

    def back(self, to: str = "decision") -> Self:
        """Go back to where this action, player's part, phase or turn began, or the one before it; see ``forward``."""

        def go() -> None:
            line = self._game.line
            self._game.undo(len(line) - 1 - back_to(line, to))

        return self._do(_checked(go, to))

    def begin(self, step: int) -> Self:
        """Go back to where something under way began, by its number from 1 in the row at the top: 1 is the turn.

        Raises:
            ValueError: there is no such step.
        """

        def go() -> None:
            line, count = self._game.line, len(plates_of(self._game.state))
            if not 1 <= step <= count:
                raise ValueError(text("widget.no-begin", number=shown(step), count=count))
            at = len(line) - 1
            while at and alike(line[at].state, line[at - 1].state) >= step:
                at -= 1
            self._game.undo(len(line) - 1 - at)

        return self._do(go)

    def goto(self, at: int) -> Self:
        """Go to a decision of this line: 0 is the start, ``len`` of it the latest one."""

        def go() -> None:
            nodes = branches.whole_line(self._game)
            if not 0 <= at < len(nodes):
                raise ValueError(text("widget.no-moment", at=at, count=len(nodes) - 1))
            start, here = self._game.node, len(self._game.line) - 1
            self._game.undo(here - at) if at < here else self._game.redo(at - here)
            self._tell_passed(start)

        return self._do(go)

    def skip_turns(self, by: int) -> Self:
        """Go to where a turn begins: -1 for this turn or the one before, 1 for the next, as far as the line goes."""

        def go() -> None:
            start, nodes, at = self._game.node, branches.whole_line(self._game), len(self._game.line) - 1
            starts = turn_starts(nodes)
            for _ in range(abs(by)):
                later = [i for i in starts if i > at] or [len(nodes) - 1]
                at = later[0] if by > 0 else max([i for i in starts if i < at], default=0)
            self._game.go_to(nodes[at])
            self._tell_passed(start)

        return self._do(go)

    def _go_on(self) -> bool:
        """One decision forward without a person; False when there is none."""
        before = self._game.node
        self._game.redo()
        if self._game.node is before and self._bot_decides() and not self._error:
            self._let_bots(1, forced=True)
        return self._game.node is not before

    # Where to halt

    @property
    def stops(self) -> list[Stop]:
        """Where stepping and bots halt."""
        return list(self._game.stops)

    def stop_when(self, card: str = "", *, event: str = "", seat: str | int = "") -> Self:
        """Halt stepping and bots when a card's power acts, at an event, or when a player decides; saved with the game.

        What is named together must meet in one event: ``stop_when(event="ShipReturned", seat="green")``. A person who
        plays by hand is only told that a stop was passed.

        Args:
            card: a card by its name; with an event, one that the event speaks of.
            event: the name of an event, such as in the log.
            seat: a player, by the harbor's color.

        Raises:
            KeyError: no card is called so.
            ValueError: there is no such event or seat, or nothing is named.
        """

        def add() -> None:
            stop = stop_at(self._game.state, card, event, seat)
            there = stop in self._game.stops
            self._note = text("panel.stop-there" if there else "panel.stopped", stop=stop.text)
            if not there:
                self._game.stops.append(stop)

        return self._do(add)

    def drop_stop(self, number: int | None = None) -> Self:
        """Halt no longer at one of ``stops``, by its number from 1; None is all of them."""

        def drop() -> None:
            stops = self._game.stops
            if number is not None and not 1 <= number <= len(stops):
                raise ValueError(text("panel.no-stop", number=shown(number), count=len(stops)))
            stops[slice(None) if number is None else slice(number - 1, number)] = []

        return self._do(drop)

    def _halted(self, before: Any, by_hand: bool = False) -> bool:
        """Whether a step has met a stop; says so, and lets the bots wait."""
        stops = self._game.stops
        words = halts(self._game.state, before, stops, self._seat, by_hand and not self._bots) if stops else ""
        if words:
            self._note, self._paused = words, bool(self._bots) or self._paused
        return bool(words)

    def _tell_passed(self, start: Node) -> None:
        """Say which stop was passed on the way forward from a moment of this line; of several the last one."""
        game, node = self._game, self._game.node
        way = []
        while game.stops and node is not start and node.parent is not None:
            way.append(node)
            node = node.parent
        if node is start:
            told = (halts(it.state, it.parent.state, game.stops, self._seat, passed=True) for it in way if it.parent)
            self._note = next(filter(None, told), self._note)

    # Bots

    @property
    def bots(self) -> dict[str, str]:
        """Who plays by itself: "random" or "greedy" by seat; "own" is a function."""
        return dict(self._bot_names)

    def set_bot(self, seat: str | int, bot: Bot | str | None) -> Self:
        """Let a bot play a seat, or a person (None). The first bot of a table waits until ``run``.

        Args:
            seat: the harbor's color or the number of the seat.
            bot: "random", "greedy", a function from the game to the key of an option, or None.

        Raises:
            ValueError: there is no such seat or bot.
        """

        def put() -> None:
            name = _seat_of(self._game, seat)
            if bot in (None, ""):
                self._bots.pop(name, None)
                self._bot_names.pop(name, None)
                return
            self._paused = self._paused or not self._bots
            if bot != "own":  # the function that plays there already
                self._bots[name], self._bot_names[name] = _bot(bot), _bot_name(bot)
            self._let_bots()

        return self._do(put)

    def run(self) -> Self:
        """Let the bots go on until a person decides or something stops them."""
        return self.pause(False)

    def pause(self, paused: bool = True) -> Self:
        """Let the bots wait, or let them go on."""

        def turn() -> None:
            self._paused = bool(paused)
            self._let_bots()

        return self._do(turn)

    def step(self) -> Self:
        """Let the bot whose turn it is choose once."""
        return self._do(lambda: self._let_bots(1, forced=True), moves=True)

    def _bot_decides(self) -> bool:
        decision = self._game.decision
        return decision is not None and decision.player in self._bots

    def _let_bots(self, most: int = BOT_RUN, forced: bool = False) -> None:
        """Let bots choose until a person decides or a stop is met; a bot that fails is told of, and the bots pause."""
        if self._paused and not forced:
            return
        for _ in range(most):
            decision, before = self._game.decision, self._game.state
            if decision is None or decision.player not in self._bots:
                return
            try:
                self._game.choose(self._bots[decision.player](self._game))
            except Exception as error:
                self._paused = True
                self._error = text("widget.bot-failed", seat=decision.player, reason=words_of(error))
                return
            if self._halted(before):
                return
        if most > 1 and self._bot_decides():
            self._paused = True
            self._note = text("widget.bots-rest", count=most)

    # Branches

    @property
    def moments(self) -> list[branches.Moment]:
        """The moments that the tree of lines shows: starts and ends of branches, what has a name or comment, here."""
        return branches.moments(self._game)

    def branch(self, name: str = "") -> Self:
        """Give this moment a name, so that the lines beside the log lead back to it whatever is chosen next."""

        def mark() -> None:
            node = self._game.node
            branches.note(node, name or node.name or text("widget.branch-name", number=len(marks(self._game)) + 1))
            self._note = text("widget.branched", name=node.name)

        return self._do(mark)

    def visit(self, moment: int | str) -> Self:
        """Go to a moment of any line, by its number in ``moments`` or its name.

        Raises:
            ValueError: there is none, or the name stands for several.
        """
        return self._do(lambda: self._game.go_to(branches.moment(self._game, moment)))

    def note(self, name: str | None = None, comment: str | None = None, moment: int | str | None = None) -> Self:
        """Name a moment, comment on it, or both; "" takes either away. The save file keeps them.

        Args:
            name: its name; None leaves it.
            comment: what there is to say; None leaves it.
            moment: its number in ``moments``, or its name; None is where the table stands.
        """

        def write() -> None:
            node = branches.moment(self._game, moment)
            branches.note(node, name, comment)
            self._note = text("panel.noted", name=node.name) if node.name else text("panel.noted-comment")

        return self._do(write)

    def delete(self, moment: int | str | None = None) -> Self:
        """Delete a moment with all that was played from there; ``restore`` brings it back.

        Raises:
            ValueError: it is the start, or there is no such moment.
        """

        def drop() -> None:
            node = branches.moment(self._game, moment)
            self._cut = branches.cut(self._game, node)
            self._note = text("panel.deleted", count=self._gone())

        return self._do(drop)

    def restore(self) -> Self:
        """Bring back the branch that was deleted last."""

        def bring() -> None:
            if self._cut is None:
                raise ValueError(text("stepping.no-place"))
            branches.put_back(self._game, self._cut)
            self._cut, self._note = None, text("panel.restored")

        return self._do(bring)

    def _gone(self) -> int:
        """How many moments were deleted last."""
        return sum(1 for _ in branches.walk(self._cut.node)) if self._cut is not None else 0

    def line(self, number: int) -> Self:
        """Go to the end of one of ``lines``, by its number from 1."""

        def go() -> None:
            found = lines(self._game)
            if not 1 <= number <= len(found):
                raise ValueError(text("widget.no-line", number=number, count=len(found)))
            self._game.go_to(found[number - 1][1])

        return self._do(go)

    def mark(self, number: int) -> Self:
        """Go to a moment that has a name, by its number from 1 among these."""
        return self._do(lambda: self._game.go_to(marks(self._game)[number - 1][1]))

    # What would follow

    def preview(self, what: Option | str | int) -> Preview:
        """Say what an option or interrupt would lead to for certain; nothing changes.

        Args:
            what: the option, its key, or its number from 1.

        Raises:
            ValueError: it is not offered.
        """
        offered = [*self._game.options, *self._game.interrupts]
        if isinstance(what, int) and not isinstance(what, bool) and 1 <= what <= len(self._game.options):
            return preview(self._game, offered[what - 1], self._seat)
        key = what.key if isinstance(what, Option) else what
        found = next((option for option in offered if option.key == key), None)
        if found is None:
            raise ValueError(text("panel.no-option", key=shown(key)))
        return preview(self._game, found, self._seat)

    def _preview_html(self, key: str) -> str:
        return preview_html(self.preview(key))

    # The log

    def filter_log(self, card: str = "", seat: str | int = "", clause: str = "") -> Self:
        """Show those lines of the log only that are about a card, a player or a clause; nothing named shows all.

        Args:
            card: a card by its name: its power at work, or an event that speaks of it.
            seat: whom an event concerns.
            clause: a clause, or the first part of several, such as "R-LOAD".

        Raises:
            KeyError: no card is called so.
            ValueError: there is no such seat or clause.
        """

        def narrow() -> None:
            self._only = narrowed(self._game.state, card, seat, clause)

        return self._do(narrow, keep=False)

    def _event_html(self, number: int) -> str:
        return event_html(self._game.state, number, self._seat, lapse(self._game, number))

    def _met(self) -> frozenset[int]:
        """The events since the picture before at which a stop is met."""
        before = self._since
        return met(self._game.state, before.state, self._game.stops, self._seat) if before is not None else frozenset()

    def _panels(self) -> dict[str, str]:
        """The parts of the view that stand in tabs."""
        s, log = self._game.state, self._game.log
        only = self._only if any(self._only) else None
        count = sum(shows(s, event, self._only, self._seat) for event in log.events()) if only else None
        return {
            "log": log_html(s, self._seat, self._turns, only=only, halts=self._met()),
            "narrow": narrow_html(s, self._only, count),
            "lines": tree_html(self.moments, self._gone()),
            "stops": stops_html(s, self._game.stops),
            "bots": bots_html(s, self._bot_names, _known_bots(), self._paused, self._bot_decides()),
        }


def _checked(go: Callable[[], None], to: str) -> Callable[[], None]:
    if to not in STEPS:
        raise ValueError(text("widget.no-step", what=shown(to, 40), known=", ".join(STEPS)))
    return go


def _seat_of(game: Game, seat: str | int) -> str:
    found = find_seat(game.state, seat)
    assert found is not None
    return seat_name(game.state, found)


def _bot(bot: Bot | str) -> Bot:
    """A bot by its name, or as a function."""
    if callable(bot):
        return bot
    from explorer.lab.bots import bot as named

    return named(bot)


def _bot_name(bot: Bot | str) -> str:
    return bot if isinstance(bot, str) else "own"


def _known_bots() -> tuple[str, ...]:
    from explorer.lab.bots import BOTS

    return tuple(sorted(BOTS))


def words_of(error: BaseException) -> str:
    """An error in words: what the game says itself as it is, anything else with its kind."""
    if isinstance(error, OSError) and str(error):
        return file_words(error)
    words = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if isinstance(error, (ValueError, KeyError, LookupError)) and words:
        return words
    return text("widget.failed", error=f"{type(error).__name__}: {words}")
