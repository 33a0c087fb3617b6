"""Who is asking: the seat that a request proves, or a spectator."""

from __future__ import annotations

from typing import Any, cast

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from realms.kernel.errors import IllegalMove
from realms.tables.at_hand import Open
from realms.tables.house import House
from realms.web.shapes import TableShown

Asked = Request[Any, Any, Any]
Ours = NamedDependency[House]
"""The house that the application serves."""
COOKIE = "realms-player"
"""The cookie that carries a player's secret, which proves all their seats."""
YEAR = 365 * 24 * 3600


def secret_of(request: Asked) -> str | None:
    """The secret that a request carries, as a bearer token or else as a cookie."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.casefold() == "bearer":
        return token.strip() or None
    return player_of(request)


def player_of(request: Asked) -> str | None:
    """The secret that a browser keeps."""
    return request.cookies.get(COOKIE)


def identity_of(request: Asked) -> str | None:
    """The secret that somebody who sits down keeps: a browser's, or a token that is shown.

    A program that keeps cookies without meaning to gets another secret for every seat.
    """
    if "authorization" in request.headers or "sec-fetch-site" in request.headers:
        return secret_of(request)
    return None


def player_cookie(request: Asked, secret: str) -> Cookie:
    """The cookie that proves a player's seats; sent back only to us, never shown to scripts."""
    return Cookie(
        key=COOKIE,
        value=secret,
        path="/",
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
        max_age=YEAR,
    )


def seat_wanted(request: Asked) -> int | None:
    """The seat that a request speaks for, where its secret proves several; None if not told."""
    asked = request.query_params
    told = asked.get("seat", "") or asked.get("as", "")  # pages say it shorter
    return int(told) if told.isdecimal() and len(told) < 3 else None


async def seat_asking(house: House, request: Asked, table: str) -> int:
    """The caller's seat; refuses who has none."""
    seat = await house.seat_of(table, secret_of(request), seat_wanted(request))
    if seat is None:
        await house.at_hand(table)  # an unknown table is told as such
        raise IllegalMove("table/not_yours")
    return seat


async def eyes_asking(house: House, request: Asked, table: str) -> int | None:
    """The caller's seat, or None for a spectator where one may watch."""
    seat = await house.seat_of(table, secret_of(request), seat_wanted(request))
    opened = await house.at_hand(table)
    if seat is None and not may_watch(opened):
        raise IllegalMove("table/not_yours")
    return seat


def may_watch(opened: Open) -> bool:
    """Whether anybody may look: always before the deal, then where the table allows it."""
    return opened.table.terms.watched or opened.table.state is None


async def host_asking(house: House, request: Asked, table: str) -> int | None:
    """A person at the table, or anybody where none sits."""
    opened = await house.at_hand(table)
    if any(chair.is_person for chair in opened.table.chairs):
        return await seat_asking(house, request, table)
    return await house.seat_of(table, secret_of(request), seat_wanted(request))


def shown(house: House, opened: Open, seat: int | None) -> Response[TableShown]:
    """The table as a seat sees it; its JSON is made once for all who see the same."""
    frame = cast("Any", house.frame(opened, seat))
    return Response(frame, media_type=MediaType.JSON)
