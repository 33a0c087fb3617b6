"""The commands: those of the program itself, and those that games bring.

Only the command that is called is loaded, and what it needs it loads when it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from realms.cli.checkout import PROGRAMS, program_beside
from realms.cli.game_parts import BringsCommands
from realms.kernel.errors import Unreadable
from realms.kernel.packs import packs

SHARED = (
    *("play", "cards", "rules", "bots", "simulate", "tournament", "tune", "learn", "ladder"),
    *("replay", "review", "puzzles", "verify", "export", "convert", "numbers", "serve", "admin"),
    *("prepare", "completion", "bench"),
)
"""The commands of the program itself, in the order of the help."""


@cache
def commands() -> tuple[str, ...]:
    """The names of all commands in the order of the help; a game's follow the one they name."""
    found = list(SHARED)
    for pack in packs().values():
        for brought in pack.commands() if isinstance(pack, BringsCommands) else ():
            place = found.index(brought.after) + 1 if brought.after in found else len(found)
            found.insert(place, brought.name)
    return tuple(found)


def load_command(name: str) -> Callable[..., Any]:
    """The function of a command; its parameters are those of the command line."""
    for pack in packs().values():
        for brought in pack.commands() if isinstance(pack, BringsCommands) else ():
            if brought.name == name:
                return brought.function
    return program_beside if name in PROGRAMS else _load_shared(name)


def _load_shared(name: str) -> Callable[..., Any]:
    match name:
        case "play":
            from realms.cli.play import play

            return play
        case "cards":
            from realms.cli.cards import cards

            return cards
        case "rules":
            from realms.cli.rules import rules

            return rules
        case "bots":
            from realms.cli.bots import bots

            return bots
        case "simulate":
            from realms.cli.simulate import simulate

            return simulate
        case "tournament":
            from realms.cli.tournament import tournament

            return tournament
        case "tune":
            from realms.cli.training.tune import tune

            return tune
        case "learn":
            from realms.cli.training.learn import learn

            return learn
        case "replay":
            from realms.cli.replay import replay

            return replay
        case "review":
            from realms.cli.data.review import review

            return review
        case "puzzles":
            from realms.cli.data.puzzles import puzzles

            return puzzles
        case "verify":
            from realms.cli.verify import verify

            return verify
        case "export":
            from realms.cli.export import export

            return export
        case "convert":
            from realms.cli.data.convert import convert

            return convert
        case "serve":
            from realms.cli.serve import serve

            return serve
        case "admin":
            from realms.cli.admin import admin

            return admin
        case "prepare":
            from realms.cli.prepare import prepare

            return prepare
        case "completion":
            from realms.cli.parsing.completion import completion

            return completion
    raise LookupError(name)


def find_command(arguments: Sequence[str]) -> str:
    """The command among the arguments, or empty; raises `Unreadable` for one there is not."""
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
