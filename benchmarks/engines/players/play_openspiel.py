"""OpenSpiel from Python: its compiled games, stepped with a random legal action."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any


def player_of(game: str) -> Callable[[float], int]:
    """Plays a game for some seconds; tells the number of decisions, chance left out."""
    import pyspiel

    loaded: Any = pyspiel.load_game(game)

    def play(seconds: float) -> int:
        end, decisions = time.process_time() + seconds, 0
        while time.process_time() < end:
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return play
