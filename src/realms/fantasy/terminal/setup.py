"""What the command line may ask of a game of Fantasy Realms in the terminal."""

from __future__ import annotations

from typing import Any

from realms.fantasy.interface.what_if import hand_sheet, without
from realms.kernel.errors import IllegalMove

REHEARSED = 2
"""Decisions that use every rule a move needs."""


def pairs(players: int | None, variant: str | None, settings: tuple[str, ...]) -> list[str]:
    """The options as pairs; two players mean the duel, and the duel means two."""
    told = dict(pair.split("=", 1) for pair in settings if "=" in pair)
    variant = variant or told.get("variant", "").strip()
    if not variant and players == 2:
        variant = "duel"
    if variant == "duel" and players is None and "players" not in told:
        players = 2
    first = [f"variant={variant}"] if variant else []
    first += [f"players={players}"] if players is not None else []
    return [*first, *settings]


def check(options: Any) -> None:
    """Without a clock in the terminal, Chaos is played in rounds [FR-25]."""
    if options.clock:
        raise IllegalMove("usage/clock", paragraph="FR-25")


def look_at(view: Any) -> None:
    """Use the rules that showing a view uses."""
    hand_sheet(view)
    without(view)
