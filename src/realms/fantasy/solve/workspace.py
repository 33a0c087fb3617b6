"""The records that the search works on: plain memory, for any core or device."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from realms.fantasy.content.tables import DECK
from realms.fantasy.scoring.scoring_hand import PLACES

LEVELS = PLACES + 1

TASK = np.dtype(
    (
        np.record,
        [
            ("fixed", np.int64),  # cards that every hand has
            ("room", np.int64),  # how many free cards go with them
            ("leading", np.int64),  # how many of these a unit fixes
            ("way", np.int64),  # 1: the best hands, −1: the worst
            ("floor", np.int64),  # points that are surely reached by as many as are asked for
        ],
    )
)
"""What is searched, beside the list of free cards and the quotas."""


class SearchSpace(NamedTuple):
    """All that says which hands are searched; the same for every unit."""

    task: Any
    free: Any
    """The free cards in the order of the search."""
    quotas: Any
    """Rows of a set of cards and how many of it a hand needs at least."""


SEARCH_WORKSPACE = np.dtype(
    (
        np.record,
        [
            ("begun", np.int64),  # whether a unit gave its first hand
            ("at", np.int64, LEVELS),  # which free card stands at each level
            ("hand", np.int64, LEVELS),  # the cards so far
            ("total", np.int64, LEVELS),  # what they are worth at most among themselves
            ("pairs", np.int64, (LEVELS, DECK)),  # what they and one more card gain at most
            ("chosen", np.int64, LEVELS),  # what Mirage, Shapeshifter and Book add at most
            ("copied", np.int64, LEVELS),  # what Doppelgänger adds at most
            ("chance", np.uint64),  # for climbing
            ("card", np.int64, PLACES),
            ("kept", np.int64),  # how many hands were found
            ("hands", np.int64),  # how many there were,
            ("bounded", np.int64),  # had to be looked at one by one,
            ("scored", np.int64),  # and were scored with all their choices
        ],
    )
)
"""Where a unit is, and what it counts."""

FOUND = np.dtype((np.record, [("points", np.int64), ("strengths", np.int64), ("hand", np.int64)]))
"""A hand that was found."""


def new_search_workspace() -> Any:
    """Memory for one unit at a time."""
    return np.zeros(1, SEARCH_WORKSPACE)[0]


def new_found(top: int) -> Any:
    """Room for so many hands."""
    return np.zeros(top, FOUND)
