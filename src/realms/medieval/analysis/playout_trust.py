"""How far the chances of a position rest on games played out, by the round."""

from __future__ import annotations

from typing import Any

FIRST_ROUND, LATER = 0.25, 0.5
"""While nearly the whole game is still to come, and from the second round on."""


def playout_trust(position: Any) -> float:
    """From 0, the network alone, to 1; little is hidden for long. [MR-8] [MR-9]"""
    return LATER if position.round_now > 1 else FIRST_ROUND
