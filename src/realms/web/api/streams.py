"""The stream of a table: the whole view now, and again after every change."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Literal

from litestar import Controller, get
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from realms.tables.caching.cached_table import CachedTable
from realms.tables.service import TableService
from realms.web import authentication
from realms.web.api.openapi import SEAT_OPTIONAL, error_responses, stream_responses
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, may_watch

HEARTBEAT = 15.0
"""Seconds after which a stream shows that it is alive, again and again."""
STREAM_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Nobody on the way may keep a stream or hold it back."""


class StreamController(Controller):
    """Streams of tables: a frame after every change."""

    path = "/tables"
    tags = ("play",)

    @get(
        "/{table:str}/stream",
        responses=stream_responses() | error_responses(400, 403, 404),
        security=SEAT_OPTIONAL,
    )
    async def stream(
        self,
        service: Service,
        request: AnyRequest,
        table: TableId,
        kind: Annotated[
            Literal["sse", "lines"],
            QueryParameter(name="as", description="Server-sent events, or a line of JSON each."),
        ] = "sse",
        last: Annotated[
            str | None,
            HeaderParameter(
                name="Last-Event-ID",
                max_length=64,
                description="Accepted; the whole view comes first anyway, so nothing is missed.",
            ),
        ] = None,
    ) -> Stream:
        """The table now and after every change, always whole, as the caller may see it."""
        seat = await authentication.viewer_seat(service, request, table)
        frames = permitted_frames(service, await service.load(table), seat)
        if kind == "lines":
            return Stream(
                encode_lines(frames), media_type="application/x-ndjson", headers=STREAM_HEADERS
            )
        return Stream(encode_events(frames), media_type="text/event-stream", headers=STREAM_HEADERS)


async def permitted_changes(
    service: TableService, cached: CachedTable, seat: int | None
) -> AsyncGenerator[bool]:
    """The changes of a table, for as long as the seat is the caller's: who leaves sees no more.

    True at once and after every change, False as a heartbeat.
    """
    proof = proof_of(cached, seat)
    async with aclosing(service.cache.changes(cached, seat, HEARTBEAT)) as changes:
        async for is_change in changes:
            if proof_of(cached, seat) != proof:
                return
            yield is_change


async def permitted_frames(
    service: TableService, cached: CachedTable, seat: int | None
) -> AsyncGenerator[bytes | None]:
    """The frames that a seat sees while it is the caller's; None as a heartbeat."""
    last = b""
    async with aclosing(permitted_changes(service, cached, seat)) as changes:
        async for is_change in changes:
            if not is_change:
                yield None
            elif (frame := service.frame(cached, seat)) != last:
                last = frame
                yield frame


def proof_of(cached: CachedTable, seat: int | None) -> str | bool:
    """What a stream goes on for: the secret of its seat, or for spectators that all may watch."""
    return may_watch(cached) if seat is None else cached.table.chairs[seat].secret


async def encode_lines(frames: AsyncGenerator[bytes | None]) -> AsyncGenerator[bytes]:
    """A frame a line; an empty line is a heartbeat."""
    async with aclosing(frames):
        async for frame in frames:
            yield (frame or b"") + b"\n"


async def encode_events(frames: AsyncGenerator[bytes | None]) -> AsyncGenerator[bytes]:
    """A frame an event, its id the `seq`; a comment is a heartbeat."""
    async with aclosing(frames):
        async for frame in frames:
            if frame is None:
                yield b": still here\n\n"
            else:
                yield b"id: %b\nevent: table\ndata: %b\n\n" % (seq_of(frame), frame)


def seq_of(frame: bytes) -> bytes:
    """Where the table is, read off a frame without reading all of it.

    >>> seq_of(b'{"id":"x","seq":12,"game":"chess"}')
    b'12'
    """
    start = frame.index(b'"seq":') + 6
    return frame[start : frame.index(b",", start)]
