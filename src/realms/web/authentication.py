"""Who is asking: the seat that a request proves, or a spectator."""

from __future__ import annotations

from typing import Any, cast

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from realms.kernel.errors import IllegalMove
from realms.tables.caching.cached_table import CachedTable
from realms.tables.results.daily import may_compare_days
from realms.tables.results.rooms import may_compare
from realms.tables.seating import choose_seat
from realms.tables.service import TableService
from realms.web.api.schemas import TableSchema

AnyRequest = Request[Any, Any, Any]
Service = NamedDependency[TableService]
"""The service that the application serves."""
COOKIE = "realms-player"
"""The cookie that carries a player's secret, which proves all their seats."""
YEAR = 365 * 24 * 3600


def secret_of(request: AnyRequest) -> str | None:
    """The secret that a request carries, as a bearer token or else as a cookie."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.casefold() == "bearer":
        return token.strip() or None
    return player_of(request)


def player_of(request: AnyRequest) -> str | None:
    """The secret that a browser keeps."""
    return request.cookies.get(COOKIE)


def identity_of(request: AnyRequest) -> str | None:
    """The secret that somebody who sits down keeps: a browser's, or a token that is shown.

    A program that keeps cookies without meaning to gets another secret for every seat.
    """
    if "authorization" in request.headers or "sec-fetch-site" in request.headers:
        return secret_of(request)
    return None


def player_cookie(request: AnyRequest, secret: str) -> Cookie:
    """The cookie that proves a player's seats."""
    return cookie_for(request, COOKIE, secret, YEAR)


def cookie_for(request: AnyRequest, key: str, value: str, seconds: int) -> Cookie:
    """A cookie that is sent back only to us, and never shown to scripts."""
    return Cookie(
        key=key,
        value=value,
        path="/",
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
        max_age=seconds,
    )


def requested_seat(request: AnyRequest) -> int | None:
    """The seat that a request speaks for, where its secret proves several; None if not given."""
    query = request.query_params
    text = query.get("seat", "") or query.get("as", "")  # pages say it shorter
    return int(text) if text.isdecimal() and len(text) < 3 else None


async def require_seat(service: TableService, request: AnyRequest, table: str) -> int:
    """The caller's seat; refuses who has none."""
    cached = await service.load(table)
    seat = choose_seat(
        await service.held_seats(cached, secret_of(request)), requested_seat(request)
    )
    if seat is None:
        raise IllegalMove("table/not_yours")
    return seat


async def viewer_seat(service: TableService, request: AnyRequest, table: str) -> int | None:
    """The caller's seat, or None for a spectator where one may watch."""
    cached = await service.load(table)
    seat = choose_seat(
        await service.held_seats(cached, secret_of(request)), requested_seat(request)
    )
    if seat is None and not await may_look(service, request, cached):
        raise IllegalMove("table/not_yours")
    return seat


async def may_look(service: TableService, request: AnyRequest, cached: CachedTable) -> bool:
    """Whether somebody without a seat may look at a table.

    Where one deal is played at several tables, who has finished theirs may, at what is over.
    """
    table, secret = cached.table, secret_of(request)
    return (
        may_watch(cached)
        or await may_compare(service, table, secret)
        or await may_compare_days(service, table, secret)
    )


def may_watch(cached: CachedTable) -> bool:
    """Whether anybody may look: always before the deal, then where the table allows it."""
    return cached.table.terms.watched or cached.table.state is None


async def require_host(service: TableService, request: AnyRequest, table: str) -> int | None:
    """Somebody who holds a seat, present or away; anybody where nobody holds one."""
    cached = await service.load(table)
    if cached.table.seating.holders:
        return await require_seat(service, request, table)
    return await service.seat_of(table, secret_of(request), requested_seat(request))


def frame_response(
    service: TableService, cached: CachedTable, seat: int | None
) -> Response[TableSchema]:
    """The table as a seat sees it; its JSON is made once for all who see the same."""
    frame = cast("Any", service.frame(cached, seat))
    return Response(frame, media_type=MediaType.JSON)
