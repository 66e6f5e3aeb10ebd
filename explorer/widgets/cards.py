"""The catalogue in a notebook: a table to search and sort, with a card beside it; a method for every click."""

from __future__ import annotations

from typing import Final

from explorer.card import nearest
from explorer.catalogue import Catalogue, load_catalogue
from explorer.draw.cards_table import (
    COLUMNS,
    FILTERS,
    Row,
    cards_frame,
    chosen_html,
    fits,
    rows_of,
    table_html,
    value_of,
)
from explorer.texts import text
from explorer.widgets.panel import BoardPanel, Command

LETTERS: Final = 100  # of a search that are looked at


class Cards(BoardPanel):
    """All cards as a table.

    Args:
        catalogue: the cards, such as ``game.catalogue``; the printed ones if left out.

    Example:
        >>> [row.contract.name for row in Cards().search("pirate crew").rows][:2] != []
        True
    """

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        super().__init__()
        self.catalogue = load_catalogue() if catalogue is None else catalogue
        self._all = rows_of(self.catalogue)
        self.frame, self.label = cards_frame(self._all), text("cardlist.title")
        self._words = self._open = ""
        self._chosen = dict.fromkeys(FILTERS, "")
        self._sort, self._down = "name", False
        self._row: Row | None = None
        self.redraw()

    @property
    def rows(self) -> list[Row]:
        """What the table shows, in its order."""
        words = self._words.casefold().split()
        found = [row for row in self._all if fits(row, self._chosen) and all(word in row.letters for word in words)]
        found.sort(key=lambda row: row.contract.name.casefold())
        return sorted(found, key=lambda row: value_of(row, self._sort), reverse=self._down)

    def search(self, words: str = "") -> Cards:
        """Show the cards that have all of some words in their name, kind, action, set, timing or power."""
        self._words = str(words)[:LETTERS]
        self.redraw()
        return self

    def filter(self, **wanted: str) -> Cards:
        """Show the cards of a kind only: color, action, set, timing or origin; "" takes a filter away.

        Raises:
            ValueError: there is no such filter.
        """
        for name in wanted:
            if name not in FILTERS:
                raise ValueError(text("cardlist.no-filter", name=repr(name)[:60], known=", ".join(FILTERS)))
        self._chosen.update({name: str(value) for name, value in wanted.items()})
        self.redraw()
        return self

    def sort(self, column: str, down: bool | None = None) -> Cards:
        """Sort by a column; once more by the same one turns the order round, unless ``down`` says which.

        Raises:
            ValueError: there is no such column.
        """
        if column not in COLUMNS:
            near = nearest(str(column), COLUMNS)
            raise ValueError(text("cardlist.no-column", name=repr(column)[:60], near=near))
        self._down = (self._sort == column and not self._down) if down is None else down
        self._sort = column
        self.redraw()
        return self

    def look(self, card: str | int) -> Cards:
        """Show a card beside the table, by its name or number.

        Raises:
            KeyError: no card is called so.
        """
        number = card if isinstance(card, int) else self.catalogue.find(card)
        if not 0 <= number < len(self.catalogue):
            raise KeyError(text("cardlist.no-number", number=number, count=len(self.catalogue) - 1))
        number = self.catalogue.faces[number][0]
        self._row = next(row for row in self._all if row.card == number)
        self.redraw()
        return self

    def _opened(self, scenario: str) -> None:
        self._open = scenario

    def _parts(self) -> dict[str, str]:
        rows = self.rows
        return {
            "table": table_html(rows, len(rows), self._sort, self._down),
            "card": chosen_html(self.catalogue, self._row, self._open),
        }

    def _current(self) -> str:
        return f"look {self._row.card}" if self._row else ""

    def _fields(self) -> dict[str, str]:
        return {"search": self._words, **{f"filter-{name}": value for name, value in self._chosen.items()}}

    def _spoken(self) -> str:
        found = text("cardlist.found", count=len(self.rows))
        return f"{self._row.contract.name}. {found}" if self._row else found

    def _commands(self) -> dict[str, Command]:
        filters: dict[str, Command] = {
            f"filter-{name}": (lambda value, name=name: self.filter(**{name: str(value)}))  # type: ignore[misc]
            for name in FILTERS
        }
        return {
            **filters,
            "search": lambda value: self.search(str(value)),
            "sort": lambda value: self.sort(str(value)),
            "look": lambda value: self.look(int(value)),
            "open": lambda value: self.open(str(value)),
        }

    def __repr__(self) -> str:
        chosen = f", {self._row.contract.name}" if self._row else ""
        return f"Cards({len(self.rows)} of {len(self._all)}, by {self._sort}{chosen})"


__all__ = ["Cards"]
