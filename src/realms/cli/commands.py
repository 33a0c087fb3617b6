"""The commands: those of the program itself, and those that games bring.

The module of a command is small to load; what a command needs it loads when it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from realms.cli.admin import admin
from realms.cli.bots import bots
from realms.cli.cards import cards
from realms.cli.checkout import Functions, program_beside
from realms.cli.data.convert import convert
from realms.cli.export import export
from realms.cli.game_parts import BringsCommands
from realms.cli.parsing.completion import completion
from realms.cli.play import play
from realms.cli.prepare import prepare
from realms.cli.replay import replay
from realms.cli.rules import rules
from realms.cli.serve import serve
from realms.cli.simulate import simulate
from realms.cli.tournament import tournament
from realms.cli.training.learn import learn
from realms.cli.training.tune import tune
from realms.cli.verify import verify
from realms.kernel.errors import Unreadable
from realms.kernel.packs import packs

SHARED: Functions = {
    "play": play,
    "cards": cards,
    "rules": rules,
    "bots": bots,
    "simulate": simulate,
    "tournament": tournament,
    "tune": tune,
    "learn": learn,
    "ladder": program_beside,
    "replay": replay,
    "verify": verify,
    "export": export,
    "convert": convert,
    "numbers": program_beside,
    "serve": serve,
    "admin": admin,
    "prepare": prepare,
    "completion": completion,
    "bench": program_beside,
}
"""The commands of the program itself, in the order of the help."""


@cache
def commands() -> Functions:
    """All commands in the order of the help; each of a game's follows the one it names."""
    found = list(SHARED.items())
    for pack in packs().values():
        for brought in pack.commands() if isinstance(pack, BringsCommands) else ():
            names = [name for name, _function in found]
            place = names.index(brought.after) + 1 if brought.after in names else len(names)
            found.insert(place, (brought.name, brought.function))
    return dict(found)


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
