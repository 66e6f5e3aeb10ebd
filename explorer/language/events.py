"""Events: what has happened.  One line each, and one list of all of them.

An event is a tuple (number, code, cause, by, clause, seat, a, b, c): ``cause`` is
the number of the event it followed from (0: none), ``by`` the power at work
("" for the rules), ``clause`` what makes it happen, ``seat`` the player it
concerns, and ``a``, ``b``, ``c`` the fields named below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from explorer.state import Frame, State

NUMBER: Final = 0
CODE: Final = 1
CAUSE: Final = 2
BY: Final = 3
CLAUSE: Final = 4
SEAT: Final = 5
FIELDS: Final = 6  # a, b, c follow


class EventKind(NamedTuple):
    """Name of an event and of its fields; the field's name tells what it holds (card, ship, amount …)."""

    code: int
    name: str
    fields: tuple[str, ...]


EVENTS: list[EventKind] = []


def _event(name: str, *fields: str) -> int:
    EVENTS.append(EventKind(len(EVENTS), name, fields))
    return len(EVENTS) - 1


GameStarted: Final = _event("GameStarted")
TurnStarted: Final = _event("TurnStarted", "count")
DrawChosen: Final = _event("DrawChosen")
CardsDrawn: Final = _event("CardsDrawn", "count", "cards")
DeckReshuffled: Final = _event("DeckReshuffled", "count")
ActionLed: Final = _event("ActionLed", "action", "cards", "count")
ActionFollowed: Final = _event("ActionFollowed", "action", "cards", "count")
DeclarationsClosed: Final = _event("DeclarationsClosed", "action")
PerformanceStarted: Final = _event("PerformanceStarted", "action", "count")
ActionPlayed: Final = _event("ActionPlayed", "action", "cards")
ActionDone: Final = _event("ActionDone", "action")
ActionLapsed: Final = _event("ActionLapsed", "action", "count")
CardSold: Final = _event("CardSold", "card")
CrewAdded: Final = _event("CrewAdded", "card")
CrewRemoved: Final = _event("CrewRemoved", "card")
GoodAdded: Final = _event("GoodAdded", "card")
GoodRemoved: Final = _event("GoodRemoved", "card")
AuctionStarted: Final = _event("AuctionStarted", "ship", "seats")
BidsRevealed: Final = _event("BidsRevealed", "bids")
BidWon: Final = _event("BidWon", "ship", "amount")
CardImported: Final = _event("CardImported", "card", "ship", "place")
ImportDone: Final = _event("ImportDone", "ship", "cards", "how")
ContractPlaced: Final = _event("ContractPlaced", "card", "ship", "count")
ContractRemoved: Final = _event("ContractRemoved", "card", "ship")
ContainerLoaded: Final = _event("ContainerLoaded", "card", "ship", "how")
ContainerRemoved: Final = _event("ContainerRemoved", "card", "ship")
ContainerPirated: Final = _event("ContainerPirated", "card", "source", "ship")
ContractFulfilled: Final = _event("ContractFulfilled", "card", "ship")
PayoutPaid: Final = _event("PayoutPaid", "amount", "ship", "count")
ContractTucked: Final = _event("ContractTucked", "card", "how")
ContractUntucked: Final = _event("ContractUntucked", "card")
BeforeSail: Final = _event("BeforeSail", "ship")
ShipSailed: Final = _event("ShipSailed", "ship")
ShipReturned: Final = _event("ShipReturned", "ship", "count")
ShipsJoined: Final = _event("ShipsJoined", "ship", "ship2")
IslandCardAdded: Final = _event("IslandCardAdded", "card")
IslandCardTaken: Final = _event("IslandCardTaken", "card")
CreditsGained: Final = _event("CreditsGained", "amount")
CreditsPaid: Final = _event("CreditsPaid", "amount", "payee")
PaymentFailed: Final = _event("PaymentFailed", "amount", "payee")
CardDiscarded: Final = _event("CardDiscarded", "card", "place")
CardMoved: Final = _event("CardMoved", "card", "place")
HandShown: Final = _event("HandShown", "cards")
CoinTossed: Final = _event("CoinTossed", "side")
PowerResolves: Final = _event("PowerResolves", "card")
PowerFails: Final = _event("PowerFails", "card", "why")
PowerLapsed: Final = _event("PowerLapsed", "card")
PowerCopied: Final = _event("PowerCopied", "card", "power")
PowerMissing: Final = _event("PowerMissing", "card")
EffectStarted: Final = _event("EffectStarted", "card", "effect")
EffectEnded: Final = _event("EffectEnded", "card", "effect")
Answered: Final = _event("Answered", "reply")
ExtraTurnEarned: Final = _event("ExtraTurnEarned")
ExtraTurnLost: Final = _event("ExtraTurnLost")
TurnEnding: Final = _event("TurnEnding")
TurnEnded: Final = _event("TurnEnded")
GameEnding: Final = _event("GameEnding", "reason")
GameWon: Final = _event("GameWon", "card")
Scored: Final = _event("Scored", "amount", "line", "detail")
GameOver: Final = _event("GameOver", "seats")
RulingApplied: Final = _event("RulingApplied", "ruling", "reading", "detail")
Edited: Final = _event("Edited", "what")
CardGiven: Final = _event("CardGiven", "card", "giver")
CardRevealed: Final = _event("CardRevealed", "card")
DeckShuffled: Final = _event("DeckShuffled", "count")
DeckTurned: Final = _event("DeckTurned")
ActionChanged: Final = _event("ActionChanged", "action", "count")
CreditsStored: Final = _event("CreditsStored", "card", "amount")
ActionStarting: Final = _event("ActionStarting", "action")
CardSlipped: Final = _event("CardSlipped", "card", "ship")
ShipBuilt: Final = _event("ShipBuilt", "ship")
ShipRetired: Final = _event("ShipRetired", "ship")
MarketMoved: Final = _event("MarketMoved", "good", "level")
MarketPaid: Final = _event("MarketPaid", "amount", "ship", "how")
ActionGivenUp: Final = _event("ActionGivenUp", "action", "count")
TieBroken: Final = _event("TieBroken", "seats", "line", "detail")
BidKept: Final = _event("BidKept", "amount")
NoContainerLeft: Final = _event("NoContainerLeft", "card")

