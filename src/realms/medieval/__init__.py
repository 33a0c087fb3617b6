"""Medieval Realms: seven rounds of placing leaders, fighting for lands and building a realm.

>>> from realms import medieval
>>> state = medieval.game.start(medieval.Options(players=3), "a seed")
>>> medieval.game.view(state, 0).phase
'drafting'

What is named here is loaded when it is first asked for, so that looking up a card does not
wait for the rules of a whole game.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from realms.medieval.medieval_realms import MedievalRealms
    from realms.medieval.moves import (
        Activate,
        Bid,
        Choose,
        Draft,
        Get,
        Pass,
        PassBid,
        Place,
        Play,
    )
    from realms.medieval.switches import MedievalOptions as Options

    game: MedievalRealms
    """The game itself; see `realms.kernel.game.Game`."""

HOMES = {
    "Options": ("switches", "MedievalOptions"),
    "MedievalRealms": ("medieval_realms", "MedievalRealms"),
    "game": ("medieval_realms", "GAME"),
}
"""Where each name comes from; all others are moves."""

__all__ = [
    "Activate",
    "Bid",
    "Choose",
    "Draft",
    "Get",
    "MedievalRealms",
    "Options",
    "Pass",
    "PassBid",
    "Place",
    "Play",
    "game",
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
