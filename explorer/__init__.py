"""Import/Export Explorer: the rules of the card game Import/Export, exact and steppable.

The public names are loaded when first used, so that ``import explorer`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from explorer.catalogue import load_catalogue as catalogue  # at once: a later import of the module would hide it
from explorer.version import __version__

if TYPE_CHECKING:
    from explorer.asking import ask
    from explorer.catalogue import Catalogue
    from explorer.draw.card import CardPicture
    from explorer.finding import find
    from explorer.game import Game, new_game
    from explorer.graph import power_graph
    from explorer.language.abilities import power
    from explorer.position import Position, check
    from explorer.save import load
    from explorer.scenario import Scenario
    from explorer.shipped import position as example
    from explorer.widgets.cards import Cards
    from explorer.widgets.compare import compare
    from explorer.widgets.editor import Editor
    from explorer.widgets.graph import GraphView
    from explorer.widgets.quiz import Quiz
    from explorer.widgets.rules import Rules
    from explorer.widgets.table import Table

_PLACES = {
    "new_game": ("explorer.game", "new_game"),
    "Game": ("explorer.game", "Game"),
    "Position": ("explorer.position", "Position"),
    "Scenario": ("explorer.scenario", "Scenario"),
    "check": ("explorer.position", "check"),
    "ask": ("explorer.asking", "ask"),
    "example": ("explorer.shipped", "position"),
    "find": ("explorer.finding", "find"),
    "load": ("explorer.save", "load"),
    "Editor": ("explorer.widgets.editor", "Editor"),
    "GraphView": ("explorer.widgets.graph", "GraphView"),
    "Table": ("explorer.widgets.table", "Table"),
    "Cards": ("explorer.widgets.cards", "Cards"),
    "Quiz": ("explorer.widgets.quiz", "Quiz"),
    "Rules": ("explorer.widgets.rules", "Rules"),
    "power": ("explorer.language.abilities", "power"),
    "power_graph": ("explorer.graph", "power_graph"),
    "compare": ("explorer.widgets.compare", "compare"),
}

__all__ = ["__version__", "Game", "Position", "Scenario", "card", "catalogue", "check", "load", "new_game", "power"]
__all__ += ["ask", "example", "compare", "find", "power_graph"]
if find_spec("anywidget") is not None:  # widgets are an extra, and ``from explorer import *`` works without
    __all__ += ["Cards", "Editor", "GraphView", "Quiz", "Rules", "Table"]
else:  # a comparison then cannot be clicked, and is all the rest
    _PLACES["compare"] = ("explorer.lab.comparing", "compare")


def card(name: str, catalogue: Catalogue | None = None) -> CardPicture:  # defined here, or its module would hide it
    """Show one card with all that stands on it, by its name.

    Args:
        name: its name, or that of one of the two contracts of a Flag card.
        catalogue: the cards to look in, such as ``game.catalogue``; the printed ones if left out.

    Raises:
        KeyError: no card is called so; names the nearest ones.

    Example:
        >>> card("Pistols").number == card("pistols").number
        True
    """
    from explorer.draw.card import picture

    return picture(name, catalogue)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'explorer' has no attribute {name!r}")
    module, attribute = _PLACES[name]
    try:
        value = getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("explorer"):
            raise
        from explorer.texts import text

        raise ImportError(text("error.needs-package", name=name, package=error.name), name=error.name) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
