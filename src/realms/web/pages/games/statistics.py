"""What finished games say of a player: how many, how many won, against whom, and with what."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from msgspec import Struct

from realms.bots import levels_of
from realms.tables.results.daily import day_of
from realms.tables.results.result import GameResult

WEEK = 7
LATELY = 10
"""Games that count as the last ones."""
SURE = 1.645
"""How many standard errors an interval of 90 % reaches to either side."""
FAVOURITES = 8
"""Cards that are shown as favourites."""
SEEN_OFTEN = 2
"""Games in which a card has to have been for that."""


class Share(Struct, frozen=True):
    """A part of the games that were won, and how sure that is."""

    won: float
    games: int
    low: float
    high: float
    fair: float
    """What everybody would win who plays as well as the others."""

    @property
    def rate(self) -> float:
        """The part, from 0 to 1."""
        return self.won / self.games if self.games else 0.0


class LevelShare(Struct, frozen=True):
    """How often a player won against a level."""

    bot: str
    share: Share
    by_players: tuple[tuple[int, Share], ...] = ()
    """The same for each number of players, the fewest first."""


class ReviewedGame(Struct, frozen=True):
    """A game whose decisions were judged."""

    table: str
    at: int
    accuracy: float


class CardUse(Struct, frozen=True):
    """A card that a player often ended with."""

    card: str
    games: int
    won: float


class PlayerStatistics(Struct, frozen=True, kw_only=True):
    """What a player's games in one game come to."""

    games: int
    this_week: int
    share: Share
    average: float
    trend: float
    """How much higher the last games scored than those before."""
    scores: tuple[int, ...]
    """Of all games, the first one first."""
    days_in_a_row: int
    longest: int
    played_on: tuple[tuple[str, bool], ...]
    """The last seven days, and whether anything was played."""
    wins_in_a_row: int
    levels: tuple[LevelShare, ...]
    reviewed: tuple[ReviewedGame, ...]
    """The games that were reviewed, the first one first."""
    best: GameResult | None
    cards: tuple[CardUse, ...]


def statistics_of(results: Sequence[GameResult], now: int) -> PlayerStatistics:
    """The statistics of some results of one game, the latest first."""
    scores = [one.score for one in reversed(results)]
    days = {day_of(one.at) for one in results}
    today = date.fromisoformat(day_of(now))
    week = [(today - timedelta(back)).isoformat() for back in reversed(range(WEEK))]
    return PlayerStatistics(
        games=len(results),
        this_week=sum(day_of(one.at) in week for one in results),
        share=share_of(results),
        average=sum(scores) / len(scores) if scores else 0.0,
        trend=_trend(scores),
        scores=tuple(scores),
        days_in_a_row=_streak(days, today),
        longest=_longest(days),
        played_on=tuple((day, day in days) for day in week),
        wins_in_a_row=_wins_in_a_row(results),
        levels=_by_level(results),
        reviewed=tuple(
            ReviewedGame(one.table, one.at, one.accuracy)
            for one in reversed(results)
            if one.accuracy is not None
        ),
        best=max(results, key=lambda one: one.score, default=None),
        cards=_favourites(results),
    )


def share_of(results: Iterable[GameResult]) -> Share:
    """How much of some games was won, with Wilson's interval."""
    shares = [(one.share, 1 / len(one.seats)) for one in results]
    games = len(shares)
    if not games:
        return Share(0.0, 0, 0.0, 1.0, 0.0)
    won = math.fsum(share for share, _ in shares)
    low, high = wilson(won, games)
    return Share(won, games, low, high, math.fsum(fair for _, fair in shares) / games)


def wilson(won: float, games: int) -> tuple[float, float]:
    """Between what and what a part lies, nine times out of ten.

    >>> low, high = wilson(8, 10)
    >>> round(low, 2), round(high, 2)
    (0.54, 0.93)
    """
    part, spread = won / games, SURE * SURE / games
    middle = (part + spread / 2) / (1 + spread)
    reach = SURE / (1 + spread) * math.sqrt(part * (1 - part) / games + spread / (4 * games))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def _trend(scores: Sequence[int]) -> float:
    """How much higher the last games scored than those before; 0 where there are too few."""
    if len(scores) < 2 * LATELY:
        return 0.0
    before, last = scores[:-LATELY], scores[-LATELY:]
    return sum(last) / len(last) - sum(before) / len(before)


def _streak(days: set[str], today: date) -> int:
    """The days in a row on which something was played, up to today or yesterday."""
    last = today if today.isoformat() in days else today - timedelta(1)
    number = 0
    while (last - timedelta(number)).isoformat() in days:
        number += 1
    return number


def _longest(days: set[str]) -> int:
    """The most days in a row."""
    return max((_streak(days, date.fromisoformat(day)) for day in days), default=0)


def _wins_in_a_row(results: Sequence[GameResult]) -> int:
    """The games that were won since one was not."""
    number = 0
    for one in results:
        if not one.share:
            break
        number += 1
    return number


def _by_level(results: Sequence[GameResult]) -> tuple[LevelShare, ...]:
    """Games against bots by the strongest level among them, the easiest first."""
    found: dict[str, list[GameResult]] = defaultdict(list)
    for one in results:
        bots = {seat.bot for seat in one.seats if seat.bot}
        order = [level.name for level in levels_of(one.game)]
        known = [name for name in order if name in bots]
        if bots:
            found[known[-1] if known else min(bots)].append(one)
    order = [level.name for level in levels_of(results[0].game)] if results else []
    ranks = sorted(found, key=lambda bot: (order.index(bot) if bot in order else len(order), bot))
    return tuple(LevelShare(bot, share_of(found[bot]), _by_players(found[bot])) for bot in ranks)


def _by_players(results: Sequence[GameResult]) -> tuple[tuple[int, Share], ...]:
    """Games by how many played."""
    found: dict[int, list[GameResult]] = defaultdict(list)
    for one in results:
        found[len(one.seats)].append(one)
    return tuple((players, share_of(found[players])) for players in sorted(found))


def _favourites(results: Sequence[GameResult]) -> tuple[CardUse, ...]:
    """The cards that games were ended with most often."""
    games: Counter[str] = Counter()
    won: dict[str, float] = defaultdict(float)
    for one in results:
        for card in set(one.cards):
            games[card] += 1
            won[card] += one.share
    often = [card for card, number in games.items() if number >= SEEN_OFTEN]
    often.sort(key=lambda card: (-games[card], -won[card], card))
    return tuple(CardUse(card, games[card], won[card]) for card in often[:FAVOURITES])
