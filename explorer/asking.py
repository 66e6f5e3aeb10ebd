"""Do two cards ever meet? Their texts, the ways between them in the power graph, and games in which they did.

Scenarios that name both are played first; then tables on which both are at work
are dealt and played at random, until every order and ownership has an example or
the time is up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import cycle, pairwise
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from explorer.card import kebab
from explorer.catalogue import Catalogue, load_catalogue
from explorer.finding import Line, Move, Progress, after, time_limit
from explorer.game import Game
from explorer.graph import power_graph
from explorer.lab.meetings import KINDS, ONE_TURN, Meeting, meetings, noting
from explorer.lab.playouts import pick
from explorer.lab.staging import staged
from explorer.language import events as ev
from explorer.language.abilities import POWERS
from explorer.powertext import Entry, entry
from explorer.rulebook import POWERS as POWER_NAMES
from explorer.rulebook import RULINGS
from explorer.rules.windows import interrupts
from explorer.scenario import Scenario, ScenarioFailure
from explorer.state import State
from explorer.texts import shown, text
from explorer.words import event_text, say

STEPS: Final = 3  # cards that a way leads over, the last one included
WAYS: Final = 4  # of one direction that are shown
TURNS: Final = 2  # that a table is played on at random
LONGEST: Final = 150  # choices of such a line
PLAYERS: Final = (2, 3, 3, 4)


class Way(NamedTuple):
    """A way in the power graph: cards and, between each two, the events that connect them."""

    cards: tuple[str, ...]
    via: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        said = self.cards[0]
        for card, events in zip(self.cards[1:], self.via, strict=True):
            said += text("asking.way", events=", ".join(events[:3]) + (", …" if len(events) > 3 else ""), card=card)
        return said


class Ruling(NamedTuple):
    """A ruling that touches one of the cards or both: its id, the question, the reading in force, and whom it names."""

    id: str
    question: str
    reading: str
    cards: tuple[str, ...]


class Witness:
    """A game in which the two cards met.

    ``name`` is the scenario's, or that of the table; ``kind``, ``first``, ``second`` and ``same_owner`` say how they
    met, ``story`` the events of that moment.
    """

    def __init__(
        self,
        name: str,
        meeting: Meeting,
        pair: tuple[str, str],
        play: Callable[[], Game],
        relied: tuple[tuple[str, str, str], ...] = (),
    ) -> None:
        self.name = name
        self.relied = relied  # (ruling, reading, power)
        self.kind = meeting.kind
        self.first = meeting.first
        self.second = pair[meeting.first == pair[0]]
        self.same_owner = meeting.same_owner
        self.event = meeting.event
        self._play = play

    @property
    def combination(self) -> tuple[str, bool]:
        """Which one came first, and whether both were one player's."""
        return self.first, self.same_owner

    def game(self) -> Game:
        """The game, standing where they have just met; it can go on from there, or back."""
        game = self._play()
        for node in game.line:
            if node.state.events >= self.event:
                return game.go_to(node)
        return game

    def scenario(self) -> Scenario:
        """The line up to there as a scenario, to be saved or checked."""
        return Scenario.of(self.game(), title=self.title)

    @property
    def title(self) -> str:
        """What the witness shows, in a sentence."""
        owner = text("asking.same" if self.same_owner else "asking.two")
        key = f"asking.kind.{self.kind.replace(' ', '-')}"
        return text(key, first=self.first, second=self.second, owner=owner)

    @property
    def story(self) -> list[str]:
        """What happened in the names of the two there."""
        s = self.game().state
        pair = (self.first, self.second)
        told = [e for e in ev.listed(s.log) if e[ev.BY] in pair and e[ev.NUMBER] <= self.event]
        return [event_text(s, event) for event in told[-4:]]

    def __repr__(self) -> str:
        return f"Witness({self.title!r}, {self.name!r})"


