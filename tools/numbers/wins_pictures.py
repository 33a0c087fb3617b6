"""The pictures of what wins: plain SVG, for light and dark pages.

Cards are dots with their intervals; what has two sides (cards by turn, lands by rounds) is a
grid whose cells say the rate and are the greener or the more orange the further it is from a
fair share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from realms.analysis.what_wins import CardsTally, TableWins, WhatWins, item_name
from realms.kernel.svg import HUES, bar, line, picture, text
from realms.kernel.text import say
from realms.web.pages.rules.topics import ENOUGH, amounts_shown, is_list
from tools.numbers.wins_names import MOST_TIMES, card_name, table_name

RIGHT = 740
"""Where the figures end; they begin behind the longest name."""
LETTER = 6.9
"""How wide a letter of a name is, or a little less."""
TOP, ROW = 64, 17
"""Where the first row begins, and how high each is."""
BETTER, WORSE = HUES[2], HUES[1]
FULL = 0.75
"""How far from a fair share, as a part of it, a cell has all of its colour."""
DARKEST = 0.62


class GridPicture(NamedTuple):
    """Rates by row and column."""

    title: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[CardsTally]]]
    fair: float


def pictures(found: WhatWins) -> dict[str, str]:
    """Every picture by name."""
    first = found.tables[0]
    made = {"cards": cards_picture(found, first)}
    if first.times:
        made["times"] = grid_picture(_times(found, first))
    for topic in dict.fromkeys(one.topic for one in first.amounts):
        if not is_list(first.topic(topic)):
            made[topic] = grid_picture(_topic(found, first, topic))
    return made


def cards_picture(found: WhatWins, table: TableWins) -> str:
    """How often seats won that ended with a card: a dot with its interval a card."""
    cards = [one for one in table.cards if one.seats >= ENOUGH]
    names = [card_name(found.game, one.cards[0]) for one in cards]
    left = _left(names)
    most = max((one.rate + one.error for one in cards), default=1.0) or 1.0
    scale = (RIGHT - left) / most
    height = TOP + ROW * len(cards) + 30
    fair = left + scale / table.players
    parts = [line("fair", fair, TOP - 6, fair, height - 26)]
    for step in range(0, int(100 * most) + 1, 10):
        x = left + scale * step / 100
        parts.append(text(x, TOP - 12, f"{step} %", "quiet", "middle"))
        parts.append(line("line", x, TOP - 8, x, TOP - 4))
    for row, (one, name) in enumerate(zip(cards, names, strict=True)):
        y = TOP + ROW * row + ROW / 2
        parts.append(text(left - 12, y + 4, name, anchor="end"))
        parts += _whisker(y, left + scale * one.rate, scale * one.error)
    parts.append(text(left, height - 8, "- - - a fair share", "quiet"))
    words = "; ".join(
        f"{name} {100 * one.rate:.1f} %" for one, name in zip(cards, names, strict=True)
    )
    title = f"How often a seat won that ended with a card: {table_name(table)} players"
    return picture(title, f"Dots with 95 % intervals. {words}.", height, parts)


def _left(names: Sequence[str]) -> float:
    """Where figures begin beside such names."""
    return 24 + LETTER * max((len(name) for name in names), default=0)


def _whisker(y: float, x: float, error: float) -> Iterator[str]:
    """A dot with its interval, lying."""
    ends = f'x1="{x - error:.1f}" y1="{y:.1f}" x2="{x + error:.1f}" y2="{y:.1f}"'
    yield f'<line {ends} stroke="{HUES[0]}" stroke-width="2"/>'
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{HUES[0]}"/>'


def grid_picture(grid: GridPicture) -> str:
    """Rates by row and column, shaded."""
    height = TOP + ROW * len(grid.rows) + 30
    left = _left([name for name, _ in grid.rows])
    step = (RIGHT - left) / max(len(grid.heads), 1)
    parts = [
        text(left + step * (n + 0.5), TOP - 10, head, "quiet", "middle")
        for n, head in enumerate(grid.heads)
    ]
    words = []
    for row, (name, tallies) in enumerate(grid.rows):
        y = TOP + ROW * row
        parts.append(text(left - 12, y + ROW - 4, name, anchor="end"))
        for n, one in enumerate(tallies):
            if one.seats >= ENOUGH:
                parts += _cell(left + step * n, y, step - 2, one.rate, grid.fair)
        rates = ", ".join(f"{100 * one.rate:.0f} %" for one in tallies if one.seats >= ENOUGH)
        words.append(f"{name} {rates}")
    parts.append(text(left, height - 8, f"a fair share is {100 * grid.fair:.0f} %", "quiet"))
    return picture(grid.title, f"Rates of winning in a grid. {'; '.join(words)}.", height, parts)


def _cell(x: float, y: float, width: float, rate: float, fair: float) -> Iterator[str]:
    """A cell: the rate, and how far it is from a fair share."""
    away = min(abs(rate / fair - 1) / FULL, 1.0) * DARKEST
    shade = bar(x, y, width, ROW - 2, BETTER if rate >= fair else WORSE)
    yield shade.replace("/>", f' fill-opacity="{away:.2f}"/>')
    yield text(x + width / 2, y + ROW - 4, f"{100 * rate:.0f}", "", "middle")


def _times(found: WhatWins, table: TableWins) -> GridPicture:
    times = min(max(len(one.seats) for one in table.times), MOST_TIMES)
    shown = range(0 if any(one.seats[0] for one in table.times) else 1, times)
    by_card = {one.card: one for one in table.times}
    rows = [
        (
            card_name(found.game, one.cards[0]),
            [by_card[one.cards[0]].at(time) for time in shown],
        )
        for one in table.cards
        if one.cards[0] in by_card
    ]
    title = f"How often a seat won, in per cent, by the {found.time} in which a card came to it"
    heads = [f"{found.time} {time}" if time else "dealt" for time in shown]
    return GridPicture(f"{title}: {table_name(table)} players", heads, rows, 1 / table.players)


def _topic(found: WhatWins, table: TableWins, topic: str) -> GridPicture:
    tallies = table.topic(topic)
    amounts = amounts_shown(tallies)
    rows = [
        (
            item_name(found.game, topic, one.item, "en"),
            [one.from_(n) if n == amounts[-1] else one.of(n) for n in amounts],
        )
        for one in tallies
    ]
    title = say(f"{found.game}.topic.{topic}.title", "en")
    mean = say(f"{found.game}.topic.{topic}.mean", "en").casefold()
    heads = [f"{n}+" if n == amounts[-1] else str(n) for n in amounts]
    whole = f"{title}: wins in per cent, by {mean}: {table_name(table)} players"
    return GridPicture(whole, heads, rows, 1 / table.players)
