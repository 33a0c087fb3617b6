"""The pictures of the numbers of Medieval Realms: plain SVG, for light and dark pages.

The words on them stand in `numbers.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from math import ceil
from typing import Any, NamedTuple

from realms.kernel.svg import HUES, bar, dot, legend, line, picture, text
from realms.medieval.content.schema import PLAYERS
from tools.numbers.figures import (
    SOURCES,
    Proportion,
    early_share,
    mean_of,
    place_share,
    points_from,
)
from tools.numbers.tables import COLUMNS, Counts, Setting


@cache
def words() -> Any:
    """The words on the pictures."""
    return tomllib.loads(resources.files(__package__).joinpath("numbers.toml").read_text("utf-8"))


def pictures(counts: Counts) -> dict[str, str]:
    """Every picture by name."""
    return {"points": points(counts), "places": places(counts), "scidev": scidev(counts)}


def _drawing(name: str, height: int, rows: Sequence[str], parts: Sequence[str]) -> str:
    """A whole picture, with its title, and its figures told in words."""
    description = words()[name]["desc"].format(rows="; ".join(rows))
    return picture(words()[name]["title"], description, height, parts)


# --- Stacked bars ---


def points(counts: Counts) -> str:
    """Points of a player by source, a bar for each edition and number of players. [MR-75]"""
    texts = words()["points"]
    totals = {table: mean_of(counts[table].scores) for table in COLUMNS["greedy"]}
    scale = 540 / max(*totals.values(), 1)
    parts, rows = list(legend(48, texts["source"].values())), []
    for row, (table, total) in enumerate(totals.items()):
        y = 66 + 30 * row + 12 * (row >= len(PLAYERS))
        name = words()["players"]["row"].format(players=table.players, edition=table.edition)
        parts.append(text(130, y + 16, name, anchor="end"))
        x = 140.0
        for hue, source in zip(HUES, SOURCES, strict=True):
            value = points_from(counts[table], table.players, source)
            parts.append(bar(x, y, value * scale, 22, hue))
            if value * scale > 26:
                parts.append(
                    text(x + value * scale / 2, y + 15, f"{value:.0f}", "inside", "middle")
                )
            x += value * scale
        parts.append(text(x + 6, y + 16, f"{total:.1f}"))
        rows.append(texts["row"].format(row=name, total=f"{total:.1f}"))
    return _drawing("points", 330, rows, parts)


# --- Dots with intervals ---


def places(counts: Counts) -> str:
    """The share of wins by place at the start, a panel for each number of players. [MR-12]"""
    panels = {
        players: {
            series: [
                (str(place), place_share(counts[_table(series, players)], players, place))
                for place in range(1, players + 1)
            ]
            for series in words()["places"]["series"]
        }
        for players in PLAYERS
    }
    return _dots("places", panels)


def scidev(counts: Counts) -> str:
    """The share of wins of early owners, a panel for each number of players. [MR-66]"""
    panels = {
        players: {
            series: [("", early_share(counts[_table(series, players)]))]
            for series in words()["scidev"]["series"]
        }
        for players in PLAYERS
    }
    return _dots("scidev", panels)


def _table(columns: str, players: int) -> Setting:
    return next(table for table in COLUMNS[columns] if table.players == players)


Panel = dict[str, list[tuple[str, Proportion | None]]]


def _dots(name: str, panels: dict[int, Panel]) -> str:
    """Panels side by side: for each label a dot a series, with its interval."""
    texts = words()[name]
    parts, rows = list(legend(48, texts["series"].values())), []
    scale = Scale(_top(panels))
    for step in range(0, scale.top + 1, 10):
        y = scale.height(step / 100)
        parts.append(line("line", 50, y, 54, y))
        parts.append(text(46, y + 4, f"{step} %", "quiet", "end"))
    for number, (players, panel) in enumerate(panels.items()):
        left, fair = 64 + 176 * number, scale.height(1 / players)
        heading = words()["players"]["panel"].format(players=players)
        parts.append(text(left + 80, 78, heading, "quiet", "middle"))
        parts.append(line("fair", left, fair, left + 160, fair))
        parts += _panel(left, panel, scale)
        for series, shares in panel.items():
            listed = ", ".join(f"{100 * share.share:.1f} %" for _, share in shares if share)
            row = {"panel": heading, "series": texts["series"][series], "shares": listed}
            rows.append(texts["row"].format(**row))
    parts += [
        line("fair", 594, 321, 624, 321),
        text(630, 325, words()["players"]["fair"], "quiet"),
    ]
    parts.append(text(64, 325, texts["axis"], "quiet"))
    return _drawing(name, 336, rows, parts)


def _top(panels: dict[int, Panel]) -> int:
    """The end of the scale in per cent, above every interval and every fair share."""
    shares = (share for panel in panels.values() for row in panel.values() for _, share in row)
    return 10 * ceil(10 * max(0.5, *(share.high if share else 0.0 for share in shares)))


class Scale(NamedTuple):
    """A scale from nought to so many per cent."""

    top: int

    def height(self, share: float) -> float:
        """Where a share stands on it."""
        return 288 - 198 * 100 * share / self.top


def _panel(left: float, panel: Panel, scale: Scale) -> Iterator[str]:
    labels = [label for label, _ in next(iter(panel.values()))]
    width = 160 / len(labels)
    apart = min(12.0 if len(labels) > 1 else 30.0, width / (len(panel) + 1))
    for place, label in enumerate(labels):
        middle = left + width * (place + 0.5)
        yield text(middle, 304, label, "quiet", "middle")
        for number, (hue, shares) in enumerate(zip(HUES, panel.values(), strict=False)):
            share = shares[place][1]
            if share is not None:
                x = middle + apart * (number - (len(panel) - 1) / 2)
                yield from dot(x, hue, *map(scale.height, (share.low, share.share, share.high)))
