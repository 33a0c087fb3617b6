"""What a network foretells in games, and what happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.analysis.review.value_net import CHUNK, NetworkTrunk
from realms.bots.learned.weights import NetworkArrays
from tools.calibration.games import SeenGames

BINS = 10
"""Parts into which chances are sorted, each as wide as the others."""
PHASES = 3
"""Parts of a game: its beginning, its middle and its end."""

Numbers = NDArray[np.float64]


class Predictions(NamedTuple):
    """Chances to win that deciding seats were told, one a row, and what came of them."""

    chances: Numbers
    shares: Numbers
    """The seat's part of the win."""
    phases: NDArray[np.int64]

    def of_phase(self, phase: int) -> Predictions:
        """Those of one part of the games."""
        return Predictions(*(part[self.phases == phase] for part in self))


class Bin(NamedTuple):
    """Predictions that were much the same: their mean, what happened on average, how many."""

    chance: float
    happened: float
    number: int


def last_layer(arrays: NetworkArrays, seen: SeenGames) -> NDArray[np.float32]:
    """What the heads of a network read at every decision."""
    trunk, n = NetworkTrunk(arrays), len(seen.numbers)
    parts = [trunk.last_layer(seen.numbers[k : k + CHUNK]) for k in range(0, n, CHUNK)]
    return np.concatenate(parts)


def chances_of(layer: NDArray[Any], weights: Any, biases: Any, players: int) -> Numbers:
    """The chances of all seats of a table by a head, from the viewer's place on."""
    odds = layer @ np.asarray(weights[:players], np.float64).T + biases[:players]
    likely = np.exp(odds - odds.max(axis=1, keepdims=True))
    chances: Numbers = likely / likely.sum(axis=1, keepdims=True)
    return chances


def predictions(arrays: NetworkArrays, seen: SeenGames) -> Predictions:
    """What the seats that decided were told."""
    layer = last_layer(arrays, seen)
    chances = chances_of(layer, arrays.chances, arrays.chance_biases, seen.players)
    return with_outcomes(chances[:, 0], seen)


def with_outcomes(chances: Numbers, seen: SeenGames) -> Predictions:
    """Chances of the seats that decided, beside what came of them."""
    phases = np.minimum((seen.progress * PHASES).astype(np.int64), PHASES - 1)
    return Predictions(chances, seen.shares[:, 0].astype(np.float64), phases)


def joined_predictions(parts: list[Predictions]) -> Predictions:
    """Predictions at several tables as one."""
    return Predictions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def sort_in_bins(made: Predictions) -> Iterator[Bin]:
    """Predictions by the chance they tell; bins without any are left out."""
    places = np.minimum((made.chances * BINS).astype(int), BINS - 1)
    for place in range(BINS):
        those = places == place
        if those.any():
            means = float(made.chances[those].mean()), float(made.shares[those].mean())
            yield Bin(*means, int(those.sum()))


def calibration_error(made: Predictions) -> float:
    """The expected calibration error: how far off chances are, bin by bin, on average.

    >>> sure = Predictions(np.array([0.75, 0.75]), np.array([1.0, 0.0]), np.array([0, 0]))
    >>> round(calibration_error(sure), 2)
    0.25
    """
    off = sum(abs(one.chance - one.happened) * one.number for one in sort_in_bins(made))
    return off / max(len(made.chances), 1)
