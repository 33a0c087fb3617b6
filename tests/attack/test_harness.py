"""The attack suite itself: that it plays and attacks for real, and tells what did not hold."""

from __future__ import annotations

import inspect

import pytest

from tests.attack.attackers import attacker_named, attacker_names, summary
from tests.attack.processor import Usage
from tests.attack.trial import WORKERS, Trial, run_trial
from tests.attack.victim import Waits
from tests.support.samples import SOAKING


@pytest.mark.parametrize("name", attacker_names())
def test_every_attacker_says_what_it_does_and_does_it(name: str) -> None:
    assert len(summary(name)) > 20
    assert inspect.iscoroutinefunction(attacker_named(name).attack)


def test_a_small_trial_is_played_for_real() -> None:
    trial = run_trial("sqlite", "page_views", 1.5, is_aside=False)
    assert trial.alone.moves
    assert trial.alone.replies
    assert trial.beside.moves
    assert trial.replies["200"] > 0
    assert not trial.beside.errors
    assert all(used.server > 0 for used in trial.used)
    assert trial.used[1].attacker > 0


@pytest.mark.soak
@pytest.mark.skipif(not SOAKING, reason="a server for each attacker; make soak")
@pytest.mark.parametrize("kind", WORKERS)
@pytest.mark.parametrize("name", attacker_names())
def test_no_attacker_breaks_anything_or_keeps_anybody_waiting(kind: str, name: str) -> None:
    """Times count where nobody else used the machine, if they are too long three times."""
    for _try in range(3):
        trial = run_trial(kind, name, 10)
        assert {"memory", "errors", "broken"}.isdisjoint(trial.failures), trial.beside.errors
        if trial.is_disturbed or not trial.failures:
            return
    raise AssertionError(trial.failures, trial.moves, trial.bots)


def test_what_was_measured_beside_others_is_known() -> None:
    assert not a_trial().is_disturbed
    assert not a_trial(used=(Usage(others=1, there=10), Usage(others=2, there=10))).is_disturbed
    assert a_trial(used=(Usage(others=9, there=10), Usage(others=2, there=10))).is_disturbed


def a_trial(**more: object) -> Trial:
    alone, beside = Waits([0.01] * 100, [0.1] * 10), Waits([0.015] * 100, [0.2] * 10)
    fields = {"alone": alone, "beside": beside, "growth": 3, "replies": {"200": 9}} | more
    return Trial(database="sqlite", attacker="page_views", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "failures"),
    [
        ({}, []),
        ({"beside": Waits([0.01] * 97 + [0.5] * 3, [0.1])}, ["moves"]),
        ({"beside": Waits([0.01], [0.1] * 8 + [0.9] * 2)}, ["bots"]),
        ({"beside": Waits()}, ["moves", "bots"]),
        ({"beside": Waits([0.01], [0.1], ["lost"])}, ["errors"]),
        ({"growth": 900}, ["memory"]),
        ({"replies": {"200": 9, "500": 1}}, ["broken"]),
    ],
)
def test_what_did_not_hold_is_told(more: dict[str, object], failures: list[str]) -> None:
    assert a_trial(**more).failures == failures
