"""Rooms on the pages: joining, comparing, and what an attacker gets of a deal still played."""

from __future__ import annotations

import re
from typing import Any

import pytest

from realms.kernel.text import LANGUAGES
from realms.tables.table import Table
from realms.web.app import Application
from tests.tables.table_play import play
from tests.web.client import Client
from tests.web.pages.browser_client import Visitor, header, table_of
from tests.web.table_setup import service_of

pytestmark = pytest.mark.anyio


async def opened(host: Visitor, **more: str) -> str:
    """A room; the address of its page."""
    fields = {"game": "fantasy", "players": "3", "tables": "3", "name": "Hal"} | more
    return header(await host.send("/rooms", **fields), "location")


async def joined(visitor: Visitor, room: str, name: str, **more: str) -> str:
    return table_of(await visitor.send(f"{room}/join", name=name, **more))


def routes_of_tables(app: Application) -> list[tuple[str, str]]:
    """Every address that has a table in it, and how it is asked, with what else it needs."""
    found = []
    for route in app.routes:
        path = str(route.path)
        if "table" not in path or "{table" not in path:
            continue
        filled = re.sub(r"\{table[^}]*\}", "TABLE", path)
        filled = re.sub(r"\{[^}]*\}", "1", filled)
        asked = {"GET", "POST", "DELETE"} & {*getattr(route, "methods", [])}
        found += [(method, filled) for method in asked]
    return sorted({*found})


@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_nobody_sees_another_table_before_their_own_game_is_over(
    app: Application, game: str
) -> None:
    hal, ada, bob, eve = Visitor(app), Visitor(app), Visitor(app, "es"), Visitor(app)
    room, service = await opened(hal, game=game), service_of(app)
    hers, his = await joined(ada, room, "Ada"), await joined(bob, room, "Bob")
    attackers: list[Any] = [hal, bob, eve, Client(app), Client(app, bob.jar["realms-player"])]
    await attack(app, attackers, hers)
    table = (await play(service, hers)).table
    assert table.outcome is not None
    assert (await ada.get(f"/tables/{hers}/replay")).status == 200
    await attack(app, attackers, hers)
    scores = [str(score) for score in table.outcome.scores]
    for attacker in attackers:
        page = (await attacker.get(room)).body.decode()
        assert table.seed not in page
        assert f"/tables/{hers}" not in page
        assert not any(f">{score}<" in page for score in scores)
    own = (await ada.get(room)).body.decode()
    assert all(f">{score}<" in own for score in scores)  # what she saw herself
    assert f"/tables/{his}" not in own
    await attack(app, [ada, hal, eve], his)
    await play(service, his)
    for visitor, there in ((ada, his), (bob, hers)):
        page = (await visitor.get(room)).body.decode()
        assert f'href="/tables/{there}/replay"' in page
        for ending in ("", "/replay", "/review", "/practice?at=3"):
            assert (await visitor.get(f"/tables/{there}{ending}")).status == 200, ending
        api = Client(app, visitor.jar["realms-player"])
        assert (await api.get(f"/api/tables/{there}/record")).status == 200
    await attack(app, [hal, eve, Client(app)], hers)  # a table is still to be had
    await hal.send(f"{room}/close")
    for visitor in (hal, eve):
        assert (await visitor.get(f"/tables/{hers}/replay")).status == 200
        page = (await visitor.get(room)).body.decode()
        assert table.seed in page


async def attack(app: Application, attackers: list[Any], table: str) -> None:
    """Ask for everything there is of a table; nobody gets anything of its game."""
    service = service_of(app)
    there = (await service.load(table)).table
    routes = routes_of_tables(app)
    assert ("GET", "/tables/TABLE/replay") in routes
    assert ("GET", "/api/tables/TABLE/stream") in routes
    before = done_at(there)
    for attacker in attackers:
        for method, path in routes:
            address = path.replace("TABLE", table)
            sentence = (
                b"" if method == "GET" else b"{}" if path.startswith("/api") else b"at=1&seat=0"
            )
            answer = await attacker.ask(method, address, sentence or None)
            body = answer.body.decode(errors="replace")
            assert there.seed not in body, (method, path)
            redirects = answer.status == 303 and header(answer, "location").startswith(
                f"/tables/{table}"
            )
            assert answer.status in (400, 403, 404, 409, 422) or redirects, (
                method,
                path,
                answer.status,
            )
    assert done_at(there) == before


def done_at(table: Table) -> Any:
    """What people did at a table; its bots may go on meanwhile."""
    moves = [turn.move for turn in table.turns if table.chairs[turn.seat or 0].is_person]
    return table.names, [chair.bot for chair in table.chairs], moves


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_room_is_opened_shared_and_joined(app: Application, language: str) -> None:
    hal, ada = Visitor(app, language), Visitor(app, language)
    form = (await hal.get("/rooms?game=medieval")).body.decode()
    assert 'name="game" value="medieval"' in form
    assert "web.rooms" not in form
    room = await opened(hal, game="medieval", people="2", players="3")
    page = (await ada.get(room)).body.decode()
    assert f'value="http://testserver.local{room}"' in page or room in page
    assert f'action="{room}/join"' in page
    assert "web.rooms" not in page
    assert "style=" not in page
    assert f"{room}/close" not in page
    assert f"{room}/close" in (await hal.get(room)).body.decode()
    table = await joined(ada, room, "Ada")
    waiting = (await ada.get(f"/tables/{table}")).body.decode()
    assert 'name="bot"' not in waiting  # the host has decided
    assert 'name="table" value="1"' in (await hal.get(room)).body.decode()
    assert await joined(hal, room, "Hal", table="1") == table
    assert (await service_of(app).load(table)).table.status == "playing"
    listed = (await ada.get("/rooms")).body.decode()
    assert f'href="{room}"' in listed


async def test_there_are_no_hints_and_no_other_bots_in_a_room(app: Application) -> None:
    ada = Visitor(app)
    room = await opened(ada)
    table = await joined(ada, room, "Ada")
    assert (await ada.get(f"/tables/{table}/hint")).status == 422
    assert "hint-button" not in (await ada.get(f"/tables/{table}")).body.decode()
    assert (await ada.send(f"/tables/{table}/bot", place="1", bot="random")).status == 422


@pytest.mark.parametrize("fields", [{"game": "chess"}, {"name": "@@@"}])
async def test_a_form_that_makes_no_sense_is_shown_again(
    app: Application, fields: dict[str, str]
) -> None:
    answer = await Visitor(app).send("/rooms", **({"game": "fantasy", "name": "Ada"} | fields))
    assert answer.status in (404, 422)
    assert 'role="alert"' in answer.body.decode()


async def test_nonsense_in_the_fields_is_taken_as_usual(app: Application) -> None:
    room = await opened(Visitor(app), players="x", people="99", tables="-1", bot="z", variant="w")
    assert (await Visitor(app).get(room)).status == 200
    assert (await Visitor(app).get("/rooms/nowhere")).status == 404
    assert (await Visitor(app).send("/rooms/nowhere/join", name="A")).status == 404


async def test_bots_are_called_in_the_language_of_who_compares(app: Application) -> None:
    hal, bob, service = Visitor(app), Visitor(app, "es"), service_of(app)
    room = await opened(hal, tables="2")
    for visitor in (hal, bob):
        table = await joined(visitor, room, "Player")
        await play(service, table)
    for visitor, name, other in ((hal, "Knight", "Caballero"), (bob, "Caballero", "Knight")):
        page = (await visitor.get(room)).body.decode()
        assert page.count(f"<span>{name} ") == 4
        assert f"<span>{other} " not in page
