"""Fantasy Realms: 54 cards, seven in hand, and the best realm wins.

>>> from realms import fantasy
>>> fantasy.hand("Dragon, Beastmaster, Hydra, Swamp").score
115
"""

from realms.fantasy.game import FantasyOptions as Options
from realms.fantasy.game import FantasyRealms
from realms.fantasy.hands import Hand, hand
from realms.fantasy.moves import (
    Accept,
    Declare,
    Discard,
    Draw,
    Keep,
    Offer,
    Pass,
    Take,
    TimeUp,
    Withdraw,
)

game = FantasyRealms()
"""The game itself; see `realms.kernel.game.Game`."""

__all__ = [
    "Accept",
    "Declare",
    "Discard",
    "Draw",
    "FantasyRealms",
    "Hand",
    "Keep",
    "Offer",
    "Options",
    "Pass",
    "Take",
    "TimeUp",
    "Withdraw",
    "game",
    "hand",
]
