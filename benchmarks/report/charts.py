"""The charts of the figures: engines side by side, and the curve of cores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from typing import Any

from benchmarks.engines.catalogue import engines
from benchmarks.figure import Figure
from realms.kernel.svg import HUES, bar, dot, legend, line, picture, text

LEFT, RIGHT, TOP, STEP = 240, 720, 70, 20
LOWEST = 3
"""The power of ten at which the bars begin."""


def kind_of(name: str) -> str:
    """Whether a figure is ours, of a table game, or of a toy."""
    _, engine, game = name.split("/")
    for known in engines():
        if known.id == engine:
            return next((played.kind for played in known.games if played.id == game), "table")
    return "ours"


def field_chart(figures: Sequence[Figure], words: dict[str, Any]) -> str:
    """A bar for each game of each engine, the fastest first; tenfold steps."""
    found = [f for f in figures if f.name.startswith("field/") and f.unit == "decisions/s"]
    found.sort(key=lambda figure: -figure.value)
    hues = dict(zip(words["legend"], HUES, strict=False))
    parts = [*legend(48, words["legend"].values()), *_scale(TOP + STEP * len(found))]
    for number, figure in enumerate(found):
        y = TOP + STEP * number
        length = max(1.0, _x(figure.value) - LEFT)
        parts.append(bar(LEFT, y, length, STEP - 6, hues[kind_of(figure.name)]))
        parts.append(text(LEFT - 8, y + 12, figure.name.removeprefix("field/"), anchor="end"))
        parts.append(text(LEFT + length + 5, y + 12, f"{figure.value:,.0f}", "quiet"))
    description = "; ".join(f"{f.name.removeprefix('field/')} {f.value:,.0f}" for f in found)
    return picture(words["chart"]["field"], description, TOP + STEP * len(found) + 30, parts)


def _x(value: float) -> float:
    """Where a value stands on the scale of powers of ten up to 10⁹."""
    return LEFT + (RIGHT - LEFT) * max(0.0, log10(max(value, 1)) - LOWEST) / 6


def _scale(bottom: float) -> Iterator[str]:
    for power in range(LOWEST, 9):
        x = _x(10**power)
        yield line("fair", x, TOP - 4, x, bottom)
        yield text(x, bottom + 16, f"{10**power:,}", "quiet", "middle")


def cores_chart(figures: Sequence[Figure], words: dict[str, Any]) -> str:
    """Dots by the number of cores, with a dashed line of as many times one core."""
    curves: dict[str, list[tuple[int, Figure]]] = {}
    for figure in figures:
        if figure.name.startswith("cores/"):
            game, _, number = figure.name.removeprefix("cores/").rpartition("-")
            curves.setdefault(game, []).append((int(number), figure))
    most = max((cores for curve in curves.values() for cores, _ in curve), default=1)
    top = max((curve[0][1].value * most for curve in curves.values()), default=1.0) * 1.1
    parts = [*legend(48, curves), line("line", 60, 320, RIGHT, 320)]
    for (_game, curve), hue in zip(curves.items(), HUES, strict=False):
        one = curve[0][1].value
        parts.append(line("fair", *_at(1, one, most, top), *_at(most, one * most, most, top)))
        for cores, figure in curve:
            x, middle = _at(cores, figure.value, most, top)
            low, high = (_at(cores, value, most, top)[1] for value in (figure.low, figure.high))
            parts += dot(x, hue, low, middle, high)
            parts.append(text(x + 8, middle - 8, f"{figure.value:,.0f}", "quiet"))
    for cores in sorted({cores for curve in curves.values() for cores, _ in curve}):
        parts.append(text(_at(cores, 0, most, top)[0], 338, str(cores), "quiet", "middle"))
    description = "; ".join(f"{g} {n}: {f.value:,.0f}" for g, c in curves.items() for n, f in c)
    return picture(words["chart"]["cores"], description, 350, parts)


def _at(cores: float, value: float, most: int, top: float) -> tuple[float, float]:
    return 60 + (600 * cores / most), 320 - 240 * value / top
