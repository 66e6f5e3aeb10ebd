"""Games under way, kept in a file of the user's data folder, so that a restarted kernel loses nothing.

``EXPLORER_AUTOSAVE`` names another folder, or ``off``.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from explorer.game import Game
from explorer.texts import text

FORMAT: Final = "import-export-explorer autosave"
SIZE_LIMIT: Final = 20_000_000
OFF: Final = frozenset({"off", "no", "0", "false"})


class Saved(NamedTuple):
    """A game that was under way: the turn and the decisions it had come to, and the whole game as text."""

    turn: int
    decisions: int
    game: str


class Autosave:
    """One place for one game.

    Args:
        path: the file.

    Example:
        >>> from explorer import new_game
        >>> folder = Path(tempfile.mkdtemp())
        >>> place = Autosave(folder / "mine.json")
        >>> place.write(new_game(players=2, seed=1).choose("draw"))
        >>> place.read().decisions
        1
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, game: Game) -> None:
        """Write the game; the file holds either the old or the new game, never half of one.

        Raises: OSError.
        """
        data = {"format": FORMAT, "turn": game.state.turn, "decisions": len(game.line) - 1, "game": game.save()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=self.path.parent, prefix=".explorer-", suffix=".tmp")
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump(data, file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def read(self) -> Saved | None:
        """Read what was saved; None when there is nothing.

        Raises: OSError; ValueError for a file that is no autosave.
        """
        if not self.path.exists():
            return None
        if self.path.stat().st_size > SIZE_LIMIT:
            raise ValueError(text("widget.autosave-large"))
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise ValueError(text("widget.autosave-cut")) from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(text("widget.autosave-other"))
        found = Saved(data.get("turn", 0), data.get("decisions", 0), data.get("game", ""))
        if not isinstance(found.game, str) or any(type(n) is not int for n in found[:2]):
            raise ValueError(text("widget.autosave-other"))
        return found

    def put_aside(self, word: str) -> Path:
        """Give the file another name beside the old one, so that nothing overwrites it."""
        aside = self.aside(word)
        os.replace(self.path, aside)
        return aside

    def aside(self, word: str) -> Path:
        """Where the file lies that was put aside under a word."""
        return self.path.with_suffix(f".{word}.json")

    def former(self) -> Saved | None:
        """The game that another one took the place of; None when there is none, or none that can be read."""
        try:
            return Autosave(self.aside("former")).read()
        except (OSError, ValueError):
            return None


def place_for(wanted: bool | str | Path, game: Game) -> Autosave | None:
    """Find the place for a game; None when it is not to be kept.

    Args:
        wanted: a name; a path as pathlib.Path, which is taken as it is; True for a place that follows from the
            notebook and the start of the game, or none outside of a notebook; False.
        game: the game.
    """
    if isinstance(wanted, Path):
        return Autosave(wanted)
    chosen = os.environ.get("EXPLORER_AUTOSAVE", "").strip()
    if wanted is False or wanted == "" or chosen.lower() in OFF:
        return None
    name = str(wanted)
    if wanted is True:
        notebook = os.environ.get("JPY_SESSION_NAME", "")
        if not notebook:
            return None
        start = game.root.state
        name = f"{Path(notebook).stem} {_short(notebook)} {_short(_start_text(start))}"
    return Autosave((Path(chosen).expanduser() if chosen else data_folder()) / file_name(name))


def file_name(name: str) -> str:
    """Turn any name into one that every file system takes; different names stay different.

    Example:
        >>> file_name("my game")
        'my-game-56f1a389.json'
    """
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60]
    return f"{plain or 'game'}-{_short(name)}.json"


def data_folder() -> Path:
    """The folder for saved games: within Jupyter's own data folder, or the user's if there is no Jupyter."""
    try:
        from jupyter_core.paths import jupyter_data_dir
    except ImportError:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "import-export-explorer"
    return Path(jupyter_data_dir()) / "import-export-explorer"


def _start_text(state: object) -> str:
    from explorer.position import Position

    return Position.of(state).text()  # type: ignore[arg-type]


def _short(words: str) -> str:
    return sha256(words.encode("utf-8", "replace")).hexdigest()[:8]
