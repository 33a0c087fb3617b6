"""A card as a page shows it: name, suit, strength, and its text with the words that matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from realms.fantasy.content.card_text import bonus_text, name_of, penalty_text
from realms.fantasy.content.cards import CARD, CARDS, NUMBER, SUIT, SUITS
from realms.kernel.text import say

KINDS = ("gain", "loss", "blank", "clear", "choice")
"""What a line of a face can be."""
MARK = "\0"
"""Stands around signs and suits in a line before it is cut."""
LONG_LINE, LONG_WORD = 11, 9
VOWELS = "aeiouyáéíóúüä"
TOGETHER = ("ch", "sh", "th", "tr", "dr", "br", "pr", "gr", "cr", "fr", "bl", "cl", "pl", "ll")
"""Letters that no hyphen parts."""


class Piece(Struct, frozen=True):
    """A stretch of a card's text."""

    text: str
    kind: str = ""
    """`card`, `suit`, `keyword` or `points`; empty for plain words."""
    suit: str = ""
    """The suit of a card or a suit that is named."""


class FaceLine(Struct, frozen=True):
    """A short line of a face: its sign, then words and glyphs of suits."""

    kind: str
    """`gain`, `loss`, `blank`, `clear` or `choice`."""
    pieces: tuple[Piece, ...]

    @property
    def is_long(self) -> bool:
        """Whether it has so many letters that they have to stand close."""
        return sum(1 if piece.kind else len(piece.text) for piece in self.pieces) > LONG_LINE


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
    lines: tuple[FaceLine, ...] = ()
    """What it does in short, for its face."""

    @property
    def split_name(self) -> str:
        """The name, with soft hyphens in words too long for a face."""
        return " ".join(_split(word) for word in self.name.split())

    @property
    def says(self) -> tuple[tuple[str, tuple[Piece, ...]], ...]:
        """The whole text, bonus and penalty, each with the kind of its sign."""
        kinds = [line.kind for line in self.lines]
        bonus = next((kind for kind in kinds if kind in ("gain", "choice", "clear")), "gain")
        penalty = next((kind for kind in kinds if kind in ("blank", "loss")), "loss")
        halves = ((bonus, self.bonus), (penalty, self.penalty))
        return tuple((kind, pieces) for kind, pieces in halves if pieces)

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
        lines=face_lines(card, language),
    )


def face_lines(card: str, language: str) -> tuple[FaceLine, ...]:
    """The short lines of a card.

    >>> [(line.kind, [piece.text for piece in line.pieces]) for line in face_lines("king", "en")]
    [('gain', ['+5 per ', 'Army']), ('gain', ['+20 Queen'])]
    """
    marks = {name: f"{MARK}{name}{MARK}" for name in (*KINDS, *SUIT)}
    parts = say(f"web.fantasy.face.{card}", language, **marks).split(MARK)
    lines: list[tuple[str, list[Piece]]] = []
    for part in parts:
        if part in KINDS:
            lines.append((part, []))
        elif part in SUIT:
            lines[-1][1].append(Piece(name_of(part, language), "suit", part))
        elif part.strip():
            lines[-1][1].append(Piece(part))
    return tuple(FaceLine(kind, tuple(found)) for kind, found in lines)


def _split(word: str) -> str:
    """A long word with a soft hyphen near its middle, before a consonant and a vowel.

    >>> _split("Necromancer").split(chr(173)), _split("Shapeshifter").split(chr(173))
    (['Necro', 'mancer'], ['Shape', 'shifter'])
    """
    if len(word) < LONG_WORD:
        return word
    low = word.lower()
    breaks = [
        at - 1 if low[at - 1 : at + 1] in TOGETHER else at
        for at in range(3, len(word) - 2)
        if low[at] not in VOWELS and low[at + 1] in VOWELS
    ]
    at = min(breaks, key=lambda at: abs(2 * at - len(word)), default=0)
    return f"{word[:at]}\N{SOFT HYPHEN}{word[at:]}" if at else word


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
