"""A network over many positions at once: chances and policies as sums of matrices.

The players judge one position at a time, in a fixed order of sums. A review has thousands to
judge, so here a layer is one product of matrices; the last bits may differ from a player's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.analysis.review.threads import in_threads
from realms.bots.learned.judgement import SMALL
from realms.bots.learned.weights import (
    BIT,
    CATEGORY,
    COUNT,
    SMALL_COUNT,
    LearnedNetwork,
    NetworkArrays,
)

CHUNK = 512
"""Positions that go through a layer together."""


class ManyJudgements(NamedTuple):
    """What a network says of many positions, one a row."""

    wins: NDArray[np.float64]
    """The chance of each seat to win, from the viewer's place on."""
    policy: NDArray[np.float32]
    """Logits of the table's actions; −inf where one is not legal. Empty where nobody asked."""
    is_known: NDArray[np.bool_]
    """Whether the network learned to decide here: some legal action is one of its own."""


class NetworkTrunk:
    """All layers of a network but its heads."""

    def __init__(self, arrays: NetworkArrays) -> None:
        self.arrays = arrays
        self.layers = arrays.layers.astype(np.float32) * arrays.steps[:, :, None, :]
        self.bits, self.counts, self.categories = (
            np.flatnonzero(arrays.kinds == kind) for kind in (BIT, COUNT, CATEGORY)
        )

    def last_layer(self, numbers: NDArray[np.int16]) -> NDArray[np.float32]:
        """What the heads read, for inputs, one a row."""
        arrays = self.arrays
        x = self._enter(numbers)
        for block in range(len(self.layers)):
            y = _normalised(x, arrays.norms[block])
            z = y @ self.layers[block, 0] + arrays.biases[block, 0]
            x += np.maximum(z, 0) @ self.layers[block, 1] + arrays.biases[block, 1]
        return np.maximum(_normalised(x, arrays.norms[len(self.layers)]), 0)

    def _enter(self, numbers: NDArray[np.int16]) -> NDArray[np.float32]:
        """What the first layer makes of the numbers."""
        arrays = self.arrays
        rows = arrays.rows
        x = numbers[:, self.bits].astype(np.float32) @ arrays.entry[rows[self.bits]]
        x += arrays.entry_bias
        counted = np.maximum(numbers[:, self.counts], 0)
        filled = counted.any(axis=0)  # most are nought at every position of a game
        if filled.any():
            counted, counts = counted[:, filled], rows[self.counts[filled]]
            x += (counted * SMALL_COUNT) @ arrays.entry[counts]
            few = np.minimum(counted, len(arrays.logarithms) - 1)
            x += arrays.logarithms[few] @ arrays.entry[counts + 1]
        for place in self.categories:
            value = numbers[:, place]
            names = (value >= 0) & (value < arrays.values[place])
            x[names] += arrays.entry[rows[place] + value[names]]
        return x


class ValueNet:
    """The network of a game at one table, with the chances that people are told."""

    def __init__(self, network: LearnedNetwork, options: Any, layout: Any) -> None:
        self.about, self.arrays = network
        self.trunk = NetworkTrunk(self.arrays)
        self.players = int(options.players)
        self.table = self.about.table_numbers(options)
        self.inputs = self.about.input_places(layout)
        self.actions = self.about.action_places(layout)

    def judge(
        self, seen: NDArray[Any], mask: NDArray[np.bool_], with_policy: bool = True
    ) -> ManyJudgements:
        """What the network says of positions: observations, and legal actions, one a row.

        Moves often come to the same position by a seat's own eyes; it is judged once.
        """
        known: NDArray[np.bool_] = np.any(mask & (self.actions >= 0), axis=1)
        kept, places = _distinct(seen) if not with_policy else (np.arange(len(seen)),) * 2
        asked, legal = seen[kept], mask[kept]

        def part_of(rows: slice) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
            return self._judge(asked[rows], legal[rows], with_policy)

        parts = in_threads(part_of, [*_chunks(len(asked))])
        if not parts:
            return ManyJudgements(np.zeros((0, self.players)), mask.astype(np.float32), known)
        wins, policy = (np.concatenate(part) for part in zip(*parts, strict=True))
        return ManyJudgements(wins[places], policy, known)

    def _judge(
        self, seen: NDArray[Any], mask: NDArray[np.bool_], with_policy: bool
    ) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        numbers = np.zeros((len(seen), len(self.arrays.kinds)), np.int16)
        numbers[:, : len(self.table)] = self.table
        found = self.inputs >= 0
        numbers[:, self.inputs[found]] = seen[:, found]
        out = self.trunk.last_layer(numbers)
        count, arrays, seats = self.about.action_count, self.arrays, slice(self.players)
        odds = (out @ arrays.chances[seats].T + arrays.chance_biases[seats]).astype(np.float64)
        wins = np.exp(odds - odds.max(1, keepdims=True))
        wins /= wins.sum(1, keepdims=True)
        if not with_policy:
            return wins, np.zeros((len(seen), 0), np.float32)
        policy = out @ arrays.heads[:count].T + arrays.head_biases[:count]
        self._point(numbers, out, policy)
        judgeable = mask & (self.actions >= 0)
        shown = np.where(judgeable, policy[:, self.actions], np.float32(-np.inf))
        return wins, shown

    def _point(
        self, numbers: NDArray[np.int16], out: NDArray[np.float32], policy: NDArray[np.float32]
    ) -> None:
        """Judge actions that point at cards by those cards."""
        arrays = self.arrays
        for pointer, (first, size, field) in enumerate(arrays.pointers):
            asked = out @ arrays.queries[pointer].T + arrays.query_biases[pointer]
            for place in range(size):
                cards = np.clip(numbers[:, field + place], 0, arrays.keys.shape[1] - 1)
                policy[:, first + place] += (arrays.keys[pointer][cards] * asked).sum(1)


def _distinct(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of rows that differ, and for each row which of them it is."""
    found: dict[bytes, int] = {}
    kept: list[int] = []
    places = np.empty(len(rows), np.int64)
    for place, row in enumerate(rows):
        n = found.setdefault(row.tobytes(), len(kept))
        if n == len(kept):
            kept.append(place)
        places[place] = n
    return np.array(kept, np.int64), places


def _chunks(n: int) -> Iterator[slice]:
    return (slice(first, first + CHUNK) for first in range(0, n, CHUNK))


def _normalised(x: NDArray[np.float32], norm: NDArray[np.float32]) -> NDArray[np.float32]:
    """Numbers with mean nought and spread one, then times and plus what was learned."""
    apart = x - x.mean(1, keepdims=True)
    scale = 1.0 / np.sqrt((apart * apart).mean(1, keepdims=True) + SMALL)
    normal: NDArray[np.float32] = (apart * scale).astype(np.float32) * norm[0] + norm[1]
    return normal
