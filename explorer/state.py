"""What lies on the table, as plain data: it can be copied, compared and written out at any decision.

Nothing in here knows a rule.  Cards are numbers into a catalogue, ships and
seats are indexes, and whatever is being resolved is a stack of frames that
hold only numbers, strings and tuples.  ``copy``, ``plain`` and ``from_plain``
read the field lists below; a test compares them with the slots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from explorer.terms import HARBORS

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue

HARBOR: Final = 0
SEA: Final = 1
SAILING: Final = 2  # being fulfilled: neither in the harbor nor at sea (AMB-52)
JOINED: Final = 3  # hull of a super-ship, its cargo lies on the other one (power partnership)
GONE: Final = 4  # an extra ship that is out of the game, until it is built again
PLACES: Final = ("harbor", "sea", "sailing", "joined", "gone")

CHANCE: Final = -1  # the seat that answers coin tosses


class Player:
    """One seat: its harbor's color and the cards and credits that belong to it."""

    __slots__ = ("harbor", "name", "credits", "hand", "crew", "goods", "fulfilled")

    def __init__(self, harbor: int, name: str = "") -> None:
        self.harbor = harbor
        self.name = name
        self.credits = 0
        self.hand: list[int] = []
        self.crew: list[int] = []
        self.goods: list[int] = []
        self.fulfilled: list[int] = []

    def copy(self) -> Player:
        new = Player.__new__(Player)
        new.harbor = self.harbor
        new.name = self.name
        new.credits = self.credits
        new.hand = self.hand[:]
        new.crew = self.crew[:]
        new.goods = self.goods[:]
        new.fulfilled = self.fulfilled[:]
        return new


class Ship:
    """One ship: where it is, its unfulfilled contracts, its containers in loading order, and cards lying under it.

    The first two of each seat are printed; further ones are cards, which lie under themselves.
    """

    __slots__ = ("owner", "at", "contracts", "cargo", "partner", "under")

    def __init__(self, owner: int, at: int) -> None:
        self.owner = owner
        self.at = at
        self.contracts: list[int] = []
        self.cargo: list[int] = []
        self.partner = -1  # the joined hull, while this is a super-ship
        self.under: list[int] = []

    def copy(self) -> Ship:
        new = Ship.__new__(Ship)
        new.owner = self.owner
        new.at = self.at
        new.contracts = self.contracts[:]
        new.cargo = self.cargo[:]
        new.partner = self.partner
        new.under = self.under[:]
        return new


class Frame:
    """One procedure under way: its name, the next step, and what it works on.

    ``who`` is the acting seat, ``card`` the card whose power runs, ``n``, ``k``,
    ``x`` and ``y`` are the procedure's own (numbers, strings and tuples only), ``r``
    is the latest answer (a choice, or what a finished child left), ``cause`` the
    number of the event that began it, and ``by`` the power that did.
    """

    __slots__ = ("proc", "pc", "who", "card", "n", "k", "x", "y", "r", "cause", "by")

    def __init__(
        self, proc: str, who: int, card: int = -1, n: int = 0, x: Any = None, cause: int = 0, by: str = ""
    ) -> None:
        self.proc = proc
        self.pc = 0
        self.who = who
        self.card = card
        self.n = n
        self.k = 0
        self.x = x
        self.y: Any = None
        self.r: Any = None
        self.cause = cause
        self.by = by

    def copy(self) -> Frame:
        new = Frame.__new__(Frame)
        new.proc = self.proc
        new.pc = self.pc
        new.who = self.who
        new.card = self.card
        new.n = self.n
        new.k = self.k
        new.x = self.x
        new.y = self.y
        new.r = self.r
        new.cause = self.cause
        new.by = self.by
        return new


# Every field of a State belongs to exactly one of these groups.
SHARED: Final = ("cat", "rulings", "index", "sets")  # never changed in place; the index is derived
VALUES: Final = (
    "leader", "turn", "action", "performing", "phase", "asking", "dirty", "ending", "over", "winners",
    "seed", "draws", "revealed", "events", "log", "ask_chance", "ask_forced", "lines", "declined", "claimed", "loaded",
    "port", "market", "containers", "slots",
)  # fmt: skip
LISTS: Final = (
    "deck", "discard", "island", "played", "limbo", "declared", "doing", "triggers", "effects", "copied", "once",
    "extra", "tokens",
)  # fmt: skip
RECORDS: Final = ("players", "ships", "stack")
CACHED: Final = ("options", "offers")  # derived from the rest; offers: what a window was found to offer


