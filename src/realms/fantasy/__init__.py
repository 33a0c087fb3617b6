"""Fantasy Realms: 54 cards, seven in hand, and the best realm wins.

>>> from realms import fantasy
>>> fantasy.hand("Dragon, Beastmaster, Hydra, Swamp").score
115

What is named here is loaded when it is first asked for, so that scoring a hand does not
wait for the rules of a whole game.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from realms.fantasy.fantasy_realms import FantasyOptions as Options
    from realms.fantasy.fantasy_realms import FantasyRealms
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

    game: FantasyRealms
    """The game itself; see `realms.kernel.game.Game`."""

HOMES = {
    "Options": ("fantasy_realms", "FantasyOptions"),
    "FantasyRealms": ("fantasy_realms", "FantasyRealms"),
    "game": ("fantasy_realms", "GAME"),
    "Hand": ("hands", "Hand"),
    "hand": ("hands", "hand"),
}
"""Where each name comes from; all others are moves."""

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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, called = HOMES.get(name, ("moves", name))
    found = getattr(importlib.import_module(f"{__name__}.{home}"), called)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
