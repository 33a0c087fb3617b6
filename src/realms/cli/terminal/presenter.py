"""A game in words and tables: by the presenter that its pack brings, else a plain one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from realms.cli.game_parts import BringsPresenter, Presenter
from realms.kernel.games import pack_named

if TYPE_CHECKING:
    from rich.console import RenderableType

    from realms.kernel.game import Event, Game, State


def presenter_of(game: Game) -> Presenter:
    """The presenter of a game."""
    pack = pack_named(game.name)
    if isinstance(pack, BringsPresenter):
        return pack.presenter()
    from realms.cli.terminal.plain_presenter import PlainPresenter

    return PlainPresenter()


def opening_text(game: Game, state: State, names: Sequence[str], language: str) -> str:
    """The first sentence of the log."""
    return presenter_of(game).opening_text(game, state, names, language)


def event_text(game: Game, state: State, event: Event, names: Sequence[str], language: str) -> str:
    """An event as a sentence of the log."""
    return presenter_of(game).event_text(game, state, event, names, language)


def standing_parts(
    game: Game, state: State, names: Sequence[str], viewer: Any, language: str
) -> Iterator[RenderableType]:
    """The table as a viewer knows it ("all": everything), or once it is over the result."""
    presenter = presenter_of(game)
    if game.outcome(state) is None:
        yield from presenter.table_parts(game, state, names, viewer, language)
    else:
        yield from presenter.result_parts(game, state, names, language)
