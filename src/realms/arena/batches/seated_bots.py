"""A bot on chosen seats of chosen rows of a batch: compiled where it is a rule of the game."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.arena.batches.arrays import SKIP, Rows, row_rng_state
from realms.arena.batches.batch import Batch
from realms.arena.game_parts import BringsBatchBots, loops_of
from realms.arena.games import choose_steps, numbers_of
from realms.bots import bot_named
from realms.bots.game_parts import bot_set
from realms.kernel.chance import branch, decision_seed, seed_of
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game
from realms.kernel.packs import packs

Ended = tuple[NDArray[np.float32], NDArray[np.bool_]]
"""Rewards by game and seat of what ended, and where something did."""


class SeatedBot(NamedTuple):
    """A bot on some seats of some rows; rules take it as it is."""

    bot: int
    plays: NDArray[np.bool_]
    """Row by row, the seats that the bot plays."""
    decided: NDArray[np.int64]
    """How many decisions the bot has made in each game."""
    thinking: NDArray[Any]
    """An array of one: what the bot thinks with."""
    rewards: NDArray[np.float32]
    over: NDArray[np.bool_]


class SeatedBots:
    """Plays some seats of a batch by a bot, any that `realms bots` names.

    `plays` is a mask `(n, players)`: the seats that are the bot's, row by row. It is looked at
    with every call of `play`, so who owns it may change it between games.
    """

    def __init__(self, batch: Batch, bot: str, plays: NDArray[np.bool_]) -> None:
        if plays.shape != (batch.n, batch.players) or plays.dtype != np.bool_:
            raise Unreadable("batch/bot_seats", n=batch.n, players=batch.players)
        if batch.auto_reset and plays.all(axis=1).any():
            raise Unreadable("batch/bots_alone")
        self.batch, self.plays = batch, plays
        self.bot = bot_named(bot, batch.game.name)
        self._decided = np.zeros(batch.n, np.int64)
        self._rewards = np.zeros((batch.n, batch.players), np.float32)
        self._over = np.zeros(batch.n, np.bool_)
        self._number = numbers_of([self.bot.name], batch.game.name)[0]
        pack: Any = packs().get(batch.game.name)
        self._loop = None
        if self._number is not None and isinstance(pack, BringsBatchBots):
            self._loop = pack.batch_bots()
            self._seated = {cut[0]: self._seat(*cut) for cut in batch.cuts}

    def _seat(self, first: int, last: int) -> SeatedBot:
        """The bot at the rows of one thread, with what it thinks with."""
        arrays = (self._decided[first:last], loops_of(self.batch.game.name).new_workspaces(1))
        ended = (self._rewards[first:last], self._over[first:last])
        return SeatedBot(int(self._number), self.plays[first:last], *arrays, *ended)

    def reset(self) -> None:
        """Begin anew, as the batch did."""
        self._decided[:] = 0

    def play(self) -> Ended:
        """Play until every game awaits a seat of its own; what ended meanwhile."""
        if self._loop is None:
            self._play_one_by_one()
        else:
            self.batch.work(self._play_rows)
        return self._rewards, self._over

    def _play_rows(self, rows: Rows, first: int, _last: int) -> None:
        compiled: Any = rows
        batch, seated = self.batch, self._seated[first]
        how = (batch.rng_state, batch.auto_reset)
        self._loop(compiled.arrays, seated, compiled.workspace, *how)  # type: ignore[misc]

    def _play_one_by_one(self) -> None:
        """The same for bots that are no rules, and for games that bring no loop.

        Each thread has its rows: what such bots compile lets others go on meanwhile.
        """
        self._rewards[:], self._over[:] = 0, False
        a = self.batch.arrays
        every = np.arange(self.batch.n)
        while len(rows := np.flatnonzero((a.seats != SKIP) & self.plays[every, a.seats])):
            due = np.zeros(self.batch.n, np.bool_)
            due[rows] = True
            self.batch.work(partial(self._decide_rows, due))
            ended = self._over & ~np.array([bool(self.batch.game.awaiting(s)) for s in a.states])
            if ended.any() and self.batch.auto_reset:
                self.batch.reset(rows=ended)
                self._decided[ended] = 0
            self.batch.ask_first()

    def _decide_rows(self, due: NDArray[np.bool_], _rows: Rows, first: int, last: int) -> None:
        for row in (first + np.flatnonzero(due[first:last])).tolist():
            self._decide(row)

    def _decide(self, row: int) -> None:
        """One decision of the bot, and the end of the game if it comes to it."""
        game, a = self.batch.game, self.batch.arrays
        state, seat = a.states[row], int(a.seats[row])
        game_of_row = (int(a.numbers[row]), int(a.episodes[row]) - 1)
        dealt = np.uint64(row_rng_state(self.batch.rng_state, *game_of_row))
        rng_state = np.uint64(decision_seed(np.uint64(branch(dealt, 1)), int(self._decided[row])))
        self._decided[row] += 1
        position = game.redeal(state, seat, seed_of(np.uint64(branch(rng_state, 1))))
        game.attempt(state, seat, choose_steps(self.bot, game, position, seat, rng_state))
        outcome = game.outcome(state)
        if outcome is not None:
            self._over[row] = True
            for one, score in enumerate(outcome.scores):
                a.scores[row, one] = score
                self._rewards[row, one] = outcome.share(one) - 1 / len(outcome.scores)


def all_but(own: NDArray[np.int64], players: int) -> NDArray[np.bool_]:
    """The mask of all seats but one a row.

    >>> all_but(np.array([0, 1]), 2).tolist()
    [[False, True], [True, False]]
    """
    mask: NDArray[np.bool_] = np.arange(players) != own[:, None]
    return mask


def play_on_once(game: Game, options: Any) -> None:
    """Play a batch of one on by a bot: what compiles the loop of a game's bots."""
    batch = Batch(game, options, 1, "prepare", jobs=1, auto_reset=False)
    numbers = list(bot_set(game.name).numbers)
    SeatedBots(batch, numbers[-1], all_but(np.zeros(1, np.int64), batch.players)).play()
    batch.awaiting()
    batch.close()
