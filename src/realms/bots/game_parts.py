"""What a game may bring to the bots: players of its own, as a method `bots` of its pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, runtime_checkable

import numpy as np
from msgspec import Struct

from realms.bots.advice import Advice
from realms.bots.budget import Budget
from realms.kernel.games import pack_named

Player = Callable[[Any, int, np.uint64, Budget], Sequence[int]]
"""Chooses a move: from a re-deal, a seat, a rng state and a budget, its steps."""
Adviser = Callable[[Any, int, np.uint64, Budget], list[Advice]]
"""The same for advice, best first, each move as its steps."""


GENERAL_BOTS = ("random", "search")
"""The bots that every game has, whether it brings any or not."""


class BotSet(Struct, frozen=True):
    """The bots of a game, by name."""

    players: Mapping[str, Player]
    """How each bot chooses a move, the weakest first."""
    advisers: Mapping[str, Adviser] = {}
    """The bots that can tell more than a move."""
    numbers: Mapping[str, int] = {}
    """The bots that are rules, by the numbers that compiled loops call them by."""
    weigh: Callable[[Any, str, Mapping[str, float]], None] | None = None
    """Lays the weights of a bot, numbers by name, in the workspace of a compiled loop."""
    parts: Mapping[str, str] = {}
    """The bots whose rules play does not wait for, each with the part that they are compiled in."""


@runtime_checkable
class BringsBots(Protocol):
    """A pack whose game has bots of its own."""

    def bots(self) -> BotSet:
        """The bots of the game."""


@cache
def bot_set(game: str) -> BotSet:
    """The bots of a game: those it brings, and the general ones it does not bring itself."""
    from realms.bots.general import general_bots  # noqa: PLC0415  (it makes a BotSet)

    pack = pack_named(game)
    brought = pack.bots() if isinstance(pack, BringsBots) else BotSet({})
    if set(GENERAL_BOTS) <= set(brought.players):
        return brought
    general = general_bots(pack.game)
    return BotSet(
        players={"random": general.players["random"], **brought.players}
        | {name: play for name, play in general.players.items() if name not in brought.players},
        advisers={**general.advisers, **brought.advisers},
        numbers=brought.numbers,
        weigh=brought.weigh,
        parts=brought.parts,
    )
