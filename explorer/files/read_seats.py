"""Reading the seats of a position, with their ships."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from explorer.catalogue import filler
from explorer.files.forms import near
from explorer.files.read_cards import CardReader
from explorer.files.tree import Tree
from explorer.rules.setup import gray_extra
from explorer.state import GONE, HARBOR, JOINED, PLACES, SAILING, SEA, Player, Ship
from explorer.terms import CAPITAL, HARBORS
from explorer.texts import shown
from explorer.words import say

CREDIT_LIMIT: Final = 1000
SEAT_KEYS: Final = ("harbor", "name", "credits", "hand", "crew", "goods", "fulfilled", "ships")
SHIP_KEYS: Final = ("at", "contracts", "containers", "joined", "under")
EXTRA_KEYS: Final = (*SHIP_KEYS, "index", "partner")  # as a moment writes ships that are cards


class SeatReader(CardReader):
    """Reads players and ships, and finds them by their names."""

    def fillers(self, count: int, place: str) -> list[int]:
        """Inert cards for what is not said, or nothing yet where it will be dealt."""
        return [] if self.dealt else [self._add(filler(), 0, place) for _ in range(count)]

    def _seats(self, tree: Tree | None) -> None:
        s = self.state
        assert s is not None
        self.dealt = self.one_of(self.tree.get("rest"), "rest", ("filler", "dealt")) == "dealt"
        self.open_hands: list[int] = []
        self.open_ships: list[int] = []
        self.extra_ships: list[tuple[int, Ship]] = []
        seats = self._seat_trees(tree)
        colors = self._harbors(seats)
        for number, (item, color) in enumerate(zip(seats, colors, strict=True)):
            self._seat(item, f"players/{number + 1}", number, color, len(seats))
        s.ships += [ship for _index, ship in sorted(self.extra_ships, key=lambda pair: pair[0])]
        s.declared = [0] * len(s.players)
        s.doing = [-1] * len(s.players)
        self.seat_names = [HARBORS[player.harbor] for player in s.players]

    def _seat_trees(self, tree: Tree | None) -> list[Tree]:
        if tree is None or tree.number is not None:
            count = 3 if tree is None else tree.number or 0
            seats = [_named(HARBORS[i], tree) for i in range(max(0, min(count, 6)))]
        else:
            if tree.kind == "word":
                self.fault(tree, "players", "players-word", word=shown(tree.value))
                return [_named(HARBORS[i], tree) for i in range(2)]
            seats = self.items(tree, "players", "[{harbor: green}, {harbor: yellow}]")
            count = len(seats)
            seats = [_named(item.value, item) if item.kind == "word" else item for item in seats]
        if not 2 <= count <= 6:
            self.note(tree or 0, "players", say("position.players-count", count=count))
        return seats[:6]

    def _harbors(self, seats: list[Tree]) -> list[int]:
        colors: list[int] = []
        taken: dict[str, int] = {}
        for number, item in enumerate(seats, 1):
            place = f"players/{number}"
            if not self.keys(item, place, SEAT_KEYS, "{harbor: green}"):
                colors.append(0)
                continue
            found = item.get("harbor")
            word = self.word(found, place, "green")
            if found is None:
                self.fault(item, place, "want-harbor", colors=", ".join(HARBORS))
            elif word is not None and word not in HARBORS:
                self.fault(found, place, "unknown-harbor", word=repr(word)[:40], near=near(word, HARBORS))
            elif word in taken:
                self.fault(found, place, "harbor-twice", color=word, line=taken[word])
            elif word == "gray" and len(seats) < 6 and "capital" not in self.sets:
                self.fault(found, place, "gray-harbor")
            elif word is not None and found is not None:
                taken[word] = found.line
            colors.append(HARBORS.index(word) if word in HARBORS else 0)
        return colors

    def _seat(self, tree: Tree, place: str, seat: int, color: int, count: int) -> None:
        s = self.state
        assert s is not None
        get = tree.get
        player = Player(color, (self.word(get("name"), f"{place}/name", "Ann") or "")[:60])
        player.credits = self._credits(get("credits"), f"{place}/credits")
        if self.dealt and get("credits") is None and color == CAPITAL:  # as the setup has it (R-CAPITAL-1)
            player.credits += gray_extra(s, count, "capital" in self.sets)
        hand = self.cards(get("hand"), f"{place}/hand")
        if hand is None:
            self.open_hands.append(seat)
        player.hand = self.fillers(5, f"{place}/hand") if hand is None else hand
        player.crew = self.cards(get("crew"), f"{place}/crew", sided=True) or []
        player.goods = self.cards(get("goods"), f"{place}/goods", sided=True) or []
        player.fulfilled = self.cards(get("fulfilled"), f"{place}/fulfilled", "card", sided=True) or []
        s.players.append(player)
        self._ships(get("ships"), f"{place}/ships", seat)

    def _credits(self, tree: Tree | None, place: str) -> int:
        if tree is None:
            return 10
        count = tree.number
        most = CREDIT_LIMIT if self.moment is None else 1000 * CREDIT_LIMIT  # a game may go beyond what one writes
        least = 0 if self.moment is None else -most  # a final score may lie below zero (AMB-69)
        if count is None or not least <= count <= most:
            shown = str(tree.value)[:30] if tree.kind == "word" else "-"
            self.fault(tree, place, "credits-range", count=shown, most=most)
            return 10
        if count % 2 and self.moment is None:
            self.fault(tree, place, "credits-odd", "warning", count=count)
        return count

    def _ships(self, tree: Tree | None, place: str, seat: int) -> None:
        s = self.state
        assert s is not None
        ships = self.items(tree, place, "[{at: harbor}, {at: sea}]")
        for number, extra in enumerate(ships[2:], 3):
            self._extra(extra, f"{place}/{number}", seat)
        for number in (0, 1):
            item = ships[number] if number < len(ships) else None
            self._ship(item, f"{place}/{number + 1}", seat, number)
        first, second = s.ships[-2:]
        if first.partner == len(s.ships) - 1:
            second.partner = len(s.ships) - 2
            if second.contracts or second.cargo:
                self.fault(ships[1] if len(ships) > 1 else 0, place, "joined-second")
        elif second.at == JOINED and second.partner < 0:
            self.fault(ships[1] if len(ships) > 1 else 0, place, "only-in-moment", word="joined")

    def _extra(self, tree: Tree, place: str, seat: int) -> None:
        """A ship that is a card, which lies under it; all of them come after the printed ones (power diesel-engine)."""
        if not self.keys(tree, place, EXTRA_KEYS, "{at: harbor, under: [Diesel Engine]}"):
            return
        get = tree.get
        ship = Ship(seat, self._place(get("at"), place, HARBOR))
        ship.contracts = self.cards(get("contracts"), f"{place}/contracts", sided=True) or []
        ship.cargo = self.cards(get("containers"), f"{place}/containers", sided=True) or []
        ship.under = self.cards(get("under"), f"{place}/under", sided=True) or []
        index = get("index")
        self._partner(get("partner"), ship)
        if not ship.under and ship.at != GONE:
            self.fault(tree, place, "ship-of-no-card")
        self.extra_ships.append((index.number if index is not None and index.number is not None else 99, ship))

    def _partner(self, tree: Tree | None, ship: Ship) -> None:
        if tree is not None and tree.number is not None and 0 <= tree.number < 99:
            ship.partner = tree.number

    def _ship(self, tree: Tree | None, place: str, seat: int, number: int) -> None:
        s = self.state
        assert s is not None
        if tree is not None and tree.kind == "word" and tree.value in PLACES:
            tree = _mapped("at", tree)
        if tree is not None and not self.keys(tree, place, EXTRA_KEYS, "{at: sea, containers: [agriculture]}"):
            tree = None
        get: Callable[[str], Tree | None] = tree.get if tree is not None else lambda name: None
        after_joined = number == 1 and s.ships[-1].partner == len(s.ships)
        ship = Ship(seat, JOINED if after_joined else self._place(get("at"), place, (HARBOR, SEA)[number]))
        joined = self.yes(get("joined"), place)
        if joined and number == 1 and self.moment is None:
            self.fault(tree or 0, place, "joined-first")
        elif joined:
            ship.partner = len(s.ships) + (1 if number == 0 else -1)
            if number == 1:
                s.ships[-1].partner = len(s.ships)
        ship.contracts = self.cards(get("contracts"), f"{place}/contracts", sided=True) or []
        cargo = self.cards(get("containers"), f"{place}/containers", sided=True)
        if cargo is None and ship.at == SEA:
            self.open_ships.append(len(s.ships))
            cargo = self.fillers(4, f"{place}/containers")
        ship.cargo = cargo or []
        ship.under = self.cards(get("under"), f"{place}/under", sided=True) or []
        self._partner(get("partner"), ship)
        if ship.contracts and ship.at == SEA and self.moment is None:
            self.fault(tree or 0, place, "contract-at-sea")
        s.ships.append(ship)

    def _place(self, tree: Tree | None, place: str, default: int) -> int:
        word = self.word(tree, place, "harbor")
        if word is None or tree is None:
            return default
        if word not in PLACES:
            self.fault(tree, place, "unknown-place", word=repr(word)[:40])
            return default
        found = PLACES.index(word)
        if found == SAILING and self.moment is None:
            self.fault(tree, place, "only-in-moment", word=word)
        return found

    # By name

    def seat(self, tree: Tree | None, place: str, default: int) -> int:
        """A seat by its harbor's color."""
        word = self.word(tree, place, "green")
        if word is None or tree is None:
            return default
        if word not in self.seat_names:
            self.fault(tree, place, "unknown-seat", word=repr(word)[:40], near=near(word, self.seat_names))
            return default
        return self.seat_names.index(word)

    def ship(self, tree: Tree, place: str, word: str) -> int:
        """A ship by its owner and number, -1 when there is none."""
        owner, _, number = word.rpartition(" ")
        if owner in self.seat_names and number.isdecimal() and self.state is not None:
            seat = self.seat_names.index(owner)
            own = [i for i, ship in enumerate(self.state.ships) if ship.owner == seat]
            if 1 <= int(number) <= len(own):
                return own[int(number) - 1]
        self.fault(tree, place, "unknown-ship", word=repr(word)[:40])
        return -1

    def _by_seat(self, tree: Tree | None, place: str, example: str) -> list[tuple[int, Tree, str]]:
        """The entries of a mapping from seats to something, in its own order."""
        if tree is None or not self.keys(tree, place, self.seat_names, example):
            return []
        names = self.seat_names
        return [(names.index(key), item, f"{place}/{key}") for key, item in tree.value.items() if key in names]


def _named(harbor: str, at: Tree | None) -> Tree:
    return _mapped("harbor", Tree("word", at.line if at else 0, harbor, True))


def _mapped(key: str, item: Tree) -> Tree:
    new = Tree("map", item.line, {key: item})
    new.lines[key] = item.line
    return new


__all__ = ["CREDIT_LIMIT", "EXTRA_KEYS", "SEAT_KEYS", "SHIP_KEYS", "SeatReader"]
