"""Two readings of a ruling side by side: where they part, what is different, and the dispute as a scenario."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import explorer as ex
from explorer.__main__ import main
from explorer.lab.bots import bot
from explorer.lab.comparing import Comparison
from explorer.rulebook import BUILT, RulingError
from explorer.state import plain

FOLDER = Path(__file__).parent / "scenarios"
ORDER = "same-ship-immediates-order"


def dispute(name: str = "bird-feed/before-or-after-the-coin") -> ex.Game:
    return ex.Scenario.load(FOLDER / f"{name}.yaml").play()


def test_the_readings_part_where_one_asks_and_the_other_does_not() -> None:
    found = Comparison(dispute(), f"{ORDER}=placing-order")
    assert found.readings == {ORDER: ("owner-orders", "placing-order")}
    first = found.partings[0]
    assert (first.moment, first.what) == (1, "options")
    assert "which of these Contracts" in first.text and "buy Bird Feed" in first.text
    assert found.at == 1 and "first/bird-feed was chosen by green" in found.stopped
    assert [one.what for one in found.differences] == ["asks"]


def test_both_sides_go_on_by_themselves_and_together() -> None:
    found = Comparison(dispute(), ORDER)
    found.choose("first/bird-feed", "first")
    assert not found.stopped and set(found.choices("first").values()) == {"both"}
    found.choose("buy")
    assert found.first.credits == found.second.credits
    assert found.differences == []
    found.go(1)
    assert found.first.decision is not None and found.first.decision.kind == "order powers"
    with pytest.raises(ValueError, match="no moment 9"):
        found.go(9)


def test_what_one_side_alone_offers_is_refused_on_the_other_with_reasons() -> None:
    found = Comparison(dispute(), ORDER)
    with pytest.raises(ValueError, match="first/bird-feed"):
        found.choose("first/bird-feed")
    assert found.at == 1 and found.first.node is found.moments[1].first  # nothing has changed


def test_differences_name_credits_zones_and_ships() -> None:
    found = Comparison(dispute("bird-feed/sold-on"), "arrival-without-fulfilment=neither")
    rows = {(one.what, one.whose): one for one in found.differences}
    assert (rows["at", "green 1"].first, rows["at", "green 1"].second) == ("sailing", "sea")
    frame = found.frame()
    assert list(frame.columns) == ["what", "whose", "first", "second", "text"] and len(frame) == len(rows)
    assert "Green 1: about to sail in A, at sea in B." in str(found)


def test_the_same_reading_differs_in_nothing() -> None:
    game = dispute()
    found = Comparison(game, {ORDER: "owner-orders"})
    assert found.partings == [] and found.differences == [] and "nothing differs" in str(found)
    assert not found.stopped and found.first.credits == game.credits


@pytest.mark.parametrize("seed", range(4))
def test_the_first_side_is_the_game_itself(seed: int) -> None:
    dice = Random(seed)
    game = ex.new_game(2 + seed % 4, seed=seed)
    choose = bot("random", seed)
    for _ in range(80):
        if not game.over:
            game.choose(dice.choice(game.interrupts) if game.interrupts and dice.random() < 0.2 else choose(game))
    id = dice.choice(sorted(BUILT))
    whole = game.save()
    found = Comparison(game, id)
    assert game.save() == whole  # the game that was given is not touched
    found.go(len(found.moments) - 1)
    ours, theirs = plain(found.first.state), plain(game.state)
    assert {**ours, "ask_forced": None} == {**theirs, "ask_forced": None}
    for side in ("first", "second"):
        found.scenario(side).play()


def test_the_dispute_is_a_scenario_that_holds_under_its_reading_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Comparison(dispute(), ORDER)
    saved = found.save(tmp_path / "placing.yaml")
    assert saved.clause == f"ruling {ORDER}"
    found.save(tmp_path / "owner.yaml", "first", title="The owner orders them")
    assert main(["verify", str(tmp_path)]) == 0
    assert main(["verify", str(tmp_path / "placing.yaml"), "--ruling", f"{ORDER}=owner-orders"]) == 1
    assert main(["verify", str(tmp_path / "owner.yaml"), "--ruling", f"{ORDER}=placing-order"]) == 1
    assert "FAILS" in capsys.readouterr().out


def test_flipping_from_here_and_from_the_start() -> None:
    found = Comparison(dispute(), ORDER)
    here = found.go(1).flip("arrival-without-fulfilment", "neither", here=True)
    assert here.moments[0].first.state.asking == (0, "order powers")
    assert here.readings["arrival-without-fulfilment"][1] == "neither"
    with pytest.raises(RulingError, match="not built"):
        found.flip("bird-feed-first", "first-to-speak")
    assert set(found.readings) == {ORDER, "arrival-without-fulfilment"}
    found.flip("arrival-without-fulfilment", found.first.rulings["arrival-without-fulfilment"])
    assert set(found.readings) == {ORDER}


def test_rulings_may_be_named_in_several_ways() -> None:
    game = dispute()
    for found in (
        ex.compare(game, ORDER),
        ex.compare(game, {ORDER: "placing-order"}),
        ex.compare(game, same_ship_immediates_order="placing-order"),
    ):
        assert found.readings == {ORDER: ("owner-orders", "placing-order")}
    with pytest.raises(RulingError, match="no ruling 'same-ship'"):
        ex.compare(game, "same-ship")
    with pytest.raises(RulingError, match="names no readings"):
        ex.compare(game, 5)
    with pytest.raises(RulingError, match="no other reading"):
        ex.compare(game, "bird-feed-first")


def test_a_position_choices_and_bots() -> None:
    position = ex.Position.load("players: [{harbor: green, hand: 3}, {harbor: yellow, hand: 3}]\nseed: 4")
    found = ex.compare(position, "bid-steps", choices=["draw"], bots="random", decisions=20, seed=3)
    assert found.first.rulings["bid-steps"] != found.second.rulings["bid-steps"]
    assert len(found.moments) > 2
    again = ex.compare(position, "bid-steps", choices=["draw"], bots="random", decisions=20, seed=3)
    assert str(found) == str(again)


def test_the_rulings_a_game_has_relied_on() -> None:
    later = {one.id: one for one in Comparison(dispute("bird-feed/sold-on"), ORDER).relied}
    assert later["bird-feed-first"].powers == ("Bird Feed",) and later["bird-feed-first"].clauses == (
        "power bird-feed",
    )


def test_one_side_as_a_game_of_its_own() -> None:
    found = Comparison(dispute(), ORDER)
    game = found.game("second")
    assert not game.state.ask_forced and game.decision is not None and game.decision.kind == "bird-feed"
    game.choose("buy")  # the comparison stays where it is
    assert found.second.decision is not None and found.second.decision.kind == "bird-feed"


def test_another_file_is_written_over_only_when_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, path = Comparison(dispute(), ORDER), tmp_path / "mine.yaml"
    found.save(path)
    before = path.read_text(encoding="utf-8")
    found.save(path)  # the same once more
    with pytest.raises(FileExistsError, match=r"is there already.*overwrite=True"):
        found.save(path, "first")
    file = str(FOLDER / "bird-feed/before-or-after-the-coin.yaml")
    command = ["compare", file, f"{ORDER}=owner-orders", "--save", str(path)]
    assert main(command) == 1 and "--overwrite" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == before
    found.save(path, "first", overwrite=True)
    assert path.read_text(encoding="utf-8") == found.scenario("first").text() != before
    assert main([*command, "--overwrite"]) == 0


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(FOLDER / "bird-feed/before-or-after-the-coin.yaml")
    assert main(["compare", file, f"{ORDER}=placing-order", "--save", str(tmp_path / "b.yaml")]) == 0
    assert "From moment 1 on different choices" in capsys.readouterr().out
    ex.Scenario.load(tmp_path / "b.yaml").play()
    saved = tmp_path / "game.json"
    dispute().save(saved)
    assert main(["compare", str(saved)]) == 0 and "bird-feed-first" in capsys.readouterr().out
    assert main(["compare", file, "nonsense=x"]) == 1
    assert main(["compare", "no-such-file.yaml", ORDER]) == 1


def test_flipping_again_takes_the_next_reading_and_waits_no_longer_where_only_the_other_side_had_a_choice() -> None:
    game = ex.new_game(players=4, seed=3)
    choose = bot("greedy", 1)
    for _ in range(100):
        game.choose(choose(game))
    found = Comparison(game, "lone-bidder")
    waited = [one.step.what for one in found.moments if one.step and one.step.forced]
    assert waited == ["bid/0"]  # where the lone bidder may name an amount under the other reading
    plain_line = Comparison(game, "bid-steps")
    found.flip("bid-steps").flip("lone-bidder", "takes-for-nothing")
    assert len(found.moments) == len(plain_line.moments)
    two = found.flip("arrival-without-fulfilment").readings["arrival-without-fulfilment"]
    three = found.flip("arrival-without-fulfilment").readings["arrival-without-fulfilment"]
    assert two[0] == three[0] and len({*two, *three}) == 3


def odd_bid() -> ex.Game:
    game = ex.Game(ex.Position.load("notebooks/positions/three_rounds.yaml"))
    for key in ("lead/import/baskets/2", "follow/clogs/1", "draw", "declare/3", "ship/green 2"):
        game.choose(key)
    return game


def test_another_flip_keeps_what_was_flipped_and_played_and_can_be_taken_back() -> None:
    found = Comparison(odd_bid(), "bid-steps=any-whole-number")
    for key in ("bid/3", "bid/5"):
        found.choose(key, "second")
    before, line = str(found), [node.step for node in found.second.line]
    found.flip("lone-bidder")
    assert set(found.readings) == {"bid-steps", "lone-bidder"} and not found.stopped
    assert [node.step for node in found.second.line] == line and found.second.rulings["lone-bidder"] == "bids-freely"
    found.flip("bid-steps", "even-only")
    assert set(found.readings) == {"lone-bidder"} and "bid/3 is not offered there" in found.stopped
    assert found.can_unflip and found.at == 5
    assert str(found.unflip().unflip()) == before and [node.step for node in found.second.line] == line
    with pytest.raises(ValueError, match="nothing to take back"):
        found.unflip()
    found.flip("lone-bidder").choose(next(iter(found.choices("second"))), "second")
    assert not found.can_unflip


def test_what_only_waited_is_played_on_both_sides_again() -> None:
    found = Comparison(dispute(), ORDER)  # stops at once: the first side is asked, the second is not
    assert found.stopped and len(found.moments) > 2
    found.flip(ORDER, "owner-orders")
    assert found.readings == {} and not found.stopped and found.go(len(found.moments) - 1).differences == []


def test_the_ruling_by_which_the_sides_part_is_named_before_anybody_has_relied_on_it() -> None:
    found = Comparison(odd_bid(), "bid-steps=any-whole-number")
    assert found.parted_by == {"bid-steps": 5}
    row = found.relied[0]
    assert (row.id, row.reading, row.times, row.other) == ("bid-steps", "even-only", 0, 0)
    assert "The sides part by the ruling bid-steps, from moment 5 on." in str(found)


def test_of_several_rulings_those_are_named_that_make_the_sides_part() -> None:
    found = Comparison(odd_bid(), {"bid-steps": "any-whole-number", "lone-bidder": "", "loop-guard": ""})
    assert found.parted_by == {"bid-steps": 5}
    assert "So far the ruling lone-bidder makes no difference." in str(found)
    assert [row.id for row in found.relied][:3] == ["bid-steps", "lone-bidder", "loop-guard"]


def test_long_titles_unicode_names_and_undone_branches_are_kept(tmp_path: Path) -> None:
    start = "players: [{harbor: green, name: 'Zoë: #1', hand: 3}, {harbor: yellow, name: Ольга, hand: 3}]\nseed: 4"
    game = ex.Game(ex.Position.load(start))
    for number in range(20):
        game.choose(1 if number % 3 else len(game.options))
    game.undo(6).choose(1)
    game.undo(1).choose(len(game.options))
    found = Comparison(game, "bid-steps")
    for number, title in enumerate(("„賭け“: # 'x' \"y\" " * 30, "- {a: b}\nline two", "names")):
        path = tmp_path / f"ünïcode 賭け {number}.yaml"
        found.save(path, "first" if number % 2 else "second", title=title)
        again = ex.Scenario.load(path)
        assert again.clause == "ruling bid-steps" and again.title.split() == title.split()
        again.play()
    assert main(["verify", str(tmp_path)]) == 0
