"""How far chances rest on games played out to their end, beside what the network says.

A network knows best what its own play leads to. Where other players lead elsewhere, a quick bot
that plays games out may know more; where hidden hands decide, and re-deals hide them at random,
it knows less. A game says how far to trust which, as measured (docs/review.md).
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from realms.kernel.game import Game, State
from realms.kernel.packs import packs

LEAST = 0.002
"""Chances are never closer to nought or one than this while odds are compared."""
PRIOR = 4.0
"""So many games count as if they had come out as the network says."""


@runtime_checkable
class BringsPlayoutTrust(Protocol):
    """A pack whose game says how far chances of its positions rest on games played out."""

    def playout_trust(self, position: Any) -> float:
        """From 0, the network alone, to 1; by what every seat knows."""


def playout_trust(game: Game, state: State) -> float:
    """How far chances of a position rest on games played out; nought where no game says so."""
    pack: Any = packs().get(game.name)
    return float(pack.playout_trust(state)) if isinstance(pack, BringsPlayoutTrust) else 0.0


def combined(
    network: NDArray[np.float64], played: NDArray[np.float64], trust: float
) -> NDArray[np.float64]:
    """The chances of all seats: the mean of both in log-odds, weighted by trust.

    `played` holds the part of the win of each seat, a row a game.
    """
    if not trust or not len(played):
        return network
    often = (played.sum(axis=0) + PRIOR * network) / (len(played) + PRIOR)
    odds = (1 - trust) * log_odds(network) + trust * log_odds(often)
    chances = 1 / (1 + np.exp(-odds))
    whole: NDArray[np.float64] = chances / chances.sum()
    return whole


def log_odds(chances: Any) -> Any:
    """The logarithms of the odds."""
    kept = np.clip(chances, LEAST, 1 - LEAST)
    return np.log(kept / (1 - kept))
