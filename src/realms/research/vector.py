"""A vector environment of Gymnasium over a batch: thousands of games, one policy or several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from realms.arena.batches.batch import SKIP, open_batch
from realms.arena.batches.seated_bots import SeatedBots, all_but
from realms.kernel.games import game_named
from realms.research.spaces import Observation, observation_space

Policy = Callable[[Observation, NDArray[np.int64]], ArrayLike]
"""Actions for observations with masks, one row a game, and the seats that act."""
Infos = dict[str, Any]


class BatchEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Games side by side, dealt anew within the step that ends them.

    Without `others` it is self-play: an action is for whichever seat a game awaits, `seat`
    in the infos, and its reward is that seat's own. With `others`, a policy for the other
    seats or the name of a bot, the caller has one seat in each game, row by row another, and
    is asked only when that seat owes a decision. Bots that are rules of the game play without
    leaving its compiled loop; they draw their chance from the seed as well.
    Observations are the batch's own arrays: copy what you keep.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        others: Policy | str | None = None,
        jobs: int = 0,
        **options: Any,
    ) -> None:
        found = game_named(game)
        self.batch = open_batch(found, found.options_type(**options), num_envs, jobs=jobs)
        self.num_envs, self.others = num_envs, others
        self.own = np.arange(num_envs) % self.batch.players
        """With `others`, the caller's seat in each game."""
        self._bots: SeatedBots | None = None
        if isinstance(others, str):
            plays = all_but(self.own, self.batch.players)
            self._bots = SeatedBots(self.batch, others, plays)
        layout = self.batch.layout
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_space(layout, layout.action_count)
        self.single_action_space = spaces.Discrete(layout.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """New games in all rows; with a seed, the same as before with it."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self.batch.reset(f"seed {number}")
        if self._bots is not None:
            self._bots.reset()
        self._let_others_play()
        return self._observe_all(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Play one action in every game."""
        seats = self.batch.turns.seat.copy() if self.others is None else self.own
        turns = self.batch.step(actions)
        rows = np.arange(self.num_envs)
        rewards, ended = turns.rewards.copy(), turns.terminated.copy()
        more, over = self._let_others_play()
        rewards, ended = rewards + more, ended | over
        infos = self._infos() | {"rewards": rewards, "scores": turns.scores.copy()}
        none = np.zeros(self.num_envs, np.bool_)
        return self._observe_all(), rewards[rows, seats].astype(np.float64), ended, none, infos

    def _let_others_play(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Play the other seats until the caller's are awaited; what ended meanwhile."""
        rewards = np.zeros((self.num_envs, self.batch.players), np.float32)
        over = np.zeros(self.num_envs, np.bool_)
        if self._bots is not None:
            return self._bots.play()
        if not callable(self.others):
            return rewards, over
        while (theirs := self.batch.turns.seat != self.own).any():
            chosen = np.asarray(self.others(self._observe_all(), self.batch.turns.seat))
            turns = self.batch.step(np.where(theirs, chosen, SKIP))
            rewards += turns.rewards
            over |= turns.terminated
        return rewards, over

    def _observe_all(self) -> Observation:
        turns = self.batch.turns
        return {"observation": turns.observation, "action_mask": turns.mask.view(np.int8)}

    def _infos(self) -> Infos:
        return {"seat": self.batch.turns.seat.copy()}

    def close_extras(self, **_how: Any) -> None:
        """Let the threads go."""
        self.batch.close()
