"""The search of Medieval Realms: legal, honest, repeatable, and it tells why."""

from __future__ import annotations

import time

import numpy as np
import pytest

from realms import medieval
from realms.bots import bot_named, levels_of
from realms.bots.advice import put_in_order
from realms.bots.budget import Budget
from realms.kernel.game import State
from realms.kernel.text import catalogue
from realms.medieval.bots.estimate import FEATURES
from realms.medieval.bots.search import LEFT
from realms.medieval.bots.search_player import estimates, think
from realms.medieval.rules.state import ENDED

game = medieval.game
TABLES = [
    medieval.Options(players=2),
    medieval.Options(players=3, edition="es"),
    medieval.Options(players=5, scidev="on_square", auction_min_bid=0),
    medieval.Options(players=4, rounds=8, island_consumes=True),
]


def played(options: medieval.Options, seed: str, turns: int, bot: str = "steward") -> State:
    """A game of bots after so many decisions."""
    state = game.start(options, seed)
    for turn in range(turns):
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, bot_named(bot).choose(game, state, seat, str(turn)))
    return state


@pytest.mark.parametrize("options", TABLES, ids=lambda value: str(value)[:40])
def test_a_search_plays_whole_legal_games(options: medieval.Options) -> None:
    state = game.start(options, "whole")
    turn = 0
    while state.phase != ENDED:
        seat = game.awaiting(state)[0]
        move = bot_named("search:12" if seat == 0 else "steward").choose(
            game, game.redeal(state, seat, str(turn)), seat, str(turn)
        )
        state, _ = game.play(state, seat, move)
        turn += 1
    assert game.outcome(state) is not None


def test_a_search_cannot_tell_worlds_apart_that_its_seat_cannot() -> None:
    """Placements of others behind their screens, and the deck, change nothing. [MR-8]"""
    for number in range(4):
        state = game.start(medieval.Options(players=2 + number), f"honest {number}")
        for turn in range(30):
            seat = game.awaiting(state)[-1]
            worlds = [state, *(game.redeal(state, seat, f"world {n}") for n in range(2))]
            chosen = [bot_named("search:40").choose(game, w, seat, f"{turn}") for w in worlds]
            assert all(move == chosen[0] for move in chosen)
            state, _ = game.play(state, seat, chosen[0])


def test_two_trees_think_of_the_same_placements() -> None:
    state = played(medieval.Options(players=3), "placing", 3)
    seat = game.awaiting(state)[0]
    one, two = (
        think(state, seat, np.uint64(5), Budget(200, settings=(("cores", cores),)))
        for cores in ("1", "2")
    )
    assert one.findings.playouts == two.findings.playouts == 200
    assert [one.steps(n) for n in range(len(one.findings.moves))] == [
        two.steps(n) for n in range(len(two.findings.moves))
    ]


def test_a_budget_in_seconds_is_kept() -> None:
    state = played(medieval.Options(players=4), "in time", 30)
    seat = game.awaiting(state)[0]
    bot = bot_named("search:10ms")
    bot.choose(game, state, seat, "warm")
    times = []
    for n in range(5):
        begin = time.process_time()
        bot.choose(game, state, seat, str(n))
        times.append(time.process_time() - begin)
    assert min(times) < 0.03


def test_estimates_grow_with_what_a_seat_has() -> None:
    """Points and leaders count for every number of rounds left, at every table."""
    for players in (2, 3, 4, 5):
        rows, doubt = estimates(players)
        assert rows.shape == (LEFT, FEATURES)
        assert (rows[1:, 1] > 0.8).all()
        assert (rows[1:, 9:12] > 0).all()
        assert (doubt > 0).all()


@pytest.mark.parametrize("turns", [0, 4, 9, 14, 40, 90])
def test_advice_is_legal_and_has_its_reasons_in_both_languages(turns: int) -> None:
    state = played(medieval.Options(players=4), "advice", turns)
    seat = game.awaiting(state)[0]
    advised = bot_named("search:200").advise(game, state, seat, "why")
    assert advised
    assert advised == put_in_order(sorted(advised, key=lambda one: -one.visits), seat)
    for one in advised:
        game.play(state, seat, one.move)
        assert sum(one.wins) == pytest.approx(1, abs=0.01)
        assert len(one.wins) == 4
        for reason in one.reasons:
            texts = {reason.text("medieval", language) for language in ("en", "es")}
            assert len(texts) == 2


def test_there_are_five_levels_with_names() -> None:
    levels = levels_of("medieval")
    assert len(levels) == 5
    for level in levels:
        bot_named(level.bot, "medieval")
        for language in ("en", "es"):
            assert f"bots.level.medieval.{level.name}" in catalogue(language)
            assert f"bots.level.medieval.{level.name}_is" in catalogue(language)
