"""Environments in which agents act one after another (PettingZoo's AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from realms.research.single_game import ILLEGAL, Playing, metadata_of
from realms.research.spaces import Observation


class TurnEnv(AECEnv[str, Observation, int | None]):
    """A game whose agents act in turn; where several owe a decision, the lowest seat first."""

    def __init__(
        self, game: str, render_mode: str | None = None, version: int = 0, **options: Any
    ) -> None:
        super().__init__()
        self.metadata = metadata_of(game, version)
        self.playing = Playing(game, options, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self.playing.agents)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent sees, with the mask of its actions."""
        return self.playing.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of an agent, by number."""
        return self.playing.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        self.playing.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self.playing.infos()
        self.agent_selection = self.playing.acting
        self._show()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do."""
        return self.playing.observe(agent)

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is awaited."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None  # None is for agents whose game is over
        self._cumulative_rewards[agent] = 0.0
        self.playing.play(agent, action)
        self.rewards = self.playing.rewards()
        self.infos = self.playing.infos()
        self._accumulate_rewards()
        if self.playing.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.playing.acting
        self._show()

    def render(self) -> str | None:
        """The table in words, where asked for."""
        return self.playing.render_text(self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held open."""


def add_guards(env: TurnEnv) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's guards: an illegal action loses, order is kept."""
    guarded: Any = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)
