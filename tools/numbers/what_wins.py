"""Counting what wins: games between bots at the tables of a game, for its data file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import numpy as np

from realms.analysis.what_wins import TableWins, WhatWins, WinCounter
from realms.arena.game_parts import seat_columns
from realms.kernel.chance import rng_state_from
from realms.kernel.games import game_named
from tools.numbers.arrivals import fantasy, medieval
from tools.numbers.arrivals.arrivals import (
    LEARNED,
    GameEnds,
    amount_tallies,
    card_times,
    count_arrivals,
)


class CountedTable(NamedTuple):
    """A table at which games are counted."""

    bot: str
    """Who plays all seats: the strongest there is that plays at once."""
    games: int
    """How many games, unless told otherwise."""
    settings: dict[str, Any]


TABLES: dict[str, tuple[CountedTable, ...]] = {
    "fantasy": (
        *(CountedTable(LEARNED, 200_000, {"players": players}) for players in (4, 3, 5, 6)),
        CountedTable(LEARNED, 200_000, {"players": 2, "variant": "duel"}),
    ),
    "medieval": tuple(
        CountedTable(bot, games, {"players": players, "edition": edition})
        for bot, games, edition in ((LEARNED, 25_000, "en"), ("steward", 250_000, "es"))
        for players in (3, 2, 4, 5)
    ),
}
"""Those of each game, the usual one first."""
ARRIVALS: dict[str, ModuleType] = {"fantasy": fantasy, "medieval": medieval}
"""What plays the games in which it is counted when cards come."""


class CountingRun(NamedTuple):
    """How a count is run: none of it changes a figure."""

    jobs: int = 0
    """Threads; 0 for one a core."""
    kept: Path | None = None
    """A folder in which pieces are kept, so that a run that was stopped goes on."""


USUAL = CountingRun()


def count_table(game: str, table: CountedTable, seed: str, run: CountingRun = USUAL) -> TableWins:
    """What won in the games of a table."""
    bot, games, settings = table
    played = game_named(game)
    options = msgspec.convert(settings, played.options_type)
    columns = seat_columns(game)
    assert columns is not None
    (names,) = columns.NAMES.values()
    counter, seats = WinCounter(names), games * options.players

    def add(ends: GameEnds) -> None:
        winning = (ends.winners[:, None] >> np.arange(options.players)) & 1
        counter.add(ends.sets, winning / winning.sum(axis=1, keepdims=True), ends.points)

    counting = ARRIVALS[game]
    place = run.kept and run.kept / "-".join([game, seed, bot, *map(str, settings.values())])
    play = counting.player(options, bot)
    came = count_arrivals(play, rng_state_from(seed), games, options.players, run.jobs, add, place)
    return msgspec.structs.replace(
        counter.result(settings, bot),
        times=card_times(came, names, seats),
        amounts=amount_tallies(came, counting.TOPICS, seats),
    )


def tables_of(game: str, games: int | None) -> tuple[CountedTable, ...]:
    """The tables of a game, with so many games of each where that is told."""
    return tuple(one._replace(games=games or one.games) for one in TABLES[game])


def count_all_tables(
    game: str,
    games: int | None,
    seed: str,
    report: Callable[[int], None] = lambda _games: None,
    run: CountingRun = USUAL,
) -> WhatWins:
    """What won at all tables of a game; `report` is told how many games were played."""
    counted = []
    for table in tables_of(game, games):
        counted.append(count_table(game, table, seed, run))
        report(table.games)
    rules, time = game_named(game).rules, ARRIVALS[game].TIME
    return WhatWins(game=game, rules=rules, seed=seed, time=time, tables=tuple(counted))


def as_json(found: WhatWins) -> str:
    """What was counted, as the data file that pages read."""
    return msgspec.json.format(msgspec.json.encode(found), indent=0).decode() + "\n"
