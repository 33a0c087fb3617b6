"""Other moves of a moment, on the pages and by the API: for who may see the game."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from realms.kernel.games import all_games
from realms.kernel.notation import read
from realms.kernel.text import LANGUAGES
from realms.web.app import Application
from tests.tables.table_play import play
from tests.web.client import Client
from tests.web.pages.browser_client import Visitor, table_of
from tests.web.pages.test_practice import brought
from tests.web.table_setup import service_of

pytestmark = pytest.mark.anyio


def offered(page: str) -> list[str]:
    """The moves of the list, as a record has them."""
    return [unescape(value) for value in re.findall(r'<option value="([^"]+)"', page)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["dealt-standard", "medieval-dealt-3-en"])
async def test_a_move_is_chosen_and_played_out(app: Application, name: str, language: str) -> None:
    ada = Visitor(app, language)
    record = await brought(ada, name)
    form = (await ada.get(f"{record}/what-if?at=1")).body.decode()
    assert "<form" in form
    assert 'class="spread"' not in form
    moves = offered(form)
    assert moves
    asked = urlencode({"at": 1, "move": moves[-1]})
    page = (await ada.get(f"{record}/what-if?{asked}")).body.decode()
    assert page.count('class="spread"') == 2
    assert f'<html lang="{language}"' in page
    assert "web.what_if" not in page
    assert "style=" not in page
    data = json.loads((await ada.get(f"/api{record}/what-if?{asked}")).body)
    assert len(data["moves"]) == 2
    assert all(sum(one["bars"]) == data["games"] for one in data["moves"])


async def test_a_move_can_be_written_and_what_cannot_be_read_is_told(app: Application) -> None:
    ada = Visitor(app)
    record = await brought(ada, "dealt-standard")
    move = offered((await ada.get(f"{record}/what-if?at=1")).body.decode())[0]
    written = await ada.get(f"{record}/what-if?{urlencode({'at': 1, 'written': move})}")
    assert 'class="spread"' in written.body.decode()
    for wrong in ("castle the king", "-Dragon -Dragon", "?"):
        asked = urlencode({"at": 1, "written": wrong})
        refused = await ada.get(f"{record}/what-if?{asked}")
        assert refused.status in (400, 422), wrong
        assert 'id="problem"' in refused.body.decode()
    assert (await ada.get(f"{record}/what-if?at=99999")).status == 422
    assert (await ada.get(f"/api{record}/what-if?at=99999&move=x")).status in (400, 422)
    assert (await ada.get(f"/api{record}/what-if?at=1")).status == 400
    for at in (-1, -257, 10**9):
        assert (await ada.get(f"/api{record}/what-if?at={at}&move=x")).status == 400
    many = "&".join(["move=x"] * 20)
    assert (await ada.get(f"/api{record}/what-if?at=1&{many}")).status == 400


async def test_nobody_plays_out_what_they_may_not_see(app: Application) -> None:
    ada, bob = Visitor(app), Visitor(app)
    table = table_of(await ada.send("/daily", game="fantasy", name="Ada"))
    path = f"/tables/{table}/what-if?at=1"
    assert (await ada.get(path)).status == 422  # it is played still
    await play(service_of(app), table)
    assert (await ada.get(path)).status == 200
    assert (await bob.get(path)).status == 403
    move = offered((await ada.get(path)).body.decode())[0]
    asked = urlencode({"at": 1, "move": move})
    assert (await Client(app).get(f"/api/tables/{table}/what-if?{asked}")).status == 403


async def test_replay_and_review_lead_there(app: Application) -> None:
    ada = Visitor(app)
    record = await brought(ada, "dealt-duel")
    assert f'href="{record}/what-if?at=3"' in (await ada.get(f"{record}?at=3")).body.decode()
    review = (await ada.get(f"{record}/review?depth=close")).body.decode()
    to = re.search(r'id="to-what-if" href="([^"]+)"', review)
    assert to
    assert 'class="spread"' in (await ada.get(unescape(to[1]))).body.decode()


async def test_the_commented_record_can_be_had(app: Any) -> None:
    ada = Visitor(app)
    record = await brought(ada, "dealt-duel")
    review = (await ada.get(f"{record}/review?depth=close")).body.decode()
    to = f"/api{record}/review/record?lang=en"
    assert to.replace("&", "&amp;") in review
    answer = await ada.get(to)
    assert answer.status == 200
    _game, back = read(answer.body.decode(), all_games())
    assert any(played.remark for played in back.moves)
