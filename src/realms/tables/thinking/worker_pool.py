"""A pool of worker processes in which bots think, so that nobody else waits for them.

They speak lines of JSON over pipes. A worker is handed a re-deal, never the true state, and
keeps nothing. One that dies is replaced; its request is sent again, unless it was for a bot of
another package, of which it is told that it failed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from importlib.metadata import EntryPoint
from typing import Any

import msgspec

from realms.bots import BotFailed, is_external
from realms.bots.external import failure, others
from realms.kernel.errors import RealmsError, Unreadable
from realms.tables.thinking.worker import BotAnswer, BotRequest

TRIES = 3
"""How often a request is sent before it is given up for now."""
LONGEST = 60.0
"""Seconds after which a request is taken for lost, and its worker with it."""
PATIENCE = 15.0
"""Seconds that a bot of another package may think, unless `REALMS_BOT_SECONDS` says otherwise."""


def bot_seconds() -> float:
    """Seconds that a bot of another package may think about a move."""
    try:
        return max(float(os.environ.get("REALMS_BOT_SECONDS", PATIENCE)), 0.1)
    except ValueError:
        return PATIENCE


class WorkerPool:
    """A few processes; each answers one request at a time."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.patience = bot_seconds()
        self.waiting = 0
        """Requests that are not yet answered."""
        self._idle: list[Process] = []
        self._places = asyncio.Semaphore(number)
        self._all: set[Process] = set()
        self._spawning: set[asyncio.Future[Process]] = set()

    async def choose(self, request: BotRequest) -> Any:
        """The move that a bot chooses."""
        return (await self.answer(request)).move

    async def answer(self, request: BotRequest) -> BotAnswer:
        """What a worker answers; sent again if it dies. Raises `Unreadable` if none can.

        Of a bot of another package it raises `BotFailed`.
        """
        is_other = not request.language and is_external(request.bot, request.game)
        self.waiting += 1
        try:
            async with self._places:
                for _try in range(1 if is_other else TRIES):
                    answer = await self._ask(request)
                    if answer is not None:
                        return check_answer(answer)
            if is_other:
                raise failure("gone", _point(request))
            raise Unreadable("table/bot", reason="worker")
        finally:
            self.waiting -= 1

    async def warm(self, request: BotRequest) -> None:
        """Start the workers that are missing, and let each load what a request takes."""
        while len(self._all) + len(self._spawning) < self.number:
            async with self._places:
                with contextlib.suppress(RealmsError):
                    await self._ask(request, await self._spawn())

    async def _ask(self, request: BotRequest, worker: Process | None = None) -> BotAnswer | None:
        """One worker's answer, an idle one's unless told; None if it died over it."""
        if worker is None:
            worker = self._idle.pop() if self._idle else await self._spawn()
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(msgspec.json.encode(request) + b"\n")
            await worker.stdin.drain()
            answer = await _read_answer(worker.stdout, LONGEST)
            if answer.is_begun:
                try:
                    answer = await _read_answer(worker.stdout, self.patience)
                except TimeoutError:
                    await self._kill(worker)
                    raise failure("slow", _point(request)) from None
        except BotFailed:
            raise
        except (OSError, TimeoutError, msgspec.DecodeError):
            await self._kill(worker)
            return None
        except BaseException:
            await self._kill(worker)
            raise
        self._idle.append(worker)
        return answer

    async def _spawn(self) -> Process:
        """A new worker; whoever waited for it may be gone when it comes."""
        command = (sys.executable, "-m", "realms.tables.thinking.worker")
        coming = asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        spawning = asyncio.ensure_future(coming)
        self._spawning.add(spawning)
        spawning.add_done_callback(self._add_spawned)
        return await asyncio.shield(spawning)

    def _add_spawned(self, spawning: asyncio.Future[Process]) -> None:
        self._spawning.discard(spawning)
        if not spawning.cancelled() and spawning.exception() is None:
            self._all.add(spawning.result())

    async def _kill(self, worker: Process) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()

    async def close(self) -> None:
        """Send all workers home, those who are only coming as well."""
        if self._spawning:
            await asyncio.wait([*self._spawning])
        self._idle.clear()
        for worker in [*self._all]:
            await self._kill(worker)


def _point(request: BotRequest) -> EntryPoint:
    """Where the package is that a request's bot is of."""
    return others()[request.bot.partition(":")[0]]


async def _read_answer(pipe: asyncio.StreamReader, longest: float) -> BotAnswer:
    """The next line of a worker; raises `TimeoutError` if it takes too long."""
    line = await asyncio.wait_for(pipe.readline(), longest)
    return msgspec.json.decode(line, type=BotAnswer)


def check_answer(answer: BotAnswer) -> BotAnswer:
    """The answer of a worker; raises `BotFailed` or `Unreadable` where it is an error."""
    if answer.error.startswith("bot/"):
        raise BotFailed(answer.error, **answer.fields)
    if answer.error:
        raise Unreadable("table/bot", reason=answer.error, **answer.fields)
    return answer
