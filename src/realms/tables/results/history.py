"""The finished games of a player, found and forgotten by the one secret that proves them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy.exc import IntegrityError

from realms.kernel.errors import RealmsError
from realms.tables.results.result import GameResult, JudgedSeat, results_of
from realms.tables.results.room_store import forget_rooms
from realms.tables.results.store import (
    delete_results,
    insert_result,
    read_results,
    release_finished,
    replace_result,
    result_row,
    results_at,
    unkept_tables,
)
from realms.tables.secrets import hash_secret
from realms.tables.service import TableService

CLOSE_DEPTH = "standard"
"""The depth that nothing replaces."""
ChanceLine = tuple[tuple[int, ...], ...]
"""Chances of all seats, in per cent, point after point."""
OLDER = 20
"""Games of before results were kept that are looked at in one go."""


async def player_results(service: TableService, secret: str | None) -> list[GameResult]:
    """The finished games of a player, the latest first; older ones are taken in on the way."""
    if not secret:
        return []
    digest = hash_secret(secret)
    await _take_in(service, digest)
    return await read_results(service.log.engine, digest)


async def _take_in(service: TableService, digest: str) -> None:
    """Keep results of games that ended before results were kept."""
    for id_ in await unkept_tables(service.log.engine, digest, OLDER):
        try:
            table = (await service.load(id_)).table
        except RealmsError:  # of rules that we do not have
            continue
        if table.state is None or table.outcome is None:
            continue
        found = results_of(table, table.state, table.outcome, table.time.latest)
        for owner, result in found.items():
            try:
                await service.log.execute(insert_result(result_row(owner, result)))
            except IntegrityError:  # somebody else looked at the same moment
                continue


async def keep_review(
    service: TableService,
    table: str,
    seats: Mapping[int, JudgedSeat],
    depth: str,
    line: ChanceLine,
) -> None:
    """Keep with the results of a table what a review says of each seat, and the line of chances.

    A closer look replaces a first one, never the other way round; who comes second with the
    same changes nothing.
    """
    for result in await results_at(service.log.engine, table):
        judged = seats.get(result.seat)
        if judged is None or result.judged in (depth, CLOSE_DEPTH):
            continue
        kept = msgspec.structs.replace(
            result,
            accuracy=round(judged.accuracy, 4),
            judged=depth,
            moment=judged.moment,
            line=line,
        )
        await service.log.execute(replace_result(kept))


async def keep_line(service: TableService, table: str, line: ChanceLine) -> None:
    """Keep the line of chances of a game with its results, where none is kept."""
    for result in await results_at(service.log.engine, table):
        if result.line is None:
            kept = msgspec.structs.replace(result, line=line)
            await service.log.execute(replace_result(kept))


async def forget_player(service: TableService, secret: str | None) -> None:
    """Forget the finished games of a player; their tables are nobody's afterwards."""
    if secret:
        digest = hash_secret(secret)
        await service.log.execute(release_finished(digest))
        await service.log.execute(delete_results(digest))
        for statement in forget_rooms(digest):
            await service.log.execute(statement)
