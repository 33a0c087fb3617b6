from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from realms import fantasy
from realms.bots.advice import put_in_order
from realms.bots.budget import Budget
from realms.bots.levels import levels_of
from realms.fantasy.bots.advice import WELL_TRIED
from realms.fantasy.bots.players import ADVISERS, PLAYERS
from realms.fantasy.bots.search import SEARCH, new_search_workspace, settings
from realms.fantasy.content.cards import NUMBER
from realms.kernel.chance import rng_state_from
from realms.kernel.text import LANGUAGES

GAME = fantasy.game
VARIANTS = [
    fantasy.Options(players=4),
    fantasy.Options(players=2, variant="duel"),
    fantasy.Options(players=3, variant="chaos"),
    fantasy.Options(players=3, declare=True),
]


def started(options: Any, seed: str, moves: int) -> Any:
    """A game some moves on, by the greedy bot."""
    state = GAME.start(options, seed)
    for number in range(moves):
        if GAME.outcome(state) is not None:
            break
        seat = GAME.awaiting(state)[0]
        steps = PLAYERS["greedy"](state, seat, np.uint64(number), Budget())
        state, _ = GAME.play(state, seat, GAME.decode(state, seat, tuple(steps)))
    return state


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: f"{o.variant}{o.players}")
def test_it_plays_whole_games(options: Any) -> None:
    state = GAME.start(options, "whole")
    for number in range(400):
        if GAME.outcome(state) is not None:
            return
        seat = GAME.awaiting(state)[0]
        name = "search" if seat == 0 else "planner"
        steps = PLAYERS[name](state, seat, np.uint64(number), Budget(playouts=12))
        assert int(steps[0]) in GAME.legal(state, seat).codes
        state, _ = GAME.play(state, seat, GAME.decode(state, seat, tuple(steps)))
    raise AssertionError("the game went on for ever")


@pytest.mark.parametrize("options", VARIANTS[:3], ids=lambda o: o.variant)
@pytest.mark.parametrize("name", ["planner", "search"])
def test_worlds_that_look_alike_get_the_same_move(options: Any, name: str) -> None:
    for moves in (0, 3, 9, 14):
        state = started(options, f"worlds {moves}", moves)
        if GAME.outcome(state) is not None:
            continue
        seat = GAME.awaiting(state)[0]
        answers = {
            tuple(PLAYERS[name](world, seat, rng_state_from("same"), Budget(playouts=60)))
            for world in (state, *(GAME.redeal(state, seat, f"w{k}") for k in range(3)))
        }
        assert len(answers) == 1


def test_with_a_clock_it_answers_too() -> None:
    state = GAME.start(fantasy.Options(players=3, variant="chaos", clock=True), "clock")
    steps = PLAYERS["search"](state, 1, rng_state_from("clock"), Budget(playouts=30))
    assert int(steps[0]) in GAME.legal(state, 1).codes


def test_it_ends_the_game_when_it_is_ahead() -> None:
    """Nine cards lie open: the turn that draws ends it, and the hand is far ahead."""
    state = GAME.start(fantasy.Options(players=3), "ahead")
    seat = int(state.turn)
    mine = ["king", "queen", "knights", "light_cavalry", "rangers", "empress", "warlord"]
    lying = ["candle", "magic_wand", "shield_of_keth", "fountain_of_life", "swamp", "hydra"]
    lying += ["air_elemental", "fire_elemental", "water_elemental"]
    rest = [card for card in range(54) if card not in {NUMBER[n] for n in [*mine, *lying]}]
    state.hands[seat] = sum(1 << NUMBER[name] for name in mine)
    state.area = sum(1 << NUMBER[name] for name in lying)
    for number, other in enumerate({0, 1, 2} - {seat}):
        state.hands[other] = sum(1 << card for card in rest[7 * number : 7 * number + 7])
    state.deck[:] = [card for card in range(54) if card not in rest[14:]] + rest[14:]
    state.dealt = 54 - len(rest[14:])
    assert not GAME.violations(state)
    found = ADVISERS["search"](state, seat, rng_state_from("end"), Budget(playouts=400))
    assert max(found[0].wins) == found[0].wins[seat] > 0.9


def test_advice_tells_the_moves_in_order_with_reasons() -> None:
    state = started(fantasy.Options(players=4), "advice", 13)
    seat = GAME.awaiting(state)[0]
    advised = ADVISERS["search"](state, seat, rng_state_from("advice"), Budget(playouts=300))
    by_visits = sorted(advised, key=lambda one: -one.visits)
    assert advised == put_in_order(by_visits, seat, least=by_visits[0].visits // WELL_TRIED)
    for one in advised:
        assert one.move[0] in GAME.legal(state, seat).codes
        assert sum(one.wins) == pytest.approx(1)
        assert len(one.wins) == 4
        assert one.win_error > 0
        assert one.reasons
        for language in LANGUAGES:
            assert all(reason.text("fantasy", language) for reason in one.reasons)


def test_playouts_count_the_same_on_many_cores() -> None:
    state = started(fantasy.Options(players=4), "cores", 6)
    seat = GAME.awaiting(state)[0]
    args = (
        state,
        seat,
        rng_state_from("cores"),
        Budget(playouts=100),
        new_search_workspace,
        settings(),
    )
    one, two = SEARCH.think(*args, threads=2), SEARCH.think(*args, threads=2)
    assert one.playouts == 100
    assert (one.visits == two.visits).all()


def test_ten_milliseconds_are_soon_over() -> None:

    state = started(fantasy.Options(players=4), "soon", 8)
    seat = GAME.awaiting(state)[0]
    times = []
    for number in range(6):
        begin = time.process_time()
        PLAYERS["search"](state, seat, np.uint64(number), Budget(seconds=0.01))
        times.append(time.process_time() - begin)
    assert min(times) < 0.03


def test_there_are_five_levels_with_names() -> None:
    assert len(levels_of("fantasy")) == 5
