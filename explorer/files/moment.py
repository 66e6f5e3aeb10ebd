"""The rest of a state as data: what is under way in the middle of a resolution, beside the zones that people read."""

from __future__ import annotations

import zlib
from typing import Any, Final

from explorer.card import Card, Contract
from explorer.files.cardwords import counted, defined, definition, short_card, short_form
from explorer.files.tree import Tree
from explorer.language import events as ev
from explorer.language.abilities import ABILITIES
from explorer.language.checks import PROMPTS
from explorer.language.stepper import PROCS
from explorer.state import LISTS, VALUES, Frame, State, plain
from explorer.terms import BARTER
from explorer.texts import text

# What the human part of a position says already.
SAID: Final = frozenset({"leader", "seed", "log", "deck", "discard", "island", "players", "ships", "port", "market"})
FIELDS: Final = tuple(name for name in (*VALUES, *LISTS) if name not in SAID)
OWN: Final = ("cards", "fingerprint", "zones", "count", "stack", "log")
NUMBER_LIMIT: Final = 1 << 64
SMALL: Final = 100_000


class MomentError(ValueError):
    """A moment cannot be read."""


# Writing


def moment_of(s: State, base: int) -> dict[str, Any]:
    """Everything of a state but the zones, as data; ``base`` counts the printed cards."""
    whole = plain(s)
    fresh = plain(State(s.cat, s.rulings))
    found: dict[str, Any] = {"fingerprint": s.cat.fingerprint, "zones": zones_sum(s), "count": cards_in_play(s)}
    found["events"] = s.events
    cards = packed(s.cat.cards[base:])
    if cards:
        found["cards"] = cards
    for name in FIELDS:
        if name in whole and whole[name] != fresh[name]:
            found[name] = whole[name]
    log = _kept_log(s)
    if log:
        found["log"] = [list(event) for event in log]
    found["stack"] = [_frame(f, row) for f, row in zip(s.stack, whole["stack"], strict=True)]
    return found


def _frame(f: Frame, row: dict[str, Any]) -> dict[str, Any]:
    blank = Frame(f.proc, f.who)
    always = ("proc", "pc", "who")
    return {slot: row[slot] for slot in Frame.__slots__ if slot in always or row[slot] != getattr(blank, slot)}


def _kept_log(s: State) -> list[tuple[Any, ...]]:
    """The events since the turn began, which rules may look back to."""
    kept: list[tuple[Any, ...]] = []
    for event in reversed(ev.listed(s.log)):
        kept.append(event)
        if event[ev.CODE] == ev.TurnStarted:
            break
    return kept[::-1]


def zones_sum(s: State) -> str:
    """A check sum of what people may change in a written position."""
    whole = plain(s)
    said = [whole[name] for name in ("leader", "players", "ships", "island", "deck", "discard")]
    return f"{zlib.crc32(repr(said).encode('utf-8', 'replace')):08x}"


def cards_in_play(s: State) -> int:
    """How many cards lie anywhere on the table."""
    with_players = sum(len(p.hand) + len(p.crew) + len(p.goods) + len(p.fulfilled) for p in s.players)
    with_ships = sum(len(ship.contracts) + len(ship.cargo) + len(ship.under) for ship in s.ships)
    return with_players + with_ships + len(s.island) + len(s.deck) + len(s.discard) + len(s.played) + len(s.limbo)


def packed(cards: tuple[Card, ...]) -> list[Any]:
    """Cards beyond the printed ones in their order, equal short forms counted."""
    out: list[Any] = []
    last, many = "", 0
    for card in (*cards, None):
        word = short_form(card) if card is not None else None
        if many and word != last:
            out.append(f"{many} {last}" if many > 1 else last)
            many = 0
        if word is not None:
            last, many = word, many + 1
        elif card is not None:
            if card.two_sided:
                raise MomentError(text("position.inexpressible", card=card.name))
            out.append(definition(card))
    return out


# Reading


def moment_cards(tree: Tree) -> list[Card]:
    """The cards beyond the printed ones, in their order."""
    found: list[Card] = []
    listed = tree.value.get("cards")
    if listed is None:
        return found
    if listed.kind != "list":
        raise MomentError(text("position.moment-field", field="cards"))
    for item in listed.value:
        try:
            found += _unpacked(item.data())
        except (ValueError, KeyError, TypeError, AttributeError):
            raise MomentError(text("position.moment-field", field="cards")) from None
        if len(found) > 2000:
            raise MomentError(text("position.moment-field", field="cards"))
    return found


def _unpacked(item: Any) -> list[Card]:
    if isinstance(item, str):
        many, word = counted(item)
        card = short_card(word)
        if card is None:
            raise ValueError(word)
        return [card] * many
    fields = {str(key): str(value) for key, value in item.items()}
    name = fields["name"][:60]
    return [defined(name, Card(fields.get("id", "")[:80], name, "", (Contract(name, 7, 6),)), fields)]


