"""From a tree of words to a state: reads a position as a whole and collects everything that is wrong with it.

Nothing is half applied: a state comes out only when no error was found.  The
zones are read in a fixed order (players clockwise, island, deck, discard pile,
cards on harbors), which also numbers equal short forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from explorer import powers, rulebook
from explorer.card import Card, kebab, nearest
from explorer.catalogue import Catalogue, filler, load_catalogue
from explorer.files.cardwords import FIELDS, counted, defined, short_card
from explorer.files.moment import MomentError, apply_moment, moment_cards
from explorer.files.tree import Tree
from explorer.language.abilities import POWERS, Answers, power_of, reindex
from explorer.language.moves import MARKET_END, SIDE_OPEN, TOKEN_NAMES
from explorer.language.questions import crew_limit, goods_limit, goods_used, ship_capacity
from explorer.powers.contracting import super_ship_effects
from explorer.powers.instead_ships import voyage_effects
from explorer.rules import resume
from explorer.rules.setup import as_dealt, physical_containers
from explorer.state import GONE, HARBOR, JOINED, PLACES, SAILING, SEA, Player, Ship, State, ship_number, shuffle
from explorer.terms import ACTIONS, CAPITAL, FIVE_KINDS, HARBORS, KINDS, NO_COLOR, SETS
from explorer.texts import shown, text
from explorer.words import say

CREDIT_LIMIT: Final = 1000
ZONE_LIMIT: Final = 300
DECK: Final = 40  # fillers when nothing is said
PROBLEM_LIMIT: Final = 50
KEYS: Final = (
    "title", "clause", "cards", "sets", "rulings", "powers", "leader", "turn", "players", "island", "deck", "discard",
    "seed", "rest", "once", "extra", "effects", "copied", "ending", "limits", "moment",
    "port", "market", "containers",
)  # fmt: skip
IN_MOMENT: Final = (
    "turn",
    "rest",
    "once",
    "extra",
    "effects",
    "copied",
    "ending",
    "containers",
)  # what a moment says itself
SEAT_KEYS: Final = ("harbor", "name", "credits", "hand", "crew", "goods", "fulfilled", "ships")
SHIP_KEYS: Final = ("at", "contracts", "containers", "joined", "under")
EXTRA_KEYS: Final = (*SHIP_KEYS, "index", "partner")  # as a moment writes ships that are cards
TURN_EXAMPLE: Final = "{led: load, declared: {green: 1}, performing: green}"
EFFECT_KEYS: Final = ("power", "owner", "until", "about", "effect", "card")
EFFECT_EXAMPLE: Final = "{power: Surströmming, owner: green, until: turn of green}"
# What an effect is about, by the question it answers.
ABOUT: Final = {"crew_counts": "action", "payout": "ship", "owner_pay": "ship", "load_needs": "ship"}
TURN_KEYS: Final = ("number", "led", "played", "declared", "doing", "drew", "performing", "done", "phase")


class Problem(NamedTuple):
    """One thing that is wrong: its line (0: none in particular), where, what and how to mend it, and how bad it is."""

    line: int
    place: str
    text: str
    severity: str = "error"

    def __str__(self) -> str:
        key = "position.at-line" if self.line else "position.at-place"
        return text(key, line=self.line, place=self.place, text=self.text)


class TooMany(Exception):
    """So many problems that reading on is no use."""


class Reader:
    """Reads one position; ``state`` is best effort until ``problems`` shows no error."""

    def __init__(
        self, tree: Tree, base: Catalogue | None, rulings: Mapping[str, str] | None, extra_keys: Iterable[str] = ()
    ) -> None:
        self.tree = tree
        self.base = base if base is not None else load_catalogue()
        self.overrides = {} if rulings is None else rulings
        self.extra_keys = tuple(extra_keys)
        self.problems: list[Problem] = []
        self.new: list[Card] = []  # cards beyond the printed ones, in the order of their numbers
        self.names: dict[str, int] = {}  # cards defined here, by id
        self.where: dict[int, tuple[str, int]] = {}  # where each card lies
        self.moment: Tree | None = None
        self.turn: dict[str, Any] = {}
        self.state: State | None = None

    # Problems

    def fault(self, at: Tree | int, place: str, key: str, /, severity: str = "error", **values: Any) -> None:
        """Note a problem; ``key`` names its text in the table of positions."""
        self.note(at, place, text(f"position.{key}", **values), severity)

    def note(self, at: Tree | int, place: str, message: str, severity: str = "error") -> None:
        """Note a problem in words of its own."""
        line = at if isinstance(at, int) else at.line
        if len(self.problems) >= PROBLEM_LIMIT:
            self.problems.append(Problem(0, "position", text("position.more", count=PROBLEM_LIMIT)))
            raise TooMany
        self.problems.append(Problem(line, place or "position", message, severity))

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(problem.severity == "error" for problem in self.problems)

    # Forms

    def keys(self, tree: Tree, place: str, known: Iterable[str], example: str) -> bool:
        """Check that a tree is a mapping with known keys only."""
        if tree.kind != "map":
            self.fault(tree, place, "want-map", example=example)
            return False
        known = tuple(known)
        for key in tree.value:
            if key not in known:
                self.fault(tree.lines[key], place, "unknown-key", key=repr(key)[:60], near=near(key, known))
            elif self.moment is not None and tree.value[key].empty:
                self.fault(tree.lines[key], f"{place}/{key}".strip("/"), "empty-value")
        return True

    def items(self, tree: Tree | None, place: str, example: str) -> list[Tree]:
        """The items of a list; a single word counts as a list of one."""
        if tree is None:
            return []
        if tree.kind == "word":
            return [tree]
        if tree.kind != "list":
            self.fault(tree, place, "want-list", example=example)
            return []
        return list(tree.value)

    def word(self, tree: Tree | None, place: str, example: str) -> str | None:
        """A word, None when there is none."""
        if tree is None:
            return None
        if tree.kind != "word":
            self.fault(tree, place, "want-word", example=example)
            return None
        return str(tree.value).strip()

    def cites(self, tree: Tree | None, place: str) -> None:
        """Check that everything cited in a word, parted by commas, exists."""
        for citation in (self.word(tree, place, "R-LOAD-1, power yen") or "").split(","):
            word = citation.strip()
            own = word.startswith("power ") and word[6:] in map(kebab, POWERS)  # declared beside the printed ones
            if tree is not None and not (own or rulebook.is_citation(word)):
                known = [*rulebook.citations(), *(f"power {kebab(name)}" for name in POWERS)]
                self.fault(tree, place, "unknown-citation", word=repr(word)[:60], near=near(word, known))

    def number(self, tree: Tree | None, place: str, least: int, most: int, default: int) -> int:
        """A whole number within bounds."""
        if tree is None:
            return default
        found = tree.number
        if found is None or not least <= found <= most:
            shown = repr(tree.value)[:40] if tree.kind == "word" else "-"
            self.fault(tree, place, "want-number", word=shown, least=least, most=most)
            return default
        return found

    def yes(self, tree: Tree | None, place: str) -> bool:
        """True or false; false when there is nothing."""
        if tree is None:
            return False
        if tree.kind != "word" or tree.value not in ("true", "false"):
            self.fault(tree, place, "want-yes", word=repr(tree.value)[:40] if tree.kind == "word" else "-")
        return bool(tree.value == "true")

    def one_of(self, tree: Tree | None, place: str, known: Iterable[str]) -> str | None:
        """A word out of a few."""
        known = tuple(known)
        word = self.word(tree, place, known[0])
        if word is not None and word not in known:
            assert tree is not None
            self.fault(tree, place, "unknown-word", word=repr(word)[:60], near=near(word, known))
            return None
        return word

    # The whole

    def read(self) -> State | None:
        """Read everything; returns the state when there is no error."""
        try:
            self._read()
        except TooMany:
            return None
        return None if self.failed else self.state

    def _read(self) -> None:
        tree = self.tree
        if not self.keys(tree, "", (*KEYS, *self.extra_keys), "players: 3"):
            return
        self.cites(tree.get("clause"), "clause")
        self.moment = tree.get("moment")
        if self.moment is not None:
            self.keys(tree, "", tree.value, "players: 3")
            for key in IN_MOMENT:
                if tree.get(key) is not None:
                    self.fault(tree.lines[key], key, "in-moment", key=key)
        self.sets = self._sets(tree.get("sets"))
        rulings = self._rulings(tree.get("rulings"))
        self._definitions(tree.get("cards"))
        self._moment_cards()
        s = self.state = State(self.base, rulings, self.number(tree.get("seed"), "seed", -(2**63), 2**64 - 1, 0))
        self._containers(tree.get("containers"))
        self._seats(tree.get("players"))
        self._table(tree)
        self._turn(tree)
        self._fill(tree)
        s.cat = self._catalogue().read_by(rulings["flag-colour-unloaded"])
        self._lasting(tree)
        if self.moment is not None:
            self._apply_moment()
        if not self.failed or all(p.severity == "warning" for p in self.problems):
            reindex(s)
            self._limits(tree)
        self._powers(tree.get("powers"))

    def _sets(self, tree: Tree | None) -> list[str]:
        found = []
        for item in self.items(tree, "sets", "[base]"):
            word = self.word(item, "sets", "base")
            if word is None:
                continue
            if word not in SETS:
                self.fault(item, "sets", "unknown-set", word=repr(word)[:60], near=near(word, SETS))
            found.append(word)
        return found or ["base"]

    def _rulings(self, tree: Tree | None) -> dict[str, str]:
        chosen: dict[str, str] = {}
        if tree is not None and tree.kind != "map":
            self.fault(tree, "rulings", "want-map", example="{bid-steps: any-whole-number}")
        elif tree is not None:
            for id_, item in tree.value.items():
                reading = self.word(item, f"rulings/{id_[:60]}", "a reading")
                if reading is not None and self._chosen(item, {id_: reading}):
                    chosen[id_] = reading
        if self._chosen(0, self.overrides):
            chosen |= self.overrides
        return rulebook.rulings(chosen)

    def _chosen(self, at: Tree | int, one: Mapping[str, str]) -> bool:
        try:
            rulebook.rulings(one)
        except rulebook.RulingError as error:
            for problem in error.problems:
                self.note(at, "rulings", problem[:400])
            return False
        return True

    # Cards

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

    def fillers(self, count: int, place: str) -> list[int]:
        """Inert cards for what is not said, or nothing yet where it will be dealt."""
        return [] if self.dealt else [self._add(filler(), 0, place) for _ in range(count)]

    # Seats

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
            self._seat(item, f"players/{number + 1}", number, color)
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

    def _seat(self, tree: Tree, place: str, seat: int, color: int) -> None:
        s = self.state
        assert s is not None
        get = tree.get
        player = Player(color, (self.word(get("name"), f"{place}/name", "Ann") or "")[:60])
        player.credits = self._credits(get("credits"), f"{place}/credits")
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

    # The rest of the table

    def _table(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        s.port = "tokyo" in self.sets if tree.get("port") is None else self.yes(tree.get("port"), "port")
        s.market = self._market(tree.get("market"))
        island = self.cards(tree.get("island"), "island")
        self.open_island = island is None
        s.island = self.fillers(len(s.players), "island") if island is None else island
        deck = self.cards(tree.get("deck"), "deck")
        self.open_deck = deck is None
        s.deck = self.fillers(DECK, "deck") if deck is None else deck[::-1]
        s.discard = (self.cards(tree.get("discard"), "discard") or [])[::-1]
        s.leader = max(0, self.seat(tree.get("leader"), "leader", 0))
        self._once(tree.get("once"))
        for item in self.items(tree.get("extra"), "extra", "[green]"):
            seat = self.seat(item, "extra", -1)
            if seat >= 0:
                s.extra.append(seat)
        s.ending = self.one_of(tree.get("ending"), "ending", ("credits", "cards")) or ""

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

    def _market(self, tree: Tree | None) -> tuple[int, ...]:
        """The levels of the Market's markers, those not named at 0; nothing where there is no Market (R-MARKET-1)."""
        if tree is None or tree.kind == "word":
            return (0,) * len(FIVE_KINDS) if self.yes(tree, "market") else ()
        goods = [KINDS[kind] for kind in FIVE_KINDS]
        if not self.keys(tree, "market", goods, "{luxury: -2}"):
            return ()
        most = MARKET_END
        return tuple(self.number(tree.get(good), f"market/{good}", -most, most, 0) for good in goods)

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

    def _once(self, tree: Tree | None) -> None:
        s = self.state
        assert s is not None
        for seat, item, place in self._by_seat(tree, "once", "{green: [sold]}"):
            for one in self.items(item, place, "[sold]"):
                mark = self.word(one, place, "sold")
                if mark and mark.startswith("drop "):
                    mark = f"drop {self.ship(one, place, mark[5:])}"
                elif mark and mark not in ("sold", "pirated", "paid load"):
                    hint = near(mark, ("sold", "pirated", "paid load", "drop green 1"))
                    self.fault(one, place, "unknown-word", word=repr(mark)[:60], near=hint)
                if mark:
                    s.once.append((seat, mark[:60]))

    # Where in the turn

    def _turn(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        found = tree.get("turn")
        s.turn = 1
        if found is None or not self.keys(found, "turn", TURN_KEYS, TURN_EXAMPLE):
            self.turn = {"lead": True} if s.once else {}
            return
        get = found.get
        s.turn = self.number(get("number"), "turn/number", 1, 10_000, 1)
        phase = self.one_of(get("phase"), "turn/phase", resume.PHASES)
        led = self.one_of(get("led"), "turn/led", ACTIONS[:6])
        for seat, item, place in self._by_seat(get("played"), "turn/played", "{green: [technology/load]}"):
            s.played += [(seat, card) for card in self.cards(item, place) or []]
        declared = {
            seat: self.number(item, place, 0, 60, 0)
            for seat, item, place in self._by_seat(get("declared"), "turn/declared", "{green: 1, yellow: 0}")
        }
        self.turn = {"phase": phase, "lead": led is None, "declared": declared}
        if led is None:
            self._nothing_led(found, phase)
            return
        s.action = ACTIONS.index(led)
        for seat, count in declared.items():
            s.declared[seat] = count
            s.doing[seat] = s.action if count else -1
        for seat, item, place in self._by_seat(get("doing"), "turn/doing", "{yellow: barter}"):
            word = self.one_of(item, place, ACTIONS[:6])
            if word is not None and s.declared[seat]:
                s.doing[seat] = ACTIONS.index(word)
            elif word is not None:
                self.fault(item, place, "performs-nothing", seat=self.seat_names[seat])
        self._performing(found, declared)
        self._answered(found, declared, phase)

    def _nothing_led(self, tree: Tree, phase: str | None) -> None:
        for key in ("played", "declared", "doing", "drew", "performing", "done"):
            if tree.get(key) is not None and not (key == "played" and phase in ("clean-up", "scoring")):
                self.fault(tree.lines[key], "turn", "led-first", key=key)
        if phase == "perform":
            self.fault(tree.lines["phase"], "turn", "led-first", key="phase: perform")

    def _performing(self, tree: Tree, declared: dict[int, int]) -> None:
        s = self.state
        assert s is not None
        found = tree.get("performing")
        seat = self.seat(found, "turn/performing", -1)
        done = self.number(tree.get("done"), "turn/done", 0, 60, 0)
        if seat >= 0 and found is not None:
            if not declared.get(seat):
                self.fault(found, "turn/performing", "performs-nothing", seat=self.seat_names[seat])
            elif done > declared[seat]:
                line = tree.lines.get("done", found.line)
                self.fault(line, "turn/done", "done-range", count=done, declared=declared[seat])
        self.turn |= {"performing": seat, "done": done}

    def _answered(self, tree: Tree, declared: dict[int, int], phase: str | None) -> None:
        """Which seats have followed or drawn: a run clockwise from the leader."""
        s = self.state
        assert s is not None
        seats = len(s.players)
        if self.turn["performing"] >= 0 or phase == "perform":
            self.turn["answered"] = seats - 1
            return
        offsets = {(seat - s.leader) % seats for seat in declared} | {0}
        drew = self.seat(tree.get("drew"), "turn/drew", -1)
        run = 0
        while run + 1 in offsets:
            run += 1
        for offset in sorted(offsets):
            if offset > run:
                name, before = (self.seat_names[(s.leader + i) % seats] for i in (offset, run + 1))
                line = tree.lines.get("declared", tree.line)
                self.fault(line, "turn/declared", "declared-order", seat=name, before=before)
                break
        self.turn |= {"answered": run, "drew": (drew - s.leader) % seats if drew >= 0 else -1}

    # What is not said

    def _fill(self, tree: Tree) -> None:
        if not self.dealt or self.moment is not None:
            return
        s = self.state
        assert s is not None
        pool = [number for number in self.base.of_sets(self.sets) if number not in self.where]
        shuffle(s, pool)
        anything = s.rulings["grey-in-setup"] == "ships-only"
        for seat in self.open_hands:
            s.players[seat].hand = self._dealt(pool, 5, anything)
        for ship in self.open_ships:
            s.ships[ship].cargo = [as_dealt(s, card) for card in self._dealt(pool, 4, False)]
            if s.containers:  # the cards are discarded for containers, as in the setup (R-VARIANT-1)
                s.discard[:0] = [self.base.base[card] for card in s.ships[ship].cargo]
                s.ships[ship].cargo = [self._token_of(card) for card in s.ships[ship].cargo]
        if self.open_island:
            s.island = self._dealt(pool, len(s.players), anything)
        if self.open_deck:
            s.deck = pool

    def _dealt(self, pool: list[int], count: int, anything: bool) -> list[int]:
        """Deal cards; where not anything may come, Capital cards are thrown away and replaced (R-CAPITAL-2)."""
        s = self.state
        assert s is not None
        found: list[int] = []
        while pool and len(found) < count:
            card = pool.pop()
            if anything or self.base.color[card] != CAPITAL:
                found.append(card)
            else:
                s.discard.insert(0, card)
        return found

    # What lasts

    def _lasting(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        for number, item in enumerate(self.items(tree.get("effects"), "effects", f"[{EFFECT_EXAMPLE}]"), 1):
            self._effect(item, f"effects/{number}")
        copied = self.items(tree.get("copied"), "copied", "[{card: Wind Turbines, power: Foxes}]")
        for number, item in enumerate(copied, 1):
            self._copied(item, f"copied/{number}")
        for i, ship in enumerate(s.ships):
            if ship.partner > i and self.moment is None:
                card = s.cat.number.get("partnership", 0)
                said = {(effect[0], effect[3]) for effect in s.effects}
                lasting = [id for id in super_ship_effects(s) if (id, i) not in said]
                s.effects += [(id, ship.owner, card, i, ("split", i)) for id in lasting]
            if ship.at == SEA and self.moment is None:
                s.effects += [effect for effect in voyage_effects(s, i) if effect not in s.effects]

    def _effect(self, tree: Tree, place: str) -> None:
        s = self.state
        assert s is not None
        if not self.keys(tree, place, EFFECT_KEYS, EFFECT_EXAMPLE):
            return
        name = self._power_name(tree.get("power"), place)
        owner = self.seat(tree.get("owner"), place, s.leader)
        if name is None:
            return
        effects = POWERS[name].effects if name in POWERS else ()
        if not effects:
            return self.fault(tree, place, "no-effect", name=name)
        which = self.number(tree.get("effect"), place, 1, len(effects), 0)
        card = self._named_card(tree.get("card"), place, name)
        until = self._until(tree.get("until"), place)
        about = self._about(tree.get("about"), place)
        for ability in effects if not which else (effects[which - 1],):
            wanted = ABOUT.get(ability.question, "") if isinstance(ability, Answers) else ""
            if wanted and until[0] not in ("contract", "voyage") and not self._is_about(tree.get("about"), wanted):
                return self.fault(tree.get("about") or tree, place, f"about-{wanted}", name=name)
            s.effects.append((ability.id, owner, card, about, until))

    def _power_name(self, tree: Tree | None, place: str) -> str | None:
        word = self.word(tree, place, "Foxes")
        if word is None:
            return None
        known = {kebab(name): name for name in (*rulebook.POWERS.values(), *POWERS)}
        if kebab(word) not in known:
            assert tree is not None
            self.fault(tree, place, "unknown-power", name=repr(word)[:60], near=near(word, known.values()))
            return None
        return known[kebab(word)]

    def _named_card(self, tree: Tree | None, place: str, default: str) -> int:
        assert self.state is not None
        word = self.word(tree, place, default) or default
        number = self.names.get(kebab(word), -1)
        if number < 0:
            number = self._known(word)
        if number < 0:
            self._unknown_card(word, tree or self.tree, place)
        return number

    def _until(self, tree: Tree | None, place: str) -> tuple[Any, ...]:
        word = self.word(tree, place, "turn end") or "turn end"
        at = tree or self.tree
        for start in ("turn of ", "split ", "ship ", "voyage ", "aboard ", "contract ", "crew ", "fulfilled "):
            if word.startswith(start):
                rest = word[len(start) :]
                if start in ("split ", "ship ", "voyage "):
                    return (start[:-1], self.ship(at, place, rest))
                if start in ("aboard ", "contract ", "crew ", "fulfilled "):
                    return (start[:-1], self._named_card(Tree("word", at.line, rest), place, rest))
                return ("turn of", self.seat(Tree("word", at.line, rest), place, 0))
        if word == "game end":
            return ("game end",)
        if word != "turn end":
            self.fault(at, place, "unknown-until", word=repr(word)[:60])
        return ("turn end",)

    def _about(self, tree: Tree | None, place: str) -> Any:
        word = self.word(tree, place, "load")
        if word is None or tree is None:
            return None
        if word in ACTIONS:
            return ACTIONS.index(word)
        if word in KINDS:
            return KINDS.index(word)
        if word.rpartition(" ")[0] in self.seat_names:
            return self.ship(tree, place, word)
        if tree.number is None:
            self.fault(tree, place, "about", word=repr(word)[:60])
        return tree.number

    def _is_about(self, tree: Tree | None, wanted: str) -> bool:
        word = str(tree.value) if tree is not None and tree.kind == "word" else ""
        return word in ACTIONS[:6] if wanted == "action" else word.rpartition(" ")[0] in self.seat_names

    def _copied(self, tree: Tree, place: str) -> None:
        s = self.state
        assert s is not None
        if self.keys(tree, place, ("card", "power"), "{card: Wind Turbines, power: Foxes}"):
            card = self._named_card(tree.get("card"), place, "Wind Turbines")
            none = tree.get("power")
            name = None if none is not None and none.value == "none" else self._power_name(none, place)
            s.copied.append((card, name))

    # The moment

    def _apply_moment(self) -> None:
        s = self.state
        assert s is not None and self.moment is not None
        if self.failed:
            return
        try:
            apply_moment(s, self.moment)
        except MomentError as error:
            self.note(self.moment, "moment", str(error))
        for seat, card in s.played:
            self._lay(card, self.moment, f"moment/played/{seat}")
        for card in s.limbo:
            self._lay(card, self.moment, "moment/limbo")
        self._count(self.moment)

    def _count(self, moment: Tree) -> None:
        """Every card that was in play must still be somewhere."""
        wanted = moment.get("count")
        if wanted is None or wanted.number == len(self.where):
            return
        known = [*self.base.of_sets(self.sets), *range(len(self.base), len(self.base) + len(self.new))]  # no faces
        cards = (*self.base.cards, *self.new)
        missing = [cards[number].name for number in known if number not in self.where]
        few = 0 < len(missing) == (wanted.number or 0) - len(self.where) <= 5
        names = f" ({', '.join(missing)})" if few else ""
        self.fault(moment, "moment/count", "card-count", found=len(self.where), wanted=wanted.value, names=names)

    # Limits and powers, as what is in force makes them

    def _limits(self, tree: Tree) -> None:
        s = self.state
        assert s is not None
        pending = self.one_of(tree.get("limits"), "limits", ("kept", "pending")) == "pending" or self.moment is not None
        seats = self._lines(tree.get("players"))
        for seat, player in enumerate(s.players):
            line = seats[seat] if seat < len(seats) else 0
            crew = ("crew", len(player.crew), crew_limit(s, seat))
            for area, held, limit in (crew, ("goods", goods_used(s, seat), goods_limit(s, seat))):
                if held > limit and not pending:
                    self.fault(line, f"players/{seat + 1}/{area}", f"over-{area}", count=held, most=limit)
        for i, ship in enumerate(s.ships):
            seat = ship.owner
            self._capacity(
                i, ship, f"players/{seat + 1}/ships/{ship_number(s, i)}", seats[seat] if seat < len(seats) else 0
            )

    def _capacity(self, i: int, ship: Ship, place: str, line: int) -> None:
        s = self.state
        assert s is not None
        most = ship_capacity(s, ship.owner, i)
        need = sum(s.cat.load_total[card] for card in ship.contracts)
        severity = "warning" if self.moment is not None else "error"
        if need > most:
            self.fault(line, place, "over-capacity", severity, count=need, most=most)
        if len(ship.cargo) > most > 0 and s.rulings["container-capacity"] != "contracts-only":
            self.fault(line, place, "over-containers", severity, count=len(ship.cargo), most=most)

    def _lines(self, tree: Tree | None) -> list[int]:
        return [item.line for item in tree.value] if tree is not None and tree.kind == "list" else []

    def _powers(self, tree: Tree | None) -> None:
        """Powers counted on must be built; those of cards in play that are not are named."""
        for item in self.items(tree, "powers", "[Foxes]"):
            name = self._power_name(item, "powers")
            if name is not None and name not in POWERS:
                self.fault(item, "powers", "power-counted-on", name=name)
        s = self.state
        if s is None or self.moment is not None or len(s.cat) < len(self.base):
            return
        zones = [player.fulfilled for player in s.players] + [ship.contracts for ship in s.ships]
        for card in (card for zone in zones for card in zone):
            name = power_of(s, card)
            if name is not None and name not in POWERS and name not in powers.BUILT:
                place, line = self.where.get(s.cat.base[card], ("cards", 0))
                self.fault(line, place, "power-not-built", "warning", card=s.cat.name[card])


def start(reader: Reader, s: State) -> State:
    """Put the right procedures on the stack and run up to the first decision."""
    turn = reader.turn
    phase = turn.get("phase")
    if phase == "scoring":
        reindex(s)
        resume.enter_scoring(s)
    elif phase == "clean-up":
        resume.enter_clean_up(s)
    elif not turn:
        resume.begin(s)
    elif turn["lead"]:
        resume.enter_lead(s)
    elif turn["performing"] >= 0:
        resume.enter_performing(s, turn["performing"], turn["done"])
    else:
        resume.enter_declaring(s, turn["answered"], turn.get("drew", -1))
    resume.run(s)
    return s


def near(word: str, known: Iterable[str]) -> str:
    """Say which known words come closest."""
    return nearest(str(word), known)


def _named(harbor: str, at: Tree | None) -> Tree:
    return _mapped("harbor", Tree("word", at.line if at else 0, harbor, True))


def _mapped(key: str, item: Tree) -> Tree:
    new = Tree("map", item.line, {key: item})
    new.lines[key] = item.line
    return new


__all__ = ["NO_COLOR", "Problem", "Reader", "start"]
