"""What is counted in games between bots: in whole numbers that add up.

A game hands in, seat by seat and time by time, the cards that came as a set; and, of each of
its topics, how much a seat had of what. Neither the order of the games nor the number of
threads changes a figure. Pieces that were counted can be kept in a folder, so that a long
count goes on where it was stopped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.analysis.what_wins import AmountTally, CardTimes
from realms.kernel.rule import rule

TIMES = 16
"""Turns or rounds that are told apart, the deal among them; the last takes the rest."""
SETS = 64
TOPICS, ITEMS, AMOUNTS = 10, 128, 12
"""Topics of a game, items of a topic, and amounts that are told apart; the last takes the rest."""
NOTES = 1024
"""What is noted of a game at most."""
WHOLE = 60
"""A win in parts: as many as up to six winners can share evenly."""
CHUNK = 500
"""Games that a thread plays at once."""
LEARNED = "learned"
"""The bot that is no rule with a number: it judges by a network inside compiled loops."""
FEWEST = 0.001
"""The part of all seats below which a time, or one of many items, is told of no more."""

COUNT = np.dtype(
    (
        np.record,
        [(name, np.int64, (TIMES, SETS)) for name in ("taken", "won", "kept")]
        + [(name, np.int64, (TOPICS, ITEMS, AMOUNTS)) for name in ("had", "had_won")],
    )
)
"""Seats that a card came to, the parts of wins they had, and those that ended with it; seats
that had so much of an item, and the parts of wins they had."""


class Topic(NamedTuple):
    """Something that seats have more or less of."""

    name: str
    items: Sequence[str]
    most: int = 0
    """How many items are told of at most, those of most seats; 0 for all there are."""


class GameEnds(NamedTuple):
    """How some games ended, a row each; rules take it as it is."""

    sets: NDArray[np.int64]
    """By seat, the cards it ended with."""
    points: NDArray[np.int64]
    """By seat."""
    winners: NDArray[np.int64]
    """As sets of seats."""


PlayAndCount = Callable[[np.uint64, int, GameEnds, Any], None]
"""Plays games: the rng state, the number of the first, how they end, and the count to add to."""


def new_notes() -> NDArray[np.int64]:
    """Room for what is noted of a game; the first row has how much that is."""
    return np.zeros((NOTES, 4), np.int64)


@rule
def note_came(came: Any, seat: int, time: int, cards: int) -> None:
    """Note the cards that came to a seat at a time."""
    came[seat, min(time, TIMES - 1)] |= cards


@rule
def note_had(notes: Any, topic: int, seat: int, item: int, amount: int) -> None:
    """Note how much a seat had of an item of a topic."""
    row = notes[0, 0] + 1
    if row >= NOTES:
        return
    notes[0, 0] = row
    notes[row, 0], notes[row, 1], notes[row, 2] = topic, seat, item
    notes[row, 3] = min(amount, AMOUNTS - 1)


@rule
def count_noted(notes: Any, winners: int, players: int, n: Any) -> None:
    """Count what was noted of an ended game."""
    shared = 0
    for seat in range(players):
        shared += (winners >> seat) & 1
    for row in range(1, notes[0, 0] + 1):
        topic, seat, item, amount = notes[row, 0], notes[row, 1], notes[row, 2], notes[row, 3]
        n.had[topic, item, amount] += 1
        n.had_won[topic, item, amount] += ((winners >> seat) & 1) * (WHOLE // shared)


@rule
def count_ended(
    came: Any, held: Any, points: Any, winners: int, players: int, ends: Any, row: int, n: Any
) -> None:
    """Count an ended game: what each seat had when, what it ended with, and who won."""
    shared = 0
    ends.winners[row] = winners
    for seat in range(players):
        shared += (winners >> seat) & 1
        ends.sets[row, seat] = held[seat]
        ends.points[row, seat] = points[seat]
    for seat in range(players):
        part = ((winners >> seat) & 1) * (WHOLE // shared)
        for time in range(TIMES):
            cards = came[seat, time]
            if cards == 0:
                continue
            for card in range(SETS):
                if (cards >> card) & 1 == 1:
                    n.taken[time, card] += 1
                    n.won[time, card] += part
                    n.kept[time, card] += (held[seat] >> card) & 1


def count_arrivals(
    play: PlayAndCount,
    rng_state: np.uint64,
    games: int,
    players: int,
    jobs: int = 0,
    each: Callable[[GameEnds], None] = lambda _ends: None,
    kept: Path | None = None,
) -> NDArray[Any]:
    """Count all games, on all cores: playing lets go of Python's lock.

    `each` is handed how games ended, some at a time, in the order of their numbers. Pieces
    are kept in a folder, where one is given, and not played again where they are there.
    """

    def piece(first: int) -> tuple[GameEnds, NDArray[Any]]:
        rows = min(CHUNK, games - first)
        file = None if kept is None else kept / f"{first:08}-{rows}.npz"
        if file is not None and file.is_file():
            return _read(file)
        counts, seats = np.zeros(1, COUNT), (rows, players)
        ends = GameEnds(
            np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(rows, np.int64)
        )
        play(rng_state, first, ends, counts)
        if file is not None:
            _write(file, ends, counts)
        return ends, counts

    whole = np.zeros(1, COUNT)
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        try:
            for ends, counted in pool.map(piece, range(0, games, CHUNK)):
                each(ends)
                total = whole.view(np.int64)
                total += counted.view(np.int64)
        finally:
            pool.shutdown(cancel_futures=True)
    return whole


def _write(file: Path, ends: GameEnds, counts: NDArray[Any]) -> None:
    """Keep a piece, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".half")
    with half.open("wb") as out:
        np.savez_compressed(out, counts=counts.view(np.int64), **ends._asdict())
    half.replace(file)


