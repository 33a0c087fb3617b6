"""Lines of menus that are cards or suits of Fantasy Realms."""

from __future__ import annotations

from functools import partial
from typing import Any

from rich.text import Text

from realms.cli.terminal.menu import Item, Menu, unknown
from realms.fantasy.content.card_text import name_of
from realms.fantasy.content.cards import CARD, CARD_NAMES
from realms.fantasy.terminal.screen import card_label, card_text_label, suit_label
from realms.kernel.errors import Ambiguous, RealmsError, Unreadable
from realms.kernel.text import LANGUAGES


def _not_here(text: str) -> Any:
    """Why a text chooses nothing: another card, or nothing we know."""
    try:
        card = CARD_NAMES.find(text)
    except Ambiguous:
        return unknown(text)
    except RealmsError as error:
        if "near" in error.fields:
            raise
        return unknown(text)
    raise Unreadable("menu/not_listed", card=CARD[card].name)


CardMenu = partial(Menu, other=_not_here)
"""A menu in which the names of other cards are known, and refused as such."""


def card_item(value: Any, card: str, language: str, after: int | None = None) -> Item:
    """A line for a card: its suit, strength and text."""
    strength = Text(str(CARD[card].strength), justify="right")
    facts = (suit_label(CARD[card].suit, language), strength, card_text_label(card, language))
    return Item(value, names_of(card), card_label(card, language), facts, after)


def suit_item(value: Any, suit: str, language: str) -> Item:
    """A line for a suit."""
    return Item(value, names_of(suit), suit_label(suit, language))


def names_of(thing: str) -> tuple[str, ...]:
    """The names of a card or a suit in every language."""
    return (thing, *(name_of(thing, language) for language in LANGUAGES))
