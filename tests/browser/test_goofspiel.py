"""A game that brings no pages of its own, in a real browser: the example, as it is installed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from realms.web import building
from tests.browser.conftest import WIDTHS, CheckPage, NewPage, Shot
from tests.browser.fantasy_table import PATIENCE
from tests.examples.installation import install
from tests.web.live_server import served, wait_for

TABLE = re.compile(r"/tables/[\w-]{16}$")
BID = {"en": "Bid", "es": "Pujar"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, deals: Path) -> Iterator[str]:
    """Where a server is that knows the example game."""
    building.build()
    home = tmp_path_factory.mktemp("goofspiel")
    database, variables = f"sqlite:///{home / 'realms.sqlite'}", install(home)
    logs = home / "logs"
    with served(database, logs, "--unlimited", variables=variables, deals=deals) as running:
        yield running.url


def opened(page: Page, players: int, cards: int, *bots: str | None) -> str:
    """Open a table from this browser and sit down; its address."""
    options = {"players": players, "cards": cards}
    body = {"game": "goofspiel", "options": options, "name": "Ada", "bots": [None, *bots]}
    answer = page.request.post("/api/tables", data=body)  # which sets the player's cookie
    assert answer.ok, answer.text()
    address = f"/tables/{answer.json()['id']}"
    page.goto(address)
    return address


def started(page: Page, players: int, cards: int, *bots: str | None) -> str:
    """The same, and deal: nobody is missing."""
    address = opened(page, players, cards, *bots)
    page.get_by_role("button", name=re.compile("Start the game|Empezar")).click()
    return address


def moves(page: Page, language: str = "en") -> Locator:
    """The legal moves, a button each."""
    return page.get_by_role("button", name=re.compile(rf"^{BID[language]} \d+$"))


def look_until(page: Page, wanted: Callable[[], bool], *, javascript: bool = True) -> None:
    """Until a page shows what is wanted; without scripts it has to be asked for again."""
    for _ in range(PATIENCE // 100):
        if wanted():
            return
        page.wait_for_timeout(100)
        if not javascript:
            page.reload()
    raise AssertionError("the page never shows it")


def play_through(
    page: Page, cards: int, language: str = "en", *, javascript: bool = True
) -> Iterator[int]:
    """Bid the lowest card in every round; tells before each how many are left."""
    for left in range(cards, 0, -1):

        def is_asked(left: int = left) -> bool:
            asked = page.locator("[data-asked=yes]").count()
            return bool(asked) and moves(page, language).count() == left

        look_until(page, is_asked, javascript=javascript)
        yield left
        moves(page, language).first.click()
    over = page.locator("#over")
    look_until(page, lambda: bool(over.count()), javascript=javascript)


def bid(page: Page, card: int, language: str = "en") -> None:
    page.get_by_role("button", name=f"{BID[language]} {card}", exact=True).click()


def test_the_first_page_leads_to_it_and_the_shelf_has_its_rules(
    new_page: NewPage, check_page: CheckPage, shot: Shot
) -> None:
    page = new_page()
    page.goto("/")
    expect(page.locator(".game.goofspiel")).to_contain_text("Goofspiel")
    check_page(page, widths=WIDTHS)
    shot(page, "goofspiel-home")
    page.get_by_label("Your name").fill("Ada")
    page.locator(".game.goofspiel").get_by_role("button", name="Play now").click()
    expect(page).to_have_url(TABLE)
    expect(moves(page).first).to_be_visible()
    page.goto("/rules/goofspiel")
    expect(page.get_by_text("GS-7").first).to_be_visible()
    check_page(page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_table_is_opened_by_the_form(
    new_page: NewPage, check_page: CheckPage, shot: Shot, language: str
) -> None:
    page = new_page(language=language)
    page.goto("/new/goofspiel")
    for summary in page.locator("#new details > summary").all():
        summary.click()
    check_page(page, widths=WIDTHS)
    shot(page, f"goofspiel-new-{language}")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "plain"])
def test_a_whole_game_by_the_buttons(
    new_page: NewPage, check_page: CheckPage, shot: Shot, javascript: bool, language: str
) -> None:
    page = new_page(
        language=language, javascript=javascript, theme="dark" if javascript else "light"
    )
    started(page, 2, 3, "random")
    for left in play_through(page, 3, language, javascript=javascript):
        if javascript and left == 3:
            check_page(page, widths=WIDTHS)
            shot(page, f"goofspiel-{language}")
    if javascript:
        check_page(page, widths=WIDTHS)
        shot(page, f"goofspiel-over-{language}")


def test_bids_are_secret_until_all_are_made(new_page: NewPage, check_page: CheckPage) -> None:
    """[GS-3] [GS-4] [GS-7]"""
    ada, bob = new_page(), new_page(width=390)
    address = opened(ada, 2, 5)
    bob.goto(address)
    bob.get_by_label("Your name").first.fill("Bob")
    bob.get_by_role("button", name="Sit here").first.click()
    ada.get_by_role("button", name="Start the game").click()
    expect(moves(bob)).to_have_count(5)
    bid(ada, 4)
    expect(bob.locator("#story")).to_contain_text("Ada has bid.")
    expect(ada.locator("#story")).to_contain_text("Ada bids 4.")
    assert "bids 4" not in bob.content()
    check_page(bob)
    bid(ada, 2)
    expect(ada.locator("#position dd").last).to_have_text("2")
    bid(bob, 3)
    for page in (ada, bob):
        expect(page.locator("#story")).to_contain_text("Ada reveals 2.")
        expect(page.locator("#story")).to_contain_text("Bob wins")
        expect(moves(page)).to_have_count(4)


def test_a_hint_is_a_move_of_the_search(new_page: NewPage, check_page: CheckPage) -> None:
    page = new_page()
    address = started(page, 2, 4, "easy")
    # A hint is for what one sees, and goes when the other has bid: so that comes first.
    wait_for(lambda: page.request.get(f"/api{urlsplit(address).path}").json()["awaiting"] == [0])
    page.reload()
    page.locator("#hint-button").click()
    expect(page.locator("#hint")).to_contain_text(re.compile(r"Bid \d"))
    check_page(page)


def test_a_game_is_replayed(new_page: NewPage, check_page: CheckPage, shot: Shot) -> None:
    page = new_page()
    address = started(page, 2, 3, "random")
    assert list(play_through(page, 3)) == [3, 2, 1]
    page.goto(f"{address}/replay")
    expect(page.locator("body")).to_contain_text("At stake")
    check_page(page)
    shot(page, "goofspiel-replay")
