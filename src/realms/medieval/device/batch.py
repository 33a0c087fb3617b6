"""Games of Medieval Realms stepped together on the graphics card, a thread a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda

from realms.arena.batch_arrays import Arrays
from realms.arena.batch_layout import Layout, starts_of
from realms.kernel import device
from realms.medieval.arena import observation as medieval_sight
from realms.medieval.arena.batch import MOST_LISTED, await_rows, deal_one, show_rows, step_rows
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.device.games import STATE_THERE
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.play import next_awaited
from realms.medieval.rules.state import SEATS, STATE

__all__ = ["STATE_THERE", "RowsThere"]


@device.kernel()
def deal_kernel(
    states: Any,
    which: Any,
    laid_out: Any,
    tables_row: Any,
    word: Any,
    numbers: Any,
    episodes: Any,
    paths: Any,
    seats: Any,
) -> None:
    """Begin the next game in the rows that are marked; the next seat of every row. [MR-9]"""
    row = cuda.grid(1)
    if row < len(states):
        if which[row]:
            deal_one(states, row, laid_out, tables_row[0], word, numbers, episodes, paths)
        seats[row] = next_awaited(states[row])


@device.kernel()
def step_kernel(
    laid_out: Any,
    tables_row: Any,
    word: Any,
    auto_reset: Any,
    numbers: Any,
    episodes: Any,
    states: Any,
    paths: Any,
    seats: Any,
    actions: Any,
    spots: Any,
    mask: Any,
    seen: Any,
    rewards: Any,
    scores: Any,
    over: Any,
) -> None:
    """Play the action of every row and show what comes next."""
    row = cuda.grid(1)
    if row < len(states):
        one = slice(row, row + 1)
        step_rows(
            laid_out,
            tables_row,
            word,
            auto_reset,
            numbers[one],
            episodes[one],
            states[one],
            paths[one],
            seats[one],
            actions[one],
            spots,
            mask[one],
            seen[one],
            rewards[one],
            scores[one],
            over[one],
            cuda.local.array(SEATS, np.int64),
            cuda.local.array(SEATS, np.int64),
            cuda.local.array(MOST_LISTED, np.int64),
        )


@device.kernel()
def show_kernel(
    states: Any, tables_row: Any, paths: Any, seats: Any, spots: Any, mask: Any, seen: Any
) -> None:
    """What a seat of every row sees."""
    row = cuda.grid(1)
    if row < len(states):
        one = slice(row, row + 1)
        moves = cuda.local.array(MOST_LISTED, np.int64)
        show_rows(
            states[one], tables_row, paths[one], seats[one], spots, mask[one], seen[one], moves
        )


@device.kernel()
def awaiting_kernel(states: Any, seats: Any, awaiting: Any) -> None:
    """All seats that owe a decision."""
    row = cuda.grid(1)
    if row < len(states):
        one = slice(row, row + 1)
        await_rows(states[one], seats[:0], awaiting[one])


class RowsThere:
    """The rows of a batch that lies on the card."""

    def __init__(self, options: MedievalOptions, layout: Layout, arrays: Arrays) -> None:
        self.rows, self.size = arrays, len(arrays.states)
        laid_out = np.zeros(1, STATE)
        GAME.prepare(laid_out[0], options)
        self.laid_out = cuda.to_device(device.copied_there(laid_out[0]))
        self.tables_row = cuda.to_device(device.copied_there(rule_tables_row(options)[0]))
        self.spots = cuda.to_device(starts_of(layout.fields, medieval_sight.NAMES))

    def deal(self, word: np.uint64, which: Any) -> None:
        """Begin the next game in the rows that are marked."""
        a, first = self.rows, (self.laid_out, self.tables_row, word)
        games = (a.numbers, a.episodes, a.paths, a.seats)
        device.launch(deal_kernel, self.size, a.states, which, *first, *games)
        self.show(a.seats, a.mask, a.seen)

    def step(self, word: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row."""
        a, first = self.rows, (self.laid_out, self.tables_row, word, auto_reset)
        games = (a.numbers, a.episodes, a.states, a.paths, a.seats, a.actions)
        told = (self.spots, a.mask, a.seen, a.rewards, a.scores, a.over)
        device.launch(step_kernel, self.size, *first, *games, *told)

    def show(self, seats: Any, mask: Any, seen: Any) -> None:
        """Write down what seats see."""
        a, told = self.rows, (self.spots, mask, seen)
        device.launch(show_kernel, self.size, a.states, self.tables_row, a.paths, seats, *told)

    def awaiting(self, seats: Any) -> None:
        """Write down which seats owe a decision."""
        a = self.rows
        device.launch(awaiting_kernel, self.size, a.states, a.seats, seats)
