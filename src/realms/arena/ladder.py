"""The ladder: every level, and every bot, against the one below it, at every table size.

A rung is one bot against the one below it on all other seats, on paired deals from every
seat. The levels of a game are measured where it has some, and the bots it brings. A rung
between levels that could still be luck is played on, to a few times as many games.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from realms.arena.game_parts import ladder_tables
from realms.arena.games import Plan, all_compiled, choose_steps
from realms.arena.intervals import Estimate, chance_above
from realms.arena.machine import machine as described_machine
from realms.arena.tournament import TournamentResults, tournament
from realms.bots import bot_named, bots_of, levels_of
from realms.bots.strength import Ladder, Rung, Thinking, read_ladders
from realms.kernel.chance import branch, rng_state_from, seed_of
from realms.kernel.games import game_named
from realms.kernel.packs import game_names

GAMES_OF_RULES = 2000
"""Games of a rung whose bots are rules, unless told otherwise."""
SEED = "ladder"
CLEAR = 0.01
"""The chance of luck below which a rung is clear."""
LONGEST = 4
"""How many times as many games an unclear rung is played on to, at most."""
THOUGHTS = 40
"""Moves after which a bot's thinking is known well enough."""


def rungs_to_measure(game: str) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Every table with every two neighbours of the ladder: levels, and bots."""
    ladders = ([level.name for level in levels_of(game)], list(bots_of(game)))
    for table in ladder_tables(game).tables:
        for ladder in ladders:
            for below, bot in pairwise(ladder):
                yield table, bot, below


def measure(
    games: int,
    thinkers: int | None,
    seed: str,
    only: str = "",
    jobs: int = 0,
    kept: str = "",
    report: Callable[[int], None] = lambda _games: None,
    bots: Sequence[str] = (),
) -> Ladder:
    """Measure everything; with a folder to keep finished games in, it can be gone on with.

    With no games for those that think for long, their rungs are left out. With `bots` only
    their own rungs are measured, and the others are as the games' ladders have them.
    """
    known = read_ladders() if bots else Ladder()
    rungs: list[Rung] = []
    thinking: list[Thinking] = []
    for game in [only] if only else game_names():
        number = (games, ladder_tables(game).thinkers_games if thinkers is None else thinkers)
        for settings, bot, below in rungs_to_measure(game):
            if bots and bot not in bots:
                rungs += known_rung(known, game, settings, bot, below)
            elif number[1] or all_compiled((bot, below), game):
                rungs.append(rung(game, settings, bot, below, number, seed, jobs, kept))
            report(1)
        for bot in dict.fromkeys((*(level.name for level in levels_of(game)), *bots_of(game))):
            timed = known.thinking_of(game, bot) if bots and bot not in bots else None
            thinking.append(timed or time_thinking(game, bot, seed))
            report(1)
    where = known.machine if bots and known.machine else machine()
    return Ladder(seed, where, tuple(rungs), tuple(thinking))


def known_rung(
    known: Ladder, game: str, settings: dict[str, Any], bot: str, below: str
) -> Iterator[Rung]:
    """A rung as it was measured before; none where nobody did."""
    table = (settings.get("variant", ""), settings["players"])
    for one in known.rungs_of(game, bot):
        if one.below == below and (one.variant, one.players) == table:
            yield one


def amount(only: str = "") -> int:
    """How much there is to measure."""
    games = [only] if only else game_names()
    levels = sum(len(levels_of(game)) + len(bots_of(game)) for game in games)
    return levels + sum(1 for game in games for _ in rungs_to_measure(game))


def rung(
    game: str,
    settings: dict[str, Any],
    bot: str,
    below: str,
    games: tuple[int, int],
    seed: str,
    jobs: int = 0,
    kept: str = "",
) -> Rung:
    """One of a bot against the one below it on all other seats."""
    options = game_named(game).options_type(**settings)
    table = (bot, *[below] * (options.players - 1))
    number = games[0] if all_compiled(table, game) else games[1]
    plan = Plan(game, options, (table,), seed)
    name = "-".join([game, *map(str, settings.values()), bot, below]).replace(":", "_")
    with nullcontext(kept) if kept else TemporaryDirectory() as folder:
        path = str(Path(folder) / f"{name}.jsonl")
        is_level = bot in {level.name for level in levels_of(game)}
        for times in range(1, LONGEST + 1 if is_level else 2):
            found = rung_from(plan, number * times, tournament(plan, number * times, jobs, path))
            if found.chance < CLEAR:
                break
    return found


def rung_from(plan: Plan, games: int, results: TournamentResults) -> Rung:
    """A rung of the ladder from the results of its games."""
    bot, below = plan.tables[0][:2]
    one, other = results.bots[bot], results.bots[below]
    error = (one.high - one.low) / 3.92
    luck = chance_above(Estimate(one.win_rate, one.low, one.high, error), 1 / results.players)
    variant = f" --variant {results.variant}" if results.variant not in ("", "standard") else ""
    return Rung(
        game=plan.game,
        variant=results.variant,
        players=results.players,
        bot=bot,
        below=below,
        games=results.games,
        win_rate=one.win_rate,
        low=one.low,
        high=one.high,
        chance=luck,
        score=one.mean_score,
        score_below=other.mean_score,
        command=f"realms tournament {plan.game} --bots {','.join(plan.tables[0])}"
        f"{variant} --games {games} --seed {plan.seed}",
    )


def time_thinking(game: str, bot: str, seed: str) -> Thinking:
    """How long a bot takes for a move, over the moves of whole games on one core."""
    played = game_named(game)
    options = played.options_type(**ladder_tables(game).usual)
    measured, quick = bot_named(bot, game), bot_named("greedy", game)
    times: list[float] = []
    for number in range(THOUGHTS):
        dealt = np.uint64(branch(rng_state_from(seed), number))
        state = played.start(options, seed_of(dealt))
        while awaited := played.awaiting(state):
            seat = awaited[0]
            rng_state = np.uint64(branch(dealt, len(times)))
            position = played.redeal(state, seat, seed_of(rng_state))
            mover = measured if seat == number % options.players else quick
            begin = time.perf_counter()
            steps = choose_steps(mover, played, position, seat, rng_state)
            if mover is measured:
                times.append(time.perf_counter() - begin)
            played.attempt(state, seat, steps)
        if len(times) >= THOUGHTS:
            break
    times = times[1:] or times  # the first may have to load its rules
    mean, most = float(np.mean(times)), float(np.quantile(times, 0.95))
    return Thinking(game, bot, len(times), round(mean, 6), round(most, 6))


def machine() -> str:
    """The processor, cores and version of Python of this machine."""
    found = described_machine()
    return f"{found['processor']}, {found['cores']} cores, Python {platform.python_version()}"
