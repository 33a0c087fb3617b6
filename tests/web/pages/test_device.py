"""The page of other devices: whose tables a browser has changes after a question only."""

from __future__ import annotations

import pytest

from realms.tables.secrets import new_secret
from realms.web.app import Application
from tests.web.pages.browser_client import Visitor, header

pytestmark = pytest.mark.anyio


async def seated(app: Application, name: str = "Ada") -> Visitor:
    visitor = Visitor(app)
    assert (await visitor.send("/play", name=name, game="fantasy")).status == 303
    return visitor


def mark(page: str) -> str:
    return page.partition('name="instead_of" value="')[2].partition('"')[0]


async def test_nobody_is_replaced_without_a_question_that_was_put_to_them(
    app: Application,
) -> None:
    ada, bob = await seated(app), await seated(app, "Bob")
    mine, theirs = ada.jar["realms-player"], bob.jar["realms-player"]
    marks = ["", mark((await bob.get("/device")).body.decode()), "0" * 16]
    for other in marks:  # no question, or one that somebody else was asked
        asked = await ada.send("/device", secret=theirs, instead_of=other)
        assert asked.status == 409
        assert "This browser is Ada, at one table" in asked.body.decode()
        assert ada.jar["realms-player"] == mine
    page = (await ada.get("/device")).body.decode()
    gone = await ada.send("/device", secret=f"http://test/device#{theirs}", instead_of=mark(page))
    assert (gone.status, header(gone, "location")) == (303, "/")
    assert (ada.jar["realms-player"], ada.jar["realms-former"]) == (theirs, mine)
    back = await ada.send("/device/back")
    assert back.status == 303
    assert (ada.jar["realms-player"], ada.jar["realms-former"]) == (mine, "")


async def test_nothing_is_put_away_where_there_is_nothing(app: Application) -> None:
    visitor = Visitor(app)
    page = (await visitor.get("/device")).body.decode()
    assert "nothing is put aside" in page
    secret = new_secret()
    await visitor.send("/device", secret=secret, instead_of=mark(page))
    assert visitor.jar == {"realms-player": secret}


async def test_what_is_no_secret_costs_a_sentence_and_is_not_lost(app: Application) -> None:
    ada = await seated(app)
    mine = ada.jar["realms-player"]
    answer = await ada.send("/device", secret="swordfish", instead_of="")
    assert answer.status == 422
    assert "not a link from another device" in answer.body.decode()
    assert 'value="swordfish"' in answer.body.decode()
    assert ada.jar["realms-player"] == mine


async def test_many_tables_are_counted(app: Application) -> None:
    ada = await seated(app)
    for _ in range(6):
        await ada.send("/play", name="Ada", game="fantasy")
    page = (await ada.get("/device")).body.decode()
    assert "at 7 tables" in page
    assert "and 2 more" in page


async def test_the_page_with_the_secret_is_not_compressed(app: Application) -> None:
    """Its length would tell, to who may choose its address, how much of the secret that has."""
    ada = await seated(app)
    ada.headers.append((b"accept-encoding", b"gzip"))
    assert header(await ada.get("/"), "content-encoding") == "gzip"
    assert header(await ada.get("/device?x=1"), "content-encoding") == ""
