"""Laying and taking cards in the text of a position, and finding what a path such as ``green 1/containers`` means."""

from __future__ import annotations

from typing import Any

from explorer.card import kebab, nearest
from explorer.files.amend import Draft, Path
from explorer.files.cardwords import counted, short_card
from explorer.files.read_cards import ZONE_LIMIT
from explorer.files.read_seats import SEAT_KEYS, SHIP_KEYS
from explorer.files.reading import KEYS
from explorer.files.survey import Spot, Survey
from explorer.files.tree import Tree
from explorer.language.moves import TOKEN_NAMES
from explorer.terms import HARBORS
from explorer.texts import shown, text

PILES_FROM_TOP = ("deck", "discard")


class SketchError(ValueError):
    """An operation cannot be done; nothing was changed."""


def refuse(key: str, /, **values: Any) -> SketchError:
    """An error in the words of the table of sketches."""
    return SketchError(text(f"sketch.{key}", **values))


class Editing:
    """One operation on a text: where things are comes from the survey of the text as it was."""

    def __init__(self, draft: Draft, survey: Survey) -> None:
        self.draft = draft
        self.survey = survey

    # Addresses

    def seat(self, word: Any) -> int:
        """The number of a seat by its path."""
        seats = self.survey.seats
        word = word.strip() if isinstance(word, str) else word
        if word in seats:
            return seats.index(word)
        if isinstance(word, str) and word.isdecimal() and 1 <= int(word[:9]) <= len(seats):
            return int(word) - 1
        raise refuse("no-seat", seat=shown(word), near=nearest(str(word)[:60], seats))

    def ship(self, word: Any) -> tuple[int, int]:
        """The seat and number of a ship by its path."""
        owner, _, number = word.rpartition(" ") if isinstance(word, str) else ("", "", "")
        if number.isdecimal() and owner:
            seat = self.seat(owner)
            if 1 <= int(number[:9]) <= self.survey.ships(seat):
                return seat, int(number) - 1
        raise refuse("no-ship", ship=shown(word))

    def spot(self, zone: Any) -> Spot:
        """A zone by its path, or as the reader of positions calls it."""
        spots = self.survey.spots
        if isinstance(zone, str):
            found = spots.get(zone) or spots.get(self.survey.path_of(zone))
            owner, slash, area = zone.partition("/")
            seat, space, ship = owner.partition(" ")
            if found is None and slash and seat.isdecimal() and 1 <= int(seat[:9]) <= len(self.survey.seats):
                found = spots.get(f"{self.survey.seats[int(seat) - 1]}{space}{ship}/{area}")
            if found is not None:
                return found
        raise refuse("no-zone", zone=shown(zone), near=nearest(str(zone)[:60], spots))

    def item(self, path: Any) -> tuple[Spot, int]:
        """A card that lies somewhere, by its path."""
        zone, _, number = path.rpartition("/") if isinstance(path, str) else ("", "", "")
        if not number.isdecimal() or not zone:
            raise refuse("no-item", item=shown(path))
        spot = self.spot(zone)
        if int(number[:9]) >= len(self.survey.lying[spot.path]):
            raise refuse("no-item", item=shown(path))
        return spot, int(number)

    # Cards

    def card(self, card: Any) -> tuple[str, int, int]:
        """The words for a card, its number (-1 for one without a name) and how many of it they mean."""
        survey = self.survey
        if type(card) is int and 0 <= card < len(survey.catalogue):
            return survey.word(card), card, 1
        if not isinstance(card, str) or not card.strip() or len(card) > 300:
            raise refuse("no-card", card=shown(card), near="")
        many, word = counted(" ".join(card.split()))
        if many < 1:
            raise refuse("no-card", card=shown(card), near="")
        head, side, color = word.partition(" as ")
        number = survey.w.number_of(head)
        if number >= 0:
            word = survey.word(number) + side + color
        elif not self._is_form(word):
            known = [*survey.catalogue.name, "filler", "card"]
            raise refuse("no-card", card=shown(word), near=nearest(word[:60], known))
        return (word if many == 1 else f"{many} {word}"), number, many

    def _is_form(self, word: str) -> bool:
        try:
            if short_card(word) is not None:
                return True
        except ValueError as error:
            raise SketchError(str(error)[:300]) from None
        return kebab(word) in map(kebab, TOKEN_NAMES)

    def place(self, spot: Spot, at: Any) -> int:
        """Where in a zone a card goes: at the end if nothing is said, on top of a pile."""
        if at is None:
            return 0 if spot.area in PILES_FROM_TOP else ZONE_LIMIT
        if type(at) is not int or at < 0:
            raise refuse("no-place", at=shown(at))
        return at

    def put(self, spot: Spot, words: str, at: int, many: int = 1) -> int:
        """Lay a card into a zone; returns where it lies."""
        unsaid = self.survey.unsaid.get(spot.path)
        lying = len(self.survey.lying[spot.path])
        if lying + many > ZONE_LIMIT:
            raise refuse("full", count=lying + many, limit=ZONE_LIMIT)
        self.open(spot, 1 if unsaid in ("filler", "dealt") and spot.area != "deck" else 0)
        return self.lay(spot, words, at)

    def lay(self, spot: Spot, words: str, at: int) -> int:
        """Write a card into a zone."""
        self.open(spot)
        many, word = counted(words)
        entries = self.entries(spot)
        at = min(at, sum(count for _entry, count, _word in entries))
        before = 0
        for entry, count, other in entries:
            if before <= at <= before + count and other == word and count > 1:
                self.draft.set((*spot.doc, entry), f"{count + many} {word}")
                return at
            if at == before:
                self.draft.insert(spot.doc, entry, words)
                return at
            if at < before + count:
                rest = before + count - at
                self.draft.set((*spot.doc, entry), _many(count - rest, other))
                self.draft.insert(spot.doc, entry + 1, words)
                self.draft.insert(spot.doc, entry + 2, _many(rest, other))
                return at
            before += count
        node = self.draft.at(spot.doc)
        self.draft.insert(spot.doc, len(node.value) if node is not None else 0, words)
        return before

    def take(self, spot: Spot, at: int) -> str:
        """Take a card out of a zone; returns its word."""
        node = self._written(spot)
        if node is not None and node.kind == "word" and node.number:
            self.draft.set(spot.doc, node.number - 1)
            return "card" if spot.area == "fulfilled" else "filler"
        self.open(spot)
        before = 0
        for entry, count, word in self.entries(spot):
            if at < before + count:
                if count == 1:
                    self.draft.delete((*spot.doc, entry))
                else:
                    self.draft.set((*spot.doc, entry), _many(count - 1, word))
                return word
            before += count
        raise refuse("no-item", item=f"{spot.path}/{at}")

    def entries(self, spot: Spot) -> list[tuple[int, int, str]]:
        """What is written in a zone that is a list: which entry, how many cards it means, and their word."""
        node = self.draft.at(spot.doc)
        found = []
        for entry, item in enumerate(node.value if node is not None and node.kind == "list" else ()):
            if item.kind != "word":
                found.append((entry, 1, "?"))
            elif item.value.strip():
                found.append((entry, *counted(item.value)))
        return found

    def _written(self, spot: Spot) -> Tree | None:
        node = self.draft.at(spot.doc)
        return None if node is None or node.empty else node

    def open(self, spot: Spot, less: int = 0) -> None:
        """Write a zone as a list; of one that says nothing, what fills it, but for some at its end."""
        node = self._written(spot)
        if node is not None and node.kind == "list":
            return
        if node is None:
            words = [one[1] for one in self.survey.lying[spot.path]]
            self.write_zone(spot, words[: len(words) - less])
        elif node.number is not None:
            kind = "card" if spot.area == "fulfilled" else "filler"
            self.write_zone(spot, [kind] * min(max(node.number, 0), ZONE_LIMIT))
        elif node.kind == "word":
            self.draft.set(spot.doc, [node.value.strip()])
        else:
            raise refuse("no-list", zone=spot.path)

    def write_zone(self, spot: Spot, words: list[str]) -> None:
        """Write the cards of a zone, equal ones that follow each other counted."""
        found: list[tuple[int, str]] = []
        for word in words:
            if found and found[-1][1] == word:
                found[-1] = (found[-1][0] + 1, word)
            else:
                found.append((1, word))
        self.set(spot.doc, [_many(count, word) for count, word in found])

    # Keys

    def set(self, path: Path, value: Any) -> None:
        """Write a value, with the seats and ships on the way to it written out as mappings."""
        if path[0] == "players" and len(path) > 1:
            self.write_seat(int(path[1]))
            if len(path) > 3 and path[2] == "ships":
                self.write_ship(int(path[1]), int(path[3]))
        order = KEYS if len(path) == 1 or path[0] != "players" else SHIP_KEYS if len(path) > 3 else SEAT_KEYS
        self.draft.set(path, value, order)

    def write_seats(self) -> None:
        """Write the seats as a list."""
        node = self.draft.at(("players",))
        if node is None or node.kind != "list":
            colors = [seat if seat in HARBORS else HARBORS[i] for i, seat in enumerate(self.survey.seats)]
            self.draft.set(("players",), [{"harbor": color} for color in colors], KEYS)

    def write_seat(self, seat: int) -> None:
        """Write a seat as a mapping."""
        self.write_seats()
        path: Path = ("players", seat)
        node = self.draft.at(path)
        if node is not None and node.kind == "word":
            self.draft.set(path, {"harbor": node.value.strip()})
        elif node is None or node.kind != "map":
            raise refuse("no-seat-map", seat=seat + 1)

    def write_ship(self, seat: int, ship: int) -> None:
        """Write a ship, and those before it, as mappings."""
        path: Path = ("players", seat, "ships")
        node = self.draft.at(path)
        if node is None or node.empty:
            self.draft.set(path, [], SEAT_KEYS)
        elif node.kind == "word":
            self.draft.set(path, [node.value.strip()])
        node = self.draft.at(path)
        if node is None or node.kind != "list":
            raise refuse("no-list", zone="ships")
        for number in range(len(node.value), ship + 1):
            self.draft.insert(path, number, ("harbor", "sea")[min(number, 1)])
        here = self.draft.at((*path, ship))
        if here is None or here.kind != "map":
            at = here.value.strip() if here is not None and here.kind == "word" else ""
            self.draft.set((*path, ship), {"at": at or ("harbor", "sea")[min(ship, 1)]})

    def prune(self, path: Path) -> None:
        """Delete a value, and its mapping if nothing is left in it."""
        self.draft.delete(path)
        if len(path) > 1 and self.draft.data(path[:-1]) == {}:
            self.draft.delete(path[:-1])


def _many(count: int, word: str) -> str:
    return word if count == 1 else f"{count} {word}"


__all__ = ["Editing", "SketchError", "refuse"]
