"""The best hands with the cards picked so far, on a page of their own."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections import Counter
from urllib.parse import urlsplit

import pytest

from realms.arena.prepare import prepare
from realms.fantasy.scoring.hand import parse_cards
from realms.fantasy.solve.question import Question
from realms.fantasy.solve.search import solve
from realms.fantasy.web.scorer import best as score_best
from realms.fantasy.web.scorer.best import FOUND, found
from realms.kernel.text import LANGUAGES, say
from realms.web.app import Application
from realms.web.rate_limits import LIMITS, WORK, RateLimiter
from tests.web.client import Far
from tests.web.pages.browser_client import Visitor, header
from tests.web.pages.fantasy.test_score import shown

HELD = ("candle", "bell_tower", "book_of_changes", "gem_of_order")
PATH = f"/score/best?hand={','.join(HELD)}"


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """A page waits some seconds for a search, and not for the compiler."""
    prepare("fantasy-solving")


@pytest.mark.parametrize(
    ("path", "best_with"),
    [
        ("/score?hand=dragon", "/score/best?hand=dragon"),
        ("/score?hand=dragon&hand2=king&at=1", "/score/best?hand=dragon&without=king"),
        ("/score?hand=dragon&hand2=king&at=2", "/score/best?hand=king&without=dragon"),
        ("/score?hand=dragon&discard=king", ""),
        ("/score?hand=dragon&at=discard", ""),
        ("/score", ""),
        ("/score?hand=dragon,king,queen,hydra,swamp,smoke,unicorn", ""),
    ],
)
def test_it_is_offered_for_one_to_six_cards_and_no_discards(path: str, best_with: str) -> None:
    assert shown(path).best_with == best_with


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_best_hands_are_told_with_a_sheet(app: Application, language: str) -> None:
    answer = await Visitor(app, language).get(PATH)
    page = answer.body.decode()
    assert answer.status == 200
    assert say("web.score.best.title", language) in page
    points = [int(found) for found in re.findall(r"<strong>(\d+)</strong>", page)]
    best = solve(Question(top=3, having=parse_cards(HELD)))
    assert points == [score for score, _, _ in best.found] == [385, 380, 356]
    assert page.count("<table") == 1
    assert "/score?hand=cavern,bell_tower,earth_elemental,candle,collector," in page
    assert "style=" not in page


@pytest.mark.anyio
async def test_cards_of_others_are_left_out(app: Application) -> None:
    page = (await Visitor(app).get(f"{PATH}&without=collector,queen")).body.decode()
    assert "Without Collector and Queen, which someone else has." in page
    links = re.findall(r'href="(/score\?hand=[^"]+)"', page)
    assert len(links) == 4
    assert not any("collector" in link or "queen" in link for link in links)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/score/best", "/score"),
        ("/score/best?hand=nothing", "/score"),
        ("/score/best?hand=dragon&without=dragon", "/score?hand=dragon"),
        (
            "/score/best?hand=dragon,king,queen,hydra,swamp,smoke,unicorn",
            "/score?hand=swamp,smoke,king,queen,unicorn,dragon,hydra",
        ),
    ],
)
async def test_anything_else_leads_back_to_the_score(
    app: Application, path: str, place: str
) -> None:
    answer = await Visitor(app).get(path)
    assert answer.status == 303
    assert urlsplit(header(answer, "location")).geturl() == place


@pytest.mark.anyio
async def test_a_search_that_takes_long_is_told_and_goes_on(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    FOUND.clear()
    monkeypatch.setattr(score_best, "PATIENCE", 0.0)
    page = (await Visitor(app).get(PATH)).body.decode()
    assert say("web.score.best.later", "en") in page
    monkeypatch.setattr(score_best, "PATIENCE", 60.0)
    assert "<table" in (await Visitor(app).get(PATH)).body.decode()


@pytest.mark.anyio
async def test_what_was_found_is_remembered(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[tuple[int, int]] = []

    def search(cards: tuple[int, int]) -> list[object]:
        searches.append(cards)
        return []

    FOUND.clear()
    monkeypatch.setattr(score_best, "found", search)
    for _ in range(2):
        assert (await Visitor(app).get(PATH)).status == 200
    assert searches == [(parse_cards(HELD), 0)]
    FOUND.clear()


@pytest.mark.anyio
async def test_who_searches_pays_for_it_and_keeps_nobody_else_waiting(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one client one search at a time; it is charged the time that its thread works."""
    gate, under_way = threading.Event(), Counter[int]()

    def search(cards: tuple[int, int]) -> list[object]:
        under_way[cards[0]] += 1
        if cards[0] != parse_cards("king"):
            gate.wait()
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass
        return []

    FOUND.clear()
    monkeypatch.setattr(score_best, "found", search)
    app.requests.limiter = limiter = RateLimiter(LIMITS, clock=lambda: 100.0)
    asked = [
        asyncio.ensure_future(Far(app).get(f"/score/best?hand={card}"))
        for card in ("dragon", "queen", "hydra", "swamp")
    ]
    other = Far(app)
    other.address = "8.8.4.4"
    assert (await other.get("/score/best?hand=king")).status == 200
    assert sum(under_way.values()) == 2, "theirs, and one of the other client's"
    assert limiter.debt("8.8.4.4", WORK) == 0
    gate.set()
    assert {answer.status for answer in await asyncio.gather(*asked)} == {200}
    for client, searches in (("8.8.8.8", 4), ("8.8.4.4", 1)):
        cost = (limiter._until[client, WORK] - 100) * LIMITS[WORK].rate
        assert cost >= 0.05 * searches
    FOUND.clear()


def test_it_finds_what_the_command_finds() -> None:
    cards = parse_cards("dragon, unicorn, princess")
    best = solve(Question(top=3, having=cards))
    assert [answer.score for answer in found((cards, 0))] == [points for points, _, _ in best.found]
