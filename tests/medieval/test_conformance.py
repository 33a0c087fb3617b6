"""Medieval Realms keeps the contract of the kernel, at every table and with every switch."""

from __future__ import annotations

import pytest

from realms.kernel.conformance import check_game, digest, digest_uncompiled
from realms.kernel.notation import options_written
from realms.medieval import Options, game
from tests.medieval.number_games import FLIPPED
from tests.support.samples import SOAKING

EDITIONS = [
    Options(players=players, edition=edition)
    for players in (2, 3, 4, 5)
    for edition in ("en", "es")
]
SWITCHED = Options(players=2, **FLIPPED)
TABLES = [*EDITIONS, SWITCHED]
SAMPLE = [one for one in EDITIONS if (one.players % 2 == 0) == (one.edition == "en")]
SAMPLE = TABLES if SOAKING else [*SAMPLE, SWITCHED]
"""Every number of players, either edition and all switches, if not each with each."""


def test_every_switch_is_flipped() -> None:
    plain = Options(players=2).resolved()
    assert all(getattr(plain, name) != value for name, value in FLIPPED.items())


@pytest.mark.soak
@pytest.mark.parametrize("options", SAMPLE, ids=options_written)
def test_random_games_keep_the_contract(options: Options) -> None:
    """[MR-8] [MR-16] [MR-18] [MR-31] [MR-32] [MR-74] [MR-75]"""
    every = 2 * options.players - 1
    long = check_game(game, options, ["long"], evenly=True, every=every)
    short = check_game(game, options, ["short"], every=every)
    assert long.positions > short.positions, "drawn evenly, passing is rare"
    for checked in (long, short):
        assert checked.games == 1
        assert checked.positions > 10
        assert checked.moves_played > checked.positions
        assert checked.moves_refused > checked.positions
        assert checked.redeals_that_differ == checked.redeals  # the deck is always dealt anew
        assert checked.dealt_anew == {0: True, 1: True, 2: True}


@pytest.mark.uncompiled
@pytest.mark.parametrize("options", [Options(players=2), SWITCHED], ids=options_written)
def test_a_random_game_keeps_the_contract_uncompiled_too(options: Options) -> None:
    """[MR-18] [MR-31]"""
    report = check_game(game, options, ["as plain Python"], evenly=True, every=7)
    assert report.positions > 5


@pytest.mark.soak
@pytest.mark.parametrize("options", SAMPLE, ids=options_written)
def test_compiled_rules_are_the_rules(options: Options) -> None:
    """[MR-16] [MR-23] [MR-31] [MR-45] [MR-75]"""
    compiled = digest(game, options, ["compiled", "or not"], evenly=True)
    assert compiled == digest_uncompiled(game, options, ["compiled", "or not"], evenly=True)
    assert compiled != digest(game, options, ["compiled", "or else"], evenly=True)
