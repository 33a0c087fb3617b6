"""What wins: how often seats that ended with a card, a pair or three of them won, and when it came.

Counted from whole games between bots (`simulate`), kept as a data file with the game, and shown
by the pages. Cards that win are not cards that make one win: strong hands attract some of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any, Protocol, runtime_checkable

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.kernel.games import pack_named

FILE = "what_wins.json"
"""The data file of a game, in the folder of its content."""
SHOWN = 24
"""Pairs, and threes, that are kept of a table."""
RARE = 0.002
"""The part of all seats below which a pair or three says too little."""
PARTNERS = 5
"""Partners of a card that are kept of a table."""


class CardsTally(Struct, frozen=True):
    """Cards that seats ended with together: how many seats, what they won, their points."""

    cards: tuple[str, ...]
    seats: int
    won: float
    score: float
    """Points of these seats, on average."""

    @property
    def rate(self) -> float:
        """The part of the win that such a seat had, on average."""
        return self.won / self.seats if self.seats else 0.0

    @property
    def error(self) -> float:
        """Half of the interval in which the rate lies with 95 %."""
        rate = self.rate
        return 1.96 * math.sqrt(max(rate * (1 - rate), 0.0) / self.seats) if self.seats else 1.0


class CardTimes(Struct, frozen=True, array_like=True):
    """When a card came to seats, and what became of them: by turn or round, from the deal on."""

    card: str
    seats: tuple[int, ...]
    """How many seats it came to, by time; again where one lost the card and got it back."""
    won: tuple[float, ...]
    """What these seats won."""
    kept: tuple[int, ...]
    """How many of them ended with it."""

    def at(self, time: int) -> CardsTally:
        """The seats that it came to at a time, as a tally."""
        return CardsTally((self.card,), self.seats[time], self.won[time], 0.0)


class AmountTally(Struct, frozen=True, array_like=True):
    """Seats by how much they had of something, and what they won."""

    topic: str
    """What it is about, in the words of the game: a price, a land, a colour."""
    item: str
    seats: tuple[int, ...]
    """How many seats had so much of it, from nought on; the last takes those with more."""
    won: tuple[float, ...]

    def of(self, amount: int) -> CardsTally:
        """The seats that had so much of it, as a tally."""
        if amount >= len(self.seats):
            return CardsTally((), 0, 0.0, 0.0)
        return CardsTally((), self.seats[amount], self.won[amount], 0.0)

    def from_(self, amount: int) -> CardsTally:
        """The seats that had so much of it or more."""
        return CardsTally((), sum(self.seats[amount:]), sum(self.won[amount:]), 0.0)

    @property
    def mean(self) -> float:
        """How much of it a seat had, on average."""
        had = sum(amount * seats for amount, seats in enumerate(self.seats))
        return had / max(sum(self.seats), 1)


class Partner(Struct, frozen=True, array_like=True):
    """A card beside another: the seats that ended with both, and what they won."""

    card: str
    seats: int
    won: float

    @property
    def rate(self) -> float:
        """The part of the win that such a seat had, on average."""
        return self.won / self.seats if self.seats else 0.0


class CardPartners(Struct, frozen=True, array_like=True):
    """The cards that go best with one."""

    card: str
    partners: tuple[Partner, ...]


class TableWins(Struct, frozen=True, kw_only=True):
    """What won at a table."""

    options: dict[str, Any]
    bot: str
    """Who played all seats."""
    games: int
    players: int
    score: float
    """Points of a seat, on average."""
    best: float
    """Points of who won, on average."""
    cards: tuple[CardsTally, ...]
    """Every card, those that won most often first."""
    pairs: tuple[CardsTally, ...]
    threes: tuple[CardsTally, ...]
    partners: tuple[CardPartners, ...] = ()
    """Of every card, those with which it won most beyond what either won alone."""
    times: tuple[CardTimes, ...] = ()
    """When every card came; nothing where that was not counted."""
    amounts: tuple[AmountTally, ...] = ()
    """What the game counts besides its cards, topic by topic."""

    def card(self, card: str) -> CardsTally | None:
        """What is known of a card at this table."""
        return next((one for one in self.cards if one.cards == (card,)), None)

    def partners_of(self, card: str) -> tuple[Partner, ...]:
        """The cards that go best with one."""
        return next((one.partners for one in self.partners if one.card == card), ())

    def times_of(self, card: str) -> CardTimes | None:
        """When a card came; None where that was not counted."""
        return next((one for one in self.times if one.card == card), None)

    def topic(self, name: str) -> tuple[AmountTally, ...]:
        """What was counted of a topic, item by item."""
        return tuple(one for one in self.amounts if one.topic == name)


class WhatWins(Struct, frozen=True, kw_only=True):
    """What won in a game, table by table."""

    game: str
    rules: str
    seed: str
    time: str = ""
    """What times are counted in: `turn` or `round`; empty where none are."""
    tables: tuple[TableWins, ...]


@runtime_checkable
class NamesTopics(Protocol):
    """A pack whose game counts more than its cards."""

    def topic_item(self, topic: str, item: str, language: str) -> str:
        """An item of a topic, by its name."""


def item_name(game: str, topic: str, item: str, language: str) -> str:
    """An item of a topic of a game, by its name."""
    pack = pack_named(game)
    return pack.topic_item(topic, item, language) if isinstance(pack, NamesTopics) else item


class WinCounter:
    """Counts what wins at a table, from games as they are played."""

    def __init__(self, names: Sequence[str], with_threes: bool = True) -> None:
        size = len(names)
        self.names, self.with_threes = tuple(names), with_threes
        self.games = self.seats = 0
        self.points = self.best = 0.0
        self.scores = np.zeros(size)
        self.pairs = np.zeros((2, size, size))
        """Seats with both cards, and what they won; on the diagonal those of single cards."""
        self.threes = np.zeros((2, size, size, size)) if with_threes else np.zeros((2, 0, 0, 0))

    def add(self, sets: NDArray[np.int64], won: NDArray[Any], scores: NDArray[Any]) -> None:
        """Count some games: by game and seat the cards as bits, the part of the win, the points."""
        held = ((sets.reshape(-1, 1) >> np.arange(len(self.names))) & 1).astype(np.float64)
        shares, points = won.reshape(-1).astype(np.float64), scores.reshape(-1).astype(np.float64)
        self.games += len(sets)
        self.seats += len(held)
        self.points += float(points.sum())
        self.best += float((won * scores).sum())
        self.scores += points @ held
        winning = held * shares[:, None]
        self.pairs += np.stack((held.T @ held, winning.T @ held))
        if self.with_threes:
            for card in range(len(self.names)):
                rows = held[:, card] > 0
                some = held[rows]
                self.threes[0, card] += some.T @ some
                self.threes[1, card] += winning[rows].T @ some

    def _single(self, card: int) -> CardsTally:
        seats, won = (float(one[card, card]) for one in self.pairs)
        score = float(self.scores[card]) / seats if seats else 0.0
        return CardsTally((self.names[card],), round(seats), round(won, 3), round(score, 1))

    def _several(self, cards: tuple[int, ...]) -> CardsTally:
        counted = self.pairs if len(cards) == 2 else self.threes
        seats, won = (float(one[cards]) for one in counted)
        names = tuple(self.names[card] for card in cards)
        return CardsTally(names, round(seats), round(won, 3), 0.0)

    def _best(self, size: int) -> tuple[CardsTally, ...]:
        found = (self._several(cards) for cards in combinations(range(len(self.names)), size))
        enough = [one for one in found if one.seats >= max(RARE * self.seats, 30)]
        enough.sort(key=lambda one: (-one.rate, one.cards))
        return tuple(enough[:SHOWN])

    def _partners(self, card: int) -> CardPartners:
        """The cards with which one won most beyond what the better of the two won."""
        seats, won = self.pairs[0, card], self.pairs[1, card]
        enough = seats >= max(RARE * self.seats, 30)
        rates = np.divide(won, seats, out=np.zeros_like(won), where=seats > 0)
        held, winning = self.pairs[0].diagonal(), self.pairs[1].diagonal()
        alone = np.divide(winning, held, out=np.zeros_like(winning), where=held > 0)
        gained = np.where(enough, rates - np.maximum(alone, alone[card]), -np.inf)
        gained[card] = -np.inf
        order = np.argsort(-gained, kind="stable")[:PARTNERS]
        best = [int(other) for other in order if gained[other] > -np.inf]
        return CardPartners(
            self.names[card],
            tuple(
                Partner(self.names[one], round(float(seats[one])), round(float(won[one]), 1))
                for one in best
            ),
        )

    def result(self, options: dict[str, Any], bot: str) -> TableWins:
        """What was counted."""
        singles = [self._single(card) for card in range(len(self.names))]
        singles.sort(key=lambda one: (-one.rate, one.cards))
        return TableWins(
            options=options,
            bot=bot,
            games=self.games,
            players=self.seats // self.games if self.games else 0,
            score=round(self.points / max(self.seats, 1), 1),
            best=round(self.best / max(self.games, 1), 1),
            cards=tuple(singles),
            pairs=self._best(2),
            threes=self._best(3) if self.with_threes else (),
            partners=tuple(self._partners(card) for card in range(len(self.names))),
        )


@cache
def what_wins(game: str) -> WhatWins | None:
    """What was counted for a game and is kept with it; None where nothing is."""
    file = pack_named(game).folder.joinpath("content", FILE)
    return msgspec.json.decode(file.read_bytes(), type=WhatWins) if file.is_file() else None
