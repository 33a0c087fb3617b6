"""A state by itself has the observations, masks and actions that it has in a batch."""

from __future__ import annotations

import numpy as np
import pytest

from realms import fantasy, medieval
from realms.arena.batches.batch import SKIP
from realms.arena.batches.numbering import numbering_of
from realms.kernel.errors import IllegalMove, Unreadable
from tests.arena.batch_digests import TABLES, opened
from tests.support.bare_game import BareGame, bare_game

__all__ = ["bare_game"]

every_table = pytest.mark.parametrize("table", TABLES)
STEPS = 60


@every_table
def test_a_state_shows_what_its_batch_shows_and_actions_make_its_moves(table: str) -> None:
    batch = opened(table, 1, auto_reset=False)
    game, state = batch.game, batch.state(0)
    begun: list[int] = []
    for _step in range(STEPS):
        seat = int(batch.turns.seat[0])
        if seat == SKIP:
            break
        seen = game.observation(state, seat, begun)
        assert seen.dtype == batch.layout.dtype
        assert np.array_equal(seen, batch.turns.observation[0])
        assert np.array_equal(game.action_mask(state, seat, begun), batch.turns.mask[0])
        action = int(batch.random_actions()[0])
        batch.step([action])
        begun.append(action)
        move = game.move_of(state, seat, begun)
        if move is not None:
            assert move in game.legal(state, seat)
            assert game.action_of(state, seat, move) == tuple(begun)
            state, begun = batch.state(0), []


@pytest.mark.parametrize("table", ["fantasy-declare", "chaos-3", "medieval-2"])
def test_every_legal_move_has_its_actions_and_they_make_it_again(table: str) -> None:
    game, options = TABLES[table]
    state = game.start(options, "every move")
    for turn in range(12):
        if not game.awaiting(state):
            break
        seat = game.awaiting(state)[-1]
        moves = game.legal(state, seat)
        for place in range(0, len(moves), max(1, len(moves) // 25)):
            if "bid" in str(moves[place]):
                continue  # most of a thousand bids are more than a batch bids
            actions = game.action_of(state, seat, moves[place])
            assert game.move_of(state, seat, actions) == moves[place]
        state, _ = game.play(state, seat, moves[turn * 7 % len(moves)])


def test_a_game_that_brings_only_its_rules_is_numbered_too(bare_game: BareGame) -> None:
    state = bare_game.start(seed="numbers")
    seat = bare_game.awaiting(state)[0]
    numbers = numbering_of(bare_game, state)
    for move in bare_game.legal(state, seat):
        assert numbers.move_of(state, seat, numbers.actions_of(state, seat, move)) == move
    assert numbers.show(state, seat)[1].sum() == len(bare_game.legal(state, seat))
    with pytest.raises(Unreadable, match="numbering_of"):
        bare_game.observation(state, seat)


def test_one_action_may_stand_alone_and_a_seat_may_have_none() -> None:
    state = fantasy.game.start(seed="alone")
    seat = fantasy.game.awaiting(state)[0]
    assert fantasy.game.move_of(state, seat, 0) == fantasy.Draw()
    assert fantasy.game.move_of(state, seat, np.int64(0)) == fantasy.Draw()
    assert not fantasy.game.action_mask(state, (seat + 1) % 4).any()


def test_what_is_not_legal_is_refused_and_nothing_is_seen_behind_a_whole_move() -> None:
    game, state = fantasy.game, fantasy.game.start(seed="alone")
    seat = game.awaiting(state)[0]
    with pytest.raises(IllegalMove, match="Action 60 is not legal"):
        game.move_of(state, seat, 60)
    with pytest.raises(IllegalMove, match="not legal"):
        game.move_of(state, seat, [0, 60])
    with pytest.raises(IllegalMove, match="nothing more to see"):
        game.observation(state, seat, [0])  # which card is drawn, one learns by drawing
    with pytest.raises(IllegalMove, match="You cannot play -Dragon"):
        game.action_of(state, seat, fantasy.Discard("dragon"))
    for nobody in (None, 9, -1):
        with pytest.raises(IllegalMove):
            game.observation(state, nobody)  # type: ignore[arg-type]


def test_a_placement_is_known_to_its_own_seat_while_it_is_made() -> None:
    game = medieval.game
    state = game.start(medieval.Options(players=2), "placing")
    while game.view(state, None).phase == "drafting":
        drafter = game.awaiting(state)[0]
        state, _ = game.play(state, drafter, game.legal(state, drafter)[0])
    actions = game.action_of(state, 1, game.legal(state, 1)[5])
    assert len(actions) > 1
    begun = game.observation(state, 1, actions[:1])
    assert not np.array_equal(begun, game.observation(state, 1))
    assert game.move_of(state, 1, actions[:1]) is None
