"""The deal of a day as somebody may see it."""

from __future__ import annotations

from msgspec import Struct

from realms.bots import title_of
from realms.kernel.chance import commitment
from realms.kernel.games import game_named
from realms.kernel.text import say
from realms.tables.results.daily import (
    DayResults,
    RankedTry,
    day_after,
    day_of,
    day_results,
    own_try,
    seed_of_day,
)
from realms.tables.results.store import existing_tables
from realms.tables.service import TableService
from realms.web.pages.opening.open_table import opponent, usual_players


class DayShown(Struct, frozen=True, kw_only=True):
    """The deal of a day of one game."""

    game: str
    title: str
    against: str
    """Whom one plays against, in words."""
    results: DayResults
    table: str
    """Where the reader plays it; empty where they have not begun."""
    is_over: bool
    """Whether the reader has played it to the end."""
    commitment: str
    tomorrow: str
    """The commitment of the day after, where the day is today."""
    seed: str
    """Told when the day is over."""
    open_tables: frozenset[str]
    """The tables of the results that the reader may look at."""

    @property
    def best(self) -> RankedTry | None:
        """The best line that was found, where it may be looked at."""
        ranked = self.results.ranked
        return ranked[0] if ranked and ranked[0].table in self.open_tables else None


async def commitment_of_day(service: TableService, game: str, day: str) -> str:
    """What is published of a day's deal from the day before on: the hash of its seed."""
    return commitment(await seed_of_day(service, game, day))


async def day_shown(
    service: TableService, game: str, day: str, secret: str | None, language: str
) -> DayShown:
    """The deal of a day as somebody may see it."""
    seed = await seed_of_day(service, game, day)
    results = await day_results(service, game, day, secret)
    bots, is_past = usual_players(game) - 1, day < day_of(service.clock())
    ranked = [one.table for one in results.ranked]
    may_look = is_past or results.own is not None
    return DayShown(
        game=game,
        title=game_named(game).title,
        against=say(
            "web.games.daily.against",
            language,
            n=bots,
            level=title_of(game, opponent(game), language),
        ),
        results=results,
        table=await own_try(service, game, day, secret),
        is_over=results.own is not None,
        commitment=commitment(seed),
        tomorrow="" if is_past else await commitment_of_day(service, game, day_after(day)),
        seed=seed if is_past else "",
        open_tables=await existing_tables(service.log.engine, ranked) if may_look else frozenset(),
    )
