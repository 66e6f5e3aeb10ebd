"""Every moment of every scenario can be undone, written out as text, read back, and the whole saved and loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.game import Game
from explorer.position import Position
from explorer.save import load, write
from explorer.scenario import Scenario
from explorer.state import plain

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(FOLDER).with_suffix("").as_posix() for path in FILES])
def test_every_moment_comes_back(path: Path) -> None:
    game = Scenario.load(path).play()
    line = game.line
    moments = [plain(node.state) for node in line]
    for moment in reversed(moments[:-1]):
        assert plain(game.undo().state) == moment
    for moment in moments[1:]:
        assert plain(game.redo().state) == moment
    from_text(game)
    again = load(write(game))
    assert not again.notes
    assert plain(again.state) == moments[-1]


def from_text(game: Game) -> None:
    """Read a moment in the middle and the last one back from text, and play the first of them on to the same end."""
    line = game.line
    for number in {len(line) // 2, len(line) - 1}:
        node = line[number]
        again = Game(Position.load(Position.of(node.state).text()))
        assert plain(again.state) == plain(node.state)
        here = Game(node.state)
        assert [o.key for o in again.options] == [o.key for o in here.options]
        assert [o.key for o in again.interrupts] == [o.key for o in here.interrupts]
        for later in line[number + 1 :]:
            assert later.step is not None
            word, what = later.step
            if word == "edit":
                again.edit(*what)
            else:
                again.choose(what)
        assert plain(again.state) == plain(game.state)


def test_an_extra_turn_out_of_order_can_be_written_while_it_waits() -> None:
    """A negative entry among the extra turns: at once after this turn (ruling pirates-fulfilled-off-turn)."""
    path = Path(__file__).parent / "scenarios" / "pirates" / "right-after-this-turn.yaml"
    state = Scenario.load(path).position.state()
    state.extra.append(-1)
    again = Position.load(Position.of(state).text()).state()
    assert again.extra == [-1]
    assert again.options == state.options
