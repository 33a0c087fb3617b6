"""Reviews of finished games as data."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Controller, MediaType, get
from litestar.params import FromPath, FromQuery, QueryParameter

from realms.analysis.review import GameReview, with_remarks
from realms.analysis.what_if import MOST_MOVES
from realms.kernel.errors import Unreadable
from realms.kernel.notation import write
from realms.tables.terms import refuse
from realms.web import authentication
from realms.web.admission.executor import executor_of
from realms.web.api.openapi import SEAT_OPTIONAL, error_responses
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service
from realms.web.errors import language_of
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.sources import replay_of_finished, replay_of_stored
from realms.web.pages.review.alternatives import (
    AlternativesAsked,
    asked_moment,
    read_alternative,
)
from realms.web.pages.review.reviews import REVIEWS, find_review, review_of_table
from realms.web.pages.review.what_if import CLOSE, find_what_if

At = Annotated[
    int, QueryParameter(ge=0, le=100_000, description="The moves made before the moment.")
]
Moves = Annotated[
    list[str],
    QueryParameter(min_items=1, max_items=MOST_MOVES - 1, description="Moves in our notation."),
]


class ReviewController(Controller):
    """The review of a finished game, and what if another move had been made."""

    tags = ("papers",)

    @get(
        "/tables/{table:str}/review",
        responses=error_responses(403, 404, 422, 503),
        security=SEAT_OPTIONAL,
    )
    async def of_table(
        self, service: Service, request: AnyRequest, table: TableId
    ) -> dict[str, Any]:
        """The review of a finished game, as `realms review --json` has it."""
        await authentication.viewer_seat(service, request, table)
        cached = await service.load(table)
        review = await review_of_table(service, request, cached, closely=True)
        return review.data(language_of(request))

    @get("/replays/{record:str}/review", responses=error_responses(404, 422, 503))
    async def of_record(
        self, service: Service, request: AnyRequest, record: FromPath[str]
    ) -> dict[str, Any]:
        """The review of a record that somebody brought along."""
        replay = await replay_of_stored(service, request, record)
        if not replay.is_over:
            raise refuse("not_over")
        review = await find_review(request, replay, REVIEWS, closely=True)
        return review.data(language_of(request))

    @get(
        "/tables/{table:str}/review/record",
        media_type=MediaType.TEXT,
        responses=error_responses(403, 404, 422, 503),
        security=SEAT_OPTIONAL,
    )
    async def record_of_table(self, service: Service, request: AnyRequest, table: TableId) -> str:
        """The record of a finished game with its review as remarks."""
        await authentication.viewer_seat(service, request, table)
        cached = await service.load(table)
        replay = replay_of_finished(cached)
        review = await review_of_table(service, request, cached, closely=True)
        return await commented_text(request, replay, review)

    @get(
        "/replays/{record:str}/review/record",
        media_type=MediaType.TEXT,
        responses=error_responses(404, 422, 503),
    )
    async def record_of_record(
        self, service: Service, request: AnyRequest, record: FromPath[str]
    ) -> str:
        """A record that somebody brought along with its review as remarks."""
        replay = await replay_of_stored(service, request, record)
        if not replay.is_over:
            raise refuse("not_over")
        review = await find_review(request, replay, REVIEWS, closely=True)
        return await commented_text(request, replay, review)

    @get(
        "/tables/{table:str}/what-if",
        responses=error_responses(400, 403, 404, 422, 503),
        security=SEAT_OPTIONAL,
    )
    async def what_if_of_table(
        self,
        service: Service,
        request: AnyRequest,
        table: TableId,
        at: At,
        move: Moves,
        depth: FromQuery[str] = "",
    ) -> dict[str, Any]:
        """Other moves of a moment of a finished game, played out many times."""
        await authentication.viewer_seat(service, request, table)
        cached = await service.load(table)
        asked = asked_alternatives(replay := replay_of_finished(cached), at, move, depth)
        return (await find_what_if(request, replay, cached.reviews, asked)).data()

    @get("/replays/{record:str}/what-if", responses=error_responses(400, 404, 422, 503))
    async def what_if_of_record(
        self,
        service: Service,
        request: AnyRequest,
        record: FromPath[str],
        at: At,
        move: Moves,
        depth: FromQuery[str] = "",
    ) -> dict[str, Any]:
        """Other moves of a moment of a record that somebody brought along."""
        replay = await replay_of_stored(service, request, record)
        asked = asked_alternatives(replay, at, move, depth)
        return (await find_what_if(request, replay, REVIEWS, asked)).data()


def asked_alternatives(replay: Replay, at: int, moves: list[str], depth: str) -> AlternativesAsked:
    """What an address asks for; refuses a moment that is none, and moves that cannot be read."""
    if not 0 <= at <= replay.last:
        raise Unreadable("what_if/nobody", n=at)
    asked_moment(replay, at)
    read = tuple(read_alternative(replay, text) for text in moves)
    return AlternativesAsked(at, read, depth == CLOSE)


async def commented_text(request: AnyRequest, replay: Replay, review: GameReview) -> str:
    """A record with its review as text."""
    work = partial(with_remarks, replay.game, replay.record, review, language_of(request))
    return await executor_of(request).run(request.scope, lambda: write(replay.game, work()))
