"""`realms bots`: the programs that play."""

from __future__ import annotations

from typing import Annotated

import typer

from realms.cli.arguments import Json, Lang, spoken


def bots(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """The bots."""
    from realms.bots import BOTS
    from realms.games import game_named
    from realms.kernel.text import say

    language = spoken(lang)
    played = f"{game_named(game).name}_" if game else ""
    told = {"random": say("bots.random", language)}
    told |= {name: say(f"bots.{played}{name}", language) for name in BOTS if name not in told}
    if json:
        import msgspec

        typer.echo(msgspec.json.encode(told).decode())
        return
    width = max(map(len, told))
    for name, sentence in told.items():
        typer.echo(f"{name:<{width}}  {sentence}")
