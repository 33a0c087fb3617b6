"""What is counted of a game besides its cards, as its page of numbers shows it.

A topic is shown as a list where its items are things that a seat has or has not, as a row of
amounts where it has one item, and else as a grid of items by amounts.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from realms.analysis.what_wins import AmountTally, CardsTally, TableWins, item_name
from realms.kernel.text import number_text, say
from realms.web.messages import has_message

ENOUGH = 200
"""Seats below which a rate says too little to be shown."""
COLUMNS = 6
"""Amounts of a grid, at most; the last takes those with more."""
MANY = 0.01
"""The part of all seats that the last column has to be about, at least."""
SHADES = (0.75, 0.92, 1.08, 1.25)
"""Rates as parts of a fair share at which cells change their shade."""


class RateCell(Struct, frozen=True):
    """How often seats won, and how that compares."""

    won: str
    """In per cent; empty where too few seats say so."""
    error: str
    seats: str
    shade: int
    """From 0, far less than fair, to 4, far more; 2 is fair."""


class TopicRow(Struct, frozen=True):
    """An item, or an amount."""

    name: str
    mean: str
    """How much of it a seat had on average, or the part of the seats that had it."""
    cells: tuple[RateCell, ...]


class TopicShown(Struct, frozen=True, kw_only=True):
    """A topic."""

    id: str
    title: str
    about: str
    column: str
    """What its items are."""
    mean: str
    """What the averages are of."""
    heads: tuple[str, ...]
    rows: tuple[TopicRow, ...]
    is_list: bool


def topics_shown(game: str, table: TableWins, language: str) -> list[TopicShown]:
    """All topics of a table, in the order of the game."""
    topics = dict.fromkeys(one.topic for one in table.amounts)
    return [_topic(game, table, name, language) for name in topics]


def is_list(tallies: Sequence[AmountTally]) -> bool:
    """Whether a seat has each item of a topic or has not."""
    return all(len(one.seats) == 2 and not one.seats[0] for one in tallies)


def amounts_shown(tallies: Sequence[AmountTally]) -> range:
    """The amounts that the columns of a grid stand for; the last takes those with more."""
    total = sum(sum(one.seats) for one in tallies)
    most = max(len(one.seats) for one in tallies)

    def seats(least: int, over: int = 1 << 30) -> int:
        return sum(sum(one.seats[least:over]) for one in tallies)

    first = next((n for n in range(most) if seats(0, n + 1) >= MANY * total / 2), 0)
    last = next((n for n in range(most - 1, first, -1) if seats(n) >= MANY * total), first)
    return range(first, min(last, first + COLUMNS - 1) + 1)


def _topic(game: str, table: TableWins, name: str, language: str) -> TopicShown:
    found, key = table.topic(name), f"{game}.topic.{name}"
    listed = is_list(found)
    fair = 1 / table.players
    if listed:
        heads: tuple[str, ...] = (say("web.numbers.by.won", language),)
        seats = max(sum(sum(one.seats) for one in found), table.games * table.players)
        rows = [
            TopicRow(
                item_name(game, name, one.item, language),
                _per_cent(one.seats[1] / seats, language),
                (_cell(one.of(1), fair, language),),
            )
            for one in _in_order(name, found)
        ]
    else:
        amounts = amounts_shown(found)
        heads = tuple(
            say("web.numbers.or_more", language, n=n) if n == amounts[-1] else str(n)
            for n in amounts
        )
        rows = [
            TopicRow(
                item_name(game, name, one.item, language),
                number_text(one.mean, language, 1),
                tuple(
                    _cell(one.from_(n) if n == amounts[-1] else one.of(n), fair, language)
                    for n in amounts
                ),
            )
            for one in found
        ]
    mean = f"{key}.mean"
    return TopicShown(
        id=name,
        title=say(f"{key}.title", language),
        about=say(f"{key}.about", language),
        column=say(f"{key}.column", language),
        mean=say(mean, language) if has_message(mean, language) else "",
        heads=heads,
        rows=tuple(rows),
        is_list=listed,
    )


def _in_order(topic: str, found: Sequence[AmountTally]) -> Sequence[AmountTally]:
    """The items of a list, those that won most first; places as they are."""
    if topic == "place":
        return found
    enough = [one for one in found if one.seats[1] >= ENOUGH]
    return sorted(enough, key=lambda one: -one.of(1).rate)


def _cell(tally: CardsTally, fair: float, language: str) -> RateCell:
    seats = number_text(tally.seats, language)
    if tally.seats < ENOUGH:
        return RateCell("", "", seats, 2)
    return RateCell(
        won=number_text(100 * tally.rate, language),
        error=number_text(100 * tally.error, language, 1),
        seats=seats,
        shade=sum(tally.rate >= edge * fair for edge in SHADES),
    )


def _per_cent(part: float, language: str) -> str:
    return say("web.games.percent", language, n=number_text(100 * part, language, 1))
