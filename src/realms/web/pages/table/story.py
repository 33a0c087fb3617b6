"""The story of a table: its log, in words, as one viewer may read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Protocol

from msgspec import Struct

from realms.kernel.game import Event, Game
from realms.kernel.text import say
from realms.tables import entries
from realms.tables.cache import BoundedCache, CachedTable
from realms.tables.changes import StoryEntry, ViewerSeat
from realms.tables.history import is_seen
from realms.tables.seating import stand_in
from realms.tables.table import Table
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest
from realms.web.game_parts import texts_of, traits_of
from realms.web.pages.table.table_page import StoryLine

Line = tuple[str, str | None, int | None, str, Event | None]
"""The text, its paragraph, the seat it speaks of, its kind, and what it tells."""


class StoryGame(Protocol):
    """A game that is played, or was."""

    @property
    def game(self) -> Game:
        """Which one."""

    @property
    def options(self) -> Any:
        """What its table agreed on."""

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called."""


class ToldStory:
    """The story of a table as far as it was put in words for a viewer, in a language."""

    def __init__(self, source: Sequence[StoryEntry], names: Sequence[str], is_over: bool) -> None:
        self.source, self.names, self.is_over = source, names, is_over
        self.told = 0
        """Entries that were put in words."""
        self.lines: list[StoryLine] = []

    def copy(self) -> ToldStory:
        """The same, to be told further while this one stays as it is."""
        other = ToldStory(self.source, self.names, self.is_over)
        other.told, other.lines = self.told, [*self.lines]
        return other

    def is_of(self, table: Table) -> bool:
        """Whether the story goes on from here: nothing undone, nobody called otherwise."""
        same = self.source is table.story and self.names == table.names
        return same and self.is_over == (table.outcome is not None)


class StoryTeller(Struct, frozen=True):
    """What is needed to tell a story further: a table may change meanwhile."""

    game: Game
    options: Any
    names: Sequence[str]
    viewer: ViewerSeat
    language: str
    known: tuple[int, ...]
    """The moments that the viewer may know of, by moves made."""

    def tell(self, story: ToldStory, entries_: Sequence[StoryEntry]) -> None:
        """Put the next entries in words."""
        for told in entries_:
            moment = self.known[min(told.moves, len(self.known) - 1)]
            for line in _lines(self, told, self.viewer, self.language):
                story.lines.append(StoryLine(len(story.lines) + 1, moment, *line))
            story.told += 1


AT_ONCE = 100
"""Entries that are put in words on the event loop."""
Stories = BoundedCache[Any, ToldStory]
"""Stories as far as they were told, by viewer and language."""


def untold(
    table: Table, viewer: ViewerSeat, language: str, stories: Stories
) -> tuple[ToldStory, list[StoryEntry]]:
    """The story as far as it was told, and the entries that are still to be told."""
    story = stories.find((viewer, language))
    if story is None or not story.is_of(table):
        story = ToldStory(table.story, table.names, table.outcome is not None)
        stories[viewer, language] = story
    return story, table.story[story.told :]


def teller_of(table: Table, viewer: ViewerSeat, language: str) -> StoryTeller:
    """Who tells the story of a table as it is now."""
    known = (0, *accumulate(map(int, table.noticed_turns(viewer))))
    return StoryTeller(table.game, table.options, table.names, viewer, language, known)


def story_of(
    table: Table, viewer: ViewerSeat, language: str, stories: Stories | None = None
) -> tuple[StoryLine, ...]:
    """Every line, in order; what was told before is not put in words again."""
    stories = BoundedCache(1) if stories is None else stories
    story, further = untold(table, viewer, language, stories)
    if further:
        teller_of(table, viewer, language).tell(story, further)
    return tuple(story.lines)


async def prepare_story(
    request: AnyRequest, cached: CachedTable, viewer: ViewerSeat, language: str
) -> None:
    """Put a story in words that is too long for it to be done while others wait."""
    table, stories = cached.table, cached.stories
    story, further = untold(table, viewer, language, stories)
    if len(further) > AT_ONCE:
        told, teller = story.copy(), teller_of(table, viewer, language)
        await executor_of(request).run(request.scope, teller.tell, told, further)
        stories[viewer, language] = told


def last_moment(table: Table, viewer: ViewerSeat) -> int:
    """The moment of a seat's last move, as a replay counts it; of anybody's for a spectator.

    In the middle of a turn of several moves it is still the move before that turn.
    """
    noticed = zip(table.turns, table.noticed_turns(viewer), strict=True)
    seats = [turn.seat for turn, is_noticed in noticed if is_noticed]
    is_amid = traits_of(table.game.name).turns_of_moves and viewer in table.awaiting
    if viewer is not None:
        while seats and is_amid and seats[-1] == viewer:
            seats.pop()
        while seats and seats[-1] != viewer:
            seats.pop()
    return len(seats)


def _lines(table: StoryGame, told: StoryEntry, viewer: ViewerSeat, language: str) -> Iterator[Line]:
    """What an entry adds to the log."""
    if isinstance(told.entry, entries.MoveMade):
        yield from _fault(table, told.entry, told, viewer, language)
        for event in told.events:
            seen = event.seen_by(viewer)
            if seen is not None:
                text = event_text(table, seen, language)
                yield text, seen.paragraph or None, getattr(seen, "seat", None), "event", seen
        return
    text = act_line(told, language)
    if text:
        yield text, None, getattr(told.entry, "seat", None), "table", None


def _fault(
    table: StoryGame, move: entries.MoveMade, told: StoryEntry, viewer: ViewerSeat, language: str
) -> Iterator[Line]:
    """That a seat's own bot could not make a move, to who sees what came of it."""
    if move.fault and is_seen(told.events, viewer):
        bot = stand_in(table.game.name)
        text = say(f"web.story.fault.{move.fault}", language, name=told.name, bot=bot)
        yield text, None, move.seat, "fault", None


def event_text(played: StoryGame, event: Event, language: str) -> str:
    """An event as a sentence, in the words of its game."""
    texts = texts_of(played.game.name)
    return texts.event_sentence(event, played.names, played.options, language)


def act_line(told: StoryEntry, language: str) -> str:
    """What was done at the table besides playing; empty for what needs no line."""
    entry, fields = told.entry, {"name": told.name}
    match entry:
        case (
            entries.SeatTaken()
            | entries.SeatLeft()
            | entries.BotSeated()
            | entries.SeatCovered()
            | entries.PlayerReturned()
            | entries.GameStarted()
            | entries.TableClosed()
        ):
            key = str(entry.__struct_config__.tag)
        case entries.SeatRenamed(_, name):
            key, fields["other"] = "named", name
        case entries.MovesUndone(_, moves) | entries.UndoRequested(_, moves):
            return say(f"web.story.{entry.__struct_config__.tag}", language, n=moves, **fields)
        case entries.UndoVoted(_, agrees):
            key = "agreed" if agrees else "declined"
        case _:
            return ""
    return say(f"web.story.{key}", language, **fields)
