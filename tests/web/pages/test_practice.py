"""Trying a moment again, on the pages and by the API: for who may see the game, and only then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from realms.kernel.text import LANGUAGES
from realms.tables.results.history import player_results
from realms.web.app import Application
from realms.web.pages.games.filters import GamesFilter, counted_results
from realms.web.pages.replay import practice_terms as practice
from realms.web.pages.replay.record_quota import RecordQuota
from tests.tables.table_play import play
from tests.web.client import Client
from tests.web.pages.browser_client import Visitor, header, table_of
from tests.web.table_setup import service_of

GOLDENS = Path(__file__).parents[2] / "goldens"
pytestmark = pytest.mark.anyio


async def finished(app: Application, visitor: Visitor, game: str = "fantasy") -> str:
    """A game against bots that somebody finished."""
    table = table_of(await visitor.send("/play", game=game, name="Ada"))
    await play(service_of(app), table)
    return table


async def brought(visitor: Visitor, name: str) -> str:
    text = (GOLDENS / f"{name}.realms").read_text("utf-8")
    return header(await visitor.send("/replays", text=text), "location")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_a_moment_of_a_finished_game_is_tried_again(
    app: Application, game: str, language: str
) -> None:
    ada, service = Visitor(app, language), service_of(app)
    table = await finished(app, ada, game)
    replay = (await ada.get(f"/tables/{table}/replay?at=6&as=0")).body.decode()
    to = f"/tables/{table}/practice?at=6&seat=0"
    assert to.replace("&", "&amp;") in replay
    page = (await ada.get(to)).body.decode()
    assert f'<html lang="{language}"' in page
    assert 'name="at" value="6"' in page
    assert 'id="seat-0" name="seat" value="0" checked' in page
    assert "web.practice" not in page
    assert "style=" not in page
    for hidden in ("same", "anew"):
        new = table_of(
            await ada.send(f"/tables/{table}/practice", at="6", seat="0", hidden=hidden, name="Ada")
        )
        there = (await service.load(new)).table
        old = (await service.load(table)).table
        assert [chair.bot for chair in there.chairs] == [chair.bot for chair in old.chairs]
        assert len(there.turns) >= 6
        shown = (await ada.get(f"/tables/{new}")).body.decode()
        assert f'href="/tables/{table}/replay?at=6&amp;as=0"' in shown
        assert old.seed not in shown
        assert (await Visitor(app).get(f"/tables/{new}")).status == 403
        await play(service, new)
        over = (await ada.get(f"/tables/{new}")).body.decode()
        assert f'href="/tables/{new}/practice?at={there.progress.begins}&amp;seat=0"' in over
        assert "/rematch" not in over
        assert (await ada.get(f"/tables/{new}/review")).status == 200
    kept = await player_results(service, ada.jar["realms-player"])
    assert [one.practice for one in kept].count(True) == 2
    (counted,) = counted_results(kept, GamesFilter(game))
    assert counted.table == table


async def test_nobody_tries_what_they_may_not_see(app: Application) -> None:
    ada, bob = Visitor(app), Visitor(app)
    table = table_of(await ada.send("/play", game="fantasy", name="Ada"))
    path = f"/tables/{table}/practice"
    for way in (await ada.get(f"{path}?at=0"), await ada.send(path, at="0", seat="0")):
        assert way.status == 422  # it is played still
    hidden = table_of(await ada.send("/daily", game="fantasy", name="Ada"))
    await play(service_of(app), hidden)
    path = f"/tables/{hidden}/practice"
    assert (await ada.get(f"{path}?at=3")).status == 200
    for way in (await bob.get(f"{path}?at=3"), await bob.send(path, at="3", seat="0")):
        assert way.status == 403
    body = {"name": "Bob", "at": 3, "seat": 0}
    assert (await Client(app).post(f"/api{path}", body)).status == 403


async def test_a_record_that_was_brought_is_tried_by_whoever_has_the_link(
    app: Application,
) -> None:
    ada, bob, service = Visitor(app), Visitor(app, "es"), service_of(app)
    record = await brought(ada, "dealt-standard")
    page = (await bob.get(f"{record}/practice?at=5")).body.decode()
    seat = re.search(r'id="seat-(\d)" name="seat" value="\d" checked', page)
    assert seat  # who is to decide there
    new = table_of(
        await bob.send(f"{record}/practice", at="5", seat=seat[1], others="squire", name="Bob")
    )
    table = (await service.load(new)).table
    assert int(seat[1]) in table.awaiting
    assert {chair.bot for chair in table.chairs} == {"", "squire"}
    at_the_end = await ada.get(f"{record}/practice?at=9999")
    assert at_the_end.status == 422
    assert 'name="hidden"' not in at_the_end.body.decode()


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"at": "5", "seat": "0", "others": "random:500"}, 422),
        ({"at": "5", "seat": "0", "others": "nobody"}, 422),
        ({"at": "5", "seat": "0", "name": "@@@@"}, 422),
        ({"at": "99999999", "seat": "0"}, 303),  # no moment at all: from the deal
        ({"at": "x", "seat": "77", "hidden": "maybe"}, 303),
    ],
)
async def test_nonsense_costs_a_sentence(
    app: Application, fields: dict[str, str], status: int
) -> None:
    ada = Visitor(app)
    record = await brought(ada, "dealt-standard")
    assert (await ada.send(f"{record}/practice", **fields)).status == status


async def test_programs_try_moments_too(app: Application) -> None:
    ada, program = Visitor(app), Client(app)
    record = await brought(ada, "medieval-dealt-3-en")
    body = {"name": "Prog", "at": 8, "seat": 1, "hidden": "anew"}
    opened = (await program.post(f"/api{record}/practice", body)).json
    seen = (await Client(app, opened["secret"]).get(f"/api/tables/{opened['id']}")).json
    assert (seen["seat"], seen["practice"]["seat"], seen["practice"]["is_anew"]) == (1, 1, True)
    assert seen["practice"]["moves"] >= 8
    assert (await program.get(f"/api/tables/{opened['id']}")).status == 403
    assert (await program.post(f"/api{record}/practice", body | {"seat": 9})).status == 422
    assert (await program.post(f"/api{record}/practice", body | {"at": -1})).status == 400


def test_what_a_client_may_open_in_a_day_has_an_end() -> None:
    quota = practice.practice_quota()
    assert isinstance(quota, RecordQuota)
    for _ in range(practice.PRACTICES_A_DAY):
        quota.check(["a"], 1)
        quota.count(["a"], 1)
    with pytest.raises(Exception, match="200"):
        quota.check(["a"], 1)
