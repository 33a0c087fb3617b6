"""`realms bots`: the programs that play, their levels, and how strong they were found."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from realms.cli.arguments import Json, Lang, language_for
from realms.cli.compiling.mode import run_plainly


def bots(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """The bots."""
    run_plainly()
    from realms.kernel.games import full_name
    from realms.kernel.packs import game_names

    language = language_for(lang)
    games = [full_name(game)] if game else list(game_names())
    if json:
        import msgspec

        described = {played: data_of(played, language) for played in games}
        one = described[games[0]] if game else described
        typer.echo(msgspec.json.encode(one).decode())
        return
    for played in games:
        show(played, language, headed=not game)


def data_of(game: str, language: str) -> dict[str, Any]:
    """The bots and levels of a game, as data."""
    from realms.bots import bots_of, levels_of, sentence_of, title_of
    from realms.bots.external import others
    from realms.bots.strength import read_ladders

    played_by = {level.name: level.bot for level in levels_of(game)}
    names = dict.fromkeys((*bots_of(game), *played_by, *others()))
    return {
        name: {
            "title": title_of(game, name, language),
            "sentence": sentence_of(game, name, language),
            "bot": played_by.get(name),
            "measured": read_ladders().rungs_of(game, name),
            "thinking": read_ladders().thinking_of(game, name),
        }
        for name in names
    }


def show(game: str, language: str, headed: bool) -> None:
    """The bots of a game as lines; levels with what was measured of them."""
    from realms.kernel.games import game_named
    from realms.kernel.text import say

    described = data_of(game, language)
    if headed:
        typer.echo(f"{game_named(game).title}")
    width = max(map(len, described))
    for name, bot in described.items():
        typer.echo(f"{name:<{width}}  {bot['sentence']}")
        for rung in bot["measured"] if bot["bot"] else ():
            line = say(
                "arena.rung",
                language,
                table=table_text(rung, language),
                rate=f"{100 * rung.win_rate:.0f}",
                low=f"{100 * rung.low:.0f}",
                high=f"{100 * rung.high:.0f}",
                fair=f"{100 / rung.players:.0f}",
                below=rung.below,
            )
            typer.echo(f"{'':<{width}}    {line}")
    if headed:
        typer.echo()


def table_text(rung: Any, language: str) -> str:
    """How the table of a rung is called."""
    from realms.kernel.text import say

    return say(f"arena.table.{rung.variant or 'standard'}", language, players=rung.players)
