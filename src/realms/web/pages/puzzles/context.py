"""A puzzle as its page shows it: the position as its player saw it, and what came of an answer."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from realms.analysis.puzzles import JudgedMove, LossTold, Puzzle, level_ratings
from realms.bots import title_of
from realms.kernel.presentation.texts import Reader, move_text
from realms.kernel.text import say
from realms.web.game_lookup import board_of
from realms.web.messages import say_or
from realms.web.pages.puzzles.shelf import BANDS, band_of
from realms.web.pages.replay.replay import Replay
from realms.web.pages.table.table_page import StoryLine, TablePage


class PuzzlePage(TablePage, frozen=True, kw_only=True):
    """A look at a table that exists in a puzzle only."""

    home: str

    @property
    def path(self) -> str:
        """Where the answer goes."""
        return self.home


class JudgedShown(Struct, frozen=True):
    """A move that is compared, once the puzzle is answered."""

    text: str
    chance: int
    reason: str
    is_best: bool
    is_chosen: bool
    is_obvious: bool


class LevelShown(Struct, frozen=True):
    """How often a level finds the best move, in percent."""

    title: str
    found: int


class AnswerShown(Struct, frozen=True, kw_only=True):
    """What is told once the puzzle is answered."""

    is_right: bool
    loss: int
    """What the chosen move gives up, in percent."""
    error: int
    moves: tuple[JudgedShown, ...]
    levels: tuple[LevelShown, ...]
    marks: Any
    """The position as its game draws it, the moves marked; None where it does not."""


class PuzzleShown(Struct, frozen=True, kw_only=True):
    """A puzzle, answered or not."""

    id: str
    game: str
    title: str
    path: str
    address: str
    rating: int
    level: str
    table: str
    """At what kind of table it was played, in words."""
    since: tuple[StoryLine, ...]
    """What happened since the player moved last."""
    answer: AnswerShown | None
    next: str
    others: tuple[tuple[str, str], ...]
    """Where there are puzzles of other difficulties."""
    problem: str


def puzzle_page(
    replay: Replay, puzzle: Puzzle, language: str, typed: dict[str, str] | None = None
) -> PuzzlePage:
    """The table of a puzzle, as if it were played now."""
    page = replay.page(puzzle.at, puzzle.seat, language, helped=False)
    legal = replay.game.legal(replay.states[puzzle.at], puzzle.seat)
    return PuzzlePage(
        table=page.table,
        language=language,
        moves=tuple(legal),
        held=(puzzle.seat,),
        at=None,
        views=page.views,
        typed=typed or {},
        helped=False,
        home=replay.path,
    )


def puzzle_shown(
    replay: Replay,
    puzzle: Puzzle,
    language: str,
    chosen: JudgedMove | None = None,
    problem: str = "",
) -> PuzzleShown:
    """A puzzle in a language."""
    game = replay.game
    level = band_of(puzzle)
    path = f"/puzzles/{game.name}/next?after={puzzle.id}&level="
    story = replay.story(puzzle.seat, language)
    own = [line.moment for line in story if line.seat == puzzle.seat]
    begun = max((moment for moment in own if moment <= puzzle.at), default=0)
    return PuzzleShown(
        id=puzzle.id,
        game=game.name,
        title=game.title,
        path=replay.path,
        address=replay.path,
        rating=puzzle.rating,
        level=level,
        table=_table(replay, language),
        since=tuple(line for line in story if begun < line.moment <= puzzle.at),
        answer=None if chosen is None else _answer(replay, puzzle, chosen, language),
        next=path + level,
        others=tuple((name, path + name) for name in BANDS if name != level),
        problem=problem,
    )


def _table(replay: Replay, language: str) -> str:
    """How many play, and which variant, where it is not the usual one."""
    players = say("web.puzzles.players", language, n=len(replay.names))
    variant = getattr(replay.options, "variant", "standard")
    if variant == "standard":
        return players
    name = say_or(f"web.{replay.game.name}.variant.{variant}", language, variant)
    return f"{name}, {players}"


def _answer(replay: Replay, puzzle: Puzzle, chosen: JudgedMove, language: str) -> AnswerShown:
    compared = [puzzle.solution]
    for one in (chosen, puzzle.judged(puzzle.obvious), puzzle.moves[1]):
        if one is not None and one not in compared:
            compared.append(one)
    reader = _reader(replay, puzzle, language)
    levels = puzzle.found
    return AnswerShown(
        is_right=chosen == puzzle.solution,
        loss=round(100 * (puzzle.solution.chance - chosen.chance)),
        error=max(1, round(100 * puzzle.error)),
        moves=tuple(
            JudgedShown(
                text=_begun(move_text(_move(replay, one), reader)),
                chance=round(100 * one.chance),
                reason=_reason(replay, puzzle, one, reader),
                is_best=one == puzzle.solution,
                is_chosen=one == chosen,
                is_obvious=one.move == puzzle.obvious,
            )
            for one in sorted(compared, key=lambda one: -one.chance)
        ),
        levels=tuple(
            LevelShown(title_of(replay.game.name, name, language), round(100 * levels[name]))
            for name in level_ratings(replay.game.name)
            if name in levels
        ),
        marks=_marks(replay, puzzle, chosen, language),
    )


def _reason(replay: Replay, puzzle: Puzzle, one: JudgedMove, reader: Reader) -> str:
    """What speaks for the best move, or why it is better than another one."""
    game, language = replay.game.name, reader.language
    if one == puzzle.solution:
        return "" if puzzle.reason is None else _begun(puzzle.reason.text(game, language))
    if one.why is None or (one.why.of == "better" and one.why.reason == puzzle.reason):
        return ""  # which the best move says already
    return because(replay, puzzle, one, one.why, reader)


def because(replay: Replay, puzzle: Puzzle, one: JudgedMove, why: LossTold, reader: Reader) -> str:
    """Why the best move is better than another one, in a sentence."""
    spoken_of = one if why.of == "made" else puzzle.solution
    words = _begun(move_text(_move(replay, spoken_of), reader))
    said = why.reason.text(replay.game.name, reader.language)
    return say("review.because", reader.language, move=words, reason=said)


def _marks(replay: Replay, puzzle: Puzzle, chosen: JudgedMove, language: str) -> Any:
    drawn = getattr(board_of(replay.game.name), "decision_shown", None)
    if drawn is None:
        return None
    page = replay.page(puzzle.at, puzzle.seat, language)
    best, made = _move(replay, puzzle.solution), _move(replay, chosen)
    return drawn(page, made, best if best != made else None)


def _move(replay: Replay, one: JudgedMove) -> Any:
    return replay.game.read_move(one.move, replay.names)


def _reader(replay: Replay, puzzle: Puzzle, language: str) -> Reader:
    view = replay.game.view(replay.states[puzzle.at], puzzle.seat)
    return Reader(replay.game.name, replay.options, view, replay.names, language)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
