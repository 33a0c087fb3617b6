"""Games of a simulation in a file: one row a seat, written as they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from realms.arena.data.column_files import ColumnWriter
from realms.arena.data.seat_rows import GameArrays
from realms.arena.simulation_results import columns_of
from realms.cli.files import file_errors

if TYPE_CHECKING:
    from realms.arena.games import Plan

AT_ONCE = 20_000
"""Games that are written at once, where there are as many: a row group of Parquet."""


class GameFile:
    """A file of columns that takes games some at a time."""

    def __init__(self, path: str, plan: Plan) -> None:
        self.path, self.plan = path, plan
        with file_errors(path):
            self._writer = ColumnWriter(path)
        self._waiting: list[GameArrays] = []

    def write(self, games: GameArrays) -> None:
        """Buffer games, and write them in blocks."""
        self._waiting.append(games)
        if sum(len(part.numbers) for part in self._waiting) >= AT_ONCE:
            self._flush()

    def close(self) -> None:
        """Write the rest, and end the file."""
        self._flush()
        with file_errors(self.path):
            self._writer.close()

    def discard(self) -> None:
        """Leave no file."""
        self._writer.discard()

    def _flush(self) -> None:
        if self._waiting:
            games, self._waiting = GameArrays.joined(self._waiting), []
            with file_errors(self.path):
                columns = columns_of(self.plan.game, games, self.plan.tables[0], self.plan.seed)
                self._writer.write(columns)
