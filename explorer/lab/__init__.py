"""Playing many games by program: random playouts, what must hold at every decision, and campaigns of both."""

from explorer.lab.invariants import broken
from explorer.lab.playouts import loaded, play

__all__ = ["broken", "loaded", "play"]
