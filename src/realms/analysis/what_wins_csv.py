"""All that was counted of what wins, as a table for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from realms.analysis.what_wins import CardsTally, TableWins, WhatWins

COLUMNS = (
    *("bot", "games", "cards", "seats", "won", "rate", "error", "score", "time", "kept"),
    *("topic", "item", "amount"),
)
"""Beside the options of the table; the time where it is told when a card came, the topic where
it is told how much seats had of something."""


def wins_csv(found: WhatWins) -> str:
    """A line for each card, pair and three at each table, and for each card at each time."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    settings = sorted({name for table in found.tables for name in table.options})
    writer.writerow([*settings, *COLUMNS])
    for table in found.tables:
        chosen = [table.options.get(name, "") for name in settings]
        writer.writerows([*chosen, table.bot, table.games, *row] for row in _rows(table))
    return out.getvalue()


def _rows(table: TableWins) -> Iterator[list[Any]]:
    several = {one.cards: one for one in (*table.pairs, *table.threes)}
    for card in table.partners:
        for other in card.partners:
            pair = tuple(sorted((card.card, other.card)))
            if pair not in several and pair[::-1] not in several:
                several[pair] = CardsTally(pair, other.seats, other.won, 0.0)
    for one in (*table.cards, *several.values()):
        yield [*_figures(one), one.score or "", *[""] * 5]
    for came in table.times:
        for time, kept in enumerate(came.kept):
            yield [*_figures(came.at(time)), "", time, kept, *[""] * 3]
    for had in table.amounts:
        for amount in range(len(had.seats)):
            yield [*_figures(had.of(amount)), *[""] * 3, had.topic, had.item, amount]


def _figures(one: CardsTally) -> list[Any]:
    return ["+".join(one.cards), one.seats, one.won, f"{one.rate:.4f}", f"{one.error:.4f}"]
