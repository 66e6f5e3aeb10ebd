"""Positions: what a person writes becomes a table, faults are named all at once, moments come back identically."""

# ruff: noqa: E501 - a case reads best on a line of its own

from __future__ import annotations

import random
from pathlib import Path

import pytest

import explorer as ex
from explorer.game import Game
from explorer.language.abilities import POWERS
from explorer.position import Position, PositionError, check
from explorer.state import HARBOR, JOINED, SEA, State, plain
from explorer.terms import CAPITAL

LOADER = "players: [{harbor: green, hand: [luxury], ships: [{contracts: [luxury needs luxury 3]}]}, yellow]"
TURN = "turn: {led: load, declared: {green: 1}, performing: green}\n"


def answering(s: State, question: str) -> set[object]:
    """The abilities in force that answer a question about anybody."""
    return {entry for answers in getattr(s.index, question) for entry in answers}


def table(text: str) -> State:
    return Position.load(text + "\n").state(ask_forced=True)


def keys(s: State, cards: list[int]) -> list[str]:
    return [s.cat.key[card] for card in cards]


# What is not said


def test_defaults() -> None:
    s = table("players: 3")
    assert [player.harbor for player in s.players] == [0, 1, 2]
    assert [player.credits for player in s.players] == [10, 10, 10]
    assert [len(player.hand) for player in s.players] == [5, 5, 5]
    assert [(ship.at, len(ship.cargo), ship.contracts) for ship in s.ships] == [(HARBOR, 0, []), (SEA, 4, [])] * 3
    assert len(s.island) == 3 and len(s.deck) >= 30 and not s.discard
    assert s.asking == (0, "lead")
    assert {s.cat.cards[card].id for card in s.deck} == {"filler"}


def test_dealt_is_dealt_from_the_seed() -> None:
    def dealt(seed: int) -> State:
        return table(f"rest: dealt\nseed: {seed}\nplayers: [green, {{harbor: yellow, hand: [Foxes]}}]")

    one, same, other = dealt(1), dealt(1), dealt(2)
    assert plain(one) == plain(same) != plain(other)
    assert keys(one, one.players[1].hand) == ["foxes"]
    everything = (
        [c for p in one.players for c in p.hand] + [c for h in one.ships for c in h.cargo] + one.island + one.deck
    )
    assert sorted(everything) == one.cat.of_sets(["base"])


@pytest.mark.parametrize("containers", ["", "containers: 1\n", "containers: 2\n"])
def test_dealt_puts_no_capital_card_aboard(containers: str) -> None:
    """R-CAPITAL-2: it is thrown away and replaced."""
    s = table(f"sets: [base, capital]\n{containers}rest: dealt\nseed: 58\nplayers: 3")
    assert [len(ship.cargo) for ship in s.ships if ship.at == SEA] == [4, 4, 4]
    assert all(s.cat.color[card] != CAPITAL for ship in s.ships for card in ship.cargo)
    assert any(s.cat.color[card] == CAPITAL for card in s.discard)


# Cards


@pytest.mark.parametrize(
    ("word", "key", "color", "action", "tier", "load"),
    [
        ("technology/load", "technology-load", 0, 3, 0, 0),
        ("agriculture/contract tier 2 needs agriculture, agriculture", "agriculture-contract", 1, 2, 2, 2),
        ("luxury tier luxury 1, technology 1 needs rainbow 3", "luxury", 3, 6, 2, 3),
        ("x/load", "x-load", 7, 3, 0, 0),
        ("technology/-", "technology", 0, 6, 0, 0),
        ("illegal", "illegal", 4, 6, 0, 0),
        ("filler", "filler", 7, 6, 0, 0),
        ("card", "card", 7, 6, 0, 0),
    ],
)
def test_short_forms(word: str, key: str, color: int, action: int, tier: int, load: int) -> None:
    s = table(f'players: [{{harbor: green, hand: ["{word}"]}}, yellow]')
    card = s.players[0].hand[0]
    found = (s.cat.key[card], s.cat.color[card], s.cat.action[card], s.cat.tier_total[card], s.cat.load_total[card])
    assert found == (key, color, action, tier, load)


