"""The cards of Medieval Realms as a table, and as data with the source of each figure."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.text import Text

from realms.cli.screen import console, plain_table
from realms.kernel.names import Names
from realms.kernel.text import LANGUAGES, say
from realms.medieval.content import CARDS, CONTENT, Card
from realms.medieval.wording import card_text

COLOURS = {
    "yellow": "yellow1",
    "green": "green3",
    "red": "red1",
    "turquoise": "turquoise2",
    "grey": "grey62",
    "black": "grey42",
    "orange": "orange1",
    "blue": "dodger_blue1",
    "white": "bright_white",
    "violet": "medium_purple1",
}
COLOUR_NAMES = Names("suit", {colour.id: colour.name for colour in CONTENT.colour})


def cards_of(colour: str | None) -> list[Card]:
    """The cards of a colour, or all."""
    wanted = COLOUR_NAMES.find(colour) if colour is not None else None
    return [card for card in CARDS if wanted in (None, card.colour)]


def as_json(card: Card) -> dict[str, Any]:
    """A card as data: names and texts in both languages, its values, where they are from."""
    return {
        **msgspec.to_builtins(card),
        "name": {language: card.name[language] for language in LANGUAGES},
        "text": {language: card_text(card, language) for language in LANGUAGES},
    }


def show(chosen: list[Card], language: str) -> None:
    """The cards on the screen."""
    table = plain_table()
    table.add_column(say("sheet.card", language))
    table.add_column(say("cli.column.copies", language), justify="right", no_wrap=True)
    table.add_column(say("cli.column.text", language), ratio=1)
    for card in chosen:
        name = Text(card.name[language], style=COLOURS[card.colour])
        table.add_row(name, str(card.count), card_text(card, language))
    console().print(table)
