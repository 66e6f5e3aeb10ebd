"""Simple players for teaching: functions from a game to the key of an option.

A bot looks at what lies open and at its own hand, nothing else.  It has no
memory: the same seed at the same moment of a game gives the same answer, also
after an undo.  Bots only answer decisions; they do nothing at any other time.

    game = new_game(players=2, seed=1)
    key = greedy_bot()(game)        # for whoever decides now
    autoplay(game, {"green": greedy_bot(), "yellow": random_bot(3)})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from explorer.card import nearest
from explorer.game import Game
from explorer.language.moves import crew_room, flag_fee, goods_room
from explorer.language.questions import good_counts, port_price, tier_have
from explorer.language.ships import harbor_ships, matching, ships_at_sea
from explorer.rules.contract import at_port, tiers_missing
from explorer.state import State
from explorer.terms import BARTER, CONTRACT, FIVE_KINDS, IMPORT, LOAD, PIRATE, RAINBOW, SUPPLY
from explorer.texts import shown, text
from explorer.words import option_key

Bot = Callable[[Game], str]
Choice = tuple[Any, ...]

LOADED: Final = 3.0  # what a container aboard is worth to the greedy bot, in credits
COMPLETED: Final = 6.0  # what completing a ship is worth besides
PLACED: Final = 5.0  # what a contract under an empty ship is worth
HOME: Final = 3.0  # what it is worth to get a ship of one's own home
CARD: Final = 1.0  # what a card in hand is worth
REFUSALS: Final = frozenset({"pass", "no", "stop"})
MOST: Final = 20_000  # decisions in one game; no real one comes near it


def bot(name: str, seed: int = 0) -> Bot:
    """Look up a bot by its name, "greedy" or "random".

    Raises:
        ValueError: there is no such bot; says which there are.
    """
    if not isinstance(name, str) or name not in BOTS:
        raise ValueError(text("error.unknown-bot", name=shown(name), near=nearest(shown(name), BOTS)))
    return BOTS[name](seed)


def random_bot(seed: int = 0) -> Bot:
    """Return a bot that takes any legal choice, each with the same chance."""

    def choose(game: Game) -> str:
        s = _asked(game)
        return option_key(s, _dice(s, seed).choice(s.options or ()))

    return choose


def greedy_bot(seed: int = 0) -> Bot:
    """Return a bot that takes what pays now or brings a ship nearer to its payout; the seed decides between equals."""

    def choose(game: Game) -> str:
        s = _asked(game)
        values = [_value(s, choice) for choice in s.options or ()]
        best = [choice for choice, value in zip(s.options or (), values, strict=True) if value == max(values)]
        return option_key(s, _dice(s, seed).choice(best))

    return choose


def autoplay(game: Game, bots: Mapping[str, Bot], most: int = MOST) -> Game:
    """Let bots choose until a seat without a bot decides, or the game is over; at most so many decisions.

    Args:
        game: the game, which moves on.
        bots: a bot for each seat that has one, by the seat's name, such as {"yellow": greedy_bot()}.
        most: how many decisions at most.
    """
    for _ in range(most):
        decision = game.decision
        if decision is None or decision.player not in bots:
            break
        game.choose(bots[decision.player](game))
    return game


BOTS: Final[dict[str, Callable[[int], Bot]]] = {"greedy": greedy_bot, "random": random_bot}


def _asked(game: Game) -> State:
    if game.decision is None:
        raise ValueError(text("error.game-over"))
    return game.state


def _dice(s: State, seed: int) -> Random:
    """Dice for this moment of this game alone, so that taking back and choosing again changes nothing."""
    return Random(f"{seed} {s.seed} {s.events} {s.asking}")


# What the greedy bot thinks of a choice


def _value(s: State, choice: Choice) -> float:
    """How good a choice is, roughly in credits."""
    p, kind = s.asking or (0, "")
    judge = JUDGES.get((kind, choice[0]))
    return judge(s, p, *choice[1:]) if judge else -1.0 if choice[0] in REFUSALS else 0.0


def _draw(s: State, p: int) -> float:
    return CARD * max(1, 5 - len(s.players[p].hand))


def _lead(s: State, p: int, card: int, action: int, count: int) -> float:
    return _plan(s, p, action, count, card)


def _lead_pair(s: State, p: int, card: int, other: int, action: int, count: int) -> float:
    return _plan(s, p, action, count, card, other)


def _follow(s: State, p: int, card: int, count: int) -> float:
    return _plan(s, p, s.action, count, card)


def _follow_pair(s: State, p: int, card: int, other: int, count: int) -> float:
    return _plan(s, p, s.action, count, card, other)


def _declare(s: State, p: int, count: int) -> float:
    return _plan(s, p, s.action, count)


def _plan(s: State, p: int, action: int, count: int, *spent: int) -> float:
    """What so many actions bring, less the cards played for them; of equal plans the shorter one is better."""
    hand = [card for card in s.players[p].hand if card not in spent]
    return PLANS[action](s, p, count, hand) - CARD * len(spent) - 0.1 * count


def _plan_load(s: State, p: int, count: int, hand: list[int]) -> float:
    """Count what would go aboard, and look whether that completes a ship."""
    value = 0.0
    for ship in sorted(harbor_ships(s, p), key=lambda ship: _lacking(s, ship)):
        useful = _fitting(s, ship, hand)[:count]
        if useful:
            value += LOADED * len(useful) + COMPLETED * (len(useful) == _lacking(s, ship))
        count -= len(useful)
    return value


def _plan_pirate(s: State, p: int, count: int, hand: list[int]) -> float:
    """Like loading, from what lies open at sea and on the island; or a ship of one's own is emptied."""
    open_cards = [card for ship in ships_at_sea(s) for card in s.ships[ship].cargo] + s.island
    loading = _plan_load(s, p, count, open_cards)
    freeing = HOME * any(len(s.ships[ship].cargo) <= count for ship in _own_at_sea(s, p))
    return max(loading, freeing)


