"""Two readings of a ruling side by side: the same choices under both, where they part, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from explorer.edits import EditError
from explorer.files.record import RUN_LIMIT, Step, asked, stops, take, told
from explorer.game import Game, IllegalChoice, Node
from explorer.language import events as ev
from explorer.rulebook import RULINGS, RulingError, ruling_question
from explorer.scenario import Scenario
from explorer.state import State
from explorer.texts import shown, text
from explorer.words import option_keys

if TYPE_CHECKING:
    from pathlib import Path

    from explorer.draw.compare import ComparisonPicture
    from explorer.lab.bots import Bot
    from explorer.lab.differences import Difference, Parting
    from explorer.position import Position

FIRST: Final = "first"
SECOND: Final = "second"
BOTH: Final = "both"
SIDES: Final = (FIRST, SECOND)
KEPT: Final = (
    "_start", "_readings", "first", "second", "stopped", "_common", "_moments", "_at", "_parted", "_alone", "_before"
)  # fmt: skip


class Moment(NamedTuple):
    """A moment of both sides, with the step that led to it and whose step that was (first, second or both).

    ``waited`` says that the step was meant for both, but the second side had stopped.
    """

    first: Node
    second: Node
    step: Step | None
    side: str
    waited: bool = False


class Relied(NamedTuple):
    """A ruling that a game has relied on: its id and reading, how often, where it belongs, and for which powers.

    Of a comparison ``other`` says how often the second side has relied on it, under its own reading.
    """

    id: str
    reading: str
    times: int
    clauses: tuple[str, ...]
    powers: tuple[str, ...]
    other: int = 0


class Comparison:
    """A game twice: on the ``first`` side as it is, on the ``second`` under other readings of some rulings.

    Args:
        game: a game, whose line up to where it stands is played on both sides, or a position.
        rulings: other readings by ruling, or one ruling as ``"bid-steps"`` or ``"bid-steps=any-whole-number"``.
        since: the moment of the game where both sides begin; its start if left out.

    Raises:
        RulingError: there is no such ruling or reading, or it cannot be played.
        ValueError: the moment does not lie on the game's line.
    """

    def __init__(
        self, game: Game | Position, rulings: Mapping[str, str] | str | None = None, since: Node | None = None
    ) -> None:
        from explorer.files.record import line_of

        whole = game if isinstance(game, Game) else Game(game)
        nodes = line_of(whole, since)
        steps = [(step, BOTH) for step in told(nodes)[1] if not step.forced]
        self._before: dict[str, Any] = {}  # everything as it was before the latest flip
        self._begin(nodes[0].state, steps, wanted(whole, rulings))

    def _begin(self, start: State, steps: Sequence[tuple[Step, str]], readings: dict[str, str]) -> None:
        """Play the steps, each on its side, for as long as they fit the second one."""
        second = Game(start, rulings=readings, ask_forced=True)
        self._start = start
        self._readings = readings
        self.first, self.second = Game(start, ask_forced=True), second
        self.stopped = ""  # why the second side does not follow the line any further
        self._common: int | None = None  # how many moments there are until then
        self._moments = [Moment(self.first.node, self.second.node, None, BOTH)]
        self._at = 0
        self._parted: tuple[Moment | None, list[Parting]] = (None, [])
        self._alone: dict[str, int] | None = None  # where each ruling alone makes them part
        self._align()
        self._moments = [Moment(self.first.node, self.second.node, None, BOTH)]
        for step, side in steps:
            self._replay(step, side)
        self._wait()

    # What is compared

    @property
    def readings(self) -> dict[str, tuple[str, str]]:
        """The rulings that are read differently: the reading of the first side and that of the second."""
        return {id: (self.first.rulings[id], reading) for id, reading in self._readings.items()}

    @property
    def moments(self) -> list[Moment]:
        """Both sides from the start on, a moment for each step."""
        return list(self._moments)

    @property
    def at(self) -> int:
        """The number of the moment that is looked at, from 0."""
        return self._at

    @property
    def partings(self) -> list[Parting]:
        """Where the options, the events and the table are not the same for the first time, earliest first."""
        from explorer.lab.differences import partings

        common = self._moments[: self._common]  # once the second side has stopped, they are not alike of course
        if self._parted[0] != common[-1]:
            self._parted, self._alone = (common[-1], partings(common)), None
        return self._parted[1]

    @property
    def differences(self) -> list[Difference]:
        """Everything that is not the same now: who may do what, credits, zones, ships, winners."""
        from explorer.lab.differences import differences

        return differences(self.first, self.second)

    def frame(self) -> Any:
        """The differences as a pandas DataFrame, one row each."""
        import pandas as pd

        rows = [one._asdict() for one in self.differences]
        return pd.DataFrame(rows, columns=["what", "whose", FIRST, SECOND, "text"])

    @property
    def relied(self) -> list[Relied]:
        """The rulings that the sides rely on up to their last moments: those compared first, then the most used.

        A ruling that has only kept something from being offered has been applied by neither side yet.
        """
        ends = self._moments[-1].first, self._moments[-1].second
        sides = [{one.id: one for one in relied(Game(node.state))} for node in ends]
        compared = {id: Relied(id, self.first.rulings[id], 0, RULINGS[id].belongs_to, ()) for id in self._readings}
        first = {**compared, **sides[1], **sides[0]}
        rows = [
            one._replace(
                reading=self.first.rulings[id],
                times=sides[0][id].times if id in sides[0] else 0,
                other=sides[1][id].times if id in sides[1] else 0,
            )
            for id, one in first.items()
        ]
        return sorted(rows, key=lambda row: (row.id not in compared, -max(row.times, row.other), row.id))

    @property
    def parted_by(self) -> dict[str, int]:
        """The rulings compared by which the sides part, with the moment from which on each one alone makes them part.

        Where none does alone, but several together do, it is all of them.
        """
        if not self.partings:
            return {}
        at = self.partings[0].moment
        if len(self._readings) < 2:
            return dict.fromkeys(self._readings, at)
        if self._alone is None:
            steps = [one for one in _steps(self._moments[1:]) if one[1] == BOTH]
            self._alone = {}
            for id, reading in self._readings.items():
                found = Comparison.__new__(Comparison)
                found._begin(self._start, steps, {id: reading})
                if found.partings:
                    self._alone[id] = found.partings[0].moment
        return self._alone or dict.fromkeys(self._readings, at)

    def choices(self, side: str) -> dict[str, str]:
        """What one side may choose now, key and words, and whether ("both") the other side may as well."""
        here, there = self._game(side), self._game(SECOND if side == FIRST else FIRST)
        same = _where(here) == _where(there)
        other = {option.key for option in there.options} if same else set()
        return {option.key: BOTH if option.key in other else side for option in here.options}

    # Choosing

    def choose(self, key: str, side: str = BOTH) -> Comparison:
        """Make a choice on both sides, or on one alone; later moments are dropped.

        Args:
            key: the key of an option, or of something that may be done besides.
            side: "both", "first" or "second".

        Raises:
            IllegalChoice: it is not offered, on one side or both; says why, and nothing changes.
        """
        games = self._sides(side)
        before = [(game, game.node) for game in games]
        step = asked(games[0], "choose", key)._replace(forced=not stops(games[0].state))
        try:
            for game in games:
                game.choose(key)
        except IllegalChoice:
            for game, node in before:
                game.go_to(node)
            raise
        self.stopped, self._common, self._before = "", None, {}
        self._push(step, side)
        return self

    def bots(self, bots: Mapping[str, Bot | str] | str, decisions: int = 100, seed: int = 0) -> Comparison:
        """Let bots choose on both sides: the same while both have it, then each side for itself.

        Args:
            bots: a bot for each seat, by its name or as a function, or one for all.
            decisions: how many decisions at most.
            seed: decides what they choose between.
        """
        for _ in range(decisions):
            if not self._bots_choose(bots, seed):
                break
        return self

    def _bots_choose(self, bots: Mapping[str, Bot | str] | str, seed: int) -> bool:
        """Let bots choose once on each side; False when nobody does."""
        chosen = False
        for side in SIDES:  # what one side chooses may move the other past what is forced, so each looks anew
            player = _bot_of(self._game(side), bots, seed)
            if player is None:
                continue
            key = player(self._game(side))
            both = side == FIRST and self.choices(FIRST)[key] == BOTH
            self.choose(key, BOTH if both else side)
            if both:
                return True
            chosen = True
        return chosen

    def go(self, at: int) -> Comparison:
        """Look at another moment, by its number from 0.

        Raises:
            ValueError: there is no such moment.
        """
        if not 0 <= at < len(self._moments):
            raise ValueError(text("compare.no-moment", at=shown(at), last=len(self._moments) - 1))
        self._at = at
        self.first.go_to(self._moments[at].first)
        self.second.go_to(self._moments[at].second)
        return self

    def flip(self, ruling: str, reading: str = "", here: bool = False) -> Comparison:
        """Let the second side hold to another reading, besides those it holds to already; the line is played again.

        What either side alone has chosen stays with it for as long as it fits; ``stopped`` says where it does not.

        Args:
            ruling: the ruling by its id.
            reading: the reading of the second side; the next one that can be played if left out. With the reading of
                the first side the ruling is compared no more.
            here: both begin at the moment of the first side that is looked at, not at the start.

        Raises:
            RulingError: there is no such ruling or reading, or it cannot be played. Nothing changes.
        """
        readings = {**self._readings, **wanted(self.first, {ruling: reading}, self._readings)}
        readings = {id: reading for id, reading in readings.items() if reading != self.first.rulings[id]}
        steps = _steps(self._moments[self._at + 1 :] if here else self._moments[1:])
        start = self.first.state if here else self._start
        at = 0 if here else self._at
        before = {name: getattr(self, name) for name in KEPT}
        try:
            self._begin(start, steps, readings)
        except BaseException:
            vars(self).update(before)
            raise
        self._before = before
        return self if self.stopped else self.go(min(at, len(self._moments) - 1))

    @property
    def can_unflip(self) -> bool:
        """Whether the latest flip can be taken back: nothing has been chosen since."""
        return bool(self._before)

    def unflip(self) -> Comparison:
        """Take the latest flip back: both sides as they were.

        Raises:
            ValueError: nothing has been flipped, or something was chosen since.
        """
        if not self._before:
            raise ValueError(text("compare.no-unflip"))
        vars(self).update(self._before)
        return self.go(self._at)

    # What to keep of it

    def game(self, side: str = SECOND) -> Game:
        """One side as a game of its own, to play on; it stops only where there is a choice."""
        game = self._game(side).branch()
        todo = [game.root]
        while todo:
            node = todo.pop()
            todo += node.children
            node.state = node.state.copy()
            node.state.ask_forced = False
        return game

    def scenario(self, side: str = SECOND, title: str = "", clause: str = "") -> Scenario:
        """One side as a scenario: where it began, each choice, and what is different on the other side.

        Args:
            side: "first" or "second", the reading under which it holds.
            title: what it is called; names the reading if left out.
            clause: what it shows; the rulings compared if left out.
        """
        here, there = self._game(side), self._game(SECOND if side == FIRST else FIRST)
        cited = ", ".join(f"ruling {id}" for id in self._readings)
        named = ", ".join(here.rulings[id] for id in self._readings).replace("-", " ")
        titled = title or (text("compare.title", reading=named) if named else "")
        return Scenario.of(here, None, titled, clause or cited, there)

    def save(
        self, path: str | Path, side: str = SECOND, title: str = "", clause: str = "", *, overwrite: bool = False
    ) -> Scenario:
        """Write one side as a scenario file, and return the scenario; see ``scenario``.

        Raises:
            FileExistsError: another file is there, and it is not to be written over.
        """
        found = self.scenario(side, title, clause)
        found.save(path, overwrite=overwrite)
        return found

    def __str__(self) -> str:
        from explorer.lab.differences import told_in_words

        return told_in_words(self)

    def __repr__(self) -> str:
        ids = ", ".join(f"{id}: {a} / {b}" for id, (a, b) in self.readings.items()) or "-"
        return f"{type(self).__name__}({ids}, moment {self._at} of {len(self._moments) - 1})"

    def picture(self) -> ComparisonPicture:
        """Both sides as they stand, as a picture for a notebook."""
        from explorer.draw.compare import ComparisonPicture

        return ComparisonPicture(self)

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()

    # Both sides in step

    def _game(self, side: str) -> Game:
        if side not in SIDES:
            raise ValueError(text("compare.no-side", side=shown(side)))
        return self.first if side == FIRST else self.second

    def _sides(self, side: str) -> list[Game]:
        return [self.first, self.second] if side == BOTH else [self._game(side)]

    def _push(self, step: Step, side: str, waited: bool = False) -> None:
        self._align()
        del self._moments[self._at + 1 :]
        self._moments.append(Moment(self.first.node, self.second.node, step, side, waited))
        self._at += 1

    def _align(self) -> None:
        """Take what is forced on both sides, but wait where the other side has a choice."""
        for _ in range(RUN_LIMIT):
            free = [game for game in (self.first, self.second) if not stops(game.state)]
            same = _where(self.first) == _where(self.second)
            a, b = self.first.state, self.second.state
            if not free or (same and (len(free) == 1 or option_keys(a) != option_keys(b))):
                return
            for game in free if same else free[:1]:
                game.choose(1)

    def _replay(self, step: Step, side: str) -> None:
        """Make a step of the line on its side, or on both; on the first alone once the second has stopped."""
        if side != BOTH:
            return self._alone_again(step, side)
        while not stops(self.first.state):  # it waits for a choice that only the second side has
            self._both(asked(self.first, "choose", self.first.options[0].key)._replace(forced=True))
        self._both(step)

    def _alone_again(self, step: Step, side: str) -> None:
        """Make a step that one side alone has made."""
        game = self._game(side)
        if side == SECOND and self.stopped:
            return
        while not stops(game.state):
            forced = asked(game, "choose", game.options[0].key)._replace(forced=True)
            take(game, forced)
            self._push(forced, side)
        if side == SECOND and (reason := _misfit(game, step)):
            self.stopped, self._common = reason, len(self._moments)
            return
        take(game, step)
        self._push(step, side)

    def _wait(self) -> None:
        """Look at the moment at which the second side has stopped, if it has."""
        if self._common is not None:
            self.go(self._common - 1)

    def _both(self, step: Step) -> None:
        if not self.stopped:
            self.stopped = _misfit(self.second, step)
            self._common = len(self._moments) if self.stopped else None
        take(self.first, step)
        if not self.stopped:
            take(self.second, step)
        self._push(step, FIRST if self.stopped else BOTH, bool(self.stopped))


def compare(
    game: Game | Position,
    rulings: Mapping[str, str] | str | None = None,
    *,
    since: Node | None = None,
    choices: Sequence[str] = (),
    bots: Mapping[str, Bot | str] | str | None = None,
    decisions: int = 100,
    seed: int = 0,
    **readings: str,
) -> Comparison:
    """Play the same choices under two readings of a ruling and say what is different.

    Args:
        game: a game, whose line up to where it stands is played on both sides; or a position.
        rulings: the other readings by ruling, or one ruling as ``"bid-steps"`` or ``"bid-steps=any-whole-number"``.
        since: the moment of the game from which the other reading holds; its start if left out.
        choices: keys of options to choose after that, on both sides.
        bots: who goes on after that: the name of a bot for all seats, or a bot for each.
        decisions: how many decisions bots make at most.
        seed: what bots choose between is decided by it.
        readings: other readings with the ruling's id as a name, such as ``bid_steps="any-whole-number"``.

    Returns:
        the comparison: ``print`` says what is different, ``frame()`` lists it, ``save`` keeps it as a scenario.

    Raises:
        RulingError: there is no such ruling or reading, or it cannot be played.
        IllegalChoice: a choice is not offered on both sides.

    Example:
        >>> from explorer.game import new_game
        >>> compare(new_game(players=2, seed=1).choose("draw"), "bid-steps").differences
        []
    """
    found = Comparison(game, merged(rulings, readings), since)
    return play_on(found, choices, bots, decisions, seed)


def merged(rulings: Mapping[str, str] | str | None, readings: Mapping[str, str]) -> Mapping[str, str] | str | None:
    """Readings that were given as names of arguments, together with the others."""
    if not readings:
        return rulings
    more = {id.replace("_", "-"): reading for id, reading in readings.items()}
    first = dict([rulings.partition("=")[::2]]) if isinstance(rulings, str) else rulings or {}
    return {**first, **more}


def play_on(
    comparison: Comparison,
    choices: Sequence[str],
    bots: Mapping[str, Bot | str] | str | None,
    decisions: int,
    seed: int,
) -> Comparison:
    """Make choices on both sides, then let bots go on."""
    for key in choices:
        comparison.choose(key)
    return comparison.bots(bots, decisions, seed) if bots is not None else comparison


def wanted(
    game: Game, rulings: Mapping[str, str] | str | None, before: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The other readings by ruling; where none is named, the next one that can be played, after the one ``before``.

    Raises:
        RulingError: there is no such ruling or reading, or the ruling has no other that can be played.
    """
    from explorer.rulebook import rulings as full_rulings

    named = dict([rulings.partition("=")[::2]]) if isinstance(rulings, str) else {} if rulings is None else rulings
    given = dict(named) if isinstance(named, Mapping) else full_rulings(named)  # which says what is wrong with it
    found = {id: reading or _next_reading(game, id, (before or {}).get(id, "")) for id, reading in given.items()}
    full_rulings(found)
    return found


