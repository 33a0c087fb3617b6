"""Our own engines, by the same clock: whole games between random bots, and hands scored."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

A_WHILE = 0.05
"""Seconds that one call takes, roughly, so that the clock is looked at seldom."""

Work = Callable[[int, int], int]
"""Does so many from a number on; tells how many decisions, or hands, that were."""


def player_of(game: str) -> Callable[[float], int]:
    """Plays `fantasy`, `fantasy-plain` or `medieval`, or scores hands, for some seconds.

    `fantasy-aec` and `medieval-aec` are the environments of PettingZoo, stepped as its own are.
    """
    if game.endswith("-aec"):
        from benchmarks.engines.players.play_pettingzoo import stepped
        from realms.research import env

        return stepped(env(game.removesuffix("-aec"), players=4))
    work = hands_of(game.removeprefix("hands-")) if game.startswith("hands") else games_of(game)
    size = fitting(work)
    first = 0

    def play(seconds: float) -> int:
        nonlocal first
        end, done = time.process_time() + seconds, 0
        while time.process_time() < end:
            done += work(first, size)
            first += size
        return done

    return play


def fitting(work: Work) -> int:
    """How many take a while, after warm-up."""
    size, taken = 1, 0.0
    work(0, 1)
    while taken < A_WHILE / 4 and size < 1 << 20:
        size *= 2
        begin = time.process_time()
        work(0, size)
        taken = time.process_time() - begin
    return max(1, int(size * A_WHILE / max(taken, 1e-6)))


def games_of(game: str) -> Work:
    """Whole games of four between random bots; `-plain` scores hands without choices."""
    from realms.fantasy.arena import games as fantasy
    from realms.kernel.chance import rng_state_from
    from realms.kernel.games import game_named
    from realms.medieval.arena import games as medieval

    name, _, plain = game.partition("-")
    players: Any = {"fantasy": fantasy, "medieval": medieval}[name]
    options = game_named(name).options_type(players=4)
    bots, word, more = [0] * 4, rng_state_from("field"), ({"exact": False} if plain else {})

    def work(first: int, size: int) -> int:
        return int(players.play_batch(options, bots, word, first, size, **more)[2])

    return work


def hands_of(scorer: str) -> Work:
    """Hands without choices, `plain` in a batch or by the plain `reference` scorer."""
    import numpy as np

    from benchmarks.suites.fantasy import dealt_hands
    from realms.fantasy.interface.view import ids
    from realms.fantasy.scoring.plain import score_plain

    if scorer == "reference":
        from benchmarks.fantasy_reference import score

        named = [ids(int(hand)) for hand in dealt_hands(2_000, choosers=False)]

        def work(first: int, size: int) -> int:
            for number in range(first, first + size):
                score(named[number % len(named)])
            return size

        return work
    hands = dealt_hands(200_000, choosers=False)
    points = np.zeros(len(hands), np.int64)

    def batch(_first: int, size: int) -> int:
        some = hands[: min(size, len(hands))]
        score_plain(some, points[: len(some)])
        return len(some)

    return batch
