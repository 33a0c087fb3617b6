"""`realms solve fantasy --out DIR`: searches for the best hands and writes their document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from realms.cli.arguments import ClusterAddress, GameName, Lang, language_for

if TYPE_CHECKING:
    from realms.fantasy.commands.solve_report import SolveReport


def solve(
    game: GameName,
    out: Annotated[str, typer.Option("--out", metavar="DIR")],
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=0)] = 0,
    cluster: ClusterAddress = "",
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE")] = None,
    lang: Lang = None,
) -> None:
    """Search all hands for the best and write the document of them."""
    from realms.cli.compiling.background import wait_for_rules
    from realms.cli.compiling.notice import compile_notice
    from realms.fantasy.commands.solve_report import SolveReport
    from realms.fantasy.solve.question import Question
    from realms.kernel.errors import Unreadable
    from realms.kernel.games import full_name
    from tools.best_hands.document import EVERY
    from tools.folder import make_folders, write

    language = language_for(lang)
    if full_name(game) != "fantasy":
        raise Unreadable("solve/game", game=full_name(game))
    make_folders(Path(out))
    solving = SolveReport(jobs, resume, language, cluster=cluster)
    wait_for_rules(["fantasy-scoring", "fantasy-solving"], language)
    with compile_notice(language):
        for question in (Question(), Question(worst=True), EVERY):
            solving.warm_up(question)
    write(Path(out), search_all(solving), language)


def search_all(solving: SolveReport) -> dict[str, str]:
    """The document and its picture, from the answers to all its questions."""
    from tools.best_hands.document import EVERY, files, questions

    solved = {name: solving.solved(asked, None) for name, asked in questions().items()}
    return files(solved, solving.solved(EVERY, solving.resume))
