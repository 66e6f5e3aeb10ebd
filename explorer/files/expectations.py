"""What a scenario expects of a table: numbers, zones by what their cards are, the log and the pending decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from explorer.card import kebab, nearest
from explorer.files.cardwords import counted, short_card
from explorer.language import events as ev
from explorer.language.questions import crew_counts, crew_limit, goods_limit, ship_capacity
from explorer.state import PLACES, State, seat_name, ship_name
from explorer.terms import ACTIONS, KINDS, NO_ACTION, NO_COLOR
from explorer.texts import text
from explorer.words import field_text

if TYPE_CHECKING:
    from explorer.files.tree import Tree
    from explorer.game import Game


class Mismatch(Exception):
    """Something is not as expected: the line, what, and both sides as text."""

    def __init__(self, line: int, what: str, expected: str, found: str) -> None:
        super().__init__(what)
        self.line = line
        self.what = what
        self.expected = expected
        self.found = found


# Keys of options


def _parts(key: str) -> list[str]:
    return [part.strip() if part.strip()[:1] == "-" else kebab(part) or part.strip() for part in key.split("/")]


def same_key(wanted: str, key: str) -> bool:
    """Whether two keys are the same, whatever their case, spaces and hyphens."""
    return wanted == key or _parts(wanted) == _parts(key)


def fits(wanted: str, key: str) -> bool:
    """Whether a key begins with the wanted parts: the same key, or an abbreviation that ends before a slash."""
    parts = _parts(wanted)
    return _parts(key)[: len(parts)] == parts


# Cards


def card_fits(s: State, card: int, wanted: str) -> bool:
    """Whether a card is what a pattern says: a name, a key, a short form, a bare kind, filler, or card for any."""
    if kebab(wanted) in (s.cat.key[card], kebab(s.cat.name[card])):
        return True
    if len(s.cat.faces[card]) > 1 and any(card_fits(s, face, wanted) for face in s.cat.faces[card]):
        return True  # a whole Flag card, by the name or color of either side
    if wanted.casefold() in ("card", "any"):
        return True
    try:
        s.cat.find(wanted)
    except KeyError:
        return _short_fits(s, card, wanted)
    return False


def _short_fits(s: State, card: int, wanted: str) -> bool:
    try:
        pattern = short_card(wanted)
    except ValueError:
        return False
    if pattern is None:
        return False
    want, have = pattern.contracts[0], s.cat.cards[card].contracts[0]
    if pattern.id == "filler":
        return s.cat.cards[card].id == "filler"
    return (
        (want.color == NO_COLOR or bool(s.cat.colors[card] >> want.color & 1))
        and (want.action == NO_ACTION or want.action == have.action)
        and (not any(want.tier) or want.tier == have.tier)
        and (not any(want.load) or want.load == have.load)
    )


def match(s: State, patterns: list[str], cards: list[int]) -> dict[int, int]:
    """Assign cards to patterns, as many as possible: position of the pattern by position of the card."""
    taken: dict[int, int] = {}

    def place(p: int, seen: set[int]) -> bool:
        for c, card in enumerate(cards):
            if c not in seen and card_fits(s, card, patterns[p]):
                seen.add(c)
                if c not in taken or place(taken[c], seen):
                    taken[c] = p
                    return True
        return False

    for p in range(len(patterns)):
        place(p, set())
    return taken


def _patterns(tree: Tree) -> list[str]:
    found: list[str] = []
    for item in tree.value if tree.kind == "list" else [tree]:
        many, word = counted(str(item.value))
        found += [word] * many
    return found


def _zone(s: State, tree: Tree, what: str, cards: list[int], ordered: bool = False) -> None:
    """Compare a zone: a number counts it, a list is all of it (of a pile: its top), or has, lacks, count, top."""
    shown = "[" + ", ".join(s.cat.key[card] for card in cards[:30]) + "]"
    if tree.number is not None:
        _same(tree, what, tree.number, len(cards))
    elif tree.kind == "map":
        for key, item in tree.value.items():
            _zone_part(s, key, item, what, cards, shown)
    else:
        patterns = _patterns(tree)
        if ordered:
            good = all(i < len(cards) and card_fits(s, cards[i], p) for i, p in enumerate(patterns))
            good = good and (bool(patterns) or not cards)
        else:
            good = len(patterns) == len(cards) == len(match(s, patterns, cards))
        if not good:
            raise Mismatch(tree.line, what, "[" + ", ".join(patterns) + "]", shown)


def _zone_part(s: State, key: str, tree: Tree, what: str, cards: list[int], shown: str) -> None:
    if key == "count":
        return _same(tree, f"{what} count", tree.number, len(cards))
    if key not in ("has", "lacks", "top", "exactly"):
        raise _unknown(tree, key, ("has", "lacks", "count", "top", "exactly"))
    patterns = _patterns(tree)
    good = (
        len(match(s, patterns, cards)) == len(patterns)
        if key == "has"
        else not any(card_fits(s, card, p) for card in cards for p in patterns)
        if key == "lacks"
        else all(i < len(cards) and card_fits(s, cards[i], p) for i, p in enumerate(patterns))
        if key == "top"
        else len(patterns) == len(cards) == len(match(s, patterns, cards))
    )
    if not good:
        raise Mismatch(tree.line, f"{what} {key}", "[" + ", ".join(patterns) + "]", shown)


# The whole


def _same(tree: Tree, what: str, expected: Any, found: Any) -> None:
    if expected != found:
        raise Mismatch(tree.line, what, str(expected), str(found))


def _unknown(tree: Tree, key: str, known: Any) -> Mismatch:
    return Mismatch(tree.line, text("scenario.unknown-key"), key, nearest(key, known).strip() or "-")


def expect(game: Game, tree: Tree | None) -> None:
    """Test everything that is expected; raises Mismatch at the first that does not hold."""
    if tree is None:
        return
    s = game.state
    seats = {seat_name(s, i): i for i in range(len(s.players))}
    ships = {ship_name(s, i): i for i in range(len(s.ships))}
    for key, item in _map(tree, "expect").items():
        if key in seats:
            _seat(s, item, key, seats[key])
        elif key in ships:
            _ship(s, item, key, ships[key])
        elif key in TABLE:
            TABLE[key](game, item)
        else:
            raise _unknown(item, key, [*seats, *ships, *TABLE])


def speaks_of_options(tree: Tree) -> bool:
    """Whether an expectation speaks of the pending decision, so that nothing forced may be taken before it."""
    return any(key in tree.value for key in ("offers", "exactly"))


def _map(tree: Tree, what: str) -> dict[str, Tree]:
    if tree.kind != "map":
        raise Mismatch(tree.line, what, text("scenario.want-map"), str(tree.value)[:40])
    found: dict[str, Tree] = tree.value
    return found


def _seat(s: State, tree: Tree, name: str, seat: int) -> None:
    player = s.players[seat]
    numbers = {
        "credits": player.credits,
        "crew limit": crew_limit(s, seat),
        "goods limit": goods_limit(s, seat),
        "declared": s.declared[seat],
    }
    zones = ("hand", "crew", "goods", "fulfilled")
    known = (*numbers, *zones, "ships", "winner", "scored", "played", "crew counts", "doing")
    for key, item in _map(tree, name).items():
        what = f"{name} {key}"
        if key in numbers:
            _same(item, what, item.number, numbers[key])
        elif key in zones:
            _zone(s, item, what, getattr(player, key))
        elif key == "doing":
            _same(item, what, item.value, ACTIONS[s.doing[seat]])
        elif key == "ships":
            for number, ship in enumerate(item.value if item.kind == "list" else [item]):
                _ship(s, ship, f"{name} {number + 1}", _ship_of(s, seat, number))
        elif key == "played":
            _zone(s, item, what, [card for owner, card in s.played if owner == seat])
        elif key == "winner":
            _same(item, what, item.data(), s.over and seat in s.winners)
        elif key == "scored":
            _same(item, what, item.number, sum(line[1] for line in s.lines if line[0] == seat))
        elif key == "crew counts":
            _crew_counts(s, item, what, seat)
        else:
            raise _unknown(item, key, known)


def _ship_of(s: State, seat: int, number: int) -> int:
    """The index of a seat's ship by its number from 0; the last one where it has fewer."""
    own = [i for i, ship in enumerate(s.ships) if ship.owner == seat]
    return own[min(number, len(own) - 1)]


