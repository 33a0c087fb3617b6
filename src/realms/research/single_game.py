"""One game for the environments of PettingZoo: a batch of one, seen from any seat."""

from __future__ import annotations

import secrets
from io import StringIO
from typing import Any

import numpy as np
from gymnasium import spaces

from realms.arena.batches.batch import SKIP, open_batch
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game, State
from realms.kernel.games import game_named
from realms.research.spaces import Observation, agent_of, observation_space

ILLEGAL = -1.0
"""The reward for an illegal action, which ends the game: less than any loss."""


RENDER_MODES = ["human", "ansi"]
"""`human` writes the table to standard output after every step, `ansi` returns it as text."""


def metadata_of(game: str, version: int) -> dict[str, Any]:
    """What an environment says of itself, as PettingZoo asks for it."""
    return {
        "name": f"{game}_v{version}",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }


class Playing:
    """A game that goes on, its agents by name; the action behind the last is to wait.

    To wait is legal for those who owe no decision, and for nobody else.
    """

    def __init__(self, game: str, options: dict[str, Any], render_mode: str | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise Unreadable("research/render", mode=str(render_mode))
        found = game_named(game)
        self.batch = open_batch(found, found.options_type(**options), 1, auto_reset=False)
        self.agents = [agent_of(seat) for seat in range(self.batch.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.wait = self.batch.layout.action_count
        actions, layout = self.wait + 1, self.batch.layout
        self.observation_spaces = {a: observation_space(layout, actions) for a in self.agents}
        self.action_spaces = {a: spaces.Discrete(actions) for a in self.agents}

    def reset(self, seed: int | None) -> None:
        """A new game; without a seed, one that nobody can foretell."""
        self.batch.reset(secrets.token_hex(16) if seed is None else f"seed {seed}")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.batch.turns.seat[0] == SKIP)

    @property
    def acting(self) -> str:
        """The agent whose decision is awaited first."""
        return self.agents[int(self.batch.turns.seat[0])]

    def awaited_agents(self) -> list[str]:
        """All agents that owe a decision."""
        return [self.agents[seat] for seat in np.flatnonzero(self.batch.awaiting()[0])]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do."""
        seen, legal = self.batch.observe(self.seat_of[agent])
        mask = np.zeros(self.wait + 1, np.int8)
        mask[: self.wait] = legal[0]
        mask[self.wait] = not legal[0].any()
        return {"observation": seen[0].copy(), "action_mask": mask}

    def play(self, agent: str, action: int) -> None:
        """Play an action of an agent that owes a decision."""
        self.batch.ask(np.array([self.seat_of[agent]]))
        self.batch.step(np.array([int(action)]))

    def rewards(self) -> dict[str, float]:
        """What the last action brought: nought for all but at the end."""
        return dict(zip(self.agents, self.batch.turns.rewards[0].tolist(), strict=True))

    def infos(self) -> dict[str, dict[str, Any]]:
        """The final points of each agent once the game is over."""
        if not self.is_over:
            return {agent: {} for agent in self.agents}
        scores = self.batch.turns.scores[0].tolist()
        return {agent: {"score": scores[seat]} for agent, seat in self.seat_of.items()}

    def render_text(self, mode: str | None) -> str | None:
        """The table in words, as a spectator sees it: returned, or written out."""
        return render_state(self.batch.game, self.batch.state(0), len(self.agents), mode)


def render_state(game: Game, state: State, players: int, mode: str | None) -> str | None:
    """A table in words, as a spectator sees it: returned, or written out."""
    from rich.console import Console  # noqa: PLC0415  (only those who look need it)

    from realms.cli.terminal.presenter import standing_parts  # noqa: PLC0415

    if mode is None:
        return None
    page = Console(file=StringIO() if mode == "ansi" else None, width=100, color_system=None)
    names = [agent_of(seat) for seat in range(players)]
    for part in standing_parts(game, state, names, None, "en"):
        page.print(part)
    return page.file.getvalue() if isinstance(page.file, StringIO) else None
