"""Games of Medieval Realms stepped together on the GPU, a thread a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda

from realms.arena.batches.arrays import Arrays, row_of
from realms.arena.batches.layout import Layout
from realms.kernel.gpu import device
from realms.medieval.arena.batch import (
    LOOPS,
    MOST_LISTED,
    MedievalBatchWorkspace,
    new_batch_workspace,
)
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.device.games import DEVICE_STATE
from realms.medieval.rules.state import SEATS

__all__ = ["DEVICE_STATE", "device_rows"]

deal_rows, show_rows, await_rows, step_rows = LOOPS[1:]


@device.kernel()
def deal_kernel(a: Any, which: Any, w: Any, rng_state: Any) -> None:
    """Begin the next game in the rows that are marked; the next seat of every row. [MR-9]"""
    row = cuda.grid(1)
    if row < len(a.states):
        deal_rows(row_of(a, row), which[row : row + 1], w, rng_state)


@device.kernel()
def step_kernel(a: Any, w: Any, rng_state: Any, auto_reset: Any) -> None:
    """Play the action of every row and show what comes next."""
    row = cuda.grid(1)
    if row < len(a.states):
        points = cuda.local.array(SEATS, np.int64)
        ranking = cuda.local.array(SEATS, np.int64)
        moves = cuda.local.array(MOST_LISTED, np.int64)
        own = MedievalBatchWorkspace(w.laid_out, w.tables_row, w.spots, points, ranking, moves)
        step_rows(row_of(a, row), own, rng_state, auto_reset)


@device.kernel()
def show_kernel(a: Any, seats: Any, mask: Any, seen: Any, w: Any) -> None:
    """What a seat of every row sees."""
    row = cuda.grid(1)
    if row < len(a.states):
        one = slice(row, row + 1)
        moves = cuda.local.array(MOST_LISTED, np.int64)
        own = MedievalBatchWorkspace(w.laid_out, w.tables_row, w.spots, w.points, w.ranking, moves)
        show_rows(row_of(a, row), seats[one], mask[one], seen[one], own)


@device.kernel()
def awaiting_kernel(a: Any, awaiting: Any) -> None:
    """All seats that owe a decision."""
    row = cuda.grid(1)
    if row < len(a.states):
        await_rows(row_of(a, row), awaiting[row : row + 1])


class MedievalDeviceRows:
    """The rows of a batch that lies on the GPU."""

    def __init__(self, options: MedievalOptions, layout: Layout, arrays: Arrays) -> None:
        self.arrays, self.size = arrays, len(arrays.states)
        here = new_batch_workspace(options, layout)
        records = [device.to_device_layout(rows[0]) for rows in (here.laid_out, here.tables_row)]
        self.workspace = MedievalBatchWorkspace(*map(cuda.to_device, (*records, *here[2:])))

    def deal(self, rng_state: np.uint64, which: Any) -> None:
        """Begin the next game in the rows that are marked."""
        a = self.arrays
        device.launch(deal_kernel, self.size, a, which, self.workspace, rng_state)
        self.show(a.seats, a.mask, a.seen)

    def step(self, rng_state: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row."""
        arguments = (self.workspace, rng_state, auto_reset)
        device.launch(step_kernel, self.size, self.arrays, *arguments)

    def show(self, seats: Any, mask: Any, seen: Any) -> None:
        """Write down what seats see."""
        arguments = (seats, mask, seen, self.workspace)
        device.launch(show_kernel, self.size, self.arrays, *arguments)

    def awaiting(self, seats: Any) -> None:
        """Write down which seats owe a decision."""
        device.launch(awaiting_kernel, self.size, self.arrays, seats)


device_rows = MedievalDeviceRows
"""The rows of a batch, by the name that batches call them."""
