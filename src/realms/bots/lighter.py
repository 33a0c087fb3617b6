"""Who plays while rules are not yet compiled: a search would think for minutes about a move."""

from __future__ import annotations

from functools import cache

from realms.bots.advice import Advice
from realms.bots.built_in import BuiltIn
from realms.bots.game_parts import bot_set
from realms.bots.levels import levels_of
from realms.bots.registry import LevelBot, bot_named, is_external
from realms.kernel.errors import RealmsError
from realms.kernel.game import Game, State


def needs_speed(name: str, game: str) -> bool:
    """Whether a bot is no good without compiled rules: it searches, in a game that has them."""
    if not bot_set(game).numbers or is_external(name, game):
        return False
    try:
        bot = bot_named(name, game)
    except RealmsError:
        return False
    bot = bot.played_by(game) if isinstance(bot, LevelBot) else bot
    return isinstance(bot, BuiltIn) and bot.kind not in bot_set(game).numbers


@cache
def lighter_level(game: str) -> str:
    """The strongest level that plays well without compiled rules; empty where there is none."""
    light = [level.name for level in levels_of(game) if not needs_speed(level.name, game)]
    return light[-1] if light else ""


def light_advice(name: str, game: Game, position: State, seat: int, seed: str) -> list[Advice]:
    """The move that a lighter bot would make, as advice that promises nothing."""
    bot = bot_named(lighter_bot(name, game.name), game.name)
    return [Advice(bot.choose(game, position, seat, seed))]


def lighter_bot(name: str, game: str) -> str:
    """Who plays for a bot while rules are not compiled: itself, if that is quick enough."""
    return (needs_speed(name, game) and lighter_level(game)) or name
