"""What happens to ships and what lies on them: contracts, containers, cards under ships, ships that are cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from explorer.language import events as ev
from explorer.language.abilities import aboard, reindex
from explorer.language.events import emit, relied
from explorer.language.listing import BITS
from explorer.language.moves import (
    as_container,
    boxed,
    discard,
    end_effects,
    forget_copy,
    good_came,
    none_left,
    open_color,
    pay_flag_fee,
    stays_itself,
)
from explorer.language.questions import (
    ALL_COLORS,
    ANY,
    asked_wild,
    fills,
    half_loads,
    load_needs,
    pair_fills,
    pairs,
    ship_capacity,
    takes_any,
)
from explorer.state import GONE, HARBOR, SEA, Frame, Ship, State, is_extra, ships_of
from explorer.terms import CAPITAL, NO_COLOR, RAINBOW

_KIND_BITS = (1, 2, 4, 8, 16, 32, 64)

# Ships, contracts and containers


def need(s: State, ship: int) -> list[int]:
    """How many containers of each kind the contracts of a ship ask for together, rainbow last (R-FULFIL-1)."""
    return load_needs(s, s.ships[ship].owner, ship)


def need_total(s: State, ship: int) -> int:
    """The total load requirement of a ship (R-CONTRACT-2)."""
    hull, changed = s.ships[ship], s.index.load_needs
    if changed and changed[hull.owner]:
        return sum(need(s, ship))
    load_total = s.cat.load_total
    total = 0
    for card in hull.contracts:
        total += load_total[card]
    return total


def matching(s: State, ship: int) -> tuple[list[int], list[list[int]]]:
    """Assign the containers aboard to requirements, as many as possible (AMB-47).

    Returns how many requirements of each kind stay open, and for each kind the
    masks of the containers assigned to it.
    """
    return assigned(need(s, ship), cargo_masks(s, ship))


def cargo_masks(s: State, ship: int) -> list[int]:
    """What each container aboard can meet, as bits of kinds; two that count as one stand there once."""
    hull = s.ships[ship]
    owner = hull.owner
    joined = pairs(s, owner, ship) if s.index.pairs else ()
    if not joined:
        return [fills(s, owner, card) for card in hull.cargo]
    apart = [card for card in hull.cargo if not any(card in pair for pair in joined)]
    return [fills(s, owner, card) for card in apart] + [pair_fills(s, owner)] * len(joined)


def containers(s: State, ship: int) -> int:
    """How many containers a ship carries where two may count as one."""
    hull = s.ships[ship]
    return len(hull.cargo) - (len(pairs(s, hull.owner, ship)) if s.index.pairs else 0)


def assigned(wanted: list[int], masks: list[int]) -> tuple[list[int], list[list[int]]]:
    """Assign containers, by what each can meet, to requirements; returns what ``matching`` does."""
    free = wanted[:]
    held: list[list[int]] = [[] for _ in free]
    for mask in masks:
        _place(mask, free, held, 0)
    return free, held


def _place(mask: int, free: list[int], held: list[list[int]], seen: int) -> int:
    """Find a requirement for a container, moving others if need be; returns the kinds tried, -1 when placed."""
    for kind in BITS[mask & ~seen & ALL_COLORS]:
        if free[kind]:
            free[kind] -= 1
            held[kind].append(mask)
            return -1
    for kind in range(7):
        if mask >> kind & 1 and not seen >> kind & 1 and held[kind]:
            seen |= 1 << kind
            for at, other in enumerate(held[kind]):
                tried = _place(other, free, held, seen)
                if tried < 0:
                    held[kind][at] = mask
                    return -1
                seen |= tried
    return seen


def open_kinds(s: State, ship: int) -> int:
    """Which kinds of container would meet a further requirement of this ship, as bits (R-LOAD-1, R-LOAD-3, D12)."""
    hull = s.ships[ship]
    if not hull.contracts:
        return 0
    owner, index = hull.owner, s.index
    if not hull.cargo:
        return _kinds(load_needs(s, owner, ship))
    if not (s.slots or (index.fills and index.fills[owner]) or (index.pairs and index.pairs[owner])):
        wanted = load_needs(s, owner, ship)
        free = wanted[:]
        colors = s.cat.colors
        for card in hull.cargo:
            mask = colors[card]
            if mask & (mask - 1) or mask == 1 << 5:
                break
            kind = mask.bit_length() - 1
            if kind == NO_COLOR:  # it meets nothing
                continue
            if free[kind] > 0:
                free[kind] -= 1
            else:
                free[RAINBOW] -= 1
        else:  # each container has a color of its own, which it meets first
            if free[RAINBOW] > 0:  # any of these could make room for another one
                return _kinds(wanted) | 1 << RAINBOW
            free[RAINBOW] = 0
            return _kinds(free)
    free, held = matching(s, ship)
    found = _kinds(free)
    grown = bool(found)
    while grown:  # a kind is open too if one of its containers could move to an open kind
        grown = False
        for kind in range(7):
            if held[kind] and not found >> kind & 1 and any([mask & found for mask in held[kind]]):
                found |= 1 << kind
                grown = True
    return found


def _kinds(numbers: list[int]) -> int:
    """Of which kinds there are any, as bits."""
    found = 0
    for number, bit in zip(numbers, _KIND_BITS, strict=False):
        if number:
            found |= bit
    return found


def complete(s: State, ship: int) -> bool:
    """Whether the containers aboard meet all requirements of all contracts together (R-FULFIL-1)."""
    hull = s.ships[ship]
    if not hull.contracts:
        return False
    held = containers(s, ship) if s.index.pairs else len(hull.cargo)
    wanted = need_total(s, ship)
    if held < wanted or open_kinds(s, ship):
        return False
    return held == wanted or s.rulings["surplus-containers"] != "block-fulfilment"


def half_complete(s: State, ship: int) -> bool:
    """Whether some of the contracts are met by half and the others in full (power prefab-home)."""
    return bool(half_needs(s, ship))


def half_needs(s: State, ship: int) -> list[list[int]]:
    """What the containers aboard meet of a ship's contracts where some are halved, for each choice of the halves."""
    hull = s.ships[ship]
    colors = half_loads(s, hull.owner)
    halved = [card for card in hull.contracts if s.cat.colors[card] & colors]
    if not (halved and hull.cargo):
        return []
    rest, halves = _by_halves(s, ship, halved)
    wanted = {tuple(rest)}
    for parts in halves:
        wanted = {tuple(map(sum, zip(one, part, strict=True))) for one in wanted for part in parts}
    masks = cargo_masks(s, ship)
    return [list(one) for one in sorted(wanted) if sum(one) <= len(masks) and not any(assigned(list(one), masks)[0])]


