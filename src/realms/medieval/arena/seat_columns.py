"""What ended games of Medieval Realms tell of each seat besides its points: their sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.kernel.rule import rule
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.rules.realm import great_persons
from realms.medieval.scoring.scoring import (
    ending_points,
    final_milestones,
    leftover_points,
    set_points,
    tokens_left,
)

NAMES: Mapping[str, Sequence[str]] = {}
"""The columns that are sets of names: none."""
SOURCES = ("points_track", "points_cards", "points_tokens", "points_great_persons")
"""Points of the track, of cards at the end, of tokens left, of Great Persons. [MR-75]"""


@rule
def split_points(states: Any, tables: Any, points: Any) -> None:
    """Where the points of every seat come from, row by row. [MR-75]"""
    for row in range(len(states)):
        s = states[row]
        for seat in range(s.players):
            ending = ending_points(s, tables, seat)
            tokens = tokens_left(s, seat) + final_milestones(s, tables, seat, ending)
            points[0, row, seat] = s.points[seat]
            points[1, row, seat] = ending
            points[2, row, seat] = leftover_points(tokens)
            points[3, row, seat] = set_points(tables, great_persons(s, tables, seat))


def columns_of(options: Any, states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """The points of each source, by game and seat; they add up to the score."""
    points = np.zeros((len(SOURCES), len(states), options.players), np.int64)
    split_points(states, rule_tables_row(options)[0], points)
    return dict(zip(SOURCES, points, strict=True))
