"""How a game is told: its events, the table as a viewer knows it, the final result.

Each game brings a presenter with the functions that this module names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from realms.kernel.games import pack_named

if TYPE_CHECKING:
    from rich.console import RenderableType

    from realms.kernel.game import Event, Game, State

__all__ = ["begun_text", "event_text", "standing_shown"]


def _of(game: Game) -> Any:
    return pack_named(game.name).presenter()


def begun_text(game: Game, state: State, names: Sequence[str], language: str) -> str:
    """The first sentence of the log."""
    text: str = _of(game).begun_text(game, state, names, language)
    return text


def event_text(game: Game, state: State, event: Event, names: Sequence[str], language: str) -> str:
    """An event as a sentence of the log."""
    text: str = _of(game).event_text(game, state, event, names, language)
    return text


def standing_shown(
    game: Game, state: State, names: Sequence[str], viewer: Any, language: str
) -> Iterator[RenderableType]:
    """The table as a viewer knows it ("all": everything), or once it is over the result."""
    if game.outcome(state) is None:
        yield from _of(game).table_shown(game, state, names, viewer, language)
    else:
        yield from _of(game).end_shown(game, state, names, language)
