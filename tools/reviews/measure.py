"""Games between known levels, reviewed twice, and what random's blunders are to a deep look."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import msgspec
import numpy as np

from realms.analysis.review import (
    BLUNDER,
    DEEP,
    MISTAKE,
    STANDARD,
    ReviewDepth,
    depth_named,
    review_decisions,
    review_moments,
)
from realms.analysis.review.decisions import decisions_in
from realms.analysis.review.loss_reasons import LossReasons
from realms.analysis.review.playout_trust import LEAST
from realms.analysis.review.weigher import Weigher
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.kernel.games import game_named
from realms.kernel.record import replay

OPEN = (0.05, 0.95)
"""Between these chances a game is open still: there is something to lose and something to win."""
SEEDS = ("one", "two")
CARELESS = "random"


class JudgedDecision(NamedTuple):
    """A decision of a bot, as two reviews and perhaps a deep look have it."""

    bot: str
    before: float
    loss: float
    again: float
    """The loss by the other seed."""
    deep: float
    """The loss by a deep look; below nought where none was taken."""

    @property
    def is_open(self) -> bool:
        """Whether the game was open."""
        return OPEN[0] <= self.before <= OPEN[1]

    @property
    def odds_lost(self) -> float:
        """The loss as logarithms of odds: it weighs alike whoever is ahead or behind."""
        return log_odds(self.before) - log_odds(self.before - self.loss)


class JudgedGame(NamedTuple):
    """A game that was reviewed."""

    decisions: list[JudgedDecision]
    luck: list[tuple[str, float]]
    """By seat: its bot, and what luck did to it."""
    apart: float
    """How far the parts of its seats are from the whole, at most."""


def log_odds(chance: float) -> float:
    """The logarithm of the odds, as reviews take it.

    >>> log_odds(0.5)
    0.0
    """
    kept = min(max(chance, LEAST), 1 - LEAST)
    return math.log(kept / (1 - kept))


def lineup(bots: Sequence[str], players: int, number: int) -> list[str]:
    """Who plays a game: each bot as often as the others, on every seat in turn.

    >>> [lineup("abc", 2, number) for number in range(3)]
    [['a', 'b'], ['b', 'c'], ['c', 'a']]
    """
    return [bots[(number + seat) % len(bots)] for seat in range(players)]


def judge_game(
    game: str, players: int, bots: Sequence[str], depth: ReviewDepth, deep: bool, number: int
) -> JudgedGame:
    """Play a game, and review it with two seeds; take a deep look at what `random` blundered."""
    played = game_named(game)
    options = played.options_type(players=players)
    seated, dealt = lineup(bots, players, number), deal_rng_state("reviews", number)
    _state, moves, _seconds = play_out(played, options, seated, dealt)
    moments = list(replay(played, make_record(played, options, seated, dealt, moves)))
    one, two = (
        review_moments(played, options, moments, seated, depth, seed=seed) for seed in SEEDS
    )
    blunders = [
        entry.number
        for entry in one.decisions
        if deep and seated[entry.seat] == CARELESS and entry.loss >= BLUNDER
    ]
    found = [each for each in decisions_in(played, moments) if each.number in blunders]
    looked = review_decisions(
        Weigher(played, options, "deep"), found, DEEP, LossReasons(played, options, seated)
    )
    closely = {each.number: each.loss for each in looked}
    judged = [
        JudgedDecision(
            bot=seated[entry.seat],
            before=entry.before[entry.seat],
            loss=entry.loss,
            again=other.loss,
            deep=closely.get(entry.number, -1.0),
        )
        for entry, other in zip(one.decisions, two.decisions, strict=True)
    ]
    parts = [abs(s.start + s.luck + s.skill + s.others - s.end) for s in one.seats]
    luck = [(seated[each.seat], each.luck) for each in one.seats]
    return JudgedGame(judged, luck, max(*parts, abs(sum(each for _bot, each in luck))))


def judge_games(
    game: str,
    players: int,
    bots: Sequence[str],
    games: int,
    depth: str = STANDARD.name,
    deep: bool = True,
    jobs: int = 0,
    report: Callable[[int], None] = lambda _games: None,
) -> list[JudgedGame]:
    """Judge many games, in processes of their own."""
    work = partial(judge_game, game, players, tuple(bots), depth_named(depth), deep)
    if jobs == 1:
        return [work(number) for number in range(games)]
    judged = []
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        for one in pool.map(work, range(games)):
            judged.append(one)
            report(1)
    return judged


class LevelLoss(NamedTuple):
    """What the decisions of a bot gave up, on average."""

    bot: str
    decisions: int
    chance: float
    """Parts of the chance to win, over all decisions."""
    odds: float
    """Logarithms of odds, over those that were made while the game was open …"""
    error: float
    """… with its standard error, game by game …"""
    faults: float
    """… and the part of them that were mistakes or blunders."""
    luck: float
    """What luck did to it in a game, on average …"""
    luck_error: float
    """… and its standard error."""


def level_losses(games: Sequence[JudgedGame], bots: Sequence[str]) -> list[LevelLoss]:
    """Bot by bot, in the order given."""
    return [_level_loss(games, bot) for bot in bots]


def _level_loss(games: Sequence[JudgedGame], bot: str) -> LevelLoss:
    all_ = [one for game in games for one in game.decisions if one.bot == bot]
    by_game = [
        [one.odds_lost for one in game.decisions if one.bot == bot and one.is_open]
        for game in games
    ]
    means = np.array([np.mean(losses) for losses in by_game if losses])
    still_open = [one for one in all_ if one.is_open]
    luck = np.array([each for game in games for name, each in game.luck if name == bot])
    return LevelLoss(
        bot=bot,
        decisions=len(all_),
        chance=_mean([one.loss for one in all_]),
        odds=_mean([one.odds_lost for one in still_open]),
        error=_standard_error(means),
        faults=_mean([one.loss >= MISTAKE for one in still_open]),
        luck=_mean(luck),
        luck_error=_standard_error(luck),
    )


class Agreement(NamedTuple):
    """How far two seeds, and a deep look, agree."""

    decisions: int
    both_or_neither: float
    """Of all decisions, those that both seeds call a mistake or worse, or neither does."""
    by_either: int
    by_both: int
    blunders: int
    """Blunders of `random` that were looked at deeply …"""
    found_faults: float
    """… the part of them that are mistakes or worse there …"""
    found_blunders: float
    """… and blunders."""


def agreement(games: Sequence[JudgedGame]) -> Agreement:
    """How far verdicts agree."""
    all_ = [one for game in games for one in game.decisions]
    pairs = [(one.loss >= MISTAKE, one.again >= MISTAKE) for one in all_]
    deep = [one.deep for one in all_ if one.deep >= 0]
    return Agreement(
        decisions=len(all_),
        both_or_neither=_mean([one == two for one, two in pairs]),
        by_either=sum(one or two for one, two in pairs),
        by_both=sum(one and two for one, two in pairs),
        blunders=len(deep),
        found_faults=_mean([loss >= MISTAKE for loss in deep]),
        found_blunders=_mean([loss >= BLUNDER for loss in deep]),
    )


def _mean(values: Any) -> float:
    return float(np.mean(values)) if len(values) else math.nan


def _standard_error(values: Any) -> float:
    return float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.nan


def as_json(games: Sequence[JudgedGame]) -> bytes:
    """All that was measured, for a closer look."""
    return msgspec.json.encode(games)
