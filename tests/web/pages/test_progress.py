"""Three games won in a row, and the next level is offered, on the page of the table and at home."""

from __future__ import annotations

import pytest

from realms.web.app import Application
from realms.web.pages.opening.progress import LevelGame, LevelReached, reached
from tests.web.pages.browser_client import Visitor, table_of

LEVELS = ("apprentice", "squire", "knight")


def games(*played: str) -> list[LevelGame]:
    """Games, the latest first: a level, with a plus where it was beaten."""
    return [LevelGame(one.rstrip("+"), one.endswith("+")) for one in played]


@pytest.mark.parametrize(
    ("played", "level", "following"),
    [
        ((), "apprentice", ""),
        (("apprentice+", "apprentice+"), "apprentice", ""),
        (("apprentice+", "apprentice+", "apprentice+"), "apprentice", "squire"),
        (("apprentice+", "apprentice", "apprentice+", "apprentice+"), "apprentice", ""),
        (("squire+", "apprentice+", "apprentice+", "apprentice+"), "squire", ""),
        (("knight+", "knight+", "knight+"), "knight", ""),
        (("planner+", "squire", "knight+"), "squire", ""),
    ],
)
def test_three_in_a_row_lead_to_the_next_level(
    played: tuple[str, ...], level: str, following: str
) -> None:
    assert reached(LEVELS, games(*played)) == LevelReached(level, following)


@pytest.mark.anyio
async def test_a_player_stays_with_the_level_of_games_that_go_on(app: Application) -> None:
    """A game that is not over counts for nothing."""
    ada = Visitor(app)
    for _game in range(2):
        table = table_of(await ada.send("/play", game="fantasy", name="Ada"))
        seats = (await ada.get(f"/api/tables/{table}")).json["seats"]
        assert {seat["bot"] for seat in seats[1:]} == {"apprentice"}
    assert 'name="bot"' not in (await ada.get("/")).body.decode()
