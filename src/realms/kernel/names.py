"""Finding things by name as people type them: any case, no accents, a clear beginning."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from realms.kernel.errors import Ambiguous, Unreadable
from realms.kernel.text import Text

LONGEST_GUESS = 48
"""Characters of what somebody typed beyond which no name is near: to compare takes its time."""
LONGEST_TOLD = 80
"""Characters that an error repeats of it."""
REMEMBERED = 4096
"""Short texts whose plain form is remembered."""


def folded(text: str) -> str:
    """Letters and digits in lower case without accents, words joined by single spaces.

    >>> folded("  Árbol-del_MUNDO ")
    'arbol del mundo'
    """
    return _folded_once(text) if len(text) <= LONGEST_GUESS else _folded(text)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = (c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join("".join(letters).split())


_folded_once = lru_cache(REMEMBERED)(_folded)
"""The same words come again and again: in a record those of its moves."""


class Names:
    """The names by which things of one kind may be called."""

    def __init__(self, kind: str, names: Mapping[str, Text]) -> None:
        self.kind = kind
        self.names = names
        self._ids: dict[str, str] = {}
        for id_, called in names.items():
            for name in (id_, called.en, called.es):
                self._ids.setdefault(folded(name), id_)

    def find(self, text: str) -> str:
        """The id of what is called so; raises with the nearest names when there is none."""
        wanted = folded(text)
        if wanted in self._ids:
            return self._ids[wanted]
        starts = {id_ for name, id_ in self._ids.items() if wanted and name.startswith(wanted)}
        if len(starts) == 1:
            return starts.pop()
        if starts:
            choices = tuple(self.names[id_] for id_ in self.names if id_ in starts)
            raise Ambiguous(f"{self.kind}/ambiguous", name=text, choices=choices)
        text = text[:LONGEST_TOLD]
        near = self.near(wanted)
        if near:
            raise Unreadable(f"{self.kind}/unknown_near", name=text, near=near)
        raise Unreadable(f"{self.kind}/unknown", name=text)

    def near(self, wanted: str) -> tuple[Text, ...]:
        """Up to three names that look like what was typed; nothing looks like a long text."""
        if len(wanted) > LONGEST_GUESS:
            return ()
        close = difflib.get_close_matches(wanted, self._ids, n=6, cutoff=0.6)
        ids = list(dict.fromkeys(self._ids[name] for name in close))
        return tuple(self.names[id_] for id_ in ids[:3])