def _next_reading(game: Game, id: str, before: str) -> str:
    ruling = RULINGS.get(id)
    if ruling is None:
        return ""
    now = game.rulings[id]
    others = [reading for reading in ruling.readings if reading in ruling.built and reading != now]
    if not others:
        raise RulingError((text("compare.no-other", id=id, question=ruling_question(id)),))
    return others[(others.index(before) + 1) % len(others)] if before in others else others[0]


def relied(game: Game) -> list[Relied]:
    """The rulings that a game has relied on so far, those relied on most first."""
    counts: dict[tuple[str, str], int] = {}
    powers: dict[tuple[str, str], dict[str, None]] = {}
    for event in game.log.events():
        if event[ev.CODE] == ev.RulingApplied:
            key = (event[ev.FIELDS], event[ev.FIELDS + 1])
            counts[key] = counts.get(key, 0) + 1
            powers.setdefault(key, {}).update({event[ev.BY]: None} if event[ev.BY] else {})
    rows = [
        Relied(id, reading, count, RULINGS[id].belongs_to, tuple(powers[id, reading]))
        for (id, reading), count in counts.items()
    ]
    return sorted(rows, key=lambda row: (-row.times, row.id))


def _steps(moments: Sequence[Moment]) -> list[tuple[Step, str]]:
    """What was chosen, with whose choice it was; one for which the second side has waited was meant for both."""
    found = ((one.step, BOTH if one.waited else one.side) for one in moments)
    return [(step, side) for step, side in found if step is not None and not step.forced]


