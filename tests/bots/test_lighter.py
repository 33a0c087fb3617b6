"""Who plays for a bot that searches while rules are not compiled."""

from __future__ import annotations

import pytest

from realms.bots.lighter import lighter_bot, lighter_level, needs_speed


@pytest.mark.parametrize(
    ("game", "level", "searching"),
    [
        ("fantasy", "squire", ("knight", "archmage", "search", "search:0.8s")),
        ("medieval", "chancellor", ("sovereign", "search")),
    ],
)
def test_the_strongest_level_that_does_not_search_plays_for_those_that_do(
    game: str, level: str, searching: tuple[str, ...]
) -> None:
    assert lighter_level(game) == level
    for bot in searching:
        assert needs_speed(bot, game)
        assert lighter_bot(bot, game) == level
    for bot in (level, "random", "greedy", "no such bot"):
        assert lighter_bot(bot, game) == bot
