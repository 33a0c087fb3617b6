"""ExportController of a game: its record, its score sheets, its export."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Controller, MediaType, get

from realms.kernel.game import Game
from realms.kernel.notation import write
from realms.kernel.record import Record, exported, redacted
from realms.tables.terms import refuse
from realms.web import authentication
from realms.web.admission.executor import executor_of
from realms.web.api.openapi import SEAT_OPTIONAL, error_responses
from realms.web.api.schemas import GameExport
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service
from realms.web.game_lookup import traits_of


class ExportController(Controller):
    """The record of a game, as notation and as JSON."""

    path = "/tables"
    tags = ("papers",)

    @get(
        "/{table:str}/record",
        media_type=MediaType.TEXT,
        responses=error_responses(403, 404, 422),
        security=SEAT_OPTIONAL,
    )
    async def record(self, service: Service, request: AnyRequest, table: TableId) -> str:
        """The record as text: whole when the game is over, else as the caller may know it."""
        seat = await authentication.viewer_seat(service, request, table)
        cached = await service.load(table)
        now = cached.table
        if now.state is None:
            raise refuse("not_started")
        text: str = await executor_of(request).run_once(
            request.scope,
            cached.answers,
            ("record", seat, now.seq_for(seat)),
            partial(written_record, now.game, now.record(), seat),
        )
        return text

    @get("/{table:str}/export", responses=error_responses(403, 404, 422), security=SEAT_OPTIONAL)
    async def export(self, service: Service, request: AnyRequest, table: TableId) -> GameExport:
        """A finished game as data for other programs."""
        await authentication.viewer_seat(service, request, table)
        cached = await service.load(table)
        now = cached.table
        if now.outcome is None:
            raise refuse("not_over")
        export: GameExport = await executor_of(request).run_once(
            request.scope,
            cached.answers,
            ("export", now.seq_for(None)),
            lambda: GameExport(**exported(now.game, now.record())),
        )
        return export

    @get("/{table:str}/sheets", responses=error_responses(403, 404, 422), security=SEAT_OPTIONAL)
    async def sheets(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> list[dict[str, Any]]:
        """The score sheets, seat by seat: at the end, or earlier where all scores lie open."""
        seat = await authentication.viewer_seat(service, request, table)
        cached = await service.load(table)
        now, state = cached.table, cached.table.state
        if state is None:
            raise refuse("not_started")
        if now.outcome is None and not traits_of(now.game.name).open_scores:
            raise refuse("not_over")
        sheets: list[dict[str, Any]] = await executor_of(request).run_once(
            request.scope,
            cached.answers,
            ("sheets", seat, now.seq_for(seat)),
            lambda: now.game.sheets(state),
        )
        return sheets


def written_record(game: Game, record: Record, seat: int | None) -> str:
    """A record as text, as a seat or a spectator may know it."""
    return write(game, redacted(game, record, seat))
