"""The words of the rulebook as small numbers, shared by every layer.

Kinds of goods and colors are one and the same thing (R-TERM-1, R-TERM-2): a
Technology card is green.  Numbers are used as list indexes and as bits.
"""

from typing import Final

TECHNOLOGY: Final = 0
AGRICULTURE: Final = 1
CONSUMER: Final = 2
LUXURY: Final = 3
ILLEGAL: Final = 4
CAPITAL: Final = 5
RAINBOW: Final = 6  # only in load requirements and for containers that fit anywhere
NO_COLOR: Final = 7  # an inert filler card of a hand-made position

KINDS: Final = ("technology", "agriculture", "consumer", "luxury", "illegal", "capital", "rainbow", "none")
FIVE_KINDS: Final = (TECHNOLOGY, AGRICULTURE, CONSUMER, LUXURY, ILLEGAL)

SUPPLY: Final = 0
IMPORT: Final = 1
CONTRACT: Final = 2
LOAD: Final = 3
PIRATE: Final = 4
BARTER: Final = 5
NO_ACTION: Final = 6  # an inert filler card of a hand-made position

ACTIONS: Final = ("supply", "import", "contract", "load", "pirate", "barter", "none")
FIVE_ACTIONS: Final = (SUPPLY, IMPORT, CONTRACT, LOAD, PIRATE)

# Harbors in the order of the kinds whose color they bear (R-SETUP-4, R-CAPITAL-1).
HARBORS: Final = ("green", "yellow", "black", "blue", "red", "gray")

SETS: Final = ("base", "capital", "tokyo", "flag", "kickstarter", "kickstarter2", "j")
