"""Standings: what each bot won, scored and took to think, and how it did against each other.

Everything is summed deal by deal first, since the deal is what is counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.arena.games import FinishedGame, Plan
from realms.arena.intervals import chance_above, mean_of, share_of
from realms.arena.ratings import places, rate_players


class BotStanding(Struct):
    """How a bot did. `win_rate` is wins by seat taken, from `low` to `high` with 95 %."""

    seats: int
    wins: float
    win_rate: float
    low: float
    high: float
    mean_score: float
    score_error: float
    rating: float
    rating_error: float
    seconds_per_move: float | None = None


class PairStanding(Struct):
    """How often the first of two bots came in before the second, a tie counting half.

    `chance` is how likely one would see so much, or more, by luck between equals.
    """

    games: int
    a_wins: float
    low: float
    high: float
    chance: float


class _Sums:
    """Sums by deal: parts, and how many they are parts of."""

    def __init__(self) -> None:
        self.parts: defaultdict[int, float] = defaultdict(float)
        self.whole: defaultdict[int, float] = defaultdict(float)

    def add(self, deal: int, part: float, whole: float = 1) -> None:
        self.parts[deal] += part
        self.whole[deal] += whole

    def arrays(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return np.array(list(self.parts.values())), np.array(list(self.whole.values()))


class _Bot:
    """Running sums over the games of one bot."""

    def __init__(self) -> None:
        self.wins, self.scores = _Sums(), _Sums()
        self.seconds, self.moves = 0.0, 0


def standings(
    plan: Plan, games: Sequence[FinishedGame]
) -> tuple[dict[str, BotStanding], dict[str, PairStanding]]:
    """The standings of bots, and of every two of them, from games in the order of deals."""
    known = dict.fromkeys(name for table in plan.tables for name in table)
    bots = {name: _Bot() for name in known}
    pairs = {pair: _Sums() for pair in combinations(known, 2)}
    rating = rate_players(
        (names_at(plan, game), places(game.scores, game.winners)) for game in games
    )
    for game in games:
        names = names_at(plan, game)
        for seat, name in enumerate(names):
            _add_seat(bots[name], game, seat)
        _add_pairs(pairs, game, names)
    of_bots = {name: _standing(bot, *rating[name]) for name, bot in bots.items() if name in rating}
    return of_bots, {"/".join(pair): _paired(sums) for pair, sums in pairs.items() if sums.parts}


def names_at(plan: Plan, game: FinishedGame) -> list[str]:
    """The bots of a game, seat by seat."""
    return [plan.tables[game.table][place] for place in game.seating]


def _add_seat(bot: _Bot, game: FinishedGame, seat: int) -> None:
    bot.wins.add(game.deal, game.share(seat))
    bot.scores.add(game.deal, game.scores[seat])
    if game.seconds:
        bot.seconds += game.seconds[seat]
        bot.moves += game.moves[seat]


def _add_pairs(
    pairs: dict[tuple[str, str], _Sums], game: FinishedGame, names: Sequence[str]
) -> None:
    """Who of two bots came in first; where they hold several seats, over all pairs of seats."""
    came = places(game.scores, game.winners)
    seats: defaultdict[str, list[int]] = defaultdict(list)
    for seat, name in enumerate(names):
        seats[name].append(seat)
    for (one, other), sums in pairs.items():
        met = [(a, b) for a in seats.get(one, ()) for b in seats.get(other, ())]
        if met:
            ahead = sum((came[a] < came[b]) + (came[a] == came[b]) / 2 for a, b in met)
            sums.add(game.deal, ahead / len(met))


def _standing(bot: _Bot, rating: float, rating_error: float) -> BotStanding:
    wins, seats = bot.wins.arrays()
    share, score = share_of(wins, seats), mean_of(*bot.scores.arrays())
    return BotStanding(
        seats=int(seats.sum()),
        wins=round(float(wins.sum()), 6),
        win_rate=round(share.value, 6),
        low=round(share.low, 6),
        high=round(share.high, 6),
        mean_score=round(score.value, 4),
        score_error=round(score.error, 4) if np.isfinite(score.error) else 0.0,
        rating=round(rating, 3),
        rating_error=round(rating_error, 3),
        seconds_per_move=round(bot.seconds / bot.moves, 6) if bot.moves else None,
    )


def _paired(sums: _Sums) -> PairStanding:
    ahead, games = sums.arrays()
    share = share_of(ahead, games)
    return PairStanding(
        games=int(games.sum()),
        a_wins=round(float(ahead.sum()), 6),
        low=round(share.low, 6),
        high=round(share.high, 6),
        chance=chance_above(share, 0.5),
    )