def test_equal_short_forms_get_keys_of_their_own() -> None:
    s = table(
        "turn: {led: load, played: {green: technology/load}}\n"
        "players: [{harbor: green, hand: [technology/load, 2 technology/load]}, {harbor: yellow, hand: technology/load}]"
    )
    assert keys(s, s.players[0].hand) == ["technology-load", "technology-load-2", "technology-load-3"]
    assert keys(s, s.players[1].hand) == ["technology-load-4"]
    assert keys(s, [card for _, card in s.played]) == ["technology-load-5"]


def test_defined_cards() -> None:
    s = table(
        "cards:\n"
        "  Bird Feed: {color: luxury, action: load, needs: [luxury, luxury], tier: 2}\n"
        "  Spare Part: {color: technology, action: pirate}\n"
        "  Twin: {color: illegal, power: Foxes}\n"
        "players: [{harbor: green, hand: [Bird Feed, spare part]}, {harbor: yellow, fulfilled: [Twin]}]"
    )
    feed, spare = s.players[0].hand
    assert (s.cat.color[feed], s.cat.action[feed], s.cat.tier_total[feed], s.cat.load_total[feed]) == (3, 3, 2, 2)
    assert s.cat.power[feed] == "Bird Feed"
    assert (s.cat.key[spare], s.cat.power[spare]) == ("spare-part", None)
    assert len(answering(s, "wins_ties")) == 1


def test_piles_are_top_first() -> None:
    s = table("deck: [technology/load, 2 filler]\ndiscard: [luxury, illegal]\nplayers: 2")
    assert keys(s, s.deck) == ["filler-2", "filler", "technology-load"] or keys(s, s.deck)[-1] == "technology-load"
    assert keys(s, s.discard) == ["illegal", "luxury"]


# Where in the turn


def test_a_turn_is_resumed_before_its_first_action() -> None:
    s = table(
        TURN
        + "players: [{harbor: green, hand: [agriculture], ships: [{contracts: [agriculture needs agriculture 3]}]}, yellow]"
    )
    assert s.asking == (0, "load")
    assert s.declared == [1, 0] and s.turn == 1 and s.phase == "perform"


def test_a_turn_is_resumed_after_some_actions() -> None:
    s = table(
        "turn: {number: 4, led: supply, declared: {green: 1, yellow: 3, black: 1}, performing: yellow, done: 1}\n"
        "once: {yellow: [sold]}\nplayers: 3"
    )
    assert (s.asking, s.turn, s.declared) == ((1, "supply"), 4, [0, 2, 1])
    assert all(option[0] == "take" for option in s.options)


def test_followers_are_asked_in_order() -> None:
    text = "leader: yellow\nturn: {led: supply, declared: {yellow: 2, black: 0}}\nplayers: [{harbor: green, hand: [luxury/supply, x/-]}, yellow, black]"
    assert table(text).asking == (0, "follow")
    drew = (
        "turn: {led: load, declared: {green: 1}, drew: yellow}\nplayers: [green, {harbor: yellow, crew: [luxury/load]}]"
    )
    assert table(drew).asking == (1, "declare")


def test_import_is_resumed_at_a_round() -> None:
    s = table(
        "turn: {led: import, declared: {green: 1, yellow: 2}, performing: yellow, done: 1}\nplayers: [green, yellow]"
    )
    assert s.asking == (0, "import ship")
    assert s.stack[-1].y == (1,)


def test_scoring_is_resumed() -> None:
    game = Game(Position.load("turn: {phase: scoring}\nplayers: [{harbor: green, goods: [luxury]}, yellow]"))
    assert game.over and game.winners == ("green",)
    assert game.credits == {"green": 19, "yellow": 10}


def test_clean_up_is_resumed() -> None:
    s = table("turn: {led: load, phase: clean-up, played: {green: [technology/load]}}\nplayers: 2")
    assert (s.asking, keys(s, s.discard)) == ((1, "lead"), ["technology-load"])


def test_an_end_already_triggered_is_kept() -> None:
    s = table("ending: credits\nturn: {led: load, phase: clean-up}\nplayers: 2")
    assert s.over


# What lasts


def test_lasting_effects() -> None:
    s = table(TURN + "effects: [{power: Surströmming, owner: yellow, until: turn of yellow}]\n" + LOADER)
    assert len(answering(s, "allowed")) == 1
    assert s.effects[0][1] == 1 and s.effects[0][4] == ("turn of", 1)


