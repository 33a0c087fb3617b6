"""The bots of Medieval Realms: legal, honest, repeatable, and the greedy one sensible."""

from __future__ import annotations

import numpy as np
import pytest

from realms import medieval
from realms.arena.simulate import record_game, simulate
from realms.bots import bot_named
from realms.kernel.chance import rng_state_from
from realms.kernel.game import State
from realms.kernel.record import verify
from realms.medieval.arena import games
from realms.medieval.content.content import NUMBER
from realms.medieval.interface import moves as m

game = medieval.game
TABLES = [
    (medieval.Options(players=2), ["greedy", "random"]),
    (medieval.Options(players=3, edition="es"), ["random", "greedy", "random"]),
    (medieval.Options(players=5, scidev="on_square", auction_min_bid=0), ["greedy"] * 5),
    (medieval.Options(players=4, rounds=8, island_consumes=True), ["greedy", *["random"] * 3]),
]

BOTS = ("random", "greedy")
"""The bots by their numbers in compiled loops."""


def to_actions(seed: str, players: int = 3) -> State:
    """A game of greedy bots up to the first action."""
    state = game.start(medieval.Options(players=players), seed)
    bot = bot_named("greedy")
    while game.view(state, None).phase != "acting":
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, bot.choose(game, state, seat, seed))
    return state


@pytest.mark.parametrize(("options", "bots"), TABLES, ids=lambda value: str(value)[:40])
def test_a_game_of_many_is_the_same_move_by_move(
    options: medieval.Options, bots: list[str]
) -> None:
    """The compiled loop and the public contract play the very same games."""
    numbers = [BOTS.index(bot) for bot in bots]
    scores, winners, decisions = games.play_batch(options, numbers, rng_state_from("same"), 0, 3)
    moves = 0
    for number in range(3):
        record = record_game(game, options, bots, "same", number)
        outcome = verify(game, record)
        assert outcome is not None
        assert outcome.scores == tuple(int(score) for score in scores[number])
        assert 1 << outcome.winners[0] == int(winners[number])
        moves += len(record.moves)
    assert moves == decisions


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_beats_random_from_every_seat(players: int) -> None:
    options = medieval.Options(players=players)
    for seat in range(players):
        bots = ["random"] * players
        bots[seat] = "greedy"
        results = simulate(game, options, bots, 100, "strength", 1)
        assert results.wins[seat] > 85


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot(name: str) -> None:
    """The same words of chance give the same move in every re-deal. [MR-8]"""
    for number in range(4):
        state = game.start(medieval.Options(players=2 + number), f"honest {number}")
        for turn in range(40):
            seat = game.awaiting(state)[-1]
            worlds = [state, *(game.redeal(state, seat, f"world {n}") for n in range(3))]
            chosen = [bot_named(name).choose(game, world, seat, f"{turn}") for world in worlds]
            assert all(move == chosen[0] for move in chosen)
            state, _ = game.play(state, seat, chosen[0])


def test_random_tries_every_action() -> None:
    state = to_actions("every action")
    seat = game.awaiting(state)[0]
    state.hands[seat, 0] = NUMBER["market"]
    state.held[seat] = 1
    state.tokens[seat] = 9
    bot = bot_named("random")
    chosen = {str(bot.choose(game, state, seat, str(n))) for n in range(3000)}
    assert chosen == {str(move) for move in game.legal(state, seat)}


def test_random_places_anywhere() -> None:
    state = game.start(medieval.Options(players=2), "anywhere")
    for _draft in range(2):
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, game.legal(state, seat)[0])
    placements = [bot_named("random").choose(game, state, 0, str(n)) for n in range(300)]
    assert all(isinstance(move, m.Place) and move in game.legal(state, 0) for move in placements)
    for field in ("generals", "admirals", "decoys"):
        assert {land for move in placements for land in getattr(move, field)} == set(range(1, 9))
    squares = {resource for move in placements for resource in move.mayors}
    assert squares == {"goods", "science", "culture", "religion", "gold", "raw"}


def test_greedy_plays_a_war_it_can_pay() -> None:
    state = to_actions("a war")
    seat = game.awaiting(state)[0]
    state.hands[seat, 0] = NUMBER["war"]
    state.held[seat] = 1
    state.tokens[seat] = (0, 0, 0, 0, 0, 0, 7)
    assert bot_named("greedy").choose(game, state, seat, "any") == m.Play("war")


def test_greedy_does_not_pay_for_a_card_that_goes_to_another() -> None:
    """[MR-38]"""
    state = to_actions("another's card")
    seat = game.awaiting(state)[0]
    rival = (seat + 1) % 3
    state.current[:] = -1
    state.current[0] = NUMBER["castle"]
    state.tokens[seat] = (9, 0, 0, 0, 0, 1, 0)
    state.tokens[rival, 5] = 9
    assert bot_named("greedy").choose(game, state, seat, "any") == m.PassRound()


def test_greedy_raises_while_a_card_is_worth_it_and_then_leaves() -> None:
    """[MR-45]"""
    state = to_actions("an auction")
    seat = game.awaiting(state)[0]
    state.current[4] = NUMBER["leader-mayor"]
    state.tokens[:, 4] = 30
    state, _ = game.play(state, seat, m.Activate(5, 1))
    asked = game.awaiting(state)[0]
    assert bot_named("greedy").choose(game, state, asked, "any") == m.Bid(2)
    state.bid = 25
    assert bot_named("greedy").choose(game, state, asked, "any") == m.PassBid()


def test_jobs_do_not_change_the_results() -> None:
    options = medieval.Options(players=4)
    one, two = (simulate(game, options, ["random"], 2_001, "jobs", jobs) for jobs in (1, 3))
    assert (one.wins, one.scores, one.decisions) == (two.wins, two.scores, two.decisions)
    assert np.isclose(sum(one.wins), 2_001)