def _crew_counts(s: State, tree: Tree, what: str, seat: int) -> None:
    counts = crew_counts(s, seat)
    for action, item in _map(tree, what).items():
        if action not in ACTIONS[:6]:
            raise _unknown(item, action, ACTIONS[:6])
        _same(item, f"{what} {action}", item.number, counts[ACTIONS.index(action)])


def _ship(s: State, tree: Tree, name: str, number: int) -> None:
    ship = s.ships[number]
    if tree.kind != "map":
        _same(tree, f"{name} at", tree.value, PLACES[ship.at])
        return
    for key, item in tree.value.items():
        what = f"{name} {key}"
        if key == "at":
            _same(item, what, item.value, PLACES[ship.at])
        elif key == "contracts":
            _zone(s, item, what, ship.contracts)
        elif key == "containers":
            _zone(s, item, what, ship.cargo)
        elif key == "under":
            _zone(s, item, what, ship.under)
        elif key == "joined":
            _same(item, what, item.data(), ship.partner >= 0)
        elif key == "capacity":
            _same(item, what, item.number, ship_capacity(s, ship.owner, number))
        else:
            raise _unknown(item, key, ("at", "contracts", "containers", "under", "joined", "capacity"))


def _log(game: Game, tree: Tree) -> None:
    """The events named must have happened in this order, whatever else did."""
    events = game.log.events()
    at = 0
    for item in tree.value if tree.kind == "list" else [tree]:
        found = next((i for i in range(at, len(events)) if _event_fits(game.state, item, events[i])), -1)
        if found < 0:
            names = [ev.EVENTS[event[ev.CODE]].name for event in events[at:]]
            names = [name for name in names if name != "RulingApplied"]
            raise Mismatch(item.line, "log", _said(item), ", ".join(names[:40]))
        at = found + 1


