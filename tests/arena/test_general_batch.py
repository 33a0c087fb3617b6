"""Batches of a game that brings no rules for them: by its contract alone."""

from __future__ import annotations

import warnings
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from msgspec import Meta, Struct, inspect
from pettingzoo.test import api_test, parallel_api_test

from realms import arena, medieval
from realms.arena.batches.arrays import new_arrays
from realms.arena.batches.batch import SKIP
from realms.arena.batches.general import GeneralBatchRules, GeneralRows
from realms.arena.batches.view_numbers import Numbers, field_numbers
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import RealmsError, Unreadable
from realms.research import env, parallel_env
from tests.support.bare_game import BareGame, BareOptions, bare_game

__all__ = ["bare_game"]

TABLE = BareOptions(players=2)
pytestmark = pytest.mark.uncompiled


class Hand(Struct, frozen=True):
    cards: tuple[Annotated[int, Meta(ge=0, le=13)], ...]
    ready: bool


class Table(Struct, frozen=True):
    """A view with a field of every kind."""

    phase: Literal["first", "second"]
    name: str
    hands: tuple[Hand, ...]
    won: Annotated[tuple[int, ...], Meta(max_length=3)]
    bid: Annotated[int, Meta(ge=1, le=9)] | None
    tokens: dict[str, int]
    pair: tuple[bool, int]
    marks: frozenset[int]


AT_FIRST = Table(
    phase="first",
    name="Ada",
    hands=(Hand((1, 2), False), Hand((), True)),
    won=(),
    bid=None,
    tokens={"gold": 2, "raw": 0},
    pair=(True, 7),
    marks=frozenset({5}),
)


def written(view: Table) -> dict[str, list[int]]:
    kind = inspect.type_info(Table)
    assert isinstance(kind, inspect.StructType)
    numbers = field_numbers(kind, [AT_FIRST], "", 2)
    found = {name: part.write(getattr(view, name)) for name, part in numbers}
    assert {name: part.size for name, part in numbers} == {n: len(row) for n, row in found.items()}
    return found


def test_every_kind_of_field_is_written_down_by_its_type() -> None:
    assert written(AT_FIRST) == {
        "phase": [0],
        "name": [],
        "hands": [2, 2, 1, 2, 0, 0, 0, 0, 1],
        "won": [0, 0, 0, 0],
        "bid": [0, 0],
        "tokens": [2, 0],
        "pair": [1, 7],
        "marks": [1, 5, 0],
    }
    later = Table("second", "Bob", (Hand((9,), True),), (4, 5), 3, {"raw": 6}, (False, 0),
                  frozenset())  # fmt: skip
    assert written(later) == {
        "phase": [1],
        "name": [],
        "hands": [1, 1, 9, 0, 1, 0, 0, 0, 0],
        "won": [2, 4, 5, 0],
        "bid": [1, 3],
        "tokens": [0, 6],
        "pair": [0, 0],
        "marks": [0, 0, 0],
    }


def test_ranges_are_those_the_types_declare() -> None:
    kind = inspect.type_info(Table)
    assert isinstance(kind, inspect.StructType)
    numbers = dict(field_numbers(kind, [AT_FIRST], "", 2))
    assert (numbers["bid"].low, numbers["bid"].high) == (0, 9)
    assert (numbers["hands"].low, numbers["hands"].high) == (0, 13)
    assert (numbers["phase"].low, numbers["phase"].high) == (0, 1)


def test_what_has_no_room_is_refused_by_name() -> None:
    fuller = Table("first", "", (Hand((1, 2, 3), True),), (), None, {}, (True, 1), frozenset())
    with pytest.raises(Unreadable, match=r"hands\.cards"):
        written(fuller)


