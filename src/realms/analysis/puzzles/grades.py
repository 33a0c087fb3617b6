"""How hard a puzzle is: how often each level finds its best move, as a rating.

Levels stand as far apart as players whose ratings are spread evenly over `LEVELS`; a puzzle
is rated like an opponent that each of them met some times.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import structs

from realms.analysis.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from realms.bots import bot_named, levels_of
from realms.kernel.chance import branch, rng_state_from
from realms.kernel.game import Game, State, copy_state

LEVELS = (1000, 2000)
"""What the easiest level is rated, and the strongest."""
TRIES = 6
"""How often each level looks at a puzzle."""
MIDDLE = (EASIEST + HARDEST) / 2
"""Before anybody tried, a puzzle has drawn once with a player of this rating."""
SCALE = 400.0
"""So many points apart, the better one wins ten times as often as not."""


def level_ratings(game: str) -> dict[str, float]:
    """What the levels of a game are rated, the easiest first."""
    names = [level.name for level in levels_of(game)]
    ratings = np.linspace(*LEVELS, len(names)) if len(names) > 1 else [MIDDLE]
    return {name: float(rating) for name, rating in zip(names, ratings, strict=True)}


def graded(
    game: Game, state: State, puzzle: Puzzle, names: tuple[str, ...], tries: int = TRIES
) -> Puzzle:
    """A puzzle with its rating; `state` is how things stand, `names` are those of the seats."""
    found = {
        level: round(_times_found(game, state, puzzle, names, level, tries) / tries, 2)
        for level in level_ratings(game.name)
    }
    rating = rating_from(level_ratings(game.name), found, tries)
    return structs.replace(puzzle, found=found, rating=rating)


def _times_found(
    game: Game, state: State, puzzle: Puzzle, names: tuple[str, ...], level: str, tries: int
) -> int:
    """How often a level finds the best move."""
    bot, right = bot_named(level, game.name), 0
    for attempt in range(tries):
        rng_state = np.uint64(branch(rng_state_from(puzzle.id), attempt))
        position = copy_state(state)
        game.redeal_in_place(position, puzzle.seat, rng_state)
        steps = bot.steps(game, position, puzzle.seat, np.uint64(branch(rng_state, 1)))
        move = game.write_move(game.decode(position, puzzle.seat, steps), names)
        right += move == puzzle.solution.move
    return right


def rating_from(levels: Mapping[str, float], found: Mapping[str, float], tries: int = TRIES) -> int:
    """The rating at which levels would find a puzzle as often as they did, all together.

    >>> rating_from({"weak": 1000, "strong": 2000}, {"weak": 0.0, "strong": 1.0})
    1500
    >>> rating_from({"weak": 1000, "strong": 2000}, {"weak": 1.0, "strong": 1.0})
    800
    """
    results = [(levels[name], part, tries) for name, part in found.items()]
    results.append((MIDDLE, 0.5, 1))
    low, high = 0.0, 4000.0
    for _step in range(40):
        middle = (low + high) / 2
        missing = sum(n * (part - expected(rating, middle)) for rating, part, n in results)
        low, high = (low, middle) if missing > 0 else (middle, high)
    return int(min(max(round(low / 10) * 10, EASIEST), HARDEST))


def expected(rating: float, puzzle: float) -> float:
    """How often a player of a rating finds a puzzle of another.

    >>> expected(1500, 1500), round(expected(1900, 1500), 2)
    (0.5, 0.91)
    """
    return float(1 / (1 + 10 ** ((puzzle - rating) / SCALE)))
