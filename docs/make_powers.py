"""Write docs/powers.md, explorer/witnesses.csv and explorer/often.csv: ``python docs/make_powers.py``.

They are made from powers, graph and scenarios, and from the counts of random games in docs/played.csv.  With
``--check`` nothing is written; the exit code says whether the files are up to date.  Every scenario is played, which
takes a minute; ``--often`` makes often.csv alone.
"""

import csv
import io
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from explorer.card import kebab  # noqa: E402
from explorer.graph import power_graph  # noqa: E402
from explorer.graphfiles import OFTEN, per_game  # noqa: E402
from explorer.lab.witness import Edge, all_edges, witnesses  # noqa: E402
from explorer.language.abilities import POWERS  # noqa: E402
from explorer.powertext import entry  # noqa: E402

PAGE = ROOT / "docs" / "powers.md"
TABLE = ROOT / "explorer" / "witnesses.csv"
PLAYED = ROOT / "docs" / "played.csv"  # python -m explorer.lab.campaign --out docs/played.csv
SCENARIOS = ROOT / "tests" / "scenarios"

INTRODUCTION = """\
# All powers

This page is made by `python docs/make_powers.py` from the powers themselves and from the scenarios; change those, not
this page. *Acts* says by which heads (see [language.md](language.md)). *Scenarios* counts the files in the power's own
folder below `tests/scenarios/`. *Edges* counts what the power hears, tells, answers and performs in the power graph,
and how much of that some scenario shows; which one is in `explorer/witnesses.csv`. *Line* is the power's line in the
Japanese rulebook; [what each power's heads and verbs say](#entries) stands below the table.

{built} of {all} powers are built; {seen} of {edges} edges have a witness.

*Played* counts how often the power acted or changed an answer in the random games whose counts are in `docs/played.csv`
(`python -m explorer.lab.campaign --out docs/played.csv`): {games:,} games over all mixes of sets and variants, of 2 to
6 players, in part begun with powers in force; {decisions:,} decisions, {inside:,} of them inside a power. Per game the
same numbers, with those of events, are in `explorer/often.csv`, for the bars of the power graph.

| power | set | timing | acts | scenarios | edges | played | line |
|---|---|---|---|---:|---:|---:|---:|
"""


def render(found: dict[Edge, tuple[str, int]]) -> str:
    """Return the page."""
    graph = power_graph()
    edges = all_edges()
    folders = Counter(path.parent.name for path in SCENARIOS.rglob("*.yaml"))
    cards = {name: data for name, data in graph.nodes(data=True) if data["kind"] == "card"}
    played = counts()
    rows = []
    for name, data in sorted(cards.items(), key=lambda pair: kebab(pair[0])):
        own = [edge for edge in edges if name in edge[:2]]
        power = POWERS.get(name)
        heads = ", ".join(dict.fromkeys(one.kind for one in power.abilities)) if power is not None else "not built"
        seen = sum(edge in found for edge in own)
        cells = (
            data["set"],
            data["timing"],
            heads or "nothing",
            folders[kebab(name)],
            f"{seen}/{len(own)}",
            played["powers", name] + played["answers", name],
            data["line"],
        )
        rows.append(f"| {name} | {' | '.join(map(str, cells))} |")
    head = INTRODUCTION.format(
        built=sum(data["built"] for data in cards.values()),
        all=len(cards),
        seen=len(edges.keys() & found.keys()),
        games=sum(n for (what, _which), n in played.items() if what == "games"),
        decisions=sum(n for (what, _which), n in played.items() if what == "decisions"),
        inside=played["decisions", "inside a power"],
        edges=len(edges),
    )
    return head + "\n".join(rows) + "\n" + ENTRIES + "".join(_entry(name) for name in sorted(cards, key=kebab))


ENTRIES = """
## Entries

For each power: our summary of the text, what its heads and verbs say by themselves, and from where it works.

"""


def _entry(name: str) -> str:
    found = entry(name)
    made = "".join(f"\n  - {said}" for said in found.made)
    return f"- **{name}** ({found.timing}; {found.active}). {found.summary}{made}\n"


def counts() -> Counter[tuple[str, str]]:
    """What was counted in random games, by what and which; nothing where none were played yet."""
    if not PLAYED.exists():
        return Counter()
    with PLAYED.open(encoding="utf-8", newline="") as file:
        return Counter({(row["what"], row["which"]): int(row["count"]) for row in csv.DictReader(file)})


def table(found: dict[Edge, tuple[str, int]]) -> str:
    """Return the list of witnesses: each edge, the scenario that shows it, and the number of the event there."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["from", "to", "kind", "scenario", "event"])
    for edge in sorted(all_edges().keys() & found.keys()):
        writer.writerow([*edge, *found[edge]])
    return out.getvalue()


def often() -> str:
    """Return how often each power acts and each event happens in a game, by the counts of random games."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["what", "which", "per game"])
    writer.writerows((sort, name, f"{number:.4g}") for name, (sort, number) in per_game(PLAYED).items())
    return out.getvalue()


def main(arguments: list[str]) -> int:
    """Write all files, or with ``--check`` only compare them."""
    if "--often" in arguments:
        OFTEN.write_text(often(), encoding="utf-8", newline="\n")
        return 0
    found, lacking = witnesses(SCENARIOS)
    for name, edge in sorted(lacking):
        print("the power graph lacks:", *edge, "seen in", name)
    stale = 0
    for path, text in ((PAGE, render(found)), (TABLE, table(found)), (OFTEN, often())):
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} is out of date: run python docs/make_powers.py")
            stale = 1
    return stale or int(bool(lacking))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
