"""Write docs/rulings.md from the register of rulings and its texts: ``python docs/make_rulings.py``.

With ``--check`` nothing is written; the exit code says whether the file is up to date.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from explorer import rulebook  # noqa: E402  (found beside this folder, installed or not)

TARGET = ROOT / "docs" / "rulings.md"

INTRODUCTION = """\
# Rulings and clauses

This page is made by `python docs/make_rulings.py` from `explorer/rulebook.py` and the texts in
`explorer/texts/en.toml`; change those, not this page.

The rulebook leaves {rulings} questions open. Each of them is a *ruling* with two or more *readings*. A game uses the
default reading unless it names another one:

```python
ex.new_game(players=3, seed=7, rulings={{"bid-steps": "any-whole-number"}})
```

**Bold** is the default. A reading marked *(not built)* is known, but the engine cannot play it yet, and choosing it is
an error that says so. Of {readings} readings {built} are built.

*Belongs to* names what a ruling is about: a clause (`R-…`, listed at the end of this page), an ambiguity of the
rulebook (`AMB-…`), a default shared by many powers (`D…`) or a power.
"""

CLAUSES = """\
## Clauses

The rules in our own words, {clauses} numbered statements. The last column gives the lines of the English and the
Japanese rulebook; a dash means that this language is silent.
"""


def render() -> str:
    """Return the whole page as Markdown."""
    rulings = rulebook.RULINGS.values()
    parts = [
        INTRODUCTION.format(
            rulings=len(rulings),
            readings=sum(len(ruling.readings) for ruling in rulings),
            built=sum(len(ruling.built) for ruling in rulings),
        )
    ]
    section = ""
    for ruling in rulings:
        if ruling.section != section:
            section = ruling.section
            parts.append(f"## {section}\n")
        parts.append(_ruling(ruling))
    parts.append(CLAUSES.format(clauses=len(rulebook.CLAUSES)))
    section = ""
    for clause in rulebook.CLAUSES.values():
        if clause.section != section:
            section = clause.section
            parts.append(f"### {section}\n\n| clause | statement | English / Japanese |\n|---|---|---|\n")
        row = f"| {clause.id} | {rulebook.clause_text(clause.id)} | {clause.en or '–'} / {clause.ja or '–'} |\n"
        parts[-1] += row
    return "\n".join(parts)


def _ruling(ruling: rulebook.Ruling) -> str:
    """Return the paragraphs of one ruling."""
    lines = [f"### `{ruling.id}`", "", rulebook.ruling_question(ruling.id), ""]
    for reading in ruling.readings:
        name = f"**`{reading}`**" if reading == ruling.default else f"`{reading}`"
        mark = "" if reading in ruling.built else " *(not built)*"
        lines.append(f"- {name}{mark}: {rulebook.reading_text(ruling.id, reading)}")
    lines += ["", f"*Why the default:* {rulebook.ruling_reason(ruling.id)}", ""]
    lines.append(f"*Belongs to:* {', '.join(ruling.belongs_to)}")
    if ruling.cards:
        lines[-1] += "  "
        lines.append(f"*Contracts:* {', '.join(ruling.cards)}")
    return "\n".join([*lines, ""])


def main(arguments: list[str]) -> int:
    """Write the page, or with ``--check`` only compare it."""
    page = render()
    if "--check" in arguments:
        current = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
        if current == page:
            return 0
        print("docs/rulings.md is out of date: run python docs/make_rulings.py")
        return 1
    TARGET.write_text(page, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
