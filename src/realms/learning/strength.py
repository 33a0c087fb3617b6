"""How strong a network is: its part of the wins at tables of our bots, with an interval."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from realms.arena.games import Plan, play_moves
from realms.arena.seatings import GameKey
from realms.bots.game_parts import bot_set
from realms.kernel.games import game_named


class Strength(msgspec.Struct, frozen=True):
    """What came of some games of one network among bots."""

    table: dict[str, Any]
    bot: str
    games: int
    wins: float
    """The network's part of the wins."""
    error: float
    """Half of the interval that holds the true part in 95 of 100 measurements."""
    fair: float
    points: float
    """The network's mean points."""


class Measured(Strength, frozen=True):
    """The same as a line of a run's folder: of the network after so many decisions."""

    decisions: int


def opponents(game: str) -> tuple[str, ...]:
    """The bots that a network is measured against: those that are rules, but for `random`."""
    return tuple(name for name in bot_set(game).numbers if name != "random")


def measure(
    game: str, table: dict[str, Any], file: Path, bot: str, games: int, seed: str
) -> Strength:
    """Seat a network among equal bots, at every seat in turn, and play.

    The deals follow from the seed, so every measurement of a run plays the same ones.
    """
    options = msgspec.convert(table, game_named(game).options_type)
    players = int(options.players)
    names = (f"learned:weights={file}", *[bot] * (players - 1))
    plan = Plan(game, options, (names,), seed)
    turned = [tuple(np.roll(np.arange(players), k).tolist()) for k in range(players)]
    shares, points = [], []
    for number in range(games):
        seating = turned[number % players]
        key = GameKey(0, number // players, number % players)
        finished = play_moves(plan, [(key, seating)])[0]
        shares.append(finished.share(seating.index(0)))
        points.append(finished.scores[seating.index(0)])
    error = 1.96 * float(np.std(shares)) / len(shares) ** 0.5
    return Strength(
        table, bot, games, float(np.mean(shares)), error, 1 / players, float(np.mean(points))
    )
