"""A picture of how a run went: the mean points at each table, by decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from realms.kernel.svg import HUES, legend, line, picture, text
from realms.kernel.text import say

LEFT, RIGHT, TOP, BOTTOM = 60.0, 740.0, 70.0, 300.0
HEIGHT = 340
STEPS = 4
"""Parts of each axis that are marked."""
MILLION = 1_000_000


def table_name(table: Mapping[str, Any]) -> str:
    """A table by its options, as the picture tells it."""
    return " ".join(str(value) for value in table.values())


def draw_curve(
    game: str, tables: Sequence[Mapping[str, Any]], curve: Sequence[Mapping[str, Any]], lang: str
) -> str:
    """The picture of a run, from the lines of its curve; tables by their own colours."""
    names = [table_name(table) for table in tables][: len(HUES)]
    points = [
        [(one["decisions"], one["points"][k]) for one in curve if one["points"][k]]
        for k in range(len(names))
    ]
    reached = [number for those in points for _, number in those] or [0.0]
    low, high = min(reached), max(*reached, min(reached) + 1)
    last = max([one["decisions"] for one in curve], default=1)
    ends = [
        f"{name}: {those[-1][1]:.0f}" for name, those in zip(names, points, strict=True) if those
    ]
    description = say("learn.picture.told", lang, ends="; ".join(ends), decisions=millions(last))
    parts = [*legend(48, names), *_axes(low, high, last, lang)]
    for hue, those in zip(HUES, points, strict=False):
        places = (
            f"{LEFT + (RIGHT - LEFT) * at / last:.1f},{_height(number, low, high):.1f}"
            for at, number in those
        )
        path = " ".join(places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{hue}" stroke-width="2"/>')
    return picture(say("learn.picture.title", lang, game=game), description, HEIGHT, parts)


def _axes(low: float, high: float, last: int, lang: str) -> Iterator[str]:
    yield line("line", LEFT, BOTTOM, RIGHT, BOTTOM)
    for step in range(STEPS + 1):
        points = low + (high - low) * step / STEPS
        yield text(LEFT - 8, _height(points, low, high) + 4, f"{points:.0f}", "quiet", "end")
        x = LEFT + (RIGHT - LEFT) * step / STEPS
        yield text(x, BOTTOM + 18, millions(last * step / STEPS), "quiet", "middle")
    yield text(RIGHT, HEIGHT - 4, say("learn.picture.axis", lang), "quiet", "end")


def _height(points: float, low: float, high: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * (points - low) / (high - low)


def millions(decisions: float) -> str:
    """Decisions in millions, as short as can be."""
    millions = decisions / MILLION
    return f"{millions:.0f}" if millions >= 10 or not millions else f"{millions:.2g}"
