"""Tables that are not in memory: loaded beside the event loop, for who asked, at their cost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from realms.tables.caching.offload import ASKING
from realms.tables.caching.table_cache import TableCache
from realms.web.admission.executor import LimitedExecutor
from realms.web.app import Application
from realms.web.rate_limits import LIMITS, WORK, Limit, RateLimiter
from tests.web.client import Far
from tests.web.table_setup import Company, company, service_of

pytestmark = pytest.mark.anyio

STANDING = 100.0
"""Where the clock of a test stands."""


@pytest.fixture
async def away(app: Application) -> Company:
    """A finished game that is on disk only, at a server with limits."""
    people = await company(app)
    await people.finish()
    service_of(app).cache._tables.clear()
    app.requests.limiter = RateLimiter(LIMITS, clock=lambda: STANDING)
    return people


def cost(app: Application, client: str = "8.8.8.8") -> float:
    """What a client was charged, in seconds."""
    limiter = app.requests.limiter
    assert limiter is not None
    return (limiter._until.get((client, WORK), STANDING) - STANDING) * LIMITS[WORK].rate


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who had work done beside the event loop, piece by piece."""
    done: list[str] = []
    run = LimitedExecutor._run

    async def noted(self: LimitedExecutor, scope: Any, work: Callable[[], Any]) -> Any:
        done.append(scope["client"][0])
        return await run(self, scope, work)

    monkeypatch.setattr(LimitedExecutor, "_run", noted)
    return done


@pytest.mark.parametrize("by", ["reading", "a move"])
async def test_who_asks_for_a_table_pays_for_its_loading(
    app: Application, away: Company, pieces: list[str], by: str
) -> None:
    async def ask() -> None:
        if by == "reading":
            assert (await Far(app).get(away.path)).status == 200
        else:
            move = {"move": {"type": "draw"}, "seq": 1}
            far = Far(app, away.secrets[0])
            assert (await far.post(f"{away.path}/moves", move)).status == 409

    await ask()
    assert pieces == ["8.8.8.8"]
    loaded = cost(app)
    await ask()
    assert pieces == ["8.8.8.8"], "the second time it is in memory"
    assert 0 < cost(app) - loaded < loaded


async def test_who_has_used_up_their_budget_loads_nothing_more(
    app: Application, away: Company
) -> None:
    """Of one client one table after the other; not when the first has used up the budget."""
    others = [await company(app) for _ in range(3)]
    service_of(app).cache._tables.clear()
    limits = {**LIMITS, WORK: Limit(0.001, 0.000_001)}
    app.requests.limiter = RateLimiter(limits, clock=lambda: STANDING)
    far = [Far(app).get(people.path) for people in (away, *others)]
    answers = await asyncio.gather(*far)
    assert sorted(answer.status for answer in answers) == [200, 429, 429, 429]
    assert len(service_of(app).cache.all()) == 1


async def test_nobody_waits_for_who_asked_for_the_same_table_before(
    app: Application, away: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, replay = threading.Event(), TableCache._replay

    def held(self: TableCache, cached: Any, rows: Any) -> Any:
        asking = ASKING.get()
        if threading.current_thread() is not threading.main_thread() and not gate.is_set():
            if not slow:
                slow.append(asking)
                gate.wait()
        return replay(self, cached, rows)

    slow: list[Any] = []
    monkeypatch.setattr(TableCache, "_replay", held)
    first = asyncio.ensure_future(Far(app).get(away.path))
    while not slow:
        await asyncio.sleep(0.001)
    other = Far(app)
    other.address = "8.8.4.4"
    assert (await other.get(away.path)).status == 200
    assert not first.done()
    gate.set()
    assert (await first).status == 200
    assert len(service_of(app).cache.all()) == 1, "one of the two was taken over"


async def test_what_nobody_asked_for_is_loaded_in_slices(
    app: Application, away: Company, pieces: list[str]
) -> None:
    await service_of(app).load(away.id)
    assert pieces == []


async def test_a_stranger_at_the_table_keeps_nobody_who_plays_waiting(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown secret could be of a seat that another process has just seen taken."""
    people = await company(app)
    service = service_of(app)
    cached = await service.load(people.id)
    reads: list[int] = []
    entries = service.log.entries

    async def counted(id_: str, after: int = 0) -> Any:
        reads.append(after)
        return await entries(id_, after)

    monkeypatch.setattr(service.log, "entries", counted)
    for is_alone, most in ((True, 0), (False, 2)):
        monkeypatch.setattr(type(service.log), "is_alone", is_alone)
        reads.clear()
        async with cached.lock:  # somebody's move is being committed
            strangers = [Far(app, f"{number:032}").get(people.path) for number in range(40)]
            moves = [
                Far(app, f"{number:032}").post(f"{people.path}/moves", {"move": {}, "seq": 1})
                for number in range(40)
            ]
            answers = await asyncio.gather(*strangers, *moves)
        assert {answer.status for answer in answers} == {200, 403}
        assert len(reads) <= most, "once for all who ask meanwhile, and once for who came later"
    assert (await people.move()).status == 200
