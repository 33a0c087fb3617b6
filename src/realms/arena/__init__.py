"""The arena: many games at once, between programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from realms.arena.batches.batch import Batch
    from realms.kernel.game import Game


def batch(
    game: str | Game,
    options: Any = None,
    n: int = 1,
    *,
    seed: str = "",
    jobs: int = 0,
    auto_reset: bool = True,
    device: str = "cpu",
) -> Batch:
    """Many games of one table, stepped together from NumPy; `docs/batch.md` tells all.

    With `device="cuda"` they lie on the GPU, and so do all arrays.

    >>> from realms.kernel.packs import game_names
    >>> games = batch(game_names()[0], n=64)
    >>> turns = games.step(games.random_actions())
    >>> turns.mask.shape == (64, games.layout.action_count)
    True
    """
    from realms.arena.batches.batch import open_batch  # noqa: PLC0415  (the arena's doors open late)

    how: dict[str, Any] = {"seed": seed, "jobs": jobs, "auto_reset": auto_reset}
    return open_batch(game, options, n, device=device, **how)
