"""Batches: the same games as one by one, seats that see no more than they may."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from realms import arena, fantasy, medieval
from realms.arena.batches.batch import SKIP, Batch
from realms.fantasy.rules import codes as fantasy_codes
from realms.kernel.errors import IllegalMove, RealmsError, Unreadable
from realms.kernel.game import Game
from realms.medieval.arena.actions import MOST_BID
from realms.medieval.rules import codes as medieval_codes
from tests.arena.batch_digests import TABLES, opened

every_table = pytest.mark.parametrize("table", TABLES)


def paths(batch: Batch) -> list[tuple[int, ...]]:
    """Every sequence of actions that makes a whole move in a batch of one game."""
    before = batch.state(0).tobytes()
    kept = {name: getattr(batch._arrays, name).copy() for name in ("states", "paths", "seats")}
    found = []
    for action in np.flatnonzero(batch.turns.mask[0]):
        batch.step([int(action)])
        if batch.state(0).tobytes() == before and batch._arrays.paths[0, 0]:
            found += [(int(action), *rest) for rest in paths(batch)]
        else:
            found.append((int(action),))
        for name, array in kept.items():
            getattr(batch._arrays, name)[:] = array
        batch.ask(kept["seats"])
    return found


def is_too_high(game: Game, code: int) -> bool:
    """Whether a move bids more than a batch does."""
    if game.name != "medieval":
        return False
    if medieval_codes.OPEN <= code < medieval_codes.PLAY:
        return (code - medieval_codes.OPEN) % medieval_codes.BIDS > MOST_BID
    return medieval_codes.BID + MOST_BID < code < medieval_codes.PASS_BID


@every_table
def test_actions_are_the_legal_moves_no_more_and_no_less(table: str) -> None:
    batch = opened(table, 1, auto_reset=False)
    for step in range(60):
        if batch.turns.seat[0] == SKIP:
            break
        if not batch._arrays.paths[0, 0] and (step < 8 or step % 7 == 0):
            seat, state = int(batch.turns.seat[0]), batch.state(0)
            legal = [c for c in batch.game.codes(state, seat) if not is_too_high(batch.game, c)]
            whole = paths(batch)
            assert len(whole) == len(legal) == len(set(whole))
            leads_to = set()
            for path in whole if len(whole) < 60 else whole[:: len(whole) // 30]:
                other = opened(table, 1, auto_reset=False)
                other._arrays.states[0] = state
                other._arrays.seats[0] = seat
                other.ask(other._arrays.seats)
                for action in path:
                    other.step([action])
                leads_to.add(other.state(0).tobytes())
            reachable = set()
            for code in legal:
                after = batch.game.restore(batch.game.snapshot(state))
                batch.game.advance(after, seat, int(code))
                reachable.add(after.tobytes())
            assert leads_to <= reachable
        batch.step(batch.random_actions())


@pytest.mark.uncompiled
@every_table
def test_a_batch_plays_the_games_that_one_by_one_would_play(table: str) -> None:
    """The seed of a row deals the same game, and each step changes it as the rules do."""
    batch = opened(table, 3, auto_reset=False)
    game, options = TABLES[table]
    states = [game.start(options, batch.seed_of(row)) for row in range(3)]
    while (batch.turns.seat != SKIP).any():
        for row, state in enumerate(states):
            assert batch.state(row).tobytes() == state.tobytes()
            if batch.turns.seat[row] != SKIP:
                assert batch.turns.seat[row] == game.awaiting(state)[0]
        seats, actions = batch.turns.seat.copy(), batch.random_actions()
        before = batch._arrays.paths.copy()
        batch.step(actions)
        for row in np.flatnonzero(seats != SKIP).tolist():
            code = code_of(batch, before[row].copy(), states[row], int(seats[row]), actions[row])
            if code >= 0:
                game.advance(states[row], int(seats[row]), code)
    for row, state in enumerate(states):
        outcome = game.outcome(state)
        assert outcome is not None
        assert tuple(batch.turns.scores[row]) == outcome.scores


def code_of(batch: Batch, path: Any, state: Any, seat: int, action: int) -> int:
    from realms.arena.batches.layout import starts_of
    from realms.fantasy.arena import actions as fantasy_actions
    from realms.medieval.arena import actions as medieval_actions

    if batch.game.name == "fantasy":
        starts = starts_of(batch.layout.actions, fantasy_actions.NAMES)
        return int(fantasy_actions.code_played(state, path, seat, int(action), starts))
    tables = medieval.game.rule_tables(state)
    return int(medieval_actions.code_played(state, tables, path, int(action)))


@every_table
def test_a_seat_sees_no_more_than_it_may(table: str) -> None:
    """All that a seat cannot know is dealt anew: not a byte that it is shown changes."""
    game, options = TABLES[table]
    batch, other = opened(table, 8), opened(table, 8)
    dealt_anew = 0
    for step in range(70):
        for seat in range(options.players):
            if step % 3 == 0 or step < 12:
                observation, mask = (array.copy() for array in batch.observe(seat))
                for row in range(8):
                    state = game.redeal(batch.state(row), seat, f"{step} {row}")
                    dealt_anew += state.tobytes() != batch.state(row).tobytes()
                    other._arrays.states[row] = state
                other._arrays.paths[:] = batch._arrays.paths
                seen, legal = other.observe(seat)
                assert (seen == observation).all()
                assert (legal == mask).all()
        batch.step(batch.random_actions())
    assert dealt_anew > 200


@every_table
def test_the_path_of_a_move_is_its_seat_s_alone(table: str) -> None:
    batch = opened(table, 16)
    seen_by_others = 0
    for _step in range(60):
        shown = [batch.observe(seat)[0].copy() for seat in range(batch.players)]
        batch.step(batch.random_actions())
        for row in np.flatnonzero(batch._arrays.paths[:, 0]):
            for seat in range(batch.players):
                if seat != batch.turns.seat[row]:
                    assert (batch.observe(seat)[0][row] == shown[seat][row]).all()
                    seen_by_others += 1
    has_paths = table.startswith(("chaos", "medieval"))
    assert (seen_by_others > 0) == has_paths


@every_table
def test_observations_stay_in_their_ranges_and_tell_every_field(table: str) -> None:
    batch = opened(table, 64)
    low = np.concatenate([[field.low] * field.size for field in batch.layout.fields])
    high = np.concatenate([[field.high] * field.size for field in batch.layout.fields])
    filled = np.zeros(batch.layout.observation_size, bool)
    for _step in range(300):
        seen = batch.step(batch.random_actions()).observation
        assert (seen >= low).all()
        assert (seen <= high).all()
        filled |= (seen != 0).any(axis=0)
    for field in batch.layout.fields:
        assert filled[field.start : field.start + field.size].any(), field.name


@pytest.mark.parametrize("table", ["fantasy-4", "chaos-declare", "medieval-3"])
def test_threads_change_nothing(table: str) -> None:
    one, three = opened(table, 900, jobs=1), opened(table, 900, jobs=3)
    assert len(three._rows) == 3
    for _step in range(300):
        actions = one.random_actions()
        stepped: list[tuple[Any, Any]] = [*zip(one.step(actions), three.step(actions), strict=True)]
        assert all(np.array_equal(mine, theirs) for mine, theirs in stepped)
    assert (one._arrays.episodes == three._arrays.episodes).all()
    assert one._arrays.episodes.max() > 1
    three.close()


def test_random_actions_follow_from_the_seed_and_are_all_played() -> None:
    one, other = opened("medieval-get", 400), opened("medieval-get", 400)
    played = np.zeros(one.layout.action_count, int)
    for _step in range(400):
        actions = one.random_actions()
        assert (actions == other.random_actions()).all()
        np.add.at(played, actions, 1)
        one.step(actions)
        other.step(actions)
    names = {one.layout.name_of(action)[0] for action in np.flatnonzero(played).tolist()}
    assert names == {block.name for block in one.layout.actions}


DIGESTS = {
    "fantasy-4": "94e7df5af606c23c",
    "chaos-declare": "ed4c01ee7b5f6f2a",
    "medieval-2": "418ca8850c96d773",
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("table", DIGESTS)
def test_compiled_or_not_a_batch_has_the_same_bytes(table: str) -> None:
    """The digests were taken of compiled rules, and stay as long as the rules do."""
    batch, seen = opened(table, 6), sha256()
    for _step in range(260):
        for array in batch.step(batch.random_actions()):
            seen.update(array.tobytes())
    assert batch.turns.scores.any()
    assert seen.hexdigest()[:16] == DIGESTS[table]


def test_games_end_and_begin_anew_with_other_deals() -> None:
    batch = opened("fantasy-3", 5)
    ended = np.zeros(5, int)
    seeds = {batch.seed_of(row) for row in range(5)}
    while ended.min() < 3:
        turns = batch.step(batch.random_actions())
        for row in np.flatnonzero(turns.terminated).tolist():
            seeds.add(batch.seed_of(row))
            assert abs(turns.rewards[row].sum()) < 1e-6
            best = turns.scores[row].max()
            assert (turns.scores[row][turns.rewards[row] > 0] == best).all()
        assert not turns.rewards[~turns.terminated].any()
        ended += turns.terminated
    assert len(seeds) == 5 + ended.sum()


def test_without_auto_reset_a_game_waits_until_it_is_reset() -> None:
    batch = opened("duel", 4, auto_reset=False)
    while (batch.turns.seat != SKIP).any():
        batch.step(batch.random_actions())
    assert not batch.turns.mask.any()
    batch.step([0, 0, 0, 0])
    batch.reset(rows=[True, False, False, True])
    assert (batch.turns.seat != SKIP).tolist() == [True, False, False, True]


def test_a_reset_with_the_seed_begins_the_same_games() -> None:
    batch = opened("medieval-2", 6)
    first = batch.turns.observation.copy()
    for _step in range(50):
        batch.step(batch.random_actions())
    assert not (batch.reset().observation == first).all()
    assert (batch.reset("batch").observation == first).all()


def test_an_illegal_action_is_refused_with_its_row_and_nothing_changes() -> None:
    batch = opened("fantasy-4", 3)
    before = batch.states.tobytes()
    with pytest.raises(IllegalMove, match="row 2, action 5"):
        batch.step([SKIP, 0, 5])
    with pytest.raises(IllegalMove, match="row 1, action 109"):
        batch.step([0, 109, 0])
    with pytest.raises(IllegalMove, match="row 0, action -2"):
        batch.step([-2, 0, 0])
    assert batch.states.tobytes() == before
    batch.step([SKIP, 0, SKIP])
    assert (
        batch.states[[0, 2]].tobytes()
        == np.frombuffer(before, batch.states.dtype)[[0, 2]].tobytes()
    )


@pytest.mark.parametrize("actions", [[0], [0.5, 0.5], [[0, 0]], "no", None])
def test_what_is_no_list_of_actions_is_refused(actions: Any) -> None:
    with pytest.raises(Unreadable):
        opened("fantasy-4", 2).step(actions)


def test_what_no_batch_can_be_made_of_is_refused() -> None:
    for options, n in ((fantasy.Options(players=9), 2), (fantasy.Options(), 0)):
        with pytest.raises(RealmsError):
            arena.batch("fantasy", options, n)
    with pytest.raises(IllegalMove):
        arena.batch("fantasy", fantasy.Options(variant="chaos", clock=True), 2)
    with pytest.raises(Unreadable, match="not on abacus"):
        arena.batch("fantasy", n=2, device="abacus")
    batch = arena.batch("fantasy", n=2)
    with pytest.raises(Unreadable):
        batch.observe(4)
    with pytest.raises(Unreadable):
        batch.reset(rows=[True])


def test_arrays_are_shown_not_handed_over() -> None:
    batch = opened("fantasy-4", 2)
    for array in (*batch.turns, batch.states, *batch.observe(0)):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
    assert np.shares_memory(batch.step([0, 0]).mask, batch.turns.mask)


def test_leaders_may_be_placed_in_any_order_of_seats() -> None:
    """While all place, whoever owes a decision may be asked. [MR-18]"""
    batch = opened("medieval-3", 1)
    while batch.game.view(batch.state(0), None).phase != "placing":
        batch.step(batch.random_actions())
    assert batch.awaiting().all()
    batch.ask([2])
    assert batch.turns.seat[0] == 2
    batch.step(batch.random_actions())
    batch.ask([1])
    with pytest.raises(IllegalMove, match="seat 3"):
        batch.ask([3])


def test_blocks_and_fields_lie_one_behind_another() -> None:
    for game, options in TABLES.values():
        layout = arena.batch(game, options).layout
        both: tuple[tuple[Any, ...], ...] = (layout.actions, layout.fields)
        for parts in both:
            assert parts[0].start == 0
            for one, other in pairwise(parts):
                assert other.start == one.start + one.size
        last = layout.actions[-1]
        assert layout.name_of(layout.action_count - 1) == (last.name, last.size - 1)
        with pytest.raises(IndexError):
            layout.name_of(layout.action_count)


def test_a_turn_of_fantasy_realms_is_numbered_as_the_rules_number_it() -> None:
    layout = arena.batch("fantasy", TABLES["duel"][1]).layout
    starts = {block.name: block.start for block in layout.actions}
    codes = fantasy_codes
    assert starts == {"draw": 0, "take": codes.TAKE, "discard": codes.DISCARD, "keep": codes.KEEP}
