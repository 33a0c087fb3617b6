"""There is an end to the records that a client may have kept, and to those kept at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.di import Provide

from realms.tables import service as tables
from realms.web.app import Application, create_app
from realms.web.pages.replay.record_quota import DAY, RecordQuota
from realms.web.rate_limits import LIMITS
from tests.tables.playing import refused
from tests.web.pages.browsing import Visitor, header

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
        for language, told in (("en", ""), ("en", ""), ("en", "tomorrow"), ("es", "mañana")):
            visitor = Visitor(app, language)
            broken = await visitor.send("/replays", text="nothing")
            assert broken.status == (429 if told else 422), "what is not kept does not count"
            answer = await visitor.send("/replays", text=RECORD)
            assert answer.status == (429 if told else 303)
            assert told in answer.body.decode()


async def test_all_records_together_have_an_end(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_RECORDS", 1)
    visitor = Visitor(app)
    first = await visitor.send("/replays", text=RECORD)
    assert first.status == 303
    full = await visitor.send("/replays", text=RECORD)
    assert full.status == 503
    assert "delete old ones" in full.body.decode()
    assert (await visitor.get(header(first, "location"))).status == 200
