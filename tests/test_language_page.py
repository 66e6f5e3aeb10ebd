"""The page about events, questions and verbs is made from them."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_page_is_up_to_date() -> None:
    """In a process of its own: other tests may declare powers."""
    run = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_language.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
