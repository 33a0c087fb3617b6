"""What Fantasy Realms declares to the rest of the program; each part loads when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from rich.console import Console

    from realms.arena.batches.numbering import Numbering
    from realms.arena.game_parts import BatchRules, CompilePart, LadderTables, SeatColumns
    from realms.arena.loops import CompiledLoops
    from realms.bots.advice import AdviceReason
    from realms.bots.game_parts import BotSet
    from realms.bots.learned.guide import GameGuide
    from realms.bots.learned.inference import GameInference
    from realms.cli.game_parts import CardListing, GameCommand, Presenter
    from realms.cli.terminal.game_setup import TerminalSetup
    from realms.cli.terminal.person import Person
    from realms.cli.terminal.terminal_game import TerminalGame
    from realms.fantasy.fantasy_realms import FantasyRealms
    from realms.kernel.presentation.texts import Reader
    from realms.web.game_parts import Board, CardList, GameCatalogue, GameTexts, PageTraits


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

    def batch_bots(self) -> Any:
        """Bots on the other seats of a batch."""
        from realms.fantasy.arena.batch_bots import LOOP

        return LOOP

    def numbering(self, state: Any) -> Numbering:
        """States and moves as numbers."""
        from realms.arena.batches.numbering import numbering_of

        return numbering_of(self.game, state)

    def game_inference(self) -> GameInference:
        """How a network sees positions."""
        from realms.fantasy.arena.inference import INFERENCE

        return INFERENCE

    def game_guide(self) -> GameGuide:
        """How moves are tried under a network's guidance."""
        from realms.fantasy.arena.guide import GUIDE

        return GUIDE

    def seat_columns(self) -> SeatColumns:
        """What ended games tell of each seat."""
        from realms.fantasy.arena import seat_columns

        return seat_columns

    def device_games(self) -> Any:
        """Whole games on the GPU."""
        from realms.fantasy.device import games

        return games

    def device_batch(self) -> Any:
        """Games stepped together on the GPU."""
        from realms.fantasy.device import batch

        return batch

    def compile_parts(self) -> Mapping[str, CompilePart]:
        """What there is to compile."""
        from realms.fantasy.arena.compile_parts import PARTS

        return PARTS

    def ladder_tables(self) -> LadderTables:
        """The tables at which the bots are measured."""
        from realms.fantasy.arena.ladder_tables import TABLES

        return TABLES

    # --- Reviews ---

    def move_reasons(
        self, position: Any, seat: int, steps: Sequence[int]
    ) -> Sequence[AdviceReason]:
        """What speaks for a move."""
        from realms.fantasy.analysis.loss_reasons import move_reasons

        return move_reasons(position, seat, steps)

    def loss_reason(
        self, position: Any, seat: int, made: Sequence[int], better: Sequence[int]
    ) -> tuple[str, AdviceReason] | None:
        """Why a move was better than the one made."""
        from realms.fantasy.analysis.loss_reasons import loss_reason

        return loss_reason(position, seat, made, better)

    def playout_trust(self, position: Any) -> float:
        """How far the chances of a position rest on games played out."""
        from realms.fantasy.analysis.playout_trust import playout_trust

        return playout_trust(position)

    def obvious_moves(self, position: Any, seat: int) -> Sequence[Sequence[int]]:
        """The moves to the best hand right now."""
        from realms.fantasy.analysis.obvious_moves import obvious_moves

        return obvious_moves(position, seat)

    def puzzles(self) -> Traversable:
        """Moments with one best move."""
        return self.folder.joinpath("analysis", "puzzles.jsonl.gz")

    # --- Words ---

    def move_text(self, move: Any, reader: Reader) -> str:
        """A move in words."""
        from realms.fantasy.interface.move_text import move_text

        return move_text(move, reader)

    def card_name(self, card: str, language: str) -> str:
        """The name of a card."""
        from realms.fantasy.content.cards import CARD

        return CARD[card].name[language] if card in CARD else card

    def topic_item(self, topic: str, item: str, language: str) -> str:
        """An item of what is counted besides the cards, by its name."""
        from realms.fantasy.interface.topic_items import topic_item

        return topic_item(topic, item, language)

    # --- The command line ---

    def presenter(self) -> Presenter:
        """A game in words and tables."""
        from realms.fantasy.terminal import presenter

        return presenter

    def terminal(self) -> TerminalSetup:
        """How a table is set up in the terminal."""
        from realms.fantasy.terminal.setup import FantasySetup

        return FantasySetup()

    def person(self, out: Console, table: TerminalGame, language: str) -> Person:
        """The person at the keyboard."""
        from realms.fantasy.terminal.person import FantasyPerson

        return FantasyPerson(out, table, language)

    def variant_players(self, variant: str) -> int | None:
        """The duel is for two."""
        return 2 if variant == "duel" else None

    def cards(self, settings: Sequence[str], content: str | None) -> CardListing:
        """The cards, to be looked up."""
        from realms.fantasy.terminal.cards import card_listing

        return card_listing(settings, content)

    def commands(self) -> Sequence[GameCommand]:
        """`realms score` and `realms solve`."""
        from realms.cli.game_parts import GameCommand
        from realms.fantasy.commands.score import score
        from realms.fantasy.commands.solve import solve

        return [
            GameCommand("score", score, after="play"),
            GameCommand("solve", solve, after="export"),
        ]

    # --- Pages ---

    def board(self) -> Board:
        """The table as pages show it."""
        from realms.fantasy.web import board

        return board

    def texts(self) -> GameTexts:
        """Moves and events in words."""
        from realms.fantasy.web import texts

        return texts

    def page_traits(self) -> PageTraits:
        """What pages have to know of the game."""
        from realms.fantasy.web.catalogue import TRAITS

        return TRAITS

    def catalogue(self) -> GameCatalogue:
        """Its variants and options."""
        from realms.fantasy.web import catalogue

        return catalogue

    def card_list(self) -> CardList:
        """The cards, to be looked through."""
        from realms.fantasy.web import card_list

        return card_list

    def lesson_hint(self, view: Any, move: Mapping[str, Any], language: str) -> str:
        """Why a move of the lesson is not the best one."""
        from realms.fantasy.web.lesson_hints import lesson_hint

        return lesson_hint(view, move, language)

    def pages(self) -> Sequence[Any]:
        """The scorer and the best hands."""
        from realms.fantasy.web.scorer import best, page

        return [*page.HANDLERS, *best.HANDLERS]


PACK = FantasyPack()
