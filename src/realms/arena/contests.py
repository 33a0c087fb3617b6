"""Two sets of weights of one bot against each other: paired deals, rotated seats, compiled."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from realms.arena.game_parts import loops_of
from realms.arena.intervals import Estimate, share_of
from realms.arena.loops import Lineup
from realms.arena.seatings import draw_order, rotations
from realms.bots import bot_named
from realms.bots.game_parts import bot_set
from realms.kernel.chance import branch, rng_state_from
from realms.kernel.errors import Unreadable

Weights = Mapping[str, float]
US, THEM = "us", "them"


class Contest(Struct, frozen=True):
    """How weights are tried: a bot with them against others, at tables of some sizes."""

    game: str
    bot: str
    against: str
    """The bot on the other seats; empty for the same one with other weights."""
    tables: tuple[Any, ...]
    """The options of each kind of table."""
    seed: str


class Trial(NamedTuple):
    """What came of a contest: wins beside a fair share of one, and points beside theirs."""

    wins: Estimate
    """The share of wins at each kind of table, times its players, on average."""
    margin: float
    """By how many points the score was above the mean of the others'."""
    games: int


def run_contest(contest: Contest, ours: Weights, theirs: Weights, deals: range) -> Trial:
    """Play every deal at every kind of table, in all rotations; the same deals for everybody."""
    found = [_at_table(contest, options, ours, theirs, deals) for options in contest.tables]
    number = len(found)
    value = sum(wins.value * players for wins, players, _, _ in found) / number
    error = math.sqrt(sum((wins.error * players) ** 2 for wins, players, _, _ in found)) / number
    wins = Estimate(value, value - 1.96 * error, value + 1.96 * error, error)
    margin = sum(points for _, _, points, _ in found) / number
    return Trial(wins, margin, sum(games for _, _, _, games in found))


def _at_table(
    contest: Contest, options: Any, ours: Weights, theirs: Weights, deals: range
) -> tuple[Estimate, int, float, int]:
    players, rng_state = options.players, rng_state_from(contest.seed)
    names = [US, *[THEM] * (players - 1)]
    rows = [
        (deal, seating)
        for deal in deals
        for seating in rotations(names, draw_order(np.uint64(branch(rng_state, deal)), players))
    ]
    arena = loops_of(contest.game)
    workspaces = arena.new_workspaces(players)
    lay_out(contest, workspaces, ours, theirs)
    numbered = np.array([deal for deal, _ in rows], np.int64)
    who = np.array([seating for _, seating in rows], np.int64)
    bots = np.array(numbers(contest, players), np.int64)
    lineup = Lineup(numbered, who, bots, workspaces)
    played = arena.play_rows(options, rng_state, lineup)
    scores, winners = played.scores, played.winners
    seat = np.argmin(who, axis=1)  # ours is the first place of the table
    here = np.arange(len(rows))
    sharing = np.array([int(won).bit_count() for won in winners])
    share = ((winners >> seat) & 1) / sharing
    mine = scores[here, seat]
    others = (scores.sum(axis=1) - mine) / (players - 1)
    by_deal = share.reshape(len(deals), players)
    wins = share_of(by_deal.sum(axis=1), np.full(len(deals), players))
    return wins, players, float((mine - others).mean()), len(rows)


def numbers(contest: Contest, players: int) -> list[int]:
    """The numbers of the bots for compiled loops, the one being tuned first."""
    named = (contest.bot, contest.against or contest.bot)
    ours, theirs = (bot_named(name, contest.game).number(contest.game) for name in named)
    return [ours, *[theirs] * (players - 1)]


def lay_out(contest: Contest, workspaces: Any, ours: Weights, theirs: Weights) -> None:
    """Write weights into the workspaces, ours into the first."""
    weigh = bot_set(contest.game).weigh
    if weigh is None:
        raise Unreadable("arena/no_weights", game=contest.game)
    weigh(workspaces[0], contest.bot, ours)
    if not contest.against:
        for workspace in workspaces[1:]:
            weigh(workspace, contest.bot, theirs)


def round_weights(values: Sequence[float], like: Weights) -> dict[str, float]:
    """Weights from numbers: whole ones stay whole, and those not below nought stay there.

    What is a probability or an amount makes no sense below nought.

    >>> round_weights([1.6, 1.6, -3, -3], {"a": 1, "b": 1.0, "c": 0, "d": -1})
    {'a': 2, 'b': 1.6, 'c': 0, 'd': -3}
    """
    rounded: dict[str, float] = {}
    for (name, before), value in zip(like.items(), values, strict=True):
        kept = max(value, 0.0) if before >= 0 else value
        rounded[name] = round(kept) if isinstance(before, int) else round(kept, 4)
    return rounded
