"""The rules of the base game, a file for each subject of the rulebook; importing this package declares them."""

from explorer.rules import (
    arrivals,
    contract,
    declaring,
    ending,
    fulfill,
    importing,
    load,
    perform,
    pirate,
    scoring,
    settling,
    supply,
    turn,
    windows,
)

__all__ = [
    "arrivals", "contract", "declaring", "ending", "fulfill", "importing", "load", "perform", "pirate", "scoring",
    "settling", "supply", "turn", "windows",
]  # fmt: skip
