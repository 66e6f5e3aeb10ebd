"""Scenarios: a position, what is chosen, and what must be true, as one YAML text with its clause.

Steps are played through the options of a game.  Decisions with a single option
are taken by themselves unless a step speaks of them; ``ask_forced: true`` makes
every one of them a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from explorer.card import kebab, nearest
from explorer.edits import EditError
from explorer.files.expectations import Mismatch, asks, expect, fits, same_key, speaks_of_options
from explorer.files.reading import Reader
from explorer.files.record import expect_lines, facts, line_of, step_lines, told
from explorer.files.tree import Tree, written_word
from explorer.game import Game, IllegalChoice, Node, Option
from explorer.position import Position, PositionError, Problem
from explorer.reasons import UNKNOWN, unknown_in
from explorer.state import plain
from explorer.texts import shown, text

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue

KEYS: Final = ("steps", "expect", "ask_forced", "name", "note")
STEP_KEYS: Final = (
    "asks", "offers", "exactly", "refused", "expect", "edit", "chance", "choose", "use", "finish", "note",
)  # fmt: skip
FORCED_LIMIT: Final = 2000
OPTIONS_TOLD: Final = 40  # a longer list of options is not worth expecting


class ScenarioError(PositionError):
    """A scenario cannot be read; ``problems`` holds everything that is wrong."""


class ScenarioFailure(AssertionError):
    """A scenario did not come out as it says: which step or expectation, on which line, expected and found."""

    def __init__(self, scenario: str, line: int, where: str, mismatch: Mismatch, game: Game) -> None:
        self.line = line
        self.where = where
        self.expected = mismatch.expected
        self.found = mismatch.found
        self.game = game
        values = {"title": scenario, "line": line, "where": where, "what": mismatch.what}
        sides = (text("scenario.expected", expected=self.expected), text("scenario.found", found=self.found))
        super().__init__("\n  ".join((text("scenario.failure", **values), *sides)))


class Scenario:
    """A position with steps and expectations.

    Example:
        >>> scenario = Scenario.load('''
        ... title: The leader draws
        ... players: [{harbor: green, hand: 3}, {harbor: yellow}]
        ... steps:
        ... - choose: draw
        ... expect:
        ...   green: {hand: 5}
        ...   leader: yellow
        ... ''')
        >>> scenario.play().decision.player
        'yellow'
    """

    def __init__(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise ScenarioError([Problem(0, "scenario", text("scenario.no-position", what=shown(position)))])
        self.position = position
        tree = position._tree
        position._extra_keys = KEYS
        self._tree = tree
        self.title = position.title
        self.clause = _word(tree.get("clause"))
        self.ask_forced = _word(tree.get("ask_forced")) == "true"
        problems = _form(tree)
        if problems:
            raise ScenarioError(problems)
        steps = tree.get("steps")
        self.steps: list[Tree] = list(steps.value) if steps is not None else []
        self.expect = tree.get("expect")

    @classmethod
    def load(cls, source: str | bytes | Path, catalogue: Catalogue | None = None) -> Scenario:
        """Read a scenario from a file or a text.

        Raises:
            PositionError: it cannot be read (ScenarioError where the steps are at fault).
        """
        return cls(Position.load(source, catalogue))

    @classmethod
    def of(
        cls, game: Game, since: Node | None = None, title: str = "", clause: str = "", against: Game | None = None
    ) -> Scenario:
        """Write a line of play as a scenario: the moment it begins at, each choice, and what is true at its end.

        Args:
            game: the game; its line ends where it stands.
            since: the moment where the scenario begins; the start of the game if left out.
            title: what it is called.
            clause: what it shows, such as "R-LOAD-1"; the clause of the first decision if left out.
            against: expect only what is different in this other game.

        Raises:
            ValueError: the moment does not lie on the game's line.
            PositionError: the game holds what a text cannot carry.

        Example:
            >>> from explorer.game import new_game
            >>> Scenario.of(new_game(players=2, seed=1).choose("draw")).play().state.turn
            2
        """
        nodes = line_of(game, since)
        whole, steps = told(nodes)
        decision = Game(nodes[0].state).decision
        start = Position.of(nodes[0].state, title).text()
        head, _, rest = start.partition("\n")
        cited = clause or (decision.clause if decision is not None else "") or "R-TURN-1"
        lines = [head, f"clause: {written_word(cited)}", rest.rstrip("\n")]
        lines += ["steps:", *step_lines(steps)] if steps else []
        lines += ["expect:", *expect_lines(_worth_telling(whole, against))]
        return cls.load("\n".join(lines) + "\n")

    def text(self) -> str:
        """The scenario as YAML text."""
        return self.position.text()

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Write the scenario to a file; errors as for ``Position.save``."""
        self.position.save(path, overwrite=overwrite)

    def check(self) -> list[Problem]:
        """Every problem of the scenario's position."""
        return self.position.check()

    def game(self, rulings: Mapping[str, str] | None = None) -> Game:
        """The game at the scenario's position, before the first step; raises PositionError."""
        chance = any(step.get("chance") is not None for step in self.steps)
        state = self.position.state(rulings, ask_chance=chance, ask_forced=True)
        return Game(state)

    def play(self, rulings: Mapping[str, str] | None = None) -> Game:
        """Play all steps and test what is expected; returns the game at its end.

        Args:
            rulings: readings to use instead of those of the scenario.

        Raises:
            PositionError: the position cannot be used.
            ScenarioFailure: something did not come out as the scenario says.
        """
        game = self.game(rulings)
        for number, step in enumerate(self.steps, 1):
            self._step(game, step, number)
        if self.expect is not None:
            if not speaks_of_options(self.expect):
                self._settle(game)
            self._try(game, self.expect, "expect", lambda: expect(game, self.expect))
        return game

    def _step(self, game: Game, step: Tree, number: int) -> None:
        where = text("scenario.step", number=number)
        if step.get("expect") is not None and not _speaks_of_decision(step):
            self._settle(game)
        mismatch = self._advance(game, step)
        if mismatch is not None:
            raise ScenarioFailure(self.title, mismatch.line or step.line, where, mismatch, game)
        self._try(game, step, where, lambda: _act(game, step))

    def _advance(self, game: Game, step: Tree) -> Mismatch | None:
        """Go on to the decision that the step fits, past forced ones only; says why there is none."""
        found = first = None
        for _ in range(FORCED_LIMIT):
            mismatch = _fitting(game, step)
            if mismatch is None:
                return None
            if found is None and _misspelled(game, step):  # no use to look further
                return mismatch
            if found is not None and game.over:  # that it is over tells less than what was offered first
                return first
            first = first if found is not None else mismatch
            found = found if found is not None and _near(game, step, found) else mismatch
            if not self._forced(game):
                break
            game.choose(1)
        return found

    def _settle(self, game: Game) -> None:
        """Take what is forced, as a game that does not stop there would have, but begin no other turn."""
        for _ in range(FORCED_LIMIT):
            if not self._forced(game) or game.state.asking[1] == "lead":  # type: ignore[index]
                return
            game.choose(1)

    def _forced(self, game: Game) -> bool:
        return not self.ask_forced and not game.over and len(game.state.options or ()) == 1

    def _try(self, game: Game, at: Tree, where: str, what: Any) -> None:
        try:
            what()
        except Mismatch as mismatch:
            raise ScenarioFailure(self.title, mismatch.line or at.line, where, mismatch, game) from None

    def __repr__(self) -> str:
        return f"Scenario({self.title!r}, {len(self.steps)} steps)"


