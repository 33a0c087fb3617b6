"""Finding a card by a few letters, as fast as one can type.

The first letters will do, and so do those of its words (`wd` for War Dirigible) or some of
its letters in order (`who` for Warhorse), in either language and without accents. The page
finds cards in the same way while one types.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import combinations

from realms.fantasy.content.cards import CARDS, NUMBER, SUIT_NUMBER
from realms.kernel.names import folded
from realms.kernel.text import LANGUAGES

NEVER = 9
"""The rank of a card that is not meant."""
LONGEST_CODE = 3
BY_SUIT = sorted(CARDS, key=lambda card: (SUIT_NUMBER[card.suit], NUMBER[card.id]))
"""The cards as they lie on the page: the first of equals is meant."""


@cache
def words_of(card: str, language: str) -> tuple[str, ...]:
    """The words of a card's name, in lower case and without accents."""
    return tuple(folded(CARDS[NUMBER[card]].name[language]).split())


def rank(typed: str, words: tuple[str, ...]) -> int:
    """How well letters fit a name: the lower, the better."""
    name = "".join(words)
    if name == typed:
        return 0
    if name.startswith(typed):
        return 1
    if begins_words(typed, words):
        return 2
    if any(word.startswith(typed) for word in words):
        return 3
    if name[:1] == typed[:1] and in_turn(typed, name):
        return 4
    return NEVER


def begins_words(typed: str, words: tuple[str, ...]) -> bool:
    """Whether letters are the beginnings of words, none left out before the last of them."""
    if not typed:
        return True
    if not words:
        return False
    longest = 0
    while longest < min(len(typed), len(words[0])) and typed[longest] == words[0][longest]:
        longest += 1
    return any(begins_words(typed[taken:], words[1:]) for taken in range(longest, 0, -1))


def in_turn(typed: str, name: str) -> bool:
    """Whether letters stand in a name in this order, others between them."""
    letters = iter(name)
    return all(letter in letters for letter in typed)


def found(typed: str, held: Collection[str] = (), language: str = "") -> str | None:
    """The card that is meant by what was typed, among those not held; None for none."""
    letters = folded(typed).replace(" ", "")
    if not letters:
        return None
    order = sorted(LANGUAGES, key=lambda spoken: spoken != language)
    best, chosen = (NEVER, 0, 0), None
    for card in BY_SUIT:
        if card.id in held:
            continue
        for place, spoken in enumerate(order):
            words = words_of(card.id, spoken)
            fits = (rank(letters, words), place, len("".join(words)))
            if fits < best:
                best, chosen = fits, card.id
    return chosen


@cache
def code_of(card: str, language: str) -> str:
    """The shortest letters that find a card; its whole name where three do not."""
    words = words_of(card, language)
    name = "".join(words)
    for length in range(1, LONGEST_CODE + 1):
        tried = [name[:length], *("".join(letters) for letters in combinations(name, length))]
        for letters in tried:
            if letters[0] == name[0] and found(letters, (), language) == card:
                return letters
    return name
