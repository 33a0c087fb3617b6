"""A stop of a lesson as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from realms.kernel.games import pack_named
from realms.kernel.text import say
from realms.web.game_parts import BringsLessonHints
from realms.web.pages.learn.lessons import Lesson, StopWords
from realms.web.pages.puzzles.shelf import first_puzzles
from realms.web.pages.replay.replay import Replay
from realms.web.pages.table.table_page import StoryLine, TablePage


class LessonPage(TablePage, frozen=True, kw_only=True):
    """A look at a table that exists in a lesson only: what is done there stays there."""

    home: str
    """The address of the stop."""

    @property
    def path(self) -> str:
        """Where moves go."""
        return self.home


class LessonShown(Struct, frozen=True, kw_only=True):
    """A stop: what is told, what is asked, where one goes from here."""

    game: str
    title: str
    step: int
    last: int
    words: StopWords
    paragraphs: tuple[str, ...]
    since: tuple[StoryLine, ...]
    """What happened since the stop before."""
    hint: str
    address: str
    before: str
    """The stop before, or empty."""
    after: str
    """The next stop, or empty."""
    puzzles: str
    """Where the first puzzle is; empty where the game has none."""


def address(lesson: Lesson, step: int) -> str:
    """The address of a stop; empty where there is none."""
    return f"/learn/{lesson.name}?step={step}" if 1 <= step <= len(lesson.stops) else ""


def lesson_shown(lesson: Lesson, step: int, language: str, hint: str = "") -> LessonShown:
    """A stop in a language."""
    stop = lesson.stop(step)
    begun = lesson.stop(step - 1).at if step > 1 else 0
    story = lesson.replay.story(lesson.seat, language)
    return LessonShown(
        game=lesson.name,
        title=lesson.replay.game.title,
        step=step,
        last=len(lesson.stops),
        words=stop[language],
        paragraphs=stop.paragraphs,
        since=tuple(line for line in story if begun < line.moment <= stop.at),
        hint=hint,
        address=address(lesson, step),
        before=address(lesson, step - 1),
        after=address(lesson, step + 1),
        puzzles=first_puzzles(lesson.name),
    )


def lesson_page(
    lesson: Lesson, step: int, language: str, typed: dict[str, str] | None = None
) -> LessonPage:
    """The table at a stop: as if it were played now where a move is asked for."""
    stop, replay = lesson.stop(step), lesson.replay
    asks = bool(stop[language].ask)
    page = replay.page(stop.at, lesson.seat, language)
    return LessonPage(
        table=page.table,
        language=language,
        moves=_legal(replay, stop.at, lesson.seat) if asks else (),
        held=(lesson.seat,),
        at=None if asks else stop.at,
        views=page.views,
        typed=typed or {},
        home=f"/learn/{lesson.name}/{step}",
    )


def _legal(replay: Replay, at: int, seat: int) -> tuple[Any, ...]:
    """The moves of the learner, where they are few enough to be listed."""
    moves = replay.game.legal(replay.states[at], seat)
    return tuple(moves) if moves.are_steps else ()


def hint_for(lesson: Lesson, step: int, move: Mapping[str, Any], language: str) -> str:
    """Why a legal move is not the one that is asked for, kindly."""
    stop = lesson.stop(step)
    for hint in stop.hint:
        if hint.fits(move):
            return hint[language]
    pack, reason = pack_named(lesson.name), ""
    if isinstance(pack, BringsLessonHints):
        view = lesson.replay.game.view(lesson.replay.states[stop.at], lesson.seat)
        reason = pack.lesson_hint(view, move, language)
    return reason or stop[language].otherwise or say("web.learn.otherwise", language)
