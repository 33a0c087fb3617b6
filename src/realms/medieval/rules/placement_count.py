"""How many placements a seat has from here, without listing them. [MR-18]"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

from realms.medieval.content.rule_tables import ADMIRAL, GENERAL, MAYOR, MOST_LANDS, RESOURCE_COUNT
from realms.medieval.rules.placement import has_military, last_placed, piece_to_place
from realms.medieval.rules.state import DECOYS


def spread(things: int, places: int) -> int:
    """The ways to spread things that are alike over places that are not.

    >>> spread(4, 6)
    126
    """
    if not things:
        return 1
    return comb(things + places - 1, places - 1) if places else 0


def count_placements(s: Any, tables: Any, seat: int) -> int:
    """The placements that go on from where a seat is; each path of steps counts once."""
    left = [int(number) for number in s.unplaced[seat]]
    squares = [
        r for r in range(RESOURCE_COUNT) if tables.zone[r] and r >= last_placed(s, seat, MAYOR)
    ]
    ways = spread(left[MAYOR], len(squares))
    if piece_to_place(s, seat) == DECOYS:
        first = int(last_placed(s, seat, DECOYS))
        free = [land for land in _lands(tables) if not has_military(s, seat, land)]
        return spread(left[DECOYS], sum(land >= first for land in free)) if free else 1
    lands = tuple(
        (
            bool(has_military(s, seat, land)),
            land >= int(last_placed(s, seat, GENERAL)),
            land >= int(last_placed(s, seat, ADMIRAL)),
        )
        for land in _lands(tables)
    )
    return ways * _military(lands, left[GENERAL], left[ADMIRAL], left[DECOYS], 0)


def _lands(tables: Any) -> list[int]:
    return [land for land in range(MOST_LANDS) if tables.lands[land]]


@lru_cache(maxsize=4096)
def _military(
    lands: tuple[tuple[bool, bool, bool], ...], generals: int, admirals: int, decoys: int, free: int
) -> int:
    """Ways to place what is left on the lands from here, `free` of those before being free."""
    if not lands:
        if generals or admirals:
            return 0
        return spread(decoys, free) if free else 1
    (taken, for_generals, for_admirals), *rest = lands
    total = 0
    for some in range(generals + 1 if for_generals else 1):
        for more in range(admirals + 1 if for_admirals else 1):
            is_free = not (taken or some or more)
            left = (generals - some, admirals - more, decoys, free + is_free)
            total += _military(tuple(rest), *left)
    return total
