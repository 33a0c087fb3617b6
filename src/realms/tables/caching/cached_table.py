"""A table in memory: what follows from its log, who waits for news of it, what was made of it."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import Struct, field

from realms.tables.caching.byte_cache import CachePart
from realms.tables.changes import ViewerSeat
from realms.tables.permissions import IdleActs
from realms.tables.table import Table
from realms.tables.table_view import TalkLine

TABLE, ENTRY, NAMED_ENTRY, LINE = 6_000, 1_500, 150, 200
"""Bytes of a table, of each entry besides the state after it, of the key that one has, of a line.

They were measured, of games of both kinds that were read from their logs.
"""
Viewers = frozenset[ViewerSeat] | None
"""Who could notice a change; None for everybody."""


class CachedTable(Struct):
    """A table in the cache: what follows from its log, and who waits for news of it."""

    table: Table
    lock: asyncio.Lock
    """Held while an entry is considered and committed."""
    pages: CachePart[Any, Any]
    """Pages that were rendered, by viewer and how far the viewer has seen the table.

    What a viewer could not notice changes none of them; else the time that a page takes would
    tell of it. So it is with `answers`.
    """
    stories: CachePart[Any, Any]
    """The story in words as far as it was told, by viewer and language."""
    answers: CachePart[Any, Any]
    """What was worked out at length, such as records, by what, seat and what it has noticed."""
    reviews: CachePart[Any, Any]
    """Reviews of the game, and moves of it that were played out."""
    listeners: dict[asyncio.Event, ViewerSeat] = field(default_factory=dict)
    """Set after every change that their viewers could notice."""
    keys: dict[str, int] = field(default_factory=dict)
    """The keys of entries that were committed with one, and their places."""
    lines: list[TalkLine] = field(default_factory=list)
    frames: dict[int | None, bytes] = field(default_factory=dict)
    """Frames that were encoded since the last change, by seat."""
    idle: IdleActs = field(default_factory=IdleActs)
    talk: int = 0
    """The bytes of the lines."""
    weighed: int = 0
    """What the table weighed when it was last looked at."""
    next_reading: asyncio.Task[None] | None = None
    """The next reading of the log, for all who wait for it; None while nobody does."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while what is new in the log is read."""

    @property
    def weight(self) -> int:
        """The bytes that the table takes, about, without what shares its bytes with others."""
        state = self.table.state
        entry = ENTRY if state is None else ENTRY + int(state.nbytes)
        frames = sum(map(len, self.frames.values()))
        return TABLE + self.table.seq * entry + NAMED_ENTRY * len(self.keys) + self.talk + frames

    def say(self, lines: list[TalkLine]) -> None:
        """Take over what was said."""
        self.lines, self.talk = lines, sum(200 + len(line.text.encode()) for line in lines)

    def forget_drawn(self) -> None:
        """Keep nothing any more that was drawn or worked out of it."""
        for part in (self.pages, self.stories, self.answers, self.reviews):
            part.clear()

    def forget_renderings(self, noticed: Viewers = None) -> None:
        """Drop what was encoded of the table before a change.

        Only for those who could notice it: others would be answered later than if nothing
        had happened, and could tell.
        """
        for seat in [seat for seat in self.frames if noticed is None or seat in noticed]:
            del self.frames[seat]
