"""Puzzles as data: a file of lines, and those that a game's package ships."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct, json, structs

from realms.analysis.puzzles.puzzle import MinedGame, Puzzle
from realms.kernel.packs import packs

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


ALIKE = 4
"""Puzzles of a set in which the same move is better than the same obvious one, at most."""


@runtime_checkable
class BringsPuzzles(Protocol):
    """A pack whose package ships puzzles."""

    def puzzles(self) -> Traversable:
        """The file of its puzzles, as `realms puzzles` writes it."""


class PuzzleSetHead(Struct, frozen=True):
    """The first line of a file: what the puzzles are of, and how far they were looked for."""

    game: str
    rules: str
    mined: dict[str, int] = {}
    """By the seed and the tables, how many games were looked through."""


class PuzzleSet(Struct, frozen=True):
    """The puzzles of a file."""

    head: PuzzleSetHead
    games: tuple[MinedGame, ...] = ()

    def __iter__(self) -> Iterator[Puzzle]:
        return (puzzle for game in self.games for puzzle in game.puzzles)

    def __len__(self) -> int:
        return sum(len(game.puzzles) for game in self.games)

    def with_game(self, mined: MinedGame) -> PuzzleSet:
        """The set with the puzzles of one more game; those that it has already stay as they are.

        Of puzzles in which the same move is better than the same other there are a few only.
        """
        known = {puzzle.id for puzzle in self}
        alike = Counter(_idea(puzzle) for puzzle in self)
        new = []
        for puzzle in mined.puzzles:
            if puzzle.id not in known and alike[_idea(puzzle)] < ALIKE:
                alike[_idea(puzzle)] += 1
                new.append(puzzle)
        if not new:
            return self
        kept = structs.replace(mined, puzzles=tuple(new))
        return structs.replace(self, games=(*self.games, kept))

    def with_mined(self, key: str, games: int) -> PuzzleSet:
        """The set once so many games were looked through."""
        mined = {**self.head.mined, key: games}
        return structs.replace(self, head=structs.replace(self.head, mined=mined))


def _idea(puzzle: Puzzle) -> tuple[str, str]:
    return puzzle.solution.move, puzzle.obvious


def encoded(puzzles: PuzzleSet) -> bytes:
    """The file of a set: lines of JSON, compressed; the same set gives the same bytes."""
    lines = [json.encode(puzzles.head), *(json.encode(game) for game in puzzles.games)]
    return gzip.compress(b"\n".join(lines) + b"\n", 9, mtime=0)


def decoded(data: bytes) -> PuzzleSet:
    """The set in a file."""
    head, *games = gzip.decompress(data).splitlines()
    return PuzzleSet(
        json.decode(head, type=PuzzleSetHead),
        tuple(json.decode(line, type=MinedGame) for line in games),
    )


class ShippedPuzzle(NamedTuple):
    """A puzzle that a game ships, and the record of its game."""

    puzzle: Puzzle
    record: str


@cache
def puzzles_of(game: str) -> dict[str, ShippedPuzzle]:
    """The puzzles that a game ships, by their ids, the easiest first; none where it has none."""
    pack: Any = packs().get(game)
    if not isinstance(pack, BringsPuzzles):
        return {}
    found = [
        ShippedPuzzle(puzzle, mined.record)
        for mined in decoded(pack.puzzles().read_bytes()).games
        for puzzle in mined.puzzles
    ]
    found.sort(key=lambda one: (one.puzzle.rating, one.puzzle.id))
    return {one.puzzle.id: one for one in found}


def games_with_puzzles() -> tuple[str, ...]:
    """The games that ship puzzles."""
    return tuple(name for name, pack in packs().items() if isinstance(pack, BringsPuzzles))
