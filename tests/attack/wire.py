"""A connection of HTTP/1.1 that costs its client little: whole answers, and lines of a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec import Struct

LONGEST = 2**20
"""Bytes that a line of a stream has at most."""


class Reply(Struct, frozen=True):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, as data."""
        return msgspec.json.decode(self.body)


class Wire:
    """A connection, opened when it is first needed, and again after it was lost."""

    def __init__(self, port: int, address: str = "") -> None:
        self.port, self.address = port, address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self,
        method: str,
        path: str,
        request_body: Any = None,
        secret: str = "",
        **headers: str,
    ) -> Reply:
        """Ask for something; bytes are sent as they are, else data as JSON."""
        body = (
            b""
            if request_body is None
            else request_body
            if type(request_body) is bytes
            else msgspec.json.encode(request_body)
        )
        reader, writer = await self._connected()
        try:
            writer.write(self._head(method, path, secret, headers, body) + body)
            return await _read_reply(reader)
        except BaseException:
            self.close()
            raise

    async def lines(self, path: str, secret: str = "", **headers: str) -> AsyncIterator[bytes]:
        """The lines of a stream, empty ones left out; ends when the server ends it."""
        reader, writer = await self._connected()
        writer.write(self._head("GET", path, secret, headers, b""))
        status, _headers = await _read_head(reader)
        if status != 200:
            raise ConnectionError(f"a stream was answered with {status}")
        held = b""
        while chunk := await _read_chunk(reader):
            *whole, held = (held + chunk).split(b"\n")
            for line in filter(None, whole):
                yield line

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=LONGEST)
        return self._streams

    def _head(
        self, method: str, path: str, secret: str, headers: dict[str, str], body: bytes
    ) -> bytes:
        fields = {"host": "localhost", "content-length": str(len(body))}
        if body:
            fields["content-type"] = "application/json"
        if self.address:
            fields["x-forwarded-for"] = self.address
        if secret:
            fields["authorization"] = f"Bearer {secret}"
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {fields[name]}" for name in fields)]
        return "\r\n".join([*lines, "", ""]).encode()

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first = await reader.readline()
    if not first:
        raise ConnectionResetError("the server hung up")
    headers: dict[str, str] = {}
    while line := (await reader.readline()).strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    return int(first.split()[1]), headers


async def _read_reply(reader: asyncio.StreamReader) -> Reply:
    status, headers = await _read_head(reader)
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Reply(status, headers, body)


async def _read_chunk(reader: asyncio.StreamReader) -> bytes:
    """A part of a stream; empty at its end."""
    size = await reader.readline()
    if not size.strip():
        return b""
    chunk = await reader.readexactly(int(size, 16))
    await reader.readline()
    return chunk
