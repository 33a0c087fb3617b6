"""The paragraphs of a game's rules, by the numbers the program cites.

>>> from realms.kernel.packs import game_names
>>> paragraph(game_names()[0], "3a", "en").split("*")[2]
'FR-3a'
"""

from __future__ import annotations

import difflib
import functools
import re

from realms.kernel.errors import Unreadable
from realms.kernel.games import pack_named

LONGEST = 16
"""Characters that a number of a paragraph may have."""
PARAGRAPH = re.compile(r"^\*\*([A-Z]+-\d+[a-z]?)\*\* .*$", re.MULTILINE)


@functools.cache
def rules_text(game: str, language: str) -> str:
    """The rules of a game in a language, as Markdown."""
    home = pack_named(game).folder.joinpath(f"rules.{language}.md")
    text: str = home.read_text("utf-8")
    return text


@functools.cache
def paragraphs(game: str, language: str) -> dict[str, str]:
    """Every numbered paragraph of a game's rules, in order."""
    return {match[1]: match[0] for match in PARAGRAPH.finditer(rules_text(game, language))}


def paragraph(game: str, number: str, language: str) -> str:
    """A paragraph by its number: `XY-13b`, `xy13b`, `13b`; suggests others where none is so."""
    known = paragraphs(game, language)
    letters = next(iter(known)).partition("-")[0]
    prefix = re.match(r"^[\W_]*([A-Za-z]{2})?[\W_]*", number)
    digits = number[prefix.end() if prefix else 0 :].strip(" .]").lower()
    wanted = f"{letters}-{digits}"
    is_ours = prefix is None or (prefix[1] or letters).upper() == letters
    if wanted in known and is_ours:
        return known[wanted]
    near = difflib.get_close_matches(wanted[:LONGEST], known, n=3, cutoff=0.6)
    if near:
        raise Unreadable("paragraph/unknown_near", name=number, near=", ".join(near))
    raise Unreadable("paragraph/unknown", name=number)
