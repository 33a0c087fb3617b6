"""Mines puzzles: strong players play, each game is looked through, what is found is graded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from realms.analysis.puzzles.grades import graded
from realms.analysis.puzzles.hunter import USUAL, Hunter, HuntingDepth
from realms.analysis.puzzles.puzzle import MinedGame, Puzzle, cut
from realms.analysis.puzzles.puzzle_sets import PuzzleSet, PuzzleSetHead
from realms.analysis.review.weigher import Weigher
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.bots import bots_of, levels_of
from realms.kernel.game import Game
from realms.kernel.notation import options_written, write
from realms.kernel.record import replay


def usual_player(game: str) -> str:
    """Who plays the games: a network where there is one, else the level below the strongest."""
    if "learned" in bots_of(game):
        return "learned"
    levels = levels_of(game)
    return levels[-2 if len(levels) > 1 else -1].name


def judged_tables(game: Game, tables: Sequence[Any]) -> tuple[Any, ...]:
    """The tables that a network can judge; all of them where it can judge none."""
    known = tuple(one for one in tables if Weigher(game, one).network is not None)
    return known or tuple(tables)


class Mine(Struct, frozen=True):
    """Where puzzles are looked for; the seed and the number of a game fix all that is found."""

    game: Game
    tables: tuple[Any, ...]
    """The options of the tables, which take turns."""
    seed: str
    bot: str
    depth: HuntingDepth = USUAL

    @property
    def key(self) -> str:
        """What tells this mine from others in a file."""
        tables = " | ".join(options_written(options) for options in self.tables)
        return f"{self.seed} / {self.bot} / {tables}"

    def mine_game(self, number: int) -> MinedGame | None:
        """Play one game and look through it; None where nothing is found."""
        game, options = self.game, self.tables[number % len(self.tables)]
        dealt = deal_rng_state(self.seed, number)
        seats = [self.bot] * options.players
        _state, moves, _seconds = play_out(game, options, seats, dealt)
        record = make_record(game, options, seats, dealt, moves)
        moments = list(replay(game, record))
        kept: list[Puzzle] = []
        for one in _hunter(game, options, self.depth).hunt(record, moments):
            tried = graded(game, moments[one.at].state, one, record.seats)
            kept += [tried] if is_worth_solving(tried, self.depth) else []
            if len(kept) == self.depth.a_game:
                break
        if not kept:
            return None
        kept.sort(key=lambda one: one.at)
        return MinedGame(write(game, cut(record, kept[-1].at)), tuple(kept))


def is_worth_solving(puzzle: Puzzle, depth: HuntingDepth = USUAL) -> bool:
    """Whether the strongest level believes in a graded puzzle, and levels do not all find it."""
    found = list(puzzle.found.values())
    return found[-1] >= depth.trusted and sum(found) / len(found) <= depth.easiest


@cache
def _hunter(game: Game, options: Any, depth: HuntingDepth) -> Hunter:
    return Hunter(game, options, depth=depth)


def mine(place: Mine, games: int, kept: PuzzleSet | None = None) -> Iterator[PuzzleSet]:
    """Look through games until there were so many of this mine; the set after each.

    Games that the set knows to be looked through are left out.
    """
    empty = PuzzleSet(PuzzleSetHead(place.game.name, place.game.rules))
    puzzles = empty if kept is None else kept
    for number in range(puzzles.head.mined.get(place.key, 0), games):
        mined = place.mine_game(number)
        if mined is not None:
            puzzles = puzzles.with_game(mined)
        puzzles = puzzles.with_mined(place.key, number + 1)
        yield puzzles
