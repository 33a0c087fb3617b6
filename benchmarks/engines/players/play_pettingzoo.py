"""PettingZoo's classic environments, stepped with a random legal action."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any


def player_of(game: str) -> Callable[[float], int]:
    """Plays an environment for some seconds; tells the number of decisions."""
    return stepped(importlib.import_module(f"pettingzoo.classic.{game}").env())


def stepped(env: Any) -> Callable[[float], int]:
    """Plays an environment whose agents act in turn; ours are stepped by the same loop."""

    def play(seconds: float) -> int:
        end, decisions = time.process_time() + seconds, 0
        while time.process_time() < end:
            env.reset()
            for agent in env.agent_iter():
                seen, _reward, ended, cut, info = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                env.step(env.action_space(agent).sample(mask))
                decisions += 1
        return decisions

    return play
