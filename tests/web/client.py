"""A client of the application inside this process: whole answers, and streams as they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def cookies(self) -> dict[str, str]:
        values = [v.decode() for name, v in self.headers if name.lower() == b"set-cookie"]
        return {key: m.value for one in values for key, m in SimpleCookie(one).items()}


class Client:
    """Somebody who asks, with a secret or without."""

    def __init__(self, app: Any, secret: str | None = None, **headers: str) -> None:
        self.app = app
        fields = {"host": "test", **headers}
        if secret:
            fields["authorization"] = f"Bearer {secret}"
        self.headers = [(k.replace("_", "-").encode(), v.encode()) for k, v in fields.items()]

    def scope(self, method: str, path: str, body: bytes) -> dict[str, Any]:
        path, _, query = path.partition("?")
        headers = [*self.headers, (b"content-length", str(len(body)).encode())]
        if body and not any(name == b"content-type" for name, _ in headers):
            headers.append((b"content-type", b"application/json"))
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": None,
            "server": ("test", 80),
            "state": {},
        }

    async def ask(self, method: str, path: str, request_body: Any = None) -> Answer:
        body = (
            b""
            if request_body is None
            else request_body
            if type(request_body) is bytes
            else msgspec.json.encode(request_body)
        )
        parts: list[bytes] = []
        start: dict[str, Any] = {}
        waiting = [{"type": "http.request", "body": body, "more_body": False}]
        answered = asyncio.Event()

        async def receive() -> Any:
            if waiting:
                return waiting.pop()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    answered.set()

        await self.app(self.scope(method, path, body), receive, send)
        headers = tuple(sorted((bytes(k), bytes(v)) for k, v in start["headers"]))
        return Answer(start["status"], headers, b"".join(parts))

    async def send_form(self, path: str, fields: dict[str, str]) -> Answer:
        """Send a form as a page does."""
        kind = (b"content-type", b"application/x-www-form-urlencoded")
        other = Client(self.app)
        other.headers = [*self.headers, kind]
        return await other.ask("POST", path, urlencode(fields).encode())

    async def get(self, path: str) -> Answer:
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any = None) -> Answer:
        return await self.ask("POST", path, body)

    @asynccontextmanager
    async def stream(self, path: str) -> AsyncIterator[Stream]:
        stream = Stream()
        task = asyncio.create_task(self.app(self.scope("GET", path, b""), stream.hear, stream.take))
        task.add_done_callback(lambda _done: stream.chunks.put_nowait(None))
        try:
            yield stream
        finally:
            stream.gone.set()
            await asyncio.wait_for(task, 120)


class Far(Client):
    """Somebody who comes from an address."""

    address = "8.8.8.8"

    def scope(self, method: str, path: str, body: bytes) -> dict[str, Any]:
        return super().scope(method, path, body) | {"client": (self.address, 1)}


class Stream:
    """An answer that goes on."""

    def __init__(self) -> None:
        self.chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.start: dict[str, Any] = {}
        self.is_heard = False

    async def hear(self) -> Any:
        if not self.is_heard:
            self.is_heard = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def take(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            return
        if message.get("body"):
            self.chunks.put_nowait(message["body"])
        if not message.get("more_body"):
            self.gone.set()  # as a server does when the answer is whole

    async def next(self) -> bytes | None:
        """The next part of it; None when it has ended."""
        return await asyncio.wait_for(self.chunks.get(), 120)


async def first_of(client: Client, path: str) -> tuple[int, bytes | None]:
    """How a stream begins."""
    async with client.stream(path) as stream:
        part = await stream.next()
        return stream.start["status"], part
