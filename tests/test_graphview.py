"""The power graph in view, headless: what is shown, filters, paths, tables, files, and played examples."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import networkx as nx
import pandas as pd
import pytest

import explorer as ex
from explorer.draw.graph import graph_svg, often_words, share, stack_words
from explorer.draw.graph_layout import flow, layout
from explorer.draw.graph_lines import curve
from explorer.graphcards import forbidden
from explorer.graphfiles import example, frequencies
from explorer.graphview import InView, card_graph, label, told
from explorer.language.questions import QUESTIONS

GRAPH = ex.power_graph()


@pytest.fixture
def view() -> ex.GraphView:
    return ex.GraphView(GRAPH, start="Contraband")


def send(view: ex.GraphView, **message: Any) -> dict[str, Any]:
    """What the page sends, and the view that it gets back."""
    view.widget._handle_custom_msg({"version": view.widget.view["version"], **message}, [])
    answer: dict[str, Any] = view.widget.view
    return answer


def laid_out(view: InView, width: float = 880) -> Any:
    return layout(view, {stack.id: stack_words(stack) for stack in view.stacks}, width)


def test_starts_small_with_the_card_its_events_and_who_hears_them(view: ex.GraphView) -> None:
    shown = view.shown
    assert {"ActionDone", "ContainerPirated", "ContainerRemoved", "Aeroponics"} <= set(shown)
    assert len(shown) < 15
    assert all(GRAPH.has_edge(a, b) for a, b in shown.edges())
    assert repr(view) == f"GraphView(Contraband, {len(shown)} nodes)"


def test_every_card_event_and_question_can_be_the_start() -> None:
    view = InView(GRAPH)
    for node, data in GRAPH.nodes(data=True):
        view.focus(node)
        assert node in view.shown and len(view.nodes) <= 40, node
        drawn = laid_out(view)
        if data["kind"] in ("card", "event", "question"):
            apart(drawn)


def apart(drawn: Any) -> None:
    boxes = list(drawn.boxes.values())
    for i, a in enumerate(boxes):
        assert a.x - a.w / 2 >= 0 and a.x + a.w / 2 <= drawn.width + 1 and a.y + a.h / 2 <= drawn.height
        for b in boxes[i + 1 :]:
            over = abs(a.x - b.x) < (a.w + b.w) / 2 - 0.5 and abs(a.y - b.y) < (a.h + b.h) / 2 - 0.5
            assert not over, (a.id, b.id)


@pytest.mark.parametrize("width", [320, 700, 1000])
def test_nothing_overlaps_however_far_it_has_grown(width: float) -> None:
    view = InView(GRAPH, "Contraband")
    for name in ("ContainerLoaded", "ActionDone", "CreditsPaid", "fills", "Pistols"):
        view.grow(name) if name in view.nodes else None
        apart(laid_out(view, width))
    for stack in view.stacks:
        view.grow(stack.id)
        apart(laid_out(view, width))


def test_lines_go_round_the_boxes() -> None:
    view = InView(GRAPH, "Big Cats")
    drawn = laid_out(view, 600)
    for a, b, _edge in view.edges():
        way = curve(drawn.boxes[a], drawn.boxes[b], drawn)
        inner = [way.parts[part][3] for part in range(len(way.parts) - 1)]
        for x, y in inner:
            assert not any(box.holds(x, y, -1) for box in drawn.boxes.values()), (a, b)


def test_growing_opens_stacks_and_back_closes_them(view: ex.GraphView) -> None:
    before = set(view.shown)
    stack = next(one for one in view._in.stacks if one.kind == "hears")
    view.grow(stack.id)
    assert set(view.shown) - before == set(stack.names)
    view.grow("Aeroponics")
    assert "ShipReturned" in view.shown
    view.back().back()
    assert set(view.shown) == before and set(view.back().shown) == before


def test_path_is_numbered_and_says_on_which_reading_it_rests(view: ex.GraphView) -> None:
    view.path("contraband", "TOYOTA")
    assert view.trail == ("Contraband", "ContainerRemoved", "ShipReturned", "Toyota")
    view.path("contraband", "AEROPONICS")
    assert view.trail == ("Contraband", "ContainerRemoved", "Aeroponics")
    assert view._in.readings() == {"aeroponics-state": frozenset({"only-when-it-becomes-one"})}
    assert repr(view) == "GraphView(Contraband to Aeroponics, 2 steps)"
    side = view.widget.view["parts"]["side"]
    assert side.count('class="ie-g-no"') == 3 and "aeroponics-state" in side


def test_a_path_names_other_ways_and_the_next_in_length(view: ex.GraphView) -> None:
    view.path("Contraband", "Toyota")
    other = ("Contraband", "ContainerRemoved", "Aeroponics", "ShipReturned", "Toyota")
    assert view._in.ways == (view.trail, other) and set(other) <= set(view.shown)
    assert "Another way, 4 steps:" in view.widget.view["parts"]["side"]
    assert send(view, kind="way", value="2")["error"] == "" and view.trail == other
    assert "Another way, 3 steps:" in view.widget.view["parts"]["side"]
    assert view.way(1).trail == view._in.ways[0] and view.back().trail == other
    with pytest.raises(ValueError, match="from 1 to 2"):
        view.way(3)
    assert view.focus("Toyota")._in.ways == ()
    view.path("Big Cats", "Impalas")
    assert len(view._in.ways) == len(set(view._in.ways)) <= 5 and all(
        len(set(way)) == len(way) for way in view._in.ways
    )


def test_path_without_causes_says_so(view: ex.GraphView) -> None:
    view.path("Big Cats", "Impalas")
    assert not view._in.is_causal and "fills" in view.trail
    assert "No causes lead" in view.widget.view["parts"]["side"]


def test_filters(view: ex.GraphView) -> None:
    view.filter(set="base", color=["technology", "luxury"])
    cards = [data for node, data in view.shown.nodes(data=True) if data["kind"] == "card" and node != "Contraband"]
    assert cards and all(data["set"] == "base" and data["color"] in ("technology", "luxury") for data in cards)
    view.filter(color=None, set=None, event="ShipReturned").show_all()
    heard = {"Toyota", "Backpacks", "Aeroponics"}
    assert heard <= set(view.shown)
    assert all("ShipReturned" in {*GRAPH.predecessors(c), *GRAPH.successors(c)} for c in view.shown)
    view.filter().filter(question="fills", timing="lasting")
    assert "Big Cats" in view.shown
    assert len(view.filter().shown) == 180
    view.show_all(False)
    assert "Contraband" in view.shown


def test_hidden_events_leave_what_cards_set_off(view: ex.GraphView) -> None:
    view.hide("events")
    kinds = {edge["kind"] for *_ends, edge in view.shown.edges(data=True)}
    assert kinds == {"sets off"} and view.shown.has_edge("Contraband", "Aeroponics")
    assert "ActionDone" in view.hide().focus("Contraband").shown


def test_matrix_and_list_hold_the_edges_in_view(view: ex.GraphView) -> None:
    matrix = view.matrix()
    assert matrix.loc["Contraband", "Aeroponics"] == "sets off" and matrix.loc["Aeroponics", "Contraband"] == ""
    edges = view.edges()
    found = {tuple(map(str, row)) for row in edges[["from", "how", "to"]].to_numpy()}
    assert {("Contraband", "sets off", "Aeroponics"), ("ContainerRemoved", "hears", "Aeroponics")} <= found
    assert not edges.duplicated().any() and len(edges) > view.shown.number_of_edges()
    whole = view.show_all().matrix()
    assert whole.shape == (180, 180)
    marked = {(a, b) for a, b in view.shown.edges()}
    assert all(whole.loc[a, b] for a, b in marked)
    assert whole.loc["Big Cats", "Impalas"] == "same question"
    assert len(view.edges()) == sum(len(cell.split(", ")) for cell in whole.to_numpy().ravel() if cell)


def test_two_removes(view: ex.GraphView) -> None:
    view.show_all()
    _names, cells = view._in.cells()
    assert "sets off" in cells["Contraband", "Toyota"]  # an emptied ship returns by the rules themselves
    assert set(cells["Antiquities", "Chairs"]) == {"at two removes"}
    for (a, c), found in cells.items():
        for b in found.get("at two removes", ()):
            assert "sets off" in cells[a, b] and "sets off" in cells[b, c] and "sets off" not in found


def test_forbidding(view: ex.GraphView) -> None:
    found = forbidden(GRAPH)
    assert found["Water Notepad", "Contraband"] == ["protected_ships", "Pirate action"]
    assert found["Surströmming", "Stolen Rice"] == ["allowed", "Pirate action"]
    assert found["Diesel Engine", "Tablets"] == ["ship_capacity"]
    assert {a for a, _b in found} == {"Water Notepad", "Surströmming", "Diesel Engine"}
    assert not {b for _a, b in found} & {"Water Notepad", "Surströmming", "Diesel Engine", "Lumber"}
    view.focus("Water Notepad")
    assert view.matrix().loc["Water Notepad", "Contraband"] == "forbids"
    parts = view.widget.view["parts"]
    assert (
        "and only forbids" in parts["canvas"]
        and "Water Notepad can stand in the way of AR Glasses, Big Ammunition, Contraband" in parts["side"]
    )
    assert "forbids" in view.mode("list").widget.view["parts"]["canvas"]


def test_setting_off_goes_through_whole_actions() -> None:
    assert "ContainerPirated" in told(GRAPH, "Platinum Rings")
    cards = card_graph(GRAPH)
    assert cards.has_edge("Platinum Rings", "Stolen Rice")
    assert not cards.has_edge("Contraband", "Contraband")


def test_labels_are_words() -> None:
    assert label("ContainerPirated") == "container pirated"
    for question in QUESTIONS:
        assert label(question).endswith("?"), question


@pytest.mark.parametrize(
    ("method", "arguments", "says"),
    [
        ("focus", {"name": "Toyotta"}, "Toyota"),
        ("focus", {"name": 7}, "no 7"),
        ("path", {"start": "Toyota", "end": "Toyota"}, "Nothing connects"),
        ("path", {"start": "Toyota", "end": "GameStarted"}, "Nothing connects"),
        ("filter", {"tier": "1"}, "set, color"),
        ("filter", {"set": "bass"}, "base"),
        ("mode", {"name": "tree"}, "matrix"),
        ("sort", {"column": "x"}, "by way of"),
        ("play", {"edge": ("Toyota",)}, "two ends"),
        ("play", {"edge": ("Toyota", "Pistols")}, "No example"),
        ("way", {"number": 2}, "no way 2"),
        ("save", {"path": "graph.doc"}, "graphml"),
        ("save", {"path": "graph"}, "graphml"),
        ("save", {"path": None}, "graphml"),
        ("save", {"path": "graph.png"}, "svg"),
        ("save", {"path": "nowhere/at/all/graph.svg"}, "nowhere"),
    ],
)
def test_mistakes_are_explained_and_change_nothing(
    view: ex.GraphView, method: str, arguments: dict[str, Any], says: str
) -> None:
    before = set(view.shown)
    with pytest.raises(ValueError, match=says):
        getattr(view, method)(**arguments)
    assert set(view.shown) == before


@pytest.mark.parametrize(
    "message",
    [{}, {"kind": "fly"}, {"kind": "focus"}, {"kind": "focus", "node": "<b>"}, {"kind": "size", "width": "x"},
     {"kind": "filter", "name": "set", "value": "nowhere"}, {"kind": "hide", "value": "x"}, {"kind": "mode"}],
)  # fmt: skip
def test_whatever_a_page_sends_is_answered(view: ex.GraphView, message: dict[str, Any]) -> None:
    answer = send(view, **message)
    if message != {"kind": "hide", "value": "x"}:
        assert answer["error"] and "<b>" not in answer["parts"]["error"]
        assert 'role="alert"' in answer["parts"]["error"]
    assert send(view, kind="focus", node="Pistols")["error"] == ""


def test_messages_do_what_methods_do(view: ex.GraphView) -> None:
    assert json.loads(json.dumps(view.widget.view)) == view.widget.view
    send(view, kind="grow", node="Aeroponics")
    assert view.at == "Aeroponics"
    send(view, kind="from", node="Contraband")
    send(view, kind="grow", node="Toyota")
    assert view.trail[0] == "Contraband" and view.trail[-1] == "Toyota"
    send(view, kind="whole")
    assert repr(view) == "GraphView(all 180 cards)"
    send(view, kind="kind", value="capital")
    assert repr(view) == "GraphView(all 15 cards)"
    send(view, kind="clear")
    send(view, kind="whole")
    send(view, kind="hide", value="events")
    assert view._in.hidden == {"events"}
    send(view, kind="hide", value="events")
    send(view, kind="mode", value="list")
    send(view, kind="sort", column="to")
    assert 'aria-sort="ascending"' in view.widget.view["parts"]["canvas"]
    send(view, kind="sort", column="to")
    assert 'aria-sort="descending"' in view.widget.view["parts"]["canvas"]


# Played examples


def test_an_example_stands_where_the_event_has_just_happened() -> None:
    game = example("Contraband", "ContainerPirated")
    assert game.log[-1].number >= 8 and game.node.parent is not None
    names = [entry.name for entry in game.log]
    assert "ContainerPirated" in names
    assert len(game.node.parent.state.cat.cards) and game.redo().node.parent is not None


def test_an_example_of_an_answer() -> None:
    game = example("Big Cats", "fills", "answers")
    assert game.node.parent is not None


def test_play_puts_a_table_below(view: ex.GraphView) -> None:
    data, _metadata = view._repr_mimebundle_()
    assert data["text/plain"] == repr(view)
    table = view.play(("Aeroponics", "ShipReturned"))
    assert isinstance(table, ex.Table) and view.table is table
    assert view._box.children == (view.widget, table.widget)
    assert "played on the table below" in view.widget.view["parts"]["note"]
    assert send(view, kind="play", a="Aeroponics", b="ShipReturned", edge="emits")["error"] == ""
    assert view.table is not table


# Files


def test_files(view: ex.GraphView, tmp_path: Path) -> None:
    view.path("Contraband", "Toyota")
    for name in ("a.svg", "a.graphml", "a.csv"):
        view.save(tmp_path / name)
    svg = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert ET.fromstring(svg).tag.endswith("svg") and "var(" not in svg and "Toyota" in svg
    assert set(nx.read_graphml(tmp_path / "a.graphml")) == set(view.shown)
    rows = list(csv.DictReader((tmp_path / "a.csv").open(encoding="utf-8")))
    assert len(rows) == len(view.edges()) >= view.shown.number_of_edges()
    view.show_all().save(tmp_path / "all.graphml").save(tmp_path / "all.svg", dark=True)
    assert len(nx.read_graphml(tmp_path / "all.graphml")) == 180
    assert ET.fromstring((tmp_path / "all.svg").read_text(encoding="utf-8")) is not None


def test_bars_by_counts_of_games(tmp_path: Path) -> None:
    rows = [("events", "ShipReturned", 5), ("events", "X", 10), ("powers", "Toyota", 2), ("turns", "3", 9)]
    rows += [("answers", "Toyota", 2), ("powers", "Pistols", 8), ("games", "2 players", 3), ("games", "3 players", 1)]
    counts = pd.DataFrame(rows, columns=["what", "which", "count"])
    counts.to_csv(tmp_path / "played.csv", index=False)
    assert (
        frequencies(counts)
        == frequencies(tmp_path / "played.csv")
        == pytest.approx({"ShipReturned": 5 / 4, "X": 10 / 4, "Toyota": 1.0, "Pistols": 2.0})
    )
    view = ex.GraphView(GRAPH, "Toyota", played=counts)
    parts = view.widget.view["parts"]
    assert parts["canvas"].count("ie-g-bar") == 4 and "On average 1.2 times in a game." in parts["canvas"]
    assert "On average 1.0 times in a game." in parts["side"] and "how often" in parts["legend"]
    assert "ie-g-bar" not in ex.GraphView(GRAPH, "Toyota", played=[]).widget.view["parts"]["canvas"]


def test_bars_are_drawn_by_the_shipped_counts() -> None:
    found = frequencies()
    cards = {node for node, data in GRAPH.nodes(data=True) if data["kind"] == "card"}
    events = {node for node, data in GRAPH.nodes(data=True) if data["kind"] == "event"}
    assert set(found) <= cards | events and len(found.keys() & cards) > 150 and min(found.values()) > 0
    assert "ie-g-bar" in ex.GraphView(GRAPH, "Aeroponics").widget.view["parts"]["canvas"]


@pytest.mark.parametrize(("number", "words"), [(0, "Not once"), (0.01, "in 100 games"), (0.5, "0.5 t"), (54.6, "55 t")])
def test_how_often_in_words(number: float, words: str) -> None:
    assert words in often_words("Toyota", "card", {"Toyota": number})
    assert often_words("X", "event", {"Toyota": number}) == often_words("Toyota", "card", {}) == ""
    assert share(number) == pytest.approx({0: 0, 0.01: 0.04, 0.5: 0.4247, 54.6: 0.9343}[number], abs=0.001)


@pytest.mark.parametrize("width", [320, 740, 960])
def test_sizes_by_play_leave_nothing_overlapping(view: ex.GraphView, width: int) -> None:
    plain = view.widget.view["parts"]["canvas"]
    send(view, kind="size", width=width)
    sized = send(view, kind="sized")["parts"]
    assert "matrix(" in sized["canvas"] and 'aria-pressed="true"' in sized["legend"]
    assert "matrix(" in view.show_all().widget.view["parts"]["canvas"]
    assert "matrix(" not in view.size_by_play(False).widget.view["parts"]["canvas"]
    assert "matrix(" not in plain
    scales = {name: 1 + 0.6 * share(number) for name, number in frequencies().items()}
    near = InView(GRAPH, "Aeroponics")
    apart(layout(near, {stack.id: stack_words(stack) for stack in near.stacks}, width, scales))
    names = sorted(node for node, data in GRAPH.nodes(data=True) if data["kind"] == "card")
    for chosen in ({}, scales):
        drawn, heads = flow([("a", names[:90]), ("b", names[90:])], width, chosen)
        apart(drawn)
        assert len(drawn.boxes) == 180 and all(y < drawn.height for _head, y in heads)


def test_strange_names_are_escaped() -> None:
    graph: Any = nx.MultiDiGraph()
    name = "<script>\"x\" & 'y'</script>"
    graph.add_node(name, kind="card", set="<i>", color="luxury", timing="lasting", summary="<b>", line=1, built=True)
    graph.add_edge("GoodAdded", name, key="k", kind="hears", condition="<u>", set="", color="", timing="")
    graph.add_node("GoodAdded", kind="event", fields=())
    view = ex.GraphView(graph, name)
    for mode in ("graph", "matrix", "list"):
        parts = view.mode(mode).widget.view["parts"]
        assert not any(tag in words for words in parts.values() for tag in ("<script", "<u>", "<b>", "<i>"))
    ET.fromstring(view.svg())
    assert graph_svg(view.show_all()._in)
