"""Streams: the whole view first, again after every change, and only to whom it may concern."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from realms.web.api import streams
from realms.web.app import Application
from tests.web.client import Client, Stream
from tests.web.table_setup import FANTASY, company, service_of

pytestmark = pytest.mark.anyio


async def line(stream: Stream) -> Any:
    part = await stream.next()
    assert part is not None, "the stream has ended"
    assert part.endswith(b"\n")
    assert part.count(b"\n") == 1
    return msgspec.json.decode(part)


async def event(stream: Stream) -> tuple[int, Any]:
    part = await stream.next()
    assert part is not None, "the stream has ended"
    head, kind, data, *rest = part.split(b"\n")
    assert (kind, rest) == (b"event: table", [b"", b""])
    return int(head.removeprefix(b"id: ")), msgspec.json.decode(data.removeprefix(b"data: "))


async def test_lines_are_the_whole_view_now_and_after_each_change(app: Application) -> None:
    people = await company(app, FANTASY)
    async with people.at[0].stream(f"{people.path}/stream?as=lines") as stream:
        assert await line(stream) == await people.look(0)
        assert (b"content-type", b"application/x-ndjson") in stream.start["headers"]
        for _ in range(4):
            assert (await people.move()).status == 200
            assert await line(stream) == await people.look(0)
        await people.at[1].post(f"{people.path}/lines", {"text": "Hm."})
        assert (await line(stream))["lines"][0]["text"] == "Hm."


async def test_events_carry_where_the_table_is(app: Application) -> None:
    people = await company(app, FANTASY)
    async with people.nobody.stream(f"{people.path}/stream") as stream:
        seq, seen = await event(stream)
        assert (seq, seen) == (seen["seq"], await people.look())
        assert stream.start["status"] == 200
        assert dict(stream.start["headers"])[b"content-type"].startswith(b"text/event-stream")
        await people.move()
        following, seen = await event(stream)
        assert following == seen["seq"] == seq + 1


async def test_who_comes_back_has_the_whole_view_whatever_was_missed(app: Application) -> None:
    people = await company(app, FANTASY)
    for last in ("0", "3", "999", "nonsense"):
        await people.move()
        client = Client(app, people.secrets[0], last_event_id=last)
        async with client.stream(f"{people.path}/stream") as stream:
            assert (await event(stream))[1] == await people.look(0)


async def test_everybody_is_told_what_is_theirs(app: Application) -> None:
    people = await company(app, FANTASY)
    path = f"{people.path}/stream?as=lines"
    async with (
        people.at[0].stream(path) as ada,
        people.at[1].stream(path) as bob,
        people.nobody.stream(path) as nobody,
    ):
        for _ in range(6):
            seen = [await line(stream) for stream in (ada, bob, nobody)]
            assert [one["seat"] for one in seen] == [0, 1, None]
            assert seen == [await people.look(seat) for seat in (0, 1, None)]
            await people.move()


async def test_a_silent_stream_shows_that_it_is_alive(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.02)
    people = await company(app, FANTASY)
    for kind, beat in (("lines", b"\n"), ("sse", b": still here\n\n")):
        async with people.at[0].stream(f"{people.path}/stream?as={kind}") as stream:
            await stream.next()
            assert [await stream.next() for _ in range(3)] == [beat] * 3


async def test_who_leaves_a_seat_no_longer_sees_through_its_eyes(app: Application) -> None:
    people = await company(app, FANTASY, start=False)
    async with people.at[0].stream(f"{people.path}/stream?as=lines") as stream:
        assert (await line(stream))["seat"] == 0
        await people.at[0].ask("DELETE", f"{people.path}/seats")
        await people.nobody.post(f"{people.path}/seats", {"name": "Zoe"})
        await people.at[1].post(f"{people.path}/start")
        assert await stream.next() is None, "the seat is somebody else's now"


async def test_who_looked_before_the_deal_does_not_watch_where_nobody_may(
    app: Application,
) -> None:
    people = await company(app, FANTASY, start=False, watched=False)
    async with people.nobody.stream(f"{people.path}/stream?as=lines") as stream:
        assert (await line(stream))["status"] == "open"
        await people.at[0].post(f"{people.path}/start")
        assert await stream.next() is None


async def test_nothing_is_left_of_a_stream_that_was_closed(app: Application) -> None:
    people = await company(app, FANTASY)
    listeners = (await service_of(app).load(people.id)).listeners
    async with people.at[0].stream(f"{people.path}/stream") as stream:
        await stream.next()
        assert len(listeners) == 1
    for _ in range(6000):
        if not listeners:
            return
        await asyncio.sleep(0.01)
    pytest.fail("somebody still listens")


async def test_streams_that_cannot_be(app: Application) -> None:
    people = await company(app, FANTASY)
    wrong = await people.at[0].get(f"{people.path}/stream?as=tea")
    assert (wrong.status, wrong.json["code"]) == (400, "web/request")
