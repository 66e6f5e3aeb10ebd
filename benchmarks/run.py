#!/usr/bin/env python3
"""Measure the engine's speed beside that of pyminion, an engine for Dominion.

  python run.py bench                      from the project's folder: three rounds, about two minutes
  python run.py bench --rounds 1 --quick   a first impression
  python run.py bench --no-peer            without installing anything

Every measurement runs in a process of its own and takes CPU time.  The rounds go over all programs in turn, ratios are
taken within a round, and the tables (Markdown) give the median of the rounds.  Figures are recorded, not asserted.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEER = "pyminion==0.4.0"
SETTINGS = tuple((n, powers, sets) for n in (3, 2, 6) for powers, sets in ((0, "base"), (15, "base"), (15, "all")))
HEAVY = ("IPython", "anywidget", "ipywidgets", "matplotlib", "networkx", "numpy", "pandas", "yaml")

Result = dict[str, Any]


def run(python: str | Path, *arguments: object) -> Result:
    """The figures a program of this folder reports, or {"error": …}."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = dict(os.environ, PYTHONPATH=path, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    command = [str(python), *(str(a) for a in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=HERE)
    for line in done.stdout.splitlines():
        if line.startswith("RESULT "):
            result: Result = json.loads(line[7:])
            return result
    return {"error": (done.stderr.strip().splitlines() or ["no output"])[-1]}


def peer_python() -> Path | None:
    """A Python that has pyminion: this one, or that of a small environment in build/; None if it cannot be had."""
    if importlib.util.find_spec("pyminion"):
        return Path(sys.executable)
    home = ROOT / "build" / "bench-venv"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if python.exists() and subprocess.call([python, "-c", "import pyminion"], stderr=subprocess.DEVNULL) == 0:
        return python
    print(f"installing {PEER} into {home.relative_to(ROOT)}", file=sys.stderr)
    venv.create(home, with_pip=True, clear=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", PEER]
    return python if subprocess.call(pip) == 0 else None


def play_rounds(rounds: int, seconds: float, peer: Path | None) -> dict[Any, list[Result]]:
    """Play the programs in turn; the key None stands for the peer."""
    found: dict[Any, list[Result]] = {key: [] for key in ((None, *SETTINGS) if peer else SETTINGS)}
    for k in range(rounds):
        for key, results in found.items():
            if key is None:
                results.append(run(peer or "", "peer.py", seconds, 100 + k))
            else:
                results.append(run(sys.executable, "engine.py", "play", *key, seconds, 100 + k))
            said = results[-1].get("error") or f"{results[-1]['us_choice']:.1f} µs a choice"
            print(f"round {k + 1}: {label(key)}: {said}", file=sys.stderr)
    return found


def label(key: tuple[int, int, str] | None) -> str:
    """Name a row of the first table."""
    if key is None:
        return "pyminion 0.4.0 (Dominion), 2 players"
    players, powers, sets = key
    game = "all sets" if sets == "all" else "base game"
    return f"{players} players, {game}" + (f", {powers} powers in force" if powers else "")


def median(results: list[Result], name: str) -> float:
    """The median of a figure over the rounds that went well."""
    return float(statistics.median([r[name] for r in results if name in r] or [0.0]))


def ratio(results: list[Result], peer: list[Result]) -> str:
    """The median of choices a second over the peer's in the same round."""
    name = "choices_s"
    both = [a[name] / b[name] for a, b in zip(results, peer, strict=True) if name in a and name in b]
    return f"{statistics.median(both):.2f}" if both else "-"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table; all columns but the first are aligned to the right."""
    lines = [head, ("---", *["---:"] * (len(head) - 1)), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def speed_table(found: dict[Any, list[Result]]) -> str:
    """Random games: the peer's row first."""
    rows: list[tuple[str, ...]] = []
    for key, results in found.items():
        errors = [r["error"] for r in results if "error" in r]
        if len(errors) == len(results):
            rows.append((label(key), errors[0][:80], "", "", "", "", ""))
            continue
        figures = [f"{median(results, name):,.{digits}f}" for name, digits in (
            ("choices_s", 0), ("us_choice", 1), ("choices_spin", 0), ("games_s", 0), ("choices_game", 0))]  # fmt: skip
        rows.append((label(key), *figures, ratio(results, found.get(None, []) or [{}] * len(results))))
    head = ("random games", "choices/s", "µs a choice", "choices/spin", "games/s", "choices a game", "x pyminion")
    return table(head, rows)


def cost_table(rounds: int) -> str:
    """What else costs time."""
    results = [run(sys.executable, "engine.py", "costs", 200 + k) for k in range(rounds)]
    good = [r for r in results if "costs" in r]
    if not good:
        return str(results[0]["error"])
    rows = [(name, f"{statistics.median([r['costs'][name] for r in good]):,.1f}") for name in good[0]["costs"]]
    size = statistics.median([r["kib"] for r in good])
    return table(("cost", "µs"), rows) + f"\n\nOne more copy of a position takes {size:.1f} KiB.\n"


def imports() -> str:
    """Import times (CPU) in fresh processes, best of five, and which heavy modules came along."""
    rows: list[tuple[str, ...]] = []
    for what in ("import explorer", "from explorer import new_game", "from explorer import new_game; new_game()"):
        code = (
            f"import json, sys, time; a = time.process_time(); {what}; t = time.process_time() - a\n"
            f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
            "print('RESULT', json.dumps({'s': t, 'n': len(sys.modules), 'heavy': heavy}))"
        )
        tries = [run(sys.executable, "-c", code) for _ in range(5)]
        good = [r for r in tries if "s" in r]
        if not good:
            rows.append((f"`{what}`", str(tries[0]["error"])[:80], "", ""))
            continue
        heavy = ", ".join(good[0]["heavy"]) or "none"
        rows.append((f"`{what}`", f"{min(r['s'] for r in good):.3f}", str(good[0]["n"]), heavy))
    return table(("import", "s", "modules loaded", "heavy ones among them"), rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of play for each program in each round")
    parser.add_argument("--quick", action="store_true", help="half a second instead")
    parser.add_argument("--no-peer", action="store_true", help="leave out pyminion")
    options = parser.parse_args()
    peer = None if options.no_peer else peer_python()
    found = play_rounds(options.rounds, 0.5 if options.quick else options.seconds, peer)
    print(f"Python {sys.version.split()[0]}, {options.rounds} rounds, CPU time, medians.\n")
    print(speed_table(found), end="\n\n")
    print(cost_table(options.rounds), end="\n")
    print(imports())
    return 0


if __name__ == "__main__":
    sys.exit(main())