def _said(item: Tree) -> str:
    if item.kind == "map":
        return ", ".join(f"{key}: {value.value}" for key, value in item.value.items())
    return str(item.value)


def _event_fits(s: State, tree: Tree, event: tuple[Any, ...]) -> bool:
    """Whether an event is the named one and its fields read as wanted."""
    wanted = {"event": str(tree.value)}
    if tree.kind == "map":
        wanted = {key: str(item.value) for key, item in tree.value.items()}
    kind = ev.EVENTS[event[ev.CODE]]
    name = wanted.pop("event", kind.name)
    if name not in ev.CODES:
        raise _unknown(tree, name, ev.CODES)
    if name != kind.name:
        return False
    seat = seat_name(s, event[ev.SEAT]) if event[ev.SEAT] >= 0 else "-"
    have = {"seat": seat, "clause": event[ev.CLAUSE], "by": ev.teller(event)}
    for field, value in zip(kind.fields, event[ev.FIELDS :], strict=False):
        have[field] = field_text(s, field, value)
        if field == "card" and isinstance(value, int) and value >= 0 and "card" in wanted:
            have["card"] = wanted["card"] if card_fits(s, value, wanted["card"]) else have["card"]
    for field, value in wanted.items():
        if field not in have:
            raise _unknown(tree, field, ["event", *have])
        if have[field].casefold() != value.casefold():  # sentences say Green 1 where keys say green 1
            return False
    return True


