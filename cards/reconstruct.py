"""Reconstruct the tiers and loads that nobody has published.

Run ``python cards/reconstruct.py`` to see whether `cards.csv` agrees with the principles of the README,
or ``python cards/reconstruct.py --write`` to fill in the reconstructed cells again.  Cells whose origin is
`rulebook` or `implied` are left alone.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
FIVE = ("technology", "agriculture", "consumer", "luxury", "illegal")

# By strength: tier levels and load sizes, dealt in turn to the contracts of one group.
TIERS = {1: (0,), 2: (0, 1), 3: (1, 1, 2), 4: (2, 2, 3), 5: (3,)}
LOADS = {1: (2,), 2: (3, 2), 3: (4, 3, 3), 4: (5, 4, 4), 5: (6, 5)}

# What a text suggests, though it does not say so: kept apart from the pattern.
FIXED_LOAD = {"Partnership": 2}  # two ships needing 4 together join, and a ship takes 6
TWO_COLOR_TIER = {"Rare Metals": "consumer", "Tsukiji Fish": "luxury"}  # their texts name two kinds

Row = dict[str, str]


def read(name: str) -> list[Row]:
    """Read a CSV file that lies beside this script."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tier_text(color: str, level: int, other: str | None) -> str:
    """Write a tier as it stands in `cards.csv`, with one circle in the other kind if there is one."""
    if level == 0:
        return ""
    if other is None:
        return f"{color} {level}"
    own = f"{color} {level - 1}, " if level > 1 else ""
    return f"{own}{other} 1"


def load_kinds(color: str, size: int, turn: int) -> list[str]:
    """Give the kinds a load asks for: its own, and in every second larger load one or two others."""
    if color == "capital":
        colored = size // 2 if turn % 2 else 0
        return ["rainbow"] * (size - colored) + [FIVE[(turn + n) % 5] for n in range(colored)]
    others = [kind for kind in FIVE if kind != color]
    foreign = (2 if size >= 5 else 1) if size >= 3 and turn % 2 else 0
    return [color] * (size - foreign) + [others[(turn // 2 + n) % 4] for n in range(foreign)]


def reconstruct(rows: list[Row], strength: dict[str, int]) -> list[Row]:
    """Return the rows with every reconstructed tier and load worked out anew."""
    result = [dict(row) for row in rows]
    capital = sorted((row for row in result if row["set"] == "capital"), key=lambda r: (strength[r["name"]], r["name"]))
    rank = {row["name"]: place for place, row in enumerate(capital)}
    turns: dict[object, int] = defaultdict(int)
    for row in sorted(result, key=lambda r: r["name"]):
        name, color, power = row["name"], row["color"], strength[row["name"]]
        group = (row["set"] == "base", color, power)
        place, turn = turns[group], turns[color]
        turns[group] += 1
        turns[color] += 1
        if row["tier_origin"] == "reconstructed":
            row["tier"] = _tier(row, power, place, rank)
        size = FIXED_LOAD.get(name, LOADS[power][place % len(LOADS[power])])
        if row["load_origin"] == "reconstructed":
            row["load"] = ", ".join(load_kinds(color, size, turn))
    return result


def _tier(row: Row, power: int, place: int, rank: dict[str, int]) -> str:
    if row["set"] == "flag":
        return ""
    if row["set"] == "capital":
        return tier_text("capital", rank[row["name"]] * 9 // (len(rank) - 1), None)
    level = TIERS[power][place % len(TIERS[power])]
    if row["name"] in TWO_COLOR_TIER:
        return tier_text(row["color"], max(level, 2), TWO_COLOR_TIER[row["name"]])
    expansion = row["set"] != "base" and level >= 2 and place % 2 == 0
    other = FIVE[(FIVE.index(row["color"]) + 1) % 5] if expansion else None
    return tier_text(row["color"], level, other)


def main(arguments: list[str]) -> int:
    """Compare or rewrite `cards.csv`; the exit code is 1 when it differs and was not rewritten."""
    rows = read("cards.csv")
    wanted = reconstruct(rows, {row["name"]: int(row["strength"]) for row in read("strengths.csv")})
    changed = [new["name"] for old, new in zip(rows, wanted, strict=True) if old != new]
    if changed and "--write" in arguments:
        with (HERE / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(wanted)
    print(f"{len(changed)} of {len(rows)} contracts differ" + (": " + ", ".join(changed) if changed else ""))
    return 1 if changed and "--write" not in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
