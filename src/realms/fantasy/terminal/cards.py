"""The cards of Fantasy Realms as a table, and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from rich.text import Text

from realms.cli.screen import console, plain_table
from realms.fantasy.content.card_text import bonus_text, name_of, penalty_text
from realms.fantasy.content.cards import CARDS, SUIT_NAMES, FantasyCard
from realms.fantasy.terminal.screen import card_label, card_text_label, suit_label
from realms.kernel.content_files import content_pack
from realms.kernel.errors import Unreadable
from realms.kernel.text import LANGUAGES, say


def card_listing(settings: Sequence[str], content: str | None) -> FantasyCards:
    """The one listing there is: no option and no file changes these cards."""
    if settings:
        raise Unreadable("usage/cards_as_printed", option="--set")
    if content is not None:
        content_pack("fantasy")  # refuses
    return FantasyCards()


class FantasyCards(Struct, frozen=True):
    """The cards, chosen and shown."""

    def cards_of(self, group: str | None) -> list[FantasyCard]:
        """The cards of a suit, or all."""
        wanted = SUIT_NAMES.find(group) if group is not None else None
        return [card for card in CARDS if wanted in (None, card.suit)]

    def as_json(self, card: FantasyCard) -> dict[str, Any]:
        """A card as data: its names and texts in both languages, its effects as values."""
        return {
            "id": card.id,
            "name": {language: card.name[language] for language in LANGUAGES},
            "suit": card.suit,
            "suit_name": {language: name_of(card.suit, language) for language in LANGUAGES},
            "strength": card.strength,
            "bonus": {language: bonus_text(card, language) for language in LANGUAGES},
            "penalty": {language: penalty_text(card, language) for language in LANGUAGES},
            "effects": {
                "bonus": msgspec.to_builtins(card.bonus),
                "penalty": msgspec.to_builtins(card.penalty),
            },
        }

    def show(self, cards: Sequence[FantasyCard], language: str) -> None:
        """The cards on the screen."""
        table = plain_table()
        table.add_column(say("cli.column.card", language), no_wrap=True)
        table.add_column(say("sheet.suit", language), no_wrap=True)
        table.add_column(say("cli.column.strength", language), justify="right", no_wrap=True)
        table.add_column(say("cli.column.text", language), ratio=1)
        for here, card in enumerate(cards):
            last = here + 1 == len(cards) or cards[here + 1].suit != card.suit
            name, suit = card_label(card.id, language), suit_label(card.suit, language)
            text = card_text_label(card.id, language)
            table.add_row(name, suit, Text(str(card.strength)), text, end_section=last)
        console().print(table)
