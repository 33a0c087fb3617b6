"""The workspace of a bot of Medieval Realms: its own chance, and room for what it weighs."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.medieval.bots.weights import WEIGHTS, our_weights
from realms.medieval.content.rule_tables import (
    MOST_COLOURS,
    MOST_KINDS,
    MOST_LANDS,
    RESOURCE_COUNT,
)
from realms.medieval.rules.state import PIECE_COUNT

MOST_STRENGTH = 7
"""On one land, more is as good as this."""

WORKSPACE = np.dtype(
    (
        np.record,
        [
            ("chance", np.uint64),
            ("plan", np.int8, (PIECE_COUNT, MOST_LANDS)),  # a placement
            ("colours", np.int64, MOST_COLOURS),  # own cards in play, by colour
            ("kinds", np.int64, MOST_KINDS),  # and by sort
            ("persons", np.int64),
            ("per_leader", np.int64, 3),  # what one more leader scores at the end
            ("reserved", np.int64, RESOURCE_COUNT),  # tokens that the hand asks for
            ("need", np.int64, RESOURCE_COUNT),  # tokens missing for the hand
            ("pull", np.int64, RESOURCE_COUNT),  # what each of them is worth on top
            ("wish", np.int64, RESOURCE_COUNT),  # tokens missing for a card of the panel
            ("tug", np.int64, RESOURCE_COUNT),  # what each of them is worth on top
            # What only the steward weighs:
            ("weights", WEIGHTS),
            ("left", np.int64),  # rounds after this one
            ("token_worth", np.int64, RESOURCE_COUNT),  # what a spare token is worth
            ("made", np.int64, 3),  # tokens a round for each leader, in hundredths of a point
            ("on_square", np.int64, RESOURCE_COUNT),  # tokens more for a mayor on a square
            ("by_colour", np.int64, MOST_COLOURS),  # what one more card of a colour scores
            ("by_new", np.int64),  # what a colour not yet in play scores
            ("by_person", np.int64),  # what one more Great Person scores beside the set
            ("worth", np.int64, MOST_LANDS),  # what the reward of a land is worth
            ("odds", np.int64, (MOST_LANDS, MOST_STRENGTH + 1)),  # of holding it, by strength
        ],
    )
)


def new_workspace(weights: Any = None) -> Any:
    """An empty workspace, with the weights of a steward."""
    workspace = np.zeros(1, WORKSPACE)[0]
    workspace.weights = our_weights() if weights is None else weights
    return workspace
