"""The line of chances that is kept of a finished game, drawn beside it in the list."""

from __future__ import annotations

from markupsafe import Markup

from realms.web.pages.review.judged_seats import Line

WIDTH, HEIGHT = 360, 36
"""The size of the picture, in its own units."""


def draw_line(line: Line, own: int) -> Markup:
    """A line as bands one above another, one's own the lowest; decoration, told by the place."""
    if not line:
        return Markup("")
    seats, last = len(line[0]), max(1, len(line) - 1)
    across = [f"{WIDTH * n / last:.1f}" for n in range(len(line))]
    floor, bands = [float(HEIGHT)] * len(line), []
    for seat in ((own + k) % seats for k in range(seats)):
        whole = [max(sum(chances), 1) for chances in line]
        top = [
            low - HEIGHT * chances[seat] / total
            for low, chances, total in zip(floor, line, whole, strict=True)
        ]
        there = " L".join(f"{x} {y:.1f}" for x, y in zip(across, top, strict=True))
        back = " L".join(
            f"{x} {y:.1f}" for x, y in zip(reversed(across), reversed(floor), strict=True)
        )
        kind = "own" if seat == own else f"seat-{seat}"
        bands.append(Markup('<path class="band {}" d="M{} L{} Z"/>').format(kind, there, back))
        floor = top
    return Markup(
        '<svg class="chance-line" viewBox="0 0 {} {}" preserveAspectRatio="none" '
        'aria-hidden="true">{}</svg>'
    ).format(WIDTH, HEIGHT, Markup("").join(bands))
