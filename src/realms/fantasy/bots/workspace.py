"""The workspace of a bot of Fantasy Realms: its own chance, its weights, and room to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from realms.bots.weights import weights_of
from realms.fantasy.rules.codes import MOST_MOVES
from realms.kernel.rule import rule

REMEMBERED = 1 << 14
"""Hands whose exact value is remembered."""

ROOM = 512
"""Hands that can be compared at once."""

WEIGHABLE = 64
"""Moves that can be weighed at once: a turn has no more."""

RAISABLE = 16
"""Hands that are looked at for the best card to raise."""

GUESSES = 8
"""Hands that the next player is thought to hold."""

WEIGHTS = np.dtype(
    (
        np.record,
        [
            ("hope", np.float64),  # of what one more card would bring, while the game goes on
            ("draw", np.float64),  # of what the next card of the deck would bring
            ("denial", np.float64),  # of what a discard would bring the next player
            ("early", np.float64),  # how much more hope counts while the area is empty
            ("again", np.float64),  # of what a trade may lose, as the next one makes it good
        ],
    )
)
"""What the planner weighs: parts of points. `bots/bots.toml` has the figures."""

WORKSPACE = np.dtype(
    (
        np.record,
        [
            ("chance", np.uint64),
            ("moves", np.int64, MOST_MOVES),
            ("hands", np.int64, ROOM),
            ("points", np.int64, ROOM),
            ("active", np.int64, ROOM),  # room for scoring them,
            ("cleared", np.int64, ROOM),
            ("army_cleared", np.int64, ROOM),
            ("codes", np.int64, WEIGHABLE),  # the moves that are weighed,
            ("ends", np.int64, WEIGHABLE),  # the best hand each leads to,
            ("values", np.float64, WEIGHABLE),  # and what it promises
            ("raised", np.int64, RAISABLE),  # a hand, and with each card that may be raised,
            ("raised_points", np.int64, RAISABLE),  # and their points
            ("guesses", np.int64, GUESSES),  # hands the next player may hold,
            ("bases", np.int64, GUESSES),  # and what they can be made now
            ("known", np.int64, (REMEMBERED, 2)),  # a hand and its exact value
            ("planned", np.int64),  # a hand of eight, the card just taken included,
            ("spared", np.int64),  # and what is to go from it
            ("moved", np.int64),  # moves since the re-deal, where a clock runs
            ("inside", np.int64),  # whether a search is inside its tree, not at the root
            ("light", np.int64),  # whether playouts hardly look
            ("weights", WEIGHTS),
        ],
    )
)
"""A bot's workspace. What is remembered holds for any game: it depends on the hand alone."""


def new_workspace() -> Any:
    """A workspace with the weights that come with the game."""
    workspace = np.zeros(1, WORKSPACE)[0]
    weigh(workspace, "planner", weights_of("fantasy", "planner"))
    return workspace


def weigh(workspace: Any, bot: str, weights: Mapping[str, float]) -> None:
    """Write weights into a workspace; only the planner has any."""
    if bot == "planner":
        for name, value in weights.items():
            workspace["weights"][name] = value


@rule
def list_hand(workspace: Any, n: int, hand: int, code: int) -> int:
    """List a hand in the workspace, and the move that leads there."""
    workspace.hands[n] = hand
    workspace.moves[n] = code
    return n + 1
