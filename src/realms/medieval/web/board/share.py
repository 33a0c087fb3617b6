"""The winner's best cards, for the picture of a result."""

from __future__ import annotations

from realms.medieval.web.board.board_reader import BoardReader
from realms.medieval.web.board.scores import scores
from realms.web.game_parts import ShareItem
from realms.web.pages.table.table_page import TablePage

TONE = "#6b4a1f"
ICONS = ("at_once", "answering", "at_the_end", "goods", "great_person")
"""What stands for each source, in the order of a sheet."""


def share_items(page: TablePage, seat: int) -> tuple[ShareItem, ...]:
    """What the points of a seat came from, source by source. [MR-75]"""
    shown = scores(BoardReader(page))
    column = [sheet.seat for sheet in shown.sheets].index(seat)
    return tuple(
        ShareItem(row.title, icon, TONE, str(row.points[column]), not row.points[column])
        for row, icon in zip(shown.rows, ICONS, strict=True)
    )
