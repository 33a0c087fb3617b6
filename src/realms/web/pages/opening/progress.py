"""How far a player has come with the bots of a game: whom they play, and who comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from realms.bots import levels_of
from realms.tables.service import TableService
from realms.tables.table import Table

WINS_IN_A_ROW = 3
"""So many games won one after another are enough for the next level."""


class LevelGame(NamedTuple):
    """A finished game against bots of one level."""

    level: str
    is_won: bool


class LevelReached(Struct, frozen=True):
    """The level that a player plays against, and the next, where it is time for it."""

    level: str
    next: str = ""


def reached(levels: Sequence[str], games: Sequence[LevelGame]) -> LevelReached:
    """Whom to play next after some games, the latest first; newcomers meet the friendliest.

    >>> won = [LevelGame("page", True)] * 3
    >>> reached(("page", "reeve"), won), reached(("page", "reeve"), won[:2]).next
    (LevelReached(level='page', next='reeve'), '')
    """
    known = [game for game in games if game.level in levels]
    level = known[0].level if known else levels[0]
    latest = known[:WINS_IN_A_ROW]
    is_due = len(latest) == WINS_IN_A_ROW and all(
        game.is_won and game.level == level for game in latest
    )
    place = list(levels).index(level) + 1
    return LevelReached(level, levels[place] if is_due and place < len(levels) else "")


def game_against_level(table: Table, seats: Sequence[int]) -> LevelGame | None:
    """A table as a game of one person against bots of one level; None if it was none, or goes on.

    `seats` are those of the person.
    """
    outcome = table.outcome
    bots = {chair.bot for seat, chair in enumerate(table.chairs) if seat not in seats}
    if (
        outcome is None
        or table.practice is not None
        or len(seats) != 1
        or len(bots) != 1
        or "" in bots
    ):
        return None
    return LevelGame(bots.pop(), seats[0] in outcome.winners)


async def level_reached(
    service: TableService, secret: str | None, game: str
) -> LevelReached | None:
    """The level that a player has reached in a game; None for games without levels."""
    levels = tuple(level.name for level in levels_of(game))
    if not levels:
        return None
    games: list[LevelGame] = []
    for listed in await service.tables_of(secret):
        if listed.game == game and listed.status == "finished":
            table = (await service.load(listed.id)).table
            played = game_against_level(table, table.seating.proven_by(secret or ""))
            games += [played] if played else []
    return reached(levels, games)