def _worth_telling(game: Game, against: Game | None) -> dict[tuple[str, str], Any]:
    """What a scenario expects at the end; naming options keeps it from going on to a later decision."""
    found = facts(game)
    keys = [option.key for option in game.options]
    if against is not None:
        other = facts(against)
        differs = {key: value for key, value in found.items() if other.get(key) != value}
        if keys != [option.key for option in against.options] and len(keys) <= OPTIONS_TOLD:
            return {**differs, ("", "exactly"): keys} if keys else differs
        found = differs or found
    return {**found, ("", "offers"): keys} if len(keys) == 1 else found


def _near(game: Game, step: Tree, found: Mismatch) -> bool:
    """Whether an earlier mismatch tells more than a later one: it chose the same move with other parts."""
    head = _word(step.get("choose")).partition("/")[0]
    return found.what == "choose" and bool(head) and f" {head}/" in found.found


def _misspelled(game: Game, step: Tree) -> bool:
    """Whether a step names something that there is not, so that no later decision can offer it."""
    for key in ("choose", "use", "chance"):
        found = step.get(key)
        if found is not None and not (key == "choose" and found.number is not None):
            if unknown_in(game.state, str(found.value)):
                return True
    return False


def _word(tree: Tree | None) -> str:
    return str(tree.value) if tree is not None and tree.kind == "word" else ""


