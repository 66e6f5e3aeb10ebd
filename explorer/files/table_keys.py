"""Operations on the keys of a position: definitions, seats, ships, the turn, sets and variants."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from explorer.card import kebab, nearest
from explorer.files.amend import Path
from explorer.files.cardwords import FIELDS, defined, definition, short_form
from explorer.files.editing import Editing, SketchError, refuse
from explorer.files.read_turn import TURN_KEYS
from explorer.files.tree import Tree
from explorer.language.moves import MARKET_END
from explorer.rules import resume
from explorer.terms import ACTIONS, FIVE_KINDS, HARBORS, KINDS, SETS
from explorer.texts import shown, text

_BY_COLOR = ("leader", "turn", "once", "extra", "effects")  # what speaks of seats
_APART = "renamed "  # before names that are on their way to another


def doc_path(path: Any) -> Path:
    """A path of keys and indexes; refuses anything else."""
    if not isinstance(path, (list, tuple)) or not path or not all(isinstance(s, str) or type(s) is int for s in path):
        raise refuse("no-item", item=shown(path))
    return tuple(path)


def plain(value: Any, limit: int) -> str:
    """A word for people: one line, without signs that cannot be seen."""
    if not isinstance(value, str):
        raise refuse("no-text", what=shown(value))
    return "".join(sign for sign in " ".join(value.split()) if sign.isprintable())[:limit]


def word(edit: Editing, path: Path, value: Any, limit: int) -> None:
    """Write a word for people, nothing for an empty one."""
    found = plain(value, limit)
    if found:
        edit.set(path, found)
    else:
        edit.draft.delete(path)


def one_of(edit: Editing, path: Path, value: Any, known: Sequence[str]) -> None:
    """Write one of a few words; the first is what is meant when nothing is said."""
    if value not in known:
        raise refuse("no-choice", what=shown(value), near=nearest(str(value)[:60], known))
    if value == known[0]:
        edit.draft.delete(path)
    else:
        _no_moment(edit, path[0])
        edit.set(path, value)


def _no_moment(edit: Editing, key: Any) -> None:
    if edit.survey.w.moment is not None and key in ("turn", "rest", "containers"):
        raise refuse("in-moment", key=key)


# Definitions


def _defined_as(edit: Editing, card: Any) -> str:
    """The key under which a card is defined, or would be."""
    name = plain(card, 60)
    if not kebab(name):
        raise refuse("no-card", card=shown(card), near="")
    tree = edit.draft.at(("cards",))
    known = tree.value if tree is not None and tree.kind == "map" else ()
    return next((key for key in known if kebab(key) == kebab(name)), name)


def define(edit: Editing, card: Any, values: Mapping[str, Any]) -> None:
    """Define a card, or change the definition of one."""
    name = _defined_as(edit, card)
    path: Path = ("cards", name)
    now = edit.draft.data(path)
    fields = dict(now) if isinstance(now, dict) else {}
    for key, value in values.items():
        if key not in FIELDS:
            raise refuse("no-field", field=key[:40], near=nearest(key[:60], FIELDS))
        if value is not None and not isinstance(value, (str, int, list, tuple)):
            raise refuse("no-text", what=shown(value))
        if value is None:
            fields.pop(key, None)
        else:
            fields[key] = list(value) if isinstance(value, (list, tuple)) else value
    _try_definition(edit, name, fields)
    for key in [one for one in (now if isinstance(now, dict) else ()) if one not in fields]:
        edit.draft.delete((*path, key))
    if not fields:
        edit.set(path, {})
    for key, value in fields.items():
        if edit.draft.data((*path, key)) != value:
            edit.set((*path, key), value)


def _try_definition(edit: Editing, name: str, fields: Mapping[str, Any]) -> None:
    words = {key: ", ".join(map(str, v)) if isinstance(v, list) else str(v).strip() for key, v in fields.items()}
    base = edit.survey.w.base
    number = edit.survey.w.number_of(name)
    old = base.cards[number] if 0 <= number < len(base) else None
    if old is not None and old.two_sided:
        sides = " or ".join(base.name[face] for face in base.faces[number])
        raise SketchError(text("position.which-contract", card=name, sides=sides))
    try:
        defined(name, old, words)
    except (ValueError, KeyError) as error:
        raise SketchError(f"{name}: {str(error.args[0] if error.args else error)[:300]}") from None


def undefine(edit: Editing, card: Any) -> None:
    """Take a definition out."""
    path: Path = ("cards", _defined_as(edit, card))
    if edit.draft.at(path) is None:
        raise refuse("not-defined", card=shown(card))
    edit.prune(path)


# Seats and ships


def _free(edit: Editing, color: Any) -> str:
    """A color that nobody has, the first one if none is named."""
    taken = edit.survey.w.said
    if color == "":
        return next((one for one in HARBORS if one not in taken), HARBORS[0])
    if color not in HARBORS:
        raise refuse("no-color", color=shown(color), near=nearest(str(color)[:60], HARBORS))
    if color in taken:
        raise refuse("color-taken", color=color)
    return str(color)


def add_seat(edit: Editing, color: Any) -> None:
    """Add a player."""
    if len(edit.survey.seats) >= 6:
        raise refuse("six-seats")
    new = _free(edit, color)
    edit.write_seats()
    players = edit.draft.at(("players",))
    edit.draft.insert(("players",), len(players.value) if players is not None else 0, {"harbor": new})


def remove_seat(edit: Editing, seat: Any) -> None:
    """Take a player away, with what speaks of them elsewhere."""
    number = edit.seat(seat)
    if len(edit.survey.seats) <= 2:
        raise refuse("two-seats")
    color = edit.survey.seats[number]
    edit.write_seats()
    edit.draft.delete(("players", number))
    for path in (("leader",), ("turn", "performing"), ("turn", "drew")):
        if edit.draft.data(path) == color:
            edit.draft.delete(path)
    for path in (("turn", "declared"), ("turn", "doing"), ("turn", "played"), ("once",)):
        if edit.draft.at((*path, color)) is not None:
            edit.prune((*path, color))
    if edit.draft.data(("turn",)) == {}:
        edit.draft.delete(("turn",))
    _forget_items(edit, "extra", color)
    _forget_items(edit, "effects", color)
    once = edit.draft.at(("once",))
    for where, said in reversed(_words(once, ("once",)) if once is not None else []):
        if _speaks_of(color, said):
            edit.draft.delete(where)
            if not edit.draft.data(where[:-1]):
                edit.prune(where[:-1])


def _forget_items(edit: Editing, key: str, color: str) -> None:
    """Take out what speaks of a seat in a list, and the list with the last of it."""
    tree = edit.draft.at((key,))
    if tree is None or tree.kind != "list" or color not in HARBORS:
        return
    gone = [i for i, one in enumerate(tree.value) if any(_speaks_of(color, word) for _path, word in _words(one, ()))]
    for i in gone[::-1]:
        edit.draft.delete((key, i))
    if gone and not edit.draft.data((key,)):
        edit.draft.delete((key,))


def _speaks_of(color: str, word: str) -> bool:
    return color in HARBORS and re.search(rf"\b{color}\b", word) is not None


def set_color(edit: Editing, seat: Any, color: Any) -> None:
    """Give a player another harbor; whoever has that one gets the player's own."""
    number = edit.seat(seat)
    seats = edit.survey.seats
    old = seats[number]
    if old == color:
        return
    other = seats.index(color) if old in HARBORS and color in HARBORS and color in seats else -1
    new = color if other >= 0 else _free(edit, color)
    edit.set(("players", number, "harbor"), new)
    if other >= 0:
        edit.set(("players", other, "harbor"), old)
    if old not in HARBORS:
        return
    names = {old: new, new: old} if other >= 0 else {old: new}
    for key in _BY_COLOR:
        _rename(edit, key, names)


