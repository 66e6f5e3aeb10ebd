"""Games that lay on a table before the one that lies there now, with what nobody has saved of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from explorer.branches import walk
from explorer.draw.parts import esc
from explorer.game import Game
from explorer.texts import text
from explorer.widgets.autosave import Saved


class Former(NamedTuple):
    """A game to go back to: the turn and the decisions it had come to, and the game, or its text as it was kept."""

    turn: int
    decisions: int
    game: Game | str

    @classmethod
    def of(cls, game: Game | Saved) -> Former:
        """What to offer of a game."""
        if isinstance(game, Saved):
            return cls(*game)
        return cls(game.state.turn, len(game.line) - 1, game)

    def open(self) -> Game:
        """The game itself.

        Raises:
            SaveError: its text cannot be read.
        """
        from explorer.save import load

        return load(self.game) if isinstance(self.game, str) else self.game


def content(game: Game) -> list[Any]:
    """All that a person puts into a game: its choices on every line, names and comments."""
    return [(depth, node.step, node.name, node.comment) for node, depth in walk(game.root)]


def formers_html(formers: list[Former]) -> str:
    """Draw a button for each game to go back to, the latest first, and one to do without them."""
    if not formers:
        return ""
    rows = [
        _button("former", text("widget.former", turn=one.turn, decisions=one.decisions), number)
        for number, one in enumerate(reversed(formers), 1)
    ]
    return f'<div class="ie-offer">{"".join(rows)}{_button("forget", text("widget.forget"), 0)}</div>'


def _button(name: str, words: str, number: int) -> str:
    id = f"{name} {number}" if number else name
    return (
        f'<button type="button" class="ie-btn" data-ie="{name}" data-id="{id}" data-number="{number}">'
        f"{esc(words)}</button>"
    )
