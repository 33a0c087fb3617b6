"""One seat of a game as an environment of Gymnasium, bots on all others."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import Env, spaces
from numpy.typing import NDArray

from realms.arena.batches.batch import SKIP, open_batch
from realms.arena.batches.seated_bots import SeatedBots, all_but
from realms.bots import bots_of
from realms.kernel.errors import Unreadable
from realms.kernel.games import game_named
from realms.research.single_game import ILLEGAL, RENDER_MODES, render_state
from realms.research.spaces import seen_space


class SeatEnv(Env[NDArray[Any], np.int64]):
    """A game played on one seat against a bot on the others.

    Observations are what the seat sees; its legal actions are in `action_masks()`, and in the
    infos as `action_mask`. The reward comes at the end: the part of the win less an equal
    part. An illegal action ends the game, and costs more than any loss.
    """

    def __init__(
        self,
        game: str,
        others: str | None = None,
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Sit down; without a seat, on one that chance draws for each game."""
        if render_mode not in (None, *RENDER_MODES):
            raise Unreadable("research/render", mode=str(render_mode))
        found = game_named(game)
        table = found.options_type(**options)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1}
        self.render_mode = render_mode
        self.batch = open_batch(found, table, 1, jobs=1, auto_reset=False)
        if seat is not None and not 0 <= seat < self.batch.players:
            raise Unreadable("batch/seats", players=self.batch.players)
        self._given_seat = seat
        self._own = np.zeros(1, np.int64)
        bot = others or ("greedy" if "greedy" in bots_of(found.name) else "random")
        self._bots = SeatedBots(self.batch, bot, all_but(self._own, self.batch.players))
        self._lost = False
        self.observation_space = seen_space(self.batch.layout)
        self.action_space = spaces.Discrete(self.batch.layout.action_count)

    @property
    def seat(self) -> int:
        """The seat that is played in this game."""
        return int(self._own[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """A new game; with a seed, the same as before with it."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self.batch.players))
        self._own[0] = drawn if self._given_seat is None else self._given_seat
        self._bots.plays[:] = all_but(self._own, self.batch.players)
        self.batch.reset(f"seed {int(self.np_random.integers(1 << 62))}")
        self._lost = False
        self._bots.reset()
        self._bots.play()
        self._show()
        return self._observe(), self._info()

    def step(
        self, action: int | np.int64
    ) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the others play until this seat is asked again."""
        if self._lost or not self.action_masks()[int(action)]:
            self._lost = True
            return self._observe(), ILLEGAL, True, False, self._info()
        turns = self.batch.step(np.array([int(action)]))
        rewards, over = turns.rewards[0].copy(), bool(turns.terminated[0])
        if not over:
            more, ended = self._bots.play()
            rewards, over = more[0], bool(ended[0])
        self._show()
        return self._observe(), float(rewards[self.seat]), over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions; once the game is over, none."""
        if self.batch.turns.seat[0] == SKIP:
            return np.zeros(self.batch.layout.action_count, np.bool_)
        mask: NDArray[np.bool_] = self.batch.turns.mask[0].copy()
        return mask

    def render(self) -> Any:
        """The table in words, where asked for."""
        return render_state(
            self.batch.game, self.batch.state(0), self.batch.players, self.render_mode
        )

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observe(self) -> NDArray[Any]:
        seen: NDArray[Any] = self.batch.observe(self.seat)[0][0].copy()
        return seen

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.seat, "action_mask": self.action_masks()}
        if self.batch.turns.seat[0] == SKIP:
            info |= {"scores": self.batch.turns.scores[0].tolist()}
        return info

    def close(self) -> None:
        """Let the threads go."""
        self.batch.close()
