"""`realms admin`: looking after the tables of a database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from realms.cli.arguments import Json, Lang, language_for
from realms.cli.serve import Database
from realms.kernel.errors import Unreadable

if TYPE_CHECKING:
    from realms.tables.service import TableService

T = TypeVar("T")
PruneAges = tuple[int, int, int]
"""Days after which finished tables, unfinished ones, and records that were brought along go."""
ACTIONS = ("status", "list", "export", "close", "prune", "backup")


def admin(
    action: Annotated[str, typer.Argument(metavar="|".join(ACTIONS))],
    what: Annotated[str | None, typer.Argument(metavar="TABLE|FILE")] = None,
    database: Database = None,
    days: Annotated[int, typer.Option("--days", metavar="N", min=0, max=100_000)] = 30,
    idle: Annotated[int, typer.Option("--idle", metavar="N", min=0, max=100_000)] = 180,
    records: Annotated[int, typer.Option("--records", metavar="N", min=0, max=100_000)] = 90,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1)] = 50,
    yes: Annotated[bool, typer.Option("--yes")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Look after the tables of a database."""
    from realms.tables.database import default_url

    if action not in ACTIONS:
        raise Unreadable("usage/value", value=action, name="|".join(ACTIONS))
    needs = {"export": "TABLE", "close": "TABLE", "backup": "FILE"}.get(action)
    if needs and not what:
        raise Unreadable("usage/missing", name=needs)
    if what and not needs:
        raise Unreadable("usage/extra", text=what)
    address, language = database or default_url(), language_for(lang)
    if action == "status":
        show_status(address, json, language)
    elif action == "close":
        close_table(address, what or "", yes, json, language)
    elif action == "list":
        list_tables(address, limit, json, language)
    elif action == "export":
        export_table(address, what or "", json, language)
    elif action == "prune":
        prune(address, (days, idle, records), yes, json, language)
    else:
        backup(address, what or "", json, language)


def with_service(address: str, language: str, work: Callable[[TableService], Awaitable[T]]) -> T:
    """Do something with the service of a database."""
    import asyncio

    from realms.cli.compiling.notice import compile_notice

    with compile_notice(language):
        from realms.tables.database import engine_for
        from realms.tables.log import TableLog
        from realms.tables.maintenance import existing_file, readable_errors
        from realms.tables.service import TableService

        async def done() -> T:
            engine = engine_for(address)
            existing_file(engine)
            try:
                return await work(TableService(TableLog(engine)))
            finally:
                await engine.dispose()

        with readable_errors(address):
            return asyncio.run(done())


def show_status(address: str, json: bool, language: str) -> None:
    """Tables, load and versions."""
    from realms.tables.maintenance import database_status
    from realms.tables.service import now

    status = with_service(
        address, language, lambda service: database_status(service.log.engine, now())
    )
    if json:
        echo_json(status)
        return
    from realms.cli.screen import console, plain_table
    from realms.kernel.text import say

    def counted(numbers: dict[str, int]) -> str:
        return ", ".join(f"{name} {number}" for name, number in sorted(numbers.items())) or "0"

    tables = {say(f"cli.admin.status.{name}", language): n for name, n in status.tables.items()}
    rows = {
        "database": f"{status.database} ({status.revision}, {status.bytes / 1e6:.1f} MB)",
        "tables": counted(tables),
        "active": counted(status.active),
        "written": say(
            "cli.admin.written",
            language,
            minute=status.last_minute,
            hour=status.last_hour,
            entries=status.entries,
        ),
        "records": str(status.records),
        "load": f"{', '.join(map(str, status.load))} / {status.cores}",
        "versions": ", ".join(f"{name} {version}" for name, version in status.versions.items()),
    }
    table = plain_table()
    for _column in range(2):
        table.add_column("")
    for name, text in rows.items():
        table.add_row(say(f"cli.admin.rows.{name}", language), text)
    console().print(table)


def close_table(address: str, id_: str, yes: bool, json: bool, language: str) -> None:
    """End a table for good; who sits there is told."""
    from realms.kernel.text import say
    from realms.tables.entries import TableClosed

    async def names(service: TableService) -> str:
        table = (await service.load(id_)).table
        table.consider(TableClosed(), 0)
        return ", ".join(name for name in (chair.name for chair in table.chairs) if name) or "–"

    async def close(service: TableService) -> None:
        await service.write(id_, TableClosed())
        await service.close()

    seated = with_service(address, language, names)
    question = say("cli.admin.ask_close", language, table=id_, names=seated)
    is_closed = yes or is_confirmed(question)
    if is_closed:
        with_service(address, language, close)
    if json:
        echo_json({"closed": [id_] if is_closed else []})
    elif is_closed:
        typer.echo(say("cli.admin.closed", language, table=id_))


