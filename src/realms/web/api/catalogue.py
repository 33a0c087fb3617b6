"""The games there are: variants, options with their values and what they mean, bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from litestar import get
from msgspec import NODEFAULT, Meta, Struct, ValidationError, convert
from msgspec.structs import fields

from realms.bots import bots_of, is_external, levels_of, sentence_of, title_of
from realms.bots.external import others, package_of, sentence_of_package
from realms.kernel.errors import RealmsError
from realms.kernel.game import Game
from realms.kernel.games import all_games, pack_named
from realms.web.admission.executor import run_aside
from realms.web.api.openapi import error_responses
from realms.web.authentication import AnyRequest
from realms.web.errors import language_of
from realms.web.game_parts import BringsCatalogue
from realms.web.messages import say_or

MOST_SEATS = 10
"""Seats that a table may have."""


class VariantShown(Struct, frozen=True):
    """A way to play a game, and for how many."""

    name: str
    least: int
    most: int


class OptionShown(Struct, frozen=True, kw_only=True):
    """Something a table agrees on before the game."""

    name: str
    kind: Literal["choice", "number", "text"]
    values: tuple[bool | int | str | None, ...] = ()
    """What it may be; for a number, the lowest and the highest."""
    default: bool | int | str | None
    """Null leaves it to the edition."""
    editions: dict[str, bool | int | str] = {}
    """What each edition has, where they differ."""
    about: str
    paragraph: str | None = None


class BotShown(Struct, frozen=True):
    """A player that is a program."""

    name: str
    about: str
    title: str = ""
    """What people call it."""
    is_level: bool = False
    """Whether it is one of the levels for people."""
    package: str = ""
    """The package that brings it, with its version; empty for a bot of the house."""


class GameShown(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    rules: str
    variants: list[VariantShown]
    options: list[OptionShown]
    bots: list[BotShown]


@get("/games", tags=["games"], responses=error_responses())
@run_aside
def games(request: AnyRequest) -> list[GameShown]:
    """The games there are, with their variants, options and bots, in the caller's language."""
    language = language_of(request)
    return [game_shown(game, language) for game in all_games()]


def game_shown(game: Game, language: str) -> GameShown:
    """A game, told in a language."""
    return GameShown(
        name=game.name,
        title=game.title,
        rules=game.rules,
        variants=variants_of(game),
        options=[*options_of(game, language)],
        bots=[*bots_shown(game.name, language)],
    )


def bots_shown(game: str, language: str) -> Iterator[BotShown]:
    """The levels of a game, the easiest first, the bots behind them, those of other packages.

    The latter are not loaded: here is no place for the code of others.
    """
    for level in levels_of(game):
        sentence = sentence_of(game, level.name, language)
        yield BotShown(level.name, sentence, title_of(game, level.name, language), True)
    for name in bots_of(game):
        yield BotShown(name, sentence_of(game, name, language), name)
    for name, point in others().items():
        if is_external(name, game):
            sentence = sentence_of_package(point, language)
            yield BotShown(name, sentence, name, package=package_of(point))


def offered_bots(bots: Sequence[BotShown]) -> tuple[BotShown, ...]:
    """The bots that pages offer: of the house the levels, or all where there are none."""
    own_bots = [bot for bot in bots if not bot.package]
    levels = [bot for bot in own_bots if bot.is_level]
    return (*(levels or own_bots), *(bot for bot in bots if bot.package))


def variants_of(game: Game) -> list[VariantShown]:
    """The ways to play a game, the usual one first."""
    pack = pack_named(game.name)
    return pack.catalogue().variants() if isinstance(pack, BringsCatalogue) else [_only(game)]


def options_of(game: Game, language: str) -> Iterable[OptionShown]:
    """What a table of a game agrees on."""
    pack = pack_named(game.name)
    if isinstance(pack, BringsCatalogue):
        return pack.catalogue().options(language)
    return _plain_options(game, language)


# --- Games that do not describe themselves ---


def _only(game: Game) -> VariantShown:
    """The one way to play, for as many as the game allows."""
    numbers = [n for n in range(1, MOST_SEATS + 1) if _may_play(game, n)]
    return VariantShown("standard", numbers[0], numbers[-1])


def _may_play(game: Game, players: int) -> bool:
    """Whether a game can be played by so many, all else as usual."""
    try:
        game.check_options(convert({"players": players}, game.options_type))
    except (RealmsError, ValidationError):
        return False
    return True


def _plain_options(game: Game, language: str) -> Iterator[OptionShown]:
    """The fields of a game's options, each with what its type allows."""
    hints, known = get_type_hints(game.options_type, include_extras=True), _only(game)
    for field in fields(game.options_type):
        is_players = field.name == "players"
        kind, values = _values(hints[field.name])
        yield OptionShown(
            name=field.name,
            kind="number" if is_players else kind,
            values=(known.least, known.most) if is_players else values,
            default=known.least if field.default is NODEFAULT else field.default,
            about=_about(game.name, field.name, language),
        )


def _values(hint: Any) -> tuple[Literal["choice", "number", "text"], tuple[Any, ...]]:
    """What an option may be, by its type: a switch, a closed list, a number in bounds."""
    if hint is bool:
        return "choice", (False, True)
    if get_origin(hint) is Literal:
        return "choice", get_args(hint)
    bounds = [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Meta)]
    if bounds and bounds[0].ge is not None and bounds[0].le is not None:
        return "number", (bounds[0].ge, bounds[0].le)
    return "text", ()


def _about(game: str, option: str, language: str) -> str:
    """What an option means, from the messages of the game or of the program, or its name."""
    return say_or(f"{game}.option.{option}", language, say_or(f"option.{option}", language, option))
