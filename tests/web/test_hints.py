"""Hints over the web: refused with a sentence where there are too many; given up if unwanted."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from realms.fantasy.interface.view import PHASES as FANTASY_PHASES
from realms.kernel.text import LANGUAGES, say
from realms.medieval.interface.view import PHASES as MEDIEVAL_PHASES
from realms.tables.thinking.queue import ThinkingQueue
from realms.tables.thinking.quota import AT_ONCE, ThinkingQuota
from realms.tables.thinking.worker import BotAnswer, BotRequest, MoveAdvice
from realms.web.app import Application
from realms.web.game_lookup import decision_idea
from tests.tables.manual_clock import settle
from tests.tables.table_play import play, until
from tests.web.client import Client
from tests.web.pages.browser_client import Visitor, table_of
from tests.web.table_setup import Company, company, service_of

pytestmark = pytest.mark.anyio


class Thinker:
    """A worker that thinks until it may answer."""

    number = 1

    def __init__(self, *advice: MoveAdvice) -> None:
        self.asked: list[BotRequest] = []
        self.advice = advice
        self.may_answer = asyncio.Event()

    async def answer(self, request: BotRequest) -> BotAnswer:
        self.asked.append(request)
        await self.may_answer.wait()
        return BotAnswer(advice=self.advice)

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
    client.scope = lambda *arguments: scope(*arguments) | {"client": ("203.0.113.9", 1)}  # type: ignore[method-assign]
    return people, client, f"/tables/{people.id}/hint"


@pytest.mark.parametrize(("language", "words"), [("en", "a lot of hints"), ("es", "muchas pistas")])
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
    queue, thinker = queue_of(app), Thinker(MoveAdvice({"type": "draw"}))
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
    answer = await again
    assert answer.status == 200
    assert b"hint" in answer.body
    assert len(thinker.asked) == 2
    await busy
    assert people.id


@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_newcomers_read_the_idea_before_the_move(app: Application, game: str) -> None:
    queue, thinker = queue_of(app), Thinker()
    thinker.may_answer.set()
    queue.workers = thinker
    service, ada = service_of(app), Visitor(app)

    async def hint() -> str:
        table = table_of(await ada.send("/play", game=game, name="Ada"))
        opened = await service.load(table)
        while 0 not in opened.table.awaiting:
            await play(service, table, moves=1)
        answer = await ada.get(f"/tables/{table}/hint")
        assert answer.status == 200
        await play(service, table)
        return answer.body.decode()

    idea = say("web.table.hint_idea", "en")
    assert idea in await hint()
    assert idea not in await hint(), "they have finished a game"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
def test_every_kind_of_decision_has_its_idea(game: str, language: str) -> None:
    phases = {"fantasy": FANTASY_PHASES, "medieval": MEDIEVAL_PHASES}[game]
    ideas = {decision_idea(game, SimpleNamespace(phase=phase), language) for phase in phases}
    assert len(ideas) == len(phases)
