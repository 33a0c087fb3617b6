"""What a game may bring to the command line, as methods of its pack: each a protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from realms.cli.terminal.game_setup import TerminalSetup
    from realms.cli.terminal.person import Person
    from realms.cli.terminal.terminal_game import TerminalGame
    from realms.kernel.game import State


EVERYTHING = "all"
"""The viewer who is shown everything."""


class GameCommand(NamedTuple):
    """A command of a game."""

    name: str
    function: Callable[..., Any]
    """Its parameters are those of the command line."""
    after: str = ""
    """The command that it follows in the help; else it comes last."""


class Presenter(Protocol):
    """A game in words and tables of the terminal."""

    def opening_text(self, game: Any, state: State, names: Sequence[str], language: str) -> str:
        """The first sentence of the log."""

    def event_text(
        self, game: Any, state: State, event: Any, names: Sequence[str], language: str
    ) -> str:
        """An event as a sentence of the log."""

    def table_parts(
        self, game: Any, state: State, names: Sequence[str], viewer: Any, language: str
    ) -> Iterator[RenderableType]:
        """The table as a viewer knows it; the viewer "all" sees everything."""

    def result_parts(
        self, game: Any, state: State, names: Sequence[str], language: str
    ) -> Iterator[RenderableType]:
        """The result of a game that is over."""


class CardListing(Protocol):
    """The cards of a game, chosen and shown."""

    def cards_of(self, group: str | None) -> list[Any]:
        """The cards of a group, such as a suit or a colour, or all."""

    def as_json(self, card: Any) -> dict[str, Any]:
        """A card as data."""

    def show(self, cards: Sequence[Any], language: str) -> None:
        """Print cards as a table."""


@runtime_checkable
class BringsPresenter(Protocol):
    """A pack whose game has a presenter of its own."""

    def presenter(self) -> Presenter:
        """The presenter of the game."""


@runtime_checkable
class BringsTerminal(Protocol):
    """A pack whose game has terminal screens of its own."""

    def terminal(self) -> TerminalSetup:
        """How a table of the game is set up in the terminal."""

    def person(self, out: Console, table: TerminalGame, language: str) -> Person:
        """The person at the keyboard, asked as the game asks."""


@runtime_checkable
class BringsVariants(Protocol):
    """A pack whose game has variants, some for one number of players."""

    def variant_players(self, variant: str) -> int | None:
        """How many play a variant where nobody says; None for as many as usual."""


@runtime_checkable
class BringsCards(Protocol):
    """A pack whose game has cards to look up."""

    def cards(self, settings: Sequence[str], content: str | None) -> CardListing:
        """The cards, with options and a content file of one's own."""


@runtime_checkable
class BringsCommands(Protocol):
    """A pack that adds commands to the command line."""

    def commands(self) -> Sequence[GameCommand]:
        """The commands of the game; their modules are small to load."""
