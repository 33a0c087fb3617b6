"""The request that is made most, a move by a program: answered without the framework.

It is taken from the connection as soon as it is whole, and its answer is written when the
move is on disk; no task waits for it meanwhile. Only what is plainly right is answered here.
Everything else, refusals included, goes on to the framework, and is told there as the
document says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from realms.kernel.errors import RealmsError
from realms.tables import entries
from realms.tables.cache import CachedTable
from realms.tables.service import TableService
from realms.web.schemas import MoveRequest
from realms.web.security import with_security_headers

PATH = re.compile(r"/api/tables/([\w-]{1,32})/moves")
ROUTE = "/api/tables/{table}/moves"
LONGEST = 4096
"""A longer body is read by the framework, which knows what to refuse."""
KIND = (b"content-type", b"application/json")
HEADS = {
    scheme: b"HTTP/1.1 200 OK\r\n"
    + b"".join(b"%b: %b\r\n" % told for told in with_security_headers([KIND], scheme == "https"))
    for scheme in ("http", "https")
}
"""How an answer begins, by how it was asked for."""
ASKED = "realms.asked"
"""Where a request keeps the table and the secret that it names."""

Answered = Callable[[bytes | None], None]


class Quick:
    """Moves of programs."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._decoder = msgspec.json.Decoder(MoveRequest)

    def wants(self, scope: Any) -> bool:
        """Whether a request looks like a move of a program."""
        if scope["method"] != "POST" or scope["query_string"]:
            return False
        found = PATH.fullmatch(scope["path"])
        if found is None:
            return False
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"")
        kind, _, secret = headers.get(b"authorization", b"").partition(b" ")
        if not length.isdigit() or int(length[:9]) > LONGEST or kind.lower() != b"bearer":
            return False
        scope[ASKED] = found[1], secret.strip().decode("latin-1")
        return True

    def take(self, scope: Any, body: bytes, answered: Answered) -> None:
        """Make a move; `answered` gets the table after it, None where it is not plainly right."""
        table, secret = scope[ASKED]
        try:
            data = self._decoder.decode(body)
            seat = self.service.cached_seat(table, secret)
            if seat is None:
                answered(None)
                return
            key = None if data.key is None else f"{seat}:{data.key}"
            moved = entries.MoveMade(seat, data.move)

            def made(cached: CachedTable | None) -> None:
                answered(None if cached is None else self.service.frame(cached, seat))

            taken = self.service.writer.write_soon(table, moved, data.seq, key, made)
        except (msgspec.MsgspecError, RealmsError, RecursionError, UnicodeError):
            taken = False
        if not taken:
            answered(None)


def head_of(scope: Any, frame: bytes) -> bytes:
    """The status line and the headers of an answer."""
    scope["path_template"], scope["path_params"] = ROUTE, {"table": scope[ASKED][0]}
    return b"%bcontent-length: %d\r\n" % (HEADS[scope["scheme"]], len(frame))
