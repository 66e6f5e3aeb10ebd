"""The power graph in a notebook: everything a click does is a method here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from explorer import graphfiles as gf
from explorer.draw.graph import document, graph_svg
from explorer.draw.graph_side import FORMATS, MODES, bar_html, legend_html, names_html, side_html, wait_html, waiting
from explorer.draw.graph_tables import list_html, matrix_html
from explorer.draw.page import put
from explorer.draw.parts import esc, icon, say
from explorer.graphfiles import COLUMNS
from explorer.graphview import GROUPS, InView, label
from explorer.texts import shown, text
from explorer.widgets.shell import listen, widget_class
from explorer.widgets.table import Table

if TYPE_CHECKING:
    from networkx import MultiDiGraph
    from pandas import DataFrame

WIDTH: Final = 880  # of the picture, until the page has said how wide it is
NARROW, WIDE = 320, 2400
_LOCK = RLock()


class GraphView:
    """The power graph, to be explored by mouse, keyboard or Python.

    Args:
        graph: the graph; that of the printed cards if left out.
        start: the card, event or question to begin with.
        played: how often powers act and events happen in play, as a frame or .csv file of counts such as
            ``python -m explorer.lab.campaign --out`` writes it; counts of many random games if left out.

    Example:
        >>> view = GraphView(start="Pistols").path("Contraband", "Toyota")
        >>> view
        GraphView(Contraband to Toyota, 3 steps)
    """

    def __init__(self, graph: MultiDiGraph[str] | None = None, start: str | None = None, played: Any = None) -> None:
        self._in = InView(graph, start)
        self._often = gf.frequencies(played)
        self._mode = "graph"
        self._sized = False
        self._sort, self._down = "from", False
        self._width = WIDTH
        self._spread = 0  # how wide all cards are laid out, where they are to fit as a whole
        self._start = ""
        self._page = 0  # of the rows of a matrix of many cards
        self._event = 0  # where the example that was played last happens
        self._note = self._error = ""
        self._version = 0
        self._names = names_html(self._in)
        self._box: Any = None
        self.table: Table | None = None
        self.widget = _shell()()
        listen(self.widget, self._heard)
        self.redraw()

    # What it shows

    @property
    def graph(self) -> MultiDiGraph[str]:
        """The whole graph."""
        return self._in.graph  # type: ignore[no-any-return]

    @property
    def shown(self) -> MultiDiGraph[str]:
        """What is in view, as a networkx graph."""
        return self._in.shown

    @property
    def at(self) -> str:
        """The node that is looked at."""
        return self._in.at

    @property
    def trail(self) -> tuple[str, ...]:
        """The nodes of the numbered path, none if there is no path."""
        return self._in.trail

    @property
    def error(self) -> str:
        """The error that the widget shows, "" if none."""
        return self._error

    def matrix(self) -> DataFrame:
        """The cards in view, row by column: how the card of the row bears on that of the column."""
        return self._in.matrix()

    def edges(self) -> DataFrame:
        """Every edge in view as a row."""
        import pandas

        return pandas.DataFrame(gf.rows(self._in), columns=list(COLUMNS))

    # What a click does

    def focus(self, name: str) -> GraphView:
        """Show a card, an event or a question with its neighbors.

        Raises:
            ValueError: there is no such node; names the nearest ones.
        """
        return self._do(lambda: self._in.focus(name))

    def path(self, start: str, end: str) -> GraphView:
        """Show the shortest ways from one node to another, and the next in length.

        Raises:
            ValueError: there is no such node, or nothing connects the two.
        """

        def find() -> None:
            self._in.path(start, end)
            self._start = ""

        return self._do(find)

    def way(self, number: int) -> GraphView:
        """Number another of the ways that a path has found, counted from 1.

        Raises:
            ValueError: there are not so many ways.
        """
        return self._do(lambda: self._in.way(number))

    def grow(self, name: str) -> GraphView:
        """Show more neighbors of a node in view, or of a stack."""
        return self._do(lambda: self._pick(name, self._in.grow))

    def look(self, name: str) -> GraphView:
        """Show a node beside the picture, which stays as it is."""
        return self._do(lambda: self._pick(name, self._in.look))

    def path_from(self, name: str = "") -> GraphView:
        """Let a path begin here: the node that is chosen next is its end. Without a name no path is awaited."""

        def begin() -> None:
            self._start = self._in.find(name) if name else ""

        return self._do(begin)

    def filter(self, **wanted: str | Iterable[str] | None) -> GraphView:
        """Show only cards of some ``set``, ``color`` or ``timing``, or that bear on an ``event`` or ``question``.

        Each is a word or several; None lifts that filter, and a call without any lifts all.

        Raises:
            ValueError: there is no such filter or value.
        """
        return self._do(lambda: self._in.filter(**wanted))

    def hide(self, *groups: str) -> GraphView:
        """Leave out "events", "questions" or "rules"; without a group nothing is left out.

        Raises:
            ValueError: there is no such group.
        """
        return self._do(lambda: self._in.hide(*groups))

    def show_all(self, on: bool = True) -> GraphView:
        """Show all cards that the filters let pass, or go back to the one that is looked at."""
        self._spread = 0
        return self._do(lambda: self._in.show_all() if on else self._in.focus(self._in.at))

    def back(self) -> GraphView:
        """Go back to what was in view before."""
        return self._do(self._in.back)

    def mode(self, name: str) -> GraphView:
        """Show what is in view as a "graph", a "matrix" or a "list".

        Raises:
            ValueError: there is no such view.
        """

        def turn() -> None:
            if name not in MODES:
                raise ValueError(text("draw.graph.no-mode", what=shown(name), known=", ".join(MODES)))
            self._mode = name

        return self._do(turn)

    def size_by_play(self, on: bool = True) -> GraphView:
        """Draw larger what happens more often in play, or everything alike."""

        def turn() -> None:
            self._sized = bool(on)

        return self._do(turn)

    def sort(self, column: str) -> GraphView:
        """Sort the list by a column, the second time the other way round."""

        def by() -> None:
            if column not in COLUMNS:
                raise ValueError(text("draw.graph.no-column", what=shown(column), known=", ".join(COLUMNS)))
            self._down = column == self._sort and not self._down
            self._sort = column

        return self._do(by)

    def play(self, edge: tuple[str, ...] | str, end: str = "", kind: str | None = None) -> Table:
        """Play the example of an edge on a table, which also shows below the graph.

        Args:
            edge: the edge, as (from, to) or (from, to, kind); or where it begins.
            end: where it ends, if it is given by its two ends.
            kind: which of several edges between the two.

        Raises:
            ValueError: there is no such node, or no example has been played.
        """
        names = (edge, end) if isinstance(edge, str) else tuple(edge)
        kind = str(names[2]) if len(names) > 2 else kind

        def show() -> None:
            if len(names) < 2:
                raise ValueError(text("draw.graph.no-edge"))
            a, b = (self._in.find(str(name)) for name in names[:2])
            game = gf.example(a, b, kind)
            self._event = gf.event_of(a, b, kind)
            self.table = Table(game, autosave=False)
            self._note = text("draw.graph.played", name=game.root.name)
            self._fill()

        self._do(show)
        assert self.table is not None
        return self.table

    def save(self, path: str | Path, dark: bool = False) -> GraphView:
        """Write what is in view: the picture as .svg, the edges as .graphml or .csv.

        Raises:
            ValueError: another format is wanted.
            PageError: the file cannot be written.
        """
        try:
            form = Path(path).suffix.lower().lstrip(".")
        except TypeError:
            raise ValueError(text("graph.no-format", what=shown(path))) from None
        put(self._file(form, dark), path)
        return self

    def svg(self, dark: bool = False) -> str:
        """The picture of what is in view as an SVG document."""
        return document(self._picture(), dark)

    def redraw(self) -> GraphView:
        """Draw everything again."""
        with _LOCK:
            self._version += 1
            try:
                view = self._view()
            except Exception as error:  # shown, whatever went wrong
                view = {"parts": {"error": _alert(_words_of(error))}, "say": "", "error": str(error)}
            self.widget.view = {**view, "version": self._version}
        return self

    # Inside

    def _do(self, step: Callable[[], Any]) -> GraphView:
        with _LOCK:
            self._note = self._error = ""
            step()
            self.redraw()
        return self

    def _pick(self, name: str, otherwise: Callable[[str], Any]) -> None:
        """A node is the end of the path that is awaited, if one is."""
        known = self._start and all(stack.id != name for stack in self._in.stacks)
        if known and self._in.find(name) != self._start:
            start, self._start = self._start, ""
            self._in.path(start, name)
        else:
            otherwise(name)

    def _file(self, form: str, dark: bool = False) -> str:
        if form == "png":
            raise ValueError(text("draw.graph.no-png"))
        if form == "svg":
            return self.svg(dark)
        if form not in FORMATS:
            raise ValueError(text("graph.no-format", what=shown(form)))
        return gf.graphml(self._in) if form == "graphml" else gf.edges_csv(self._in)

    # What the page sends

    def _heard(self, message: dict[str, Any]) -> None:
        """Carry out a message; whatever goes wrong is shown in the widget."""
        with _LOCK:
            try:
                command = self._commands().get(str(message.get("kind")))
                if command is None:
                    raise ValueError(text("widget.unknown", what=repr(message.get("kind"))[:80]))
                command(message)
            except (Exception, KeyboardInterrupt) as error:
                self._note, self._error = "", _words_of(error)
                self.redraw()

    def _commands(self) -> dict[str, Callable[[dict[str, Any]], Any]]:
        return {
            "focus": lambda m: self.focus(str(m["node"])),
            "grow": lambda m: self.grow(str(m["node"])),
            "look": lambda m: self.look(str(m["node"])),
            "from": lambda m: self.path_from(str(m.get("node") or "")),
            "to": lambda m: self.path(self._start or self._in.at, str(m["node"])),
            "pair": lambda m: self.path(str(m["a"]), str(m["b"])),
            "play": lambda m: self.play(str(m["a"]), str(m["b"]), str(m["edge"])),
            "filter": lambda m: self.filter(**{str(m["name"]): str(m["value"]) or None}),
            "kind": lambda m: self._toggle_kind(str(m["value"])),
            "clear": lambda m: self.filter(),
            "hide": lambda m: self._toggle_group(str(m["value"])),
            "mode": lambda m: self.mode(str(m["value"])),
            "page": lambda m: self._turn_to(int(m["value"])),
            "way": lambda m: self.way(int(m["value"])),
            "sized": lambda m: self.size_by_play(not self._sized),
            "whole": lambda m: self.show_all(not self._in.whole),
            "back": lambda m: self.back(),
            "sort": lambda m: self.sort(str(m["column"])),
            "export": lambda m: self._send_file(str(m["value"]), bool(m.get("dark"))),
            "size": lambda m: self._resize(int(m["width"])),
            "spread": lambda m: self._spread_to(int(m["width"])),
            "ping": lambda m: self.widget.send({"kind": "pong"}),
        }

    def _turn_to(self, page: int) -> None:
        self._page = page
        self.redraw()

    def _toggle_kind(self, color: str) -> None:
        chosen = self._in.filters.get("color", frozenset())
        self.filter(color=sorted(chosen ^ {color}) or None)

    def _toggle_group(self, group: str) -> None:
        self.hide(*(name for name in GROUPS if (name in self._in.hidden) != (name == group)))

    def _picture(self) -> str:
        wide = self._spread if self._spread and self._in.whole else self._width
        return graph_svg(self._in, wide, self._often, self._sized)

    def _spread_to(self, width: int) -> None:
        self._spread = max(NARROW, min(2 * WIDE, width))
        self.redraw()

    def _resize(self, width: int) -> None:
        self._width = max(NARROW, min(WIDE, width))
        self.redraw()

    def _send_file(self, form: str, dark: bool) -> None:
        """Send a file for the page to save; a PNG is made there from the SVG."""
        made = self._file("svg" if form == "png" else form, dark)
        self.widget.send({"kind": "file", "name": f"power-graph.{form}", "form": form, "text": made})

    # The view

    def _view(self) -> dict[str, Any]:
        view = self._in
        graph = self._mode == "graph"
        drawn = (
            self._picture()
            if graph
            else matrix_html(view, self._page)
            if self._mode == "matrix"
            else list_html(view, self._sort, self._down)
        )
        parts = {
            "bar": bar_html(view, self._mode),
            "names": self._names,
            "error": _alert(self._error) if self._error else "",
            "note": esc(self._note),
            "wait": wait_html(self._start) if self._start else "",
            "canvas": drawn,
            "legend": legend_html(view.whole, bool(self._often), self._sized) if graph else "",
            "side": side_html(view, self._start, played=self._often),
        }
        return {
            "frame": _frame(),
            "parts": parts,
            "say": self._note or (waiting(self._start) if self._start else self._spoken()),
            "label": text("draw.graph.view"),
            "mode": self._mode,
            "at": view.at,
            "event": self._event,
            "error": self._error,
        }

    def _spoken(self) -> str:
        view = self._in
        if view.whole:
            return text("draw.graph.all-cards", count=len(view.cards))
        if view.trail:
            return text("draw.graph.from-to", start=label(view.trail[0]), end=label(view.trail[-1]))
        return f"{label(view.at)}. {text('draw.graph.picture', count=len(view.nodes))}"

    def _fill(self) -> None:
        if self._box is not None and self.table is not None:
            self._box.children = (self.widget, self.table.widget)

    def _boxed(self) -> Any:
        """The widget with room below it for the table of a played example."""
        if self._box is None:
            from ipywidgets import VBox

            self._box = VBox([self.widget])
            self._fill()
        return self._box

    def __repr__(self) -> str:
        view = self._in
        if view.whole:
            return f"GraphView(all {len(view.cards)} cards)"
        if view.trail:
            start, end = label(view.trail[0]), label(view.trail[-1])
            return f"GraphView({start} to {end}, {len(view.trail) - 1} steps)"
        return f"GraphView({label(next(iter(view.nodes)))}, {len(view.nodes)} nodes)"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        found = self._boxed()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found or {}, {})
        return {**data, "text/plain": repr(self)}, metadata


@lru_cache(maxsize=1)
def _shell() -> Any:
    return widget_class("graph")


_FIT: Final = (
    '<svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" stroke-width="1.6" '
    'aria-hidden="true"><path d="M1.5 4.5v-3h3M9.5 1.5h3v3M12.5 9.5v3h-3M4.5 12.5h-3v-3"/></svg>'
)


@lru_cache(maxsize=1)
def _frame() -> str:
    """Where the parts of the view go. A region is one stop of the Tab key; arrows move inside it."""
    zoom = "".join(
        f'<button type="button" class="ie-btn" data-ie="zoom" data-value="{value}" data-id="zoom {value}" '
        f'aria-label="{say(f"graph.zoom-{value}")}" title="{say(f"graph.zoom-{value}")}">{sign}</button>'
        for value, sign in (("out", "−"), ("in", "+"), ("fit", _FIT))
    )
    return (
        f'<p class="ie-lost" role="alert" hidden>{icon("icon-no", 14)}{say("graph.lost")}</p>'
        '<div class="ie-g-bar-place" data-part="bar"></div><ul class="ie-g-names" role="listbox" data-part="names" '
        f'aria-label="{say("graph.search")}" hidden></ul><div data-part="error"></div><div class="ie-g-main">'
        f'<section class="ie-g-left" aria-label="{say("graph.canvas")}"><div data-part="wait"></div>'
        f'<div class="ie-g-zoom">{zoom}</div>'
        '<div class="ie-g-canvas" data-region="canvas" data-part="canvas"></div><p class="ie-g-said" hidden></p>'
        f'<p class="ie-g-note" data-part="note"></p><div data-part="legend"></div>'
        f'<p class="ie-small ie-g-keys">{say("graph.keys")}</p></section>'
        f'<section class="ie-g-side" data-part="side" aria-label="{say("graph.side-label")}"></section></div>'
    )


def _alert(words: str) -> str:
    return f'<p class="ie-alert" role="alert">{esc(words)}</p>'


def _words_of(error: BaseException) -> str:
    """An error in words: what the graph says itself as it is, anything else with its kind."""
    words = str(error)
    if isinstance(error, (ValueError, OSError)) and words:
        return words
    return text("widget.failed", error=f"{type(error).__name__}: {words}")
