"""The running score: what everybody would have if the game ended now. [MR-75]"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from realms.cli.screen import plain_table
from realms.cli.terminal.terminal_game import PERSON
from realms.medieval.interface.score_text import sheet_lines
from realms.medieval.scoring.sheets import MedievalSheet
from realms.medieval.terminal.table_view import TerminalView

PARTS = ("entering", "answers", "end", "tokens", "great_persons")
"""What points come from, in the order of a sheet."""


def score_parts(seen: TerminalView) -> Iterator[RenderableType]:
    """All seats side by side, then the person's own sheet line by line."""
    sheets: list[MedievalSheet] = seen.table.game.sheets(seen.table.state)
    yield Text(seen.say("score_now"), "bold")
    yield _comparison(seen, sheets)
    yield Text(seen.say("score_yours", seat=seen.seat(PERSON)), "bold")
    yield _own_sheet(seen, sheets[PERSON])


def _comparison(seen: TerminalView, sheets: list[MedievalSheet]) -> Grid:
    table = plain_table()
    table.add_column("")
    for sheet in sheets:
        table.add_column(seen.seat(sheet.seat), justify="right")
    for part in PARTS:
        points = [sum(line.points for line in s.lines if line.why == part) for s in sheets]
        table.add_row(seen.say(f"score_{part}"), *map(str, points))
    totals = [Text(str(sheet.score), "bold") for sheet in sheets]
    table.add_row(Text(seen.say("score_total"), "bold"), *totals)
    return table


def _own_sheet(seen: TerminalView, sheet: MedievalSheet) -> Grid:
    table = plain_table()
    table.show_header = False
    table.add_column(ratio=1)
    table.add_column(justify="right")
    table.add_column(style="dim")
    for source, points, paragraph in sheet_lines(sheet, seen.language, seen.content):
        table.add_row(source, str(points), f"[{paragraph}]")
    return table
