"""Games of a network against a bot, on one seat of each game; the bot has all others.

A network that only ever met itself knows its own habits best. Some games against a bot that
plays otherwise show it what else there is, without leaving the compiled loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import structs
from torch import Tensor

from realms.arena.batches.seated_bots import SeatedBots, all_but
from realms.bots.learned.encoding import Encoding
from realms.learning.network import Network
from realms.learning.self_play import Lessons, SelfPlay
from realms.learning.settings import Settings


class AgainstBots(SelfPlay):
    """The games of one table that a network plays against a bot, row by row on another seat.

    Bots play on the processor, wherever the network is.
    """

    on_processor = True

    def __init__(
        self,
        settings: Settings,
        encoding: Encoding,
        options: Any,
        bot: str,
        device: str,
        learned: int = 0,
    ) -> None:
        self.bot = bot
        here = structs.replace(settings, rows=settings.opponent_rows)
        super().__init__(here, encoding, options, device, learned)

    def _open(self, options: Any) -> None:
        super()._open(options)
        self.own = np.arange(self.games.n) % self.games.players
        self.games.reset(f"{self.bot} {self.seed}")
        plays = all_but(self.own, self.games.players)
        self.bots = SeatedBots(self.games, self.bot, plays)
        self.bots.play()
        self.won: list[float] = []
        """The part of the win in each game that ended."""

    def _step(self, actions: Tensor) -> None:
        """Play an action in every game, and let the bot answer; what ended, ended in one step."""
        turns = self.games.step(actions.cpu().numpy())
        rewards, over = turns.rewards.copy(), turns.terminated.copy()
        more, later = self.bots.play()
        self._look()
        self.shown[3] = self._tensor(rewards + more)
        self.shown[4] = self._tensor(over | later)
        won = (rewards + more)[np.arange(self.games.n), self.own] + 1 / self.players
        self.won.extend(won[over | later].tolist())

    def play(self, network: Network) -> Lessons:
        """Play a stretch; `share` is the network's part of the wins in it."""
        self.won.clear()
        lessons: Lessons = super().play(network)
        self.share = sum(self.won) / len(self.won) if self.won else self.share
        return lessons
