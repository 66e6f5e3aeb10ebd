"""The contract powers, filed by the moment at which they act.

Importing this package declares them.  ``BUILT`` names those that are built; a
card whose power is not plays as a contract without one, visibly marked.
"""

from __future__ import annotations

from typing import Final

from explorer.language.abilities import POWERS
from explorer.powers import answers, any_time, contracting, instead, on_fulfillment, when

BUILT: Final = frozenset(POWERS)

__all__ = ["BUILT", "answers", "any_time", "contracting", "instead", "on_fulfillment", "when"]
