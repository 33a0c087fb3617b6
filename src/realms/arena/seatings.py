"""Who sits where: every deal is played in every rotation of a table, so that few games decide.

A *table* here is a list of bots, one a place. For each deal its places are put in an order
that the deal's own rng state draws; then the order is turned seat by seat until it
comes round. So every bot meets the same cards from every seat equally often, and no bot
always sits behind the same neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import NamedTuple

import numpy as np

from realms.kernel.chance import branch

Seating = tuple[int, ...]
"""For every seat the place of the table whose bot sits there."""


class GameKey(NamedTuple):
    """One game to play: a table, a deal, and by how many seats the table is turned."""

    table: int
    deal: int
    turn: int


def draw_order(dealt: np.uint64, players: int) -> Seating:
    """The places in an order drawn from the rng state of a deal, each order equally likely."""
    order = list(range(players))
    for last in range(players - 1, 0, -1):
        rng_state = branch(dealt, 1 + last)  # the first branch is that of the bots
        other = int(rng_state) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def rotations(bots: Sequence[str], order: Seating) -> list[Seating]:
    """The order turned seat by seat, as long as the bots sit differently.

    >>> rotations(["a", "b", "b"], (1, 0, 2))
    [(1, 0, 2), (2, 1, 0), (0, 2, 1)]
    >>> rotations(["a", "a", "b", "b"], (0, 2, 1, 3))
    [(0, 2, 1, 3), (3, 0, 2, 1)]
    """
    turned: dict[tuple[str, ...], Seating] = {}
    for turn in range(len(order)):
        seating = order[-turn:] + order[:-turn] if turn else order
        turned.setdefault(tuple(bots[place] for place in seating), seating)
    return list(turned.values())


def sittings(
    tables: Sequence[Sequence[str]], games: int, rng_state: np.uint64
) -> Iterator[tuple[GameKey, Seating]]:
    """At least so many games of every table, deal by deal, each deal in all its rotations."""
    left = [games] * len(tables)
    for deal in count():
        for number, bots in enumerate(tables):
            if left[number] > 0:
                order = draw_order(np.uint64(branch(rng_state, deal)), len(bots))
                for turn, seating in enumerate(rotations(bots, order)):
                    yield GameKey(number, deal, turn), seating
                    left[number] -= 1
        if max(left) <= 0:
            return


def pairings(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The tables of a round robin: for every two bots, one of each against all others.

    >>> pairings(["a", "b"], 3)
    [('a', 'b', 'b'), ('b', 'a', 'a')]
    >>> pairings(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    tables = []
    for one, other in combinations(dict.fromkeys(bots), 2):
        tables.append((one, *[other] * (players - 1)))
        if players > 2:
            tables.append((other, *[one] * (players - 1)))
    return tables
