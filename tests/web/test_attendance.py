"""Requests show who looks at a table; bots think for those tables only."""

from __future__ import annotations

import pytest

from realms.tables.thinking.presence import PATIENCE
from realms.web.app import Application
from tests.tables.manual_clock import ManualClock
from tests.tables.table_play import until
from tests.web.client import Client
from tests.web.table_setup import FANTASY, company, service_of

pytestmark = pytest.mark.anyio


async def test_whoever_asks_for_a_table_or_holds_a_stream_looks_at_it(app: Application) -> None:
    presence = app.attendance.presence
    clock = presence.clock = ManualClock()
    people = await company(app, FANTASY)
    assert presence.is_attended(people.id)
    clock.at += PATIENCE + 1
    assert not presence.is_attended(people.id)
    await people.nobody.get("/api/tables")
    await people.nobody.get("/")
    assert not presence.is_attended(people.id), "a list of tables is no look at them"
    for path in (people.path, f"/tables/{people.id}", f"{people.path}/legal"):
        await people.at[0].get(path)
        assert presence.is_attended(people.id), path
        clock.at += PATIENCE + 1
    for path in (f"{people.path}/stream", f"/tables/{people.id}/live"):
        async with people.nobody.stream(path) as stream:
            await stream.next()
            clock.at += 10 * PATIENCE
            assert presence.is_attended(people.id), path
        clock.at += PATIENCE + 1
        assert not presence.is_attended(people.id)


async def test_tables_that_there_are_not_are_not_remembered(app: Application) -> None:
    nobody = Client(app)
    for number in range(5):
        await nobody.get(f"/api/tables/nowhere{number}")
        await nobody.get(f"/tables/nowhere{number}")
    assert len(app.attendance.presence) == 0


async def test_bots_go_on_when_somebody_looks_again(app: Application) -> None:
    presence = app.attendance.presence
    clock = presence.clock = ManualClock()
    body = FANTASY | {"bots": ["random"] * 3}
    nobody = Client(app)
    id_ = (await nobody.post("/api/tables", body)).json["id"]
    clock.at += PATIENCE + 1
    await nobody.post(f"/api/tables/{id_}/start")
    table = (await service_of(app).load(id_)).table
    await until(lambda: len(table.turns) >= 1)
    clock.at += PATIENCE + 1
    await until(lambda: app.queue.waiting == 0)
    made = len(table.turns)
    assert table.outcome is None
    await nobody.get(f"/api/tables/{id_}")
    await until(lambda: len(table.turns) > made)
