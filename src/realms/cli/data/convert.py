"""`realms convert`: many records, or a table of games, as a table of games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Any

import typer

from realms.cli.arguments import INTERRUPTED, Lang, language_for

TOLD = 5
"""Records that cannot be read and are told of one by one."""


def convert(
    files: Annotated[list[str], typer.Argument(metavar="FILE…")],
    out: Annotated[str, typer.Option("--out", metavar="FILE")],
    replay: Annotated[bool, typer.Option("--replay")] = False,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    lang: Lang = None,
) -> None:
    """Convert records, or tables of games, into one table."""
    from realms.arena.data.column_files import ColumnWriter, read_columns
    from realms.cli.files import file_errors
    from realms.cli.simulate import progress
    from realms.kernel.text import say

    language = language_for(lang)
    paths, tables = sources(files)
    with file_errors(out):
        writer = ColumnWriter(out)
    conversion = Conversion(writer)
    try:
        with progress(len(paths), language, "cli.converting") as report:
            for path in tables:
                with file_errors(path):
                    writer.write(read_columns(path))
            if replay:
                conversion.replay(paths, jobs, report)
            else:
                conversion.read_heads(paths, report)
    except KeyboardInterrupt:
        conversion.stopped = True
    except BaseException:
        writer.discard()
        raise
    with file_errors(out):
        conversion.close()
    for path, reason in conversion.broken[:TOLD]:
        typer.echo(f"{path}: {reason}", err=True)
    counted = {"n": writer.rows, "rows": f"{writer.rows:,}", "path": out}
    typer.echo(say("cli.converted", language, **counted), err=True)
    if conversion.broken:
        typer.echo(say("cli.unconverted", language, n=len(conversion.broken)), err=True)
    if conversion.stopped:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(1 if conversion.broken else 0)


class Conversion:
    """Records on their way into a table; what was done when it is stopped is kept."""

    def __init__(self, writer: Any) -> None:
        self.writer = writer
        self.broken: list[tuple[str, str]] = []
        """Records that could not be read, each with the reason."""
        self.stopped = False
        self._replayed: list[Any] = []

    def read_heads(self, paths: list[str], report: Callable[[int], None]) -> None:
        """Write what the heads of records tell."""
        from realms.arena.data.record_rows import AT_ONCE, read_heads

        left = iter(paths)
        while rows := [*islice(left, AT_ONCE)]:
            heads = read_heads(rows)
            self.writer.write(heads.columns)
            self.broken += heads.broken
            report(len(rows))

    def replay(self, paths: list[str], jobs: int, report: Callable[[int], None]) -> None:
        """Play records again, on all cores."""
        import os

        from realms.arena.data.record_rows import REPLAYED, replay_records
        from realms.kernel.executor import executor_for, run_units

        firsts = range(0, len(paths), REPLAYED)
        units = ((first, paths[first : first + REPLAYED]) for first in firsts)
        workers = executor_for(jobs or os.cpu_count() or 1, "", ignore_interrupts)
        for part in run_units(replay_records, None, units, workers):
            self._replayed.append(part)
            self.broken += part.broken
            report(min(REPLAYED, len(paths) - part.first))

    def close(self) -> None:
        """Write what was replayed, and end the file."""
        from realms.arena.data.record_rows import join_replayed

        if self._replayed:
            self.writer.write(join_replayed(self._replayed))
        self.writer.close()


def ignore_interrupts() -> None:
    """Ctrl-C is for the one who watches."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def sources(files: list[str]) -> tuple[list[str], list[str]]:
    """The records among some files and folders, and the tables."""
    from pathlib import Path

    from realms.arena.data.column_files import KINDS
    from realms.arena.data.record_rows import find_records
    from realms.cli.files import file_errors
    from realms.kernel.errors import Unreadable

    tables = [path for path in files if Path(path).suffix.casefold() in KINDS]
    records = [*find_records(path for path in files if path not in tables)]
    for path in (*tables, *records):
        if not Path(path).exists():
            with file_errors(path):
                raise FileNotFoundError(path)
    if not records and not tables:
        raise Unreadable("data/nothing", path=", ".join(files))
    return records, tables
