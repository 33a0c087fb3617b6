"""The desk of a bot of Medieval Realms: its own chance, and room for what it weighs."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.medieval.book import KINDS_OF_TOKEN, MOST_COLOURS, MOST_LANDS, MOST_SORTS
from realms.medieval.state import SORTS

DESK = np.dtype(
    (
        np.record,
        [
            ("chance", np.uint64),
            ("plan", np.int8, (SORTS, MOST_LANDS)),  # a placement
            ("colours", np.int64, MOST_COLOURS),  # own cards in play, by colour
            ("families", np.int64, MOST_SORTS),  # and by sort
            ("persons", np.int64),
            ("per_leader", np.int64, 3),  # what one more leader scores at the end
            ("reserved", np.int64, KINDS_OF_TOKEN),  # tokens that the hand asks for
            ("need", np.int64, KINDS_OF_TOKEN),  # tokens missing for the hand
            ("pull", np.int64, KINDS_OF_TOKEN),  # what each of them is worth on top
            ("wish", np.int64, KINDS_OF_TOKEN),  # tokens missing for a card of the panel
            ("tug", np.int64, KINDS_OF_TOKEN),  # what each of them is worth on top
        ],
    )
)


def new_desk() -> Any:
    """An empty desk."""
    return np.zeros(1, DESK)[0]
