"""`realms numbers`: a document of what games between bots look like."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from realms.cli.arguments import GameName, Lang, language_for


def numbers(
    game: GameName,
    games: Annotated[int | None, typer.Option("--games", metavar="G", min=1)] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    lang: Lang = None,
) -> None:
    """Play games between bots and write what they look like."""
    from realms.cli.compiling.notice import compile_notice
    from realms.kernel.errors import Unreadable
    from realms.kernel.games import full_name
    from tools.folder import make_folders, write

    language = language_for(lang)
    if full_name(game) != "medieval":
        raise Unreadable("usage/numbers", game=full_name(game))
    home = Path(out) if out is not None else None
    if home is not None:
        make_folders(home)
    with compile_notice(language):
        from realms.cli.simulate import progress
        from realms.kernel.chance import rng_state_from
        from tools.numbers.document import NAME, files
        from tools.numbers.tables import GAMES, SEED, TABLES, count, count_all

        count(TABLES[0], rng_state_from(""), 0, 1)
    games, seed = games or GAMES, seed or SEED
    with progress(games * len(TABLES), language) as report:
        counts = count_all(games, seed, report=report)
    written = files(counts, games, seed)
    if home is None:
        typer.echo(written[NAME], nl=False)
    else:
        write(home, written, language)
