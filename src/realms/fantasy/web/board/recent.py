"""What happened since the viewer moved: a line for each turn of somebody."""

from __future__ import annotations

from msgspec import Struct

from realms.fantasy.web import texts
from realms.fantasy.web.board.players import move_text
from realms.web.pages.table.table_page import StoryLine, TablePage


class RecentTurn(Struct, frozen=True):
    """What somebody did, one thing after the other; a whole sentence where it is no turn."""

    seat: int | None
    name: str
    text: str
    is_mine: bool = False
    """Whether it changed what the viewer holds."""


def recent_turns(page: TablePage) -> tuple[RecentTurn, ...]:
    """The turns of others since the viewer moved, the first of them first."""
    turns: list[RecentTurn] = []
    is_open = False
    for line in page.news:
        mine = page.table.seat
        if mine is not None and line.event is not None and texts.is_own_act(line.event, mine):
            continue
        short = move_text(line.event, page.language) if line.event is not None else ""
        if short and is_open and turns[-1].seat == line.seat:
            text = f"{turns[-1].text}, {short}"
            turns[-1] = RecentTurn(line.seat, turns[-1].name, text)
            continue
        turns.append(_turn(page, line, short))
        is_open = bool(short)
    return tuple(turns)


def _turn(page: TablePage, line: StoryLine, short: str) -> RecentTurn:
    mine = page.table.seat
    if short and line.seat is not None:
        return RecentTurn(line.seat, page.names[line.seat], short)
    touches = mine is not None and line.event is not None and texts.touches(line.event, mine)
    return RecentTurn(line.seat, "", line.text, touches)
