"""`POST /api/tables/ID/moves`: the request that is made most, as a plain ASGI application.

It passes the middleware like every other request. Behind it the framework would take longer
than the move: to find the route, to make a request and a response, to inject and to check
what this route needs in a few lines. It is documented beside the other routes of play.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec
from litestar import Request
from msgspec import Raw

from realms.kernel.errors import IllegalMove, RealmsError
from realms.tables.caching.cached_table import CachedTable
from realms.tables.entries import MoveMade
from realms.tables.seating import choose_seat
from realms.tables.service import TableService
from realms.tables.thinking.presence import Presence
from realms.tables.writer import Stale
from realms.web.api.play import stale_body
from realms.web.api.schemas import MoveRequest
from realms.web.authentication import AnyRequest, requested_seat, secret_of
from realms.web.errors import (
    refusal_body,
    scope_language,
    status_body,
    unexpected_body,
)
from realms.web.security import JSON, LARGEST_BODY, client_of, header, headers_of

PATH = re.compile(r"/api/tables/([^/]{1,64})/moves")
ROUTE = "/api/tables/{table}/moves"

Answer = tuple[int, bytes]
"""A status, and a body of JSON."""
encode = msgspec.json.Encoder().encode


class RawMoveRequest(MoveRequest, frozen=True):
    """The body of a request, its move left as JSON for the game to read."""

    move: Raw  # type: ignore[assignment]


class TooLarge(Exception):
    """The body of a request is larger than allowed."""


class MoveEndpoint:
    """The application behind `POST /api/tables/ID/moves`."""

    def __init__(self, service: TableService, presence: Presence) -> None:
        self.service, self.presence = service, presence
        self._decoder = msgspec.json.Decoder(RawMoveRequest)

    def route(self, scope: Any) -> bool:
        """Whether a request is a move; if so, note its route in its scope."""
        table = table_of_move(scope["path"]) if scope["method"] == "POST" else ""
        if not table:
            return False
        scope["path_template"], scope["path_params"] = ROUTE, {"table": table}
        return True

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Make the move of a request that `route` has accepted, and answer."""
        try:
            status, body = await self._answer(scope, receive)
        except Exception as error:  # whatever it is, the caller learns nothing of its inside
            status, body = 500, encode(unexpected_body(error, scope_language(scope)))
        headers = [JSON, (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, scope: Any, receive: Any) -> Answer:
        try:
            return await self._play(scope, await read_body(receive))
        except RealmsError as error:
            status, refusal = refusal_body(error, scope_language(scope))
            return status, encode(refusal)
        except TooLarge:
            return 413, encode(status_body(413, scope_language(scope)))
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            return 400, encode(status_body(400, scope_language(scope)))

    async def _play(self, scope: Any, body: bytes) -> Answer:
        """Make a move; who was behind is answered with the table as it is now."""
        data = self._decoder.decode(body)
        if not bytes(data.move).startswith(b"{"):
            raise msgspec.ValidationError("a move is an object")
        table = scope["path_params"]["table"]
        cached = self.service.cache.find(table) or await self.service.load(table)
        self.presence.touch(table, client_of(scope))
        seat = await self._seat(scope, cached)
        key = None if data.key is None else f"{seat}:{data.key}"
        try:
            await self.service.writer.write_to(cached, MoveMade(seat, data.move), data.seq, key)
        except Stale as stale:
            frame = self.service.frame(cached, seat)
            return 409, encode(stale_body(stale, frame, scope_language(scope)))
        return 200, self.service.frame(cached, seat)

    async def _seat(self, scope: Any, cached: CachedTable) -> int:
        """The caller's seat; refuses who has none."""
        kind, _, token = header(headers_of(scope), b"authorization").partition(" ")
        if kind.casefold() == "bearer" and not scope["query_string"]:
            secret, wanted = token.strip() or None, None
        else:
            request: AnyRequest = Request(scope)
            secret, wanted = secret_of(request), requested_seat(request)
        held = cached.table.seating.proven_by(secret) if secret else ()
        if not held:
            held = await self.service.held_seats(cached, secret)
        seat = choose_seat(held, wanted)
        if seat is None:
            raise IllegalMove("table/not_yours")
        return seat


@lru_cache(1024)
def table_of_move(path: str) -> str:
    """The table to whose moves a normal address belongs; empty for other addresses.

    >>> table_of_move("/api/tables/x1/moves"), table_of_move("/api/tables/x1")
    ('x1', '')
    """
    found = PATH.fullmatch(path)
    return found[1] if found else ""


async def read_body(receive: Any) -> bytes:
    """The body of a request; raises `TooLarge` where it does not end in time."""
    message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            raise TooLarge
    return body
