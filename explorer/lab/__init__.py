"""Playing by program: simple bots, random playouts, what must hold at every decision, and campaigns of both."""

from explorer.lab.bots import autoplay, bot
from explorer.lab.invariants import broken
from explorer.lab.playouts import loaded, play

__all__ = ["autoplay", "bot", "broken", "loaded", "play"]
