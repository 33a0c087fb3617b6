"""`/games`: the finished games of whoever asks, what they say, and how to take or forget them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect
from markupsafe import Markup
from msgspec import Struct

from realms.bots import title_of
from realms.kernel.games import game_named
from realms.kernel.packs import game_names
from realms.kernel.text import number_text, say
from realms.tables.results.daily import day_of
from realms.tables.results.history import forget_player, player_results
from realms.tables.results.result import GameResult
from realms.tables.results.store import existing_tables
from realms.tables.service import TableService
from realms.web.authentication import AnyRequest, Service, player_of
from realms.web.errors import language_of
from realms.web.pages.card_names import card_names
from realms.web.pages.environment import is_partial, render_aside
from realms.web.pages.games.best import best_shown
from realms.web.pages.games.charts import score_line, share_bar
from realms.web.pages.games.daily_deal import day_shown
from realms.web.pages.games.filters import (
    GamesFilter,
    chosen_results,
    counted_results,
    filter_asked,
    filter_choices,
)
from realms.web.pages.games.missing_lines import lacking, with_one_more
from realms.web.pages.games.rows import day_text, row_shown
from realms.web.pages.games.statistics import LevelShare, ReviewedGame, Share, statistics_of
from realms.web.pages.opening.open_table import name_of
from realms.web.pages.opening.routes import form_fields

A_PAGE = 10
"""Games that the list shows at a time."""
RANKED = 6
"""Results of today that the panel of the daily deal shows."""


class LevelRow(Struct, frozen=True):
    """How often somebody won against a level."""

    name: str
    share: Share
    bar: Markup
    certainty: str
    """How sure that is, in words."""
    by_players: dict[int, Share]


def level_row(game: str, level: LevelShare, language: str) -> LevelRow:
    """A level, and what it was by how many played."""
    share = level.share
    low, high = (number_text(100 * part, language) for part in (share.low, share.high))
    return LevelRow(
        title_of(game, level.bot, language),
        share,
        share_bar(share),
        say("web.games.sure", language, low=low, high=high),
        dict(level.by_players),
    )


class AccuracyShown(Struct, frozen=True):
    """How accurately somebody played the games that were reviewed."""

    games: int
    average: int
    """In per cent."""
    line: Markup


def accuracy_shown(reviewed: Sequence[ReviewedGame]) -> AccuracyShown | None:
    """The accuracy of reviewed games over time; None where there are none."""
    if not reviewed:
        return None
    parts = [round(1000 * one.accuracy) for one in reviewed]
    return AccuracyShown(len(parts), round(sum(parts) / len(parts) / 10), score_line(parts))


@get("/games")
async def games(service: Service, request: AnyRequest) -> Response[str]:
    """The finished games of whoever asks; the list of them alone for a page that has the rest."""
    results = await player_results(service, player_of(request))
    asked = filter_asked(request, results)
    chosen = chosen_results(results, asked)
    if is_partial(request):
        listed = await list_context(service, request, chosen, asked, works=True)
        return await render_aside(request, "games/list.html", **listed)
    context = await whole_context(service, request, results, chosen, asked)
    return await render_aside(request, "games/games.html", **context)


async def list_context(
    service: TableService,
    request: AnyRequest,
    chosen: Sequence[GameResult],
    asked: GamesFilter,
    *,
    works: bool,
) -> dict[str, Any]:
    """What the list of games shows; where it `works`, a line of chances is worked out for it."""
    first = (asked.page - 1) * A_PAGE
    shown: Sequence[GameResult] = chosen[first : first + A_PAGE]
    there = await existing_tables(service.log.engine, [one.table for one in shown])
    if works:
        shown = await with_one_more(service, request, shown, there)
    return {
        "rows": [row_shown(one, language_of(request), there) for one in shown],
        "number_of_games": len(chosen),
        "more": asked.address(page=asked.page) if lacking(shown, there) else "",
        "newer": asked.address(page=asked.page - 1) if asked.page > 1 else "",
        "older": asked.address(page=asked.page + 1) if first + A_PAGE < len(chosen) else "",
    }


async def whole_context(
    service: TableService,
    request: AnyRequest,
    results: Sequence[GameResult],
    chosen: Sequence[GameResult],
    asked: GamesFilter,
) -> dict[str, Any]:
    """What the page shows."""
    language, today = language_of(request), day_of(service.clock())
    stats = statistics_of(counted_results(chosen, asked), service.clock())
    best = stats.best
    best_there = bool(best and await existing_tables(service.log.engine, [best.table]))
    listed = await list_context(service, request, chosen, asked, works=False)
    favourites = card_names(asked.game, [one.card for one in stats.cards], language)
    return listed | {
        "asked": asked,
        "games": [(name, game_named(name).title, f"/games?game={name}") for name in game_names()],
        "filters": filter_choices(results, asked, language),
        "day": await day_shown(service, asked.game, today, player_of(request), language),
        "day_date": day_text(today, language),
        "most_ranked": RANKED,
        "name": name_of(request),
        "total": len(results),
        "shared": sum(one.is_shared for one in results),
        "stats": stats,
        "line": score_line(stats.scores),
        "levels": [level_row(asked.game, one, language) for one in stats.levels],
        "counts": sorted({players for one in stats.levels for players, _ in one.by_players}),
        "accuracy": accuracy_shown(stats.reviewed),
        "best": await best_shown(service, request, best, best_there) if best else None,
        "favourites": [*zip(favourites, stats.cards, strict=True)],
        "weekdays": [
            (say(f"web.games.weekday.d{datetime.fromisoformat(day).isoweekday()}", language), is_on)
            for day, is_on in stats.played_on
        ],
    }


@get("/games/export")
async def export_games(service: Service, request: AnyRequest) -> Response[bytes]:
    """All finished games of whoever asks, as JSON."""
    results = await player_results(service, player_of(request))
    body = msgspec.json.format(msgspec.json.encode({"games": results}), indent=2)
    headers = {
        "content-disposition": 'attachment; filename="realms-games.json"',
        "cache-control": "no-store",
    }
    return Response(body, media_type="application/json", headers=headers)


@post("/games/forget")
async def forget_games(service: Service, request: AnyRequest) -> Response[Any]:
    """Forget all finished games of whoever asks, if they said that they are sure."""
    if form_fields(await request.form()).get("sure") == "yes":
        await forget_player(service, player_of(request))
    return Redirect("/games", status_code=303)


HANDLERS: list[Any] = [games, export_games, forget_games]
