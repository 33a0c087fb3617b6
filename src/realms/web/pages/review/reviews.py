"""Reviews as pages ask for them: worked out beside the event loop, and kept with the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from realms.analysis.review import (
    QUICK,
    STANDARD,
    CurvePoint,
    GameReview,
    ReviewDepth,
    first_picture,
    review_moments,
)
from realms.analysis.review.archive import VERSION, packed, unpacked
from realms.kernel.compiled.progress import rules_now
from realms.kernel.record import Moment
from realms.tables.caching.byte_cache import BoundedCache, CachePart
from realms.tables.caching.cached_table import CachedTable
from realms.tables.results.history import keep_review
from realms.tables.results.review_store import read_review, write_review
from realms.tables.service import TableService
from realms.web.admission.executor import answer_cache, executor_of
from realms.web.admission.missing_rules import check_review_rules
from realms.web.authentication import AnyRequest
from realms.web.pages.replay.replay import Replay
from realms.web.pages.replay.sources import replay_of_finished
from realms.web.pages.review.judged_seats import judged_seats, line_of

KEPT, KEPT_MEBIBYTES = 64, 32
"""Reviews of records that are kept, and what all of them may weigh."""
MISSING = "no review is kept"
"""Where a table remembers that the database has no review of it."""
REVIEWS = answer_cache(KEPT, KEPT_MEBIBYTES)
"""Those of records that were asked for lately."""
PROGRESS: BoundedCache[Any, list[float]] = BoundedCache(4 * KEPT)
"""The part that is done of reviews under way in this process, by what they will be kept as.

Each is a list of one, which the thread that works writes to and nobody else.
"""


def moments_of(replay: Replay) -> list[Moment]:
    """The moments of a replay in the form that the analysis takes."""
    first = Moment(0, None, replay.states[0], replay.states[0], [])
    later = (
        Moment(n, played, replay.states[n - 1], replay.states[n], [*replay.events[n]])
        for n, played in enumerate(replay.moves, 1)
    )
    return [first, *later]


def work_out(
    replay: Replay, depth: ReviewDepth, report: Callable[[float], None] = lambda _part: None
) -> GameReview:
    """Review the game of a replay."""
    return review_moments(
        replay.game,
        replay.options,
        moments_of(replay),
        replay.names,
        depth,
        begins=replay.begins or 0,
        report=report,
    )


def draw_first_picture(replay: Replay) -> tuple[CurvePoint, ...]:
    """The curve of a replay as its seats saw it; empty where no network can tell."""
    return first_picture(replay.game, replay.options, moments_of(replay), replay.begins or 0)


async def find_first_picture(
    request: AnyRequest, replay: Replay, kept: CachePart[Any, Any]
) -> tuple[CurvePoint, ...] | None:
    """What is shown of a review until it is there; None where it is, or comes at once."""
    check_review_rules(replay.game.name)
    if rules_now() != "compiled" or kept.find(_place(replay, STANDARD)) is not None:
        return None
    found: tuple[CurvePoint, ...] = await executor_of(request).run_once(
        request.scope,
        kept,
        ("first picture", replay.id, replay.last),
        partial(draw_first_picture, replay),
    )
    return found


async def find_chances(
    request: AnyRequest, replay: Replay, kept: CachePart[Any, Any]
) -> tuple[CurvePoint, ...]:
    """The chances of all seats over a game: of its review, or of the first picture."""
    known: GameReview | None = kept.find(_place(replay, STANDARD))
    if known is not None:
        return known.curve
    return await find_first_picture(request, replay, kept) or ()


def progress_of(replay: Replay) -> int:
    """How far a close look has come, in per cent, as far as this process knows."""
    done = PROGRESS.find(_place(replay, STANDARD)) or [0.0]
    return round(100 * done[0])


async def find_review(
    request: AnyRequest, replay: Replay, kept: CachePart[Any, Any], closely: bool
) -> GameReview:
    """The review of a game: a first picture, or a close look if asked or there already.

    Where rules run as plain Python there is a first picture only.
    """
    check_review_rules(replay.game.name)
    known: GameReview | None = kept.find(_place(replay, STANDARD))
    if known is not None:
        return known
    depth = STANDARD if closely and rules_now() == "compiled" else QUICK
    place = _place(replay, depth)

    done = PROGRESS.find(place) or [0.0]
    PROGRESS[place] = done

    def report(part: float) -> None:
        done[0] = part

    work = partial(work_out, replay, depth, report)
    found: GameReview = await executor_of(request).run_once(request.scope, kept, place, work)
    return found


async def recall_review(service: TableService, request: AnyRequest, cached: CachedTable) -> None:
    """Have the review of a finished table in memory, where it was kept with the table."""
    replay = replay_of_finished(cached)
    place, missing = _place(replay, STANDARD), (MISSING, replay.last)
    if place in cached.reviews or cached.reviews.find(missing):
        return
    body = await read_review(service, cached.table.id, VERSION)
    work = partial(unpacked, replay.game, body or b"")
    review = await executor_of(request).run(request.scope, work) if body else None
    if review is not None:
        cached.reviews[place] = review
    else:
        cached.reviews[missing] = True


async def review_of_table(
    service: TableService, request: AnyRequest, cached: CachedTable, closely: bool
) -> GameReview:
    """The review of a finished table, kept with it; how accurately its players played as well."""
    replay = replay_of_finished(cached)
    await recall_review(service, request, cached)
    is_known = _place(replay, STANDARD) in cached.reviews
    review = await find_review(request, replay, cached.reviews, closely)
    if not is_known and review.depth == STANDARD.name:
        body = await executor_of(request).run(request.scope, packed, review)
        await write_review(service, cached.table.id, VERSION, body)
        cached.reviews[MISSING, replay.last] = False
    place = ("accuracy", review.depth)
    if place not in cached.reviews:
        judged = await executor_of(request).run(request.scope, judged_seats, replay, review)
        line = line_of(review.curve)
        await keep_review(service, cached.table.id, judged, review.depth, line)
        cached.reviews[place] = True
    return review


def _place(replay: Replay, depth: ReviewDepth) -> Any:
    return ("review", replay.id, depth.name, replay.last)