def test_a_batch_plays_the_games_that_one_by_one_would_play(bare_game: BareGame) -> None:
    batch = arena.batch("bare", TABLE, 3, seed="one by one", auto_reset=False)
    assert isinstance(batch._rows[0], GeneralRows)
    states = [bare_game.start(TABLE, batch.seed_of(row)) for row in range(3)]
    while (batch.turns.seat != SKIP).any():
        actions, seats = batch.random_actions(), batch.turns.seat.copy()
        for row, state in enumerate(states):
            if seats[row] == SKIP:
                continue
            legal = bare_game.codes(state, int(seats[row]))
            assert np.flatnonzero(batch.turns.mask[row]).tolist() == legal.tolist()
            bare_game.advance(state, int(seats[row]), int(actions[row]))
        batch.step(actions)
        for row, state in enumerate(states):
            assert batch.state(row).tobytes() == state.tobytes()
    for row, state in enumerate(states):
        outcome = bare_game.outcome(state)
        assert outcome is not None
        assert tuple(batch.turns.scores[row]) == outcome.scores
        rewards = [outcome.share(seat) - 0.5 for seat in range(2)]
        assert batch.turns.rewards[row].tolist() in (rewards, [0, 0])


def test_a_seat_sees_no_more_than_it_may(bare_game: BareGame) -> None:
    """All that a seat cannot know is dealt anew: not a byte that it is shown changes."""
    batch, other = (arena.batch("bare", TABLE, 4, seed="law") for _ in range(2))
    for step in range(24):
        for seat in range(2):
            for row in range(4):
                world = bare_game.redeal(batch.state(row), seat, f"{step} {row}")
                other._arrays.states[row] = world
            shown, redealt = batch.observe(seat), other.observe(seat)
            assert [part.tobytes() for part in shown] == [part.tobytes() for part in redealt]
        batch.step(batch.random_actions())


def test_games_begin_anew_with_other_deals(bare_game: BareGame) -> None:
    batch = arena.batch("bare", TABLE, 2, seed="anew")
    first = batch.seed_of(0)
    while not batch.step(batch.random_actions()).terminated[0]:
        assert (batch.turns.seat != SKIP).all()
    assert batch.seed_of(0) != first
    assert batch.turns.scores[0].any()
    fresh = bare_game.start(TABLE, batch.seed_of(0))
    assert batch.state(0).tobytes() == fresh.tobytes()


class OpenFieldsOnly(GeneralBatchRules):
    """Without the field of the seats, whose types declare no sizes."""

    def view_fields(self, options: medieval.Options) -> list[tuple[str, Numbers]]:
        return [field for field in super().view_fields(options) if field[0] != "seats"]


def test_a_move_of_several_steps_is_its_seat_s_alone_until_it_is_whole() -> None:
    """Medieval Realms by the general rules: leaders are placed one action each. [MR-18]"""
    game, options = medieval.game, medieval.Options(players=2)
    rules = OpenFieldsOnly(game)
    layout = rules.layout(options)
    arrays = new_arrays(game.state_type, layout, 2, 1)
    rows = rules.rows(options, layout, arrays)
    rows.deal(rng_state_from("paths"), np.array([True]))

    def play_first() -> None:
        arrays.actions[0] = np.flatnonzero(arrays.mask[0])[0]
        rows.step(rng_state_from("paths"), False)

    while len(game.awaiting(arrays.states[0])) < 2:
        play_first()
    before, steps = arrays.states[0].tobytes(), 0
    hidden = shown_to(rows, 1)
    while arrays.states[0].tobytes() == before:
        assert arrays.seats[0] == 0
        assert shown_to(rows, 1) == hidden
        play_first()
        steps += 1
    assert steps > 3
    assert game.awaiting(arrays.states[0]) == (1,)
    assert not rows.paths


def shown_to(rows: GeneralRows, seat: int) -> tuple[bytes, bytes]:
    """What a seat is shown of the only game of some rows."""
    mask, seen = np.zeros_like(rows.arrays.mask), np.zeros_like(rows.arrays.seen)
    rows.show(np.array([seat]), mask, seen)
    return mask.tobytes(), seen.tobytes()


def test_pettingzoo_s_own_tests(bare_game: BareGame) -> None:
    how: dict[str, Any] = {"players": 2}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(env("bare", **how), num_cycles=60)
        parallel_api_test(parallel_env("bare", **how), num_cycles=60)
    assert env("bare", **how).metadata["name"] == "bare_v0"


def test_it_does_not_lie_on_the_gpu(bare_game: BareGame) -> None:
    from realms.arena.game_parts import device_part

    with pytest.raises(RealmsError, match="not played on the GPU"):
        device_part("bare")
