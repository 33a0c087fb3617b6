"""The arena: many games at once, between programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from realms.arena.batches import Batch
    from realms.kernel.game import Game


def batch(
    game: str | Game,
    options: Any = None,
    n: int = 1,
    *,
    seed: str = "",
    jobs: int = 0,
    auto_reset: bool = True,
) -> Batch:
    """Many games of one table, stepped together from NumPy; `docs/batch.md` tells all.

    >>> games = batch("fantasy", n=64)
    >>> turns = games.step(games.random_actions())
    >>> turns.mask.shape
    (64, 109)
    """
    from realms.arena.batches import open_batch  # noqa: PLC0415  (the arena's doors open late)

    return open_batch(game, options, n, seed=seed, jobs=jobs, auto_reset=auto_reset)
