"""What takes long is worked out beside the event loop, whoever asks for it, and once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from realms.web.admission.executor import LimitedExecutor
from realms.web.app import Application
from realms.web.pages.environment import environment
from realms.web.server import GC_THRESHOLDS
from tests.attack.routes import placement
from tests.web.client import Client
from tests.web.table_setup import company

pytestmark = pytest.mark.anyio

DUEL = {"game": "fantasy", "options": {"players": 2, "variant": "duel"}}
DEAR = "book_of_changes,doppelganger,mirage,shapeshifter,necromancer,island,fountain_of_life"
SHARED = (
    "/rules/medieval?q=e",
    "/rules/medieval/cards",
    f"/score?hand={DEAR}",
    "/score?hand=" + ",".join(f"drago{number}" for number in range(50)),
    "/api/games",
)
OF_A_TABLE = ("", "/story", "/replay")


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The pieces of work that were done beside the event loop so far."""
    done: list[Any] = []
    run = LimitedExecutor._run

    async def noted(self: LimitedExecutor, scope: Any, work: Callable[[], Any]) -> Any:
        done.append(scope["path"])
        return await run(self, scope, work)

    monkeypatch.setattr(LimitedExecutor, "_run", noted)
    return done


async def test_pages_scores_and_searches_are(app: Application, pieces: list[Any]) -> None:
    for path in SHARED:
        pieces.clear()
        assert (await Client(app).get(path)).status in (200, 303)
        assert pieces, path


async def test_records_exports_sheets_and_stories_are(app: Application, pieces: list[Any]) -> None:
    table = await company(app, DUEL)
    await table.finish()
    for part in ("/record", "/export", "/sheets"):
        pieces.clear()
        for _time in range(2):
            assert (await table.at[0].get(f"{table.path}{part}")).status == 200
        assert len(pieces) == 1, part
    for part in OF_A_TABLE:
        pieces.clear()
        assert (await table.at[0].get(f"/tables/{table.id}{part}")).status == 200
        assert pieces, part


async def test_the_moves_of_a_placement_are_and_once(app: Application, pieces: list[Any]) -> None:
    table = await placement(app)
    seat = (await table.look())["awaiting"][0]
    pieces.clear()
    for limit in ("", "?limit=1", "?limit=40"):
        assert (await table.at[seat].get(f"{table.path}/legal{limit}")).status == 200
    assert len(pieces) <= 1, "they were asked for before, perhaps"
    fresh = (seat + 1) % 5
    pieces.clear()
    assert (await table.at[fresh].get(f"{table.path}/legal")).status == 200
    assert len(pieces) == 1


def test_nobody_waits_long_for_lost_objects_or_for_the_disk() -> None:
    youngest, often, _seldom = GC_THRESHOLDS
    assert youngest * often <= 20_000, "a look at so many takes a millisecond or two"
    assert not environment().auto_reload, "parts of pages are not looked for on disk again"
