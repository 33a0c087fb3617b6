"""What ended games of Fantasy Realms tell of each seat besides its points: the last hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from realms.fantasy.content.cards import CARDS

NAMES: Mapping[str, Sequence[str]] = {"hand": tuple(card.id for card in CARDS)}
"""The columns that are sets of names."""


def columns_of(options: Any, states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """The cards in hand at the end, by game and seat, as sets."""
    return {"hand": states["hands"][:, : options.players].astype(np.int64)}
