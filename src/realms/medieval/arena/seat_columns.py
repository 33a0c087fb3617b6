"""What ended games of Medieval Realms tell of each seat: its cards, and where points come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.kernel.rule import rule
from realms.medieval.content.content import CONTENT
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.rules.realm import great_persons
from realms.medieval.scoring.scoring import (
    ending_points,
    final_milestones,
    leftover_points,
    set_points,
    tokens_left,
)

NAMES: Mapping[str, Sequence[str]] = {"realm": tuple(card.id for card in CONTENT.card)}
"""The columns that are sets of names."""
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
    """The cards in play and the points of each source, by game and seat; points add up."""
    points = np.zeros((len(SOURCES), len(states), options.players), np.int64)
    split_points(states, rule_tables_row(options)[0], points)
    columns = dict(zip(SOURCES, points, strict=True))
    if not options.content:
        columns["realm"] = realms_of(options.players, states)
    return columns


def realms_of(players: int, states: NDArray[Any]) -> NDArray[np.int64]:
    """The kinds of cards that each seat has in play, as sets."""
    entered = np.arange(states["played"].shape[1]) < states["entered"][:, None]
    kinds = np.left_shift(np.int64(1), states["played"].clip(0).astype(np.int64))
    return np.stack(
        [
            np.bitwise_or.reduce(np.where(entered & (states["owner"] == seat), kinds, 0), axis=1)
            for seat in range(players)
        ],
        axis=1,
    )