def test_a_super_ship() -> None:
    s = table(
        TURN
        + "players: [{harbor: green, hand: [luxury], ships: [{contracts: [Partnership, luxury needs luxury 2], joined: true}]}, yellow]"
    )
    one, two = s.ships[:2]
    assert (one.partner, two.partner, two.at, two.cargo) == (1, 0, JOINED, [])
    assert len(answering(s, "payout")) == len(answering(s, "owner_pay")) == 1


def test_copied_texts() -> None:
    s = table(
        "copied: [{card: Wind Turbines, power: Foxes}]\nplayers: [{harbor: green, fulfilled: [Wind Turbines]}, yellow]"
    )
    assert len(answering(s, "wins_ties")) == 1


def test_extra_turns_and_rulings() -> None:
    s = table("extra: [green, green]\nrulings: {bid-steps: any-whole-number}\nplayers: 2")
    assert s.extra == [0, 0] and s.rulings["bid-steps"] == "any-whole-number"
    own = Position.load("rulings: {bid-steps: any-whole-number}\nplayers: 2").state({"bid-steps": "even-only"})
    assert own.rulings["bid-steps"] == "even-only"


# Faults: (name, text, line, place, words of the message)

TWO = "players:\n- harbor: green\n  {}\n- harbor: yellow\n"
FAULTS = [
    ("unknown key", "leeder: green\nplayers: 2", 1, "position", "There is no key 'leeder'. Did you mean leader"),
    ("unknown seat key", TWO.format("credit: 4"), 3, "players/1", "Did you mean credits"),
    ("unknown ship key", TWO.format("ships: [{conteiners: 2}]"), 3, "players/1/ships/1", "Did you mean containers"),
    ("unknown card", TWO.format("hand: [Dragon Frut]"), 3, "players/1/hand", "Did you mean Dragon Fruit"),
    ("unknown color", TWO.format("goods: [luxary]"), 3, "players/1/goods", "Did you mean"),
    ("container of no color", TWO.format("ships: [{containers: [purple]}]"), 3, "players/1/ships/1/containers", "no card 'purple'"),
    ("rainbow container", TWO.format("ships: [{containers: [rainbow]}]"), 3, "players/1/ships/1/containers", "write capital"),
    ("unknown action", TWO.format("hand: [technology/lode]"), 3, "players/1/hand", "Did you mean load"),
    ("card twice in a zone", TWO.format("hand: [Foxes, Foxes]"), 3, "players/1/hand", "Foxes already lies in players/1/hand (line 3)"),
    ("card in two zones", "island: [Foxes]\n" + TWO.format("hand: [foxes]"), 1, "island", "Foxes already lies in players/1/hand (line 4)"),
    ("negative credits", TWO.format("credits: -2"), 3, "players/1/credits", "-2 credits. Write a number from 0"),
    ("huge credits", TWO.format("credits: 99999999999999999999999"), 3, "players/1/credits", "Write a number from 0"),
    ("eight players", "players: 8", 1, "players", "8 players. The game is for 2 to 6"),
    ("one player", "players: [green]", 1, "players", "1 player. "),
    ("players by a word", "players: yes", 1, "players", "'yes' is neither a number of players"),
    ("a tier of no kind", "players: [{harbor: green, hand: [luxury tier 99]}, yellow]", 1, "players/1/hand", "'99' is no tier level"),
    ("two of one color", "players:\n- green\n- harbor: green", 3, "players/2", "Another player has the green harbor already (line 2)"),
    ("gray below six", "players: [green, gray]", 1, "players/2", "six players or the capital set"),
    ("no harbor", "players:\n- {credits: 4}\n- yellow", 2, "players/1", "Write harbor: green"),
    ("unknown harbor", "players: [green, yelow]", 1, "players/2", "Did you mean yellow"),
    ("unknown leader", "leader: blue\nplayers: 2", 1, "leader", "Nobody has the 'blue' harbor"),
    ("over capacity", TWO.format("ships: [{contracts: [luxury needs luxury 4, illegal needs illegal 3]}]"), 2, "players/1/ships/1", "need 7 containers"),
    ("too many containers", TWO.format("ships: [{containers: 7}]"), 2, "players/1/ships/1", "7 containers are aboard"),
    ("over the crew limit", TWO.format("crew: [luxury/load, illegal/load]"), 2, "players/1/crew", "2 crew, and the limit is 1"),
    ("over the goods limit", TWO.format("goods: 3"), 2, "players/1/goods", "3 goods, and the limit is 2"),
    ("three ships", TWO.format("ships: [harbor, sea, sea]"), 3, "players/1/ships/3", "under: [Diesel Engine]"),
    ("a further ship of no card", TWO.format("ships: [harbor, sea, {at: sea}]"), 3, "players/1/ships/3", "must be a card"),
    ("ship at an unknown place", TWO.format("ships: [{at: moon}]"), 3, "players/1/ships/1", "not at 'moon'. Write harbor or sea"),
    ("ship sailing", TWO.format("ships: [{at: sailing}]"), 3, "players/1/ships/1", "only in the middle of something"),
    ("unknown ruling", "rulings:\n  bid-step: even-only\nplayers: 2", 2, "rulings", "Did you mean 'bid-steps'"),
    ("unknown reading", "rulings: {bid-steps: odd-only}\nplayers: 2", 1, "rulings", "Its readings are"),
    ("unknown set", "sets: [bace]\nplayers: 2", 1, "sets", "Did you mean base"),
    ("set not built", "sets: [base, market]\nplayers: 2", 1, "sets", "There is no set 'market'"),
    ("power counted on is unknown", "powers: [Foxs]\nplayers: 2", 1, "powers", "Did you mean Foxes"),
    ("needs too much", "cards: {Big: {color: luxury, needs: luxury 9}}\nplayers: 2", 1, "cards", "9 containers are needed"),
    ("bad definition", "cards:\n  Big: {colour: luxury}\nplayers: 2", 2, "cards/Big", "Did you mean color"),
    ("bad tier", "cards:\n  Big: {tier: many 3}\nplayers: 2", 2, "cards", "is no kind of good"),
    ("unknown power of a card", "cards:\n  Big: {power: Foxen}\nplayers: 2", 2, "cards", "Did you mean Foxes"),
    ("declared out of order", "turn: {led: load, declared: {green: 1, black: 0}}\nplayers: 3", 1, "turn/declared", "black has declared before yellow"),
    ("performs nothing", "turn: {led: load, performing: yellow}\nplayers: 2", 1, "turn/performing", "yellow has declared nothing"),
    ("done too much", "turn: {led: load, declared: {green: 1}, performing: green, done: 2}\nplayers: 2", 1, "turn/done", "2 actions are done"),
    ("nothing led", "turn: {performing: green}\nplayers: 2", 1, "turn", "Nothing was led"),
    ("unknown action led", "turn: {led: lode}\nplayers: 2", 1, "turn/led", "Did you mean load"),
    ("unknown phase", "turn: {phase: scorn}\nplayers: 2", 1, "turn/phase", "Did you mean scoring"),
    ("effect of a power without one", "effects: [{power: Foxes, owner: green}]\nplayers: 2", 1, "effects/1", "leaves no lasting effect"),
    ("effect without end", "effects: [{power: Surströmming, owner: green, until: never}]\nplayers: 2", 1, "effects/1", "no end of an effect"),
    ("a list for a mapping", "players: 2\nturn: [load]", 2, "turn", "Keys and values are wanted here"),
    ("a mapping for a word", "players: 2\nleader: {green: 1}", 2, "leader", "A word is wanted here"),
    ("seed no number", "players: 2\nseed: x", 2, "seed", "is no whole number"),
    ("once for nobody", "players: 2\nonce: {gren: [sold]}", 2, "once", "Did you mean green"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "place", "words"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_a_fault_is_told_once_with_line_place_and_mend(text: str, line: int, place: str, words: str) -> None:
    problems = [problem for problem in check(text + "\n") if problem.severity == "error"]
    assert len(problems) == 1, problems
    assert (problems[0].line, problems[0].place) == (line, place)
    assert words in problems[0].text
    with pytest.raises(PositionError) as caught:
        Position.load(text + "\n").state()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: &x 1\nb: *x\n", 1, "Anchors and aliases"),
        ("players: !!int 3\n", 1, "tag"),
        ("players: !!python/object/apply:os.system [ls]\n", 1, "tag"),
        ("players: 2\nplayers: 3\n", 2, "stands here twice, first on line 1"),
        ("players:\n- {harbor: green, harbor: yellow}\n", 2, "stands here twice"),
        ("x: " + "[" * 40 + "]" * 40 + "\n", 1, "more than 20 levels"),
        ("players: [green\n", 2, "not well-formed YAML"),
        ("players: 2\n---\nplayers: 3\n", 3, "second document"),
        ("? [a]\n: b\n", 1, "A key must be a word"),
        ("players: 2\n\0", 2, "zero byte"),
        ("players: \ud800\n", 1, "not UTF-8"),
        ("# nothing\n", 0, "There is nothing here"),
        ("[" + "a, " * 60_000 + "]\n", 1, "More than 50000 values"),
        ("# " + "x" * 1_000_000 + "\n", 0, "More than 1000000 bytes"),
    ],
)
def test_a_text_that_cannot_be_read_is_told(text: str, line: int, words: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.load(text)
    (problem,) = caught.value.problems
    assert problem.line == line and words in problem.text
    assert check(text) == [problem]


def test_bytes_and_files(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_bytes(b"\xef\xbb\xbfplayers: 2\n")
    assert Position.load(path).check() == Position.load(str(path)).check() == []
    with pytest.raises(PositionError, match="line 2, text: These bytes are not UTF-8"):
        Position.load(b"players: 2\n\xff")
    with pytest.raises(PositionError, match="There is no file"):
        Position.load(tmp_path / "nothing.yaml")
    with pytest.raises(PositionError, match="There is no file"):
        Position.load("nothing.yaml")
    Position.load(path).save(tmp_path / "again.yaml")
    assert Position.load(tmp_path / "again.yaml").state(ask_forced=True).asking == (0, "lead")


def test_all_faults_are_told_at_once() -> None:
    text = "leader: blue\nisland: [Foxes]\nplayers:\n- {harbor: green, hand: [Foxes], credits: -1}\n- {harbor: green}\n"
    assert sorted(problem.line for problem in check(text)) == [1, 2, 4, 5]


@pytest.mark.parametrize(
    ("table", "credits"),
    [
        ("sets: [base, capital]\nplayers: [gray, green]", [12, 10]),
        ("players: [gray, green, yellow, red, black, blue]", [14, 10, 10, 10, 10, 10]),
        ("sets: [base, capital]\nplayers: [{harbor: gray, credits: 6}, green]", [6, 10]),
    ],
)
def test_what_is_dealt_has_the_credits_of_the_setup(table: str, credits: list[int]) -> None:
    """R-SETUP-7, R-CAPITAL-1: gray begins with more; R-CAPITAL-1 in place of R-SETUP-7 where the set is in play."""
    assert [player.credits for player in Position.load(f"rest: dealt\n{table}\n").state().players] == credits


def test_a_written_position_keeps_sets_of_which_no_card_lies_about() -> None:
    position = Position.load("sets: [base, capital, flag]\nplayers: 2\n")
    game = ex.Game(position).choose("draw")
    assert "sets: [base, capital, flag]" in game.position.text()
    assert "sets: [base, capital, flag]" in ex.Game(game.position).position.text()


def test_cards_where_the_variant_has_containers_are_named() -> None:
    """R-VARIANT-1, R-VARIANT-4, R-VARIANT-5: of each, what to write in its place; cards kept by a power may lie there."""
    second = """
containers: 2
sets: [base, capital]
players:
- {harbor: green, crew: [capital/barter], goods: [luxury, luxury container]}
- {harbor: yellow, ships: [harbor, {at: sea, containers: [luxury container, Beer]}]}
"""
    problems = Position.load(second).check()
    assert [(p.line, p.place, p.severity) for p in problems] == [
        (6, "players/2/ships/2/containers", "warning"),
        (5, "players/1/crew", "warning"),
        (5, "players/1/goods", "warning"),
    ]
    assert [p.text.partition(" Write ")[2] for p in problems] == [
        "agriculture container.",
        "the one that it has become, such as technology container.",
        "luxury container.",
    ]
    first = """
containers: 1
sets: [base, kickstarter]
players:
- {harbor: green, crew: [luxury], goods: [luxury]}
- {harbor: yellow, ships: [harbor, {at: sea, containers: [luxury, Yogurt, luxury container]}]}
- black
"""
    assert [(p.line, p.text.partition(" ")[0]) for p in Position.load(first).check()] == [(6, "Luxury")]


def test_warnings_hinder_nothing() -> None:
    (problem,) = check(TWO.format("credits: 7"))
    assert problem.severity == "warning" and "7 is odd" in problem.text
    assert table(TWO.format("credits: 7")).players[0].credits == 7


def test_powers_that_are_not_built_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(POWERS, "Foxes")
    monkeypatch.setattr("explorer.powers.BUILT", frozenset(POWERS))
    text = TWO.format("fulfilled: [Foxes]")
    (problem,) = check(text)
    assert problem.severity == "warning" and "Foxes is not built yet" in problem.text and problem.line == 3
    problems = check("powers: [Foxes]\n" + text)
    assert [p.severity for p in problems] == ["error", "warning"]
    assert "counts on the power Foxes" in problems[0].text


def test_limits_are_those_of_the_powers_in_force() -> None:
    six = "crew: [" + ", ".join(["luxury/load"] * 3) + "]"
    assert [p.place for p in check(TWO.format(six))] == ["players/1/crew"]
    assert check(TWO.format(six + "\n  fulfilled: 2")) == []


def test_a_pending_duty_is_no_fault() -> None:
    text = "limits: pending\n" + TURN + TWO.format("goods: [luxury, illegal, illegal]")
    assert check(text) == []
    assert table(text).asking == (0, "shed goods")


# Written out and read back


@pytest.mark.parametrize("seed", range(20))
def test_every_moment_of_a_game_comes_back(seed: int) -> None:
    game = ex.new_game(players=2 + seed % 5, seed=seed, sets=["base", "kickstarter", "kickstarter2", "j"])
    r = random.Random(seed)
    every = 1 if seed < 2 else 5  # the whole of some games, samples of the others
    for number in range(250):
        if number % every == 0 or game.over:
            position = Position.of(game.state)
            state = Position.load(position.text()).state()
            assert plain(state) == plain(game.state)
            assert state.options == game.state.options
        if game.over:
            break
        game.choose(r.choice(game.options))


def test_a_moment_with_powers_and_own_cards_comes_back() -> None:
    file = Path(__file__).parent / "scenarios" / "examples" / "bird-feed-first.yaml"
    game = Game(Position.load(file.read_text(encoding="utf-8").partition("steps:")[0]))
    again = Game(Position.load(game.position.text()))
    assert again.decision.kind == "bird-feed"
    game.choose("buy")
    again.choose("buy")
    assert plain(again.state) == plain(game.state)


def test_a_changed_moment_settles_first() -> None:
    game = ex.new_game(players=2, seed=5)
    text = game.position.text()
    hand = next(line for line in text.splitlines() if line.startswith("  hand: "))
    crew = hand.replace("hand", "crew")
    changed = text.replace(hand, "  hand: []", 1).replace("  crew: []", crew, 1)
    state = Position.load(changed).state()
    assert state.asking is not None and state.asking[1] == "shed crew"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{proc: turn", "{proc: tern", "Nothing is called 'tern'"),
        ("fingerprint: ", "fingerprint: 1", "another card file"),
        ("phase: declare", "phase: 3", "field phase"),
        ("  declared: [0, 0, 0]", "  declared: [0]", "field declared"),
        ("  stack:", "  stake:", "field 'stake'"),
        ("asking: [", "asking: [9", "field asking"),
    ],
)
def test_a_damaged_moment_is_told(old: str, new: str, words: str) -> None:
    text = ex.new_game(players=3, seed=2).position.text()
    assert old in text
    problems = check(text.replace(old, new, 1))
    assert len(problems) == 1 and words in problems[0].text


def test_a_position_shows_itself() -> None:
    position = ex.new_game(players=2, seed=1).position
    assert "Turn 1" in repr(position) and str(position) == position.text()
    assert "<" in position._repr_html_()
