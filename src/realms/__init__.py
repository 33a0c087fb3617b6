"""Realms: two tabletop games, their rules written once in readable Python and compiled.

An unofficial implementation of Fantasy Realms and Medieval Realms.
"""

__version__ = "0.2.0"
