"""The position editor in a browser: building a position by mouse and by keyboard, playing from it, themes, widths."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk
from fakehost import FakeHost
from shots import FAULTS, LASTING

import explorer as ex
from explorer.widgets.editor import Editor

pytestmark = pytest.mark.browser

# On a page of its own a widget has no page around it.
PAGE_RULES = ["page-has-heading-one", "region", "landmark-one-main", "heading-order"]
EMPTY = "players: [{harbor: red}, {harbor: blue}, {harbor: green}]\n"
BROKEN = """title: Broken
players:
- harbor: red
  credits: 13
  fulfilled: [Pistols]
- harbor: blue
  crew: [Contraband, Fake DVDs]
island: [Cups, Pistols]
"""


@pytest.fixture
def desk(host: FakeHost) -> Desk:
    return Desk(host, Editor(EMPTY))


def names(desk: Desk, zone: str) -> list[str]:
    """The cards in a zone, as they are written."""
    found = next(one for one in desk.owner.sketch.zones.zones if one.path == zone)
    return [item.word for item in found.items]


def middle(desk: Desk, selector: str) -> tuple[float, float]:
    desk.page.locator(selector).first.scroll_into_view_if_needed()
    box = desk.page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(desk: Desk, start: str, goal: str, drop: bool = True) -> None:
    desk.page.mouse.move(*middle(desk, start))
    desk.page.mouse.down()
    desk.page.mouse.move(*middle(desk, goal), steps=5)
    if drop:
        desk.page.mouse.up()
        desk.pump()


def search(desk: Desk, words: str) -> None:
    desk.page.locator('[data-ie="search"]').fill(words)
    desk.pump()


def plus(zone: str) -> str:
    return f'[data-ie="aim"][data-zone="{zone}"]'


def zone(path: str) -> str:
    return f'.ie-ed-z[data-zone="{path}"]'


def row(word: str) -> str:
    return f'[data-ie="row"][data-word="{word}"]'


def focused(desk: Desk) -> str:
    found: str = desk.page.evaluate("document.activeElement.dataset.id || document.activeElement.className")
    return found


def assert_built(editor: Editor) -> None:
    """Red has fulfilled Cannons, Blue one more contract and two Pirate crew, Green Water Notepad."""
    state = ex.Game(editor.position).state
    cat = state.cat
    tucked = {seat: [cat.name[card] for card in player.fulfilled] for seat, player in enumerate(state.players)}
    by_color = {ex.Game(editor.position).state.players[seat].harbor: tucked[seat] for seat in tucked}
    assert by_color[4] == ["Cannons"] and by_color[3] == ["Soap"] and by_color[0] == ["Water Notepad"]
    blue = next(player for player in state.players if player.harbor == 3)
    assert [cat.name[card] for card in blue.crew] == ["Contraband", "Fake DVDs"]
    assert all(cat.action[card] == 4 for card in blue.crew)


def test_build_by_mouse_and_play(host: FakeHost) -> None:
    desk = Desk(host, Editor())
    desk.page.locator("summary", has_text="Start from").click()
    desk.page.locator('[data-ie="players"]').select_option("5")
    desk.click('[data-ie="empty"]')
    for seat in ("yellow", "black"):
        desk.page.locator(f'.ie-ed-seat[data-seat="{seat}"] summary').first.click()
        desk.click(f'[data-ie="unseat"][data-seat="{seat}"]')
    assert {seat.color for seat in desk.owner.sketch.zones.seats} == {"green", "blue", "red"}
    search(desk, "cannons")
    drag(desk, row("Cannons"), zone("red/fulfilled"))
    desk.click(plus("blue/fulfilled"))
    assert focused(desk) == "search"
    search(desk, "soap")
    desk.click(row("Soap"))
    for word in ("Contraband", "Fake DVDs"):
        search(desk, word)
        drag(desk, row(word), zone("blue/crew"))
    search(desk, "water note")
    drag(desk, row("Water Notepad"), zone("green/fulfilled"))
    assert_built(desk.owner)
    desk.click('[data-ie="play"]')
    assert desk.owner.table is not None
    assert desk.owner.widget.view["below"] == desk.owner.table.widget.model_id
    desk.owner.table.choose(1)
    desk.click('[data-ie="back"]')
    assert "moment" in desk.owner.text


def test_build_by_keyboard_and_play(host: FakeHost) -> None:
    desk = Desk(host, Editor(EMPTY))
    desk.page.locator('[data-ie="search"]').focus()

    def pick(words: str, *keys: str) -> None:
        desk.page.keyboard.press("Control+a")
        desk.page.keyboard.type(words)
        desk.pump()
        desk.pump()
        desk.press("Enter", *keys)
        assert focused(desk) == "search", words

    pick("cannons", "1")
    pick("soap", "Tab", "1")
    pick("contraband", "2")
    pick("fake dvds", "2")
    pick("water notepad", "Tab", "1")
    assert_built(desk.owner)
    desk.press("Escape")
    desk.page.locator('[data-ie="play"]').focus()
    desk.press("Enter")
    assert desk.owner.table is not None


def test_picked_up_by_key_moved_and_put_back(desk: Desk) -> None:
    desk.owner.put("Cannons", "red/hand")
    desk.owner.put("Pistols", "red/hand")
    desk.pump()
    desk.page.locator('[data-item^="red/hand/"]', has_text="Cannons").focus()
    desk.press("Enter")
    assert desk.owner.held and desk.page.locator(".ie-ed-ebar").inner_text().startswith("Cannons")
    desk.press("Escape")
    assert not desk.owner.held and "Cannons" in names(desk, "red/hand")
    desk.press("Enter", "i")
    assert "Cannons" in names(desk, "island") and "Cannons" not in names(desk, "red/hand")
    assert focused(desk).startswith("item island/")
    desk.press("+")
    more = names(desk, "island")
    assert "Cannons" in more and "illegal/pirate" in more
    desk.press("Delete")
    assert "Cannons" not in names(desk, "island")
    desk.press("Control+z")
    assert names(desk, "island") == more


def test_a_drag_outlines_zones_and_escape_ends_it(desk: Desk) -> None:
    search(desk, "cannons")
    before = desk.owner.text
    drag(desk, row("Cannons"), zone("red/hand"), drop=False)
    assert desk.page.locator(".is-dragging .ie-ed-ghost, .ie-editing.is-dragging > .ie-ed-ghost").count()
    assert desk.page.locator(f"{zone('red/hand')}.is-over").count() == 1
    desk.page.keyboard.press("Escape")
    desk.page.mouse.up()
    desk.pump()
    assert desk.page.locator(".ie-ed-ghost").count() == 0 and desk.owner.text == before and not desk.owner.held


def test_dragging_between_zones(desk: Desk) -> None:
    desk.owner.put("Cannons", "red/crew")
    desk.pump()
    drag(desk, '[data-item="red/crew/0"]', zone("blue/goods"))
    assert names(desk, "blue/goods") == ["Cannons"] and names(desk, "red/crew") == []


def test_text_and_zones_in_step(desk: Desk) -> None:
    area = desk.page.locator("textarea")
    area.fill(EMPTY + "island: [Cups]  # mine\n")
    desk.page.wait_for_timeout(350)
    desk.pump()
    assert names(desk, "island") == ["Cups"]
    desk.owner.put("Pistols", "island")
    desk.pump()
    assert "# mine" in area.input_value() and "Pistols" in area.input_value()
    area.fill("players: [")
    desk.page.wait_for_timeout(350)
    desk.pump()
    assert area.input_value() == "players: ["
    assert desk.page.locator(".ie-ed-general .ie-ed-bad").count() == 1
    assert desk.page.locator('[data-ie="play"]').get_attribute("aria-disabled") == "true"
    assert names(desk, "island"), "the last readable zones stay"


def test_problems_stand_beside_what_they_concern_and_can_be_mended(host: FakeHost) -> None:
    desk = Desk(host, Editor(BROKEN))
    assert desk.page.locator('[data-item="blue/crew/1"].is-bad, [data-seat="blue"] .ie-ed-bad').count()
    assert desk.page.locator(".ie-ed-gutter .is-bad").count()
    assert desk.page.locator('[data-ie="play"]').get_attribute("aria-disabled") == "true"
    desk.click('[data-ie="problem"]')
    for _ in range(6):
        mends = desk.page.locator(".ie-ed-bad:not(.is-hint) .ie-ed-mend")
        if not mends.count():
            break
        mends.first.click()
        desk.pump()
    assert [one for one in desk.owner.problems if one.severity == "error"] == []
    assert desk.page.locator('[data-ie="play"]').get_attribute("aria-disabled") is None


def test_bars(desk: Desk) -> None:
    desk.click('[data-ie="within"]')
    desk.page.locator('[data-ie="led"]').select_option("pirate")
    desk.pump()
    desk.click('[data-ie="declared"][data-id="declared red more"]')
    turn = desk.owner.sketch.zones.turn
    assert turn.led == "pirate" and turn.declared["red"] == 1
    desk.page.locator('[data-ie="leader"]').select_option("blue")
    desk.pump()
    assert desk.owner.sketch.zones.leader == "blue"
    desk.page.locator('input[data-ie="credits"][data-seat="red"]').fill("14")
    desk.press("Enter")
    assert desk.owner.sketch.zones.seats[0].credits == 14
    desk.page.locator('[data-id="variant market"]').check()
    desk.pump()
    assert desk.owner.sketch.zones.market is not None
    desk.page.locator('[data-id="set tokyo"]').check()
    desk.pump()
    assert "tokyo" in desk.owner.sketch.zones.sets
    desk.click('[data-ie="ship"][data-ship="red 1"]')
    assert desk.owner.sketch.zones.seats[0].ships[0].at == "sea"
    desk.click('[data-ie="between"]')
    assert desk.owner.sketch.zones.turn.between


def test_menu_of_a_seat_and_values_of_ones_own(desk: Desk) -> None:
    desk.page.locator('.ie-ed-seat[data-seat="blue"] summary').first.click()
    desk.page.locator('[data-ie="color"][data-seat="blue"]').select_option("yellow")
    desk.pump()
    assert desk.owner.sketch.zones.seats[1].color == "yellow"
    desk.page.locator('.ie-ed-seat[data-seat="yellow"] summary').first.click()
    assert desk.host.axe(ignore=PAGE_RULES) == []
    desk.host.screenshot("editor-menu")
    desk.page.locator('[data-ie="name"][data-seat="yellow"]').fill("Ann")
    desk.press("Tab")
    assert desk.owner.sketch.zones.seats[1].name == "Ann"
    search(desk, "pistols")
    desk.page.locator(row("Pistols")).hover()
    desk.page.wait_for_timeout(150)
    desk.pump()
    desk.page.locator(".ie-ed-own summary").click()
    desk.page.locator('[data-field="own-load"]').fill("luxury 2")
    desk.page.locator('[data-ie="own-color"]').select_option("luxury")
    desk.click('[data-ie="define"]')
    assert "Pistols" in desk.owner.text and desk.owner.problems == []


def test_errors_are_shown_and_nothing_is_lost(desk: Desk) -> None:
    before = desk.owner.text
    desk.owner._heard({"kind": "drop", "word": "No Such Card", "zone": "red/hand"})
    desk.owner._heard({"kind": "nonsense <b>"})
    desk.pump()
    assert desk.page.get_by_role("alert").first.inner_text()
    assert desk.owner.text == before
    desk.host.break_kernel()
    desk.page.locator('[data-ie="kind"]').first.click()
    assert desk.page.locator(".ie-lost").is_visible()


def test_hostile_words_are_only_words(host: FakeHost) -> None:
    bad = "<img src=x onerror=alert(1)>"
    desk = Desk(host, Editor(f'title: "{bad}"\nplayers: [{{harbor: red, name: "{bad}", hand: ["{bad}"]}}, blue]\n'))
    assert desk.page.locator(".ie-editing img").count() == 0


def test_letters_and_drops_show_before_python_answers(desk: Desk) -> None:
    search(desk, "pi")
    shown = desk.page.locator('li:not([hidden]) > [data-ie="row"]')
    many = shown.count()
    desk.page.locator('[data-ie="search"]').focus()
    desk.page.keyboard.press("End")
    desk.page.keyboard.type("stols")
    assert shown.count() < many and desk.page.locator(row("Pistols")).is_visible()
    desk.page.keyboard.press("Enter")
    assert desk.owner.held == ""
    for _ in range(4):
        desk.pump()
    assert desk.owner.held == "Pistols", "Enter waits for the answer to what was typed"
    desk.page.keyboard.press("3")
    assert "Pistols" in desk.page.locator(f"{zone('red/goods')} .ie-ed-coming").inner_text()
    desk.pump()
    assert desk.page.locator(".ie-ed-coming").count() == 0 and names(desk, "red/goods") == ["Pistols"]


def test_what_is_refused_goes_back(desk: Desk) -> None:
    desk.owner.put("Pistols", "red/hand")
    desk.pump()
    before = desk.owner.text
    desk.page.evaluate("document.querySelector('[data-item^=\"red/hand/\"]').dataset.item = 'red/hand/99'")
    drag(desk, '[data-item="red/hand/99"]', zone("blue/goods"))
    assert desk.page.locator(".ie-ed-coming").count() == 0 and desk.owner.text == before
    assert desk.page.get_by_role("alert").first.inner_text()


@pytest.mark.parametrize("width", [1280, 760])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_looks_right_and_is_accessible(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    desk = Desk(host, Editor(BROKEN), dark=dark)
    search(desk, "pirate")
    desk.click(row("Cannons"))
    host.screenshot(f"editor-{width}-{'dark' if dark else 'light'}")
    assert desk.page.evaluate(FAULTS) == []
    assert host.axe(ignore=PAGE_RULES) == []


def test_listeners_go_with_the_widget(desk: Desk) -> None:
    desk.host.unmount()


def test_the_start_menu_closes_when_it_is_done_with(desk: Desk) -> None:
    """Also where the table that it makes looks as the one before, and after a press anywhere else."""
    menu = desk.page.locator(".ie-ed-menu.is-start")
    for _ in range(2):
        menu.locator("summary").click()
        desk.page.locator('[data-id="players"]').select_option("5")
        desk.click('[data-ie="empty"]')
        assert menu.get_attribute("open") is None
    menu.locator("summary").click()
    desk.page.locator('[data-ie="title"]').click()
    assert menu.get_attribute("open") is None


def test_play_says_why_not_and_leads_there(host: FakeHost) -> None:
    """Also where the problem is out of view: the button takes the focus and goes to the first problem."""
    seats = "".join(f"- harbor: {color}\n" for color in ("red", "blue", "green", "yellow", "black"))
    bad = "seed: 3\nplayers:\n" + seats + "island: [Pistols, Pistols, Bear]\n"
    desk = Desk(host, Editor(bad))
    play = desk.page.locator('[data-ie="play"]')
    assert play.get_attribute("aria-disabled") == "true"
    why = desk.page.locator(f'[id="{play.get_attribute("aria-describedby")}"]')
    assert why.is_visible() and why.inner_text() == "2 problems, the first: Pistols lies twice on the island."
    assert "Pistols lies twice" in (play.get_attribute("title") or "")
    box = desk.page.locator(".ie-ed-bad", has_text="Pistols lies twice")

    def in_view() -> bool:
        found: bool = box.evaluate(
            "it => { const a = it.getBoundingClientRect(), b = it.closest('.ie-ed-seats').getBoundingClientRect();"
            " return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 }"
        )
        return found

    assert not in_view()
    play.focus()
    desk.press("Enter")
    assert in_view() and desk.owner.table is None and focused(desk).startswith("mend 0")
    desk.click('[data-ie="problem"]')
    assert focused(desk).startswith("mend 1")
    desk.click('[data-ie="problem"]')
    assert focused(desk).startswith("mend 0")
    desk.press("Enter")
    assert why.inner_text().startswith("1 problem: ")
    host.screenshot("editor-why-not")
    play.click(force=True)
    assert focused(desk).startswith("mend 0")
    assert desk.host.axe(ignore=PAGE_RULES) == []


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (760, True)])
def test_harbors_are_chosen_when_starting_and_swapped_later(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    desk = Desk(host, Editor("players:\n- red\n- blue\n- green\n"), dark=dark)
    menu = desk.page.locator(".ie-ed-menu.is-start")
    menu.locator("summary").click()
    lists = menu.locator('[data-ie="seat-color"]')

    def shown() -> list[str]:
        return [one.input_value() for one in lists.all() if one.is_visible()]

    assert shown() == ["red", "blue", "green"], "the table as it is"
    menu.locator('[data-ie="players"]').select_option("4")
    assert shown() == ["red", "blue", "green", "yellow"]
    lists.first.select_option("green")
    assert shown() == ["green", "blue", "red", "yellow"], "they change places"
    lists.nth(3).select_option("gray")
    assert len(set(lists.evaluate_all("all => all.map((it) => it.value)"))) == 6
    assert desk.page.evaluate(FAULTS) == [] and desk.host.axe(ignore=PAGE_RULES) == []
    desk.host.screenshot(f"editor-start-menu-{width}")
    lists.nth(3).select_option("black")
    desk.click('[data-ie="empty"]')
    assert [seat.color for seat in desk.owner.sketch.zones.seats] == ["green", "blue", "red", "black"]
    assert menu.get_attribute("open") is None and desk.owner.problems == []
    desk.page.locator('.ie-ed-seat[data-seat="green"] summary').first.click()
    desk.page.locator('[data-ie="color"][data-seat="green"]').select_option("red")
    desk.pump()
    assert [seat.color for seat in desk.owner.sketch.zones.seats] == ["red", "blue", "green", "black"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_only_the_text_says_leads_to_its_line(host: FakeHost, dark: bool) -> None:
    host.page.set_viewport_size({"width": 760, "height": 800})
    desk = Desk(host, Editor(LASTING), dark=dark)
    host.screenshot(f"editor-lasting-{'dark' if dark else 'light'}")
    assert desk.page.evaluate(FAULTS) == [] and host.axe(ignore=PAGE_RULES) == []
    note = desk.page.locator(".ie-ed-note", has_text="turn: doing")
    note.focus()
    desk.press("Enter")
    area = desk.page.locator("textarea")
    picked = area.evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)")
    assert picked == "  doing: {yellow: barter}" and area.evaluate("it => it === document.activeElement")


def test_from_a_new_table_by_keyboard_alone_in_few_keys(host: FakeHost) -> None:
    """From a new table of three to a game on a table with other harbors and five cards."""
    desk = Desk(host, Editor())
    strokes = 0

    def keys(*names: str) -> None:
        nonlocal strokes
        for name in names:
            desk.page.keyboard.press(name)
            desk.pump()
            strokes += 1

    desk.page.locator('[data-ie="title"]').focus()
    keys("Tab", "Enter", "Tab", "Tab", "r", "Tab", "b", "l", "u", "Tab", "g", "r", "e", "Tab", "Tab", "Enter")
    assert [seat.color for seat in desk.owner.sketch.zones.seats] == ["red", "blue", "green"]
    assert focused(desk) == "search"
    for words, put in (("canno", ["1"]), ("card", ["Tab", "1"]), ("2 pirate", ["2"]), ("water n", ["Tab", "1"])):
        keys(*("Space" if one == " " else one for one in words))
        desk.pump()
        keys("Enter", *put)
        assert focused(desk) == "search", words
    keys("Shift+Tab", "Enter")
    assert desk.owner.table is not None and desk.owner.error == ""
    state = desk.owner.table.game.state
    tucked = [[state.cat.name[card] for card in player.fulfilled] for player in state.players]
    assert tucked == [["Cannons"], ["Card"], ["Water Notepad"]] and len(state.players[1].crew) == 2
    assert all(state.cat.action[card] == 4 for card in state.players[1].crew)
    assert strokes <= 60, strokes


def test_a_seat_and_a_ship_that_go_with_their_cards_come_back(host: FakeHost) -> None:
    """Deleted by mouse, undone and made again by key: zones and text stay in step."""
    source = "players:\n- harbor: red\n  hand: [Pistols]\n  ships: [harbor, sea, {under: [Diesel Engine]}]\n"
    source += "- harbor: blue\n  crew: [Contraband]  # hers\n- green\nleader: blue\n"
    desk = Desk(host, Editor(source))
    area = desk.page.locator("textarea")
    desk.page.locator('[data-item="blue/crew/0"]').click()
    desk.pump()
    assert desk.owner.held == "blue/crew/0"
    texts = [source]
    for seat, button in (("red", '[data-ie="sink"]'), ("blue", '[data-ie="unseat"]')):
        desk.page.locator(f'.ie-ed-seat[data-seat="{seat}"] summary').first.click()
        desk.click(f'.ie-ed-seat[data-seat="{seat}"] {button}')
        texts.append(desk.owner.text)
        assert area.input_value() == texts[-1]
    assert desk.owner.held == "" and "blue" not in texts[-1] and "Diesel" not in texts[-1]
    assert desk.page.locator('.ie-ed-seat[data-seat="blue"]').count() == 0 and desk.owner.problems == []
    desk.page.locator('[data-ie="row"]').first.focus()
    for text in texts[-2::-1]:
        desk.press("Control+z")
        assert desk.owner.text == area.input_value() == text
    for text in texts[1:]:
        desk.press("Control+y")
        assert desk.owner.text == area.input_value() == text
    desk.press("Enter", "Tab", "Tab", "Tab", "1")
    assert desk.page.locator(".ie-ed-seat.is-keyed").count() == 1
    assert desk.owner.error == "" and names(desk, "green/fulfilled") + names(desk, "red/fulfilled")


def test_a_game_that_begins_takes_the_focus(desk: Desk) -> None:
    # What Jupyter does when a widget is asked for: its picture comes a moment later.
    desk.page.evaluate(
        """() => { window.fakeHost.model.widget_manager = {
            get_model: async () => ({}),
            create_view: async () => {
                const el = document.createElement('div');
                const inner = '<div class="ie-decide"><h3 tabindex="-1" data-id="question">What?</h3></div>';
                setTimeout(() => { el.innerHTML = inner; }, 120);
                return { el };
            },
        }; }"""
    )
    desk.page.locator('[data-ie="play"]').focus()
    desk.press("Enter")
    desk.page.wait_for_function("() => document.activeElement?.dataset.id === 'question'")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 760])
def test_what_becomes_of_a_file_is_said_where_it_was_named(
    host: FakeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int, dark: bool
) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    monkeypatch.chdir(tmp_path)
    desk = Desk(host, Editor("players: 2\n"), dark=dark)
    menu, file, theirs = desk.page.locator(".ie-ed-head .ie-ed-menu.is-save"), Path("fresh.yaml"), Path("theirs.yaml")
    theirs.write_text("not mine", encoding="utf-8")
    menu.locator("summary").click()
    menu.locator("input").fill(str(theirs))
    desk.click('[data-ie="save"]')
    assert "is there already" in menu.get_by_role("alert").inner_text() and menu.get_attribute("open") is not None
    assert focused(desk) == "save" and desk.page.locator('[data-part="alert"]').inner_text() == ""
    assert desk.page.evaluate(FAULTS) == [] and host.axe(ignore=PAGE_RULES) == []
    host.screenshot(f"editor-save-{width}-{'dark' if dark else 'light'}")
    menu.locator("input").fill(str(file))
    menu.locator("input").press("Enter")
    desk.pump()
    said = desk.page.locator(".ie-ed-head").get_by_role("status")
    assert "fresh.yaml" in said.inner_text() and file.exists() and menu.get_attribute("open") is None
    assert focused(desk) == "to save" and desk.page.get_by_role("alert").count() == 0
    host.screenshot(f"editor-saved-{width}-{'dark' if dark else 'light'}")
    start = desk.page.locator(".ie-ed-menu.is-start")
    start.locator("summary").click()
    start.locator('[data-field="open"]').fill("nowhere.yaml")
    desk.click('[data-ie="open"]')
    assert "nowhere.yaml" in start.get_by_role("alert").inner_text() and start.get_attribute("open") is not None
    for _ in range(2):  # also where the table looks as the one before
        start.locator('[data-field="open"]').fill(str(file))
        desk.click('[data-ie="open"]')
        assert start.get_attribute("open") is None and desk.page.get_by_role("alert").count() == 0
        start.locator("summary").click()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 760])
def test_what_is_wrong_is_said_below_the_text_too(host: FakeHost, width: int, dark: bool) -> None:
    host.page.set_viewport_size({"width": width, "height": 800})
    cards = "cards:\n  Radios:\n    color: technology\n    needs: [4 technology]\n"
    players = "players:\n- harbor: red\n- harbor: blue\n  credits: 13\n"
    desk = Desk(host, Editor(f"{cards}{players}island: [Bear]\n"), dark=dark)
    below = desk.page.locator(".ie-ed-yaml .ie-ed-below")
    assert "line 3: Radios: '4 technology' is written the other way round" in below.inner_text()
    desk.page.locator(".ie-ed-yaml").scroll_into_view_if_needed()
    host.screenshot(f"editor-below-{width}-{'dark' if dark else 'light'}")
    assert desk.page.evaluate(FAULTS) == [] and host.axe(ignore=PAGE_RULES) == []
    below.locator("button", has_text="no card 'Bear'").click()
    at = desk.page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]")
    assert desk.owner.text[slice(*at)] == "island: [Bear]"
    below.locator("button", has_text="technology 4").last.click()
    desk.pump()
    assert "needs: [technology 4]" in desk.owner.text and "Radios" not in below.inner_text()
