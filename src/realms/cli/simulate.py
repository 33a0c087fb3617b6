"""`realms simulate`: many games between bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from realms.cli.arguments import (
    INTERRUPTED,
    BotNames,
    ClusterAddress,
    ContentFile,
    GameName,
    Json,
    Lang,
    check_variant,
    language_for,
)
from realms.cli.compiling.mode import plain_seconds, run_by_cost


def simulate(
    game: GameName,
    players: Annotated[int | None, typer.Option("--players", metavar="N")] = None,
    bots: BotNames = None,
    games: Annotated[int, typer.Option("--games", metavar="G", min=1)] = 1000,
    variant: Annotated[str | None, typer.Option("--variant", metavar="V")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    content: ContentFile = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    device: Annotated[Literal["cpu", "cuda"], typer.Option("--device", metavar="cpu|cuda")] = "cpu",
    cluster: ClusterAddress = "",
    records: Annotated[str | None, typer.Option("--records", metavar="DIR")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play many games between bots and tell who won."""
    run_by_cost(plain_seconds(game, bots, games, device, cluster))
    from realms.arena.games import Plan, all_compiled
    from realms.arena.simulate import seats_of
    from realms.arena.simulate import simulate as play
    from realms.arena.simulation_results import Interrupted
    from realms.cli.compiling.background import load_rules
    from realms.cli.files import content_pairs
    from realms.kernel.chance import fresh_seed
    from realms.kernel.games import game_named
    from realms.kernel.text import say

    language = language_for(lang)
    check_cluster(cluster, records, device)
    played = game_named(game)
    names = [name.strip() for name in (bots or usual_bot(played)).split(",") if name.strip()]
    pairs = [*(set_ or []), *content_pairs(played, content)]
    options = read_options(played, players, variant, pairs, len(names))
    seats = seats_of(names, options.players, played.name)
    seed = seed or fresh_seed()
    at_once = ""
    if out is not None:
        check_out(out, device)
    if records:
        make_folder(records)
        if device == "cpu" and not all_compiled(seats, played.name):
            width = len(str(games - 1))
            at_once = record_path(records, played.name, f"{{deal:0{width}}}")
    plan = Plan(played.name, options, (tuple(seats),), seed, keep=out is not None)
    load_rules(plan, device, language)
    writer = game_writer(out, plan)
    stopped = False
    try:
        with progress(games, language) as report:
            results = play(
                played,
                options,
                names,
                games,
                seed,
                jobs,
                report=report,
                content=content or "",
                records=at_once,
                device=device,
                cluster=cluster,
                each=writer.write if writer else None,
            )
    except Interrupted as interrupted:
        results, stopped = interrupted.results, True
    except BaseException:
        if writer:
            writer.discard()
        raise
    if writer:
        writer.close()
    if records and not at_once:
        write_records(played, options, names, seed, results.games, records, language)
    tell_results(results, seed, json, language)
    if stopped:
        fields = {"done": f"{results.games:,}", "games": f"{games:,}"}
        typer.echo(say("cli.stopped", language, **fields), err=True)
        raise typer.Exit(INTERRUPTED)


def check_out(out: str, device: str) -> None:
    """Refuse a file that nothing can be written into, before anything is played."""
    from realms.arena.data.column_files import check_kind
    from realms.kernel.errors import Unreadable

    check_kind(out)
    if device != "cpu":
        raise Unreadable("simulate/keep_device")


def game_writer(out: str | None, plan: Any) -> Any:
    """What writes the games into a file, one row a seat, as they are played; None for none."""
    if out is None:
        return None
    from realms.cli.data.game_files import GameFile

    return GameFile(out, plan)


def tell_results(results: Any, seed: str, json: bool, language: str) -> None:
    """The results as data, or as a table."""
    if json:
        import msgspec

        typer.echo(msgspec.json.encode({**msgspec.to_builtins(results), "seed": seed}).decode())
    else:
        show(results, seed, language)


def usual_bot(game: Any) -> str:
    """The bot that plays where none is named: greedy, or any move in a game without it."""
    from realms.bots import bots_of

    return "greedy" if "greedy" in bots_of(game.name) else "random"


