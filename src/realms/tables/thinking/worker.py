"""A worker process: reads positions as lines of JSON, writes moves as lines of JSON.

A position is a re-deal, so a worker never sees what its seat may not know. As long as the rules
of a bot are not compiled, a lighter one plays for it; as soon as they are, a worker goes over to
them, between two answers. A worker ends when its server does, in the middle of a thought:
a bot may think for ever.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import IO, Any

import msgspec
from msgspec import Struct

from realms.analysis import Advice, best_moves
from realms.bots import BotFailed, bot_named, is_external
from realms.bots.external import places_of
from realms.bots.lighter import is_bot_ready, light_advice, lighter_bot
from realms.kernel.compiled.progress import go_over_if_prepared
from realms.kernel.errors import RealmsError
from realms.kernel.games import game_named

NICE = 5
"""How far workers step back where cores are few: who waits for an answer to a move goes first."""


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
    """A code of ours, or the kind of what was raised."""
    fields: dict[str, Any] = {}
    """Of a bot that failed, what the log tells of it."""
    is_begun: bool = False
    """Whether this only says that a bot of another package begins to think now."""
    advice: tuple[MoveAdvice, ...] = ()
    """The best moves, best first, where advice was wanted."""


def answer_request(request: BotRequest, begin: Callable[[], None] = lambda: None) -> BotAnswer:
    """Let the bot choose a move, or advise; an error of ours is answered by its code.

    `begin` is called when a bot of another package is ready to think.
    """
    try:
        go_over_if_prepared()
        game = game_named(request.game)
        position = game.restore(request.snapshot)
        if request.language:
            arguments = (game, position, request.seat, request.seed)
            advice = (
                best_moves(*arguments, request.bot)
                if is_bot_ready(request.bot, game.name)
                else light_advice(request.bot, *arguments)
            )
            return BotAnswer(
                advice=tuple(_encode_advice(one, game.name, request.language) for one in advice)
            )
        bot = _bot(lighter_bot(request.bot, game.name), game.name)
        if is_external(request.bot, game.name):
            begin()
        move = bot.choose(game, position, request.seat, request.seed)
        return BotAnswer(msgspec.to_builtins(move))
    except BotFailed as error:
        return BotAnswer(error=error.code, fields=error.fields)
    except RealmsError as error:
        return BotAnswer(error=error.code)
    except Exception as error:
        return BotAnswer(error=type(error).__name__, fields={"at": places_of(error)})


def _bot(name: str, game: str) -> Any:
    """The bot of a seat, which may not be installed any more."""
    try:
        return bot_named(name, game)
    except BotFailed:
        raise
    except RealmsError as error:
        raise BotFailed("bot/unknown", name=name) from error


def _encode_advice(advice: Advice, game: str, language: str) -> MoveAdvice:
    return MoveAdvice(
        move=msgspec.to_builtins(advice.move),
        wins=advice.wins,
        win_error=advice.win_error,
        score=advice.score,
        reasons=tuple(reason.text(game, language) for reason in advice.reasons),
    )


def main() -> None:
    """Answer every line, as long as there is somebody who wants to know."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed at the server, which sends us home
    with contextlib.suppress(OSError):
        os.nice(NICE)
    decoder = msgspec.json.Decoder(BotRequest)
    requests, pipe = take_pipes()
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=read_requests, args=(requests, lines), daemon=True).start()

    def send(answer: BotAnswer) -> None:
        os.write(pipe, msgspec.json.encode(answer) + b"\n")

    with contextlib.suppress(BrokenPipeError):  # nobody wants to know any more
        while True:
            begin = partial(send, BotAnswer(is_begun=True))
            send(answer_request(decoder.decode(lines.get()), begin))


def read_requests(requests: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Hand on every line, and end the process when there are no more."""
    for line in requests:
        lines.put(line)
    os._exit(0)


def take_pipes() -> tuple[IO[bytes], int]:
    """Where requests come from and answers go to, which nothing else in this process can use.

    What bots print goes nowhere: in the pipe it would break the answers, and in the log of
    the server its lines of JSON, where it might tell a hand besides.
    """
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    pipe, nowhere = os.dup(sys.stdout.fileno()), os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    return requests, pipe


if __name__ == "__main__":
    main()
