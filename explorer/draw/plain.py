"""The table as plain text, for a terminal or a place without pictures."""

from __future__ import annotations

from explorer.draw.parts import kind_name, seat_title, ship_title, signed, unbuilt
from explorer.draw.shapes import LETTERS
from explorer.draw.table import columns, find_seat
from explorer.draw.turn import turn_facts
from explorer.language.moves import goods_places, tokens_of
from explorer.language.questions import crew_limit, deck_is_open
from explorer.language.ships import matching
from explorer.state import GONE, JOINED, SAILING, SEA, State
from explorer.terms import ACTIONS, FIVE_KINDS, NO_ACTION
from explorer.texts import text
from explorer.words import option_text, prompt_text, where

WIDTH = 110


def table_text(state: State, seat: str | int | None = None) -> str:
    """Write the whole table as aligned text.

    Args:
        state: the state to write; it is not changed.
        seat: write what this seat may know; None leaves everything open.

    Example:
        >>> from explorer import new_game
        >>> table_text(new_game(players=2, seed=1).state).splitlines()[1].startswith("Supply Island")
        True
    """
    who = find_seat(state, seat)
    lines = [_under_way(state)]
    lines += _island(state)
    piles = [f"{len(state.deck)} {text('draw.deck')}", f"{len(state.discard)} {text('draw.discarded')}"]
    if state.deck and deck_is_open(state, state.leader):
        piles[0] += f" ({_name(state, state.deck[-1])})"
    if state.market:
        levels = ", ".join(f"{kind_name(kind)} {signed(level)}" for kind, level in enumerate(state.market))
        piles.append(f"{text('draw.market')}: {levels}")
    if state.containers:
        left = ", ".join(f"{kind_name(kind)} {len(tokens_of(state, kind))}" for kind in FIVE_KINDS)
        piles.append(f"{text('draw.supply')} ({text(f'draw.variant-{state.containers}')}): {left}")
    if state.discard:
        piles[1] += f" ({_name(state, state.discard[-1])})"
    lines += _entry("", piles)
    for number in range(len(state.players)):
        lines += ["", *_seat(state, number, who)]
    lines += ["", *_decision(state, who)]
    return "\n".join(line.rstrip() for line in lines)


def _island(s: State) -> list[str]:
    if not s.port:
        return _entry(text("draw.island"), [_card(s, card) for card in s.island])
    lines = [text("draw.port")]
    for price, cards in columns(s).items():
        lines += _entry(text("draw.column", price=price), [_card(s, card) for card in cards])
    return lines


def _under_way(s: State) -> str:
    if s.over:
        return text("draw.over")
    return " › ".join(where(s))


def _seat(s: State, seat: int, who: int | None) -> list[str]:
    player = s.players[seat]
    fact = turn_facts(s)[seat]
    said = [f"{player.credits} {text('draw.credits')}"]
    if s.leader == seat:
        said.append(text("draw.leads"))
    if fact["declared"] is not None and s.action >= 0:
        said.append(f"{text('draw.declare')} {fact['declared']}")
    played = [_card(s, card) for owner, card in s.played if owner == seat]
    if played:
        said.append(f"{text('draw.played')} {', '.join(played)}")
    hand = [_card(s, c) for c in player.hand] if who in (None, seat) else ["?"] * len(player.hand)
    crew = f"{text('draw.crew')} {len(player.crew)}/{_most(crew_limit(s, seat))}"
    goods = f"{text('draw.goods')} {len(player.goods)}/{_most(goods_places(s, seat))}"
    title = seat_title(s, seat).upper()
    lines = [f"{title}  {' · '.join(said)}"]
    lines += _entry(f"  {text('draw.contracts')} {len(player.fulfilled) + 1}", [_name(s, c) for c in player.fulfilled])
    lines += _entry(f"  {crew}", [_card(s, card) for card in player.crew])
    lines += _entry(f"  {goods}", [_name(s, card) for card in player.goods])
    for ship, hulk in enumerate(s.ships):
        if hulk.owner == seat and hulk.at != GONE:
            lines += _entry(f"  {ship_title(s, ship)}", _ship(s, ship))
    return lines + _entry(f"  {text('draw.hand')} {len(hand)}", hand)


def _most(limit: int) -> str:
    return str(limit) if limit < 1000 else "∞"


def _ship(s: State, ship: int) -> list[str]:
    hulk = s.ships[ship]
    notes = [f"{text('draw.beneath')} {', '.join(_name(s, card) for card in hulk.under)}"] if hulk.under else []
    if hulk.at == SEA:
        return [*notes, f"{text('draw.at-sea')}:", *(_card(s, card) for card in hulk.cargo)]
    if hulk.at == SAILING:
        notes.append(text("draw.sailing"))
    if hulk.at == JOINED and hulk.partner >= 0:
        notes.append(text("draw.joined", ship=ship_title(s, hulk.partner)))
    notes += [_name(s, card) for card in hulk.contracts] or [text("draw.no-contract")]
    if hulk.cargo:
        notes.append(text("draw.aboard", cards=", ".join(_name(s, card) for card in hulk.cargo)))
    if hulk.contracts:
        lacking, _held = matching(s, ship)
        kinds = [kind_name(kind) for kind, n in enumerate(lacking) for _ in range(max(0, n))]
        notes += [text("draw.needs", kinds=", ".join(kinds))] if kinds else []
    return notes


def _name(s: State, card: int) -> str:
    note = f" ({text('draw.no-power-yet')})" if unbuilt(s, card) else ""
    return f"{s.cat.name[card]} {_letters(s, card)}{note}"


def _card(s: State, card: int) -> str:
    action = s.cat.action[card]
    act = f"/{ACTIONS[action]}" if action != NO_ACTION else ""
    return f"{s.cat.name[card]} {_letters(s, card)}{act}"


def _letters(s: State, card: int) -> str:
    """The letter of a card's kind; of a Flag card with no side up, both."""
    return "|".join(LETTERS[s.cat.color[face]] for face in s.cat.faces[card])


def _entry(label: str, items: list[str]) -> list[str]:
    """One labeled line, wrapped between items and aligned under the first."""
    lines = [f"{label:<16}"]
    for item in items:
        joint = "" if len(lines[-1]) <= 16 or not lines[-1].strip() else "  "
        if len(lines[-1]) + len(joint) + len(item) > WIDTH and len(lines[-1]) > 16:
            lines.append(" " * 16)
            joint = ""
        lines[-1] += joint + item
    return lines


def _decision(s: State, who: int | None) -> list[str]:
    if s.over or s.asking is None:
        winners = ", ".join(seat_title(s, seat) for seat in s.winners)
        return [text("draw.winners", seats=winners)] if winners else []
    if who is not None and s.asking[0] not in (who, -1):
        return [text("draw.question", seat=seat_title(s, s.asking[0]))]
    lines = [prompt_text(s)]
    return lines + [f"{number:>4}  {option_text(s, choice)}" for number, choice in enumerate(s.options or (), 1)]
