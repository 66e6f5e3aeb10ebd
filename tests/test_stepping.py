"""Steps both ways, stops, bots, branches, what would follow, and the narrowed log, without a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import explorer as ex
from explorer import branches, stepping
from explorer.language import events as ev
from explorer.state import plain, seat_name

EXAMPLE = "notebooks/positions/example_turn.yaml"


@pytest.fixture
def table() -> ex.Table:
    return ex.Table(ex.Game(ex.Position.load(EXAMPLE)), autosave=False)


def parts(table: ex.Table) -> Any:
    return table.widget.view["parts"]


def said(table: ex.Table) -> str:
    return str(parts(table)["decide"])


def send(table: ex.Table, **message: Any) -> None:
    table.widget._handle_custom_msg(message, [])


def played(table: ex.Table, *choices: int) -> ex.Table:
    for choice in choices:
        table.choose(choice)
    return table


# Steps


@pytest.mark.parametrize("to", stepping.STEPS)
def test_steps_forward_and_back_meet(to: str) -> None:
    game = ex.new_game(players=3, seed=7)
    while game.state.turn < 4 and not game.over:
        game.choose(len(game.options))
    nodes = game.line
    starts = [0] + [i for i in range(1, len(nodes)) if stepping.begins(nodes[i].state, nodes[i - 1].state, to)]
    table = ex.Table(game, autosave=False)
    seen = [len(game.line) - 1]
    while len(game.line) > 1:
        seen.append(len(table.back(to).game.line) - 1)
    assert seen[1:] == [i for i in reversed(starts) if i < len(nodes) - 1]
    for at in [i for i in starts if i > 0]:
        assert len(table.forward(to).game.line) - 1 == at


def test_what_is_under_way_leads_back_to_its_beginning(table: ex.Table) -> None:
    while table.game.state.turn == 1:
        table.choose(table.options[0])
    table.choose(table.options[1]).choose(table.options[0])
    assert table.game.state.turn == 2
    start = table.game.node
    table.begin(1)
    line = table.game.line
    assert (line[-1].state.turn, line[-2].state.turn) == (2, 1)
    assert table.game.go_to(start).node is start  # later moments are kept
    with pytest.raises(ValueError, match="no step 9"):
        table.begin(9)
    send(table, kind="begin", number=0)
    assert table.game.node is line[-1]


def test_a_step_of_a_player_ends_when_another_one_decides(table: ex.Table) -> None:
    played(table, 2, 2, 2, 4, 2).goto(0)
    first = table.game.decision.player
    table.forward("player")
    assert table.game.decision.player != first
    with pytest.raises(ValueError, match="player"):
        table.back("year")


# Stops


def test_halts_at_an_event_a_card_and_a_player(table: ex.Table) -> None:
    played(table, 2, 2, 2, 4, 2, 1, 2).goto(0)
    table.stop_when(event="ContainerLoaded", seat="green").forward("turn")
    assert "Halted: container loaded, Green" in said(table) and table.log[-1].number > 0
    here = len(table.game.line)
    table.forward("turn")
    assert len(table.game.line) > here and "Halted" not in said(table)
    table.drop_stop().goto(0).stop_when(seat="blue").forward("turn")
    assert table.game.decision.player == "blue" and "Halted: Blue decides" in said(table)
    table.drop_stop(1)
    assert table.stops == []


def test_a_card_halts_when_its_power_acts() -> None:
    game = ex.Scenario.load("tests/scenarios/board/in-the-middle-of-a-power.yaml").play()
    end = len(game.line) - 1
    table = ex.Table(game, autosave=False).goto(0).stop_when("Stolen Documents")
    for _ in range(end):
        table.forward()
        if "Halted: Stolen Documents acts" in said(table):
            break
    else:
        pytest.fail("did not halt")


def test_whoever_plays_by_hand_passes_a_stop_and_is_told(table: ex.Table) -> None:
    table.stop_when(seat="green").choose("draw")
    decider = table.game.decision.player
    table.drop_stop().undo().stop_when(seat=decider).choose("draw")
    told = f"Passed the stop: {decider.title()} decides"
    assert told in said(table)
    assert told not in said(table.undo()) and told in said(table.redo())
    assert told not in said(table.goto(0)) and told in said(table.goto(1)) and told in said(table.goto(0).skip_turns(1))
    table.undo().set_bot(decider, "greedy").run().choose("draw")
    assert f"Halted: {decider.title()} decides" in said(table)  # the bots wait


def test_bots_halt_too_and_go_on_when_told() -> None:
    game = ex.new_game(players=2, seed=1)
    table = ex.Table(game, autosave=False).stop_when(event="TurnEnded")
    for seat in (0, 1):
        table.set_bot(seat, "random")
    assert len(game.line) == 1 and set(table.bots.values()) == {"random"}
    table.run()
    assert game.state.turn == 2 and "Halted: turn ended" in said(table)
    table.run()
    assert game.state.turn == 3
    table.drop_stop().set_bot(0, None).set_bot(1, None).run()
    assert game.state.turn == 3 and table.bots == {}


def test_what_cannot_be_a_stop_is_refused(table: ex.Table) -> None:
    with pytest.raises(ValueError, match="Name a card"):
        table.stop_when()
    with pytest.raises(ValueError, match="Did you mean ShipReturned"):
        table.stop_when(event="ShipReturnd")
    with pytest.raises(KeyError, match="Pistols"):
        table.stop_when("Pistls")
    with pytest.raises(ValueError, match="purple"):
        table.stop_when(seat="purple")
    with pytest.raises(ValueError, match="no stop 1"):
        table.drop_stop(1)
    send(table, kind="stop", card="Pistls", event="", seat="")
    assert "Pistols" in table.error and table.stops == []
    send(table, kind="stop", card="pistols", event="", seat="")
    assert [stop.text for stop in table.stops] == ["Pistols acts"] and "Pistols acts" in parts(table)["stops"]
    send(table, kind="unstop", number=0)
    assert table.stops == []


# Branches


def test_the_tree_shows_forks_names_and_ends(table: ex.Table) -> None:
    played(table, 2, 2, 2).undo(2)
    table.note("before <b>", "why\nnot").choose(1)
    shown = [(one.at, one.level, one.name, one.here) for one in table.moments]
    assert shown == [(0, 0, "", False), (1, 0, "before <b>", False)] + [
        (2, 0, "", False), (3, 0, "", False), (2, 1, "", True),
    ]  # fmt: skip
    html = parts(table)["lines"]
    assert "before &lt;b&gt;" in html and "why\nnot" in html and "<b></b>" not in html
    assert table.visit("before <b>").game.node.comment == "why\nnot"
    number = table.moments[-1].number
    send(table, kind="visit", number=number)
    assert table.game.node is not table.game.root and table.moments[-1].here


def test_names_and_comments_are_kept(table: ex.Table, tmp_path: Path) -> None:
    played(table, 2).note("here", "said").save(tmp_path / "game.yaml")
    again = ex.load(tmp_path / "game.yaml")
    assert (again.node.name, again.node.comment) == ("here", "said")
    table.note("", "")
    assert (table.game.node.name, table.game.node.comment) == ("", "")
    with pytest.raises(ValueError, match="up to"):
        table.note("x" * 1000)


def test_a_branch_is_deleted_and_brought_back(table: ex.Table) -> None:
    played(table, 2, 2, 2).undo(2)
    whole = table.game.save()
    number = next(one.number for one in table.moments if one.at == 3)
    table.delete(number)
    assert [one.at for one in table.moments] == [0, 1, 2] and table.game.node.children[0].children == []
    table.restore()
    assert table.game.save() == whole
    here = table.game.node
    table.delete()
    assert here is not table.game.node is here.parent and table.redo().game.node is here.parent
    table.choose(2)
    with pytest.raises(ValueError, match="cannot be brought back"):
        table.restore()
    with pytest.raises(ValueError, match="start"):
        table.delete(0)
    with pytest.raises(ValueError, match="no moment 99"):
        table.visit(99)
    with pytest.raises(ValueError, match="No moment is called"):
        table.visit("nowhere")


# What would follow


def test_a_preview_changes_nothing_and_comes_true(table: ex.Table) -> None:
    played(table, 2, 2, 2, 4, 2)
    before, line = plain(table.game.state), len(table.game.line)
    option = next(one for one in table.options if "Chairs" in one.text)
    found = table.preview(option)
    assert plain(table.game.state) == before and len(table.game.line) == line
    assert any(line.startswith("Green fulfilled Can Openers") for line in found.lines)
    assert any("+6 cr" in change for change in found.changes)
    end = table.log[-1].number
    table.choose(option)
    told = [
        f"{one.text} {one.clause}" for one in table.log.since(end) if one.name not in ("RulingApplied", "TurnEnding")
    ]
    assert list(found.lines) == told[: len(found.lines)]
    with pytest.raises(ValueError, match="not offered"):
        table.preview("nonsense")


@pytest.mark.parametrize("seed", range(3))
def test_a_preview_tells_nothing_of_unseen_cards(seed: int) -> None:
    """With the unseen cards lying otherwise every option shows the very same preview to the one who decides."""
    game = ex.new_game(players=3, seed=seed)
    for step in range(30):
        s = game.state
        if s.asking is None or s.asking[1] in ("window", "bid"):
            break
        seat = s.asking[0]
        other = s.copy()
        other.deck.reverse()
        first, second = (p for i, p in enumerate(other.players) if i != seat)
        first.hand[0], other.deck[0] = other.deck[0], first.hand[0]
        second.hand[-1], other.deck[3] = other.deck[3], second.hand[-1]
        for option in game.options[:3]:
            told = [stepping.preview(ex.Game(world), option, seat) for world in (s, other)]
            assert told[0] == told[1]
        game.choose(step % len(game.options) + 1)


def test_what_is_drawn_is_not_told(table: ex.Table) -> None:
    found = table.preview("draw")
    assert "Green draws 2 cards R-TURN-2" in found.lines and "Green: hand +2" in found.changes


# The log


def test_the_log_is_narrowed(table: ex.Table) -> None:
    played(table, 2, 2, 2, 4, 2, 1)
    every = parts(table)["log"].count("data-event")
    table.filter_log(clause="R-LOAD")
    html = parts(table)["log"]
    assert 0 < html.count("is-match") < html.count("data-event") < every
    table.filter_log(seat="green", card="Laptops")
    assert "led Load with Laptops" in parts(table)["log"] and "found" in parts(table)["narrow"]
    send(table, kind="filter", card="", seat="", clause="R-NONSENSE")
    assert "R-NONSENSE" in table.error
    send(table, kind="filter", card="", seat="", clause="")
    assert parts(table)["log"].count("data-event") == every


def test_a_narrowed_log_tells_a_seat_nothing_hidden() -> None:
    game = ex.new_game(players=3, seed=1).choose("draw")
    drawn = next(event for event in game.log.events() if event[ev.CODE] == ev.CardsDrawn and event[ev.SEAT] >= 0)
    card, owner = drawn[ev.FIELDS + 1][0], drawn[ev.SEAT]
    only = stepping.narrowed(game.state, card=game.catalogue.name[card])
    assert stepping.shows(game.state, drawn, only, owner)
    assert not stepping.shows(game.state, drawn, only, (owner + 1) % 3)


def test_a_log_line_opens_its_clause_and_its_ruling(table: ex.Table) -> None:
    told: list[Any] = []
    table.widget.send = lambda content, buffers=None: told.append(content)
    played(table, 2, 2, 2, 4, 2, 1)
    entries = list(table.log)
    for entry in entries:
        send(table, kind="event", number=entry.number, about=f"event {entry.number}")
    assert len(told) == len(entries) and all(one["kind"] == "about" for one in told)
    for entry, one in zip(entries, told, strict=True):
        assert entry.clause in one["html"]
        if entry.name == "RulingApplied":
            assert "in force" in one["html"] and one["html"].count("<li>") > 1
    send(table, kind="event", number=10_000, about="event 10000")
    assert "no event 10000" in table.error


def test_editing_opens_this_moment(table: ex.Table) -> None:
    editor = table.edit()
    if editor is None:
        assert "editor" in said(table)
        return
    seat = seat_name(table.game.state, 0)
    assert seat in editor.text


def test_moments_of_a_long_game_are_few() -> None:
    game = ex.new_game(players=2, seed=3)
    for _ in range(60):
        if game.decision is not None:
            game.choose(1)
    assert len(branches.moments(game)) == 2
