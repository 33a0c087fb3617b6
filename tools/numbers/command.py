"""`realms numbers`: a document of what games between bots look like."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from realms.cli.arguments import GameName, Lang, language_for


def numbers(
    game: GameName,
    games: Annotated[int | None, typer.Option("--games", metavar="G", min=1)] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    wins: Annotated[str | None, typer.Option("--wins", metavar="FILE")] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    resume: Annotated[str | None, typer.Option("--resume", metavar="DIR")] = None,
    lang: Lang = None,
) -> None:
    """Play games between bots and write what they look like."""
    from realms.bots import bots_of
    from realms.cli.compiling.background import parts_of_table, wait_for_rules
    from realms.cli.compiling.notice import compile_notice
    from realms.kernel.errors import Unreadable
    from realms.kernel.games import full_name
    from tools.folder import make_folders, write
    from tools.numbers.what_wins import TABLES as WIN_TABLES

    language = language_for(lang)
    name = full_name(game)
    if name not in WIN_TABLES:
        raise Unreadable("usage/numbers", game=name)
    wait_for_rules(parts_of_table(name, bots_of(name)), language)
    if wins is not None or name != "medieval":
        how = WinsAsked(name, games, seed or name, out, wins, jobs, resume)
        write_wins(how, language)
        return
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
        counts = count_all(games, seed, jobs, report)
    written = files(counts, games, seed)
    if home is None:
        typer.echo(written[NAME], nl=False)
    else:
        write(home, written, language)


class WinsAsked(NamedTuple):
    """What is to be counted of what wins, and where it goes."""

    game: str
    games: int | None
    seed: str
    out: str | None
    wins: str | None
    jobs: int
    resume: str | None


def write_wins(asked: WinsAsked, language: str) -> None:
    """Count what wins; write it as data, or as a document where none has more to tell."""
    from realms.analysis.what_wins_csv import wins_csv
    from realms.cli.compiling.notice import compile_notice
    from realms.cli.files import write_whole
    from realms.cli.simulate import progress
    from realms.kernel.text import say
    from tools.folder import make_folders, write
    from tools.numbers.wins_document import wins_files

    for folder in (asked.out, asked.resume):
        if folder is not None:
            make_folders(Path(folder))
    with compile_notice(language):
        from tools.numbers import what_wins as counting

        tables = counting.tables_of(asked.game, asked.games)
        for table in tables:
            counting.count_table(asked.game, table._replace(games=1), asked.seed)
    run = counting.CountingRun(asked.jobs, Path(asked.resume) if asked.resume else None)
    with progress(sum(table.games for table in tables), language) as report:
        found = counting.count_all_tables(asked.game, asked.games, asked.seed, report, run)
    if asked.wins is None:
        written = wins_files(found, _words(asked, "--out docs"))
        if asked.out is None:
            typer.echo(next(iter(written.values())), nl=False)
        else:
            write(Path(asked.out), written, language)
    elif asked.wins.endswith(".md"):
        document, *drawn = wins_files(found, _words(asked, f"--wins {asked.wins}")).items()
        home = Path(asked.wins).parent
        make_folders(home)
        write(home, {Path(asked.wins).name: document[1], **dict(drawn)}, language)
    else:
        text = wins_csv(found) if asked.wins.endswith(".csv") else counting.as_json(found)
        write_whole(Path(asked.wins), text)
        typer.echo(say("cli.numbers.wrote", language, path=asked.wins))


def _words(asked: WinsAsked, where: str) -> str:
    """The command that counts the same."""
    words = ["realms numbers", asked.game]
    words += [f"--games {asked.games}"] if asked.games else []
    return " ".join([*words, f"--seed {asked.seed}", where])