class Answer:
    """What is known about two cards; ``print`` it, or look into its parts.

    ``ways`` lead from the first to the second, ``ways_back`` from the second to the first; ``shared`` names the events
    that both hear and the questions that both answer.  ``witnesses`` are sorted from the closest meeting to the
    loosest, one for each order and ownership of which an example was found; ``lacking`` says of which none was.
    """

    def __init__(self, pair: tuple[str, str], entries: tuple[Entry, Entry]) -> None:
        self.a, self.b = pair
        self.entries = entries
        self.ways: list[Way] = []
        self.ways_back: list[Way] = []
        self.shared: list[str] = []
        self.rulings: list[Ruling] = []
        self.witnesses: list[Witness] = []
        self.scenarios = self.tables = self.decisions = 0
        self.seconds = 0.0

    @property
    def meet(self) -> bool:
        """Whether a game was found in which one had to do with the other."""
        return any(witness.kind != ONE_TURN for witness in self.witnesses)

    def __bool__(self) -> bool:
        return self.meet

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        way = self.ways or self.ways_back or self.shared
        word = "meet" if self.meet else "one-turn" if self.witnesses else "way-only" if way else "no-way"
        return text(f"asking.verdict.{word}", a=self.a, b=self.b)

    @property
    def effort(self) -> str:
        """How far the search for games went."""
        values = {"played": self.scenarios, "dealt": self.tables, "made": self.decisions}
        return say("asking.effort", seconds=f"{self.seconds:.1f}", **values)

    @property
    def lacking(self) -> list[str]:
        """The orders and ownerships of which no example was found."""
        found = {witness.combination for witness in self.witnesses if witness.kind != ONE_TURN}
        return [
            text("asking.lacks", first=first, owner=text("asking.same" if same else "asking.two"))
            for first, same in self.combinations()
            if (first, same) not in found
        ]

    def combinations(self) -> list[tuple[str, bool]]:
        """Each order with one owner and with two."""
        return [(first, same) for first in (self.a, self.b) for same in (True, False)]

    def sections(self) -> list[tuple[str, list[str]]]:
        """All there is to say, by headings."""
        ways = [*map(str, self.ways), *map(str, self.ways_back), *self.shared]
        met = [text("asking.seen", title=w.title, name=w.name) for w in self.witnesses]
        rulings = [text("asking.ruling", question=r.question, reading=r.reading, id=r.id) for r in self.rulings]
        cited = {name: f"(power {id})" for id, name in POWER_NAMES.items()}
        texts = [
            text("asking.entry", name=e.name, summary=e.summary or " ".join(e.made), id=cited.get(e.name, "")).strip()
            for e in self.entries
        ]
        no_ways = text("asking.no-ways-met" if self.meet else "asking.no-ways", steps=STEPS)
        parts = {"texts": texts, "ways": ways or [no_ways], "witnesses": met}
        parts |= {"lacking": self.lacking if met else [], "rulings": rulings}  # without any the verdict says it
        return [(text(f"asking.section.{name}"), said) for name, said in parts.items() if said]

    def __str__(self) -> str:
        said = [self.verdict]
        for head, lines in self.sections():
            said += ["", head, *(f"  {line}" for line in lines)]
        return "\n".join([*said, "", self.effort])

    def __repr__(self) -> str:
        return f"Answer({self.a!r}, {self.b!r}, {len(self.witnesses)} witnesses)"

    def _repr_html_(self) -> str:
        from explorer.draw.answer import answer_html

        return answer_html(self)

    def _repr_markdown_(self) -> str:
        from explorer.draw.answer import answer_markdown

        return answer_markdown(self)


def ask(
    a: str,
    b: str,
    seconds: float = 10,
    progress: Callable[[Progress], Any] | None = None,
    catalogue: Catalogue | None = None,
) -> Answer:
    """Ask whether two cards ever meet.

    Args:
        a: a contract's name.
        b: another one's.
        seconds: how long games are looked for at most.
        progress: called now and then with a ``Progress``.
        catalogue: the cards to look in; the printed ones if left out.

    Raises:
        KeyError: no card is called so; names the nearest ones.
        ValueError: both are the same card, or the time is no number above 0.
    """
    cat = catalogue if catalogue is not None else load_catalogue()
    limit = time_limit(seconds)
    pair = _named(cat, a), _named(cat, b)
    if pair[0] == pair[1]:
        raise ValueError(text("asking.one-card", card=pair[0]))
    answer = Answer(pair, (entry(pair[0], cat), entry(pair[1], cat)))
    _look_at_graph(answer, cat)
    answer.rulings = list(_rulings(pair))
    _Hunt(answer, cat, limit, progress).run()
    return answer


