"""What the document of what wins calls tables, cards and rates."""

from __future__ import annotations

from realms.analysis.what_wins import CardsTally, TableWins
from realms.kernel.games import pack_named

MOST_TIMES = 10
"""Columns of turns or rounds, at most."""


def table_name(table: TableWins) -> str:
    """A table in a few words."""
    more = [str(value) for name, value in table.options.items() if name != "players"]
    return ", ".join([*more, str(table.players)])


def card_name(game: str, card: str) -> str:
    """A card by its English name."""
    named = getattr(pack_named(game), "card_name", None)
    return named(card, "en") if named else card


def per_cent(one: CardsTally) -> str:
    """A rate with half of its interval."""
    return f"{one.rate * 100:.1f} ± {one.error * 100:.1f}"
