"""The page of a table, live: its inside now and after every change.

A page that can is sent what changed since the last time (`page_delta`), as JSON; any other gets
the inside whole.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from functools import partial
from itertools import accumulate
from typing import Any

import msgspec
from litestar import get
from litestar.response import Stream

from realms.tables.caching.cached_table import CachedTable
from realms.tables.service import TableService
from realms.web.admission.cost import take_turn
from realms.web.admission.executor import executor_of
from realms.web.api.seats import TableId
from realms.web.api.streams import STREAM_HEADERS, permitted_changes, proof_of
from realms.web.authentication import AnyRequest, Service
from realms.web.pages.compression import GzipWriter, reads_gzip, sections
from realms.web.pages.page_delta import page_delta, piece_count
from realms.web.pages.table.viewers import (
    PageViewer,
    mark_of,
    prepare_page,
    render_body,
    table_page,
    viewer_of,
)

Parts = tuple[bytes, ...]
"""An event in parts that are compressed apart: every second one holds what people wrote."""
BEAT: Parts = (b": still here\n\n",)
"""Shows that the stream is alive."""


@get("/tables/{table:str}/live")
async def live(service: Service, request: AnyRequest, table: TableId) -> Stream:
    """The inside of the page, now and after every change."""
    cached = await service.load(table)
    viewer = await viewer_of(service, request, cached)
    known = request.headers.get("last-event-id") or str(request.query_params.get("known", ""))
    takes_deltas = request.query_params.get("send") == "changes"
    events = page_events(service, request, cached, viewer, known, takes_deltas=takes_deltas)
    headers = {**STREAM_HEADERS, "vary": "accept-encoding"}
    if reads_gzip(request):
        headers["content-encoding"] = "gzip"
    sent = packed(events) if reads_gzip(request) else joined(events)
    return Stream(sent, media_type="text/event-stream", headers=headers)


async def joined(events: AsyncGenerator[Parts]) -> AsyncGenerator[bytes]:
    """The events one after the other, not compressed."""
    async with aclosing(events):
        async for parts in events:
            yield b"".join(parts)


async def packed(events: AsyncGenerator[Parts]) -> AsyncGenerator[bytes]:
    """Events, compressed, each to be read as soon as it is there."""
    writer = GzipWriter()
    async with aclosing(events):
        async for parts in events:
            yield writer.add(parts)
    yield writer.end()


async def page_events(
    service: TableService,
    request: AnyRequest,
    cached: CachedTable,
    viewer: PageViewer,
    known: str,
    *,
    takes_deltas: bool = False,
) -> AsyncGenerator[Parts]:
    """The inside of a page as server-sent events; what the page shows already is not sent."""
    is_first, proof, last = True, proof_of(cached, viewer.seat), ""
    async with aclosing(permitted_changes(service, cached, viewer.seat)) as changes:
        async for is_change in changes:
            mark = mark_of(cached, viewer)
            if not is_change or mark == known:
                if is_first or not is_change:
                    yield BEAT
                is_first = False
                continue
            known, is_first = mark, False
            await take_turn(request.scope)
            await prepare_page(request, cached, viewer.seat, viewer.language)
            if proof_of(cached, viewer.seat) != proof:
                return  # whoever left meanwhile sees no more
            inside = await render_inside(service, request, cached, viewer)
            if not takes_deltas:
                yield whole_event(mark, inside)
                continue
            place = ("change", viewer, hash(last), hash(inside))
            encode = partial(change_event, mark, last, inside)
            yield await executor_of(request).run_once(request.scope, cached.pages, place, encode)
            last = inside


async def render_inside(
    service: TableService, request: AnyRequest, cached: CachedTable, viewer: PageViewer
) -> str:
    """The inside of a page, made once for all who see the same."""
    page = table_page(service, cached, viewer)
    place = (viewer, mark_of(cached, viewer), page.absent)
    text: str | None = cached.pages.find(place)
    if text is None:
        text = cached.pages[place] = await render_body(service, request, cached, page)
    return text


def whole_event(mark: str, inside: str) -> Parts:
    """The inside as it is, a line of data for each of its lines."""
    parts = (part.replace("\n", "\ndata: ").encode() for part in sections(inside))
    first, *others = parts
    return (b"id: %b\ndata: %b" % (mark.encode(), first), *others, b"\n\n")


def change_event(mark: str, last: str, inside: str) -> Parts:
    """What changed since the last time; all of it where there was none."""
    deltas = (msgspec.json.encode([0, 0, *delta])[4:-1] for delta in section_deltas(last, inside))
    return (b"id: %b\ndata: [0,0" % mark.encode(), *deltas, b"]\n\n")


def section_deltas(last: str, inside: str) -> Iterable[list[Any]]:
    """What each section is made of, by the pieces of the last text, counted through."""
    old, new = sections(last), sections(inside)
    if len(old) != len(new):
        return ([part] if part else [] for part in new)
    starts = accumulate(map(piece_count, old), initial=0)
    return (page_delta(*pair) for pair in zip(old, new, starts, strict=False))


HANDLERS: list[Any] = [live]
