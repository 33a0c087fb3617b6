"""`realms export`: a record as data, or in its canonical notation."""

from __future__ import annotations

from typing import Annotated

import typer

from realms.cli.arguments import ContentFile, File, Json, Lang, find_seat, language_for
from realms.cli.compiling.mode import run_plainly
from realms.kernel.errors import Unreadable

Seat = Annotated[str | None, typer.Option("--seat", metavar="SEAT")]


def export(
    file: File,
    seat: Seat = None,
    content: ContentFile = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Convert a record."""
    run_plainly()
    from realms.cli.compiling.notice import compile_notice

    with compile_notice(language_for(lang)):
        text = record_text(file, seat, json, content)
    typer.echo(text, nl=False)


def record_text(file: str, seat: str | None, json: bool, content: str | None = None) -> str:
    """The record in a file as JSON or notation, whole or as one seat may know it."""
    from realms.cli.files import read_record
    from realms.kernel.notation import write
    from realms.kernel.record import completed, exported, redacted, verify

    game, record = read_record(file, content)
    viewer = find_seat(seat, record.seats) if seat is not None else None
    if json:
        import msgspec

        if seat is not None and verify(game, record) is None:
            raise Unreadable("usage/seat_json")
        return msgspec.json.encode(exported(game, record)).decode() + "\n"
    verify(game, record)
    if seat is None:
        return write(game, completed(game, record))
    return write(game, redacted(game, record, viewer))
