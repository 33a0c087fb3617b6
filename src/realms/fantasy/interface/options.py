"""What a table of Fantasy Realms agrees on before it begins."""

from __future__ import annotations

from typing import Literal

from realms.kernel.game import Options

PLAYERS = {"standard": (3, 6), "duel": (2, 2), "chaos": (3, 7)}
PLAYER_PARAGRAPHS = {"standard": "FR-3a", "duel": "FR-21", "chaos": "FR-23"}


class FantasyOptions(Options, frozen=True):
    """What a table of Fantasy Realms agrees on."""

    players: int = 4
    variant: Literal["standard", "duel", "chaos"] = "standard"
    jester: bool = True
    """Play with the Jester. [FR-1]"""
    stall_guard: bool = True
    """Five rounds without a draw from the deck force one. [FR-4b]"""
    declare: bool = False
    """Players declare their choices at scoring themselves. [FR-18]"""
    rounds: int = 10
    """Chaos without a clock: the number of trade rounds. [FR-25]"""
    clock: bool = False
    """Chaos runs on a clock outside, until time is called. [FR-23]"""
    put_back: bool = False
    """A card just taken from the discard area may be discarded at once. [FR-4a]"""
