"""Advice in Medieval Realms: the best moves, what they promise, and why in the game's terms."""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.bots.advice import Advice, put_in_order
from realms.bots.budget import Budget
from realms.medieval.bots.reasons import reasons_for
from realms.medieval.bots.search_player import think

ADVISED = 5
"""Moves that are told of."""
LEAST_TRIED = 0.01
"""Moves tried less often than this part of the playouts are not told of."""


def advise(s: Any, seat: int, rng_state: np.uint64, budget: Budget) -> list[Advice]:
    """The best moves of a seat, the best first; by points where the win is decided."""
    search = think(s, seat, rng_state, budget)
    found = search.findings
    order = np.lexsort((found.values, found.visits))[::-1]
    players = int(s.players)
    advice: list[Advice] = []
    for place in order[:ADVISED]:
        if advice and found.visits[place] < LEAST_TRIED * found.playouts:
            break
        steps = search.steps(int(place))
        advice.append(
            Advice(
                move=steps,
                wins=tuple(round(float(part), 4) for part in found.wins[place, :players]),
                win_error=round(float(found.errors[place]), 4),
                score=round(float(found.scores[place, seat]), 1),
                visits=int(found.visits[place]),
                reasons=tuple(reasons_for(s, seat, steps)),
            )
        )
    return put_in_order(advice, seat)
