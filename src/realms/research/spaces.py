"""What agents are called, and the spaces of their actions and observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from realms.arena.batches.layout import Layout

Observation = dict[str, NDArray[Any]]
"""`observation`: what a seat sees; `action_mask`: a one for each legal action."""


def agent_of(seat: int) -> str:
    """The name of the agent on a seat."""
    return f"seat_{seat}"


def seen_space(layout: Layout) -> spaces.Box:
    """The space of what a seat sees, with the range of every field."""
    low, high = (np.empty(layout.observation_size, layout.dtype) for _end in range(2))
    for field in layout.fields:
        low[field.start : field.start + field.size] = field.low
        high[field.start : field.start + field.size] = field.high
    return spaces.Box(low, high, dtype=layout.dtype)


def observation_space(layout: Layout, actions: int) -> spaces.Dict:
    """The space of observations with their masks."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": seen_space(layout), "action_mask": mask})
