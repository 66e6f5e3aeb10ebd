"""Words for people: keys and sentences of options, refusals, events and of what is under way.

Everything is made when somebody looks, from the message catalogue; the engine
itself handles numbers only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from explorer.language import events as ev
from explorer.language.checks import PROMPTS, Move, Objection, Prompt, Refusal
from explorer.language.moves import crew_room, flag_fee
from explorer.language.questions import column_price, port_price
from explorer.rules.contract import at_port
from explorer.rules.pirate import DECK, GOODS, HAND
from explorer.state import Frame, State, seat_name, ship_name
from explorer.terms import ACTIONS, KINDS
from explorer.texts import has, places, text

if TYPE_CHECKING:
    from explorer.catalogue import Catalogue

HIDDEN: Final = frozenset({"source"})  # axes that follow from the others and stay out of keys


SENTENCES: Final = frozenset({"prompt", "option", "interrupt", "event", "frame"})  # what begins with a capital


def say(key: str, **values: Any) -> str:
    """Look up a sentence; one that is missing from a catalogue shows its key and values instead of nothing.

    A place ``{count_cards}`` is filled by the value ``count`` with the unit ``cards``, e.g. "1 card".
    """
    if not has(key):
        return key + "".join(f" {name}={value}" for name, value in values.items())
    for name in places(key):
        if name not in values:
            value, _, unit = name.rpartition("_")
            values[name] = counted(values[value], unit)
    said = text(key, **values)
    return said[:1].upper() + said[1:] if key.partition(".")[0] in SENTENCES else said


def ported(s: State, said: str, card: int = -1) -> str:
    """A sentence that speaks of the island, as it is where the Port of Tokyo takes its place (R-TOKYO-1).

    Of a single card its column is named.
    """
    island = say("place.island")
    if not s.port or island not in said:
        return said
    port = say("place.port") if card < 0 else say("place.column", price=column_price(s, card))
    return said.replace(island, port)


def counted(n: Any, unit: str) -> str:
    """Write a number with its unit, e.g. "2 cards"."""
    return say(f"unit.{unit}.one" if str(n) == "1" else f"unit.{unit}.other", n=n)


def action_text(action: int) -> str:
    """Name an action as in a sentence, e.g. "Load"."""
    return say(f"action.{ACTIONS[action]}")


def kind_text(kind: str) -> str:
    """Name a kind of goods as in a sentence, e.g. "Luxury"."""
    return say(f"kind.{kind}")


def seat_text(s: State, seat: int) -> str:
    """Name a seat as in a sentence, e.g. "Green"; keys have it in lower case."""
    return seat_name(s, seat).capitalize()


def ship_text(s: State, ship: int) -> str:
    """Name a ship as in a sentence, e.g. "Green 1"."""
    return ship_name(s, ship).capitalize()


# Options and their keys


def move_of(prompt: Prompt, word: str) -> Move | None:
    """Find the move of a prompt by its word."""
    return next((move for move in prompt.moves if move.word == word), None)


def move_asked(s: State, choice: tuple[Any, ...]) -> Move:
    """The move of the pending decision that a choice makes."""
    move = move_of(PROMPTS[s.asking[1]], choice[0])  # type: ignore[index]
    assert move is not None
    return move


def shown_parts(move: Move, choice: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """The parts of a choice after its word, each behind what it shows."""
    return [(axis.show, part) for axis, part in zip(move.axes, choice[1:], strict=False)]


def option_key(s: State, choice: tuple[Any, ...]) -> str:
    """Name a choice of the pending decision by words joined with slashes, e.g. "load/wheat/green 1"."""
    return _key(s, move_asked(s, choice), choice)


def option_keys(s: State) -> list[str]:
    """The key of each option of the pending decision, in their order."""
    return [option_key(s, choice) for choice in s.options or ()]


def _key(s: State, move: Move, choice: tuple[Any, ...]) -> str:
    return "/".join([move.word, *_parts(s, move, choice)])


def _parts(s: State, move: Move, choice: tuple[Any, ...]) -> list[str]:
    parts = choice[1:]
    shown = [(move.axes[i].show, parts[i]) for i in move.order if i < len(parts)]
    return [key_part(s, show, part) for show, part in shown if show not in HIDDEN]


def key_part(s: State, show: str, part: Any) -> str:
    """Write one part of a choice as in a key."""
    if show == "card":
        return str(s.cat.key[part])
    if show == "ship" or (show == "to" and isinstance(part, int)):
        return ship_name(s, part)
    if show == "action":
        return ACTIONS[part]
    if show == "kind":
        return KINDS[part]
    if show == "seat":
        return seat_name(s, part)
    if show == "target":
        return "goods" if part == GOODS else "discard" if part < 0 else ship_name(s, part)
    if show == "source":
        return "island" if part < 0 else ship_name(s, part)
    if show == "unseen":
        return "deck" if part == DECK else seat_name(s, HAND - part)
    if show == "contracts":
        return "+".join(s.cat.key[card] for card in part)
    if show == "waiting":
        return _waiting_key(s, part)
    if show == "use":
        return chance_key(s, _window_chances(s)[part])
    return str(part)


def _waiting_key(s: State, number: int) -> str:
    waiting = s.stack[-1].y
    key = str(s.cat.key[waiting[number][2]])
    before = sum(1 for t in waiting[:number] if t[2] == waiting[number][2])
    return f"{key} {before + 1}" if before else key


def _window_chances(s: State) -> tuple[tuple[Any, ...], ...]:
    """What may be used in the window that asks."""
    from explorer.rules.windows import offered

    return offered(s, s.stack[-1])


def chance_key(s: State, chance: tuple[Any, ...]) -> str:
    """Name a use of an any-time power or a discarding of contracts, e.g. "us-dollars/load"."""
    if chance[1] != "use":
        return _key(s, _beside_move(chance[1]), chance[1:])
    _seat, _word, id, card, choice = chance
    return "/".join([str(s.cat.key[card]), *_parts(s, _use_move(id), choice)])


def _beside_move(word: str) -> Move:
    from explorer.rules.at_will import AT_WILL
    from explorer.rules.capital import SCRAP
    from explorer.rules.windows import DROP

    return {"drop": DROP, "scrap": SCRAP, **AT_WILL}[word]


def _use_move(id: str) -> Move:
    from explorer.language.abilities import ABILITIES, AnyTime

    ability = ABILITIES[id]
    assert isinstance(ability, AnyTime)
    return ability.move


def interrupt_key(s: State, chance: tuple[Any, ...]) -> str:
    """Name one of ``interrupts``, e.g. "use/lutefisk/green 1" or "drop/green 1/wheat+beer"."""
    return ("use/" if chance[1] == "use" else "") + chance_key(s, chance)


def refused_interrupts(s: State) -> list[tuple[str, Refusal]]:
    """What one might try beside the pending decision and may not, by key."""
    from explorer.language.checks import Ctx
    from explorer.rules.at_will import could
    from explorer.rules.capital import SCRAP
    from explorer.rules.windows import DROP, refused_uses

    if not s.stack:
        return []
    found = [
        ("/".join(["use", str(s.cat.key[card]), *_parts(s, move, refusal.choice)]), refusal)
        for _seat, card, move, refusal in refused_uses(s)
    ]
    at_will = [(move, seat) for seat in range(len(s.players)) for move in (SCRAP, *could(s, seat))]
    for move, seat in ((DROP, s.leader), *at_will):
        found += [(_key(s, move, refusal.choice), refusal) for refusal in move.refusals(Ctx(s, s.stack[-1], seat))]
    return found


def interrupt_text(s: State, chance: tuple[Any, ...]) -> str:
    """Say what one of ``interrupts`` does."""
    seat = seat_text(s, chance[0])
    if chance[1] == "count-as":
        return say("interrupt.count-as", seat=seat, kind=part_text(s, "kind", chance[2]))
    if chance[1] not in ("use", "drop"):
        return ported(s, say(f"interrupt.{chance[1]}", seat=seat, card=card_text(s, chance[2])))
    if chance[1] == "drop":
        return say("interrupt.drop", seat=seat, ship=ship_text(s, chance[2]), cards=_names(s, chance[3]))
    _seat, _word, id, card, choice = chance
    parts = [part_text(s, show, part) for show, part in shown_parts(_use_move(id), choice)]
    about = ", ".join(parts)
    key = f"interrupt.{choice[0]}"
    if not has(key):
        key = "interrupt.use-on" if about else "interrupt.use"
    given, taken = ", ".join(parts[:-1]), parts[-1] if parts else ""
    return ported(s, say(key, seat=seat, card=s.cat.name[card], about=about, given=given, taken=taken))


def option_text(s: State, choice: tuple[Any, ...]) -> str:
    """Say what a choice of the pending decision means."""
    seat, kind = s.asking  # type: ignore[misc]
    parts = shown_parts(move_asked(s, choice), choice)
    f = s.stack[-1]
    values: dict[str, Any] = {"this": s.cat.name[f.card] if f.card >= 0 else ""}
    for show, part in parts:
        values[show if show not in values else show + "2"] = part_text(s, show, part)
    if "action" not in values and s.action >= 0:
        values["action"] = action_text(s.action)
    away = any(part in (-1, "discard") for show, part in parts if show in AWAY)
    if (kind, choice[0]) == ("supply", "take"):
        away = crew_room(s, seat) <= 0  # R-SUPPLY-4
    if away and choice[0] in ("take", "import") and s.rulings["discarded-import-is-taken"] == "stays-aboard":
        return say("option.take-stays", **values)
    goods = ("target", GOODS) in parts
    key = option_text_key(kind, choice[0] + "-away" * away + "-goods" * goods)
    if key in FOR_A_FEE and _fee(s, choice[0], dict(parts)):
        key += "-fee"
    if key in FROM_PORT and at_port(s, seat, choice[1]):  # R-TOKYO-3
        key, values["price"] = key + "-port", port_price(s, seat, choice[1])
    if key.endswith("-n"):
        values["amount"] = choice[0].rpartition("-")[2]
    cards = [part for show, part in parts if show == "card"] or [f.card]
    return ported(s, say(key, **values), cards[0] if len(cards) == 1 else -1)


FROM_PORT: Final = frozenset({"option.contract", "option.join", "option.join-two"})
FOR_A_FEE: Final = frozenset({"option.load", "option.pirate"})  # what costs 2 where it loads a Flag card


def _fee(s: State, word: str, parts: dict[str, Any]) -> int:
    return flag_fee(s, parts.get("card", 0), word, parts.get("source", -1) >= 0)


AWAY: Final = frozenset({"target", "place"})  # axes on which a card may be sent to the discard pile


def option_text_key(kind: str, word: str) -> str:
    """Find the text of a move: its own in this prompt, or that of its word, where "draw-2" may be said by "draw-n"."""
    base, _, number = word.rpartition("-")
    general = f"option.{base}-n" if number.isdigit() else f"option.{base}" if number == "away" else ""
    for key in (f"option.{_slug(kind)}.{word}", f"option.{word}", general):
        if key and has(key):
            return key
    return f"option.{word}"


def _slug(kind: str) -> str:
    return kind.replace(" ", "-").replace("/", "-")


def part_text(s: State, show: str, part: Any) -> str:
    """Write one part of a choice for people."""
    if show == "card":
        return card_text(s, part)
    if show == "waiting":
        return str(s.cat.name[s.stack[-1].y[part][2]])
    if show == "action":
        return action_text(part)
    if show == "place" or (show == "to" and isinstance(part, str)):
        return say(f"place.{part}")
    if show == "contracts":
        return _names(s, part)
    if show == "kind":
        return kind_text(KINDS[part])
    if show == "target" and part < 0:
        return say("place.goods" if part == GOODS else "place.discard")
    if show == "unseen" or (show == "source" and part < 0):
        return source_text(s, part)
    if show in ("ship", "target", "source", "to"):
        return ship_text(s, part)
    if show == "seat":
        return seat_text(s, part)
    if show == "use":
        return interrupt_text(s, _window_chances(s)[part])
    return key_part(s, show, part)


def source_text(s: State, source: int) -> str:
    """Name the place a card is pirated from where that is no ship."""
    if source <= HAND:
        return say("place.hand-of", owner=seat_text(s, HAND - source))
    return say("place.deck" if source == DECK else "place.island")


def _names(s: State, cards: Any) -> str:
    return ", ".join(s.cat.name[c] for c in cards) or "-"


def card_text(s: State, card: int) -> str:
    """Name a card; beside another of its name, with its color or number too."""
    name = str(s.cat.name[card])
    if name not in _shared(s.cat):
        return name
    twins = [other for other in zone_of(s, card)[2] if s.cat.name[other] == name]
    return f"{name} ({_mark(s, card, twins)})" if len(twins) > 1 else name


@lru_cache(maxsize=16)
def _shared(cat: Catalogue) -> frozenset[str]:
    """Names that several cards bear."""
    return frozenset(name for name, count in Counter(cat.name).items() if count > 1)


def _mark(s: State, card: int, twins: list[int]) -> str:
    """What tells a card from others of its name: its color, the number in its key, or its whole key."""
    cat = s.cat
    if len({cat.color[other] for other in twins}) == len(twins):
        return kind_text(KINDS[cat.color[card]])
    key, id = cat.key[card], cat.cards[card].id
    return (key[len(id) + 1 :] or "1") if len({cat.cards[other].id for other in twins}) == 1 else key


def zone_of(s: State, card: int) -> tuple[str, str, Sequence[int]]:
    """Where a card lies: the kind of place, whose it is, and all cards there; "none" when it is not in this game.

    A face of a Flag card lies wherever the card does, whichever side is up.
    """
    there = _zone_of(s, card)
    for other in (s.cat.base[card], *s.cat.faces[s.cat.base[card]]):
        if there[0] == "none" and other != card:
            there = _zone_of(s, other)
    return there


def _zone_of(s: State, card: int) -> tuple[str, str, Sequence[int]]:
    for seat, player in enumerate(s.players):
        for area in ("hand", "crew", "goods", "fulfilled"):
            if card in getattr(player, area):
                return area, seat_name(s, seat), getattr(player, area)
    for number, ship in enumerate(s.ships):
        for area in ("contracts", "cargo", "under"):
            if card in getattr(ship, area):
                return area, ship_name(s, number), getattr(ship, area)
    for area in ("island", "deck", "discard", "limbo"):
        if card in getattr(s, area):
            return area, "", getattr(s, area)
    played = [(seat, other) for seat, other in s.played if other == card]
    return ("played", seat_name(s, played[0][0]), [other for _, other in s.played]) if played else ("none", "", ())


def where_is(s: State, card: int) -> str:
    """Say where a card lies, e.g. "in the hand of green"."""
    area, owner, _cards = zone_of(s, card)
    return ported(s, say(f"lies.{area}", owner=owner[:1].upper() + owner[1:]), card)


# Decisions


def prompt_text(s: State) -> str:
    """Put the pending decision as a question."""
    return ported(s, say(prompt_text_key(s.asking[1], s.rulings), **_prompt_values(s)))  # type: ignore[index]


def question_text(s: State) -> str:
    """Put the pending decision as a question beside which it is seen who decides: shorter, without the seat."""
    seat, kind = s.asking  # type: ignore[misc]
    if has(f"question.{_slug(kind)}"):
        return ported(s, say(f"question.{_slug(kind)}", **_prompt_values(s)))
    said, begin = prompt_text(s), seat_text(s, seat) + ": "
    rest = said[len(begin) :] if said.startswith(begin) else said
    return rest[:1].upper() + rest[1:]


def _prompt_values(s: State) -> dict[str, Any]:
    seat = s.asking[0]  # type: ignore[index]
    f = s.stack[-1]
    return {
        "seat": seat_text(s, seat),
        "owner": seat_text(s, f.who),
        "action": action_text(s.action) if s.action >= 0 else "",
        "card": s.cat.name[f.card] if f.card >= 0 else "",
        "ship": _frame_ship(s, f),
        "left": f.n,
        "round": f.k,
        "amount": f.x,
        "area": say(f"place.{f.x}") if isinstance(f.x, str) else "",
        "giver": seat_text(s, f.k) if f.proc == "give cards" or s.asking[1].endswith("/demand") else "",  # type: ignore[index]
    }


# Questions that ask for something else under some readings of a ruling.
ASKED_OTHERWISE: Final = {
    "cell-phones": "cell-phones-flag",
    "diamonds": "diamonds-number",
    "rooibos-tea": "rooibos-tea",
    "soy-sauce": "soy-sauce-pay",
    "teslas": "teslas-types",
}


def prompt_text_key(kind: str, rulings: Mapping[str, str] | None = None) -> str:
    """Find the text of a question: its own, also under a reading, or for a power's question that of its form."""
    key = f"prompt.{_slug(kind)}"
    read = f"{key}.{(rulings or {}).get(ASKED_OTHERWISE.get(kind, ''))}"
    if has(read):
        return read
    if has(key) or "/" not in kind:
        return key
    words = {move.word for move in PROMPTS[kind].moves}
    return {"use": "prompt.power-may", "heads": "prompt.power-coin"}.get(
        min(words & {"use", "heads"}, default=""), "prompt.power"
    )