def _rename(edit: Editing, key: str, names: Mapping[str, str]) -> None:
    """Give seats other names in whatever stands under a key."""
    tree = edit.draft.at((key,))
    if tree is None:
        return
    any_name = re.compile(rf"\b({'|'.join(names)})\b")
    for path, found in _words(tree, (key,)):
        changed = any_name.sub(lambda match: names[match[1]], found)
        if changed != found:
            edit.draft.set(path, changed)
    for path in _mappings(tree, (key,)):
        said = edit.draft.data(path)
        keys = [old for old in names if old in said]
        for old in keys:
            edit.draft.rename((*path, old), _APART + old)
        for old in keys:
            edit.draft.rename((*path, _APART + old), names[old])


def _words(tree: Tree, path: Path) -> list[tuple[Path, str]]:
    if tree.kind == "word":
        return [(path, tree.value)]
    items = enumerate(tree.value) if tree.kind == "list" else tree.value.items()
    return [found for step, item in items for found in _words(item, (*path, step))]


def _mappings(tree: Tree, path: Path) -> list[Path]:
    if tree.kind == "word":
        return []
    items = enumerate(tree.value) if tree.kind == "list" else tree.value.items()
    inner = [found for step, item in items for found in _mappings(item, (*path, step))]
    return [*inner, path] if tree.kind == "map" else inner


