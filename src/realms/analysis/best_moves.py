"""The best moves of a seat, as the strongest bot sees them."""

from __future__ import annotations

from realms.bots import Advice, bot_named
from realms.kernel.game import Game, State

ADVISER = "search:80ms"
"""The bot whose advice is asked, and how long it may think."""
MOST = 3
"""Moves that are told."""


def best_moves(
    game: Game, position: State, seat: int, seed: str, adviser: str = ADVISER, most: int = MOST
) -> list[Advice]:
    """The best moves of a seat with what they promise and why, best first.

    `position` is a re-deal for that seat, and the seed must tell nothing that the seat does
    not know: so the advice tells nothing either.
    """
    advice: list[Advice] = bot_named(adviser, game.name).advise(game, position, seat, seed)
    return advice[:most]
