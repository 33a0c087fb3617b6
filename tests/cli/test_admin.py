"""`realms admin`: looking after the tables of a database."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.record import verify
from realms.tables.database import engine_for, migrate
from realms.tables.log import TableLog
from realms.tables.maintenance import DAY
from realms.tables.service import TableService, now
from tests.cli.conftest import Realms, refused
from tests.tables.table_play import VARIANTS, opened, play


def with_service(
    address: str, work: Callable[[TableService], Awaitable[str]], days: float = 0
) -> str:
    """Do something in the service of a database, some days ago."""

    async def done() -> str:
        engine = engine_for(address)
        await migrate(engine)
        service = TableService(TableLog(engine), lambda: now() - int(days * DAY))
        try:
            return await work(service)
        finally:
            await service.close()

    return asyncio.run(done())


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'realms.sqlite'}"


@pytest.fixture
def tables(database: str) -> dict[str, str]:
    """A table that is open, one being played, one finished today and one long ago."""

    async def being_played(service: TableService) -> str:
        id_ = await opened(service, seed="the seed of a game that is on")
        await play(service, id_, moves=5)
        return id_

    async def finished(service: TableService) -> str:
        id_ = await opened(service, VARIANTS["medieval for two"], seed="a seed that may be known")
        await play(service, id_)
        return id_

    return {
        "open": with_service(database, lambda service: opened(service, start=False), days=50),
        "playing": with_service(database, being_played, days=50),
        "finished": with_service(database, finished),
        "old": with_service(database, finished, days=40),
    }


def ids(database: str) -> set[str]:
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as kept:
        return {id_ for (id_,) in kept.execute("SELECT id FROM tables")}


def test_tables_are_listed_the_latest_first(
    realms: Realms, database: str, tables: dict[str, str]
) -> None:
    data = json.loads(realms("admin", "list", "--database", database, "--json").out)
    assert [table["id"] for table in data[:2]] == [tables["finished"], tables["old"]]
    by_id = {table["id"]: table for table in data}
    assert by_id[tables["open"]]["status"] == "open"
    assert by_id[tables["playing"]]["status"] == "playing"
    assert by_id[tables["finished"]]["status"] == "finished"
    assert by_id[tables["finished"]]["game"] == "medieval"
    assert len(by_id[tables["playing"]]["seats"]) == 3
    assert abs(by_id[tables["old"]]["changed"] - (now() - 40 * DAY)) < DAY
    one = json.loads(realms("admin", "list", "--database", database, "--json", "--limit", "1").out)
    assert one == data[:1]
    shown = realms("admin", "list", "--database", database, "--lang", "es")
    assert shown.status == 0
    assert all(id_ in shown.out for id_ in tables.values())
    assert "en juego" in shown.out


def test_the_list_has_no_secrets(realms: Realms, database: str, tables: dict[str, str]) -> None:
    output = realms("admin", "list", "--database", database, "--json").out
    assert "seed" not in output
    assert set(json.loads(output)[0]) == {"id", "game", "status", "seats", "changed"}


def test_a_finished_table_is_exported_whole(
    realms: Realms, database: str, tables: dict[str, str]
) -> None:
    result = realms("admin", "export", tables["finished"], "--database", database)
    game, record = read(result.out, all_games())
    assert verify(game, record) is not None
    assert record.seed == "a seed that may be known"
    data = realms("admin", "export", tables["finished"], "--database", database, "--json")
    assert json.loads(data.out)["seed"] == record.seed


def test_one_that_is_played_is_exported_as_a_spectator_knows_it(
    realms: Realms, database: str, tables: dict[str, str]
) -> None:
    result = realms("admin", "export", tables["playing"], "--database", database)
    assert result.status == 0
    assert "the seed of" not in result.out
    _, record = read(result.out, all_games())
    assert record.is_redacted
    json_ = realms("admin", "export", tables["playing"], "--database", database, "--json")
    assert refused(json_) == "The game is not over yet."


def test_what_cannot_be_exported(realms: Realms, database: str, tables: dict[str, str]) -> None:
    where = ("--database", database)
    assert refused(realms("admin", "export", tables["open"], *where)) == (
        "The game has not started yet."
    )
    assert refused(realms("admin", "export", "nothing", *where)) == "There is no such table."
    assert refused(realms("admin", "export", *where)) == "TABLE is missing."


def test_finished_tables_are_pruned_when_they_are_old(
    realms: Realms, database: str, tables: dict[str, str]
) -> None:
    asked = realms("admin", "prune", "--database", database, typed="n\n")
    assert asked.err.startswith("Delete 1 finished table where nothing has happened for 30 days?")
    assert asked.out == "0 tables deleted.\n"
    assert realms("admin", "prune", "--database", database).out == "0 tables deleted.\n"
    assert ids(database) == set(tables.values())
    done = realms("admin", "prune", "--database", database, typed="y\n")
    assert done.out == "1 table deleted.\n"
    assert ids(database) == set(tables.values()) - {tables["old"]}
    result = realms("admin", "prune", "--days", "0", "--yes", "--json", "--database", database)
    assert json.loads(result.out) == {"pruned": 1, "records": 0}
    assert result.err == ""
    assert ids(database) == {tables["open"], tables["playing"]}
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as kept:
        for table in ("entries", "lines", "seats"):
            rows = kept.execute(f"SELECT DISTINCT table_id FROM {table}")
            assert {id_ for (id_,) in rows} <= ids(database)


def test_tables_that_stand_still_and_records_go_too(
    realms: Realms, database: str, tables: dict[str, str]
) -> None:
    for days, text in ((100, "old"), (10, "new")):
        with_service(database, lambda service, text=text: service.store_record(text), days)  # type: ignore[misc]
    where = ("--database", database)
    asked = realms("admin", "prune", "--idle", "45", *where, typed="n\n")
    assert "Delete 2 tables that are not finished" in asked.err
    assert "Delete 1 record that nobody has looked at for 90 days? [y/N]" in asked.err
    assert asked.out == "0 tables deleted.\n"
    done = realms("admin", "prune", "--idle", "45", "--days", "9999", "--yes", *where)
    assert done.out == "2 tables deleted.\n1 record deleted.\n"
    assert ids(database) == {tables["finished"], tables["old"]}
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as kept:
        assert kept.execute("SELECT text FROM records").fetchall() == [("new",)]


def test_results_go_after_two_years(realms: Realms, database: str, tables: dict[str, str]) -> None:
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as kept:
        before = kept.execute("SELECT count(*) FROM results").fetchone()[0]
        assert before > 0
        row = "SELECT 'gone', seat, secret, 1, game, day, score, name, body FROM results LIMIT 1"
        kept.execute(f"INSERT INTO results {row}")
        kept.commit()
        done = realms("admin", "prune", "--days", "9999", "--idle", "9999", "--database", database)
        assert done.out == "0 tables deleted.\n"
        assert kept.execute("SELECT count(*) FROM results").fetchone()[0] == before


def test_a_database_is_copied_while_it_is_in_use(
    realms: Realms, database: str, tables: dict[str, str], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(tmp_path / "realms.sqlite")) as user:
        user.execute("BEGIN IMMEDIATE")
        user.execute("DELETE FROM tables WHERE id = ?", (tables["open"],))
        result = realms("admin", "backup", str(copy), "--database", database, "--json")
        user.rollback()
    assert json.loads(result.out) == {"file": str(copy), "bytes": copy.stat().st_size}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [*tmp_path.glob("copy*")] == [copy]
    listed = realms("admin", "list", "--database", f"sqlite:///{copy}", "--json").out
    assert listed == realms("admin", "list", "--database", database, "--json").out
    again = refused(realms("admin", "backup", str(copy), "--database", database))
    assert again == f"There is already a file {copy}."
    nowhere = str(tmp_path / "no" / "folder")
    assert "There is no file" in refused(realms("admin", "backup", nowhere, "--database", database))


def test_postgresql_has_a_program_of_its_own_for_that(realms: Realms) -> None:
    where = ("--database", "postgresql://ada@localhost/realms")
    sentence = refused(realms("admin", "backup", "copy.sqlite", *where))
    assert sentence == "PostgreSQL is backed up with its own program: pg_dump."
    assert not Path("copy.sqlite").exists()


@pytest.mark.parametrize("action", ["list", "prune"])
def test_a_database_that_is_not_there_is_not_made(
    realms: Realms, action: str, tmp_path: Path
) -> None:
    path = tmp_path / "missing.sqlite"
    sentence = refused(realms("admin", action, "--database", f"sqlite:///{path}"))
    assert sentence == f"There is no file {path}."
    assert not path.exists()


def test_the_variable_names_the_database(
    realms: Realms, database: str, tables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REALMS_DATABASE", database)
    assert tables["open"] in realms("admin", "list").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["frobnicate"], "“frobnicate” is not a value for "),
        (["list", "x"], "“x” is one too many."),
        (["backup"], "FILE is missing."),
        (["prune", "--days", "-1"], "“-1” is not a value for --days."),
        (["list", "--database", "nonsense"], "A database is named as "),
        (
            ["list", "--database", "postgresql://a:b@127.0.0.1:1/x"],
            "Nobody listens where the database postgresql://a:*",
        ),
    ],
)
def test_what_is_wrong_costs_one_sentence(
    realms: Realms, arguments: list[str], sentence: str
) -> None:
    assert refused(realms("admin", *arguments)).startswith(sentence)


def test_status_tells_of_tables_load_and_versions(
    realms: Realms, database: str, tables: dict[str, str]
) -> None:
    data = json.loads(realms("admin", "status", "--database", database, "--json").out)
    assert data["tables"] == {"open": 1, "playing": 1, "finished": 2}
    assert data["active"] == {"medieval": 1}
    assert data["entries"] > data["last_hour"] > 0
    assert data["bytes"] > 0
    assert len(data["load"]) == 3
    assert set(data["versions"]) == {"realms", "python", "numba", "sqlite"}
    assert "seed" not in str(data)
    shown = realms("admin", "status", "--database", database, "--lang", "es")
    assert shown.status == 0
    assert "Versiones" in shown.out


def test_a_table_is_closed_for_good(realms: Realms, database: str, tables: dict[str, str]) -> None:
    where = ("--database", database)
    asked = realms("admin", "close", tables["playing"], *where, typed="n\n")
    assert asked.err.startswith(f"End the table {tables['playing']} (")
    assert asked.out == ""
    done = realms("admin", "close", tables["playing"], *where, typed="y\n")
    assert done.out == f"The table {tables['playing']} is closed.\n"
    again = realms("admin", "close", tables["playing"], *where, "--yes")
    assert refused(again) == "The server's host has closed this table."
    over = realms("admin", "close", tables["finished"], *where, "--yes")
    assert refused(over) == "The game is over."
    result = realms("admin", "close", tables["open"], *where, "--yes", "--json")
    assert json.loads(result.out) == {"closed": [tables["open"]]}
    listed = json.loads(realms("admin", "list", *where, "--json").out)
    assert {table["status"] for table in listed} == {"finished"}
    exported = realms("admin", "export", tables["playing"], *where)
    assert "the seed of" not in exported.out, "who was dealt what stays a secret"