def set_ship(edit: Editing, ship: Any, at: Any, joined: Any) -> None:
    """Say where a ship is, and whether it is joined."""
    seat, number = edit.ship(ship)
    path: Path = ("players", seat, "ships", number)
    if at not in ("", "harbor", "sea"):
        raise SketchError(text("position.unknown-place", word=shown(at)))
    if joined not in (None, True, False) or (joined and number != 0):
        raise SketchError(text("position.joined-first"))
    if at:
        edit.set((*path, "at"), at)
    if joined:
        edit.set((*path, "joined"), True)
    elif joined is False:
        edit.draft.delete((*path, "joined"))


# The table


def set_turn(edit: Editing, values: Any, more: Mapping[str, Any]) -> None:
    """Say where in a turn this is."""
    if values is not None and not isinstance(values, Mapping):
        raise refuse("no-text", what=shown(values))
    wanted = {**(values or {}), **more}
    if not wanted:
        return edit.draft.delete(("turn",))
    _no_moment(edit, "turn")
    for key, value in wanted.items():
        _check_turn(edit, key, value)
    now = edit.draft.at(("turn",))
    if now is None or now.kind != "map":
        edit.set(("turn",), {})
    for key, value in wanted.items():
        for path, one in _turn_values(edit, ("turn", str(key)), value):
            if one is None:
                edit.draft.delete(path)
            else:
                edit.draft.set(path, one, TURN_KEYS)
    for path in (("turn", "declared"), ("turn", "doing"), ("turn", "played"), ("turn",)):
        if edit.draft.data(path) == {}:
            edit.draft.delete(path)


def _turn_values(edit: Editing, path: Path, value: Any) -> list[tuple[Path, Any]]:
    if not isinstance(value, Mapping):
        return [(path, value)]
    found = edit.draft.at(path)
    if found is not None and found.kind == "map":
        names = {edit.survey.seats[edit.seat(seat)]: one for seat, one in value.items()}
        return [((*path, seat), one) for seat, one in names.items()]
    said = {edit.survey.seats[edit.seat(seat)]: one for seat, one in value.items() if one is not None}
    return [(path, said or None)]


