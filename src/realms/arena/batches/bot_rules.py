"""Bots on the other seats of a batch, for games whose rules are compiled.

As in `batch_rules` the loop holds no rules: a game hands in what a bot does with one row, and
gets the loop back compiled as one piece with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.arena.batches.arrays import SKIP, row_rng_state
from realms.kernel.chance import branch, decision_seed

# What a game hands in. These stubs stand for it below.


def decide_one(bot: int, s: Any, seat: int, thinking: Any, w: Any) -> None:
    """Make the whole decision that a bot chooses for a seat."""
    raise NotImplementedError


def settle_one(s: Any, rewards: Any, scores: Any, w: Any) -> None:
    """Write down the points of an ended game, and what they are worth."""
    raise NotImplementedError


def show_one(s: Any, path: Any, seat: int, mask: Any, seen: Any, w: Any) -> None:
    """Write down the legal actions of a seat, and what it sees."""
    raise NotImplementedError


def next_awaited(s: Any) -> int:
    """The first seat that owes a decision, or SKIP."""
    raise NotImplementedError


def deal_row(a: Any, row: int, w: Any, rng_state: np.uint64) -> None:
    """Begin the next game of a row."""
    raise NotImplementedError


# The loop.


def let_bots_play(a: Any, seated: Any, w: Any, rng_state: np.uint64, auto_reset: bool) -> None:
    """Play the seats of the bot in every row until another is awaited; what ended meanwhile.

    `seated.plays` has a one for each seat, row by row, that the bot plays.
    """
    for row in range(len(a.states)):
        s, seat = a.states[row], a.seats[row]
        seated.over[row] = False
        seated.rewards[row, :] = 0
        if seat == SKIP or not seated.plays[row, seat]:
            continue
        while seat != SKIP and seated.plays[row, seat]:
            dealt = row_rng_state(rng_state, a.numbers[row], a.episodes[row] - 1)
            seated.thinking[0].chance = decision_seed(branch(dealt, 1), seated.decided[row])
            seated.decided[row] += 1
            decide_one(seated.bot, s, seat, seated.thinking[0], w)
            seat = next_awaited(s)
            if seat == SKIP:
                seated.over[row] = True
                settle_one(s, seated.rewards[row], a.scores[row], w)
                if auto_reset:
                    deal_row(a, row, w, rng_state)
                    seated.decided[row] = 0
                    seat = next_awaited(s)
        a.seats[row] = seat
        if seat == SKIP:
            a.mask[row, :] = False
        else:
            show_one(s, a.paths[row], seat, a.mask[row], a.seen[row], w)
