"""`/tables/{table}/picture.png`: the result of a finished game as a picture."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException

from realms.kernel.errors import IllegalMove
from realms.web.admission.executor import executor_of
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, may_watch
from realms.web.errors import language_of
from realms.web.pages.share.picture import result_svg
from realms.web.pages.share.picture_queue import PictureQueue
from realms.web.pages.table.viewers import PageViewer, prepared_page

QUEUE = "pictures"
"""Where the state of an application keeps its queue."""
KEPT = "public, max-age=86400"
"""A result stays as it is."""


@get("/tables/{table:str}/picture.png")
async def picture(service: Service, request: AnyRequest, table: TableId) -> Response[bytes]:
    """The result as a picture, for whoever has the link; nothing before the game is over."""
    cached = await service.load(table)
    if cached.table.outcome is None:
        raise NotFoundException
    if not may_watch(cached):
        raise IllegalMove("table/not_yours")
    language = language_of(request)
    place = ("picture", language, tuple(cached.table.names))
    drawn: bytes | None = cached.answers.find(place)
    if drawn is None:
        spectator = PageViewer(None, (), language)
        page = await prepared_page(service, request, cached, spectator)
        title = cached.table.game.title
        svg = await executor_of(request).run(request.scope, result_svg, page, title)
        drawn = cached.answers[place] = await _queue(request).draw(request.scope, svg)
    headers = {"cache-control": KEPT, "cross-origin-resource-policy": "cross-origin"}
    return Response(drawn, media_type="image/png", headers=headers)


def _queue(request: AnyRequest) -> PictureQueue:
    state = request.app.state
    if QUEUE not in state:
        state[QUEUE] = PictureQueue()
    queue: PictureQueue = state[QUEUE]
    return queue


HANDLERS: list[Any] = [picture]
