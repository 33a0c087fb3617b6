"""Which puzzles there are, and which one comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from litestar.exceptions import NotFoundException
from msgspec import Struct

from realms.analysis.puzzles import (
    EASIEST,
    HARDEST,
    Puzzle,
    ShippedPuzzle,
    games_with_puzzles,
    puzzles_of,
)
from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.record import replay as replay_record
from realms.kernel.text import say
from realms.tables.table_view import SeatStatus
from realms.web.admission.executor import answer_cache
from realms.web.pages.replay.replay import Replay

BANDS = {"easy": (EASIEST, 1349), "medium": (1350, 1749), "hard": (1750, HARDEST)}
"""The ratings of each difficulty, the easiest first."""
NEAR = 200
"""How far from a player's rating a puzzle may be that is meant for them."""
POSITIONS = answer_cache(48, 16)
"""Positions that are kept."""


class PuzzleBand(Struct, frozen=True):
    """The puzzles of a difficulty."""

    name: str
    least: int
    most: int
    number: int


def band_of(puzzle: Puzzle) -> str:
    """How difficult a puzzle is, in a word."""
    return next(name for name, (_least, most) in BANDS.items() if puzzle.rating <= most)


def bands_of(game: str) -> tuple[PuzzleBand, ...]:
    """The puzzles of a game by their difficulty; those difficulties that have any."""
    bands = Counter(band_of(one.puzzle) for one in puzzles_of(game).values())
    found = (PuzzleBand(name, *ends, bands[name]) for name, ends in BANDS.items())
    return tuple(band for band in found if band.number)


def first_puzzles(game: str) -> str:
    """Where somebody begins who has never solved one; empty where a game has none."""
    bands = bands_of(game)
    return f"/puzzles/{game}/next?level={bands[0].name}" if bands else ""


def game_with_puzzles(text: str) -> str:
    """The game of an address; there is nothing for any that has no puzzles."""
    if text not in games_with_puzzles():
        raise NotFoundException
    return text


def puzzle_called(game: str, id_: str) -> ShippedPuzzle:
    """A puzzle of a game; there is nothing for any other."""
    found = puzzles_of(game).get(id_)
    if found is None:
        raise NotFoundException
    return found


def puzzle_after(
    game: str, after: str = "", level: str = "", rating: int | None = None
) -> Puzzle | None:
    """The next puzzle: of a difficulty, or for a player of a rating, or any.

    They come in the order of their ids, which is none, and after the last the first: so none
    comes twice before all others came.
    """
    order = sorted((one.puzzle for one in puzzles_of(game).values()), key=lambda one: one.id)
    fit = [one for one in order if level not in BANDS or band_of(one) == level]
    if rating is not None:
        least = min((abs(one.rating - rating) for one in fit), default=0)
        fit = [one for one in fit if abs(one.rating - rating) <= max(NEAR, least)]
    later = [one for one in fit if one.id > after]
    return next(iter(later or fit), None)


def position_of(game: str, shipped: ShippedPuzzle, language: str) -> Replay:
    """The game of a puzzle, up to the moment where it is to be solved."""
    place = (game, shipped.puzzle.id, language)
    known: Replay | None = POSITIONS.find(place)
    if known is None:
        known = POSITIONS[place] = _position(*place)
    return known


def _position(game: str, id_: str, language: str) -> Replay:
    puzzle, text = puzzles_of(game)[id_]
    played, record = read(text, all_games())
    moments = []
    for moment in replay_record(played, record):
        moments.append(moment)
        if moment.number == puzzle.at:
            break
    return Replay(
        id_=f"puzzle-{id_}",
        path=f"/puzzles/{game}/{id_}",
        game=played,
        options=record.options,
        seats=[SeatStatus(name, "person") for name in _names(puzzle, record.seats, language)],
        seed=None,
        commits="",
        states=[moment.state for moment in moments],
        events=[moment.events for moment in moments],
        moves=record.moves[: puzzle.at],
    )


def _names(puzzle: Puzzle, names: Sequence[str], language: str) -> Sequence[str]:
    """What the players are called: by letters, unless moves speak of them by name."""
    if any(name in one.move for one in puzzle.moves for name in names):
        return names
    player = say("web.puzzles.player", language)
    return [f"{player} {chr(ord('A') + seat)}" for seat in range(len(names))]
