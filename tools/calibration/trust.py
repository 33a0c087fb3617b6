"""`python -m tools.calibration.trust GAME`: who tells chances better, network or games played out.

Log losses of the chance of the seat that decides, by how far the game had come.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from realms.analysis.review.decisions import decisions_in
from realms.analysis.review.playout_trust import combined
from realms.analysis.review.weigher import Weigher
from realms.arena.games import deal_rng_state, make_record, play_out
from realms.kernel.game import Game
from realms.kernel.games import full_name, game_named
from realms.kernel.record import replay

SAMPLE = 16
"""Positions of each game that are looked at."""
GAMES_OUT = 48
"""Games that are played out from each."""
TRUSTS = (0.0, 0.25, 0.5, 0.75, 1.0)
PHASES = (0.0, 0.15, 0.3, 0.45, 0.66, 1.0)
"""Where the parts of a game begin and end."""


def log_losses(
    game: Game, options: Any, bots: list[str], dealt: np.uint64, rng: np.random.Generator
) -> list[tuple[float, ...]]:
    """Of some positions of a game: how far it had come, and the log loss by each trust."""
    state, moves, _seconds = play_out(game, options, bots, dealt)
    outcome: Any = game.outcome(state)
    moments = list(replay(game, make_record(game, options, bots, dealt, moves)))
    decisions = list(decisions_in(game, moments))
    chosen = sorted(rng.choice(len(decisions), min(SAMPLE, len(decisions)), replace=False))
    weigher = Weigher(game, options)
    some = [decisions[place] for place in chosen]
    seen = weigher.own_judgements(some)
    assert seen is not None
    found = []
    for place, one in enumerate(some):
        (played,) = weigher.played_out([(one, weigher.redeals(one, 0, GAMES_OUT))])
        won = outcome.share(one.seat)
        losses = []
        for trust in TRUSTS:
            chance = min(max(combined(seen.wins[place], played, trust)[one.seat], 0.01), 0.99)
            losses.append(float(-won * np.log(chance) - (1 - won) * np.log(1 - chance)))
        found.append((one.number / len(moments), *losses))
    return found


def measure(
    game: str,
    bots: str,
    variant: str = "",
    games: Annotated[int, typer.Option(min=1)] = 60,
    seed: str = "trust",
) -> None:
    """Play games between bots, and print the log losses of each part of a game."""
    played, names = game_named(full_name(game)), bots.split(",")
    chosen = {"variant": variant} if variant else {}
    options = played.options_type(players=len(names), **chosen)
    rng = np.random.default_rng(0)
    found: NDArray[np.float64] = np.array(
        [
            row
            for number in range(games)
            for row in log_losses(played, options, names, deal_rng_state(seed, number), rng)
        ]
    )
    typer.echo("part         positions  " + "  ".join(f"{trust:5.2f}" for trust in TRUSTS))
    for first, last in [*pairwise(PHASES), (0.0, 1.01)]:
        part = found[(found[:, 0] >= first) & (found[:, 0] < last)]
        line = "  ".join(f"{loss:.3f}" for loss in part[:, 1:].mean(axis=0))
        typer.echo(f"{first:.2f}-{min(last, 1.0):.2f}  {len(part):9}  {line}")


if __name__ == "__main__":
    typer.run(measure)