def _named(cat: Catalogue, name: object) -> str:
    """A contract's own name; of a Flag card named as a whole, that of its first contract."""
    if not isinstance(name, str):
        raise KeyError(text("asking.no-name", what=shown(name)))
    contracts = cat.cards[cat.base[cat.find(name)]].contracts
    return next((one.name for one in contracts if kebab(one.name) == kebab(name)), contracts[0].name)


# The graph and the register


def _look_at_graph(answer: Answer, cat: Catalogue) -> None:
    """Fill in the ways between the cards; left out where networkx is missing."""
    try:
        graph = power_graph(cat)
    except ImportError:
        return
    from explorer.graphlinks import both
    from explorer.graphview import SAME, card_graph

    cards = card_graph(graph)
    links = {(x, y): tuple(d["via"]) for x, y, d in cards.edges(data=True) if d["kind"] != SAME and d.get("via")}
    answer.ways = _ways(links, answer.a, answer.b)
    answer.ways_back = _ways(links, answer.b, answer.a)
    pair = (answer.a, answer.b)
    asked = [{x for _c, x, d in graph.out_edges(card, data=True) if d["kind"] == "answers"} for card in pair]
    answer.shared = [text("asking.both-hear", event=event) for event in both(graph, *pair)]
    answer.shared += [text("asking.both-answer", question=_question(one)) for one in sorted(asked[0] & asked[1])]


def _question(name: str) -> str:
    return say(f"graph.question.{name}")


def _ways(links: dict[tuple[str, str], tuple[str, ...]], start: str, end: str) -> list[Way]:
    """The shortest ways over at most three cards."""
    following: dict[str, list[str]] = {}
    for x, y in links:
        if x != y:
            following.setdefault(x, []).append(y)
    row: list[tuple[str, ...]] = [(start,)]
    for _ in range(STEPS):
        row = [(*way, card) for way in row for card in following.get(way[-1], ()) if card not in way]
        found = [way for way in row if way[-1] == end]
        if found:
            return [Way(w, tuple(links[one] for one in pairwise(w))) for w in found[:WAYS]]
    return []


def _rulings(pair: tuple[str, str]) -> Iterator[Ruling]:
    """The rulings that name both cards, then those that name one."""
    named = [(id, tuple(card for card in pair if card in one.cards)) for id, one in RULINGS.items()]
    for id, cards in sorted(named, key=lambda one: -len(one[1])):
        if cards:
            yield ruling_words(id, RULINGS[id].default, cards)


def ruling_words(id: str, reading: str, cards: tuple[str, ...]) -> Ruling:
    """A ruling in words."""
    return Ruling(id, say(f"ruling.{id}.question"), say(f"ruling.{id}.{reading}"), cards)


# Games


@cache
def _scenario_text(name: str) -> str:
    """A scenario that comes with the package, as it is written."""
    from explorer.shipped import path_of

    return path_of(name).read_text(encoding="utf-8")


def naming(pair: tuple[str, str]) -> Iterator[str]:
    """The scenarios that name both cards, those first that are called after both, then those of their own folders."""
    from explorer.shipped import names

    own = tuple(kebab(name) for name in pair)
    words = [re.compile(rf"(?<![\w-])({re.escape(n)}|{re.escape(kebab(n))})(?![\w-])", re.IGNORECASE) for n in pair]

    def closeness(name: str) -> tuple[int, bool]:
        return -sum(one in name for one in own), name.partition("/")[0] not in (*own, "interactions")

    for name in sorted(names(), key=closeness):
        if all(word.search(_scenario_text(name)) for word in words):
            yield name