class State:
    """The whole table and everything under way on it.

    ``deck`` and ``discard`` have their top card last.  ``played`` holds (seat, card)
    pairs lying on harbors, ``limbo`` cards between two places, ``declared`` the
    actions still announced for each seat, ``doing`` which action those are (-1: none).  ``effects`` are abilities
    in force without a fulfilled card: (ability, owner, card, parameter, until).  ``copied`` holds
    (card, power name or None) where a card has another text than its own.
    ``asking`` is the pending decision, (seat, kind of prompt), or None.  ``port`` says that the island is the
    Port of Tokyo, ``market`` holds the levels of the five goods' markers, and nothing without the Market.
    ``containers`` is the variant with physical containers (0: none), ``tokens`` their supply.
    ``sets`` names the card sets that were said to be in use, beside those whose cards lie about.
    ``slots`` says which requirement a wild container covers, (card, kind), where that is fixed when it is loaded.
    """

    __slots__ = SHARED + VALUES + LISTS + RECORDS + CACHED

    def __init__(self, cat: Catalogue, rulings: dict[str, str], seed: int = 0) -> None:
        self.cat = cat.read_by(rulings.get("flag-colour-unloaded", "both"))
        self.rulings = rulings
        self.index: Any = None
        self.sets: tuple[str, ...] = ()
        self.leader = 0
        self.turn = 0
        self.action = -1
        self.performing = -1
        self.phase = "setup"
        self.asking: tuple[int, str] | None = None
        self.dirty = 0
        self.ending = ""
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.seed = seed
        self.draws = 0
        self.revealed = 0
        self.events = 0
        self.log: Any = None
        self.ask_chance = False
        self.ask_forced = False
        self.lines: tuple[tuple[Any, ...], ...] = ()
        self.declined: tuple[Any, ...] = ()
        self.claimed: tuple[int, ...] = ()
        self.loaded: tuple[int, ...] = ()
        self.port = False
        self.market: tuple[int, ...] = ()
        self.containers = 0
        self.slots: tuple[tuple[int, int], ...] = ()
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.island: list[int] = []
        self.played: list[tuple[int, int]] = []
        self.limbo: list[int] = []
        self.declared: list[int] = []
        self.doing: list[int] = []
        self.triggers: list[tuple[Any, ...]] = []
        self.effects: list[tuple[Any, ...]] = []
        self.copied: list[tuple[int, str | None]] = []
        self.once: list[tuple[int, str]] = []
        self.extra: list[int] = []
        self.tokens: list[int] = []
        self.players: list[Player] = []
        self.ships: list[Ship] = []
        self.stack: list[Frame] = []
        self.options: tuple[Any, ...] | None = None
        self.offers: tuple[Frame, int, tuple[Any, ...]] | None = None

    def copy(self) -> State:
        """Return an independent copy of this very moment; costs a few microseconds."""
        new = State.__new__(State)
        new.cat = self.cat
        new.rulings = self.rulings
        new.index = self.index
        new.sets = self.sets
        new.leader = self.leader
        new.turn = self.turn
        new.action = self.action
        new.performing = self.performing
        new.phase = self.phase
        new.asking = self.asking
        new.dirty = self.dirty
        new.ending = self.ending
        new.over = self.over
        new.winners = self.winners
        new.seed = self.seed
        new.draws = self.draws
        new.revealed = self.revealed
        new.events = self.events
        new.log = self.log
        new.ask_chance = self.ask_chance
        new.ask_forced = self.ask_forced
        new.lines = self.lines
        new.declined = self.declined
        new.claimed = self.claimed
        new.loaded = self.loaded
        new.port = self.port
        new.market = self.market
        new.containers = self.containers
        new.slots = self.slots
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.island = self.island[:]
        new.played = self.played[:]
        new.limbo = self.limbo[:]
        new.declared = self.declared[:]
        new.doing = self.doing[:]
        new.triggers = self.triggers[:]
        new.effects = self.effects[:]
        new.copied = self.copied[:]
        new.once = self.once[:]
        new.extra = self.extra[:]
        new.tokens = self.tokens[:]
        new.players = [p.copy() for p in self.players]
        new.ships = [h.copy() for h in self.ships]
        new.stack = [f.copy() for f in self.stack]
        new.options = self.options
        new.offers = None
        return new