def _frame_ship(s: State, f: Frame) -> str:
    """Name the ship a procedure is about."""
    if f.proc not in ("fulfill", "half", "home", "drop", "import rounds", "lone import", "stands for", "take cards"):
        return ""
    ship = f.x[0] if f.proc == "take cards" else f.n
    return field_text(s, "ship", ship) if ship < len(s.ships) else ""


def refusal_key(s: State, refusal: Refusal) -> str:
    """Name what was refused as its key would be."""
    return option_key(s, refusal.choice)


def reason_text(objection: Objection) -> str:
    """Say why a check objects."""
    values = dict(objection.values)
    if isinstance(values.get("action"), int):
        values["action"] = action_text(values["action"])
    for name in values.keys() & {"ship", "seat", "owner"}:
        values[name] = str(values[name])[:1].upper() + str(values[name])[1:]
    if "tier" in values:
        values["tier"] = ", ".join(_tier_text(part) for part in values["tier"].split(", "))
    return say(f"check.{objection.check}", **values)


def _tier_text(part: str) -> str:
    kind, _, level = part.partition(" ")
    return f"{kind_text(kind)} {level}"


# Events


def event_name(event: str) -> str:
    """An event by its name as people read it, such as in the graph.

    Example:
        >>> event_name("ShipReturned")
        'ship returned'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", event).lower()


def event_text(s: State, event: tuple[Any, ...]) -> str:
    """Say what happened."""
    kind = ev.EVENTS[event[ev.CODE]]
    fields = dict(zip(kind.fields, event[ev.FIELDS :], strict=False))
    values: dict[str, Any] = {"seat": seat_text(s, event[ev.SEAT]) if event[ev.SEAT] >= 0 else "-"}
    for name, value in fields.items():
        values[name] = field_text(s, name, value)
    if isinstance(fields.get("amount"), int):
        values["lost"] = -fields["amount"]
    case = f"event.{kind.name}.{event_case(fields)}"
    if event[ev.CODE] == ev.ActionFollowed and fields["cards"] and event[ev.CLAUSE] != "R-TURN-5":
        case = "event.ActionFollowed.instead"  # with another action than the one led
    return ported(s, say(case if has(case) else f"event.{kind.name}", **values), fields.get("card", -1))


def event_case(fields: dict[str, Any]) -> str:
    """Name the case of an event that may have a sentence of its own, e.g. "none" when no cards are named."""
    if "cards" in fields and not fields["cards"]:
        return "none"
    if "power" not in fields and "card" in fields and "ship" in fields and fields["ship"] == -1:
        return "as-if"
    if "card" in fields and fields.get("count"):
        return "skipped"
    if "ruling" in fields:
        return "about" if fields.get("detail") else ""
    for name in ("how", "place", "why", "reason", "line", "what"):
        if name in fields:
            return str(fields[name])
    return ""


def field_text(s: State, name: str, value: Any) -> str:
    """Write one field of an event for people."""
    if value is None:
        return ""
    if name == "card":
        return str(s.cat.name[value])
    if name == "cards":
        return _names(s, value)
    if name in ("ship", "ship2"):
        return ship_text(s, value) if value >= 0 else say("place.island")
    if name == "source":
        return source_text(s, value) if value < 0 else ship_text(s, value)
    if name == "action":
        return action_text(value)
    if name == "effect":
        key = f"effect.{_slug(value)}"
        return say(key if has(key) else "effect.other")
    if name == "giver":
        return say("place.deck") if value < 0 else seat_text(s, value)
    if name == "payee":
        return say("place.bank") if value < 0 else seat_text(s, value)
    if name == "seats":
        return ", ".join(seat_text(s, seat) for seat in value)
    if name == "bids":
        return ", ".join(f"{seat_text(s, seat)} {amount}" for seat, amount in value)
    if name == "place":
        return say(f"place.{value}")
    if name == "reply" and isinstance(value, int):
        return action_text(value)
    if name == "reply" and (named := next((i for i in range(len(s.players)) if seat_name(s, i) == value), -1)) >= 0:
        return seat_text(s, named)
    if name == "reading":
        return str(value).replace("-", " ")
    if name in ("detail", "good", "reply") and value in KINDS:
        return kind_text(value)
    return str(value)


def where(s: State) -> list[str]:
    """Say what is under way, outermost first; finished frames are left out."""
    from explorer.language.stepper import PROCS

    shown = [f for f in s.stack if f.pc < len(PROCS[f.proc]) or f is s.stack[-1]]
    said = [frame_text(s, f) for f in shown if f.proc not in SILENT]
    return [one for i, one in enumerate(said) if not i or one != said[i - 1]]  # parts of a power are one and the same


SILENT: Final = frozenset({"game", "settle", "fulfillments"})


def frame_text(s: State, f: Frame) -> str:
    """Name one procedure under way."""
    card = f.n if f.proc == "pirate one" else f.card
    values = {
        "seat": seat_text(s, f.who),
        "turn": s.turn,
        "action": action_text(f.x) if f.proc == "perform" else "",
        "ship": _frame_ship(s, f),
        "card": s.cat.name[card] if card >= 0 else "",
        "round": f.k,
        "area": say(f"place.{f.x}") if isinstance(f.x, str) else "",
    }
    return ported(s, say("frame.power" if f.card >= 0 and "/" in f.proc else f"frame.{_slug(f.proc)}", **values))
