"""What a game offers besides the contract is found by what it implements."""

from __future__ import annotations

from realms.kernel.capabilities import HasProxyBids, HasSharedClock
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
    without = game.options_type(players=3)
    assert (game.needs_clock(on_a_clock), game.needs_clock(without)) == (True, False)
    assert game.time_up_move(game.start(without, "any")) is None
    state = game.start(on_a_clock, "any")
    move = game.time_up_move(state)
    assert move in game.legal(state, None)
    assert game.time_up_move(game.play(state, None, move)[0]) is None