class _Hunt:
    """The search for games in which two cards meet."""

    def __init__(self, answer: Answer, cat: Catalogue, seconds: float, tell: Callable[[Progress], Any] | None) -> None:
        self.answer, self.cat, self.seconds, self.tell = answer, cat, seconds, tell
        self.began = monotonic()
        self.pair = answer.a, answer.b
        self.numbers = cat.find(answer.a), cat.find(answer.b)
        self.powers = tuple(cat.power[number] or "" for number in self.numbers)
        self.best: dict[tuple[str, bool], Witness] = {}

    def run(self) -> None:
        answer = self.answer
        if all(power in POWERS for power in self.powers):
            with noting(self.powers) as self.notes:
                self._scenarios()
                self._tables()
        answer.witnesses = sorted(self.best.values(), key=lambda one: KINDS.index(one.kind))
        answer.rulings += self._relied()
        answer.seconds = monotonic() - self.began
        if self.tell is not None:
            self.tell(Progress(self.seconds, self.seconds, answer.decisions, answer.tables))

    def _relied(self) -> list[Ruling]:
        """The rulings that the two relied on in the games that were found, as far as the register names neither."""
        known = {one.id for one in self.answer.rulings}
        found: dict[str, Ruling] = {}
        for witness in self.answer.witnesses:
            for id, reading, power in witness.relied:
                if id not in known:
                    found[id] = ruling_words(id, reading, (self.pair[power == self.powers[1]],))
        return list(found.values())

    def _done(self) -> bool:
        """Whether the time is up, or there is a close meeting of every sort."""
        found = [one for one in self.best.values() if one.kind != ONE_TURN]
        return len(found) == 4 or monotonic() - self.began >= self.seconds

    def _scenarios(self) -> None:
        """Play the scenarios that name both, for half of the time at most."""
        for name in naming(self.pair):
            self._scenario(name)
            if self._done() or monotonic() - self.began > self.seconds / 2:
                return

    def _scenario(self, name: str) -> None:
        """Play a scenario and look at its line."""
        from explorer.shipped import load

        self.notes.clear()
        try:
            game = load(name).play()
        except (ScenarioFailure, ValueError):  # one that does not hold shows nothing
            return
        self.answer.scenarios += 1
        self._keep(name, [node.state for node in game.line], lambda: load(name).play())

    def _tables(self) -> None:
        """Deal tables and play them at random."""
        for seed, owners in enumerate(cycle(((0, 0), (0, 1), (1, 0)))):
            if self._done():
                return
            placed = list(zip(self.numbers, owners, strict=True))
            self._table(staged(self.cat, placed, PLAYERS[seed // 3 % len(PLAYERS)], seed), seed)
            if self.tell is not None:
                past = monotonic() - self.began
                self.tell(Progress(past, self.seconds, self.answer.decisions, self.answer.tables))

    def _table(self, start: State, seed: int) -> None:
        rng = Random(seed)
        self.notes.clear()
        self.answer.tables += 1
        states, moves = [start], list[Move]()
        while len(moves) < LONGEST and not states[-1].over and states[-1].turn < start.turn + TURNS:
            if monotonic() - self.began >= self.seconds:
                break
            s = states[-1]
            beside = interrupts(s) if rng.random() < 0.1 else []
            moves.append(("use", rng.choice(beside)) if beside else ("choose", pick(s, rng, 0.9)))
            states.append(after(s, moves[-1]))
        self.answer.decisions += len(moves)
        line = tuple(moves)
        self._keep(text("asking.table", number=self.answer.tables), states, lambda: Line(start, line).game())

    def _keep(self, name: str, states: Sequence[State], play: Callable[[], Game]) -> None:
        """Keep what is closer than what was found before."""
        events = ev.listed(states[-1].log)
        relied = tuple(
            (event[ev.FIELDS], event[ev.FIELDS + 1], event[ev.BY])
            for event in events
            if event[ev.CODE] == ev.RulingApplied and event[ev.BY] in self.powers
        )
        for meeting in meetings(events, self.notes, states, self.powers):  # type: ignore[arg-type]
            known = self.pair[meeting.first == self.powers[1]]
            meeting = meeting._replace(first=known)
            before = self.best.get((known, meeting.same_owner))
            if before is None or KINDS.index(meeting.kind) < KINDS.index(before.kind):
                self.best[known, meeting.same_owner] = Witness(name, meeting, self.pair, play, relied)


__all__ = ["Answer", "Ruling", "Way", "Witness", "ask"]
