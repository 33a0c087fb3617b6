"""One's own games and the deal of the day, in the browser: whole, readable, by keyboard."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from realms.fantasy.content.cards import CARDS
from realms.kernel.text import say
from realms.tables.results.result import GameResult, SeatScore
from realms.tables.results.store import result_row
from realms.tables.secrets import hash_secret, new_secret
from tests.browser.conftest import (
    WIDTHS,
    CheckPage,
    NewPage,
    Shot,
    each_in_a_look,
    walk_by_keyboard,
)
from tests.web.live_server import Server

DAY = 24 * 3600 * 1000
GAMES, DUELS = 30, 3
NAMES = ("Lena", "Iker", "Noor", "Tomás", "Mateo")


@pytest.fixture(scope="module")
def secret() -> str:
    return new_secret()


@pytest.fixture(scope="module")
def lived_in(server: Server, secret: str) -> str:
    """The site, where somebody has played for some weeks."""
    file = server.logs.parent / "realms.sqlite"
    with closing(sqlite3.connect(file, timeout=60)) as kept:
        for row in [*_history(secret), *_today()]:
            columns, marks = ", ".join(row), ", ".join("?" * len(row))
            kept.execute(f"INSERT INTO results ({columns}) VALUES ({marks})", [*row.values()])
        kept.commit()
    return server.url


def _history(secret: str) -> Iterator[dict[str, object]]:
    dice, now = random.Random("a life"), int(time.time() * 1000)
    levels = ("apprentice", "squire", "knight", "archmage")
    for number in range(GAMES):
        is_duel = number % 10 == 3
        own = dice.randint(110, 230) + number
        others = [dice.randint(100, 240) for _ in range(1 if is_duel else 3)]
        scores = (own, *others)
        result = GameResult(
            table=f"table-{number:02}",
            seat=0,
            at=now - (GAMES - number) // 2 * DAY - number,
            game="fantasy",
            options={
                "players": len(scores),
                "variant": "duel" if is_duel else "standard",
            },
            seats=(
                SeatScore("Ana", own),
                *(
                    SeatScore(f"B{n}", points, levels[number % 4])
                    for n, points in enumerate(others)
                ),
            ),
            winners=(scores.index(max(scores)),),
            cards=tuple(card.id for card in dice.sample(CARDS, 7)),
        )
        yield result_row(hash_secret(secret), result).values


def _today() -> Iterator[dict[str, object]]:
    for number, name in enumerate(NAMES):
        now = int(time.time() * 1000)
        result = GameResult(
            table=f"daily-{number}",
            seat=0,
            at=now,
            game="fantasy",
            options={"players": 4},
            seats=(SeatScore(name, 260 - 9 * number), SeatScore("Knight", 150, "knight")),
            winners=(0,),
            day=time.strftime("%Y-%m-%d", time.gmtime(now / 1000)),
        )
        yield result_row(hash_secret(name), result).values


def _sign_in(page: Page, site: str, secret: str) -> None:
    page.context.add_cookies([{"name": "realms-player", "value": secret, "url": site}])


@pytest.mark.parametrize(
    ("language", "theme", "width"), [("en", "light", 1280), ("es", "dark", 390)]
)
def test_own_games_are_whole_and_readable(
    new_page: NewPage,
    check_page: CheckPage,
    shot: Shot,
    lived_in: str,
    secret: str,
    language: str,
    theme: str,
    width: int,
) -> None:
    page = new_page(width=width, height=844, theme=theme, language=language)
    _sign_in(page, lived_in, secret)
    page.goto("/games")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("web.games.title", language))
    expect(page.locator(".result")).to_have_count(10)
    expect(page.locator(".final-cards li")).to_have_count(7)
    expect(page.locator(".day-panel .day-ranks li").first).to_contain_text(NAMES[0])
    check_page(page, widths=WIDTHS)
    walk_by_keyboard(page)
    shot(page, f"games-{width}-{theme}-{language}")
    page.get_by_role("link", name=say("web.games.older", language), exact=True).click()
    expect(page.locator(".result")).to_have_count(10)
    page.goto("/daily")
    expect(page.locator(".day-ranks li").first).to_contain_text(NAMES[0])
    check_page(page, widths=WIDTHS)
    walk_by_keyboard(page)
    shot(page, f"daily-{width}-{theme}-{language}")


BEFORE = time.strftime("%Y-%m-%d", time.gmtime(time.time() - DAY / 1000))
PAGES = ("/games?game=medieval", f"/daily/{BEFORE}", "/rooms", "/rooms?game=medieval")


@pytest.mark.parametrize(("theme", "language", "path"), each_in_a_look(PAGES))
def test_pages_around_games_keep_nobody_out(
    new_page: NewPage,
    check_page: CheckPage,
    shot: Shot,
    lived_in: str,
    path: str,
    theme: str,
    language: str,
) -> None:
    page = new_page(theme=theme, language=language, width=1280 if theme == "light" else 390)
    page.goto(path)
    check_page(page, widths=WIDTHS)
    walk_by_keyboard(page)
    shot(page, f"{path.strip('/').partition('?')[0].partition('/')[0]}-{language}-{theme}")


def test_filters_lead_to_other_games_and_back(
    new_page: NewPage, lived_in: str, secret: str
) -> None:
    page = new_page()
    _sign_in(page, lived_in, secret)
    page.goto("/games?game=fantasy")
    everything = page.locator("#t-games + .figure").inner_text()
    duels = page.get_by_role("group", name=say("web.games.filter.variant", "en"))
    duels.get_by_role("link", name=say("web.fantasy.variant.duel", "en")).click()
    expect(page.locator(".result")).to_have_count(DUELS)
    expect(page.locator("#t-games + .figure")).to_have_text(str(DUELS))
    expect(duels.locator("[aria-current]")).to_have_text(say("web.fantasy.variant.duel", "en"))
    duels.get_by_role("link", name=say("web.games.all", "en")).click()
    expect(page.locator("#t-games + .figure")).to_have_text(everything)


def test_all_games_can_be_taken_along(new_page: NewPage, lived_in: str, secret: str) -> None:
    page = new_page()
    _sign_in(page, lived_in, secret)
    page.goto("/games")
    with page.expect_download() as coming:
        page.get_by_role("link", name=say("web.games.export", "en")).click()
    games = json.loads(Path(coming.value.path()).read_text("utf-8"))["games"]
    assert len(games) == GAMES
    assert {one["game"] for one in games} == {"fantasy"}


def test_the_deal_of_the_day_is_begun_and_found_again(new_page: NewPage, lived_in: str) -> None:
    assert lived_in
    page = new_page()
    page.goto("/daily")
    button = page.get_by_role("button", name=say("web.games.daily.play", "en")).first
    page.get_by_label(say("web.home.name", "en")).first.fill("Zoe")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    table = page.url
    page.goto("/daily")
    again = page.get_by_role("link", name=say("web.games.daily.go_on", "en")).first
    assert page.evaluate("(one) => one.href", again.element_handle()) == table


def test_games_are_deleted_only_after_asking(new_page: NewPage, lived_in: str, secret: str) -> None:
    page = new_page()
    _sign_in(page, lived_in, secret)
    page.goto("/games")
    page.get_by_text(say("web.games.forget", "en")).click()
    page.get_by_role("button", name=say("web.games.forget_sure", "en")).click()
    expect(page.get_by_text(say("web.games.none", "en"))).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)
