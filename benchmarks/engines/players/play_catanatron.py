"""Catanatron: Catan between its own random players, whole games."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any


def player_of(game: str) -> Callable[[float], int]:
    """Plays `catan-N`, Catan for N, for some seconds; tells the number of decisions."""
    from catanatron import Color, Game, RandomPlayer

    colours = list(Color)[: int(game.rpartition("-")[2])]

    def play(seconds: float) -> int:
        end, decisions = time.process_time() + seconds, 0
        while time.process_time() < end:
            table: Any = Game([RandomPlayer(c) for c in colours], seed=random.getrandbits(32))
            table.play()
            decisions += len(table.state.actions)
        return decisions

    return play
