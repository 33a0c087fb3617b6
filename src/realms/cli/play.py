"""`realms play`: the app in the browser, or a game in the terminal against bots."""

from __future__ import annotations

import shlex
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from realms.cli.arguments import INTERRUPTED, ContentFile, Lang, language_for
from realms.cli.compiling.mode import run_later
from realms.kernel.errors import Unreadable
from realms.kernel.text import say

if TYPE_CHECKING:
    from rich.console import Console

    from realms.cli.terminal.person import Person
    from realms.cli.terminal.terminal_game import TerminalGame


def play(
    *,
    host: Annotated[str | None, typer.Option("--host", metavar="H")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="P", min=0, max=65535)] = None,
    lan: Annotated[bool, typer.Option("--lan")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser")] = False,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR")] = None,
    terminal: Annotated[str | None, typer.Option("--terminal", metavar="GAME")] = None,
    players: Annotated[int | None, typer.Option("--players", metavar="N")] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="V")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    bots: Annotated[str | None, typer.Option("--bots", metavar="B")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME")] = None,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE")] = None,
    record: Annotated[str | None, typer.Option("--record", metavar="FILE")] = None,
    content: ContentFile = None,
    lang: Lang = None,
) -> None:
    """Play a game."""
    from realms.kernel.content_files import serve_content

    language = language_for(lang)
    fixed: dict[str, object] = {"--players": players, "--variant": variant}
    fixed |= {"--set": settings, "--seed": seed, "--name": name}
    served: dict[str, object] = {
        "--host": host,
        "--port": port,
        "--lan": lan or None,
        "--no-browser": no_browser or None,
        "--data": data,
    }
    if host is not None and lan:
        raise Unreadable("usage/lan")
    if terminal is None and resume is None:
        _refuse({**fixed, "--bots": bots, "--record": record}, "terminal")
        from realms.kernel.compiled import switch

        switch.prefer(switch.LATER)
        from realms.cli.local_app import serve_here

        if content is not None:
            serve_content([content])
        serve_here(host, port, data, no_browser, lan, language)
        return
    _refuse(served, "browser")
    if resume is not None:
        _refuse(fixed, "resume")
    run_later()
    from realms.cli.compiling.background import prepare_beside
    from realms.cli.compiling.notice import compile_notice
    from realms.cli.screen import console

    with compile_notice(language):
        from realms.cli.terminal.setup import NewGame, rehearse, resume_game, start_game

        if resume is not None:
            table = resume_game(resume, bots, record, content)
        else:
            options = tuple(settings or ())
            choices = (terminal or "", players, variant, options, bots, seed, name, record, content)
            table = start_game(NewGame(*choices), language)
        if content is not None:
            serve_content([content])  # to the process of a bot of another package, too
        rehearse(table)
    bots_part = f" --bots {shlex.quote(bots)}" if bots else ""
    content_part = "" if content is None else f" --content {shlex.quote(content)}"
    with closing(table), prepare_beside(lambda _progress: None, language):
        _sit_down(console(), table, (bots_part, content_part), language)


def _refuse(given: dict[str, object], why: str) -> None:
    """Refuse options that go with another way to play; a resumed game brings its own."""
    for option, value in given.items():
        if value is not None and value != []:
            raise Unreadable(f"usage/{why}", option=option)


def _sit_down(out: Console, table: TerminalGame, more: tuple[str, str], language: str) -> None:
    """Play; the record is there whatever happens, and the person is told how to go on."""
    from rich.text import Text

    from realms.bots import sentence_of, title_of
    from realms.cli.terminal.game_loop import play_to_end
    from realms.cli.terminal.person import Left
    from realms.cli.terminal.setup import levels_at
    from realms.cli.terminal.terminal_game import PERSON

    path = str(table.path)
    out.print(say("terminal.welcome", language, name=table.names[PERSON], path=path))
    for level in levels_at(table):
        about = (table.game.name, level.name, language)
        out.print(Text.assemble((title_of(*about), "bold"), ": ", sentence_of(*about)))
    if table.is_lighter:
        out.print(Text(say("terminal.compiling", language), "dim"))
    try:
        person = play_to_end(out, table, language)
    except (Left, KeyboardInterrupt) as leaving:
        _farewell(out, path, "".join(more), language)
        raise typer.Exit(0 if isinstance(leaving, Left) else INTERRUPTED) from None
    _reveal(person, more[1])


def _farewell(out: Console, path: str, more: str, language: str) -> None:
    command = f"realms play --resume {shlex.quote(path)}{more}"
    out.print()
    out.print(say("terminal.kept", language, path=path))
    out.print(say("terminal.continue", language, command=command), soft_wrap=True)


def _reveal(person: Person, more: str) -> None:
    """All scores, who won, and how to see the game again."""
    from rich.rule import Rule

    out, language, path = person.out, person.language, str(person.table.path)
    person.clear_screen()
    out.print(person.events_grid())
    out.print(Rule(say("terminal.over", language), style="dim"))
    for part in person.result():
        out.print(part)
    command = f"realms replay {shlex.quote(path)}{more}"
    out.print(say("terminal.kept", language, path=path))
    out.print(say("terminal.replay", language, command=command), soft_wrap=True)
