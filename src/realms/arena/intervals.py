"""How sure figures are: intervals of 95 % for shares and means over paired deals.

The games of one deal are not independent, so the deal is what is counted: the variance of a
share is that between deals (a ratio estimate). A share gets a Wilson interval for as many
games as would have had that variance, with Student's quantile for the number of deals. One
deal of binomial variance is added to the estimate, so that a handful of deals that happen
to agree never look certain.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

NORMAL = 1.959963984540054
_FEW = (12.706, 4.303, 3.182, 2.776, 2.571)
"""Student's quantiles for one to five degrees of freedom."""


class Estimate(NamedTuple):
    """A figure with its interval of 95 %, and its standard error."""

    value: float
    low: float
    high: float
    error: float


def student(freedom: int) -> float:
    """The quantile of Student's distribution that 2.5 % lie above (Cornish and Fisher).

    >>> [round(student(n), 2) for n in (1, 5, 10, 30, 1000)]
    [12.71, 2.57, 2.23, 2.04, 1.96]
    """
    if freedom <= len(_FEW):
        return _FEW[max(freedom, 1) - 1]
    z, n = NORMAL, freedom
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    return z + first + second + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)


def wilson(share: float, number: float, quantile: float = NORMAL) -> tuple[float, float]:
    """The interval of a share seen in so many games.

    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if number <= 0:
        return 0.0, 1.0
    square = quantile**2 / number
    middle = (share + square / 2) / (1 + square)
    spread = share * (1 - share) / number + square / (4 * number)
    half = quantile * math.sqrt(max(spread, 0.0)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def share_of(won: ArrayLike, played: ArrayLike) -> Estimate:
    """A share of wins, from what was won and how often it could be, deal by deal."""
    wins, chances = np.asarray(won, float), np.asarray(played, float)
    total, deals = float(chances.sum()), int((chances > 0).sum())
    if not total:
        return Estimate(math.nan, 0.0, 1.0, math.nan)
    share = float(wins.sum()) / total
    binomial = share * (1 - share) / total
    if deals < 2 or binomial <= 0:
        low, high = wilson(share, deals, student(max(deals - 1, 1)))
        return Estimate(share, low, high, math.sqrt(binomial))
    between = float(((wins - share * chances) ** 2).sum()) * deals / (deals - 1) / total**2
    variance = (deals * between + binomial) / (deals + 1)
    number = share * (1 - share) / variance
    return Estimate(share, *wilson(share, number, student(deals - 1)), math.sqrt(variance))


def mean_of(sums: ArrayLike, numbers: ArrayLike) -> Estimate:
    """A mean, from sums and how many were summed, deal by deal."""
    added, counts = np.asarray(sums, float), np.asarray(numbers, float)
    total, deals = float(counts.sum()), int((counts > 0).sum())
    if not total:
        return Estimate(math.nan, math.nan, math.nan, math.nan)
    mean = float(added.sum()) / total
    if deals < 2:
        return Estimate(mean, -math.inf, math.inf, math.inf)
    variance = float(((added - mean * counts) ** 2).sum()) * deals / (deals - 1) / total**2
    error = math.sqrt(variance)
    half = student(deals - 1) * error
    return Estimate(mean, mean - half, mean + half, error)


def chance_above(estimate: Estimate, level: float) -> float:
    """How likely one would see so much by luck if the truth were this level: one-sided p.

    >>> round(chance_above(Estimate(0.6, 0.5, 0.7, 0.05), 0.5), 4)
    0.0228
    """
    if not estimate.error:
        return 0.0 if estimate.value > level else 1.0
    return math.erfc((estimate.value - level) / estimate.error / math.sqrt(2)) / 2
