"""Medieval Realms for PettingZoo, version 0: `env`, `raw_env` and `parallel_env`.

The options of the game are keywords: `env(players=3)`.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from realms.research.aec import TurnEnv, wrapped
from realms.research.parallel import TogetherEnv
from realms.research.single_game import RENDER_MODES
from realms.research.spaces import Observation

METADATA: dict[str, Any] = {
    "name": "medieval_v0",
    "render_modes": RENDER_MODES,
    "is_parallelizable": False,
    "render_fps": 1,
}


class raw_env(TurnEnv):  # noqa: N801  (PettingZoo's name for it)
    """Medieval Realms, one agent after another, without guards."""

    metadata = METADATA
    game = "medieval"


class parallel_env(TogetherEnv):  # noqa: N801  (PettingZoo's name for it)
    """Medieval Realms, all who owe a decision at once."""

    metadata = METADATA
    game = "medieval"


def env(render_mode: str | None = None, **options: Any) -> AECEnv[str, Observation, int | None]:
    """Medieval Realms, one agent after another, with PettingZoo's guards."""
    return wrapped(raw_env(render_mode=render_mode, **options))
