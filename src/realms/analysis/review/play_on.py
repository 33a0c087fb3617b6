"""Many positions played on by a bot: until one's own seat decides again, or to the end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.analysis.review.threads import cores, in_threads
from realms.arena.batches.arrays import SKIP, Arrays, new_arrays
from realms.arena.batches.seated_bots import SeatedBot, all_but
from realms.arena.game_parts import BringsBatchBots, batch_rules, loops_of
from realms.bots import bot_named
from realms.bots.game_parts import bot_set
from realms.bots.levels import data_of
from realms.kernel.chance import branch, decision_seed
from realms.kernel.game import Game, State
from realms.kernel.packs import packs

NOBODY = -2
"""As one's own seat: all seats are played by the bot, to the end."""
LEAST = 64
"""Fewer positions than this are not worth a thread."""
QUICK_ENOUGH = 2.0
"""Seconds that a whole game of the bot that plays on may take with plain rules."""


class PlayOnResult(NamedTuple):
    """Where positions stand after being played on, one a row."""

    is_over: NDArray[np.bool_]
    shares: NDArray[np.float64]
    """By seat, the part of the win where a game is over …"""
    scores: NDArray[np.int32]
    """… and the points."""
    seen: NDArray[Any]
    """What one's own seat sees, where it decides again."""
    mask: NDArray[np.bool_]
    """Its legal actions there."""


class PlayOn:
    """Plays positions of one table on."""

    def __init__(self, game: Game, options: Any) -> None:
        self.game, self.options = game, options
        self.players = int(options.players)
        self.bot = bot_set(game.name).numbers.get(quick_bot(game.name))
        pack: Any = packs().get(game.name)
        self._loop: Callable[..., None] | None = None
        if self.bot is not None and isinstance(pack, BringsBatchBots):
            self._loop = pack.batch_bots()
            self.rules = batch_rules(game)
            self.layout = self.rules.layout(options)

    @property
    def is_compiled(self) -> bool:
        """Whether the game brings a loop; without one, games can only be played to their end."""
        return self._loop is not None

    def play(
        self,
        states: NDArray[Any],
        own: NDArray[np.int64],
        numbers: NDArray[np.int64],
        rng_state: np.uint64,
    ) -> PlayOnResult:
        """Play states on, in place; rows of one number have the same luck."""
        if self._loop is None:
            return self._play_plainly(states, numbers, rng_state)
        a = new_arrays(self.game.state_type, self.layout, self.players, len(states))
        a = a._replace(states=states, numbers=numbers)
        a.episodes[:] = 1
        over = np.zeros(len(states), np.bool_)
        rewards = np.zeros((len(states), self.players), np.float32)
        cuts = _cuts(len(states))

        def share(cut: tuple[int, int]) -> None:
            part = slice(*cut)
            self._play_rows(a.part(*cut), own[part], over[part], rewards[part], rng_state)

        in_threads(share, cuts)
        shares = rewards.astype(np.float64) + 1 / self.players
        ended = a.seats == SKIP
        for row in np.flatnonzero(ended & ~over):  # by one's own move
            shares[row], a.scores[row] = self._ending(states[row])
        return PlayOnResult(ended, shares, a.scores, a.seen, a.mask)

    def _ending(self, state: State) -> tuple[list[float], list[int]]:
        """The parts of the win, and the points."""
        outcome: Any = self.game.outcome(state)
        return [outcome.share(seat) for seat in range(self.players)], [*outcome.scores]

    def _play_rows(
        self,
        a: Arrays,
        own: NDArray[np.int64],
        over: NDArray[np.bool_],
        rewards: NDArray[np.float32],
        rng_state: np.uint64,
    ) -> None:
        """The rows of one thread."""
        rows: Any = self.rules.rows(self.options, self.layout, a)
        awaiting = np.zeros((len(own), self.players), np.bool_)
        rows.awaiting(awaiting)
        a.seats[:] = np.where(awaiting.any(axis=1), awaiting.argmax(axis=1), SKIP)
        asked = (own >= 0) & awaiting[np.arange(len(own)), np.maximum(own, 0)]
        a.seats[asked] = own[asked]
        thinking = loops_of(self.game.name).new_workspaces(1)
        decided = np.zeros(len(own), np.int64)
        plays = all_but(own, self.players)
        seated = SeatedBot(self.bot, plays, decided, thinking, rewards, over)  # type: ignore[arg-type]
        self._loop(a, seated, rows.workspace, rng_state, False)  # type: ignore[misc]
        rows.show(np.where(a.seats == own, own, SKIP), a.mask, a.seen)

    def _play_plainly(
        self, states: NDArray[Any], numbers: NDArray[np.int64], rng_state: np.uint64
    ) -> PlayOnResult:
        """To the end, in games that bring no compiled loop: a bot asked move by move."""
        bot, ends = bot_named("random"), []
        for state, number in zip(states, numbers, strict=True):
            luck, decided = np.uint64(branch(rng_state, int(number))), 0
            while seats := self.game.awaiting(state):
                rng = np.uint64(decision_seed(luck, decided))
                self.game.make_steps(state, seats[0], bot.steps(self.game, state, seats[0], rng))
                decided += 1
            ends.append(self._ending(state))
        nothing = np.zeros((len(states), 0), np.bool_)
        shares, scores = (np.array(side) for side in zip(*ends, strict=True))
        return PlayOnResult(np.ones(len(states), np.bool_), shares, scores, nothing, nothing)


def quick_bot(game: str) -> str:
    """The strongest bot of a game that is a rule and quick; empty where there is none."""
    seconds = data_of(game).get("plain", {})
    quick = [name for name in bot_set(game).numbers if seconds.get(name, 0) <= QUICK_ENOUGH]
    return quick[-1] if quick else ""


def _cuts(n: int) -> list[tuple[int, int]]:
    """Where rows are cut for the threads."""
    parts = max(1, min(cores(), n // LEAST))
    return list(pairwise(n * part // parts for part in range(parts + 1))) if n else []
