"""What Fantasy Realms declares to the rest of the program; each part loads when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from rich.console import Console

    from realms.arena.game_parts import BatchRules, LadderTables
    from realms.arena.loops import CompiledLoops
    from realms.bots.game_parts import BotSet
    from realms.cli.game_parts import CardListing, Presenter, TerminalTable
    from realms.fantasy.fantasy_realms import FantasyRealms
    from realms.web.game_parts import Board


class FantasyPack:
    """The pack of Fantasy Realms."""

    name = "fantasy"
    title = "Fantasy Realms"
    paragraph_prefix = "FR"

    @property
    def folder(self) -> Traversable:
        """The folder of the package."""
        return resources.files("realms.fantasy")

    @property
    def game(self) -> FantasyRealms:
        """The game itself."""
        from realms.fantasy.fantasy_realms import GAME

        return GAME

    # --- Bots and the arena ---

    def bots(self) -> BotSet:
        """The bots."""
        from realms.fantasy.bots.players import BOTS

        return BOTS

    def loops(self) -> CompiledLoops:
        """Whole games in compiled loops."""
        from realms.fantasy.arena.games import LOOPS

        return LOOPS

    def batch(self) -> BatchRules:
        """Games stepped together."""
        from realms.fantasy.arena import batch

        return batch

    def device_games(self) -> Any:
        """Whole games on the GPU."""
        from realms.fantasy.device import games

        return games

    def device_batch(self) -> Any:
        """Games stepped together on the GPU."""
        from realms.fantasy.device import batch

        return batch

    def compile_parts(self) -> Mapping[str, Callable[[], None]]:
        """What there is to compile."""
        from realms.fantasy.arena.compile_parts import PARTS

        return PARTS

    def deferred_parts(self) -> Sequence[str]:
        """What nobody waits for before a game."""
        from realms.fantasy.arena.compile_parts import DEFERRED

        return DEFERRED

    def ladder_tables(self) -> LadderTables:
        """The tables at which the bots are measured."""
        from realms.fantasy.arena.ladder_tables import TABLES

        return TABLES

    # --- The command line ---

    def presenter(self) -> Presenter:
        """A game in words and tables."""
        from realms.fantasy.terminal import presenter

        return presenter

    def terminal(self) -> TerminalTable:
        """How a table is set up in the terminal."""
        from realms.fantasy.terminal import setup

        return setup

    def person(self, out: Console, table: Any, language: str) -> Any:
        """The person at the keyboard."""
        from realms.fantasy.terminal.person import Player

        return Player(out, table, language)

    def cards(self, settings: Sequence[str], content: str | None) -> CardListing:
        """The cards, to be looked up."""
        from realms.fantasy.terminal.cards import listing

        return listing(settings, content)

    def commands(self) -> Mapping[str, Callable[[], Callable[..., Any]]]:
        """`realms score` and `realms solve`."""
        return {"score": _score, "solve": _solve}

    # --- Pages ---

    def board(self) -> Board:
        """The table as pages show it."""
        from realms.fantasy.web import board

        return board

    def pages(self) -> Sequence[Any]:
        """The scorer and the best hands."""
        from realms.fantasy.web.scorer import best, page

        return [*page.HANDLERS, *best.HANDLERS]


def _score() -> Callable[..., Any]:
    from realms.fantasy.commands.score import score

    return score


def _solve() -> Callable[..., Any]:
    from realms.fantasy.commands.solve import solve

    return solve


PACK = FantasyPack()
