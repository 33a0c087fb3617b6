"""Reviews: `/tables/{id}/review` of a table, `/replays/{id}/review` of a record brought along."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from realms.analysis.review import CurvePoint, GameReview
from realms.tables.terms import refuse
from realms.web.admission.executor import executor_of
from realms.web.api.seats import TableId
from realms.web.authentication import AnyRequest, Service, viewer_seat
from realms.web.errors import language_of
from realms.web.pages.environment import is_partial, render_fragment, render_page
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.sources import replay_of_finished, replay_of_stored
from realms.web.pages.review.address import ALL, CLOSE, FEW, address_asked, seat_asked
from realms.web.pages.review.context import ReviewReader
from realms.web.pages.review.first_picture import first_picture_shown
from realms.web.pages.review.reviews import (
    REVIEWS,
    find_first_picture,
    find_review,
    progress_of,
    recall_review,
    review_of_table,
)
from realms.web.pages.review.share_link import OPEN, Sharing, share, sharing_of
from realms.web.pages.review.wait import waits_for_rules
from realms.web.pages.table.newcomers import is_new_to
from realms.web.pages.table.viewers import viewer_of

Answer = Response[Any]


@get("/tables/{table:str}/review")
async def of_table(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """The review of a finished game: one's own, or everybody's for who had no seat."""
    cached = await service.load(table)
    viewer = await viewer_of(service, request, cached)
    replay = replay_of_finished(cached)
    if (waiting := waits_for_rules(request, replay)) is not None:
        return waiting
    await recall_review(service, request, cached)
    is_close = address_asked(request, replay).depth == CLOSE
    if not is_close:
        points = await find_first_picture(request, replay, cached.reviews)
        if points is not None:
            return first_page(request, replay, points, viewer.seat)
    review = await review_of_table(service, request, cached, is_close)
    is_first = viewer.seat is not None and await is_new_to(
        service, request, replay.game.name, before=table
    )
    api = f"/api/tables/{table}"
    sharing = await sharing_of(service, cached, viewer.seat)
    usual = FEW if is_first else ALL
    return await render_review(request, replay, review, viewer.seat, api, sharing, usual)


@get("/tables/{table:str}/review/progress")
async def progress_of_table(service: Service, request: AnyRequest, table: TableId) -> Answer:
    """How far the review of a finished game has come."""
    await viewer_seat(service, request, table)
    return progress_part(request, replay_of_finished(await service.load(table)))


@get("/replays/{record:str}/review/progress")
async def progress_of_record(
    service: Service, request: AnyRequest, record: FromPath[str]
) -> Answer:
    """How far the review of a record has come."""
    return progress_part(request, await replay_of_stored(service, request, record))


def progress_part(request: AnyRequest, replay: Replay) -> Answer:
    """A bar as far as a review has come."""
    return render_fragment(request, "review/progress.html", part=progress_of(replay))


def first_page(
    request: AnyRequest, replay: Replay, points: tuple[CurvePoint, ...], own: int | None
) -> Answer:
    """The page of a review that is being worked out, or its inside."""
    address = address_asked(request, replay)
    seat = seat_asked(address, own)
    first = first_picture_shown(replay, points, address, seat, own, language_of(request))
    template = "review/first.html" if is_partial(request) else "review/page.html"
    return render_page(request, template, slim=True, first=first, shown=None)


@get("/replays/{record:str}/review")
async def of_record(service: Service, request: AnyRequest, record: FromPath[str]) -> Answer:
    """The review of a record that somebody brought along."""
    replay = await replay_of_stored(service, request, record)
    if not replay.is_over:
        raise refuse("not_over")
    if (waiting := waits_for_rules(request, replay)) is not None:
        return waiting
    is_close = address_asked(request, replay).depth == CLOSE
    if not is_close:
        points = await find_first_picture(request, replay, REVIEWS)
        if points is not None:
            return first_page(request, replay, points, None)
    review = await find_review(request, replay, REVIEWS, is_close)
    return await render_review(request, replay, review, None, f"/api/replays/{record}", OPEN)


async def render_review(
    request: AnyRequest,
    replay: Replay,
    review: GameReview,
    own: int | None,
    api: str,
    sharing: Sharing,
    usual: str = ALL,
) -> Answer:
    """The page of a review, or its inside; rendered where nobody else waits for it."""
    address = address_asked(request, replay)
    seat = seat_asked(address, own)
    reader = ReviewReader(replay, review, language_of(request), seat, address, own, usual)

    def render() -> Answer:
        shown = reader.shown(f"{api}/review", sharing)
        template = "review/inside.html" if is_partial(request) else "review/page.html"
        return render_page(request, template, slim=True, shown=shown, first=None)

    return await executor_of(request).run(request.scope, render)


HANDLERS: list[Any] = [of_table, of_record, progress_of_table, progress_of_record, share]
