"""How a seat came from an equal share to its part of the win, as steps of a chart."""

from __future__ import annotations

from msgspec import Struct

from realms.analysis.review import ReviewedSeat

WIDTH, HEIGHT = 700, 100
"""The size of the chart, in its own units."""
FILLED = 0.66
"""How much of its place a bar fills."""
PARTS = ("deal", "draws", "hidden", "others", "skill")
"""What changes the chances, in the order of the chart."""
LEAST = 0.004
"""Changes below this are not drawn: they would be told as nought."""


class LuckStep(Struct, frozen=True):
    """A bar of the chart, in percent; what is a sum stands on the ground."""

    name: str
    percent: int
    is_sum: bool
    x: float
    y: float
    width: float
    height: float
    join: float | None
    """The height at which the next bar goes on; None at the end."""

    @property
    def text(self) -> str:
        """What is written above it."""
        return f"{self.percent} %" if self.is_sum else f"{signed(self.percent)} %"

    @property
    def tone(self) -> str:
        """Whether it was for the better."""
        if self.is_sum or not self.percent:
            return "sum" if self.is_sum else "none"
        return "up" if self.percent > 0 else "down"


class LuckChart(Struct, frozen=True):
    """The steps of one seat."""

    steps: tuple[LuckStep, ...]
    ground: float
    """The height of nought."""


def luck_chart(reviewed: ReviewedSeat) -> LuckChart:
    """The steps from an equal share to the result."""
    changes = [(name, getattr(reviewed, name)) for name in PARTS]
    kept = [(name, change) for name, change in changes if abs(change) >= LEAST]
    reached, spans = reviewed.start, [("start", 0.0, reviewed.start)]
    for name, change in kept:
        spans.append((name, reached, reached + change))
        reached += change
    spans.append(("end", 0.0, reviewed.end))
    values = [value for _name, *ends in spans for value in ends]
    top, bottom = max(values), min(values)
    scale = HEIGHT / max(top - bottom, 0.01)
    across = WIDTH / len(spans)

    def height_of(value: float) -> float:
        return round((top - value) * scale, 1)

    steps = []
    for n, (name, begin, end) in enumerate(spans):
        is_sum = name in ("start", "end")
        steps.append(
            LuckStep(
                name=name,
                percent=round(100 * (end if is_sum else end - begin)),
                is_sum=is_sum,
                x=round((n + (1 - FILLED) / 2) * across, 1),
                y=height_of(max(begin, end)),
                width=round(FILLED * across, 1),
                height=round(max(abs(end - begin) * scale, 1.5), 1),
                join=None if name == "end" else height_of(end),
            )
        )
    return LuckChart(tuple(steps), height_of(0.0))


def signed(percent: int) -> str:
    """A change with its sign.

    >>> signed(7), signed(-3), signed(0)
    ('+7', '−3', '±0')
    """
    return f"{percent:+d}".replace("-", "−") if percent else "±0"
