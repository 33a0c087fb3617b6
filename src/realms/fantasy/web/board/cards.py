"""A card as a page shows it: name, suit, strength, and its text with the words that matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from realms.fantasy.content.card_text import bonus_text, name_of, penalty_text
from realms.fantasy.content.cards import CARD, CARDS, NUMBER, SUIT, SUITS
from realms.kernel.text import say


class Piece(Struct, frozen=True):
    """A stretch of a card's text."""

    text: str
    kind: str = ""
    """`card`, `suit`, `keyword` or `points`; empty for plain words."""
    suit: str = ""
    """The suit of a card or a suit that is named."""


class CardShown(Struct, frozen=True):
    """A card of the catalogue in one language."""

    id: str
    name: str
    suit: str
    suit_name: str
    strength: int
    strength_name: str
    """What the number is called."""
    bonus: tuple[Piece, ...]
    penalty: tuple[Piece, ...]
    bonus_text: str
    penalty_text: str

    @property
    def text(self) -> str:
        """The whole text in words."""
        return " ".join(part for part in (self.bonus_text, self.penalty_text) if part)

    @property
    def keywords(self) -> tuple[str, ...]:
        """The cards and suits that the text names, in order."""
        found = [p.text for p in self.bonus + self.penalty if p.kind in ("card", "suit")]
        return tuple(dict.fromkeys(found))


@cache
def card_shown(card: str, language: str) -> CardShown:
    """A card by its id.

    >>> shown = card_shown("swamp", "en")
    >>> shown.name, shown.suit_name, shown.strength, shown.text
    ('Swamp', 'Flood', 18, '−3 for each Army and Flame.')
    >>> shown.keywords
    ('Army', 'Flame')
    """
    printed = CARD[card]
    bonus, penalty = bonus_text(printed, language), penalty_text(printed, language)
    return CardShown(
        id=card,
        name=name_of(card, language),
        suit=printed.suit,
        suit_name=name_of(printed.suit, language),
        strength=printed.strength,
        strength_name=say("cli.column.strength", language),
        bonus=pieces(bonus, language),
        penalty=pieces(penalty, language),
        bonus_text=bonus,
        penalty_text=penalty,
    )


def cards_shown(cards: Iterable[str], language: str) -> tuple[CardShown, ...]:
    """Several cards, in the order of the catalogue."""
    return tuple(card_shown(card, language) for card in sorted(cards, key=NUMBER.__getitem__))


def pieces(text: str, language: str) -> tuple[Piece, ...]:
    """A text cut where it names a card, a suit, points or a keyword; nothing is lost."""
    return tuple(_pieces(text, language)) if text else ()


def _pieces(text: str, language: str) -> Iterator[Piece]:
    pattern, words = _words(language)
    done = 0
    for found in pattern.finditer(text):
        if found.start() > done:
            yield Piece(text[done : found.start()])
        yield words.get(found[0]) or Piece(found[0], "points")
        done = found.end()
    if done < len(text):
        yield Piece(text[done:])


@cache
def _words(language: str) -> tuple[re.Pattern[str], dict[str, Piece]]:
    """All words that matter, the longest first, and what each stands for."""
    words: dict[str, Piece] = {}
    for suit in SUITS:
        forms = SUIT[suit.id][language]
        for form in (forms.one, *([forms.cards] if " " not in forms.cards else [])):
            words[form] = Piece(form, "suit", suit.id)
    for card in CARDS:
        words[card.name[language]] = Piece(card.name[language], "card", card.suit)
    for word in say("web.fantasy.keywords", language).split(","):
        words[word] = Piece(word, "keyword")
    longest = sorted(words, key=len, reverse=True)
    names = "|".join(re.escape(word) for word in longest)
    return re.compile(rf"\b(?:{names})\b|[+−]\d+(?: / [+−]\d+)*"), words
