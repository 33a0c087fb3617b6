"""Puzzles: moments of strong games at which one move is clearly best, and the obvious one is not.

They are mined by `realms puzzles`, kept as data with each game, and solved on the pages.
"""

from __future__ import annotations

from realms.analysis.puzzles.grades import expected, graded, level_ratings, rating_from
from realms.analysis.puzzles.hunter import Hunter, HuntingDepth
from realms.analysis.puzzles.mine import Mine, judged_tables, mine, usual_player
from realms.analysis.puzzles.puzzle import (
    EASIEST,
    HARDEST,
    JudgedMove,
    KeptReason,
    LossTold,
    MinedGame,
    Puzzle,
    id_of,
    moment_of,
)
from realms.analysis.puzzles.puzzle_sets import (
    BringsPuzzles,
    PuzzleSet,
    PuzzleSetHead,
    ShippedPuzzle,
    decoded,
    encoded,
    games_with_puzzles,
    puzzles_of,
)

__all__ = [
    "EASIEST",
    "HARDEST",
    "BringsPuzzles",
    "Hunter",
    "HuntingDepth",
    "JudgedMove",
    "KeptReason",
    "LossTold",
    "Mine",
    "MinedGame",
    "Puzzle",
    "PuzzleSet",
    "PuzzleSetHead",
    "ShippedPuzzle",
    "decoded",
    "encoded",
    "expected",
    "games_with_puzzles",
    "graded",
    "id_of",
    "judged_tables",
    "level_ratings",
    "mine",
    "moment_of",
    "puzzles_of",
    "rating_from",
    "usual_player",
]
