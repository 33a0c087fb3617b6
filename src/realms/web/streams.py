"""The stream of a table: the whole view now, and again after every change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Literal

from litestar import Controller, get
from litestar.params import Parameter
from litestar.response import Stream

from realms.tables.house import House, Open
from realms.web import callers
from realms.web.callers import Asked, may_watch
from realms.web.documented import faults, streams
from realms.web.seats import TableId

BEAT = 15.0
"""Seconds of silence after which a stream shows that it is alive."""
LIVE = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Nobody on the way may keep a stream or hold it back."""


class Streams(Controller):
    """Tables, live."""

    path = "/tables"
    tags = ("play",)

    @get("/{table:str}/stream", responses=streams() | faults(400, 403, 404))
    async def stream(
        self,
        house: House,
        request: Asked,
        table: TableId,
        kind: Annotated[
            Literal["sse", "lines"],
            Parameter(query="as", description="Server-sent events, or a line of JSON each."),
        ] = "sse",
        last: Annotated[
            str | None,
            Parameter(
                header="Last-Event-ID",
                max_length=64,
                description="Accepted; the whole view comes first anyway, so nothing is missed.",
            ),
        ] = None,
    ) -> Stream:
        """The table now and after every change, always whole, as the caller may see it."""
        seat = await callers.eyes_asking(house, request, table)
        frames = permitted(house, await house.at_hand(table), seat)
        if kind == "lines":
            return Stream(as_lines(frames), media_type="application/x-ndjson", headers=LIVE)
        return Stream(as_events(frames), media_type="text/event-stream", headers=LIVE)


async def permitted(
    house: House, opened: Open, seat: int | None
) -> AsyncIterator[bytes | None]:
    """The frames of a seat, for as long as it is the caller's: who leaves sees no more."""
    chairs = opened.table.chairs
    proof = None if seat is None else chairs[seat].secret
    async with aclosing(house.frames(opened.table.id, seat, BEAT)) as frames:
        async for frame in frames:
            if not may_watch(opened) if seat is None else chairs[seat].secret != proof:
                return
            yield frame


async def as_lines(frames: AsyncIterator[bytes | None]) -> AsyncIterator[bytes]:
    """A frame a line; an empty line is a heartbeat."""
    async with aclosing(frames):
        async for frame in frames:
            yield (frame or b"") + b"\n"


async def as_events(frames: AsyncIterator[bytes | None]) -> AsyncIterator[bytes]:
    """A frame an event, its id the `seq`; a comment is a heartbeat."""
    async with aclosing(frames):
        async for frame in frames:
            if frame is None:
                yield b": still here\n\n"
            else:
                yield b"id: %b\nevent: table\ndata: %b\n\n" % (seq_of(frame), frame)


def seq_of(frame: bytes) -> bytes:
    """Where the table is, read off a frame without reading all of it.

    >>> seq_of(b'{"id":"x","seq":12,"game":"fantasy"}')
    b'12'
    """
    start = frame.index(b'"seq":') + 6
    return frame[start : frame.index(b",", start)]
