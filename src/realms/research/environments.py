"""Any game as an environment of PettingZoo, by its name; its options are keywords."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from realms.research.aec import TurnEnv, add_guards
from realms.research.parallel import TogetherEnv
from realms.research.spaces import Observation


def raw_env(
    game: str, render_mode: str | None = None, *, version: int = 0, **options: Any
) -> TurnEnv:
    """A game, one agent after another, without guards."""
    return TurnEnv(game, render_mode, version, **options)


def env(
    game: str, render_mode: str | None = None, *, version: int = 0, **options: Any
) -> AECEnv[str, Observation, int | None]:
    """A game, one agent after another, with PettingZoo's guards."""
    return add_guards(raw_env(game, render_mode, version=version, **options))


def parallel_env(
    game: str, render_mode: str | None = None, *, version: int = 0, **options: Any
) -> TogetherEnv:
    """A game, all agents that owe a decision at once."""
    return TogetherEnv(game, render_mode, version, **options)
