"""Reading the cards of a position: definitions, zones, sides of Flag cards, physical containers."""

from __future__ import annotations

from typing import Final

from explorer import rulebook
from explorer.card import Card, kebab
from explorer.catalogue import Catalogue
from explorer.files.cardwords import FIELDS, counted, defined, righted_card, short_card
from explorer.files.forms import Forms, near
from explorer.files.moment import MomentError, moment_cards
from explorer.files.tree import Tree
from explorer.language.abilities import POWERS
from explorer.language.moves import SIDE_OPEN, TOKEN_NAMES
from explorer.rules.setup import physical_containers
from explorer.terms import CAPITAL, KINDS
from explorer.texts import text

ZONE_LIMIT: Final = 300


class CardReader(Forms):
    """Reads zones: which cards there are, and that each lies in one place only."""

    def _definitions(self, tree: Tree | None) -> None:
        names = tree.value if tree is not None and tree.kind == "map" else ()
        if tree is None or not self.keys(tree, "cards", names, "{Bird Feed: {color: agriculture}}"):
            return
        cards = list(self.base.cards)
        changed: dict[int, Card] = {}
        for name, item in tree.value.items():
            fields = self._fields(item, f"cards/{name[:60]}")
            number = self.base.number.get(kebab(name), -1)
            if number < 0:
                number = self._known(name)
            if number >= 0 and cards[number].two_sided:
                self.fault(item, "cards", "which-contract", card=name[:60], sides=self._sides(number))
                continue
            try:
                card = defined(name.strip()[:60], cards[number] if number >= 0 else None, fields)
            except (ValueError, KeyError) as error:
                reason = str(error.args[0]) if error.args else ""
                self.fault(item, "cards", "bad-definition", name=name[:60], reason=reason[:300])
                card = cards[number] if number >= 0 else defined(name.strip()[:60], None, {})
            self._check_definition(item, name, card)
            if number >= 0:
                cards[number] = changed[number] = card
            else:
                number = len(cards) + len(self.new)
                self.new.append(card)
            self.names[kebab(name)] = number
        if tuple(cards) != self.base.cards:
            self.base = self.base.with_changed(changed)

    def _known(self, name: str) -> int:
        return self.base.get(name)

    def _fields(self, tree: Tree, place: str) -> dict[str, str]:
        found: dict[str, str] = {}
        if not self.keys(tree, place, FIELDS, "{color: agriculture, needs: [agriculture, agriculture]}"):
            return found
        for key, item in tree.value.items():
            if key not in FIELDS:
                continue
            if item.kind == "list":
                found[key] = ", ".join(str(one.value) for one in item.value if one.kind == "word")
            elif item.kind == "word":
                found[key] = str(item.value).strip()
            else:
                self.fault(item, place, "want-word", example="agriculture")
        return found

    def _check_definition(self, tree: Tree, name: str, card: Card) -> None:
        c = card.contracts[0]
        if sum(c.load) > 8:
            self.fault(tree, "cards", "needs-range", name=name[:60], count=sum(c.load), most=8)
        known = {*rulebook.POWERS.values(), *POWERS}
        if c.power is not None and c.power not in known:
            self.fault(tree, "cards", "unknown-power", name=repr(c.power)[:60], near=near(c.power, known))

    def _moment_cards(self) -> None:
        if self.moment is not None and self.moment.kind == "map":
            try:
                for card in moment_cards(self.moment):
                    self.new.append(card)
            except MomentError as error:
                self.note(self.moment, "moment", str(error))
            for number, key in enumerate(self._catalogue().key):
                if number >= len(self.base):
                    self.names[key] = number

    def _catalogue(self) -> Catalogue:
        """The printed cards with the new ones behind them."""
        return self.base.with_cards(self.new) if self.new else self.base

    def cards(self, tree: Tree | None, place: str, kind: str = "filler", sided: bool = False) -> list[int] | None:
        """The cards of a zone, as numbers; a bare number is that many unimportant ones. None: nothing is said.

        ``sided`` says that of a Flag card one side is up here (R-FLAG-1, R-FLAG-2).
        """
        if tree is None:
            return None
        if tree.number is not None:
            count = self.number(tree, place, 0, ZONE_LIMIT, 0)
            return [self._add(short_card(kind), tree, place) for _ in range(count)]
        found: list[int] = []
        for item in self.items(tree, place, "[technology/load, Beer]"):
            word = self.word(item, place, "technology/load")
            if not word:
                continue
            many, word = counted(word)
            if len(found) + many > ZONE_LIMIT:
                self.fault(item, place, "too-many-cards", count=len(found) + many, limit=ZONE_LIMIT)
                break
            for _ in range(many):
                card = self._card(word, item, place, sided)
                if card is None:
                    break
                found.append(card)
        return found

    def _card(self, word: str, tree: Tree, place: str, sided: bool) -> int | None:
        word, _, side = word.partition(" as ")
        number = self.names.get(kebab(word), -1)
        if number < 0:
            number = self._known(word)
        if number < 0 and place.endswith(("/containers", "/crew", "/goods")):
            number = self._token(word)
        if number >= 0:
            number = self._side(number, side, sided, tree, place)
            return number if number >= 0 and self._lay(number, tree, place) else None
        try:
            card = short_card(word)
        except ValueError as error:
            self.note(tree, place, str(error)[:300])
            return None
        if card is None:
            self._unknown_card(word, tree, place)
            return None
        return self._add(card, tree, place)

    def _side(self, number: int, side: str, sided: bool, tree: Tree, place: str) -> int:
        """The number of a card where it lies, with one side of a Flag card up or none; -1 with a fault."""
        if number >= len(self.base):
            return number
        whole, cat = self.base.base[number], self.base
        if side:
            name = cat.name[whole]
            found = [face for face in cat.faces[whole] if KINDS[cat.color[face]] == side.strip().casefold()]
            if len(cat.faces[whole]) < 2:
                self.fault(tree, place, "one-sided", card=name)
                return -1
            if not found:
                colors = " or ".join(KINDS[cat.color[face]] for face in cat.faces[whole])
                self.fault(tree, place, "flag-color", card=name, word=repr(side)[:40], colors=colors)
                return -1
            number = found[0]
        if not sided:
            return whole
        if number == whole and len(cat.faces[number]) > 1:
            if place.endswith(("/crew", "/goods")) and self._turning(number):
                return number
            self.fault(tree, place, "which-side", card=cat.name[whole], sides=self._sides(number))
            return -1
        return number

    def _turning(self, number: int) -> bool:
        """Whether the moment still has to ask which side of a Flag card comes up (R-FLAG-1)."""
        moment = self.moment.data() if self.moment is not None else None
        if not isinstance(moment, dict):
            return False
        rows = [row for name in ("stack", "once") if isinstance(moment.get(name), list) for row in moment[name]]
        asked = any(isinstance(row, dict) and row.get("proc") == "turn up" and row.get("n") == number for row in rows)
        return asked or any(isinstance(row, list) and row[1:] == [f"{SIDE_OPEN}{number}"] for row in rows)

    def _sides(self, number: int) -> str:
        return " or ".join(self.base.name[face] for face in self.base.faces[number])

    def _unknown_card(self, word: str, tree: Tree, place: str) -> None:
        if kebab(word) == "rainbow":
            return self.fault(tree, place, "rainbow")
        known = [*self.base.name, *(c.name for c in self.new), *KINDS[: CAPITAL + 1], "filler", "card"]
        head = word.partition("/")[0].partition(" ")[0]
        hint = near(head if "/" in word else word, known)
        if right := righted_card(word):
            hint = text("cards.near", names=right)
        self.fault(tree, place, "unknown-card", word=repr(word)[:60], near=hint)

    def _add(self, card: Card | None, tree: Tree | int, place: str) -> int:
        assert card is not None
        self.new.append(card)
        number = len(self.base) + len(self.new) - 1
        self.where[number] = (place, tree if isinstance(tree, int) else tree.line)
        return number

    def _lay(self, number: int, tree: Tree, place: str) -> bool:
        """Note where a card lies; a fault when it lies somewhere already, a Flag card with whichever side up."""
        number = self.base.base[number] if number < len(self.base) else number
        if number in self.where:
            cards = (*self.base.cards, *self.new)
            first, line = self.where[number]
            self.fault(tree, place, "card-twice", card=cards[number].name, place=first, line=line)
            return False
        self.where[number] = (place, tree.line)
        return True

    def _containers(self, tree: Tree | None) -> None:
        """Lay out the supply of physical containers, in a game that is played with them (R-VARIANT-1)."""
        s = self.state
        assert s is not None
        s.containers = self.number(tree, "containers", 1, 2, 0)
        if s.containers:
            first = len(self.base) + len(self.new)
            self.new += physical_containers(s.rulings)
            s.tokens = list(range(first, len(self.base) + len(self.new)))

    def _token(self, word: str) -> int:
        """A physical container out of the supply by its name, -1 when it names none or none is left (R-VARIANT-1)."""
        s, name, first = self.state, kebab(word), len(self.base)
        assert s is not None
        token = next((token for token in s.tokens if kebab(self.new[token - first].name) == name), -1)
        if token >= 0:
            s.tokens.remove(token)
        return token

    def _token_of(self, card: int) -> int:
        """A physical container of a card's color."""
        return self._token(TOKEN_NAMES[self.base.color[card]])


__all__ = ["ZONE_LIMIT", "CardReader"]
