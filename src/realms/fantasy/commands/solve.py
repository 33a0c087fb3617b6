"""`realms solve`: the best hands there are, by exhaustive search."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from realms.cli.arguments import ClusterAddress, GameName, Json, Lang, language_for

EACH_SUIT = ("all", "todos")
"""What `--suit` says for a list a suit."""


def solve(
    game: GameName,
    cards: Annotated[Literal["7", "8"], typer.Option("--cards", metavar="7|8")] = "7",
    top: Annotated[int, typer.Option("--top", metavar="K", min=1, max=10_000)] = 10,
    with_: Annotated[list[str] | None, typer.Option("--with", metavar="CARDS")] = None,
    without: Annotated[list[str] | None, typer.Option("--without", metavar="CARDS")] = None,
    suit: Annotated[str | None, typer.Option("--suit", metavar="SUIT|all")] = None,
    worst: Annotated[bool, typer.Option("--worst")] = False,
    histogram: Annotated[str | None, typer.Option("--histogram", metavar="FILE")] = None,
    device: Annotated[Literal["cpu", "cuda"], typer.Option("--device", metavar="cpu|cuda")] = "cpu",
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    cluster: ClusterAddress = "",
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Search all hands for the best."""
    from realms.cli.compiling.background import wait_for_rules
    from realms.cli.compiling.notice import compile_notice
    from realms.cli.simulate import check_cluster
    from realms.kernel.errors import Unreadable
    from realms.kernel.games import full_name

    language = language_for(lang)
    if full_name(game) != "fantasy":
        raise Unreadable("solve/game", game=full_name(game))
    check_cluster(cluster, None, device)
    if device == "cuda" and out is not None:
        raise Unreadable("solve/device")
    if out is not None:
        raise typer.Exit(document(out, jobs, resume, cluster, language))
    from realms.fantasy.commands.solve_report import SolveReport
    from realms.fantasy.solve.question import (
        Question,
        SearchPlan,
        parse_cards_and_suits,
        parse_suit,
    )

    each_suit = suit is not None and suit.casefold() in EACH_SUIT
    if each_suit and resume is not None:
        raise Unreadable("solve/resume")
    question = Question(
        cards=int(cards),
        top=top,
        having=parse_cards_and_suits(",".join(with_ or [])),
        without=parse_cards_and_suits(",".join(without or [])),
        suit="" if suit is None or each_suit else parse_suit(suit),
        worst=worst,
        every=histogram is not None,
    )
    SearchPlan(question)  # refuses what no hand can be before anything is compiled
    solving = SolveReport(jobs, resume, language, device, cluster)
    if device == "cpu":
        wait_for_rules(["fantasy-scoring", "fantasy-solving"], language)
    with compile_notice(language):
        solving.warm_up(question)
    if each_suit:
        solving.each_suit(question, json)
    else:
        solving.answer(question, histogram, json)


def document(out: str, jobs: int, resume: str | None, cluster: str, language: str) -> int:
    """Have the document of the best hands written, which `tools` of a checkout does."""
    from realms.cli.checkout import run_program

    command = ["solve", "fantasy", "--out", out, "--jobs", str(jobs), "--lang", language]
    command += ["--resume", resume] if resume else []
    command += ["--cluster", cluster] if cluster else []
    return run_program("tools", command)
