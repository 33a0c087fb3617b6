"""`realms completion`: what a shell needs to complete our command lines, and its answers."""

from __future__ import annotations

import os
import shlex
from typing import Annotated, Any, Literal

import typer

from realms.cli.arguments import Lang


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], typer.Argument(metavar="SHELL")],
    lang: Lang = None,
) -> None:
    """Write the script that makes a shell complete our command lines."""
    from realms.cli import COMPLETING

    script = _shells().get_completion_script
    typer.echo(script(prog_name="realms", complete_var=COMPLETING, shell=shell))


def complete(language: str) -> int:
    """Answer a shell that asks how a command line may go on."""
    from realms.cli.command_line import command_line

    _shells().completion_init()
    command = command_line(language, command_typed())
    status = command.main([], prog_name="realms", standalone_mode=False)
    return status if isinstance(status, int) else 0


def _shells() -> Any:
    """What Typer knows of shells."""
    import typer.completion

    return typer.completion


def command_typed() -> str:
    """The command on the line that is being typed, or empty while there is none."""
    from realms.cli.checkout import PROGRAMS
    from realms.cli.commands import commands

    typed = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")
    try:
        words = shlex.split(typed)
    except ValueError:  # a quote that is still open
        words = typed.split()
    if "COMP_CWORD" in os.environ:
        words = words[: int(os.environ["COMP_CWORD"])]
    elif not typed.endswith(" "):
        words = words[:-1]
    return next((word for word in words[1:] if word in commands() and word not in PROGRAMS), "")
