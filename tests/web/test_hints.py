"""Hints over the web: refused with a sentence where there are too many; given up if unwanted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.quota import AT_ONCE, ThinkingQuota
from realms.tables.thinking.worker import BotAnswer, BotRequest, MoveAdvice
from realms.web.app import Application
from tests.tables.manual_clock import settle
from tests.tables.playing import until
from tests.web.asking import Client
from tests.web.sitting import Company, company

pytestmark = pytest.mark.anyio


class Thinker:
    """A worker that thinks until it may answer."""

    number = 1

    def __init__(self) -> None:
        self.asked: list[BotRequest] = []
        self.may_answer = asyncio.Event()

    async def answer(self, request: BotRequest) -> BotAnswer:
        self.asked.append(request)
        await self.may_answer.wait()
        return BotAnswer(advice=(MoveAdvice({"type": "draw"}),))

    async def warm(self, request: BotRequest) -> None:
        pass


def queue_of(app: Any) -> ThinkingQueue:
    queue: ThinkingQueue = app.queue
    return queue


async def asker(app: Application) -> tuple[Company, Client, str]:
    """Somebody who may ask for a hint, from an address."""
    people = await company(app)
    seat = (await people.look())["awaiting"][0]
    client = Client(app, people.secrets[seat])
    scope = client.scope
    client.scope = lambda *told: scope(*told) | {"client": ("203.0.113.9", 1)}  # type: ignore[method-assign]
    return people, client, f"/tables/{people.id}/hint"


@pytest.mark.parametrize(("language", "words"), [("en", "many hints"), ("es", "muchas pistas")])
async def test_who_had_many_hints_is_told_when_to_have_the_next(
    app: Application, language: str, words: str
) -> None:
    queue = queue_of(app)
    queue.workers, queue.quota = Thinker(), ThinkingQuota()
    _people, client, path = await asker(app)
    queue.quota.charge("203.0.113.9", 2 * AT_ONCE)
    refused = await client.get(f"{path}?lang={language}")
    assert (refused.status, refused.json["code"]) == (429, "table/hint_quota")
    assert words in refused.json["sentence"]
    wait = int(dict(refused.headers)[b"retry-after"])
    assert str(wait) in refused.json["sentence"]
    client.headers.append((b"accept", b"text/html"))
    page = await client.get(f"{path}?lang={language}")
    assert page.status == 429
    assert words.encode() in page.body


async def test_a_hint_is_told_and_one_that_nobody_waits_for_is_given_up(app: Application) -> None:
    queue, thinker = queue_of(app), Thinker()
    queue.workers = thinker
    people, client, path = await asker(app)
    busy = asyncio.ensure_future(
        queue.hint("elsewhere", "", BotRequest("fantasy", b"", 0, "squire", ""))
    )
    await settle()
    async with client.stream(path) as stream:
        await until(lambda: queue.waiting == 2)
    assert stream.start["status"] == 400
    assert queue.waiting == 1, "they went away"
    again = asyncio.ensure_future(client.get(path))
    await until(lambda: queue.waiting == 2)
    thinker.may_answer.set()
    told = await again
    assert told.status == 200
    assert b"hint" in told.body
    assert len(thinker.asked) == 2
    await busy
    assert people.id
