"""Taking a seat at a table, and going on to a rematch with those who sat there."""

from __future__ import annotations

import re
from typing import Any

from litestar import MediaType, Response, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from realms.kernel.errors import RealmsError
from realms.tables.following.rematch import follow_rematch
from realms.tables.names import checked_name, distinct_name
from realms.tables.service import TableService
from realms.tables.terms import refuse
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, player_cookie, player_of
from realms.web.pages.environment import is_partial
from realms.web.pages.links import secret_for
from realms.web.pages.opening.open_table import is_own_name, name_cookie
from realms.web.pages.table.acts import form_number
from realms.web.pages.table.answers import Answer, render_table
from realms.web.pages.table.viewers import viewer_of


@post("/tables/{table:str}/seats")
async def sit(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Sit down; a browser keeps one secret for all its seats."""
    fields = {name: str(value) for name, value in (await request.form()).items()}
    place = form_number(fields, "place") if fields.get("place") else None
    name, secret = fields.get("name", ""), secret_for(request)
    try:
        if not await holds_seat_as(service, table, secret, name):
            await service.sit(table, await free_name(service, table, name), place, secret)
    except RealmsError as error:
        cached = await service.load(table)
        viewer = await viewer_of(service, request, cached)
        extra = {"problem": error.sentence(viewer.language), "typed": fields}
        return await render_table(service, request, cached, viewer, 422, **extra)
    answer: Answer = Redirect(f"/tables/{table}", status_code=HTTP_303_SEE_OTHER)
    answer.set_cookie(player_cookie(request, secret))
    if is_own_name(name):
        answer.set_cookie(name_cookie(request, checked_name(name)))
    return answer


async def free_name(service: TableService, table: str, name: str) -> str:
    """A name as nobody at the table has it: two who are called the same are extra apart."""
    chairs = (await service.load(table)).table.chairs
    return distinct_name(checked_name(name), [chair.name for chair in chairs if chair.name])


async def holds_seat_as(service: TableService, table: str, secret: str, name: str) -> bool:
    """Whether somebody sits there under a name already: the answer that said so was lost."""
    held = await service.seats_of(table, secret)
    chairs, name = (await service.load(table)).table.chairs, " ".join(name.split())
    numbered = re.compile(rf"{re.escape(name)}( \d)?")
    return any(numbered.fullmatch(chairs[seat].name) for seat in held)


@post("/tables/{table:str}/rematch")
async def rematch(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """Another game for the same people, dealt as soon as all of them have come."""
    secret = player_of(request)
    if not secret or not await service.seats_of(table, secret):
        raise refuse("not_yours")
    to = f"/tables/{await follow_rematch(service, table, secret)}"
    if is_partial(request):
        return Response("", headers={"hx-redirect": to}, media_type=MediaType.HTML)
    return Redirect(to, status_code=HTTP_303_SEE_OTHER)


HANDLERS: list[Any] = [sit, rematch]
