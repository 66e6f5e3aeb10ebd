"""The contract powers, filed by the moment at which they act.

Importing this package declares them.  ``BUILT`` names those that are built; a
card whose power is not plays as a contract without one, visibly marked.
"""

from __future__ import annotations

from typing import Final

from explorer.language.abilities import POWERS
from explorer.powers import (
    answers,
    answers_importing,
    answers_loading,
    any_time,
    any_time_moving,
    contracting,
    instead,
    instead_moving,
    instead_ships,
    limits,
    loading,
    on_fulfillment,
    on_fulfillment_actions,
    on_fulfillment_areas,
    on_fulfillment_cards,
    on_fulfillment_credits,
    own_turn,
    port,
    scoring,
    turn_freedoms,
    when,
    when_drawing,
    when_fulfilling,
    when_importing,
    when_loading,
    when_pirating,
    winning,
)

BUILT: Final = frozenset(POWERS)

__all__ = [
    "BUILT",
    "answers",
    "answers_importing",
    "answers_loading",
    "any_time",
    "any_time_moving",
    "contracting",
    "instead",
    "instead_moving",
    "instead_ships",
    "limits",
    "loading",
    "on_fulfillment",
    "on_fulfillment_actions",
    "on_fulfillment_areas",
    "on_fulfillment_cards",
    "on_fulfillment_credits",
    "own_turn",
    "port",
    "scoring",
    "turn_freedoms",
    "when",
    "when_drawing",
    "when_fulfilling",
    "when_importing",
    "when_loading",
    "when_pirating",
    "winning",
]
