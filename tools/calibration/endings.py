"""`python -m tools.calibration.endings GAME`: what moves that end a game promise, and bring.

Nothing comes after such a move, so what it promises rests on nothing but where hidden cards are
thought to lie: as chance deals them, or as strong players keep them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from realms.bots import bot_named
from realms.bots.budget import Budget
from realms.bots.learned.guide import Deliberation, TriedMove
from realms.bots.learned.inference import workspace_of
from realms.kernel.chance import rng_state_from
from realms.kernel.game import Game, State
from realms.kernel.games import full_name, game_named

WORLDS = 200
"""Worlds that a move is tried in."""


class Ending(NamedTuple):
    """The part of the win that a last move promised, as hands are believed, or dealt; and won."""

    believed: float
    dealt: float
    won: float


def endings(game: Game, options: Any, seed: str, bot: str) -> Iterator[Ending]:
    """The last moves of a game between bots of one kind: one a game, or none."""
    state, player = game.start(options, seed), bot_named(bot, game.name)
    number = 0
    while game.awaiting(state):
        seat = game.awaiting(state)[0]
        word = np.uint64(rng_state_from(f"{seed} {number}"))
        steps = player.steps(game, state, seat, word)
        after, _events = game.play(state, seat, game.decode(state, seat, steps))
        outcome = game.outcome(after)
        if outcome is not None:
            asked = (game, state, seat, steps, word)
            won = (seat in outcome.winners) / max(len(outcome.winners), 1)
            yield Ending(promised(*asked, 1.0), promised(*asked, 0.0), won)
        state, number = after, number + 1


def promised(
    game: Game, state: State, seat: int, steps: tuple[int, ...], word: np.uint64, belief: float
) -> float:
    """The part of the win that a move comes to in many worlds."""
    workspace = workspace_of(game, state)
    assert workspace is not None
    asked = Budget(playouts=WORLDS, settings=(("belief", str(belief)),))
    move = TriedMove(steps, 0.0)
    Deliberation(game, state, seat, word, asked, workspace).try_often([move], WORLDS)
    return move.mean


def measure(
    game: str,
    players: Annotated[int, typer.Option(min=2)] = 4,
    variant: str = "",
    games: Annotated[int, typer.Option(min=1)] = 300,
    bot: str = "learned",
    seed: str = "endings",
) -> None:
    """Hold what last moves promise against what they bring."""
    played = game_named(full_name(game))
    options = played.options_type(players=players, **({"variant": variant} if variant else {}))
    found = [one for n in range(games) for one in endings(played, options, f"{seed} {n}", bot)]
    table = np.array(found)
    typer.echo(f"{len(found)} last moves won {100 * table[:, 2].mean():.1f} %")
    for place, name in enumerate(("believed", "dealt")):
        off = table[:, place] - table[:, 2]
        typer.echo(
            f"  {name}: {100 * table[:, place].mean():.1f} % promised,"
            f" square error {(off * off).mean():.4f}"
        )


if __name__ == "__main__":
    typer.run(measure)
