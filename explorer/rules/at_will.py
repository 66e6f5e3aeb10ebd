"""What may be done at will with crew and goods, where a table plays so.

They may be discarded (ruling voluntary-discard); another good may become the leftmost (leftmost-good); a Flag card
may be turned to its other side (flag-good-colour); Capital goods alone may count as a kind (capital-goods-alone).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.language import events as ev
from explorer.language.checks import Axis, Check, Ctx, Move
from explorer.language.events import emit, relied
from explorer.language.moves import discard, remove_crew, remove_good
from explorer.language.questions import COUNTS_AS, said_kind
from explorer.language.stepper import proc
from explorer.state import Frame, State
from explorer.terms import CAPITAL, FIVE_KINDS

RULING = "ruling voluntary-discard"


def _allowed(ctx: Ctx) -> bool:
    return ctx.s.rulings["voluntary-discard"] == "allowed"


THROW = Move(
    "throw",
    (Axis("card", lambda ctx: [*ctx.s.players[ctx.p].crew, *ctx.s.players[ctx.p].goods]),),
    gates=(Check("crew-and-goods-stay", RULING, _allowed),),
)


def at_will(s: State) -> list[tuple[Any, ...]]:
    """What all seats may do at will, as chances (seat, word, card or kind)."""
    found: list[tuple[Any, ...]] = []
    if s.rulings["voluntary-discard"] == "allowed":
        found += [(seat, "throw", card) for seat, one in enumerate(s.players) for card in (*one.crew, *one.goods)]
    for seat in range(len(s.players)):
        found += turns(s, seat)
    return found


def turns(s: State, seat: int) -> list[tuple[Any, ...]]:
    """What a seat may change about what its cards count as."""
    goods, color, found = s.players[seat].goods, s.cat.color, []
    if s.rulings["leftmost-good"] == "rearrangeable" and any(color[card] == CAPITAL for card in goods):
        found += [(seat, "leftmost", card) for card in _other_kinds(s, seat)]
    if s.rulings["flag-good-colour"] == "owner-chooses-each-time":
        found += [(seat, "turn-over", card) for card in _flags(s, seat)]
    if s.rulings["capital-goods-alone"] == "owner-chooses" and _alone(s, seat):
        found += [(seat, "count-as", kind) for kind in FIVE_KINDS if kind != said_kind(s, seat)]
    return [turn for turn in found if _is_new(s, *turn)] if found and s.phase == "scoring" else found


# Before points are counted, each arrangement is offered once, so that counting begins

ARRANGED = "arranged"  # the mark, among what was declined, of how a seat's cards have counted before


def _arrangement(s: State, seat: int, word: str = "", what: int = -1) -> tuple[Any, ...]:
    """What decides how a seat's cards count: its leftmost good, sides and a kind; also after one more turn."""
    goods, crew = s.players[seat].goods, s.players[seat].crew
    if word == "leftmost":
        goods = [what, *(card for card in goods if card != what)]
    elif word == "turn-over":
        goods, crew = ([_other_side(s, card) if card == what else card for card in cards] for cards in (goods, crew))
    kinds = [s.cat.color[card] for card in goods if s.cat.color[card] in FIVE_KINDS]
    sides = sorted(card for card in (*goods, *crew) if s.cat.base[card] in s.cat.two_sided)
    said = what if word == "count-as" else said_kind(s, seat)
    return (kinds[0] if kinds else CAPITAL, tuple(sides), said)


def _other_side(s: State, face: int) -> int:
    one, other = s.cat.faces[s.cat.base[face]]
    return other if face == one else one


def _is_new(s: State, seat: int, word: str, what: int) -> bool:
    return s.phase != "scoring" or (seat, ARRANGED, _arrangement(s, seat, word, what)) not in s.declined


def _note(s: State, f: Frame) -> None:
    """Remember how the cards have counted until now."""
    if s.phase == "scoring":
        s.declined += ((f.who, ARRANGED, _arrangement(s, f.who)),)


def _new(word: str) -> Check:
    return Check("arranged-before", "ruling " + RULING_OF[word], lambda ctx, what: _is_new(ctx.s, ctx.p, word, what))


