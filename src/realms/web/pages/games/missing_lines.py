"""The lines of chances of games that nobody has looked at: worked out one by one, and kept."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from realms.arena.prepare import review_parts
from realms.kernel.compiled.progress import rules_now
from realms.kernel.errors import RealmsError
from realms.tables.results.history import keep_line
from realms.tables.results.result import GameResult
from realms.tables.service import TableService
from realms.web.admission.executor import Overloaded
from realms.web.admission.missing_rules import missing_progress
from realms.web.authentication import AnyRequest
from realms.web.pages.replay.sources import replay_of_finished
from realms.web.pages.review.judged_seats import Line, line_of
from realms.web.pages.review.reviews import find_chances


def lacking(shown: Sequence[GameResult], there: frozenset[str]) -> list[GameResult]:
    """The games of a list whose lines can be worked out, and were not."""
    ready = {
        game: rules_now() == "compiled" and missing_progress(review_parts(game)) is None
        for game in {one.game for one in shown}
    }
    return [one for one in shown if one.line is None and one.table in there and ready[one.game]]


async def with_one_more(
    service: TableService, request: AnyRequest, shown: Sequence[GameResult], there: frozenset[str]
) -> list[GameResult]:
    """The games of a list, the first of those that lack a line with it."""
    missing = lacking(shown, there)
    if not missing:
        return [*shown]
    try:
        line = await _line(service, request, missing[0].table)
    except Overloaded:  # the page asks again
        return [*shown]
    await keep_line(service, missing[0].table, line)
    return [msgspec.structs.replace(one, line=line) if one is missing[0] else one for one in shown]


async def _line(service: TableService, request: AnyRequest, table: str) -> Line:
    """The line of a finished table; empty where nobody can tell."""
    try:
        cached = await service.load(table)
        replay = replay_of_finished(cached)
        return line_of(await find_chances(request, replay, cached.reviews))
    except Overloaded:  # which says nothing of the game
        raise
    except RealmsError:  # pruned, of other rules, or of a game that nobody can play on
        return ()
