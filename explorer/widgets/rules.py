"""The rules in a notebook: every clause and ruling with its words and boards that show it; a method for every click."""

from __future__ import annotations

from typing import Any

from explorer.card import nearest
from explorer.draw.rules_view import START, Rule, all_rules, boards_of, list_html, rule_html, rules_frame, sections
from explorer.game import Game, new_game
from explorer.texts import text
from explorer.widgets.panel import BoardPanel, Command

KINDS = ("", "clause", "ruling")


class Rules(BoardPanel):
    """Every clause of the rules and every ruling, as a list; the one that is picked has its board below.

    Args:
        rule: the clause or ruling to begin with.

    Example:
        >>> Rules("R-PIRATE-1").rule.section
        'Pirate'
    """

    def __init__(self, rule: str | None = None) -> None:
        super().__init__()
        self.frame, self.label = rules_frame(), text("rulesview.title")
        self.rule: Rule | None = None
        self._words = self._kind = self._section = self._open = ""
        if rule is not None:
            self.pick(rule)
        self.redraw()

    @property
    def rules(self) -> list[Rule]:
        """What the list shows."""
        words = self._words.casefold().split()
        kind, section = self._kind, self._section
        return [
            rule
            for rule in all_rules().values()
            if (not kind or rule.is_clause == (kind == "clause"))
            and section in ("", rule.section)
            and all(word in rule.letters for word in words)
        ]

    @property
    def boards(self) -> tuple[str, ...]:
        """The scenarios that show what was picked."""
        return boards_of(self.rule.id) if self.rule else ()

    def search(self, words: str = "") -> Rules:
        """Show the clauses and rulings that have all of some words."""
        self._words = str(words)[:100]
        self.redraw()
        return self

    def filter(self, kind: str | None = None, section: str | None = None) -> Rules:
        """Show clauses or rulings only, or those of a section; "" takes a filter away.

        Raises:
            ValueError: there is no such kind or section.
        """
        for given, known in ((kind, KINDS), (section, ("", *sections()))):
            if given is not None and given not in known:
                raise ValueError(text("rulesview.no-filter", name=repr(given)[:60], known=", ".join(known[1:])))
        self._kind = self._kind if kind is None else kind
        self._section = self._section if section is None else section
        self.redraw()
        return self

    def pick(self, rule: str) -> Rules:
        """Show a clause or a ruling, with the first board that shows it.

        Raises:
            ValueError: nothing is called so; names the nearest.
        """
        found = all_rules().get(rule)
        if found is None:
            near = nearest(str(rule), all_rules())
            raise ValueError(text("rulesview.no-rule", name=repr(rule)[:60], near=near))
        self.rule = found
        self.open(boards_of(rule)[0] if boards_of(rule) else START)
        return self

    def _game(self, scenario: str) -> Game:
        return new_game(players=4, seed=1) if scenario == START else super()._game(scenario)

    def _opened(self, scenario: str) -> None:
        self._open = scenario

    def _parts(self) -> dict[str, str]:
        return {"list": list_html(self.rules), "rule": rule_html(self.rule, self._open)}

    def _current(self) -> str:
        return f"pick {self.rule.id}" if self.rule else ""

    def _fields(self) -> dict[str, str]:
        return {"search": self._words, "kind": self._kind, "section": self._section}

    def _spoken(self) -> str:
        found = text("rulesview.found", count=len(self.rules))
        return f"{self.rule.id}. {self.rule.words}" if self.rule else found

    def _commands(self) -> dict[str, Command]:
        return {
            "search": lambda value: self.search(str(value)),
            "kind": lambda value: self.filter(kind=str(value)),
            "section": lambda value: self.filter(section=str(value)),
            "pick": lambda value: self.pick(str(value)),
            "open": lambda value: self.open(str(value)),
        }

    def __repr__(self) -> str:
        picked: Any = f", {self.rule.id}" if self.rule else ""
        return f"Rules({len(self.rules)} of {len(all_rules())}{picked})"


__all__ = ["Rules"]
