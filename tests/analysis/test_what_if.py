"""What if: moves played out many times, by what the deciding seat could know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from realms.analysis.what_if import MOST_MOVES, MomentAsked, play_out_moves, what_if
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.kernel.errors import IllegalMove, Unreadable
from realms.kernel.game import Game
from realms.kernel.record import Moment, replay
from tests.analysis.test_review import TABLES, game_and_record
from tests.support.bare_game import bare_game  # noqa: F401  (a fixture)

GAMES = 12


def a_choice(name: str) -> tuple[Game, Any, list[Moment], int, list[Any]]:
    """A moment of a game with several moves, the one that was made first."""
    game, record = game_and_record(name)
    moments = list(replay(game, record))
    for at in range(len(record.moves) // 2, len(record.moves)):
        state, seat = moments[at].state, record.moves[at].seat
        if seat is None or game.count(state, seat) is not None:
            continue
        others = [move for move in game.legal(state, seat) if move != record.moves[at].move]
        if others and game.hidden(game.redeal(state, seat, "another")) != game.hidden(state):
            return game, record, moments, at, [record.moves[at].move, *others[:2]]
    raise AssertionError("the game has no such moment")


@pytest.mark.parametrize("name", TABLES)
def test_moves_are_played_out_to_the_end(name: str) -> None:
    game, record, _moments, at, moves = a_choice(name)
    found = what_if(game, record, at, moves, GAMES)
    assert [one.move for one in found.moves] == moves
    assert (found.at, found.seat, found.games) == (at, record.moves[at].seat, GAMES)
    for one in found.moves:
        assert sum(one.bars) == GAMES
        assert len(one.bars) == len(found.moves[0].bars)
        assert 0 <= one.low <= one.chance <= one.high <= 1
        assert one.quarter <= one.half <= one.three_quarters
    assert (found.gains[0], found.errors[0]) == (0, 0)
    differences = [one.chance - found.moves[0].chance for one in found.moves]
    assert found.gains == pytest.approx(differences, abs=2e-4)
    assert what_if(game, record, at, moves, GAMES) == found
    assert "<table>" in found._repr_html_()


@pytest.mark.parametrize("name", TABLES)
def test_worlds_that_a_seat_cannot_tell_apart_are_played_out_alike(name: str) -> None:
    game, record, moments, at, moves = a_choice(name)
    seat: Any = record.moves[at].seat
    here = moments[at].state
    answers = [
        msgspec.json.encode(
            play_out_moves(game, record.options, MomentAsked(state, at, seat, 3), moves, GAMES)
        )
        for state in (here, game.redeal(here, seat, "another"))
    ]
    assert answers[0] == answers[1]


def test_the_same_move_twice_comes_to_the_same() -> None:
    game, record, _moments, at, moves = a_choice("fantasy")
    found = what_if(game, record, at, [moves[0], moves[0]], GAMES)
    assert found.moves[0] == found.moves[1]
    assert found.gains == (0, 0)


def test_what_cannot_be_played_out_is_refused() -> None:
    game, record, _moments, at, moves = a_choice("fantasy")
    with pytest.raises(Unreadable, match="Nobody"):
        what_if(game, record, len(record.moves), moves, GAMES)
    with pytest.raises(Unreadable, match="compared"):
        what_if(game, record, at, [moves[0]] * (MOST_MOVES + 1), GAMES)
    with pytest.raises(Unreadable, match="games"):
        what_if(game, record, at, moves, 1)
    wrong = game.read_move("-Dragon", record.seats)
    with pytest.raises(IllegalMove):
        what_if(game, record, 0, [wrong], GAMES)


def test_a_game_without_a_loop_is_played_out_too(bare_game: Game) -> None:  # noqa: F811
    options, dealt = bare_game.options_type(players=2), deal_rng_state("bare", 0)
    _state, moves, _seconds = play_out(bare_game, options, ("random", "random"), dealt)
    record = make_record(bare_game, options, ("random", "random"), dealt, moves)
    found = what_if(bare_game, record, 0, [record.moves[0].move], 4)
    assert sum(found.moves[0].bars) == 4
