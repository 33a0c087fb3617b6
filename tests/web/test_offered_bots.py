"""Bots of other packages are offered like those of the house, and none of their code is loaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from realms.bots import registry
from realms.bots.external import others
from realms.kernel.games import game_named
from realms.web.api.catalogue import game_shown
from realms.web.app import Application
from realms.web.pages.opening.open_table import opponent
from realms.web.pages.opening.routes import new_page
from tests.bots.packages import install, install_unruly
from tests.web.client import Client

pytestmark = pytest.mark.anyio


def forget_bots() -> None:
    others.cache_clear()
    registry._names.cache_clear()


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install_unruly(tmp_path)
    install(tmp_path, "sage", "raise SystemExit", {"sage": "sage:Sage"}, "Knows everything.")
    monkeypatch.syspath_prepend(tmp_path)
    forget_bots()
    yield
    monkeypatch.undo()
    forget_bots()


async def test_the_api_lists_them_with_their_package(app: Application) -> None:
    data = (await Client(app).ask("GET", "/api/games")).json
    for game in data:
        bots = {bot["name"]: bot for bot in game["bots"]}
        assert bots["sage"]["package"] == "sage 1.0"
        assert bots["sage"]["about"] == "Knows everything."
        assert bots["missing"]["about"] == "A bot of the package unruly 1.0."
        assert bots["greedy"]["package"] == ""
    assert not {"sage", "unruly"} & set(sys.modules)


@pytest.mark.parametrize("game", ["fantasy", "medieval"])
def test_the_page_of_a_new_table_offers_them_and_usually_another(game: str) -> None:
    page = new_page(game_shown(game_named(game), "en"), {}, "Ada", "en")
    kinds = [choice.value for choice in page.places[1].kinds]
    assert "sage" in kinds
    chosen = [choice.value for choice in page.places[1].kinds if choice.is_chosen]
    assert chosen == [opponent(game)]
    assert opponent(game) not in others()
    drafted = new_page(game_shown(game_named(game), "en"), {"seat2": "sage"}, "Ada", "en")
    assert drafted.draft.places[1].kind == "sage"


async def test_the_room_of_a_table_offers_them(app: Application) -> None:
    client = Client(app)
    opened = (await client.ask("POST", "/api/tables", {"game": "fantasy", "name": "Ada"})).json
    ada = Client(app, opened["secret"])
    page = (await ada.ask("GET", f"/tables/{opened['id']}")).body.decode()
    assert '<option value="sage">sage</option>' in page
    seated = await ada.ask("POST", f"/api/tables/{opened['id']}/seats/1/bot", {"bot": "sage"})
    assert seated.status == 200
    assert seated.json["seats"][1]["bot"] == "sage"
    assert "sage" not in sys.modules
