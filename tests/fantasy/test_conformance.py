"""Fantasy Realms keeps the contract of the kernel in every variant and with every option."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from realms.bots import bot_named
from realms.fantasy import Options, game
from realms.kernel.chance import rng_state_from
from realms.kernel.conformance import check_game, digest, digest_uncompiled, random_move
from realms.kernel.game import State
from realms.kernel.notation import options_written
from tests.support.samples import amount

STANDARD = [
    Options(players=3),
    Options(players=4, jester=False),
    Options(players=5, declare=True),
    Options(players=6, stall_guard=False),
    Options(players=6, jester=False, declare=True),
]
DUEL = [
    Options(players=2, variant="duel"),
    Options(players=2, variant="duel", jester=False, stall_guard=False),
    Options(players=2, variant="duel", declare=True),
]
CHAOS = [
    Options(players=3, variant="chaos", rounds=4),
    Options(players=4, variant="chaos", rounds=1, jester=False),
    Options(players=5, variant="chaos", clock=True),
    Options(players=6, variant="chaos", rounds=2, declare=True),
    Options(players=7, variant="chaos", rounds=2, jester=False, declare=True),
    Options(players=7, variant="chaos", clock=True, declare=True),
]
TABLES = STANDARD + DUEL + CHAOS

BOTS = ("random", "greedy")
"""The bots by their numbers in compiled loops."""


@pytest.mark.soak
@pytest.mark.parametrize("options", TABLES, ids=options_written)
def test_random_games_keep_the_contract(options: Options) -> None:
    """[FR-1] [FR-3] [FR-5] [FR-6] [FR-18] [FR-22] [FR-23b] [FR-25]"""
    seeds = ("one", "two", "three", "four", "five", "six")[: amount(1, 6)]
    report = check_game(game, options, seeds)
    assert report.games == len(seeds)
    assert report.moves_played > 2 * report.positions
    assert report.moves_refused > report.positions
    assert report.redeals_that_differ > report.redeals / 2  # hidden cards are dealt anew


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "options",
    [
        Options(players=3, declare=True),
        Options(players=2, variant="duel"),
        Options(players=3, variant="chaos", rounds=2),
    ],
    ids=options_written,
)
def test_a_random_game_keeps_the_contract_uncompiled_too(options: Options) -> None:
    """[FR-4] [FR-18] [FR-21] [FR-25]"""
    report = check_game(game, options, ["as plain Python"])
    assert report.positions > 2
    assert report.redeals_that_differ > 0


@pytest.mark.parametrize(
    "options",
    [
        Options(players=3, declare=True),
        Options(players=2, variant="duel", jester=False),
        Options(players=4, variant="chaos", rounds=3, declare=True),
    ],
    ids=options_written,
)
def test_compiled_rules_are_the_rules(options: Options) -> None:
    """[FR-4] [FR-21] [FR-23]"""
    seeds = ("compiled", "or not")
    compiled = digest(game, options, seeds)
    assert compiled == digest_uncompiled(game, options, seeds)
    assert compiled != digest(game, options, ("compiled", "or else"))


BOT_TABLES = [
    Options(players=4, declare=True),
    Options(players=2, variant="duel"),
    Options(players=3, variant="chaos", rounds=5),
    Options(players=4, variant="chaos", clock=True, declare=True),
]


def asked(options: Options, dice: random.Random) -> Iterator[tuple[State, int]]:
    """Every decision of two random games: the state, and a seat that is awaited."""
    for seed in ("left", "right"):
        state = game.start(options, seed)
        while game.awaiting(state):
            yield from ((state, seat) for seat in game.awaiting(state))
            state, _ = game.play(state, *random_move(game, state, dice))


@pytest.mark.uncompiled
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("options", BOT_TABLES, ids=options_written)
def test_a_bot_moves_the_same_in_all_worlds_its_seat_cannot_tell_apart(
    options: Options, name: str
) -> None:
    """[FR-5] [FR-18] [FR-21] [FR-23b]"""
    dice, decisions, differ = random.Random("worlds"), 0, 0
    for state, seat in asked(options, dice):
        worlds = [state, *(game.redeal(state, seat, str(dice.random())) for _ in "ab")]
        word = rng_state_from(str(dice.random()))
        assert len({bot_named(name).steps(game, world, seat, word) for world in worlds}) == 1
        decisions += 1
        differ += game.hidden(worlds[1]) != game.hidden(worlds[2])
    assert decisions > 20
    assert differ > decisions / 2


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("options", BOT_TABLES, ids=options_written)
def test_a_bot_moves_legally_wherever_it_is_asked(options: Options, name: str) -> None:
    """[FR-4] [FR-18] [FR-21] [FR-23a]"""
    dice = random.Random("legal")
    for state, seat in asked(options, dice):
        move = bot_named(name).choose(game, state, seat, str(dice.random()))
        assert move in game.legal(state, seat)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_given_the_same_seed_gives_the_same_move(name: str) -> None:
    """[FR-3]"""
    state = game.start(Options(players=3, variant="chaos"), "twice")
    (seat,) = game.awaiting(state)
    moves = [bot_named(name).choose(game, state, seat, seed) for seed in ("a", "a", "b")]
    assert moves[0] == moves[1]
    assert moves[0] in game.legal(state, seat)
