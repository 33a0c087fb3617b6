"""What a game may bring to the bots: players of its own, as a method `bots` of its pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from msgspec import Struct

from realms.bots.advice import Advice
from realms.bots.budget import Budget
from realms.kernel.games import pack_named

Player = Callable[[Any, int, np.uint64, Budget], Sequence[int]]
"""Chooses a move: from a re-deal, a seat, a word of chance and a budget, its steps."""
Adviser = Callable[[Any, int, np.uint64, Budget], list[Advice]]
"""The same for advice, best first, each move as its steps."""


class BotSet(Struct, frozen=True):
    """The bots of a game, by name."""

    players: Mapping[str, Player]
    """How each bot chooses a move, the weakest first."""
    advisers: Mapping[str, Adviser] = {}
    """The bots that can tell more than a move."""
    numbers: Mapping[str, int] = {}
    """The bots that are rules, by the numbers that compiled loops call them by."""
    weigh: Callable[[Any, str, Mapping[str, float]], None] | None = None
    """Lays the weights of a bot, numbers by name, on the desk of a compiled loop."""


@runtime_checkable
class BringsBots(Protocol):
    """A pack whose game has bots of its own."""

    def bots(self) -> BotSet:
        """The bots of the game."""


def bots_brought(game: str) -> BotSet:
    """The bots that a game brings."""
    pack: BringsBots = pack_named(game)
    return pack.bots()
