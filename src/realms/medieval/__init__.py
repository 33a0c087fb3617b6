"""Medieval Realms: seven rounds of placing leaders, fighting for lands and building a realm.

>>> from realms import medieval
>>> state = medieval.game.start(medieval.Options(players=3), "a seed")
>>> medieval.game.view(state, 0).phase
'drafting'

What is named here is loaded when it is first asked for, so that looking up a card does not
wait for the rules of a whole game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from realms.medieval.content.switches import MedievalOptions as Options
    from realms.medieval.interface.moves import (
        Activate,
        Bid,
        Choose,
        Draft,
        Get,
        PassBid,
        PassRound,
        Place,
        Play,
    )
    from realms.medieval.medieval_realms import MedievalRealms

    game: MedievalRealms
    """The game itself; see `realms.kernel.game.Game`."""

__all__ = [
    "Activate",
    "Bid",
    "Choose",
    "Draft",
    "Get",
    "MedievalRealms",
    "Options",
    "PassBid",
    "PassRound",
    "Place",
    "Play",
    "game",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals().update(_loaded(name))
    return globals()[name]


def _loaded(name: str) -> dict[str, Any]:
    """The names that come with one of them."""
    if name == "Options":
        from realms.medieval.content.switches import MedievalOptions  # noqa: PLC0415

        return {"Options": MedievalOptions}
    if name in ("MedievalRealms", "game"):
        from realms.medieval.medieval_realms import GAME, MedievalRealms  # noqa: PLC0415

        return {"MedievalRealms": MedievalRealms, "game": GAME}
    from realms.medieval.interface import moves  # noqa: PLC0415

    return {name: getattr(moves, name)}


def __dir__() -> list[str]:
    return __all__
