"""Ratings for tables of any size: openskill's Plackett–Luce model, game after game.

A bot that holds several seats of a game plays each as a team of its own, and takes the mean
of what they come to. Everybody begins alike; the games are rated in the order of their
deals, so the ratings do not depend on who finished first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MOST = 20_000
"""Games that are rated: far more than ratings need to settle."""


class Rating(NamedTuple):
    """A rating and how unsure it still is; all begin at 25 ± 8.3."""

    value: float
    error: float


def rate_players(games: Iterable[tuple[Sequence[str], Sequence[float]]]) -> dict[str, Rating]:
    """The ratings of bots from games: the bot of each seat, and the place it came in."""
    model = PlackettLuce()
    known: dict[str, Rating] = {}
    for number, (bots, places) in enumerate(games):
        if number >= MOST:
            break
        for bot in bots:
            known.setdefault(bot, Rating(model.mu, model.sigma))
        teams = [[model.rating(mu=known[bot].value, sigma=known[bot].error)] for bot in bots]
        after = model.rate(teams, ranks=list(places))
        for bot in dict.fromkeys(bots):
            seats = [team[0] for name, team in zip(bots, after, strict=True) if name == bot]
            mean = sum(seat.mu for seat in seats) / len(seats)
            known[bot] = Rating(mean, sum(seat.sigma for seat in seats) / len(seats))
    return known


def places(scores: Sequence[int], winners: int) -> list[float]:
    """The place each seat came in: winners before the others, those by their scores.

    >>> places((40, 90, 90), 0b010)
    [3.0, 1.0, 2.0]
    """
    standing = [(-((winners >> seat) & 1), -score) for seat, score in enumerate(scores)]
    return [1.0 + sum(other < mine for other in standing) for mine in standing]
