"""How well reviews tell: what is measured is what was judged, and every part adds up."""

from __future__ import annotations

import math

import pytest

from realms.analysis.review import QUICK
from tools.reviews.measure import (
    JudgedDecision,
    JudgedGame,
    agreement,
    judge_game,
    level_losses,
    lineup,
    log_odds,
)


def test_every_bot_has_every_seat_equally_often() -> None:
    seats = [lineup("abcde", 3, number) for number in range(5)]
    for place in range(3):
        assert sorted(seated[place] for seated in seats) == [*"abcde"]


def test_losses_are_told_by_level_while_the_game_is_open() -> None:
    """Half a chance given up by who leads, and by who has lost: the second counts in no odds."""
    ahead = JudgedDecision("knight", before=0.9, loss=0.4, again=0.4, deep=-1)
    behind = JudgedDecision("knight", before=0.04, loss=0.03, again=0.0, deep=-1)
    fine = JudgedDecision("squire", before=0.5, loss=0.0, again=0.0, deep=-1)
    games = [JudgedGame([ahead, behind, fine], [("knight", 0.25), ("squire", -0.25)], 0.0)] * 2
    knight, squire = level_losses(games, ["knight", "squire"])
    assert knight.decisions == 4
    assert knight.chance == pytest.approx(0.215)
    assert knight.odds == pytest.approx(log_odds(0.9) - log_odds(0.5))
    assert (knight.faults, squire.faults) == (1.0, 0.0)
    assert (knight.luck, squire.luck) == (0.25, -0.25)
    assert squire.odds == 0


def test_agreement_counts_verdicts_of_two_seeds_and_of_a_deep_look() -> None:
    losses = [(0.2, 0.1, 0.16), (0.16, 0.2, 0.08), (0.3, 0.01, 0.0), (0.0, 0.02, -1.0)]
    decisions = [JudgedDecision("random", 0.5, *each) for each in losses]
    found = agreement([JudgedGame(decisions, [], 0.0)])
    assert found.both_or_neither == 0.75
    assert (found.by_either, found.by_both) == (3, 2)
    assert found.blunders == 3
    assert found.found_faults == pytest.approx(2 / 3)
    assert found.found_blunders == pytest.approx(1 / 3)
    assert math.isnan(agreement([JudgedGame(decisions[3:], [], 0.0)]).found_faults)


@pytest.mark.parametrize(("name", "players"), [("fantasy", 3), ("medieval", 2)])
def test_in_every_game_the_parts_add_up_and_all_luck_is_nought(name: str, players: int) -> None:
    for number in range(2):
        game = judge_game(name, players, ("random", "greedy"), QUICK, False, number)
        assert {one.bot for one in game.decisions} == {"random", "greedy"}
        assert len(game.luck) == players
        assert game.apart < 1e-3 * len(game.decisions)  # chances are told to four places
        assert all(one.loss >= 0 and one.odds_lost >= 0 for one in game.decisions)
