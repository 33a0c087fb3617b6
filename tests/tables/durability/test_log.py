"""The log is durable, in order, and has one entry a place."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from sqlalchemy import delete, text

from realms.tables.database import engine_for, migrate
from realms.tables.log import LogRow, PlaceTaken, TableLog
from realms.tables.schema import TABLES
from realms.tables.service import TableService
from tests.tables.conftest import NewService
from tests.tables.table_play import opened, refused, table_at, until

pytestmark = pytest.mark.anyio


async def rows(service: TableService, id_: str) -> list[tuple[int, str, str | None]]:
    return [(row["seq"], row["body"], row["key"]) for row in await service.log.entries(id_)]


async def test_entries_come_back_as_they_were_written(service: TableService) -> None:
    id_ = await opened(service, start=False)
    body = '{"kind":"named","seat":0,"name":"Añá “ß” 龍"}'
    await service.log.append(LogRow(id_, 4, 1_800_000_000_123, body, "a key"))
    assert (await rows(service, id_))[3] == (4, body, "a key")
    assert [row["at"] for row in await service.log.entries(id_, 3)] == [1_800_000_000_123]


async def test_a_place_is_taken_once(service: TableService) -> None:
    id_ = await opened(service, start=False)
    await service.log.append(LogRow(id_, 4, 0, "first"))
    with pytest.raises(PlaceTaken):
        await service.log.append(LogRow(id_, 4, 0, "second"))
    assert (await rows(service, id_))[3] == (4, "first", None)


async def test_a_key_is_used_once_at_a_table(service: TableService) -> None:
    one, two = await opened(service, start=False), await opened(service, start=False)
    await service.log.append(LogRow(one, 4, 0, "first", "key"))
    with pytest.raises(PlaceTaken):
        await service.log.append(LogRow(one, 5, 0, "second", "key"))
    await service.log.append(LogRow(two, 4, 0, "elsewhere", "key"))
    await service.log.append(LogRow(two, 5, 0, "without a key"))
    await service.log.append(LogRow(two, 6, 0, "also without"))


async def test_whatever_is_written_at_once_waits_for_no_other(service: TableService) -> None:
    """A new table or a line of talk, half written, holds up no move, nor is it held up."""
    id_ = await opened(service, start=False)
    for round_ in range(60):
        appended = service.log.append(LogRow(id_, 4 + round_, 0, "a move"))
        said = [service.log.say(id_, 0, None, f"line {line}") for line in range(3)]
        kept = service.log.store_record(f"record {round_}", "a record", 0)
        moving = asyncio.create_task(appended)
        for _ in range(round_ % 6):  # at some moment or other
            await asyncio.sleep(0)
        await asyncio.gather(moving, *said, opened(service, start=False), kept)
    assert [line["number"] for line in await service.log.lines(id_, 1000)] == [*range(1, 181)]
    assert len(await service.log.entries(id_)) == 63


async def test_one_refusal_in_a_group_refuses_no_other(service: TableService) -> None:
    """Entries that wait together are committed together, but each has its own answer."""
    ids = [await opened(service, start=False) for _ in range(9)]
    await service.log.append(LogRow(ids[3], 4, 0, "first"))
    appended = [service.log.append(LogRow(id_, 4, 0, "together")) for id_ in ids]
    answers = await asyncio.gather(*appended, return_exceptions=True)
    assert [type(answer) for answer in answers] == [
        PlaceTaken if place == 3 else type(None) for place in range(9)
    ]
    for place, id_ in enumerate(ids):
        assert (await rows(service, id_))[3][1] == ("first" if place == 3 else "together")


async def test_a_table_that_is_gone_takes_no_entry_and_no_line(service: TableService) -> None:
    id_ = await opened(service, start=False)
    async with service.log.engine.begin() as connection:
        await connection.execute(delete(TABLES).where(TABLES.c.id == id_))
    assert await rows(service, id_) == [], "its log went with it"
    with refused("table/unknown"):
        await service.log.append(LogRow(id_, 4, 0, "late"))
    with refused("table/unknown"):
        await service.log.say(id_, 0, None, "hello?")


async def test_closing_finishes_what_is_waiting(
    service: TableService, new_service: NewService
) -> None:
    ids = [await opened(service, start=False) for _ in range(20)]
    appending = [asyncio.create_task(service.log.append(LogRow(id_, 4, 0, "late"))) for id_ in ids]
    await asyncio.sleep(0)
    await service.log.close()
    await asyncio.gather(*appending)
    other = await new_service()
    for id_ in ids:
        assert (await rows(other, id_))[3][1] == "late"


async def test_what_was_committed_for_somebody_who_left_is_heard_of(service: TableService) -> None:
    """A client that hangs up after its move was taken: the move stands, the others see it."""
    id_ = await opened(service)
    table = await table_at(service, id_)
    waiting = asyncio.create_task(
        service.log.append(LogRow(id_, table.seq + 1, 0, '{"kind":"named","seat":0,"name":"Zoe"}'))
    )
    await asyncio.sleep(0)
    waiting.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waiting
    await until(lambda: table.names[0] == "Zoe")


async def test_lines_are_numbered_in_order_whoever_speaks(service: TableService) -> None:
    id_ = await opened(service)
    said = await asyncio.gather(*(service.log.say(id_, 0, None, f"line {n}") for n in range(20)))
    assert sorted(said) == [*range(1, 21)]
    lines = await service.log.lines(id_, last=5)
    assert [line["number"] for line in lines] == [16, 17, 18, 19, 20]


async def test_sqlite_syncs_each_commit_and_keeps_its_log_ahead(sqlite: str) -> None:
    engine = engine_for(sqlite)
    await migrate(engine)
    async with engine.connect() as connection:
        for pragma, value in (("synchronous", 2), ("journal_mode", "wal"), ("foreign_keys", 1)):
            assert (await connection.execute(text(f"PRAGMA {pragma}"))).scalar() == value
    await engine.dispose()


async def test_a_sqlite_file_has_one_server_process(sqlite: str) -> None:
    engine = engine_for(sqlite)
    first, second = TableLog(engine), TableLog(engine)
    await first.open()
    with refused("database/one_process"):
        await second.open()
    await first.close()
    await second.open()
    await second.close()
    await engine.dispose()


@pytest.mark.parametrize("address", ["mysql://a/b", "no address", ""])
async def test_other_databases_are_refused(address: str) -> None:
    with refused("database/address"):
        engine_for(address)
