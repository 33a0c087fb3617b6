"""The page of a table: the room before the game, the board while it is played, its story."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from realms.tables.secrets import new_secret
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, player_cookie, player_of
from realms.web.pages.environment import render_aside
from realms.web.pages.table import acts, live, seats
from realms.web.pages.table.answers import Answer, render_table
from realms.web.pages.table.viewers import prepared_page, viewer_of

ACTS = ["moves", "start", "undo", "undo/answer", "proxy", "lines"]
ACTS += ["leave", "return", "bot", "cover", "seats", "rematch"]


@get("/tables/{table:str}")
async def show(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """The table, as its reader may see it."""
    cached = await service.load(table)
    viewer = await viewer_of(service, request, cached)
    answer = await render_table(service, request, cached, viewer)
    if cached.table.state is None and player_of(request) is None:
        # Before they sit down: a seat whose answer is lost on the way is theirs all the same.
        answer.set_cookie(player_cookie(request, new_secret()))
    return answer


@get("/tables/{table:str}/story")
async def story(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """The whole log of a table."""
    cached = await service.load(table)
    viewer = await viewer_of(service, request, cached)
    page = await prepared_page(service, request, cached, viewer)
    return await render_aside(request, "table/story.html", page=page, slim=True)


@get([f"/tables/{{table:str}}/{act}" for act in ACTS])
async def reload_after(request: AnyRequest, table: TableId) -> Answer:
    """The table itself, for who loads again the address that an act was sent to."""
    query = f"?{request.url.query}" if request.url.query else ""
    return Redirect(f"/tables/{table}{query}", status_code=HTTP_303_SEE_OTHER)


HANDLERS: list[Any] = [reload_after, show, *live.HANDLERS, story, *acts.HANDLERS, *seats.HANDLERS]
