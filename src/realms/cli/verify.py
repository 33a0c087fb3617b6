"""`realms verify`: whether a record holds."""

from __future__ import annotations

from typing import NamedTuple

import typer

from realms.cli.arguments import ContentFile, File, Json, Lang, language_for
from realms.cli.compiling.mode import run_plainly

TAGS = {"record/seed": "Commitment", "record/result": "Result", "record/hidden": "Seed"}
"""Where the head tells what some errors are about."""


def verify(file: File, content: ContentFile = None, json: Json = False, lang: Lang = None) -> None:
    """Check a record."""
    run_plainly()
    from realms.cli.compiling.notice import compile_notice
    from realms.cli.files import read_text
    from realms.kernel.text import say

    language = language_for(lang)
    with compile_notice(language):
        held = check_record(read_text(file), content)
    if json:
        import msgspec

        data = {"holds": True, "moves": held.moves, "result": held.result or None}
        data |= {} if held.begins is None else {"begins": held.begins, "redeals": held.redeals}
        typer.echo(msgspec.json.encode(data).decode())
        return
    key = "cli.holds" if held.result else "cli.holds_so_far"
    typer.echo(say(key, language, n=held.moves, result=held.result))
    if held.begins is not None:
        key = "practice.committed_anew" if held.redeals else "practice.not_committed"
        typer.echo(say(key, language, n=held.begins))


class HeldRecord(NamedTuple):
    """What is told of a record that holds."""

    moves: int
    result: str
    begins: int | None
    """The moves that were made in another game, if it goes on from one."""
    redeals: int
    """How often hidden cards were dealt anew."""


def check_record(text: str, content: str | None = None) -> HeldRecord:
    """What is told of a record that holds; else one error, with where."""
    from realms.cli.files import parse_record
    from realms.kernel.record import BrokenRecord, written_result
    from realms.kernel.record import verify as check

    game, record = parse_record(text, content)
    try:
        outcome = check(game, record)
    except BrokenRecord as error:
        if error.line or error.code not in TAGS:
            raise
        line, column = _place(text, TAGS[error.code])
        raise BrokenRecord(error.code, line, column, **error.fields) from error
    result = written_result(record, outcome)
    return HeldRecord(len(record.moves), result, record.begins, len(record.redeals))


def _place(text: str, tag: str) -> tuple[int, int]:
    """The line and column of a tag of the head."""
    for number, line in enumerate(text.splitlines(), 1):
        column = line.find(f"[{tag} ")
        if column >= 0:
            return number, column + 1
    return 0, 0
