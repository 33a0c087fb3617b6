"""Names of people: what they may be made of, and whether one looks like another.

Logs that were written under earlier, laxer rules replay as they are: `tidied_name` is what a
log has to meet, `checked_name` what somebody who takes a name today has to.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count, pairwise

import msgspec

from realms.kernel.errors import Unreadable
from realms.kernel.names import folded
from realms.kernel.notation import valid_name

MOST_MARKS = 2
"""Marks on one letter, as Thai, Hebrew or Vietnamese may need them; more would be a tower."""
UNSEEN = (
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x115F, 0x1160),  # fillers of Hangul
    (0x17B4, 0x17B5),  # inherent vowels of Khmer
    (0x180B, 0x180F),  # variation selectors of Mongolian
    (0x2800, 0x2800),  # a braille cell without dots
    (0x3164, 0x3164),  # another filler of Hangul
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFFA0, 0xFFA0),  # the filler, half as wide
    (0xFFFC, 0xFFFC),  # stands for an object that is not there
    (0x1D159, 0x1D159),  # a note head that is not drawn
    (0xE0000, 0xE0FFF),  # tags, more variation selectors
)
"""Characters that count as printable and print nothing (Unicode: Default_Ignorable)."""
LONGEST = 29
"""Characters of a name that a number is put after."""
LOOKED_AT = 200
"""Characters of a text that are looked at; one that has more is no name."""


def tidied_name(name: str) -> str:
    """A name with single spaces that the notation can write; raises `Unreadable` for others."""
    name = " ".join(name.split())
    if not valid_name(name):
        raise Unreadable("table/name", name=name[:40])
    return name


def checked_name(name: str) -> str:
    """A name that a person may take: composed, and with nothing in it that cannot be seen."""
    name = unicodedata.normalize("NFC", name[:LOOKED_AT])
    if any(is_unseen(letter) for letter in name) or has_tower(name):
        raise Unreadable("table/name_unseen")
    return tidied_name(name)


def distinct_name(name: str, others: Iterable[str]) -> str:
    """A name that nobody else at a table has: the same with a number where somebody does.

    >>> distinct_name("Ada", ["Bob"]), distinct_name("ada", ["Ada", "Bob", "ada 2"])
    ('Ada', 'ada 3')
    """
    taken = {folded(other) for other in others}
    if folded(name) not in taken:
        return name
    numbered = (f"{name[:LONGEST].rstrip()} {number}" for number in count(2))
    return next(one for one in numbered if folded(one) not in taken)


def look_alike(name: str, other: str) -> bool:
    """Whether somebody could take a name for another, written in any case.

    >>> look_alike("Аda", "Ada"), look_alike("B0b", "Bob"), look_alike("Ada", "Ida")
    (True, True, False)
    """
    cases = (str, str.upper, str.lower)
    return any(looks(case(name)) == looks(case(other)) for case in cases)


def is_unseen(letter: str) -> bool:
    """Whether a character takes part in a text without showing: formats, fillers, selectors."""
    if unicodedata.category(letter) == "Cf":
        return True
    return any(first <= ord(letter) <= last for first, last in UNSEEN)


def has_tower(text: str) -> bool:
    """Whether marks are stacked on a letter as no language does it, or enclose it."""
    decomposed = unicodedata.normalize("NFD", text)
    if any(one == two and unicodedata.combining(one) for one, two in pairwise(decomposed)):
        return True
    height = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        height = height + 1 if kind == "Mn" else 0
        if kind == "Me" or height > MOST_MARKS:
            return True
    return False


@lru_cache(4096)
def looks(name: str) -> str:
    """What a name looks like: the same for names that the eye takes for each other.

    The skeleton of Unicode's technical standard 39, without accents and cases besides.

    >>> looks("Ада"), looks("Ian") == looks("lan"), looks("Marnie") == looks("Mamie")
    ('aдa', True, True)
    """
    alike, letters = lookalikes(), unicodedata.normalize("NFD", name)
    return folded("".join(alike.get(letter, letter) for letter in letters))


@cache
def lookalikes() -> dict[str, str]:
    """For each character that looks like another, what stands for all that look alike."""
    text = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    pairs = msgspec.json.decode(text, type=dict[str, list[dict[str, str]]])
    groups: dict[str, str] = {}

    def root(one: str) -> str:
        while groups.setdefault(one, one) != one:
            one = groups[one]
        return one

    for one, others in pairs.items():
        for other in others:
            groups[root(_bare(other["c"]))] = root(_bare(one))
    members = defaultdict(list)
    for one in [*groups]:
        members[root(one)].append(one)
    heads = {top: min(group, key=_precedence) for top, group in members.items()}
    singles = {one: heads[root(one)] for one in groups if len(one) == 1}
    return {
        one: "".join(singles.get(letter, letter) for letter in head) if len(head) > 1 else head
        for one, head in singles.items()
    }


def _bare(text: str) -> str:
    """A sequence without the marks of direction that the data put around it."""
    return text.strip("\u200e\u200f")


def _precedence(text: str) -> tuple[bool, bool, str]:
    """Sequences first, since their letters are met one by one; then plain letters."""
    return len(text) == 1, not text.isascii(), text