# Form


def _form(tree: Tree) -> list[Problem]:
    """What is wrong with the steps as such."""
    reader = Reader(tree, None, None)
    if tree.kind != "map":
        reader.fault(tree, "scenario", "want-map", example="title: …")
        return reader.problems
    reader.cites(tree.get("clause"), "clause")
    reader.yes(tree.get("ask_forced"), "ask_forced")
    steps = tree.get("steps")
    if steps is not None and steps.kind != "list":
        reader.fault(steps, "steps", "want-list", example="[{choose: draw}]")
        return reader.problems
    for number, step in enumerate(steps.value if steps is not None else (), 1):
        if len(reader.problems) < 20:
            _step_form(reader, step, f"steps/{number}")
    found = tree.get("expect")
    if found is not None and found.kind != "map":
        reader.fault(found, "expect", "want-map", example="{green: {credits: 14}}")
    return reader.problems


def _step_form(reader: Reader, step: Tree, place: str) -> None:
    if not reader.keys(step, place, STEP_KEYS, "choose: draw"):
        return
    for key in ("asks", "choose", "use", "chance", "finish"):
        reader.word(step.get(key), place, "draw")
    for key in ("offers", "exactly"):
        for item in reader.items(step.get(key), place, "[draw]"):
            reader.word(item, place, "draw")
    reader.one_of(step.get("finish"), place, ("turn", "forced"))
    found = step.get("expect")
    if found is not None and found.kind != "map":
        reader.fault(found, place, "want-map", example="{green: {credits: 14}}")
    _refused_form(reader, step.get("refused"), place)
    if step.get("edit") is not None:
        _operations(step.get("edit"), reader, place)


def _refused_form(reader: Reader, refused: Tree | None, place: str) -> None:
    if refused is not None and refused.kind == "map":
        for item in refused.value.values():
            reader.word(item, place, "R-LOAD-1")
    else:
        for item in reader.items(refused, place, "{load/beer/green 1: R-LOAD-3}"):
            reader.word(item, place, "load/beer/green 1")


def _operations(tree: Tree | None, reader: Reader | None = None, place: str = "") -> list[tuple[Any, ...]]:
    """Edits: ``[move, Beer, green/hand]``, ``[credits, green, 12]``, ``[market, luxury, -1]``; one or a list."""
    if tree is None:
        return []
    rows = [tree] if tree.kind == "list" and tree.value and tree.value[0].kind == "word" else tree.value
    found = []
    for row in rows if tree.kind == "list" else []:
        if row.kind == "list" and len(row.value) == 3 and all(item.kind == "word" for item in row.value):
            word, what, where = (str(item.value) for item in row.value)
            number = row.value[2].number
            found.append((word, what, where if word == "move" or number is None else number))
        elif reader is not None:
            reader.fault(row, place, "want-list", example="[move, Beer, green/hand]")
    if tree.kind != "list" and reader is not None:
        reader.fault(tree, place, "want-list", example="[move, Beer, green/hand]")
    return found


# Steps


def _speaks_of_decision(step: Tree) -> bool:
    return any(step.get(key) is not None for key in ("asks", "offers", "exactly", "refused", "choose", "use", "chance"))


def _fitting(game: Game, step: Tree) -> Mismatch | None:
    """Why the step does not fit the pending decision, None when it does."""
    try:
        for key, test in (("asks", asks), ("offers", _offers), ("exactly", _exactly), ("refused", _refused)):
            found = step.get(key)
            if found is not None:
                test(game, found)
        for key in ("choose", "use", "chance"):
            found = step.get(key)
            if found is not None and not _finds(game, found, key):
                raise Mismatch(found.line, key, str(found.value), _offered(game, str(found.value)))
    except Mismatch as mismatch:
        return mismatch
    return None


def _options(game: Game) -> list[Option]:
    return [*game.options, *game.interrupts]


def _items(tree: Tree) -> list[Tree]:
    return list(tree.value) if tree.kind == "list" else [tree]


def _offers(game: Game, tree: Tree) -> None:
    for item in _items(tree):
        if not any(fits(str(item.value), option.key) for option in _options(game)):
            raise Mismatch(item.line, "offers", str(item.value), _offered(game, str(item.value)))


