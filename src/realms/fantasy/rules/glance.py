"""All that a view tells in numbers, looked up by one compiled rule. [FR-5] [FR-23b]"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.fantasy.content.tables import NOBODY
from realms.fantasy.rules.play import awaited
from realms.fantasy.rules.redeal import known_area, known_hand
from realms.fantasy.rules.state import CHAOS, DECLARED, DECLARING, ENDED, KEEPING, SEATS
from realms.fantasy.rules.turn import must_draw
from realms.kernel.bits import count
from realms.kernel.game import State
from realms.kernel.rule import rule

ALONE = 18
"""Numbers that a glance has once; three for each seat follow."""


@rule
def look(s: Any, viewer: int, told: Any) -> None:
    """Fill in what a viewer, a seat or -1, may know in numbers. [FR-5] [FR-23b] [FR-24]"""
    chaos = s.variant == CHAOS
    keeping = s.phase == KEEPING and s.turn == viewer
    told[0] = s.variant
    told[1] = s.players
    told[2] = s.phase
    told[3] = s.first
    told[4] = s.turn
    told[5] = awaited(s)
    told[6] = s.hands[viewer] if viewer >= 0 else 0
    told[7] = known_area(s, viewer)
    # In Chaos without what was laid aside, which would tell. [FR-24]
    told[8] = s.cards - (7 * s.players if chaos and s.phase != ENDED else s.dealt)
    told[9] = s.phase != ENDED and must_draw(s)
    told[10] = s.taken
    told[11] = s.pair[0] if keeping else NOBODY
    told[12] = s.pair[1] if keeping else NOBODY
    told[13] = s.trades
    told[14] = s.passes
    told[15] = s.rounds - s.lap if chaos and not s.clock else -1
    told[16] = s.pending[viewer] if viewer >= 0 and s.phase == DECLARING else NOBODY
    told[17] = keeping
    for seat in range(s.players):
        at = ALONE + 3 * seat
        told[at] = count(s.hands[seat])
        told[at + 1] = known_hand(s, seat, viewer)
        told[at + 2] = s.phase == DECLARING and s.pending[seat] == DECLARED


def glance(state: State, viewer: int) -> list[int]:
    """What a viewer, a seat or -1, may know, in numbers."""
    told = np.zeros(ALONE + 3 * SEATS, np.int64)
    look(state, viewer, told)
    numbers: list[int] = told.tolist()
    return numbers