def _check_turn(edit: Editing, key: Any, value: Any) -> None:
    """Refuse what could never be read; what does not go together is a problem afterward."""
    if key not in TURN_KEYS:
        raise refuse("no-field", field=str(key)[:40], near=nearest(str(key)[:60], TURN_KEYS))
    if value is None:
        return
    if key in ("performing", "drew"):
        edit.seat(value)
    elif key in ("led", "phase"):
        known = ACTIONS[:6] if key == "led" else resume.PHASES
        if value not in known:
            raise refuse("no-choice", what=shown(value), near=nearest(str(value)[:60], known))
    elif key in ("declared", "doing", "played"):
        if not isinstance(value, Mapping):
            raise refuse("no-mapping", key=key)
        for seat, one in value.items():
            edit.seat(seat)
            _check_declared(key, one)
    elif type(value) is not int or not 0 <= value <= 10_000:
        raise refuse("no-number", what=shown(value))


def _check_declared(key: str, one: Any) -> None:
    if one is None:
        return
    if key == "declared" and (type(one) is not int or not 0 <= one <= 60):
        raise refuse("no-number", what=shown(one))
    if key == "doing" and one not in ACTIONS[:6]:
        raise refuse("no-choice", what=shown(one), near=nearest(str(one)[:60], ACTIONS[:6]))
    if key == "played" and not (isinstance(one, (list, tuple)) and all(isinstance(word, str) for word in one)):
        raise refuse("no-text", what=shown(one))


def drop_moment(edit: Editing) -> None:
    """Take the moment out; cards that only it describes are written out where they lie."""
    survey = edit.survey
    if survey.w.moment is None:
        raise refuse("no-moment")
    first, cat = len(survey.w.base), survey.catalogue
    for spot in survey.spots.values():
        cards = survey.lying[spot.path]
        if spot.path in survey.unsaid or not any(card >= first for _entry, _word, card, _line in cards):
            continue
        words = []
        for _entry, one, card, _line in cards:
            form = short_form(cat.cards[card]) if card >= first else None
            if card >= first and form is None:
                edit.draft.set(("cards", cat.key[card]), definition(cat.cards[card]))
            words.append(form or one)
        edit.write_zone(spot, words)
    edit.draft.delete(("moment",))
    edit.draft.drop_line(text("position.moment-note"))


def set_sets(edit: Editing, sets: Sequence[Any]) -> None:
    """Say which sets are in use, in their usual order."""
    for name in sets:
        if name not in SETS:
            raise SketchError(text("position.unknown-set", word=shown(name), near=nearest(str(name)[:60], SETS)))
    wanted = [name for name in SETS if name in sets]
    if wanted in ([], ["base"]):
        edit.draft.delete(("sets",))
    else:
        edit.set(("sets",), wanted)


def set_variant(edit: Editing, name: Any, value: Any) -> None:
    """Set a variant."""
    known = {"port": (True, False), "market": (True, False), "containers": (0, 1, 2)}
    if name not in known:
        raise refuse("no-choice", what=shown(name), near=nearest(str(name)[:60], known))
    if value is not None and (value not in known[name] or (name != "containers") != isinstance(value, bool)):
        raise refuse("no-variant", name=name, what=shown(value))
    _no_moment(edit, name)
    if value is None or (name != "port" and not value):
        edit.draft.delete((name,))
    elif name != "market" or edit.survey.w.state is None or not edit.survey.w.state.market:
        edit.set((name,), value)


def set_market(edit: Editing, good: Any, level: Any) -> None:
    """Set one marker of the Market, which there is then."""
    goods = [KINDS[kind] for kind in FIVE_KINDS]
    if good not in goods:
        raise SketchError(text("error.edit-good", good=shown(good), near=nearest(shown(good), goods)))
    if type(level) is not int or abs(level) > MARKET_END:
        raise SketchError(text("error.edit-level", level=shown(level), most=MARKET_END))
    now = edit.draft.at(("market",))
    if now is None or now.kind != "map":
        edit.set(("market",), {good: level})
    elif level or edit.draft.at(("market", good)) is not None:
        edit.set(("market", good), level)


__all__ = ["add_seat", "define", "doc_path", "drop_moment", "one_of", "remove_seat", "set_color", "set_market"]
__all__ += ["set_sets", "set_ship", "set_turn", "set_variant", "undefine", "word"]