RULING_OF = {"leftmost": "leftmost-good", "turn-over": "flag-good-colour", "count-as": "capital-goods-alone"}


def _other_kinds(s: State, seat: int) -> list[int]:
    """The first good of each kind but the leftmost one."""
    first: dict[int, int] = {}
    for card in s.players[seat].goods:
        if s.cat.color[card] in FIVE_KINDS:
            first.setdefault(s.cat.color[card], card)
    return list(first.values())[1:]


def _flags(s: State, seat: int) -> list[int]:
    player = s.players[seat]
    return [card for card in (*player.crew, *player.goods) if s.cat.base[card] in s.cat.two_sided]


def _alone(s: State, seat: int) -> bool:
    goods, color = s.players[seat].goods, s.cat.color
    return any(color[card] == CAPITAL for card in goods) and not any(color[card] in FIVE_KINDS for card in goods)


def _read_as(ruling: str, reading: str) -> Callable[[Ctx], bool]:
    return lambda ctx: ctx.s.rulings[ruling] == reading


LEFTMOST = Move(
    "leftmost",
    (Axis("card", lambda ctx: _other_kinds(ctx.s, ctx.p), (_new("leftmost"),)),),
    gates=(Check("goods-stay-in-order", "ruling leftmost-good", _read_as("leftmost-good", "rearrangeable")),),
)
TURN_OVER = Move(
    "turn-over",
    (Axis("card", lambda ctx: _flags(ctx.s, ctx.p), (_new("turn-over"),)),),
    gates=(Check("side-is-kept", "ruling flag-good-colour", _read_as("flag-good-colour", "owner-chooses-each-time")),),
)
COUNT_AS = Move(
    "count-as",
    (Axis("kind", lambda ctx: FIVE_KINDS if _alone(ctx.s, ctx.p) else (), (_new("count-as"),)),),
    gates=(
        Check("capital-alone-no-kind", "ruling capital-goods-alone", _read_as("capital-goods-alone", "owner-chooses")),
    ),
)
AT_WILL = {move.word: move for move in (THROW, LEFTMOST, TURN_OVER, COUNT_AS)}


def could(s: State, seat: int) -> list[Move]:
    """The ways to act at will for which a seat has a card, whether the rulings allow them or not."""
    ctx = Ctx(s, s.stack[-1], seat)
    return [move for move in AT_WILL.values() if move is THROW or move.axes[0].items(ctx)]


def _changed(s: State) -> None:
    s.dirty = s.events  # limits and wins may depend on it


def _to_the_left(s: State, f: Frame) -> None:
    _note(s, f)
    relied(s, f, "leftmost-good")
    goods = s.players[f.who].goods
    goods.remove(f.card)
    goods.insert(0, f.card)
    emit(s, f, ev.CardMoved, "ruling leftmost-good", f.who, f.card, "leftmost")
    _changed(s)


def _turn_over(s: State, f: Frame) -> None:
    _note(s, f)
    relied(s, f, "flag-good-colour")
    player = s.players[f.who]
    area = player.crew if f.card in player.crew else player.goods
    area[area.index(f.card)] = face = _other_side(s, f.card)
    emit(s, f, ev.CardMoved, "ruling flag-good-colour", f.who, face, "sight")
    _changed(s)


def _count_as(s: State, f: Frame) -> None:
    _note(s, f)
    relied(s, f, "capital-goods-alone")
    s.once[:] = [(seat, mark) for seat, mark in s.once if seat != f.who or not mark.startswith(COUNTS_AS)]
    s.once.append((f.who, f"{COUNTS_AS}{f.n}"))
    _changed(s)


proc("leftmost", _to_the_left)
proc("turn-over", _turn_over)
proc("count-as", _count_as)


def _throw(s: State, f: Frame) -> None:
    area = "crew" if f.card in s.players[f.who].crew else "goods"
    (remove_crew if area == "crew" else remove_good)(s, f, f.who, f.card, RULING)
    discard(s, f, f.who, f.card, area, RULING)


proc("throw", _throw)
