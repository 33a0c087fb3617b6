"""The tuning loop: finds what is better, keeps only what wins, and can be gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from realms.arena import tuning
from realms.arena.contests import Contest, Trial
from realms.arena.evolution import candidates, evolve, new_cloud
from realms.arena.intervals import Estimate
from realms.arena.ledger import Ledger
from realms.arena.tuning import TRIAL_DEALS, Effort, Tuning, head_of, usual_step
from realms.bots.weights import replace_weights, weights_in
from realms.cli import run
from realms.kernel.errors import RealmsError

BEST = {"token": 90, "card": 20, "patience": 0.5}
BEGIN: dict[str, float] = {"token": 60, "card": 60, "patience": 0.2}
CONTEST = Contest("fantasy", "toy", "", (), "tuning")
EFFORT = Effort(deals=20, every=5, trial=400)


def strength(weights: dict[str, float]) -> float:
    """How good the weights of a made-up bot are: the nearer to the best the better."""
    away = [(weights[name] - BEST[name]) / usual_step(BEGIN[name]) for name in BEST]
    return -0.02 * sum(distance**2 for distance in away)


def played(contest: Contest, ours: Any, theirs: Any, deals: range) -> Trial:
    """A made-up contest: the difference in strength, and the luck of the deals."""
    token = round(1000 * sum(ours.values()))
    luck = np.random.default_rng([deals.start, token % 2**31]).normal() / np.sqrt(len(deals))
    value = float(1 + strength(ours) - strength(theirs or BEGIN) + luck / 4)
    error = 0.25 / len(deals) ** 0.5
    return Trial(Estimate(value, value - 2 * error, value + 2 * error, error), 0.0, len(deals))


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "run_contest", played)


def run_of(generations: int, path: Path | None = None, jobs: int = 1) -> Tuning:
    with Ledger(path, head_of(CONTEST, BEGIN, EFFORT)) as ledger:
        made = Tuning(CONTEST, BEGIN, EFFORT, ledger)
        list(made.run(generations, jobs))
    return made


def test_the_optimiser_finds_the_top_of_a_hill() -> None:
    cloud, top = new_cloud(6, 1.0), np.arange(6) - 2.0
    for _ in range(120):
        drawn = candidates(cloud, 10, 7)
        cloud = evolve(cloud, drawn, [-float(((one - top) ** 2).sum()) for one in drawn])
    assert np.asarray(cloud.mean) == pytest.approx(top, abs=0.05)


def test_the_loop_finds_better_weights_and_keeps_them() -> None:
    made = run_of(40)
    assert strength(made.now.weights) > strength(BEGIN) / 5
    kept = [trial for trial in made.trials if trial.kept]
    assert kept
    assert all(trial.chance < 0.01 for trial in kept)
    assert kept[-1].weights == made.now.weights
    assert all(isinstance(made.now.weights[name], int) for name in ("token", "card"))


def test_what_does_not_win_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    even = Trial(Estimate(1.0, 0.9, 1.1, 0.05), 0.0, 1)
    monkeypatch.setattr(tuning, "run_contest", lambda *_: even)
    made = run_of(10)
    assert not any(trial.kept for trial in made.trials)
    assert made.now.weights == BEGIN


def test_trials_are_played_on_deals_that_no_candidate_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[range] = []

    def watched(contest: Contest, ours: Any, theirs: Any, deals: range) -> Trial:
        seen.append(deals)
        return played(contest, ours, theirs, deals)

    monkeypatch.setattr(tuning, "run_contest", watched)
    run_of(6)
    trials = {deals for deals in seen if deals.start >= TRIAL_DEALS}
    generations = {deals for deals in seen if deals.start < TRIAL_DEALS}
    assert len(trials) == 2
    assert len(generations) == 6  # all candidates of a generation play the same deals
    assert len({deal for deals in generations for deal in deals}) == 6 * EFFORT.deals


def test_a_run_that_is_gone_on_with_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    path = tmp_path / "tune.jsonl"
    whole = run_of(15)
    stopped = Ledger(path, head_of(CONTEST, BEGIN, EFFORT))
    half = Tuning(CONTEST, BEGIN, EFFORT, stopped)
    for done in half.run(15, 1):
        if done.cloud.generation == 7:
            break
    stopped.close()
    path.write_bytes(path.read_bytes() + b'{"cloud":')
    resumed = run_of(15, path, jobs=2)
    assert resumed.now == whole.now
    assert resumed.trials == whole.trials
    assert [type(value) for value in resumed.now.weights.values()] == [int, int, float]
    with (
        pytest.raises(RealmsError, match="another run"),
        Ledger(path, head_of(CONTEST, {"token": 1}, EFFORT)),
    ):
        pass


# --- The file of weights ---

TEXT = """\
# What a bot weighs.

[weights.toy]
token = 60   # hundredths of a point
patience = 0.25

[weights.other]
token = 60
"""


def test_only_the_weights_of_the_bot_are_written_anew() -> None:
    text = replace_weights(TEXT, "toy", {"token": 75, "patience": 0.5})
    assert "token = 75   # hundredths of a point" in text
    assert weights_in(text) == {"toy": {"token": 75, "patience": 0.5}, "other": {"token": 60}}
    assert replace_weights(text, "toy", {"token": 60, "patience": 0.25}) == TEXT


def test_a_broken_file_costs_one_sentence() -> None:
    with pytest.raises(RealmsError, match="cannot be read"):
        weights_in("[weights")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--bot nobody", "has no weights to tune; there are weights of toy, other"),
        ("--only x", "The bot toy has no weight x; it has token, patience"),
        ("--players two", "“two” is not a value for --players"),
    ],
)
def test_wrong_words_cost_one_sentence(
    words: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text(TEXT)
    assert run(["tune", "fantasy", "--weights", str(tmp_path / "own.toml"), *words.split()]) == 2
    output = capsys.readouterr()
    assert sentence in output.err
    assert output.err.count("\n") == 1
