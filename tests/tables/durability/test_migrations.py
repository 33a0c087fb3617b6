"""A database of yesterday is brought up to date, with the games that are played on it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from realms.tables import database as module
from realms.tables import entries
from realms.tables.database import MIGRATIONS, engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.schema import METADATA
from realms.tables.service import TableService
from tests.tables.corpus_logs import Kept, all_kept, digests, read, replayed
from tests.tables.table_play import opened, play, table_at

anyio = pytest.mark.anyio

REVISION = '''
"""Something that comes after."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{before}"


def upgrade() -> None:
    """To this revision."""
    with op.batch_alter_table("tables") as table:
        table.alter_column("rules", existing_type=sa.String(32), type_=sa.String(48))
        table.add_column(sa.Column("remark", sa.Text))
    with op.batch_alter_table("lines") as table:
        table.alter_column("text", existing_type=sa.String(500), type_=sa.String(900))
        table.add_column(sa.Column("remark", sa.Text))
    {then}
'''


def newest() -> str:
    head = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    assert head
    return head


async def revision_of(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        return await connection.run_sync(
            lambda sync: MigrationContext.configure(sync).get_current_revision()
        )


async def columns_of(engine: AsyncEngine, table: str) -> set[str]:
    async with engine.connect() as connection:
        return await connection.run_sync(
            lambda sync: {column["name"] for column in inspect(sync).get_columns(table)}
        )


async def keep(engine: AsyncEngine, kept: Kept, entries: int) -> None:
    """Put the beginning of a game into a database of the first revision."""
    table = {**kept.table, "public": True, "status": "playing", "created": 1, "changed": 2}
    rows = [{"table_id": table["id"], **row} for row in kept.entries[:entries]]
    async with engine.begin() as connection:
        for name, values in (("tables", [table]), ("entries", rows)):
            names = ", ".join(values[0])
            marks = ", ".join(f":{column}" for column in values[0])
            await connection.execute(text(f"INSERT INTO {name} ({names}) VALUES ({marks})"), values)


@anyio
async def test_an_empty_database_gets_the_whole_schema(database: str) -> None:
    engine = engine_for(database)
    await migrate(engine)
    assert await revision_of(engine) == newest()
    assert {"table_id", "seq", "at", "body", "key"} <= await columns_of(engine, "entries")
    await migrate(engine)  # once more changes nothing
    await engine.dispose()


@anyio
async def test_the_migrations_make_what_the_schema_says(database: str) -> None:
    engine = engine_for(database)
    await migrate(engine)

    def differences(connection: Connection) -> list[Any]:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, METADATA))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


@anyio
@pytest.mark.parametrize("revision", ["0001", "0002"])
async def test_games_in_progress_go_on_after_an_upgrade(database: str, revision: str) -> None:
    engine = engine_for(database)
    await migrate(engine, revision)
    logs = [read(path) for path in all_kept()]
    for kept in logs:
        await keep(engine, kept, len(kept.entries) // 2)
    await migrate(engine)
    service = TableService(TableLog(engine))
    assert len(await service.lobby()) == len(logs)
    for kept in logs:
        table = await table_at(service, kept.table["id"])
        half = Kept(kept.table, kept.entries[: len(kept.entries) // 2], {})
        assert digests(table) == digests(replayed(half))
        for row in kept.entries[table.seq :]:  # and goes on as it went
            table.accept(table.consider(entries.decode_entry(row["body"]), row["at"]))
        assert digests(table) == kept.seen
    await service.close()


@pytest.mark.parametrize("path", all_kept(), ids=lambda path: path.stem)
def test_kept_logs_replay_to_what_was_seen(path: Path) -> None:
    kept = read(path)
    assert digests(replayed(kept)) == kept.seen


def test_the_kept_logs_have_all_that_happens_at_tables() -> None:
    rows = [row for path in all_kept() for row in read(path).entries]
    kinds = {type(entries.decode_entry(row["body"])) for row in rows}
    at_the_end = {entries.RematchOpened, entries.TableClosed}  # after them no game goes on
    all_kinds = {*get_args(entries.AnyEntry)} - at_the_end
    assert all_kinds <= kinds


@pytest.fixture
def future(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations, with one more to be written."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(module, "MIGRATIONS", folder)
    return folder / "versions" / "9999_after.py"


@anyio
async def test_a_table_rebuilt_by_a_migration_keeps_its_log(database: str, future: Path) -> None:
    """SQLite rebuilds a table to change it: what refers to it must not go with the old one."""
    engine = engine_for(database)
    await migrate(engine)
    service = TableService(TableLog(engine))
    id_ = await opened(service)
    await play(service, id_, moves=20)
    await service.say(id_, 0, "hello")
    before = [dict(row) for row in await service.log.entries(id_)]
    future.write_text(REVISION.format(before=newest(), then=""))
    await migrate(engine)
    assert await revision_of(engine) == "9999"
    assert "remark" in await columns_of(engine, "tables")
    assert [dict(row) for row in await service.log.entries(id_)] == before
    assert len(await service.log.lines(id_)) == 1
    async with engine.begin() as connection:  # and still goes with it when it is taken away
        await connection.execute(text("DELETE FROM tables"))
    assert await service.log.entries(id_) == []
    await service.close()


@anyio
async def test_a_migration_that_fails_changes_nothing(database: str, future: Path) -> None:
    engine = engine_for(database)
    await migrate(engine)
    future.write_text(REVISION.format(before=newest(), then="raise RuntimeError('half way')"))
    with pytest.raises(RuntimeError, match="half way"):
        await migrate(engine)
    assert await revision_of(engine) == newest()
    for table in ("tables", "lines"):
        assert "remark" not in await columns_of(engine, table)
    future.write_text(REVISION.format(before=newest(), then=""))
    await migrate(engine)
    assert await revision_of(engine) == "9999"
    await engine.dispose()


@anyio
async def test_two_processes_that_start_at_once_migrate_once(database: str) -> None:
    engines = [engine_for(database) for _ in range(3)]
    await asyncio.gather(*(migrate(engine) for engine in engines))
    for engine in engines:
        assert await revision_of(engine) == newest()
        await engine.dispose()


@anyio
async def test_a_new_sqlite_file_is_never_locked_for_who_comes_second(tmp_path: Path) -> None:
    """The journal is switched by one of them: SQLite does not let the others wait for that."""
    for attempt in range(20):
        file = tmp_path / f"{attempt}.sqlite"
        engines = [engine_for(f"sqlite:///{file}") for _ in range(4)]
        await asyncio.gather(*(migrate(engine) for engine in engines))
        for engine in engines:
            await engine.dispose()
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@anyio
async def test_a_sqlite_file_of_another_journal_is_switched_when_its_readers_are_done(
    sqlite: str,
) -> None:
    """Such as a copy that `realms admin backup` made, and somebody lists the tables of."""
    engine = engine_for(sqlite)
    await migrate(engine)
    file = engine.url.database
    assert file
    await engine.dispose()
    with closing(sqlite3.connect(file)) as reader:
        assert reader.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchall()
        migrating = asyncio.create_task(migrate(engine))
        await asyncio.wait([migrating], timeout=0.5)
        assert not migrating.done()
        reader.execute("COMMIT")
    await migrating
    async with engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
    await engine.dispose()