def apply_moment(s: State, tree: Tree) -> None:
    """Lay a moment over a state whose zones are filled; raises MomentError before anything odd can run."""
    data = tree.data()
    if not isinstance(data, dict):
        raise MomentError(text("position.want-map", example="{stack: []}"))
    for name in data:
        if name not in FIELDS and name not in OWN:
            raise MomentError(text("position.moment-field", field=repr(name)[:40]))
    wanted = data.get("fingerprint")
    if wanted is not None and wanted != s.cat.fingerprint:
        raise MomentError(text("position.other-cards", found=s.cat.fingerprint, wanted=str(wanted)[:20]))
    fresh = State(s.cat, s.rulings)
    fresh.declared = [0] * len(s.players)
    fresh.doing = [-1] * len(s.players)
    for name in FIELDS:  # what is left out is as in a state that nothing has happened to
        value = getattr(fresh, name)
        setattr(s, name, _field(name, data[name], value) if name in data else value)
    if len(s.declared) != len(s.players) or len(s.doing) != len(s.players):
        raise MomentError(text("position.moment-field", field="declared"))
    s.stack = [_read_frame(s, row) for row in _list(data.get("stack", []), "stack")]
    for event in _list(data.get("log", []), "log"):
        s.log = (s.log, _event(event))
    _check(s)


def _field(name: str, value: Any, fresh: Any) -> Any:
    bad = MomentError(text("position.moment-field", field=name))
    _bounded(value, name, NUMBER_LIMIT)
    if isinstance(fresh, list):
        return [_frozen(item) for item in _list(value, name)]
    wanted = list if isinstance(fresh, tuple) else type(fresh)
    if fresh is not None and type(value) is not wanted:
        raise bad
    return _frozen(value)


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise MomentError(text("position.moment-field", field=name))
    return value


def _bounded(value: Any, name: str, limit: int) -> None:
    if isinstance(value, (list, tuple)):
        for item in value:
            _bounded(item, name, limit)
    elif isinstance(value, dict) or (isinstance(value, int) and abs(value) > limit):
        raise MomentError(text("position.moment-field", field=name))


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, (list, tuple)) else value


def _event(row: Any) -> tuple[Any, ...]:
    event = _frozen(row)
    if not isinstance(event, tuple) or len(event) != 9 or not all(isinstance(event[i], int) for i in (0, 1, 2, 5)):
        raise MomentError(text("position.moment-field", field="log"))
    if not 0 <= event[ev.CODE] < len(ev.EVENTS):
        raise MomentError(text("position.moment-field", field="log"))
    return event


def _read_frame(s: State, row: Any) -> Frame:
    if not isinstance(row, dict) or not set(row) <= set(Frame.__slots__):
        raise MomentError(text("position.moment-field", field="stack"))
    proc = row.get("proc")
    if not isinstance(proc, str) or proc not in PROCS:
        raise MomentError(text("position.moment-proc", proc=repr(proc)[:60]))
    f = Frame(proc, 0)
    for slot, value in row.items():
        _bounded(value, "stack", SMALL if slot in ("n", "k") else NUMBER_LIMIT)
        setattr(f, slot, _frozen(value))
    numbers = {"pc": len(PROCS[proc]), "who": len(s.players) - 1, "card": len(s.cat) - 1}
    for slot, most in numbers.items():
        value = getattr(f, slot)
        if not isinstance(value, int) or isinstance(value, bool) or not (-1 if slot != "pc" else 0) <= value <= most:
            raise MomentError(text("position.moment-field", field=f"stack: {slot}"))
    return f


def _check(s: State) -> None:
    """Check what later code takes for granted."""
    seats, cards = range(len(s.players)), range(len(s.cat))
    ok = (
        all(isinstance(pair, tuple) and len(pair) == 2 and pair[0] in seats and pair[1] in cards for pair in s.played)
        and all(card in cards for card in s.limbo)
        and all(isinstance(count, int) and 0 <= count <= SMALL for count in s.declared)
        and all(action in range(-1, BARTER + 1) for action in s.doing)
        and all(isinstance(e, tuple) and len(e) == 5 and e[0] in ABILITIES and e[1] in seats for e in s.effects)
        and all(isinstance(pair, tuple) and len(pair) == 2 and pair[0] in cards for pair in s.copied)
        and all(isinstance(t, tuple) and len(t) == 5 and t[0] in ABILITIES and t[1] in seats for t in s.triggers)
        and all(seat in seats or -1 - seat in seats for seat in s.extra)  # negative: at once, whoever leads
        and all(isinstance(mark, tuple) and len(mark) == 2 for mark in s.once)
        and all(isinstance(pair, tuple) and len(pair) == 2 and pair[1] in range(7) for pair in s.slots)
    )
    if not ok:
        fields = "played, limbo, declared, effects, copied, triggers, extra, once or slots"
        raise MomentError(text("position.moment-field", field=fields))
    asking = s.asking
    if asking is not None:
        asked = isinstance(asking, tuple) and len(asking) == 2 and asking[0] in range(-1, len(s.players))
        if not asked or asking[1] not in PROMPTS or not s.stack or not s.stack[-1].pc:
            raise MomentError(text("position.moment-field", field="asking"))


__all__ = ["MomentError", "apply_moment", "moment_cards", "moment_of", "packed", "zones_sum"]
