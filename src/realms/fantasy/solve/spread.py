"""How all hands are spread over the scores: as data, and as a picture."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from math import log10, sqrt
from typing import Any

from msgspec import Struct

from realms.fantasy.solve.search import Solution
from realms.kernel.svg import HUES, bar, line, picture, text

WIDTH, HEIGHT = 655, 250
LEFT, TOP = 95, 60
STEP = 5
"""Points that one bar of the picture stands for."""


class Spread(Struct, frozen=True):
    """The exact distribution of the scores of all hands, best choices made."""

    cards: int
    hands: int
    mean: float
    deviation: float
    lowest: int
    highest: int
    percentiles: dict[str, int]
    """The score that so many per cent of all hands do not exceed."""
    counts: dict[str, int]
    """How many hands have each score."""


PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99)


def spread_of(solved: Solution) -> Spread:
    """The distribution of an answer that scored every hand."""
    counts = dict(solved.counts)
    hands = sum(counts.values())
    mean = sum(score * n for score, n in counts.items()) / hands
    squares = sum((score - mean) ** 2 * n for score, n in counts.items()) / hands
    return Spread(
        cards=solved.question.cards,
        hands=hands,
        mean=round(mean, 4),
        deviation=round(sqrt(squares), 4),
        lowest=min(counts),
        highest=max(counts),
        percentiles={f"{share:g}": percentile(counts, share) for share in PERCENTILES},
        counts={str(score): counts[score] for score in sorted(counts)},
    )


def percentile(counts: dict[int, int], share: float) -> int:
    """The lowest score that so many per cent of all hands do not exceed.

    >>> percentile({10: 1, 20: 2, 30: 1}, 50)
    20
    """
    hands, below = sum(counts.values()), 0
    for score in sorted(counts):
        below += counts[score]
        if 100 * below >= share * hands:
            return score
    raise ValueError(share)


@cache
def words() -> Any:
    """The words on the picture."""
    return tomllib.loads(resources.files(__package__).joinpath("spread.toml").read_text("utf-8"))


def picture_title() -> str:
    """The title of the picture."""
    return str(words()["title"])


def draw_spread(spread: Spread) -> str:
    """The picture: bars of five points, their height the number of hands in powers of ten."""
    labels = words()
    bars: dict[int, int] = {}
    for score, hands in spread.counts.items():
        step = int(score) // STEP * STEP
        bars[step] = bars.get(step, 0) + hands
    lowest = min(bars)
    wide = WIDTH / (max(bars) - lowest + STEP)
    high = HEIGHT / log10(10 * max(bars.values()))
    floor = TOP + HEIGHT
    parts = [line("line", LEFT, floor, LEFT + WIDTH, floor)]
    for power in range(len(str(max(bars.values())))):
        y = floor - high * (power + 1)
        parts.append(text(LEFT - 6, y + 4, f"{10**power:,}", "quiet", "end"))
        parts.append(line("fair", LEFT, y, LEFT + WIDTH, y))
    for step, hands in sorted(bars.items()):
        tall = high * log10(10 * hands)
        width = max(STEP * wide - 1, 1)
        parts.append(bar(LEFT + (step - lowest) * wide, floor - tall, width, tall, HUES[0]))
    parts += [
        text(LEFT + (mark - lowest) * wide, floor + 18, str(mark), "", "middle")
        for mark in range((lowest + 49) // 50 * 50, max(bars) + STEP, 50)
    ]
    parts.append(text(LEFT + WIDTH / 2, floor + 38, labels["axis"], "quiet", "middle"))
    return picture(labels["title"], description(spread), floor + 50, parts)


def description(spread: Spread) -> str:
    """The picture in words."""
    template: str = words()["desc"]
    return template.format(
        hands=f"{spread.hands:,}",
        mean=f"{spread.mean:.1f}",
        low=spread.lowest,
        high=spread.highest,
        half=spread.percentiles["50"],
        most=spread.percentiles["99"],
    )
