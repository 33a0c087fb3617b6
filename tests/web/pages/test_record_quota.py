"""There is an end to the records that a client may have kept, and to those kept at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.di import Provide

from realms.tables import service as tables
from realms.tables.service import HOUR
from realms.web.app import Application, create_app
from realms.web.pages.replay.record_quota import DAY, RecordQuota
from realms.web.rate_limits import LIMITS
from tests.tables.table_play import refused
from tests.web.client import Far
from tests.web.pages.browser_client import Visitor, header
from tests.web.table_setup import service_of

pytestmark = pytest.mark.anyio

GOLDENS = Path(__file__).parents[2] / "goldens"
RECORD = (GOLDENS / "short-standard-game.realms").read_text("utf-8")


async def test_a_day_has_an_end_by_number_and_by_size() -> None:
    now = [0.0]
    quota = RecordQuota(records=3, size=100, clock=lambda: now[0])
    for _ in range(3):
        quota.check(["a"], 10)
        quota.count(["a"], 10)
    with refused("web/records"):
        quota.check(["a"], 1)
    with refused("web/records"):
        quota.check(["b", "a"], 1)  # a player who moved, an address that was used by others
    quota.check(["b"], 100)
    with refused("web/records"):
        quota.check(["b"], 101)
    now[0] += DAY
    quota.check(["a"], 100)


async def test_what_is_remembered_is_bounded() -> None:
    quota = RecordQuota(most=10)
    for number in range(100):
        quota.count([str(number)], 1)
    assert len(quota) == 10


async def test_a_client_is_told_to_come_back_tomorrow(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'realms.sqlite'}", 1, limits=LIMITS)
    provide = app.dependencies["quota"]
    assert isinstance(provide, Provide)
    provide.dependency().records = 2
    async with app.lifespan():
        for language, word in (("en", ""), ("en", ""), ("en", "tomorrow"), ("es", "mañana")):
            visitor = Visitor(app, language)
            broken = await visitor.send("/replays", text="nothing")
            assert broken.status == (429 if word else 422), "what is not kept does not count"
            answer = await visitor.send("/replays", text=RECORD)
            assert answer.status == (429 if word else 303)
            assert word in answer.body.decode()


async def test_who_has_many_networks_is_one_site(tmp_path: Path) -> None:
    """A place with IPv6 has a network of 48 bits, and 65,536 clients in it."""
    app = create_app(f"sqlite:///{tmp_path / 'realms.sqlite'}", 1, limits=LIMITS)
    provide = app.dependencies["quota"]
    assert isinstance(provide, Provide)
    provide.dependency().records = 2
    head = b'--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n'
    body = head + RECORD.encode() + b"\r\n--x--\r\n"
    statuses = []
    async with app.lifespan():
        for network in ("2001:db8:7:1", "2001:db8:7:2", "2001:db8:7:3", "2001:db8:8:3"):
            visitor = Far(app, content_type="multipart/form-data; boundary=x")
            visitor.address = f"{network}::9"
            statuses.append((await visitor.post("/replays", body)).status)
    assert statuses == [303, 303, 429, 303]


async def test_where_there_are_enough_records_those_make_room_that_nobody_looks_at(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever brings many along does not close the shelf for all others."""
    monkeypatch.setattr(tables, "MOST_RECORDS", 3)
    monkeypatch.setattr(tables, "DROPPED", 1)
    service, visitor = service_of(app), Visitor(app)
    now = [service.clock()]
    service.clock = lambda: now[0]

    async def bring() -> str:
        brought = await visitor.send("/replays", text=RECORD)
        assert brought.status == 303
        return header(brought, "location")

    async def is_there(place: str) -> bool:
        return (await service.log.load_record(place.rpartition("/")[2])) is not None

    first, second, third = [await bring() for _ in range(3)]
    full = await visitor.send("/replays", text=RECORD)
    assert full.status == 503, "all of them are of today"
    assert "Try again tomorrow" in full.body.decode()
    now[0] += DAY * 1000 - 1
    assert (await visitor.get(first)).status == 200
    now[0] += 1000
    fourth = await bring()
    assert [await is_there(one) for one in (first, second, third, fourth)] == [
        True, False, True, True,
    ]  # fmt: skip
    assert (await visitor.get(second)).status == 404
    assert (await visitor.get(first)).status == 200


async def test_a_look_is_noted_once_an_hour(app: Application) -> None:
    service, visitor = service_of(app), Visitor(app)
    now = [service.clock()]
    service.clock = lambda: now[0]
    where = header(await visitor.send("/replays", text=RECORD), "location")
    for later, is_noted in ((1_000, False), (HOUR, True), (HOUR - 1, False), (2, True)):
        now[0] += later
        assert (await visitor.get(f"{where}/record")).status == 200
        found = await service.log.load_record(where.rpartition("/")[2])
        assert found is not None
        assert (found[1] == now[0]) == is_noted
