"""A connection joins the head of an answer, lines of headers, and its body into one write."""

from __future__ import annotations

import asyncio
from typing import Any

from realms.web.connection import CONTINUE, JoinedTransport

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n"
LINES = b"x-frame-options: DENY\r\n"


class Written:
    """A transport that only notes what is written."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.writes.append(data)


def joined(*parts: bytes, lines: bytes = b"", has_body: bool = False) -> list[bytes]:
    """What is written of some parts in one turn, the lines added before the first of them."""
    return asyncio.run(_joined(parts, lines, has_body))


async def _joined(parts: tuple[bytes, ...], lines: bytes, has_body: bool) -> list[bytes]:
    transport: Any = Written()
    connection = JoinedTransport(transport, asyncio.get_running_loop())
    connection.add_to_head(lines, has_body)
    for part in parts:
        connection.write(part)
    await asyncio.sleep(0)
    return list(transport.writes)


def test_a_head_and_its_body_are_one_write() -> None:
    assert joined(HEAD, b"{}") == [HEAD + b"{}"]


def test_lines_end_the_head_and_no_other_part() -> None:
    whole = HEAD[:-2] + LINES + b"\r\n{}"
    assert joined(HEAD, b"{}", lines=LINES) == [whole]
    assert joined(HEAD, b"{}", b"more", lines=LINES) == [whole, b"more"]


def test_a_client_that_may_go_on_is_told_so_without_the_lines() -> None:
    go_on = CONTINUE + b"Continue\r\n\r\n"
    assert joined(go_on, HEAD, lines=LINES) == [go_on + HEAD[:-2] + LINES + b"\r\n"]


def test_a_head_without_a_body_is_written_at_the_end_of_the_turn() -> None:
    assert joined(HEAD, lines=LINES) == [HEAD[:-2] + LINES + b"\r\n"]


def test_a_head_that_has_a_body_waits_for_it_however_late() -> None:
    whole = HEAD[:-2] + LINES + b"\r\n"
    assert joined(HEAD, lines=LINES, has_body=True) == []
    assert joined(HEAD, b"{}", lines=LINES, has_body=True) == [whole + b"{}"]
    assert joined(HEAD, b"", lines=LINES, has_body=True) == [whole]
