"""Finding words in texts as people type them, and marking where they are."""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup
from msgspec import Struct

from realms.kernel.names import folded

LONGEST = 80
"""Letters of a search that are looked at."""
PIECE = re.compile(r"(<[^>]+>|&[^;\s]+;)")
"""What is not text in HTML: tags, and signs written as words."""


class TextSearch(Struct, frozen=True):
    """What somebody is looking for: all of these words, or parts of words."""

    text: str
    words: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.words)

    def is_in(self, text: str) -> bool:
        """Whether a folded text contains every word of the search."""
        return all(word in text for word in self.words)


def search_words(text: str) -> TextSearch:
    """What is typed into a search field.

    >>> search_words("  Árbol FR-13 ").words
    ('arbol', 'fr 13')
    """
    text = " ".join(text.split())[:LONGEST]
    return TextSearch(text, tuple(word for part in text.split() if (word := folded(part))))


def mark_words(html: Markup, wanted: TextSearch) -> Markup:
    """HTML in which the words sought are marked; tags are left alone.

    >>> mark_words(Markup('The <a href="#world">Árbol</a>'), search_words("arb"))
    Markup('The <a href="#world"><mark>Árb</mark>ol</a>')
    """
    if not wanted:
        return html
    pieces = PIECE.split(html)
    pieces[::2] = [_marked_text(text, wanted.words) for text in pieces[::2]]
    return Markup("".join(pieces))


def _marked_text(text: str, words: tuple[str, ...]) -> str:
    plain = "".join(map(_letter, text))
    is_found = bytearray(len(text))
    for word in words:
        at = plain.find(word)
        while at >= 0:
            is_found[at : at + len(word)] = b"\1" * len(word)
            at = plain.find(word, at + 1)
    return _wrap_marks(text, is_found)


def _letter(letter: str) -> str:
    """A letter in lower case without its accent: one for one, so that places stay the same."""
    plain = unicodedata.normalize("NFKD", letter)[0].casefold()[0]
    return plain if plain.isalnum() else " "


def _wrap_marks(text: str, is_found: bytearray) -> str:
    parts, start = [], 0
    for run in re.finditer(rb"\x01+", is_found):
        parts += [text[start : run.start()], "<mark>", text[run.start() : run.end()], "</mark>"]
        start = run.end()
    return "".join([*parts, text[start:]])
