"""The program that sets everything up: what it says when something is missing."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import run


def test_can_be_read_by_an_old_python() -> None:
    ast.parse(Path(run.__file__).read_text(encoding="utf-8"), feature_version=(3, 6))


def test_python_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"3\.11 or newer is needed, this is 3\.9"):
        run.create_venv()


def test_newer_python_on_the_path_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(run.shutil, "which", lambda name: sys.executable if name == "python3.12" else None)
    assert run.find_python() == sys.executable


def test_venv_module_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    monkeypatch.setattr(run.subprocess, "call", lambda *command, **options: 1)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        run.create_venv()


def test_fingerprint_depends_on_the_extras() -> None:
    assert run.fingerprint("lab") == run.fingerprint("lab")
    assert run.fingerprint("lab") != run.fingerprint("lab,test")


def test_browser_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "none"))
    assert run.find_browser() is None
    (tmp_path / "none").write_text("")
    assert run.find_browser() == str(tmp_path / "none")


def test_browser_is_not_installed_without_leave(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "find_browser", lambda: None)
    monkeypatch.setattr(run, "call", lambda *command, **options: pytest.fail("called a program"))
    monkeypatch.setattr(run.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(run, "is_root", lambda: False)
    run.ensure_browser()
    assert "sudo apt-get install -y chromium" in capsys.readouterr().out
    monkeypatch.setattr(run, "is_root", lambda: True)
    monkeypatch.setenv("EXPLORER_NO_APT", "1")
    run.ensure_browser()


def test_unknown_command() -> None:
    with pytest.raises(SystemExit, match="no command 'tset'; there are: lab, test, check, bench"):
        run.main(["tset"])


def test_everything_that_is_made_has_its_turn() -> None:
    makers = {f"docs/{path.name}" for path in (run.ROOT / "docs").glob("make_*.py")}
    assert makers <= set(run.MADE_BY) and all((run.ROOT / script).exists() for script in run.MADE_BY)
    assert run.MADE_BY[-1].endswith("savenotebooks.py")


def test_what_fails_is_said_and_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(run, "prepare", lambda kind: "python")
    monkeypatch.setattr(run, "call", lambda command: called.append(command[1]) or len(called) == 2)
    with pytest.raises(SystemExit, match=r"docs/make_rulings\.py failed"):
        run.remake([])
    assert called == list(run.MADE_BY[:2])


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 0
    assert "run.py lab" in capsys.readouterr().out


def test_browser_is_installed_by_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without package lists the first try fails; then the lists are fetched."""
    called: list[list[str]] = []

    def call(command: list[str], **options: object) -> int:
        called.append(command)
        return int(len(called) == 1)

    monkeypatch.setattr(run, "find_browser", lambda: "/usr/bin/chromium" if len(called) == 3 else None)
    monkeypatch.setattr(run, "call", call)
    monkeypatch.setattr(run.shutil, "which", lambda name: "/usr/bin/" + name)
    monkeypatch.setattr(run, "is_root", lambda: True)
    monkeypatch.delenv("EXPLORER_NO_APT", raising=False)
    run.ensure_browser()
    assert [command[1] for command in called] == ["install", "update", "install"]
    assert called[0][-1] == "chromium"


def test_an_environment_without_pip_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    assert run.complete(Path(sys.executable))
    half = tmp_path / "python"
    half.write_text("#!/bin/sh\nexit 1\n")
    half.chmod(0o755)
    assert not run.complete(half)
