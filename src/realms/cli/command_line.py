"""The command line as Typer reads it, and its pages of help in the user's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from realms.cli.arguments import Lang, read_quickly
from realms.cli.checkout import NONE, Functions
from realms.cli.commands import commands, load_command
from realms.kernel.content_files import BringsContentFiles
from realms.kernel.packs import game_names, packs
from realms.kernel.text import catalogue, listed, say

HEADINGS = ("usage", "arguments", "options", "commands", "help", "required", "default")
"""What Typer writes in English on every page of help."""
HELP = {"help_option_names": ["-h", "--help"]}
"""How one asks for help."""


def command_line(
    language: str, called: str, brought: Functions = NONE, *, alone: bool = False
) -> Any:
    """The command line, with help in a language; only the command called has parameters.

    `brought` are functions that a program beside the package has for some commands. Where
    nobody asks for the list of commands, the one called may stand in it `alone`.
    """
    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    about = say("cli.realms", language, **_games_installed(language))
    made.callback(invoke_without_command=True, help=about, context_settings=HELP)(_realms)
    for name in [called] if alone else dict.fromkeys((*commands(), *brought)):
        about = say(f"cli.commands.{name}", language)
        example = f"{say('cli.example', language)} {_example(name, language)}"
        loaded = (brought.get(name) or load_command(name)) if name == called else _other_command
        made.command(name, help=about, epilog=example, context_settings=HELP)(loaded)
    command: Any = typer.main.get_command(made)
    _describe(command, "", language)
    if called:
        _describe(command.commands[called], called, language)
    return command


def _other_command() -> None:
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
    """Give every parameter its help, and the pages of help their language."""
    for parameter in command.params:
        read_quickly(parameter)
        parameter.help = parameter_help(name, parameter.name, language) or parameter.help
        parameter.show_default = default_text(name, parameter, language)
        shown = parameter.metavar if parameter.param_type_name == "option" else ""
        parameter.display_type_rich = lambda ctx, shown=shown: shown  # not `list[str]`
    help_option = command.get_help_option
    command.get_help_option = lambda context: read_quickly(help_option(context))
    plain = command.get_help
    command.get_help = lambda context: _translate(plain(context), language)


def default_text(command: str, parameter: Any, language: str) -> str | bool:
    """What a parameter is if nobody says: in words, as it is (True), or nothing to tell."""
    for key in (f"cli.default.{command}.{parameter.name}", f"cli.default.all.{parameter.name}"):
        if parameter.default is None and key in catalogue(language):
            return say(key, language)
    return is_told(parameter.default)


def is_told(default: Any) -> bool:
    """Whether a default says something: a number does, that a switch is off does not."""
    return type(default) in (int, float) or bool(default)


def parameter_help(command: str, parameter: str, language: str) -> str:
    """What a parameter is for; empty where nobody says.

    The command's own words come first, with what games add to them, then the words of games
    alone (`<game>.help.<command>.<parameter>`), then those for all commands.
    """
    own, general = f"cli.{command}.{parameter}", f"cli.option.{parameter}"
    added = list(_help_of_games(command, parameter, language))
    if own not in catalogue(language) and added:
        return " ".join(added)
    for key in (own, general):
        if key in catalogue(language):
            return say(key, language, more="".join(added), **_games_installed(language))
    return ""


def _help_of_games(command: str, parameter: str, language: str) -> Iterator[str]:
    for game in game_names():
        key = f"{game}.help.{command}.{parameter}"
        if key in catalogue(language):
            yield say(key, language)


def _games_installed(language: str) -> dict[str, str]:
    """The games that help speaks of: names, titles, titles of those with content files."""
    with_content = [p.title for p in packs().values() if isinstance(p, BringsContentFiles)]
    return {
        "games": listed(game_names(), language, "or"),
        "titles": listed([pack.title for pack in packs().values()], language),
        "content_titles": listed(with_content, language),
    }


def _example(command: str, language: str) -> str:
    """How a command may be called; the first game serves as an example."""
    key = f"cli.examples.{command}"
    if key in catalogue(language):
        return say(key, language, game=game_names()[0])
    return f"realms {command}"


def _translate(text: str, language: str) -> str:
    """A page of help with the headings that Typer writes in English in a language."""
    for heading in HEADINGS:
        english, other = (say(f"cli.heading.{heading}", one) for one in ("en", language))
        text = text.replace(english, other)
    return text