def _plan_contract(s: State, p: int, count: int, hand: list[int]) -> float:
    """A contract for each ship without one, of those that can be placed."""
    bare = [ship for ship in harbor_ships(s, p) if not s.ships[ship].contracts]
    counts = tier_have(s, p)
    load, faces = s.cat.load_total, s.cat.faces
    possible = [card for card in hand if load[faces[card][0]] and not tiers_missing(s, p, card, counts)]
    return PLACED * min(len(bare), len(possible), count)


def _plan_supply(s: State, p: int, count: int, hand: list[int]) -> float:
    """Sell one card, then hire."""
    return 4.0 * bool(hand) + 2.0 * min(count - bool(hand), crew_room(s, p), len(s.island))


def _plan_import(s: State, p: int, count: int, hand: list[int]) -> float:
    """Two goods for each round, and perhaps a ship of one's own that comes home."""
    goods = min(2 * count, goods_room(s, p), sum(len(s.ships[ship].cargo) for ship in ships_at_sea(s)))
    home = any(len(s.ships[ship].cargo) <= 2 * count for ship in _own_at_sea(s, p))
    return 1.5 * max(0, goods) + HOME * home


def _plan_barter(s: State, p: int, count: int, hand: list[int]) -> float:
    """Cards of the island that a ship could use, each for one that none can; half of what loading them is worth."""
    ships = harbor_ships(s, p)
    wanted = [card for card in s.island if any(_fitting(s, ship, [card]) for ship in ships)]
    idle = [card for card in hand if not any(_fitting(s, ship, [card]) for ship in ships)]
    return LOADED / 2 * min(count, len(wanted), len(idle))


PLANS: Final = {
    SUPPLY: _plan_supply,
    IMPORT: _plan_import,
    CONTRACT: _plan_contract,
    LOAD: _plan_load,
    PIRATE: _plan_pirate,
    BARTER: _plan_barter,
}


def _follow_instead(s: State, p: int, card: int, action: int, count: int) -> float:
    return _plan(s, p, action, count, card)


def _perform_instead(s: State, p: int, action: int, count: int) -> float:
    return _plan(s, p, action, count)


def _perform_as(s: State, p: int, action: int) -> float:
    return _plan(s, p, action, s.declared[p])


def _swap(s: State, p: int, given: int, taken: int) -> float:
    """Give what no ship can use for what one can."""
    ships = harbor_ships(s, p)
    return float(sum(bool(_fitting(s, ship, [taken])) - bool(_fitting(s, ship, [given])) for ship in ships))


def _load(s: State, p: int, card: int, ship: int) -> float:
    """The fewer containers a ship lacks, the better."""
    return LOADED * 7 - _lacking(s, ship)


def _load_from_hand(s: State, p: int, card: int, ship: int) -> float:
    return _load(s, p, card, ship) - 0.5 * flag_fee(s, card, "load")


def _pirate(s: State, p: int, card: int, source: int, target: int) -> float:
    if target >= 0:
        return _load(s, p, card, target) - 0.5 * flag_fee(s, card, "pirate", source >= 0)
    return HOME - 0.5 * len(s.ships[source].cargo) if source in _own_at_sea(s, p) else 0.0


def _contract(s: State, p: int, card: int, ship: int) -> float:
    """A small contract under an empty ship, best one whose containers are in hand already."""
    others = [other for other in s.players[p].hand if other != s.cat.base[card]]
    at_hand = len(_covering(s, list(s.cat.load[card]), others))
    price = port_price(s, p, card) if at_port(s, p, card) else 0
    return PLACED * (not s.ships[ship].contracts) + 2.0 * at_hand - s.cat.load_total[card] - 0.5 * price


