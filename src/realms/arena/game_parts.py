"""What a game may bring to the arena, as methods of its pack: each a protocol of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from realms.arena.batches.arrays import Arrays, Rows
from realms.arena.batches.general import GeneralBatchRules
from realms.arena.batches.layout import Layout
from realms.arena.loops import CompiledLoops
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game, State
from realms.kernel.games import pack_named
from realms.kernel.packs import packs


class BringsLoops(Protocol):
    """A pack whose game is played in compiled loops."""

    def loops(self) -> CompiledLoops:
        """The loops of the game."""


class BatchRules(Protocol):
    """How games of a batch are dealt, stepped and shown."""

    def layout(self, options: Any) -> Layout:
        """The actions and observations of a table."""

    def rows(self, options: Any, layout: Layout, arrays: Arrays) -> Rows:
        """Some rows of a batch, with what one thread works with."""

    def code_of(self, layout: Layout, state: State, path: Any, seat: int, action: int) -> int:
        """The step of a move that a legal action completes; −1 if `path` awaits another."""

    def actions_of(self, layout: Layout, state: State, seat: int, code: int) -> tuple[int, ...]:
        """The actions that make a step of a move; none where no action stands for it."""


@runtime_checkable
class BringsBatch(Protocol):
    """A pack whose game is stepped in batches by rules of its own."""

    def batch(self) -> BatchRules:
        """The batch rules of the game."""


@runtime_checkable
class BringsBatchBots(Protocol):
    """A pack whose bots play the other seats of a batch without leaving its compiled loop."""

    def batch_bots(self) -> Callable[..., None]:
        """The loop: `let_bots_play` of `batches/bot_rules.py` with the game's rules in it."""


@runtime_checkable
class BringsDevice(Protocol):
    """A pack whose game is played on the GPU."""

    def device_games(self) -> Any:
        """Whole games there: `device_games(options, bots, size)` and `BOTS`, the bots it knows."""

    def device_batch(self) -> Any:
        """A batch there: `DEVICE_STATE` and `device_rows(options, layout, arrays)`."""


class SeatColumns(Protocol):
    """What ended games of one table tell of each seat besides its points."""

    NAMES: Mapping[str, Sequence[str]]
    """The columns that are sets, and what each of their bits is called."""

    def columns_of(self, options: Any, states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
        """The columns, each by game and seat."""


@runtime_checkable
class BringsSeatColumns(Protocol):
    """A pack whose game has more to tell of an ended game than points."""

    def seat_columns(self) -> SeatColumns:
        """What it tells."""


class CompilePart(Struct, frozen=True):
    """Some of a game's rules, compiled together."""

    use: Callable[[], None]
    """Uses each of them once, which compiles it."""
    seconds: float
    """What that took of a core where it was measured: so parts compare with one another."""
    needed_for: tuple[Literal["play", "reviews"], ...] = ()
    """What waits for it besides the bots that name it; nothing but a command where it is empty."""


@runtime_checkable
class BringsCompileParts(Protocol):
    """A pack that says how its rules are compiled: by using each once."""

    def compile_parts(self) -> Mapping[str, CompilePart]:
        """What there is to compile, by name; those for play build on one another, in this order."""


class LadderTables(Struct, frozen=True):
    """The tables at which the bots of a game are measured against one another."""

    tables: tuple[dict[str, Any], ...]
    """Options by name, one a table."""
    usual: dict[str, Any]
    """The options of the table where thinking is timed."""
    thinkers_games: int = 120
    """Games of a rung with a bot that thinks for long, unless told otherwise."""


@runtime_checkable
class BringsLadderTables(Protocol):
    """A pack that says at which tables its bots are measured."""

    def ladder_tables(self) -> LadderTables:
        """The tables."""


def loops_of(game: str) -> CompiledLoops:
    """The compiled loops of a game."""
    pack: BringsLoops = pack_named(game)
    return pack.loops()


def batch_rules(game: Game) -> BatchRules:
    """The batch rules of a game: its own, or those for any game."""
    pack = packs().get(game.name)
    return pack.batch() if isinstance(pack, BringsBatch) else GeneralBatchRules(game)


def seat_columns(game: str) -> SeatColumns | None:
    """What ended games tell of each seat besides its points; None for nothing."""
    pack = pack_named(game)
    return pack.seat_columns() if isinstance(pack, BringsSeatColumns) else None


def ladder_tables(game: str) -> LadderTables:
    """The tables of a game's ladder; for a game that names none, the one of its usual options."""
    pack = pack_named(game)
    if isinstance(pack, BringsLadderTables):
        return pack.ladder_tables()
    usual = {"players": pack.game.options_type().players}
    return LadderTables((usual,), usual)


def device_part(game: str) -> BringsDevice:
    """The pack of a game that is played on the GPU; raises `Unreadable` for any other."""
    pack = pack_named(game)
    if not isinstance(pack, BringsDevice):
        raise Unreadable("device/game", game=pack.title)
    return pack
