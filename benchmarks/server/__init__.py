"""The server under load, on loopback: what it does in a second, and beside what others do.

Each server runs in a process of its own, with durable commits where it is one of ours; the
clients share this one. All are asked in the same run, so that their figures compare.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figure import Figure
from benchmarks.server import bare, boardgame, ours, pages

CONNECTIONS = 40
"""Connections over which the tables are played: requests that are under way at once."""


def figures(tables: int = 200, moves: int = 15_000, streams: int = 1000) -> Iterator[Figure]:
    """Ours, a handler that does nothing but commit, and boardgame.io's server."""
    yield from ours.figures(tables, moves, streams, CONNECTIONS)
    yield from pages.figures()
    yield from bare.figures(moves, CONNECTIONS)
    yield from boardgame.figures(tables, moves)
