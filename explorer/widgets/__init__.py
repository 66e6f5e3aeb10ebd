"""Jupyter widgets: thin shells over a game, drawn in Python by ``explorer.draw``."""
