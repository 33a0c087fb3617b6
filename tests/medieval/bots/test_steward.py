"""The steward of Medieval Realms: strong, honest, and it goes by its weights."""

from __future__ import annotations

import pytest

from realms import medieval
from realms.arena.simulate import simulate
from realms.bots import bot_named
from realms.bots.levels import data_of
from realms.kernel.game import State
from realms.medieval.bots.players import weigh
from realms.medieval.bots.weights import ROWS, names_of, new_weights
from realms.medieval.bots.workspace import new_workspace
from realms.medieval.content.content import NUMBER
from realms.medieval.interface import moves as m

game = medieval.game


def to_actions(seed: str, players: int = 3) -> State:
    """A game of greedy bots up to the first action."""
    state = game.start(medieval.Options(players=players), seed)
    bot = bot_named("greedy")
    while game.view(state, None).phase != "acting":
        seat = game.awaiting(state)[0]
        state, _ = game.play(state, seat, bot.choose(game, state, seat, seed))
    return state


def test_the_data_file_tells_every_weight_once() -> None:
    names = [name for row in ROWS for name in names_of(row)]
    assert names == list(data_of("medieval")["weights"]["steward"])


def test_weights_can_be_laid_on_a_desk() -> None:
    workspace = new_workspace()
    weigh(workspace, "steward", {"token_gold": 77, "push": -5.4})
    assert workspace.weights.token[4] == 77
    assert workspace.weights.push[0] == -5
    assert workspace.weights.tug[0] == new_weights().tug[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_steward_beats_greedy_from_every_seat(players: int) -> None:
    """Measured: 95 % and more at every number of players."""
    for seat in range(players):
        bots = ["greedy"] * players
        bots[seat] = "steward"
        results = simulate(game, medieval.Options(players=players), bots, 60, "stewards", 1)
        assert results.wins[seat] > 48


@pytest.mark.parametrize("name", ["steward", "steward:temperature=200"])
def test_a_steward_cannot_tell_worlds_apart_that_its_seat_cannot(name: str) -> None:
    """[MR-8]"""
    for number in range(4):
        state = game.start(medieval.Options(players=2 + number), f"honest {number}")
        for turn in range(40):
            seat = game.awaiting(state)[-1]
            worlds = [state, *(game.redeal(state, seat, f"world {n}") for n in range(3))]
            chosen = [bot_named(name).choose(game, world, seat, f"{turn}") for world in worlds]
            assert all(move == chosen[0] for move in chosen)
            state, _ = game.play(state, seat, chosen[0])


def test_the_contested_comes_before_what_can_wait() -> None:
    """A War in hand can wait; a Scientific Development that rivals can pay cannot. [MR-31]"""
    state = to_actions("contested")
    seat = game.awaiting(state)[0]
    state.hands[seat, 0] = NUMBER["war"]
    state.held[seat] = 1
    state.current[:] = -1
    state.current[0] = NUMBER["scidev-raw"]
    state.tokens[:] = 6
    state.tokens[seat, 6] = 7
    assert bot_named("steward").choose(game, state, seat, "any") == m.Activate(1)


def test_a_steward_does_not_pay_for_a_card_that_goes_to_another() -> None:
    """[MR-38]"""
    state = to_actions("another's card")
    seat = game.awaiting(state)[0]
    state.current[:] = -1
    state.current[0] = NUMBER["castle"]
    state.held[seat] = 0
    state.tokens[seat] = (9, 0, 0, 0, 0, 1, 0)
    state.tokens[(seat + 1) % 3, 5] = 9
    assert bot_named("steward").choose(game, state, seat, "any") == m.PassRound()


def test_temperature_tries_more_moves() -> None:
    state = to_actions("warm")
    seat = game.awaiting(state)[0]
    cold, warm = (
        {str(bot_named(name).choose(game, state, seat, str(n))) for n in range(40)}
        for name in ("steward", "steward:temperature=300")
    )
    assert len(cold) == 1
    assert len(warm) > 2
