"""The best moves of a seat: what terminal and pages tell as a hint."""

from __future__ import annotations

import pytest

from realms.analysis import MOST, best_moves, promise_of
from realms.bots.advice import Advice
from tests.support.bare_game import BareGame, BareOptions, bare_game

__all__ = ["bare_game"]

pytestmark = pytest.mark.uncompiled


def test_the_best_moves_come_first_and_can_be_played(bare_game: BareGame) -> None:
    state = bare_game.start(BareOptions(players=2), "best")
    position = bare_game.redeal(state, 1, "hint")
    found = best_moves(bare_game, position, 1, "hint", "search:60")
    assert len(found) == MOST < len(bare_game.legal(state, 1))
    assert [one.visits for one in found] == sorted((one.visits for one in found), reverse=True)
    assert all(one.move in bare_game.legal(state, 1) for one in found)


def test_advice_rests_on_what_the_seat_may_know(bare_game: BareGame) -> None:
    """Worlds that a seat cannot tell apart are re-dealt to it alike."""
    state = bare_game.start(BareOptions(players=2), "worlds")
    worlds = [state, bare_game.redeal(state, 0, "another")]
    assert worlds[0].tobytes() != worlds[1].tobytes()
    advice = [
        best_moves(bare_game, bare_game.redeal(world, 0, "hint"), 0, "hint", "search:30")
        for world in worlds
    ]
    assert advice[0] == advice[1]


def test_a_promise_is_in_whole_numbers_of_its_seat() -> None:
    promise = promise_of(Advice("a move", (0.25, 0.75), 0.02, 41.6), 1)
    assert (promise.wins, promise.error, promise.score) == (75, 4, 42)
    silent = promise_of(Advice("a move"), 1)
    assert (silent.wins, silent.score) == (None, None)