def list_tables(address: str, limit: int, json: bool, language: str) -> None:
    """The tables that changed last."""
    from realms.tables.maintenance import stored_tables

    tables = with_service(address, language, lambda service: stored_tables(service, limit))
    if json:
        echo_json(tables)
        return
    import time

    from realms.cli.screen import console, plain_table
    from realms.kernel.text import say

    table = plain_table()
    for column in ("id", "game", "status", "seats", "changed"):
        table.add_column(say(f"cli.admin.columns.{column}", language))
    for kept in tables:
        changed = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed / 1000))
        names = ", ".join(name or "–" for name in kept.seats)
        status = say(f"cli.admin.status.{kept.status}", language)
        table.add_row(kept.id, kept.game, status, names, changed)
    console().print(table)


def export_table(address: str, id_: str, json: bool, language: str) -> None:
    """The record of a table: whole when its game is over, else as a spectator knows it."""
    from realms.kernel.notation import write
    from realms.kernel.record import exported, redacted

    async def record(service: TableService) -> tuple[Any, Any, bool]:
        table = (await service.load(id_)).table
        if table.state is None:
            raise Unreadable("table/not_started")
        return table.game, table.record(), table.outcome is not None

    game, record_, is_over = with_service(address, language, record)
    if not json:
        typer.echo(write(game, redacted(game, record_, None)), nl=False)
        return
    if not is_over:
        raise Unreadable("table/not_over")
    echo_json(exported(game, record_))


def prune(address: str, ages: PruneAges, yes: bool, json: bool, language: str) -> None:
    """Delete what nobody has needed for long: tables that are over or stand still, records."""
    from realms.kernel.text import say
    from realms.tables import maintenance
    from realms.tables.service import now

    time = now()
    finished, idle, records = (time - days * maintenance.DAY for days in ages)

    async def find(service: TableService) -> tuple[list[str], list[str], int]:
        return (
            await maintenance.finished_before(service, finished),
            await maintenance.unfinished_before(service, idle),
            await maintenance.records_before(service.log.engine, records),
        )

    async def delete(service: TableService) -> None:
        await maintenance.delete_results(
            service.log.engine, time - maintenance.RESULTS_KEPT * maintenance.DAY
        )
        await maintenance.delete_tables(service.log.engine, [*over, *still])
        await maintenance.delete_rooms(service.log.engine, finished)
        await maintenance.delete_records(service.log.engine, records)

    over, still, kept = with_service(address, language, find)
    counts = {"ask": len(over), "ask_idle": len(still), "ask_records": kept}
    questions = [
        say(f"cli.admin.{key}", language, n=n, days=days)
        for (key, n), days in zip(counts.items(), ages, strict=True)
        if n
    ]
    question = " ".join([*questions, say("cli.admin.ask_yes", language)])
    if questions and not yes and not is_confirmed(question):
        over, still, kept = [], [], 0
    else:
        with_service(address, language, delete)
    if json:
        echo_json({"pruned": len(over) + len(still), "records": kept})
        return
    typer.echo(say("cli.admin.pruned", language, n=len(over) + len(still)))
    if kept:
        typer.echo(say("cli.admin.pruned_records", language, n=kept))


def is_confirmed(question: str) -> bool:
    """Whether somebody says yes, in either language."""
    import sys

    sys.stderr.write(question + " ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in ("y", "yes", "s", "si", "sí")


def backup(address: str, file: str, json: bool, language: str) -> None:
    """A copy of a SQLite database that is in use."""
    from pathlib import Path

    from realms.cli.files import file_errors
    from realms.kernel.text import say
    from realms.tables.database import engine_for
    from realms.tables.maintenance import back_up

    with file_errors(file):
        back_up(engine_for(address), Path(file))
    size = Path(file).stat().st_size
    if json:
        echo_json({"file": file, "bytes": size})
    else:
        typer.echo(say("cli.admin.backed_up", language, path=file))


def echo_json(data: Any) -> None:
    """Data, on standard output."""
    import msgspec

    typer.echo(msgspec.json.encode(data).decode())
