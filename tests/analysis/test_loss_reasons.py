"""Reasons of reviews: nearly every fault has one, in both languages, and games bear it out."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from realms.analysis.review import FAULTS, GameReview, ReviewDepth, review_record
from realms.analysis.review.decisions import decisions_in
from realms.analysis.review.loss_reasons import LossReasons, PlayedApart
from realms.analysis.review.weigher import Weigher
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.kernel.game import Game
from realms.kernel.games import game_named
from realms.kernel.record import Record, replay
from realms.kernel.text import LANGUAGES

LOOK = ReviewDepth("look", moves=4, first=2, redeals=8, played_out=1, to_the_end=8, most_played=64)
TABLES = {"fantasy": (4, ("greedy", "random")), "medieval": (3, ("steward", "random"))}
GAMES = 2
ENOUGH = 0.95
"""The part of all faults that have a reason, at least."""


@cache
def reviewed(name: str) -> tuple[tuple[Game, Record, GameReview], ...]:
    """Some games, looked at."""
    game, (players, kinds) = game_named(name), TABLES[name]
    options = game.options_type(players=players)
    bots = [kinds[seat % 2] for seat in range(players)]
    found = []
    for number in range(GAMES):
        dealt = deal_rng_state("reasons", number)
        _state, moves, _seconds = play_out(game, options, bots, dealt)
        record = make_record(game, options, bots, dealt, moves)
        found.append((game, record, review_record(game, record, LOOK)))
    return tuple(found)


@pytest.mark.parametrize("name", TABLES)
def test_nearly_every_fault_has_a_reason(name: str) -> None:
    faults = [
        one
        for _game, _record, review in reviewed(name)
        for one in review.decisions
        if one.verdict in FAULTS
    ]
    assert len(faults) > 10
    reasons = [one.reason for one in faults if one.reason is not None]
    assert len(reasons) >= ENOUGH * len(faults)
    for reason in reasons:
        for language in LANGUAGES:
            assert ": " in reason[language]
            assert "{" not in reason[language]
        assert reason["en"] != reason["es"]


@pytest.mark.parametrize("name", TABLES)
def test_what_is_said_of_games_is_what_they_came_to(name: str) -> None:
    game, record, _review = reviewed(name)[0]
    moments = list(replay(game, record))
    weigher = Weigher(game, record.options)
    reasons = LossReasons(game, record.options, record.seats)
    for decision in decisions_in(game, moments)[3:30:9]:
        seat, code = decision.seat, [*_codes(game, decision)]
        for steps in code[:2]:
            apart = weigher.played_apart(decision, decision.steps, steps)
            again = weigher.played_apart(decision, steps, decision.steps)
            assert (apart.points, apart.wins) == pytest.approx((-again.points, -again.wins))
            said = reasons.of_games(decision.state, seat, steps, apart)
            key, n = apart.finding
            assert (said is None) == (not key)
            if said is not None:
                assert all(f" {n} " in said[language] for language in LANGUAGES)
                assert (
                    n
                    == {
                        "more_points": round(apart.points),
                        "fewer_rival": round(-apart.rival),
                        "more_wins": round(100 * apart.wins),
                    }[key]
                )


def _codes(game: Game, decision: Any) -> list[tuple[int, ...]]:
    if game.count(decision.state, decision.seat) is not None:
        return [decision.steps]
    return [(int(code),) for code in np.asarray(game.codes(decision.state, decision.seat))]


def test_the_larger_effect_is_told() -> None:
    assert PlayedApart(7.4, -3.0, 0.1).finding == ("more_points", 7)
    assert PlayedApart(1.0, -6.0, 0.1).finding == ("fewer_rival", 6)
    assert PlayedApart(-2.0, 1.0, 0.05).finding == ("more_wins", 5)
    assert PlayedApart(-2.0, 1.0, -0.05).finding == ("", 0)


def test_the_rival_who_gained_most_is_named() -> None:
    game, record, _review = reviewed("fantasy")[0]
    decision = decisions_in(game, list(replay(game, record)))[0]
    reasons = LossReasons(game, record.options, record.seats)
    seat = decision.seat
    rival = (seat + 1) % 4
    chances = [(0.25, 0.25)] * 4
    chances[seat], chances[rival] = (0.5, 0.3), (0.2, 0.36)
    said = reasons.of_rivals(decision.state, seat, decision.steps, chances)
    assert said is not None
    for language in LANGUAGES:
        assert record.seats[rival] in said[language]
        assert "20 %" in said[language]
        assert "36 %" in said[language]
    assert reasons.of_rivals(decision.state, seat, decision.steps, [(0.25, 0.25)] * 4) is None
