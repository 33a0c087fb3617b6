"""The games that may be looked back at from end to end: finished tables, records brought along."""

from __future__ import annotations

from functools import partial

from realms.tables.caching.cached_table import CachedTable
from realms.tables.service import TableService
from realms.tables.terms import refuse
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest
from realms.web.pages.replay.replay import REPLAYS, Replay, replay_in, replay_of_table


def replay_of_finished(cached: CachedTable) -> Replay:
    """The game of a finished table; refuses one that is played still."""
    now = cached.table
    if now.outcome is None:
        raise refuse("not_over")
    place = ("replay", None, now.seq_for(None))
    replay: Replay = cached.answers.find(place) or replay_of_table(now, None)
    cached.answers[place] = replay
    return replay


async def replay_of_stored(service: TableService, request: AnyRequest, record: str) -> Replay:
    """The game of a record that somebody brought along."""
    text = await service.load_record(record)
    replay: Replay = await executor_of(request).run_once(
        request.scope, REPLAYS, record, partial(replay_in, record, text)
    )
    return replay
