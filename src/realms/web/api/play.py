"""PlayController: the deal, legal moves, moves, undo, sealed bids, talk."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import JSONBody, QueryParameter

from realms.kernel.legal_moves import LegalMoves
from realms.tables import entries
from realms.tables.service import TableService
from realms.tables.terms import refuse
from realms.tables.writer import Stale
from realms.web import authentication
from realms.web.admission.executor import executor_of
from realms.web.api.openapi import SEAT_OPTIONAL, SEAT_REQUIRED, error_responses
from realms.web.api.schemas import (
    LegalMoveList,
    LineRequest,
    MoveRequest,
    ProxyBidRequest,
    StaleErrorBody,
    TableSchema,
    UndoRequestBody,
    UndoVote,
)
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, frame_response
from realms.web.errors import language_of

LISTED = 200
"""LegalMoveList moves that an answer lists at most."""


class PlayController(Controller):
    """Views, moves, bids, undo and talk at a table."""

    path = "/tables"
    tags = ("play",)

    @post(
        "/{table:str}/start",
        status_code=200,
        responses=error_responses(403, 404, 422),
        security=SEAT_OPTIONAL,
    )
    async def start(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> Response[TableSchema]:
        """Deal; for people at the table."""
        seat = await authentication.require_host(service, request, table)
        return frame_response(service, await service.write(table, entries.GameStarted()), seat)

    @get(
        "/{table:str}/legal", responses=error_responses(400, 403, 404, 422), security=SEAT_REQUIRED
    )
    async def legal(
        self,
        service: Service,
        request: AnyRequest,
        table: TableId,
        limit: Annotated[
            int, QueryParameter(ge=0, le=LISTED, description="Moves to list.")
        ] = LISTED,
    ) -> LegalMoveList:
        """The legal moves of the caller's seat: how many, and the first of them."""
        seat = await authentication.require_seat(service, request, table)
        cached = await service.load(table)
        now = cached.table
        if now.state is None:
            raise refuse("not_started")
        seq, moves = now.seq_for(seat), now.game.legal(now.state, seat)
        if moves.are_steps:
            return list_moves(moves, seq, limit)
        legal: LegalMoveList = await executor_of(request).run_once(
            request.scope,
            cached.answers,
            ("legal", seat, seq),  # what a seat may do follows from what it has noticed
            lambda: list_moves(moves, seq, LISTED),
        )
        return msgspec.structs.replace(legal, moves=legal.moves[:limit])

    @post(
        "/{table:str}/moves",
        status_code=200,
        responses=error_responses(400, 403, 404, 409, 422),
        security=SEAT_REQUIRED,
    )
    async def play(self, table: TableId, data: JSONBody[MoveRequest]) -> Response[TableSchema]:
        """Make a move; a caller who was behind is told so, with the table as it is now."""
        raise AssertionError("MoveEndpoint makes moves")  # this route is their description

    @post(
        "/{table:str}/undo",
        status_code=200,
        responses=error_responses(400, 403, 404, 409, 422),
        security=SEAT_REQUIRED,
    )
    async def undo(
        self, service: Service, request: AnyRequest, table: TableId, data: JSONBody[UndoRequestBody]
    ) -> Response[TableSchema]:
        """Undo one's last moves, or ask the others to agree where that is not free."""
        seat = await authentication.require_seat(service, request, table)
        try:
            cached = await service.undo(table, seat, data.moves, data.seq)
        except Stale as stale:
            return await stale_response(service, request, table, seat, stale)
        return frame_response(service, cached, seat)

    @post(
        "/{table:str}/undo/answer",
        status_code=200,
        responses=error_responses(400, 403, 404, 422),
        security=SEAT_REQUIRED,
    )
    async def answer_undo(
        self, service: Service, request: AnyRequest, table: TableId, data: JSONBody[UndoVote]
    ) -> Response[TableSchema]:
        """Agree to the undo that was asked for, or not."""
        seat = await authentication.require_seat(service, request, table)
        return frame_response(service, await service.answer_undo(table, seat, data.agrees), seat)

    @post(
        "/{table:str}/proxy",
        status_code=200,
        responses=error_responses(400, 403, 404, 422),
        security=SEAT_REQUIRED,
    )
    async def proxy(
        self, service: Service, request: AnyRequest, table: TableId, data: JSONBody[ProxyBidRequest]
    ) -> Response[TableSchema]:
        """Leave a highest bid for the auction that is on; nobody else sees it."""
        seat = await authentication.require_seat(service, request, table)
        return frame_response(
            service, await service.write(table, entries.ProxyBidSet(seat, data.most)), seat
        )

    @post(
        "/{table:str}/lines",
        status_code=200,
        responses=error_responses(400, 403, 404),
        security=SEAT_REQUIRED,
    )
    async def say(
        self, service: Service, request: AnyRequest, table: TableId, data: JSONBody[LineRequest]
    ) -> Response[TableSchema]:
        """Say something at the table; for people at it."""
        seat = await authentication.require_seat(service, request, table)
        await service.say(table, seat, data.text)
        return frame_response(service, await service.load(table), seat)


def list_moves(moves: LegalMoves, seq: int, limit: int) -> LegalMoveList:
    """The legal moves of a seat: how many, and the first of them.

    To walk over moves that are paths of several steps takes long: a tenth of a millisecond each.
    """
    return LegalMoveList(seq, len(moves), msgspec.to_builtins([*islice(moves, limit)]))


async def stale_response(
    service: TableService, request: AnyRequest, table: str, seat: int, stale: Stale
) -> Response[Any]:
    """The answer to a caller who chose an act too late."""
    frame = service.frame(await service.load(table), seat)
    body = stale_body(stale, frame, language_of(request))
    return Response(body, status_code=409, media_type=MediaType.JSON)


def stale_body(stale: Stale, frame: bytes, language: str) -> StaleErrorBody:
    """The body for a caller that was behind: the error, and the table as it is now."""
    return StaleErrorBody(
        code=stale.code,
        sentence=stale.sentence(language),
        seq=stale.fields["seq"],
        table=msgspec.Raw(frame),
    )
