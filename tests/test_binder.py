"""What a hosted notebook needs, as far as it can be checked without building the image."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def requirement_lines() -> list[str]:
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def test_project_itself_is_installed() -> None:
    # pip runs in the root of the repository; "-e .." would point outside it.
    assert "-e .[lab]" in requirement_lines()


def test_python_version_is_said_and_new_enough() -> None:
    kind, _, version = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().partition("-")
    assert kind == "python"
    assert SpecifierSet(PROJECT["requires-python"]).contains(version)


def test_pins_are_exact_and_allowed_by_pyproject() -> None:
    pins = {
        requirement.name: requirement
        for requirement in map(Requirement, (line for line in requirement_lines() if not line.startswith("-e")))
    }
    wanted = [Requirement(text) for text in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]]
    assert {requirement.name for requirement in wanted} == set(pins), "a pin for each dependency, and no other"
    for requirement in wanted:
        (pin,) = pins[requirement.name].specifier
        assert pin.operator == "=="
        assert requirement.specifier.contains(pin.version), f"{requirement} does not allow {pin}"


def test_post_build_can_be_executed() -> None:
    script = BINDER / "postBuild"
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0


def test_post_build_runs(tmp_path: Path) -> None:
    environment = os.environ | {
        "NB_PYTHON_PREFIX": str(tmp_path),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run([str(BINDER / "postBuild")], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    settings = json.loads((tmp_path / "share/jupyter/lab/settings/overrides.json").read_text(encoding="utf-8"))
    assert settings["@jupyterlab/apputils-extension:kernels-settings"]["commsOverSubshells"] == "disabled"


@pytest.mark.skipif(
    importlib.util.find_spec("repo2docker") is None,
    reason="repo2docker is not installed; to run this: pip install jupyter-repo2docker",
)
def test_generated_dockerfile() -> None:
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    text = done.stdout + done.stderr
    assert done.returncode == 0, text
    copied = text.index(" src/ ${REPO_DIR}/")
    assert "environment for python=3.11" in text
    installed = text.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    assert installed > copied, "-e . needs the sources to be there"
    assert "./binder/postBuild" in text
