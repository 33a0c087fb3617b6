"""The settings of a run: what is learned, how, and for how long."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert, field, to_builtins

from realms.arena.game_parts import ladder_tables
from realms.kernel.errors import Unreadable
from realms.kernel.game import Game

Positive = Annotated[int, Meta(ge=1)]


class NetworkShape(Struct, frozen=True):
    """How large a network is."""

    width: int = 512
    blocks: int = 3
    embedding: int = 32


class Settings(Struct, frozen=True):
    """All that a run depends on, beside its weights; written beside them."""

    game: str
    tables: tuple[dict[str, Any], ...]
    """The options of each table that is played."""
    seed: str = "learn"
    decisions: Positive = 1_000_000_000
    """Decisions of a whole run; learning slows down towards its end."""
    rows: Positive = 16_384
    """Games at once, at each table."""
    steps: Positive = 32
    """Decisions of each game between two lessons."""
    shape: NetworkShape = field(default_factory=NetworkShape)
    lesson: Positive = 65_536
    """Decisions that the weights are changed by at once."""
    epochs: Positive = 2
    rate: float = 4e-4
    """How far the weights are changed, to begin with."""
    last_rate: float = 2e-5
    clip: float = 0.2
    trace: float = 0.95
    """How far into the future what happened is believed rather than the network."""
    entropy: float = 0.015
    """How much playing differently is worth, to begin with."""
    last_entropy: float = 0.001
    margin_scale: float = 50.0
    """Points by which a margin counts as much as a win."""
    margin_weight: float = 0.5
    """What margins count beside wins, to begin with; nothing at the end."""

    opponents: tuple[str, ...] = ()
    """Bots that are met in some games besides, each on all other seats."""
    opponent_rows: Annotated[int, Meta(ge=0)] = 0
    """Games against each at once, at each table."""
    teacher: str = ""
    """A bot whose moves are imitated to begin with; none if empty."""
    taught: Annotated[int, Meta(ge=0)] = 0
    """Decisions of the teacher, before the network plays by itself."""
    teacher_rows: Positive = 32
    """Games of the teacher at once, at each table."""
    average: Annotated[float, Meta(ge=0, lt=1)] = 0.0
    """How much of the mean of weights stays at each change; what is kept is the mean, if any."""

    def progress(self, decisions: int) -> float:
        """How much of the run is over."""
        return min(1.0, decisions / self.decisions)


def read_tables(game: Game, texts: list[str]) -> tuple[dict[str, Any], ...]:
    """Tables given as options, `players=4,variant=duel`; else those of the game's ladder."""
    if not texts:
        return tuple(ladder_tables(game.name).tables)
    return tuple(_read_table(game, text) for text in texts)


def _read_table(game: Game, text: str) -> dict[str, Any]:
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(name and equals for name, equals, _value in pairs):
        raise Unreadable("learn/table", text=text)
    try:
        options = convert(
            {name.strip(): value.strip() for name, _, value in pairs},
            game.options_type,
            strict=False,
        )
    except ValidationError as fault:
        raise Unreadable("learn/table", text=text) from fault
    game.check_unattended(options)
    chosen: dict[str, Any] = to_builtins(options)
    return {name.strip(): chosen[name.strip()] for name, _, _ in pairs if name.strip() in chosen}
