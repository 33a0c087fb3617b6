"""Games between bots of many strengths, as a network sees the decisions in them.

Who sits where is drawn anew for every game, so that every strength meets every other.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from realms.arena.game_parts import ladder_tables
from realms.arena.games import deal_rng_state, play_out
from realms.bots.learned.inference import workspace_of
from realms.bots.learned.weights import network_of
from realms.kernel.chance import branch, seed_of
from realms.kernel.game import Game
from realms.kernel.games import game_named, pack_named

LINEUPS = tomllib.loads(Path(__file__).with_name("calibration.toml").read_text("utf-8"))["lineups"]
SEATING = 1 << 40
"""The number beside those of all decisions, whose rng state draws who sits where."""
UNITS = 1 << 20


class SeenGames(NamedTuple):
    """Decisions of games whose end is known, one a row; seats from the viewer's place on."""

    numbers: NDArray[np.int16]
    """What the network reads."""
    shares: NDArray[np.floating[Any]]
    """The part of the win of each seat; nought where nobody sits."""
    progress: NDArray[np.floating[Any]]
    """How much of the game was over, from 0 to 1."""
    games: NDArray[np.int64]
    """Which game it was."""
    rivals: NDArray[np.floating[Any]]
    """How strong the others were, as their mean place among the bots of the lineup."""

    @property
    def players(self) -> int:
        """The seats of the table."""
        return int(self.shares.shape[1])

    def part(self, rows: NDArray[np.bool_]) -> SeenGames:
        """Some of them."""
        return SeenGames._make(array[rows] for array in self)


def tables_of(game: str) -> list[dict[str, Any]]:
    """The tables of a game's ladder that its network has learned to play at."""
    network, how = network_of(game), pack_named(game).game_inference()
    options = game_named(game).options_type
    assert network is not None
    return [
        table
        for table in ladder_tables(game).tables
        if network.about.knows(chosen := msgspec.convert(table, options), how.layout(chosen))
    ]


def table_name(table: Mapping[str, Any]) -> str:
    """A table by its options, as a file or a row is called."""
    return "-".join(str(value) for value in table.values())


def play_games(
    game: str,
    table: Mapping[str, Any],
    lineup: Mapping[str, float],
    games: int,
    seed: str,
    jobs: int = 1,
    report: Callable[[int], None] = lambda _games: None,
) -> SeenGames:
    """Play games of a table between bots drawn from a lineup, each as often as it says."""
    one = partial(see_game, game, dict(table), dict(lineup), seed)
    seen: list[SeenGames] = []
    for part in _each(one, range(games), jobs):
        seen.append(part)
        report(1)
    return joined(seen)


def joined(parts: Sequence[SeenGames]) -> SeenGames:
    """Games one behind another."""
    return SeenGames(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _each(
    work: Callable[[int], SeenGames], numbers: Sequence[int], jobs: int
) -> Iterator[SeenGames]:
    if jobs == 1:
        yield from map(work, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, numbers)


def see_game(
    game: str, table: dict[str, Any], lineup: dict[str, float], seed: str, number: int
) -> SeenGames:
    """Play one game, and look at every decision that the network knows."""
    played = game_named(game)
    options = msgspec.convert(table, played.options_type)
    dealt = deal_rng_state(f"{seed} {table_name(table)}", number)
    seated = seats_of(lineup, int(options.players), np.uint64(branch(dealt, SEATING)))
    names = list(lineup)
    final, moves, _seconds = play_out(played, options, [names[k] for k in seated], dealt)
    outcome: Any = played.outcome(final)
    shares = np.array([outcome.share(seat) for seat in range(options.players)], np.float32)
    rows: list[tuple[Any, ...]] = []
    state = played.start(options, seed_of(dealt))
    for place, one in enumerate(moves):
        assert one.seat is not None
        numbers = inputs_of(played, state, one.seat)
        if numbers is not None:
            others = np.delete(seated, one.seat)
            row = (numbers, np.roll(shares, -one.seat), place / len(moves), number)
            rows.append((*row, others.mean()))
        played.attempt(state, one.seat, played.encode(state, one.seat, one.move))
    kinds = (np.int16, np.float32, np.float32, np.int64, np.float32)
    return SeenGames(
        *(np.array(part, kind) for part, kind in zip(zip(*rows, strict=True), kinds, strict=True))
    )


def seats_of(lineup: Mapping[str, float], players: int, rng_state: np.uint64) -> NDArray[np.int64]:
    """Who sits where, by their places in a lineup, each drawn as often as it says."""
    often = np.cumsum(list(lineup.values()))
    drawn = [int(branch(rng_state, seat)) % UNITS / UNITS * often[-1] for seat in range(players)]
    return np.searchsorted(often, drawn, side="right")


def inputs_of(game: Game, state: Any, seat: int) -> NDArray[np.int16] | None:
    """What the network reads where a seat decides; None where it never learned to decide."""
    workspace = workspace_of(game, state)
    assert workspace is not None
    workspace.path[:] = 0
    pack_named(game.name).game_inference().rules.encode(state, seat, workspace)
    return workspace.numbers.copy() if workspace.legal.any() else None


def read_games(file: Path) -> SeenGames:
    """Games that were kept in a file."""
    with np.load(file) as kept:
        return SeenGames(*(kept[name] for name in SeenGames._fields))


def keep_games(seen: SeenGames, file: Path) -> None:
    """Keep games in a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **seen._asdict())
