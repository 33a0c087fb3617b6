"""The story of a table: its log, in words, as one viewer may read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Protocol

from msgspec import Struct

from realms.kernel.game import Event, Game
from realms.kernel.text import say
from realms.tables import entries
from realms.tables.caching.byte_cache import MEBIBYTE, ByteCache, CachePart
from realms.tables.caching.cached_table import CachedTable
from realms.tables.changes import StoryEntry, ViewerSeat
from realms.tables.game.history import is_seen
from realms.tables.seating import stand_in
from realms.tables.table import Table
from realms.web.admission.executor import executor_of
from realms.web.authentication import AnyRequest
from realms.web.game_lookup import sound_of, texts_of, traits_of
from realms.web.pages.table.table_page import StoryLine

LINE_BYTES, CHARACTER_BYTES = 500, 2
"""What a line takes in memory with what it tells, and a character of it."""
Line = tuple[str, str | None, int | None, str, Event | None, str]
"""The text, its paragraph, the seat it speaks of, its kind, what it tells, and its sound."""


class StoryGame(Protocol):
    """A game that is played, or was."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def options(self) -> Any:
        """What its table agreed on."""

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called."""


class WordedStory:
    """The story of a table as far as it was put in words for a viewer, in a language."""

    def __init__(self, source: Sequence[StoryEntry], names: Sequence[str], is_over: bool) -> None:
        self.source, self.names, self.is_over = source, names, is_over
        self.worded = 0
        """Entries that were put in words."""
        self.lines: list[StoryLine] = []
        self.characters = 0

    def add(self, moment: int, line: Line) -> None:
        """Add a line."""
        self.lines.append(StoryLine(len(self.lines) + 1, moment, *line))
        self.characters += len(line[0])

    def memory_size(self) -> int:
        """The bytes of its lines, about."""
        return LINE_BYTES * len(self.lines) + CHARACTER_BYTES * self.characters

    def copy(self) -> WordedStory:
        """A copy to go on with, while this one stays as it is."""
        other = WordedStory(self.source, self.names, self.is_over)
        other.worded, other.lines = self.worded, [*self.lines]
        other.characters = self.characters
        return other

    def is_of(self, table: Table) -> bool:
        """Whether the story goes on from here: nothing undone, nobody called otherwise."""
        same = self.source is table.story and self.names == table.names
        return same and self.is_over == (table.outcome is not None)


class StoryTeller(Struct, frozen=True):
    """Puts more of a story in words, from what is noted here: the table may change meanwhile."""

    game: Game
    options: Any
    names: Sequence[str]
    viewer: ViewerSeat
    language: str
    known: tuple[int, ...]
    """The moments that the viewer may know of, by moves made."""

    def tell(self, story: WordedStory, entries_: Sequence[StoryEntry]) -> None:
        """Put the next entries in words."""
        for part in entries_:
            moment = self.known[min(part.moves, len(self.known) - 1)]
            for line in _lines(self, part, self.viewer, self.language):
                story.add(moment, line)
            story.worded += 1


AT_ONCE = 100
"""Entries that are put in words on the event loop."""
Stories = CachePart[Any, WordedStory]
"""Stories as far as they were told, by viewer and language."""


def story_and_rest(
    table: Table, viewer: ViewerSeat, language: str, stories: Stories
) -> tuple[WordedStory, list[StoryEntry]]:
    """The story as far as it was told, and the entries that are still to be told."""
    story = stories.find((viewer, language))
    if story is None or not story.is_of(table):
        story = WordedStory(table.story, table.names, table.outcome is not None)
        stories[viewer, language] = story
    return story, table.story[story.worded :]


def teller_of(table: Table, viewer: ViewerSeat, language: str) -> StoryTeller:
    """Who tells the story of a table as it is now."""
    known = (0, *accumulate(map(int, table.progress.noticed_turns(viewer))))
    return StoryTeller(table.game, table.options, table.names, viewer, language, known)


def story_of(
    table: Table, viewer: ViewerSeat, language: str, stories: Stories | None = None
) -> tuple[StoryLine, ...]:
    """Every line, in order; what was told before is not put in words again."""
    stories = ByteCache(MEBIBYTE).part(1) if stories is None else stories
    story, further = story_and_rest(table, viewer, language, stories)
    if further:
        teller_of(table, viewer, language).tell(story, further)
        stories[viewer, language] = story  # which weighs more now
    return tuple(story.lines)


async def prepare_story(
    request: AnyRequest, cached: CachedTable, viewer: ViewerSeat, language: str
) -> None:
    """Put a story in words that is too long for it to be done while others wait."""
    table, stories = cached.table, cached.stories
    story, further = story_and_rest(table, viewer, language, stories)
    if len(further) > AT_ONCE:
        longer, teller = story.copy(), teller_of(table, viewer, language)
        await executor_of(request).run(request.scope, teller.tell, longer, further)
        stories[viewer, language] = longer


def last_moment(table: Table, viewer: ViewerSeat) -> int:
    """The moment of a seat's last move, as a replay counts it; of anybody's for a spectator.

    In the middle of a turn of several moves it is still the move before that turn.
    """
    noticed = zip(table.turns, table.progress.noticed_turns(viewer), strict=True)
    seats = [turn.seat for turn, is_noticed in noticed if is_noticed]
    is_amid = traits_of(table.game.name).turns_of_moves and viewer in table.awaiting
    if viewer is not None:
        while seats and is_amid and seats[-1] == viewer:
            seats.pop()
        while seats and seats[-1] != viewer:
            seats.pop()
    return len(seats)


def _lines(table: StoryGame, part: StoryEntry, viewer: ViewerSeat, language: str) -> Iterator[Line]:
    """What an entry adds to the log."""
    if isinstance(part.entry, entries.MoveMade):
        yield from _fault(table, part.entry, part, viewer, language)
        for event in part.events:
            seen = event.seen_by(viewer)
            if seen is not None:
                text, seat = event_text(table, seen, language), getattr(seen, "seat", None)
                sound = sound_of(table.game.name, seen)
                yield text, seen.paragraph or None, seat, "event", seen, sound
        return
    text = act_line(part, language)
    if text:
        kind = "undone" if isinstance(part.entry, entries.MovesUndone) else "table"
        yield text, None, getattr(part.entry, "seat", None), kind, None, ""


def _fault(
    table: StoryGame, move: entries.MoveMade, part: StoryEntry, viewer: ViewerSeat, language: str
) -> Iterator[Line]:
    """That a seat's own bot could not make a move, to who sees what came of it."""
    if move.fault and is_seen(part.events, viewer):
        bot = stand_in(table.game.name)
        text = say(f"web.story.fault.{move.fault}", language, name=part.name, bot=bot)
        yield text, None, move.seat, "fault", None, ""


def event_text(played: StoryGame, event: Event, language: str) -> str:
    """An event as a sentence, in the words of its game."""
    texts = texts_of(played.game.name)
    return texts.event_sentence(event, played.names, played.options, language)


def act_line(part: StoryEntry, language: str) -> str:
    """What was done at the table besides playing; empty for what needs no line."""
    entry, fields = part.entry, {"name": part.name}
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
        case entries.HiddenRedealt():
            return say("practice.redealt", language, **fields)
        case entries.PracticeBegun():
            return say("practice.begun", language)
        case entries.SeatRenamed(_, name):
            key, fields["other"] = "named", name
        case entries.MovesUndone(_, moves) | entries.UndoRequested(_, moves):
            return say(f"web.story.{entry.__struct_config__.tag}", language, n=moves, **fields)
        case entries.UndoVoted(_, agrees):
            key = "agreed" if agrees else "declined"
        case _:
            return ""
    return say(f"web.story.{key}", language, **fields)