def _by_halves(s: State, ship: int, halved: list[int]) -> tuple[list[int], list[list[tuple[int, ...]]]]:
    """What the other contracts ask for, and for each halved one every half that its owner may pick."""
    hull = s.ships[ship]
    contracts, rest, halves = hull.contracts, need(s, ship), []
    for card in halved:
        hull.contracts = [other for other in contracts if other != card]
        without = need(s, ship) if hull.contracts else [0] * 7
        hull.contracts = contracts
        own = [max(0, n - m) for n, m in zip(need(s, ship), without, strict=True)]
        rest = [max(0, n - m) for n, m in zip(rest, own, strict=True)]
        up = s.rulings["prefab-home-rounding"] == "up"
        halves.append(_parts(tuple(own), max(1, (sum(own) + up) // 2)))
    return rest, halves


def _parts(wanted: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Every way to pick so many of these requirements, by kind."""
    return [part for part in product(*(range(n + 1) for n in wanted)) if sum(part) == min(size, sum(wanted))]


def room_aboard(s: State, ship: int) -> bool:
    """Whether the ship can carry one more container (AMB-45)."""
    hull = s.ships[ship]
    if s.rulings["container-capacity"] == "contracts-only":
        return True
    return slots_used(s, ship) < ship_capacity(s, hull.owner, ship)


def slots_used(s: State, ship: int) -> int:
    """How much of a ship's capacity its containers use (AMB-45, ruling robo-cats-capacity)."""
    return containers(s, ship) if s.rulings["robo-cats-capacity"] == "one-slot" else len(s.ships[ship].cargo)


def load(
    s: State,
    f: Frame,
    p: int,
    card: int,
    ship: int,
    how: str,
    clause: str,
    from_ship: bool = False,
    free: bool = False,
) -> None:
    """Put a card that is nowhere else aboard a ship as a container; ``how`` is "load", "pirate" or "power".

    For a Flag card p pays its fee, unless it comes from another ship (R-FLAG-2, R-FLAG-3) or its text says ``free``.
    """
    if not free:
        pay_flag_fee(s, f, p, card, how, from_ship)
    if s.cat.color[card] == CAPITAL:
        relied(s, f, "grey-loaded-by-powers")
    card = as_container(s, f, p, card)
    s.ships[ship].cargo.append(card)
    if s.claimed and s.ships[ship].at == SEA:
        _unclaim(s, ship)
    if not s.containers or stays_itself(s, card) or not open_color(s, p, card, how):
        _came_aboard(s, f, p, card, ship, how, clause)


def _came_aboard(s: State, f: Frame, p: int, card: int, ship: int, how: str, clause: str) -> None:
    """Tell that a container has been loaded."""
    aboard(s, card)
    if s.rulings["fulfilled-without-loading"] == "only-by-loading":
        s.loaded += (ship,)
    fixed = s.rulings["wild-container-assignment"] == "fixed-when-loaded" and _note_slot(s, f, p, card, ship)
    if not fixed and s.rulings["wild-power-lost"] == "keep-their-slot" and (s.index.fills or s.index.takes_any):
        _note_slot_kept(s, f, p, card)
    emit(s, f, ev.ContainerLoaded, clause, p, card, ship, how)


def take_color(s: State, f: Frame, p: int, card: int, color: int, how: str) -> None:
    """Put a container of the chosen color in a Capital card's place; -1: it stays itself (R-VARIANT-5)."""
    aboard_of = next((i for i, ship in enumerate(s.ships) if card in ship.cargo), -1)
    cards = getattr(s.players[p], how) if how in ("crew", "goods") else s.ships[aboard_of].cargo
    token = boxed(s, f, p, card, "R-VARIANT-5", color) if color >= 0 else card
    if color < 0:  # there is no container of any color
        none_left(s, f, p, card, "R-VARIANT-5")
    cards[cards.index(card)] = token
    if how == "crew":
        emit(s, f, ev.CrewAdded, "R-VARIANT-5", p, token)
    elif how == "goods":
        good_came(s, f, p, token, "R-VARIANT-5", card)
    else:
        aboard(s, card)
        _came_aboard(s, f, p, token, aboard_of, how, "R-VARIANT-5")


# What wild containers cover, where that is fixed when they are loaded (ruling wild-container-assignment)

SLOT_OPEN = "slot "  # the mark of a wild container whose loader has yet to say which requirement it covers


def _note_slot(s: State, f: Frame, p: int, card: int, ship: int) -> bool:
    """Fix what a wild container covers: at once where only one kind is open, else its loader is asked."""
    kinds = slot_kinds(s, card)
    if not kinds or not fills(s, s.ships[ship].owner, card) & ~(s.cat.colors[card] | ANY):
        return False
    relied(s, f, "wild-container-assignment")
    _fix_slot(s, p, card, kinds)
    return True


def _fix_slot(s: State, p: int, card: int, kinds: list[int]) -> None:
    if len(kinds) == 1:
        s.slots += ((card, kinds[0]),)
    else:
        s.once.append((p, f"{SLOT_OPEN}{card}"))


def _note_slot_kept(s: State, f: Frame, p: int, card: int) -> None:
    """Note what a container covers by a power alone; one that meets something as what it is needs none."""
    kinds = slot_kinds(s, card)
    if kinds and not any((s.cat.colors[card] | ANY) >> kind & 1 for kind in kinds):
        relied(s, f, "wild-power-lost")
        _fix_slot(s, p, card, kinds)


def slot_kinds(s: State, card: int) -> list[int]:
    """The kinds of requirement that a container aboard in a harbor could cover, left without it."""
    hull = next((ship for ship in s.ships if card in ship.cargo and ship.at == HARBOR), None)
    if hull is None:
        return []
    cargo = hull.cargo
    hull.cargo = [other for other in cargo if other != card]
    found = open_kinds(s, s.ships.index(hull)) & fills(s, hull.owner, card)
    if found >> RAINBOW & 1 and s.index.takes_any and s.rulings["wild-power-lost"] == "keep-their-slot":
        found = (found & ~ANY) | _printed_kinds(s, s.ships.index(hull))
    hull.cargo = cargo
    return [kind for kind in range(7) if found >> kind & 1]


def _printed_kinds(s: State, ship: int) -> int:
    """Which requirements nothing aboard is meant for, as bits: rainbow, and what contracts print that take any.

    A contract that takes any container by its own text does so for good, so it asks for rainbow.
    """
    hull = s.ships[ship]
    for_good = {entry[2] for entry in s.index.takes_any[hull.owner]}
    loads = {card: asked_wild(s, card) if card in for_good else s.cat.load[card] for card in hull.contracts}
    free = [sum(load[kind] for load in loads.values()) for kind in range(7)]
    meant = dict(s.slots)
    for card in hull.cargo:
        kind = meant.get(card, s.cat.color[card])
        if kind < 7:
            free[kind if free[kind] > 0 else RAINBOW] -= 1
    asked = [sum(loads[card][kind] for card in takes_any(s, hull.owner, ship)) for kind in range(7)]
    return sum(1 << kind for kind in range(7) if free[kind] > 0 and (asked[kind] or kind == RAINBOW))


def free_slots(s: State, cards: Iterable[int]) -> None:
    """Containers that leave a harbor are tied to no requirement any more."""
    if s.slots:
        s.slots = tuple(pair for pair in s.slots if pair[0] not in cards)


def unload(s: State, f: Frame, card: int, ship: int, clause: str, moves_on: bool = False) -> None:
    """Take a container off a ship; the caller puts it somewhere: onto another ship, as what it is, if it moves on."""
    s.ships[ship].cargo.remove(card)
    free_slots(s, (card,))
    aboard(s, card)
    emit(s, f, ev.ContainerRemoved, clause, s.ships[ship].owner, card, ship)
    if not moves_on:
        end_effects(s, f, ("aboard", card))


def place_contract(s: State, f: Frame, p: int, card: int, ship: int, skipped: int, clause: str) -> None:
    """Slide a card that is nowhere else under a ship as a contract (R-CONTRACT-1)."""
    s.ships[ship].contracts.append(card)
    aboard(s, card)
    emit(s, f, ev.ContractPlaced, clause, p, card, ship, skipped)


def come_home(s: State, f: Frame, ship: int, clause: str) -> None:
    """Bring a ship back to its harbor; an empty super-ship comes back as two (R-IMPORT-6, power partnership)."""
    hull = s.ships[ship]
    if is_extra(s, ship) and not hull.cargo and hull.partner < 0:
        return retire(s, f, ship)
    hull.at = HARBOR
    _unclaim(s, ship)
    emit(s, f, ev.ShipReturned, clause, hull.owner, ship, len(hull.cargo))
    if hull.partner >= 0 and not hull.cargo and not hull.contracts:
        other = hull.partner
        split(s, f, ship)
        if ev.ShipReturned in s.index.hears:
            relied(s, f, "super-ship-returns")
        if s.rulings["super-ship-returns"] == "two" and s.ships[other].at == HARBOR:
            emit(s, f, ev.ShipReturned, clause, hull.owner, other, 0)


def _unclaim(s: State, ship: int) -> None:
    """A ship that stayed at sea without cargo is one like any other again (ruling ship-sails-empty)."""
    if ship in s.claimed:
        s.claimed = tuple(i for i in s.claimed if i != ship)


def split(s: State, f: Frame, ship: int) -> None:
    """Part the two hulls of an empty super-ship (power partnership)."""
    hull = s.ships[ship]
    other = s.ships[hull.partner]
    other.at = HARBOR
    hull.partner = other.partner = -1
    end_effects(s, f, ("split", ship))
    for one in (ship, s.ships.index(other)):
        if is_extra(s, one):
            retire(s, f, one)


# Cards under ships, and ships that are cards


def slip_under(s: State, f: Frame, card: int, ship: int, clause: str) -> None:
    """Slip a card that is nowhere else under a ship, where its power works on."""
    s.ships[ship].under.append(card)
    reindex(s)
    emit(s, f, ev.CardSlipped, clause, s.ships[ship].owner, card, ship)


def build_ship(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Make a card that is nowhere else a further ship in p's harbor."""
    number = next((i for i in ships_of(s, p) if s.ships[i].at == GONE), len(s.ships))
    if number == len(s.ships):
        s.ships.append(Ship(p, HARBOR))
    s.ships[number].at = HARBOR
    s.ships[number].under.append(card)
    reindex(s)
    emit(s, f, ev.ShipBuilt, clause, p, number)


def retire(s: State, f: Frame, ship: int) -> None:
    """Take a ship that is a card out of the game: what lies under it is discarded (power diesel-engine)."""
    hull = s.ships[ship]
    under, hull.under = hull.under, []
    hull.at = GONE
    emit(s, f, ev.ShipRetired, "power diesel-engine", hull.owner, ship)
    for card in under:
        forget_copy(s, card)
        discard(s, f, hull.owner, card, "ship", "power diesel-engine")
    reindex(s)
    end_effects(s, f, ("ship", ship))


def harbor_ships(s: State, p: int) -> list[int]:
    """Ships in p's harbor (R-TERM-5)."""
    return [i for i in ships_of(s, p) if s.ships[i].at == HARBOR]


def ships_at_sea(s: State) -> list[int]:
    """Ships at sea (R-TERM-5)."""
    return [i for i, ship in enumerate(s.ships) if ship.at == SEA]
