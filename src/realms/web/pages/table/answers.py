"""What a table answers with: its whole page, its inside, the curtain, or why not."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response
from litestar.response import Redirect
from litestar.status_codes import HTTP_204_NO_CONTENT, HTTP_303_SEE_OTHER
from markupsafe import Markup, escape

from realms.kernel.errors import RealmsError
from realms.tables.caching.cached_table import CachedTable
from realms.tables.service import TableService
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest, player_of
from realms.web.game_lookup import board_of
from realms.web.game_parts import ExplainsRefusals
from realms.web.pages.environment import (
    PAGE_HEADERS,
    html_response,
    is_partial,
    render_aside,
    render_page,
)
from realms.web.pages.error_page import refusal_shown
from realms.web.pages.links import site_of
from realms.web.pages.share import picture as share
from realms.web.pages.table.viewers import PageViewer, mark_of, prepared_page, render_body

Answer = Response[Any]
STREAM_HEADER = "realms-stream"
"""The header of a page that hears of every change by its stream."""


async def render_table(
    service: TableService,
    request: AnyRequest,
    cached: CachedTable,
    viewer: PageViewer,
    status: int = 200,
    **extra: Any,
) -> Answer:
    """A table's page; `extra` are fields of it that only this answer shows, such as a refusal."""
    if needs_curtain(cached, viewer):
        return render_curtain(request, cached, viewer)
    page = await prepared_page(service, request, cached, viewer, **extra)
    mark = mark_of(cached, viewer)
    is_kept = not extra and not cached.table.time.banks  # a clock goes on, whatever is kept
    place = (viewer, mark, page.absent)
    kept: str | None = cached.pages.find(place) if is_kept else None
    inside = kept or await render_body(service, request, cached, page)
    if is_kept:
        cached.pages[place] = inside
    return await render_aside(
        request,
        "table/page.html",
        status=status,
        slim=page.table.view is not None,
        page=page,
        inside=inside,
        mark=mark,
        title=cached.table.game.title,
        site=site_of(request),
        result=share.headline(page) if page.table.outcome else "",
    )


def needs_curtain(cached: CachedTable, viewer: PageViewer) -> bool:
    """Whether a device that is passed around hides what the last one saw."""
    return viewer.is_shared and viewer.seat is None and cached.table.status == "playing"


def render_curtain(request: AnyRequest, cached: CachedTable, viewer: PageViewer) -> Answer:
    """Pass the device to whoever is to decide next."""
    awaited = [seat for seat in viewer.held if seat in cached.table.awaiting]
    names = cached.table.names
    people = [(seat, names[seat], seat in awaited) for seat in viewer.held]
    waiting = [names[seat] for seat in cached.table.awaiting]
    return render_page(
        request,
        "table/curtain.html",
        table=cached.table.id,
        people=people,
        to=awaited[0] if awaited else None,
        names=names,
        waiting=waiting,
        slim=True,
    )


async def render_after(
    service: TableService,
    request: AnyRequest,
    cached: CachedTable,
    viewer: PageViewer,
    status: int = 200,
    extra: dict[str, Any] | None = None,
) -> Answer:
    """The table after an act: its inside for a page that is there, else the page anew."""
    playing, awaiting = cached.table.status == "playing", cached.table.awaiting
    others = playing and viewer.is_shared and viewer.seat not in awaiting
    held = await service.held_seats(cached, player_of(request))
    mine = viewer.is_shared and viewer.seat is not None and not others
    here = f"/tables/{cached.table.id}"
    to = f"{here}?as={viewer.seat}" if mine else here
    if viewer.seat is not None and viewer.seat not in held:  # they left
        to, others = here, True
    if others and not extra:
        if is_partial(request):
            return Response("", headers={"hx-redirect": to}, media_type=MediaType.HTML)
        return Redirect(to, status_code=HTTP_303_SEE_OTHER)
    if is_partial(request):
        if not extra and request.headers.get(STREAM_HEADER):  # which brings what changed
            return Response("", status_code=HTTP_204_NO_CONTENT, headers=PAGE_HEADERS)
        page = await prepared_page(service, request, cached, viewer, **extra or {})
        inside = await render_body(service, request, cached, page)
        return await executor_of(request).run(request.scope, html_response, request, inside, status)
    if extra:
        return await render_table(service, request, cached, viewer, status, **extra)
    return Redirect(to, status_code=HTTP_303_SEE_OTHER)


async def explain(
    service: TableService,
    request: AnyRequest,
    cached: CachedTable,
    viewer: PageViewer,
    error: RealmsError,
    fields: dict[str, str],
) -> Markup:
    """Why a form was refused: what is missing where its board can tell, else the rule."""
    board = board_of(cached.table.game.name)
    if isinstance(board, ExplainsRefusals) and cached.table.state is not None:
        page = await prepared_page(service, request, cached, viewer, typed=fields)
        missing = board.refusal(error, page)
        if missing:
            return escape(missing)
    return refusal_shown(error, viewer.language)
