"""Many games: the same on one core or on many, and each can be written down."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from realms import fantasy
from realms.arena.simulate import record_game, seats_of, simulate
from realms.arena.simulation_results import SimulationResults
from realms.cli import run
from realms.fantasy.arena import games
from realms.kernel.chance import rng_state_from
from realms.kernel.errors import RealmsError
from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.record import verify

FOUR = fantasy.Options(players=4)
VARIANTS = [
    (FOUR, ["greedy", "random", "greedy", "random"]),
    (fantasy.Options(players=2, variant="duel"), ["random", "greedy"]),
    (fantasy.Options(players=3, variant="chaos", rounds=4), ["greedy", "random", "random"]),
    (fantasy.Options(players=3, declare=True, jester=False), ["greedy", "random", "random"]),
]


def numbers_of(results: SimulationResults) -> dict[str, object]:
    """SimulationResults without what depends on the clock."""
    data = msgspec.to_builtins(results)
    return {key: value for key, value in data.items() if "second" not in key}


def test_jobs_do_not_change_the_results() -> None:
    runs = [simulate(fantasy.game, FOUR, ["random"], 3_001, "jobs", jobs) for jobs in (1, 2, 5)]
    assert numbers_of(runs[0]) == numbers_of(runs[1]) == numbers_of(runs[2])
    assert sum(runs[0].wins) == pytest.approx(3_001)
    assert runs[0].games == 3_001
    low, high = runs[0].scores["min"], runs[0].scores["max"]
    assert low < min(runs[0].scores["mean"]) <= max(runs[0].scores["mean"]) < high


def test_another_seed_gives_other_games() -> None:
    one, two = (simulate(fantasy.game, FOUR, ["random"], 50, seed, 1) for seed in ("a", "b"))
    assert one.scores != two.scores


@pytest.mark.parametrize(("options", "bots"), VARIANTS, ids=lambda value: str(value)[:40])
def test_a_game_of_many_is_the_same_move_by_move(options: fantasy.Options, bots: list[str]) -> None:
    """The compiled loop and the public contract play the very same games."""
    numbers = [("random", "greedy").index(bot) for bot in bots]
    scores, winners, decisions = games.play_batch(options, numbers, rng_state_from("same"), 0, 4)
    moves = 0
    for number in range(4):
        record = record_game(fantasy.game, options, bots, "same", number)
        outcome = verify(fantasy.game, record)
        assert outcome is not None
        assert outcome.scores == tuple(int(score) for score in scores[number])
        assert sum(1 << seat for seat in outcome.winners) == int(winners[number])
        moves += len(record.moves)
    assert moves == decisions


def test_greedy_beats_random_from_every_seat() -> None:
    for seat in range(4):
        bots = ["random"] * 4
        bots[seat] = "greedy"
        results = simulate(fantasy.game, FOUR, bots, 400, "strength", 1)
        assert results.wins[seat] > 320  # it wins some nine games of ten


def test_plain_scoring_is_lower_than_exact() -> None:
    word = rng_state_from("plain")
    plain = games.play_batch(FOUR, [0] * 4, word, 0, 300, exact=False)[0]
    exact = games.play_batch(FOUR, [0] * 4, word, 0, 300, exact=True)[0]
    assert (plain <= exact).all()
    assert (plain < exact).mean() > 0.3


def test_one_name_means_every_seat() -> None:
    assert seats_of(["gre"], 3) == ["greedy"] * 3
    with pytest.raises(RealmsError, match="2 bots for 3 seats"):
        seats_of(["greedy", "random"], 3)
    with pytest.raises(RealmsError, match="greedo"):
        seats_of(["greedo"], 3)


def test_bots_play_chaos_without_a_clock() -> None:
    options = fantasy.Options(players=3, variant="chaos", clock=True)
    with pytest.raises(RealmsError, match="without a clock"):
        simulate(fantasy.game, options, ["random"], 1, "x", 1)


def test_the_command_tells_json_and_writes_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "simulate fantasy --players 3 --bots greedy,random,random --games 12 --seed s --json"
    assert run([*words.split(), "--records", str(tmp_path / "games")]) == 0
    data = msgspec.json.decode(capsys.readouterr().out)
    assert {
        "game", "variant", "players", "bots", "games", "decisions", "seconds",
        "games_per_second", "decisions_per_second", "wins", "scores",
    } <= set(data)  # fmt: skip
    assert set(data["scores"]) == {"mean", "min", "max"}
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 12
    means = np.zeros(3)
    for file in files:
        outcome = verify(*read(file.read_text("utf-8"), all_games()))
        assert outcome is not None
        means += np.array(outcome.scores) / 12
    assert means == pytest.approx(data["scores"]["mean"], abs=0.001)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("simulate fantasy --players 9", "3 to 6 players"),
        ("simulate fantasy --variant solo", "solo"),
        ("simulate fantasy --set rounds=x", "rounds"),
        ("simulate chess", "no game called"),
        ("simulate fantasy --bots clever", "clever"),
    ],
)
def test_wrong_words_cost_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == 2
    told_of = capsys.readouterr()
    assert sentence in told_of.err
    assert told_of.err.count("\n") == 1
    assert not told_of.out
