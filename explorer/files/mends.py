"""One-click mends of what is wrong with a position, where they can be derived from the problem itself."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, Final

from explorer.card import kebab, righted
from explorer.files.cardwords import righted_card
from explorer.files.survey import Survey
from explorer.files.tableau import Mend
from explorer.files.watcher import Fault
from explorer.rules import resume
from explorer.terms import ACTIONS, CAPITAL, HARBORS, KINDS, SETS
from explorer.texts import text

_FORM: Final = ("unknown-key", "empty-value", "want-map", "want-list", "want-word", "want-number", "want-yes")
VALUES: Final = ("needs", "load", "tier")  # of a card, written as kinds with numbers
_MOMENT: Final = ("in-moment", "moment-field", "moment-proc", "moment-broken", "other-cards", "card-count")


def mends(survey: Survey, fault: Fault, path: str) -> tuple[Mend, ...]:
    """The ways to mend a problem; ``path`` is that of the thing it is about."""
    make = _MENDS.get(fault.key or fault.place)
    if make is not None:
        return tuple(make(survey, fault, path))
    if fault.key in _MOMENT or (fault.place == "moment" and not fault.key):
        return (_mend("drop-moment", "drop_moment"),)
    if fault.key in _FORM or fault.place.partition("/")[0] in ("rulings", "cards"):
        return (*_righted(survey, fault), *_drop(fault))
    return ()


def in_words(survey: Survey, fault: Fault) -> str:
    """What is wrong, in the words of an editor."""
    if fault.key != "card-twice":
        return fault.text
    other = survey.path_of(str(fault.values["place"]))
    here = survey.path_of(fault.place)
    key = "twice-there" if other == here else "twice"
    return text(f"sketch.{key}", card=fault.values["card"], here=zone_words(here), where=zone_words(other))


def _mend(key: str, *operation: Any, **values: Any) -> Mend:
    return Mend(text(f"sketch.mend.{key}", **values), operation)


def _drop(fault: Fault) -> list[Mend]:
    """Take out what stands there."""
    key = str(fault.values.get("key", "")).strip("'\"")
    if fault.path is None and not (key and fault.place):
        return []
    where = list(fault.path) if fault.path else [*_doc(fault.place), *([key] if fault.key == "unknown-key" else [])]
    return [_mend("take-out", "drop", where)] if where else []


def _doc(place: str) -> list[str | int]:
    """The path of a place of the reader, whose seats and ships count from 1."""
    if place == "position":
        return []
    return [int(step) - 1 if step.isdecimal() else step for step in place.split("/")]


def zone_words(path: str) -> str:
    """How one says a zone: "on the island", "in Green's hand"."""
    if "/" not in path or path.startswith("moment"):
        return text(f"sketch.where.{path.partition('/')[0]}")
    owner, _, area = path.partition("/")
    seat, _, ship = owner.partition(" ")
    seat = text(f"sketch.seat.{seat}") if seat in HARBORS else text("sketch.seat-number", number=seat)
    return text(f"sketch.where.{area.partition('/')[0]}", seat=seat, ship=ship)


# Cards


def _card_twice(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    other = survey.path_of(str(fault.values["place"]))
    node = survey.node(fault.path) if fault.path is not None else None
    number = survey.w.twice.get(id(node), -1)
    base = survey.catalogue.base
    found = [i for i, one in enumerate(survey.lying.get(other, ())) if one[2] >= 0 and base[one[2]] == number]
    if not found or path.rpartition("/")[0] not in survey.spots:
        return [_mend("remove", "remove", path)] if path.rpartition("/")[0] in survey.spots else []
    first = f"{other}/{found[0]}"
    if other == path.rpartition("/")[0]:
        return [_mend("keep-one", "remove", path)]
    return [_mend("keep-here", "remove", first), _mend("keep-there", "remove", path, where=zone_words(other))]


def _unknown_card(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    if path.rpartition("/")[0] not in survey.spots:
        return []
    wanted = str(fault.values.get("word", "")).strip("'\"")
    names = {kebab(name): name for name in (*survey.catalogue.name, *KINDS[: CAPITAL + 1], "filler")}
    right = righted_card(wanted)
    near = [right] if right else [names[one] for one in get_close_matches(kebab(wanted), names, n=2, cutoff=0.6)]
    return [Mend(one, ("replace", path, one)) for one in near] + [_mend("remove", "remove", path)]


def _righted(survey: Survey, fault: Fault) -> list[Mend]:
    """What a card asks for, with the number behind the kind."""
    tree = survey.node(fault.path) if fault.path else None
    found: list[Mend] = []
    if tree is None or tree.kind != "map":
        return found
    for key in VALUES:
        value = tree.get(key)
        words = [] if value is None else list(enumerate(value.value)) if value.kind == "list" else [("", value)]
        for at, word in words:
            right = righted(str(word.value)) if word.kind == "word" else ""
            if right:
                where = [*(fault.path or ()), key, *([at] if at != "" else [])]
                found.append(Mend(right, ("write", where, right)))
    return found


def _which_side(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    cat = survey.catalogue
    number = survey.w.number_of(str(fault.values["card"]))
    faces = cat.faces[cat.base[number]] if number >= 0 else ()
    if fault.key == "one-sided":
        return [Mend(cat.name[number], ("replace", path, cat.name[number]))]
    return [Mend(cat.name[face], ("replace", path, cat.name[face])) for face in faces]


def _remove(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    return [_mend("remove", "remove", path)] if path.rpartition("/")[0] in survey.spots else []


# Seats and ships


def _credits_odd(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    seat, count = path.partition("/")[0], int(fault.values["count"])
    return [Mend(str(new), ("set_credits", seat, new)) for new in (count - 1, count + 1)]


def _credits_range(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    return [Mend("10", ("set_credits", path.partition("/")[0], 10))]


def _over(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    """More crew or goods than the limit."""
    seat, _, area = path.partition("/")
    over = int(fault.values["count"]) - int(fault.values["most"])
    many = over if area == "crew" else (over + 1) // 2
    words = "add-contract" if many == 1 else "add-contracts"
    found = [_mend(words, "put", "card" if many == 1 else f"{many} card", f"{seat}/fulfilled", count=many)]
    cards = survey.lying[path]
    if over <= len(cards):
        last = [f"{path}/{len(cards) - 1 - i}" for i in range(over)]
        names = ", ".join(cards[-1 - i][1] for i in range(over)) if over < 3 else text("sketch.the-last", count=over)
        drop = ("remove", last[0]) if over == 1 else ("all", *(("remove", one) for one in last))
        found.append(_mend("drop", *drop, what=names))
    return [*found, _mend("discarding-due", "set_limits", "pending")]


def _aboard(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    """A ship that carries too much: without the last one."""
    zone = f"{path}/{'contracts' if fault.key == 'over-capacity' else 'containers'}"
    cards = survey.lying.get(zone, ())
    return [_mend("drop", "remove", f"{zone}/{len(cards) - 1}", what=cards[-1][1])] if cards else []


def _at_sea(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    return [_mend("in-harbor", "set_ship", path, "harbor"), _mend("off-contracts", "clear", f"{path}/contracts")]


def _ship_place(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    ship = path if " " in path else f"{path.partition('/')[0]} 2"
    return [_mend("in-harbor", "set_ship", ship, "harbor"), _mend("at-sea", "set_ship", ship, "sea")]


def _no_super_ship(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    seat = path.partition("/")[0].partition(" ")[0]
    return [_mend("not-joined", "all", *(("set_ship", f"{seat} {n}", "", False) for n in (1, 2)))]


def _no_ship(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    return [_mend("remove", "remove_ship", path), _mend("diesel", "put", "Diesel Engine", f"{path}/under")]


def _players(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    tree = survey.w.tree.get("players")
    count = len(tree.value) if tree is not None and tree.kind == "list" else (tree.number or 0) if tree else 0
    if count > 6:
        return [_mend("take-out", "drop", ["players", 6])]
    return [_mend("add-player", "add_seat")]


def _harbor(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    seats = survey.w.state.players if survey.w.state is not None else []
    number = (fault.path or _doc(fault.place))[1:2]
    taken = survey.w.said
    free = [color for color in HARBORS[:5] if color not in taken][:2]
    found = [Mend(color, ("set_color", str(int(n) + 1), color)) for n in number for color in free]
    if fault.key == "gray-harbor" and seats:
        sets = [name for name in SETS if name in survey.w.sets or name == "capital"]
        found.append(_mend("capital", "set_sets", *sets))
    return found


# The turn


def _seat_word(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    if fault.place == "leader":
        return [Mend(text(f"sketch.seat.{one}"), ("set_leader", one)) for one in survey.seats[:3] if one in HARBORS]
    return _drop(fault)


def _performs_nothing(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    seat, key = str(fault.values["seat"]), fault.place.split("/")[1]
    other = ("set_turn", {key: None if key == "performing" else {seat: None}})
    return [_mend("declares-one", "set_turn", {"declared": {seat: 1}}), _mend("take-out", *other)]


def _done(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    return [Mend(str(fault.values["declared"]), ("set_turn", {"done": int(fault.values["declared"])}))]


def _declared_order(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    before, seat = str(fault.values["before"]), str(fault.values["seat"])
    return [
        _mend("declares-none", "set_turn", {"declared": {before: 0}}, seat=_said(before)),
        _mend("not-yet", "set_turn", {"declared": {seat: None}}, seat=_said(seat)),
    ]


def _said(seat: str) -> str:
    return text(f"sketch.seat.{seat}") if seat in HARBORS else seat


def _led_first(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    key = str(fault.values["key"]).partition(":")[0]
    return [_mend("take-out", "set_turn", {key: None}), _mend("between", "set_turn")]


def _word(survey: Survey, fault: Fault, path: str) -> list[Mend]:
    known = {"turn/led": ACTIONS[:6], "turn/phase": resume.PHASES, "rest": ("filler", "dealt"), "sets": SETS}
    near = get_close_matches(str(fault.values.get("word", "")).strip("'\""), known.get(fault.place, ()), 1)
    found = [Mend(near[0], ("write", list(fault.path), near[0]))] if near and fault.path else []
    return found + _drop(fault)


_Make = Callable[[Survey, Fault, str], list[Mend]]
_MENDS: Final[dict[str, _Make]] = {
    "card-twice": _card_twice, "unknown-card": _unknown_card, "rainbow": _unknown_card, "which-side": _which_side,
    "flag-color": _which_side, "one-sided": _which_side, "too-many-cards": _remove, "credits-odd": _credits_odd,
    "credits-range": _credits_range, "over-crew": _over, "over-goods": _over, "over-capacity": _aboard,
    "over-containers": _aboard, "contract-at-sea": _at_sea, "only-in-moment": _ship_place,
    "unknown-place": _ship_place, "joined-first": _no_super_ship, "joined-second": _no_super_ship,
    "ship-of-no-card": _no_ship, "players": _players, "unknown-harbor": _harbor, "harbor-twice": _harbor,
    "gray-harbor": _harbor, "want-harbor": _harbor, "unknown-seat": _seat_word,
    "performs-nothing": _performs_nothing, "done-range": _done, "declared-order": _declared_order,
    "led-first": _led_first, "unknown-word": _word, "unknown-set": _word,
}  # fmt: skip

__all__ = ["in_words", "mends", "zone_words"]
