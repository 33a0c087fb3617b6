"""A puzzle: a moment of a recorded game at which one move is clearly best for its seat."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from msgspec import Struct, json

from realms.bots.advice import AdviceReason
from realms.kernel.game import Game, State
from realms.kernel.record import Record, replay
from realms.kernel.text import Text

EASIEST, HARDEST = 800, 2200
"""Between these lie the ratings of puzzles."""
ID_BYTES = 4


ReasonField = int | float | str | Text | tuple[Text | str, ...] | None
"""What a reason may tell: numbers, names, things in both languages, several of them."""


class KeptReason(Struct, frozen=True, array_like=True):
    """A reason for a move, as data that reads back: the catalogue puts it in words."""

    key: str
    fields: dict[str, ReasonField] = {}

    def text(self, game: str, language: str) -> str:
        """The reason in the game's terms."""
        return AdviceReason(self.key, self.fields).text(game, language)


def kept_reason(reason: AdviceReason) -> KeptReason:
    """A reason of the game's adviser, to be kept."""
    return KeptReason(reason.key, reason.fields)


class LossTold(Struct, frozen=True, array_like=True):
    """Why the best move is better than another one."""

    of: str
    """Which of the two is spoken of: `made`, the other one, or `better`."""
    reason: KeptReason


class JudgedMove(Struct, frozen=True, array_like=True):
    """A legal move of a puzzle, and what it promises."""

    move: str
    """In the notation of records."""
    chance: float
    """The chance to win, by what the seat may know."""
    why: LossTold | None = None
    """Why the best move is better, where the game can tell."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """A moment at which one move is best, and the first that comes to mind is not."""

    id: str
    """Follows from what the seat sees, and so from nothing that is hidden."""
    at: int
    """The moves that were made before."""
    seat: int
    moves: tuple[JudgedMove, ...]
    """Every legal move, the best first."""
    error: float
    """Half the interval of 95 % of how far the second best is behind."""
    obvious: str
    """The move of a bot that takes what is best right now: wrong here."""
    reason: KeptReason | None = None
    """What speaks for the best move, where the game can tell."""
    found: dict[str, float] = {}
    """How often each level finds the best move."""
    rating: int = 0
    """How hard it is: what a player is rated who finds it every other time."""

    @property
    def solution(self) -> JudgedMove:
        """The best move."""
        return self.moves[0]

    @property
    def gap(self) -> float:
        """How far the second best move is behind."""
        return self.moves[0].chance - self.moves[1].chance

    def judged(self, move: str) -> JudgedMove | None:
        """What is said of a move; None for one that is not legal."""
        return next((one for one in self.moves if one.move == move), None)


class MinedGame(Struct, frozen=True):
    """A game between strong players, as far as it is needed, and the puzzles in it."""

    record: str
    """In the notation of records; it ends where the last puzzle begins."""
    puzzles: tuple[Puzzle, ...]


def id_of(game: Game, state: State, seat: int) -> str:
    """What a puzzle is called: a digest of what its seat sees, so that it tells nothing else."""
    seen = json.encode(game.view(state, seat)) + bytes([seat])
    return blake2b(seen, digest_size=ID_BYTES).hexdigest()


def moment_of(game: Game, record: Record, at: int) -> State:
    """How things stand after so many moves of a record."""
    for moment in replay(game, record):
        if moment.number == at:
            return moment.state
    raise LookupError(at)


def cut(record: Record, at: int) -> Record:
    """The beginning of a record: so many moves, and nothing of how it went on."""
    return Record(
        rules=record.rules,
        options=record.options,
        seats=record.seats,
        seed=record.seed,
        moves=record.moves[:at],
    )


def written(game: Game, record: Record, move: Any) -> str:
    """A move in the notation of records."""
    return game.write_move(move, record.seats)
