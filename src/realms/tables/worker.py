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

from realms.analysis import Advice, best_moves
from realms.bots import bot_named
from realms.kernel.errors import RealmsError
from realms.kernel.games import game_named


class BotRequest(Struct, frozen=True):
    """A position for a bot to decide, or to give advice on."""

    game: str
    snapshot: bytes
    seat: int
    bot: str
    seed: str
    language: str = ""
    """Where advice is wanted, the language of its reasons."""


class MoveAdvice(Struct, frozen=True):
    """A move as plain data, what it promises, and why, in words."""

    move: Any
    wins: tuple[float, ...] = ()
    win_error: float = 0.0
    score: float | None = None
    reasons: tuple[str, ...] = ()


class BotAnswer(Struct, frozen=True):
    """The move that a bot chose, as plain data; or why it could not."""

    move: Any = None
    error: str = ""
    advice: tuple[MoveAdvice, ...] = ()
    """The best moves, best first, where advice was wanted."""


def answer_request(request: BotRequest) -> BotAnswer:
    """Let the bot choose a move, or advise; an error of ours is answered by its code."""
    try:
        game = game_named(request.game)
        position = game.restore(request.snapshot)
        if request.language:
            advice = best_moves(game, position, request.seat, request.seed, request.bot)
            return BotAnswer(
                advice=tuple(_encode_advice(one, game.name, request.language) for one in advice)
            )
        bot = bot_named(request.bot, game.name)
        move = bot.choose(game, position, request.seat, request.seed)
        return BotAnswer(msgspec.to_builtins(move))
    except RealmsError as error:
        return BotAnswer(error=error.code)


def _encode_advice(advice: Advice, game: str, language: str) -> MoveAdvice:
    return MoveAdvice(
        move=msgspec.to_builtins(advice.move),
        wins=advice.wins,
        win_error=advice.win_error,
        score=advice.score,
        reasons=tuple(reason.text(game, language) for reason in advice.reasons),
    )


def main() -> None:
    """Answer every line, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed at the server, which sends us home
    decoder = msgspec.json.Decoder(BotRequest)
    with contextlib.suppress(BrokenPipeError):  # nobody wants to know any more
        for line in sys.stdin.buffer:
            answer = msgspec.json.encode(answer_request(decoder.decode(line))) + b"\n"
            os.write(sys.stdout.fileno(), answer)


if __name__ == "__main__":
    main()
