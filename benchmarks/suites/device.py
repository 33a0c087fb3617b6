"""The figures of the GPU, where there is one: hands, whole games, occupancy.

Everything stays on the GPU while it is measured; each run ends when the GPU has nothing
left to do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.figure import Figure, measure, speed
from benchmarks.suites.batch import play
from benchmarks.suites.fantasy import dealt_hands
from realms import fantasy, medieval
from realms.arena.batches.batch import open_batch
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import RealmsError
from realms.kernel.gpu import device

PLAIN_HANDS, BEST_HANDS = 1 << 27, (1 << 23, 1 << 20)
"""Hands that are scored at once: plainly, and with their best choices."""
GAMES = (
    ("fantasy-random-games-plain-scoring", 0, 1 << 22, False),
    ("fantasy-random-games", 0, 1 << 18, True),
    ("fantasy-greedy-games", 1, 1 << 18, True),
    ("medieval-random-games", 0, 1 << 20, True),
)
"""Whole games: what they are called, their bot, how many at once, whether choices are searched."""
BATCHES = (1 << 10, 1 << 14, 1 << 18, 1 << 20)
"""Games that are played at once."""
UNDER_WAY = 250
"""Steps after which the games of a batch stand at all points of a game."""
STEPS = 20


def figures(runs: int, _scale: int) -> Iterator[Figure]:
    """All figures of the GPU; none where there is none."""
    try:
        device.require()
    except RealmsError:
        return
    yield from scoring_figures(runs)
    yield from game_figures(runs)
    yield from scaling_figures(runs)
    yield from batch_figures(runs)


def measure_on_device(
    name: str, unit: str, runs: int, amount: int, work: Callable[[], Any]
) -> Figure:
    """How much of something the GPU does a second, once it is warm."""
    from numba import cuda

    def run() -> None:
        work()
        cuda.synchronize()

    run()
    run()
    return measure(name, unit, runs, speed(run, amount))


def scoring_figures(runs: int) -> Iterator[Figure]:
    """Hands scored a second: plainly, and with their best choices."""
    from numba import cuda

    from realms.fantasy.device import hands as scoring

    few = dealt_hands(1 << 18, choosers=True)
    hands = cuda.to_device(np.tile(few, PLAIN_HANDS // len(few)))
    points = cuda.device_array_like(hands)
    work = lambda: scoring.plain_points(hands, points)  # noqa: E731
    yield measure_on_device("device/plain-hands", "hands/s", runs, len(hands), work)
    yield from occupancy("device/plain-hands", scoring.plain_kernel)
    for number in BEST_HANDS:
        hands = cuda.to_device(np.tile(few, number // len(few)))
        points, strengths = cuda.device_array_like(hands), cuda.device_array_like(hands)
        raisable = cuda.to_device(np.zeros(number, np.int64))
        arguments = (hands, raisable, False, points, strengths)
        work = functools.partial(scoring.best_points, *arguments)
        yield measure_on_device(f"device/best-hands-{number}", "hands/s", runs, number, work)
    yield from occupancy("device/best-hands", scoring.try_kernel)


def game_figures(runs: int) -> Iterator[Figure]:
    """Whole games of four a second, and their decisions; as many at once as `docs/gpu.md` says."""
    from realms.medieval.device import games as device_medieval

    for name, bot, games, exact in GAMES:
        game = fantasy if name.startswith("fantasy") else medieval
        options = game.Options(players=4)
        table, work = table_on_device(options, bot, games, exact)
        figure = measure_on_device(f"device/{name}", "games/s", runs, games, work)
        yield figure
        each = float(table.lengths.copy_to_host().mean())
        decisions = (figure.value * each, "moves/s", figure.low * each, figure.high * each)
        yield Figure(f"device/{name.replace('games', 'decisions')}", *decisions)
        kernel = getattr(table, "kernel", device_medieval.playing_kernel)
        yield from occupancy(f"device/{name}", kernel)


def scaling_figures(runs: int) -> Iterator[Figure]:
    """Games a second by how many are played at once."""
    for game, options in (
        ("fantasy", fantasy.Options(players=4)),
        ("medieval", medieval.Options(players=4)),
    ):
        for games in BATCHES:
            _table, work = table_on_device(options, 0, games, False)
            yield measure_on_device(f"device/{game}-batch-{games}", "games/s", runs, games, work)


def batch_figures(runs: int) -> Iterator[Figure]:
    """Steps a second of batches that lie on the GPU, a random action drawn for each."""
    for game in ("fantasy", "medieval"):
        for n in BATCHES:
            batch = open_batch(game, None, n, seed="bench", device="cuda")
            play(batch, UNDER_WAY)
            work = functools.partial(play, batch, STEPS)
            yield measure_on_device(f"device/{game}-steps-{n}", "steps/s", runs, n * STEPS, work)


def table_on_device(
    options: Any, bot: int, games: int, exact: bool
) -> tuple[Any, Callable[[], None]]:
    """A table of four bots on the GPU, and the work of playing it."""
    from realms.arena.device import games_of

    name = "fantasy" if isinstance(options, fantasy.Options) else "medieval"
    table = games_of(name, options, [bot] * options.players, games)
    return table, lambda: table.play(rng_state_from("bench"), 0, games, exact)


def occupancy(name: str, kernel: Any) -> Iterator[Figure]:
    """What a kernel takes of a multiprocessor: registers, memory, and threads that fit."""
    from numba import cuda

    if device.is_simulated():
        return
    made = next(iter(kernel.overloads.values()))
    facts = {
        "registers": (made.regs_per_thread, "each"),
        "local": (made.local_mem_per_thread, "bytes"),
        "shared": (made.shared_mem_per_block, "bytes"),
    }
    function = made._codelibrary.get_cufunc()
    fitting = cuda.current_context().get_active_blocks_per_multiprocessor(
        function, device.THREADS, 0
    )
    facts["threads"] = (fitting * device.THREADS, "each")
    for fact, (value, unit) in facts.items():
        yield Figure(f"{name}-{fact}", value, unit, value, value)
