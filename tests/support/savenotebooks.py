"""Runs the notebooks and stores their outputs, as the tests want them: no widget state, no widget outputs.

To be called after the drawings or the texts have changed: ``python tests/support/savenotebooks.py [name …]``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
UNSTORED = "nbval-ignore-output"
WIDGET = "application/vnd.jupyter.widget-view+json"


def save(path: Path) -> None:
    """Run one notebook from the top and write it back."""
    book = nbformat.read(path, as_version=4)
    client = NotebookClient(
        book,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=False,
        coalesce_streams=True,  # what is printed is one output, however it was sent
    )
    client.execute()
    for cell in book.cells:
        clean(cell)
    book.metadata = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    nbformat.write(book, path)


def clean(cell: Any) -> None:
    """Take out what differs from run to run, and widgets, which show nothing without a kernel."""
    cell.metadata.pop("execution", None)
    if cell.cell_type != "code":
        return
    cell.outputs = [one for one in cell.outputs if WIDGET not in one.get("data", {})]
    if UNSTORED in cell.metadata.get("tags", []):
        cell.outputs = []


if __name__ == "__main__":
    for one in sys.argv[1:] or sorted(path.name for path in NOTEBOOKS.glob("*.ipynb")):
        print("running", one)
        save(NOTEBOOKS / one)
