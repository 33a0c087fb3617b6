"""Hints: what the strongest bot would do, thinking about what one's seat may know, and why."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from realms.analysis import ADVISER, promise_of
from realms.kernel.errors import IllegalMove
from realms.kernel.presentation import Reader, move_text
from realms.tables.worker import BotRequest, MoveAdvice
from realms.tables.worker_pool import WorkerPool
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service
from realms.web.game_parts import traits_of
from realms.web.pages.environment import is_partial, page
from realms.web.pages.table.table_page import Look
from realms.web.pages.table.viewers import eyes_of, look_at

Workers = NamedDependency[WorkerPool]


class Hint(Struct, frozen=True):
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
    service: Service, workers: Workers, request: AnyRequest, table: TableId
) -> Response[Any]:
    """What a bot would do in one's place."""
    eyes = await eyes_of(service, request, table)
    opened = await service.load(table)
    now, seat = opened.table, eyes.seat
    if seat is None or now.state is None or seat not in now.awaiting:
        raise IllegalMove("table/not_yours")
    look = look_at(service, opened, eyes)
    seed = f"hint {now.id} {now.seq_for(seat)}"  # nothing that the seat does not know
    snapshot = now.game.snapshot(now.game.redeal(now.state, seat, seed))
    asked = BotRequest(now.game.name, snapshot, seat, ADVISER, seed, eyes.language)
    answer = await workers.answer(asked)
    hints = [told(one, look, seat, now.game.move_type) for one in answer.advice]
    template = "table/hint.html" if is_partial(request) else "table/hint_page.html"
    return page(request, template, look=look, hints=hints, slim=True)


def told(advised: MoveAdvice, look: Look, seat: int, kind: Any) -> Hint:
    """A piece of advice in words."""
    move, promise = msgspec.convert(advised.move, kind), promise_of(advised, seat)
    has_form = advised.move["type"] in traits_of(look.seen.game).moves_with_forms
    return Hint(
        move=move_text(move, reader_of(look)),
        wins=promise.wins,
        error=promise.error,
        score=promise.score,
        reasons=advised.reasons,
        does="" if has_form else msgspec.json.encode(move).decode(),
    )


def reader_of(look: Look) -> Reader:
    """Who looks at a table, as a reader of moves."""
    seen = look.seen
    return Reader(seen.game, seen.options, seen.view, look.names, look.language)


HANDLERS: list[Any] = [hint]
