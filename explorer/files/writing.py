"""From a state to text: the zones for people, and the rest of the moment as data."""

from __future__ import annotations

from typing import Any

from explorer.catalogue import Catalogue, load_catalogue
from explorer.files.cardwords import definition, essence
from explorer.files.moment import MomentError, moment_of
from explorer.files.tree import flow, written_word
from explorer.rulebook import default_rulings
from explorer.state import JOINED, PLACES, Player, State, is_extra, seat_name
from explorer.terms import CAPITAL, FIVE_KINDS, HARBORS, KINDS, SETS
from explorer.texts import text


def written(s: State, title: str = "") -> str:
    """Write a state out so that reading it back continues identically."""
    base = load_catalogue()
    lines = [f"title: {written_word(title or _title(s))}"]
    changed = _changed(s.cat, base)
    if changed:
        lines += ["cards:", *(f"  {written_word(name)}: {flow(fields)}" for name, fields in changed.items())]
    sets = _sets(s, len(base))
    if sets != ["base"]:
        lines.append(f"sets: {flow(sets)}")
    default = default_rulings()
    rulings = {id_: reading for id_, reading in s.rulings.items() if default.get(id_) != reading}
    if rulings:
        lines += ["rulings:", *(f"  {id_}: {reading}" for id_, reading in rulings.items())]
    if s.port != ("tokyo" in sets):
        lines.append(f"port: {str(s.port).lower()}")
    if s.market:
        lines.append(f"market: {flow({KINDS[kind]: s.market[kind] for kind in FIVE_KINDS})}")
    lines += [f"leader: {seat_name(s, s.leader)}", f"seed: {s.seed}", "players:"]
    for seat, player in enumerate(s.players):
        lines += _player(s, player, [i for i, ship in enumerate(s.ships) if ship.owner == seat])
    for zone in ("island", "deck", "discard"):
        cards = getattr(s, zone)
        lines.append(f"{zone}: {_cards(s, cards if zone == 'island' else cards[::-1])}")
    lines.append(text("position.moment-note"))
    lines += _moment(moment_of(s, len(base)))
    return "\n".join(lines) + "\n"


def _sets(s: State, printed: int) -> list[str]:
    """The sets in use, as said or by the printed cards in play; the gray harbor is at home in the capital set."""
    zones = [s.island, s.deck, s.discard, s.limbo, [card for _seat, card in s.played]]
    zones += [cards for p in s.players for cards in (p.hand, p.crew, p.goods, p.fulfilled)]
    zones += [cards for ship in s.ships for cards in (ship.contracts, ship.cargo, ship.under)]
    used = {s.cat.set[card] for zone in zones for card in zone if card < printed} | {"base", *s.sets}
    if len(s.players) < 6 and any(player.harbor == CAPITAL for player in s.players):
        used.add("capital")
    return [name for name in SETS if name in used]


def _title(s: State) -> str:
    if s.over:
        return text("position.title-over", turn=s.turn)
    seat = seat_name(s, s.asking[0]) if s.asking else "-"
    return text("position.title", turn=s.turn, seat=seat)


def _changed(cat: Catalogue, base: Catalogue) -> dict[str, dict[str, str]]:
    """The printed cards that bear other values than the file's."""
    if len(cat) < len(base):
        raise MomentError(text("position.other-cards", found=base.fingerprint, wanted=cat.fingerprint))
    found = {}
    for key, now, printed in zip(base.key, cat.cards, base.cards, strict=False):
        if now.two_sided and printed.two_sided:
            continue  # its faces follow
        if essence(now) != essence(printed):
            if now.id != printed.id or now.two_sided or printed.two_sided:
                raise MomentError(text("position.other-cards", found=base.fingerprint, wanted=cat.fingerprint))
            found[key] = definition(now, printed)
    return found


def _player(s: State, player: Player, ships: list[int]) -> list[str]:
    lines = [f"- harbor: {HARBORS[player.harbor]}"]
    if player.name:
        lines.append(f"  name: {written_word(player.name)}")
    lines.append(f"  credits: {player.credits}")
    lines += [f"  {area}: {_cards(s, getattr(player, area))}" for area in ("hand", "crew", "goods", "fulfilled")]
    lines.append("  ships:")
    return lines + [f"  - {_ship(s, ship)}" for ship in ships]


def _ship(s: State, number: int) -> str:
    ship = s.ships[number]
    apart = ship.partner >= 0 and (is_extra(s, number) or is_extra(s, ship.partner))
    more = ", joined: true" if ship.partner >= 0 and ship.at != JOINED and not apart else ""
    more += f", under: {_cards(s, ship.under)}" if ship.under else ""
    more += f", index: {number}" if is_extra(s, number) else ""
    more += f", partner: {ship.partner}" if apart else ""
    contracts, containers = _cards(s, ship.contracts), _cards(s, ship.cargo)
    return f"{{at: {PLACES[ship.at]}, contracts: {contracts}, containers: {containers}{more}}}"


def _cards(s: State, cards: list[int]) -> str:
    return flow([_name(s, card) for card in cards])


def _name(s: State, card: int) -> str:
    name = s.cat.name[card]
    number = s.cat.number.get(s.cat.key[card])
    try:
        found = s.cat.find(name)
    except KeyError:
        found = -1
    return name if found == card == number and not name[:1].isdigit() else s.cat.key[card]


def _moment(data: dict[str, Any]) -> list[str]:
    lines = ["moment:"]
    for name, value in data.items():
        if name in ("stack", "log") and value:
            lines += [f"  {name}:", *(f"  - {flow(row)}" for row in value)]
        else:
            lines.append(f"  {name}: {flow(value)}")
    return lines
