"""Lasting powers that free their owner in a turn: what follows, what is performed, how much is drawn or placed."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import Answers, Entry, power
from explorer.language.questions import NEVER, actions_of
from explorer.rules.perform import came_within_action
from explorer.state import State
from explorer.terms import CONTRACT, IMPORT, LOAD, PIRATE

ANY_OF_FIVE = (1 << PIRATE + 1) - 1


def _any_card(s: State, entry: Entry, value: int, p: int, card: int) -> int:
    """Any card that bears an action follows; a Barter card under one reading only (ruling 3d-printers-card)."""
    wanted = ANY_OF_FIVE if s.rulings["3d-printers-card"] == "the-five-actions-only" else 0b111111
    return value | ANY_OF_FIVE if value & wanted else value


power("3D Printers", Answers("follow_actions", by=_any_card))

power(
    "Chopsticks",
    Answers(
        "performs_as",
        by=lambda s, entry, value, p, action: value | 1 << CONTRACT | 1 << LOAD if action == IMPORT else value,
    ),
)


def _any_number(s: State, entry: Entry, value: int, p: int) -> int:
    """Any number in an action that began with the power in force."""
    return value if came_within_action(s, entry[2]) else NEVER


power("Jasmine Tea", Answers("contracts_per_action", by=_any_number, tells=(ev.ContractPlaced,)))

power("Jidohanbaiki", Answers("instead_of_drawing", with_=2))

power("Mineral Fuels", Answers("draws_up_to", by=lambda s, entry, value, p: max(value, 6)))

power(
    "Neural Units",
    Answers("follows_instead", by=lambda s, entry, value, p, card: value | actions_of(s, p, card) & 1 << LOAD),
)
