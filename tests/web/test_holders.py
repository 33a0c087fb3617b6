"""Who holds a seat decides about it, over the API and on the pages."""

from __future__ import annotations

from typing import Any

import pytest

from realms.tables.permissions import PATIENCE
from realms.web.app import Application
from tests.web.client import Client
from tests.web.pages.browser_client import Visitor, header
from tests.web.table_setup import FANTASY, MEDIEVAL, Company, company, service_of

pytestmark = pytest.mark.anyio

KEY = "5f0c2b7e9d4a4c1e8a6b3d2f1e0c9b8a"


async def after_all_have_left(app: Any) -> Company:
    people = await company(app, MEDIEVAL)
    for client in people.at:
        assert (await client.ask("DELETE", f"{people.path}/seats")).status == 200
    return people


async def test_a_stranger_with_the_link_changes_no_stand_in(app: Application) -> None:
    people = await after_all_have_left(app)
    for client in (people.nobody, Client(app, "x" * 32)):
        answer = await client.post(f"{people.path}/seats/0/bot", {"bot": "random"})
        assert (answer.status, answer.json["code"]) == (403, "table/not_yours")
    answer = await people.at[1].post(f"{people.path}/seats/0/bot", {"bot": "random"})
    assert (answer.status, answer.json["code"]) == (422, "table/held_by_another")
    answer = await people.at[0].post(f"{people.path}/seats/0/bot", {"bot": "random"})
    assert answer.json["seats"][0] == {"name": "Ada", "kind": "away", "bot": "random"}


async def test_nor_does_a_page_let_them(app: Application) -> None:
    people = await after_all_have_left(app)
    other = Visitor(app)
    other.jar["realms-player"] = people.secrets[1]
    answer = await other.send(f"/tables/{people.id}/bot", place="0", bot="random")
    assert answer.status == 422
    assert "That seat is Ada&#39;s" in answer.body.decode()


async def test_who_is_away_is_asked_about_an_undo_on_the_page(app: Application) -> None:
    people = await company(app)
    await people.move()
    mover = (await people.look())["awaiting"][0]
    away = (mover + 1) % 3
    await people.at[away].ask("DELETE", f"{people.path}/seats")
    answer = await people.at[mover].post(f"{people.path}/undo", {"moves": 1})
    assert answer.json["undo"]["agreed"] == [mover]
    page = Visitor(app)
    page.jar["realms-player"] = people.secrets[away]
    shown = (await page.get(f"/tables/{people.id}")).body.decode()
    assert 'name="agrees" value="yes"' in shown
    assert "Take over again" in shown


async def test_a_bot_plays_for_who_does_not_come_until_they_do(app: Application) -> None:
    people, service = await company(app), service_of(app)
    seat = (await people.look())["awaiting"][0]
    other = (seat + 1) % 3
    path = f"{people.path}/seats/{seat}/cover"
    early = await people.at[other].post(path)
    assert (early.status, early.json["code"]) == (422, "table/not_absent")
    assert "72 hours" in early.json["sentence"]
    page = Visitor(app)
    page.jar["realms-player"] = people.secrets[other]
    name = (await people.look())["seats"][seat]["name"]
    assert (
        f"Let a bot play for {name}" not in (await page.get(f"/tables/{people.id}")).body.decode()
    )
    clock = service.clock
    service.clock = service.writer.clock = lambda: clock() + PATIENCE
    assert f"Let a bot play for {name}" in (await page.get(f"/tables/{people.id}")).body.decode()
    stranger = await people.nobody.post(path)
    assert stranger.status == 403
    done = await page.send(f"/tables/{people.id}/cover", place=str(seat))
    assert done.status == 303
    assert (await people.look())["seats"][seat]["kind"] == "away"
    story = (await page.get(f"/tables/{people.id}/story")).body.decode()
    assert f"{name} has been away for long" in story
    back = await people.at[seat].post(f"{people.path}/return")
    assert back.json["seats"][seat]["kind"] == "person"


async def test_a_lost_answer_is_asked_for_again(app: Application) -> None:
    nobody = Client(app)
    id_ = (await nobody.post("/api/tables", FANTASY)).json["id"]
    sat = [
        (await nobody.post(f"/api/tables/{id_}/seats", {"name": "Ada", "key": KEY})).json
        for _ in range(3)
    ]
    assert sat[0] == sat[1] == sat[2]
    assert (await Client(app, sat[0]["secret"]).get(f"/api/tables/{id_}")).json["seat"] == 0
    short = await nobody.post(f"/api/tables/{id_}/seats", {"name": "Bob", "key": "guessable"})
    assert short.status == 400, "a key that could be guessed would be a seat that could be taken"


async def test_a_browser_has_its_secret_before_it_sits_down(app: Application) -> None:
    """The answer to the form may be lost on the way: the seat is the visitor's all the same."""
    id_ = (await Client(app).post("/api/tables", FANTASY)).json["id"]
    visitor = Visitor(app)
    await visitor.get(f"/tables/{id_}")
    kept = dict(visitor.jar)
    await visitor.send(f"/tables/{id_}/seats", name="Ada")
    visitor.jar = kept  # as if nothing had come back
    assert 'id="start"' in (await visitor.get(f"/tables/{id_}")).body.decode()
    again = await visitor.send(f"/tables/{id_}/seats", name="Ada")
    assert (again.status, header(again, "location")) == (303, f"/tables/{id_}")
    seats = (await Client(app).get(f"/api/tables/{id_}")).json["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "free", "free"]


@pytest.mark.parametrize(("language", "sentence"), [("en", "looks too much"), ("es", "se parece")])
async def test_a_look_alike_is_refused_in_a_sentence(
    app: Application, language: str, sentence: str
) -> None:
    people = await company(app, start=False)
    await people.at[0].ask("DELETE", f"{people.path}/seats")
    client = Client(app, accept_language=language)
    bob = (await people.look())["seats"][1]["name"]
    refused = await client.post(f"{people.path}/seats", {"name": bob.replace("o", "0")})
    assert refused.json["code"] == "table/name_alike"
    assert sentence in refused.json["sentence"]
    unseen = await client.post(f"{people.path}/seats", {"name": "Eve\u3164"})
    assert (unseen.status, unseen.json["code"]) == (400, "table/name_unseen")
    page = Visitor(app, language)
    shown = await page.send(f"/tables/{people.id}/seats", name=bob.replace("o", "0"))
    assert shown.status == 422
    assert sentence in shown.body.decode()
