"""Games as columns of numbers and names: one row a seat and game, as programs for data want them.

Columns are arrays, or `NameLists` where a cell holds several names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from realms.kernel.bits.sets import members


class NameLists(NamedTuple):
    """A column whose cells are sets of names: bits, and what each of them stands for."""

    sets: NDArray[np.int64]
    names: Sequence[str]

    def as_lists(self) -> list[list[str]]:
        """The names of every cell."""
        return [[self.names[bit] for bit in members(int(cell))] for cell in self.sets]


Column = NDArray[Any] | NameLists
Columns = dict[str, Column]


class GameArrays(NamedTuple):
    """What came of some games, a row each, in the order of their numbers."""

    numbers: NDArray[np.int64]
    """Which games they are."""
    scores: NDArray[np.int64]
    """Points by game and seat."""
    winners: NDArray[np.int64]
    """The winners of each game as a set of seats, a bit each."""
    decisions: NDArray[np.int64]
    """How many decisions each seat made, by game and seat."""
    columns: dict[str, NDArray[np.int64]]
    """What else a game tells of each seat, by game and seat; sets of names are bits."""

    @property
    def won(self) -> NDArray[np.float64]:
        """Each seat's part of the win, by game and seat."""
        seats = np.arange(self.scores.shape[1])
        winning = (self.winners[:, None] >> seats) & 1
        shares: NDArray[np.float64] = winning / winning.sum(axis=1, keepdims=True)
        return shares

    @property
    def ranks(self) -> NDArray[np.int64]:
        """The place of each seat, from 1; winners come first, other ties share a place."""
        return ranks_of(self.scores, self.won > 0)

    @classmethod
    def joined(cls, parts: Sequence[GameArrays]) -> GameArrays:
        """Several of them as one, in the order of their numbers."""
        numbers = np.concatenate([part.numbers for part in parts])
        order = np.argsort(numbers, kind="stable")

        def join(column_of: Callable[[GameArrays], NDArray[Any]]) -> NDArray[Any]:
            return np.concatenate([column_of(part) for part in parts])[order]

        return cls(
            numbers=numbers[order],
            scores=join(lambda part: part.scores),
            winners=join(lambda part: part.winners),
            decisions=join(lambda part: part.decisions),
            columns={
                name: join(lambda part, name=name: part.columns[name])  # type: ignore[misc]
                for name in parts[0].columns
            },
        )


def ranks_of(scores: NDArray[Any], is_winner: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The place of each seat, from 1, by game and seat.

    >>> ranks_of(np.array([[40, 42, 42]]), np.array([[False, True, False]])).tolist()
    [[3, 1, 2]]
    """
    order = 2 * scores.astype(np.int64) + is_winner
    ahead: NDArray[np.int64] = (order[:, None, :] > order[:, :, None]).sum(axis=2)
    return ahead + 1


def seat_columns(
    games: GameArrays,
    seeds: Sequence[str],
    bots: Sequence[str],
    names: Mapping[str, Sequence[str]],
) -> Columns:
    """Games as columns, one row a seat and game; `names` are those of the columns of sets."""
    count, players = games.scores.shape
    columns: Columns = {
        "game_id": np.repeat(games.numbers, players),
        "seed": np.repeat(np.array(seeds, object), players),
        "seat": np.tile(np.arange(players), count),
        "bot": np.tile(np.array(bots, object), count),
        "score": games.scores.ravel(),
        "won": games.won.ravel(),
        "rank": games.ranks.ravel(),
        "decisions": games.decisions.ravel(),
    }
    for name, values in games.columns.items():
        flat = values.ravel()
        columns[name] = NameLists(flat, names[name]) if name in names else flat
    return columns
