"""Every notebook runs to its end in a real JupyterLab: no error in a cell or on the page, nothing from the network."""

from __future__ import annotations

from pathlib import Path

import pytest
from labdriver import Lab

pytestmark = pytest.mark.browser
NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("name", [path.name for path in NOTEBOOKS])
def test_runs_in_jupyterlab(lab: Lab, name: str) -> None:
    lab.open_notebook(name)
    assert lab.run_all() == []
    lab.screenshot(name.removesuffix(".ipynb"))
