"""The cards of Medieval Realms as a table, and as data with the source of each figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from rich.text import Text

from realms.cli.screen import console, plain_table
from realms.kernel.names import Names
from realms.kernel.text import LANGUAGES, say
from realms.medieval.content.card_text import card_text
from realms.medieval.content.content import CONTENT
from realms.medieval.content.schema import MedievalCard, MedievalContent

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
"""How each colour looks on a terminal; one of a content of one's own has no look."""


def card_listing(settings: Sequence[str], content: str | None) -> MedievalCards:
    """The cards as the game has them; told options, as those have them."""
    if not settings and content is None:
        return MedievalCards()
    from realms.cli.files import content_pairs
    from realms.kernel.games import game_named
    from realms.kernel.notation import options_read
    from realms.medieval.content.registry import content_for

    game = game_named("medieval")
    options = options_read(game, [*settings, *content_pairs(game, content)])
    says_players = any(pair.partition("=")[0].strip() == "players" for pair in settings)
    return MedievalCards(content_for(options), options.players if says_players else 0)


class MedievalCards(Struct, frozen=True):
    """The cards of a content, chosen and shown; for a number of players, if not 0."""

    content: MedievalContent = CONTENT
    players: int = 0

    def cards_of(self, group: str | None) -> list[MedievalCard]:
        """The cards of a colour, or all."""
        names = Names("suit", {known.id: known.name for known in self.content.colour})
        wanted = names.find(group) if group is not None else None
        return [card for card in self.content.card if wanted in (None, card.colour)]

    def as_json(self, card: MedievalCard) -> dict[str, Any]:
        """A card as data: names and texts in both languages, its values, where they are from."""
        return {
            **msgspec.to_builtins(card),
            "name": {language: card.name[language] for language in LANGUAGES},
            "text": {language: self.text(card, language) for language in LANGUAGES},
        }

    def text(self, card: MedievalCard, language: str) -> str:
        """All that a card says."""
        return card_text(card, language, self.players, self.content)

    def show(self, cards: Sequence[MedievalCard], language: str) -> None:
        """The cards on the screen."""
        table = plain_table()
        table.add_column(say("cli.column.card", language))
        table.add_column(say("cli.column.copies", language), justify="right", no_wrap=True)
        table.add_column(say("cli.column.text", language), ratio=1)
        for card in cards:
            name = Text(card.name[language], style=COLOURS.get(card.colour, ""))
            table.add_row(name, str(card.count), self.text(card, language))
        console().print(table)
