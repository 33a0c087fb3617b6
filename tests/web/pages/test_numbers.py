"""What wins, as a page: whole in every language, in any order, at any table."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest

from realms.analysis.what_wins import what_wins
from realms.kernel.games import pack_named
from realms.kernel.text import LANGUAGES, number_text, say
from realms.web.app import Application
from tests.web.pages.browser_client import Visitor

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_the_page_tells_of_every_card(app: Application, game: str, language: str) -> None:
    visitor = Visitor(app, language)
    page = (await visitor.get(f"/rules/{game}/numbers")).body.decode()
    assert say("web.numbers.pairs", language) in page
    assert page.count("rate-bar") >= 54
    assert "style=" not in page
    assert (
        f'href="/rules/{game}/numbers"' in (await visitor.get(f"/rules/{game}/cards")).body.decode()
    )


@pytest.mark.parametrize(
    "query", ["table=99", "table=x", "by=nonsense", "by=name&table=1", "table=-1"]
)
async def test_nonsense_in_the_address_shows_a_page(app: Application, query: str) -> None:
    assert (await Visitor(app).get(f"/rules/fantasy/numbers?{query}")).status == 200


async def test_cards_come_in_the_order_that_was_asked_for(app: Application) -> None:
    page = (await Visitor(app).get("/rules/fantasy/numbers?by=name")).body.decode()
    cells = [part.partition("</th>")[0] for part in page.split('<th scope="row">')[1:55]]
    names = [re.sub("<[^>]+>", "", cell) for cell in cells]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == 54


async def test_a_game_without_numbers_has_no_such_page(app: Application) -> None:
    assert (await Visitor(app).get("/rules/chess/numbers")).status in (400, 404)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_every_card_has_a_page_with_its_own_numbers(
    app: Application, game: str, language: str
) -> None:
    visitor, found = Visitor(app, language), what_wins(game)
    assert found is not None
    listed = (await visitor.get(f"/rules/{game}/cards")).body.decode()
    pack: Any = pack_named(game)
    for one in found.tables[0].cards[::9]:
        card = one.cards[0]
        assert f'href="/rules/{game}/cards/{card}"' in listed
        page = (await visitor.get(f"/rules/{game}/cards/{card}?table=1")).body.decode()
        assert pack.card_name(card, language) in page
        for table in found.tables:
            known = table.card(card)
            rate = number_text(100 * known.rate, language, 1) if known else ""
            assert not rate or f"<b>{rate} %</b>" in page
        second = found.tables[1]
        for partner in second.partners_of(card):
            assert f'href="/rules/{game}/cards/{partner.card}?table=1"' in page
        assert second.times_of(card) is not None
        assert page.count('class="times-chart"') == 1
        assert say("web.numbers.times.title", language) in page
        assert "style=" not in page


@pytest.mark.parametrize("card", ["nonsense", "dragon%00", "../numbers"])
async def test_a_card_that_does_not_exist_has_no_page(app: Application, card: str) -> None:
    assert (await Visitor(app).get(f"/rules/fantasy/cards/{card}")).status in (400, 404)


@pytest.mark.parametrize("game", ["fantasy", "medieval"])
async def test_all_that_was_counted_can_be_had_as_a_table(app: Application, game: str) -> None:
    answer = (await Visitor(app).get(f"/rules/{game}/numbers.csv")).body.decode()
    rows = list(csv.DictReader(io.StringIO(answer)))
    found = what_wins(game)
    assert found is not None
    first = found.tables[0]
    at_first = [row for row in rows if all(row[k] == str(v) for k, v in first.options.items())]
    if game == "fantasy":
        at_first = [row for row in at_first if not row["variant"]]
    single = {row["cards"]: row for row in at_first if "+" not in row["cards"] and not row["time"]}
    assert {name: int(row["seats"]) for name, row in single.items()} == {
        one.cards[0]: one.seats for one in first.cards
    }
    came = [row for row in at_first if row["time"]]
    assert sum(int(row["kept"]) for row in came) == sum(sum(one.kept) for one in first.times)
