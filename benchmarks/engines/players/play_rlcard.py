"""RLCard: its environments, stepped with a random legal action."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any


def player_of(game: str) -> Callable[[float], int]:
    """Plays an environment for some seconds; tells the number of decisions."""
    import rlcard

    env: Any = rlcard.make(game, config={"seed": 7})

    def play(seconds: float) -> int:
        end, decisions = time.process_time() + seconds, 0
        while time.process_time() < end:
            state, _player = env.reset()
            while not env.is_over():
                state, _player = env.step(random.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return play
