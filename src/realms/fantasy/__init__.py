"""Fantasy Realms: 54 cards, seven in hand, and the best realm wins.

>>> from realms import fantasy
>>> fantasy.hand("Dragon, Beastmaster, Hydra, Swamp").score
115

What is named here is loaded when it is first asked for, so that scoring a hand does not
wait for the rules of a whole game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from realms.fantasy.fantasy_realms import FantasyRealms
    from realms.fantasy.interface.moves import (
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
    from realms.fantasy.interface.options import FantasyOptions as Options
    from realms.fantasy.scoring.hand import Hand, hand

    game: FantasyRealms
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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals().update(_loaded(name))
    return globals()[name]


def _loaded(name: str) -> dict[str, Any]:
    """The names that come with one of them."""
    if name in ("Hand", "hand"):
        from realms.fantasy.scoring.hand import Hand, hand  # noqa: PLC0415

        return {"Hand": Hand, "hand": hand}
    if name == "Options":
        from realms.fantasy.interface.options import FantasyOptions  # noqa: PLC0415

        return {"Options": FantasyOptions}
    if name in ("FantasyRealms", "game"):
        from realms.fantasy.fantasy_realms import GAME, FantasyRealms  # noqa: PLC0415

        return {"FantasyRealms": FantasyRealms, "game": GAME}
    from realms.fantasy.interface import moves  # noqa: PLC0415

    return {name: getattr(moves, name)}


def __dir__() -> list[str]:
    return __all__