def plain(s: State) -> dict[str, Any]:
    """Write the state as numbers, strings, lists and dicts (no catalogue, rulings, log or derived fields).

    Two states with equal ``plain`` forms play on identically.
    """
    out: dict[str, Any] = {name: getattr(s, name) for name in VALUES if name not in ("log", "events")}
    for name in LISTS:
        out[name] = [_listed(x) for x in getattr(s, name)]
    for name in RECORDS:
        out[name] = [
            {slot: _listed(getattr(record, slot)) for slot in type(record).__slots__} for record in getattr(s, name)
        ]
    return {key: _listed(value) for key, value in out.items()}


def from_plain(data: dict[str, Any], cat: Catalogue, rulings: dict[str, str]) -> State:
    """Rebuild a state from ``plain`` output; the caller derives the index anew.

    Raises KeyError when a field is missing.
    """
    s = State(cat, rulings)
    for name in VALUES:
        if name not in ("log", "events"):
            setattr(s, name, _frozen(data[name]))
    for name in LISTS:
        setattr(s, name, [_frozen(x) for x in data[name]])
    for name, kind in (("players", Player), ("ships", Ship), ("stack", Frame)):
        setattr(s, name, [_record(kind, row) for row in data[name]])
    return s


_MUTABLE: Final = frozenset({"hand", "crew", "goods", "fulfilled", "contracts", "cargo", "under"})


def _record(kind: Any, row: dict[str, Any]) -> Any:
    new = kind.__new__(kind)
    for slot in kind.__slots__:
        setattr(new, slot, list(row[slot]) if slot in _MUTABLE else _frozen(row[slot]))
    return new


def _listed(value: Any) -> Any:
    return [_listed(x) for x in value] if isinstance(value, (tuple, list)) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(x) for x in value) if isinstance(value, (tuple, list)) else value


_MASK: Final = (1 << 64) - 1


def below(s: State, n: int) -> int:
    """Draw a number from 0 to n - 1 off the state's own counter-based generator (splitmix64)."""
    s.draws += 1
    z = (s.seed + s.draws * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return int((z ^ (z >> 31)) % n)


def shuffle(s: State, cards: list[int]) -> None:
    """Shuffle a list in place with the state's generator."""
    for i in range(len(cards) - 1, 0, -1):
        j = below(s, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def seat_name(s: State, seat: int) -> str:
    """Name a seat by its harbor's color, as in every key and text; "chance" for the toss of a coin."""
    return "chance" if seat < 0 else HARBORS[s.players[seat].harbor]


def is_extra(s: State, ship: int) -> bool:
    """Whether a ship is a card: all but the printed ones, which come first, two for each seat."""
    return ship >= 2 * len(s.players)


def ships_of(s: State, seat: int) -> list[int]:
    """The ships of a seat, wherever they are: its two printed ones and those that are cards."""
    first, printed = 2 * seat, 2 * len(s.players)
    if len(s.ships) == printed:
        return [first, first + 1]
    return [first, first + 1, *(i for i in range(printed, len(s.ships)) if s.ships[i].owner == seat)]


def ship_number(s: State, ship: int) -> int:
    """The number of a ship among its owner's."""
    if not is_extra(s, ship):
        return ship % 2 + 1
    owner = s.ships[ship].owner
    return 3 + sum(other.owner == owner for other in s.ships[2 * len(s.players) : ship])


def ship_name(s: State, ship: int) -> str:
    """Name a ship by its owner's seat and number, e.g. "green 1"."""
    return f"{seat_name(s, s.ships[ship].owner)} {ship_number(s, ship)}"
