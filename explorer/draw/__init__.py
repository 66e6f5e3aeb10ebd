"""Drawing: a state of the table goes in, HTML or text comes out.

Everything here is pure: it reads a state and changes nothing.  Every word that
comes from a card, a name or a file is escaped.  Widgets, notebooks, static pages
and tests all use the same functions.
"""
