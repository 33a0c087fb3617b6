"""`realms rules`: the rules of a game, or one paragraph of them."""

from __future__ import annotations

from typing import Annotated

import typer

from realms.cli.arguments import GameName, Lang, language_for
from realms.cli.compiling.mode import run_plainly


def rules(
    game: GameName,
    number: Annotated[str | None, typer.Argument(metavar="[PARAGRAPH]")] = None,
    lang: Lang = None,
) -> None:
    """The rules of a game."""
    run_plainly()
    from rich.markdown import Markdown

    from realms.cli.screen import console
    from realms.kernel.games import full_name
    from realms.kernel.presentation.paragraphs import paragraph, rules_text

    language = language_for(lang)
    name = full_name(game)
    text = paragraph(name, number, language) if number else rules_text(name, language)
    out = console()
    out.print(Markdown(text), width=min(out.width, 100))