def _sell(s: State, p: int, card: int) -> float:
    """Four credits, unless the card is wanted as a container."""
    return 4.0 - LOADED * any(_fitting(s, ship, [card]) for ship in harbor_ships(s, p))


def _hire(s: State, p: int, card: int) -> float:
    return (2.0 + (s.cat.action[card] == LOAD)) if crew_room(s, p) > 0 else 0.0


def _ship(s: State, p: int, ship: int) -> float:
    """Name a ship of one's own that would come home, else the one with the most to take."""
    return HOME * (ship in _own_at_sea(s, p)) + min(2, len(s.ships[ship].cargo))


def _bid(s: State, p: int, amount: int) -> float:
    """Bid up to 2 credits, up to 4 if rich; nothing without room for goods."""
    worth = 0 if goods_room(s, p) < 1 else 4 if s.players[p].credits > 20 else 2
    return float(amount if amount <= worth else -amount)


def _winner(s: State, p: int, seat: int) -> float:
    return 1000.0 if seat == p else float(-s.players[seat].credits)


def _take(s: State, p: int, card: int, place: str) -> float:
    """Crew for Load is best, then goods of a kind not yet owned."""
    if place == "crew":
        return 2.0 + (s.cat.action[card] == LOAD)
    kind = s.cat.color[card]
    return 0.0 if place == "discard" else 1.5 + (kind in FIVE_KINDS and not good_counts(s, p)[kind])


def _turn_up(s: State, p: int, card: int) -> float:
    """The side of a Flag card whose kind is not yet owned."""
    return float(not good_counts(s, p)[s.cat.color[card]])


JUDGES: Final[dict[tuple[str, str], Callable[..., float]]] = {
    ("lead", "draw"): _draw,
    ("lead", "lead"): _lead,
    ("lead", "pair"): _lead_pair,
    ("follow", "draw"): _draw,
    ("follow", "follow"): _follow,
    ("follow", "pair"): _follow_pair,
    ("follow", "instead"): _follow_instead,
    ("declare", "declare"): _declare,
    ("declare", "instead"): _perform_instead,
    ("perform as", "as"): _perform_as,
    ("draw or gain", "draw"): _draw,
    ("draw or gain", "gain"): lambda s, p, amount: float(amount),
    ("barter", "swap"): _swap,
    ("load", "load"): _load_from_hand,
    ("pirate", "pirate"): _pirate,
    ("contract", "contract"): _contract,
    ("contract more", "contract"): lambda s, p, card, ship: _contract(s, p, card, ship) - PLACED,
    ("supply", "sell"): _sell,
    ("supply", "take"): _hire,
    ("import ship", "ship"): _ship,
    ("import alone", "ship"): _ship,
    ("bid", "bid"): _bid,
    ("tie", "winner"): _winner,
    ("take", "take"): _take,
    ("take more", "take"): _take,
    ("take container", "take"): lambda s, p, card: _take(s, p, card, "goods"),
    ("take more containers", "take"): lambda s, p, card: _take(s, p, card, "goods"),
    ("place import", "put"): lambda s, p, place: _take(s, p, s.stack[-1].card, place),
    ("import one", "import"): lambda s, p, ship, card, place: _take(s, p, card, place),
    ("may import", "import"): lambda s, p, ship, card, place: _take(s, p, card, place),
    ("import container", "import"): lambda s, p, ship, card: _take(s, p, card, "goods"),
    ("may import container", "import"): lambda s, p, ship, card: _take(s, p, card, "goods"),
    ("turn up", "side"): _turn_up,
    ("window", "pass"): lambda s, p: 1.0,  # nothing is thrown away or used beside a decision
}


def _lacking(s: State, ship: int) -> int:
    """How many containers a ship still needs."""
    return sum(matching(s, ship)[0])


def _fitting(s: State, ship: int, cards: list[int]) -> list[int]:
    """Those of the cards that would all fit aboard together."""
    return _covering(s, list(matching(s, ship)[0]), cards)


def _covering(s: State, needs: list[int], cards: list[int]) -> list[int]:
    """Those of the cards that together cover needs of their own colors, or needs for any color."""
    found = []
    for card in cards:
        for kind in (*(s.cat.color[face] for face in s.cat.faces[card]), RAINBOW):
            if kind < len(needs) and needs[kind] > 0:
                needs[kind] -= 1
                found.append(card)
                break
    return found


def _own_at_sea(s: State, p: int) -> list[int]:
    return [ship for ship in ships_at_sea(s) if s.ships[ship].owner == p]


__all__ = ["Bot", "autoplay", "bot", "greedy_bot", "random_bot"]
