"""Drives a real JupyterLab in a real browser, for tests.

The fixtures ``lab`` and ``lab_server`` in ``tests/browser/conftest.py`` hand these objects to a test::

    @pytest.mark.browser
    def test_first_notebook(lab):
        lab.open_notebook("01_learn_to_play.ipynb")
        assert lab.run_all() == []
        assert lab.kernel("print(game.decision.player)") == "green"

The server works on a temporary copy of ``notebooks/``, so that JupyterLab's autosave changes no tracked file.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
KERNELSPEC = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
PATIENCE = 60_000  # milliseconds until something that must happen counts as not happening


def notebook(*cells: str | tuple[str, str]) -> dict[str, Any]:
    """A notebook as data: each string is a code cell, each pair is (cell type, text)."""
    parts = [("code", cell) if isinstance(cell, str) else cell for cell in cells]
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": KERNELSPEC},
        "cells": [
            {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text}
            | ({"execution_count": None, "outputs": []} if kind == "code" else {})
            for number, (kind, text) in enumerate(parts)
        ],
    }


def is_external(url: str, base: str) -> bool:
    """Whether a request leaves the machine. A websocket to the server itself does not."""
    at_home = (f"{base}/", f"ws://{base.split('://', 1)[-1]}/", "data:", "blob:", "about:")
    return not url.startswith(at_home)


class LabServer:
    """A JupyterLab server on a temporary folder, with no settings from and no traces in the user's own."""

    def __init__(self, folder: Path, notebooks: Path | None = None) -> None:
        self.folder = folder
        self.root = folder / "work"
        if notebooks is not None and notebooks.is_dir():
            shutil.copytree(notebooks, self.root, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        self.root.mkdir(parents=True, exist_ok=True)
        self.token = secrets.token_hex(16)
        self.log = folder / "server.log"
        self.base = ""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> LabServer:
        variables = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "IPYTHONDIR": "ipython",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        }
        places = {name: str(self.folder / "jupyter" / place) for name, place in variables.items()}
        for place in places.values():
            Path(place).mkdir(parents=True, exist_ok=True)
        page_config = Path(places["JUPYTER_CONFIG_DIR"]) / "labconfig" / "page_config.json"
        page_config.parent.mkdir()
        page_config.write_text(
            json.dumps({"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}})
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"),
            *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"),
            *(f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.root}"),
            "--LabApp.extension_manager=readonly",
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=os.environ | places
            )
        until = time.monotonic() + PATIENCE / 1000
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text(errors='replace')[-4000:]}")
            time.sleep(0.1)
        return self

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.base}/api/status?token={self.token}", timeout=5) as reply:
                return bool(reply.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def add(self, name: str, content: str | dict[str, Any]) -> Path:
        """Put a file (or a notebook as data) into the folder that the server shows."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


class Watched:
    """A browser page of which everything is written down that should not happen."""

    def __init__(self, page: Any, base: str, shots: Path) -> None:
        self.page = page
        self.base = base
        self.shots = shots
        self.page_errors: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))

    @property
    def external_requests(self) -> list[str]:
        return [url for url in self.requests if is_external(url, self.base)]

    def assert_clean(self) -> None:
        """No script error on the page and no request that left the machine. Runs at the end of every test."""
        assert not self.page_errors, f"errors on the page: {self.page_errors}"
        assert not self.external_requests, f"requests that left the machine: {self.external_requests}"

    def screenshot(self, name: str, selector: str | None = None) -> Path:
        """A picture of the page (or of one element) in $SCREENSHOTS, else in the test's temporary folder."""
        self.shots.mkdir(parents=True, exist_ok=True)
        path = self.shots / f"{name}.png"
        (self.page.locator(selector).first if selector else self.page).screenshot(path=str(path))
        return path

    def axe(self, selector: str | None = None, ignore: Iterable[str] = ()) -> list[str]:
        """The accessibility faults that axe finds, one line each, without those of the named rules."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page, context=selector).response["violations"]
        skip = set(ignore)
        return [
            f"{fault['id']}: {fault['help']}: {', '.join(str(node['target']) for node in fault['nodes'])}"
            for fault in found
            if fault["id"] not in skip
        ]


class Lab(Watched):
    """One page of JupyterLab with one notebook at a time."""

    def __init__(self, page: Any, server: LabServer, shots: Path) -> None:
        super().__init__(page, server.base, shots)
        self.server = server
        page.set_default_timeout(PATIENCE)

    def open_notebook(self, name: str) -> None:
        """Open a notebook of the server's folder and wait until its kernel is there and idle."""
        self.page.goto(f"{self.base}/lab/tree/{name}?reset&token={self.server.token}")
        self.wait_for_kernel()

    def run_notebook(self, name: str, *cells: str) -> Any:
        """Open a new notebook of these cells and run them, without an error; returns the page."""
        self.server.add(name, notebook(*cells))
        self.open_notebook(name)
        assert self.run_all() == []
        return self.page

    def wait_for_kernel(self) -> None:
        # The icon in the toolbar also calls a notebook idle that has no kernel at all: ask the session itself.
        self.page.wait_for_function(
            """() => {
                const context = window.jupyterapp?.shell?.currentWidget?.sessionContext;
                const kernel = context?.session?.kernel;
                return context?.isReady && kernel?.status === 'idle' && kernel.connectionStatus === 'connected';
            }"""
        )

    def run_all(self) -> list[str]:
        """Run all cells to their end; hand back the errors, one line each, none if all went well."""
        errors: list[str] = self.page.evaluate(
            """async () => {
                const widget = window.jupyterapp.shell.currentWidget;
                await window.jupyterapp.commands.execute('notebook:run-all-cells');
                return widget.content.model.sharedModel.cells.flatMap((cell, number) =>
                    cell.cell_type !== 'code' ? [] : cell.outputs
                        .filter((output) => output.output_type === 'error')
                        .map((output) => `cell ${number}: ${output.ename}: ${output.evalue}`));
            }"""
        )
        return errors

    def outputs(self) -> list[list[dict[str, Any]]]:
        """The outputs of each code cell, as the notebook's model holds them."""
        cells: list[list[dict[str, Any]]] = self.page.evaluate(
            """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
                .filter((cell) => cell.cell_type === 'code').map((cell) => cell.outputs)"""
        )
        return cells

    def kernel(self, code: str) -> str:
        """Run code in the notebook's kernel without a cell; hand back what it printed. An error there is one here."""
        reply = self.page.evaluate(
            """async (code) => {
                const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                const future = kernel.requestExecute({code, store_history: false});
                let text = '';
                let error = null;
                future.onIOPub = (message) => {
                    if (message.header.msg_type === 'stream') text += message.content.text;
                    if (message.header.msg_type === 'error')
                        error = `${message.content.ename}: ${message.content.evalue}`;
                };
                await future.done;
                return {text, error};
            }""",
            code,
        )
        if reply["error"]:
            raise RuntimeError(f"in the kernel: {reply['error']}")
        return str(reply["text"]).strip()

    def wait_for_kernel_value(self, expression: str, wanted: str, seconds: float = 10) -> None:
        """Wait until an expression prints as wanted: a click needs a moment to reach Python."""
        until = time.monotonic() + seconds
        while (seen := self.kernel(f"print({expression})")) != wanted:
            assert time.monotonic() < until, f"{expression} is {seen!r}, not {wanted!r}"
            self.page.wait_for_timeout(50)

    def shut_down(self) -> None:
        """End the kernel: it would outlive the page and greet the next test with its old modules."""
        self.page.evaluate(
            """async () => {
                const context = window.jupyterapp?.shell?.currentWidget?.sessionContext;
                if (context?.session) await context.shutdown();
            }"""
        )
