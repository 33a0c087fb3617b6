"""The request that is made most, a move by a program: answered without the framework.

Only what is plainly right is answered here. Everything else, refusals included, goes on to
the framework with its body put back, and is told there as the document says.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from realms.kernel.errors import RealmsError
from realms.tables import entries as act
from realms.tables.house import House
from realms.web.guards import header
from realms.web.shapes import Played

PATH = re.compile(r"/api/tables/([\w-]{1,32})/moves")
ROUTE = "/api/tables/{table}/moves"
LONGEST = 4096
"""A longer body is read by the framework, which knows what to refuse."""
HEAD = (b"content-type", b"application/json")


class Quick:
    """Moves of programs; all else goes on."""

    def __init__(self, house: House, further: Callable[..., Awaitable[None]]) -> None:
        self.house, self.further = house, further
        self._decoder = msgspec.json.Decoder(Played)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A request behind the gate."""
        found = PATH.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None:
            await self.further(scope, receive, send)
            return
        length, bearer = header(scope["headers"], b"content-length"), self._bearer(scope)
        if (
            not bearer
            or scope["query_string"]
            or not length.isdecimal()
            or int(length[:9]) > LONGEST
        ):
            await self.further(scope, receive, send)
            return
        first = await receive()
        frame = None if first.get("more_body") else await self._played(found[1], bearer, first)
        if frame is None:
            await self.further(scope, _again(first, receive), send)
            return
        scope["path_template"], scope["path_params"] = ROUTE, {"table": found[1]}
        head = [HEAD, (b"content-length", b"%d" % len(frame))]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": frame})

    def _bearer(self, scope: Any) -> str:
        kind, _, secret = header(scope["headers"], b"authorization").partition(" ")
        return secret.strip() if kind.casefold() == "bearer" else ""

    async def _played(self, table: str, secret: str, message: Any) -> bytes | None:
        """The table after the move, as its seat sees it; None where it is not plainly right."""
        try:
            data = self._decoder.decode(message.get("body", b""))
            seat = await self.house.seat_of(table, secret)
            if seat is None:
                return None
            key = None if data.key is None else f"{seat}:{data.key}"
            opened = await self.house.write(table, act.Moved(seat, data.move), data.seq, key)
        except (msgspec.MsgspecError, RealmsError, RecursionError, UnicodeDecodeError):
            return None
        return self.house.frame(opened, seat)


def _again(first: Any, receive: Any) -> Any:
    """A way to receive that begins with a message which was taken already."""
    messages = [first]

    async def received() -> Any:
        return messages.pop() if messages else await receive()

    return received