# Events after which something may be due: a limit, a complete ship, a ship to bring home.
STIRS: Final = frozenset(
    {
        CrewAdded, CrewRemoved, GoodAdded, GoodRemoved, ContractPlaced, ContractRemoved, ContainerLoaded,
        ContainerRemoved, ContractTucked, ContractUntucked, ShipSailed, ShipReturned, ShipsJoined, ImportDone,
        EffectStarted, EffectEnded, PowerCopied, Edited,
    }
)  # fmt: skip

# What the rules tell along with an event, in the name of whatever is at work: the event, what comes with it, clause.
BRINGS: Final = (
    (GoodAdded, MarketMoved, "R-MARKET-2"),
    (GoodAdded, CardRevealed, "R-VARIANT-3"),
    (CrewAdded, CardRevealed, "R-VARIANT-3"),
    (CardMoved, CardRevealed, "R-VARIANT-3"),
    (GoodAdded, CardDiscarded, "R-VARIANT-4"),
    (CrewAdded, CardDiscarded, "R-VARIANT-4"),
    (ContainerLoaded, CardDiscarded, "R-VARIANT-1"),
    (ContainerLoaded, CreditsPaid, "R-FLAG-2"),
)

# What the rules do at once because of an event, in their own name: the event, what follows, clause.
LEADS: Final = (
    (ContainerRemoved, ShipReturned, "R-PIRATE-4"),
    (ImportDone, ShipReturned, "R-IMPORT-6"),
)

CODES: Final = {kind.name: kind.code for kind in EVENTS}

if not TYPE_CHECKING:  # mypy finds such typos by itself

    def __getattr__(name: str) -> Any:
        from explorer.card import nearest

        near = "" if name.startswith("_") else nearest(name, CODES)
        raise AttributeError(f"There is no event {name!r}.{near}", name=None, obj=None)


POWER_OF: Final[dict[str, str]] = {}  # powers by their citation


def teller(event: tuple[Any, ...]) -> str:
    """The power in whose name an event is told: the one at work, or the one that the rules cite; "" for none."""
    return str(event[BY] or POWER_OF.get(event[CLAUSE], ""))


def emit(s: State, f: Frame, code: int, clause: str, seat: int, a: Any = None, b: Any = None, c: Any = None) -> int:
    """Record that something has happened and note whoever listens; returns the event's number.

    Nothing is resolved here: what listens waits in ``state.triggers`` until the
    running step has ended.
    """
    s.events = number = s.events + 1
    event = (number, code, f.cause, f.by, clause, seat, a, b, c)
    s.log = (s.log, event)
    index = s.index
    if code in index.heeded:
        _heed(s, index, code, event)
    return number


def _heed(s: State, index: Any, code: int, event: tuple[Any, ...]) -> None:
    """Note what an event may make due, and whoever listens to it."""
    if code in STIRS:
        s.dirty = s.events
    elif index.eager:
        s.dirty = s.events if s.dirty > 0 else -s.events
    if code in index.hears:
        for entry in index.hears[code]:
            entry[0].hear(s, entry, event)
    if code in index.self_hears:
        card = event[FIELDS]
        ability = index.self_hears[code].get(card)
        if ability is not None:
            ability.hear(s, (ability, event[SEAT], card, None), event)


def relied(s: State, f: Frame, ruling: str, detail: str | None = None) -> None:
    """Record that what happens here rests on a ruling, by its id and the reading in force; ``detail`` says for what."""
    s.events = number = s.events + 1
    reading = s.rulings[ruling]
    s.log = (s.log, (number, RulingApplied, f.cause, f.by, "ruling " + ruling, f.who, ruling, reading, detail))


def before(s: State, event: tuple[Any, ...]) -> tuple[Any, ...]:
    """The event told right before one that the log has; itself where there was none."""
    log = s.log
    while log is not None and log[1][NUMBER] > event[NUMBER]:
        log = log[0]
    found: tuple[Any, ...] = log[0][1] if log is not None and log[0] is not None else event
    return found


def listed(log: Any) -> list[tuple[Any, ...]]:
    """Return the events of a log chain, oldest first."""
    out = []
    while log is not None:
        log, event = log
        out.append(event)
    out.reverse()
    return out
