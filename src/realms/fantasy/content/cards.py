"""The cards of Fantasy Realms, read from `cards.toml` and checked. [FR-1] [FR-2]"""

from __future__ import annotations

from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from realms.fantasy.content.effects import AnyEffect
from realms.kernel.errors import Unreadable
from realms.kernel.names import Names
from realms.kernel.text import Text


class SuitForms(Struct, frozen=True, forbid_unknown_fields=True):
    """A suit's noun as sentences need it."""

    one: str
    """A Beast."""
    other: str
    """For each *other Beast*."""
    any: str
    """With *any Beast*."""
    cards: str
    """Blanks *Beasts*."""
    others: str
    """Blanks *other Beasts*."""


class Suit(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the ten suits, or Wild."""

    id: str
    en: SuitForms
    es: SuitForms

    def __getitem__(self, language: str) -> SuitForms:
        return self.es if language == "es" else self.en

    @property
    def name(self) -> Text:
        """The name of the suit."""
        return Text(en=self.en.one, es=self.es.one)


class FantasyCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card has a name, a suit, a strength, and a bonus, a penalty or both. [FR-2]"""

    id: str
    name: Text
    suit: str
    strength: Annotated[int, Meta(ge=0, le=40)]
    bonus: tuple[AnyEffect, ...] = ()
    penalty: tuple[AnyEffect, ...] = ()


class FantasyContent(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole content file."""

    suit: tuple[Suit, ...]
    card: tuple[FantasyCard, ...]


def read_content(text: bytes, source: str) -> FantasyContent:
    """Read and check a content file; what is wrong with it costs one sentence.

    >>> read_content(b'suit = 3', "mine.toml")
    Traceback (most recent call last):
    ...
    realms.kernel.errors.Unreadable: mine.toml: Expected `array`, got `int` - at `$.suit`
    """
    try:
        content = msgspec.toml.decode(text, type=FantasyContent)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable("content/unreadable", source=source, reason=str(error)) from error
    known = {suit.id for suit in content.suit} | {card.id for card in content.card}
    if len(known) != len(content.suit) + len(content.card):
        raise Unreadable("content/unreadable", source=source, reason="an id appears twice")
    suits, cards = {suit.id for suit in content.suit}, {card.id for card in content.card}
    for card in content.card:
        fault = _fault(card, suits, cards)
        if fault:
            raise Unreadable("content/unreadable", source=source, reason=f"{card.id} {fault}")
    return content


CARDS_ONLY = ("all_of",)
EITHER = ("any_of", "none_of", "spares")
"""Fields of effects that name cards, or cards and suits; all others name suits."""


def _fault(card: FantasyCard, suits: set[str], cards: set[str]) -> str:
    """What is wrong with a card; empty if nothing is."""
    if card.suit not in suits:
        return f"is of the suit {card.suit!r}, which there is not"
    if not card.bonus and not card.penalty:
        return "has neither bonus nor penalty"
    for effect in card.bonus + card.penalty:
        for field in effect.__struct_fields__:
            value = getattr(effect, field)
            names = value if isinstance(value, list) else [value] if field == "word" else []
            allowed = cards if field in CARDS_ONLY else cards | suits if field in EITHER else suits
            for name in names:
                if name not in cards | suits:
                    return f"mentions {name!r}, which is neither a card nor a suit"
                if name not in allowed:
                    return f"mentions {name!r} in {field!r}, where it does not belong"
    return ""


CONTENT = read_content(
    resources.files(__package__).joinpath("cards.toml").read_bytes(), "cards.toml"
)
CARDS = CONTENT.card
SUITS = CONTENT.suit
CARD = {card.id: card for card in CARDS}
SUIT = {suit.id: suit for suit in SUITS}
NUMBER = {card.id: number for number, card in enumerate(CARDS)}
SUIT_NUMBER = {suit.id: number for number, suit in enumerate(SUITS)}

CARD_NAMES = Names("card", {card.id: card.name for card in CARDS})
SUIT_NAMES = Names("suit", {suit.id: suit.name for suit in SUITS})


def find(name: str) -> FantasyCard:
    """A card by its name in either language, its id, or its shortest clear beginning.

    >>> find("árbol").id
    'world_tree'
    >>> find("drag").name.es
    'Dragón'
    """
    return CARD[CARD_NAMES.find(name)]
