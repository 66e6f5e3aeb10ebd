"""Promises about the project as a whole: what imports what, what a notebook may hold, what a wheel carries."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "explorer"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# --- imports --------------------------------------------------------------------------------------------------

# From the bottom up. A module of a layer may import its own layer and those below it. The names are modules or
# subpackages of explorer; __init__ and __main__ stand above all of them.
LAYERS: list[set[str]] = [
    {"terms", "texts", "rulebook", "card", "cardfile", "catalogue", "state", "version"},
    {"language"},
    {"rules", "powers"},
    {"game", "position", "scenario", "shipped", "sketch", "save", "log", "words", "options", "edits"}
    | {"view", "reasons", "refusals", "why", "lapses", "files", "stepping", "branches"},
    {"asking", "finding", "goals", "graph", "graphcards", "graphfiles", "graphlinks", "graphview", "powertext", "lab"},
    {"draw"},
    {"widgets"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
TOP = {"", "__main__"}
# A game, a position or a log shows itself as a picture in a notebook: it may call the drawing, but only from
# inside a function, so that the engine never loads it by itself.
MAY_BE_CALLED_FROM_BELOW = {"draw"}
# Only the widgets know that there is Jupyter.
JUPYTER = {"IPython", "anywidget", "ipywidgets", "jupyter_client", "jupyterlab", "traitlets"}
HEAVY = ["IPython", "anywidget", "ipywidgets", "matplotlib", "networkx", "numpy", "pandas", "yaml"]


@dataclass(frozen=True)
class Import:
    line: int
    module: str
    inside_function: bool

    @property
    def package(self) -> str:
        return self.module.partition(".")[0]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py")) if "__pycache__" not in path.parts}


def is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def imports_of(name: str, source: str, is_package: bool, known: set[str]) -> Iterator[Import]:
    """Every import of a module but those that only a type checker sees."""

    def visit(node: ast.AST, inside: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, inside)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = name.split(".")[: len(name.split(".")) - node.level + is_package]
                base = ".".join(above + ([node.module] if node.module else []))
            for alias in node.names:
                # "from package import module" is an import of the module.
                whole = f"{base}.{alias.name}"
                yield Import(node.lineno, whole if whole in known else base, inside)
        elif isinstance(node, ast.If) and is_type_checking(node.test):
            for child in node.orelse:
                yield from visit(child, inside)
        else:
            inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for child in ast.iter_child_nodes(node):
                yield from visit(child, inside)

    yield from visit(ast.parse(source), False)


def all_imports() -> dict[str, list[Import]]:
    known = set(MODULES)
    return {
        name: list(imports_of(name, path.read_text(encoding="utf-8"), path.name == "__init__.py", known))
        for name, path in MODULES.items()
    }


def part_of(module: str) -> str:
    """The first name below explorer: explorer.rules.load belongs to rules."""
    return (module.split(".") + [""])[1]


def breaches(imports: dict[str, list[Import]]) -> Iterator[str]:
    for name, found in imports.items():
        part = part_of(name)
        if part in TOP:
            continue
        for one in found:
            if one.package != "explorer":
                continue
            goal = part_of(one.module)
            goal_level = len(LAYERS) if goal in TOP else LEVEL.get(goal, 0)
            if goal_level > LEVEL.get(part, len(LAYERS)):
                if one.inside_function and goal in MAY_BE_CALLED_FROM_BELOW:
                    continue
                yield f"{name}:{one.line} imports {one.module}, which lies above it"


def test_the_checker_sees_what_it_should() -> None:
    source = (
        "from typing import TYPE_CHECKING\n"
        "from . import load, terms\n"
        "from ..game import Game\n"
        "import explorer.widgets.table as t\n"
        "def f():\n    import explorer.draw\n    from ..lab import bots\n"
        "if TYPE_CHECKING:\n    import pandas\n"
    )
    known = {"explorer.rules", "explorer.rules.load", "explorer.game"}
    found = list(imports_of("explorer.rules.turn", source, False, known))
    assert [one.module for one in found] == [
        *("typing", "explorer.rules.load", "explorer.rules"),
        *("explorer.game", "explorer.widgets.table", "explorer.draw", "explorer.lab"),
    ]
    assert [line.split()[2] for line in breaches({"explorer.rules.turn": found})] == [
        *("explorer.game,", "explorer.widgets.table,", "explorer.lab,"),
    ]
    assert list(imports_of("explorer.rules", "from . import load", True, known)) == [
        Import(1, "explorer.rules.load", False)
    ]


def test_every_module_has_its_layer() -> None:
    parts = {part_of(name) for name in MODULES} - TOP
    assert parts <= set(LEVEL), f"say in LAYERS (tests/test_project.py) where these belong: {parts - set(LEVEL)}"


def test_imports_run_downwards() -> None:
    assert list(breaches(all_imports())) == []


def test_no_import_cycles() -> None:
    graph = {
        name: {one.module for one in found if one.module in MODULES and not one.inside_function} - {name}
        for name, found in all_imports().items()
    }
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail("modules import each other: " + " <- ".join(error.args[1]))


def test_engine_loads_the_standard_library_alone() -> None:
    """Below the widgets, other packages are imported by the functions that need them, and Jupyter not at all."""
    faults = []
    for name, found in all_imports().items():
        if part_of(name) == "widgets":
            continue
        for one in found:
            if one.package in JUPYTER:
                faults.append(f"{name}:{one.line} imports {one.module}; only widgets/ may")
            elif one.package not in sys.stdlib_module_names | {"explorer"} and not one.inside_function:
                faults.append(f"{name}:{one.line} imports {one.module} outside of a function")
    assert faults == []


@pytest.mark.skipif(not (PACKAGE / "__init__.py").exists(), reason="explorer/__init__.py is not there yet")
def test_import_explorer_is_light() -> None:
    code = f"import explorer, sys; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


# --- notebooks ------------------------------------------------------------------------------------------------

UNCOMPARED = {"nbval-ignore-output", "nbval-skip"}


def notebook_faults(content: dict) -> list[str]:  # type: ignore[type-arg]
    faults = []
    metadata = content["metadata"]
    if metadata.get("kernelspec", {}).get("name") != "python3":
        faults.append("its kernelspec is not python3: JupyterLab would ask for a kernel before anything else")
    if "widgets" in metadata:
        faults.append("it holds the state of widgets (metadata.widgets)")
    for number, cell in enumerate(content["cells"]):
        if cell["cell_type"] != "code":
            continue
        if any("application/vnd.jupyter.widget-view+json" in one.get("data", {}) for one in cell["outputs"]):
            faults.append(f"cell {number} stores a widget: without a kernel it shows an error")
        if any(one["output_type"] == "error" for one in cell["outputs"]):
            faults.append(f"cell {number} stores an error")
        tags = set(cell["metadata"].get("tags", []))
        if cell["execution_count"] is None and not tags & UNCOMPARED and "".join(cell["source"]).strip():
            faults.append(f"cell {number} has not been run: its output would never be compared")
    return faults


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebook(path: Path) -> None:
    assert re.fullmatch(r"\d\d_[a-z0-9_]+\.ipynb", path.name), "notebooks are numbered"
    assert notebook_faults(json.loads(path.read_text(encoding="utf-8"))) == []


def test_notebook_faults_are_found() -> None:
    widget = {"output_type": "display_data", "data": {"application/vnd.jupyter.widget-view+json": {}}}
    cells = [
        {"cell_type": "code", "metadata": {}, "source": "1", "execution_count": None, "outputs": []},
        {"cell_type": "code", "metadata": {}, "source": "w", "execution_count": 2, "outputs": [widget]},
        {"cell_type": "markdown", "metadata": {}, "source": "text"},
    ]
    faults = notebook_faults({"metadata": {"widgets": {}}, "cells": cells})
    assert len(faults) == 4
    cells[0]["metadata"] = {"tags": ["nbval-ignore-output"]}
    cells[1]["outputs"] = []
    assert notebook_faults({"metadata": {"kernelspec": {"name": "python3"}}, "cells": cells}) == []


# --- wheel ----------------------------------------------------------------------------------------------------

CARRIED = {".py", ".js", ".css", ".toml", ".csv", ".json", ".yaml", ".svg"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


def files_under(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in CARRIED]


@pytest.mark.slow
def test_wheel_is_pure_and_complete(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = {path.relative_to(ROOT).as_posix() for path in files_under(PACKAGE)}
    wanted |= {f"explorer/_cards/{path.relative_to(ROOT / 'cards').as_posix()}" for path in files_under(ROOT / "cards")}
    assert wanted <= inside, f"missing in the wheel: {sorted(wanted - inside)}"
    assert not {name for name in inside if name.startswith(("tests/", "notebooks/", "cards/"))}


@pytest.mark.slow
@pytest.mark.skipif(not (PACKAGE / "__init__.py").exists(), reason="explorer/__init__.py is not there yet")
def test_wheel_works_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = "import explorer as ex; print(ex.__file__); assert ex.catalogue()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).is_relative_to(tmp_path / "site")


# --- commands -------------------------------------------------------------------------------------------------


def test_continuous_integration_runs_the_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    for command in ("make test", "python3 run.py test"):
        assert command in readme
        assert command in script.read_text(encoding="utf-8")
    for command in ("make lab", "python3 run.py lab"):
        assert command in readme
