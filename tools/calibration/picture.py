"""The reliability chart: what was told against what happened, for each part of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from realms.kernel.svg import HUES, legend, line, picture, text
from tools.calibration.measure import PHASES, Predictions, calibration_error, sort_in_bins

LEFT, RIGHT, TOP, BOTTOM = 60.0, 460.0, 70.0, 370.0
HEIGHT = 410
STEPS = 5
LEAST = 20
"""Predictions of a bin that make a point of the picture."""


def draw_reliability(title: str, phases: Sequence[str], axis: str, made: Predictions) -> str:
    """The picture; on the line, what was told is what happened."""
    description = f"{calibration_error(made):.3f}"
    parts = [*legend(48, phases), *_axes(axis)]
    for phase in range(PHASES):
        those = sort_in_bins(made.of_phase(phase))
        places = [(_x(one.chance), _y(one.happened)) for one in those if one.number >= LEAST]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        hue = HUES[phase]
        parts.append(f'<polyline points="{path}" fill="none" stroke="{hue}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{hue}"/>' for x, y in places]
    return picture(title, description, HEIGHT, parts)


def _axes(axis: str) -> Iterator[str]:
    yield line("line", LEFT, BOTTOM, RIGHT, BOTTOM)
    yield line("fair", _x(0), _y(0), _x(1), _y(1))
    for step in range(STEPS + 1):
        part = step / STEPS
        yield text(LEFT - 8, _y(part) + 4, f"{100 * part:.0f} %", "quiet", "end")
        yield text(_x(part), BOTTOM + 18, f"{100 * part:.0f} %", "quiet", "middle")
    yield text(RIGHT, HEIGHT - 4, axis, "quiet", "end")


def _x(part: float) -> float:
    return LEFT + (RIGHT - LEFT) * part


def _y(part: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * part
