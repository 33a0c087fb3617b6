"""Many random games of Medieval Realms, every position of them held to the laws.

`make soak` plays ten thousand games at every table. Games are numbered as in a simulation,
so the game that breaks a law can be written down: see `recorded`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from realms import medieval
from realms.arena.simulate import seats_of
from realms.bots import bot_named
from realms.kernel.chance import branch, decision_seed, rng_state_from
from realms.kernel.game import Game
from realms.kernel.rule import rule
from realms.kernel.text import language_of_user, say
from realms.medieval.bots.players import RANDOM, decide
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.registry import rule_tables_row
from realms.medieval.rules.laws import LAWS, broken_law, new_counts
from realms.medieval.rules.play import next_awaited
from realms.medieval.rules.setup import deal
from realms.medieval.rules.state import ENDED, SEATS, STATE

GAMES = 10_000
"""At every table, unless told."""
CHUNK = 500
"""Games between two reports."""
MOST_DECISIONS = 5000
"""A game takes far fewer decisions; one that takes more does not end."""
ENDLESS, FALLING = -1, -2
"""What is found besides broken laws: a game without end, points that fall."""
FAULTS = {**LAWS, ENDLESS: "a game that does not end", FALLING: "points that fall"}


class Soaked(Struct, frozen=True):
    """What came of it; `fault` is the first found, in that game, after that decision."""

    games: int
    decisions: int
    fault: str = ""
    game: int = 0
    decision: int = 0


@rule
def fault_after(s: Any, tables: Any, points: Any, counts: Any) -> int:
    """What is wrong with a position, and note its points; 0 for nothing. [MR-16] [MR-55]"""
    fault = broken_law(s, tables, counts)
    for seat in range(s.players):
        if s.points[seat] < points[seat]:
            fault = FALLING
        points[seat] = s.points[seat]
    return fault


@rule
def soak_many(
    laid_out: Any,
    tables_row: Any,
    rng_state: np.uint64,
    first: int,
    games: int,
    bots: Any,
    workspaces: Any,
    found: Any,
) -> int:
    """Play games number `first` and on and look at every position; returns the decisions.

    The first fault is written to `found`: what, in which game, after which decision.
    """
    workspace, points, counts = workspaces
    total = 0
    table = laid_out.copy()
    s, tables = table[0], tables_row[0]
    for number in range(first, first + games):
        table[0] = laid_out[0]
        s.chance = branch(rng_state, number)
        bots_rng_state = branch(s.chance, 1)
        deal(s, tables)
        points[:] = 0
        made = 0
        fault = fault_after(s, tables, points, counts)
        while fault == 0 and s.phase != ENDED:
            seat = next_awaited(s)
            workspace.chance = decision_seed(bots_rng_state, made)
            decide(bots[seat], s, tables, seat, workspace, None)
            made += 1
            fault = ENDLESS if made > MOST_DECISIONS else fault_after(s, tables, points, counts)
        total += made
        if fault:
            found[0], found[1], found[2] = fault, number, made
            break
    return total


def soak(
    game: Game,
    options: Any,
    games: int,
    seed: str,
    report: Callable[[int], None] = lambda _games: None,
    bots: Sequence[str] = ("random",),
) -> Soaked:
    """Play many games between bots and hold every position to the laws, until a fault.

    `report` is told after each chunk how many games have been played.
    """
    game.check_options(options)
    laid_out = np.zeros(1, STATE)
    medieval.game.prepare(laid_out[0], options)
    numbers = [bot_named(name).number("medieval") for name in seats_of(bots, options.players)]
    seats = np.array([*numbers, *[RANDOM] * SEATS][:SEATS], np.int64)
    workspaces = (new_workspace(), np.zeros(SEATS, np.int64), new_counts())
    tables_row, rng_state, found, decisions = (
        rule_tables_row(options),
        rng_state_from(seed),
        np.zeros(3, np.int64),
        0,
    )
    for first in range(0, games, CHUNK):
        size = min(CHUNK, games - first)
        decisions += int(
            soak_many(laid_out, tables_row, rng_state, first, size, seats, workspaces, found)
        )
        if found[0]:
            fault, number, made = (int(value) for value in found)
            return Soaked(number + 1, decisions, FAULTS[fault], number, made)
        report(first + size)
    return Soaked(games, decisions)


def main(games: int, seed: str = "soak") -> int:
    """Soak every table of both editions, with a line each; the number of faults."""
    language, faults = language_of_user(), 0
    for players in (2, 3, 4, 5):
        for edition in ("en", "es"):
            options = medieval.Options(players=players, edition=edition)
            table = say("soak.table", language, players=players, edition=edition)

            def progress(played: int, table: str = table) -> None:
                if sys.stderr.isatty():
                    line = say("soak.progress", language, table=table, played=played, games=games)
                    sys.stderr.write(f"\r{line}")

            soak(medieval.game, options, 1, seed)  # compiled, or loaded, before the clock
            begin = time.perf_counter()
            result = soak(medieval.game, options, games, seed, progress)
            line = say(
                "soak.fault" if result.fault else "soak.sound",
                language,
                table=table,
                games=result.games,
                decisions=result.decisions,
                seconds=time.perf_counter() - begin,
                fault=result.fault,
                game=result.game,
                decision=result.decision,
            )
            sys.stdout.write(("\r" if sys.stderr.isatty() else "") + line + "\n")
            sys.stdout.flush()
            faults += bool(result.fault)
    return faults


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else GAMES))
