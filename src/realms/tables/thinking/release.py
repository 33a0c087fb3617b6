"""When a bot's answer is told: on a grid of time, for how long it thought could tell its hand.

A search takes longer with some cards than with others. So an answer that is ready waits for
the next step of a grid that began when it was asked for; the step is wide enough for what the
bot usually takes, and then all its answers take the same. Whoever waited for a worker is told
on the same grid, so that the wait does not tell how long others thought.
"""

from __future__ import annotations

import math
from functools import lru_cache

from realms.bots import bot_named, is_external
from realms.kernel.errors import RealmsError

QUICK, SEARCHING, DEEP = 0.05, 0.25, 0.5
"""Seconds of a step: for bots that do not search, for a short search, for a long one."""
SHORT_SEARCH = 1_000
"""Playouts that a short search has at most."""
GUIDED = "guided"
"""The bot that tries moves as a network guides it: it thinks as long as a long search."""
UNKNOWN = 0.5
"""Seconds of a step for bots that we know nothing of."""
SLACK = 1.25
"""What a bot that was given a time may take of it."""


@lru_cache(1024)
def release_step(game: str, bot: str) -> float:
    """The seconds of a step of the grid on which a bot's answers are told."""
    if is_external(bot, game):  # whose code runs in workers only
        return UNKNOWN
    try:
        named = bot_named(bot, game)
        player = named.played_by(game) if hasattr(named, "played_by") else named
    except RealmsError:
        return UNKNOWN
    budget, kind = getattr(player, "budget", None), getattr(player, "kind", None)
    if budget is None or kind is None:
        return UNKNOWN
    if budget.seconds:
        return float(math.ceil(SLACK * budget.seconds / QUICK) * QUICK)
    if kind == GUIDED:
        return DEEP
    if kind != "search":
        return QUICK
    return SEARCHING if 0 < budget.playouts <= SHORT_SEARCH else DEEP


def release_time(asked: float, ready: float, step: float) -> float:
    """When an answer is told that was ready at some time; at once without a step.

    >>> release_time(10.0, 10.31, 0.25), release_time(10.0, 10.0, 0.25)
    (10.5, 10.25)
    """
    if not step:
        return ready
    return asked + step * max(math.ceil((ready - asked) / step), 1)
