"""The commands by name; the one called is loaded, the others are a line of help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import typer

from realms.cli import NONE, Functions
from realms.cli.arguments import Lang
from realms.cli.game_parts import BringsCommands
from realms.kernel.errors import Unreadable
from realms.kernel.packs import packs
from realms.kernel.text import catalogue, say

Command = Callable[..., Any]
"""The function of a command; its parameters are those of the command line."""


def _play() -> Command:
    from realms.cli.play import play

    return play


def _cards() -> Command:
    from realms.cli.cards import cards

    return cards


def _rules() -> Command:
    from realms.cli.rules import rules

    return rules


def _bots() -> Command:
    from realms.cli.bots import bots

    return bots


def _simulate() -> Command:
    from realms.cli.simulate import simulate

    return simulate


def _tournament() -> Command:
    from realms.cli.tournament import tournament

    return tournament


def _tune() -> Command:
    from realms.cli.tune import tune

    return tune


def _replay() -> Command:
    from realms.cli.replay import replay

    return replay


def _verify() -> Command:
    from realms.cli.verify import verify

    return verify


def _export() -> Command:
    from realms.cli.export import export

    return export


def _serve() -> Command:
    from realms.cli.serve import serve

    return serve


def _admin() -> Command:
    from realms.cli.admin import admin

    return admin


def _prepare() -> Command:
    from realms.cli.prepare import prepare

    return prepare


def _of_checkout() -> Command:
    """A command that a program beside the package runs; see `checkout`."""
    return _not_called


SHARED: dict[str, Callable[[], Command]] = {
    "play": _play,
    "cards": _cards,
    "rules": _rules,
    "bots": _bots,
    "simulate": _simulate,
    "tournament": _tournament,
    "tune": _tune,
    "ladder": _of_checkout,
    "replay": _replay,
    "verify": _verify,
    "export": _export,
    "numbers": _of_checkout,
    "serve": _serve,
    "admin": _admin,
    "prepare": _prepare,
    "bench": _of_checkout,
}
"""The commands of the program itself, each with what loads it."""


@cache
def commands() -> dict[str, Callable[[], Command]]:
    """All commands, those of the games behind the first; each with what loads it."""
    found = dict(SHARED)
    for pack in packs().values():
        if isinstance(pack, BringsCommands):
            found |= pack.commands()
    return found


def command_line(language: str, arguments: Sequence[str], brought: Functions = NONE) -> Any:
    """The command line, with its help in a language and the command called loaded."""
    called = command_called(arguments)
    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    made.callback(invoke_without_command=True, help=say("cli.realms", language))(_realms)
    for name, load in commands().items():
        function = (brought.get(name) or load()) if name == called else _not_called
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
        if argument in commands():
            return argument
        if not skip and not argument.startswith("-"):
            raise _unknown(argument)
        skip = argument == "--lang"
    return ""


def _unknown(name: str) -> Unreadable:
    from difflib import get_close_matches

    near = get_close_matches(name.casefold(), commands())
    if near:
        return Unreadable("command/unknown_near", name=name, near=", ".join(near))
    return Unreadable("command/unknown", name=name, known=", ".join(commands()))


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
