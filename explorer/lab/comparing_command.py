"""``python -m explorer compare``: two readings of a ruling side by side, as text."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.game import Game, IllegalChoice
from explorer.lab.comparing import compare, relied
from explorer.position import PositionError
from explorer.rulebook import RULINGS, RulingError, ruling_question
from explorer.save import SaveError, load
from explorer.scenario import Scenario, ScenarioFailure
from explorer.texts import text


def compare_command(parser: argparse.ArgumentParser) -> None:
    """Describe ``compare``."""
    parser.add_argument("file", type=Path, metavar="FILE", help=text("command.compare-file"))
    parser.add_argument("readings", nargs="*", metavar="ID=READING", help=text("command.compare-readings"))
    parser.add_argument("--bots", metavar="NAME", help=text("command.compare-bots"))
    parser.add_argument("--decisions", type=int, default=100, metavar="N", help=text("command.compare-decisions"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=text("command.compare-save"))
    parser.add_argument("--overwrite", action="store_true", help=text("command.overwrite"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare and print; 1 when something cannot be read, played or written."""
    try:
        game = read(args.file)
        if not args.readings:
            print("\n".join(relied_lines(game)))
            return 0
        readings = dict(word.partition("=")[::2] for word in args.readings)
        found = compare(game, readings, bots=args.bots, decisions=args.decisions)
        print(found)
        if args.save:
            found.save(args.save, overwrite=args.overwrite)
            print(text("widget.saved", path=args.save))
    except (PositionError, SaveError, RulingError, ScenarioFailure, IllegalChoice, ValueError, OSError) as error:
        print(error)
        return 1
    return 0


def read(path: Path) -> Game:
    """The game of a file: a saved one, a position, or a scenario after its steps, whatever it expects then."""
    if path.is_file() and path.read_bytes().lstrip()[:1] == b"{":
        return load(path)
    scenario = Scenario.load(path)
    scenario.expect = None
    return scenario.play()


def relied_lines(game: Game) -> list[str]:
    """The rulings that a game has relied on, a line each, with their other readings."""
    return [
        text(
            "command.relied",
            id=one.id,
            reading=one.reading,
            times=one.times,
            question=ruling_question(one.id),
            others=", ".join(reading for reading in RULINGS[one.id].readings if reading != one.reading),
        )
        for one in relied(game)
    ] or [text("command.relied-none")]
