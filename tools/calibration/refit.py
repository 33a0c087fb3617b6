"""`python -m tools.calibration.refit GAME`: chances that come true, for the network of a game.

A network learned to foretell games against itself and against a few bots, and chooses its moves
by that. What people are told is how games between players of all strengths end: a second head on
the same last layer, fitted to such games by logistic regression. Every fourth game is held out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from realms.bots.learned.weights import FILE, Array, network_of, read_network, with_chances
from realms.kernel.games import full_name, pack_named
from tools.calibration.games import (
    LINEUPS,
    SeenGames,
    keep_games,
    play_games,
    read_games,
    table_name,
    tables_of,
)
from tools.calibration.measure import (
    PHASES,
    calibration_error,
    chances_of,
    last_layer,
    predictions,
    with_outcomes,
)

HELD_OUT = 4
"""Of so many games one is held out."""
RIDGE = 0.15
"""What keeps the new head near the old one, in units of the spread of each number it reads."""
ROUNDS, LESSON, RATE = 12, 1024, 3e-3
"""How often all decisions are gone through, how many at once, and how far weights move."""
STRENGTHS = 3
"""Parts into which games are sorted by how strong the others are, to see how far off one is."""


class Head(NamedTuple):
    """A row of weights and a summand for each seat."""

    weights: NDArray[np.floating[Any]]
    biases: NDArray[np.floating[Any]]


class HeadInputs(NamedTuple):
    """The decisions of a table: what the heads read, and what came of them."""

    layer: Array
    seen: SeenGames

    def part(self, held_out: bool) -> HeadInputs:
        """Those that are held out, or all others."""
        rows = (self.seen.games % HELD_OUT == HELD_OUT - 1) == held_out
        return HeadInputs(self.layer[rows], self.seen.part(rows))


class Decisions(NamedTuple):
    """Decisions of all tables as one, every table of the same weight."""

    layer: NDArray[np.float64]
    shares: NDArray[np.float64]
    sitting: NDArray[np.bool_]
    counted: NDArray[np.float64]


def fit(tables: list[HeadInputs], start: Head) -> Head:
    """The head by which chances come true, as near to the one it starts from as that allows."""
    all_, seats = _as_one(tables, len(start.biases)), len(start.biases)
    spread = all_.layer.std(axis=0) + 1e-3
    base, scaled = all_.layer @ start.weights.T, all_.layer / spread
    moved = np.zeros((seats, all_.layer.shape[1] + 1))
    moved[:, -1] = start.biases
    means, squares, steps = np.zeros_like(moved), np.zeros_like(moved), 0
    chance = np.random.default_rng(0)
    for number in range(ROUNDS):
        order = chance.permutation(len(scaled))
        for rows in np.array_split(order, len(scaled) // LESSON + 1):
            odds = base[rows] + scaled[rows] @ moved[:, :-1].T + moved[:, -1]
            off = _likely(odds, all_.sitting[rows]) - all_.shares[rows]
            off *= all_.counted[rows][:, None] / len(rows)
            slope = np.column_stack((off.T @ scaled[rows] + RIDGE * moved[:, :-1], off.sum(axis=0)))
            steps += 1
            means, squares = 0.9 * means + 0.1 * slope, 0.999 * squares + 0.001 * slope * slope
            change = means / (1 - 0.9**steps) / (np.sqrt(squares / (1 - 0.999**steps)) + 1e-8)
            moved -= RATE * (1 - number / ROUNDS) * change
    return Head(start.weights + moved[:, :-1] / spread, moved[:, -1])


def _likely(odds: NDArray[np.float64], sitting: NDArray[np.bool_]) -> NDArray[np.float64]:
    odds = np.where(sitting, odds, -np.inf)
    likely = np.exp(odds - odds.max(axis=1, keepdims=True))
    chances: NDArray[np.float64] = likely / likely.sum(axis=1, keepdims=True)
    return chances


def _as_one(tables: list[HeadInputs], seats: int) -> Decisions:
    shares = [np.pad(one.seen.shares, ((0, 0), (0, seats - one.seen.players))) for one in tables]
    sizes = [len(one.layer) for one in tables]
    counted = [np.full(n, sum(sizes) / (n * len(sizes))) for n in sizes]
    players = np.repeat([one.seen.players for one in tables], sizes)
    return Decisions(
        np.concatenate([one.layer for one in tables]).astype(np.float64),
        np.concatenate(shares).astype(np.float64),
        np.arange(seats) < players[:, None],
        np.concatenate(counted),
    )


def error_of(tables: list[HeadInputs], head: Head) -> float:
    """How far off chances are beyond chance, as a deviation of log-odds.

    Games are sorted by table, part of the game and the strength of the others. In each sort the
    log-odds are moved until as many are won as were; what luck alone would move them is taken off.
    """
    moved: list[float] = []
    luck: list[float] = []
    for one in tables:
        chances = chances_of(one.layer, *head, one.seen.players)[:, 0]
        made = with_outcomes(chances, one.seen)
        bounds = np.quantile(one.seen.rivals, np.arange(1, STRENGTHS) / STRENGTHS)
        strength = np.searchsorted(bounds, one.seen.rivals)
        for sort in range(PHASES * STRENGTHS):
            rows = (made.phases == sort // STRENGTHS) & (strength == sort % STRENGTHS)
            if rows.any():
                shift, error = _shift(chances[rows], made.shares[rows], one.seen.games[rows])
                moved.append(shift)
                luck.append(error)
    off = float(np.mean(np.square(moved)) - np.mean(np.square(luck)))
    return float(max(off, 0.0) ** 0.5)


def _shift(
    chances: NDArray[np.float64], shares: NDArray[np.float64], games: NDArray[np.int64]
) -> tuple[float, float]:
    """What moves log-odds so that as many are won as were, and its standard error by games."""
    odds, shift = np.log(chances / (1 - chances)), 0.0
    likely = chances
    for _step in range(20):
        likely = 1 / (1 + np.exp(-odds - shift))
        slope = float((likely * (1 - likely)).sum())
        shift += float((shares - likely).sum()) / max(slope, 1e-9)
    by_game = np.bincount(np.unique(games, return_inverse=True)[1], shares - likely)
    return shift, float(np.sqrt(np.square(by_game).sum())) / max(slope, 1e-9)


def refit(
    game: str,
    out: Annotated[str, typer.Option("--out", metavar="FILE")],
    games: Annotated[int, typer.Option(min=HELD_OUT)] = 600,
    seed: str = "lessons",
    kept: Annotated[str, typer.Option(metavar="FOLDER")] = "",
    jobs: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Play games between bots of all strengths, and fit the chances that a network tells.

    Games are kept in a folder, if one is named, and not played again when they are there.
    """
    name = full_name(game)
    network = network_of(name)
    if network is None:
        raise typer.BadParameter(game)
    tables = []
    for table in tables_of(name):
        file = Path(kept, f"{name}-{table_name(table)}-{seed}.npz")
        if kept and file.is_file():
            seen = read_games(file)
        else:
            seen = play_games(name, table, LINEUPS[name]["lessons"], games, seed, jobs)
            if kept:
                keep_games(seen, file)
        tables.append(HeadInputs(last_layer(network.arrays, seen), seen))
        typer.echo(f"{name} {table_name(table)}: {len(seen.games):,} decisions", err=True)
    first = network.about.action_count
    wins = slice(first, first + network.about.players)
    start = Head(network.arrays.heads[wins], network.arrays.head_biases[wins])
    head = fit([one.part(held_out=False) for one in tables], start)
    held_out = [one.part(held_out=True) for one in tables]
    error = error_of(held_out, head)
    content = pack_named(name).folder.joinpath("bots", FILE).read_bytes()
    written = with_chances(content, head.weights, head.biases, round(error, 3))
    Path(out).write_bytes(written)
    arrays = read_network(written).arrays
    for one in held_out:
        before = with_outcomes(chances_of(one.layer, *start, one.seen.players)[:, 0], one.seen)
        after = predictions(arrays, one.seen)
        errors = f"{calibration_error(before):.3f} before, {calibration_error(after):.3f} after"
        typer.echo(f"{one.seen.players} players: calibration error {errors}")
    typer.echo(f"off by {error:.3f} in log-odds; written to {out}")


if __name__ == "__main__":
    typer.run(refit)
