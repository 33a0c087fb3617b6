"""The cards of a game that brings no listing of its own: those of its deck, by their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from realms.cli.screen import console, plain_table
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game
from realms.kernel.notation import options_read
from realms.kernel.presentation import plain_text
from realms.kernel.text import LANGUAGES, say


class DeckCard(Struct, frozen=True):
    """A card, and how often the deck has it."""

    id: str
    copies: int


class DeckListing:
    """The cards that are dealt at a table with some options.

    Raises `Unreadable` where the game deals no cards or an option cannot be read.
    """

    def __init__(self, game: Game, settings: Sequence[str]) -> None:
        self.game = game
        _, deck = game.deal_order(game.start(options_read(game, settings)))
        if not deck:
            raise Unreadable("usage/no_cards", game=game.title)
        self.copies = Counter(deck)

    def cards_of(self, group: str | None) -> list[DeckCard]:
        """All cards, numbers in their order; they have no groups."""
        if group is not None:
            raise Unreadable("usage/no_groups", game=self.game.title, option="--suit")
        order = sorted(self.copies, key=lambda id_: (int(id_) if id_.isdecimal() else 0, id_))
        return [DeckCard(id_, self.copies[id_]) for id_ in order]

    def as_json(self, card: DeckCard) -> dict[str, Any]:
        """A card as data."""
        names = {language: self._name(card, language) for language in LANGUAGES}
        return {"id": card.id, "name": names, "copies": card.copies}

    def show(self, cards: Sequence[DeckCard], language: str) -> None:
        """Print cards as a table."""
        table = plain_table()
        table.add_column(say("plain.card", language), no_wrap=True)
        table.add_column(say("plain.copies", language), justify="right")
        for card in cards:
            table.add_row(self._name(card, language), str(card.copies))
        console().print(table)

    def _name(self, card: DeckCard, language: str) -> str:
        return plain_text.label(self.game.name, "card", card.id, language)
