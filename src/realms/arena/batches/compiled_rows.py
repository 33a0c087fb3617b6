"""Batches of games whose rules are compiled: a game's loops, and the rows they work on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.arena.batches import batch_rules
from realms.arena.batches.arrays import Arrays
from realms.kernel.compiled.specialisation import specialise


class RowLoops(NamedTuple):
    """The loops of `batch_rules` with a game's rules in them."""

    deal_row: Callable[..., None]
    deal_rows: Callable[..., None]
    show_rows: Callable[..., None]
    await_rows: Callable[..., None]
    step_rows: Callable[..., None]


def specialise_rows(
    home: str,
    *,
    deal: Callable[..., None],
    step_one: Callable[..., bool],
    settle_one: Callable[..., None],
    show_one: Callable[..., None],
    next_awaited: Callable[..., int],
    is_awaited: Callable[..., bool],
) -> RowLoops:
    """The loops over rows with a game's rules in place of the stubs of `batch_rules`."""
    handed_in = {
        "deal": deal,
        "step_one": step_one,
        "settle_one": settle_one,
        "show_one": show_one,
        "next_awaited": next_awaited,
        "is_awaited": is_awaited,
    }
    made = specialise(batch_rules, home, "batch", **handed_in)
    return RowLoops(*(made[name] for name in RowLoops._fields))


class CompiledRows:
    """Some rows of a batch, with the workspace of one thread."""

    def __init__(self, loops: RowLoops, arrays: Arrays, workspace: Any) -> None:
        self.loops, self.arrays, self.workspace = loops, arrays, workspace

    def deal(self, rng_state: np.uint64, which: NDArray[np.bool_]) -> None:
        """Begin the next game in the rows that are marked."""
        a = self.arrays
        self.loops.deal_rows(a, which, self.workspace, rng_state)
        self.show(a.seats, a.mask, a.seen)

    def step(self, rng_state: np.uint64, auto_reset: bool) -> None:
        """Play the action of every row."""
        self.loops.step_rows(self.arrays, self.workspace, rng_state, auto_reset)

    def show(self, seats: NDArray[np.int64], mask: Any, seen: Any) -> None:
        """Write down what seats see, and their legal actions where they owe a decision."""
        self.loops.show_rows(self.arrays, seats, mask, seen, self.workspace)

    def awaiting(self, seats: NDArray[np.bool_]) -> None:
        """Write down which seats owe a decision."""
        self.loops.await_rows(self.arrays, seats)
