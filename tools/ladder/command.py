"""`realms ladder`: measures the levels and writes the document of the bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from realms.cli.arguments import Lang, language_for


def ladder(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="G", min=1)] = None,
    thinkers: Annotated[int | None, typer.Option("--thinkers", metavar="G", min=0)] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    bots: Annotated[str, typer.Option("--bots", metavar="B,…")] = "",
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    resume: Annotated[str | None, typer.Option("--resume", metavar="DIR")] = None,
    data: Annotated[str | None, typer.Option("--data", metavar="FILE")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    lang: Lang = None,
) -> None:
    """Measure every level and bot against the one below it; with bots told, only these."""
    import msgspec

    from realms.arena.ladder import GAMES_OF_RULES, SEED, amount, measure
    from realms.bots import bots_of
    from realms.cli.compiling.background import parts_of_table, wait_for_rules
    from realms.cli.files import file_errors, write_whole
    from realms.cli.simulate import progress
    from realms.kernel.games import full_name
    from realms.kernel.packs import game_names
    from realms.kernel.text import say
    from tools.folder import make_folders, write
    from tools.ladder.document import NAME, files

    language = language_for(lang)
    only = full_name(game) if game else ""
    wanted = (games or GAMES_OF_RULES, thinkers, seed or SEED)
    if out is not None:
        make_folders(Path(out))
    if resume:
        with file_errors(resume):
            Path(resume).mkdir(parents=True, exist_ok=True)
    for one in [only] if only else game_names():
        wait_for_rules(parts_of_table(one, bots_of(one)), language)
    with progress(amount(only), language, "arena.measuring") as report:
        asked = [name.strip() for name in bots.split(",") if name.strip()]
        found = measure(*wanted, only, jobs, resume or "", report, asked)
    if data:
        played = [only] if only else game_names() if "{game}" in data else [""]
        for one in played:  # a path with {game} in it is a file for each game
            encoded = msgspec.json.encode(found.of_game(one) if one else found)
            path = data.replace("{game}", one)
            write_whole(Path(path), msgspec.json.format(encoded, indent=1).decode() + "\n")
            typer.echo(say("cli.numbers.wrote", language, path=path), err=True)
    made = files(found, command(*wanted, only))
    if out is None:
        typer.echo(made[NAME], nl=False)
    else:
        write(Path(out), made, language)


def command(games: int, thinkers: int | None, seed: str, only: str) -> str:
    """The command that measures the same."""
    named = f"{only} " if only else ""
    option = "" if thinkers is None else f" --thinkers {thinkers}"
    return (
        f"realms ladder {named}--games {games}{option} --seed {seed}"
        " --data src/realms/{game}/bots/ladder.json --out docs"
    )
