"""``python -m explorer``: what can be done from a command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from explorer.texts import text

# Every subcommand is a module function ``(parser) -> None`` that sets ``run`` on its parser.
COMMANDS = {
    "ask": ("explorer.lab.answers_command", "ask_command"),
    "find": ("explorer.lab.answers_command", "find_command"),
    "verify": ("explorer.__main__", "verify_command"),
    "compare": ("explorer.lab.comparing_command", "compare_command"),
}
EXAMPLES = {
    "ask": """

  python -m explorer ask Contraband Toyota
""",
    "find": """

  python -m explorer find position.yaml "red pirates three times"
""",
    "compare": """

  python -m explorer compare game.yaml same-ship-immediates-order=placing-order
""",
    "verify": """

  title: The leader draws
  clause: R-TURN-2
  players: [{harbor: green, hand: 3}, {harbor: yellow}]
  steps:
  - choose: draw
  expect:
    green: {hand: 5}
    leader: yellow
""",
}


def verify_command(parser: argparse.ArgumentParser) -> None:
    """Describe ``verify``."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=text("command.verify-files"))
    help_text = text("command.verify-ruling")
    parser.add_argument("--ruling", action="append", default=[], metavar="ID=READING", help=help_text)
    parser.add_argument("--log", action="store_true", help=text("command.verify-log"))
    parser.set_defaults(run=verify)


def verify(args: argparse.Namespace) -> int:
    """Play scenario files and say which came out as they say; 1 when one did not."""
    from explorer.position import PositionError
    from explorer.scenario import Scenario, ScenarioFailure
    from explorer.words import say

    rulings = dict(word.partition("=")[::2] for word in args.ruling)
    failed = 0
    files = _files(args.files)
    for path in files:
        try:
            game = Scenario.load(path).play(rulings)
            print(text("command.good", file=path))
            if args.log:
                print(game.log)
        except (PositionError, ScenarioFailure) as error:
            failed += 1
            print(text("command.bad", file=path))
            print("  " + str(error).replace("\n", "\n  "))
            if args.log and isinstance(error, ScenarioFailure):
                print(error.game.log)
    print(say("command.verified", count=len(files), failed=failed))
    return 1 if failed or not files else 0


def _files(paths: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    return found


def parser() -> argparse.ArgumentParser:
    """The command line with its help."""
    made = argparse.ArgumentParser(
        prog="python -m explorer",
        description=text("command.about"),
        epilog=text("command.more"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = made.add_subparsers(metavar="COMMAND", required=True)
    for name, (module, function) in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=text(f"command.{name}"),
            description=text(f"command.{name}-about") + EXAMPLES.get(name, ""),
            epilog=text(f"command.{name}-after"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        describe: Any = getattr(import_module(module), function)
        describe(sub)
    return made


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    args = parser().parse_args(words)
    return int(args.run(args))


if __name__ == "__main__":
    sys.exit(main())
