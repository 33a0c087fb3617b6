"""`python -m tools.reviews GAME`: how well reviews tell levels apart, and agree with themselves."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import typer

from realms.bots import levels_of
from realms.cli.files import write_whole
from realms.kernel.games import full_name
from tools.reviews.measure import CARELESS, agreement, as_json, judge_games, level_losses

WORDS = tomllib.loads(Path(__file__).with_name("reviews.toml").read_text("utf-8"))
USUAL = {"fantasy": 4, "medieval": 3}


def measure(
    game: str,
    players: Annotated[int | None, typer.Option(min=2)] = None,
    games: Annotated[int, typer.Option(min=1)] = 200,
    bots: str = "",
    depth: str = "standard",
    deep: bool = True,
    jobs: int = 0,
    out: str = "",
) -> None:
    """Play games between levels, review them twice, and tell what became of it as Markdown."""
    name = full_name(game)
    seated = bots.split(",") if bots else [CARELESS, *(level.name for level in levels_of(name))]
    players = players or USUAL.get(name, 2)
    judged = judge_games(name, players, seated, games, depth, deep, jobs)
    typer.echo(WORDS["head"])
    for one in level_losses(judged, seated):
        typer.echo(WORDS["row"].format(**one._asdict()))
    found = agreement(judged)
    apart = max(one.apart for one in judged)
    typer.echo(WORDS["rest"].format(games=games, apart=apart, **found._asdict()))
    if out:
        write_whole(Path(out), as_json(judged).decode())


if __name__ == "__main__":
    typer.run(measure)
