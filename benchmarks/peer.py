"""Pyminion: random games of Dominion, for comparison.  Usage: peer.py SECONDS SEED

A rules engine of the same kind: many cards with powers, in Python, asking a player decision by decision.  It calls a
*decider* with what may be chosen; this one picks at random.  Logging is off.  The treasure prompt, to which everybody
answers "all", does not count as a choice, nor does a prompt with a single answer.
"""

from __future__ import annotations

import logging
import random
import sys
from typing import Any

from clock import play_for, report
from pyminion.bots.bot import Bot, BotDecider
from pyminion.expansions import base, intrigue
from pyminion.game import Game


class RandomDecider(BotDecider):
    """Answers every question at random and counts those with two or more answers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.choices = 0

    def one_or_none(self, cards: Any) -> Any:
        offered = [*cards, None]
        self.choices += len(offered) > 1
        return offered[int(self.rng.random() * len(offered))]

    def some(self, cards: Any, least: int, most: int) -> list[Any]:
        most = len(cards) if most in (-1, None) else min(most, len(cards))
        least = min(least, most)
        self.choices += not least == most == len(cards)
        return self.rng.sample(list(cards), self.rng.randint(least, most))

    def action_phase_decision(self, valid_actions: Any, player: Any, game: Any) -> Any:
        return self.one_or_none(valid_actions)

    def treasure_phase_decision(self, valid_treasures: Any, player: Any, game: Any) -> Any:
        return valid_treasures

    def buy_phase_decision(self, valid_cards: Any, player: Any, game: Any) -> Any:
        return self.one_or_none(valid_cards)

    def binary_decision(self, *args: Any, **named: Any) -> bool:
        self.choices += 1
        return self.rng.random() < 0.5

    def multiple_option_decision(
        self, card: Any, options: Any, player: Any, game: Any, num_choices: int = 1, unique: bool = True
    ) -> list[int]:
        self.choices += len(options) > 1
        if unique:
            return self.rng.sample(range(len(options)), num_choices)
        return [self.rng.randrange(len(options)) for _ in range(num_choices)]

    def discard_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_discard: int = 0, max_num_discard: int = -1,
    ) -> Any:  # fmt: skip
        return self.some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_trash: int = 0, max_num_trash: int = -1,
    ) -> Any:  # fmt: skip
        return self.some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_gain: int = 0, max_num_gain: int = -1,
    ) -> Any:  # fmt: skip
        return self.some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_topdeck: int = 0, max_num_topdeck: int = -1,
    ) -> Any:  # fmt: skip
        return self.some(valid_cards, min_num_topdeck, max_num_topdeck)

    def reveal_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_reveal: int = 0, max_num_reveal: int = -1,
    ) -> Any:  # fmt: skip
        return self.some(valid_cards, min_num_reveal, max_num_reveal)

    def pass_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_pass: int = 0, max_num_pass: int = -1,
    ) -> Any:  # fmt: skip
        return self.some(valid_cards, min_num_pass, max_num_pass)

    def name_card_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any,
        min_num_name: int = 0, max_num_name: int = -1,
    ) -> Any:  # fmt: skip
        return self.some(valid_cards, min_num_name, max_num_name)

    def multi_play_decision(
        self, prompt: str, card: Any, valid_cards: Any, player: Any, game: Any, required: bool = True
    ) -> Any:
        self.choices += len(valid_cards) > 1
        return self.rng.choice(valid_cards)

    def deck_position_decision(self, prompt: str, card: Any, player: Any, game: Any, num_deck_cards: int) -> int:
        self.choices += num_deck_cards > 0
        return self.rng.randint(0, num_deck_cards)


def main(seconds: float, seed: int) -> None:
    logging.disable(logging.CRITICAL)
    rng = random.Random(seed)
    random.seed(seed)  # the engine's own shuffles
    failed = 0

    def game() -> int:
        nonlocal failed
        decider = RandomDecider(rng)
        players = [Bot(decider, player_id=name) for name in ("a", "b")]
        try:
            Game(players=players, expansions=[base.base_set, intrigue.intrigue_set], log_stdout=False).play()
        except Exception:  # about one game in a hundred; what was chosen until then counts
            failed += 1
        return decider.choices

    report({**play_for(seconds, game), "failed": failed})


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