def _read(file: Path) -> tuple[GameEnds, NDArray[Any]]:
    with np.load(file) as found:
        ends = GameEnds(found["sets"], found["points"], found["winners"])
        return ends, found["counts"].view(COUNT)


def card_times(counts: NDArray[Any], names: Sequence[str], seats: int) -> tuple[CardTimes, ...]:
    """What was counted, card by card, as long as enough still came to seats."""
    n: Any = counts[0]
    by_time = n.taken[:, : len(names)].sum(axis=1)
    last = int(np.flatnonzero(by_time >= max(FEWEST * seats, 1)).max(initial=0))
    return tuple(
        CardTimes(
            name,
            tuple(int(x) for x in n.taken[: last + 1, card]),
            tuple(round(float(x) / WHOLE, 1) for x in n.won[: last + 1, card]),
            tuple(int(x) for x in n.kept[: last + 1, card]),
        )
        for card, name in enumerate(names)
    )


def amount_tallies(
    counts: NDArray[Any], topics: Sequence[Topic], seats: int
) -> tuple[AmountTally, ...]:
    """What was counted, topic by topic and item by item."""
    n: Any = counts[0]
    tallies: list[AmountTally] = []
    for number, topic in enumerate(topics):
        by_item = n.had[number].sum(axis=1)
        items = [place for place in range(len(topic.items)) if by_item[place]]
        if topic.most:
            often = [place for place in items if by_item[place] >= FEWEST * seats]
            often.sort(key=lambda place: (-by_item[place], place))
            items = often[: topic.most]
        for place in items:
            had, won = n.had[number, place], n.had_won[number, place]
            last = int(np.flatnonzero(had).max(initial=0))
            tallies.append(
                AmountTally(
                    topic.name,
                    topic.items[place],
                    tuple(int(x) for x in had[: last + 1]),
                    tuple(round(float(x) / WHOLE, 1) for x in won[: last + 1]),
                )
            )
    return tuple(tallies)
