"""How games ended that a move was played out in, as a picture: games by their margin."""

from __future__ import annotations

from msgspec import Struct

from realms.analysis.what_if import MoveSpread, WhatIf

TICKS = 5
"""Margins written below the bars, at most."""


class SpreadBar(Struct, frozen=True):
    """Games of a margin; places and sizes in percent of the picture."""

    x: float
    y: float
    width: float
    height: float
    is_ahead: bool


class MarginTick(Struct, frozen=True):
    """A margin below the bars."""

    x: float
    text: str


class SpreadPicture(Struct, frozen=True):
    """The chart of the margins that a move came to."""

    bars: tuple[SpreadBar, ...]
    ticks: tuple[MarginTick, ...]
    level: float | None
    """Where nobody is ahead; None where that is outside."""


def draw_spread(one: MoveSpread, found: WhatIf) -> SpreadPicture:
    """Draw a move; all moves of one page on the same scale."""
    most = max(max(other.bars) for other in found.moves) or 1
    number = len(one.bars)
    across = 100 / number
    bars = tuple(
        SpreadBar(
            x=round(n * across, 2),
            y=round(100 - 100 * games / most, 1),
            width=round(across * 0.9, 2),
            height=round(100 * games / most, 1),
            is_ahead=found.first + n * found.width >= 0,
        )
        for n, games in enumerate(one.bars)
        if games
    )
    step = max(1, -(-number // TICKS))
    zero = -found.first // found.width
    first = zero % step if 0 <= zero <= number else 0
    ticks = tuple(
        MarginTick(round(n * across, 2), _signed(found.first + n * found.width))
        for n in range(first, number + 1, step)
    )
    level = round(zero * across, 2) if 0 <= zero <= number else None
    return SpreadPicture(bars, ticks, level)


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"
