"""The moves of Fantasy Realms that come to mind first: those to the best hand right now."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.bots.advice import Adviser
from realms.fantasy.rules.codes import DRAW


def obvious_moves(position: Any, seat: int) -> list[tuple[int, ...]]:
    """The moves after which a hand is worth most, as its sheet counts it; none for a draw."""
    adviser = Adviser(position, seat, np.uint64(1))
    worth = {code: adviser.value(hand) for code, hand in adviser.ends.items() if code != DRAW}
    most = max(worth.values(), default=0)
    return [(code,) for code, value in worth.items() if value == most]
