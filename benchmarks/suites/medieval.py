"""The figures of Medieval Realms: whole games, single calls, the state's size."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.figure import Figure, measure, speed, time_calls
from realms import medieval
from realms.bots import Budget, bot_named
from realms.kernel.chance import rng_state_from
from realms.kernel.game import State, copy_state
from realms.medieval.arena import games as players
from realms.medieval.bots.players import GREEDY, RANDOM, STEWARD
from realms.medieval.bots.search_player import think
from realms.medieval.rules.codes import MOST_MOVES
from realms.medieval.rules.play import legal_moves, play
from realms.medieval.rules.state import PLACING, STATE


def game_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Whole games of four a second, in the compiled loop, and their decisions."""
    options = medieval.Options(players=4)
    word = rng_state_from("bench")
    for name, bot, games in (
        ("random", RANDOM, 8_000),
        ("greedy", GREEDY, 1_000),
        ("steward", STEWARD, 500),
    ):
        bots, amount = [bot] * 4, games * scale
        decisions = players.play_batch(options, bots, word, 0, amount)[2]

        def work(bots: list[int] = bots, amount: int = amount) -> None:
            players.play_batch(options, bots, word, 0, amount)

        figure = measure(f"medieval/{name}-games", "games/s", runs, speed(work, amount))
        yield figure
        a_game = decisions / amount
        yield Figure(
            f"medieval/{name}-decisions",
            figure.value * a_game,
            "moves/s",
            figure.low * a_game,
            figure.high * a_game,
        )
    yield from search_figures(runs, scale)


def search_figures(runs: int, scale: int) -> Iterator[Figure]:
    """Playouts a second of the search on one core: in mid-game, at an action and a placement."""
    for name, decisions in (("actions", 130), ("placements", 120)):
        state = _position_after(decisions, placing=name == "placements")
        seat, budget = medieval.game.awaiting(state)[0], Budget(2_000 * scale)
        think(state, seat, rng_state_from("bench"), Budget(20))

        def work(state: State = state, seat: int = seat, budget: Budget = budget) -> None:
            think(state, seat, rng_state_from("bench"), budget)

        run = speed(work, budget.playouts)
        yield measure(f"medieval/search-{name}", "playouts/s", runs, run)


def _position_after(decisions: int, placing: bool) -> State:
    """A game of four stewards after so many decisions, where leaders are placed or not."""
    game, bot = medieval.game, bot_named("steward")
    state = game.start(medieval.Options(players=4), "bench")
    while decisions > 0 or (state.phase == PLACING) != placing:
        seat = game.awaiting(state)[0]
        game.attempt(state, seat, bot.steps(game, state, seat, np.uint64(decisions + 1000)))
        decisions -= 1
    return state


def single_figures(runs: int) -> Iterator[Figure]:
    """What one call costs from Python, and what a state weighs."""
    yield Figure("medieval/state", STATE.itemsize, "bytes", STATE.itemsize, STATE.itemsize)
    game = medieval.game
    state = game.start(medieval.Options(players=4), "bench")
    for _draft in range(4):
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    placed = game.legal(state, 0)[0]
    for seat in range(4):
        state, _ = game.play(state, seat, game.legal(state, seat)[seat])
    seat = game.awaiting(state)[0]
    tables, moves = game.rule_tables(state), np.empty(MOST_MOVES, np.int64)
    code = int(game.codes(state, seat)[0])
    move = game.decode(state, seat, (code,))
    before = game.start(medieval.Options(players=4), "bench")
    for _draft in range(4):
        drafter = game.awaiting(before)[0]
        before, _ = game.play(before, drafter, game.legal(before, drafter)[0])

    def apply() -> None:
        after = copy_state(state)
        play(after, tables, seat, code, None)

    yield from time_calls(
        runs,
        {
            "medieval/copy-a-state": lambda: copy_state(state),
            "medieval/copy-and-apply": apply,
            "medieval/list-moves": lambda: legal_moves(state, tables, seat, moves),
            "medieval/play-a-move": lambda: game.play(state, seat, move),
            "medieval/play-a-placement": lambda: game.play(before, 0, placed),
            "medieval/view": lambda: game.view(state, seat),
            "medieval/score-sheets": lambda: game.sheets(state),
        },
    )
