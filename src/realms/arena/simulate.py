"""Many games between bots: who wins, how high, how fast.

Games are numbered, and the seed with the number fixes everything in one, so the results
are the same on one core or on many machines, and any single game can be written down
afterwards.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from realms.arena.data.seat_rows import GameArrays
from realms.arena.executors import executor_of, play_games, use_content
from realms.arena.game_parts import loops_of, seat_columns
from realms.arena.games import Plan, deal_rng_state, is_compiled, make_record, numbers_of, play_out
from realms.arena.seatings import GameKey
from realms.arena.simulation_results import GamesInOrder, Interrupted, SimulationResults, Tally
from realms.bots import BuiltIn, bot_named
from realms.bots.game_parts import bot_set
from realms.bots.registry import LevelBot
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.executor import run_units
from realms.kernel.game import Game
from realms.kernel.games import game_named
from realms.kernel.gpu import device as kernel_device
from realms.kernel.record import Record, completed

CHUNK = 1000
"""Games a thread plays before it reports, at most."""
FEW = 50
"""Games that a thread plays at once, at least."""
REPORTS = 32
"""How often each thread reports, or more often."""


class Chunk(NamedTuple):
    """Some games that were played."""

    scores: NDArray[np.int64]
    """By game and seat."""
    winners: NDArray[np.int64]
    """As sets of seats."""
    decisions: int
    """How many were made in all of them."""
    kept: GameArrays | None = None
    """All that is told of each game, where it is kept."""


def seats_of(bots: Sequence[str], players: int, game: str | None = None) -> list[str]:
    """The bot of each seat: one name means that bot on every seat."""
    named = [bot_named(name, game).name for name in bots]
    if len(named) == 1:
        return named * players
    if len(named) != players:
        raise IllegalMove("simulate/seats", bots=len(named), players=players)
    return named


def simulate(
    game: Game,
    options: Any,
    bots: Sequence[str],
    games: int,
    seed: str,
    jobs: int = 0,
    *,
    report: Callable[[int], None] = lambda _games: None,
    content: str = "",
    records: str = "",
    device: str = "cpu",
    cluster: str = "",
    keep: bool = False,
    each: Callable[[GameArrays], None] | None = None,
) -> SimulationResults:
    """Play many games; `report` is told after each chunk how many were played in it.

    With `records`, a path with `{deal}` in it, every game is written down as it is played.
    With `device="cuda"` they are played on the GPU, to the same results.
    `cluster` is the address of a Ray cluster that plays instead of this machine.
    With `keep` the results have every game by itself, as `arrays`; `each` is handed the
    games as they are played, some at a time, in the order of their numbers. Ctrl-C raises
    `Interrupted`, with what was played until then.
    """
    game.check_unattended(options)
    seats = seats_of(bots, options.players, game.name)
    keeps_states = keep or each is not None
    if keeps_states and device == "cuda":
        raise Unreadable("simulate/keep_device")
    plan = Plan(game.name, options, (tuple(seats),), seed, content, records, keeps_states)
    tally = Tally(options.players)
    arrays: list[GameArrays] = []
    in_order = GamesInOrder(each or (lambda _games: None))
    warm_up(plan, device)
    begin = time.perf_counter()
    stopped = False
    try:
        if device == "cuda":
            tally.add_counts(_device_games().count_games(plan, games, report))
        else:
            for chunk in _chunks(plan, games, jobs or os.cpu_count() or 1, cluster):
                tally.add(chunk.scores, chunk.winners, chunk.decisions)
                if chunk.kept is not None:
                    in_order.add(chunk.kept)
                    arrays += [chunk.kept] if keep else []
                report(len(chunk.scores))
    except KeyboardInterrupt:
        stopped = True
    in_order.finish()
    results = _results(plan, tally, time.perf_counter() - begin)
    if keep and arrays:
        results.__dict__["arrays"] = GameArrays.joined(arrays)
    if stopped:
        raise Interrupted(results)
    return results


def _results(plan: Plan, tally: Tally, seconds: float) -> SimulationResults:
    options = plan.options
    return SimulationResults(
        game=plan.game,
        variant=getattr(options, "variant", ""),
        players=options.players,
        bots=list(plan.tables[0]),
        games=tally.games,
        decisions=tally.decisions,
        seconds=seconds,
        games_per_second=tally.games / seconds,
        decisions_per_second=tally.decisions / seconds,
        wins=tally.wins(),
        scores={
            "mean": [round(float(total) / max(tally.games, 1), 4) for total in tally.sums],
            "min": tally.low,
            "max": tally.high,
        },
    )


def _device_games() -> Any:
    """The module that plays on the GPU, where there is one."""
    kernel_device.require()
    from realms.arena import device  # noqa: PLC0415  (loads the GPU's compiler)

    return device


def warm_up(plan: Plan, where: str = "cpu") -> None:
    """Have everything compiled, or loaded, before a clock runs and processes begin."""
    if where == "cuda":
        _device_games().count_games(plan, 1, lambda _games: None)
        return
    for table, bots in enumerate(plan.tables):
        if is_compiled(plan, table) and plan.keep:
            play_chunk(plan, (0, 1))
        elif is_compiled(plan, table):
            arguments = (plan.options, numbers_of(bots, plan.game), rng_state_from(plan.seed), 0, 1)
            loops_of(plan.game).play_batch(*arguments)
        else:
            names = [brief_bot_name(name, plan.game) for name in bots]
            play_out(game_named(plan.game), plan.options, names, deal_rng_state("warm", 0))


def brief_bot_name(name: str, game: str) -> str:
    """A bot that uses the same rules as another and hardly thinks; `random` for strangers."""
    bot = bot_named(name, game)
    bot = bot.played_by(game) if isinstance(bot, LevelBot) else bot
    if not isinstance(bot, BuiltIn):
        return "random"
    if bot.kind in bot_set(game).numbers:
        return bot.kind + bot.budget.suffix()
    return bot.kind + structs.replace(bot.budget, playouts=1, seconds=0.0).suffix()


def _chunks(plan: Plan, games: int, jobs: int, cluster: str) -> Iterator[Chunk]:
    """Chunks of played games, from all threads, processes or machines."""
    if is_compiled(plan, 0):
        size = min(CHUNK, max(FEW, games // (jobs * REPORTS)), -(-games // jobs))
        units = ((first, min(size, games - first)) for first in range(0, games, size))
        yield from run_units(play_chunk, plan, units, executor_of(plan, jobs, cluster))
        return
    seating = tuple(range(len(plan.tables[0])))
    sittings = ((GameKey(0, number, 0), seating) for number in range(games))
    for unit in play_games(plan, sittings, jobs, cluster):
        scores = np.array([done.scores for done in unit], np.int64)
        winners = np.array([done.winners for done in unit], np.int64)
        kept = None
        if plan.keep:
            numbers = np.array([done.deal for done in unit], np.int64)
            moves = np.array([done.moves for done in unit], np.int64)
            columns = {
                name: np.array([done.columns[name] for done in unit], np.int64)
                for name in unit[0].columns
            }
            kept = GameArrays(numbers, scores, winners, moves, columns)
        yield Chunk(scores, winners, sum(done.decisions for done in unit), kept)


def play_chunk(plan: Plan, unit: tuple[int, int]) -> Chunk:
    """Play a chunk of games compiled: the number of the first, and how many."""
    use_content(plan.game, plan.content)
    loops = loops_of(plan.game)
    lineup = loops.lineup_of(numbers_of(plan.tables[0], plan.game), *unit)
    played = loops.play_rows(plan.options, rng_state_from(plan.seed), lineup, plan.keep)
    kept = None
    if plan.keep:
        definition = seat_columns(plan.game)
        columns = definition.columns_of(plan.options, played.states) if definition else {}
        kept = GameArrays(lineup.deals, played.scores, played.winners, played.moves, columns)
    return Chunk(played.scores, played.winners, int(played.lengths.sum()), kept)


def record_game(game: Game, options: Any, bots: Sequence[str], seed: str, number: int) -> Record:
    """The `number`-th game of a simulation as a record, played again move by move."""
    seats = seats_of(bots, options.players, game.name)
    dealt = deal_rng_state(seed, number)
    _state, moves, _seconds = play_out(game, options, seats, dealt)
    return completed(game, make_record(game, options, seats, dealt, moves))
