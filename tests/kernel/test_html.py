"""What notebooks show: states in a line, and tables of what a spectator, or the asker, may see."""

from __future__ import annotations

import re

import numpy as np
import pytest

from realms import fantasy, medieval
from realms.arena.simulate import simulate
from realms.kernel.game import copy_state


@pytest.mark.parametrize("game", [fantasy.game, medieval.game])
def test_a_state_is_one_short_line(game: object) -> None:
    state = game.start(seed="shown")  # type: ignore[attr-defined]
    line = repr(state)
    assert re.fullmatch(r"<(fantasy|medieval) state: players=4 phase=\w+ awaiting=\(\d,\)>", line)
    assert repr(copy_state(state)) == line
    assert str(state) == line


def test_an_ended_state_tells_its_result() -> None:
    game = fantasy.game
    state = game.start(fantasy.Options(players=2, variant="duel"), "end")
    while awaited := game.awaiting(state):
        state, _ = game.play(state, awaited[0], game.legal(state, awaited[0])[0])
    outcome = game.outcome(state)
    assert outcome is not None
    assert repr(state) == (
        f"<fantasy state: players=2 scores={outcome.scores} winners={outcome.winners}>"
    )
    assert str(outcome.scores[0]) in state._repr_html_()
    assert "<table>" in game.sheets(state)[0]._repr_html_()


def test_a_state_shows_a_notebook_no_more_than_a_spectator_may_see() -> None:
    game = fantasy.game
    state = game.start(seed="secret")
    shown = state._repr_html_()
    assert shown == game.redeal(state, None, "another world")._repr_html_()
    assert shown == game.view(state, None)._repr_html_()
    mine = game.view(state, 0)._repr_html_()
    assert all(card in mine for card in game.view(state, 0).hand)


def test_states_stay_records_to_whoever_computes_with_them() -> None:
    state = fantasy.game.start(seed="record")
    assert isinstance(state, np.record)
    assert fantasy.game.restore(fantasy.game.snapshot(state)).tobytes() == state.tobytes()


def test_hands_sheets_and_results_are_tables() -> None:
    hand = fantasy.hand("Dragon, Beastmaster")
    assert hand._repr_html_() == hand.sheet._repr_html_()
    assert "beastmaster" in hand._repr_html_()
    results = simulate(fantasy.game, fantasy.Options(players=3), ["random"], 2, "html", 1)
    assert "games_per_second" in results._repr_html_()