def check_cluster(cluster: str, records: str | None, device: str = "cpu") -> None:
    """Refuse records of games that other machines play, and to play at two places."""
    from realms.kernel.errors import Unreadable

    if cluster and records:
        raise Unreadable("cluster/records")
    if cluster and device != "cpu":
        raise Unreadable("cluster/device")


def make_folder(folder: str) -> None:
    """Make a folder for records; one that holds some already is refused."""
    from realms.cli.files import file_errors
    from realms.kernel.errors import Unreadable

    with file_errors(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
    if any(Path(folder).glob("*.realms")):
        raise Unreadable("simulate/records", folder=folder)


def record_path(folder: str, game: str, marks: str) -> str:
    """How records are called in a folder, with marks for the number of the game."""
    home = str(Path(folder)).replace("{", "{{").replace("}", "}}")
    return str(Path(home) / f"{game}-{marks}.realms")


def read_options(
    game: Any, players: int | None, variant: str | None, pairs: list[str], bots: int
) -> Any:
    """The options of a command line; the number of players follows from the rest if untold."""
    from realms.kernel.notation import options_read

    settings = list(pairs)
    if variant:
        check_variant(game)
        settings.append(f"variant={variant}")
    named = {pair.partition("=")[0].strip() for pair in settings}
    if players is not None:
        settings.append(f"players={players}")
    elif "players" not in named:
        if bots > 1:
            settings.append(f"players={bots}")
        else:
            settings += _players_of_variant(game, settings)
    return options_read(game, sorted(settings, key=lambda pair: not pair.startswith("variant")))


def _players_of_variant(game: Any, pairs: list[str]) -> list[str]:
    """How many play, as an option, where a variant alone says it."""
    from realms.cli.game_parts import BringsVariants
    from realms.kernel.games import pack_named

    pack = pack_named(game.name)
    given = dict(pair.replace(" ", "").split("=", 1) for pair in pairs if "=" in pair)
    if not isinstance(pack, BringsVariants) or "variant" not in given:
        return []
    players = pack.variant_players(given["variant"])
    return [] if players is None else [f"players={players}"]


@contextmanager
def progress(
    games: int, language: str, what: str = "cli.simulating"
) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, where somebody watches and it takes a while."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    from realms.kernel.text import say

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _games: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    with Progress(*columns, console=console, transient=True, refresh_per_second=4) as bar:
        task = bar.add_task(say(what, language), total=games)
        yield lambda played: bar.advance(task, played)


def write_records(
    game: Any, options: Any, bots: list[str], seed: str, games: int, folder: str, language: str
) -> None:
    """Write each game down, move by move."""
    from realms.arena.simulate import record_game
    from realms.cli.files import file_errors
    from realms.kernel.notation import write

    home = Path(folder)
    width = len(str(games - 1))
    with progress(games, language) as report:
        for number in range(games):
            record = record_game(game, options, bots, seed, number)
            path = home / f"{game.name}-{number:0{width}}.realms"
            with file_errors(str(path)):
                path.write_text(write(game, record), encoding="utf-8")
            report(1)


def show(results: Any, seed: str, language: str) -> None:
    """The results as a table."""
    from rich.console import Console
    from rich.table import Table

    from realms.kernel.text import say

    table = Table(box=None, pad_edge=False)
    for column in ("seat", "bot", "wins", "share", "mean"):
        left = column == "bot"
        table.add_column(
            say(f"cli.results.{column}", language), justify="left" if left else "right"
        )
    for seat, bot in enumerate(results.bots):
        wins = results.wins[seat]
        share = f"{100 * wins / max(results.games, 1):.1f} %"
        mean = f"{results.scores['mean'][seat]:.1f}"
        table.add_row(str(seat + 1), bot, f"{wins:,.1f}", share, mean)
    console = Console()
    console.print(table)
    console.print(
        say(
            "cli.results.told",
            language,
            games=f"{results.games:,}",
            decisions=f"{results.decisions:,}",
            seconds=f"{results.seconds:.2f}",
            speed=f"{results.games_per_second:,.0f}",
            low=results.scores["min"],
            high=results.scores["max"],
            seed=seed,
        ),
        highlight=False,
    )
