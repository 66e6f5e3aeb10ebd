"""Tables on which given contracts are in force, or about to be fulfilled, for those who want to see them act."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from explorer.catalogue import Catalogue
from explorer.lab.playouts import FROM_HAND, _at_once, _furnish, _pull, nearly_load
from explorer.language.abilities import reindex
from explorer.language.moves import tuck
from explorer.language.ships import harbor_ships
from explorer.language.stepper import again
from explorer.rulebook import rulings as full_rulings
from explorer.rules.setup import deal
from explorer.state import Frame, State
from explorer.terms import CAPITAL

SMALL = 3  # containers that a contract may ask for that is put under a ship so that something gets fulfilled


def staged(cat: Catalogue, placed: Sequence[tuple[int, int]], players: int, seed: int) -> State:
    """Deal a table with some contracts at work and others nearly loaded.

    Args:
        cat: the cards.
        placed: (card, seat) for each contract: what lasts is fulfilled, what happens at once lies under a ship that
            lacks one container, what works from the hand is there.
        players: number of seats.
        seed: decides all else.
    """
    rng = Random(seed)
    own = [card for card, _seat in placed]
    sets = dict.fromkeys(["base", *(["capital"] if any(cat.color[card] == CAPITAL for card in own) else [])])
    cards = sorted({*cat.of_sets(list(sets)), *(cat.base[card] for card in own)})
    port = any(cat.set[card] == "tokyo" for card in own)
    s = deal(cat, cards, players, full_rulings({}), seed, port=port)
    for card, seat in placed:
        _pull(s, card)
        _place(s, rng, card, seat)
    for seat in range(players):
        for ship in harbor_ships(s, seat):
            _give_contract(s, rng, ship)
        _furnish(s, rng, seat)
    s.leader = rng.randrange(players)
    reindex(s)
    s.dirty = s.dirty or 1
    again(s)
    return s


def _place(s: State, rng: Random, card: int, seat: int) -> None:
    power = s.cat.power[card]
    free = [ship for ship in harbor_ships(s, seat) if not s.ships[ship].contracts]
    if power in FROM_HAND:
        s.players[seat].hand.append(s.cat.base[card])
    elif not _at_once(power):
        tuck(s, Frame("game", 0), seat, card, "power", "R-FULFIL-3")
    elif free and s.cat.load_total[card] <= 6:
        nearly_load(s, rng, s.ships[rng.choice(free)], card)
    elif harbor_ships(s, seat):
        nearly_load(s, rng, s.ships[harbor_ships(s, seat)[0]], card)
    else:
        s.players[seat].hand.append(s.cat.base[card])


def _give_contract(s: State, rng: Random, ship: int) -> None:
    """Put a small contract of the deck under a ship that has none, more often than not."""
    if s.ships[ship].contracts or rng.random() < 0.3:
        return
    small = [card for card in s.deck if 0 < s.cat.load_total[card] <= SMALL and s.cat.faces[card] == (card,)]
    if small:
        card = rng.choice(small)
        s.deck.remove(card)
        nearly_load(s, rng, s.ships[ship], card)


__all__ = ["staged"]
