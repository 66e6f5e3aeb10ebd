"""Powers that win the game as soon as what they watch is so (R-END-3, D20)."""

from __future__ import annotations

from functools import partial

from explorer.language.abilities import WinsWhen, power
from explorer.language.events import relied
from explorer.language.questions import good_counts, goods_total
from explorer.rules.ending import sharers
from explorer.state import State
from explorer.terms import FIVE_KINDS

ALL_FIVE = 0b11111


def _twice_as_rich(s: State, owner: int, tell: bool = False) -> bool:
    if tell:
        relied(s, s.stack[-1], "exotic-fish-timing")
    timing = s.rulings["exotic-fish-timing"]
    if (timing == "end-of-turn" and s.phase != "clean-up") or (timing == "end-of-game" and s.phase != "scoring"):
        return False
    credits = s.players[owner].credits
    for seat, player in enumerate(s.players):
        if credits < 2 * player.credits and seat != owner:
            return False
    return sharers(s, owner, [goods_total(s, seat) for seat in range(len(s.players))], tell) > 0


power("Exotic Fish", WinsWhen(_twice_as_rich, watches="credits and goods", tells=partial(_twice_as_rich, tell=True)))


def _most_of_four(s: State, owner: int, tell: bool = False) -> bool:
    kinds = FIVE_KINDS if s.rulings["graphics-cards-kinds"] == "any-four-of-five" else FIVE_KINDS[:4]
    own = good_counts(s, owner)
    if sum([own[kind] > 0 for kind in kinds]) < 4:  # a quick look first: nobody has the most of nothing
        return False
    counts = [good_counts(s, seat) for seat in range(len(s.players))]
    most = [kind for kind in kinds if sharers(s, owner, [have[kind] for have in counts], tell)]
    if tell and not set(FIVE_KINDS[:4]) <= set(most):  # no win under the other reading
        relied(s, s.stack[-1], "graphics-cards-kinds")
    return len(most) >= 4


_tell_ties = partial(_most_of_four, tell=True)
power("Graphics Cards", WinsWhen(_most_of_four, "goods of four kinds", every_event=False, tells=_tell_ties))


def _colors(s: State, cards: list[int]) -> int:
    """Which of the five colors lie there, as bits; cards only, so no good that merely counts (D11)."""
    found = 0
    for card in cards:
        found |= s.cat.colors[card]
    return found & ALL_FIVE


def _in_each(s: State, owner: int) -> bool:
    player = s.players[owner]
    return all(_colors(s, area) == ALL_FIVE for area in (player.crew, player.goods, player.fulfilled))


def _everywhere(s: State, owner: int) -> bool:
    if s.rulings["improbability-areas"] == "in-the-three-together":
        player = s.players[owner]
        return _colors(s, [*player.crew, *player.fulfilled, *player.goods]) == ALL_FIVE
    return _in_each(s, owner)


def _tell_areas(s: State, owner: int) -> None:
    if not _in_each(s, owner):
        relied(s, s.stack[-1], "improbability-areas")


power("Improbability", WinsWhen(_everywhere, "colors in three areas", every_event=False, tells=_tell_areas))
