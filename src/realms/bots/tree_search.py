"""A search of a game's own: the tree search specialised by compilation, and its findings."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.bots import tree_rules
from realms.bots.budget import Budget
from realms.bots.tree import DEEPEST, MOST, RESULT, Tree, is_surely_listed, new_tree
from realms.kernel.chance import branch
from realms.kernel.compiled.specialisation import specialise
from realms.kernel.rule import rule

HANDED_IN = (
    "awaited",
    "candidates",
    "apply",
    "decide",
    "observation",
    "redeal",
    "playout",
)
"""The rules a game hands in; `tree.py` says what each owes."""

MAY_BE_LEFT_OUT = "is_surely_listed"

NODES = 1 << 17
"""Nodes of a tree unless told: some 55 MB."""


class Findings(Struct):
    """What a search found out about the moves at the root, in the order of their priors."""

    moves: NDArray[np.int64]
    visits: NDArray[np.int64]
    values: NDArray[np.float64]  # the viewer's mean value
    wins: NDArray[np.float64]  # (move, seat): mean part of the win
    errors: NDArray[np.float64]  # the standard error of the viewer's
    scores: NDArray[np.float64]  # (move, seat): mean points
    playouts: int

    def best(self) -> int:
        """The place of the move visited most; among equals, of the best value."""
        return int(np.lexsort((self.values, self.visits))[-1])

    def sample(self, temperature: float, rng_state: np.uint64) -> int:
        """The place of a move drawn by its value: the lower its value, the rarer.

        Moves that were never tried are never drawn; at temperature 0 it is the best.
        """
        if temperature <= 0 or not self.playouts:
            return self.best()
        known = np.flatnonzero(self.visits)
        return int(known[sample_place(self.values[known], temperature, rng_state)])


class SearchRoom(NamedTuple):
    """What a search writes on while a tree grows."""

    position: NDArray[Any]
    """The position that is searched, as an array of one state."""
    table: NDArray[Any]
    """The state that is played on, likewise."""
    path: NDArray[np.int64]
    moves: NDArray[np.int64]
    priors: NDArray[np.float64]
    result: Any


class TreeSearch:
    """A tree search of one game, made by `specialised`."""

    def __init__(self, plant: Callable[..., Any], grow: Callable[..., Any]) -> None:
        self.plant, self.grow = plant, grow

    def think(
        self,
        position: Any,
        viewer: int,
        rng_state: np.uint64,
        budget: Budget,
        new_workspace: Callable[[], Any],
        settings: Any,
        *,
        threads: int = 1,
        nodes: int = NODES,
        forced: bool = True,
    ) -> Findings:
        """Search a position for a viewer; `new_workspace` makes a fresh set for each tree.

        A move without alternative is not thought about unless `forced`.
        """
        if threads == 1:
            return self._one(
                position, viewer, rng_state, budget, new_workspace(), settings, nodes, forced
            )
        shares = [
            Budget(budget.playouts // threads + (k < budget.playouts % threads), budget.seconds)
            for k in range(threads)
        ]

        def share(k: int) -> Findings:
            own = np.uint64(branch(rng_state, 1000 + k))
            return self._one(
                position, viewer, own, shares[k], new_workspace(), settings, nodes, forced
            )

        with ThreadPoolExecutor(threads) as pool:
            return merge_findings(list(pool.map(share, range(threads))))

    def _one(
        self,
        position: Any,
        viewer: int,
        rng_state: np.uint64,
        budget: Budget,
        new_workspace: Any,
        settings: Any,
        nodes: int,
        forced: bool,
    ) -> Findings:
        root = np.frombuffer(bytearray(position.tobytes()), position.dtype)
        table = root.copy()
        limit = min(nodes, budget.playouts + 2) if budget.playouts else nodes
        tree = new_tree(limit)
        moves, priors = np.zeros(MOST, np.int64), np.zeros(MOST, np.float64)
        n = int(self.plant(tree, root[0], viewer, new_workspace, moves, priors))
        if n == 1 and not forced:
            return findings_of(tree, n, viewer)
        path = np.zeros((DEEPEST, 2), np.int64)
        room = SearchRoom(root, table, path, moves, priors, np.zeros(1, RESULT)[0])
        begin = time.perf_counter()

        def more(playouts: int) -> None:
            self.grow(tree, viewer, rng_state, playouts, new_workspace, settings, room)

        if budget.playouts:
            more(budget.playouts)
            return findings_of(tree, n, viewer)
        chunk = max(n, 8)
        while True:
            more(chunk)
            spent = time.perf_counter() - begin
            left = budget.seconds - spent
            if left <= 0:
                return findings_of(tree, n, viewer)
            speed = int(tree.visits[0]) / spent
            chunk = max(1, min(int(speed * left), int(speed * 0.02) + 1))


def sample_place(values: NDArray[np.float64], temperature: float, rng_state: np.uint64) -> int:
    """A place drawn by value: one that is `temperature` below the best is e times rarer."""
    weights = np.exp((values - values.max()) / temperature)
    part = float(np.uint64(branch(rng_state, 1)) >> np.uint64(11)) / (1 << 53)
    place = np.searchsorted(np.cumsum(weights / weights.sum()), part, side="right")
    return min(int(place), len(values) - 1)


def findings_of(tree: Tree, n: int, viewer: int) -> Findings:
    """What a tree knows of its root's moves; its edges stand last candidate first."""
    order = np.arange(n)[::-1]
    visits = tree.tried[order].astype(np.int64)
    times = np.maximum(visits, 1)
    wins = tree.wins[order] / times[:, None]
    spread = np.maximum(tree.squares[order] / times - wins[:, viewer] ** 2, 0.25 / times)
    return Findings(
        moves=tree.move[order].copy(),
        visits=visits,
        values=tree.value[order, viewer] / times,
        wins=wins,
        errors=np.sqrt(spread / times),
        scores=tree.score[order] / times[:, None],
        playouts=int(visits.sum()),
    )


def merge_findings(parts: list[Findings]) -> Findings:
    """The findings of several trees over one root, added up."""
    visits = np.sum([part.visits for part in parts], axis=0)
    times = np.maximum(visits, 1)

    def mean(rows: list[NDArray[np.float64]]) -> NDArray[np.float64]:
        shape = (-1,) + (1,) * (rows[0].ndim - 1)
        sums = [row * part.visits.reshape(shape) for row, part in zip(rows, parts, strict=True)]
        total: NDArray[np.float64] = np.sum(sums, axis=0) / times.reshape(shape)
        return total

    variances = [(part.errors * part.visits) ** 2 for part in parts]
    return Findings(
        moves=parts[0].moves,
        visits=visits,
        values=mean([part.values for part in parts]),
        wins=mean([part.wins for part in parts]),
        errors=np.sqrt(np.sum(variances, axis=0)) / times,
        scores=mean([part.scores for part in parts]),
        playouts=int(visits.sum()),
    )


def specialise_search(home: str, **handed_in: Callable[..., Any]) -> TreeSearch:
    """The search with a game's own rules in place of the stubs, compiled as one piece.

    It belongs to `home`, the module that asks (`kernel.specialisation`).
    """
    if set(handed_in) | {MAY_BE_LEFT_OUT} != {*HANDED_IN, MAY_BE_LEFT_OUT}:
        raise TypeError(f"a search needs {', '.join(HANDED_IN)}")
    rules = {MAY_BE_LEFT_OUT: rule(is_surely_listed), **handed_in}
    made = specialise(tree_rules, home, "searching", **rules)
    return TreeSearch(made["plant"], made["grow"])
