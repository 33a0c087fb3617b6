"""`realms tune`: better weights for a bot, by games against the best so far."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from realms.cli.arguments import INTERRUPTED, GameName, Json, Lang, language_for

if TYPE_CHECKING:
    from realms.arena.tuning import KeptWeights, Tuning


def tune(
    game: GameName,
    bot: Annotated[str | None, typer.Option("--bot", metavar="B")] = None,
    players: Annotated[str | None, typer.Option("--players", metavar="N[,N…]")] = None,
    against: Annotated[str | None, typer.Option("--against", metavar="B")] = None,
    only: Annotated[list[str] | None, typer.Option("--only", metavar="NAME")] = None,
    generations: Annotated[int, typer.Option("--generations", metavar="G", min=1)] = 50,
    deals: Annotated[int, typer.Option("--deals", metavar="D", min=2)] = 100,
    trial: Annotated[int, typer.Option("--trial", metavar="D", min=2)] = 1000,
    number: Annotated[int, typer.Option("--candidates", metavar="N", min=0)] = 0,
    step: Annotated[float, typer.Option("--step", metavar="X", min=0.01)] = 1.0,
    weights: Annotated[str | None, typer.Option("--weights", metavar="FILE")] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="V")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Look for better weights, and write those that win with significance."""
    from realms.arena.contests import Contest, run_contest
    from realms.arena.ledger import Ledger
    from realms.arena.prepare import play_parts
    from realms.arena.tuning import Effort, Tuning, head_of
    from realms.bots.weights import text_of
    from realms.cli.compiling.background import wait_for_rules
    from realms.cli.compiling.notice import compile_notice
    from realms.cli.files import file_errors
    from realms.cli.tournament import seed_of_run
    from realms.kernel.games import game_named

    language = language_for(lang)
    played = game_named(game)
    with file_errors(weights or ""):
        text = text_of(played.name, weights or "")
    named, chosen = choose_weights(played, text, bot, only)
    tables = tuple(read_tables(played, players, variant, set_ or []))
    seed = seed or seed_of_run(resume)
    contest = Contest(played.name, named, find_opponent(against, played.name), tables, seed)
    effort = Effort(deals=deals, number=number, trial=trial, step=step)
    wait_for_rules(play_parts(played.name), language)
    with compile_notice(language):
        run_contest(contest, chosen, chosen, range(1))
    with file_errors(resume or ""), Ledger(resume, head_of(contest, chosen, effort)) as ledger:
        tuning = Tuning(contest, chosen, effort, ledger)
        try:
            watch(tuning, generations, jobs, language)
        except KeyboardInterrupt:
            report_end(tuning, text, out, json, language)
            raise typer.Exit(INTERRUPTED) from None
    report_end(tuning, text, out, json, language)


def choose_weights(
    game: Any, text: str, bot: str | None, only: list[str] | None
) -> tuple[str, dict[str, float]]:
    """The bot to tune and the weights it has: all, or those that were named."""
    from realms.bots.weights import weights_in
    from realms.kernel.errors import Unreadable

    known = weights_in(text)
    if not known:
        raise Unreadable("arena/no_weights", game=game.title)
    named = bot or next(iter(known))
    if named not in known:
        raise Unreadable("arena/weights", bot=named, known=", ".join(known))
    for name in only or []:
        if name not in known[named]:
            weights = ", ".join(known[named])
            raise Unreadable("arena/weight", bot=named, name=name, known=weights)
    return named, {n: w for n, w in known[named].items() if not only or n in only}


def read_tables(game: Any, players: str | None, variant: str | None, pairs: list[str]) -> Any:
    """The options of each kind of table: one for every number of players named."""
    from realms.cli.simulate import read_options
    from realms.kernel.errors import Unreadable

    for number in (players or "").split(","):
        if number.strip() and not number.strip().isdecimal():
            raise Unreadable("usage/value", value=number, name="--players")
        count = int(number) if number.strip() else None
        options = read_options(game, count, variant, pairs, 1)
        game.check_unattended(options)
        yield options


def find_opponent(against: str | None, game: str) -> str:
    """The bot to play against; empty for the tuned one itself."""
    from realms.bots import bot_named
    from realms.kernel.errors import Unreadable

    if against is None:
        return ""
    found = bot_named(against, game)
    if found.number(game) is None:
        raise Unreadable("arena/no_rule", bot=against)
    return str(found.name)


def watch(tuning: Tuning, generations: int, jobs: int, language: str) -> None:
    """Run, with a bar and a line for every trial on standard error."""
    from realms.cli.simulate import progress

    with progress(generations - tuning.now.cloud.generation, language, "arena.tuning") as report:
        for done in tuning.run(generations, jobs):
            report(1)
            if done.trial is not None:
                typer.echo(trial_line(done.trial, language), err=True)


def trial_line(trial: KeptWeights, language: str) -> str:
    """A trial as a line."""
    from realms.kernel.text import say

    return say(
        "arena.kept" if trial.kept else "arena.not_kept",
        language,
        generation=trial.generation,
        wins=f"{100 * (trial.wins - 1):+.1f}",
        low=f"{100 * (trial.low - 1):+.1f}",
        high=f"{100 * (trial.high - 1):+.1f}",
    )


def report_end(tuning: Tuning, text: str, out: str | None, json: bool, language: str) -> None:
    """Write the weights that were kept, or say that none were."""
    from realms.bots.weights import replace_weights
    from realms.cli.files import write_whole
    from realms.kernel.text import say

    better = any(trial.kept for trial in tuning.trials)
    if better and out:
        write_whole(Path(out), replace_weights(text, tuning.contest.bot, tuning.now.weights))
    if json:
        import msgspec

        data = {
            "game": tuning.contest.game,
            "bot": tuning.contest.bot,
            "generations": tuning.now.cloud.generation,
            "kept": better,
            "weights": tuning.now.weights,
            "trials": tuning.trials,
            "seed": tuning.contest.seed,
        }
        typer.echo(msgspec.json.encode(data).decode())
        return
    if not better:
        typer.echo(say("arena.none_kept", language, seed=tuning.contest.seed))
    elif out:
        typer.echo(say("arena.wrote", language, path=out, seed=tuning.contest.seed))
    else:
        typer.echo(f"[weights.{tuning.contest.bot}]")
        for name, value in tuning.now.weights.items():
            typer.echo(f"{name} = {value}")
