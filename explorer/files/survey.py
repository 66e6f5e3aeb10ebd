"""From a position that was read to the table as an editor shows it: every zone, card and problem with its path."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from explorer.files.amend import Path, flow
from explorer.files.cardwords import short_form
from explorer.files.tableau import Item, Note, SeatSketch, ShipSketch, SketchProblem, TableSketch, TurnSketch, Zone
from explorer.files.tree import Tree
from explorer.files.watcher import ABOARD, AREAS, PILES, Watcher
from explorer.language.moves import TOKEN_NAMES, goods_places
from explorer.language.questions import crew_limit, goods_limit, goods_used
from explorer.rulebook import default_rulings
from explorer.state import JOINED, PLACES, SEA
from explorer.terms import ACTIONS, CAPITAL, FIVE_KINDS, HARBORS, KINDS, NO_ACTION

_PLACE: Final = re.compile(r"players/(?P<seat>\d+)(?:/ships/(?P<ship>\d+))?(?P<rest>/.*)?")
# What an editor has no control for.
NOTED: Final = (
    ("moment",), ("turn", "number"), ("turn", "played"), ("turn", "doing"), ("turn", "drew"), ("turn", "done"),
    ("once",), ("extra",), ("ending",), ("effects",), ("copied",), ("limits",), ("powers",), ("cards",),
    ("steps",), ("expect",),
)  # fmt: skip


class Spot(NamedTuple):
    """A zone: its path for people, where it stands in the text, and how the reader calls it."""

    path: str
    doc: Path
    place: str
    seat: int  # -1: a pile or the island
    ship: int  # -1: not on a ship
    area: str


class Survey:
    """What lies where in a position that a watcher has read."""

    def __init__(self, watcher: Watcher) -> None:
        self.w = watcher
        self.catalogue = watcher.known
        colors = watcher.colors
        self.seats = [color or str(number) for number, color in enumerate(colors, 1)]
        self.spots: dict[str, Spot] = {spot.path: spot for spot in self._spots()}
        self.lying: dict[str, list[tuple[int, str, int, int]]] = {}  # entry, word, card and line, by zone
        self.unsaid: dict[str, str] = {}  # how a zone is filled of which nothing is said
        for spot in self.spots.values():
            self._look(spot)

    # Names

    def _spots(self) -> Iterable[Spot]:
        for seat, name in enumerate(self.seats):
            here: Path = ("players", seat)
            for area in AREAS:
                yield Spot(f"{name}/{area}", (*here, area), f"players/{seat + 1}/{area}", seat, -1, area)
            for ship in range(self.ships(seat)):
                for area in ABOARD:
                    doc, place = (*here, "ships", ship, area), f"players/{seat + 1}/ships/{ship + 1}/{area}"
                    yield Spot(f"{name} {ship + 1}/{area}", doc, place, seat, ship, area)
        for area in PILES:
            yield Spot(area, (area,), area, -1, -1, area)

    def ships(self, seat: int) -> int:
        """How many ships a seat has."""
        found = self.node(("players", seat, "ships"))
        return max(2, len(found.value)) if found is not None and found.kind == "list" else 2

    def node(self, path: Path) -> Tree | None:
        """What is written at a path, None for nothing; a zone of a ship that is one of a list of one counts too."""
        node: Tree | None = self.w.tree
        for step in path:
            if node is None:
                return None
            if isinstance(step, str):
                node = node.get(step)
            elif node.kind == "list":
                node = node.value[step] if step < len(node.value) else None
            else:
                node = None
        return None if node is None or node.empty else node

    def path_of(self, place: str) -> str:
        """How people say a place of the reader."""
        found = _PLACE.fullmatch(place)
        if found is None:
            return place
        seat = int(found["seat"]) - 1
        name = self.seats[seat] if seat < len(self.seats) else str(seat + 1)
        return name + (f" {found['ship']}" if found["ship"] else "") + (found["rest"] or "")

    def item_path(self, zone: str, doc: Path | None) -> str:
        """The path of the card that some words of a zone stand for; that of the zone where it is none of them."""
        spot = self.spots.get(zone)
        if spot is None or doc is None or doc[: len(spot.doc)] != spot.doc:
            return zone
        entry = doc[len(spot.doc)] if len(doc) > len(spot.doc) else 0
        where = [i for i, lying in enumerate(self.lying[zone]) if lying[0] == entry]
        node = self.node(spot.doc)
        whole = doc == spot.doc and node is not None and node.kind != "word"
        return f"{zone}/{where[0]}" if where and not whole else zone

    # Zones

    def _look(self, spot: Spot) -> None:
        tree = self.node(spot.doc)
        if tree is not None:
            self.lying[spot.path] = self.w.words(tree, spot.place)
            return
        cards = self._filled(spot)
        dealt = getattr(self.w, "dealt", False)
        self.unsaid[spot.path] = ("dealt" if dealt else "filler") if cards else "empty"
        self.lying[spot.path] = [(-1, self.word(card), card, 0) for card in cards]

    def _filled(self, spot: Spot) -> list[int]:
        """What the reader laid where nothing is written."""
        s = self.w.state
        if s is None:
            return []
        if spot.seat < 0:
            cards: list[int] = list(getattr(s, spot.area))
            return cards if spot.area == "island" else cards[::-1]
        if spot.ship < 0:
            return list(getattr(s.players[spot.seat], spot.area)) if spot.seat < len(s.players) else []
        ship = self.ship(spot.seat, spot.ship)
        return [] if ship is None else list(getattr(ship, "cargo" if spot.area == "containers" else spot.area))

    def ship(self, seat: int, number: int) -> Any:
        """A ship of the state that was read, None where there is none."""
        s = self.w.state
        own = [ship for ship in s.ships if ship.owner == seat] if s is not None else []
        return own[number] if number < len(own) else None

    def word(self, card: int) -> str:
        """How a card is written."""
        cat = self.catalogue
        if not 0 <= card < len(cat):
            return "filler"
        if cat.key[card].startswith("filler"):
            return "filler"
        name = cat.name[card]
        if card >= len(self.w.base) and name in TOKEN_NAMES:
            return name.lower()
        return name if self.w.number_of(name) == card and not name[:1].isdigit() else cat.key[card]

    def word_there(self, word: str, card: int, spot: Spot) -> str:
        """How a card is written in another zone: a Flag card as a whole where no side of it is up."""
        base = self.catalogue.base[card] if card >= 0 else card
        sided = spot.area not in ("hand", *PILES)
        return word if sided or base == card else self.word(base)

    def form(self, card: int) -> str:
        """A short form for a card like another: all of one without a power, color and action of one with it."""
        cat = self.catalogue
        whole = short_form(cat.cards[card])
        if whole is not None:
            return whole
        if card >= len(self.w.base) and cat.name[card] in TOKEN_NAMES:
            return cat.name[card].lower()
        contract = cat.cards[card].contracts[0]
        color = KINDS[contract.color] if contract.color <= CAPITAL else "x"
        return color if contract.action == NO_ACTION else f"{color}/{ACTIONS[contract.action]}"

    def where(self) -> dict[int, list[str]]:
        """In which zones each card lies, by its own number; a zone in which it lies twice is named twice."""
        base, found = self.catalogue.base, dict[int, list[str]]()
        for path, cards in self.lying.items():
            for _entry, word, card, _line in cards:
                card = card if card >= 0 else self.w.number_of(word.partition(" as ")[0])
                if card >= 0:
                    found.setdefault(base[card], []).append(path)
        return found

    # The table

    def table(self, problems: list[SketchProblem]) -> TableSketch:
        """The whole table with what is wrong with each thing."""
        self._by_path: dict[str, list[SketchProblem]] = {}
        for problem in problems:
            self._by_path.setdefault(problem.path, []).append(problem)
        self._told: set[str] = set()
        seats = tuple(self._seat(seat) for seat in range(len(self.seats)))
        island, deck, discard = (self._zone(self.spots[area]) for area in PILES)
        turn = self._turn()
        s, w, default = self.w.state, self.w, default_rulings()
        market = dict(zip((KINDS[kind] for kind in FIVE_KINDS), s.market, strict=True)) if s and s.market else None
        rulings = {id_: one for id_, one in s.rulings.items() if default.get(id_) != one} if s else {}
        base = len(w.base)
        cards = {self.catalogue.name[n]: self.catalogue.cards[n] for n in w.names.values() if n < base or not w.moment}
        title = self._word("title")
        rest = tuple(one for path, found in self._by_path.items() if path not in self._told for one in found)
        return TableSketch(
            title, seats, self.seats[s.leader] if s and s.leader < len(self.seats) else "", turn,
            island, deck, discard, tuple(getattr(w, "sets", ["base"])), bool(s and s.port), market,
            s.containers if s else 0, rulings, s.seed if s else 0, "dealt" if getattr(w, "dealt", False) else "filler",
            cards, rest, tuple(self._notes()),
        )  # fmt: skip

    def _notes(self) -> Iterable[Note]:
        """What no zone and no control shows."""
        for path in NOTED:
            tree = self.node(path)
            if tree is None:
                continue
            words = flow(list(tree.value)) if path == ("cards",) and tree.kind == "map" else ""
            if path[0] not in ("moment", "cards", "steps", "expect"):
                words = flow(tree.data())
            above = self.node(path[:-1]) if len(path) > 1 else self.w.tree
            line = above.lines.get(path[-1], tree.line) if above is not None and above.kind == "map" else tree.line
            yield Note("/".join(path), line, (words[1:-1] if words[:1] in ("{", "[") else words).replace('"', ""))

    def _word(self, key: str) -> str:
        found = self.node((key,))
        return str(found.value) if found is not None and found.kind == "word" else ""

    def _at(self, *paths: str) -> tuple[SketchProblem, ...]:
        self._told.update(paths)
        return tuple(problem for path in paths for problem in self._by_path.get(path, ()))

    def _zone(self, spot: Spot) -> Zone:
        items = []
        for i, (_entry, word, card, line) in enumerate(self.lying[spot.path]):
            path = f"{spot.path}/{i}"
            shown = card if card >= 0 else self.w.number_of(word.partition(" as ")[0])
            items.append(
                Item(path, word, self.catalogue.cards[shown] if shown >= 0 else None, shown, line, self._at(path))
            )
        tree = self.node(spot.doc)
        own = self._at(spot.path)
        problems = own + tuple(problem for item in items for problem in item.problems)
        limit, used = self._limit(spot, len(items))
        filling = self.unsaid.get(spot.path, "")
        return Zone(spot.path, tree.line if tree else 0, not filling, filling, tuple(items), limit, used, problems)

    def _limit(self, spot: Spot, count: int) -> tuple[int, int]:
        s = self.w.state
        if s is None or not self.w.whole or spot.area not in ("crew", "goods"):
            return -1, count
        if spot.area == "crew":
            return crew_limit(s, spot.seat), count
        most, used = goods_limit(s, spot.seat), goods_used(s, spot.seat)
        return (most, used) if used > most else (goods_places(s, spot.seat), count)  # as the table says it

    def _seat(self, seat: int) -> SeatSketch:
        s, name = self.w.state, self.seats[seat]
        assert s is not None
        player = s.players[seat]
        tree = self.node(("players", seat))
        hand, crew, goods, fulfilled = (self._zone(self.spots[f"{name}/{area}"]) for area in AREAS)
        ships = tuple(self._ship(seat, ship) for ship in range(self.ships(seat)))
        problems = self._at(name, f"{name}/credits", f"{name}/name", f"{name}/ships")
        return SeatSketch(
            name, tree.line if tree else 0, HARBORS[player.harbor], player.name, player.credits, s.leader == seat,
            hand, crew, goods, fulfilled, ships, problems,
        )  # fmt: skip

    def _ship(self, seat: int, number: int) -> ShipSketch:
        name = f"{self.seats[seat]} {number + 1}"
        ship, tree = self.ship(seat, number), self.node(("players", seat, "ships", number))
        at = PLACES[ship.at] if ship is not None else PLACES[SEA]
        joined = ship is not None and ship.partner >= 0 and ship.at != JOINED
        contracts, containers, under = (self._zone(self.spots[f"{name}/{area}"]) for area in ABOARD)
        return ShipSketch(name, tree.line if tree else 0, at, joined, contracts, containers, under, self._at(name))

    def _turn(self) -> TurnSketch:
        s, tree, moment = self.w.state, self.node(("turn",)), self.w.moment is not None
        problems = self._at(*(path for path in self._by_path if path.split("/")[0] in ("turn", "moment", "leader")))
        if moment and s is not None:
            led = ACTIONS[s.action] if 0 <= s.action < len(ACTIONS) else ""
            declared = dict(zip(self.seats, s.declared, strict=False))
            doing = {name: ACTIONS[one] for name, one in zip(self.seats, s.doing, strict=False) if one >= 0}
            performing = self.seats[s.performing] if 0 <= s.performing < len(self.seats) else ""
            return TurnSketch(False, True, s.turn, led, declared, doing, performing, 0, s.phase, problems)
        data = tree.data() if tree is not None and tree.kind == "map" else {}
        return TurnSketch(
            tree is None, False, _number(data, "number", 1), _text(data, "led"),
            {key: one for key, one in _map(data, "declared").items() if type(one) is int},
            {key: str(one) for key, one in _map(data, "doing").items()},
            _text(data, "performing"), _number(data, "done", 0), _text(data, "phase"), problems,
        )  # fmt: skip


def _text(data: dict[str, Any], key: str) -> str:
    found = data.get(key)
    return found if isinstance(found, str) else ""


def _number(data: dict[str, Any], key: str, default: int) -> int:
    found = data.get(key)
    return found if type(found) is int else default


def _map(data: dict[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}


__all__ = ["Spot", "Survey"]
