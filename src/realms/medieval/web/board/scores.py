"""Score sheets: everybody's side by side, and each line by line. [MR-75] [MR-76]"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from realms.kernel.text import say
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.interface.score_text import sheet_lines, tie_text
from realms.medieval.scoring.sheets import MedievalSheet
from realms.medieval.web.board import open_counts
from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.lexicon import lexicon

PARTS = ("entering", "answers", "end", "tokens", "great_persons")
"""What points come from, in the order of a sheet."""
KEPT = 4096


class SheetRow(Struct, frozen=True):
    """A line of a sheet."""

    text: str
    points: int
    paragraph: str


class SeatSheet(Struct, frozen=True):
    """The sheet of a seat, and what would break a tie. [MR-76]"""

    seat: int
    name: str
    is_me: bool
    place: int
    score: int
    lines: tuple[SheetRow, ...]
    cards: int
    castles: int
    leaders: int


class PartRow(Struct, frozen=True):
    """What everybody has from one source, in the order of the columns."""

    title: str
    points: tuple[int, ...]


class Scores(Struct, frozen=True):
    """All sheets, the best first."""

    final: bool
    sheets: tuple[SeatSheet, ...]
    rows: tuple[PartRow, ...]
    castles: str
    """What the tie-breaking cards are called."""
    tie: str
    """Which tie-breaker decided; empty where points did."""


def scores(reading: BoardReader) -> Scores:
    """What everybody has: at the end, or if the game ended now. [MR-75]"""
    sheets = open_counts.sheets(reading.view, reading.options)
    ranking = open_counts.ranking(sheets, reading.view.order)
    final, words = reading.view.phase == "ended", reading.lexicon.words
    tie = tie_text(sheets, ranking, reading.names, reading.language, words.content)
    return Scores(
        final=final,
        sheets=tuple(_sheet(reading, sheets[seat], place) for place, seat in enumerate(ranking, 1)),
        rows=tuple(
            PartRow(
                say(f"terminal_medieval.score_{part}", reading.language),
                tuple(_points(sheets[seat], part) for seat in ranking),
            )
            for part in PARTS
        ),
        castles=words.forms("kind", "castle").other,
        tie=tie.removesuffix(" [MR-76]") if final else "",
    )


def _points(sheet: MedievalSheet, part: str) -> int:
    return sum(line.points for line in sheet.lines if line.why == part)


def _sheet(reading: BoardReader, sheet: MedievalSheet, place: int) -> SeatSheet:
    return SeatSheet(
        seat=sheet.seat,
        name=reading.names[sheet.seat],
        is_me=sheet.seat == reading.me,
        place=place,
        score=sheet.score,
        lines=_lines(reading.options, reading.language, sheet),
        cards=sheet.cards,
        castles=sheet.castles,
        leaders=sheet.leaders,
    )


@lru_cache(maxsize=KEPT)
def _lines(options: MedievalOptions, language: str, sheet: MedievalSheet) -> tuple[SheetRow, ...]:
    """A sheet in words."""
    content = lexicon(options, language).content
    return tuple(SheetRow(*line) for line in sheet_lines(sheet, language, content))
