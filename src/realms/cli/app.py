"""The commands by name; the one called is loaded, the others are a line of help."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from realms.cli import NONE, Functions
from realms.cli.arguments import Lang
from realms.kernel.errors import Unreadable
from realms.kernel.text import catalogue, say

COMMANDS = (
    "play",
    "score",
    "cards",
    "rules",
    "bots",
    "simulate",
    "tournament",
    "tune",
    "ladder",
    "replay",
    "verify",
    "export",
    "solve",
    "numbers",
    "serve",
    "admin",
    "prepare",
    "bench",
)


def command_line(language: str, arguments: Sequence[str], brought: Functions = NONE) -> Any:
    """The command line, with its help in a language and the command called loaded."""
    called = command_called(arguments)
    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    made.callback(invoke_without_command=True, help=say("cli.realms", language))(_realms)
    for name in COMMANDS:
        function = (brought.get(name) or loaded(name)) if name == called else _not_called
        epilog = f"{say('cli.example', language)} {say(f'cli.examples.{name}', language)}"
        made.command(name, help=say(f"cli.commands.{name}", language), epilog=epilog)(function)
    command: Any = typer.main.get_command(made)
    _describe(command, "", language)
    if called:
        _describe(command.commands[called], called, language)
    return command


def command_called(arguments: Sequence[str]) -> str:
    """The command among the arguments; empty where there is none."""
    skip = False
    for argument in arguments:
        if argument in COMMANDS:
            return argument
        if not skip and not argument.startswith("-"):
            raise _unknown(argument)
        skip = argument == "--lang"
    return ""


def _unknown(name: str) -> Unreadable:
    from difflib import get_close_matches

    near = get_close_matches(name.casefold(), COMMANDS)
    if near:
        return Unreadable("command/unknown_near", name=name, near=", ".join(near))
    return Unreadable("command/unknown", name=name, known=", ".join(COMMANDS))


def loaded(name: str) -> Callable[..., Any]:
    """The function of a command."""
    function: Callable[..., Any] = getattr(importlib.import_module(f"realms.cli.{name}"), name)
    return function


def _not_called() -> None:
    """Stands for a command that only the list of commands speaks of."""


def _realms(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[bool, typer.Option("--version")] = False,
) -> None:
    if version:
        from realms import __version__

        typer.echo(f"realms {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _describe(command: Any, name: str, language: str) -> None:
    """Give every parameter its help, from the catalogue."""
    messages = catalogue(language)
    for parameter in command.params:
        for key in (f"cli.{name}.{parameter.name}", f"cli.option.{parameter.name}"):
            if key in messages:
                parameter.help = say(key, language)
                break
        parameter.show_default = False
        shown = parameter.metavar if parameter.param_type_name == "option" else ""
        parameter.display_type_rich = lambda ctx, shown=shown: shown  # not `list[str]`
    plain = command.get_help
    command.get_help = lambda context: _headed(plain(context), language)


def _headed(text: str, language: str) -> str:
    """A page of help with the headings that Typer writes in English in a language."""
    for heading in ("usage", "arguments", "options", "commands", "help", "required"):
        english, said = (say(f"cli.heading.{heading}", spoken) for spoken in ("en", language))
        text = text.replace(english, said)
    return text
