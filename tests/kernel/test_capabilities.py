"""What a game offers besides the contract is found by what it implements."""

from __future__ import annotations

import random

from realms.kernel.capabilities import HasProxyBids, HasSharedClock
from realms.kernel.conformance import random_move
from realms.kernel.game import Game
from realms.kernel.games import all_games, game_named


def test_a_game_has_the_capabilities_that_it_implements() -> None:
    with_bids = {game.name for game in all_games() if isinstance(game, HasProxyBids)}
    with_clock = {game.name for game in all_games() if isinstance(game, HasSharedClock)}
    assert (with_bids, with_clock) == ({"medieval"}, {"fantasy"})


def test_the_contract_of_all_games_names_no_capability() -> None:
    for name in ("may_bid", "proxy_move", "needs_clock", "time_up_move"):
        assert not hasattr(Game, name)


def test_a_shared_clock_runs_while_time_can_be_called() -> None:
    game = game_named("fantasy")
    assert isinstance(game, HasSharedClock)
    on_a_clock = game.options_type(players=3, variant="chaos", clock=True)
    in_rounds = game.options_type(players=3, variant="chaos", rounds=2)
    assert game.needs_clock(on_a_clock)
    for without in (game.options_type(players=3), in_rounds):
        assert not game.needs_clock(without)
        state, dice = game.start(without, "any"), random.Random("any")
        while game.awaiting(state):
            assert game.time_up_move(state) is None
            seat, move = random_move(game, state, dice)
            state, _events = game.play(state, seat, move)
    state = game.start(on_a_clock, "any")
    move = game.time_up_move(state)
    assert move in game.legal(state, None)
    assert game.time_up_move(game.play(state, None, move)[0]) is None
