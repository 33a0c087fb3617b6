"""Medieval Realms in numbers: what a game between bots looks like, as a document.

The document is a template, `numbers.en.md`, whose marks are replaced by figures; its
pictures are drawn from the same figures. The seed and the number of games fix every byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.bots import bot_named
from realms.kernel.chance import rng_state_from
from realms.kernel.journal import new_journal
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.content import CONTENT
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.content.schema import PLAYERS
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.medieval_realms import GAME
from realms.medieval.rules.state import SEATS, STATE
from tools.numbers.count import CountWorkspace, count_games, new_counts

GAMES = 20_000
"""Games of each table, unless told otherwise."""
SEED = "medieval"
CHUNK = 1000
"""Games that a thread plays before it reports."""
WATCHED = "scientific_development"


class Setting(Struct, frozen=True):
    """Who plays, and by which rules."""

    players: int
    edition: Literal["en", "es"] = "en"
    scidev: Literal["per_mayor", "on_square"] = "per_mayor"
    bot: str = "greedy"

    @property
    def options(self) -> MedievalOptions:
        """The options of its games."""
        switched = None if self.scidev == "per_mayor" else self.scidev
        return MedievalOptions(players=self.players, edition=self.edition, scidev=switched)


def _tables(*editions: Any, **more: Any) -> tuple[Setting, ...]:
    return tuple(Setting(n, edition, **more) for edition, n in product(editions, PLAYERS))


COLUMNS: dict[str, tuple[Setting, ...]] = {
    "greedy": _tables("en", "es"),
    "random": _tables("en", "es", bot="random"),
    "en": _tables("en"),
    "es": _tables("es"),
    "en_square": _tables("en", scidev="on_square"),
    "es_square": _tables("es", scidev="on_square"),
}
"""Tables side by side, by the name that marks of the template call them."""
TABLES = tuple(dict.fromkeys(table for tables in COLUMNS.values() for table in tables))

Counts = dict[Setting, Any]
"""What was counted at each table."""


def count_all(
    games: int,
    seed: str,
    jobs: int = 0,
    report: Callable[[int], None] = lambda _games: None,
) -> Counts:
    """Play and count at every table, on all cores; `report` is told how many were played."""
    word = rng_state_from(seed)
    counts = {table: new_counts() for table in TABLES}
    work = [
        (table, first, min(CHUNK, games - first))
        for table in TABLES
        for first in range(0, games, CHUNK)
    ]
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        try:
            done = pool.map(lambda piece: count(piece[0], word, *piece[1:]), work)
            for (table, _, played), counted in zip(work, done, strict=True):
                whole = counts[table].view(np.int64)
                whole += counted.view(np.int64)
                report(played)
        finally:
            pool.shutdown(cancel_futures=True)
    return {table: counted[0] for table, counted in counts.items()}


def count(table: Setting, word: np.uint64, first: int, games: int) -> NDArray[Any]:
    """What happens in some games of a table, as an array of one; it lets go of the lock."""
    counts: NDArray[Any] = new_counts()
    bots = np.full(SEATS, bot_named(table.bot).number(GAME.name), np.int64)
    early = np.zeros(SEATS, np.int64)
    work = CountWorkspace(bots, new_workspace(), new_journal(), early, watched_sort(), counts)
    count_games(_undealt_game(table), rule_tables_row(table.options), word, first, games, work)
    return counts


def watched_sort() -> int:
    """The number of the sort of card whose early owners are counted."""
    return [kind.id for kind in CONTENT.kind].index(WATCHED)


@cache
def _undealt_game(table: Setting) -> NDArray[Any]:
    """An array of one game of a table, before its deal."""
    undealt = np.zeros(1, STATE)
    GAME.prepare(undealt[0], table.options)
    return undealt
