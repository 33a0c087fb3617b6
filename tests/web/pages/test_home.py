"""Home: what is offered, one's own tables, those of others, and a game at once."""

from __future__ import annotations

from typing import Any

import pytest

from realms.kernel.text import LANGUAGES
from realms.tables.table_view import TableListing
from realms.web.app import Application
from realms.web.pages.home import offer_games, own_row, public_row
from tests.web.pages.browser_client import Visitor, header, table_of

pytestmark = pytest.mark.anyio


def at_a_table(**fields: Any) -> TableListing:
    usual: dict[str, Any] = {
        "id": "x",
        "game": "fantasy",
        "options": {"variant": "standard", "players": 3},
        "status": "playing",
        "names": ["Ada", "Bob", "Cleo"],
        "free": 0,
        "watched": True,
        "mine": (0,),
    }
    return TableListing(**usual | fields)


def test_both_games_are_offered_with_some_bots() -> None:
    offered = {game.name: (game.title, game.bots) for game in offer_games("en")}
    assert offered == {"fantasy": ("Fantasy Realms", 3), "medieval": ("Medieval Realms", 2)}


def test_a_table_that_waits_for_me_says_so() -> None:
    row = own_row(at_a_table(asked=(0,)), ["Bob", "Cleo"], ["Ada"], "en")
    assert (row.state, row.standing, row.names) == ("turn", "Your turn", "with Bob and Cleo")
    assert (row.action, row.path) == ("Continue", "/tables/x")


def test_a_table_that_waits_for_others_names_them() -> None:
    row = own_row(at_a_table(), ["Bob", "Cleo"], ["Bob", "Cleo"], "es")
    assert (row.state, row.standing) == ("waiting", "Turno de Bob y Cleo")


def test_on_a_device_that_is_passed_around_the_player_is_named() -> None:
    row = own_row(at_a_table(mine=(0, 1, 2), asked=(1,)), [], ["Bob"], "en")
    assert (row.state, row.standing, row.is_shared) == ("turn", "Bob to play", True)


def test_a_table_that_is_not_full_counts_its_seats() -> None:
    row = own_row(at_a_table(status="open", free=2, names=["Ada"]), [], [], "en")
    assert (row.state, row.standing) == ("open", "2 free seats")
    full = own_row(at_a_table(status="open"), ["Bob", "Cleo"], [], "en")
    assert full.standing == "Ready to start"


def test_a_finished_table_leads_to_the_next_one() -> None:
    row = own_row(at_a_table(status="finished", next="y"), ["Bob"], [], "en")
    assert (row.state, row.action, row.path) == ("finished", "Next game", "/tables/y")


def test_public_tables_are_to_join_or_to_watch() -> None:
    duel = {"variant": "duel", "players": 2}
    joined = public_row(at_a_table(status="open", free=1, options=duel, mine=()), "en")
    assert (joined.action, joined.standing, joined.variant) == ("Join", "1 free seat", "Duel")
    assert public_row(at_a_table(mine=()), "en").action == "Watch"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_is_whole_in_every_language(app: Application, language: str) -> None:
    answer = await Visitor(app, language).get("/")
    assert answer.status == 200
    assert header(answer, "content-type").startswith("text/html")
    page = answer.body.decode()
    assert f'<html lang="{language}"' in page
    assert "style=" not in page
    assert "onclick" not in page


@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_one_click_deals_a_game_against_bots(app: Application, game: str) -> None:
    ada = Visitor(app)
    table = table_of(await ada.send("/play", game=game, name="Ada"))
    seen = (await ada.get(f"/api/tables/{table}")).json
    assert (seen["status"], seen["seat"]) == ("playing", 0)
    assert [seat["kind"] for seat in seen["seats"]][:2] == ["person", "bot"]
    assert seen["seats"][0]["name"] == "Ada"
    assert "Ada" not in (await Visitor(app).get("/")).body.decode()
    listed = (await ada.get("/")).body.decode()
    assert f"/tables/{table}" in listed
    assert 'value="Ada"' in listed


@pytest.mark.parametrize(("game", "level"), [("fantasy", "apprentice"), ("medieval", "page")])
async def test_newcomers_meet_the_friendliest_level(
    app: Application, game: str, level: str
) -> None:
    ada = Visitor(app)
    table = table_of(await ada.send("/play", game=game, name="Ada"))
    seats = (await ada.get(f"/api/tables/{table}")).json["seats"]
    assert {seat["bot"] for seat in seats[1:]} == {level}


async def test_another_level_is_met_by_name_and_one_that_is_not_there_is_refused(
    app: Application,
) -> None:
    ada = Visitor(app)
    table = table_of(await ada.send("/play", game="fantasy", name="Ada", bot="squire"))
    seats = (await ada.get(f"/api/tables/{table}")).json["seats"]
    assert {seat["bot"] for seat in seats[1:]} == {"squire"}
    assert (await ada.send("/play", game="fantasy", bot="sovereign")).status == 422


async def test_one_player_has_one_secret_for_all_tables(app: Application) -> None:
    ada = Visitor(app)
    first = table_of(await ada.send("/play", game="fantasy", name="Ada"))
    secret = ada.jar["realms-player"]
    second = table_of(await ada.send("/play", game="fantasy"))
    assert ada.jar["realms-player"] == secret
    page = (await ada.get("/")).body.decode()
    assert first in page
    assert second in page


async def test_a_name_alone_is_kept(app: Application) -> None:
    ada = Visitor(app)
    assert header(await ada.send("/play", name=" Íñigo  Añez "), "location") == "/"
    assert 'value="Íñigo Añez"' in (await ada.get("/")).body.decode()
    assert (await ada.get("/api/tables")).json == []


async def test_a_name_that_cannot_be_is_told_and_kept_in_the_field(app: Application) -> None:
    answer = await Visitor(app).send("/play", game="fantasy", name="<b>!")
    page = answer.body.decode()
    assert answer.status == 422
    assert "cannot be a name" in page
    assert 'value="&lt;b&gt;!"' in page
    assert "<b>!" not in page


async def test_a_cookie_that_somebody_made_up_is_no_name(app: Application) -> None:
    visitor = Visitor(app)
    visitor.jar["realms-name"] = "%3Cscript%3E"
    assert 'value="Player"' in (await visitor.get("/")).body.decode()


async def test_a_game_that_is_not_there_is_refused(app: Application) -> None:
    answer = await Visitor(app).send("/play", game="chess", name="Ada")
    assert answer.status == 422


async def test_the_lists_alone_for_a_page_that_is_there(app: Application) -> None:
    visitor = Visitor(app)
    visitor.headers.append((b"hx-request", b"true"))
    page = (await visitor.get("/")).body.decode()
    assert "<html" not in page
    assert "Public tables" in page


async def test_public_tables_of_others_are_listed(app: Application) -> None:
    ada, bob = Visitor(app), Visitor(app)
    fields = {"with_": "friends", "players": "3", "public": "yes", "sent": "yes", "name1": "Ada"}
    table = table_of(await ada.send("/new/fantasy", **fields))
    page = (await bob.get("/")).body.decode()
    assert f"/tables/{table}" in page
    assert "2 free seats" in page
    hidden = table_of(await ada.send("/new/fantasy", **fields | {"public": "no"}))
    assert hidden not in (await bob.get("/")).body.decode()
