"""What commands share of the command line: the options, and reading what was typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal, get_args, get_origin

import typer

from realms.kernel.errors import Unreadable
from realms.kernel.names import folded
from realms.kernel.text import LANGUAGES, language_of_user

Lang = Annotated[Literal["en", "es"] | None, typer.Option("--lang", metavar="en|es")]
Json = Annotated[bool, typer.Option("--json")]


def complete_game(incomplete: str) -> list[str]:
    """The games whose names begin so, for shells."""
    from realms.kernel.packs import game_names

    return [name for name in game_names() if name.startswith(incomplete.casefold())]


def complete_bots(incomplete: str) -> list[str]:
    """Names of bots with commas between, the last gone on with, for shells."""
    from realms.bots.registry import bots_of
    from realms.kernel.packs import game_names

    before, comma, last = incomplete.rpartition(",")
    known = dict.fromkeys(bot for game in game_names() for bot in bots_of(game))
    return [before + comma + name for name in known if name.startswith(last)]


BotNames = Annotated[
    str | None, typer.Option("--bots", metavar="B[,B…]", autocompletion=complete_bots)
]
GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game)]
File = Annotated[str, typer.Argument(metavar="FILE")]
ClusterAddress = Annotated[str, typer.Option("--cluster", metavar="ADDRESS")]
ContentFile = Annotated[str | None, typer.Option("--content", metavar="FILE")]

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C ended."""
SPREAD = ("--discard", "--choose")
"""Options that take everything up to the next option."""

_language = ""
"""The language asked for before the command; see `language_asked`."""


def read_language(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, wherever it does: help and errors need it."""
    global _language  # noqa: PLW0603  (one command line a process; tests run several in turn)
    _language = language_of_user()
    for here, argument in enumerate(arguments):
        option, equals, value = argument.partition("=")
        if option == "--lang":
            value = value if equals else "".join(arguments[here + 1 : here + 2])
            _language = value if value in LANGUAGES else _language
    return _language


def language_for(lang: str | None) -> str:
    """The language a command speaks: the one told to it, or to the program, or the user's."""
    return lang or _language or language_of_user()


def spread(arguments: Sequence[str]) -> list[str]:
    """Repeat an option before each of its values.

    >>> spread(["score", "Dragon", "--discard", "Hydra", "Swamp", "--json"])
    ['score', 'Dragon', '--discard', 'Hydra', '--discard', 'Swamp', '--json']
    """
    result: list[str] = []
    option = ""
    for argument in arguments:
        if argument.startswith("-") and len(argument) > 1:
            option = argument if argument in SPREAD else ""
        elif option and result[-1] != option:
            result.append(option)
        result.append(argument)
    return result


def read_quickly(parameter: Any) -> Any:
    """Have a parameter of the command line take plain text as it is.

    For numbers and paths Typer asks Pydantic, which takes a tenth of a second to load; a
    value that is text, or one of a few words, need not wait for that.
    """
    ask = getattr(parameter, "get_runtime_param", None)  # of newer versions of Typer
    if ask is not None:
        parameter.get_runtime_param = lambda: _QuickValue(ask)
    return parameter


class _QuickValue:
    """What reads the value of a parameter; what is not plain text it leaves to another."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        self._ask = ask

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command takes it."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        kind = param.type_descriptor.annotation
        if kind is bool and isinstance(value, bool):
            return value
        if several and kind in (list[str], list[str] | None):
            return [str(one) for one in value]
        if isinstance(value, str) and not several:
            if kind in (str, str | None) or value in _words_of(kind):
                return value
        return self._ask().coerce(value, param=param, ctx=ctx)


def _words_of(kind: Any) -> tuple[Any, ...]:
    """The words that a parameter may be, where it is one of a few."""
    for one in get_args(kind) if get_origin(kind) is not Literal else (kind,):
        if get_origin(one) is Literal:
            return get_args(one)
    return ()


def read_names(arguments: Sequence[str], is_name: Callable[[str], bool]) -> list[str]:
    """Names from arguments: one each, with commas between, or words left unquoted.

    >>> read_names(["Bell", "Tower,", "Dragon", "King"], lambda name: name == "Bell Tower")
    ['Bell Tower', 'Dragon', 'King']
    """
    names: list[str] = []
    words: list[str] = []
    for argument in arguments:
        first, *others = argument.split(",")
        words.append(first)
        for piece in others:
            names.extend(_join(words, is_name))
            words = [piece]
    names.extend(_join(words, is_name))
    return [name.strip() for name in names if name.strip()]


def _join(words: Sequence[str], is_name: Callable[[str], bool]) -> Iterator[str]:
    """Join neighbouring words where together they are a name, the longest first."""
    at = 0
    while at < len(words):
        for end in range(len(words), at, -1):
            name = " ".join(words[at:end])
            if end == at + 1 or is_name(name):
                yield name
                at = end
                break


def find_seat(text: str, seats: Sequence[str]) -> int:
    """The seat of a number or a name, or of the only name that begins so.

    >>> find_seat("2", ["Ada", "Bob"]), find_seat("ad", ["Ada", "Bob"])
    (1, 0)
    """
    if text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(seats):
        return int(text) - 1
    names = [folded(name) for name in seats]
    if folded(text) in names:
        return names.index(folded(text))
    starting = [seat for seat, name in enumerate(names) if name.startswith(folded(text))]
    if folded(text) and len(starting) == 1:
        return starting[0]
    raise Unreadable("usage/seat", name=text, seats=", ".join(seats))


def check_variant(game: Any) -> None:
    """Refuse a variant of a game that has none."""
    if "variant" not in game.options_type.__struct_fields__:
        raise Unreadable("usage/no_variants", game=game.title, option="--variant")
