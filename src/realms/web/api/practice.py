"""Trying a moment of a finished game again, for programs."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from realms.tables.service import TableService
from realms.web import authentication
from realms.web.api.openapi import SEAT_OPTIONAL, error_responses
from realms.web.api.schemas import OpenedTable, PracticeRequest
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, identity_of, player_cookie
from realms.web.pages.replay.practice import ANEW, PracticeQuota
from realms.web.pages.replay.practice_terms import PracticeTerms, open_practice_table
from realms.web.pages.replay.record_quota import RecordQuota
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.sources import replay_of_finished, replay_of_stored


class PracticeController(Controller):
    """Tables that go on from another game, against bots, and count for nothing."""

    tags = ("seats",)

    @post(
        "/tables/{table:str}/practice",
        responses=error_responses(400, 403, 404, 422),
        security=SEAT_OPTIONAL,
    )
    async def of_table(
        self,
        service: Service,
        practice_quota: PracticeQuota,
        request: AnyRequest,
        table: TableId,
        data: JSONBody[PracticeRequest],
    ) -> Response[OpenedTable]:
        """Try a moment of a finished game again: a table of one's own."""
        await authentication.viewer_seat(service, request, table)
        replay = replay_of_finished(await service.load(table))
        return await opened(service, request, practice_quota, replay, data)

    @post("/replays/{record:str}/practice", responses=error_responses(400, 404, 422))
    async def of_record(
        self,
        service: Service,
        practice_quota: PracticeQuota,
        request: AnyRequest,
        record: FromPath[str],
        data: JSONBody[PracticeRequest],
    ) -> Response[OpenedTable]:
        """Try a moment of a record again that somebody brought along."""
        replay = await replay_of_stored(service, request, record)
        return await opened(service, request, practice_quota, replay, data)


async def opened(
    service: TableService,
    request: AnyRequest,
    quota: RecordQuota | None,
    replay: Replay,
    data: PracticeRequest,
) -> Response[OpenedTable]:
    """Open the table that is asked for, and hand over the secret of its seat."""
    practice = PracticeTerms(data.at, data.seat, data.hidden == ANEW, data.others)
    known = identity_of(request)
    table, secret = await open_practice_table(
        service, request, quota, replay, practice, data.name, known
    )
    cookies: Any = [player_cookie(request, secret)]
    return Response(OpenedTable(table, data.seat, secret), cookies=cookies)
