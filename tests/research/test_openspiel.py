"""Our games as OpenSpiel has them: its own conformance test, and the games they are."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is an extra: pip install realms[openspiel]"
)

from realms.kernel.games import game_named  # noqa: E402
from realms.research import openspiel  # noqa: E402

TABLES = [
    "realms_fantasy(players=3)",
    "realms_fantasy(players=2,variant=duel)",
    "realms_fantasy(players=3,variant=chaos,rounds=2)",
    "realms_fantasy(players=3,declare=True)",
    "realms_medieval(players=2)",
]


@pytest.mark.parametrize("table", TABLES)
def test_openspiel_finds_that_the_game_conforms(table: str, capfd: Any) -> None:
    game = pyspiel.load_game(table)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_state_is_written_down_and_read_back() -> None:
    game = pyspiel.load_game("realms_fantasy(players=3)")
    state = game.new_initial_state()
    for _step in range(12):
        state.apply_action(state.legal_actions()[0])
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.position.tobytes() == state.position.tobytes()
    assert state.clone().position.tobytes() == state.position.tobytes()


def test_it_is_the_game_that_the_deal_says_and_nobody_sees_more_than_its_view() -> None:
    chance = random.Random(4)
    state = pyspiel.load_game("realms_medieval(players=2)").new_initial_state()
    drawn = [chance.randrange(256) for _draw in range(3)]
    for outcome in drawn:
        state.apply_action(outcome)
    game = game_named("medieval")
    dealt = game.start(game.options_type(players=2), "-".join(map(str, drawn)))
    assert state.position.tobytes() == dealt.tobytes()
    for _step in range(30):
        seat = state.current_player()
        assert (
            state.legal_actions()
            == np.flatnonzero(game.action_mask(state.position, seat, state.begun)).tolist()
        )
        other = state.clone()
        other.position = game.redeal(state.position, seat, "another world")
        assert other.observation_string(seat) == state.observation_string(seat)
        state.apply_action(chance.choice(state.legal_actions()))


def test_options_that_no_game_can_have_are_refused() -> None:
    with pytest.raises(Exception, match="duel"):
        openspiel.OpenSpielGame(
            openspiel.game_type(game_named("fantasy")), "fantasy", {"players": 4, "variant": "duel"}
        )
