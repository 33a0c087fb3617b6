"""`/daily`: the deal of the day of each game, today's results, and the days before."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from realms.kernel.errors import RealmsError, Unreadable
from realms.kernel.games import full_name
from realms.kernel.packs import game_names
from realms.tables import entries
from realms.tables.names import checked_name
from realms.tables.results.daily import (
    claim_try,
    day_of,
    own_try,
    read_day,
    seed_of_day,
)
from realms.tables.secrets import is_secret, new_secret
from realms.tables.service import TableService
from realms.tables.terms import Terms
from realms.web.authentication import AnyRequest, Service, player_cookie, player_of
from realms.web.errors import language_of
from realms.web.pages.environment import render_aside
from realms.web.pages.games.daily_deal import day_shown
from realms.web.pages.games.rows import day_text
from realms.web.pages.opening.open_table import (
    bot_entry,
    is_own_name,
    name_cookie,
    name_of,
    opponent,
    usual_players,
)
from realms.web.pages.opening.routes import form_fields

ARCHIVE = 14
"""Days before today that are listed."""


async def _page(
    service: TableService, request: AnyRequest, day: str, problem: RealmsError | None = None
) -> Response[str]:
    language, today = language_of(request), day_of(service.clock())
    shown = [
        await day_shown(service, game, day, player_of(request), language) for game in game_names()
    ]
    before = date.fromisoformat(today)
    days = [(before - timedelta(back)).isoformat() for back in range(1, ARCHIVE + 1)]
    return await render_aside(
        request,
        "games/daily.html",
        status=422 if problem else 200,
        shown=shown,
        day=day,
        date=day_text(day, language),
        is_today=day == today,
        archive=[(one, day_text(one, language)) for one in days],
        name=name_of(request),
        problem=problem.sentence(language) if problem else "",
    )


@get("/daily")
async def daily(service: Service, request: AnyRequest) -> Response[str]:
    """Today's deals."""
    return await _page(service, request, day_of(service.clock()))


@get("/daily/{day:str}")
async def daily_before(service: Service, request: AnyRequest, day: FromPath[str]) -> Response[str]:
    """The deals of a day that is over."""
    return await _page(service, request, read_day(day, day_of(service.clock())))


@post("/daily")
async def play_daily(service: Service, request: AnyRequest) -> Response[Any]:
    """Play today's deal, or go on with it: there is one try."""
    fields = form_fields(await request.form())
    day, language = day_of(service.clock()), language_of(request)
    try:
        game = full_name(fields.get("game", ""))
        name = checked_name(fields.get("name", "") or name_of(request))
    except RealmsError as error:
        return await _page(service, request, day, error)
    known = player_of(request) or ""
    secret = known if is_secret(known) else new_secret()
    table = await own_try(service, game, day, secret)
    if not await _is_there(service, table):
        table = await _open_try(service, game, day, name, secret, language)
    cookies = [player_cookie(request, secret)]
    if is_own_name(name):
        cookies.append(name_cookie(request, name))
    return Redirect(f"/tables/{table}", status_code=303, cookies=cookies)


async def _is_there(service: TableService, table: str) -> bool:
    try:
        return bool(table) and bool(await service.load(table))
    except Unreadable:
        return False


async def _open_try(
    service: TableService, game: str, day: str, name: str, secret: str, language: str
) -> str:
    """Open the table of somebody's try and deal; the earlier one where there is one."""
    players = usual_players(game)
    terms = Terms(game, {"players": players}, watched=False, day=day)
    opened = await service.open_table(terms, await seed_of_day(service, game, day))
    table = await claim_try(service, game, day, secret, opened)
    if table == opened:
        await service.sit(table, name, 0, secret)
        for seat in range(1, players):
            await service.write(table, bot_entry(game, seat, opponent(game), language))
        await service.write(table, entries.GameStarted())
    return table


HANDLERS: list[Any] = [daily, daily_before, play_daily]
