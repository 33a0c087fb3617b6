"""Papers of a game: its record, its score sheets, its export."""

from __future__ import annotations

from typing import Any

from litestar import Controller, MediaType, get

from realms.kernel.notation import write
from realms.kernel.record import exported, redacted
from realms.tables.terms import refuse
from realms.web import callers
from realms.web.callers import Asked, Ours
from realms.web.documented import OPTIONAL, faults
from realms.web.game_parts import traits_of
from realms.web.seats import TableId
from realms.web.shapes import Exported


class Papers(Controller):
    """What is written down of a game."""

    path = "/tables"
    tags = ("papers",)

    @get(
        "/{table:str}/record",
        media_type=MediaType.TEXT,
        responses=faults(403, 404, 422),
        security=OPTIONAL,
    )
    async def record(self, house: Ours, request: Asked, table: TableId) -> str:
        """The record as text: whole when the game is over, else as the caller may know it."""
        seat = await callers.eyes_asking(house, request, table)
        now = (await house.at_hand(table)).table
        if now.state is None:
            raise refuse("not_started")
        return write(now.game, redacted(now.game, now.record(), seat))

    @get("/{table:str}/export", responses=faults(403, 404, 422), security=OPTIONAL)
    async def export(self, house: Ours, request: Asked, table: TableId) -> Exported:
        """A finished game as data for other programs."""
        await callers.eyes_asking(house, request, table)
        now = (await house.at_hand(table)).table
        if now.outcome is None:
            raise refuse("not_over")
        return Exported(**exported(now.game, now.record()))

    @get("/{table:str}/sheets", responses=faults(403, 404, 422), security=OPTIONAL)
    async def sheets(self, house: Ours, request: Asked, table: TableId) -> list[dict[str, Any]]:
        """The score sheets, seat by seat: at the end, or earlier where all scores lie open."""
        await callers.eyes_asking(house, request, table)
        now = (await house.at_hand(table)).table
        if now.state is None:
            raise refuse("not_started")
        if now.outcome is None and not traits_of(now.game.name).open_scores:
            raise refuse("not_over")
        return now.game.sheets(now.state)
