"""Whole games between bots that are rules, in compiled loops: what all games do alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Lineup(NamedTuple):
    """The games to play, and who plays them; rules take it as it is."""

    deals: NDArray[np.int64]
    """The number of the deal of each game."""
    who: NDArray[np.int64]
    """A row a game: which player sits at each seat."""
    bots: NDArray[np.int64]
    """The bot of each player, by number."""
    workspaces: NDArray[Any]
    """The workspace of each player."""


class GameResults(NamedTuple):
    """What came of some games, one row each."""

    scores: NDArray[np.int64]
    """By game and seat."""
    winners: NDArray[np.int64]
    """As sets of seats."""
    lengths: NDArray[np.int64]
    """Numbers of decisions."""
    moves: NDArray[np.int64]
    """By game and seat, how many decisions each made; empty where nobody asks."""
    states: NDArray[Any]
    """How each game stood when it ended; empty where nobody asks."""


def new_results(
    games: int, players: int, state_type: np.dtype[Any], keep: bool = False
) -> GameResults:
    """Room for what comes of some games; with `keep`, for how each ended too."""
    kept = games if keep else 0
    return GameResults(
        scores=np.zeros((games, players), np.int64),
        winners=np.zeros(games, np.int64),
        lengths=np.zeros(games, np.int64),
        moves=np.zeros((kept, players), np.int64),
        states=np.zeros(kept, state_type),
    )


class CompiledLoops:
    """The loops of a game: `play_all(options, rng_state, lineup, played, **how)` plays all rows.

    They let go of Python's lock, so threads play side by side.
    """

    def __init__(
        self,
        new_workspace: Callable[[], Any],
        play_all: Callable[..., None],
        state_type: np.dtype[Any],
    ) -> None:
        self._new_workspace, self._play_all = new_workspace, play_all
        self._state_type = state_type

    def new_workspaces(self, players: int) -> NDArray[Any]:
        """A workspace for each player."""
        made = [self._new_workspace() for _ in range(players)]
        rows = np.zeros(players, made[0].dtype)
        for player, workspace in enumerate(made):
            rows[player] = workspace
        return rows

    def play_rows(
        self, options: Any, rng_state: np.uint64, lineup: Lineup, keep: bool = False, **how: Any
    ) -> GameResults:
        """Play the games of a lineup, their deals among those an rng state stands for."""
        played = new_results(len(lineup.deals), options.players, self._state_type, keep)
        self._play_all(options, rng_state, lineup, played, **how)
        return played

    def play_batch(
        self,
        options: Any,
        bots: Sequence[int],
        rng_state: np.uint64,
        first: int,
        games: int,
        **how: Any,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
        """Play games `first` and on between bots: scores, winners, and all decisions."""
        lineup = self.lineup_of(bots, first, games)
        played = self.play_rows(options, rng_state, lineup, **how)
        return played.scores, played.winners, int(played.lengths.sum())

    def lineup_of(self, bots: Sequence[int], first: int, games: int) -> Lineup:
        """Games `first` and on between bots, each on its seat."""
        who = np.tile(np.arange(len(bots)), (games, 1))
        numbers = np.array(bots, np.int64)
        deals = np.arange(first, first + games)
        return Lineup(deals, who, numbers, self.new_workspaces(len(bots)))
