"""The environments of all installed games, as Gymnasium knows them: `realms/NAME-v0`.

Gymnasium calls this when it is imported, by its entry points. Nothing of a game is loaded
before an environment is made.
"""

from __future__ import annotations

from realms.kernel.packs import game_names

VERSION = 0
"""Raised when the same program could learn something else."""


def environment_id(game: str) -> str:
    """The id of a game's environment.

    >>> environment_id("chess")
    'realms/Chess-v0'
    """
    return f"realms/{game.capitalize()}-v{VERSION}"


def register_environments() -> None:
    """Make every game known to Gymnasium; the options of a game are keywords of `make`."""
    from gymnasium.envs.registration import register, registry  # noqa: PLC0415  (an extra)

    for game in game_names():
        if environment_id(game) not in registry:
            register(
                id=environment_id(game),
                entry_point="realms.research.seat_env:SeatEnv",
                kwargs={"game": game},
            )
