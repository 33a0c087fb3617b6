"""How a review is shown to others: its address, or a copy of the record that everybody may see."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Response, post
from litestar.response import Redirect
from msgspec import Struct

from realms.kernel.errors import IllegalMove
from realms.kernel.notation import write
from realms.tables.caching.cached_table import CachedTable
from realms.tables.results.daily import day_of
from realms.tables.service import TableService
from realms.tables.terms import refuse
from realms.web.admission.executor import executor_of
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, may_watch
from realms.web.pages.opening.routes import form_fields
from realms.web.pages.replay.record_quota import Quota
from realms.web.pages.replay.routes import clients_of
from realms.web.pages.replay.sources import replay_of_finished, replay_of_stored
from realms.web.pages.review.address import address_of
from realms.web.pages.table.viewers import viewer_of


class Sharing(Struct, frozen=True):
    """How others come to a review."""

    has_link: bool
    """Whether its own address leads them there …"""
    note: str = ""
    """… and whom it does: `day`, `room`, or empty for everybody."""
    asks: str = ""
    """Where a copy that everybody may see can be asked for."""


OPEN = Sharing(has_link=True)
"""A review that everybody may see."""


async def sharing_of(service: TableService, cached: CachedTable, seat: int | None) -> Sharing:
    """How a finished table can be shown to others by who looks at it, from a seat or without."""
    terms = cached.table.terms
    if may_watch(cached):
        return OPEN
    if terms.day:
        is_today = terms.day >= day_of(service.clock())
        return Sharing(has_link=True, note="day" if is_today else "")
    if terms.room:
        return Sharing(has_link=True, note="room")
    asks = f"/tables/{cached.table.id}/review/share" if seat is not None else ""
    return Sharing(has_link=False, note="" if asks else "closed", asks=asks)


@post("/tables/{table:str}/review/share")
async def share(
    service: Service, quota: Quota, request: AnyRequest, table: TableId
) -> Response[Any]:
    """Keep the record of one's finished game where everybody may see it, and go to its review."""
    cached = await service.load(table)
    viewer = await viewer_of(service, request, cached)
    replay = replay_of_finished(cached)
    sharing = await sharing_of(service, cached, viewer.seat if viewer.held else None)
    if not sharing.asks:
        raise IllegalMove("table/not_yours") if not viewer.held else refuse("not_shared")
    record = await _copy_of(service, request, quota, cached)
    fields = form_fields(await request.form())
    seat, at = fields.get("seat", ""), fields.get("at", "")
    there = await replay_of_stored(service, request, record)
    number = int(at) if at.isdecimal() and len(at) < 7 else None
    known = seat if seat.isdecimal() and int(seat) < len(replay.names) else ""
    return Redirect(str(address_of(there, seat=known, at=number)), status_code=303)


async def _copy_of(
    service: TableService, request: AnyRequest, quota: Quota, cached: CachedTable
) -> str:
    """The copy of a finished table's record that everybody may see; made once."""
    place = "shared copy"
    known: str | None = cached.answers.find(place)
    if known is not None:
        return known
    replay = replay_of_finished(cached)
    text = await executor_of(request).run(request.scope, partial(write, replay.game, replay.record))
    clients, size = clients_of(request), len(text.encode())
    if quota is not None:
        quota.check(clients, size)
    record = await service.store_record(text)
    if quota is not None:
        quota.count(clients, size)
    cached.answers[place] = record
    return record
