"""An optimiser for noisy numbers: an evolution strategy with a step for each coordinate.

It is the separable CMA-ES (Ros and Hansen, 2008): a cloud of candidates is drawn around a
mean, the better half of them moves it, and the spread of each coordinate follows what paid.
Everything it knows is in one value, so that a run can be put down and taken up again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Vector = NDArray[np.float64]


class Cloud(Struct, frozen=True):
    """Where the search stands, in coordinates whose usual step is one."""

    mean: tuple[float, ...]
    step: float
    """The overall step."""
    spread: tuple[float, ...]
    """The variance of each coordinate beside it."""
    path: tuple[float, ...]
    """Where the mean has been going, which the spread follows."""
    pace: tuple[float, ...]
    """The same in equal coordinates, which the step follows."""
    generation: int = 0


def new_cloud(size: int, step: float) -> Cloud:
    """A cloud around the origin."""
    none = (0.0,) * size
    return Cloud(none, step, (1.0,) * size, none, none)


def usual_number(size: int) -> int:
    """How many candidates a generation usually has.

    >>> usual_number(20)
    12
    """
    return 4 + int(3 * math.log(size))


def candidates(cloud: Cloud, number: int, rng_state: int) -> list[Vector]:
    """A generation drawn from the cloud, in pairs that mirror each other."""
    chance = np.random.default_rng([rng_state & (2**63 - 1), cloud.generation])
    half = chance.standard_normal((-(-number // 2), len(cloud.mean)))
    drawn = np.concatenate([half, -half])[:number]
    wide = cloud.step * np.sqrt(cloud.spread)
    return [np.asarray(cloud.mean) + wide * one for one in drawn]


def evolve(cloud: Cloud, tried: Sequence[Vector], worth: Sequence[float]) -> Cloud:
    """The cloud after a generation, from what each candidate was worth: more is better."""
    size, number = len(cloud.mean), len(tried)
    best = np.argsort(-np.asarray(worth), kind="stable")[: number // 2]
    weights = math.log(number / 2 + 0.5) - np.log(np.arange(1, len(best) + 1))
    weights /= weights.sum()
    mass = 1 / float((weights**2).sum())
    mean, spread = np.asarray(cloud.mean), np.asarray(cloud.spread)
    steps = np.array([(tried[one] - mean) / cloud.step for one in best])
    moved = weights @ steps

    hold = (mass + 2) / (size + mass + 5)
    pace = (1 - hold) * np.asarray(cloud.pace)
    pace += math.sqrt(hold * (2 - hold) * mass) * moved / np.sqrt(spread)
    usual = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
    length = float(np.linalg.norm(pace))
    brake = 1 + hold + 2 * max(0.0, math.sqrt((mass - 1) / (size + 1)) - 1)
    step = cloud.step * math.exp(min(1.0, hold / brake * (length / usual - 1)))

    turn = (4 + mass / size) / (size + 4 + 2 * mass / size)
    follow = float(length / usual < 1.4 + 2 / (size + 1))
    path = (1 - turn) * np.asarray(cloud.path)
    path += follow * math.sqrt(turn * (2 - turn) * mass) * moved
    quicker = (size + 2) / 3  # few numbers are learnt, so they may be learnt faster
    one = min(1.0, quicker * 2 / ((size + 1.3) ** 2 + mass))
    many = min(1 - one, quicker * 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass))
    spread = (1 - one - many) * spread + one * path**2 + many * (weights @ steps**2)
    return Cloud(
        _floats(mean + cloud.step * moved),
        step,
        _floats(spread),
        _floats(path),
        _floats(pace),
        cloud.generation + 1,
    )


def _floats(vector: Vector) -> tuple[float, ...]:
    return tuple(float(number) for number in vector)
