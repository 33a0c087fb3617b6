"""`python -m tools.calibration GAME`: whether the chances of a network come true."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from realms.bots.learned.weights import network_in, network_of
from realms.cli.files import write_whole
from realms.kernel.games import full_name, game_named
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
    Predictions,
    calibration_error,
    joined_predictions,
    predictions,
)
from tools.calibration.picture import draw_reliability

WORDS = tomllib.loads(Path(__file__).with_name("calibration.toml").read_text("utf-8"))
HEAD = "| table | games | decisions | error | beginning | middle | end |\n|---" + 6 * "|---:" + "|"


def measure(
    game: str,
    table: Annotated[list[str] | None, typer.Option(metavar="OPTIONS")] = None,
    games: Annotated[int, typer.Option(min=1)] = 300,
    bots: str = "",
    seed: str = "held out",
    weights: str = "",
    picture: str = "",
    kept: Annotated[str, typer.Option(metavar="FOLDER")] = "",
    jobs: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Play games between the levels, and hold what the network told against what happened.

    `--bots` seats others, each as often as the rest; `--table players=4` takes one table only.
    Games are kept in a folder, if one is named, and not played again when they are there.
    """
    name = full_name(game)
    network = network_in(weights) if weights else network_of(name)
    if network is None:
        raise typer.BadParameter(game)
    lineup = dict.fromkeys(bots.split(","), 1.0) if bots else LINEUPS[name]["levels"]
    found: list[Predictions] = []
    typer.echo(HEAD)
    for chosen in _tables(name, table or []):
        file = Path(kept, f"{name}-{table_name(chosen)}-{seed.replace(' ', '-')}.npz")
        seen = read_games(file) if kept and file.is_file() else None
        if seen is None:
            seen = play_games(name, chosen, lineup, games, seed, jobs)
            if kept:
                keep_games(seen, file)
        found.append(predictions(network.arrays, seen))
        typer.echo(_row(table_name(chosen), seen, found[-1]))
    if picture:
        title = WORDS["title"].format(title=game_named(name).title)
        drawn = draw_reliability(title, WORDS["phases"], WORDS["axis"], joined_predictions(found))
        write_whole(Path(picture), drawn)


def _tables(game: str, texts: list[str]) -> list[dict[str, Any]]:
    """The tables that are named, or all that the network knows."""
    pairs = [dict(pair.split("=", 1) for pair in text.split(",")) for text in texts]
    kind = game_named(game).options_type
    return [
        {name: getattr(msgspec.convert(one, kind, strict=False), name) for name in one}
        for one in pairs
    ] or tables_of(game)


def _row(table: str, seen: SeenGames, made: Predictions) -> str:
    games, decisions = len(set(seen.games.tolist())), len(seen.games)
    parts = [calibration_error(made), *(calibration_error(made.of_phase(k)) for k in range(PHASES))]
    errors = " | ".join(f"{part:.3f}" for part in parts)
    return f"| {table} | {games:,} | {decisions:,} | {errors} |"


if __name__ == "__main__":
    typer.run(measure)
