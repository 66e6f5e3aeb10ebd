"""Fixtures for tests in a real browser: ``host`` (a widget alone, fast) and ``lab`` (a whole JupyterLab).

Without Playwright or a browser every test that asks for one of them is skipped, and the reason names the command
that would help. With EXPLORER_REQUIRE_BROWSER=1 it fails instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakehost import FakeHost
from labdriver import FLAGS, Lab, LabServer, Watched

import run

ROOT = Path(run.__file__).parent
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def give_up(reason: str) -> None:
    (pytest.fail if os.environ.get("EXPLORER_REQUIRE_BROWSER") else pytest.skip)(reason)


# One browser for each test file, not for the whole session: Playwright keeps an event loop running in the main
# thread as long as it lives, and notebook tests in the same process want loops of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Headless Chromium."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        give_up("Playwright is not installed; to run the browser tests: python3 run.py test")
    with sync_playwright() as playwright:
        path = run.find_browser() or playwright.chromium.executable_path
        if not Path(path).exists():
            give_up(f"no Chromium; to run the browser tests: {run.browser_command()}")
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Where pictures go: $SCREENSHOTS if set, else the test's temporary folder."""
    return Path(os.environ["SCREENSHOTS"]) if os.environ.get("SCREENSHOTS") else tmp_path / "screenshots"


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page in a context of its own: no cookies or storage of other tests."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def finish(watched: Watched, item: pytest.Item) -> None:
    """A failed test leaves a picture; a passed one must have been clean."""
    if item.stash.get(FAILED, False):
        try:
            print("picture of the failure:", watched.screenshot(f"failed-{item.name}"))
        except Exception as error:
            print("no picture of the failure:", error)
    else:
        watched.assert_clean()


@pytest.fixture
def host(page: Any, shots: Path, request: pytest.FixtureRequest) -> Iterator[FakeHost]:
    """A widget's module on a blank page, with a stand-in for the kernel (see tests/support/fakehost.py)."""
    fake = FakeHost(page, shots)
    yield fake
    finish(fake, request.node)


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """A JupyterLab server on a temporary copy of notebooks/."""
    server = LabServer(tmp_path_factory.mktemp("jupyterlab"), ROOT / "notebooks").start()
    yield server
    server.stop()


@pytest.fixture
def lab(page: Any, lab_server: LabServer, shots: Path, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """A page of JupyterLab (see tests/support/labdriver.py); its kernel ends with the test."""
    driver = Lab(page, lab_server, shots)
    yield driver
    try:
        finish(driver, request.node)
    finally:
        driver.shut_down()
