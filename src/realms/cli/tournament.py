"""`realms tournament`: which bot is better, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from realms.cli.arguments import (
    INTERRUPTED,
    ClusterAddress,
    ContentFile,
    GameName,
    Json,
    Lang,
    language_for,
)
from realms.cli.compiling.mode import plain_seconds, run_by_cost

if TYPE_CHECKING:
    from realms.arena.tournament import Tournament, TournamentResults


def tournament(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", metavar="B,B…")],
    games: Annotated[int, typer.Option("--games", metavar="G", min=1)] = 1000,
    players: Annotated[int | None, typer.Option("--players", metavar="N")] = None,
    round_robin: Annotated[bool, typer.Option("--round-robin")] = False,
    variant: Annotated[str | None, typer.Option("--variant", metavar="V")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    content: ContentFile = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    cluster: ClusterAddress = "",
    records: Annotated[str | None, typer.Option("--records", metavar="DIR")] = None,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play bots against each other and tell who is better."""
    run_by_cost(plain_seconds(game, bots, games, cluster=cluster))
    from realms.arena.games import Plan
    from realms.arena.ledger import Ledger
    from realms.arena.tournament import Tournament, head_of, tables_of
    from realms.cli.compiling.background import load_rules
    from realms.cli.files import content_pairs, file_errors
    from realms.cli.simulate import check_cluster, make_folder, progress, read_options, record_path
    from realms.kernel.games import game_named

    language = language_for(lang)
    check_cluster(cluster, records)
    played = game_named(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    pairs = [*(set_ or []), *content_pairs(played, content)]
    options = read_options(played, players, variant, pairs, 1 if round_robin else len(names))
    tables = tables_of(names, options.players, played.name, round_robin)
    plan = Plan(played.name, options, tables, seed or seed_of_run(resume), content or "")
    if records:
        make_folder(records)
        path = record_path(records, played.name, "{table}-{deal:04}-{turn}")
        plan = Plan(plan.game, options, tables, plan.seed, plan.content, path)
    with file_errors(resume or ""), Ledger(resume, head_of(plan)) as ledger:
        running = Tournament(plan, games, ledger)
        load_rules(plan, "cpu", language)
        try:
            with progress(len(running.left), language) as report:
                running.play(jobs, report, cluster)
        except KeyboardInterrupt:
            tell_rest(running, save_run(running), language)
            show(running.results(), json, language)
            raise typer.Exit(INTERRUPTED) from None
    show(running.results(), json, language)


def seed_of_run(resume: str | None) -> str:
    """The seed of the run that a file holds; a fresh one where there is none."""
    from pathlib import Path

    import msgspec

    from realms.kernel.chance import fresh_seed

    if resume and Path(resume).is_file():
        with Path(resume).open("rb") as file:
            line = file.readline()
        try:
            return str(msgspec.json.decode(line)["seed"])
        except (msgspec.DecodeError, KeyError, TypeError):
            pass  # the ledger will tell what is wrong with it
    return fresh_seed()


def save_run(running: Tournament) -> str:
    """Where the finished games are kept, so that they need not be played again."""
    from realms.arena.ledger import Ledger
    from realms.arena.tournament import head_of

    if running.ledger.path is not None:
        return str(running.ledger.path)
    path = f"tournament-{running.plan.game}-{running.plan.seed[:8]}.jsonl"
    with Ledger(path, head_of(running.plan)) as ledger:
        ledger.append(list(running.finished.values()))
    return path


def tell_rest(running: Tournament, path: str, language: str) -> None:
    """Say that something is left, and how to go on."""
    from realms.kernel.text import say

    done = f"{len(running.finished):,}"
    sentence = say("arena.stopped", language, done=done, games=f"{running.games:,}", path=path)
    typer.echo(sentence, err=True)


def show(results: TournamentResults, json: bool, language: str) -> None:
    """The results as data, or as tables."""
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(results).decode())
        return
    if not results.games:
        return
    from realms.cli.screen import console
    from realms.kernel.text import say

    screen = console()
    screen.print(standings_table(results.bots, language))
    for table in results.tables:
        screen.print(", ".join(table.bots), style="bold")
        screen.print(standings_table(table.standings, language))
    screen.print(pairs_table(results, language))
    counted = {"games": f"{results.games:,}", "deals": f"{results.deals:,}"}
    screen.print(say("arena.told", language, **counted, seed=results.seed))


def standings_table(standings: dict[str, Any], language: str) -> Any:
    """Bots with their wins, the best first."""
    from realms.cli.screen import plain_table
    from realms.kernel.text import say

    table = plain_table()
    for column in ("bot", "seats", "wins", "rate", "interval", "score", "rating", "thinking"):
        table.add_column(
            say(f"arena.column.{column}", language),
            justify="left" if column == "bot" else "right",
            no_wrap=True,
        )
    ranked = sorted(standings.items(), key=lambda item: -item[1].win_rate)
    for name, bot in ranked:
        thinking = bot.seconds_per_move
        table.add_row(
            name,
            f"{bot.seats:,}",
            f"{bot.wins:,.1f}",
            f"{100 * bot.win_rate:.1f} %",
            f"{100 * bot.low:.1f}–{100 * bot.high:.1f} %",
            f"{bot.mean_score:.1f} ± {bot.score_error:.1f}",
            f"{bot.rating:.1f} ± {bot.rating_error:.1f}",
            "" if thinking is None else f"{1000 * thinking:,.1f} ms",
        )
    return table


def pairs_table(results: TournamentResults, language: str) -> Any:
    """Every two bots, and how often the first came in before the second."""
    from realms.cli.screen import plain_table
    from realms.kernel.text import say

    table = plain_table()
    for column in ("pair", "games", "ahead", "interval", "chance"):
        table.add_column(
            say(f"arena.column.{column}", language),
            justify="left" if column == "pair" else "right",
            no_wrap=True,
        )
    for names, pair in results.pairs.items():
        table.add_row(
            names.replace("/", " / "),
            f"{pair.games:,}",
            f"{100 * pair.a_wins / pair.games:.1f} %",
            f"{100 * pair.low:.1f}–{100 * pair.high:.1f} %",
            f"{pair.chance:.2g}",
        )
    return table
