"""How soon bots answer: searches that are given next to no time, and the learned players."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.figure import Figure, measure
from realms.bots import bot_named, bots_of
from realms.kernel.chance import branch, rng_state_from, seed_of
from realms.kernel.games import game_named
from realms.kernel.packs import game_names

ASKED = "search:0.01s"
"""A search that is asked with ten milliseconds."""
LEARNED = "learned"
MOVES = 60


def answer_figures(runs: int) -> Iterator[Figure]:
    """The longest of a search asked with 10 ms among the moves of a game; a learned move."""
    for game in game_names():
        slowest(game, 3)
        yield measure(f"{game}/search-asked-10ms", "ms", runs, partial(slowest, game))
    for game in game_names():
        if LEARNED in bots_of(game):
            learned_move(game, 3)
            yield measure(f"{game}/learned-move", "ms", runs, partial(learned_move, game))


def slowest(name: str, moves: int = MOVES) -> float:
    """The longest time for a move of a game of four, in milliseconds."""
    game, bot = game_named(name), bot_named(ASKED, name)
    state = game.start(game.options_type(players=4), "bench")
    longest = 0.0
    for number in range(moves):
        awaited = game.awaiting(state)
        if not awaited:
            break
        word = np.uint64(branch(rng_state_from("bench"), number))
        position = game.redeal(state, awaited[0], seed_of(word))
        begin = time.perf_counter()
        move = bot.choose(game, position, awaited[0], seed_of(word))
        longest = max(longest, time.perf_counter() - begin)
        state, _ = game.play(state, awaited[0], move)
    return 1000 * longest


def learned_move(name: str, moves: int = MOVES) -> float:
    """The time of the processor for a move of the learned player, in milliseconds."""
    game, bot = game_named(name), bot_named(LEARNED, name)
    state, spent, made = game.start(game.options_type(players=4), "bench"), 0.0, 0
    for number in range(moves):
        awaited = game.awaiting(state)
        if not awaited:
            break
        seat, word = awaited[0], np.uint64(branch(rng_state_from("bench"), number))
        begin = time.process_time()
        steps = bot.steps(game, state, seat, word)
        spent += time.process_time() - begin
        state, _ = game.play(state, seat, game.decode(state, seat, steps))
        made += 1
    return 1000 * spent / made