def _log_not(game: Game, tree: Tree) -> None:
    for item in tree.value if tree.kind == "list" else [tree]:
        for event in game.log.events():
            if _event_fits(game.state, item, event):
                raise Mismatch(item.line, "log-not", text("scenario.no-such-event", event=_said(item)), _said(item))


def _words(tree: Tree) -> list[str]:
    return [str(item.value) for item in tree.value] if tree.kind == "list" else [str(tree.value)]


def asks(game: Game, tree: Tree) -> None:
    """Whose decision it is, or which kind, or both: ``yellow``, ``bid``, ``yellow bid``; ``nobody`` when none is."""
    decision = game.decision
    asked = decision.player if decision is not None else "nobody"
    kind = decision.kind if decision is not None else ""
    wanted = str(tree.value).strip()
    if wanted not in (asked, kind, f"{asked} {kind}"):
        raise Mismatch(tree.line, "asks", wanted, f"{asked} ({kind})" if kind else asked)


def _offers(game: Game, tree: Tree) -> None:
    keys = [option.key for option in (*game.options, *game.interrupts)]
    for word in _words(tree):
        if not any(fits(word, key) for key in keys):
            raise Mismatch(tree.line, "offers", word, ", ".join(keys[:20]))


def _exactly(game: Game, tree: Tree) -> None:
    keys = [option.key for option in game.options]
    words = _words(tree)
    missing = [word for word in words if not any(fits(word, key) for key in keys)]
    unlisted = [key for key in keys if not any(fits(word, key) for word in words)]
    if missing or unlisted:
        raise Mismatch(tree.line, "exactly", ", ".join(words), ", ".join(keys[:40]))


def _rulings(game: Game, tree: Tree) -> None:
    relied = game.log.rulings()
    for word in _words(tree):
        if word not in relied:
            raise Mismatch(tree.line, "relied on", word, ", ".join(relied) or "-")


def _scores(game: Game, tree: Tree) -> None:
    """Lines of the score sheet by seat: ``{green: {goods: 3, majority: 6}}``."""
    for seat, lines in _map(tree, "scores").items():
        for line, item in _map(lines, f"scores {seat}").items():
            rows = [row for row in game.scores if row["seat"] == seat]
            found = sum(row["credits"] for row in rows if line in (row["line"], f"{row['line']} {row['detail']}"))
            _same(item, f"scores {seat} {line}", item.number, found)


def _market(game: Game, tree: Tree) -> None:
    """The levels of the Market's markers: ``{luxury: -2}``; those not named are not looked at."""
    levels = game.state.market
    for good, item in _map(tree, "market").items():
        _same(item, f"market {good}", item.number, levels[KINDS.index(good)] if levels and good in KINDS[:5] else None)


TABLE: Final[dict[str, Any]] = {
    "island": lambda game, tree: _zone(game.state, tree, "island", game.state.island),
    "deck": lambda game, tree: _zone(game.state, tree, "deck", game.state.deck[::-1], ordered=True),
    "discard": lambda game, tree: _zone(game.state, tree, "discard", game.state.discard[::-1], ordered=True),
    "market": lambda game, tree: _market(game, tree),
    "leader": lambda game, tree: _same(tree, "leader", tree.value, seat_name(game.state, game.state.leader)),
    "turn": lambda game, tree: _same(tree, "turn", tree.number, game.state.turn),
    "phase": lambda game, tree: _same(tree, "phase", tree.value, game.state.phase),
    "over": lambda game, tree: _same(tree, "over", tree.data(), game.over),
    "ending": lambda game, tree: _same(tree, "ending", "" if tree.value == "none" else tree.value, game.state.ending),
    "winners": lambda game, tree: _same(tree, "winners", sorted(_words(tree)), sorted(game.winners)),
    "asks": asks,
    "offers": _offers,
    "exactly": _exactly,
    "log": _log,
    "log-not": _log_not,
    "relied on": _rulings,
    "scores": _scores,
}