def _where(game: Game) -> Any:
    return game.state.asking if not game.over else "over"


def _misfit(game: Game, step: Step) -> str:
    """Why a step of the line cannot be made on the second side, "" when it can."""
    if step.word == "edit":
        try:
            game.branch().edit(*step.what)
        except EditError as error:
            return str(error)
        return ""
    decision = game.decision
    if decision is None:
        return text("compare.stop-over", key=step.what)
    if step.word == "choose" and (decision.player, decision.kind) != (step.seat, step.kind):
        return text("compare.stop-asks", key=step.what, seat=step.seat, asked=decision.prompt)
    if step.what in [option.key for option in (*game.options, *game.interrupts)]:
        return ""
    reasons = "; ".join(f"{reason.text} ({reason.clause})" for reason in game.why_not(step.what))
    return text("compare.stop-refused", key=step.what, reasons=reasons or "-")


def _bot_of(game: Game, bots: Mapping[str, Bot | str] | str, seed: int) -> Bot | None:
    """Who chooses now, None when nobody does."""
    from explorer.lab.bots import bot as named

    decision = game.decision
    if decision is None:
        return None
    found = bots if isinstance(bots, str) else bots.get(decision.player)
    return named(found, seed) if isinstance(found, str) else found


__all__ = ["Comparison", "Moment", "Relied", "compare", "relied", "wanted"]
