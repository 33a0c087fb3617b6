"""The winner's hand, for the picture of a result."""

from __future__ import annotations

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD
from realms.fantasy.scoring.sheet import CardSheet
from realms.fantasy.web.board.sheets import minus
from realms.web.game_parts import ShareItem
from realms.web.pages.table.table_page import TablePage

TONES = {
    "army": "#4a4d55",
    "artifact": "#8a5a00",
    "beast": "#2f6b34",
    "flame": "#a8301a",
    "flood": "#1f4f8f",
    "land": "#6f4a26",
    "leader": "#5b3a94",
    "weapon": "#45697a",
    "weather": "#1c6f80",
    "wild": "#5c5470",
    "wizard": "#97286c",
}


def share_items(page: TablePage, seat: int) -> tuple[ShareItem, ...]:
    """The cards of a hand at the end, each with what it was worth. [FR-19]"""
    sheet = page.sheets[seat] if page.sheets else None
    return tuple(_item(one, page.language) for one in sheet.cards) if sheet else ()


def _item(one: CardSheet, language: str) -> ShareItem:
    return ShareItem(
        name_of(one.card, language),
        f"card-{one.card}",
        TONES[CARD[one.card].suit],
        minus(one.total),
        one.blanked,
    )
