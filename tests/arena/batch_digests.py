"""Tables for the tests of batches: every game, variant and number of players."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np

from realms import arena, fantasy, medieval
from realms.arena.batches.batch import SKIP, Batch
from realms.kernel.errors import RealmsError
from realms.kernel.game import Game
from realms.medieval.content import effects as does
from tests.medieval.positions import content_with

GETTING = content_with("market", immediate=(does.GetCard(1),))
"""A content in which a card gets another, which none of ours does."""

TABLES: dict[str, tuple[Game, Any]] = {
    **{f"fantasy-{n}": (fantasy.game, fantasy.Options(players=n)) for n in (3, 4, 5, 6)},
    "fantasy-declare": (fantasy.game, fantasy.Options(players=4, declare=True)),
    "duel": (fantasy.game, fantasy.Options(players=2, variant="duel")),
    "duel-declare": (fantasy.game, fantasy.Options(players=2, variant="duel", declare=True)),
    **{
        f"chaos-{n}": (fantasy.game, fantasy.Options(players=n, variant="chaos", rounds=3))
        for n in (3, 5, 7)
    },
    "chaos-declare": (
        fantasy.game,
        fantasy.Options(players=4, variant="chaos", declare=True, rounds=3),
    ),
    **{f"medieval-{n}": (medieval.game, medieval.Options(players=n)) for n in (2, 3, 4, 5)},
    "medieval-es": (medieval.game, medieval.Options(players=3, edition="es")),
    "medieval-get": (medieval.game, medieval.Options(players=2, content=GETTING)),
}


def opened(table: str, n: int, seed: str = "batch", **how: Any) -> Batch:
    game, options = TABLES[table]
    return arena.batch(game, options, n, seed=seed, **how)


def here(array: Any) -> Any:
    """An array in the memory of the processor, wherever it lies."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def played(batch: Batch, steps: int) -> list[str]:
    """Play at random; after each step, a digest of all that the batch shows."""
    digests = []
    for _step in range(steps):
        actions = batch.random_actions()
        arrays = [here(array) for array in (actions, *batch.step(actions))]
        seen = sha256(b"".join([str(array.dtype).encode() + array.tobytes() for array in arrays]))
        seen.update(batch.state(batch.n - 1).tobytes())
        digests.append(seen.hexdigest()[:12])
    return digests


def handled(batch: Batch) -> list[Any]:
    """All that can be done with a batch besides playing on, and what comes of it."""
    answers: list[Any] = [batch.seed_of(0), here(batch.awaiting()).tolist()]
    actions = np.array(here(batch.random_actions()))
    actions[0] = SKIP
    given = (actions.tolist(), actions, actions.astype(np.int16))
    answers += [attempt(lambda these=these: batch.step(these)) for these in given]
    answers += [attempt(lambda: batch.step([SKIP] * batch.n)), attempt(lambda: batch.step([0]))]
    answers += [attempt(lambda: batch.step([0.5] * batch.n)), batch.state(0).tobytes().hex()]
    for seats in (0, batch.players - 1, batch.players, -1, [0] * batch.n):
        answers.append(attempt(lambda seats=seats: batch.observe(seats)))
    for seat in (batch.players - 1, batch.players):
        answers.append(attempt(lambda seat=seat: batch.ask([seat] * batch.n)))
    one = [row == 0 for row in range(batch.n)]
    answers += [
        attempt(lambda: batch.reset(rows=one)),
        attempt(lambda: batch.reset(rows=[True] * 99)),
    ]
    answers += [batch.seed_of(0), attempt(lambda: batch.reset("another"))]
    return answers


def attempt(asked: Any) -> Any:
    """What a batch shows when it is asked for something, or the sentence of its refusal."""
    try:
        return [here(array).tolist() for array in asked()]
    except RealmsError as error:
        return str(error)
