"""An attacker: somebody at one address who asks as fast as the limits allow, and no faster.

It runs in a process of its own, which may step back for all others, so that what it costs is
not taken from the server and the victim's client: `python -m tests.attack.attacker NAME PORT
[aside]`. It prepares, says so by a line, attacks until its standard input ends, and tells as
JSON how it was answered.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
import uvloop

from realms.web.rate_limits import LIMITS, RateLimiter, request_kind
from tests.attack.attackers import attacker_named
from tests.attack.processor import step_back
from tests.attack.wire import Reply, Wire

ADDRESS = "203.0.113.7"
"""Where the attacker comes from, as a proxy on this machine would tell."""
ASIDE = "aside"
"""What an attacker is told that steps back for all others on this machine."""
AT_ONCE = 16
"""Requests that an attacker has under way at most."""
SOON = 0.02
"""Seconds after which an attacker who has used up its limit looks again."""


class Attacker:
    """Asks within the limits; `replies` counts the answers by status."""

    def __init__(self, port: int, address: str = ADDRESS) -> None:
        self.port, self.address = port, address
        self.replies: Counter[str] = Counter()
        self.hurries = False
        """Whether time is skipped: each request comes from an address of its own.

        It stands for an attacker who prepares for as long as the limits make it.
        """
        self._limiter = RateLimiter(LIMITS)
        self._idle: list[Wire] = []
        self._places = asyncio.Semaphore(AT_ONCE)
        self._others = itertools.count()

    async def ask(
        self, method: str, path: str, body: Any = None, secret: str = "", **headers: str
    ) -> Reply:
        """Ask as soon as the limits allow; who is told to wait waits."""
        kind = request_kind(method, path.partition("?")[0])
        async with self._places:
            while True:
                while not self.hurries and self._limiter.wait(self.address, kind):
                    await asyncio.sleep(SOON)
                reply = await self._send(method, path, body, secret, headers)
                if reply is None:
                    await asyncio.sleep(SOON)
                elif reply.status != 429:
                    return reply
                else:
                    await asyncio.sleep(float(reply.headers.get("retry-after", "1")))

    async def _send(
        self, method: str, path: str, body: Any, secret: str, headers: dict[str, str]
    ) -> Reply | None:
        """One answer; None where the connection was lost."""
        wire = self._idle.pop() if self._idle else Wire(self.port)
        wire.address = self._next_address() if self.hurries else self.address
        try:
            reply = await wire.ask(method, path, body, secret, **headers)
        except (OSError, asyncio.IncompleteReadError):
            self.replies["lost"] += 1
            return None
        self._idle.append(wire)
        self.replies[str(reply.status)] += 1
        return reply

    def _next_address(self) -> str:
        number = next(self._others)
        return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

    async def repeat(
        self, act: Callable[[int], Awaitable[Any]], times: int | None = None, at_once: int = AT_ONCE
    ) -> None:
        """Do something again and again, several at once, so many times or for ever."""
        numbers = itertools.count() if times is None else iter(range(times))

        async def work() -> None:
            for number in numbers:
                await act(number)

        await asyncio.gather(*(work() for _ in range(at_once)))

    async def open_table(self, **terms: Any) -> tuple[str, str]:
        """Open a table and sit down at it; its path and the secret of the seat."""
        opened = await self.ask("POST", "/api/tables", {"name": "Mallory", **terms})
        return f"/api/tables/{opened.json['id']}", opened.json["secret"]

    async def sit(self, path: str, name: str) -> str:
        """Take another seat; its secret."""
        secret: str = (await self.ask("POST", f"{path}/seats", {"name": name})).json["secret"]
        return secret


async def run(name: str, port: int) -> None:
    """Prepare, say so, and attack until the standard input ends."""
    attacker, module = Attacker(port), attacker_named(name)
    attacker.hurries = True
    prepared = await module.prepare(attacker) if hasattr(module, "prepare") else None
    attacker.hurries = False
    attacker.replies.clear()
    _tell("ready")
    arguments = () if prepared is None else (prepared,)
    attack = asyncio.ensure_future(module.attack(attacker, *arguments))
    ended = asyncio.ensure_future(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([attack, ended], return_when=asyncio.FIRST_COMPLETED)
    if attack.done():
        attack.result()  # an attacker that breaks down says why
        await ended
    attack.cancel()
    with suppress(asyncio.CancelledError):
        await attack
    _tell(msgspec.json.encode(attacker.replies).decode())


def _tell(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if ASIDE in sys.argv[3:]:
        step_back()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(sys.argv[1], int(sys.argv[2])))
