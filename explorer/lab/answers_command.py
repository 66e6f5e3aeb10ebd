"""``python -m explorer ask`` and ``find``: do two cards meet, and is there a line to a goal, as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from explorer.asking import ask
from explorer.finding import find
from explorer.game import Game
from explorer.save import load
from explorer.scenario import Scenario
from explorer.texts import text


def ask_command(parser: argparse.ArgumentParser) -> None:
    """Describe ``ask``."""
    parser.add_argument("cards", nargs=2, metavar="CARD", help=text("command.ask-cards"))
    _options(parser, text("command.ask-save"))
    parser.set_defaults(run=run_ask)


def find_command(parser: argparse.ArgumentParser) -> None:
    """Describe ``find``."""
    parser.add_argument("file", type=Path, metavar="FILE", help=text("command.find-file"))
    parser.add_argument("goal", metavar="GOAL", help=text("command.find-goal"))
    parser.add_argument("--within", default="turn", metavar="N", help=text("command.find-within"))
    _options(parser, text("command.find-save"))
    parser.set_defaults(run=run_find)


def _options(parser: argparse.ArgumentParser, save: str) -> None:
    parser.add_argument("--seconds", type=float, default=10, metavar="N", help=text("command.seconds"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=save)
    parser.add_argument("--overwrite", action="store_true", help=text("command.overwrite"))


def run_ask(args: argparse.Namespace) -> int:
    """Ask and print; 1 when the cards do not meet or something is wrong."""
    try:
        answer = ask(args.cards[0], args.cards[1], args.seconds)
        print(answer)
        if args.save and answer.witnesses:
            answer.witnesses[0].scenario().save(args.save, overwrite=args.overwrite)
            print(text("widget.saved", path=args.save))
    except (ValueError, KeyError, OSError) as error:
        print(error.args[0] if isinstance(error, KeyError) else error)
        return 1
    return 0 if answer else 1


def run_find(args: argparse.Namespace) -> int:
    """Search and print; 1 when there is no line or something is wrong."""
    try:
        within = int(args.within) if args.within.isdecimal() else args.within
        found = find(read(args.file), args.goal, within, args.seconds, progress=sys.stderr.isatty())
        print(found)
        if args.save and found:
            found.game().save(args.save, overwrite=args.overwrite)
            print(text("widget.saved", path=args.save))
    except (ValueError, OSError) as error:
        print(error)
        return 1
    return 0 if found else 1


def read(path: Path) -> Game:
    """The game of a file: a saved one where it stands, a position or scenario before its first step."""
    if path.is_file() and path.read_bytes().lstrip()[:1] == b"{":
        return load(path)
    return Game(Scenario.load(path).position)
