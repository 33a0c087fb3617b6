"""What the command line may ask of a game of Medieval Realms in the terminal."""

from __future__ import annotations

from typing import Any

REHEARSED = 40
"""Decisions that use every rule a move needs: the draft, placements and some actions."""


def pairs(players: int | None, variant: str | None, settings: tuple[str, ...]) -> list[str]:
    """The options as pairs; there are no variants, which the game then says."""
    told = [("variant", variant), ("players", players)]
    return [*(f"{name}={value}" for name, value in told if value is not None), *settings]


def check(_options: Any) -> None:
    """Every game can be played in the terminal."""


def look_at(_view: Any) -> None:
    """Showing a view uses no further rules."""
