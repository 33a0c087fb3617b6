"""`realms numbers`: a document of what games between bots look like."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from realms.cli.arguments import GameName, Lang, spoken


def numbers(
    game: GameName,
    games: Annotated[int | None, typer.Option("--games", metavar="G", min=1)] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    lang: Lang = None,
) -> None:
    """Play games between bots and write what they look like."""
    from realms.cli.compile_notice import preparing
    from realms.kernel.errors import Unreadable
    from realms.kernel.games import full_name

    language = spoken(lang)
    if full_name(game) != "medieval":
        raise Unreadable("usage/numbers", game=full_name(game))
    with preparing(language):
        from realms.arena.numbers import GAMES, SEED, TABLES, count, count_all
        from realms.arena.numbers_document import NAME, files
        from realms.cli.simulate import progress
        from realms.kernel.chance import word_of

        count(TABLES[0], word_of(""), 0, 1)
    games, seed = games or GAMES, seed or SEED
    home = Path(out) if out is not None else None
    if home is not None:
        make_folders(home)
    with progress(games * len(TABLES), language) as report:
        counts = count_all(games, seed, report=report)
    written = files(counts, games, seed)
    if home is None:
        typer.echo(written[NAME], nl=False)
    else:
        write(home, written, language)


def make_folders(home: Path) -> None:
    """Make the folders of the document before the games are played, not after."""
    from realms.cli.files import told_of

    with told_of(home):
        (home / "images").mkdir(parents=True, exist_ok=True)


def write(home: Path, written: dict[str, str], language: str) -> None:
    """Write the document and its pictures, and say so."""
    from realms.cli.files import write_whole
    from realms.kernel.text import say

    for name, text in written.items():
        write_whole(home / name, text)
        typer.echo(say("cli.numbers.wrote", language, path=home / name))