def _exactly(game: Game, tree: Tree) -> None:
    """Every option is listed and everything listed is an option; uses beside the decision do not count."""
    items = _items(tree)
    wanted = ", ".join(str(item.value) for item in items)
    for item in items:
        if not any(fits(str(item.value), option.key) for option in game.options):
            raise Mismatch(item.line, "exactly", wanted, _offered(game))
    for option in game.options:
        if not any(fits(str(item.value), option.key) for item in items):
            raise Mismatch(tree.line, "exactly", wanted, f"{_offered(game)} ({option.key} is not listed)")


def _refused(game: Game, tree: Tree) -> None:
    pairs = tree.value.items() if tree.kind == "map" else [(str(item.value), None) for item in _items(tree)]
    for key, clause in pairs:
        line = tree.lines.get(key, tree.line)
        for option in _options(game):
            if fits(key, option.key):
                raise Mismatch(line, "refused", text("scenario.not-offered", key=key), option.key)
        _reasons(game, key, _word(clause), line)
        _changes_nothing(game, key, line)


def _reasons(game: Game, key: str, clause: str, line: int) -> None:
    if clause in ("", "any"):
        return
    reasons = game.why_not(key)
    if not any(clause in (reason.clause, reason.check) for reason in reasons):
        found = ", ".join(f"{reason.clause} ({reason.check})" for reason in reasons) or text("scenario.no-reason")
        raise Mismatch(line, "refused", f"{key}: {clause}", found)


def _changes_nothing(game: Game, key: str, line: int) -> None:
    before, node = plain(game.state), game.node
    try:
        game.choose(key)
    except IllegalChoice:
        if game.node is node and plain(game.state) == before:
            return
    raise Mismatch(line, "refused", text("scenario.unchanged"), text("scenario.changed"))


def _finds(game: Game, tree: Tree, word: str) -> Option | None:
    """The option that a step names: by its number, its key, or a part of it that fits no other."""
    if game.over:
        return None
    wanted = str(tree.value)
    among = game.options if word == "chance" else game.interrupts if word == "use" else _options(game)
    if word == "chance" and (game.decision is None or game.decision.player != "chance"):
        return None
    number = tree.number
    if word == "choose" and number is not None and 1 <= number <= len(game.options):
        return game.options[number - 1]
    exact = [option for option in among if same_key(wanted, option.key)]
    found = exact or [option for option in among if fits(wanted, option.key)]
    return found[0] if len(found) == 1 else None


def _act(game: Game, step: Tree) -> None:
    found = step.get("expect")
    if found is not None:
        expect(game, found)
    operations = _operations(step.get("edit"))
    if operations:
        try:
            game.edit(*operations)
        except EditError as error:
            raise Mismatch(step.line, "edit", str(operations), str(error)) from None
    for key in ("use", "chance", "choose"):
        found = step.get(key)
        if found is not None:
            option = _finds(game, found, key)
            if option is None:
                raise Mismatch(found.line, key, str(found.value), _offered(game, str(found.value)))
            game.choose(option)
    if _word(step.get("finish")) == "turn":
        _finish_turn(game)


DECLINE: Final = ("pass", "stop", "no", "declare/0", "bid/0", "draw")


def _finish_turn(game: Game) -> None:
    """Finish the turn in the cheapest legal way: decline whatever is optional, else the first option."""
    turn = game.state.turn
    for _ in range(FORCED_LIMIT):
        if game.over or game.state.turn != turn:
            return
        keys = {option.key: option for option in game.options}
        game.choose(next((keys[word] for word in DECLINE if word in keys), game.options[0]))


def _offered(game: Game, wanted: str = "") -> str:
    """What is on offer, for a failure: whose decision, and the keys nearest to the wanted one first."""
    decision = game.decision
    if decision is None:
        return text("scenario.over")
    keys = [option.key for option in _options(game)]
    keys.sort(key=lambda key: not key.startswith(wanted.partition("/")[0]) if wanted else False)
    shown = ", ".join(keys[:15]) + (", …" if len(keys) > 15 else "")
    matching = [key for key in keys if wanted and fits(wanted, key)]
    ambiguous = text("scenario.ambiguous", count=len(matching)) if len(matching) > 1 else ""
    against = game.why_not(wanted) if wanted and not matching else []
    reasons = "; ".join(f"{r.text} ({r.clause})" for r in against if r.check not in UNKNOWN)
    said = f" [{reasons}]" if reasons else nearest(wanted, keys) if wanted and not matching else ""
    return text("scenario.offered", seat=decision.player, kind=decision.kind, keys=shown) + ambiguous + said


__all__ = ["Scenario", "ScenarioError", "ScenarioFailure", "kebab"]
