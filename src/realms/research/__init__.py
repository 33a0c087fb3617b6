"""Environments for learning programs: PettingZoo's and Gymnasium's ways to play any game.

They translate and know no rule; `docs/pettingzoo.md` tells how to use them. Their packages
come with the extra `research`. What is named here is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from realms.research.environments import env, parallel_env, raw_env
    from realms.research.seat_env import SeatEnv
    from realms.research.vector import BatchEnv

__all__ = ["BatchEnv", "SeatEnv", "env", "parallel_env", "raw_env"]


def __getattr__(name: str) -> Any:
    if name == "BatchEnv":
        from realms.research.vector import BatchEnv  # noqa: PLC0415

        return BatchEnv
    if name == "SeatEnv":
        from realms.research.seat_env import SeatEnv  # noqa: PLC0415

        return SeatEnv
    if name in __all__:
        from realms.research import environments  # noqa: PLC0415

        return getattr(environments, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
