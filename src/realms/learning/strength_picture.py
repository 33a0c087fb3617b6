"""A picture of how strong a network became while it learned: a panel for each bot it met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from realms.kernel.svg import HUES, dot, legend, line, picture, text
from realms.kernel.text import say
from realms.learning.picture import LEFT, RIGHT, STEPS, millions, table_name
from realms.learning.strength import Measured

TOP, PANEL, GAP = 96.0, 170.0, 56.0
"""Where the first panel begins, how high each is, and the room between two."""
FOOT = 40


def draw_strengths(
    game: str, tables: Sequence[Mapping[str, Any]], measured: Sequence[Measured], lang: str
) -> str:
    """The picture of a run's measurements: wins as parts of a fair share, with intervals."""
    names = [table_name(table) for table in tables][: len(HUES)]
    bots = list(dict.fromkeys(one.bot for one in measured))
    last = max(one.decisions for one in measured)
    most = max(1.0, *((one.wins + one.error) / one.fair for one in measured))
    parts = list(legend(48, names))
    for number, bot in enumerate(bots):
        top = TOP + number * (PANEL + GAP)
        parts.append(text(LEFT, top - 12, say("learn.strengths.against", lang, bot=bot)))
        parts += _axes(top, most, last)
        for hue, name in zip(HUES, names, strict=False):
            those = [one for one in measured if (one.bot, table_name(one.table)) == (bot, name)]
            parts += _line_of(those, hue, top, most, last)
    height = TOP + len(bots) * (PANEL + GAP) - GAP + FOOT
    parts.append(text(RIGHT, height - 4, say("learn.strengths.axis", lang), "quiet", "end"))
    ends = "; ".join(
        f"{table_name(one.table)}, {one.bot}: {one.wins / one.fair:.2f}"
        for one in measured
        if one.decisions == last
    )
    description = say("learn.strengths.told", lang, decisions=millions(last), ends=ends)
    return picture(say("learn.strengths.title", lang, game=game), description, int(height), parts)


def _line_of(
    measured: Sequence[Measured], hue: str, top: float, most: float, last: int
) -> Iterator[str]:
    places = [(_x(one.decisions, last), one) for one in measured]
    path = " ".join(f"{x:.1f},{_y(one.wins / one.fair, top, most):.1f}" for x, one in places)
    yield f'<polyline points="{path}" fill="none" stroke="{hue}" stroke-width="1"/>'
    for x, one in places:
        low, middle, high = ((one.wins + k * one.error) / one.fair for k in (-1, 0, 1))
        yield from dot(x, hue, *(_y(part, top, most) for part in (low, middle, high)))


def _axes(top: float, most: float, last: int) -> Iterator[str]:
    bottom = top + PANEL
    yield line("line", LEFT, bottom, RIGHT, bottom)
    yield line("fair", LEFT, _y(1, top, most), RIGHT, _y(1, top, most))
    for part in range(int(most) + 1):
        yield text(LEFT - 8, _y(part, top, most) + 4, f"{part}", "quiet", "end")
    for step in range(STEPS + 1):
        at = last * step / STEPS
        yield text(_x(at, last), bottom + 18, millions(at), "quiet", "middle")


def _x(decisions: float, last: int) -> float:
    return LEFT + (RIGHT - LEFT) * decisions / max(last, 1)


def _y(part: float, top: float, most: float) -> float:
    return top + PANEL * (1 - max(part, 0.0) / most)
