"""What is done with the rows of a batch, for games whose rules are compiled.

The loops hold no rules. A game hands in what happens to one row (`specialise_rows` tells
what), and gets the loops back compiled as one piece with it. They work on `Arrays`, one row
a game, and on a workspace `w`: a `NamedTuple` of the game's own with all that one thread
needs beside them. It begins with `laid_out`, an array of one game before its deal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from realms.arena.batches.arrays import SKIP, row_rng_state

# What a game hands in. These stubs stand for it below.


def deal(s: Any, w: Any) -> None:
    """Deal a game that is laid out; its generator is set."""
    raise NotImplementedError


def step_one(s: Any, path: Any, seat: int, action: int, w: Any) -> bool:
    """Play a legal action of an awaited seat; returns whether the game ended."""
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


def is_awaited(s: Any, seat: int) -> bool:
    """Whether a seat owes a decision."""
    raise NotImplementedError


# The loops.


def deal_row(a: Any, row: int, w: Any, rng_state: np.uint64) -> None:
    """Begin the next game of a row."""
    a.states[row] = w.laid_out[0]
    s = a.states[row]
    s.chance = row_rng_state(rng_state, a.numbers[row], a.episodes[row])
    a.episodes[row] += 1
    a.paths[row, 0] = 0
    deal(s, w)


def deal_rows(a: Any, which: Any, w: Any, rng_state: np.uint64) -> None:
    """Begin the next game in the rows that are marked; the next seat of every row."""
    for row in range(len(a.states)):
        if which[row]:
            deal_row(a, row, w, rng_state)
        a.seats[row] = next_awaited(a.states[row])


def show_rows(a: Any, seats: Any, mask: Any, seen: Any, w: Any) -> None:
    """What a seat of every row sees; nothing where nobody is asked."""
    for row in range(len(a.states)):
        if seats[row] == SKIP:
            mask[row, :] = False
            seen[row, :] = 0
        else:
            show_one(a.states[row], a.paths[row], seats[row], mask[row], seen[row], w)


def await_rows(a: Any, awaiting: Any) -> None:
    """All seats that owe a decision, row by row."""
    for row in range(len(a.states)):
        for seat in range(a.states[row].players):
            awaiting[row, seat] = is_awaited(a.states[row], seat)


def step_rows(a: Any, w: Any, rng_state: np.uint64, auto_reset: bool) -> None:
    """Play the action of every row and show what comes next; skipped rows stay."""
    for row in range(len(a.states)):
        a.over[row] = False
        a.rewards[row, :] = 0
        if a.actions[row] == SKIP or a.seats[row] == SKIP:
            continue
        s = a.states[row]
        if step_one(s, a.paths[row], a.seats[row], a.actions[row], w):
            a.over[row] = True
            settle_one(s, a.rewards[row], a.scores[row], w)
            if auto_reset:
                deal_row(a, row, w, rng_state)
        seat = next_awaited(s)
        a.seats[row] = seat
        if seat == SKIP:
            a.mask[row, :] = False
        else:
            show_one(s, a.paths[row], seat, a.mask[row], a.seen[row], w)
