"""Environments in which agents act at once (PettingZoo's parallel API)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from realms.research.single_game import ILLEGAL, Playing, metadata_of
from realms.research.spaces import Observation

StepResults = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class TogetherEnv(ParallelEnv[str, Observation, int]):
    """A game in which all who owe a decision act in one step, and the others wait.

    Leaders are so placed at the same time, unseen by the others, as the rules have it. What
    an agent plays that owes no decision is not looked at.
    """

    def __init__(
        self, game: str, render_mode: str | None = None, version: int = 0, **options: Any
    ) -> None:
        self.metadata = metadata_of(game, version)
        self.playing = Playing(game, options, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self.playing.agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent sees, with the mask of its actions."""
        return self.playing.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of an agent, by number."""
        return self.playing.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game."""
        self.playing.reset(seed)
        self.agents = list(self.possible_agents)
        self._show()
        return self._observe_all(), self.playing.infos()

    def step(self, actions: dict[str, int]) -> StepResults:
        """Play the actions of all agents that owe a decision."""
        rewards, over = dict.fromkeys(self.agents, 0.0), False
        for agent in self.playing.awaited_agents():
            if not self.playing.observe(agent)["action_mask"][actions[agent]]:
                rewards, over = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL}, True
                break
            self.playing.play(agent, actions[agent])
        if self.playing.is_over:
            rewards, over = self.playing.rewards(), True
        ended = dict.fromkeys(self.agents, over)
        never = dict.fromkeys(self.agents, False)
        result = (self._observe_all(), rewards, ended, never, self.playing.infos())
        if over:
            self.agents = []
        self._show()
        return result

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self.playing.observe(agent) for agent in self.agents}

    def render(self) -> str | None:
        """The table in words, where asked for."""
        return self.playing.render_text(self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open."""
