"""A worker process: reads positions as lines of JSON, writes moves as lines of JSON.

A position is a re-deal, so a worker never sees what its seat may not know.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Any

import msgspec
from msgspec import Struct

from realms.bots import Advice, bot_named
from realms.kernel.errors import RealmsError
from realms.kernel.games import game_named


class Thought(Struct, frozen=True):
    """A position to think about."""

    game: str
    snapshot: bytes
    seat: int
    bot: str
    seed: str
    language: str = ""
    """Where advice is wanted, the language of its reasons."""


class Advised(Struct, frozen=True):
    """A move as plain data, what it promises, and why, in words."""

    move: Any
    wins: tuple[float, ...] = ()
    win_error: float = 0.0
    score: float | None = None
    reasons: tuple[str, ...] = ()


class Chosen(Struct, frozen=True):
    """The move that a bot chose, as plain data; or why it could not."""

    move: Any = None
    error: str = ""
    advice: tuple[Advised, ...] = ()
    """The best moves, best first, where advice was wanted."""


def think(thought: Thought) -> Chosen:
    """Let the bot choose, or advise."""
    try:
        game = game_named(thought.game)
        position = game.restore(thought.snapshot)
        bot = bot_named(thought.bot, game.name)
        if thought.language:
            advice = bot.advise(game, position, thought.seat, thought.seed)
            return Chosen(
                advice=tuple(_advised(one, game.name, thought.language) for one in advice)
            )
        move = bot.choose(game, position, thought.seat, thought.seed)
        return Chosen(msgspec.to_builtins(move))
    except RealmsError as error:
        return Chosen(error=error.code)


def _advised(advice: Advice, game: str, language: str) -> Advised:
    return Advised(
        move=msgspec.to_builtins(advice.move),
        wins=advice.wins,
        win_error=advice.win_error,
        score=advice.score,
        reasons=tuple(reason.told(game, language) for reason in advice.reasons),
    )


def main() -> None:
    """Think about every line, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed at the server, which sends us home
    decoder = msgspec.json.Decoder(Thought)
    with contextlib.suppress(BrokenPipeError):  # nobody wants to know any more
        for line in sys.stdin.buffer:
            answer = msgspec.json.encode(think(decoder.decode(line))) + b"\n"
            os.write(sys.stdout.fileno(), answer)


if __name__ == "__main__":
    main()
