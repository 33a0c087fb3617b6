"""The cards of Fantasy Realms, read from `cards.toml` and checked. [FR-1] [FR-2]"""

from __future__ import annotations

from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from realms.fantasy.effects import AnyEffect
from realms.kernel.errors import Unreadable
from realms.kernel.names import Names


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """Words in every language we speak."""

    en: str
    es: str

    def __getitem__(self, language: str) -> str:
        return self.es if language == "es" else self.en


class Forms(Struct, frozen=True, forbid_unknown_fields=True):
    """A suit's noun as sentences need it."""

    one: str
    many: str
    other: str


class Suit(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the ten suits, or Wild."""

    id: str
    en: Forms
    es: Forms

    def __getitem__(self, language: str) -> Forms:
        return self.es if language == "es" else self.en


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card has a name, a suit, a strength, and a bonus, a penalty or both. [FR-2]"""

    id: str
    name: Text
    suit: str
    strength: Annotated[int, Meta(ge=0, le=40)]
    bonus: tuple[AnyEffect, ...] = ()
    penalty: tuple[AnyEffect, ...] = ()


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole content file."""

    suit: tuple[Suit, ...]
    card: tuple[Card, ...]


def read_content(text: bytes, source: str) -> Content:
    """Read and check a content file; what is wrong with it costs one sentence.

    >>> read_content(b'suit = 3', "mine.toml")
    Traceback (most recent call last):
    ...
    realms.kernel.errors.Unreadable: mine.toml: Expected `array`, got `int` - at `$.suit`
    """
    try:
        content = msgspec.toml.decode(text, type=Content)
    except msgspec.DecodeError as error:
        raise Unreadable("content/unreadable", source=source, reason=str(error)) from error
    known = {suit.id for suit in content.suit} | {card.id for card in content.card}
    if len(known) != len(content.suit) + len(content.card):
        raise Unreadable("content/unreadable", source=source, reason="an id appears twice")
    for card in content.card:
        for name in mentioned(card):
            if name not in known:
                reason = f"{card.id} mentions {name!r}, which is neither a card nor a suit"
                raise Unreadable("content/unreadable", source=source, reason=reason)
        if not card.bonus and not card.penalty:
            reason = f"{card.id} has neither bonus nor penalty"
            raise Unreadable("content/unreadable", source=source, reason=reason)
    return content


def mentioned(card: Card) -> set[str]:
    """Every suit and card that a card speaks of, its own suit included."""
    names = {card.suit}
    for effect in card.bonus + card.penalty:
        for field in effect.__struct_fields__:
            value = getattr(effect, field)
            if isinstance(value, list):
                names.update(value)
            elif field == "word":
                names.add(value)
    return names


CONTENT = read_content(
    resources.files(__package__).joinpath("cards.toml").read_bytes(), "cards.toml"
)
CARDS = CONTENT.card
SUITS = CONTENT.suit
CARD = {card.id: card for card in CARDS}
SUIT = {suit.id: suit for suit in SUITS}
NUMBER = {card.id: number for number, card in enumerate(CARDS)}
SUIT_NUMBER = {suit.id: number for number, suit in enumerate(SUITS)}

CARD_NAMES = Names("card", {card.id: (card.name.en, card.name.es) for card in CARDS})
SUIT_NAMES = Names("suit", {suit.id: (suit.en.one, suit.es.one) for suit in SUITS})


def find(name: str) -> Card:
    """A card by its name in either language, its id, or its shortest clear beginning.

    >>> find("árbol").id
    'world_tree'
    >>> find("drag").name.es
    'Dragón'
    """
    return CARD[CARD_NAMES.find(name)]
