"""Print how tiers, loads and payouts are spread over the printed cards: ``python cards/figures.py``.

The output is Markdown and stands in `docs/cards_figures.md`; ``--write`` puts it there.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent / "docs" / "cards_figures.md"
KINDS = ("technology", "agriculture", "consumer", "luxury", "illegal", "capital")
SETS = ("base", "capital", "tokyo", "kickstarter", "kickstarter2", "j", "flag")
FIELDS = ("set", "color", "action", "tier", "load", "timing", "marker")
ORIGINS = ("rulebook", "implied", "reconstructed")
PAYOUTS = {2: 6, 3: 10, 4: 10, 5: 14, 6: 14}

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue, Contract

    Named = tuple[str, Contract]


def table(corner: str, columns: Sequence[object], rows: Iterable[tuple[str, Sequence[object]]]) -> str:
    """Lay out a Markdown table with aligned columns."""
    cells = [[corner, *map(str, columns)], *([name, *map(str, values)] for name, values in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(cells[0]))]
    lines = [_line(row, widths) for row in cells]
    rule = "|".join(["", "-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:]), ""])
    return "\n".join([lines[0], rule, *lines[1:]])


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = zip(row, widths, strict=True)
    return "| " + " | ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]) + " |"


def histogram(contracts: "Sequence[Named]", corner: str, values: Sequence[int], of: "Callable[[Contract], int]") -> str:
    """Count the contracts of each color by a number, with the mean behind."""
    rows = []
    for name, chosen in [
        *((kind, [c for _, c in contracts if KINDS[c.color] == kind]) for kind in KINDS),
        ("all", [c for _, c in contracts]),
    ]:
        counts = Counter(of(contract) for contract in chosen)
        mean = sum(map(of, chosen)) / len(chosen) if chosen else 0.0
        rows.append((name, [*(counts[value] or "" for value in values), len(chosen), f"{mean:.2f}"]))
    return table(corner, [*values, "contracts", "mean"], rows)


def set_sizes(contracts: "Sequence[Named]") -> str:
    """Count the contracts of each set by color."""
    counts = Counter((name, KINDS[contract.color]) for name, contract in contracts)
    rows = [
        (name, [*(counts[name, kind] or "" for kind in KINDS), sum(counts[name, kind] for kind in KINDS)])
        for name in SETS
    ]
    return table("set", [*KINDS, "contracts"], rows)


def origins(contracts: "Sequence[Named]") -> str:
    """Count for each printed value how it is known."""
    rows = []
    for field in FIELDS:
        counts = Counter(contract.origin[field] for _, contract in contracts)
        rows.append((field, [counts[origin] or "" for origin in ORIGINS]))
    return table("value", ORIGINS, rows)


def payout(contract: "Contract") -> int:
    """Return what a ship with this contract alone earns."""
    return PAYOUTS[sum(contract.load)]


def figures(catalogue: "Catalogue") -> str:
    """Write all tables as one Markdown text."""
    contracts = [(card.set, contract) for card in catalogue.printed for contract in card.contracts]
    base = [(name, contract) for name, contract in contracts if name == "base"]
    parts = [
        "# The printed cards in figures",
        "Made by `python cards/figures.py --write`. Nearly all of these values are reconstructed:"
        " see `cards/README.md`.",
        "## Contracts by set and color",
        set_sizes(contracts),
        "## Where the values are from",
        origins(contracts),
    ]
    for title, chosen in (("all sets", contracts), ("base set", base)):
        parts += [
            f"## Tier levels, {title}",
            histogram(chosen, "color", range(10), lambda c: sum(c.tier)),
            f"## Containers asked for, {title}",
            histogram(chosen, "color", range(2, 7), lambda c: sum(c.load)),
            f"## Credits of a ship with this contract alone, {title}",
            histogram(chosen, "color", sorted(set(PAYOUTS.values())), payout),
        ]
    return "\n\n".join(parts) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Print the figures, or write them to their document."""
    sys.path.insert(0, str(HERE.parent))
    from explorer.catalogue import load_catalogue

    content = figures(load_catalogue(HERE / "cards.csv"))
    if "--write" in arguments:
        DOCUMENT.write_text(content, encoding="utf-8")
    else:
        print(content, end="")


if __name__ == "__main__":
    main(sys.argv[1:])
