"""Play: the deal, legal moves, moves, undo, sealed bids, talk."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import JSONBody, QueryParameter

from realms.tables import entries as act
from realms.tables.house import House
from realms.tables.scribe import Stale
from realms.tables.terms import refuse
from realms.web import callers
from realms.web.callers import Asked, Ours, shown
from realms.web.documented import NEEDED, OPTIONAL, faults
from realms.web.faults import language_of
from realms.web.seats import TableId
from realms.web.shapes import (
    Behind,
    Legal,
    Played,
    ProxyBid,
    Said,
    TableShown,
    UndoAnswer,
    UndoWanted,
)

LISTED = 200
"""Legal moves that an answer lists at most."""


class Play(Controller):
    """What happens at a table."""

    path = "/tables"
    tags = ("play",)

    @post("/{table:str}/start", status_code=200, responses=faults(403, 404, 422), security=OPTIONAL)
    async def start(self, house: Ours, request: Asked, table: TableId) -> Response[TableShown]:
        """Deal; for people at the table."""
        seat = await callers.host_asking(house, request, table)
        return shown(house, await house.write(table, act.Started()), seat)

    @get("/{table:str}/legal", responses=faults(400, 403, 404, 422), security=NEEDED)
    async def legal(
        self,
        house: Ours,
        request: Asked,
        table: TableId,
        limit: Annotated[
            int, QueryParameter(ge=0, le=LISTED, description="Moves to list.")
        ] = LISTED,
    ) -> Legal:
        """The legal moves of the caller's seat: how many, and the first of them."""
        seat = await callers.seat_asking(house, request, table)
        now = (await house.at_hand(table)).table
        if now.state is None:
            raise refuse("not_started")
        moves = now.game.legal(now.state, seat)
        return Legal(now.seq_for(seat), len(moves), msgspec.to_builtins([*islice(moves, limit)]))

    @post(
        "/{table:str}/moves",
        status_code=200,
        responses=faults(400, 403, 404, 409, 422),
        security=NEEDED,
    )
    async def play(
        self, house: Ours, request: Asked, table: TableId, data: JSONBody[Played]
    ) -> Response[TableShown]:
        """Make a move; a caller who was behind is told so, with the table as it is now."""
        seat = await callers.seat_asking(house, request, table)
        key = None if data.key is None else f"{seat}:{data.key}"
        try:
            opened = await house.write(table, act.Moved(seat, data.move), data.seq, key)
        except Stale as stale:
            return await behind(house, request, table, seat, stale)
        return shown(house, opened, seat)

    @post(
        "/{table:str}/undo",
        status_code=200,
        responses=faults(400, 403, 404, 409, 422),
        security=NEEDED,
    )
    async def undo(
        self, house: Ours, request: Asked, table: TableId, data: JSONBody[UndoWanted]
    ) -> Response[TableShown]:
        """Undo one's last moves, or ask the others to agree where that is not free."""
        seat = await callers.seat_asking(house, request, table)
        try:
            opened = await house.undo(table, seat, data.moves, data.seq)
        except Stale as stale:
            return await behind(house, request, table, seat, stale)
        return shown(house, opened, seat)

    @post(
        "/{table:str}/undo/answer",
        status_code=200,
        responses=faults(400, 403, 404, 422),
        security=NEEDED,
    )
    async def answer_undo(
        self, house: Ours, request: Asked, table: TableId, data: JSONBody[UndoAnswer]
    ) -> Response[TableShown]:
        """Agree to the undo that was asked for, or not."""
        seat = await callers.seat_asking(house, request, table)
        return shown(house, await house.answer_undo(table, seat, data.agrees), seat)

    @post(
        "/{table:str}/proxy", status_code=200, responses=faults(400, 403, 404, 422), security=NEEDED
    )
    async def proxy(
        self, house: Ours, request: Asked, table: TableId, data: JSONBody[ProxyBid]
    ) -> Response[TableShown]:
        """Leave a highest bid for the auction that is on; nobody else sees it."""
        seat = await callers.seat_asking(house, request, table)
        return shown(house, await house.write(table, act.Bade(seat, data.most)), seat)

    @post("/{table:str}/lines", status_code=200, responses=faults(400, 403, 404), security=NEEDED)
    async def say(
        self, house: Ours, request: Asked, table: TableId, data: JSONBody[Said]
    ) -> Response[TableShown]:
        """Say something at the table; for people at it."""
        seat = await callers.seat_asking(house, request, table)
        await house.say(table, seat, data.text)
        return shown(house, await house.at_hand(table), seat)


async def behind(
    house: House, request: Asked, table: str, seat: int, stale: Stale
) -> Response[Any]:
    """What a caller is told who chose a move too late."""
    opened = await house.at_hand(table)
    fault = Behind(
        code=stale.code,
        sentence=stale.sentence(language_of(request)),
        seq=stale.fields["seq"],
        table=msgspec.Raw(house.frame(opened, seat)),
    )
    return Response(fault, status_code=409, media_type=MediaType.JSON)
