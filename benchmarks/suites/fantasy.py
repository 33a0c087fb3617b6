"""The figures of Fantasy Realms: hands, whole games, single calls, the state's size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.figure import Figure, measure, speed, time_calls
from benchmarks.suites.numpy_scorer import score_with_numpy
from realms import fantasy
from realms.bots.budget import Budget
from realms.fantasy.arena import games as players
from realms.fantasy.bots.search import SEARCH, new_search_workspace, settings
from realms.fantasy.content.tables import CHOICE_CARDS, DECK
from realms.fantasy.rules.state import STATE
from realms.fantasy.scoring.plain import score_plain
from realms.fantasy.scoring.scoring_hand import new_scoring_hand
from realms.fantasy.scoring.wilds import best_of_many, new_choices
from realms.kernel.chance import rng_state_from
from realms.kernel.game import copy_state

Hands = NDArray[np.int64]


def dealt_hands(number: int, choosers: bool) -> Hands:
    """Random hands of seven as masks, with or without the cards that make a choice."""
    chance = np.random.default_rng(7)
    deck = np.array([c for c in range(DECK) if choosers or not (CHOICE_CARDS >> c) & 1])
    drawn = chance.random((number, len(deck))).argpartition(7, axis=1)[:, :7]
    masks: Hands = (np.int64(1) << deck[drawn]).sum(axis=1)
    return masks


def scoring_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Hands scored a second: plain, the same in NumPy for scale, and with best choices."""
    hands = dealt_hands(200_000 * scale, choosers=False)
    points = np.zeros(len(hands), np.int64)
    score_plain(hands[:1], points[:1])
    work = speed(lambda: score_plain(hands, points), len(hands))
    yield measure("fantasy/plain-hands", "hands/s", runs, work)
    few = hands[:100_000]
    work = speed(lambda: score_with_numpy(few), len(few))
    yield measure("fantasy/plain-hands-numpy", "hands/s", runs, work)
    hands = dealt_hands(50_000 * scale, choosers=True)
    areas = np.zeros(len(hands), np.int64)
    workspaces = (points[: len(hands)], new_scoring_hand(), new_choices())
    best_of_many(hands[:1], areas[:1], *workspaces)
    work = speed(lambda: best_of_many(hands, areas, *workspaces), len(hands))
    yield measure("fantasy/best-hands", "hands/s", runs, work)


def game_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Whole games of four a second, in the compiled loop."""
    options = fantasy.Options(players=4)
    word = rng_state_from("bench")
    for name, bot, exact, games in (
        ("fantasy/random-games-plain-scoring", 0, False, 100_000),
        ("fantasy/random-games", 0, True, 20_000),
        ("fantasy/greedy-games", 1, True, 4_000),
    ):
        bots, amount = [bot] * 4, games * scale
        players.play_batch(options, bots, word, 0, 1, exact=exact)

        def work(bots: list[int] = bots, amount: int = amount, exact: bool = exact) -> None:
            players.play_batch(options, bots, word, 0, amount, exact=exact)

        yield measure(name, "games/s", runs, speed(work, amount))
    yield from playout_figures(runs, scale)


def playout_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Playouts a second of the search at a first turn of four, by its two policies."""
    state = fantasy.game.start(fantasy.Options(players=4), "bench")
    seat = fantasy.game.awaiting(state)[0]
    state, _ = fantasy.game.play(state, seat, fantasy.Draw())
    how = settings()
    how.deepest = 1  # the playouts are measured, not the tree
    for name, light, playouts in (
        ("fantasy/quick-playouts", 0, 4_000),
        ("fantasy/light-playouts", 1, 40_000),
    ):
        budget = Budget(playouts=playouts * scale)

        def new_workspace(light: int = light) -> Any:
            workspace = new_search_workspace()
            workspace[0].light = light
            return workspace

        def work(budget: Budget = budget, new: Callable[[], Any] = new_workspace) -> None:
            SEARCH.think(state, seat, rng_state_from("bench"), budget, new, how)

        work(Budget(playouts=10))
        yield measure(name, "playouts/s", runs, speed(work, budget.playouts))


def single_figures(runs: int) -> Iterator[Figure]:
    """What one call costs from Python, and what a state weighs."""
    yield Figure("fantasy/state", STATE.itemsize, "bytes", STATE.itemsize, STATE.itemsize)
    game = fantasy.game
    state = game.start(fantasy.Options(players=4), "bench")
    seat = game.awaiting(state)[0]
    draw = fantasy.Draw()
    game.play(state, seat, draw)
    yield from time_calls(
        runs,
        {
            "fantasy/play-a-move": lambda: game.play(state, seat, draw),
            "fantasy/copy-a-state": lambda: copy_state(state),
            "fantasy/view": lambda: game.view(state, seat),
            "fantasy/score-sheet": lambda: fantasy.hand("Dragon, Queen, Swamp, King").sheet,
        },
    )
