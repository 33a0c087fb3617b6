"""What Medieval Realms declares to the rest of the program; each part loads when asked for."""

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
    from realms.cli.game_parts import CardListing, Presenter
    from realms.cli.terminal.game_setup import TerminalSetup
    from realms.cli.terminal.person import Person
    from realms.cli.terminal.terminal_game import TerminalGame
    from realms.kernel.presentation.texts import Reader
    from realms.medieval.medieval_realms import MedievalRealms
    from realms.web.game_parts import (
        AboutSection,
        Board,
        CardList,
        GameCatalogue,
        GameTexts,
        PageTraits,
    )


class MedievalPack:
    """The pack of Medieval Realms."""

    name = "medieval"
    title = "Medieval Realms"
    paragraph_prefix = "MR"

    @property
    def folder(self) -> Traversable:
        """The folder of the package."""
        return resources.files("realms.medieval")

    @property
    def game(self) -> MedievalRealms:
        """The game itself."""
        from realms.medieval.medieval_realms import GAME

        return GAME

    # --- Bots and the arena ---

    def bots(self) -> BotSet:
        """The bots."""
        from realms.medieval.bots.players import BOTS

        return BOTS

    def loops(self) -> CompiledLoops:
        """Whole games in compiled loops."""
        from realms.medieval.arena.games import LOOPS

        return LOOPS

    def batch(self) -> BatchRules:
        """Games stepped together."""
        from realms.medieval.arena import batch

        return batch

    def batch_bots(self) -> Any:
        """Bots on the other seats of a batch."""
        from realms.medieval.arena.batch_bots import LOOP

        return LOOP

    def numbering(self, state: Any) -> Numbering:
        """States and moves as numbers."""
        from realms.arena.batches.numbering import numbering_of

        return numbering_of(self.game, state)

    def game_inference(self) -> GameInference:
        """How a network sees positions."""
        from realms.medieval.arena.inference import INFERENCE

        return INFERENCE

    def game_guide(self) -> GameGuide:
        """How moves are tried under a network's guidance."""
        from realms.medieval.arena.guide import GUIDE

        return GUIDE

    def seat_columns(self) -> SeatColumns:
        """What ended games tell of each seat."""
        from realms.medieval.arena import seat_columns

        return seat_columns

    def device_games(self) -> Any:
        """Whole games on the GPU."""
        from realms.medieval.device import games

        return games

    def device_batch(self) -> Any:
        """Games stepped together on the GPU."""
        from realms.medieval.device import batch

        return batch

    def compile_parts(self) -> Mapping[str, CompilePart]:
        """What there is to compile."""
        from realms.medieval.arena.compile_parts import PARTS

        return PARTS

    def ladder_tables(self) -> LadderTables:
        """The tables at which the bots are measured."""
        from realms.medieval.arena.ladder_tables import TABLES

        return TABLES

    def use_content(self, path: str) -> str:
        """Have this process know a content file; returns the digest that names it."""
        from realms.medieval.content.content import load_content
        from realms.medieval.content.registry import register_content

        return register_content(load_content(path))

    def content_text(self) -> str:
        """The file of the content that the game comes with."""
        return self.folder.joinpath("content", "content.toml").read_text("utf-8")

    # --- Reviews ---

    def move_reasons(
        self, position: Any, seat: int, steps: Sequence[int]
    ) -> Sequence[AdviceReason]:
        """What speaks for a move."""
        from realms.medieval.analysis.loss_reasons import move_reasons

        return move_reasons(position, seat, steps)

    def loss_reason(
        self, position: Any, seat: int, made: Sequence[int], better: Sequence[int]
    ) -> tuple[str, AdviceReason] | None:
        """Why a move was better than the one made."""
        from realms.medieval.analysis.loss_reasons import loss_reason

        return loss_reason(position, seat, made, better)

    def playout_trust(self, position: Any) -> float:
        """How far the chances of a position rest on games played out."""
        from realms.medieval.analysis.playout_trust import playout_trust

        return playout_trust(position)

    def puzzles(self) -> Traversable:
        """Moments with one best move."""
        return self.folder.joinpath("analysis", "puzzles.jsonl.gz")

    # --- Words ---

    def move_text(self, move: Any, reader: Reader) -> str:
        """A move in words."""
        from realms.medieval.interface.move_text import move_text

        return move_text(move, reader)

    def card_name(self, card: str, language: str) -> str:
        """The name of a card; of one that the usual content lacks, what it is called there."""
        from realms.medieval.content.content import CONTENT

        names = {one.id: one.name[language] for one in CONTENT.card}
        return names.get(card, card)

    def topic_item(self, topic: str, item: str, language: str) -> str:
        """An item of what is counted besides the cards, by its name."""
        from realms.medieval.interface.topic_items import topic_item

        return topic_item(topic, item, language)

    # --- The command line ---

    def presenter(self) -> Presenter:
        """A game in words and tables."""
        from realms.medieval.terminal import presenter

        return presenter

    def terminal(self) -> TerminalSetup:
        """How a table is set up in the terminal."""
        from realms.medieval.terminal.setup import MedievalSetup

        return MedievalSetup()

    def person(self, out: Console, table: TerminalGame, language: str) -> Person:
        """The person at the keyboard."""
        from realms.medieval.terminal.person import MedievalPerson

        return MedievalPerson(out, table, language)

    def cards(self, settings: Sequence[str], content: str | None) -> CardListing:
        """The cards, to be looked up."""
        from realms.medieval.terminal.cards import card_listing

        return card_listing(settings, content)

    # --- Pages ---

    def board(self) -> Board:
        """The table as pages show it."""
        from realms.medieval.web import board

        return board

    def texts(self) -> GameTexts:
        """Moves and events in words."""
        from realms.medieval.web import texts

        return texts

    def page_traits(self) -> PageTraits:
        """What pages have to know of the game."""
        from realms.medieval.web.catalogue import TRAITS

        return TRAITS

    def catalogue(self) -> GameCatalogue:
        """Its variants and options."""
        from realms.medieval.web import catalogue

        return catalogue

    def card_list(self) -> CardList:
        """The cards, to be looked through."""
        from realms.medieval.web import card_list

        return card_list

    def about_section(self, language: str) -> AboutSection:
        """What is reconstructed."""
        from realms.medieval.web.provenance import about_section

        return about_section(language)


PACK = MedievalPack()
