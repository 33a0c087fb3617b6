"""A look at a table of Medieval Realms with the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from realms.kernel.text import listed
from realms.medieval.content.switches import MedievalOptions
from realms.medieval.interface.view import MedievalSeat, MedievalView
from realms.medieval.web.board.lexicon import CardFace, Lexicon, lexicon
from realms.web.pages.table.table_page import TablePage


class BoardReader:
    """What one viewer sees, ready to be told in their language."""

    def __init__(self, page: TablePage) -> None:
        self.page = page
        self.view: MedievalView = page.table.view
        self.options: MedievalOptions = page.table.options
        self.lexicon: Lexicon = lexicon(self.options, page.language)
        self.language = page.language
        self.names = page.names
        self.me: int | None = page.table.seat
        self.acts = page.is_asked
        """Whether the viewer owes a decision now."""

    def say(self, key: str, **fields: Any) -> str:
        """A message of this page."""
        return self.lexicon.say(key, **fields)

    def card(self, id_: str) -> CardFace:
        """A card by its id."""
        return self.lexicon.cards[id_]

    @property
    def mine(self) -> MedievalSeat | None:
        """One's own seat."""
        return None if self.me is None else self.view.seats[self.me]

    def listed(self, seats: Sequence[int]) -> str:
        """Several seats by their names."""
        return listed([self.names[seat] for seat in seats], self.language)

    @property
    def may_place(self) -> bool:
        """Whether one places leaders, or may still place them otherwise. [MR-18]"""
        return self.page.is_live and self.me is not None and self.view.phase == "placing"
