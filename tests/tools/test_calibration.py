"""What networks foretell, held against what happens, and the head by which it comes true."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from realms.bots import bot_named
from realms.bots.learned.player import judgement_of
from realms.bots.learned.weights import (
    network_of,
    read_network,
    read_weights,
    with_chances,
    write_network,
)
from realms.kernel.games import game_named
from tools.calibration.games import (
    LINEUPS,
    SeenGames,
    keep_games,
    play_games,
    read_games,
    seats_of,
    tables_of,
)
from tools.calibration.measure import (
    PHASES,
    Predictions,
    calibration_error,
    chances_of,
    predictions,
    sort_in_bins,
    with_outcomes,
)
from tools.calibration.picture import draw_reliability
from tools.calibration.refit import Head, HeadInputs, error_of, fit

DUEL = {"variant": "duel", "players": 2}


def made(chance: float, won: int, games: int) -> Predictions:
    """Predictions of one chance, some of which came true."""
    numbers = np.arange(games)
    return Predictions(np.full(games, chance), (numbers < won).astype(float), numbers % PHASES)


def both(one: Predictions, other: Predictions) -> Predictions:
    return Predictions(*(np.concatenate(parts) for parts in zip(one, other, strict=True)))


def test_chances_that_come_true_have_no_error() -> None:
    assert calibration_error(both(made(0.25, 25, 100), made(0.75, 75, 100))) == pytest.approx(0)


def test_chances_that_are_too_bold_are_as_far_off_as_they_are() -> None:
    assert calibration_error(made(0.95, 70, 100)) == pytest.approx(0.25)


def test_a_certainty_is_in_the_last_bin() -> None:
    assert [one.number for one in sort_in_bins(made(1.0, 5, 5))] == [5]


@pytest.mark.parametrize(("game", "table"), [("fantasy", DUEL), ("medieval", {"players": 3})])
def test_games_are_seen_as_the_network_sees_them(
    game: str, table: dict[str, Any], tmp_path: Path
) -> None:
    """Every decision is a row; chances over many rows are those of one position after another."""
    lineup = {"random": 1.0, "greedy": 1.0}
    seen = play_games(game, table, lineup, 2, "calibration")
    assert set(seen.games.tolist()) == {0, 1}
    assert np.allclose(seen.shares.sum(axis=1), 1)
    assert set(seen.rivals.tolist()) <= {0.0, 0.5, 1.0}
    assert {int(phase) for phase in with_outcomes(seen.rivals.astype(np.float64), seen).phases} == {
        0,
        1,
        2,
    }
    network: Any = network_of(game)
    predicted = predictions(network.arrays, seen)
    assert set(predicted.phases.tolist()) == {0, 1, 2}
    played = game_named(game)
    state = played.start(played.options_type(**table), "anything")
    alone = judgement_of(network, played, state, played.awaiting(state)[0]).wins
    assert len(alone) == seen.players
    assert np.all((predicted.chances > 0) & (predicted.chances < 1))
    keep_games(seen, tmp_path / "games.npz")
    kept: Any = read_games(tmp_path / "games.npz")
    original: Any = seen
    assert all(np.array_equal(one, other) for one, other in zip(kept, original, strict=True))


def test_who_sits_where_follows_from_a_lineup() -> None:
    lineup = {"one": 1.0, "never": 0.0, "two": 3.0}
    drawn = np.concatenate([seats_of(lineup, 4, np.uint64(n * 7919)) for n in range(500)])
    assert set(drawn.tolist()) == {0, 2}
    assert (drawn == 2).mean() == pytest.approx(0.75, abs=0.04)


def test_lineups_name_bots_and_are_there_for_every_table_of_a_network() -> None:
    for game, lineups in LINEUPS.items():
        assert tables_of(game)
        for lineup in lineups.values():
            assert all(bot_named(name, game) for name in lineup)


def test_the_new_head_tells_chances_that_come_true_and_moves_stay_as_they_are() -> None:
    """Games are won by another law than the one that the first head tells."""
    chance = np.random.default_rng(4)
    n, width, players = 60_000, 6, 3
    layer = chance.normal(size=(n, width)).astype(np.float32)
    true = Head(chance.normal(size=(players, width)), chance.normal(size=players))
    first = Head(true.weights, true.biases + np.array([1.0, 0, 0]))  # too sure of its own win
    likely = chances_of(layer, *true, players)
    winners = (likely.cumsum(axis=1) > chance.random((n, 1))).argmax(axis=1)
    shares = np.eye(players, dtype=np.float32)[winners]
    progress, rivals = np.linspace(0, 0.99, n), chance.random(n)
    seen = SeenGames(np.zeros((n, 1), np.int16), shares, progress, np.arange(n), rivals)
    table = HeadInputs(layer, seen)
    head = fit([table.part(held_out=False)], first)
    held_out = table.part(held_out=True)
    errors = [
        calibration_error(with_outcomes(chances_of(held_out.layer, *one, 3)[:, 0], held_out.seen))
        for one in (first, head)
    ]
    assert errors[1] < 0.04 < errors[0]
    assert error_of([held_out], head) < 0.3 < error_of([held_out], first)


def test_a_file_with_another_head_tells_other_chances_and_plays_the_same() -> None:
    file = Path("src/realms/fantasy/bots/learned.npz").read_bytes()
    weights, biases = np.full((6, 512), 0.01, np.float32), np.zeros(6, np.float32)
    changed = with_chances(file, weights, biases, 0.25)
    before, after = read_network(file), read_network(changed)
    assert after.about.chance_error == 0.25
    assert after.about.decisions == before.about.decisions
    assert np.array_equal(after.arrays.heads, before.arrays.heads)
    assert not np.allclose(after.arrays.chances, before.arrays.chances)
    about, kept = read_weights(changed)
    assert about == after.about
    assert kept["chances.weight"].shape == (6, 512)


def test_a_file_without_such_a_head_tells_the_chances_that_it_plays_by() -> None:
    about, kept = read_weights(Path("src/realms/fantasy/bots/learned.npz").read_bytes())
    del kept["chances.weight"], kept["chances.bias"]
    arrays = read_network(write_network(about, kept)).arrays
    wins = slice(about.action_count, about.action_count + about.players)
    assert np.array_equal(arrays.chances, arrays.heads[wins])
    assert np.array_equal(arrays.chance_biases, arrays.head_biases[wins])


def test_the_picture_is_one() -> None:
    drawn = draw_reliability("A title", ["a", "b", "c"], "an axis", made(0.25, 25, 100))
    assert "polyline" in drawn
    assert ET.fromstring(drawn).tag.endswith("svg")
