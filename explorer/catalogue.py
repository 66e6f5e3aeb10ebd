"""The cards of a game as parallel lists, so that a card is a small number everywhere else."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from explorer.card import (
    FIELDS,
    NO_LOAD,
    NO_TIER,
    Card,
    Contract,
    action_number,
    color_number,
    kebab,
    nearest,
    parse_load,
    parse_tier,
    write_load,
    write_tier,
)
from explorer.cardfile import CardFileError, Problem, read_cards
from explorer.terms import ACTIONS, KINDS, NO_ACTION, NO_COLOR
from explorer.texts import text

__all__ = [
    "Card",
    "CardFileError",
    "Catalogue",
    "Contract",
    "Problem",
    "filler",
    "generic",
    "load_catalogue",
]

OWNER_VARIABLE: Final = "IMPORT_EXPORT_CARDS"


class Catalogue:
    """All cards that a game knows, numbered from 0.

    The lists are indexed by the card's number.  A Flag card takes three numbers in a row: its own, under which
    it lies where no side is chosen and which bears both colors in `colors`, and one for each of its two faces,
    as which it is a contract, a container, a good or crew (R-FLAG-1, R-FLAG-2).  `base` leads from any of the
    three to the card's own number, `faces` to those it may be turned to; for other cards both name the card
    itself.  `cards` holds each number's values, `printed` every physical card once.  Nothing of a catalogue
    changes after it was made: `with_cards` and `with_values` give new ones, in which every card keeps its number.

    Parameters: `cards`, the physical cards in their order; equal ids get "-2", "-3" and so on in `key`.
    Example: ``load_catalogue().find("Dragon Fruit")``
    """

    __slots__ = (
        "_lookup",
        "action",
        "base",
        "cards",
        "color",
        "colors",
        "faces",
        "fingerprint",
        "key",
        "load",
        "load_total",
        "name",
        "number",
        "power",
        "printed",
        "reading",
        "set",
        "tier",
        "tier_total",
        "two_sided",
    )

    printed: tuple[Card, ...]
    cards: tuple[Card, ...]
    base: list[int]
    faces: list[tuple[int, ...]]
    two_sided: frozenset[int]
    key: list[str]
    name: list[str]
    set: list[str]
    color: list[int]
    colors: list[int]
    action: list[int]
    tier: list[tuple[int, ...]]
    tier_total: list[int]
    load: list[tuple[int, ...]]
    load_total: list[int]
    power: list[str | None]
    number: dict[str, int]
    fingerprint: str
    reading: str
    _lookup: dict[str, int]

    def __init__(self, cards: Iterable[Card]) -> None:
        fix = object.__setattr__
        fix(self, "printed", tuple(cards))
        all_cards = tuple(one for card in self.printed for one in _numbered(card))
        base, faces = _faces(self.printed)
        fix(self, "base", base)
        fix(self, "faces", faces)
        fix(self, "two_sided", frozenset(number for number, sides in enumerate(faces) if len(sides) > 1))
        first = [_values(card) for card in all_cards]
        keys = _unique([card.id for card in all_cards])
        fix(self, "cards", all_cards)
        fix(self, "key", keys)
        fix(self, "name", [card.name for card in all_cards])
        fix(self, "set", [card.set for card in all_cards])
        fix(self, "color", [contract.color for contract in first])
        fix(self, "colors", [_color_bits(card) for card in all_cards])
        fix(self, "action", [contract.action for contract in first])
        fix(self, "tier", [contract.tier for contract in first])
        fix(self, "tier_total", [sum(contract.tier) for contract in first])
        fix(self, "load", [contract.load for contract in first])
        fix(self, "load_total", [sum(contract.load) for contract in first])
        fix(self, "power", [contract.power for contract in first])
        fix(self, "number", {key: number for number, key in enumerate(keys)})
        fix(self, "reading", "both")
        fix(self, "fingerprint", _fingerprint(keys, all_cards))
        fix(self, "_lookup", _lookup(keys, all_cards))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a catalogue does not change; make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a catalogue does not change; {name!r} stays")

    def __len__(self) -> int:
        return len(self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Catalogue) and self.printed == other.printed

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __reduce__(self) -> tuple[type["Catalogue"], tuple[tuple[Card, ...]]]:
        return Catalogue, (self.printed,)

    def __repr__(self) -> str:
        return f"<Catalogue of {len(self.printed)} cards, {self.fingerprint}>"

    def find(self, name: str) -> int:
        """Return the number of a card.

        Parameters: `name`, its key, its name or the name of its contract, in any case, spaced or with hyphens;
        the name of a contract of a Flag card finds that face of it.
        Raises: KeyError naming the nearest known ones.
        Example: ``catalogue.find("dragon-fruit") == catalogue.find("Dragon Fruit")``
        """
        number = self.get(name)
        if number < 0:
            known = dict.fromkeys([c.name for card in self.cards for c in card.contracts] + self.key)
            raise KeyError(text("cards.unknown_card", value=repr(name[:60]), near=nearest(name, known)))
        return number

    def get(self, name: str) -> int:
        """Return the number of a card as `find` does, -1 when none is called so; quicker, since nothing is named.

        Parameters: `name`, as in `find`.
        Example: ``catalogue.get("luxury/load") == -1``
        """
        return self._lookup.get(kebab(name), -1)

    def of_sets(self, sets: Iterable[str]) -> list[int]:
        """Return the numbers of all cards of some sets, without the faces of Flag cards.

        Parameters: `sets`, such as ``["base", "capital"]``.
        Example: ``len(catalogue.of_sets(["base"])) == 100``
        """
        wanted = frozenset([sets] if isinstance(sets, str) else sets)
        return [number for number, name in enumerate(self.set) if name in wanted and self.base[number] == number]

    def contract(self, card: int, side: int = 0) -> Contract:
        """Return the contract of a card; for the number of a whole Flag card, `side` 1 is the second one."""
        return self.cards[card].contracts[side]

    def origin(self, card: int, field: str, side: int = 0) -> str:
        """Tell where a printed value is from.

        Parameters: `card`, its number; `field`, one of set, color, action, tier, load, timing, marker; `side`.
        Raises: KeyError for another field.
        Example: ``catalogue.origin(catalogue.find("Hawaiian Salt"), "tier") == "rulebook"``
        """
        if field not in FIELDS:
            raise KeyError(text("cards.unknown_value", value=repr(field), near=nearest(field, FIELDS)))
        return self.cards[card].contracts[side].origin.get(field, "position")

    def read_by(self, reading: str) -> "Catalogue":
        """Return the same cards with other colors of a Flag card that shows no side (ruling flag-colour-unloaded).

        Parameters: `reading`, "both" colors, that of the side first named ("upright-one"), or "none".
        """
        if reading == self.reading:
            return self
        other, fix = object.__new__(Catalogue), object.__setattr__
        for slot in self.__slots__:
            fix(other, slot, getattr(self, slot))
        colors = self.colors[:]
        for whole in self.two_sided:
            upper, lower = (colors[face] for face in self.faces[whole])
            colors[whole] = {"both": upper | lower, "upright-one": upper}.get(reading, 0)
        fix(other, "colors", colors)
        fix(other, "reading", reading)
        return other

    def with_cards(self, cards: Iterable[Card]) -> "Catalogue":
        """Return a catalogue with more cards behind the present ones.

        Parameters: `cards`, such as ``[generic(TECHNOLOGY, LOAD), filler()]``.
        """
        return Catalogue((*self.printed, *cards))

    def with_values(self, card_number: int, side: int = 0, **values: Any) -> "Catalogue":
        """Return a catalogue in which a card bears other printed values, whose origin becomes ``position``.

        Parameters: `card_number`; `side`, 1 for the second contract of a whole Flag card, whose action, if given,
        is that of both; `values`, any of name, set, color, action, tier, load, timing, marker and power, as
        numbers and tuples or as the words of the card file.
        Raises: KeyError for an unknown value, ValueError for one that cannot be read.
        Example: ``catalogue.with_values(7, load="agriculture, agriculture", tier="")``
        """
        base = self.base[card_number]
        at = len({*self.base[:base]})
        card = _changed(self.printed[at], side or max(0, card_number - base - 1), values)
        return Catalogue((*self.printed[:at], card, *self.printed[at + 1 :]))

    def with_changed(self, changed: Mapping[int, Card]) -> "Catalogue":
        """Return a catalogue in which some numbers stand for other cards, a face of a Flag card for another contract.

        Parameters: `changed`, one-sided cards by number.
        """
        printed, numbers = list(self.printed), [n for n, base in enumerate(self.base) if n == base]
        for number, card in changed.items():
            at = numbers.index(self.base[number])
            old = printed[at]
            if old.two_sided:
                contracts = list(old.contracts)
                contracts[self.faces[self.base[number]].index(number)] = card.contracts[0]
                contracts = [replace(contract, action=card.contracts[0].action) for contract in contracts]
                card = Card(old.id, old.name, card.set, tuple(contracts))
            printed[at] = card
        return Catalogue(printed)

    def frame(self) -> Any:
        """Return a pandas DataFrame with one row for each contract, its values and where each is from."""
        rows = []
        for number, key in enumerate(self.key):
            if self.base[number] == number:
                card = self.cards[number]
                rows += [_row(key, card, contract) for contract in card.contracts]
        return import_module("pandas").DataFrame(rows)


def generic(
    color: int,
    action: int,
    tier: str | Sequence[int] = (),
    load: str | Sequence[int] = (),
    name: str | None = None,
) -> Card:
    """Make a card without a power.

    Parameters: `color` and `action`, numbers of `explorer.terms`; `tier` and `load`, counts or words as in the
    card file, none if left out; `name`, if it is to have one of its own.
    Raises: ValueError when a tier or load cannot be read.
    Example: ``generic(AGRICULTURE, CONTRACT, "agriculture 2", "agriculture, agriculture").id`` is
    ``"agriculture-contract"``
    """
    name = name or f"{KINDS[color]} {ACTIONS[action]}".title()
    origin = dict.fromkeys(FIELDS, "position")
    contract = Contract(name, color, action, _tier(tier), _load(load), origin=origin)
    return Card(kebab(name), name, "", (contract,))


def filler() -> Card:
    """Make the inert card that fills what a position does not mention: it fits nothing and does nothing."""
    contract = Contract("Filler", NO_COLOR, NO_ACTION, origin=dict.fromkeys(FIELDS, "position"))
    return Card("filler", "Filler", "", (contract,))


def load_catalogue(path: str | Path | None = None, owner: str | Path | None = None) -> Catalogue:
    """Read the printed cards, with an owner's own values over them if there are any.

    Parameters: `path`, another card file than the one that comes with the package; `owner`, a CSV file with a
    column `name` and any columns of values, which may also be given by the environment variable
    IMPORT_EXPORT_CARDS.
    Raises: CardFileError with every problem of the file at once; then nothing of it was used.
    Example: ``load_catalogue(owner="my_cards.csv")``
    """
    chosen = owner if owner is not None else os.environ.get(OWNER_VARIABLE) or None
    if path is None and chosen is None:
        return _default_catalogue()
    base = Path(path) if path is not None else _default_path()
    return Catalogue(read_cards(base, Path(chosen) if chosen is not None else None))


@lru_cache(maxsize=1)
def _default_catalogue() -> Catalogue:
    return Catalogue(read_cards(_default_path(), None))


def _default_path() -> Path:
    package = Path(__file__).resolve().parent
    installed = package / "_cards" / "cards.csv"
    return installed if installed.exists() else package.parent / "cards" / "cards.csv"


def _numbered(card: Card) -> tuple[Card, ...]:
    """A card under each of its numbers: itself, then the faces of a Flag card as cards of one contract."""
    if not card.two_sided:
        return (card,)
    return (card, *(Card(kebab(c.name), c.name, card.set, (c,)) for c in card.contracts))


def _faces(printed: tuple[Card, ...]) -> tuple[list[int], list[tuple[int, ...]]]:
    base: list[int] = []
    faces: list[tuple[int, ...]] = []
    for card in printed:
        number = len(base)
        if card.two_sided:
            base += [number] * 3
            faces += [(number + 1, number + 2), (number + 1,), (number + 2,)]
        else:
            base.append(number)
            faces.append((number,))
    return base, faces


def _values(card: Card) -> Contract:
    """What is to be had of a card under one of its numbers: of a whole Flag card nothing but its action."""
    first = card.contracts[0]
    return Contract(card.name, NO_COLOR, first.action) if card.two_sided else first


def _unique(ids: list[str]) -> list[str]:
    taken = set(ids)
    used: set[str] = set()
    keys: list[str] = []
    for wanted in ids:
        key, copy = wanted, 1
        while key in used or (copy > 1 and key in taken):
            copy += 1
            key = f"{wanted}-{copy}"
        used.add(key)
        keys.append(key)
    return keys


def _color_bits(card: Card) -> int:
    bits = 0
    for contract in card.contracts:
        bits |= 1 << contract.color
    return bits


def _lookup(keys: list[str], cards: tuple[Card, ...]) -> dict[str, int]:
    names: dict[str, int] = {}
    for number, card in enumerate(cards):
        names.setdefault(kebab(card.name), number)
        if not card.two_sided:
            names.setdefault(kebab(card.contracts[0].name), number)
    names.update({key: number for number, key in enumerate(keys)})
    return names


def _fingerprint(keys: list[str], cards: tuple[Card, ...]) -> str:
    """Hash what matters in play; where a value is from does not."""
    content = [
        [key, card.name, card.set]
        + [[c.name, c.color, c.action, c.tier, c.load, c.timing, c.marker, c.power] for c in card.contracts]
        for key, card in zip(keys, cards, strict=True)
    ]
    text_form = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text_form.encode("ascii")).hexdigest()[:12]


def _tier(value: str | Sequence[int]) -> tuple[int, ...]:
    return parse_tier(value) if isinstance(value, str) else _padded(value, len(NO_TIER))


def _load(value: str | Sequence[int]) -> tuple[int, ...]:
    return parse_load(value) if isinstance(value, str) else _padded(value, len(NO_LOAD))


def _padded(counts: Sequence[int], length: int) -> tuple[int, ...]:
    if len(counts) > length or any(count < 0 for count in counts):
        raise ValueError(f"{tuple(counts)} should be at most {length} counts, none below 0")
    return (*counts, *(0,) * (length - len(counts)))


def _changed(card: Card, side: int, values: Mapping[str, Any]) -> Card:
    known = ("name", *FIELDS, "power")
    for name in values:
        if name not in known:
            raise KeyError(text("cards.unknown_value", value=repr(name), near=nearest(name, known)))
    read = {name: _read_value(name, value) for name, value in values.items()}
    set_name = read.pop("set", card.set)
    old = card.contracts[side]
    origin = {**old.origin, **dict.fromkeys((name for name in values if name in FIELDS), "position")}
    contracts = list(card.contracts)
    contracts[side] = replace(old, **read, origin=origin)
    if "action" in read:
        contracts = [replace(contract, action=read["action"]) for contract in contracts]
    name = card.name if card.two_sided else contracts[side].name
    return Card(card.id, name, set_name, tuple(contracts))


def _read_value(name: str, value: Any) -> Any:
    if name == "tier":
        return _tier(value)
    if name == "load":
        return _load(value)
    if name == "color" and isinstance(value, str):
        return color_number(value)
    if name == "action" and isinstance(value, str):
        return action_number(value)
    return value


def _row(key: str, card: Card, contract: Contract) -> dict[str, object]:
    row: dict[str, object] = {"name": contract.name, "key": key, "card": card.name, "set": card.set}
    row |= {"color": KINDS[contract.color], "action": ACTIONS[contract.action]}
    row |= {"tier": write_tier(contract.tier), "tier_total": sum(contract.tier)}
    row |= {"load": write_load(contract.load), "load_total": sum(contract.load)}
    row |= {"timing": contract.timing, "marker": contract.marker, "power": contract.power}
    row |= {f"{name}_origin": contract.origin.get(name, "position") for name in FIELDS}
    return row | {"implied_by": contract.implied_by, "rulebook_line": contract.line}
