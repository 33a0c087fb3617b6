"""Every card of Fantasy Realms, to be looked through by suit and by words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD, CARDS, SUITS
from realms.fantasy.web.board.cards import CardShown, card_shown
from realms.kernel.names import folded
from realms.kernel.text import LANGUAGES, say
from realms.web.game_parts import CardFilter, CardsFound, FilterChoice
from realms.web.pages.rules.text_search import TextSearch

STYLES: tuple[str, ...] = (
    "css/board-tokens.css",
    "css/board-parts.css",
    "css/fantasy-face.css",
    "css/fantasy-cards.css",
)


class SuitOfCards(Struct, frozen=True):
    """The cards of a suit."""

    id: str
    name: str
    cards: tuple[CardShown, ...]


def count() -> int:
    """How many cards there are."""
    return len(CARDS)


def lead(language: str) -> str:
    """A sentence about them."""
    return say("web.fantasy.cards.lead", language)


def find(fields: Mapping[str, str], sought: TextSearch, language: str) -> CardsFound:
    """The cards of a suit, or of all, that have the words sought."""
    known = suits(fields.get("suit", ""), language)
    chosen = next((suit.id for suit in known if suit.is_chosen), "")
    groups = cards(chosen, sought, language)
    label, every = (say(f"web.fantasy.cards.{key}", language) for key in ("suit", "any_suit"))
    shown = sum(len(group.cards) for group in groups)
    return CardsFound((CardFilter("suit", label, known, every),), shown, groups)


def one(card: str, _settings: Mapping[str, Any], language: str) -> CardShown | None:
    """A card by its id."""
    return card_shown(card, language) if card in CARD else None


def suits(chosen: str, language: str) -> tuple[FilterChoice, ...]:
    """The suits, in the order of the cards."""
    counts = {suit.id: sum(card.suit == suit.id for card in CARDS) for suit in SUITS}
    return tuple(
        FilterChoice(suit.id, name_of(suit.id, language), counts[suit.id], suit.id == chosen)
        for suit in SUITS
    )


def cards(suit: str, sought: TextSearch, language: str) -> tuple[SuitOfCards, ...]:
    """The cards of a suit, or of all, that have the words sought, suit by suit."""
    groups = []
    for known in SUITS:
        if suit in ("", known.id):
            found = tuple(
                card_shown(card.id, language)
                for card in CARDS
                if card.suit == known.id and sought.is_in(_words(card.id, language))
            )
            groups.append(SuitOfCards(known.id, name_of(known.id, language), found))
    return tuple(group for group in groups if group.cards)


@cache
def _words(card: str, language: str) -> str:
    """The text of a card in one language, and its name in all."""
    shown = card_shown(card, language)
    names = [name_of(card, known) for known in LANGUAGES]
    return folded(" ".join([*names, shown.suit_name, str(shown.strength), shown.text]))
