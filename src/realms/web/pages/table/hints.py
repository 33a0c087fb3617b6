"""Hints: what the strongest bot would do, thinking about what one's seat may know, and why."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from msgspec import Struct

from realms.analysis import ADVISER, promise_of
from realms.kernel.errors import IllegalMove
from realms.kernel.presentation.texts import Reader, move_text
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.worker import BotAnswer, BotRequest, MoveAdvice
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service
from realms.web.game_lookup import decision_idea, traits_of
from realms.web.pages.environment import is_partial, render_page
from realms.web.pages.table.newcomers import is_new_to
from realms.web.pages.table.table_page import TablePage
from realms.web.pages.table.viewers import prepared_page, viewer_of
from realms.web.security import client_of

Queue = NamedDependency[ThinkingQueue]


class MoveHint(Struct, frozen=True):
    """A move in words, what it promises its seat, and why."""

    move: str
    wins: int | None
    """The chance to win, in percent."""
    error: int
    """How far off that may be, in percent."""
    score: int | None
    reasons: tuple[str, ...]
    does: str = ""
    """What a button that makes the move carries; empty where the move has its own form."""


@get("/tables/{table:str}/hint")
async def hint(
    service: Service, queue: Queue, request: AnyRequest, table: TableId
) -> Response[Any]:
    """What a bot would do in one's place."""
    queue.check_quota(client_of(request.scope))
    opened = await service.load(table)
    viewer = await viewer_of(service, request, opened)
    now, seat = opened.table, viewer.seat
    if now.terms.room:
        raise IllegalMove("table/no_hints_room")
    if now.terms.day:
        raise IllegalMove("table/no_hints")
    if seat is None or now.state is None or seat not in now.awaiting:
        raise IllegalMove("table/not_yours")
    page = await prepared_page(service, request, opened, viewer)
    seed = f"hint {now.id} {now.seq_for(seat)}"  # nothing that the seat does not know
    snapshot = now.game.snapshot(now.game.redeal(now.state, seat, seed))
    asked = BotRequest(now.game.name, snapshot, seat, ADVISER, seed, viewer.language)
    answer = await answer_while_awaited(queue, request, now.id, asked)
    hints = [hint_of(one, page, seat, now.game.move_type) for one in answer.advice]
    template = "table/hint.html" if is_partial(request) else "table/hint_page.html"
    idea = ""
    if await is_new_to(service, request, now.game.name):
        idea = decision_idea(now.game.name, page.table.view, viewer.language)
    return render_page(request, template, page=page, hints=hints, idea=idea, slim=True)


async def answer_while_awaited(
    queue: ThinkingQueue, request: AnyRequest, table: str, asked: BotRequest
) -> BotAnswer:
    """A hint, for as long as somebody waits for it; who goes away gives up their place."""
    thinking = asyncio.ensure_future(queue.hint(table, client_of(request.scope), asked))
    leaving = asyncio.ensure_future(wait_until_gone(request))
    try:
        await asyncio.wait([thinking, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not thinking.done():
            raise HTTPException(status_code=400)  # which nobody reads
        return thinking.result()
    finally:
        for task in (thinking, leaving):
            task.cancel()


async def wait_until_gone(request: AnyRequest) -> None:
    """Wait until the client of a request has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def hint_of(advised: MoveAdvice, page: TablePage, seat: int, kind: Any) -> MoveHint:
    """A piece of advice in words."""
    move, promise = msgspec.convert(advised.move, kind), promise_of(advised, seat)
    has_form = advised.move["type"] in traits_of(page.table.game).moves_with_forms
    return MoveHint(
        move=move_text(move, reader_of(page)),
        wins=promise.wins,
        error=promise.error,
        score=promise.score,
        reasons=advised.reasons,
        does="" if has_form else msgspec.json.encode(move).decode(),
    )


def reader_of(page: TablePage) -> Reader:
    """Who looks at a table, as a reader of moves."""
    seen = page.table
    return Reader(seen.game, seen.options, seen.view, page.names, page.language)


HANDLERS: list[Any] = [hint]
