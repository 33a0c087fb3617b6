"""Who plays while rules are not yet compiled: a search would think for minutes about a move.

What play needs is compiled first. The rules of some bots come later, in parts of their own; until
a bot's part is there, a level below it plays.
"""

from __future__ import annotations

from realms.bots.advice import Advice
from realms.bots.built_in import BuiltIn
from realms.bots.game_parts import bot_set
from realms.bots.levels import levels_of
from realms.bots.registry import LevelBot, bot_named, is_external
from realms.kernel.compiled.progress import is_part_prepared, rules_now
from realms.kernel.errors import RealmsError
from realms.kernel.game import Game, State
from realms.kernel.packs import game_names


def part_of_bot(name: str, game: str) -> str:
    """The part that a bot's rules are compiled in, `<game>-<part>`; empty for those of play."""
    bot = _built_in(name, game)
    part = bot_set(game).parts.get(bot.kind) if bot else None
    return f"{game}-{part}" if part else ""


def bot_parts() -> list[str]:
    """The parts that some bot of some game needs besides those of play."""
    parts = (f"{game}-{part}" for game in game_names() for part in bot_set(game).parts.values())
    return [*dict.fromkeys(parts)]


def needs_speed(name: str, game: str) -> bool:
    """Whether a bot is no good without compiled rules: it searches, in a game that has them."""
    bot = _built_in(name, game)
    return bot is not None and bool(numbers := bot_set(game).numbers) and bot.kind not in numbers


def is_bot_ready(name: str, game: str) -> bool:
    """Whether a bot can play now, as quickly as it is meant to."""
    if rules_now() != "compiled":
        return not needs_speed(name, game)
    part = part_of_bot(name, game)
    return not part or is_part_prepared(part)


def lighter_bot(name: str, game: str) -> str:
    """Who plays for a bot now: itself, or the strongest level below it that is ready."""
    if is_bot_ready(name, game):
        return name
    levels = [level.name for level in levels_of(game)]
    below = levels[: levels.index(name)] if name in levels else levels
    ready = [level for level in below if is_bot_ready(level, game)]
    return ready[-1] if ready else name


def light_advice(name: str, game: Game, position: State, seat: int, seed: str) -> list[Advice]:
    """The move that a lighter bot would make, as advice that promises nothing."""
    bot = bot_named(lighter_bot(name, game.name), game.name)
    return [Advice(bot.choose(game, position, seat, seed))]


def _built_in(name: str, game: str) -> BuiltIn | None:
    """The bot of ours that plays for a name; None for any other."""
    if is_external(name, game):
        return None
    try:
        bot = bot_named(name, game)
        bot = bot.played_by(game) if isinstance(bot, LevelBot) else bot
    except RealmsError:
        return None
    return bot if isinstance(bot, BuiltIn) else None
