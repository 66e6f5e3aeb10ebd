"""What one seat may know: its own hand, everything that lies open, and of the rest only how much there is."""

from __future__ import annotations

from typing import Any, Final

from explorer.card import nearest
from explorer.language import events as ev
from explorer.language.moves import tokens_of
from explorer.language.questions import crew_limit, deck_is_open, goods_limit
from explorer.state import GONE, PLACES, Frame, State, seat_name, ship_name
from explorer.terms import ACTIONS, FIVE_KINDS, KINDS
from explorer.texts import shown, text
from explorer.words import key_part

# Fields of events that only the seat they concern may see.
PRIVATE: Final = {ev.CardsDrawn: ("cards",), ev.CardGiven: ("card",)}
OPEN_EVENTS: Final = frozenset({ev.HandShown})


def seen_by(s: State, seat: str | int) -> dict[str, Any]:
    """What a seat may know now, as plain data.

    Args:
        s: the state.
        seat: a harbor's color or the number of the seat.

    Raises:
        ValueError: there is no such seat.

    Example:
        >>> from explorer.game import new_game
        >>> view = new_game(players=2, seed=1).view(0)
        >>> len(view["hand"]), view["deck"] > 0
        (5, True)
    """
    number = seat_number(s, seat)
    key = s.cat.key
    view: dict[str, Any] = {
        "seat": seat_name(s, number),
        "turn": s.turn,
        "leader": seat_name(s, s.leader),
        "phase": s.phase,
        "action": ACTIONS[s.action] if s.action >= 0 else "",
        "over": s.over,
        "hand": [key[card] for card in s.players[number].hand],
        "players": [_player(s, i) for i in range(len(s.players))],
        "island": [key[card] for card in s.island],
        "port": s.port,
        "market": {KINDS[kind]: level for kind, level in enumerate(s.market)},
        "physical containers": s.containers,
        "supply": {KINDS[kind]: len(tokens_of(s, kind)) for kind in FIVE_KINDS} if s.containers else {},
        "deck": len(s.deck),
        "deck top": key[s.deck[-1]] if s.deck and deck_is_open(s, number) else None,
        "discard": {"count": len(s.discard), "top": key[s.discard[-1]] if s.discard else None},
        "log": [_event(s, event, number) for event in ev.listed(s.log)],
    }
    view["decision"] = _decision(s, number)
    view["bids"] = _own_bid(s, number)
    return view


def seat_number(s: State, seat: str | int) -> int:
    """The number of a seat that is given by its number or its harbor's color.

    Raises:
        ValueError: there is no such seat; names the nearest ones.
    """
    names = [seat_name(s, i) for i in range(len(s.players))]
    if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(names):
        return seat
    if not isinstance(seat, str) or seat not in names:
        raise ValueError(text("view.no-seat", seat=shown(seat), near=nearest(shown(seat), names)))
    return names.index(seat)


def _player(s: State, i: int) -> dict[str, Any]:
    """What everybody sees of a player."""
    player, key = s.players[i], s.cat.key
    return {
        "seat": seat_name(s, i),
        "name": player.name,
        "credits": player.credits,
        "hand": len(player.hand),
        "crew": [key[card] for card in player.crew],
        "crew limit": crew_limit(s, i),
        "goods": [key[card] for card in player.goods],
        "goods limit": goods_limit(s, i),
        "fulfilled": [key[card] for card in player.fulfilled],
        "declared": s.declared[i] if i < len(s.declared) else 0,
        "performs": ACTIONS[s.doing[i]] if i < len(s.doing) and s.doing[i] >= 0 else "",
        "played": [key[card] for owner, card in s.played if owner == i],
        "ships": [_ship(s, ship) for ship, hull in enumerate(s.ships) if hull.owner == i and hull.at != GONE],
    }


def _ship(s: State, number: int) -> dict[str, Any]:
    ship, key = s.ships[number], s.cat.key
    return {
        "ship": ship_name(s, number),
        "at": PLACES[ship.at],
        "contracts": [key[card] for card in ship.contracts],
        "containers": [key[card] for card in ship.cargo],
        "joined": ship.partner >= 0,
        "under": [key[card] for card in ship.under],
    }


def _decision(s: State, seat: int) -> dict[str, Any] | None:
    """The pending decision: all of it for the one who decides, only whose it is for the others."""
    if s.asking is None or s.over:
        return None
    asked, kind = s.asking
    found: dict[str, Any] = {"player": seat_name(s, asked), "kind": kind}
    if asked != seat:
        # A window asks only somebody who holds something for it: that it does stays between them and the game.
        return found if kind != "window" else {"player": "somebody", "kind": "wait"}
    from explorer.game import Decision

    decision = Decision(s)
    options = [{"key": option.key, "text": option.text} for option in decision.options]
    return found | {"prompt": decision.prompt, "clause": decision.clause, "options": options}


def _own_bid(s: State, seat: int) -> dict[str, Any] | None:
    """The round of bids under way: who bids, who has handed a bid in, and one's own."""
    f = _bidding(s)
    if f is None:
        return None
    given = f.x
    bidders = f.y
    own = given[bidders.index(seat)] if seat in bidders[: len(given)] else None
    return {
        "ship": key_part(s, "source", f.n),
        "bidders": [seat_name(s, bidder) for bidder in bidders],
        "handed in": [seat_name(s, bidder) for bidder in bidders[: len(given)]],
        "own": own,
    }


def _bidding(s: State) -> Frame | None:
    """The frame of a round in which bids are being handed in and not yet shown."""
    if s.asking is None or s.asking[1] != "bid":
        return None
    return next((f for f in reversed(s.stack) if f.proc == "import rounds" and isinstance(f.x, tuple)), None)


def hidden_from(event: tuple[Any, ...], seat: int) -> tuple[str, ...]:
    """Name the fields of an event that a seat may not see: cards that somebody else drew or got from a third."""
    if event[ev.SEAT] == seat or (event[ev.CODE] == ev.CardGiven and event[ev.FIELDS + 1] == seat):
        return ()
    return PRIVATE.get(event[ev.CODE], ())


def _event(s: State, event: tuple[Any, ...], seat: int) -> dict[str, Any]:
    """An event as the seat saw it: cards that only others know are left out."""
    kind = ev.EVENTS[event[ev.CODE]]
    hidden = hidden_from(event, seat)
    fields = {
        name: _plain(s, name, value)
        for name, value in zip(kind.fields, event[ev.FIELDS :], strict=False)
        if name not in hidden
    }
    concerned = seat_name(s, event[ev.SEAT]) if event[ev.SEAT] >= 0 else ""
    own = {"number": event[ev.NUMBER], "event": kind.name, "cause": event[ev.CAUSE], "seat": concerned}
    return own | {"clause": event[ev.CLAUSE], "by": ev.teller(event)} | fields


def _plain(s: State, name: str, value: Any) -> Any:
    if name == "card" and isinstance(value, int) and value >= 0:
        return s.cat.key[value]
    if name == "cards" and value is not None:
        return [s.cat.key[card] for card in value]
    return list(value) if isinstance(value, tuple) else value
