"""Very many random games and edits, with every invariant looked at: ``python -m explorer.lab.campaign --help``.

Each game follows from its number alone, so what a report names can be played
again: ``one_game(number, plan)``.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from explorer.card import kebab
from explorer.edits import EditError
from explorer.game import Game, Node
from explorer.lab.answering import answers_watched
from explorer.lab.editing import edited, random_edit
from explorer.lab.invariants import (
    Watch,
    broken,
    card_places,
    cards_kept,
    differences,
    fingerprint,
    reloaded,
    strict_steps,
)
from explorer.lab.playouts import GameTooLong, bare, catalogue_of, loaded, pick, play, random_rulings, random_step
from explorer.language import events as ev
from explorer.language.abilities import Answers
from explorer.language.moves import is_token
from explorer.language.stepper import choose
from explorer.log import events_since
from explorer.position import Position
from explorer.powers import BUILT
from explorer.rulebook import CLAUSES, RULINGS
from explorer.save import load
from explorer.state import State, plain
from explorer.terms import SETS

POWER_OF: Final = {kebab(name): name for name in BUILT}
TOO_LONG: Final = 20_000  # decisions after which a game counts as one that does not end
CHUNK: Final = 10  # games a worker plays before it reports


class Plan(NamedTuple):
    """What a campaign plays."""

    games: int = 1000
    fewest: int = 2
    most: int = 6
    loaded: float = 0.5
    copies: int = 1
    rulings: float = 0.3
    interrupts: float = 0.05
    often: float = 0.1
    dear: float = 0.02
    edits: int = 0
    roundtrip: int = 0
    strict: int = 0
    saves: int = 0
    seed: int = 0


class Job(NamedTuple):
    """One game of a plan: its kind ("play", "edit", "roundtrip", "strict") and number."""

    kind: str
    number: int


Tally = Counter[tuple[str, str]]  # (what is counted, of which) -> how often


# Setting up


def players_of(number: int, plan: Plan) -> int:
    """How many seats the game of this number has."""
    return plan.fewest + number % (plan.most - plan.fewest + 1)


def start(number: int, plan: Plan) -> tuple[State, Random]:
    """Deal the game of this number."""
    rng = Random(plan.seed * 1_000_003 + number)
    chosen = random_rulings(rng) if rng.random() < plan.rulings else None
    deal = loaded if rng.random() < plan.loaded else bare
    return deal(players_of(number, plan), table_of(number, plan), rulings=chosen, cat=catalogue_of(plan.copies)), rng


def table_of(number: int, plan: Plan) -> int:
    """The seed of the table that is dealt: a plan with another seed has other tables."""
    return 1_000_000 * plan.seed + number


# Games of the four kinds


def one_game(number: int, plan: Plan) -> tuple[Tally, list[str]]:
    """Play one game to its end; returns counts and what did not hold."""
    state, rng = start(number, plan)
    tally: Tally = Counter()
    watch = Watch(state, Random(number), plan.often, plan.dear)

    def look(s: State) -> None:
        power = power_inside(s)
        tally["decisions", "inside a power" if power else "outside"] += 1
        if power:
            tally["decisions inside", power] += 1
        watch(s)

    try:
        end = play(state, rng, look, plan.interrupts, most=TOO_LONG)
    except GameTooLong as stopped:
        end = stopped.state
        tally["stopped", f"game {number} of seed {plan.seed}"] += 1
    _note_game(tally, end, state)
    tally.update({("unsaid", what): count for what, count in watch.unsaid.items()})
    return tally, watch.end(end)


def inside_a_power(s: State) -> bool:
    """Whether the pending decision is part of what a power does."""
    return bool(power_inside(s))


def power_inside(s: State) -> str:
    """The power that the pending decision is part of, the innermost one; empty if there is none."""
    for f in reversed(s.stack):
        if f.by:
            return f.by
        if "/" in f.proc:
            return POWER_OF.get(f.proc.partition("/")[0], f.proc)
    return ""


def _note_mix(tally: Tally, begun: State) -> None:
    """Count what the game is played with."""
    sets = {begun.cat.set[card] for card, _zone in card_places(begun) if not is_token(begun, card)}
    tally["mixes: sets", " + ".join(name for name in SETS if name in sets)] += 1
    tally["mixes: place", "Port of Tokyo" if begun.port else "Supply Island"] += 1
    tally["mixes: Market", "with" if begun.market else "without"] += 1
    tally["mixes: physical containers", ("none", "variant 1", "variant 2")[begun.containers]] += 1


def _note_in_force(tally: Tally, begun: State, events: list[tuple[Any, ...]]) -> None:
    """Count the powers whose card has lain in a fulfilled area at any time of the game."""
    cards = {card for player in begun.players for card in player.fulfilled}
    cards |= {event[ev.FIELDS] for event in events if event[ev.CODE] in (ev.ContractTucked, ev.CardSlipped)}
    tally.update({("in force", str(name)): 1 for name in {begun.cat.power[card] for card in cards} if name in BUILT})


def _note_game(tally: Tally, end: State, begun: State) -> None:
    tally["games", f"{len(end.players)} players"] += 1
    _note_mix(tally, begun)
    tally["turns", f"{len(end.players)} players"] += end.turn
    tally["ends", (end.ending if end.over else "") or "stopped"] += 1
    events = events_since(end, begun)
    _note_in_force(tally, begun, events)
    for event in events:
        tally["clauses", event[ev.CLAUSE]] += 1
        tally["events", ev.EVENTS[event[ev.CODE]].name] += 1
        power = _power_at_work(end, event)
        if power:
            tally["powers", power] += 1
        if event[ev.CODE] == ev.RulingApplied:
            tally["rulings", f"{event[ev.FIELDS]}: {event[ev.FIELDS + 1]}"] += 1


def _power_at_work(s: State, event: tuple[Any, ...]) -> str:
    """The power an event belongs to: the one that acts, that it cites, or that wins."""
    if event[ev.BY]:
        return str(event[ev.BY])
    if event[ev.CLAUSE].startswith("power "):
        return POWER_OF.get(event[ev.CLAUSE][6:], "")
    return str(s.cat.power[event[ev.FIELDS]]) if event[ev.CODE] == ev.GameWon else ""


def edit_game(number: int, plan: Plan, often: float = 0.05) -> tuple[Tally, list[str]]:
    """Play a loaded game and edit the table at random decisions, more often inside powers."""
    rng = Random(table_of(number, plan))
    state = loaded(players_of(number, plan), table_of(number, plan), cat=catalogue_of(plan.copies))
    tally: Tally = Counter()
    found: list[str] = []
    s, before = state.copy(), state
    for turn in range(3000):
        if s.over:
            break
        found += [f"decision {turn}, turn {s.turn}: {line}" for line in broken(s, before, edited=True)]
        before = s.copy()
        inside = inside_a_power(s)
        if rng.random() < (0.5 if inside else often):
            s, edits = edited(s, rng)
            if edits:
                found += [f"decision {turn}: {line} by {edits}" for line in cards_kept(s, before)]
                before = s.copy()
                tally["edits", "inside a power" if inside else "outside"] += len(edits)
                tally["edits", "refused"] += 0
                continue
            tally["edits", "refused"] += 1
        random_step(s, rng, plan.interrupts)
    tally["edited games", "ended" if s.over else "stopped"] += 1
    return tally, found


def roundtrip_game(number: int, plan: Plan) -> tuple[Tally, list[str]]:
    """Write and read back at every decision, go on with both and compare; nothing earlier may change."""
    state, rng = start(number, plan)
    s = state.copy()
    tally: Tally = Counter()
    found: list[str] = []
    kept: list[tuple[State, int]] = []
    while not s.over:
        if len(kept) > TOO_LONG:
            break
        if rng.random() < (0.5 if inside_a_power(s) else 0.03):
            twin = Position.load(Position.of(s).text()).state()
            tally["round trips", "as positions"] += 1
        else:
            twin = reloaded(s)
        if twin.options != s.options or plain(twin.copy()) != plain(s):
            found.append(f"turn {s.turn}, {s.asking}: reads back differently")
        kept.append((s.copy(), fingerprint(s)))
        option = pick(s, rng)
        choose(s, option)
        choose(twin, option)
        tally["round trips", "decisions"] += 1
        if plain(twin) != plain(s):
            found.append(f"turn {s.turn}, {s.asking}: {option} goes on differently after reading back")
        s = twin if rng.random() < 0.5 else s
    if any(fingerprint(state) != number for state, number in kept):
        found.append("a later choice has changed an earlier snapshot")
    return tally, found


def saved_game(number: int, plan: Plan) -> tuple[Tally, list[str]]:
    """Drive a Game with undo, branches and edits, save its tree, load it and compare every moment."""
    state, rng = start(number, plan)
    game = Game(state)
    for _ in range(300):
        if game.over or rng.random() < 0.03:
            game.undo(rng.randint(1, 8))
        elif rng.random() < 0.03:
            with suppress(EditError):
                game.edit(random_edit(game.state, rng))
        else:
            beside = game.interrupts if rng.random() < plan.interrupts else []
            game.choose(rng.choice(beside or game.options))
    tally: Tally = Counter({("saved games", "games"): 1})
    other = load(game.save())
    mine, theirs = _moments(game.root), _moments(other.root)
    tally["saved games", "moments"] += len(mine)
    found = [f"{len(mine)} moments saved, {len(theirs)} loaded"] if len(mine) != len(theirs) else []
    for number, (one, two) in enumerate(zip(mine, theirs, strict=False)):
        if plain(one) != plain(two) or one.options != two.options:
            found.append(f"moment {number} differs after loading: {differences(one, two)}")
            break
    if plain(game.state) != plain(other.state):
        found.append("the game stands elsewhere after loading")
    return tally, found


def _moments(root: Node) -> list[State]:
    """The states of a tree of moments, each before what followed from it."""
    found, todo = [], [root]
    while todo:
        node = todo.pop()
        found.append(node.state)
        todo += reversed(node.children)
    return found


def strict_game(number: int, plan: Plan) -> tuple[Tally, list[str]]:
    """Play a game in which every step must prove that it either asks or changes."""
    state, rng = start(number, plan)
    with strict_steps(), suppress(GameTooLong):
        play(state, rng, None, plan.interrupts, most=TOO_LONG)
    return Counter({("strict games", "games"): 1}), []


KINDS: Final[dict[str, Callable[[int, Plan], tuple[Tally, list[str]]]]] = {
    "play": one_game,
    "edit": edit_game,
    "roundtrip": roundtrip_game,
    "strict": strict_game,
    "save": saved_game,
}


# Running


def run(
    plan: Plan, jobs: int = 2, minutes: float = 0, on_chunk: Callable[[int, int], None] | None = None
) -> tuple[Tally, list[str]]:
    """Play a plan in several processes, for so many minutes if given; returns all counts and what did not hold."""
    chunks = _chunks(plan)
    total: Tally = Counter()
    found: list[str] = []
    until = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(jobs) as pool:
        for number, (tally, lines) in enumerate(pool.map(play_chunk, chunks, [plan] * len(chunks)), 1):
            total.update(tally)
            found += lines
            if on_chunk is not None:
                on_chunk(number, len(chunks))
            if minutes and time.monotonic() > until:
                pool.shutdown(cancel_futures=True)
                break
    return total, found


def _chunks(plan: Plan) -> list[list[Job]]:
    edit_games = -(-plan.edits // 25)
    jobs = [Job("edit", n) for n in range(edit_games)] + [Job("strict", n) for n in range(plan.strict)]
    jobs += [Job("save", n) for n in range(plan.saves)]
    jobs += [Job("roundtrip", n) for n in range(plan.roundtrip)] + [Job("play", n) for n in range(plan.games)]
    Random(plan.seed).shuffle(jobs)  # so that a campaign cut short has played games of every kind
    return [jobs[i : i + CHUNK] for i in range(0, len(jobs), CHUNK)]


def play_chunk(chunk: Iterable[Job], plan: Plan) -> tuple[Tally, list[str]]:
    """Play some games one after the other; exceptions become lines of what did not hold."""
    total: Tally = Counter()
    found: list[str] = []

    def changed(ability: Answers, _s: State, _entry: Any) -> None:
        total["answers", ability.power] += 1

    with answers_watched(changed):
        for job in chunk:
            try:
                tally, lines = KINDS[job.kind](job.number, plan)
            except Exception as error:
                tally, lines = Counter({("exceptions", job.kind): 1}), [_said(error)]
            total.update(tally)
            found += [f"{job.kind} {job.number}: {line}" for line in lines]
    return total, found


def _said(error: BaseException) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:300]} ({at.filename.rpartition('/')[2]}:{at.lineno}, {at.name})"


# The report


def report(plan: Plan, tally: Tally, found: list[str], seconds: float) -> str:
    """Write a report in Markdown."""
    lines = [
        "# Campaign of random games",
        "",
        f"Plan: {', '.join(f'{name} {value}' for name, value in plan._asdict().items())}. {seconds:.0f} s.",
        "",
        "| what | count |",
        "|---|---|",
        *_totals(tally),
        "",
        *_turns(tally),
        *_table("Games by sets", "mixes: sets", tally),
        *_table("Games by island or port", "mixes: place", tally),
        *_table("Games by Market", "mixes: Market", tally),
        *_table("Games by physical containers", "mixes: physical containers", tally),
        *_table("How games ended", "ends", tally),
        *_table("Games stopped", "stopped", tally),
        *_powers(tally),
        *_table("Events by clause", "clauses", tally, sorted(CLAUSES)),
        *_table("Readings relied on", "rulings", tally),
        *_table("Sentences that are missing", "unsaid", tally),
        *_faults(found),
    ]
    return "\n".join(lines) + "\n"


def _sum(tally: Tally, group: str) -> int:
    return sum(count for (name, _), count in tally.items() if name == group)


def _totals(tally: Tally) -> list[str]:
    inside = tally["decisions", "inside a power"]
    decisions = _sum(tally, "decisions")
    rows = [
        ("games", _sum(tally, "games")),
        ("games stopped", tally["ends", "stopped"]),
        ("decisions", decisions),
        ("decisions inside a power", f"{inside} ({100 * inside / max(1, decisions):.1f} %)"),
        ("exceptions", _sum(tally, "exceptions")),
        ("edits", tally["edits", "inside a power"] + tally["edits", "outside"]),
        ("edits inside a power", tally["edits", "inside a power"]),
        ("edits refused as a whole", tally["edits", "refused"]),
        ("edited games", _sum(tally, "edited games")),
        ("decisions written, read back and continued", tally["round trips", "decisions"]),
        ("of these as the text of a position", tally["round trips", "as positions"]),
        ("games saved and loaded with their whole tree", tally["saved games", "games"]),
        ("moments of these trees", tally["saved games", "moments"]),
        ("games with strict steps", _sum(tally, "strict games")),
        ("powers built that have done or answered something", f"{len(_seen(tally))} of {len(BUILT)}"),
        ("clauses told by events", f"{sum(1 for c in CLAUSES if tally['clauses', c])} of {len(CLAUSES)}"),
        ("rulings relied on", f"{len(_relied(tally))} of {len(RULINGS)}"),
    ]
    return [f"| {name} | {count} |" for name, count in rows]


def _seen(tally: Tally) -> set[str]:
    return {name for (group, name), count in tally.items() if group in ("powers", "answers") and count} & BUILT


def _relied(tally: Tally) -> set[str]:
    return {name.partition(":")[0] for (group, name) in tally if group == "rulings"}


def _turns(tally: Tally) -> list[str]:
    out = ["## Turns per game", "", "| players | games | turns |", "|---|---|---|"]
    for (group, name), count in sorted(tally.items()):
        if group == "games":
            out.append(f"| {name} | {count} | {tally['turns', name] / count:.0f} |")
    return [*out, ""]


def _powers(tally: Tally) -> list[str]:
    """A line for each power: how often it was in force, acted, changed an answer and asked."""
    groups = ("in force", "powers", "answers", "decisions inside")
    rows = sorted((_seen_of(tally, name), name) for name in BUILT)
    lines = [f"| {name} | " + " | ".join(str(tally[group, name]) for group in groups) + " |" for _seen, name in rows]
    heads = ["| power | games in force | events | answers changed | decisions |", "|---|---|---|---|---|"]
    return ["## Powers, those least seen first", "", *heads, *lines, ""]


def _seen_of(tally: Tally, name: str) -> int:
    return tally["powers", name] + tally["answers", name]


def write_table(tally: Tally, found: list[str], path: Path) -> None:
    """Write every count as a table, as JSON where the name ends so, else as CSV."""
    rows = [(group, name, count) for (group, name), count in sorted(tally.items())]
    rows += [("did not hold", line, 1) for line in found]
    if path.suffix == ".json":
        path.write_text(json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows], indent=0), encoding="utf-8")
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows((COLUMNS, *rows))


COLUMNS: Final = ("what", "which", "count")


def _table(title: str, group: str, tally: Tally, also: Iterable[str] = ()) -> list[str]:
    counts = {name: 0 for name in also} | {name: count for (g, name), count in tally.items() if g == group}
    if not counts:
        return []
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    seen = [f"| {name} | {count} |" for name, count in rows if count]
    never = [name for name, count in rows if not count]
    ending = ["", f"Never: {', '.join(never)}."] if never else []
    return [f"## {title}", "", "| which | count |", "|---|---|", *seen, *ending, ""]


def _faults(found: list[str]) -> list[str]:
    if not found:
        return ["## What did not hold", "", "Nothing."]
    shapes = Counter(_shape(line) for line in found)
    first: dict[str, str] = {}
    for line in found:
        first.setdefault(_shape(line), line)
    rows = [f"- {count} times, first: {first[shape][:400]}" for shape, count in shapes.most_common(60)]
    return ["## What did not hold", "", *rows]


def _shape(line: str) -> str:
    """A fault without its numbers and names, to count alike ones together."""
    return "".join(c for c in line.split(": ", 1)[-1][:160] if not c.isdigit())[-90:]


def main(argv: list[str] | None = None) -> int:
    """Run from the command line; returns 1 when anything did not hold."""
    options = _parser().parse_args(argv)
    fewest, _, most = options.players.partition("-")
    plan = Plan(
        options.games, int(fewest), int(most or fewest), options.loaded, options.copies, options.rulings,
        options.interrupts, options.often, options.dear, options.edits, options.roundtrip, options.strict,
        options.saves, options.seed,
    )  # fmt: skip
    begun = time.monotonic()
    tally, found = run(plan, options.jobs, options.minutes, _show_progress if sys.stderr.isatty() else None)
    print(report(plan, tally, found, time.monotonic() - begun))
    if options.out is not None:
        write_table(tally, found, options.out)
    return 1 if found else 0


def _show_progress(done: int, chunks: int) -> None:
    print(f"\r{done} of {chunks}", end="", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m explorer.lab.campaign", description=__doc__.partition("\n")[0])
    plan = Plan()
    parser.add_argument("--games", type=int, default=plan.games, help="how many games")
    parser.add_argument("--players", default="2-6", help="seats, e.g. 3 or 2-6")
    parser.add_argument("--loaded", type=float, default=plan.loaded, help="share of tables with powers in force")
    parser.add_argument("--copies", type=int, default=1, help="copies of each card with a built power")
    parser.add_argument("--rulings", type=float, default=plan.rulings, help="share of games with other readings")
    parser.add_argument("--interrupts", type=float, default=plan.interrupts, help="how often something is done beside")
    parser.add_argument(
        "--often", type=float, default=plan.often, help="share of decisions looked at, beside quick sums at each"
    )
    parser.add_argument("--dear", type=float, default=plan.dear, help="share of those looked at closely")
    parser.add_argument("--edits", type=int, default=0, help="about how many edits, in games of their own")
    parser.add_argument("--roundtrip", type=int, default=0, help="games written and read back at every decision")
    parser.add_argument("--strict", type=int, default=0, help="games in which every step proves to ask or change")
    parser.add_argument("--saves", type=int, default=0, help="games driven with undo and edits, saved and loaded")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many minutes, with what was played")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep every count in a .csv or .json file")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other games")
    return parser


if __name__ == "__main__":
    sys.exit(main())
