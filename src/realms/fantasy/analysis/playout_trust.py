"""How far the chances of a position rest on games played out, by how many discards lie there.

Early on all hands are as chance dealt them, and games played out tell more than the network.
Later, players hold what they chose to keep; re-deals hide that, and the network knows it.
"""

from __future__ import annotations

from typing import Any

from realms.fantasy.rules.state import STANDARD
from realms.fantasy.rules.turn import DUEL_END, STANDARD_END
from realms.kernel.bits.sets import count

EARLY, EARLY_TRUST = 0.3, 0.5
"""Until this part of the discards lies there games played out count as much as the network."""
LATE = 0.5
"""From this part on they do not count."""


def playout_trust(position: Any) -> float:
    """From 0, the network alone, to 1; [FR-6] and [FR-22] say how many discards end a game."""
    last = STANDARD_END if position.variant == STANDARD else DUEL_END
    part = count(int(position.area)) / last
    left = (LATE - part) / (LATE - EARLY)
    return EARLY_TRUST * float(min(max(left, 0.0), 1.0))
