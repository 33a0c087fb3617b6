"""Goofspiel keeps to the contract of all games, compiled or not."""

import pytest
from goofspiel.game import GAME
from goofspiel.moves import GoofspielOptions

from realms.kernel.conformance import check_game, digest, digest_uncompiled


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("cards", [3, 13])
def test_it_keeps_to_the_contract(players: int, cards: int) -> None:
    """[GS-1] [GS-7]"""
    report = check_game(GAME, GoofspielOptions(players=players, cards=cards), ["one", "two"])
    assert report.redeals_that_differ > 0


def test_compiled_rules_are_the_rules() -> None:
    options = GoofspielOptions(players=4, cards=6)
    assert digest(GAME, options, ["a", "b"]) == digest_uncompiled(GAME, options, ["a", "b"])
