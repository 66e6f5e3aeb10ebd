"""The notebooks run on an installed wheel alone: no file of the checkout is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# Runs the cells of a notebook as Jupyter would, and fails where anything of the checkout but its environment is opened.
RUN = """
import json, os, sys
root, book = sys.argv[1:]
read = []

def watch(event, values):
    if event == "open" and isinstance(values[0], (str, bytes, os.PathLike)):
        path = os.path.realpath(os.fsdecode(values[0]))
        if path.startswith(root + os.sep) and not path.startswith((os.path.join(root, ".venv") + os.sep, sys.prefix)):
            read.append(path)

sys.addaudithook(watch)
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import explorer
assert not explorer.__file__.startswith(root + os.sep), explorer.__file__
for cell in json.load(open(book, encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        done = shell.run_cell("".join(cell["source"]))
        done.raise_error()
        if done.result is not None:
            shell.display_formatter.format(done.result)
assert not read, sorted(set(read))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel holds, as pip would lay it out."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    zipfile.ZipFile(path).extractall(folder / "site")
    return folder / "site"


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.name for path in NOTEBOOKS])
def test_a_notebook_runs_on_the_wheel_alone(site: Path, tmp_path: Path, name: str) -> None:
    work = tmp_path / "notebooks"
    work.mkdir()
    shutil.copy(ROOT / "notebooks" / name, work)  # what it reads comes with the package
    places = {"PYTHONPATH": str(site), "EXPLORER_AUTOSAVE": "off", "IPYTHONDIR": str(tmp_path / "ipython")}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(ROOT.resolve()), name],
        cwd=work,
        env=os.environ | places,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


@pytest.mark.slow
def test_cards_texts_scripts_styles_scenarios_and_positions_come_along(site: Path) -> None:
    inside = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    widgets = {f"explorer/widgets/{path.name}" for path in (ROOT / "explorer/widgets").glob("*.[jc]s*")}
    scenarios = {
        path.relative_to(ROOT / "tests/scenarios").as_posix() for path in ROOT.glob("tests/scenarios/*/*.yaml")
    }
    wanted = widgets | {f"explorer/_scenarios/{name}" for name in scenarios}
    wanted |= {f"explorer/_positions/{path.name}" for path in ROOT.glob("notebooks/positions/*.yaml")}
    wanted |= {
        "explorer/_cards/cards.csv",
        "explorer/texts/en.toml",
        "explorer/witnesses.csv",
        "explorer/draw/style.css",
    }
    assert wanted <= inside, f"missing in the wheel: {sorted(wanted - inside)[:9]}"


@pytest.mark.slow
def test_the_editor_offers_its_examples_on_the_wheel_alone(site: Path, tmp_path: Path) -> None:
    code = (
        "import explorer as ex\n"
        "from explorer import shipped\n"
        "names = list(shipped.positions())\n"
        "assert all('_positions' in str(shipped.position(name)) for name in names)\n"
        "editor = ex.Editor()\n"
        "assert all(editor.example(name).problems == [] for name in names)\n"
        "assert shipped.positions()[names[0]] in editor.widget.view['parts']['head']\n"
        "print(len(names))\n"
    )
    places = {"PYTHONPATH": str(site), "EXPLORER_AUTOSAVE": "off"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | places, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout) == len(list(ROOT.glob("notebooks/positions/*.yaml")))
