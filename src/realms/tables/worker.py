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

from realms.bots import bot_named
from realms.games import game_named
from realms.kernel.errors import RealmsError


class Thought(Struct, frozen=True):
    """A position to think about."""

    game: str
    snapshot: bytes
    seat: int
    bot: str
    seed: str


class Chosen(Struct, frozen=True):
    """The move that a bot chose, as plain data; or why it could not."""

    move: Any = None
    error: str = ""


def think(thought: Thought) -> Chosen:
    """Let the bot choose."""
    try:
        game = game_named(thought.game)
        position = game.restore(thought.snapshot)
        move = bot_named(thought.bot).choose(game, position, thought.seat, thought.seed)
        return Chosen(msgspec.to_builtins(move))
    except RealmsError as error:
        return Chosen(error=error.code)


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
