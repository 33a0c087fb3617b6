"""Worker processes in which bots think, so that nobody else waits for them.

They speak lines of JSON over pipes. A worker is handed a re-deal, never the true state, and
keeps nothing. One that dies is replaced; what it was thinking about is thought again.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any

import msgspec

from realms.kernel.errors import Unreadable
from realms.tables.worker import Chosen, Thought

TRIES = 3
"""How often a thought is begun before it is given up for now."""
LONGEST = 60.0
"""Seconds after which a thought is taken for lost, and its worker with it."""


class Workers:
    """A few processes that think; each about one thing at a time."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.waiting = 0
        """Thoughts that are not yet answered."""
        self._idle: list[Process] = []
        self._places = asyncio.Semaphore(number)
        self._all: set[Process] = set()
        self._hiring: set[asyncio.Future[Process]] = set()

    async def think(self, thought: Thought) -> Any:
        """The move that a bot chooses."""
        return (await self.answer(thought)).move

    async def answer(self, thought: Thought) -> Chosen:
        """What a worker answers; begun again if it dies."""
        self.waiting += 1
        try:
            async with self._places:
                for _try in range(TRIES):
                    answer = await self._ask(thought)
                    if answer is not None:
                        if answer.error:
                            raise Unreadable("table/bot", reason=answer.error)
                        return answer
            raise Unreadable("table/bot", reason="worker")
        finally:
            self.waiting -= 1

    async def _ask(self, thought: Thought) -> Chosen | None:
        """One worker's answer; None if it died over it."""
        worker = self._idle.pop() if self._idle else await self._hire()
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(msgspec.json.encode(thought) + b"\n")
            await worker.stdin.drain()
            line = await asyncio.wait_for(worker.stdout.readline(), LONGEST)
            answer = msgspec.json.decode(line, type=Chosen)
        except (OSError, TimeoutError, msgspec.DecodeError):
            await self._dismiss(worker)
            return None
        except BaseException:
            await self._dismiss(worker)
            raise
        self._idle.append(worker)
        return answer

    async def _hire(self) -> Process:
        """A new worker; whoever waited for it may be gone when it comes."""
        command = (sys.executable, "-m", "realms.tables.worker")
        coming = asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        hiring = asyncio.ensure_future(coming)
        self._hiring.add(hiring)
        hiring.add_done_callback(self._hired)
        return await asyncio.shield(hiring)

    def _hired(self, hiring: asyncio.Future[Process]) -> None:
        self._hiring.discard(hiring)
        if not hiring.cancelled() and hiring.exception() is None:
            self._all.add(hiring.result())

    async def _dismiss(self, worker: Process) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()

    async def close(self) -> None:
        """Send all workers home, those who are only coming as well."""
        if self._hiring:
            await asyncio.wait([*self._hiring])
        self._idle.clear()
        for worker in [*self._all]:
            await self._dismiss(worker)
